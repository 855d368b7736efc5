//! `podlab replay`, run as a person runs it.

use crate::common::{assert_refused, podlab, podlab_with, scratch};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn run() -> Value {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: app, image: 'app:v1'}]}";
    json!({"name": "one", "kubernetes": "v1.28.0", "duration": 12.5, "texts": [{"text": "old"}], "objects": [pod],
        "actions": [{"t": 0.0, "do": "create", "object": "Pod/p"}], "trace": [7]})
}

/// An empty folder of that name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder of the last test run goes");
    }
    folder
}

fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_run_comes_out_with_the_trace_of_the_simulated_run() {
    let file = scratch("one.json", run().to_string());
    let ran = podlab(&["replay", &file, &file]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, lines[1]));
    let out: Value = serde_json::from_str(lines[0]).expect("JSON");
    assert_eq!((&out["name"], &out["actions"]), (&run()["name"], &run()["actions"]));
    assert!(out["texts"].is_null());
    let phases: Vec<&str> =
        out["trace"].as_array().unwrap().iter().filter_map(|e| e["phase"].as_str()).collect();
    assert_eq!((phases.first(), phases.last()), (Some(&"Pending"), Some(&"Running")));
    let piped = podlab_with(&["replay", "-"], run().to_string().as_bytes());
    assert_eq!(piped.stdout.trim_end(), lines[0]);
}

