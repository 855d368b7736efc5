//! `podlab compare`, as people call it.

use crate::common::{assert_refused, golden, podlab, scratch};

const FAILS: &str = "apiVersion: podlab/v1
kind: Scenario
metadata: {name: fails}
until: 40
jitter: zero
actions:
- {t: 0, do: runtime-rule, container: app, plan: [{run: 10, exit: 1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec: {containers: [{name: app, image: nginx}]}
";

#[test]
fn compare_prints_columns_and_where_they_part() {
    let file = scratch("fails.yaml", FAILS);
    let compare = ["compare", &file, "--vary", "restartPolicy=Always,OnFailure,Never"];
    let ran = podlab(&compare);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    golden("compare/restart-policies.txt", &ran.stdout);
    let ran = podlab(&[&compare[..], &["--language", "id"]].concat());
    golden("compare/restart-policies.id.txt", &ran.stdout);
    let same = ["compare", &file, "--vary", "seed=1,2", "--language", "ko"];
    golden("compare/same.ko.txt", &podlab(&same).stdout);
}

#[test]
fn compare_writes_a_document() {
    let file = scratch("fails-json.yaml", FAILS);
    let ran = podlab(&["compare", &file, "--vary", "restartPolicy=Always,Never", "-o", "json"]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(document["until"], 40_000);
    let phase = |column: usize| {
        let rows = document["columns"][column]["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["row"] == "phase").unwrap();
        row["stretches"].as_array().unwrap().last().unwrap()["shows"].clone()
    };
    assert_eq!((phase(0), phase(1)), ("Running".into(), "Failed".into()));
    let differences = document["differences"].as_array().unwrap();
    let status = differences.iter().find(|one| one["row"] == "STATUS").unwrap();
    assert_eq!(status["values"], serde_json::json!(["Running", "Error"]));
    let verdict = "Always restarts the container. Never does not: the Pod is Failed.";
    assert_eq!(document["verdict"], verdict);
    assert!(differences.windows(2).all(|two| two[0]["from"].as_u64() <= two[1]["from"].as_u64()));
}

const TWO_WAYS: &str = r#"{
  "format": "podlab-run", "version": 1, "settings": {"jitter": "zero"},
  "nodes": 1, "namespace": "default", "pod": "demo", "now": 60000, "current": 0,
  "branches": [{
    "id": 0, "fork": 1, "forkedAt": 0, "end": 60000, "leftAt": 60000, "shared": 0,
    "acts": [
      {"t": 0, "by": "script", "commands": [{"do": "create", "manifest": {
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "demo"},
        "spec": {"containers": [{"name": "app", "image": "nginx"}]}}}]},
      {"t": 20000, "by": "person", "commands": [{"do": "delete", "object": "pod/demo"}]}
    ]
  }, {
    "id": 1, "parent": 0, "fork": 1, "forkedAt": 15000, "end": 60000, "leftAt": 60000, "shared": 1,
    "acts": [{"t": 20000, "by": "person", "commands": [
      {"do": "container-exit", "pod": "demo", "container": "app", "code": 1}]}]
  }]
}"#;

#[test]
fn branches_are_called_by_the_acts_that_made_them() {
    let file = scratch("two-ways.run.json", TWO_WAYS);
    let ran = podlab(&["compare", &file]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    golden("compare/branches.txt", &ran.stdout);
}

#[test]
fn compare_says_which_pods_have_the_newest_template_and_since_when_all_are_ready() {
    let set = "apiVersion: podlab/v1
kind: Scenario
metadata: {name: web}
until: 60
jitter: zero
actions:
- {t: 20, do: patch, object: statefulset/web, body: {spec: {template: {spec: {containers: [{name: app, image: 'app:v2'}]}}}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 3
  serviceName: web
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 1
      containers: [{name: app, image: 'app:v1'}]
";
    let file = scratch("web.yaml", set);
    let head = |vary: &str, until: &str| {
        let ran = podlab(&["compare", &file, "--until", until, "--vary", vary]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        ran.stdout.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        head("updateStrategy.rollingUpdate.partition=0,2,3", "60s"),
        "With 0, all Pods have the newest template. With 2, only web-2 has the newest template. \
         With 3, no Pod has the newest template."
    );
    let ordered = head("podManagementPolicy=OrderedReady,Parallel", "19s");
    assert!(ordered.contains("With Parallel, all 3 Pods are Ready since 0:00:0"), "{ordered}");
}

#[test]
fn compare_takes_a_saved_run() {
    let file = scratch("fails-saved.yaml", FAILS);
    let saved = scratch("fails.run.json", "");
    podlab(&["run", &file, "--save", &saved]);
    let vary = ["--vary", "restartPolicy=Always,OnFailure,Never"];
    let of_saved = podlab(&[&["compare", &saved], &vary[..]].concat());
    let of_file = podlab(&[&["compare", &file], &vary[..]].concat());
    assert_eq!(of_saved.stdout, of_file.stdout);
    let ran = podlab(&["compare", &saved]);
    assert_refused(&ran, "one branch");
    assert!(ran.stderr.contains("the run has 1 branches; 2 to 4 can be compared"));
}

#[test]
fn compare_says_what_is_wrong() {
    let file = scratch("fails-wrong.yaml", FAILS);
    for (rest, part) in [
        (&[][..], "--vary WHAT=A,B,… is missing"),
        (&["--vary", "restartPolicy"], "'--vary <WHAT=A,B,…>': it must be WHAT=A,B,…"),
        (&["--vary", "restartPolicy=Never"], "there must be two to four values"),
        (&["--vary", "restartPolicy=Never,Often"], "supported values"),
        (&["--vary", "restartPolcy=Never,Always"], "unknown field \"restartPolcy\""),
        (&["--vary", "kubernetes=1.20,1.30"], "1.30: Podlab does not know this release"),
        (&["--vary", "seed=1,2", "-o", "yaml"], "[possible values: table, json]"),
    ] {
        let ran = podlab(&[&["compare", &file], rest].concat());
        assert_refused(&ran, part);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}
