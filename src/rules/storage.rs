//! Rules about Services, names, claims and volumes.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! storage_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        E01 = "E-01", "A Service is created",
            ALL, SERVICES, ["Service"],
            "pkg/controller/endpoint/endpoints_controller.go syncService",
            "A Service gets endpoints from the Pods its selector matches.";
        E03 = "E-03", "Addresses before readiness",
            ALL, DNS, [],
            "staging/src/k8s.io/endpointslice/utils.go podToEndpoint",
            "A Service with publishNotReadyAddresses lists its Pods whether they are ready or not.";
        E04 = "E-04", "A Pod has a name of its own",
            ALL, DNS_OF_PODS, [],
            "staging/src/k8s.io/endpointslice/utils.go ShouldSetHostname",
            "A Pod has a DNS name below a Service if its hostname is set, its subdomain is the Service and the \
             Service selects it.";
        E10 = "E-10", "Headless Services",
            ALL, HEADLESS, [],
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "A Service with clusterIP None has no address of its own; its name resolves to its Pods.";
        E20 = "E-20", "The name of a Service",
            ALL, DNS, [],
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "The name of a Service with a cluster IP always resolves to that address.";
        E21 = "E-21", "The name of a headless Service",
            ALL, DNS, [],
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "It resolves to the addresses of the ready Pods; without one it does not resolve.";
        E22 = "E-22", "The name of a Pod",
            ALL, DNS_OF_PODS, [],
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "A Pod's name resolves while the Pod is ready, or if the Service publishes not-ready addresses.";
        E23 = "E-23", "Ports have names too",
            ALL, DNS, [],
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "The name of a named port resolves to the port number and to what listens there.";
        V01 = "V-01", "A claim and a volume belong together",
            ALL, VOLUMES_BINDING, ["PersistentVolume", "PersistentVolumeClaim"],
            "pkg/controller/volume/persistentvolume/pv_controller.go syncVolume",
            "Binding is one to one and stays until the claim is deleted.";
        V03 = "V-03", "A claim gets its volume",
            ALL, VOLUMES, [],
            "pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim",
            "A claim is bound to a volume that matches, or its class provisions one.";
        V04 = "V-04", "Volumes are provisioned for claims",
            ALL, VOLUMES_DYNAMIC, ["PersistentVolume"],
            "pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim",
            "The class of a claim provisions the volume that it requests, with the reclaim policy of the \
             class.";
        V10 = "V-10", "The first consumer",
            ALL, BINDING_MODE, [],
            "pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim",
            "With WaitForFirstConsumer, a class binds a claim only when a Pod that uses it is scheduled.";
        V11 = "V-11", "Claims come before scheduling",
            ALL, VOLUMES, [],
            "pkg/scheduler/framework/plugins/volumebinding/volume_binding.go PreFilter",
            "A Pod is not scheduled while one of its claims with immediate binding is not bound.";
        V13 = "V-13", "One node at a time",
            ALL, ACCESS_MODES, [],
            "pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile",
            "A disk for one node is attached to another only after it was detached from the first.";
        V14 = "V-14", "Generic ephemeral volumes",
            since(21), EPHEMERAL_VOLUMES, ["PersistentVolumeClaim"],
            "pkg/controller/volume/ephemeral/controller.go handleVolume",
            "For each of them its controller creates a claim named after the Pod and the volume, which goes with the \
             Pod.";
        V20 = "V-20", "Claims in use",
            ALL, VOLUMES_IN_USE, ["PersistentVolume", "PersistentVolumeClaim"],
            "pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC",
            "A deleted claim stays until no Pod uses it.";
        V21 = "V-21", "What happens to the volume",
            ALL, VOLUMES_RECLAIM, ["PersistentVolume"],
            "pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume",
            "When the claim is deleted, Delete removes the volume; Retain keeps it as Released, and no \
             other claim gets it.";
        V22 = "V-22", "Claims that grow",
            ALL, VOLUMES_GROW, ["PersistentVolumeClaim"],
            "pkg/controller/volume/expand/expand_controller.go syncHandler",
            "A bound claim may request more if its class allows it: the volume grows first, then the file \
             system on the node.";
    }
    book {
        E02 = "E-02", "Conditions of an endpoint",
            ALL, SLICES,
            "staging/src/k8s.io/endpointslice/utils.go podToEndpoint",
            "It serves while its Pod is Ready, is terminating while the Pod is being deleted, and is ready if it \
             serves and is not terminating.";
        E06 = "E-06", "Where traffic goes",
            ALL, SLICES,
            "pkg/proxy/topology.go CategorizeEndpoints",
            "Proxies use ready endpoints, and without any those that serve while terminating.";
        E24 = "E-24", "Names are cached",
            ALL, DNS,
            "coredns plugin/cache/handler.go ServeDNS",
            "Answers stay for some seconds, and so does the answer that a name does not exist.";
        E25 = "E-25", "Short names",
            ALL, DNS,
            "pkg/kubelet/network/dns/dns.go generateSearchesForDNSClusterFirst",
            "Inside its namespace a Pod can be called by its name and its Service.";
        E26 = "E-26", "A name outlives its address",
            ALL, STATEFUL_NETWORK,
            "coredns plugin/kubernetes/kubernetes.go findServices",
            "After a replacement the same name answers with the new address.";
        E27 = "E-27", "A Service for one Pod",
            ALL, STATEFUL_LABEL,
            "pkg/controller/statefulset/stateful_set_utils.go updateIdentity",
            "Its selector names the Pod's own label.";
        V02 = "V-02", "The default class",
            ALL, CLASSES,
            "plugin/pkg/admission/storage/storageclass/setdefault/admission.go Admit",
            "A claim without a class gets the default one; an empty name means none.";
        V05 = "V-05", "Waiting for a provisioner",
            ALL, VOLUMES_DYNAMIC,
            "pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperationExternal",
            "An Event tells that an outside provisioner has to make the volume.";
        V12 = "V-12", "Volumes with a place",
            ALL, VOLUMES,
            "pkg/scheduler/framework/plugins/volumebinding/volume_binding.go Filter",
            "A local or zonal volume binds every later Pod to nodes of that place.";
        V23 = "V-23", "Volumes before containers",
            ALL, VOLUMES,
            "pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount",
            "A Pod's containers wait until its volumes are attached and mounted.";
        V30 = "V-30", "Topology spread",
            ALL, TOPOLOGY,
            "pkg/scheduler/framework/plugins/podtopologyspread/filtering.go Filter",
            "These constraints influence the scheduler only.";
    }
    unmodelled {
        E05 = "E-05", "Endpoints and slices",
            ALL, SLICES,
            "pkg/controller/endpoint/endpoints_controller.go syncService",
            "Endpoints are deprecated since 1.33; slices hold 100 endpoints each.";
    }
    } };
}
pub(super) use storage_rules;
