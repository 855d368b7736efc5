//! Every field of these objects has an effect, or is told once, with its place.

use crate::api::ReadOptions;
use crate::api::container::{Container, ContainerPort, ResourceRequirements, VolumeMount};
use crate::api::core::{NodeSpec, NodeStatus, ServicePort, ServiceSpec};
use crate::api::persistent_volume_claim::PersistentVolumeClaimSpec;
use crate::api::pod::PodSpec;
use crate::api::storage::StorageClass;
use crate::files::scenario_file::read;
use crate::manifest::schema::Object;

/// A place in an object that fields stand in.
struct Place {
    /// The object, with `FIELDS` where the fields stand.
    text: &'static str,
    /// The names of all fields that can stand there.
    fields: Vec<&'static str>,
    /// The fields with an effect.
    with_effect: &'static str,
    /// The other fields, each with values that are told and with values that ask for nothing. `|` is between two values.
    idle: &'static [[&'static str; 3]],
    /// What stands before a name when it is told.
    prefix: &'static str,
}

fn fields(object: &dyn Object) -> Vec<&'static str> {
    let mut names = Vec::new();
    object.visit(&mut |name, _| names.push(name));
    names
}

fn places() -> Vec<Place> {
    vec![
        Place {
            text: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: a}],\nFIELDS}}",
            fields: fields(&PodSpec::default()),
            with_effect: "activeDeadlineSeconds affinity containers ephemeralContainers hostNetwork hostname initContainers \
                nodeName nodeSelector os overhead preemptionPolicy priority priorityClassName readinessGates resourceClaims \
                restartPolicy runtimeClassName schedulerName schedulingGates serviceAccount serviceAccountName \
                shareProcessNamespace subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes",
            idle: &[
                ["automountServiceAccountToken", "false", "true|null"],
                ["dnsConfig", "{nameservers: [1.1.1.1]}", "{}"],
                ["dnsPolicy", "Default", "ClusterFirst|ClusterFirstWithHostNet|''"],
                ["enableServiceLinks", "false", "true"],
                ["hostAliases", "[{ip: 10.0.0.1, hostnames: [db]}]", "[]"],
                ["hostIPC", "true", "false"],
                ["hostPID", "true", "false"],
                ["hostUsers", "false", "true"],
                ["hostnameOverride", "a", "''"],
                ["imagePullSecrets", "[{name: a}]", "[]|null"],
                ["resources", "{limits: {cpu: 1}}", "{}"],
                ["securityContext", "{runAsUser: 0}", "{}|{runAsNonRoot: false}"],
                ["setHostnameAsFQDN", "true", "false"],
                ["workloadRef", "{name: a, podGroup: b}", "{}"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {volumes: [{name: v, emptyDir: {}}],
              containers: [{name: a, image: a,\nFIELDS}]}}",
            fields: fields(&Container::default()),
            with_effect: "args command env envFrom image imagePullPolicy lifecycle livenessProbe name ports readinessProbe \
                resizePolicy resources restartPolicy restartPolicyRules startupProbe stdin terminationMessagePath \
                terminationMessagePolicy tty volumeMounts workingDir",
            idle: &[
                ["securityContext", "{privileged: true}|{runAsUser: 1}", "{privileged: false}|{}"],
                ["stdinOnce", "true", "false"],
                ["targetContainerName", "a", "''"],
                ["volumeDevices", "[{name: v, devicePath: /a}]", "[]"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: a, resources: {\nFIELDS}}]}}",
            fields: fields(&ResourceRequirements::default()),
            with_effect: "limits requests",
            idle: &[["claims", "[{name: a}]", "[]"]],
            prefix: "resources.",
        },
        Place {
            text: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: a,
              ports: [{containerPort: 80, hostPort: 80,\nFIELDS}]}]}}",
            fields: fields(&ContainerPort::default()),
            with_effect: "containerPort hostPort name protocol",
            idle: &[["hostIP", "1.2.3.4", "0.0.0.0|''"]],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {volumes: [{name: v, emptyDir: {}}],
              containers: [{name: a, image: a, volumeMounts: [{name: v, mountPath: /v,\nFIELDS}]}]}}",
            fields: fields(&VolumeMount::default()),
            with_effect: "mountPath name readOnly",
            idle: &[
                ["mountPropagation", "HostToContainer", "None"],
                ["recursiveReadOnly", "IfPossible", "Disabled"],
                ["subPath", "a", "''"],
                ["subPathExpr", "a", "''"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {\nFIELDS}}",
            fields: fields(&ServiceSpec::default()),
            with_effect: "clusterIP externalIPs externalName ports publishNotReadyAddresses selector type",
            idle: &[
                ["allocateLoadBalancerNodePorts", "false", "true"],
                ["clusterIPs", "[10.96.0.9, 'fd00::9']", "[10.96.0.9]"],
                ["externalTrafficPolicy", "Local", "Cluster"],
                ["healthCheckNodePort", "30123", "0"],
                ["internalTrafficPolicy", "Local", "Cluster"],
                ["ipFamilies", "[IPv6]|[IPv4, IPv6]", "[IPv4]"],
                ["ipFamilyPolicy", "PreferDualStack", "SingleStack"],
                ["loadBalancerClass", "example.com/a", "''"],
                ["loadBalancerIP", "1.2.3.4", "''"],
                ["loadBalancerSourceRanges", "[10.0.0.0/8]", "[]"],
                ["sessionAffinity", "ClientIP", "None"],
                ["sessionAffinityConfig", "{clientIP: {timeoutSeconds: 9}}", "{}"],
                ["trafficDistribution", "PreferClose", "null"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: NodePort, ports: [{\nFIELDS}]}}",
            fields: fields(&ServicePort::default()),
            with_effect: "name nodePort port protocol targetPort",
            idle: &[["appProtocol", "http", "''"]],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {\nFIELDS}}",
            fields: fields(&PersistentVolumeClaimSpec::default()),
            with_effect: "accessModes resources selector storageClassName volumeAttributesClassName volumeMode volumeName",
            idle: &[
                ["dataSource", "{kind: PersistentVolumeClaim, name: a}", "{}"],
                ["dataSourceRef", "{kind: PersistentVolumeClaim, name: a}", "{}"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c}, provisioner: a,\nFIELDS}",
            fields: fields(&StorageClass::default()),
            with_effect: "allowVolumeExpansion metadata provisioner reclaimPolicy volumeBindingMode",
            idle: &[
                ["allowedTopologies", "[{matchLabelExpressions: [{key: a, values: [b]}]}]", "[]"],
                ["mountOptions", "[discard]", "[]"],
                ["parameters", "{type: gp3}", "{}"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Node, metadata: {name: node-x}, spec: {\nFIELDS}}",
            fields: fields(&NodeSpec::default()),
            with_effect: "taints unschedulable",
            idle: &[
                ["configSource", "{configMap: {name: a}}", "{}"],
                ["externalID", "a", "''"],
                ["podCIDR", "10.0.0.0/24", "''"],
                ["podCIDRs", "[10.0.0.0/24]", "[]"],
                ["providerID", "kind://a", "''"],
            ],
            prefix: "",
        },
        Place {
            text: "{apiVersion: v1, kind: Node, metadata: {name: node-x}, status: {\nFIELDS}}",
            fields: fields(&NodeStatus::default()),
            // `kubectl get nodes` has columns for addresses and versions.
            with_effect: "addresses allocatable capacity conditions nodeInfo",
            idle: &[
                ["config", "{error: a}", "{}"],
                ["daemonEndpoints", "{kubeletEndpoint: {Port: 10250}}", "{}"],
                ["declaredFeatures", "[A]", "[]"],
                ["features", "{supplementalGroupsPolicy: true}", "{}"],
                ["images", "[{names: [a]}]", "[]"],
                ["phase", "Running", "''"],
                ["runtimeHandlers", "[{name: a}]", "[]"],
                ["volumesAttached", "[{name: a, devicePath: b}]", "[]"],
                ["volumesInUse", "[a]", "[]"],
            ],
            prefix: "status.",
        },
    ]
}

