//! The pages of the official documentation that the rules name, below `https://kubernetes.io/docs/`.
#![cfg_attr(
    not(feature = "book"),
    allow(dead_code, reason = "some pages are those of rules that no change names")
)]

pub(super) const ACCESS_MODES: &str = "concepts/storage/persistent-volumes/#access-modes";
pub(super) const API_CONCEPTS: &str = "reference/using-api/api-concepts/";
pub(super) const API_EVICTION: &str = "concepts/scheduling-eviction/api-eviction/";
pub(super) const ASSIGN: &str = "concepts/scheduling-eviction/assign-pod-node/";
pub(super) const BINDING_MODE: &str = "concepts/storage/storage-classes/#volume-binding-mode";
pub(super) const BUDGETS: &str = "concepts/workloads/pods/disruptions/#pod-disruption-budgets";
pub(super) const BUDGETS_OF_OTHERS: &str =
    "tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors";
pub(super) const CLASSES: &str = "concepts/storage/storage-classes/";
pub(super) const COLLECTOR: &str = "concepts/architecture/garbage-collection/";
pub(super) const CONDITIONS: &str = "concepts/workloads/pods/pod-lifecycle/#pod-conditions";
pub(super) const CONTROLLERS: &str = "concepts/architecture/controller/";
pub(super) const CONTROLLER_MANAGER: &str =
    "reference/command-line-tools-reference/kube-controller-manager/";
pub(super) const CRI: &str = "concepts/architecture/cri/";
pub(super) const CRITICAL_PODS: &str =
    "tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/";
pub(super) const CRONJOB: &str = "concepts/workloads/controllers/cron-jobs/";
pub(super) const DAEMONSET: &str = "concepts/workloads/controllers/daemonset/";
pub(super) const DEPLOYMENT: &str = "concepts/workloads/controllers/deployment/";
pub(super) const DNS: &str = "concepts/services-networking/dns-pod-service/";
pub(super) const DNS_OF_PODS: &str =
    "concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields";
pub(super) const DYNAMIC_RESOURCES: &str =
    "concepts/scheduling-eviction/dynamic-resource-allocation/";
pub(super) const END: &str = "concepts/workloads/pods/pod-lifecycle/#pod-termination";
pub(super) const EPHEMERAL: &str = "concepts/workloads/pods/ephemeral-containers/";
pub(super) const EPHEMERAL_VOLUMES: &str =
    "concepts/storage/ephemeral-volumes/#generic-ephemeral-volumes";
pub(super) const EVENTS: &str = "reference/kubernetes-api/cluster-resources/event-v1/";
pub(super) const FINALIZERS: &str = "concepts/overview/working-with-objects/finalizers/";
pub(super) const FORCE: &str = "tasks/run-application/force-delete-stateful-set-pod/";
pub(super) const FOREGROUND: &str = "concepts/architecture/garbage-collection/#foreground-deletion";
pub(super) const GC: &str = "concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection";
pub(super) const HEADLESS: &str = "concepts/services-networking/service/#headless-services";
pub(super) const HOOKS: &str = "concepts/containers/container-lifecycle-hooks/";
pub(super) const IMAGES: &str = "concepts/containers/images/";
pub(super) const INIT: &str = "concepts/workloads/pods/init-containers/";
pub(super) const JOB: &str = "concepts/workloads/controllers/job/";
pub(super) const KUBECTL: &str = "reference/kubectl/quick-reference/";
pub(super) const KUBECTL_APPLY: &str = "reference/kubectl/generated/kubectl_apply/";
pub(super) const KUBECTL_CREATE: &str = "reference/kubectl/generated/kubectl_create/";
pub(super) const KUBECTL_DELETE: &str = "reference/kubectl/generated/kubectl_delete/";
pub(super) const KUBECTL_DESCRIBE: &str = "reference/kubectl/generated/kubectl_describe/";
pub(super) const KUBECTL_DRAIN: &str = "reference/kubectl/generated/kubectl_drain/";
pub(super) const KUBECTL_EDIT: &str = "reference/kubectl/generated/kubectl_edit/";
pub(super) const KUBECTL_GET: &str = "reference/kubectl/generated/kubectl_get/";
pub(super) const KUBECTL_PATCH: &str = "reference/kubectl/generated/kubectl_patch/";
pub(super) const KUBECTL_ROLLOUT: &str = "reference/kubectl/generated/kubectl_rollout/";
pub(super) const KUBECTL_SCALE: &str = "reference/kubectl/generated/kubectl_scale/";
pub(super) const KUBECTL_SET: &str = "reference/kubectl/generated/kubectl_set/";
pub(super) const KUBELET: &str = "reference/command-line-tools-reference/kubelet/";
pub(super) const LABELS: &str = "concepts/overview/working-with-objects/labels/";
pub(super) const LEASES: &str = "concepts/architecture/leases/";
pub(super) const LIFECYCLE: &str = "concepts/workloads/pods/pod-lifecycle/";
pub(super) const LOST: &str = "concepts/architecture/nodes/#condition";
pub(super) const NAMES: &str = "concepts/overview/working-with-objects/names/";
pub(super) const NODES: &str = "concepts/architecture/nodes/#node-status";
pub(super) const NODE_DRAIN: &str = "tasks/administer-cluster/safely-drain-node/";
pub(super) const NODE_OFF: &str =
    "concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown";
