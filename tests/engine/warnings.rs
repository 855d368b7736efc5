//! What the API server warns of. Rule A-51.

use podlab::api::ReadOptions;
use podlab::files::scenario_file::read;
use podlab::manifest::Code;
use podlab::rules::release::Release;

/// Returns what is printed of the warnings about a text.
fn warned(text: &str, release: Release) -> Vec<String> {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(text, &options).unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"));
    scenario.warnings.iter().map(ToString::to_string).collect()
}

fn pod(more: &str) -> String {
    format!("{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {{{more}}}}}")
}

const VARIABLES: &str =
    "containers: [{name: app, image: a, env: [{name: A, value: b}, {name: A, value: c},
  {name: A, value: '$(A):d'}]}]";

#[test]
fn a_variable_that_hides_another_one_is_told_in_the_words_of_each_release() {
    let text = pod(VARIABLES);
    assert_eq!(warned(&text, Release::V1_20), [""; 0]);
    let hides = "Warning: spec.containers[0].env[1]: hides previous definition of \"A\"";
    assert_eq!(warned(&text, Release::V1_28), [hides]);
    let current = format!("{hides}, which may be dropped when using apply");
    assert_eq!(warned(&text, Release::Current), [current]);
}

#[test]
fn ports_that_occur_twice_are_told() {
    let text = pod(
        "containers: [{name: a, image: a, ports: [{containerPort: 80}, {containerPort: 80}, {containerPort: 80, protocol: UDP}]},
          {name: b, image: b, ports: [{containerPort: 80, hostPort: 8080}]}]",
    );
    let first = "Warning: spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]";
    let overlaps = |index| {
        format!(
            "Warning: spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[{index}]"
        )
    };
    assert_eq!(warned(&text, Release::Current), [first.to_owned(), overlaps(0), overlaps(1)]);
}

#[test]
fn fields_that_are_of_no_use_are_told() {
    let cases = [
        (
            "nodeSelector: {beta.kubernetes.io/os: linux}, containers: [{name: app, image: a}]",
            "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
        ),
        (
            "containers: [{name: app, image: a, resources: {requests: {ephemeral-storage: 100m}}}]",
            "spec.containers[0].resources.requests[ephemeral-storage]: fractional byte value \"100m\" is invalid, must be an integer",
        ),
        (
            "volumes: [{name: v, gitRepo: {repository: r}}], containers: [{name: app, image: a}]",
            "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
        ),
        (
            "imagePullSecrets: [{name: x}, {name: x}], containers: [{name: app, image: a}]",
            "spec.imagePullSecrets[1].name: duplicate name \"x\"",
        ),
        (
            "containers: [{name: app, image: a}], affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}",
            "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod",
        ),
    ];
    for (more, words) in cases {
        let told = warned(&pod(more), Release::Current);
        let of_server = told.iter().filter(|line| line.starts_with("Warning: "));
        assert_eq!(of_server.collect::<Vec<_>>(), [&format!("Warning: {words}")]);
    }
    let dots = "{apiVersion: v1, kind: Pod, metadata: {name: a.b}, spec: {containers: [{name: app, image: a}]}}";
    let words = "Warning: metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]";
    assert_eq!(warned(dots, Release::Current), [words]);
}

#[test]
fn templates_and_volumes_are_warned_of_too() {
    let set = format!(
        "{{apiVersion: apps/v1, kind: Deployment, metadata: {{name: d}}, spec: {{selector: {{matchLabels: {{a: b}}}},
          template: {{metadata: {{labels: {{a: b}}}}, spec: {{{VARIABLES}}}}}}}}}"
    );
    let told = warned(&set, Release::Current);
    assert!(told[0].starts_with("Warning: spec.template.spec.containers[0].env[1]: "), "{told:?}");
    let volume = "{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {capacity: {storage: 1Gi},
      accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Recycle, hostPath: {path: /a}}}";
    let told = warned(volume, Release::Current);
    assert!(told[0].contains("The Recycle reclaim policy is deprecated."), "{told:?}");
}

#[test]
fn a_field_that_changes_nothing_is_told_where_it_stands_first() {
    let text = "apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  hostAliases: [{ip: 10.0.0.1, hostnames: [db]}]
  securityContext: {runAsUser: 1000}
  containers:
  - {name: a, image: a, tty: true, workingDir: /work, securityContext: {runAsUser: 1, readOnlyRootFilesystem: true}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  selector: {matchLabels: {app: d}}
  template:
    metadata: {labels: {app: d}}
    spec:
      hostAliases: [{ip: 10.0.0.1, hostnames: [db]}]
      imagePullSecrets: null
      containers:
      - name: a
        image: a
        volumeMounts: [{name: v, mountPath: /v, subPath: data}]
      volumes: [{name: v, emptyDir: {}}]
";
    let scenario = read(text, &ReadOptions::default()).expect("it can be read");
    let told = scenario.warnings.iter().map(|warning| {
        assert_eq!(warning.code, Code::NoEffect);
        (warning.span.line, warning.span.column, &*warning.message)
    });
    let told: Vec<_> = told.collect();
    let expected = [
        (5, 3, "the field hostAliases has no effect in Podlab"),
        (6, 21, "the field securityContext.runAsUser has no effect in Podlab"),
        (23, 49, "the field subPath has no effect in Podlab"),
    ];
    assert_eq!(told, expected);
}