#[test]
fn out_makes_the_folder_and_writes_all_files_or_none() {
    let folder = folder("replays").join("below");
    let good = scratch("good.json", run().to_string());
    let bad = scratch("bad.json", "{\"actions\": 7}");
    let out = folder.to_string_lossy().into_owned();
    let ran = podlab(&["replay", "--out", &out, &bad, &good]);
    assert_refused(&ran, "bad.json");
    assert_eq!(ran.stderr, format!("{bad}:1:2: actions: must be a list\n"));
    assert!(!folder.exists());
    let ran = podlab(&["replay", "--out", &out, &good]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(files_in(&folder), ["good.json"]);
    let written = std::fs::read_to_string(folder.join("good.json")).expect("it is written");
    assert_eq!(written, podlab(&["replay", &good]).stdout.trim_end());
}

#[test]
fn what_cannot_be_written_is_told() {
    let good = scratch("good-2.json", run().to_string());
    let file = scratch("no-folder", "");
    for out in [file.clone(), format!("{file}/below")] {
        let ran = podlab(&["replay", &good, "--out", &out]);
        assert_refused(&ran, &out);
        assert!(ran.stderr.starts_with(&format!("{out}: ")), "{}", ran.stderr);
    }
    let out = folder("twice").to_string_lossy().into_owned();
    let ran = podlab(&["replay", &good, &good, "--out", &out]);
    assert_refused(&ran, "twice");
    assert!(ran.stderr.starts_with("error: two files are called good-2.json\n"), "{}", ran.stderr);
}

/// Documents that are no runs, or hardly: one diagnostic, exit code 2, nothing else.
#[test]
fn documents_that_are_no_runs_are_refused() {
    let deep = "[".repeat(100_000);
    let texts = [
        "",
        "{",
        "7",
        "null",
        "[]",
        "{}",
        "\"run\"",
        "\u{0}",
        "{\"actions\": []}",
        &deep,
        r#"{"actions": {}, "objects": []}"#,
        r#"{"actions": [], "objects": {}}"#,
        r#"{"actions": [], "objects": [7]}"#,
        r#"{"actions": [], "objects": [], "kubernetes": 7}"#,
        r#"{"actions": [], "objects": [], "kubernetes": "1.7"}"#,
        r#"{"actions": [], "objects": [], "duration": -1}"#,
        r#"{"actions": [], "objects": [], "duration": "long"}"#,
        r#"{"actions": [], "objects": [], "duration": 1e300}"#,
        r#"{"actions": [], "objects": [], "duration": 1e999}"#,
        r#"{"actions": [], "objects": []} {}"#,
    ];
    for (index, text) in texts.iter().enumerate() {
        let file = scratch(&format!("no-run-{index}.json"), text);
        let ran = podlab(&["replay", &file]);
        let shown: String = text.chars().take(60).collect();
        assert_refused(&ran, &shown);
        assert_eq!(ran.stderr.lines().count(), 1, "{shown}\n{}", ran.stderr);
        assert!(ran.stderr.starts_with(&file), "{shown}\n{}", ran.stderr);
    }
    let ran = podlab_with(&["replay", "-"], b"\xff\xff");
    assert_refused(&ran, "not UTF-8");
    assert_eq!(ran.stderr, "<stdin>:1:1: the text is not UTF-8 (byte 0xFF)\n");
}

#[test]
fn what_is_wrong_with_a_document_is_told_with_its_field_and_place() {
    let cases = [
        ("{\"name\": \"x\",\n \"objects\": {}}", "2:2: objects: must be a list"),
        (
            "{\"objects\": [\n  \"\",\n  7], \"actions\": []}",
            "3:3: objects[1]: must be a string of YAML",
        ),
        (
            "{\"objects\": [],\n\"duration\": \"x\"}",
            "2:1: duration: must be seconds, up to ten years",
        ),
        ("{\"objects\": []}", "1:1: actions: is missing; it must be a list"),
        (
            "{\"objects\": [], \"actions\": [], \"renamed\": 7}",
            "1:32: renamed: must be a map of names",
        ),
        ("[]", "1:1: must be a map with the lists \"objects\" and \"actions\""),
        ("{\"objects\": []\n", "1:15: EOF while parsing an object"),
        ("{\"objects\": []\r\n", "1:15: EOF while parsing an object"),
        ("{\"objects\": [],\n  }", "2:3: trailing comma"),
    ];
    for (text, told) in cases {
        let file = scratch("placed.json", text);
        let ran = podlab(&["replay", &file]);
        assert_refused(&ran, text);
        assert_eq!(ran.stderr, format!("{file}:{told}\n"), "{text}");
    }
    let mut left_out = run();
    left_out["actions"] =
        json!([{"t": 0, "do": "create", "object": "Pod/p"}, {"t": 1, "do": "dance"}]);
    let text = serde_json::to_string_pretty(&left_out).unwrap();
    let file = scratch("left-out.json", &text);
    let line = 1 + text.lines().position(|line| line.contains("dance")).unwrap();
    let ran = podlab(&["replay", &file]);
    assert!(ran.stderr.starts_with(&format!("{file}:{line}:7: actions[1].do: ")), "{}", ran.stderr);
}

/// How recorded scripts tell what an HTTP server answers, and when.
#[test]
fn servers_that_answer_late_or_redirect_take_part_in_the_run() {
    let mut document = run();
    for answer in [json!(["code", 503]), json!(["delay", 2.5]), json!(["redirect", "/login"])] {
        document["actions"] = json!([{"t": 1, "do": "http-endpoint", "answer": answer}]);
        let ran = podlab_with(&["replay", "-"], document.to_string().as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    }
    document["actions"] = json!([{"t": 1, "do": "http-endpoint", "answer": ["delay", "x"]}]);
    let ran = podlab_with(&["replay", "-"], document.to_string().as_bytes());
    assert!(ran.stderr.contains("actions[0].answer: it must be "), "{}", ran.stderr);
}

/// A set that is scaled up and given a new template in the same tenth of a second has made its next Pod of the old one by then.
#[test]
fn components_act_between_requests_of_the_same_tenth() {
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec: {replicas: 1, serviceName: web, \
               selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, \
               spec: {containers: [{name: app, image: 'app:v1'}]}}}";
    let patch = |t: f64, body: Value| json!({"t": t, "do": "patch", "object": "statefulset/web", "body": body});
    let template = json!({"spec": {"containers": [{"name": "app", "image": "app:v2"}]}});
    let scaled = patch(5.0, json!({"spec": {"replicas": 2}}));
    let together = [scaled.clone(), patch(5.0, json!({"spec": {"template": template}}))];
    let before = [patch(4.9, json!({"spec": {"template": template}})), scaled];
    for (patches, revision) in [(together, "rev1"), (before, "rev2")] {
        let mut document = run();
        document["objects"] = json!([set]);
        document["actions"] = json!([{"t": 0.0, "do": "create", "object": "StatefulSet/web"}]);
        document["actions"].as_array_mut().unwrap().extend(patches);
        let ran = podlab_with(&["replay", "-"], document.to_string().as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        let out: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let added = |e: &&Value| e["kind"] == "Pod" && e["op"] == "ADDED" && e["name"] == "web-1";
        let pod = out["trace"].as_array().unwrap().iter().find(added).expect("web-1 comes");
        let found = pod["labels"]["controller-revision-hash"].as_str().unwrap();
        assert!(found.ends_with(revision), "{found}");
    }
}

/// Strange actions in a run are left out, as what an API server refuses; whatever they are, nothing breaks.
#[test]
fn strange_actions_do_no_harm() {
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(-1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(0.5),
        json!(""),
        json!("p"),
        json!("pod/p"),
        json!("/"),
        json!("Pod/"),
        json!("1h"),
        json!([]),
        json!([[], {}]),
        json!({}),
        json!({"": {"": ""}}),
        json!(["code", 1e300]),
    ];
    let mut actions = vec![json!({"t": 0, "do": "create", "object": "Pod/p"})];
    for word in podlab::sim::scenario::ACTIONS {
        for value in &values {
            let mut action = json!({"t": 1, "do": word});
            for field in podlab::sim::scenario::fields_of(word) {
                action[*field] = json!("p");
            }
            actions.push(action.clone());
            for field in
                podlab::sim::scenario::fields_of(word).iter().chain(&["t", "do", "namespace"])
            {
                let mut strange = action.clone();
                strange[*field] = value.clone();
                actions.push(strange);
            }
        }
    }
    let mut document = run();
    document["actions"] = Value::Array(actions);
    document["duration"] = json!(60);
    let ran = podlab_with(&["replay", "-"], document.to_string().as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    // Whatever could not be read is told, each thing once.
    assert!(ran.stderr.lines().count() > 100, "{}", ran.stderr);
    for line in ran.stderr.lines() {
        assert!(line.contains("actions[") && line.ends_with("; left out"), "{line}");
    }
}

/// When the trace of a replayed document says that the Pod went, in tenths of seconds.
fn gone(document: &Value, pod: &str) -> Option<i64> {
    let file = scratch("leaving.json", document.to_string());
    let ran = podlab(&["replay", &file]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let out: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let leaves = |e: &&Value| e["kind"] == "Pod" && e["op"] == "DELETED" && e["name"] == *pod;
    out["trace"].as_array().unwrap().iter().find(leaves)?["t"]
        .as_f64()
        .map(|t| (t * 10.0).round() as i64)
}

/// Rule K-7: the check of 1.20 comes every ten seconds; of its moment the next act of the script tells, else the end of the recording.
#[test]
fn a_deleted_pod_of_1_20_goes_shortly_before_the_act_that_waited_for_it() {
    let pod = |name: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: app, image: 'app:v1'}}]}}"
        )
    };
    let script = |release: &str, duration: f64, next: Option<i64>| {
        let mut actions = vec![
            json!({"t": 0.0, "do": "create", "object": "Pod/p"}),
            json!({"t": 3.0, "do": "delete", "object": "pod/p"}),
        ];
        actions.extend(next.map(|t| json!({"t": t, "do": "create", "object": "Pod/q"})));
        json!({"name": "leaving", "kubernetes": release, "duration": duration, "objects": [pod("p"), pod("q")],
            "actions": actions, "trace": []})
    };
    for act in 9..=15 {
        let went = gone(&script("v1.20.2", 30.0, Some(act)), "p").expect("it goes");
        assert!((5..=15).contains(&(act * 10 - went)), "{act}: {went}");
    }
    // A recording ends soon after all is at rest.
    let last = gone(&script("v1.20.2", 14.0, None), "p").expect("it goes");
    assert!((100..=140).contains(&last), "{last}");
    // An act that came before the Pod was due waited for something else, and so did the end of a long recording.
    let middling = gone(&script("v1.20.2", 90.0, None), "p").expect("it goes");
    assert!((100..=130).contains(&middling), "{middling}");
    for document in [script("v1.20.2", 90.0, None), script("v1.20.2", 30.0, Some(5))] {
        assert_eq!(gone(&document, "p"), Some(middling));
    }
    // From 1.22 nothing waits for a check.
    let newer: Vec<_> = [None, Some(9), Some(15)]
        .map(|next| gone(&script("v1.28.0", 30.0, next), "p").expect("it goes"))
        .into();
    assert!(newer.iter().all(|went| *went == newer[0] && *went < 60), "{newer:?}");
}
