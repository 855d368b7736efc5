//! Manifests of kinds that Podlab does not run, as people have them in their files.

/// The manifests, each with a word by which kubectl knows the kind.
pub const MANIFESTS: [(&str, &str); 42] = [
    (
        "ing",
        "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: x}, spec: {rules: [{host: a.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]}}",
    ),
    (
        "ingressclasses",
        "{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: x}, spec: {controller: example.com/ingress}}",
    ),
    (
        "netpol",
        "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: x}, spec: {podSelector: {}, policyTypes: [Ingress]}}",
    ),
    (
        "role",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: 'system:x'}, rules: [{apiGroups: [''], resources: [pods], verbs: [get, list]}]}",
    ),
    (
        "rolebindings",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: x}, subjects: [{kind: ServiceAccount, name: app}], roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: x}}",
    ),
    (
        "clusterrole",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: x}, aggregationRule: {clusterRoleSelectors: []}}",
    ),
    (
        "clusterrolebinding.rbac.authorization.k8s.io",
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: x}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: x}}",
    ),
    (
        "hpa",
        "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: x}, spec: {minReplicas: 2, maxReplicas: 10, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}",
    ),
    (
        "hpa",
        "{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {name: x}, spec: {maxReplicas: 10, targetCPUUtilizationPercentage: 50}}",
    ),
    (
        "sa",
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: x}, automountServiceAccountToken: false}",
    ),
    ("ns", "{apiVersion: v1, kind: Namespace, metadata: {name: x, labels: {team: a}}}"),
    (
        "limits",
        "{apiVersion: v1, kind: LimitRange, metadata: {name: x}, spec: {limits: [{type: Container, default: {cpu: 500m}}]}}",
    ),
    (
        "quota",
        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: x}, spec: {hard: {pods: '10'}}}",
    ),
    (
        "rc",
        "{apiVersion: v1, kind: ReplicationController, metadata: {name: x}, spec: {replicas: 2, selector: {app: x}, template: {metadata: {labels: {app: x}}, spec: {containers: [{name: app, image: nginx}]}}}}",
    ),
    (
        "podtemplates",
        "{apiVersion: v1, kind: PodTemplate, metadata: {name: x}, template: {spec: {containers: [{name: app, image: nginx}]}}}",
    ),
    (
        "ep",
        "{apiVersion: v1, kind: Endpoints, metadata: {name: x}, subsets: [{addresses: [{ip: 10.0.0.1}]}]}",
    ),
    ("ev", "{apiVersion: v1, kind: Event, metadata: {name: x}, reason: Tested}"),
    (
        "job",
        "{apiVersion: batch/v1, kind: Job, metadata: {name: x}, spec: {backoffLimit: 4, template: {spec: {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}}",
    ),
    (
        "cj",
        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: x}, spec: {schedule: '*/5 * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: app, image: busybox}]}}}}}}",
    ),
    (
        "ds",
        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: x}, spec: {selector: {matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}, spec: {containers: [{name: app, image: fluentd}]}}}}",
    ),
    (
        "controllerrevisions",
        "{apiVersion: apps/v1, kind: ControllerRevision, metadata: {name: x}, revision: 1}",
    ),
    (
        "crd",
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: widgets.example.com}, spec: {group: example.com, scope: Namespaced}}",
    ),
    (
        "apiservices",
        "{apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: v1.example.com}, spec: {group: example.com, version: v1}}",
    ),
    (
        "mutatingwebhookconfigurations",
        "{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingWebhookConfiguration, metadata: {name: x}, webhooks: []}",
    ),
    (
        "validatingwebhookconfiguration",
        "{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: x}}",
    ),
    (
        "validatingadmissionpolicies",
        "{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: x}, spec: {failurePolicy: Fail}}",
    ),
    (
        "csr",
        "{apiVersion: certificates.k8s.io/v1, kind: CertificateSigningRequest, metadata: {name: x}, spec: {signerName: example.com/s, usages: [client auth]}}",
    ),
    (
        "lease",
        "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: x}, spec: {holderIdentity: a}}",
    ),
    (
        "endpointslices",
        "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: x}, addressType: IPv4, endpoints: []}",
    ),
    (
        "flowschemas",
        "{apiVersion: flowcontrol.apiserver.k8s.io/v1, kind: FlowSchema, metadata: {name: x}, spec: {matchingPrecedence: 1000}}",
    ),
    (
        "prioritylevelconfigurations",
        "{apiVersion: flowcontrol.apiserver.k8s.io/v1, kind: PriorityLevelConfiguration, metadata: {name: x}, spec: {type: Exempt}}",
    ),
    (
        "runtimeclass",
        "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: x}, handler: runsc}",
    ),
    (
        "csidrivers",
        "{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: x}, spec: {attachRequired: false}}",
    ),
    (
        "csinode",
        "{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: x}, spec: {drivers: []}}",
    ),
    (
        "volumeattachments",
        "{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: x}, spec: {attacher: a, nodeName: node-1, source: {}}}",
    ),
    (
        "deviceclasses",
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: x}, spec: {}}",
    ),
    (
        "resourceclaimtemplates",
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: x}, spec: {spec: {}}}",
    ),
    ("widget", "{apiVersion: example.com/v1, kind: Widget, metadata: {name: x}, spec: {size: 3}}"),
    (
        "certificates.cert-manager.io",
        "{apiVersion: cert-manager.io/v1, kind: Certificate, metadata: {name: x}, spec: {secretName: tls, duration: 2160h}}",
    ),
    (
        "servicemonitors",
        "{apiVersion: monitoring.coreos.com/v1, kind: ServiceMonitor, metadata: {name: x}, spec: {endpoints: [{port: web}]}}",
    ),
    (
        "gateways.gateway.networking.k8s.io",
        "{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: x}, spec: {gatewayClassName: nginx, listeners: []}}",
    ),
    (
        "services.serving.knative.dev",
        "{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: x}, spec: {template: {spec: {containers: [{image: app, timeoutSeconds: 99999999999}]}}}}",
    ),
];
