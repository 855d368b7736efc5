//! Rules about other controllers: budgets, ownership, ReplicaSets, Deployments, Jobs, DaemonSets.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! workload_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        B3 = "B-3", "A budget protects Pods",
            ALL, BUDGETS, ["PodDisruptionBudget"],
            "pkg/controller/disruption/disruption.go getExpectedPodCount",
            "A PodDisruptionBudget says how many of its Pods must be available, or how many may be \
             unavailable; fractions are rounded up.";
        B4 = "B-4", "What a budget allows",
            ALL, BUDGETS, ["PodDisruptionBudget"],
            "pkg/controller/disruption/disruption.go updatePdbStatus",
            "It allows as many evictions as there are healthy Pods beyond those that it requires.";
        B6 = "B-6", "The budget decides",
            ALL, API_EVICTION, ["Pod", "PodDisruptionBudget"],
            "pkg/registry/core/pod/storage/eviction.go checkAndDecrement",
            "The API server refuses an eviction when too few healthy Pods would remain; otherwise it counts \
             the eviction against the budget.";
        B8 = "B-8", "Pods without a scale",
            ALL, BUDGETS_OF_OTHERS, ["PodDisruptionBudget"],
            "pkg/controller/disruption/disruption.go getExpectedScale",
            "Without a controller that says how many Pods there should be, only a number in minAvailable \
             works.";
        B10 = "B-10", "Draining a node",
            ALL, NODE_DRAIN, ["Node"],
            "staging/src/k8s.io/kubectl/pkg/drain/drain.go evictPods",
            "A drain cordons the node and requests the eviction of its Pods, every 5 seconds until none is \
             left.";
        G03 = "G-03", "Objects without owners",
            ALL, COLLECTOR, ["*", "Pod"],
            "pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem",
            "An object is deleted when none of its owners exists; if one exists, only the references to the \
             others are removed.";
        G05 = "G-05", "Foreground deletion",
            ALL, FOREGROUND, ["*", "StatefulSet", "ReplicaSet", "Deployment"],
            "pkg/controller/garbagecollector/garbagecollector.go processDeletingDependentsItem",
            "An owner that is deleted in the foreground stays until its dependents are removed.";
        G06 = "G-06", "Orphans",
            ALL, ORPHANS, ["*", "StatefulSet", "ReplicaSet", "Deployment"],
            "pkg/controller/garbagecollector/garbagecollector.go orphanDependents",
            "Only the owner is deleted; its dependents remain without an owner.";
        G04 = "G-04", "Background deletion",
            ALL, COLLECTOR, ["*", "ReplicaSet", "Deployment"],
            "pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem",
            "The owner is deleted at once and its dependents after it, in no particular order.";
        C7 = "C-7", "Kinds that nothing acts on",
            ALL, API_CONCEPTS, ["*"],
            "staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Create",
            "The API server stores, changes and removes objects of every kind alike; an object has an effect only \
             where a controller acts on it.";
        R02 = "R-02", "Defaults of a ReplicaSet",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/apis/apps/v1/defaults.go SetDefaults_ReplicaSet",
            "One replica and minReadySeconds 0; the restart policy is Always.";
        R04 = "R-04", "The difference",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/replicaset/replica_set.go manageReplicas",
            "A sync creates missing Pods or deletes surplus ones, 500 at most, never both.";
        R07 = "R-07", "Which Pods are deleted first",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/controller_utils.go ActivePodsWithRanks",
            "Unbound, Pending and unready Pods first, then by deletion cost, crowding, time of readiness, \
             restarts and age.";
        R08 = "R-08", "The status of a ReplicaSet",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/replicaset/replica_set_utils.go calculateStatus",
            "It counts active, fully labelled, ready and available Pods and reports failures in a \
             condition.";
        R11 = "R-11", "Adopting bare Pods",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/replicaset/replica_set.go claimPods",
            "A matching Pod without an owner is adopted and counted.";
        R12 = "R-12", "Isolating a Pod",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/replicaset/replica_set.go claimPods",
            "A Pod that loses a label of the selector keeps running without an owner and is replaced.";
        R13 = "R-13", "A new template",
            ALL, REPLICASET, ["ReplicaSet"],
            "pkg/controller/replicaset/replica_set.go manageReplicas",
            "It affects only Pods that are created later.";
        D02 = "D-02", "The template's hash",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/controller_utils.go ComputeHash",
            "It is part of the ReplicaSet's name and a label of the ReplicaSet and its Pods.";
        D03 = "D-03", "Defaults of a Deployment",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/apis/apps/v1/defaults.go SetDefaults_Deployment",
            "One replica, a rolling update with 25 percent surge and unavailable, ten revisions, a deadline of \
             600 s.";
        D04 = "D-04", "The new ReplicaSet",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/util/deployment_util.go FindNewReplicaSet",
            "It is the oldest owned one with the Deployment's template; all others are old.";
        D05 = "D-05", "Revision numbers",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/util/deployment_util.go SetNewReplicaSetAnnotations",
            "The new ReplicaSet gets the highest number plus one, also when it was used before.";
        D07 = "D-07", "One thing in a sync",
            ALL, DEPLOYMENT, [],
            "pkg/controller/deployment/deployment_controller.go syncDeployment",
            "A sync does one of these only: deletion, pause, scaling, Recreate or rolling update.";
        D20 = "D-20", "One pass of a rolling update",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/rolling.go rolloutRolling",
            "It grows the new ReplicaSet within the upper bound, else shrinks old ones within the lower bound.";
        D22 = "D-22", "Unhealthy old Pods go first",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/rolling.go cleanupUnhealthyReplicas",
            "Old Pods that are not available are removed although nothing else is available.";
        D25 = "D-25", "Recreate",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/recreate.go rolloutRecreate",
            "All old Pods are removed before the new ReplicaSet is scaled up to full size.";
        D26 = "D-26", "minReadySeconds of a Deployment",
            ALL, DEPLOYMENT, [],
            "pkg/controller/controller_utils.go podutil.IsPodAvailable",
            "A new Pod counts as available only after that time.";
        D30 = "D-30", "Scaling with one ReplicaSet",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/sync.go scale",
            "The only active ReplicaSet takes the new number.";
        D31 = "D-31", "Proportional scaling",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/util/deployment_util.go GetProportion",
            "In a rollout the added replicas are shared out in proportion to the sizes of the ReplicaSets.";
        D40 = "D-40", "Pausing",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/controller/deployment/sync.go sync",
            "A paused Deployment scales, but starts no rollout and has no deadline.";
        D41 = "D-41", "Rolling back",
            ALL, DEPLOYMENT, ["Deployment"],
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go DeploymentRollbacker.Rollback",
            "kubectl copies the template of an old ReplicaSet into the Deployment.";
        D51 = "D-51", "The condition Progressing",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/controller/deployment/progress.go syncRolloutStatus",
            "It says that the rollout progresses, that it is complete, or that it has exceeded its \
             deadline.";
        D52 = "D-52", "The condition Available",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/controller/deployment/sync.go calculateStatus",
            "It is True while enough replicas are available.";
        D53 = "D-53", "The condition ReplicaFailure",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/controller/deployment/progress.go getReplicaFailures",
            "It is copied from a ReplicaSet that cannot create or delete Pods.";
        D54 = "D-54", "The numbers of a Deployment",
            ALL, DEPLOYMENT, ["Deployment"],
            "pkg/controller/deployment/sync.go calculateStatus",
            "They are sums over its ReplicaSets.";
        D60 = "D-60", "The history of a Deployment",
            ALL, DEPLOYMENT, ["Deployment", "ReplicaSet"],
            "pkg/controller/deployment/sync.go cleanupDeployment",
            "After completion, empty old ReplicaSets beyond the limit are deleted, the oldest first.";
    }
    book {
        B1 = "B-1", "Two kinds of disruptions",
            ALL, BUDGETS,
            "pkg/registry/core/pod/storage/eviction.go Create",
            "Voluntary ones go through evictions; crashes and lost nodes do not ask.";
        B2 = "B-2", "What budgets limit",
            ALL, BUDGETS,
            "pkg/registry/core/pod/storage/eviction.go Create",
            "Only evictions; deletions, rollouts and scaling ignore them, but what is unavailable counts.";
        B5 = "B-5", "Evictions without budget",
            ALL, API_EVICTION,
            "pkg/registry/core/pod/storage/eviction.go Create",
            "Pods that are Pending, ended or being deleted may always be evicted; two budgets for one Pod are an \
             error.";
        B7 = "B-7", "Unready Pods can block a drain",
            ALL, BUDGETS,
            "pkg/registry/core/pod/storage/eviction.go checkAndDecrement",
            "With the default policy they cannot be evicted while the budget is not met.";
        B12 = "B-12", "Budgets without room",
            ALL, BUDGETS,
            "pkg/controller/disruption/disruption.go getExpectedPodCount",
            "With 100 percent available or 0 unavailable a node cannot be drained.";
        G01 = "G-01", "Owner references",
            ALL, OWNERS,
            "pkg/controller/garbagecollector/graph_builder.go processGraphChanges",
            "An owner is in the same namespace, or has none.";
        G02 = "G-02", "References of controllers",
            ALL, OWNERS,
            "staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go NewControllerRef",
            "Controllers mark themselves as the controller and block the deletion of the owner.";
        G07 = "G-07", "Cascades in the past",
            ALL, COLLECTOR,
            "staging/src/k8s.io/kubectl/pkg/cmd/delete/delete_flags.go ToOptions",
            "Before 1.9 controllers left orphans by default; kubectl names the three ways since 1.20.";
        G08 = "G-08", "Finalizers",
            ALL, FINALIZERS,
            "staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go ShouldDeleteDuringUpdate",
            "An object with a deletion timestamp stays until its list of finalizers is empty.";
        G10 = "G-10", "Claiming Pods",
            ALL, OWNERS,
            "pkg/controller/controller_ref_manager.go ClaimObject",
            "A controller keeps matching Pods, releases others and adopts matching ones without controller.";
        G11 = "G-11", "Other owners do not matter",
            ALL, OWNERS,
            "pkg/controller/controller_ref_manager.go ClaimObject",
            "An owner that is no controller does not prevent adoption.";
        G12 = "G-12", "What adoption changes",
            ALL, OWNERS,
            "pkg/controller/controller_ref_manager.go AdoptPod",
            "Adoption and release change the owner references only.";
        G20 = "G-20", "The Pod garbage collector",
            ALL, GC,
            "pkg/controller/podgc/gc_controller.go gc",
            "Every 20 seconds it removes Pods of missing nodes, Pods that were never bound, and ended ones above \
             a threshold.";
        R01 = "R-01", "Names of a ReplicaSet's Pods",
            ALL, REPLICASET,
            "staging/src/k8s.io/apiserver/pkg/storage/names/generate.go GenerateName",
            "The set's name and five random characters.";
        R03 = "R-03", "Which Pods count",
            ALL, REPLICASET,
            "pkg/controller/controller_utils.go FilterActivePods",
            "Owned Pods that have not ended and are not being deleted.";
        R05 = "R-05", "Slow start",
            ALL, REPLICASET,
            "pkg/controller/replicaset/replica_set.go slowStartBatch",
            "Creations come in batches of 1, 2, 4 and so on, and stop at the first failing batch.";
        R06 = "R-06", "Expectations",
            ALL, REPLICASET,
            "pkg/controller/controller_utils.go SatisfiedExpectations",
            "Until its own creations and deletions are seen, a sync only updates the status.";
        R09 = "R-09", "Waiting for availability",
            ALL, REPLICASET,
            "pkg/controller/replicaset/replica_set.go syncReplicaSet",
            "With ready Pods that are not available yet, the next sync comes after minReadySeconds.";
        R10 = "R-10", "A replacement at once",
            ALL, REPLICASET,
            "pkg/controller/replicaset/replica_set.go syncReplicaSet",
            "A deleted or failed Pod no longer counts, so its replacement is created at once.";
        R14 = "R-14", "Orphans of a ReplicaSet",
            ALL, REPLICASET,
            "pkg/controller/controller_ref_manager.go ClaimPods",
            "They run on, and another ReplicaSet with the same selector adopts them as they are.";
        R15 = "R-15", "Events of a ReplicaSet",
            ALL, REPLICASET,
            "pkg/controller/controller_utils.go CreatePods",
            "They tell created and deleted Pods and failures.";
        R17 = "R-17", "Two ReplicaSets with one selector",
            ALL, REPLICASET,
            "pkg/controller/controller_ref_manager.go ClaimPods",
            "They do not fight: each counts only Pods that it controls, and orphans.";
        D01 = "D-01", "Deployments own ReplicaSets",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/sync.go getNewReplicaSet",
            "A Deployment makes a ReplicaSet for each template, and that makes the Pods.";
        D06 = "D-06", "Sizes in annotations",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/util/deployment_util.go SetReplicasAnnotations",
            "Each ReplicaSet notes the wanted and the largest number of replicas.";
        D10 = "D-10", "Rounding",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/util/deployment_util.go ResolveFenceposts",
            "maxSurge rounds up and maxUnavailable rounds down; if both are 0, one Pod may be unavailable.";
        D11 = "D-11", "Bounds of a rollout",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/util/deployment_util.go MaxUnavailable",
            "At most replicas plus surge exist, and replicas minus unavailable are available.";
        D21 = "D-21", "Three replicas step by step",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/rolling.go rolloutRolling",
            "With the defaults the new set grows by one and the old one shrinks by one in turn.";
        D23 = "D-23", "A rollout during a rollout",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/sync.go getNewReplicaSet",
            "The half-grown ReplicaSet becomes old at once.";
        D24 = "D-24", "A broken version stops",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/rolling.go reconcileOldReplicaSets",
            "Its Pods do not become available, so the old ones stay.";
        D27 = "D-27", "Rollouts ignore budgets",
            ALL, BUDGETS,
            "pkg/controller/deployment/rolling.go rolloutRolling",
            "A rolling update scales ReplicaSets and asks no disruption budget.";
        D32 = "D-32", "An example of proportional scaling",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/util/deployment_util.go GetProportion",
            "From 10 to 15 with old 8 and new 5, the old set gets 11 and the new one 7.";
        D33 = "D-33", "Empty ReplicaSets get nothing",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/sync.go scale",
            "Scaling adds nothing to a ReplicaSet of size 0.";
        D50 = "D-50", "When a rollout is complete",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/util/deployment_util.go DeploymentComplete",
            "All replicas are updated and available, and no others exist.";
        D61 = "D-61", "The selector of a Deployment",
            ALL, DEPLOYMENT,
            "pkg/registry/apps/deployment/strategy.go ValidateUpdate",
            "It cannot change.";
        D70 = "D-70", "Events of a Deployment",
            ALL, DEPLOYMENT,
            "pkg/controller/deployment/sync.go scaleReplicaSet",
            "Each scaling of a ReplicaSet is told.";
    }
    unmodelled {
        B11 = "B-11", "A drain step by step",
            ALL, NODE_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/drain drain.go evictPods",
            "Each eviction waits until the replacement of the last one is ready.";
        G30 = "G-30", "Time to live after finishing",
            since(21), TTL,
            "pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob",
            "A finished Job is deleted that many seconds after its end.";
        R16 = "R-16", "ReplicationControllers",
            ALL, REPLICATION,
            "pkg/controller/replication/replication_controller.go NewReplicationManager",
            "The same engine with selectors that compare equality only.";
        J01 = "J-01", "Defaults of a Job",
            ALL, JOB,
            "pkg/apis/batch/v1/defaults.go SetDefaults_Job",
            "One completion, one Pod at a time, six failures.";
        J02 = "J-02", "Labels of a Job's Pods",
            ALL, JOB,
            "pkg/registry/batch/job/strategy.go generateSelector",
            "They carry the Job's name and UID, and the selector goes by the UID.";
        J03 = "J-03", "Pods are held until counted",
            since(26), JOB,
            "pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers",
            "A finalizer keeps each Pod until the Job has counted it.";
        J04 = "J-04", "How many Pods are active",
            ALL, JOB,
            "pkg/controller/job/job_controller.go manageJob",
            "As many as the parallelism, but no more than completions are missing.";
        J05 = "J-05", "Surplus Pods of a Job",
            ALL, JOB,
            "pkg/controller/job/job_controller.go activePodsForRemoval",
            "They are deleted in the order of a ReplicaSet's.";
        J06 = "J-06", "A complete Job",
            ALL, JOB,
            "pkg/controller/job/job_controller.go syncJob",
            "Enough Pods have succeeded and none is active.";
        J07 = "J-07", "The back-off of a Job",
            ALL, JOB,
            "pkg/controller/job/backoff_utils.go getRemainingTime",
            "Replacements wait 10 s, doubled for each failure since the last success, ten minutes at most.";
        J08 = "J-08", "The back-off limit",
            ALL, JOB,
            "pkg/controller/job/job_controller.go syncJob",
            "With more failures than the limit the Job fails and its active Pods are deleted.";
        J09 = "J-09", "The deadline of a Job",
            ALL, JOB,
            "pkg/controller/job/job_controller.go pastActiveDeadline",
            "It counts over all retries and ends the Job before the back-off limit does.";
        J10 = "J-10", "Finished Jobs",
            ALL, JOB,
            "pkg/controller/job/job_controller.go syncJob",
            "A finished Job keeps its Pods and does not run again.";
        J11 = "J-11", "Suspending a Job",
            since(21), JOB,
            "pkg/controller/job/job_controller.go syncJob",
            "Its active Pods are deleted; on resuming its start time is set again.";
        J12 = "J-12", "Indexed Jobs",
            since(21), JOB,
            "pkg/controller/job/indexed_job_utils.go firstPendingIndexes",
            "Each index has one success, and the missing lowest ones start first.";
        J13 = "J-13", "The failure policy of a Job",
            since(25), JOB,
            "pkg/controller/job/pod_failure_policy.go matchPodFailurePolicy",
            "Rules decide whether a failed Pod ends the Job, counts, or is ignored.";
        J14 = "J-14", "Fixed fields of a Job",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate",
            "Selector, template, mode and mostly completions cannot change.";
        J15 = "J-15", "The selector of a Job",
            ALL, JOB,
            "pkg/registry/batch/job/strategy.go generateSelector",
            "The server makes it, unless the Job says that it has its own.";
        J16 = "J-16", "The time to live of a Job",
            ALL, TTL,
            "pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob",
            "A finished Job can be deleted by itself after a time.";
        J30 = "J-30", "Defaults of a CronJob",
            ALL, CRONJOB,
            "pkg/apis/batch/v1/defaults.go SetDefaults_CronJob",
            "Runs may overlap, three successful Jobs and one failed Job are kept.";
        J31 = "J-31", "Names of scheduled Jobs",
            ALL, CRONJOB,
            "pkg/controller/cronjob/utils.go getJobName",
            "They carry the scheduled minute, so each minute has one Job.";
        J32 = "J-32", "Which run is due",
            ALL, CRONJOB,
            "pkg/controller/cronjob/utils.go mostRecentScheduleTime",
            "Of the missed times only the most recent one counts, within the starting deadline.";
        J33 = "J-33", "How a run starts",
            ALL, CRONJOB,
            "pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob",
            "The deadline and the concurrency policy decide whether it is skipped, replaces others or starts.";
        J34 = "J-34", "Many missed runs",
            ALL, CRONJOB,
            "pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob",
            "From 1.21 on more than 100 missed times give a warning, and the most recent run starts.";
        J35 = "J-35", "A short starting deadline",
            ALL, CRONJOB,
            "pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob",
            "Below ten seconds a run may never start.";
        J36 = "J-36", "Suspending a CronJob",
            ALL, CRONJOB,
            "pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob",
            "It stops new Jobs only.";
        J37 = "J-37", "The history of a CronJob",
            ALL, CRONJOB,
            "pkg/controller/cronjob/cronjob_controllerv2.go cleanupFinishedJobs",
            "Finished Jobs beyond the limits are deleted, the oldest first.";
        DS01 = "DS-01", "One Pod for each node",
            ALL, DAEMONSET,
            "pkg/controller/daemon/daemon_controller.go NodeShouldRunDaemonPod",
            "Every node that matches and whose taints are tolerated has one.";
        DS02 = "DS-02", "How daemon Pods are bound",
            ALL, DAEMONSET,
            "pkg/controller/daemon/util/daemonset_util.go ReplaceDaemonSetPodNodeNameNodeAffinity",
            "Each has an affinity to its node, and the scheduler binds it.";
        DS03 = "DS-03", "Tolerations of daemon Pods",
            ALL, DAEMONSET,
            "pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations",
            "They tolerate lost, cordoned and overloaded nodes.";
        DS04 = "DS-04", "Nodes that come and change",
            ALL, DAEMONSET,
            "pkg/controller/daemon/daemon_controller.go updateNode",
            "Pods are created and deleted as nodes begin or cease to match.";
        DS05 = "DS-05", "Daemon Pods that ended",
            ALL, DAEMONSET,
            "pkg/controller/daemon/daemon_controller.go podsShouldBeOnNode",
            "A failed one is deleted with back-off; of several on one node the oldest stays.";
        DS06 = "DS-06", "The pace of a DaemonSet",
            ALL, DAEMONSET,
            "pkg/controller/daemon/daemon_controller.go syncNodes",
            "250 creations and 250 deletions in a sync at most.";
        DS10 = "DS-10", "The default update of a DaemonSet",
            ALL, DAEMONSET,
            "pkg/apis/apps/v1/defaults.go SetDefaults_DaemonSet",
            "A rolling update with one Pod unavailable; percentages round up.";
        DS11 = "DS-11", "Updating without surge",
            ALL, DAEMONSET,
            "pkg/controller/daemon/update.go rollingUpdate",
            "Old Pods that are not available go at once, others within the bound.";
        DS12 = "DS-12", "Updating with surge",
            since(21), DAEMONSET,
            "pkg/controller/daemon/update.go rollingUpdate",
            "The old Pod goes when the new one beside it is available.";
        DS13 = "DS-13", "OnDelete of a DaemonSet",
            ALL, DAEMONSET,
            "pkg/controller/daemon/daemon_controller.go syncDaemonSet",
            "Only new and replaced Pods get the new template.";
        DS14 = "DS-14", "Revisions of a DaemonSet",
            ALL, DAEMONSET,
            "pkg/controller/daemon/update.go constructHistory",
            "They work as those of a StatefulSet.";
        DS15 = "DS-15", "Adoption by a DaemonSet",
            ALL, DAEMONSET,
            "pkg/controller/controller_ref_manager.go ClaimPods",
            "Pods that were orphaned are adopted and updated as the strategy says.";
    }
    } };
}
pub(super) use workload_rules;
