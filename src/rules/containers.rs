//! Rules about containers: states, restarts, init containers, probes and hooks.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! container_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        P301 = "P-301", "One state at a time",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "A container is waiting, running or terminated; the previous state is kept as lastState.";
        P302 = "P-302", "Before the first start",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "A container waits with ContainerCreating, or PodInitializing if there are init containers.";
        P305 = "P-305", "Why a container waits",
            ALL, STATES, ["Node", "Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "The reason of a waiting container says why it cannot run: how its last start failed, or what \
             it waits for.";
        P308 = "P-308", "Running",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "The program was started, and its postStart hook, if it has one, has completed.";
        P309 = "P-309", "Terminated",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "The program exited: with exit code 0 the reason is Completed, with another code Error.";
        P310 = "P-310", "Exit codes of signals",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "A program that a signal terminates has the exit code 128 plus the number of the signal: 137 is \
             SIGKILL.";
        P312 = "P-312", "Restart count",
            ALL, RESTARTS, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer",
            "A new instance has the count of the previous one plus one, or the same count in a new sandbox; \
             it never decreases.";
        P313 = "P-313", "Started",
            ALL, PROBES, ["Pod"],
            "pkg/kubelet/prober/prober_manager.go UpdatePodStatus",
            "A running container has started once its startup probe, if any, has succeeded.";
        P314 = "P-314", "Container ready",
            ALL, PROBES, ["Pod"],
            "pkg/kubelet/prober/prober_manager.go UpdatePodStatus",
            "A started container is ready if its readiness probe, if any, has succeeded.";
        P317 = "P-317", "Image pull back-off",
            ALL, IMAGES, ["Pod"],
            "pkg/kubelet/images/image_manager.go EnsureImageExists",
            "After a failed pull the kubelet waits 10 s, doubling up to 300 s, before it tries again; the \
             Pod stays Pending.";
        P319 = "P-319", "A status is from before the sync",
            ALL, LIFECYCLE, [],
            "pkg/kubelet/kubelet.go SyncPod",
            "The status written in a sync tells how things were before its actions; their results follow in the \
             next sync.";
        P321 = "P-321", "Out of memory",
            ALL, STATES, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container_linux.go generateLinuxContainerResources",
            "With cgroup v2 and from 1.28 on, all processes of a container are killed when one runs out of \
             memory, unless the kubelet has singleProcessOOMKill set, from 1.32 on. Otherwise only that \
             process is killed, and the container may keep running.";
        P408 = "P-408", "CrashLoopBackOff",
            ALL, RESTARTS, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "During the back-off before a restart the container is waiting with reason CrashLoopBackOff; \
             the phase does not change.";
        P410 = "P-410", "When a held restart is tried again",
            ALL, RESTARTS, [],
            "pkg/kubelet/pod_workers.go completeWork",
            "Up to 1.34 the kubelet tries again 10 to 15 seconds after its last look; from 1.35 on it looks when \
             the window ends.";
        P416 = "P-416", "All containers restart",
            since(35), RESTARTS, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "An exit that matches a rule RestartAllContainers kills all containers at once, without hooks; \
             then the Pod starts from its first init container, in the same sandbox.";
        P418 = "P-418", "A new sandbox",
            ALL, LIFECYCLE, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "When the sandbox is lost, all its containers are killed and started again in a new one, init \
             containers first.";
        P502 = "P-502", "Init containers run in order",
            ALL, INIT, [],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computeInitContainerActions",
            "The next container starts when the init container before it has terminated with exit code 0.";
        P509 = "P-509", "Sidecars start first",
            since(28), SIDECARS, [],
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computeInitContainerActions",
            "The containers after a sidecar start as soon as the sidecar has started.";
        P514 = "P-514", "Sidecars stop last",
            since(29), SIDECARS, [],
            "pkg/kubelet/kuberuntime/kuberuntime_termination_order.go newTerminationOrdering",
            "A sidecar is stopped when the containers after it have terminated.";
        P611 = "P-611", "Thresholds",
            ALL, PROBES, ["Pod"],
            "pkg/kubelet/prober/worker.go doProbe",
            "A probe fails after failureThreshold consecutive failures, and succeeds after successThreshold \
             consecutive successes.";
        P702 = "P-702", "postStart blocks the start",
            ALL, HOOKS, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer",
            "The container is Running, and the next one starts, only when postStart has completed.";
        P704 = "P-704", "preStop comes first",
            ALL, HOOKS, ["Pod"],
            "pkg/kubelet/kuberuntime/kuberuntime_container.go executePreStopHook",
            "When the kubelet stops a container, preStop runs before the stop signal.";
    }
    book {
        P303 = "P-303", "The newest runs make the status",
            ALL, STATES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "The newest instance in the runtime is the state, the one before it the last state.";
        P304 = "P-304", "Created but not started",
            ALL, STATES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "Such a container waits without a reason.";
        P306 = "P-306", "A failed start shows as waiting",
            ALL, STATES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "If the last attempt to start a container failed, it waits with the recorded reason and its ended \
             state becomes the last state.";
        P307 = "P-307", "A container that was lost",
            ALL, STATES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "A container that was running and is unknown to the runtime has ended with 137 and \
             ContainerStatusUnknown.";
        P311 = "P-311", "The last state",
            ALL, STATES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "It describes the instance before the current one, so it tells why a container is in \
             CrashLoopBackOff.";
        P315 = "P-315", "Termination messages",
            ALL, TERMINATION,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go getTerminationMessage",
            "The status of an ended container carries the text of its message file, or the end of its log if the \
             policy says so.";
        P316 = "P-316", "Events of a start",
            ALL, IMAGES,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer",
            "A start tells Pulling, Pulled, Created and Started; a failure tells Failed or BackOff.";
        P318 = "P-318", "One container after the other",
            ALL, LIFECYCLE,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod",
            "A sync makes the sandbox, then starts ephemeral, init and app containers in order; each start blocks \
             the next.";
        P320 = "P-320", "An ended container stays ended",
            ALL, STATES,
            "pkg/kubelet/status/status_manager.go checkContainerStateTransition",
            "Where the policy allows no restart, the status of an ended container does not change back.";
        P322 = "P-322", "The default pull policy",
            ALL, IMAGES,
            "pkg/apis/core/v1/defaults.go SetDefaults_Container",
            "It is Always for the tag latest or no tag, else IfNotPresent.";
        P401 = "P-401", "Whether a container starts again",
            ALL, RESTARTS,
            "pkg/kubelet/container/helpers.go ShouldContainerBeRestarted",
            "A deleted Pod starts nothing; an exited container starts again under Always, and under OnFailure if \
             it failed.";
        P402 = "P-402", "A changed definition",
            ALL, POD_UPDATE,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "A running container whose image was edited is killed and started again, whatever the policy.";
        P403 = "P-403", "The restart back-off",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "The first restart comes at once; from then on a restart waits 10 s after the exit, and each one \
             doubles the wait up to 300 s.";
        P404 = "P-404", "The first restart is immediate",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "Restarts wait 0, 10, 20, 40, 80, 160 and then 300 seconds at least.";
        P405 = "P-405", "Success backs off too",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "The exit code plays no part in the back-off.";
        P406 = "P-406", "The wait counts from the exit",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "The back-off window begins when the last instance ended.";
        P407 = "P-407", "The back-off starts again",
            ALL, RESTARTS,
            "staging/src/k8s.io/client-go/util/flowcontrol/backoff.go hasExpired",
            "If an instance ended more than ten minutes after its start was decided, the next wait begins at 10 s \
             again.";
        P409 = "P-409", "The Event of a held restart",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "Each refused start tells a BackOff Event; equal Events are counted together.";
        P411 = "P-411", "The times of a crash loop",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff",
            "A program that ends after one second starts again at about 2, 13, 34, 75, 156, 317 and 618 seconds.";
        P412 = "P-412", "Restart after a probe's kill",
            ALL, RESTARTS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod",
            "The killed instance does not count yet, so the container starts at once unless the one before ended \
             too recently.";
        P413 = "P-413", "A kill that ends in success",
            ALL, RESTARTS,
            "pkg/kubelet/container/helpers.go ShouldContainerBeRestarted",
            "Under OnFailure a container that a probe killed and that exits with 0 is not started again once its \
             restart was held back.";
        P414 = "P-414", "Settings of the back-off",
            since(32), RESTARTS,
            "pkg/kubelet/kubelet.go newCrashLoopBackOff",
            "From 1.32 on a node can cap the restart wait between 1 s and 300 s; a gate lowers the default to 1 s \
             and 60 s.";
        P415 = "P-415", "A container's own policy",
            since(34), RESTARTS,
            "pkg/kubelet/container/helpers.go ShouldContainerBeRestarted",
            "A container can have its own restart policy and rules for exit codes; they replace the Pod's policy.";
        P419 = "P-419", "When all is done",
            ALL, LIFECYCLE,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "With no container left to run, the kubelet stops the sidecars and the sandbox.";
        P501 = "P-501", "One init container at a time",
            ALL, INIT,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computeInitContainerActions",
            "Init containers and sidecars start in the order of the spec.";
        P503 = "P-503", "An init container fails",
            ALL, INIT,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computeInitContainerActions",
            "Under Never the Pod has Failed; otherwise the same container runs again with back-off.";
        P504 = "P-504", "When init containers run again",
            ALL, INIT,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "They run again only when the sandbox is made again.";
        P506 = "P-506", "App containers come last",
            ALL, INIT,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions",
            "They start when all init containers have succeeded and all sidecars have started.";
        P507 = "P-507", "What kubectl shows meanwhile",
            ALL, INIT,
            "pkg/printers/internalversion/printers.go printPod",
            "STATUS is Init with the count of complete containers, or with the reason that holds one up.";
        P508 = "P-508", "Sidecars",
            since(28), SIDECARS,
            "pkg/api/v1/pod/util.go IsRestartableInitContainer",
            "An init container with restartPolicy Always is a sidecar: it runs beside the app containers.";
        P510 = "P-510", "A sidecar that ends",
            since(28), SIDECARS,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go computeInitContainerActions",
            "It is started again whatever the Pod's policy is, and never makes the Pod fail.";
        P512 = "P-512", "Sidecars and readiness",
            since(28), SIDECARS,
            "pkg/kubelet/status/generate.go GenerateContainersReadyCondition",
            "A sidecar's readiness counts for the Pod and in the READY column.";
        P513 = "P-513", "Sidecars do not hold up completion",
            since(28), SIDECARS,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "When the app containers are done the kubelet stops the sidecars, and their exit codes do not count.";
        P515 = "P-515", "Ephemeral containers",
            since(25), EPHEMERAL,
            "pkg/apis/core/validation/validation.go ValidatePodEphemeralContainersUpdate",
            "They are added to a running Pod through a subresource and are never removed or restarted.";
        P516 = "P-516", "What an init container cannot have",
            ALL, INIT,
            "pkg/apis/core/validation/validation.go validateInitContainers",
            "A regular init container has neither hooks nor probes.";
        P517 = "P-517", "What a Pod requests",
            ALL, INIT,
            "staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests",
            "The request is the larger of the largest init container and the sum of the others, plus overhead.";
        P518 = "P-518", "Pending until initialized",
            ALL, INIT,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "Until the app containers may start, the Pod is Pending, Initialized is False and they wait with \
             PodInitializing.";
        P519 = "P-519", "Where initialization goes on",
            ALL, INIT,
            "pkg/kubelet/kuberuntime/kuberuntime_manager.go findNextInitContainerToRun",
            "The kubelet looks for the last init container with a known status and trusts that all before it are \
             done.";
        P601 = "P-601", "The numbers of a probe",
            ALL, PROBES_TASK,
            "pkg/apis/core/v1/defaults.go SetDefaults_Probe",
            "Delay 0, period 10, timeout 1, success threshold 1 and failure threshold 3 apply when nothing else \
             is given.";
        P602 = "P-602", "Kinds of probes",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go AddPod",
            "App containers and sidecars can have a liveness, a readiness and a startup probe.";
        P603 = "P-603", "Exec probes",
            ALL, PROBES_TASK,
            "pkg/probe/exec/exec.go Probe",
            "A command runs in the container without a shell; exit code 0 is success.";
        P604 = "P-604", "HTTP probes",
            ALL, PROBES_TASK,
            "pkg/probe/http/http.go DoHTTPProbe",
            "A GET to the Pod's address succeeds with a code from 200 to 399; only redirects to the same host are \
             followed.";
        P605 = "P-605", "TCP probes",
            ALL, PROBES_TASK,
            "pkg/probe/tcp/tcp.go DoTCPProbe",
            "The check succeeds if the node can open a connection to the port.";
        P606 = "P-606", "gRPC probes",
            since(24), PROBES_TASK,
            "pkg/probe/grpc/grpc.go Probe",
            "The health service of the port must answer SERVING.";
        P607 = "P-607", "Errors of the prober",
            ALL, PROBES_TASK,
            "pkg/kubelet/prober/prober.go runProbeWithRetries",
            "A check that cannot be made is tried three times at once and then changes nothing.";
        P608 = "P-608", "A worker for each probe",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go AddPod",
            "The worker begins with the Pod's first full sync and ends with its containers.";
        P609 = "P-609", "The first check",
            ALL, PROBES,
            "pkg/kubelet/prober/worker.go run",
            "A worker begins at once, except just after a start of the kubelet; then it waits for a random part \
             of its period.";
        P610 = "P-610", "One check",
            ALL, PROBES,
            "pkg/kubelet/prober/worker.go doProbe",
            "A worker waits for a new container, for the initial delay and for the startup probe before it runs \
             its check.";
        P612 = "P-612", "On hold after a failure",
            ALL, PROBES,
            "pkg/kubelet/prober/worker.go doProbe",
            "A failed liveness or startup probe makes no more checks until the container has a new instance.";
        P613 = "P-613", "Counts outlive an instance",
            ALL, PROBES,
            "pkg/kubelet/prober/worker.go doProbe",
            "A new instance resets the result, but not the count of equal checks in a row.";
        P614 = "P-614", "Results before the first check",
            ALL, PROBES,
            "pkg/kubelet/prober/worker.go newWorker",
            "Readiness begins as failed, liveness as succeeded, startup as unknown.";
        P615 = "P-615", "Where started and ready come from",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go UpdatePodStatus",
            "Each sync derives them from the stored results of the probes.";
        P616 = "P-616", "A failed liveness probe",
            ALL, PROBES,
            "pkg/kubelet/kubelet.go syncLoopIteration",
            "The kubelet kills the container and starts it again; the Pod and its other containers stay.";
        P617 = "P-617", "A startup probe's result",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go UpdatePodStatus",
            "Success lets the other probes begin; failure kills the container.";
        P618 = "P-618", "A readiness probe's result",
            ALL, PROBES,
            "pkg/kubelet/status/status_manager.go SetContainerReadiness",
            "It changes ready, ContainersReady and Ready at once and never kills the container.";
        P619 = "P-619", "An extra readiness check",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go UpdatePodStatus",
            "While a started container is not ready, each sync of the Pod makes a readiness check at once.";
        P620 = "P-620", "Probes of a Pod that ends",
            ALL, PROBES,
            "pkg/kubelet/prober/prober_manager.go StopLivenessAndStartup",
            "Liveness and startup probes stop when the stop begins; readiness goes on until the containers are \
             down.";
        P621 = "P-621", "The grace of a probe's kill",
            ALL, PROBES_TASK,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer",
            "The probe's own grace period counts before the Pod's; for a deleted Pod the grace of the deletion \
             counts.";
        P622 = "P-622", "Events of probes",
            ALL, PROBES,
            "pkg/kubelet/prober/prober.go probe",
            "Each failed check tells an Unhealthy Event, also below the threshold.";
        P623 = "P-623", "The delay counts from the start",
            ALL, PROBES_TASK,
            "pkg/kubelet/prober/worker.go doProbe",
            "The initial delay counts from the start of the instance, also behind a startup probe.";
        P624 = "P-624", "How long a failing probe takes",
            ALL, PROBES_TASK,
            "pkg/kubelet/prober/worker.go doProbe",
            "A kill comes after the initial delay and as many periods as the failure threshold, give or take one \
             period.";
        P626 = "P-626", "Probes under Never",
            ALL, PROBES,
            "pkg/kubelet/container/helpers.go ShouldContainerBeRestarted",
            "A failed probe kills the container, and it stays down.";
        P627 = "P-627", "What a probe's kill looks like",
            ALL, PROBES,
            "pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses",
            "The restart count rises and the last state shows 137 or 143; without OOMKilled it was not the \
             memory.";
        P701 = "P-701", "Hooks",
            ALL, HOOKS,
            "pkg/kubelet/lifecycle/handlers.go Run",
            "App containers and sidecars can have a postStart and a preStop hook with one handler each.";
        P703 = "P-703", "postStart fails",
            ALL, HOOKS,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer",
            "The container is killed with its normal grace and waits with PostStartHookError.";
        P705 = "P-705", "preStop uses the grace period",
            ALL, HOOKS,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer",
            "The stop signal gets what is left of it, two seconds at least.";
        P706 = "P-706", "preStop fails",
            ALL, HOOKS,
            "pkg/kubelet/kuberuntime/kuberuntime_container.go executePreStopHook",
            "An Event tells it, and the stop goes on.";
        P707 = "P-707", "At least once",
            ALL, HOOKS,
            "pkg/kubelet/lifecycle/handlers.go Run",
            "A hook may run twice, for example when the kubelet restarts, and its output is not in the log.";
        P708 = "P-708", "HTTP hooks",
            ALL, HOOKS,
            "pkg/kubelet/lifecycle/handlers.go runHTTPHandler",
            "Any answer counts as success; only a connection that fails counts as a failure.";
    }
    unmodelled {
    }
    } };
}
pub(super) use container_rules;
