//! Rules about Services, names and volumes.

macro_rules! storage_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
        E01 = "E-01", "A Service is created", SERVICES,
            "A Service gets endpoints from the Pods its selector matches.";
        E03 = "E-03", "Addresses before readiness", DNS,
            "A Service with publishNotReadyAddresses lists its Pods whether they are ready or not.";
        E04 = "E-04", "A Pod has a name of its own", DNS_OF_PODS,
            "A Pod has a DNS name below a Service if its hostname is set, its subdomain is the Service and the Service selects it.";
        E10 = "E-10", "Headless Services", HEADLESS,
            "A Service with clusterIP None has no address of its own; its name stands for its Pods.";
        E20 = "E-20", "The name of a Service", DNS,
            "The name of a Service with a cluster IP always answers with that address.";
        E21 = "E-21", "The name of a headless Service", DNS,
            "It answers with the addresses of the ready Pods; without one it does not resolve.";
        E22 = "E-22", "The name of a Pod", DNS_OF_PODS,
            "A Pod's name resolves while the Pod is ready, or the Service publishes not ready addresses.";
        E23 = "E-23", "Ports have names too", DNS,
            "A named port has a name that tells the port number and who listens.";
        V01 = "V-01", "A claim and a volume belong together", VOLUMES_BINDING,
            "Binding is one to one and stays until the claim is gone.";
        V03 = "V-03", "A claim gets its volume", VOLUMES,
            "A claim is bound to a volume that fits, or its class makes one.";
        V04 = "V-04", "Volumes are made for claims", VOLUMES_DYNAMIC,
            "A class makes the volume a claim asks for, with the class's reclaim policy.";
        V10 = "V-10", "The first consumer", BINDING_MODE,
            "A class may bind a claim only when a Pod that uses it is scheduled.";
        V11 = "V-11", "Claims come before scheduling", VOLUMES,
            "A Pod is not scheduled while a claim that is bound at once is not bound.";
        V13 = "V-13", "One node at a time", ACCESS_MODES,
            "A disk for one node is attached to another only when the first has let go of it.";
        V20 = "V-20", "Claims in use", VOLUMES_IN_USE,
            "A claim that is deleted stays until no Pod uses it.";
        V21 = "V-21", "What becomes of the volume", VOLUMES_RECLAIM,
            "When the claim is gone, Delete removes the volume; Retain keeps it, released, for nobody else.";
        V22 = "V-22", "Claims that grow", VOLUMES_GROW,
            "A bound claim may ask for more if its class allows it: the volume grows first, then the file system on the node.";
    } };
}
pub(super) use storage_rules;
