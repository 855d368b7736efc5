//! Rules about controllers: StatefulSets, disruption budgets, the garbage collector.

macro_rules! controller_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
        S01 = "S-01", "A set's Pods have names", STATEFUL,
            "Pods are called after the set and their ordinal, and keep that name when they are replaced.";
        S05 = "S-05", "A set has a size", STATEFUL,
            "`spec.replicas` says how many Pods there are to be; 1 when unset.";
        S07 = "S-07", "Names end in the cluster domain", STATEFUL_NETWORK,
            "A Pod of a set is called pod.service.namespace.svc.domain.";
        S08 = "S-08", "Nobody makes the Service", STATEFUL_NETWORK,
            "A set needs its Service for DNS names only, and never creates it.";
        S09 = "S-09", "Identity is repaired", STATEFUL,
            "At every sync the controller puts labels and the owners of claims right.";
        S11 = "S-11", "Some of the spec may change", STATEFUL,
            "Size, template, strategy and a few more fields may be edited; the rest is fixed.";
        S16 = "S-16", "Claims come before the Pod", STATEFUL_STORAGE,
            "A Pod is made only when each of its claims exists.";
        S21 = "S-21", "Claims have owners", STATEFUL_RETENTION,
            "The retention policy works through owner references; the garbage collector does the deleting.";
        S26 = "S-26", "A claim that is going holds the Pod up", STATEFUL_STORAGE,
            "While a claim is being deleted, the Pod that needs it cannot be made.";
        S29 = "S-29", "The controller looks again", STATEFUL,
            "Every change of the set or its Pods leads to a sync; waiting Pods lead to one more.";
        S30 = "S-30", "Pods come in order", STATEFUL_ORDER,
            "The next Pod is made when all before it are running and ready.";
        S31 = "S-31", "Pods come at once", STATEFUL_PARALLEL,
            "A parallel set makes all its missing Pods without waiting.";
        S35 = "S-35", "A failed Pod is replaced at once", STATEFUL,
            "Up to 1.30 a failed Pod is deleted and made anew in one sync.";
        S36 = "S-36", "A Pod that ended is replaced", STATEFUL,
            "Since 1.31 a failed or succeeded Pod is deleted; its successor comes in a later sync.";
        S40 = "S-40", "Pods go in order", STATEFUL_ORDER,
            "Scaling down deletes the highest ordinal and waits until it is gone.";
        S42 = "S-42", "Pods go at once", STATEFUL_PARALLEL,
            "A parallel set deletes all Pods it no longer wants in one sync.";
        S50 = "S-50", "Updates go from the top", STATEFUL_UPDATE,
            "A rolling update replaces one Pod at a time, the highest ordinal first.";
        S63 = "S-63", "The status counts Pods", STATEFUL,
            "The controller writes how many Pods exist, are ready and have which revision.";
        S64 = "S-64", "An update is complete", STATEFUL_UPDATE,
            "When all Pods are new and ready, the update revision becomes the current one.";
        S66 = "S-66", "A template is kept as a revision", STATEFUL_HISTORY,
            "A new template gets a new revision; an old one gets its old revision back under a new number.";
        S67 = "S-67", "Old revisions go", STATEFUL_HISTORY,
            "Revisions nobody uses are removed beyond the history limit.";
        S70 = "S-70", "Several Pods at once", STATEFUL_MAX,
            "With a gate, an update may take as many Pods as may be unavailable.";
        S81 = "S-81", "Deleting a set has no order", STATEFUL_SCALE,
            "All Pods of a deleted set go at the same time.";
        S82 = "S-82", "A set adopts Pods", STATEFUL,
            "A Pod without owner whose name and labels match becomes the set's.";
        S83 = "S-83", "A set releases Pods", STATEFUL,
            "A Pod whose labels stop matching is let go; its name stays taken.";
        S95 = "S-95", "At most one, unless forced", FORCE,
            "A Pod that is deleted by force has a successor at once, although its own containers may still run.";
        B3 = "B-3", "A budget protects Pods", BUDGETS,
            "A PodDisruptionBudget says how many of its Pods must stay, or how many may be away; parts are rounded up.";
        B4 = "B-4", "What a budget allows", BUDGETS,
            "So many evictions are allowed as there are healthy Pods beyond those the budget needs.";
        B6 = "B-6", "A budget is asked", API_EVICTION,
            "The API refuses an eviction when too few healthy Pods would stay; otherwise it charges the budget.";
        B8 = "B-8", "Pods without a scale", BUDGETS_OF_OTHERS,
            "Without a controller that says how many Pods there are to be, only a number in minAvailable works.";
        B10 = "B-10", "Draining a node", NODE_DRAIN,
            "A drain cordons the node and asks for the eviction of its Pods, every 5 seconds until none is left.";
        G05 = "G-05", "Foreground deletion", FOREGROUND,
            "A set deleted in the foreground stays until its Pods are gone.";
        G06 = "G-06", "Orphans", ORPHANS,
            "The owner goes alone; what it owned stays without an owner.";
    } };
}
pub(super) use controller_rules;
