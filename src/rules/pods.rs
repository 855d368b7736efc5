//! Rules about Pods: phase, conditions, deletion, and what kubectl shows.

macro_rules! pod_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
        P101 = "P-101", "A new Pod is Pending", PHASE,
            "On creation the API server stores phase Pending and nothing else of the status.";
        P106 = "P-106", "The phase sums the containers up", PHASE,
            "On every sync the kubelet computes the phase from the restart policy and the container states.";
        P114 = "P-114", "A reason belongs to its phase", PHASE,
            "Reason and message are kept only while the phase stays the same.";
        P120 = "P-120", "Room for critical Pods", CRITICAL_PODS,
            "When a critical Pod does not fit on the node it is on, the kubelet ends other Pods, one after the other: as few as can be, BestEffort before Burstable, Guaranteed last. Their phase is Failed, the reason Preempting.";
        P141 = "P-141", "A disk dies", LOST,
            "The machine is lost with everything on it. Its Pods end when people delete the Node object.";
        P202 = "P-202", "PodScheduled", CONDITIONS,
            "True once the Pod is bound to a node; False with a reason while it is not.";
        P203 = "P-203", "PodReadyToStartContainers", CONDITIONS,
            "True while the Pod has a sandbox with a network.";
        P204 = "P-204", "Initialized", CONDITIONS,
            "True when every init container has succeeded and every sidecar has started.";
        P205 = "P-205", "ContainersReady", CONDITIONS,
            "True while every container is ready.";
        P206 = "P-206", "Ready", CONDITIONS,
            "True while all containers are ready and all readiness gates are open.";
        P207 = "P-207", "Readiness gates", READINESS_GATES,
            "Ready also waits for every condition that the Pod names as a gate.";
        P213 = "P-213", "DisruptionTarget", CONDITIONS,
            "Says that the Pod is about to be ended by a disruption, and by which.";
        P214 = "P-214", "Resizing in place", RESIZE,
            "The kubelet grants what a Pod asks for if its node has room, and defers or refuses it if not. Containers run on, unless their resizePolicy wants a new start.";
        P215 = "P-215", "Conditions of others stay", READINESS_GATES,
            "The kubelet keeps conditions that are not its own.";
        P802 = "P-802", "Deletion asked for", END,
            "The object gets a deletion timestamp and stays until its containers are down and its finalizers gone.";
        P804 = "P-804", "Endpoints follow readiness", SERVICES,
            "A Pod takes traffic while it is Ready and not being deleted.";
        P806 = "P-806", "Stopping a Pod", END,
            "preStop, stop signal, the rest of the grace period, then SIGKILL.";
        P807 = "P-807", "The stop signal", END,
            "The container's signal, else the image's, else SIGTERM, goes to the first process.";
        P809 = "P-809", "A kubelet starts anew", END,
            "Containers run on; the kubelet begins again from what it finds: a stop with the full grace period, back-off and probes from nothing.";
        P815 = "P-815", "Static Pods", STATIC_PODS,
            "A kubelet runs the manifests on its machine by itself. The API shows each as a mirror Pod: deleting that ends nothing, and the kubelet makes it again.";
        P1202 = "P-1202", "STATUS", KUBECTL,
            "A word kubectl computes for display; it is not the phase.";
        P1361 = "P-1361", "What may be edited", POD_UPDATE,
            "Of a live Pod only images, deadline, tolerations and gates may change.";
    } };
}
pub(super) use pod_rules;
