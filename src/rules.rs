//! The rules that recorded changes name: a title, a sentence, and the official page.

/// A rule of the rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its id, such as `P-403`.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// What it says.
    pub sentence: &'static str,
    /// Path of the official page below `https://kubernetes.io/docs/`.
    pub page: &'static str,
}

/// The rule of that id.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}

const LIFECYCLE: &str = "concepts/workloads/pods/pod-lifecycle/";
const PHASE: &str = "concepts/workloads/pods/pod-lifecycle/#pod-phase";
const STATES: &str = "concepts/workloads/pods/pod-lifecycle/#container-states";
const RESTARTS: &str = "concepts/workloads/pods/pod-lifecycle/#restart-policy";
const CONDITIONS: &str = "concepts/workloads/pods/pod-lifecycle/#pod-conditions";
const PROBES: &str = "concepts/workloads/pods/pod-lifecycle/#container-probes";
const END: &str = "concepts/workloads/pods/pod-lifecycle/#pod-termination";
const HOOKS: &str = "concepts/containers/container-lifecycle-hooks/";
const IMAGES: &str = "concepts/containers/images/";

const NODES: &str = "concepts/architecture/nodes/#node-status";
const NODE_DRAIN: &str = "tasks/administer-cluster/safely-drain-node/";
const NODE_OFF: &str = "concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown";
const NODE_SHUTDOWN: &str = "concepts/cluster-administration/node-shutdown/#graceful-node-shutdown";
const PRESSURE: &str = "concepts/scheduling-eviction/node-pressure-eviction/";
const TAINTS: &str = "concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions";
const LOST: &str = "concepts/architecture/nodes/#condition";
const GC: &str = "concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection";
const FORCE: &str = "tasks/run-application/force-delete-stateful-set-pod/";

const BUDGETS: &str = "concepts/workloads/pods/disruptions/#pod-disruption-budgets";

const STATEFUL: &str = "concepts/workloads/controllers/statefulset/";
const STATEFUL_STORAGE: &str = "concepts/workloads/controllers/statefulset/#stable-storage";
const STATEFUL_RETENTION: &str =
    "concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention";
const STATEFUL_ORDER: &str =
    "concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees";
const STATEFUL_PARALLEL: &str =
    "concepts/workloads/controllers/statefulset/#parallel-pod-management";
const STATEFUL_UPDATE: &str = "concepts/workloads/controllers/statefulset/#rolling-updates";
const STATEFUL_MAX: &str = "concepts/workloads/controllers/statefulset/#maximum-unavailable-pods";
const STATEFUL_HISTORY: &str = "concepts/workloads/controllers/statefulset/#revision-history";
const STATEFUL_SCALE: &str = "tasks/run-application/delete-stateful-set/";

const fn rule(
    id: &'static str,
    title: &'static str,
    sentence: &'static str,
    page: &'static str,
) -> Rule {
    Rule { id, title, sentence, page }
}

/// All rules that changes and waits name.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

