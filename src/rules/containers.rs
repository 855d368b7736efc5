//! Rules about containers: states, restarts, init containers, probes and hooks.

macro_rules! container_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
        P301 = "P-301", "One state at a time", STATES,
            "A container is waiting, running or terminated; the state before is kept as lastState.";
        P302 = "P-302", "Before the first start", STATES,
            "A container waits with ContainerCreating, or PodInitializing if there are init containers.";
        P305 = "P-305", "Why a container waits", STATES,
            "The reason of a waiting container tells what its last start came to.";
        P308 = "P-308", "Running", STATES,
            "The program was started, and its postStart hook, if it has one, has returned.";
        P309 = "P-309", "Terminated", STATES,
            "The program ended; its exit code decides between Completed and Error.";
        P310 = "P-310", "Exit codes of signals", STATES,
            "A program ended by a signal exits with 128 and the signal's number: 137 is SIGKILL.";
        P312 = "P-312", "Restart count", RESTARTS,
            "A new instance has the count of the one before plus one; it never falls.";
        P313 = "P-313", "Started", PROBES,
            "A running container has started once its startup probe, if any, has succeeded.";
        P314 = "P-314", "Container ready", PROBES,
            "A started container is ready if its readiness probe, if any, has succeeded.";
        P317 = "P-317", "Image pull back-off", IMAGES,
            "After a failed pull the kubelet waits 10 s, doubling up to 300 s; the Pod stays Pending.";
        P321 = "P-321", "Out of memory", STATES,
            "With cgroup v2 and from 1.28 on all processes of a container are killed when one runs out of memory, unless the kubelet is told singleProcessOOMKill, from 1.32 on. Otherwise only that process goes, and the container may run on.";
        P408 = "P-408", "CrashLoopBackOff", RESTARTS,
            "While a restart is held back the container waits with this reason; the phase stays as it is.";
        P416 = "P-416", "All containers start again", RESTARTS,
            "An exit with a rule RestartAllContainers ends all containers at once, without hooks; then the Pod starts from its first init container, in the same sandbox.";
        P418 = "P-418", "A new sandbox", LIFECYCLE,
            "When the sandbox is lost everything in it is killed and started again, init containers first.";
        P502 = "P-502", "Init containers run in order", INIT,
            "The next container starts when the init container before it has ended with 0.";
        P509 = "P-509", "Sidecars start first", SIDECARS,
            "What comes behind a sidecar starts as soon as the sidecar has started.";
        P514 = "P-514", "Sidecars stop last", SIDECARS,
            "A sidecar is stopped when the containers behind it have ended.";
        P611 = "P-611", "Thresholds", PROBES,
            "A probe's result counts once as many checks in a row agree as the threshold asks.";
        P702 = "P-702", "postStart holds up", HOOKS,
            "The container counts as running, and the next one starts, only when postStart has returned.";
        P704 = "P-704", "preStop comes first", HOOKS,
            "When the kubelet stops a container, preStop runs before the stop signal.";
    } };
}
pub(super) use container_rules;
