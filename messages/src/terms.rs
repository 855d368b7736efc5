//! The glossary: a row for each word that a learner meets, with its English, the other words that mean it, and its official page.

/// Makes the enum of the terms and the table of what is known of each.
macro_rules! terms {
    ($($section:ident { $($term:ident $name:literal [$($word:literal),*] $page:literal $about:literal;)+ })+) => {
        /// A word that a learner meets on the page, with a definition.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Term {
            $($(#[doc = $about] $term,)+)+
        }

        impl Term {
            /// All terms, in the order of the glossary.
            pub const ALL: &[Term] = &[$($(Term::$term,)+)+];
        }

        pub(super) const ENTRIES: &[Entry] = &[$($(Entry {
            id: stringify!($term),
            section: Section::$section,
            name: $name,
            words: &[$($word),*],
            page: $page,
            about: $about,
        },)+)+];
    };
}

/// What is known of a term.
pub(super) struct Entry {
    pub id: &'static str,
    pub section: Section,
    pub name: &'static str,
    pub words: &'static [&'static str],
    pub page: &'static str,
    pub about: &'static str,
}

/// A part of the glossary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The Pod, its phase, and what kubectl prints of it.
    Pods,
    /// The conditions of a Pod, and their reasons.
    Conditions,
    /// Containers and their states.
    Containers,
    /// Reasons of containers and Pods.
    Reasons,
    /// Probes and hooks.
    Probes,
    /// How a Pod ends.
    Ending,
    /// Nodes and scheduling.
    Nodes,
    /// StatefulSets, and rollouts.
    Sets,
    /// Volumes and claims.
    Storage,
    /// Other objects and components.
    Cluster,
    /// Words of Podlab's own.
    Podlab,
}