/// In the order of their ids; those of nodes and rare turns of a Pod stand last.
const RULES: &[Rule] = &[
    rule(
        "B-3",
        "A budget protects Pods",
        "A PodDisruptionBudget says how many of its Pods must stay, or how many may be away; parts are rounded up.",
        BUDGETS,
    ),
    rule(
        "B-4",
        "What a budget allows",
        "So many evictions are allowed as there are healthy Pods beyond those the budget needs.",
        BUDGETS,
    ),
    rule(
        "B-6",
        "A budget is asked",
        "The API refuses an eviction when too few healthy Pods would stay; otherwise it charges the budget.",
        "concepts/scheduling-eviction/api-eviction/",
    ),
    rule(
        "B-8",
        "Pods without a scale",
        "Without a controller that says how many Pods there are to be, only a number in minAvailable works.",
        "tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors",
    ),
    rule(
        "E-01",
        "A Service is created",
        "A Service gets endpoints from the Pods its selector matches.",
        "concepts/services-networking/service/",
    ),
    rule(
        "E-03",
        "Addresses before readiness",
        "A Service with publishNotReadyAddresses lists its Pods whether they are ready or not.",
        "concepts/services-networking/dns-pod-service/",
    ),
    rule(
        "E-04",
        "A Pod has a name of its own",
        "A Pod has a DNS name below a Service if its hostname is set, its subdomain is the Service and the Service selects it.",
        "concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields",
    ),
    rule(
        "E-10",
        "Headless Services",
        "A Service with clusterIP None has no address of its own; its name stands for its Pods.",
        "concepts/services-networking/service/#headless-services",
    ),
    rule(
        "E-20",
        "The name of a Service",
        "The name of a Service with a cluster IP always answers with that address.",
        "concepts/services-networking/dns-pod-service/",
    ),
    rule(
        "E-21",
        "The name of a headless Service",
        "It answers with the addresses of the ready Pods; without one it does not resolve.",
        "concepts/services-networking/dns-pod-service/",
    ),
    rule(
        "E-22",
        "The name of a Pod",
        "A Pod's name resolves while the Pod is ready, or the Service publishes not ready addresses.",
        "concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields",
    ),
    rule(
        "E-23",
        "Ports have names too",
        "A named port has a name that tells the port number and who listens.",
        "concepts/services-networking/dns-pod-service/",
    ),
    rule(
        "G-05",
        "Foreground deletion",
        "A set deleted in the foreground stays until its Pods are gone.",
        "concepts/architecture/garbage-collection/#foreground-deletion",
    ),
    rule(
        "G-06",
        "Orphans",
        "The owner goes alone; what it owned stays without an owner.",
        "concepts/architecture/garbage-collection/#orphaned-dependents",
    ),
    rule(
        "K-2",
        "The kubelet looks every second",
        "The kubelet learns what started or ended at its next look at the runtime.",
        "concepts/architecture/cri/",
    ),
    rule(
        "K-4",
        "Tried again",
        "After a sync with an error the Pod is looked at again in 10 to 15 seconds.",
        LIFECYCLE,
    ),
    rule(
        "P-101",
        "A new Pod is Pending",
        "On creation the API server stores phase Pending and nothing else of the status.",
        PHASE,
    ),
    rule(
        "P-106",
        "The phase sums the containers up",
        "On every sync the kubelet computes the phase from the restart policy and the container states.",
        PHASE,
    ),
    rule(
        "P-114",
        "A reason belongs to its phase",
        "Reason and message are kept only while the phase stays the same.",
        PHASE,
    ),
    rule(
        "P-1202",
        "STATUS",
        "A word kubectl computes for display; it is not the phase.",
        "reference/kubectl/quick-reference/",
    ),
    rule(
        "P-1361",
        "What may be edited",
        "Of a live Pod only images, deadline, tolerations and gates may change.",
        "concepts/workloads/pods/#pod-update-and-replacement",
    ),
    rule(
        "P-202",
        "PodScheduled",
        "True once the Pod is bound to a node; False with a reason while it is not.",
        CONDITIONS,
    ),
    rule(
        "P-203",
        "PodReadyToStartContainers",
        "True while the Pod has a sandbox with a network.",
        CONDITIONS,
    ),
    rule(
        "P-204",
        "Initialized",
        "True when every init container has succeeded and every sidecar has started.",
        CONDITIONS,
    ),
    rule("P-205", "ContainersReady", "True while every container is ready.", CONDITIONS),
    rule(
        "P-206",
        "Ready",
        "True while all containers are ready and all readiness gates are open.",
        CONDITIONS,
    ),
    rule(
        "P-207",
        "Readiness gates",
        "Ready also waits for every condition that the Pod names as a gate.",
        "concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate",
    ),
    rule(
        "P-213",
        "DisruptionTarget",
        "Says that the Pod is about to be ended by a disruption, and by which.",
        CONDITIONS,
    ),
    rule(
        "P-215",
        "Conditions of others stay",
        "The kubelet keeps conditions that are not its own.",
        "concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate",
    ),
    rule(
        "P-301",
        "One state at a time",
        "A container is waiting, running or terminated; the state before is kept as lastState.",
        STATES,
    ),
    rule(
        "P-302",
        "Before the first start",
        "A container waits with ContainerCreating, or PodInitializing if there are init containers.",
        STATES,
    ),
    rule(
        "P-305",
        "Why a container waits",
        "The reason of a waiting container tells what its last start came to.",
        STATES,
    ),
    rule(
        "P-308",
        "Running",
        "The program was started, and its postStart hook, if it has one, has returned.",
        STATES,
    ),
    rule(
        "P-309",
        "Terminated",
        "The program ended; its exit code decides between Completed and Error.",
        STATES,
    ),
    rule(
        "P-310",
        "Exit codes of signals",
        "A program ended by a signal exits with 128 and the signal's number: 137 is SIGKILL.",
        STATES,
    ),
    rule(
        "P-321",
        "Out of memory",
        "With cgroup v2 and from 1.28 on all processes of a container are killed when one runs out of memory, unless the kubelet is told singleProcessOOMKill, from 1.32 on. Otherwise only that process goes, and the container may run on.",
        STATES,
    ),
    rule(
        "P-312",
        "Restart count",
        "A new instance has the count of the one before plus one; it never falls.",
        RESTARTS,
    ),
    rule(
        "P-313",
        "Started",
        "A running container has started once its startup probe, if any, has succeeded.",
        PROBES,
    ),
    rule(
        "P-314",
        "Container ready",
        "A started container is ready if its readiness probe, if any, has succeeded.",
        PROBES,
    ),
    rule(
        "P-317",
        "Image pull back-off",
        "After a failed pull the kubelet waits 10 s, doubling up to 300 s; the Pod stays Pending.",
        IMAGES,
    ),
    rule(
        "P-408",
        "CrashLoopBackOff",
        "While a restart is held back the container waits with this reason; the phase stays as it is.",
        RESTARTS,
    ),
    rule(
        "P-418",
        "A new sandbox",
        "When the sandbox is lost everything in it is killed and started again, init containers first.",
        LIFECYCLE,
    ),
    rule(
        "P-502",
        "Init containers run in order",
        "The next container starts when the init container before it has ended with 0.",
        "concepts/workloads/pods/init-containers/",
    ),
    rule(
        "P-509",
        "Sidecars start first",
        "What comes behind a sidecar starts as soon as the sidecar has started.",
        "concepts/workloads/pods/sidecar-containers/",
    ),
    rule(
        "P-514",
        "Sidecars stop last",
        "A sidecar is stopped when the containers behind it have ended.",
        "concepts/workloads/pods/sidecar-containers/",
    ),
    rule(
        "P-611",
        "Thresholds",
        "A probe's result counts once as many checks in a row agree as the threshold asks.",
        PROBES,
    ),
    rule(
        "P-702",
        "postStart holds up",
        "The container counts as running, and the next one starts, only when postStart has returned.",
        HOOKS,
    ),
    rule(
        "P-704",
        "preStop comes first",
        "When the kubelet stops a container, preStop runs before the stop signal.",
        HOOKS,
    ),
    rule(
        "P-802",
        "Deletion asked for",
        "The object gets a deletion timestamp and stays until its containers are down and its finalizers gone.",
        END,
    ),
    rule(
        "P-804",
        "Endpoints follow readiness",
        "A Pod takes traffic while it is Ready and not being deleted.",
        "concepts/services-networking/service/",
    ),
    rule(
        "P-806",
        "Stopping a Pod",
        "preStop, stop signal, the rest of the grace period, then SIGKILL.",
        END,
    ),
    rule(
        "P-807",
        "The stop signal",
        "The container's signal, else the image's, else SIGTERM, goes to the first process.",
        END,
    ),
    rule(
        "P-901",
        "No node fits",
        "The Pod stays Pending until a node takes it; the scheduler tries again.",
        "concepts/scheduling-eviction/kube-scheduler/",
    ),
    rule(
        "P-903",
        "Scheduling gates",
        "The scheduler leaves a Pod alone while it has a scheduling gate.",
        "concepts/scheduling-eviction/pod-scheduling-readiness/",
    ),
    rule(
        "P-904",
        "Bound once",
        "The scheduler binds a Pod to a node once and for ever.",
        "concepts/scheduling-eviction/kube-scheduler/",
    ),
    rule(
        "S-01",
        "A set's Pods have names",
        "Pods are called after the set and their ordinal, and keep that name when they are replaced.",
        STATEFUL,
    ),
    rule(
        "S-05",
        "A set has a size",
        "`spec.replicas` says how many Pods there are to be; 1 when unset.",
        STATEFUL,
    ),
    rule(
        "S-07",
        "Names end in the cluster domain",
        "A Pod of a set is called pod.service.namespace.svc.domain.",
        "concepts/workloads/controllers/statefulset/#stable-network-id",
    ),
    rule(
        "S-08",
        "Nobody makes the Service",
        "A set needs its Service for DNS names only, and never creates it.",
        "concepts/workloads/controllers/statefulset/#stable-network-id",
    ),
    rule(
        "S-09",
        "Identity is repaired",
        "At every sync the controller puts labels and the owners of claims right.",
        STATEFUL,
    ),
    rule(
        "S-11",
        "Some of the spec may change",
        "Size, template, strategy and a few more fields may be edited; the rest is fixed.",
        STATEFUL,
    ),
    rule(
        "S-16",
        "Claims come before the Pod",
        "A Pod is made only when each of its claims exists.",
        STATEFUL_STORAGE,
    ),
    rule(
        "S-21",
        "Claims have owners",
        "The retention policy works through owner references; the garbage collector does the deleting.",
        STATEFUL_RETENTION,
    ),
    rule(
        "S-26",
        "A claim that is going holds the Pod up",
        "While a claim is being deleted, the Pod that needs it cannot be made.",
        STATEFUL_STORAGE,
    ),
    rule(
        "S-29",
        "The controller looks again",
        "Every change of the set or its Pods leads to a sync; waiting Pods lead to one more.",
        STATEFUL,
    ),
    rule(
        "S-30",
        "Pods come in order",
        "The next Pod is made when all before it are running and ready.",
        STATEFUL_ORDER,
    ),
    rule(
        "S-31",
        "Pods come at once",
        "A parallel set makes all its missing Pods without waiting.",
        STATEFUL_PARALLEL,
    ),
    rule(
        "S-35",
        "A failed Pod is replaced at once",
        "Up to 1.30 a failed Pod is deleted and made anew in one sync.",
        STATEFUL,
    ),
    rule(
        "S-36",
        "A Pod that ended is replaced",
        "Since 1.31 a failed or succeeded Pod is deleted; its successor comes in a later sync.",
        STATEFUL,
    ),
    rule(
        "S-40",
        "Pods go in order",
        "Scaling down deletes the highest ordinal and waits until it is gone.",
        STATEFUL_ORDER,
    ),
    rule(
        "S-42",
        "Pods go at once",
        "A parallel set deletes all Pods it no longer wants in one sync.",
        STATEFUL_PARALLEL,
    ),
    rule(
        "S-50",
        "Updates go from the top",
        "A rolling update replaces one Pod at a time, the highest ordinal first.",
        STATEFUL_UPDATE,
    ),
    rule(
        "S-63",
        "The status counts Pods",
        "The controller writes how many Pods exist, are ready and have which revision.",
        STATEFUL,
    ),
    rule(
        "S-64",
        "An update is complete",
        "When all Pods are new and ready, the update revision becomes the current one.",
        STATEFUL_UPDATE,
    ),
    rule(
        "S-66",
        "A template is kept as a revision",
        "A new template gets a new revision; an old one gets its old revision back under a new number.",
        STATEFUL_HISTORY,
    ),
    rule(
        "S-67",
        "Old revisions go",
        "Revisions nobody uses are removed beyond the history limit.",
        STATEFUL_HISTORY,
    ),
    rule(
        "S-70",
        "Several Pods at once",
        "With a gate, an update may take as many Pods as may be unavailable.",
        STATEFUL_MAX,
    ),
    rule(
        "S-81",
        "Deleting a set has no order",
        "All Pods of a deleted set go at the same time.",
        STATEFUL_SCALE,
    ),
    rule(
        "S-82",
        "A set adopts Pods",
        "A Pod without owner whose name and labels match becomes the set's.",
        STATEFUL,
    ),
    rule(
        "S-83",
        "A set releases Pods",
        "A Pod whose labels stop matching is let go; its name stays taken.",
        STATEFUL,
    ),
    rule(
        "V-01",
        "A claim and a volume belong together",
        "Binding is one to one and stays until the claim is gone.",
        "concepts/storage/persistent-volumes/#binding",
    ),
    rule(
        "V-03",
        "A claim gets its volume",
        "A claim is bound to a volume that fits, or its class makes one.",
        "concepts/storage/persistent-volumes/",
    ),
    rule(
        "V-04",
        "Volumes are made for claims",
        "A class makes the volume a claim asks for, with the class's reclaim policy.",
        "concepts/storage/persistent-volumes/#dynamic",
    ),
    rule(
        "V-10",
        "The first consumer",
        "A class may bind a claim only when a Pod that uses it is scheduled.",
        "concepts/storage/storage-classes/#volume-binding-mode",
    ),
    rule(
        "V-11",
        "Claims come before scheduling",
        "A Pod is not scheduled while a claim that is bound at once is not bound.",
        "concepts/storage/persistent-volumes/",
    ),
    rule(
        "V-13",
        "One node at a time",
        "A disk for one node is attached to another only when the first has let go of it.",
        "concepts/storage/persistent-volumes/#access-modes",
    ),
    rule(
        "V-20",
        "Claims in use",
        "A claim that is deleted stays until no Pod uses it.",
        "concepts/storage/persistent-volumes/#storage-object-in-use-protection",
    ),
    rule(
        "V-21",
        "What becomes of the volume",
        "When the claim is gone, Delete removes the volume; Retain keeps it, released, for nobody else.",
        "concepts/storage/persistent-volumes/#reclaiming",
    ),
    rule(
        "V-22",
        "Claims that grow",
        "A bound claim may ask for more if its class allows it: the volume grows first, then the file system on the node.",
        "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims",
    ),
    rule(
        "W-1",
        "The world outside",
        "What programs, registries and servers do is up to you.",
        LIFECYCLE,
    ),
    // Nodes, and rare turns of a Pod.
    rule(
        "P-214",
        "Resizing in place",
        "The kubelet grants what a Pod asks for if its node has room, and defers or refuses it if not. Containers run on, unless their resizePolicy wants a new start.",
        "tasks/configure-pod-container/resize-container-resources/",
    ),
    rule(
        "P-815",
        "Static Pods",
        "A kubelet runs the manifests on its machine by itself. The API shows each as a mirror Pod: deleting that ends nothing, and the kubelet makes it again.",
        "tasks/configure-pod-container/static-pod/",
    ),
    rule(
        "P-809",
        "A kubelet starts anew",
        "Containers run on; the kubelet begins again from what it finds: a stop with the full grace period, back-off and probes from nothing.",
        END,
    ),
    rule(
        "P-416",
        "All containers start again",
        "An exit with a rule RestartAllContainers ends all containers at once, without hooks; then the Pod starts from its first init container, in the same sandbox.",
        RESTARTS,
    ),
    rule(
        "B-10",
        "Draining a node",
        "A drain cordons the node and asks for the eviction of its Pods, every 5 seconds until none is left.",
        NODE_DRAIN,
    ),
    rule(
        "P-1002",
        "A kubelet that cannot work",
        "A kubelet whose container runtime has not answered for 30 seconds, or whose network plugin is missing, says itself that its node is not Ready. The Pods stay Ready, for nobody marks them; containers run on and are not started again.",
        NODES,
    ),
    rule(
        "P-1005",
        "A silent node",
        "A node that has not been heard of for 40 seconds, 50 from 1.32 on, is Ready `Unknown`; one that never was, after 60 seconds.",
        NODES,
    ),
    rule(
        "P-1007",
        "Pods of a silent node",
        "The Pods of a node that counts as lost are not Ready; their phase and their containers are left as they were last told.",
        NODES,
    ),
    rule(
        "P-1009",
        "Taints make Pods go",
        "A taint `NoExecute` has Pods deleted that do not tolerate it, or when the time they tolerate it for is over: 300 seconds for a lost node.",
        TAINTS,
    ),
    rule(
        "P-1012",
        "Terminating until the kubelet says so",
        "A deleted Pod stays until its kubelet has confirmed that it stopped, also when the kubelet does not answer.",
        LOST,
    ),
    rule(
        "P-1013",
        "Pods of a deleted node",
        "The Pods of a node that has no Node object any more are removed after 40 to 60 seconds, in phase Failed.",
        GC,
    ),
    rule(
        "P-1015",
        "A node that comes back",
        "A kubelet that is heard again says that its node is Ready; the taints go, and what was planned for its Pods is off.",
        NODES,
    ),
    rule(
        "P-1016",
        "News for the kubelet",
        "A kubelet that was cut off learns what happened meanwhile, and stops the containers of Pods that are to go.",
        LOST,
    ),
    rule(
        "P-1017",
        "A machine starts anew",
        "Nothing of what ran has survived: Pods that are still bound to the node get a new sandbox, and their containers start again.",
        NODES,
    ),
    rule(
        "P-1018",
        "Graceful node shutdown",
        "A kubelet that was given time for it ends its Pods before the machine goes off, critical ones last; they have failed with the reason `Terminated`. Without that time, as is usual, the machine just goes.",
        NODE_SHUTDOWN,
    ),
    rule(
        "P-1019",
        "A machine is switched off",
        "Everything on it ends at once and tells nobody; for the cluster the node is only silent.",
        NODE_OFF,
    ),
    rule(
        "P-120",
        "Room for critical Pods",
        "When a critical Pod does not fit on the node it is on, the kubelet ends other Pods, one after the other: as few as can be, BestEffort before Burstable, Guaranteed last. Their phase is Failed, the reason Preempting.",
        "tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/",
    ),
    rule(
        "P-1021",
        "Evictions under node pressure",
        "When a node has too little memory, disk or process ids left, its kubelet evicts one Pod every ten seconds: first those that use more than they asked for, then those of low priority, then those that are most above what they asked for.",
        PRESSURE,
    ),
    rule(
        "P-1022",
        "No room for such Pods",
        "Under memory pressure a kubelet refuses Pods of the class BestEffort, under pressure of another kind all that are not critical. The node is short of it until five minutes after it last was.",
        PRESSURE,
    ),
    rule(
        "P-1023",
        "Too many ended Pods",
        "Pods that have ended stay, until there are more of them than the cluster keeps: evicted ones go first, then the oldest.",
        GC,
    ),
    rule(
        "P-141",
        "A disk dies",
        "The machine is lost with everything on it. Its Pods end when people delete the Node object.",
        LOST,
    ),
    rule(
        "S-95",
        "At most one, unless forced",
        "A Pod that is deleted by force has a successor at once, although its own containers may still run.",
        FORCE,
    ),
];
