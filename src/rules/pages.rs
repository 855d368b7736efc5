//! The pages of the official documentation that the rules name, below `https://kubernetes.io/docs/`.

pub(super) const ACCESS_MODES: &str = "concepts/storage/persistent-volumes/#access-modes";
pub(super) const API_EVICTION: &str = "concepts/scheduling-eviction/api-eviction/";
pub(super) const BINDING_MODE: &str = "concepts/storage/storage-classes/#volume-binding-mode";
pub(super) const BUDGETS: &str = "concepts/workloads/pods/disruptions/#pod-disruption-budgets";
pub(super) const BUDGETS_OF_OTHERS: &str =
    "tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors";
pub(super) const CONDITIONS: &str = "concepts/workloads/pods/pod-lifecycle/#pod-conditions";
pub(super) const CRI: &str = "concepts/architecture/cri/";
pub(super) const CRITICAL_PODS: &str =
    "tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/";
pub(super) const DNS: &str = "concepts/services-networking/dns-pod-service/";
pub(super) const DNS_OF_PODS: &str =
    "concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields";
pub(super) const END: &str = "concepts/workloads/pods/pod-lifecycle/#pod-termination";
pub(super) const FORCE: &str = "tasks/run-application/force-delete-stateful-set-pod/";
pub(super) const FOREGROUND: &str = "concepts/architecture/garbage-collection/#foreground-deletion";
pub(super) const GC: &str = "concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection";
pub(super) const HEADLESS: &str = "concepts/services-networking/service/#headless-services";
pub(super) const HOOKS: &str = "concepts/containers/container-lifecycle-hooks/";
pub(super) const IMAGES: &str = "concepts/containers/images/";
pub(super) const INIT: &str = "concepts/workloads/pods/init-containers/";
pub(super) const KUBECTL: &str = "reference/kubectl/quick-reference/";
pub(super) const LIFECYCLE: &str = "concepts/workloads/pods/pod-lifecycle/";
pub(super) const LOST: &str = "concepts/architecture/nodes/#condition";
pub(super) const NODES: &str = "concepts/architecture/nodes/#node-status";
pub(super) const NODE_DRAIN: &str = "tasks/administer-cluster/safely-drain-node/";
pub(super) const NODE_OFF: &str =
    "concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown";
pub(super) const NODE_SHUTDOWN: &str =
    "concepts/cluster-administration/node-shutdown/#graceful-node-shutdown";
pub(super) const ORPHANS: &str = "concepts/architecture/garbage-collection/#orphaned-dependents";
pub(super) const PHASE: &str = "concepts/workloads/pods/pod-lifecycle/#pod-phase";
pub(super) const POD_UPDATE: &str = "concepts/workloads/pods/#pod-update-and-replacement";
pub(super) const PRESSURE: &str = "concepts/scheduling-eviction/node-pressure-eviction/";
pub(super) const PROBES: &str = "concepts/workloads/pods/pod-lifecycle/#container-probes";
pub(super) const READINESS_GATES: &str =
    "concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate";
pub(super) const RESIZE: &str = "tasks/configure-pod-container/resize-container-resources/";
pub(super) const RESTARTS: &str = "concepts/workloads/pods/pod-lifecycle/#restart-policy";
pub(super) const SCHEDULER: &str = "concepts/scheduling-eviction/kube-scheduler/";
pub(super) const SCHEDULING_GATES: &str = "concepts/scheduling-eviction/pod-scheduling-readiness/";
pub(super) const SERVICES: &str = "concepts/services-networking/service/";
pub(super) const SIDECARS: &str = "concepts/workloads/pods/sidecar-containers/";
pub(super) const STATEFUL: &str = "concepts/workloads/controllers/statefulset/";
pub(super) const STATEFUL_HISTORY: &str =
    "concepts/workloads/controllers/statefulset/#revision-history";
pub(super) const STATEFUL_MAX: &str =
    "concepts/workloads/controllers/statefulset/#maximum-unavailable-pods";
pub(super) const STATEFUL_NETWORK: &str =
    "concepts/workloads/controllers/statefulset/#stable-network-id";
pub(super) const STATEFUL_ORDER: &str =
    "concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees";
pub(super) const STATEFUL_PARALLEL: &str =
    "concepts/workloads/controllers/statefulset/#parallel-pod-management";
pub(super) const STATEFUL_RETENTION: &str =
    "concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention";
pub(super) const STATEFUL_SCALE: &str = "tasks/run-application/delete-stateful-set/";
pub(super) const STATEFUL_STORAGE: &str =
    "concepts/workloads/controllers/statefulset/#stable-storage";
pub(super) const STATEFUL_UPDATE: &str =
    "concepts/workloads/controllers/statefulset/#rolling-updates";
pub(super) const STATES: &str = "concepts/workloads/pods/pod-lifecycle/#container-states";
pub(super) const STATIC_PODS: &str = "tasks/configure-pod-container/static-pod/";
pub(super) const TAINTS: &str =
    "concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions";
pub(super) const VOLUMES: &str = "concepts/storage/persistent-volumes/";
pub(super) const VOLUMES_BINDING: &str = "concepts/storage/persistent-volumes/#binding";
pub(super) const VOLUMES_DYNAMIC: &str = "concepts/storage/persistent-volumes/#dynamic";
pub(super) const VOLUMES_GROW: &str =
    "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims";
pub(super) const VOLUMES_IN_USE: &str =
    "concepts/storage/persistent-volumes/#storage-object-in-use-protection";
pub(super) const VOLUMES_RECLAIM: &str = "concepts/storage/persistent-volumes/#reclaiming";
