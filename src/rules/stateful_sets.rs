//! Rules about StatefulSets, and controllers in general.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! stateful_set_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        S01 = "S-01", "Names of a StatefulSet's Pods",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_utils.go getPodName",
            "Pods are named after the StatefulSet and their ordinal, and keep that name when they are \
             replaced.";
        S05 = "S-05", "Number of Pods",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/apis/apps/v1/defaults.go SetDefaults_StatefulSet",
            "`spec.replicas` says how many Pods the StatefulSet should have; 1 when unset.";
        S07 = "S-07", "Names end in the cluster domain",
            ALL, STATEFUL_NETWORK, [],
            "pkg/kubelet/kubelet_pods.go GeneratePodHostNameAndDomain",
            "A Pod of a StatefulSet has the name pod.service.namespace.svc.domain.";
        S08 = "S-08", "The Service is not created",
            ALL, STATEFUL_NETWORK, [],
            "pkg/controller/statefulset/stateful_set_utils.go initIdentity",
            "A StatefulSet needs its Service for DNS names only. No controller creates it.";
        S09 = "S-09", "Identity is repaired",
            ALL, STATEFUL, [],
            "pkg/controller/statefulset/stateful_pod_control.go UpdateStatefulPod",
            "At every sync the controller corrects labels and the owners of claims.";
        S11 = "S-11", "Some of the spec may change",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate",
            "Size, template, strategy and a few more fields may be edited; the rest is fixed.";
        S16 = "S-16", "Claims come before the Pod",
            ALL, STATEFUL_STORAGE, ["PersistentVolumeClaim"],
            "pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims",
            "A Pod is created only when each of its claims exists.";
        S21 = "S-21", "Claims have owners",
            since(23), STATEFUL_RETENTION, [],
            "pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod",
            "The retention policy works through owner references; the garbage collector deletes the claims.";
        S25 = "S-25", "Stale claims",
            since(27), STATEFUL_RETENTION, [],
            "pkg/controller/statefulset/stateful_pod_control.go PodPVCsMatchRetentionPolicy",
            "While a claim still names an older Pod of the same name as its owner, the new Pod waits.";
        S26 = "S-26", "A claim that is being deleted blocks its Pod",
            ALL, STATEFUL_STORAGE, [],
            "pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims",
            "While a claim is being deleted, the Pod that needs it cannot be created.";
        S29 = "S-29", "The controller syncs again",
            ALL, STATEFUL, [],
            "pkg/controller/statefulset/stateful_set.go addPod",
            "Every change of the StatefulSet or its Pods leads to a sync; waiting Pods lead to one more.";
        S30 = "S-30", "Pods are created in order",
            ALL, STATEFUL_ORDER, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "The next Pod is created when all Pods before it are Running and Ready.";
        S31 = "S-31", "Pods are created in parallel",
            ALL, STATEFUL_PARALLEL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go runForAll",
            "With podManagementPolicy Parallel, all missing Pods are created without waiting.";
        S33 = "S-33", "minReadySeconds",
            since(22), STATEFUL_MINREADY, [],
            "pkg/controller/controller_utils.go podutil.IsPodAvailable",
            "In order, creation, scaling down and updates wait until each Pod has been ready for that long.";
        S34 = "S-34", "A Pod that vanished",
            ALL, STATEFUL_ORDER, [],
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "It is made again under its name as soon as the old object is gone.";
        S35 = "S-35", "A failed Pod is replaced at once",
            until(30), STATEFUL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "Up to 1.30 a failed Pod is deleted and created again in one sync.";
        S36 = "S-36", "A terminated Pod is replaced",
            since(31), STATEFUL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "Since 1.31 a failed or succeeded Pod is deleted; its replacement is created in a later sync.";
        S40 = "S-40", "Pods are deleted in order",
            ALL, STATEFUL_ORDER, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "Scaling down deletes the Pod with the highest ordinal and waits until it is removed.";
        S41 = "S-41", "No scaling down while Pods are unready",
            ALL, STATEFUL_ORDER, [],
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "In order, no Pod is deleted while a Pod that stays is not ready.";
        S42 = "S-42", "Pods are deleted in parallel",
            ALL, STATEFUL_PARALLEL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "With podManagementPolicy Parallel, all surplus Pods are deleted in one sync.";
        S44 = "S-44", "Two broken Pods",
            ALL, STATEFUL_ORDER, [],
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "With two unhealthy Pods to delete, scaling down stops until one recovers or is deleted by hand.";
        S50 = "S-50", "Updates in reverse order",
            ALL, STATEFUL_UPDATE, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "A rolling update replaces one Pod at a time, the highest ordinal first.";
        S53 = "S-53", "The revision of a new Pod",
            ALL, STATEFUL_PARTITION, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_utils.go newVersionedStatefulSetPod",
            "It depends on the partition, or without rolling parameters on how many Pods are still old.";
        S54 = "S-54", "An unready Pod blocks the update",
            ALL, STATEFUL_ROLLBACK, [],
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "In order, any wanted Pod that is not ready stops the update, whatever its revision.";
        S57 = "S-57", "The partition",
            ALL, STATEFUL_PARTITION, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Pods from the partition on are updated; lower ones stay and come back at the old revision.";
        S58 = "S-58", "Availability in an update",
            since(22), STATEFUL_MINREADY, [],
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Up to 1.28 the update waits for ready Pods only, later releases wait for available ones.";
        S63 = "S-63", "The status counts Pods",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go updateReplicas",
            "The controller writes how many Pods exist, are ready and have which revision.";
        S64 = "S-64", "An update is complete",
            ALL, STATEFUL_UPDATE, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_utils.go completeRollingUpdate",
            "When all Pods are new and ready, the update revision becomes the current one.";
        S66 = "S-66", "A template is kept as a revision",
            ALL, STATEFUL_HISTORY, ["ControllerRevision"],
            "pkg/controller/statefulset/stateful_set_control.go getStatefulSetRevisions",
            "A new template gets a new revision; an old one gets its old revision back with a new number.";
        S67 = "S-67", "Old revisions are deleted",
            ALL, STATEFUL_HISTORY, ["ControllerRevision"],
            "pkg/controller/statefulset/stateful_set_control.go truncateHistory",
            "Revisions that no Pod uses are deleted beyond revisionHistoryLimit.";
        S70 = "S-70", "Several Pods at once",
            since(24), STATEFUL_MAX, ["StatefulSet"],
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished",
            "With a gate, an update may take as many Pods as may be unavailable.";
        S71 = "S-71", "Refilling the budget of an update",
            since(24), STATEFUL_MAX, [],
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished",
            "Pods deleted in one sync go together; the next ones go when enough are available again.";
        S81 = "S-81", "Deleting a StatefulSet has no order",
            ALL, STATEFUL_SCALE, ["StatefulSet"],
            "pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem",
            "All Pods of a deleted StatefulSet are deleted at the same time.";
        S82 = "S-82", "A StatefulSet adopts Pods",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/controller/controller_ref_manager.go AdoptPod",
            "A Pod without an owner whose name and labels match is adopted by the StatefulSet.";
        S83 = "S-83", "A StatefulSet releases Pods",
            ALL, STATEFUL, ["StatefulSet"],
            "pkg/controller/controller_ref_manager.go ReleasePod",
            "A Pod whose labels no longer match is released; its name stays in use.";
        S95 = "S-95", "At most one, unless forced",
            ALL, FORCE, [],
            "pkg/controller/statefulset/stateful_pod_control.go CreateStatefulPod",
            "A force deleted Pod is replaced at once, although its containers may still run.";
    }
    book {
        S02 = "S-02", "Hostname and subdomain",
            ALL, STATEFUL_NETWORK,
            "pkg/controller/statefulset/stateful_set_utils.go initIdentity",
            "A new Pod gets its name as hostname and the set's service name as subdomain.";
        S03 = "S-03", "Labels of a set's Pods",
            ALL, STATEFUL_LABEL,
            "pkg/controller/statefulset/stateful_set_utils.go updateIdentity",
            "Each Pod carries its name, its revision and, from 1.28 on, its ordinal as labels.";
        S04 = "S-04", "The first ordinal",
            since(26), STATEFUL_ORDINAL,
            "pkg/controller/statefulset/stateful_set_utils.go getStartOrdinal",
            "Ordinals begin at spec.ordinals.start, 0 unless given.";
        S06 = "S-06", "Two default strategies",
            ALL, STATEFUL_UPDATE,
            "pkg/apis/apps/v1/defaults.go SetDefaults_StatefulSet",
            "Without a strategy a set gets a partition of 0; with its type alone it gets no rolling parameters, \
             and that behaves differently.";
        S6A = "S-6A", "Restarting a rollout",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectrestarter.go defaultObjectRestarter",
            "A restart only writes the time into the template; the rest is a usual rolling update.";
        S10 = "S-10", "The length of a set's name",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_utils.go newVersionedStatefulSetPod",
            "Above 52 characters the Pods cannot be created, for a label becomes too long.";
        S12 = "S-12", "The selector",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "It is required and matches the labels of the template.";
        S13 = "S-13", "Identity and nodes",
            ALL, STATEFUL_NETWORK,
            "pkg/controller/statefulset/stateful_set_utils.go newStatefulSetPod",
            "On another node a Pod keeps its name, DNS name and claims, with a new UID and usually a new address.";
        S14 = "S-14", "Which Pods belong to a set",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_utils.go isMemberOf",
            "Labels match the selector, and the name before the ordinal is the set's.";
        S17 = "S-17", "What a claim gets",
            ALL, STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims",
            "The template's spec, its labels and the set's matching labels; no owner unless the retention policy \
             wants one.";
        S18 = "S-18", "Claims as volumes",
            ALL, STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_set_utils.go updateStorage",
            "Each claim becomes a volume of the Pod under the template's name.";
        S19 = "S-19", "Missing claims of Pending Pods",
            since(27), STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "The sync creates a missing claim of a Pending Pod again.";
        S20 = "S-20", "Claims stay",
            ALL, STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims",
            "Claims are not deleted with their Pods or their set unless the retention policy says so.";
        S22 = "S-22", "whenScaled Delete",
            since(23), STATEFUL_RETENTION,
            "pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod",
            "Scaling down has the Pod's claims deleted after it; a Pod that is replaced keeps them.";
        S23 = "S-23", "whenDeleted Delete",
            since(23), STATEFUL_RETENTION,
            "pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod",
            "Deleting the set has its claims deleted once no Pod uses them, unless Pods are orphaned.";
        S24 = "S-24", "Both Delete",
            since(23), STATEFUL_RETENTION,
            "pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod",
            "Scaling down moves the ownership of a claim from the set to its Pod.";
        S27 = "S-27", "Claim templates are fixed",
            ALL, STATEFUL_STORAGE,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate",
            "To grow volumes one edits the claims and makes the set again around its Pods.";
        S28 = "S-28", "One more claim template",
            ALL, STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_pod_control.go UpdateStatefulPod",
            "An adopted Pod cannot get another volume, so every sync fails until it is deleted.";
        S32 = "S-32", "All lower Pods count",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "In order, a Pod is made only when every lower one is ready, not just the one before it.";
        S37 = "S-37", "Succeeded Pods",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "Up to 1.28.0 a set waits for a succeeded Pod for ever; later releases replace it.";
        S38 = "S-38", "The sync of a set",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "It claims Pods, chooses revisions, keeps the wanted Pods, deletes surplus ones, updates, and writes \
             the status.";
        S39 = "S-39", "Scaling before updating",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "In order, the update begins only when all wanted Pods are there and ready and no surplus one is \
             left.";
        S43 = "S-43", "One broken Pod may go",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "In order, the lowest unhealthy Pod of those to be deleted does not hold itself up.";
        S45 = "S-45", "Scaling up again",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "A Pod that is being deleted and is wanted again is made again once it is gone.";
        S46 = "S-46", "Another first ordinal",
            since(26), STATEFUL_ORDINAL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Missing Pods of the new range come first, then those outside it go, highest first.";
        S47 = "S-47", "Ready but not yet available",
            since(22), STATEFUL_MINREADY,
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "A Pod to be deleted that is not available yet holds scaling down up in 1.28; later releases delete \
             it at once.";
        S48 = "S-48", "Budgets do not hold sets back",
            ALL, BUDGETS,
            "pkg/controller/statefulset/stateful_pod_control.go DeleteStatefulPod",
            "Scaling down and rolling updates delete Pods without asking a disruption budget.";
        S51 = "S-51", "Scaling and updating at once",
            ALL, STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "New Pods come first and surplus ones go first; then the old ones are replaced from the top.";
        S52 = "S-52", "Parallel does not speed up updates",
            ALL, STATEFUL_PARALLEL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Without maxUnavailable a parallel set still replaces one Pod at a time.";
        S55 = "S-55", "Parallel updates do not wait for others",
            ALL, STATEFUL_PARALLEL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "In a parallel set an unready Pod that the update has not reached does not hold it up.";
        S56 = "S-56", "A new template in the middle",
            ALL, STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Pods of the revision between are replaced too; Pods not yet reached go straight to the newest.";
        S59 = "S-59", "OnDelete",
            ALL, STATEFUL_ONDELETE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "A new template changes nothing by itself; a Pod that is made later gets it.";
        S60 = "S-60", "OnDelete never completes",
            ALL, STATEFUL_ONDELETE,
            "pkg/controller/statefulset/stateful_set_utils.go completeRollingUpdate",
            "The current revision stays at the old name even when all Pods are new.";
        S61 = "S-61", "A raised partition",
            ALL, STATEFUL_PARTITION,
            "pkg/controller/statefulset/stateful_set_utils.go newVersionedStatefulSetPod",
            "It rolls nothing back by itself; a lower Pod that is deleted later comes back old.";
        S62 = "S-62", "Partition and first ordinal",
            since(26), STATEFUL_PARTITION,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "The partition counts Pods from the first ordinal.";
        S65 = "S-65", "An empty set is complete",
            ALL, STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_utils.go completeRollingUpdate",
            "At zero replicas an update completes at once, also one with a partition.";
        S68 = "S-68", "The name of a revision",
            ALL, STATEFUL_HISTORY,
            "pkg/controller/history/controller_history.go ControllerRevisionName",
            "The set's name and a hash of the template; a collision is counted and tried again.";
        S69 = "S-69", "Comparing revisions by meaning",
            since(34), STATEFUL_HISTORY,
            "pkg/controller/history/controller_history.go EqualRevision",
            "From about 1.34 on a default that a newer server adds makes no new revision.";
        S72 = "S-72", "A percentage of Pods",
            since(24), STATEFUL_MAX,
            "pkg/controller/statefulset/stateful_set_utils.go getStatefulSetMaxUnavailable",
            "maxUnavailable rounds down, to one Pod at least.";
        S73 = "S-73", "Unavailable Pods in a parallel update",
            since(24), STATEFUL_MAX,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished",
            "The newest releases first replace unavailable old Pods without counting them, then available ones \
             within the budget.";
        S74 = "S-74", "maxUnavailable in order",
            since(24), STATEFUL_MAX,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished",
            "An ordered set keeps a single pass, and is mostly held up before it.";
        S75 = "S-75", "The forced rollback",
            ALL, STATEFUL_ROLLBACK,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "After a broken template, going back is not enough in order: the broken Pod must be deleted by hand.";
        S76 = "S-76", "Parallel sets heal",
            ALL, STATEFUL_ROLLBACK,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "The broken Pod is old once the template is reverted, so the update deletes it.";
        S77 = "S-77", "Turns of the forced rollback",
            ALL, STATEFUL_ROLLBACK,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "Deleting before reverting brings the Pod back broken; a failed Pod is replaced by itself.";
        S79 = "S-79", "No pause and no deadline",
            ALL, STATEFUL,
            "pkg/apis/apps/types.go StatefulSetSpec",
            "A rollout of a set cannot be paused and has no progress deadline or conditions.";
        S80 = "S-80", "A set that is being deleted",
            ALL, STATEFUL_SCALE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Its sync writes the status and does nothing else.";
        S84 = "S-84", "What a deleted set leaves",
            ALL, STATEFUL_SCALE,
            "pkg/controller/statefulset/stateful_set.go sync",
            "Its claims and its Service stay.";
        S85 = "S-85", "Where a set's Events stand",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_pod_control.go recordPodEvent",
            "They come from statefulset-controller and stand at the set; waiting has no Event.";
        S86 = "S-86", "The spelling of a set's Events",
            since(34), STATEFUL,
            "pkg/controller/statefulset/stateful_pod_control.go recordPodEvent",
            "From about 1.34 on messages of creations begin with a capital letter.";
        S90 = "S-90", "At most one",
            ALL, FORCE,
            "pkg/controller/statefulset/stateful_pod_control.go CreateStatefulPod",
            "The controller makes a Pod only when no object of its name exists.";
        S91 = "S-91", "Graceful deletion of a set's Pod",
            ALL, FORCE,
            "pkg/kubelet/kubelet.go SyncTerminatedPod",
            "The object goes only when the kubelet confirms that its containers have stopped.";
        S92 = "S-92", "When a delete is immediate",
            ALL, FORCE,
            "pkg/registry/core/pod/strategy.go CheckGracefulDelete",
            "Without a node, in a terminal phase or with grace 0 the object goes at once.";
        S93 = "S-93", "Grace 0 is unsafe for sets",
            ALL, FORCE,
            "pkg/registry/core/pod/strategy.go CheckGracefulDelete",
            "The object goes at once, and a twin may start while the old process runs.";
        S94 = "S-94", "A set on a lost node",
            ALL, LOST,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "Its Pods become Terminating after the toleration time and are not replaced while the object exists.";
        S96 = "S-96", "Out of service and sets",
            since(24), NODE_OFF,
            "pkg/controller/podgc/gc_controller.go gcTerminating",
            "The taint removes terminating Pods of a node that is known to be off and frees their volumes.";
        C1 = "C-1", "Controllers work from keys",
            ALL, CONTROLLERS,
            "pkg/controller/controller_utils.go KeyFunc",
            "An event puts the object's key into a queue without duplicates, and one worker handles one key at a \
             time.";
        C2 = "C-2", "A failed sync",
            ALL, CONTROLLERS,
            "staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go DefaultControllerRateLimiter",
            "It is tried again with a delay that doubles from 5 ms up to 1000 s.";
        C4 = "C-4", "The controller of an object",
            ALL, OWNERS,
            "staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go GetControllerOf",
            "It is the one owner reference that is marked as controller.";
        C5 = "C-5", "Generations",
            ALL, API_CONCEPTS,
            "pkg/registry/apps/statefulset/strategy.go PrepareForUpdate",
            "The generation grows when the spec changes; controllers report the one they have seen.";
        C6 = "C-6", "Repeated Events",
            ALL, EVENTS,
            "staging/src/k8s.io/client-go/tools/record/events_cache.go EventCorrelate",
            "Equal Events of an object raise a count.";
        I1 = "I-1", "One object for each name",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_pod_control.go CreateStatefulPod",
            "Two Pods of one ordinal never exist together unless one was deleted by force.";
        I2 = "I-2", "Invariant of creation",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "In order, a Pod is created only when all lower ones are ready and available.";
        I3 = "I-3", "Invariant of a sync",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "In order, a sync creates one Pod or deletes one to scale down, not more.";
        I4 = "I-4", "Invariant of scaling down",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go processCondemned",
            "In order, no higher surplus Pod exists and all wanted Pods are available when a Pod is deleted.";
        I5 = "I-5", "Invariant of updates",
            ALL, STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "Without maxUnavailable an update deletes the highest old Pod, and all above it are new and healthy.";
        I6 = "I-6", "Invariant of the partition",
            ALL, STATEFUL_PARTITION,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "An update deletes no Pod below the partition.";
        I7 = "I-7", "No second delete",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_control.go processReplica",
            "The controller does not delete a Pod that is already being deleted, except failed ones up to 1.30.";
        I7B = "I-7b", "Counters are not negative",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetStatus",
            "A status with a negative counter is refused, and the sync is tried again.";
        I8 = "I-8", "The controller deletes no claims",
            ALL, STATEFUL_STORAGE,
            "pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims",
            "Every Pod it creates has all its claims.";
        I9 = "I-9", "Counters in order",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_control.go updateReplicas",
            "Available Pods are at most the ready ones, and these at most all.";
        I10 = "I-10", "A sync without news does nothing",
            ALL, STATEFUL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "After a sync without actions, one with the same inputs has none.";
        I11 = "I-11", "Where scaling ends",
            ALL, STATEFUL_ORDER,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "When all Pods become ready, exactly the wanted ordinals exist.";
        I12 = "I-12", "Where an update ends",
            ALL, STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_utils.go completeRollingUpdate",
            "When all settles, all Pods are at the update revision, and it is the current one.";
        I13 = "I-13", "Parallel actions ignore readiness",
            ALL, STATEFUL_PARALLEL,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "What a parallel set creates and scales away in a sync does not depend on the readiness of its Pods.";
        M1 = "M-1", "Creating a Pod",
            ALL, API_CONCEPTS,
            "pkg/registry/core/pod/strategy.go PrepareForCreate",
            "A taken name is refused, also while its Pod is being deleted; a new Pod is Pending with a UID.";
        M2 = "M-2", "Deleting a Pod twice",
            ALL, END,
            "staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete",
            "The second delete can only shorten the grace period.";
        M3B = "M-3b", "Terminal before gone",
            since(27), END,
            "pkg/kubelet/kubelet.go SyncTerminatedPod",
            "Since 1.27 a Pod that is being deleted becomes terminal just before its object goes.";
        M4 = "M-4", "When Ready changed",
            ALL, CONDITIONS,
            "pkg/kubelet/status/status_manager.go updateLastTransitionTime",
            "Its transition time moves only with its status.";
        M5 = "M-5", "Changes lead to syncs",
            ALL, CONTROLLERS,
            "pkg/controller/statefulset/stateful_set.go updatePod",
            "Each change of an object leads to a sync of its owner.";
        M6 = "M-6", "Time",
            ALL, CONTROLLERS,
            "k8s.io/utils/clock/clock.go RealClock",
            "Grace periods, back-off, tolerations and minReadySeconds go by one clock.";
    }
    unmodelled {
        S78 = "S-78", "The strategy Recreate",
            since(37), STATEFUL_UPDATE,
            "pkg/controller/statefulset/stateful_set_control.go updateStatefulSet",
            "With a gate of 1.37 a new template deletes all old Pods at once and makes them when all are gone.";
        S97 = "S-97", "Claims pin Pods",
            ALL, VOLUMES,
            "pkg/scheduler/framework/plugins/volumebinding/volume_binding.go Filter",
            "With a local or zonal volume the Pod stays Pending when no node in its place fits.";
        C3 = "C-3", "Controllers read a cache",
            ALL, CONTROLLERS,
            "staging/src/k8s.io/client-go/tools/cache/shared_informer.go HandleDeltas",
            "What a sync has just created is usually seen by the next sync only.";
        M3 = "M-3", "The progress of a set's Pod",
            ALL, LIFECYCLE,
            "pkg/kubelet/kubelet_pods.go getPhase",
            "It is Pending, then Running, then Ready; with policy Always it ends only by eviction, shutdown or \
             deadline.";
    }
    } };
}
pub(super) use stateful_set_rules;