pub(super) const NODE_SHUTDOWN: &str =
    "concepts/cluster-administration/node-shutdown/#graceful-node-shutdown";
pub(super) const ORPHANS: &str = "concepts/architecture/garbage-collection/#orphaned-dependents";
pub(super) const OWNERS: &str = "concepts/overview/working-with-objects/owners-dependents/";
pub(super) const PHASE: &str = "concepts/workloads/pods/pod-lifecycle/#pod-phase";
pub(super) const POD_API: &str = "reference/kubernetes-api/workload-resources/pod-v1/";
pub(super) const POD_UPDATE: &str = "concepts/workloads/pods/#pod-update-and-replacement";
pub(super) const PRESSURE: &str = "concepts/scheduling-eviction/node-pressure-eviction/";
pub(super) const PRIORITY: &str = "concepts/scheduling-eviction/pod-priority-preemption/";
pub(super) const PROBES: &str = "concepts/workloads/pods/pod-lifecycle/#container-probes";
pub(super) const PROBES_TASK: &str =
    "tasks/configure-pod-container/configure-liveness-readiness-startup-probes/";
pub(super) const READINESS_GATES: &str =
    "concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate";
pub(super) const REPLICASET: &str = "concepts/workloads/controllers/replicaset/";
pub(super) const REPLICATION: &str = "concepts/workloads/controllers/replicationcontroller/";
pub(super) const RESIZE: &str = "tasks/configure-pod-container/resize-container-resources/";
pub(super) const RESOURCES: &str = "concepts/configuration/manage-resources-containers/";
pub(super) const RESTARTS: &str = "concepts/workloads/pods/pod-lifecycle/#restart-policy";
pub(super) const SCHEDULER: &str = "concepts/scheduling-eviction/kube-scheduler/";
pub(super) const SCHEDULERS: &str = "tasks/extend-kubernetes/configure-multiple-schedulers/";
pub(super) const SCHEDULING_GATES: &str = "concepts/scheduling-eviction/pod-scheduling-readiness/";
pub(super) const SERVICES: &str = "concepts/services-networking/service/";
pub(super) const SIDECARS: &str = "concepts/workloads/pods/sidecar-containers/";
pub(super) const SLICES: &str = "concepts/services-networking/endpoint-slices/";
pub(super) const STATEFUL: &str = "concepts/workloads/controllers/statefulset/";
pub(super) const STATEFUL_HISTORY: &str =
    "concepts/workloads/controllers/statefulset/#revision-history";
pub(super) const STATEFUL_LABEL: &str =
    "concepts/workloads/controllers/statefulset/#pod-name-label";
pub(super) const STATEFUL_MAX: &str =
    "concepts/workloads/controllers/statefulset/#maximum-unavailable-pods";
pub(super) const STATEFUL_MINREADY: &str =
    "concepts/workloads/controllers/statefulset/#minimum-ready-seconds";
pub(super) const STATEFUL_NETWORK: &str =
    "concepts/workloads/controllers/statefulset/#stable-network-id";
pub(super) const STATEFUL_ONDELETE: &str =
    "concepts/workloads/controllers/statefulset/#update-strategies";
pub(super) const STATEFUL_ORDER: &str =
    "concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees";
pub(super) const STATEFUL_ORDINAL: &str =
    "concepts/workloads/controllers/statefulset/#start-ordinal";
pub(super) const STATEFUL_PARALLEL: &str =
    "concepts/workloads/controllers/statefulset/#parallel-pod-management";
pub(super) const STATEFUL_PARTITION: &str =
    "concepts/workloads/controllers/statefulset/#partitions";
pub(super) const STATEFUL_RETENTION: &str =
    "concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention";
pub(super) const STATEFUL_ROLLBACK: &str =
    "concepts/workloads/controllers/statefulset/#forced-rollback";
pub(super) const STATEFUL_SCALE: &str = "tasks/run-application/delete-stateful-set/";
pub(super) const STATEFUL_STORAGE: &str =
    "concepts/workloads/controllers/statefulset/#stable-storage";
pub(super) const STATEFUL_UPDATE: &str =
    "concepts/workloads/controllers/statefulset/#rolling-updates";
pub(super) const STATES: &str = "concepts/workloads/pods/pod-lifecycle/#container-states";
pub(super) const STATIC_PODS: &str = "tasks/configure-pod-container/static-pod/";
pub(super) const TAINTS: &str =
    "concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions";
pub(super) const TERMINATION: &str = "tasks/debug/debug-application/determine-reason-pod-failure/";
pub(super) const TOPOLOGY: &str = "concepts/scheduling-eviction/topology-spread-constraints/";
pub(super) const TTL: &str = "concepts/workloads/controllers/ttlafterfinished/";
pub(super) const VOLUMES: &str = "concepts/storage/persistent-volumes/";
pub(super) const VOLUMES_BINDING: &str = "concepts/storage/persistent-volumes/#binding";
pub(super) const VOLUMES_DYNAMIC: &str = "concepts/storage/persistent-volumes/#dynamic";
pub(super) const VOLUMES_GROW: &str =
    "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims";
pub(super) const VOLUMES_IN_USE: &str =
    "concepts/storage/persistent-volumes/#storage-object-in-use-protection";
pub(super) const VOLUMES_RECLAIM: &str = "concepts/storage/persistent-volumes/#reclaiming";