/// Returns the place and the words of everything that is told of a text.
fn told(text: &str) -> Vec<(usize, usize, String)> {
    let scenario = read(text, &ReadOptions::default());
    let scenario = scenario.unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"));
    let of = scenario.warnings.iter();
    of.map(|w| (w.span.line as usize, w.span.column as usize, w.message.to_string())).collect()
}

#[test]
fn every_field_has_an_effect_or_is_told_once_with_its_place() {
    for Place { text, fields, with_effect, idle, prefix } in places() {
        let with_effect: Vec<&str> = with_effect.split_whitespace().collect();
        let known = |name: &&str| with_effect.contains(name) ^ idle.iter().any(|i| i[0] == *name);
        let unknown: Vec<&&str> = fields.iter().filter(|name| !known(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?} must be in one list\n{text}");
        assert_eq!(fields.len(), with_effect.len() + idle.len(), "{text}");
        for [name, values, usual] in idle {
            let with = |value: &str| text.replace("FIELDS", &format!("  {name}: {value}"));
            for value in values.split('|') {
                let told = told(&with(value));
                let line =
                    text.lines().position(|line| line.contains("FIELDS")).map_or(0, |l| l + 1);
                let [(at, column, words)] = told.as_slice() else { panic!("{name}: {told:?}") };
                assert!(*at == line && *column >= 3, "{name}: {told:?}");
                let shown = match *name {
                    "securityContext" => format!("the field {name}."),
                    "resources" => "the field spec.resources ".to_owned(),
                    // The API server has words of its own.
                    "externalID" => "spec.externalID: ".to_owned(),
                    _ => format!("the field {prefix}{name} "),
                };
                assert!(words.starts_with(&shown), "{words}");
            }
            for value in usual.split('|') {
                assert_eq!(told(&with(value)), [], "{name}: {value}");
            }
        }
    }
}
