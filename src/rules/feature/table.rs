//! Every feature, with its releases. A row has one sentence that says what the feature changes, its name, its kind, the
//! rule or document that describes it, and its stages, the oldest first.
//!
//! The stages of gates are those of kubernetes `pkg/features/kube_features.go`.

use super::Kind::{ApiVersion, Change, Gate};
use super::{Component, MaturityStage, Spec};
use super::{
    alpha, beta, beta_off, by, change, deprecated, deprecated_locked, ga, locked, removed,
};

macro_rules! features {
    ($($component:ident { $(
        $(#[doc = $line:literal])+
        $name:ident: $kind:ident, $source:literal, [$($stage:expr),+];
    )+ })+) => {
        /// Something that not every release does: a feature gate of Kubernetes, or a change of behaviour without one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Feature {
            $($(
                $(#[doc = $line])+
                #[doc = concat!("\n\nSource: ", $source, ".")]
                $name,
            )+)+
        }

        impl Feature {
            /// All features, those of a component together.
            pub const ALL: &'static [Feature] = &[$($(Feature::$name),+),+];
        }

        /// The rows, in the order of [`Feature::ALL`].
        pub(super) const SPECS: &[Spec] = &[$($(
            Spec {
                name: stringify!($name),
                component: Component::$component,
                kind: $kind,
                #[cfg(feature = "book")]
                sentence: concat!($($line),+),
                #[cfg(feature = "book")]
                source: $source,
                stages: {
                    const STAGES: &[MaturityStage] = &[$($stage),+];
                    STAGES
                },
            },
        )+)+];
    };
}

features! {
Api {
    /// `securityContext.appArmorProfile` names the AppArmor profile of a Pod or container, which earlier only an annotation
    /// did.
    AppArmorFields: Gate, "KEP-24; rule P-305", [beta(30), locked(31)];
    /// Containers of all kinds may have a `restartPolicy` of their own and `restartPolicyRules` by exit code.
    ContainerRestartRules: Gate, "KEP-5307; rules P-111, P-415", [alpha(34), beta(35)];
    /// `lifecycle.stopSignal` says by which signal a container is stopped.
    ContainerStopSignals: Gate, "KEP-4960; rule P-807", [alpha(33)];
    /// Pods and containers may name resource claims.
    DynamicResourceAllocation: Gate, "KEP-4381", [alpha(26), beta_off(32), ga(34), locked(35)];
    /// `valueFrom.fileKeyRef` takes the value of an environment variable from a file.
    EnvFiles: Gate, "KEP-3721", [alpha(34), beta(35)];
    /// Pods may name the Workload they belong to.
    GenericWorkload: Gate, "KEP-4671", [alpha(35)];
    /// A volume may be a claim that is created with its Pod and goes with it.
    GenericEphemeralVolume: Gate, "KEP-1698; rule V-14", [alpha(19), beta(21), ga(23)];
    /// A probe may ask the gRPC health service.
    GRPCContainerProbe: Gate, "KEP-2727; rule P-606", [alpha(23), beta(24), locked(27)];
    /// `spec.hostnameOverride` names the host of a Pod.
    HostnameOverride: Gate, "KEP-4762", [alpha(34), beta(35)];
    /// `spec.os` names the operating system of a Pod, and a kubelet of another one refuses the Pod.
    IdentifyPodOS: Gate, "KEP-2802; rule P-122", [alpha(23), beta(24), locked(25)];
    /// A volume may be the content of an image.
    ImageVolume: Gate, "KEP-4639", [alpha(31), beta_off(33), beta(35)];
    /// The subresource `resize` changes requests and limits of running containers.
    InPlacePodVerticalScaling: Gate, "KEP-1287; rule P-214", [alpha(27), beta(33), locked(35)];
    /// The API server fills in `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` of a Service.
    IPv6DualStack: Gate, "KEP-563", [alpha(15), beta(21), ga(23)];
    /// `matchLabelKeys` and `mismatchLabelKeys` of Pod affinity compare labels with those of the Pod itself.
    MatchLabelKeysInPodAffinity: Gate, "KEP-3633; rule P-902", [alpha(29), beta(31), locked(33)];
    /// `matchLabelKeys` of a spread constraint compares labels with those of the Pod itself.
    MatchLabelKeysInPodTopologySpread: Gate, "KEP-3243; rule P-902", [alpha(25), beta(27)];
    /// A rolling update of a StatefulSet may take several Pods at once, by `rollingUpdate.maxUnavailable`.
    MaxUnavailableStatefulSet: Gate, "KEP-961; rule S-70", [alpha(24), beta(35), beta_off(36)];
    /// `minDomains` of a spread constraint counts domains that are missing as empty ones.
    MinDomainsInPodTopologySpread: Gate, "KEP-3022; rule P-902", [alpha(24), beta_off(25), beta(27), locked(30)];
    /// Every namespace has the label `kubernetes.io/metadata.name`.
    NamespaceDefaultLabelName: Gate, "KEP-2161; rule P-902", [beta(21), locked(22)];
    /// `nodeAffinityPolicy` and `nodeTaintsPolicy` of a spread constraint say which nodes count.
    NodeInclusionPolicyInPodTopologySpread: Gate, "KEP-3094; rule P-902", [alpha(25), beta(26), locked(33)];
    /// `unhealthyPodEvictionPolicy` of a PodDisruptionBudget may let Pods that are not ready be evicted always.
    PDBUnhealthyPodEvictionPolicy: Gate, "KEP-3017; rule B-6", [alpha(26), beta(27), locked(31)];
    /// `namespaceSelector` of Pod affinity selects namespaces by their labels.
    PodAffinityNamespaceSelector: Gate, "KEP-2249; rule P-902", [alpha(21), beta(22), locked(24)];
    /// `status.hostIPs` has the addresses of a Pod's node, and environment variables may take them.
    PodHostIPs: Gate, "KEP-2681", [alpha(28), beta(29), locked(30)];
    /// The Pods of a StatefulSet bear their ordinal as the label `apps.kubernetes.io/pod-index`.
    PodIndexLabel: Gate, "KEP-4017; rule S-03", [beta(28), locked(32)];
    /// `spec.resources` has requests and limits of a Pod as a whole.
    PodLevelResources: Gate, "KEP-2837", [alpha(32), beta(34)];
    /// The handler `sleep` of a hook waits some seconds.
    PodLifecycleSleepAction: Gate, "KEP-3960; rule P-701", [alpha(29), beta(30), locked(34)];
    /// A hook may sleep for zero seconds.
    PodLifecycleSleepActionAllowZero: Gate, "KEP-4818; rule P-1335", [alpha(32), beta(33), locked(34)];
    /// The scheduler leaves a Pod alone as long as it has `schedulingGates`.
    PodSchedulingReadiness: Gate, "KEP-3521; rule P-903", [alpha(26), beta(27), locked(30)];
    /// `terminationGracePeriodSeconds` of a liveness or startup probe is the grace after that probe has failed.
    ProbeTerminationGracePeriod: Gate, "KEP-2238; rules P-601, P-621",
        [alpha(21), beta_off(22), beta(25), locked(28)];
    /// The access mode `ReadWriteOncePod` lets one Pod alone use a volume.
    ReadWriteOncePod: Gate, "KEP-2485; rule V-13", [alpha(22), beta(27), locked(29)];
    /// A claim whose volume could not grow may ask for less again, down to what it has.
    RecoverVolumeExpansionFailure: Gate, "KEP-1790; rule A-41", [alpha(23), beta(32), locked(34)];
    /// A read-only mount may be read-only in its submounts too.
    RecursiveReadOnlyMounts: Gate, "KEP-3857", [alpha(30), beta(31), locked(33)];
    /// The names of environment variables may have almost all printable characters of ASCII.
    RelaxedEnvironmentVariableValidation: Gate, "KEP-4369; rule P-1348", [alpha(30), beta(32), locked(34)];
    /// The action `RestartAllContainers` of a restart rule starts all containers of the Pod again.
    RestartAllContainersOnContainerExits: Gate, "KEP-5532; rule P-416", [alpha(35), beta(36)];
    /// `internalTrafficPolicy` of a Service, by default `Cluster`, says to which nodes traffic from inside may go.
    ServiceInternalTrafficPolicy: Gate, "KEP-2086", [alpha(21), beta(22), locked(26)];
    /// `allocateLoadBalancerNodePorts` of a Service says whether a load balancer needs ports of nodes.
    ServiceLBNodePortControl: Gate, "KEP-1864", [alpha(20), beta(22), locked(24)];
    /// `loadBalancerClass` of a Service names the implementation of its load balancer.
    ServiceLoadBalancerClass: Gate, "KEP-1959", [alpha(21), beta(22), locked(24)];
    /// `trafficDistribution` of a Service prefers endpoints that are near.
    ServiceTrafficDistribution: Gate, "KEP-4444", [alpha(30), beta(31), locked(33)];
    /// An init container with `restartPolicy: Always` is a sidecar: it runs beside the containers that start after it.
    SidecarContainers: Gate, "KEP-753; rule P-508", [alpha(28), beta(29), locked(33)];
    /// `persistentVolumeClaimRetentionPolicy` says whether the claims of a StatefulSet are deleted with their Pods.
    StatefulSetAutoDeletePVC: Gate, "KEP-1847; rule S-21", [alpha(23), beta(27), locked(32)];
    /// A StatefulSet counts a Pod as available once it has been ready for `minReadySeconds`, and waits for that.
    StatefulSetMinReadySeconds: Gate, "KEP-2599; rule S-33", [alpha(22), beta(23), locked(25)];
    /// `ordinals.start` says with which ordinal a StatefulSet begins.
    StatefulSetStartOrdinal: Gate, "KEP-3335; rule S-04", [alpha(26), beta(27), locked(31)];
    /// `spec.hostUsers` gives a Pod a user namespace of its own.
    UserNamespacesSupport: Gate, "KEP-127", [alpha(25), beta_off(30), beta(33)];
    /// `volumeAttributesClassName` of claims and volumes names a class of volume attributes, and kubectl prints it.
    VolumeAttributesClass: Gate, "KEP-3751", [alpha(29), beta_off(31), ga(34), locked(36)];
    /// The API server serves PodDisruptionBudgets as `policy/v1beta1`.
    PolicyV1Beta1: ApiVersion, "deprecation guide", [beta(5), removed(25)];
    /// An empty selector of a PodDisruptionBudget selects all Pods of its namespace, as `policy/v1` has it; earlier it
    /// selected none.
    EmptyBudgetSelectorSelectsAll: Change, "rule B-3", [change(21)];
    /// Pods have a `metadata.generation` that counts the changes of their spec.
    PodGeneration: Change, "KEP-5067; rule P-211", [change(33)];
}
ApiServer {
    /// The API server adds the labels that `matchLabelKeys` of a spread constraint names to the selector beside it.
    MatchLabelKeysInPodTopologySpreadSelectorMerge: Gate, "KEP-3243; rule P-902", [beta(34)];
    /// The values in the node affinity that a Pod requires must be values that a label can have.
    NodeAffinityValuesAreLabels: Change, "rule P-1299", [by(36)];
    /// The values in the expressions of a label selector must be values that a label can have.
    SelectorValuesAreLabels: Change, "rule P-1299", [by(28)];
    /// The selector of a spread constraint is checked.
    SpreadSelectorIsChecked: Change, "rule P-1299", [by(28)];
    /// The error about a wrong bound of a budget shows the bound as it is written; earlier it showed a Go struct.
    BudgetBoundAsWritten: Change, "rule A-43", [by(36)];
    /// The API server answers a create with the name of an existing Pod by `AlreadyExists`; earlier it advised to try
    /// again.
    CreateCollisionIsAlreadyExists: Change, "rule M-1", [change(22)];
    /// The error about a label with dots says `must not contain dots`.
    DnsLabelRefusesDots: Change, "rule P-1306", [change(27)];
    /// The error about the address of a host alias is that of other addresses; earlier it was `must be valid IP address`.
    HostAliasAddressLikeOthers: Change, "rule P-1299", [change(29)];
    /// The error about a port on the node's network names `hostPort` and stands with those of containers; earlier it named
    /// `containerPort` and came later.
    HostNetworkRefusesHostPort: Change, "rules P-1341, P-1371", [change(28)];
    /// Errors about what is too long give the limit in bytes; earlier in characters.
    LengthLimitsInBytes: Change, "rule P-1299", [change(32)];
    /// A PodDisruptionBudget has the condition `DisruptionAllowed`.
    PodDisruptionBudgetConditions: Change, "rule B-4", [change(21)];
    /// The error about a forbidden update of a Pod names `terminationGracePeriodSeconds` among the fields that may change.
    PodUpdateNamesGracePeriod: Change, "rule P-1361", [change(22)];
    /// The error about a forbidden update of a Pod prints the difference from old to new; earlier from new to old.
    PodUpdatePrintsOldToNew: Change, "rule P-1361", [change(22)];
    /// The error about a new value of a PriorityClass says `field is immutable`.
    PriorityClassValueIsImmutable: Change, "rule P-1299", [change(28)];
    /// The error about a request above its limit gives the amount of the limit.
    RequestRefusedWithLimit: Change, "rule P-1342", [change(27)];
    /// Errors about values of the wrong type have the words of `sigs.k8s.io/json`; earlier those of json-iterator.
    SigsJson: Change, "rule P-1368", [change(23)];
    /// The name of a StatefulSet must be a DNS label, because the hosts of its Pods bear it.
    StatefulSetNameIsDnsLabel: Change, "rule S-10", [change(27)];
    /// The API server warns of fields of Pods, claims and volumes that are of no use or mean something else than they seem to.
    FieldWarnings: Change, "rule A-51", [change(22)];
    /// The warning about a `gitRepo` volume says that such volumes are off by default.
    GitRepoIsDisabled: Change, "rule A-51", [change(33)];
    /// The API server warns of a variable that hides an earlier one unless the value is made from that one; earlier of any name
    /// that occurs twice.
    HiddenVariableWarnings: Change, "rule A-51", [change(28)];
    /// The warning about a hidden variable says that `kubectl apply` may drop it.
    HiddenVariablesMayBeDropped: Change, "rule A-51", [change(30)];
    /// The API server warns of affinity and constraints without a selector of labels.
    NullSelectorWarnings: Change, "rule A-51", [by(36)];
    /// The API server warns of names of Pods that no host can have.
    PodNameWarnings: Change, "rule A-51", [change(27)];
    /// The API server warns of ports that the containers of a Pod name twice.
    PortWarnings: Change, "rule A-51", [change(28)];
    /// `revisionHistoryLimit` of a StatefulSet may change.
    StatefulSetRevisionHistoryLimitMayChange: Change, "rules S-11, A-1", [by(36)];
    /// `serviceName` of a new StatefulSet must be a DNS label.
    StatefulSetServiceNameIsDnsLabel: Change, "rules S-08, A-48", [change(33)];
    /// The API server validates the whole Pod template of a StatefulSet; earlier most errors showed when a Pod was created.
    StatefulSetTemplateIsValidated: Change, "rule A-50", [by(36)];
    /// The API server validates an updated StatefulSet first and then looks for forbidden changes; earlier the other way
    /// round.
    StatefulSetUpdateValidatedFirst: Change, "rule A-1", [change(22)];
}
Controllers {
    /// The status of a ReplicaSet counts the Pods that are being deleted, in `terminatingReplicas`.
    DeploymentReplicaSetTerminatingReplicas: Gate, "KEP-3973; rule R-08", [alpha(33), beta(35)];
    /// When a ReplicaSet gets smaller, ages of Pods whose logarithms are the same count as the same.
    LogarithmicScaleDown: Gate, "KEP-2185; rule R-07", [alpha(21), beta(22), locked(31)];
    /// The pod garbage collector deletes the Pods of a node with the taint `out-of-service` at once.
    NodeOutOfServiceVolumeDetach: Gate, "KEP-2268; rule P-1014", [alpha(24), beta(26), locked(28)];
    /// The annotation `controller.kubernetes.io/pod-deletion-cost` says which Pods go last when a ReplicaSet gets smaller.
    PodDeletionCost: Gate, "KEP-2255; rule R-07", [alpha(21), beta(22)];
    /// A component that evicts, preempts or collects a Pod sets the condition `DisruptionTarget`, and the pod garbage
    /// collector sets the phase Failed.
    PodDisruptionConditions: Gate, "KEP-3329; rules P-213, P-1024", [alpha(25), beta(26), locked(31)];
    /// A separate controller evicts Pods because of taints, and its Events name it.
    SeparateTaintEvictionController: Gate, "KEP-3902; rule P-1011", [beta(29), locked(34)];
    /// The condition of a budget keeps the time of its last transition.
    BudgetConditionKeepsTransitionTime: Change, "rule B-4", [change(29)];
    /// The disruption controller leaves out Pods without a controller; earlier it gave up the budget.
    BudgetLeavesOutUnmanagedPods: Change, "rule B-8", [change(22)];
    /// A Pod that has ended is in no Endpoints, whatever its restart policy is.
    EndpointsLeaveOutEndedPods: Change, "rule E-01", [change(28)];
    /// The Event of a claim that waits for its resizer is Normal and short.
    ExternalExpandingIsNormal: Change, "rule V-22", [change(28)];
    /// The Event of a claim that waits for an external provisioner says what to verify.
    ExternalProvisioningSaysWhatToVerify: Change, "rule V-04", [change(28)];
    /// The Event of a file system that has grown names the node.
    FileSystemResizeNamesNode: Change, "rule V-22", [change(28)];
    /// When a Deployment has too many old ReplicaSets, those with the lowest revisions go; earlier those that were created first.
    DeploymentHistoryGoesByRevision: Change, "rule D-60", [change(21)];
    /// A node counts as lost after 50 seconds without news; earlier after 40.
    NodeMonitorGracePeriod50Seconds: Change, "rule K-22", [change(32)];
    /// When too many Pods have ended, the pod garbage collector deletes evicted ones first.
    PodGCDeletesEvictedFirst: Change, "rule P-1023", [change(24)];
    /// A ControllerRevision does not hold `creationTimestamp: null`, so its hash is a different one.
    RevisionOmitsCreationTimestamp: Change, "rules S-68, S-69", [change(34)];
    /// The Event about a ReplicaSet that is scaled says `from` the old size `to` the new one, also of a new ReplicaSet.
    ScalingEventFromTo: Change, "rule D-70", [change(32)];
    /// The Event about a ReplicaSet that is scaled also gives the old size.
    ScalingEventHasOldSize: Change, "rule D-70", [by(28)];
    /// A rolling update of a StatefulSet is complete when `spec.replicas` Pods are updated and ready; earlier
    /// `status.replicas` counted.
    StatefulSetCompletionBySpec: Change, "rule S-64", [change(29)];
    /// A Pod of a StatefulSet that is ready but not yet available counts as unhealthy.
    StatefulSetCountsUnavailable: Change, "rules S-47, S-58", [change(31)];
    /// Events of a StatefulSet say `Create` with a capital letter.
    StatefulSetEventsCapitalized: Change, "rule S-86", [change(34)];
    /// A StatefulSet with `podManagementPolicy: Parallel` starts in growing batches.
    StatefulSetParallelBatches: Change, "rule S-31", [change(28)];
    /// A parallel rolling update deletes Pods that are unavailable first, and then as many as the budget allows.
    StatefulSetParallelTwoPhases: Change, "rule S-73", [change(31)];
    /// The StatefulSet controller creates a missing claim again while its Pod is Pending.
    StatefulSetRecreatesClaims: Change, "rule S-19", [change(27)];
    /// A sync counts the status of a StatefulSet again after its requests; earlier it counted once and adjusted the
    /// numbers.
    StatefulSetRecountsStatus: Change, "rules S-38, S-63", [change(28)];
    /// The StatefulSet controller deletes a Pod that has Failed or Succeeded, and a later sync creates the next one.
    StatefulSetReplacesEndedPods: Change, "rule S-36", [change(31)];
    /// A claim has the annotation `volume.kubernetes.io/storage-provisioner` beside the older one.
    StorageProvisionerAnnotation: Change, "rule V-04", [change(23)];
}
Scheduler {
    /// The spread that workloads have by default takes nodes without a zone too; earlier such nodes had no part in it.
    DefaultSpreadWithoutZones: Change, "rule P-902", [by(28)];
    /// A spread constraint whose selector has no requirement counts no Pod.
    EmptySpreadSelectorCountsNothing: Change, "rule P-902", [by(28)];
    /// What a Pod or its affinity prefers weighs two or three times as much in the choice of a node.
    PreferencesWeighMore: Change, "rule P-902", [change(23)];
    /// The part of the scheduler that kept a Pod from its nodes decides which changes lead to another attempt, so that labels of
    /// placed Pods wake those that their anti-affinity or spread concerns too.
    SchedulerQueueingHints: Gate, "KEP-4247; rule K-31", [beta_off(28), beta(32), locked(34)];
    /// A Pod that fits nowhere is tried again after five minutes; earlier after one minute, at a check every half minute.
    UnschedulableForFiveMinutes: Change, "rule K-31", [change(24)];
    /// The message about anti-affinity gives one reason; earlier a general reason stood before it.
    AntiAffinityMessageHasOneReason: Change, "rule P-902", [change(22)];
    /// The message about an unschedulable Pod says that there are `no new claims to deallocate`, before the result of preemption.
    ClaimsToDeallocateInMessage: Change, "rule P-902", [change(34)];
    /// The message about node affinity speaks of the selector too: `affinity/selector`.
    NodeAffinityMessageNamesSelector: Change, "rule P-902", [change(22)];
    /// The message about an unschedulable Pod gives the result of preemption.
    PreemptionInMessage: Change, "rule P-902", [change(24)];
    /// The result of preemption ends with one full stop; earlier with two.
    PreemptionMessageEndsOnce: Change, "rule P-902", [change(29)];
    /// The Event of a preempted Pod does not name the Pod that took its place.
    PreemptedByUnnamedPod: Change, "rule P-907", [change(26)];
    /// The Event of a preempted Pod has the UID of the Pod that took its place.
    PreemptedByPodUid: Change, "rule P-907", [by(36)];
    /// After an event the scheduler tries waiting Pods again when their own back-off is over; earlier it looked every few
    /// seconds.
    SchedulerRetriesAfterEvents: Change, "rule K-31", [change(22)];
    /// The message about a taint that a Pod does not tolerate says `untolerated taint`.
    UntoleratedTaintMessage: Change, "rule P-902", [change(24)];
    /// The message about taints that a Pod does not tolerate counts the nodes and does not name the taints.
    UntoleratedTaintsAreCounted: Change, "rule P-902", [change(35)];
}
Kubelet {
    /// The kubelet's grace for soft evictions may be longer than the Pod's own.
    AllowOverwriteTerminationGracePeriodSeconds: Gate, "rule P-1021",
        [ga(0), deprecated(32), deprecated_locked(35)];
    /// A kubelet that starts marks containers with a readiness probe as not ready until it has probed them.
    ChangeContainerStatusOnKubeletRestart: Gate, "rules P-609, P-809", [ga(0), deprecated(35)];
    /// An HTTP hook asks by the scheme it names, and by HTTP when the server has no TLS; earlier always by HTTP.
    ConsistentHTTPGetHandlers: Gate, "rule P-708", [ga(26), locked(30)];
    /// A node that is being shut down stops its Pods with their grace.
    GracefulNodeShutdown: Gate, "KEP-2000; rule P-1018", [alpha(20), beta(21)];
    /// `crashLoopBackOff.maxContainerRestartPeriod` of a kubelet caps the back-off of restarts.
    KubeletCrashLoopBackOffMax: Gate, "KEP-4603; rule P-414", [alpha(32), beta(35)];
    /// Status and conditions of a Pod say which generation of its spec they are of.
    PodObservedGenerationTracking: Gate, "KEP-5067; rule P-211", [alpha(33), beta(34), locked(35)];
    /// The condition `PodReadyToStartContainers` says that the sandbox has its network. The gate was called
    /// `PodHasNetworkCondition` in 1.25 to 1.27.
    PodReadyToStartContainersCondition: Gate, "KEP-3085; rule P-203", [alpha(28), beta(29)];
    /// The back-off of restarts begins with one second and ends at 60 seconds.
    ReduceDefaultCrashLoopBackOffDecay: Gate, "KEP-4603; rule P-414", [alpha(33)];
    /// A kubelet refuses a Pod whose AppArmor profile it does not have; earlier the Pod waits as `Blocked`.
    AppArmorProfileIsAdmitted: Change, "rules P-122, P-305", [change(31)];
    /// A container in back-off is due at the end of its window; earlier at a retry of the sync.
    BackOffEndsWithSync: Change, "rule P-410", [change(35)];
    /// The Event of a container in back-off names container and Pod.
    BackOffEventNamesContainer: Change, "rules P-408, P-409", [change(27)];
    /// The back-off of restarts is forgotten after 600 seconds; earlier after twice its longest window.
    BackOffResetAfter600Seconds: Change, "rule K-9", [change(33)];
    /// A Pod that waits as `Blocked` has the phase Pending.
    BlockedPodIsPending: Change, "rule P-305", [change(22)];
    /// With cgroup v2 the kernel kills all processes of a container when one of them runs out of memory.
    ContainerOomGroupKill: Change, "rule P-321", [change(28)];
    /// The Event `Created` has a colon before the container's name.
    CreatedEventHasColon: Change, "rule P-316", [change(32)];
    /// The Events `Created` and `Started` do not name the container.
    CreatedEventIsShort: Change, "rule P-316", [change(34)];
    /// The active deadline counts from the moment the kubelet accepted the Pod; earlier from the start of that second.
    DeadlineFromAcceptance: Change, "rule P-816", [change(22)];
    /// A Pod past its active deadline keeps its conditions and container statuses.
    DeadlineKeepsStatus: Change, "rules P-115, P-816", [change(22)];
    /// The message of an evicted Pod has the threshold, what was available, and each container's request.
    EvictionMessageHasThreshold: Change, "rules P-120, P-1021", [change(26)];
    /// The message of an exec probe that took too long says so.
    ExecTimeoutHasMessage: Change, "rule P-603", [change(21)];
    /// The message of an exec probe that took too long gives the timeout.
    ExecTimeoutHasDuration: Change, "rule P-603", [change(29)];
    /// A Pod that has Failed is not ready, with the reason `PodFailed`.
    FailedPodIsNotReady: Change, "rules P-205, P-212", [change(26)];
    /// A Pod evicted because of a hard threshold has a grace period of one second; earlier of none.
    HardEvictionHasOneSecond: Change, "rule P-1021", [change(29)];
    /// Events about failed hooks do not show the error and the output.
    HookEventsHideOutput: Change, "rules P-703, P-705", [change(22)];
    /// The message of a failed HTTP hook says `HTTP`, without an empty output.
    HttpHookMessage: Change, "rule P-703", [change(22)];
    /// `ImagePullBackOff` repeats why the last pull failed.
    ImagePullBackOffHasCause: Change, "rule P-305", [change(32)];
    /// The Event about an image that is already on the node says that the Pod may use it.
    PresentImageIsAccessible: Change, "rule P-316", [change(35)];
    /// A kubelet that pulls an image in any case does not look for it on the node first.
    ImagePullSkipsLook: Change, "rule P-305", [change(32)];
    /// The error about a wrong image says `image name` and, for a capital letter, gives the repository's full name; earlier
    /// it said `image reference`.
    ImageNameRefused: Change, "rule P-305", [change(28)];
    /// The error about a capital letter in an image name does not give the repository's name.
    ImageNameRefusedShort: Change, "rule P-305", [by(36)];
    /// Only an app container that runs proves that the init containers are done; earlier also one that has ended.
    InitProvedByRunningContainers: Change, "rule P-519", [change(29)];
    /// A container keeps its last state when the runtime has forgotten the run before.
    LastStateIsKept: Change, "rules P-311, P-416", [change(35)];
    /// An init container that is not done keeps a Pod Pending, and a sidecar that is not up does until an app container has
    /// started.
    PendingUntilContainerStarted: Change, "rules P-107, P-112", [change(29)];
    /// The message of a Pod that a kubelet refuses begins with `Pod was rejected`.
    PodRejectedMessage: Change, "rule P-122", [change(28)];
    /// The pod worker ends a Pod, writes the last status when all containers are down, and removes the object at once;
    /// earlier a check every ten seconds removed it.
    PodWorkerLifecycle: Change, "rules P-116, P-119, P-806, K-7", [change(22)];
    /// Probes begin at a random moment only when the kubelet has just started; earlier always.
    ProbeDelayAfterKubeletStart: Change, "rule P-609", [change(22)];
    /// The Event about a probe that could not run says that its result is unknown.
    ProbeErrorHasUnknownResult: Change, "rule P-622", [change(29)];
    /// The Event of a probe that meets a redirect says that it ended there.
    ProbeRedirectEvent: Change, "rule P-604", [change(22)];
    /// A startup or readiness probe with a new result makes the kubelet look at the Pod.
    ProbeResultStartsSync: Change, "rules P-617, P-618", [change(22)];
    /// Liveness and startup probes stop when their Pod is being deleted.
    ProbesStopOnDeletion: Change, "rule P-620", [change(22)];
    /// The Event about a pulled image also gives the time of the pull with the wait for other pulls.
    PulledEventHasWait: Change, "rule P-316", [change(25)];
    /// The Event about a pulled image gives its size.
    PulledEventHasSize: Change, "rule P-316", [change(29)];
    /// A failed pull has the reason `RegistryUnavailable` or `SignatureValidationFailed` when the runtime says so.
    PullErrorsHaveKinds: Change, "rule P-305", [change(28)];
    /// A sync of a Pod that is not ready runs the readiness probe at once.
    ReadinessProbeOnSync: Change, "rule P-619", [change(22)];
    /// App containers stop first, and each sidecar stops after the sidecars that started later; earlier all stopped at
    /// once.
    SidecarsStopLast: Change, "rule P-514", [change(29)];
    /// The option `singleProcessOOMKill` lets the kernel kill one process of a container alone.
    SingleProcessOomKill: Change, "rule P-321", [change(32)];
    /// A Pod that is deleted gets a terminal phase before its object goes.
    TerminalPhaseOnDeletion: Change, "KEP-3329; rules P-109, P-118, P-119", [change(27)];
}
Kubectl {
    /// `kubectl patch` and its like have the flag `--subresource`.
    KubectlSubresource: Change, "KEP-2590; rule KC-23", [change(24)];
    /// `--subresource` of kubectl may be `resize` too.
    KubectlSubresourceResize: Change, "KEP-1287; rule KC-23", [change(32)];
    /// kubectl's warning about a forced deletion begins with a capital letter.
    DeleteWarningCapitalized: Change, "rule KC-25", [change(22)];
    /// `kubectl delete` names the namespace.
    DeleteNamesNamespace: Change, "rule KC-24", [change(34)];
    /// `kubectl describe deployment` lists old ReplicaSets without Pods too.
    DescribeEmptyOldReplicaSets: Change, "rule KC-51", [change(27)];
    /// `kubectl describe` prints the field of an Event about a part of an object, such as `spec.containers{app}`, before its message.
    DescribeEventFields: Change, "rule P-1224", [change(35)];
    /// `kubectl describe configmap` prints an empty line after each value.
    DescribeSetsValuesApart: Change, "kubernetes pull request 123597", [change(31)];
    /// `kubectl describe configmap` names the keys of `binaryData`.
    DescribeShowsBinaryData: Change, "kubernetes pull request 100568", [change(22)];
    /// `kubectl describe priorityclass` prints the preemption policy.
    DescribeShowsPreemptionPolicy: Change, "kubernetes pull request 108701", [change(24)];
    /// `kubectl get priorityclasses` has a column for the preemption policy.
    GetShowsPreemptionPolicy: Change, "kubernetes pull request 126529", [change(32)];
    /// `kubectl describe service` prints the internal traffic policy.
    DescribeInternalTrafficPolicy: Change, "rule KC-50", [change(31)];
    /// `kubectl describe node` has a column `Age`; earlier `AGE`.
    DescribeNodeHasAge: Change, "rule P-1003", [change(21)];
    /// `kubectl describe` prints the names of ports.
    DescribePortNames: Change, "rule P-1221", [change(35)];
    /// `kubectl describe` prints `Optional: false` of a projected volume; earlier a pointer.
    DescribeProjectedOptional: Change, "rule P-1223", [change(33)];
    /// `kubectl describe` prints the seccomp profile.
    DescribeSeccompProfile: Change, "rules P-1220, P-1221", [change(24)];
    /// `kubectl describe pod` prints the service account.
    DescribeServiceAccount: Change, "rule P-1220", [change(24)];
    /// `kubectl describe` prints node selectors and tolerations of a Pod template.
    DescribeTemplateNodeSelectors: Change, "rule KC-50", [change(31)];
    /// `kubectl describe pod` prints topology spread constraints.
    DescribeTopologySpread: Change, "rule P-1223", [change(22)];
    /// `kubectl drain` repeats in one line why it cannot drain a node, and names the nodes that are left.
    DrainNamesPendingNodes: Change, "rule KC-41", [change(22)];
    /// `kubectl drain` speaks of Pods that declare no controller; earlier it lists the kinds of controllers.
    DrainSaysNoController: Change, "rule KC-41", [change(23)];
    /// A Pod that is being deleted and has ended shows how it ended; earlier `Terminating`.
    EndedPodIsNotTerminating: Change, "rules P-1208, P-1220", [change(31)];
    /// `kubectl label` says `unlabeled` when it only takes labels away.
    LabelSaysUnlabeled: Change, "rule KC-23", [change(22)];
    /// RESTARTS of `kubectl get pods` has the age of the last restart.
    RestartsHaveAge: Change, "rule P-1205", [change(22)];
}
}
