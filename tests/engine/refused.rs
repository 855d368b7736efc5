//! The rule book's table of mistakes: every rule with its manifest and the server's words.

use podlab::apiserver::request::{FieldValidation, Server};
use podlab::manifest::{node::Node, yaml};
use podlab::rules::release::Release;

/// A Pod with the given spec; `C` stands for a good container without closing brace.
fn pod(spec: &str) -> Node {
    let spec = spec.replace("[C", "[{name: app, image: 'app:v1'");
    let text = format!("{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {spec}}}");
    yaml::parse(&text).unwrap_or_else(|e| panic!("{text}: {e:?}")).remove(0)
}

fn refusal(release: Release, node: Node) -> String {
    let server = Server { release, field_validation: FieldValidation::Strict, ..Server::default() };
    match server.create(node) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.message.to_string(),
    }
}

fn check_all(release: Release, cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (rule, spec, expected) in cases {
        let got = refusal(release, pod(spec));
        let got = got.strip_prefix("Pod \"demo\" is invalid: ").unwrap_or(&got);
        if got != *expected {
            wrong.push(format!("{rule}: {spec}\n  ours     {got}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const L: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

#[test]
fn mistakes_are_refused_in_the_words_of_1_28() {
    let long = "a".repeat(64);
    let web = format!("spec.containers[0].name: Invalid value: \"Web\": {L}");
    let dots = "spec.containers[0].name: Invalid value: \"a.b\": must not contain dots";
    let long_spec = format!("{{containers: [{{name: {long}, image: a}}]}}");
    let long_error = format!(
        "spec.containers[0].name: Invalid value: \"{long}\": must be no more than 63 characters"
    );
    check_all(
        Release::V1_28,
        &[
            ("P-1303", "{}", "spec.containers: Required value"),
            ("P-1304", "{containers: [{image: a}]}", "spec.containers[0].name: Required value"),
            ("P-1305", "{containers: [{name: Web, image: a}]}", &web),
            ("P-1306", "{containers: [{name: a.b, image: a}]}", dots),
            ("P-1307", &long_spec, &long_error),
            ("P-1308", "{containers: [C}, {name: app, image: b}]}", "spec.containers[1].name: Duplicate value: \"app\""),
            ("P-1309", "{containers: [C}], initContainers: [{name: app, image: b}]}", "spec.initContainers[0].name: Duplicate value: \"app\""),
            ("P-1310", "{containers: [{name: a}]}", "spec.containers[0].image: Required value"),
            ("P-1312", "{containers: [C, imagePullPolicy: always}]}", "spec.containers[0].imagePullPolicy: Unsupported value: \"always\": supported values: \"Always\", \"IfNotPresent\", \"Never\""),
            ("P-1313", "{containers: [C}], restartPolicy: always}", "spec.restartPolicy: Unsupported value: \"always\": supported values: \"Always\", \"OnFailure\", \"Never\""),
            ("P-1314", "{containers: [C, restartPolicy: Always}]}", "spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers"),
            ("P-1315", "{containers: [C}], initContainers: [{name: i, image: a, restartPolicy: Never}]}", "spec.initContainers[0].restartPolicy: Unsupported value: \"Never\": supported values: \"Always\""),
            ("P-1319", "{containers: [C}], initContainers: [{name: i, image: a, lifecycle: {}}]}", "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always"),
            ("P-1321", "{containers: [C, livenessProbe: {}}]}", "spec.containers[0].livenessProbe: Required value: must specify a handler type"),
            ("P-1322", "{containers: [C, livenessProbe: {exec: {command: [a]}, httpGet: {port: 1}}}]}", "spec.containers[0].livenessProbe.httpGet: Forbidden: may not specify more than 1 handler type"),
            ("P-1326", "{containers: [C, livenessProbe: {exec: {command: [a]}, terminationGracePeriodSeconds: 0}}]}", "spec.containers[0].livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0"),
            ("P-1329", "{containers: [C, livenessProbe: {httpGet: {port: http_port}}}]}", "spec.containers[0].livenessProbe.httpGet.port: Invalid value: \"http_port\": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"),
            ("P-1330", "{containers: [C, ports: [{name: averyverylongname, containerPort: 1}]}]}", "spec.containers[0].ports[0].name: Invalid value: \"averyverylongname\": must be no more than 15 characters"),
            ("P-1331", "{containers: [C, livenessProbe: {httpGet: {port: 1, scheme: http}}}]}", "spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: \"http\": supported values: \"HTTP\", \"HTTPS\""),
            ("P-1332", "{containers: [C, livenessProbe: {httpGet: {port: 1, httpHeaders: [{name: X Head}]}}}]}", "spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: \"X Head\": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"),
            ("P-1334", "{containers: [C, lifecycle: {preStop: {}}}]}", "spec.containers[0].lifecycle.preStop: Required value: must specify a handler type"),
            ("P-1336", "{containers: [C, ports: [{name: a}]}]}", "spec.containers[0].ports[0].containerPort: Required value"),
            ("P-1337", "{containers: [C, ports: [{containerPort: 70000}]}]}", "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive"),
            ("P-1340", "{containers: [C, ports: [{containerPort: 1, hostPort: 8080}, {containerPort: 2, hostPort: 8080}]}]}", "spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//8080\""),
            ("P-1341", "{hostNetwork: true, containers: [C, ports: [{containerPort: 80, hostPort: 81}]}]}", "spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true"),
            ("P-1342", "{containers: [C, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]}", "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1"),
            ("P-1343", "{containers: [C, resources: {requests: {cpu: 1 GB}}}]}", "Pod in version \"v1\" cannot be handled as a Pod: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("P-1344", "{containers: [C, volumeMounts: [{name: data, mountPath: /d}]}]}", "spec.containers[0].volumeMounts[0].name: Not found: \"data\""),
            ("P-1346", "{volumes: [{name: data}, {name: data}], containers: [C}]}", "spec.volumes[1].name: Duplicate value: \"data\""),
            ("P-1347", "{volumes: [{name: a, emptyDir: {}, hostPath: {path: /}}], containers: [C}]}", "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type"),
            ("P-1348", "{containers: [C, env: [{name: 1X}]}]}", "spec.containers[0].env[0].name: Invalid value: \"1X\": a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')"),
            ("P-1349", "{containers: [C, env: [{name: X, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}", "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is not empty"),
            ("P-1354", "{containers: [C}], tolerations: [{key: a, operator: Exists, value: b}]}", "spec.tolerations[0].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"),
            ("P-1356", "{containers: [C}], nodeName: node, schedulingGates: [{name: a}]}", "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"),
            ("P-1358", "{containers: [C}], ephemeralContainers: [{name: e, image: a}]}", "spec.ephemeralContainers: Forbidden: cannot be set on create"),
            ("P-1359", "{containers: [C}], ephemeralContainers: [{name: e, image: a, livenessProbe: {exec: {command: [a]}}}]}", "[spec.ephemeralContainers[0].livenessProbe: Forbidden: cannot be set for an Ephemeral Container, spec.ephemeralContainers: Forbidden: cannot be set on create]"),
            ("P-1362", "{containers: [C}], dnsPolicy: clusterfirst}", "spec.dnsPolicy: Unsupported value: \"clusterfirst\": supported values: \"ClusterFirstWithHostNet\", \"ClusterFirst\", \"Default\", \"None\""),
            ("P-1363", "{containers: [C, securityContext: {privileged: true, allowPrivilegeEscalation: false}}]}", "spec.containers[0].securityContext: Invalid value: core.SecurityContext{Capabilities:(*core.Capabilities)(nil), Privileged:(*bool)(0x..), SELinuxOptions:(*core.SELinuxOptions)(nil), WindowsOptions:(*core.WindowsSecurityContextOptions)(nil), RunAsUser:(*int64)(nil), RunAsGroup:(*int64)(nil), RunAsNonRoot:(*bool)(nil), ReadOnlyRootFilesystem:(*bool)(nil), AllowPrivilegeEscalation:(*bool)(0x..), ProcMount:(*core.ProcMountType)(nil), SeccompProfile:(*core.SeccompProfile)(nil)}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true"),
            ("P-1368", "{containers: [C, imagee: a}]}", "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"spec.containers[0].imagee\""),
            ("P-1370", "{terminationGracePeriodSeconds: -1, containers: [C, livenessProbe: {periodSeconds: 0, timeoutSeconds: 99, exec: {command: [a]}}, envFrom: [{secretRef: {name: nobody}}]}]}", "accepted"),
            ("P-1371", "{restartPolicy: x, dnsPolicy: z, volumes: [{name: V}], containers: [C, image: ''}], initContainers: [{name: i}]}".replace("[C, image: ''}]", "[{name: a}]").leak(), Box::leak(format!("[spec.volumes[0].name: Invalid value: \"V\": {L}, spec.containers[0].image: Required value, spec.initContainers[0].image: Required value, spec.restartPolicy: Unsupported value: \"x\": supported values: \"Always\", \"OnFailure\", \"Never\", spec.dnsPolicy: Unsupported value: \"z\": supported values: \"ClusterFirstWithHostNet\", \"ClusterFirst\", \"Default\", \"None\"]").into_boxed_str())),
            ("type of a list", "{containers: {name: a}}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container"),
            ("type of a name", "{containers: [{name: 1}]}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field Container.spec.containers.name of type string"),
            ("type of a port", "{containers: [C, ports: [{containerPort: '80'}]}]}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"),
            ("type of a label", "{nodeSelector: {a: 1}}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field PodSpec.spec.nodeSelector of type string"),
            ("type of a policy", "{restartPolicy: 1}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy"),
            ("type of a flag", "{hostNetwork: 'yes'}", "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool"),
        ],
    );
}

#[test]
fn newer_releases_have_newer_words() {
    check_all(
        Release::Current,
        &[
            (
                "P-1316",
                "{containers: [C, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [1]}}]}]}",
                "spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used",
            ),
            (
                "P-1317",
                "{containers: [C, restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {values: [1]}}]}]}",
                "spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: \"\": supported values: \"In\", \"NotIn\"",
            ),
            (
                "P-1318",
                "{containers: [C, restartPolicy: Never, restartPolicyRules: [{action: Stop, exitCodes: {operator: In, values: [1]}}]}]}",
                "spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"Stop\": supported values: \"Restart\", \"RestartAllContainers\"",
            ),
            (
                "P-1330",
                "{containers: [C, ports: [{name: averyverylongname, containerPort: 1}]}]}",
                "spec.containers[0].ports[0].name: Invalid value: \"averyverylongname\": must be no more than 15 bytes",
            ),
            (
                "P-1335",
                "{containers: [C, lifecycle: {preStop: {sleep: {seconds: 60}}}}]}",
                "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 60: must be non-negative and less than terminationGracePeriodSeconds (30)",
            ),
            (
                "P-1335",
                "{containers: [C, lifecycle: {preStop: {sleep: {seconds: 30}}}}]}",
                "accepted",
            ),
            ("P-1348", "{containers: [C, env: [{name: 1X}]}]}", "accepted"),
        ],
    );
}

/// Empties of plain strings are filled in like what is left out; a pointer to an empty string is a value.
#[test]
fn an_empty_choice_is_filled_in_unless_it_is_optional_in_the_api() {
    let server = Server { field_validation: FieldValidation::Strict, ..Server::default() };
    let created = |text: &str| {
        let node = yaml::parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).remove(0);
        server.create(node).unwrap_or_else(|error| panic!("{text}: {}", error.message))
    };
    let cases = [
        (
            "kind: Pod",
            "v1",
            "{restartPolicy: '', dnsPolicy: '', tolerations: [{key: k, operator: '', value: v, effect: ''}], containers: [{name: app, image: a, imagePullPolicy: '', terminationMessagePolicy: '', ports: [{containerPort: 80, protocol: ''}], livenessProbe: {httpGet: {port: 80, scheme: ''}}}]}",
            "{tolerations: [{key: k, value: v}], containers: [{name: app, image: a, ports: [{containerPort: 80}], livenessProbe: {httpGet: {port: 80}}}]}",
        ),
        (
            "kind: StatefulSet",
            "apps/v1",
            "{serviceName: w, podManagementPolicy: '', updateStrategy: {type: ''}, persistentVolumeClaimRetentionPolicy: {whenDeleted: '', whenScaled: ''}, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: a}]}}}",
            "{serviceName: w, updateStrategy: {}, persistentVolumeClaimRetentionPolicy: {}, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: a}]}}}",
        ),
        (
            "kind: PersistentVolume",
            "v1",
            "{capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}, persistentVolumeReclaimPolicy: ''}",
            "{capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}}",
        ),
    ];
    for (kind, version, empty, left_out) in cases {
        let object = |spec: &str| {
            created(&format!(
                "{{apiVersion: {version}, {kind}, metadata: {{name: w}}, spec: {spec}}}"
            ))
        };
        assert_eq!(object(empty), object(left_out), "{kind}");
    }
    let optional = "{initContainers: [{name: i, image: a, restartPolicy: ''}], containers: [{name: app, image: a}]}";
    assert_eq!(
        refusal(Release::Current, pod(optional)),
        "Pod \"demo\" is invalid: spec.initContainers[0].restartPolicy: Required value"
    );
}

#[test]
fn an_empty_choice_that_is_optional_in_the_api_is_a_value_of_its_own() {
    const VOLUME: &str =
        "capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}";
    const CLAIM: &str = "accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}";
    let modes = "supported values: \"Block\", \"Filesystem\"";
    let families = "supported values: \"PreferDualStack\", \"RequireDualStack\", \"SingleStack\"";
    let cases = [
        ("v1", "PersistentVolume", format!("spec: {{{VOLUME}, volumeMode: ''}}"), format!("spec.volumeMode: Unsupported value: \"\": {modes}")),
        ("v1", "PersistentVolume", format!("spec: {{{VOLUME}, persistentVolumeReclaimPolicy: Keep}}"), "spec.persistentVolumeReclaimPolicy: Unsupported value: \"Keep\": supported values: \"Delete\", \"Recycle\", \"Retain\"".to_owned()),
        ("v1", "PersistentVolumeClaim", format!("spec: {{{CLAIM}, volumeMode: ''}}"), format!("spec.volumeMode: Unsupported value: \"\": {modes}")),
        ("v1", "PersistentVolumeClaim", format!("spec: {{{CLAIM}, volumeMode: Files}}"), format!("spec.volumeMode: Unsupported value: \"Files\": {modes}")),
        ("storage.k8s.io/v1", "StorageClass", "provisioner: a, reclaimPolicy: ''".to_owned(), "accepted".to_owned()),
        ("storage.k8s.io/v1", "StorageClass", "provisioner: a, reclaimPolicy: Recycle".to_owned(), "reclaimPolicy: Unsupported value: \"Recycle\": supported values: \"Delete\", \"Retain\"".to_owned()),
        ("storage.k8s.io/v1", "StorageClass", "provisioner: a, volumeBindingMode: ''".to_owned(), "volumeBindingMode: Unsupported value: \"\": supported values: \"Immediate\", \"WaitForFirstConsumer\"".to_owned()),
        ("scheduling.k8s.io/v1", "PriorityClass", "value: 1, preemptionPolicy: ''".to_owned(), "preemptionPolicy: Required value".to_owned()),
        ("v1", "Service", "spec: {ports: [{port: 80}], type: '', sessionAffinity: ''}".to_owned(), "accepted".to_owned()),
        ("v1", "Service", "spec: {ports: [{port: 80}], internalTrafficPolicy: ''}".to_owned(), "spec.internalTrafficPolicy: Unsupported value: \"\": supported values: \"Cluster\", \"Local\"".to_owned()),
        ("v1", "Service", "spec: {ports: [{port: 80}], ipFamilyPolicy: ''}".to_owned(), format!("spec.ipFamilyPolicy: Unsupported value: \"\": {families}")),
        ("v1", "Service", "spec: {ports: [{port: 80}], trafficDistribution: ''}".to_owned(), "spec.trafficDistribution: Unsupported value: \"\": supported values: \"PreferClose\", \"PreferSameNode\", \"PreferSameZone\"".to_owned()),
        ("policy/v1", "PodDisruptionBudget", "spec: {maxUnavailable: 1, unhealthyPodEvictionPolicy: ''}".to_owned(), "spec.unhealthyPodEvictionPolicy: Unsupported value: \"\": supported values: \"AlwaysAllow\", \"IfHealthyBudget\"".to_owned()),
        ("v1", "Pod", "spec: {containers: [{name: a, image: a, volumeMounts: [{name: v, mountPath: /a, mountPropagation: ''}]}], volumes: [{name: v, emptyDir: {}}]}".to_owned(), "spec.containers[0].volumeMounts.mountPropagation: Unsupported value: \"\": supported values: \"Bidirectional\", \"HostToContainer\", \"None\"".to_owned()),
    ];
    for (version, kind, fields, expected) in cases {
        let text =
            format!("{{apiVersion: {version}, kind: {kind}, metadata: {{name: w}}, {fields}}}");
        let node = yaml::parse(&text).unwrap_or_else(|e| panic!("{text}: {e:?}")).remove(0);
        let got = refusal(Release::Current, node);
        let got = got.split_once(" is invalid: ").map_or(got.as_str(), |(_, error)| error);
        assert_eq!(got, expected, "{text}");
    }
}