terms! {
    Pods {
        Pod "Pod" [] "concepts/workloads/pods/"
            "The smallest thing that Kubernetes runs: one or more containers that share a node, a network address and volumes.";
        Phase "phase" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "A summary of where the Pod is in its life: Pending, Running, Succeeded, Failed or Unknown. It is a field of the API, and not the STATUS that kubectl prints.";
        Pending "Pending" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "The cluster accepted the Pod, but not all of its containers have started: it waits for a node, for volumes or for images.";
        Running "Running" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "The Pod is bound to a node and all of its containers were created. At least one of them runs, starts or restarts. It may still not be ready.";
        Succeeded "Succeeded" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "All containers of the Pod terminated with exit code 0, and none of them restarts.";
        Failed "Failed" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "All containers of the Pod terminated, at least one of them in failure, and none of them restarts.";
        Unknown "Unknown" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "The state of the Pod could not be obtained, usually because the control plane cannot reach its node.";
        Status "STATUS" [] "concepts/workloads/pods/pod-lifecycle/#pod-phase"
            "The word that kubectl get prints: the phase, or the reason of a container or of the Pod when there is one. It is not a field of the API.";
        ReadyColumn "READY" [] "reference/kubectl/quick-reference/"
            "How many containers of the Pod are ready, of how many. For a workload: how many Pods are ready, of how many it wants.";
        Terminating "Terminating" [] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "kubectl prints this while a Pod is being deleted. It is not a phase: the API has a deletionTimestamp instead.";
        InitStatus "Init:" ["Init"] "tasks/debug/debug-application/debug-init-containers/"
            "The Pod is still running its init containers. Init:1/2 means that one of two is done; after the colon there may also be a reason, such as Error.";
        NotReadyStatus "NotReady" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "Some containers of the Pod completed, others run, and the Pod is not ready. Of a node: its condition Ready is not True.";
        RestartPolicy "restartPolicy" [] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "Whether the kubelet restarts a container that terminated: Always, OnFailure (only after an exit code other than 0) or Never.";
        Always "Always" [] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "The kubelet restarts a container whenever it terminates, whatever its exit code.";
        OnFailure "OnFailure" [] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "The kubelet restarts a container only when it terminated with an exit code other than 0.";
        Never "Never" [] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "The kubelet does not restart a container that terminated.";
        RestartCount "restart count" ["RESTARTS", "restarts"] "concepts/workloads/pods/pod-lifecycle/#container-restarts"
            "How often the kubelet has started the container again in this Pod. A new Pod begins at 0.";
        StaticPod "static Pod" [] "tasks/configure-pod-container/static-pod/"
            "A Pod that a kubelet runs from a file on its node, without the API server. The kubelet creates a mirror Pod so that the API shows it.";
        MirrorPod "mirror Pod" [] "reference/glossary/?all=true#term-mirror-pod"
            "The object in the API that stands for a static Pod. Deleting it does not stop the static Pod.";
    }
    Conditions {
        Condition "condition" ["conditions"] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "One aspect of a Pod that is True, False or Unknown, such as Ready. Conditions are independent of each other and of the phase.";
        PodScheduled "PodScheduled" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "True when the Pod has been scheduled to a node.";
        PodReadyToStartContainers "PodReadyToStartContainers" ["PodHasNetwork"] "concepts/workloads/pods/pod-lifecycle/#pod-has-network"
            "True when the sandbox of the Pod was created and its network is set up.";
        Initialized "Initialized" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "True when all init containers have completed, and all sidecars have started.";
        ContainersReady "ContainersReady" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "True when all containers in the Pod are ready.";
        Ready "Ready" ["ready"] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "True when the Pod can serve requests: all containers and all readiness gates are ready. Services send requests only to ready Pods.";
        DisruptionTarget "DisruptionTarget" [] "concepts/workloads/pods/disruptions/#pod-disruption-conditions"
            "The Pod is about to be terminated because of a disruption: preemption, eviction, a taint or garbage collection.";
        AllContainersRestarting "AllContainersRestarting" ["RestartingAllContainers", "RestartAllContainers"] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "A restart rule asked to restart all containers of the Pod. They are removed, and the Pod starts again in place, with its init containers.";
        PodResizePending "PodResizePending" ["Deferred", "Infeasible"] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The Pod asked for other resources and its node cannot grant them now (Deferred) or ever (Infeasible).";
        PodResizeInProgress "PodResizeInProgress" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The node granted the Pod other resources, and the kubelet is applying them.";
        ReadinessGate "readiness gate" ["readinessGates"] "concepts/workloads/pods/pod-lifecycle/#pod-readiness-gate"
            "A condition named in the Pod's spec that another component sets. The Pod is Ready only while it is True.";
        ReadinessGatesNotReady "ReadinessGatesNotReady" [] "concepts/workloads/pods/pod-lifecycle/#pod-readiness-status"
            "Ready is False because a readiness gate of the Pod is not True. The containers themselves are ready.";
        ContainersNotReady "ContainersNotReady" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The condition is False because at least one container of the Pod is not ready.";
        ContainersNotInitialized "ContainersNotInitialized" [] "concepts/workloads/pods/init-containers/#detailed-behavior"
            "Initialized is False because at least one init container has not completed, or a sidecar has not started.";
        PodCompleted "PodCompleted" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The condition is False because the Pod's phase is Succeeded: nothing runs in it any more.";
        PodFailed "PodFailed" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The condition is False because the Pod's phase is Failed: nothing runs in it any more.";
        UnknownContainerStatuses "UnknownContainerStatuses" [] "concepts/workloads/pods/pod-lifecycle/#pod-conditions"
            "The condition is False because the kubelet has not reported the state of the containers yet.";
        Progressing "Progressing" ["ProgressDeadlineExceeded", "NewReplicaSetAvailable", "NewReplicaSetCreated", "FoundNewReplicaSet", "ReplicaSetUpdated"] "concepts/workloads/controllers/deployment/#deployment-status"
            "Of a Deployment: True while its rollout makes progress, and when it is complete (NewReplicaSetAvailable). False after progressDeadlineSeconds without progress (ProgressDeadlineExceeded).";
        Available "Available" ["MinimumReplicasAvailable", "MinimumReplicasUnavailable"] "concepts/workloads/controllers/deployment/#deployment-status"
            "Of a Deployment: True while enough of its Pods are available, at least replicas minus maxUnavailable. Of a volume: no claim has it.";
        ReplicaFailure "ReplicaFailure" [] "concepts/workloads/controllers/deployment/#failed-deployment"
            "Of a ReplicaSet or a Deployment: True when Pods cannot be created or deleted, for example because of a quota. The reason is then FailedCreate or FailedDelete.";
    }
    Containers {
        ContainerState "container state" [] "concepts/workloads/pods/pod-lifecycle/#container-states"
            "What the API says of a container: Waiting, Running or Terminated. It can lag behind what really happens on the node.";
        Waiting "Waiting" [] "concepts/workloads/pods/pod-lifecycle/#container-state-waiting"
            "The container is not running: something is still to be done before it can start, such as pulling the image. The reason says what.";
        RunningContainer "Running (container)" [] "concepts/workloads/pods/pod-lifecycle/#container-state-running"
            "The container is executing. If it has a postStart hook, that hook has finished.";
        Terminated "Terminated" [] "concepts/workloads/pods/pod-lifecycle/#container-state-terminated"
            "The container ran, and then completed or failed. The state has its reason and its exit code. Of a Pod: it ended when its node shut down.";
        ExitCode "exit code" ["ExitCode"] "tasks/debug/debug-application/determine-reason-pod-failure/"
            "The number with which a program ends. 0 means success. 137 is 128 + 9: it got SIGKILL; 143 is 128 + 15: SIGTERM.";
        LastState "last state" [] "concepts/workloads/pods/pod-lifecycle/#container-states"
            "How the container ended before it was restarted the last time: reason and exit code.";
        BackOff "back-off" ["BackOff"] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "The kubelet waits longer before each restart: 10 s, 20 s, 40 s, at most 5 minutes. After 10 minutes without a problem it begins again at 10 s.";
        InitContainer "init container" ["init containers"] "concepts/workloads/pods/init-containers/"
            "A container that runs to completion before the app containers start. Init containers run one after the other.";
        Sidecar "sidecar" ["sidecars"] "concepts/workloads/pods/sidecar-containers/"
            "An init container with restartPolicy Always. It starts before the app containers, keeps running beside them, and stops after them.";
        AppContainer "app container" [] "concepts/workloads/pods/pod-lifecycle/"
            "A container of spec.containers. All of them start together, after the init containers.";
        EphemeralContainer "ephemeral container" [] "concepts/workloads/pods/ephemeral-containers/"
            "A container that kubectl debug adds to a running Pod to look into it. It has no probes and is never restarted.";
        Sandbox "sandbox" [] "concepts/architecture/cri/"
            "What the containers of a Pod share on the node, above all its network. When it dies, all of them end and the kubelet creates another one.";
        ImagePull "image pull" [] "concepts/containers/images/"
            "The kubelet has the container's image fetched from its registry, unless imagePullPolicy says to use the one on the node.";
    }
    Reasons {
        ContainerCreating "ContainerCreating" [] "concepts/workloads/pods/pod-lifecycle/#container-state-waiting"
            "The kubelet has not started the container yet: it sets up the network and the volumes, or pulls the image.";
        PodInitializing "PodInitializing" [] "concepts/workloads/pods/init-containers/"
            "The container waits until the init containers of the Pod have completed.";
        CrashLoopBackOff "CrashLoopBackOff" [] "concepts/workloads/pods/pod-lifecycle/#restart-policy"
            "The container terminated again and again, and the kubelet waits before it restarts it. Look at its exit code and kubectl logs --previous.";
        ErrImagePull "ErrImagePull" [] "concepts/containers/images/"
            "The image could not be pulled: wrong name, missing credentials, or the registry did not answer. The kubelet tries again.";
        ImagePullBackOff "ImagePullBackOff" [] "concepts/containers/images/#imagepullbackoff"
            "The image could not be pulled, and the kubelet waits before it tries again, up to 5 minutes.";
        Blocked "Blocked" [] "tutorials/security/apparmor/"
            "The Pod may not run on this node, for example because its AppArmor profile is not there.";
        RegistryUnavailable "RegistryUnavailable" [] "concepts/containers/images/"
            "The registry of the image did not answer. The kubelet tries again later.";
        SignatureValidationFailed "SignatureValidationFailed" [] "concepts/containers/images/"
            "The container runtime did not accept the signature of the image, so the container does not start.";
        ErrImageNeverPull "ErrImageNeverPull" [] "concepts/containers/images/#image-pull-policy"
            "The image is not on the node, and imagePullPolicy is Never.";
        ImageInspectError "ImageInspectError" [] "concepts/containers/images/"
            "The container runtime could not look up the image on the node.";
        InvalidImageName "InvalidImageName" [] "concepts/containers/images/#image-names"
            "The name of the image is not valid. The container cannot start until the name is corrected.";
        CreateContainerConfigError "CreateContainerConfigError" [] "tasks/debug/debug-application/debug-pods/"
            "The container needs a ConfigMap, a Secret or a key that does not exist. It starts as soon as that is created.";
        CreateContainerError "CreateContainerError" [] "tasks/debug/debug-application/debug-pods/"
            "The container runtime could not create the container. The kubelet tries again.";
        RunContainerError "RunContainerError" [] "tasks/debug/debug-application/debug-pods/"
            "The container runtime created the container but could not start it, for example because the command does not exist.";
        StartError "StartError" ["ContainerCannotRun"] "tasks/debug/debug-application/debug-pods/"
            "The program of the container could not be started, for example because the command was not found in the image.";
        PostStartHookError "PostStartHookError" [] "concepts/containers/container-lifecycle-hooks/"
            "The postStart hook failed, so the kubelet killed the container.";
        Completed "Completed" [] "concepts/workloads/pods/pod-lifecycle/#container-state-terminated"
            "The container terminated with exit code 0.";
        Error "Error" [] "tasks/debug/debug-application/determine-reason-pod-failure/"
            "The container terminated with an exit code other than 0. What it wrote is in kubectl logs.";
        OomKilled "OOMKilled" [] "concepts/configuration/manage-resources-containers/#exceed-a-container-s-memory-limit"
            "The container used more memory than its limit, so the kernel killed it. Its exit code is 137.";
        ContainerStatusUnknown "ContainerStatusUnknown" [] "concepts/workloads/pods/pod-lifecycle/#container-state-terminated"
            "The container is gone and the kubelet does not know how it ended. Its exit code is set to 137.";
        Evicted "Evicted" [] "concepts/scheduling-eviction/node-pressure-eviction/"
            "The kubelet ended the Pod because its node ran out of memory, disk space or process ids. The phase is Failed.";
        Unschedulable "Unschedulable" [] "concepts/scheduling-eviction/kube-scheduler/"
            "No node fits the Pod now: too little CPU or memory, taints, a node selector or volumes. The message says which. The scheduler tries again.";
        SchedulingGated "SchedulingGated" [] "concepts/scheduling-eviction/pod-scheduling-readiness/"
            "The Pod has scheduling gates. The scheduler does not look at it until all of them are removed.";
        Preempting "Preempting" [] "tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/"
            "The kubelet ended the Pod so that a critical Pod has room on the node.";
        DeadlineExceeded "DeadlineExceeded" [] "concepts/workloads/pods/init-containers/#detailed-behavior"
            "The Pod ran longer than its activeDeadlineSeconds, so the kubelet ended it. The phase is Failed.";
        NodeAffinity "NodeAffinity" [] "concepts/scheduling-eviction/assign-pod-node/"
            "The kubelet refused the Pod: its node selector or node affinity does not match the node. The phase is Failed.";
        OutOfResource "OutOfcpu" ["OutOfmemory", "OutOfpods", "OutOfephemeral-storage"] "concepts/configuration/manage-resources-containers/"
            "The kubelet refused the Pod, because the node has less left of the named resource than the Pod requests. The phase is Failed.";
        AdmissionError "UnexpectedAdmissionError" ["NodeShutdown", "PodOSNotSupported", "PodOSSelectorNodeLabelDoesNotMatch"] "concepts/cluster-administration/node-shutdown/"
            "The kubelet did not admit the Pod to its node: the node is shutting down, or cannot run such a Pod. The phase is Failed.";
        NodePorts "NodePorts" [] "tasks/debug/debug-application/debug-pods/"
            "The kubelet refused the Pod, because a host port that the Pod asks for is already taken on the node. The phase is Failed.";
        AppArmor "AppArmor" [] "tutorials/security/apparmor/"
            "The kubelet refused the Pod, because the node cannot apply the AppArmor profile of the Pod. The phase is Failed.";
        Signal "Signal:" [] "tasks/debug/debug-application/determine-reason-pod-failure/"
            "kubectl prints this when a signal ended the container and there is no reason.";
        FailedScheduling "FailedScheduling" [] "tasks/debug/debug-application/debug-pods/"
            "The scheduler found no node for the Pod. The message says how many nodes do not fit, and why. The scheduler tries again.";
        Scheduled "Scheduled" [] "concepts/scheduling-eviction/kube-scheduler/"
            "The scheduler chose a node and bound the Pod to it. The kubelet of that node starts the Pod.";
        FailedMount "FailedMount" ["FailedAttachVolume"] "tasks/debug/debug-application/debug-pods/"
            "A volume cannot be mounted, for example because its Secret does not exist, or cannot be attached because another node still has it (FailedAttachVolume). The containers wait.";
        NetworkNotReady "NetworkNotReady" [] "concepts/extend-kubernetes/compute-storage-net/network-plugins/"
            "The network of the node is not ready, so the kubelet starts only Pods that use the network of the node itself. It tries again.";
        FailedCreatePodSandBox "FailedCreatePodSandBox" [] "concepts/extend-kubernetes/compute-storage-net/network-plugins/"
            "The sandbox of the Pod could not be created, for example because the CNI plugin reported an error. The kubelet tries again.";
        SandboxChanged "SandboxChanged" [] "concepts/architecture/cri/"
            "The sandbox of the Pod is gone or can no longer be used. The kubelet ends what is left of it and creates another one.";
        Pulling "Pulling" [] "concepts/containers/images/"
            "The kubelet is having the image of a container pulled from its registry.";
        Pulled "Pulled" [] "concepts/containers/images/"
            "The image of the container is on the node: it was just pulled, or it was already there.";
        InspectFailed "InspectFailed" [] "concepts/containers/images/#image-names"
            "The name of the image is not valid, or the container runtime could not look up the image on the node.";
        Created "Created" [] "concepts/workloads/pods/pod-lifecycle/#container-states"
            "The container runtime created the container. It starts next.";
        Started "Started" [] "concepts/workloads/pods/pod-lifecycle/#container-states"
            "The container runtime started the container: its program runs.";
        Unhealthy "Unhealthy" [] "concepts/workloads/pods/pod-lifecycle/#container-probes"
            "A probe of a container failed. The message says which probe, and why. The kubelet acts after failureThreshold failures in a row.";
        ProbeWarning "ProbeWarning" [] "tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#http-probes"
            "The probe counts as successful, but with a warning: the HTTP request was redirected to another host.";
        Killing "Killing" [] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "The kubelet is stopping a container, for example because the Pod is being deleted or a liveness probe failed.";
        FailedPostStartHook "FailedPostStartHook" [] "concepts/containers/container-lifecycle-hooks/#hook-handler-execution"
            "The postStart hook failed, so the kubelet kills the container. The restartPolicy decides whether it starts again.";
        FailedPreStopHook "FailedPreStopHook" [] "concepts/containers/container-lifecycle-hooks/#hook-handler-execution"
            "The preStop hook failed. The kubelet stops the container all the same.";
        LifecycleHTTPFallback "LifecycleHTTPFallback" [] "concepts/containers/container-lifecycle-hooks/#hook-handler-implementations"
            "A hook sent an HTTPS request and got an HTTP answer, so the kubelet sent the request again by HTTP.";
        SuccessfulCreate "SuccessfulCreate" [] "concepts/architecture/controller/"
            "The controller created a Pod, or a claim for a Pod.";
        SuccessfulDelete "SuccessfulDelete" [] "concepts/architecture/controller/"
            "The controller deleted a Pod. Its containers still have the grace period to stop.";
        SuccessfulUpdate "SuccessfulUpdate" [] "concepts/workloads/controllers/statefulset/#pod-identity"
            "The StatefulSet corrected one of its Pods that did not have the labels or volumes of its ordinal.";
        FailedCreate "FailedCreate" ["FailedDelete", "FailedUpdate"] "concepts/architecture/controller/"
            "The controller could not create a Pod or a claim (FailedDelete: delete a Pod; FailedUpdate: correct one). The message says why. The controller tries again.";
        RecreatingFailedPod "RecreatingFailedPod" [] "concepts/workloads/controllers/statefulset/"
            "A Pod of the StatefulSet is Failed. The controller deletes it and creates a new Pod with the same name.";
        ScalingReplicaSet "ScalingReplicaSet" [] "concepts/workloads/controllers/deployment/#updating-a-deployment"
            "The Deployment changed how many Pods one of its ReplicaSets is to have. The message says to which number.";
        ReplicaSetCreateError "ReplicaSetCreateError" [] "concepts/workloads/controllers/deployment/#failed-deployment"
            "The Deployment could not create a ReplicaSet for its new template. The message says why.";
        NodeReady "NodeReady" [] "concepts/architecture/nodes/#condition"
            "The kubelet reports that its node is Ready: the node can take Pods.";
        NodeNotReady "NodeNotReady" [] "concepts/architecture/nodes/#condition"
            "The node is no longer Ready. Its Pods get this Event too when the control plane stops hearing from the kubelet.";
        NodeHasInsufficientMemory "NodeHasInsufficientMemory" ["NodeHasDiskPressure", "NodeHasInsufficientPID"] "concepts/scheduling-eviction/node-pressure-eviction/#node-conditions"
            "The kubelet reports that its node runs short of memory. NodeHasDiskPressure says this of disk space, NodeHasInsufficientPID of process ids.";
        NodeHasSufficientMemory "NodeHasSufficientMemory" ["NodeHasNoDiskPressure", "NodeHasSufficientPID"] "concepts/scheduling-eviction/node-pressure-eviction/#node-conditions"
            "The kubelet reports that its node has enough memory. NodeHasNoDiskPressure says this of disk space, NodeHasSufficientPID of process ids.";
        EvictionThresholdMet "EvictionThresholdMet" [] "concepts/scheduling-eviction/node-pressure-eviction/#eviction-thresholds"
            "The node is short of the resource that the message names. The kubelet tries to get some back, and evicts Pods if it has to.";
        Rebooted "Rebooted" [] "concepts/cluster-administration/node-shutdown/"
            "The machine of the node was restarted. All its containers ended. The Pods still bound to it get a new sandbox.";
        TaintManagerEviction "TaintManagerEviction" [] "concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions"
            "The Pod is deleted because it does not tolerate a NoExecute taint of its node, or no longer. The message can also say that this was cancelled.";
        NoPods "NoPods" [] "tasks/run-application/configure-pdb/"
            "The selector of the PodDisruptionBudget finds no Pod.";
        UnmanagedPods "UnmanagedPods" ["CalculateExpectedPodCountFailed"] "tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors"
            "The PodDisruptionBudget selects Pods for which no controller says how many there should be. For such Pods, give minAvailable as a whole number, not as a percentage.";
        FailedBinding "FailedBinding" [] "concepts/storage/persistent-volumes/#binding"
            "A claim cannot be bound to a volume, or the claim of an ephemeral volume cannot be created. The message says why.";
        ExternalProvisioning "ExternalProvisioning" [] "concepts/storage/persistent-volumes/#dynamic"
            "The claim waits for the provisioner of its StorageClass, which is not part of Kubernetes, to make a volume.";
        ProvisioningSucceeded "ProvisioningSucceeded" [] "concepts/storage/persistent-volumes/#dynamic"
            "A volume was made for the claim, as its StorageClass says.";
        ProvisioningFailed "ProvisioningFailed" [] "concepts/storage/persistent-volumes/#dynamic"
            "No volume could be made for the claim, for example because its StorageClass does not exist. The message says why.";
        ClaimLost "ClaimLost" [] "concepts/storage/persistent-volumes/#binding"
            "The claim is bound to a volume that no longer exists. The data on the volume is lost.";
        VolumeFailedDelete "VolumeFailedDelete" [] "concepts/storage/persistent-volumes/#reclaiming"
            "The claim is gone and its volume was to be deleted, but that failed. The message says why.";
        Resizing "Resizing" ["ExternalExpanding"] "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims"
            "The claim asks for more storage than it has, and its volume is being expanded. ExternalExpanding: a program outside Kubernetes does it.";
        FileSystemResizeRequired "FileSystemResizeRequired" ["FileSystemResizePending"] "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims"
            "The volume was expanded, but not yet its file system: the kubelet does that on the node of a Pod that uses the volume.";
        VolumeResizeSuccessful "VolumeResizeSuccessful" ["FileSystemResizeSuccessful"] "concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims"
            "The volume has its new size. FileSystemResizeSuccessful: the file system on it has it, too.";
    }
    Probes {
        Probe "probe" ["probes"] "concepts/workloads/pods/pod-lifecycle/#container-probes"
            "A check that the kubelet runs periodically on a container: a command, an HTTP request, a TCP connection or a gRPC call.";
        Liveness "liveness probe" ["liveness", "livenessProbe"] "concepts/workloads/pods/pod-lifecycle/#types-of-probe"
            "Tells whether the container must be restarted. When it fails failureThreshold times in a row, the kubelet kills the container.";
        Readiness "readiness probe" ["readiness", "readinessProbe"] "concepts/workloads/pods/pod-lifecycle/#types-of-probe"
            "Tells whether the container can serve requests. When it fails, the Pod is not Ready and Services send it nothing; the container keeps running.";
        Startup "startup probe" ["startup", "startupProbe"] "concepts/workloads/pods/pod-lifecycle/#types-of-probe"
            "Tells whether the program has started. Until it succeeds, the other probes do not run. When it fails too often, the kubelet kills the container.";
        FailureThreshold "failureThreshold" [] "tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes"
            "How many times in a row a probe must fail before the kubelet acts. The default is 3.";
        SuccessThreshold "successThreshold" [] "tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes"
            "How many times in a row a probe must succeed after a failure to count as successful. The default is 1.";
        PeriodSeconds "periodSeconds" [] "tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes"
            "How many seconds there are between two runs of a probe. The default is 10.";
        PostStart "postStart" [] "concepts/containers/container-lifecycle-hooks/#container-hooks"
            "A hook that runs right after the container was created. The container is Running only when it has finished.";
        PreStop "preStop" [] "concepts/containers/container-lifecycle-hooks/#container-hooks"
            "A hook that runs before the container gets SIGTERM. Its time counts towards the grace period.";
    }
    Ending {
        Delete "delete" [] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "Deleting a Pod sets its deletionTimestamp. Its containers have the grace period to stop; then the object is removed. A controller may create a new Pod.";
        Sigterm "SIGTERM" ["TERM"] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "The signal that asks a program to stop. A program can finish its work first, or ignore it.";
        Sigkill "SIGKILL" ["KILL"] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "The signal that ends a program at once. The kubelet sends it when the grace period is over. It cannot be ignored.";
        GracePeriod "grace period" ["terminationGracePeriodSeconds"] "concepts/workloads/pods/pod-lifecycle/#pod-termination"
            "The time that containers have to stop, from the deletion to SIGKILL. terminationGracePeriodSeconds sets it; the default is 30 seconds.";
        ForceDelete "force delete" ["Force delete"] "concepts/workloads/pods/pod-lifecycle/#pod-termination-forced"
            "Removes the Pod from the API at once, without waiting for the kubelet. Its containers may still run. Dangerous for StatefulSets.";
        Evict "evict" ["Evict", "eviction"] "concepts/scheduling-eviction/api-eviction/"
            "Asks the API server to delete a Pod only if the PodDisruptionBudgets allow it. kubectl drain does this.";
        Finalizer "finalizer" ["finalizers"] "concepts/overview/working-with-objects/finalizers/"
            "A name in an object's metadata that keeps a deleted object in the API until some controller has done its work and removes the name.";
        GarbageCollection "garbage collector" [] "concepts/architecture/garbage-collection/"
            "The controller that deletes objects whose owner is gone.";
        Cascading "cascading deletion" ["Background", "Foreground", "Orphan"] "concepts/architecture/garbage-collection/#cascading-deletion"
            "What happens to the objects that a deleted object owns: they are deleted after it (background), before it (foreground), or stay (orphan).";
    }
    Nodes {
        Node "node" ["Node"] "concepts/architecture/nodes/"
            "A machine on which Pods run. It has a kubelet and a container runtime, and a Node object in the API.";
        Scheduler "scheduler" ["kube-scheduler"] "concepts/scheduling-eviction/kube-scheduler/"
            "The component that chooses a node for each new Pod: it filters out nodes that do not fit, and takes the best of the others.";
        Kubelet "kubelet" [] "concepts/architecture/#kubelet"
            "The agent on each node. It starts, probes and stops the containers of the node's Pods, and reports their status to the API server.";
        ContainerRuntime "container runtime" [] "setup/production-environment/container-runtimes/"
            "The software on a node that pulls images and runs containers for the kubelet, such as containerd.";
        Cni "CNI plugin" ["CNI"] "concepts/extend-kubernetes/compute-storage-net/network-plugins/"
            "The software on a node that gives each Pod its network. Without it no sandbox can be created.";
        Cordon "cordon" ["Cordon", "SchedulingDisabled"] "concepts/architecture/nodes/#manual-node-administration"
            "Marks a node as unschedulable: it gets no new Pods. The Pods on it keep running.";
        Drain "drain" ["Drain"] "tasks/administer-cluster/safely-drain-node/"
            "Cordons a node and evicts its Pods, so that the node can be maintained. It waits for PodDisruptionBudgets.";
        Taint "taint" ["taints"] "concepts/scheduling-eviction/taint-and-toleration/"
            "A mark on a node that keeps Pods away (NoSchedule) or evicts them (NoExecute) unless they tolerate it.";
        Toleration "toleration" ["tolerations"] "concepts/scheduling-eviction/taint-and-toleration/"
            "A field of a Pod that lets it run on nodes with a matching taint, for ever or for tolerationSeconds.";
        Unreachable "unreachable node" [] "concepts/architecture/nodes/#condition"
            "The control plane does not hear from the kubelet. After about 40 seconds Ready is Unknown; after 5 more minutes its Pods are marked for deletion. Their containers may still run.";
        NodeShutdown "node shutdown" [] "concepts/cluster-administration/node-shutdown/"
            "A graceful shutdown lets the kubelet end its Pods before the machine stops. After a sudden one the Pods stay in the API until the node counts as lost.";
        NodePressure "node pressure" ["MemoryPressure", "DiskPressure", "PIDPressure"] "concepts/scheduling-eviction/node-pressure-eviction/"
            "A node runs short of memory, disk space or process ids. The kubelet takes no new Pods, and evicts Pods to get some back.";
        Preemption "preemption" ["Preempted", "PreemptionByScheduler"] "concepts/scheduling-eviction/pod-priority-preemption/"
            "The scheduler deletes Pods of lower priority so that a Pod of higher priority fits on a node.";
    }
    Sets {
        StatefulSet "StatefulSet" ["StatefulSets"] "concepts/workloads/controllers/statefulset/"
            "Runs Pods that each keep their name, their ordinal and their volumes, and creates, updates and deletes them in order.";
        Ordinal "ordinal" ["ordinals.start"] "concepts/workloads/controllers/statefulset/#ordinal-index"
            "The number at the end of the name of a StatefulSet's Pod: web-0, web-1, web-2.";
        HeadlessService "headless Service" [] "concepts/services-networking/service/#headless-services"
            "A Service without a cluster IP. DNS answers with the addresses of its Pods, and gives each Pod of a StatefulSet a name.";
        PodManagementPolicy "podManagementPolicy" [] "concepts/workloads/controllers/statefulset/#pod-management-policies"
            "Whether a StatefulSet creates and deletes its Pods one after the other (OrderedReady) or all at once (Parallel).";
        OrderedReady "OrderedReady" [] "concepts/workloads/controllers/statefulset/#orderedready-pod-management"
            "The StatefulSet creates the next Pod only when all Pods before it are Running and Ready, and deletes from the highest ordinal down.";
        Parallel "Parallel" [] "concepts/workloads/controllers/statefulset/#parallel-pod-management"
            "The StatefulSet creates and deletes all Pods at once when it is scaled, without waiting for any to be Ready.";
        UpdateStrategy "updateStrategy" [] "concepts/workloads/controllers/statefulset/#update-strategies"
            "What a StatefulSet does when its Pod template changes: RollingUpdate replaces the Pods, OnDelete waits until you delete them.";
        RollingUpdate "RollingUpdate" ["rolling update"] "concepts/workloads/controllers/statefulset/#rolling-updates"
            "The controller replaces the Pods step by step. A StatefulSet begins with the highest ordinal and waits until each new Pod is Ready.";
        OnDelete "OnDelete" [] "concepts/workloads/controllers/statefulset/#update-strategies"
            "The controller does not replace Pods by itself. A Pod gets the new template when you delete it.";
        Partition "partition" [] "concepts/workloads/controllers/statefulset/#partitions"
            "A rolling update replaces only Pods whose ordinal is at or above this number. The others keep the old revision.";
        MaxUnavailable "maxUnavailable" [] "concepts/workloads/controllers/statefulset/#maximum-unavailable-pods"
            "How many Pods may be unavailable during an update, as a number or a percentage.";
        MaxSurge "maxSurge" [] "concepts/workloads/controllers/deployment/#max-surge"
            "How many Pods a Deployment may create above the wanted number during an update.";
        MinReadySeconds "minReadySeconds" [] "concepts/workloads/controllers/statefulset/#minimum-ready-seconds"
            "How long a new Pod must be Ready before it counts as available.";
        Revision "revision" ["ControllerRevision"] "concepts/workloads/controllers/statefulset/#revision-history"
            "A numbered version of the Pod template. Undoing a rollout takes an old revision and gives it the newest number.";
        Replicas "replicas" ["desired"] "concepts/workloads/controllers/statefulset/"
            "How many Pods a workload is to have. In its status: how many it has.";
        ReadyReplicas "readyReplicas" [] "reference/kubernetes-api/workload-resources/stateful-set-v1/#StatefulSetStatus"
            "How many Pods of the workload are Ready. It is a field of the status, and the first number of READY.";
        AvailableReplicas "availableReplicas" ["available"] "concepts/workloads/controllers/statefulset/#minimum-ready-seconds"
            "How many Pods of the workload are available: they have been Ready for at least minReadySeconds.";
        CurrentReplicas "currentReplicas" ["current"] "reference/kubernetes-api/workload-resources/stateful-set-v1/#StatefulSetStatus"
            "Of a StatefulSet: how many Pods have the template of its currentRevision. During an update that is the old revision.";
        UpdatedReplicas "updatedReplicas" ["updated"] "reference/kubernetes-api/workload-resources/stateful-set-v1/#StatefulSetStatus"
            "How many Pods of the workload have its newest Pod template.";
        UnavailableReplicas "unavailableReplicas" ["unavailable"] "reference/kubernetes-api/workload-resources/deployment-v1/#DeploymentStatus"
            "Of a Deployment: how many of the Pods that its ReplicaSets want are not available, or do not exist yet.";
        Rollout "rollout" [] "concepts/workloads/controllers/deployment/#updating-a-deployment"
            "The replacement of a workload's Pods after its Pod template changed. kubectl rollout shows it, undoes it or restarts the Pods.";
        ForcedRollback "forced rollback" [] "concepts/workloads/controllers/statefulset/#forced-rollback"
            "With OrderedReady a broken Pod blocks an update for ever. Undo the template, then delete the broken Pod by hand.";
    }
    Storage {
        Pvc "PersistentVolumeClaim" ["PVC", "claim"] "concepts/storage/persistent-volumes/"
            "A request for storage by a Pod. It is bound to one PersistentVolume. A StatefulSet creates one for each Pod.";
        Pv "PersistentVolume" ["PV", "volume"] "concepts/storage/persistent-volumes/"
            "A piece of storage in the cluster. It lives longer than the Pods that use it.";
        StorageClass "StorageClass" [] "concepts/storage/storage-classes/"
            "Says how volumes are made for claims, when they are bound, and what becomes of them when the claim is deleted.";
        Bound "Bound" [] "concepts/storage/persistent-volumes/#binding"
            "The claim and a volume belong to each other. No other claim can take this volume.";
        RetentionPolicy "persistentVolumeClaimRetentionPolicy" ["whenDeleted", "whenScaled"] "concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention"
            "Whether the claims of a StatefulSet are kept (Retain) or deleted (Delete) when the set is deleted or scaled down.";
        WaitForFirstConsumer "WaitForFirstConsumer" ["WaitForPodScheduled", "volumeBindingMode"] "concepts/storage/storage-classes/#volume-binding-mode"
            "The StorageClass does not bind the claim until a Pod that uses it is scheduled. Until then the claim stays Pending.";
        ReclaimPolicy "reclaimPolicy" ["persistentVolumeReclaimPolicy", "Retain"] "concepts/storage/persistent-volumes/#reclaiming"
            "What becomes of a volume when its claim is deleted: Delete removes it with its data, Retain keeps it until an administrator takes care of it.";
    }
    Cluster {
        ApiServer "API server" [] "concepts/architecture/#kube-apiserver"
            "The front of the control plane. It checks and stores all objects; every other component reads and writes them through it.";
        Controller "controller" [] "concepts/architecture/controller/"
            "A loop that compares what is wanted with what is there, and makes changes to bring them closer.";
        Deployment "Deployment" ["Deployments"] "concepts/workloads/controllers/deployment/"
            "Runs Pods that are all alike, and replaces them step by step through ReplicaSets when the template changes.";
        ReplicaSet "ReplicaSet" ["ReplicaSets"] "concepts/workloads/controllers/replicaset/"
            "Keeps a number of alike Pods running. A Deployment has one for each version of its template.";
        Service "Service" ["Services"] "concepts/services-networking/service/"
            "A stable name and address for a set of Pods that its selector finds.";
        Endpoints "endpoints" ["EndpointSlice"] "concepts/services-networking/endpoint-slices/"
            "The addresses of the ready Pods behind a Service, kept in EndpointSlices.";
        Pdb "PodDisruptionBudget" ["PDB"] "concepts/workloads/pods/disruptions/#pod-disruption-budgets"
            "Limits how many Pods of an application may be evicted at the same time. It does not limit crashes or plain deletion.";
        Event "Event" ["Events"] "reference/kubernetes-api/cluster-resources/event-v1/"
            "A short report that a component writes about an object, such as Pulled or BackOff. kubectl describe lists them.";
        FeatureGate "feature gate" [] "reference/command-line-tools-reference/feature-gates/"
            "A switch with which a Kubernetes feature is turned on or off in a release.";
        OwnerReference "owner" ["ownerReferences"] "concepts/overview/working-with-objects/owners-dependents/"
            "The object that another one belongs to, such as the StatefulSet of a Pod. When the owner is deleted, the garbage collector deletes the others.";
        Kubectl "kubectl" [] "reference/kubectl/"
            "The command-line tool of Kubernetes: it sends requests to the API server. In Podlab its commands are typed in the tab of this name.";
    }
    Podlab {
        Rule "rule" [] ""
            "A numbered sentence about how Kubernetes behaves. Every change names the rule by which it happened, and its official page.";
        Scene "scene" [] ""
            "A prepared run: manifests, and what happens to them and when. The picker at the top lists all scenes.";
        Timeline "timeline" [] ""
            "A row for each thing that changes on its own: phases, conditions, containers, probes. Press a part of it to see why it is so.";
        Branch "branch" [] ""
            "One way that the run went. When you do something at an earlier time, a new branch begins, and the other one is kept.";
        Release "release" [] ""
            "The version of Kubernetes whose rules the run follows.";
        Seed "seed" [] ""
            "The number from which all chance in a run comes. The same seed gives the same run.";
        Gate "gate" [] ""
            "The mark between two Pods of a StatefulSet. It is shut while the controller waits for another Pod, and stuck when that wait cannot end by itself.";
        Stuck "stuck" [] ""
            "Waiting for something that does not come by itself. Podlab says what would help.";
        Speed "speed" [] ""
            "How fast simulated time passes. At 10× ten seconds in the cluster take one second on the page.";
        NextEvent "Next event" [] ""
            "Lets events of the simulation happen until one changes something that is shown, or the clock goes on.";
        NextChange "Next change" [] ""
            "Lets time pass until something changes that a learner should see, and then pauses.";
        Why "Why" [] ""
            "Shows what led to a change: its cause, the cause of that, and so on back to the first, each with its rule.";
        QuizMe "Quiz me" [] ""
            "Stops time before the next thing that can be predicted happens, and asks what it will be.";
        Lesson "lesson" ["Lessons"] ""
            "A run with tasks, step by step. A step is done when its goals are reached or its question is answered.";
    }
}
