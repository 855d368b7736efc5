//! Rules about Pods: phase, conditions and deletion.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! pod_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        P101 = "P-101", "A new Pod is Pending",
            ALL, PHASE, ["Pod"],
            "pkg/registry/core/pod/strategy.go PrepareForCreate",
            "When a Pod is created, the API server stores only the phase Pending in its status.";
        P106 = "P-106", "Pod phase",
            ALL, PHASE, ["Pod"],
            "pkg/kubelet/kubelet_pods.go getPhase",
            "On every sync the kubelet computes the phase from the restart policy and the container states.";
        P114 = "P-114", "A reason belongs to its phase",
            ALL, PHASE, ["Pod"],
            "pkg/kubelet/kubelet_pods.go generateAPIPodStatus",
            "Reason and message are kept only while the phase stays the same.";
        P120 = "P-120", "Room for critical Pods",
            ALL, CRITICAL_PODS, ["Node", "Pod"],
            "pkg/kubelet/preemption/preemption.go evictPodsToFreeRequests",
            "When a critical Pod does not fit on its node, the kubelet preempts other Pods, one after the \
             other: as few as possible, BestEffort before Burstable, Guaranteed last. Their phase is \
             Failed, the reason Preempting.";
        P141 = "P-141", "A disk fails",
            ALL, LOST, ["Node", "Pod"],
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "The machine is lost with everything on it. Its Pods stay until a client deletes the Node \
             object.";
        P202 = "P-202", "PodScheduled",
            ALL, CONDITIONS, ["Pod"],
            "pkg/scheduler/schedule_one.go updatePodCondition",
            "True once the Pod is bound to a node; False with a reason while it is not.";
        P203 = "P-203", "PodReadyToStartContainers",
            since(25), CONDITIONS, ["Pod"],
            "pkg/kubelet/status/generate.go GeneratePodReadyToStartContainersCondition",
            "True while the Pod has a sandbox with a network.";
        P204 = "P-204", "Initialized",
            ALL, CONDITIONS, ["Pod"],
            "pkg/kubelet/status/generate.go GeneratePodInitializedCondition",
            "True when every init container has succeeded and every sidecar has started.";
        P205 = "P-205", "ContainersReady",
            ALL, CONDITIONS, ["Pod"],
            "pkg/kubelet/status/generate.go GenerateContainersReadyCondition",
            "True while every container is ready.";
        P206 = "P-206", "Ready",
            ALL, CONDITIONS, ["Pod"],
            "pkg/kubelet/status/generate.go GeneratePodReadyCondition",
            "True while all containers are ready and all readiness gates are open.";
        P207 = "P-207", "Readiness gates",
            ALL, READINESS_GATES, [],
            "pkg/kubelet/status/generate.go GeneratePodReadyCondition",
            "Ready also waits for every condition that the Pod names as a gate.";
        P213 = "P-213", "DisruptionTarget",
            since(25), CONDITIONS, ["Pod"],
            "pkg/apis/core/types.go DisruptionTarget",
            "The Pod is about to be terminated by a disruption; the reason says by which one.";
        P214 = "P-214", "Resizing in place",
            since(27), RESIZE, ["Pod"],
            "pkg/kubelet/allocation/allocation_manager.go RetryPendingResizes",
            "The kubelet grants the requested resources if its node has room, and defers or refuses them if \
             not. Containers keep running, unless their resizePolicy requires a restart.";
        P219 = "P-219", "The subresource status",
            ALL, CONDITIONS, ["Pod"],
            "pkg/registry/core/pod/strategy.go podStatusStrategy.PrepareForUpdate",
            "A client may write the status of a Pod through the subresource status. The kubelet restores at its \
             next write what it computes itself.";
        P802 = "P-802", "Deletion requested",
            ALL, END, ["Pod"],
            "staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete",
            "The object gets a deletion timestamp and stays until its containers have stopped and its \
             finalizers are removed.";
        P804 = "P-804", "Endpoints follow readiness",
            ALL, SERVICES, ["Endpoints"],
            "staging/src/k8s.io/endpointslice/utils.go podToEndpoint",
            "A Pod receives traffic while it is Ready and not being deleted.";
        P806 = "P-806", "Stopping a Pod",
            ALL, END, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer",
            "preStop, stop signal, the rest of the grace period, then SIGKILL.";
        P816 = "P-816", "The active deadline",
            ALL, POD_API, [],
            "pkg/kubelet/active_deadline.go ShouldSync",
            "When a Pod has been on its node for longer than activeDeadlineSeconds, the kubelet ends it; it is \
             Failed and the object stays.";
        P807 = "P-807", "The stop signal",
            ALL, END, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container.go getContainerConfigStopSignal",
            "The container runtime sends the stop signal of the container, else that of its image, else \
             SIGTERM, to process 1 in the container.";
        P809 = "P-809", "A kubelet restarts",
            ALL, END, ["Node"],
            "pkg/kubelet/pod_workers.go UpdatePod",
            "Containers keep running. The kubelet continues from what it finds: a stop gets the full grace \
             period again, back-off and probes start anew.";
        P815 = "P-815", "Static Pods",
            ALL, STATIC_PODS, ["Pod"],
            "pkg/kubelet/pod/mirror_client.go CreateMirrorPod",
            "A kubelet runs the manifests on its machine by itself. The API shows each as a mirror Pod: \
             deleting that has no effect on the containers, and the kubelet creates it again.";
        P122 = "P-122", "The kubelet rejects a Pod",
            ALL, PHASE, ["Pod"],
            "pkg/kubelet/kubelet.go rejectPod",
            "A Pod that does not fit or must not run on its node is Failed at once, with the reason of the \
             rejection, and the kubelet does not retry.";
    }
    book {
        P102 = "P-102", "Who computes the phase",
            ALL, PHASE,
            "pkg/kubelet/kubelet.go SyncPod",
            "On every sync the kubelet computes the phase from the restart policy and the container statuses, \
             before it acts on them.";
        P103 = "P-103", "Init containers and the phase",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "An init container that is not complete counts as pending, one with a failed last run as failed, one \
             that exited with 0 as done.";
        P104 = "P-104", "Sidecars and the phase",
            since(28), PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "A sidecar counts as running while it runs; until it has started it also keeps initialization \
             pending.";
        P105 = "P-105", "App containers and the phase",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Each app container counts as running, waiting, stopped, succeeded or unknown; one that waits after a \
             run counts as stopped.";
        P107 = "P-107", "An app container has started",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Some app container is running or has run in its current state.";
        P108 = "P-108", "A container without status",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "While an app container or sidecar has no status, the Pod stays Pending.";
        P109 = "P-109", "The terminal pass",
            ALL, END,
            "pkg/kubelet/kubelet.go SyncTerminatedPod",
            "After the kubelet has stopped all containers of a Pod that must end, it computes the phase once \
             more; then the result is Succeeded or Failed.";
        P110 = "P-110", "The phase of static Pods",
            ALL, STATIC_PODS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "The terminal pass does not force a static Pod into a terminal phase.";
        P111 = "P-111", "The phase with container policies",
            since(34), RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "With restart rules of containers, the phase asks for each stopped container whether it may restart.";
        P112 = "P-112", "Pending after the start",
            since(29), PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "A pending init container keeps the Pod Pending; a pending sidecar does so only until an app \
             container of this sandbox has started.";
        P113 = "P-113", "A terminal phase is final",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go generateAPIPodStatus",
            "Once the API or the kubelet holds a terminal phase, nothing changes it.";
        P115 = "P-115", "The deadline sets the phase",
            ALL, PHASE,
            "pkg/kubelet/active_deadline.go ShouldEvict",
            "A Pod past its active deadline is Failed with the reason DeadlineExceeded.";
        P116 = "P-116", "Terminal only when all has stopped",
            ALL, END,
            "pkg/kubelet/status/status_manager.go mergePodStatus",
            "The API shows a terminal phase only when no container of the Pod can still run.";
        P117 = "P-117", "The phase may go back",
            ALL, PHASE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Running becomes Pending again when init containers run in a new sandbox, or when a container waits \
             and no earlier run of it is recorded.";
        P118 = "P-118", "Terminal before removal",
            since(27), END,
            "pkg/kubelet/kubelet.go SyncTerminatedPod",
            "A deleted Pod first becomes Succeeded or Failed and is removed after that, unless it is static or \
             deleted by force.";
        P119 = "P-119", "Lost containers end the Pod",
            ALL, END,
            "pkg/kubelet/status/status_manager.go TerminatePod",
            "When the kubelet finishes a Pod that is still Pending or Running, the Pod is Failed and lost \
             containers end with 137.";
        P121 = "P-121", "Phase Unknown",
            ALL, PHASE,
            "pkg/apis/core/types.go PodPhase",
            "No component sets this phase today; an object that has it counts as not terminal.";
        P123 = "P-123", "STATUS is not the phase",
            ALL, PHASE,
            "pkg/printers/internalversion/printers.go printPod",
            "Words such as Terminating, CrashLoopBackOff or Completed are printed by kubectl; they are no phases.";
        P124 = "P-124", "Ephemeral containers do not count",
            ALL, EPHEMERAL,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "They influence neither the phase nor the conditions nor completion.";
        P131 = "P-131", "One container exits with 0",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Under Always it restarts and the Pod stays Running; otherwise the Pod has Succeeded.";
        P132 = "P-132", "No Event for an exit",
            ALL, STATES,
            "pkg/kubelet/pleg/generic.go Relist",
            "A container that ends by itself leaves no Event on its Pod; only its state tells of it.";
        P133 = "P-133", "One container fails",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Under Always and OnFailure it restarts and the Pod stays Running; under Never the Pod has Failed.";
        P136 = "P-136", "One of two containers fails",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "The other one runs on and the Pod stays Running; only Never leaves the failed container down.";
        P137 = "P-137", "The second of two containers ends",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Under Never the Pod has Failed when both are down and one failed; otherwise failed containers \
             restart.";
        P138 = "P-138", "Success after a failure",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "If the second container succeeds while the first had failed, OnFailure restarts the first one only.";
        P139 = "P-139", "A container runs out of memory",
            ALL, RESTARTS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "It ends with 137 and OOMKilled and is treated as any failure.";
        P143 = "P-143", "A node is cut off",
            ALL, LOST,
            "pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth",
            "The phase stays Running, Ready becomes False, and after the toleration time the Pod is deleted.";
        P201 = "P-201", "The order of conditions",
            ALL, CONDITIONS,
            "pkg/kubelet/kubelet_pods.go generateAPIPodStatus",
            "The kubelet writes the conditions of others first and its own in a fixed order; PodScheduled comes \
             last.";
        P208 = "P-208", "Names in a condition's message",
            ALL, CONDITIONS,
            "pkg/kubelet/status/generate.go GenerateContainersReadyCondition",
            "The message lists containers without status, then those that are not ready, in the order of the \
             spec.";
        P209 = "P-209", "When a condition changed",
            ALL, CONDITIONS,
            "pkg/kubelet/status/status_manager.go updateLastTransitionTime",
            "The transition time moves only when the condition's status changes; it has whole seconds.";
        P210 = "P-210", "No probe time",
            ALL, CONDITIONS,
            "pkg/kubelet/status/generate.go GeneratePodReadyCondition",
            "The kubelet never sets lastProbeTime.";
        P211 = "P-211", "Generations in the status",
            since(33), CONDITIONS,
            "pkg/kubelet/kubelet_pods.go generateAPIPodStatus",
            "The status and each condition tell the generation of the spec that their writer had seen.";
        P212 = "P-212", "A Pod that ended is not ready",
            ALL, CONDITIONS,
            "pkg/kubelet/status/status_manager.go updateStatusInternal",
            "A write that makes the phase terminal sets Ready and ContainersReady to False.";
        P215 = "P-215", "Conditions of others stay",
            ALL, READINESS_GATES,
            "pkg/kubelet/status/status_manager.go mergePodStatus",
            "The kubelet keeps conditions that are not its own.";
        P216 = "P-216", "Not ready with the node",
            ALL, NODES,
            "pkg/controller/util/node/controller_utils.go MarkPodsNotReady",
            "When a node is lost, the node controller sets Ready of its Pods to False; the kubelet restores it \
             when it reports again.";
        P217 = "P-217", "Unschedulable is a reason",
            ALL, CONDITIONS,
            "pkg/scheduler/schedule_one.go handleSchedulingFailure",
            "It is a reason of PodScheduled, not a condition of its own.";
        P218 = "P-218", "Before the first report",
            ALL, CONDITIONS,
            "pkg/kubelet/status/status_manager.go syncPod",
            "Until the kubelet writes for the first time, Ready, ContainersReady and Initialized are missing and \
             count as not ready.";
        P801 = "P-801", "The grace period of a delete",
            ALL, END,
            "pkg/registry/core/pod/strategy.go CheckGracefulDelete",
            "The request's seconds count, else the Pod's own; a Pod without node or in a terminal phase has none, \
             a negative number is one second.";
        P803 = "P-803", "A second delete",
            ALL, END,
            "staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete",
            "It may shorten the grace period, never lengthen it.";
        P805 = "P-805", "The deletion time has no effect",
            ALL, END,
            "pkg/kubelet/pod_workers.go completeTerminating",
            "When the deletion timestamp passes, nothing happens by itself; without a kubelet the object stays.";
        P808 = "P-808", "Ready during the stop",
            ALL, END,
            "pkg/kubelet/status/generate.go GeneratePodReadyCondition",
            "Deletion does not change the Pod's Ready condition; its probe still decides. Only the endpoint turns \
             not ready.";
        P810 = "P-810", "How long a stop takes",
            ALL, END,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go killContainersWithSyncResult",
            "A stop takes as long as the slowest container needs within the grace period, then the sidecars, plus \
             one to three seconds.";
        P811 = "P-811", "The last phase of a deleted Pod",
            ALL, END,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "If all app containers exited with 0, the Pod has Succeeded, else Failed.";
        P812 = "P-812", "Pods that go at once",
            ALL, END,
            "pkg/registry/core/pod/strategy.go CheckGracefulDelete",
            "A Pod without node or in a terminal phase is removed at once.";
        P813 = "P-813", "Deletion by force",
            ALL, FORCE,
            "staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go DeleteResult",
            "With grace 0 and force the object goes without the kubelet's word, and its containers may still run.";
        P814 = "P-814", "Finalizers hold the object",
            ALL, FINALIZERS,
            "staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Delete",
            "The Pod is stopped as usual, and the object stays until its list of finalizers is empty.";
        P817 = "P-817", "The eviction API",
            ALL, API_EVICTION,
            "pkg/registry/core/pod/storage/eviction.go Create",
            "An eviction asks the disruption budgets and then deletes the Pod in the usual way.";
    }
    unmodelled {
        P144 = "P-144", "Ended Pods do not expire",
            ALL, GC,
            "pkg/controller/podgc/gc_controller.go gcTerminated",
            "Succeeded and Failed Pods are removed by their number, their owner or a Job's time to live, never by \
             age alone.";
        P818 = "P-818", "Logs go with the object",
            ALL, GC,
            "pkg/kubelet/kuberuntime/kuberuntime_gc.go evictPodLogsDirectories",
            "Logs and description of a deleted Pod are gone; a terminal Pod that was not deleted keeps both.";
    }
    } };
}
pub(super) use pod_rules;
