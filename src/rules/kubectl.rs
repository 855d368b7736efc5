//! Rules about what kubectl prints.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! kubectl_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        P1202 = "P-1202", "STATUS",
            ALL, KUBECTL, ["Pod"],
            "pkg/printers/internalversion/printers.go printPod",
            "A word kubectl computes for display; it is not the phase.";
    }
    book {
        P1201 = "P-1201", "The columns of Pods",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go AddHandlers",
            "NAME, READY, STATUS, RESTARTS and AGE; wide output adds addresses, nodes and gates.";
        P1203 = "P-1203", "STATUS while init containers run",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The first init container that is not complete decides: its reason, or how many are complete.";
        P1204 = "P-1204", "READY",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The number of ready app containers and sidecars, and how many there are.";
        P1205 = "P-1205", "RESTARTS",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The sum of the restart counts, and since 1.22 how long ago the last restart was.";
        P1206 = "P-1206", "STATUS of containers",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The first container by name that waits or has ended with a reason gives the word.";
        P1207 = "P-1207", "Completed and still running",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "If one container is complete and another runs, STATUS is Running while the Pod is Ready, else \
             NotReady.";
        P1208 = "P-1208", "Terminating",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "A Pod with a deletion timestamp shows Terminating; from 1.31 on only while its phase is not \
             terminal.";
        P1209 = "P-1209", "Ages",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go HumanDuration",
            "An age has one or two units, rounded down; below two minutes it is in seconds.";
        P1210 = "P-1210", "Wide Pods",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The first address, the node, the nominated node and the readiness gates; what is missing shows as \
             none.";
        P1211 = "P-1211", "Usual successions",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "A Pod that starts, crashes or is deleted passes through a typical row of STATUS words.";
        P1212 = "P-1212", "Nothing is hidden",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/kubectl/pkg/cmd/get/get.go Run",
            "The list shows terminal Pods too; a field selector on the phase does not look at STATUS.";
        P1220 = "P-1220", "The head of a description",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describePod",
            "Names, node, labels, status and addresses stand in two columns.";
        P1221 = "P-1221", "Containers in a description",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describeContainers",
            "Each container shows its image, state, last state, restarts, probes and mounts.";
        P1222 = "P-1222", "Probes in a description",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribeProbe",
            "One line gives the handler and the five numbers.";
        P1223 = "P-1223", "The end of a description",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describePod",
            "Gates, conditions, volumes, class, tolerations and Events.";
        P1224 = "P-1224", "Events in a description",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribeEvents",
            "They are sorted by their last time; a repeated Event shows its count.";
        P1225 = "P-1225", "Dates",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describePod",
            "Descriptions write dates as in RFC 1123 with a numeric zone.";
        KC01 = "KC-01", "Columns of other kinds",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go AddHandlers",
            "Each kind has its own columns; wide output adds some.";
        KC02 = "KC-02", "Cells of workloads",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printStatefulSet",
            "READY shows ready replicas and wanted ones; CURRENT and UP-TO-DATE count as the status does.";
        KC04 = "KC-04", "Cells of claims and volumes",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPersistentVolumeClaim",
            "STATUS is the phase or Terminating; volume, capacity and access modes stay empty until the claim is \
             bound.";
        KC05 = "KC-05", "Cells of endpoints",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go formatEndpoints",
            "Up to three addresses, and how many more there are.";
        KC06 = "KC-06", "Cells of budgets",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPodDisruptionBudget",
            "A bound that is not set shows as N/A.";
        KC07 = "KC-07", "AGE",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go HumanDuration",
            "Ages of all kinds are written in the same way.";
        KC08 = "KC-08", "STATUS of Pods",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printPod",
            "The phase, unless the Pod or a container has a reason to show instead.";
        KC09 = "KC-09", "Nothing to show",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/kubectl/pkg/cmd/get/get.go Run",
            "kubectl says on the error stream that no resources were found; with several kinds each name carries \
             its kind.";
        KC10 = "KC-10", "rollout status",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/cmd/rollout/rollout_status.go Run",
            "It prints a line whenever the message changes, until the rollout is complete.";
        KC11 = "KC-11", "rollout status of a Deployment",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go DeploymentStatusViewer.Status",
            "It tells whether new replicas are missing, old ones remain, or updated ones are not available.";
        KC12 = "KC-12", "rollout status of a StatefulSet",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go StatefulSetStatusViewer.Status",
            "It waits for ready Pods, then counts updated ones; the usual strategy speaks of a partition.";
        KC22 = "KC-22", "scale",
            ALL, KUBECTL_SCALE,
            "staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go RunScale",
            "It succeeds as soon as the API has accepted the number.";
        KC23 = "KC-23", "patch and edit",
            ALL, KUBECTL_PATCH,
            "staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go RunPatch",
            "They say whether the object changed.";
        KC24 = "KC-24", "delete",
            ALL, KUBECTL_DELETE,
            "staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go DeleteResult",
            "It prints the object when the request was accepted, then waits until the object is gone.";
        KC25 = "KC-25", "delete by force",
            ALL, KUBECTL_DELETE,
            "staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go Validate",
            "It warns that containers may run on; a grace of 0 without force is one second.";
        KC26 = "KC-26", "delete with cascade",
            ALL, KUBECTL_DELETE,
            "staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go DeleteResult",
            "Dependents are deleted in the background, in the foreground, or left as orphans.";
        KC27 = "KC-27", "Not found",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewNotFound",
            "A missing object or an unknown kind is an error with its name.";
        KC30 = "KC-30", "rollout history",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history_viewer.go StatefulSetHistoryViewer.ViewHistory",
            "It lists the revisions with their change causes, or the template of one of them.";
        KC31 = "KC-31", "rollout undo",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go StatefulSetRollbacker.Rollback",
            "It goes back to the revision before, or to the one that was named.";
        KC32 = "KC-32", "The history after an undo",
            ALL, KUBECTL_ROLLOUT,
            "pkg/controller/history/controller_history.go UpdateControllerRevision",
            "The old revision gets a new number, and its old number is gone.";
        KC33 = "KC-33", "rollout restart",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectrestarter.go defaultObjectRestarter",
            "It marks the template with the time, at most once a second.";
        KC34 = "KC-34", "rollout pause and resume",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectpauser.go defaultObjectPauser",
            "Only Deployments can be paused.";
        KC35 = "KC-35", "set image",
            ALL, KUBECTL_SET,
            "staging/src/k8s.io/kubectl/pkg/cmd/set/set_image.go Run",
            "It says which object has a new image.";
        KC40 = "KC-40", "What drain prints",
            ALL, KUBECTL_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go RunDrain",
            "The cordon, each eviction, each Pod that is gone, and the node at the end.";
        KC41 = "KC-41", "What keeps drain from starting",
            ALL, KUBECTL_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/drain/filters.go makeFilters",
            "Pods of DaemonSets, Pods without controller and local data need a flag each.";
        KC42 = "KC-42", "A budget holds drain up",
            ALL, KUBECTL_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/drain drain.go evictPods",
            "kubectl prints the refusal and tries again after five seconds.";
        KC43 = "KC-43", "uncordon",
            ALL, KUBECTL_DRAIN,
            "staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go RunCordonOrUncordon",
            "The node takes new Pods again.";
        KC50 = "KC-50", "describe of a StatefulSet",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describeStatefulSet",
            "It shows counts, strategy, template, claims and Events.";
        KC51 = "KC-51", "describe of a Deployment",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describeDeployment",
            "It adds conditions and the old and new ReplicaSets.";
        KC52 = "KC-52", "describe of ReplicaSets and Jobs",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describeReplicaSet",
            "They show their owner, their counts and the states of their Pods.";
        KC53 = "KC-53", "describe of a claim",
            ALL, KUBECTL_DESCRIBE,
            "staging/src/k8s.io/kubectl/pkg/describe/describe.go describePVC",
            "It names the Pods that use the claim.";
    }
    unmodelled {
        KC03 = "KC-03", "Cells of Jobs",
            ALL, KUBECTL_GET,
            "pkg/printers/internalversion/printers.go printJob",
            "COMPLETIONS shows how many succeeded and how many are wanted.";
        KC13 = "KC-13", "rollout status of a DaemonSet",
            ALL, KUBECTL_ROLLOUT,
            "staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go DaemonSetStatusViewer.Status",
            "It counts updated Pods, then available ones.";
        KC20 = "KC-20", "apply",
            ALL, KUBECTL_APPLY,
            "staging/src/k8s.io/kubectl/pkg/cmd/apply/apply.go applyOneObject",
            "It says whether the object was created, configured or left unchanged.";
        KC21 = "KC-21", "create",
            ALL, KUBECTL_CREATE,
            "staging/src/k8s.io/kubectl/pkg/cmd/create/create.go RunCreate",
            "An object that exists already is an error.";
        KC60 = "KC-60", "Watching Pods",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/kubectl/pkg/cmd/get/get.go watch",
            "kubectl prints a line for each change of a Pod object; what is gone prints nothing more.";
        KC61 = "KC-61", "Watching a set",
            ALL, KUBECTL_GET,
            "staging/src/k8s.io/kubectl/pkg/cmd/get/get.go watch",
            "kubectl prints a line for each change of the set's spec or status.";
    }
    } };
}
pub(super) use kubectl_rules;
