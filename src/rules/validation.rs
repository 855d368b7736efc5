//! Rules about what the API server refuses.

/// Hands the rules of this table on to the macro `$next`.
macro_rules! validation_rules {
    ($next:ident $($then:ident)*; $($before:tt)*) => { $next! { $($then)*; $($before)*
    named {
        P1361 = "P-1361", "What may be edited",
            ALL, POD_UPDATE, ["Pod"],
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "Only images, deadline, tolerations and gates of an existing Pod may change.";
    }
    book {
        P1299 = "P-1299", "Names",
            ALL, NAMES,
            "staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123Label",
            "A label has lower case letters, digits and hyphens; a subdomain also has dots. A letter or digit \
             stands at both ends.";
        P1300 = "P-1300", "How a refusal reads",
            ALL, API_CONCEPTS,
            "staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go ErrorBody",
            "The API names the field, the kind of error, the value and the reason; all errors come together, and \
             nothing is stored.";
        P1301 = "P-1301", "No name",
            ALL, NAMES,
            "staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateObjectMeta",
            "An object needs a name or a base for one.";
        P1302 = "P-1302", "A bad Pod name",
            ALL, NAMES,
            "pkg/apis/core/validation/validation.go ValidatePodName",
            "The name of a Pod is a DNS subdomain.";
        P1303 = "P-1303", "No containers",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainers",
            "A Pod has one app container at least.";
        P1304 = "P-1304", "A container without name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerCommon",
            "Every container has a name.";
        P1305 = "P-1305", "A bad container name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateDNS1123Label",
            "The name of a container is a DNS label.";
        P1306 = "P-1306", "A container name with dots",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateDNS1123Label",
            "The name of a container has no dots.";
        P1307 = "P-1307", "A long container name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateDNS1123Label",
            "The name of a container has 63 characters at most.";
        P1308 = "P-1308", "Two containers of one name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainers",
            "App containers have different names.";
        P1309 = "P-1309", "An init container's name is taken",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateInitContainers",
            "Init and app containers have different names.";
        P1310 = "P-1310", "No image",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerCommon",
            "A container in a Pod has an image.";
        P1311 = "P-1311", "Blanks around an image",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "A new image has no blanks at its ends.";
        P1312 = "P-1312", "A bad pull policy",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validatePullPolicy",
            "imagePullPolicy is Always, IfNotPresent or Never.";
        P1313 = "P-1313", "A bad restart policy",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateRestartPolicy",
            "restartPolicy is Always, OnFailure or Never.";
        P1314 = "P-1314", "An app container with a policy",
            until(33), POD_API,
            "pkg/apis/core/validation/validation.go validateContainers",
            "Up to 1.33 only init containers may have a restart policy.";
        P1315 = "P-1315", "An init container with another policy",
            until(33), POD_API,
            "pkg/apis/core/validation/validation.go validateInitContainerRestartPolicy",
            "Up to 1.33 the restart policy of an init container can be Always only.";
        P1316 = "P-1316", "Rules without policy",
            since(34), POD_API,
            "pkg/apis/core/validation/validation.go validateContainerRestartPolicy",
            "Restart rules need a restart policy of the container.";
        P1317 = "P-1317", "A rule without operator",
            since(34), POD_API,
            "pkg/apis/core/validation/validation.go validateContainerRestartPolicy",
            "A restart rule compares exit codes with In or NotIn.";
        P1318 = "P-1318", "An unknown action of a rule",
            since(34), POD_API,
            "pkg/apis/core/validation/validation.go validateContainerRestartPolicy",
            "A restart rule restarts the container, or from 1.35 on all of them.";
        P1319 = "P-1319", "Hooks of init containers",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateInitContainers",
            "Only sidecars among the init containers may have hooks.";
        P1320 = "P-1320", "Probes of init containers",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateInitContainers",
            "Only sidecars among the init containers may have probes.";
        P1321 = "P-1321", "A probe without handler",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHandler",
            "A probe has one way to check.";
        P1322 = "P-1322", "A probe with two handlers",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHandler",
            "A probe has one way to check only.";
        P1323 = "P-1323", "Liveness successes",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateLivenessProbe",
            "A liveness probe succeeds with one check.";
        P1324 = "P-1324", "Startup successes",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateStartupProbe",
            "A startup probe succeeds with one check.";
        P1325 = "P-1325", "Negative numbers of a probe",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateProbe",
            "The five numbers of a probe are not negative.";
        P1326 = "P-1326", "A probe's grace of 0",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateProbe",
            "The grace period of a probe is one second at least.";
        P1327 = "P-1327", "A grace on readiness",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateReadinessProbe",
            "A readiness probe has no grace period, for it kills nothing.";
        P1328 = "P-1328", "A port out of range",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePortNumOrName",
            "Port numbers go from 1 to 65535.";
        P1329 = "P-1329", "A bad port name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePortNumOrName",
            "The name of a port has lower case letters, digits and hyphens.";
        P1330 = "P-1330", "A long port name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerPorts",
            "The name of a port has 15 characters at most.";
        P1331 = "P-1331", "A bad scheme",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHTTPGetAction",
            "The scheme is HTTP or HTTPS.";
        P1332 = "P-1332", "A bad header name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHTTPGetAction",
            "A header's name has letters, digits and hyphens.";
        P1333 = "P-1333", "exec without command",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateExecAction",
            "An exec handler has a command.";
        P1334 = "P-1334", "A hook without handler",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHandler",
            "A hook has something to do.";
        P1335 = "P-1335", "A sleep that is too long",
            since(29), POD_API,
            "pkg/apis/core/validation/validation.go validateSleepAction",
            "A preStop sleep is not longer than the grace period.";
        P1336 = "P-1336", "A port without number",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerPorts",
            "A port of a container has a number.";
        P1337 = "P-1337", "A container port out of range",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerPorts",
            "Its number goes from 1 to 65535.";
        P1338 = "P-1338", "A bad protocol",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerPorts",
            "The protocol is TCP, UDP or SCTP.";
        P1339 = "P-1339", "Two ports of one name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateContainerPorts",
            "Ports of one container have different names.";
        P1340 = "P-1340", "A host port used twice",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go checkHostPortConflicts",
            "A protocol and host port stand once in a Pod.";
        P1341 = "P-1341", "Host ports on the host network",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateHostNetwork",
            "On the host network the host port equals the container port.";
        P1342 = "P-1342", "A request above its limit",
            ALL, RESOURCES,
            "pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements",
            "A request is not larger than the limit.";
        P1343 = "P-1343", "A bad quantity",
            ALL, RESOURCES,
            "staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity",
            "A quantity is a number with a known suffix; anything else is a request that cannot be read.";
        P1344 = "P-1344", "A mount without volume",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateVolumeMounts",
            "A mount names a volume of the Pod.";
        P1345 = "P-1345", "Two mounts at one place",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateVolumeMounts",
            "Mount paths of a container differ.";
        P1346 = "P-1346", "Two volumes of one name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateVolumes",
            "Volumes of a Pod have different names.";
        P1347 = "P-1347", "A volume with two sources",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateVolumeSource",
            "A volume comes from one source.";
        P1348 = "P-1348", "A bad variable name",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateEnv",
            "The name of an environment variable does not begin with a digit and has no odd characters.";
        P1349 = "P-1349", "A variable with two values",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateEnvVarValueFrom",
            "A variable has a value or a source, not both.";
        P1350 = "P-1350", "A deadline of 0",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodSpec",
            "The active deadline is one second at least.";
        P1351 = "P-1351", "A later deadline",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "The deadline of a Pod can only be lowered.";
        P1352 = "P-1352", "A deadline taken away",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "The deadline of a Pod cannot be removed.";
        P1353 = "P-1353", "Seconds without NoExecute",
            ALL, TAINTS,
            "pkg/apis/core/validation/validation.go ValidateTolerations",
            "Only a toleration of NoExecute may last for seconds.";
        P1354 = "P-1354", "Exists with a value",
            ALL, TAINTS,
            "pkg/apis/core/validation/validation.go ValidateTolerations",
            "A toleration with Exists has no value.";
        P1355 = "P-1355", "A bad gate type",
            ALL, READINESS_GATES,
            "pkg/apis/core/validation/validation.go validateReadinessGates",
            "The type of a readiness gate is a qualified name.";
        P1356 = "P-1356", "A node despite gates",
            since(27), SCHEDULING_GATES,
            "pkg/apis/core/validation/validation.go ValidatePodCreate",
            "A Pod gets no node while it has scheduling gates.";
        P1357 = "P-1357", "A new scheduling gate",
            since(26), SCHEDULING_GATES,
            "pkg/apis/core/validation/validation.go validateSchedulingGates",
            "Gates of a Pod can only be removed.";
        P1358 = "P-1358", "Ephemeral at creation",
            ALL, EPHEMERAL,
            "pkg/apis/core/validation/validation.go ValidatePodCreate",
            "A Pod is created without ephemeral containers.";
        P1359 = "P-1359", "A probe on an ephemeral container",
            ALL, EPHEMERAL,
            "pkg/apis/core/validation/validation.go validateEphemeralContainers",
            "Ephemeral containers have no probes.";
        P1360 = "P-1360", "Containers of a live Pod",
            ALL, POD_UPDATE,
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "Containers of a Pod are neither added nor removed.";
        P1362 = "P-1362", "A bad DNS policy",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go validateDNSPolicy",
            "dnsPolicy is one of four words.";
        P1363 = "P-1363", "Privileged without escalation",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidateSecurityContext",
            "A privileged container cannot forbid privilege escalation.";
        P1365 = "P-1365", "The policy of other templates",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForStatefulSet",
            "Templates of Deployments, ReplicaSets, DaemonSets and StatefulSets have Always.";
        P1366 = "P-1366", "A deadline in a template",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForStatefulSet",
            "Only Jobs may have an active deadline in their template.";
        P1367 = "P-1367", "A selector that does not match",
            ALL, LABELS,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The selector matches the labels of the template.";
        P1368 = "P-1368", "A misspelt field",
            ALL, API_CONCEPTS,
            "staging/src/k8s.io/apimachinery/pkg/runtime/error.go NewStrictDecodingError",
            "Since 1.25 kubectl has the server refuse unknown fields.";
        P1369 = "P-1369", "The name exists",
            ALL, NAMES,
            "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewAlreadyExists",
            "A second object of one kind, namespace and name is refused.";
        P1370 = "P-1370", "Accepted all the same",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodSpec",
            "Zeros in probes, long timeouts, images and commands that do not exist, and missing ConfigMaps are \
             accepted.";
        P1371 = "P-1371", "The order of checks",
            ALL, POD_API,
            "pkg/apis/core/validation/validation.go ValidatePodSpec",
            "Volumes come first, then containers, init containers and the rest; all errors are reported.";
        A1 = "A-1", "Fixed fields of a StatefulSet",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate",
            "Service name, selector, management policy and claim templates cannot be changed.";
        A2 = "A-2", "A set without selector",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The selector is required.";
        A3 = "A-3", "Template labels do not match",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The template's labels match the selector.";
        A4 = "A-4", "An empty selector of a set",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "It would select every Pod and is refused.";
        A5 = "A-5", "The restart policy of a template",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "A controller that keeps Pods running takes Always only.";
        A6 = "A-6", "A deadline in a set's template",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "It is not supported.";
        A7 = "A-7", "Negative replicas",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The number of replicas is 0 at least.";
        A8 = "A-8", "Negative minReadySeconds",
            since(22), STATEFUL_MINREADY,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The number is 0 at least.";
        A9 = "A-9", "A negative start ordinal",
            since(26), STATEFUL_ORDINAL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The first ordinal is 0 at least.";
        A10 = "A-10", "A bad management policy",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "It is OrderedReady or Parallel.";
        A11 = "A-11", "A bad update strategy",
            ALL, STATEFUL_UPDATE,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "It is RollingUpdate or OnDelete, with a gate also Recreate.";
        A12 = "A-12", "OnDelete with a partition",
            ALL, STATEFUL_UPDATE,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "Only RollingUpdate takes rolling parameters.";
        A13 = "A-13", "A negative partition",
            ALL, STATEFUL_PARTITION,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec",
            "The partition is 0 at least.";
        A14 = "A-14", "maxUnavailable 0",
            since(24), STATEFUL_MAX,
            "pkg/apis/apps/validation/validation.go validateRollingUpdateStatefulSet",
            "With its gate on it is one Pod at least.";
        A15 = "A-15", "maxUnavailable above 100 percent",
            since(24), STATEFUL_MAX,
            "pkg/apis/apps/validation/validation.go validateRollingUpdateStatefulSet",
            "A percentage is 100 at most.";
        A16 = "A-16", "maxUnavailable as a word",
            since(24), STATEFUL_MAX,
            "pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent",
            "A text is a percentage.";
        A17 = "A-17", "A bad retention policy",
            since(23), STATEFUL_RETENTION,
            "pkg/apis/apps/validation/validation.go ValidatePersistentVolumeClaimRetentionPolicyType",
            "It is Retain or Delete.";
        A18 = "A-18", "A bad set name",
            ALL, NAMES,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetName",
            "The name of a set is a DNS label.";
        A19 = "A-19", "Counters that contradict each other",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSetStatus",
            "A status with more ready Pods than Pods is refused.";
        A20 = "A-20", "A selector cannot change",
            ALL, DEPLOYMENT,
            "pkg/registry/apps/deployment/strategy.go ValidateUpdate",
            "Selectors of Deployments, ReplicaSets and DaemonSets are fixed.";
        A21 = "A-21", "A rollout without room",
            ALL, DEPLOYMENT,
            "pkg/apis/apps/validation/validation.go ValidateRollingUpdateDeployment",
            "maxSurge and maxUnavailable of a Deployment are not both 0.";
        A22 = "A-22", "Recreate with parameters",
            ALL, DEPLOYMENT,
            "pkg/apis/apps/validation/validation.go ValidateDeploymentStrategy",
            "Only RollingUpdate takes them.";
        A23 = "A-23", "A short progress deadline",
            ALL, DEPLOYMENT,
            "pkg/apis/apps/validation/validation.go ValidateDeploymentSpec",
            "It is longer than minReadySeconds.";
        A24 = "A-24", "An unknown Deployment strategy",
            ALL, DEPLOYMENT,
            "pkg/apis/apps/validation/validation.go ValidateDeploymentStrategy",
            "It is RollingUpdate or Recreate.";
        A25 = "A-25", "An empty selector of a Deployment",
            ALL, DEPLOYMENT,
            "pkg/apis/apps/validation/validation.go ValidateDeploymentSpec",
            "It would select every Pod and is refused.";
        A40 = "A-40", "Fixed fields of a claim",
            ALL, VOLUMES_GROW,
            "pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate",
            "Only the request of a bound claim may change.";
        A41 = "A-41", "A smaller claim",
            ALL, VOLUMES_GROW,
            "pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate",
            "A claim's request does not shrink.";
        A42 = "A-42", "Fixed fields of a Pod",
            ALL, POD_UPDATE,
            "pkg/apis/core/validation/validation.go ValidatePodUpdate",
            "Volumes, hostname and most other fields cannot change.";
        A43 = "A-43", "A budget with both bounds",
            ALL, BUDGETS,
            "pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec",
            "It has minAvailable or maxUnavailable, not both.";
        A44 = "A-44", "A bad eviction policy",
            since(26), BUDGETS,
            "pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec",
            "It is IfHealthyBudget or AlwaysAllow.";
        A48 = "A-48", "A bad service name",
            since(33), STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidateStatefulSet",
            "From 1.33 on a new set's service name is a DNS name.";
        A50 = "A-50", "A set's template is checked less",
            ALL, STATEFUL,
            "pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForStatefulSet",
            "Older servers leave most checks of a set's template to the creation of its Pods.";
        A51 = "A-51", "Warnings",
            since(22), API_CONCEPTS,
            "pkg/api/pod/warnings.go GetWarningsForPod",
            "The API server takes some fields and warns of them; kubectl prints each warning.";
    }
    unmodelled {
        P1364 = "P-1364", "The policy of a Job",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go validateJobSpec",
            "A Job's template has OnFailure or Never.";
        A00 = "A-00", "How refusals of workloads read",
            ALL, API_CONCEPTS,
            "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewInvalid",
            "The message names the kind, the object, the field, the type of error and the detail.";
        A26 = "A-26", "A DaemonSet with both bounds",
            ALL, DAEMONSET,
            "pkg/apis/apps/validation/validation.go ValidateRollingUpdateDaemonSet",
            "Only one of maxSurge and maxUnavailable is set.";
        A27 = "A-27", "A DaemonSet without room",
            ALL, DAEMONSET,
            "pkg/apis/apps/validation/validation.go ValidateRollingUpdateDaemonSet",
            "One of the bounds is more than 0.";
        A28 = "A-28", "An empty selector of a DaemonSet",
            ALL, DAEMONSET,
            "pkg/apis/apps/validation/validation.go ValidateDaemonSetSpec",
            "It would select every Pod and is refused.";
        A29 = "A-29", "The restart policy of a Job",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go validateJobSpec",
            "It is OnFailure or Never, and must be given.";
        A30 = "A-30", "A failure policy with OnFailure",
            since(25), JOB,
            "pkg/apis/batch/validation/validation.go validatePodFailurePolicy",
            "A Pod failure policy needs Never.";
        A31 = "A-31", "A Job's template cannot change",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate",
            "Template and selector of a Job are fixed.";
        A32 = "A-32", "An own selector of a Job",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go validateGeneratedSelector",
            "It needs manualSelector.";
        A33 = "A-33", "Indexed without completions",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go validateJobSpec",
            "An indexed Job says how many indexes it has.";
        A34 = "A-34", "Completions cannot change",
            ALL, JOB,
            "pkg/apis/batch/validation/validation.go validateCompletions",
            "Only those of an indexed Job may, together with its parallelism.";
        A35 = "A-35", "No schedule",
            ALL, CRONJOB,
            "pkg/apis/batch/validation/validation.go validateScheduleFormat",
            "A CronJob has a schedule.";
        A36 = "A-36", "A bad schedule",
            ALL, CRONJOB,
            "pkg/apis/batch/validation/validation.go validateScheduleFormat",
            "The five fields lie within their ranges.";
        A37 = "A-37", "A long CronJob name",
            ALL, CRONJOB,
            "pkg/apis/batch/validation/validation.go ValidateCronJobCreate",
            "It has 52 characters at most.";
        A38 = "A-38", "A bad concurrency policy",
            ALL, CRONJOB,
            "pkg/apis/batch/validation/validation.go validateConcurrencyPolicy",
            "It is Allow, Forbid or Replace.";
        A39 = "A-39", "An unknown time zone",
            ALL, CRONJOB,
            "pkg/apis/batch/validation/validation.go validateTimeZone",
            "The zone is one that the server knows.";
        A45 = "A-45", "A stale write",
            ALL, API_CONCEPTS,
            "staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go NewConflict",
            "A write on an old version of an object is a conflict.";
        A46 = "A-46", "An edit of the identity",
            ALL, KUBECTL_EDIT,
            "staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go visitToPatch",
            "kubectl edit refuses another name, kind or apiVersion.";
        A47 = "A-47", "A set name over 52 characters",
            ALL, STATEFUL,
            "pkg/apis/core/validation/validation.go ValidateLabels",
            "The set is accepted, but its Pods are refused because a label becomes too long.";
    }
    } };
}
pub(super) use validation_rules;
