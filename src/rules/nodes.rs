//! Rules about nodes: the scheduler, the kubelet, lost and overloaded machines.

macro_rules! node_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
        P901 = "P-901", "No node fits", SCHEDULER,
            "The Pod stays Pending until a node takes it; the scheduler tries again.";
        P903 = "P-903", "Scheduling gates", SCHEDULING_GATES,
            "The scheduler leaves a Pod alone while it has a scheduling gate.";
        P904 = "P-904", "Bound once", SCHEDULER,
            "The scheduler binds a Pod to a node once and for ever.";
        P1002 = "P-1002", "A kubelet that cannot work", NODES,
            "A kubelet whose container runtime has not answered for 30 seconds, or whose network plugin is missing, says itself that its node is not Ready. The Pods stay Ready, for nobody marks them; containers run on and are not started again.";
        P1005 = "P-1005", "A silent node", NODES,
            "A node that has not been heard of for 40 seconds, 50 from 1.32 on, is Ready `Unknown`; one that never was, after 60 seconds.";
        P1007 = "P-1007", "Pods of a silent node", NODES,
            "The Pods of a node that counts as lost are not Ready; their phase and their containers are left as they were last told.";
        P1009 = "P-1009", "Taints make Pods go", TAINTS,
            "A taint `NoExecute` has Pods deleted that do not tolerate it, or when the time they tolerate it for is over: 300 seconds for a lost node.";
        P1012 = "P-1012", "Terminating until the kubelet says so", LOST,
            "A deleted Pod stays until its kubelet has confirmed that it stopped, also when the kubelet does not answer.";
        P1013 = "P-1013", "Pods of a deleted node", GC,
            "The Pods of a node that has no Node object any more are removed after 40 to 60 seconds, in phase Failed.";
        P1015 = "P-1015", "A node that comes back", NODES,
            "A kubelet that is heard again says that its node is Ready; the taints go, and what was planned for its Pods is off.";
        P1016 = "P-1016", "News for the kubelet", LOST,
            "A kubelet that was cut off learns what happened meanwhile, and stops the containers of Pods that are to go.";
        P1017 = "P-1017", "A machine starts anew", NODES,
            "Nothing of what ran has survived: Pods that are still bound to the node get a new sandbox, and their containers start again.";
        P1018 = "P-1018", "Graceful node shutdown", NODE_SHUTDOWN,
            "A kubelet that was given time for it ends its Pods before the machine goes off, critical ones last; they have failed with the reason `Terminated`. Without that time, as is usual, the machine just goes.";
        P1019 = "P-1019", "A machine is switched off", NODE_OFF,
            "Everything on it ends at once and tells nobody; for the cluster the node is only silent.";
        P1021 = "P-1021", "Evictions under node pressure", PRESSURE,
            "When a node has too little memory, disk or process ids left, its kubelet evicts one Pod every ten seconds: first those that use more than they asked for, then those of low priority, then those that are most above what they asked for.";
        P1022 = "P-1022", "No room for such Pods", PRESSURE,
            "Under memory pressure a kubelet refuses Pods of the class BestEffort, under pressure of another kind all that are not critical. The node is short of it until five minutes after it last was.";
        P1023 = "P-1023", "Too many ended Pods", GC,
            "Pods that have ended stay, until there are more of them than the cluster keeps: evicted ones go first, then the oldest.";
        K2 = "K-2", "The kubelet looks every second", CRI,
            "The kubelet learns what started or ended at its next look at the runtime.";
        K4 = "K-4", "Tried again", LIFECYCLE,
            "After a sync with an error the Pod is looked at again in 10 to 15 seconds.";
        W1 = "W-1", "The world outside", LIFECYCLE,
            "What programs, registries and servers do is up to you.";
    } };
}
pub(super) use node_rules;
