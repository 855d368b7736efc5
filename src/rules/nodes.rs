//! Rules about nodes: the scheduler, the kubelet and its constants, lost and overloaded machines.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! node_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        P901 = "P-901", "No node fits",
            ALL, SCHEDULER, [],
            "pkg/scheduler/schedule_one.go handleSchedulingFailure",
            "The Pod stays Pending until a node fits; the scheduler tries again.";
        P903 = "P-903", "Scheduling gates",
            since(26), SCHEDULING_GATES, [],
            "pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go PreEnqueue",
            "The scheduler does not schedule a Pod while it has a scheduling gate.";
        P904 = "P-904", "Bound once",
            ALL, SCHEDULER, ["Pod"],
            "pkg/registry/core/pod/storage/storage.go assignPod",
            "The scheduler binds a Pod to a node once; the Pod never moves to another node.";
        P909 = "P-909", "Another scheduler",
            ALL, SCHEDULERS, [],
            "pkg/scheduler/eventhandlers.go responsibleForPod",
            "The scheduler leaves a Pod alone whose schedulerName is the name of another scheduler.";
        P910 = "P-910", "Resource claims",
            since(34), DYNAMIC_RESOURCES, [],
            "pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go PreEnqueue",
            "The scheduler does not schedule a Pod while one of its ResourceClaims does not exist.";
        P1002 = "P-1002", "A kubelet that cannot work",
            ALL, NODES, ["Node"],
            "pkg/kubelet/nodestatus/setters.go ReadyCondition",
            "A kubelet whose container runtime has not responded for 30 seconds, or whose network plugin is \
             missing, reports that its node is not Ready. The Pods stay Ready, because no controller \
             changes them; containers keep running and are not restarted.";
        P1005 = "P-1005", "A node that does not report",
            ALL, NODES, ["Node"],
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "When its kubelet has not reported for 40 seconds, 50 from 1.32 on, Ready of a node becomes \
             `Unknown`; after 60 seconds if it never reported.";
        P1007 = "P-1007", "Pods of a node that does not report",
            ALL, NODES, ["Pod"],
            "pkg/controller/util/node/controller_utils.go MarkPodsNotReady",
            "When the kubelet of a node has stopped reporting, its Pods are not Ready; their phase and \
             their containers stay as last reported.";
        P1009 = "P-1009", "Taints evict Pods",
            ALL, TAINTS, ["Node"],
            "pkg/controller/tainteviction/taint_eviction.go processPodOnNode",
            "A taint `NoExecute` evicts Pods that do not tolerate it, or when their tolerationSeconds are \
             over: 300 seconds by default for a node that does not report.";
        P1012 = "P-1012", "Terminating until the kubelet confirms",
            ALL, LOST, [],
            "pkg/kubelet/pod_workers.go completeTerminating",
            "A deleted Pod stays until its kubelet has confirmed that it stopped, also when the kubelet \
             does not respond.";
        P1013 = "P-1013", "Pods of a deleted node",
            ALL, GC, ["Node", "Pod"],
            "pkg/controller/podgc/gc_controller.go gcOrphaned",
            "The Pods of a node without a Node object are removed after 40 to 60 seconds, in phase Failed.";
        P1015 = "P-1015", "A node that comes back",
            ALL, NODES, ["Node"],
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go processNoTaintBaseEviction",
            "When the kubelet reports again that its node is Ready, the taints are removed, and planned \
             evictions of its Pods are cancelled.";
        P1016 = "P-1016", "The kubelet catches up",
            ALL, LOST, [],
            "pkg/kubelet/pod_workers.go UpdatePod",
            "A kubelet that was cut off sees what changed in the meantime, and stops the containers of \
             deleted Pods.";
        P1017 = "P-1017", "A machine restarts",
            ALL, NODES, ["Node", "Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "No container survives: Pods that are still bound to the node get a new sandbox, and their \
             containers start again.";
        P1018 = "P-1018", "Graceful node shutdown",
            since(21), NODE_SHUTDOWN, ["Node", "Pod"],
            "pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go processShutdownEvent",
            "A kubelet that has time configured for it terminates its Pods before the machine shuts down, \
             critical ones last; they fail with the reason `Terminated`. Without that time, as by default, \
             the machine shuts down at once.";
        P1019 = "P-1019", "A machine is powered off",
            ALL, NODE_OFF, ["Node"],
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "Everything on it stops at once and reports nothing; the cluster sees only a node that does not \
             report.";
        P1021 = "P-1021", "Evictions under node pressure",
            ALL, PRESSURE, ["Node", "Pod"],
            "pkg/kubelet/eviction/eviction_manager.go synchronize",
            "When a node has too little memory, disk or process ids left, its kubelet evicts one Pod every \
             ten seconds: first those that use more than they request, then those of low priority, then \
             those that exceed their requests most.";
        P1022 = "P-1022", "No Pods under pressure",
            ALL, PRESSURE, ["Pod"],
            "pkg/kubelet/eviction/eviction_manager.go Admit",
            "Under memory pressure a kubelet rejects Pods of the class BestEffort, under pressure of \
             another kind all Pods that are not critical. The condition stays for five minutes after the \
             pressure ends.";
        K2 = "K-2", "The kubelet checks every second",
            ALL, CRI, [],
            "pkg/kubelet/pleg/generic.go Relist",
            "The kubelet sees that a container started or terminated when it next checks the container \
             runtime.";
        K4 = "K-4", "Retry after an error",
            ALL, LIFECYCLE, [],
            "pkg/kubelet/pod_workers.go completeWork",
            "After a sync with an error the kubelet syncs the Pod again in 10 to 15 seconds.";
        K5 = "K-5", "No network",
            ALL, KUBELET, [],
            "pkg/kubelet/pod_workers.go completeWork",
            "While the node has no network, the kubelet tries a Pod again after 1 to 1.5 seconds.";
        K3 = "K-3", "The next sync",
            ALL, KUBELET, [],
            "pkg/kubelet/pod_workers.go completeWork",
            "After a sync without error the next one comes in 60 to 90 seconds.";
        K6 = "K-6", "Clean-up",
            ALL, KUBELET, [],
            "pkg/kubelet/kubelet.go HandlePodCleanups",
            "Every two seconds the kubelet cleans up after Pods that should not run.";
        K7 = "K-7", "The status manager",
            ALL, KUBELET, [],
            "pkg/kubelet/status/status_manager.go syncBatch",
            "The kubelet writes a change of a status at once, and checks everything every ten seconds.";
        W1 = "W-1", "The environment",
            ALL, LIFECYCLE, ["Container", "Image", "Manifest", "Pod", "Server"],
            "none",
            "Programs do what their commands say, as far as Podlab reads them, unless you decide otherwise. You decide what registries and \
             servers do.";
        P1024 = "P-1024", "Deleted before they were bound",
            ALL, GC, ["Pod"],
            "pkg/controller/podgc/gc_controller.go gcUnscheduledTerminating",
            "The garbage collector also removes deleted Pods that never had a node; it sets their phase to \
             Failed first.";
        P1014 = "P-1014", "Out of service",
            since(24), NODE_OFF, ["Pod"],
            "pkg/controller/podgc/gc_controller.go gcTerminating",
            "With this taint on a node that is not ready, its terminating Pods are force deleted and their \
             volumes detached.";
    }
    book {
        P1023 = "P-1023", "Too many ended Pods",
            ALL, GC,
            "pkg/controller/podgc/gc_controller.go gcTerminated",
            "Pods that have ended stay, until there are more of them than the cluster keeps: evicted ones go \
             first, then the oldest.";
        P902 = "P-902", "The scheduler's message",
            ALL, SCHEDULER,
            "pkg/scheduler/framework/types.go FitError.Error",
            "It counts the nodes for each reason why the Pod does not fit.";
        P905 = "P-905", "A node named in the spec",
            ALL, ASSIGN,
            "pkg/kubelet/kubelet.go HandlePodAdditions",
            "A Pod with nodeName skips the scheduler; its kubelet may still reject it.";
        P906 = "P-906", "Later taints and labels",
            ALL, TAINTS,
            "pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go Filter",
            "NoSchedule taints and changed labels do not affect Pods that already run.";
        P907 = "P-907", "Preemption",
            ALL, PRIORITY,
            "pkg/scheduler/framework/preemption/preemption.go Preempt",
            "For a Pod of higher priority the scheduler deletes Pods of lower priority and names the node for it.";
        P908 = "P-908", "Cordon",
            ALL, NODE_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go RunCordonOrUncordon",
            "A cordoned node takes no new Pods; what runs there stays.";
        P1001 = "P-1001", "A healthy node",
            ALL, LEASES,
            "pkg/kubelet/nodestatus/setters.go ReadyCondition",
            "Its kubelet renews a lease every ten seconds and reports Ready.";
        P1003 = "P-1003", "What kubectl shows of a node",
            ALL, NODES,
            "pkg/printers/internalversion/printers.go printNode",
            "NotReady stands for False and for Unknown; a cordoned node also shows SchedulingDisabled.";
        P1004 = "P-1004", "The node controller's look",
            ALL, NODES,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "Every five seconds it looks for a newer lease or status of each node.";
        P1006 = "P-1006", "The Event of a lost node",
            ALL, NODES,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "The node tells NodeNotReady in the moment in which it counts as lost.";
        P1008 = "P-1008", "The phase of a lost Pod",
            ALL, LOST,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "It does not change while the node is lost.";
        P1010 = "P-1010", "Default tolerations",
            ALL, TAINTS,
            "plugin/pkg/admission/defaulttolerationseconds/admission.go Admit",
            "Admission lets every Pod tolerate a lost node for 300 seconds, unless it says otherwise.";
        P1011 = "P-1011", "Pods of a lost node are deleted",
            ALL, TAINTS,
            "pkg/controller/tainteviction/taint_eviction.go deletePodHandler",
            "About 350 seconds after the last sign of the node its Pods are deleted gracefully.";
        P1025 = "P-1025", "Zones",
            ALL, NODES,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go ComputeZoneState",
            "If many nodes of a zone are lost, its Pods are evicted more slowly or not at all.";
        K1 = "K-1", "The kubelet's loop",
            ALL, KUBELET,
            "pkg/kubelet/kubelet.go syncLoopIteration",
            "Every second the kubelet looks for Pods whose next sync is due.";
        K8 = "K-8", "Figures of the restart back-off",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet.go MaxContainerBackOff",
            "10 s at first, doubled each time, 300 s at most.";
        K9 = "K-9", "When the restart back-off resets",
            ALL, RESTARTS,
            "staging/src/k8s.io/client-go/util/flowcontrol/backoff.go hasExpired",
            "After an instance that ran for more than 600 s.";
        K10 = "K-10", "Figures of the pull back-off",
            ALL, IMAGES,
            "pkg/kubelet/images/image_manager.go EnsureImageExists",
            "10 s at first, doubled each time, 300 s at most, for each Pod and image.";
        K11 = "K-11", "The default grace period",
            ALL, END,
            "pkg/apis/core/v1/defaults.go SetDefaults_PodSpec",
            "A Pod has 30 seconds to stop; a negative number counts as one.";
        K12 = "K-12", "The shortest stop",
            ALL, END,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go minimumGracePeriodInSeconds",
            "At least two seconds lie between the stop signal and SIGKILL.";
        K14 = "K-14", "Default numbers of probes",
            ALL, PROBES_TASK,
            "pkg/apis/core/v1/defaults.go SetDefaults_Probe",
            "Delay 0, period 10, timeout 1, success 1, failure 3.";
        K15 = "K-15", "Attempts of a check",
            ALL, PROBES,
            "pkg/kubelet/prober/prober.go maxProbeRetries",
            "A check that cannot be made is tried three times in a row.";
        K16 = "K-16", "What a check keeps",
            ALL, PROBES_TASK,
            "pkg/probe/exec/exec.go maxReadLength",
            "10 KiB of a command's output or of an HTTP body.";
        K17 = "K-17", "The size of termination messages",
            ALL, TERMINATION,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go getTerminationMessage",
            "4096 bytes for a container and 12 KiB for all of a Pod; from the log the last 2048 bytes or 80 \
             lines.";
        K18 = "K-18", "Where termination messages stand",
            ALL, TERMINATION,
            "pkg/apis/core/v1/defaults.go SetDefaults_Container",
            "In /dev/termination-log, with the policy File, unless the container says otherwise.";
        K19 = "K-19", "Node leases",
            ALL, LEASES,
            "staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go sync",
            "A lease lasts 40 seconds and is renewed every 10.";
        K20 = "K-20", "Node status",
            ALL, NODES,
            "pkg/kubelet/kubelet_node_status.go syncNodeStatus",
            "The kubelet computes it every ten seconds and posts it after five minutes if nothing changed.";
        K21 = "K-21", "The node monitor's period",
            ALL, CONTROLLER_MANAGER,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go Run",
            "Five seconds lie between two looks at the nodes.";
        K22 = "K-22", "The node monitor's grace",
            ALL, CONTROLLER_MANAGER,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth",
            "A silent node is lost after 40 seconds, from 1.32 on after 50; one that never reported after 60.";
        K23 = "K-23", "The default toleration time",
            ALL, TAINTS,
            "plugin/pkg/admission/defaulttolerationseconds/admission.go Admit",
            "A Pod tolerates a lost node for 300 seconds.";
        K24 = "K-24", "The rate of evictions from nodes",
            ALL, CONTROLLER_MANAGER,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go doNoExecuteTaintingPass",
            "One node in ten seconds, or one in a hundred seconds in a zone that is partly lost.";
        K25 = "K-25", "Large clusters",
            ALL, CONTROLLER_MANAGER,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go ReducedQPSFunc",
            "A cluster is large with more than 50 nodes; a zone is unhealthy when 55 percent of it, and three \
             nodes at least, are not ready.";
        K26 = "K-26", "How many ended Pods stay",
            ALL, GC,
            "pkg/controller/podgc/gc_controller.go gcTerminated",
            "12500; the collector looks every 20 seconds.";
        K27 = "K-27", "The quarantine of orphaned Pods",
            ALL, GC,
            "pkg/controller/podgc/gc_controller.go gcOrphaned",
            "The collector waits 40 seconds before it removes Pods of a node that does not exist.";
        K28 = "K-28", "The check for pressure",
            ALL, PRESSURE,
            "pkg/kubelet/eviction/eviction_manager.go synchronize",
            "Every ten seconds; a pressure condition stays for five minutes after it ended.";
        K29 = "K-29", "Hard thresholds",
            ALL, PRESSURE,
            "pkg/kubelet/eviction/defaults_linux.go DefaultEvictionHard",
            "100Mi of memory, 10 percent of the node's disk, 15 percent of the image disk, 5 percent of its \
             inodes.";
        K30 = "K-30", "Image pulls",
            ALL, IMAGES,
            "pkg/kubelet/images/puller.go newSerialImagePuller",
            "A node pulls one image at a time.";
        K31 = "K-31", "When the scheduler tries again",
            ALL, SCHEDULER,
            "pkg/scheduler/backend/queue/scheduling_queue.go moveAllToActiveOrBackoffQueue",
            "After an event that may help, with a wait of 1 to 10 seconds, and after five minutes at the latest.";
        K33 = "K-33", "The time for a shutdown",
            ALL, NODE_SHUTDOWN,
            "pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go NewManager",
            "A kubelet has no time for it unless the node is configured otherwise.";
        K34 = "K-34", "How Events are merged",
            ALL, EVENTS,
            "staging/src/k8s.io/client-go/tools/record/events_cache.go EventCorrelate",
            "Equal Events are counted; after ten similar ones in ten minutes they are folded into one.";
    }
    unmodelled {
        P1101 = "P-1101", "What owners do",
            ALL, LIFECYCLE,
            "pkg/controller/replicaset/replica_set.go manageReplicas",
            "A controller replaces failed and deleted Pods by the rules of its kind; a bare Pod is not replaced.";
        P1102 = "P-1102", "Containers and Pods",
            ALL, LIFECYCLE,
            "pkg/kubelet/kubelet.go SyncPod",
            "The kubelet restarts containers within a Pod; controllers make and delete Pods.";
        P1103 = "P-1103", "Jobs and restarts",
            ALL, JOB,
            "pkg/controller/job/job_controller.go syncJob",
            "Under OnFailure the restarts of containers count against the limit of the Job, under Never failed \
             Pods do.";
        P1104 = "P-1104", "Evicted Pods stay",
            ALL, REPLICASET,
            "pkg/controller/replicaset/replica_set.go syncReplicaSet",
            "Evicted Pods of a ReplicaSet stay as Failed objects while replacements are made.";
        P1105 = "P-1105", "The deadline of a Deployment",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/progress.go syncRolloutStatus",
            "It only reports that a rollout makes no progress; it stops nothing.";
        K13 = "K-13", "The shortest grace on a node",
            ALL, END,
            "pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod",
            "A kubelet gives a Pod one second at least.";
        K32 = "K-32", "The back-off of Jobs",
            ALL, JOB,
            "pkg/controller/job/backoff_utils.go getRemainingTime",
            "10 s, doubled up to ten minutes, between replacements of failed Pods.";
    }
    } };
}
pub(super) use node_rules;
