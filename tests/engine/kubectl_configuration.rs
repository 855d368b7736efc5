//! What kubectl prints of ConfigMaps, Secrets, classes and budgets, in each release.

use crate::common::{create, wait};
use crate::kubectl_command::{cluster, out, typed};
use podlab::rules::release::Release;
use podlab::sim::Sim;

const OBJECTS: &str = r#"
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, labels: {app: web}}, data: {colour: blue, size: "2"}, binaryData: {icon: YWJj}}
---
{apiVersion: v1, kind: Secret, metadata: {name: token}, data: {user: YWJj}, stringData: {password: s3cret, user: root}}
---
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000, description: For what must run.}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: example.com/ssd, parameters: {type: ssd},
  mountOptions: [discard], volumeBindingMode: WaitForFirstConsumer, allowVolumeExpansion: true,
  allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a, b]}]}]}
---
{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: most}, spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}
"#;

fn with_objects(release: Release) -> Sim {
    let mut sim = cluster(release);
    let objects = if release == Release::V1_20 {
        OBJECTS.replace("policy/v1,", "policy/v1beta1,")
    } else {
        OBJECTS.to_owned()
    };
    create(&mut sim, &objects);
    wait(&mut sim, 5);
    sim
}

#[test]
fn configuration_and_classes_have_the_columns_of_their_release() {
    for release in Release::ALL {
        let sim = &mut with_objects(release);
        assert_eq!(out(sim, "kubectl get cm"), "NAME       DATA   AGE\nsettings   3      5s\n");
        assert_eq!(
            out(sim, "kubectl get secrets"),
            "NAME    TYPE     DATA   AGE\ntoken   Opaque   2      5s\n"
        );
        let table = out(sim, "kubectl get pc high");
        let is_newest = release == Release::Current;
        assert_eq!(table.contains("PREEMPTIONPOLICY"), is_newest, "{table}");
        let row = table.lines().last().expect("there is a row");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[..4], ["high", "1000", "false", "5s"]);
        assert_eq!(cells.get(4), is_newest.then_some(&"PreemptLowerPriority"));
        assert!(
            out(sim, "kubectl get pc").contains("system-node-critical      2000001000   false ")
        );
        let table = out(sim, "kubectl get sc fast");
        assert_eq!(
            table.lines().next().map(|line| line.split_whitespace().collect::<Vec<_>>().join(",")),
            Some(
                "NAME,PROVISIONER,RECLAIMPOLICY,VOLUMEBINDINGMODE,ALLOWVOLUMEEXPANSION,AGE"
                    .to_owned()
            )
        );
        assert!(
            table.contains("example.com/ssd   Delete          WaitForFirstConsumer   true"),
            "{table}"
        );
        assert!(out(sim, "kubectl get sc").contains(" (default)"));
    }
}

#[test]
fn the_values_of_a_config_map_are_described_and_those_of_a_secret_are_not() {
    for release in Release::ALL {
        let sim = &mut with_objects(release);
        let (apart, binary) = match release {
            Release::V1_20 => ("", ""),
            Release::V1_28 => ("", "\nBinaryData\n====\nicon: 3 bytes\n\n"),
            Release::Current => ("\n", "\nBinaryData\n====\nicon: 3 bytes\n\n"),
        };
        assert_eq!(
            out(sim, "kubectl describe cm settings"),
            format!(
                "Name:         settings\nNamespace:    default\nLabels:       app=web\nAnnotations:  <none>\n\n\
                 Data\n====\ncolour:\n----\nblue\n{apart}size:\n----\n2\n{apart}{binary}Events:  <none>\n"
            ),
            "{release:?}"
        );
        assert_eq!(
            out(sim, "kubectl describe secret token"),
            "Name:         token\nNamespace:    default\nLabels:       <none>\nAnnotations:  <none>\n\n\
             Type:  Opaque\n\nData\n====\npassword:  6 bytes\nuser:      4 bytes\n",
            "{release:?}"
        );
    }
}

#[test]
fn what_a_secret_says_in_plain_text_is_stored_in_base64() {
    let sim = &mut with_objects(Release::Current);
    let stored = out(sim, "kubectl get secret token -o yaml");
    assert!(stored.contains("data:\n  password: czNjcmV0\n  user: cm9vdA==\n"), "{stored}");
    assert!(stored.contains("type: Opaque\n") && !stored.contains("stringData"), "{stored}");
    out(sim, "kubectl patch secret token -p '{\"stringData\": {\"user\": \"me\"}}'");
    let stored = out(sim, "kubectl get secret token -o yaml");
    assert!(stored.contains("  user: bWU=\n") && !stored.contains("stringData"), "{stored}");
    let refused = typed(sim, "kubectl patch secret token -p '{\"type\": \"other\"}'").err;
    assert!(refused.contains("type: Invalid value: \"other\": field is immutable"), "{refused}");
    for (object, field) in
        [("secret token", "data"), ("cm settings", "data"), ("cm settings", "binaryData")]
    {
        out(sim, &format!("kubectl patch {object} -p '{{\"immutable\": true}}'"));
        let patch = format!("kubectl patch {object} -p '{{\"{field}\": {{\"new\": \"YWJj\"}}}}'");
        let refused = typed(sim, &patch).err;
        let words = format!("{field}: Forbidden: field is immutable when `immutable` is set");
        assert!(refused.contains(&words), "{refused}");
    }
    let map = out(sim, "kubectl get cm settings -o yaml");
    assert!(
        map.contains("binaryData:\n  icon: YWJj\n") && map.contains("  size: \"2\"\n"),
        "{map}"
    );
}

#[test]
fn classes_and_budgets_are_described() {
    for release in Release::ALL {
        let sim = &mut with_objects(release);
        let told = out(sim, "kubectl describe priorityclass high");
        let policy = "\nPreemptionPolicy:  PreemptLowerPriority\n";
        assert_eq!(told.contains(policy), release != Release::V1_20, "{told}");
        assert!(told.contains("For what must run.\nAnnotations: "), "{told}");
        assert_eq!(
            out(sim, "kubectl describe sc fast"),
            "Name:                  fast\nIsDefaultClass:        No\nAnnotations:           <none>\n\
             Provisioner:           example.com/ssd\nParameters:            type=ssd\nAllowVolumeExpansion:  True\n\
             MountOptions:\n  discard\nReclaimPolicy:      Delete\nVolumeBindingMode:  WaitForFirstConsumer\n\
             AllowedTopologies:  \n  Term 0:           zone in [a, b]\nEvents:             <none>\n"
        );
        assert_eq!(
            out(sim, "kubectl describe pdb most"),
            "Name:           most\nNamespace:      default\nMin available:  1\nSelector:       app=web\nStatus:\n    \
             Allowed disruptions:  2\n    Current:              3\n    Desired:              1\n    \
             Total:                3\nEvents:                   <none>\n"
        );
    }
}
