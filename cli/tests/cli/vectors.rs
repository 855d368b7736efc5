//! `podlab vectors`, run as a person runs it.

use crate::common::scratch;
use std::path::PathBuf;
use std::process::{Command, Output};

fn vectors(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_podlab"));
    command.arg("vectors").args(arguments).output().expect("podlab runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn checked_in(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors").join(name);
    path.to_string_lossy().into_owned()
}

#[test]
fn every_vector_of_a_pods_status_passes() {
    let output = vectors(&[&checked_in("pod-status.json")]);
    assert_eq!(text(&output.stdout), "173 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn every_vector_of_the_stateful_set_controller_passes() {
    let output = vectors(&[&checked_in("statefulset.json")]);
    assert_eq!(text(&output.stdout), "109 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn every_vector_of_the_deployment_controller_passes() {
    let output = vectors(&[&checked_in("deployment.json")]);
    assert_eq!(text(&output.stdout), "40 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn json_tells_what_came_out() {
    let output = vectors(&["--json", &checked_in("pod-status.json")]);
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), 173);
    let first = serde_json::json!({"id": "PH-001", "pass": true, "actual": {"phase": "Pending"}});
    assert_eq!(list[0], first);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn json_has_an_entry_for_each_step_of_a_sequence() {
    let file = checked_in("statefulset.json");
    let cases: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("it is there")).expect("JSON");
    let output = vectors(&["--json", &file]);
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for (case, told) in
        cases["vectors"].as_array().into_iter().flatten().zip(list.as_array().expect("a list"))
    {
        let steps = case["steps"].as_array().expect("steps");
        let actual = told["actual"].as_array().expect("a list");
        assert_eq!(actual.len(), steps.len(), "{}", case["id"]);
        for (step, actual) in steps.iter().zip(actual) {
            assert_eq!(actual.is_null(), step.get("expect").is_none(), "{}: {step}", case["id"]);
        }
    }
}

/// The steps after one that is not known are played too.
#[test]
fn json_has_an_entry_for_each_step_of_a_sequence_that_cannot_be_played() {
    let steps = r#"[{"do": "sync", "expect": {"pods": {}}}, {"do": "dance", "expect": {"pods": {}}}, {"do": "scale", "replicas": 0},
        {"do": "sync", "expect": {"pods": {"web-0": "v1/Pending"}}}]"#;
    let set = r#"{"replicas": 1, "template": "v1"}"#;
    let cases = format!(
        r#"[{{"id": "X-1", "rule": "S-31", "kubernetes": "1.28", "set": {set}, "steps": {steps}}},
            {{"id": "X-2", "rule": "S-31", "kubernetes": "0.9", "set": {set}, "steps": {steps}}}]"#
    );
    let file = scratch("sequences.json", &cases);
    let output = vectors(&["--json", &file]);
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let is_null = |case: usize| -> Vec<bool> {
        let actual = list[case]["actual"].as_array().expect("a list");
        actual.iter().map(serde_json::Value::is_null).collect()
    };
    assert_eq!(is_null(0), [false, true, true, false]);
    assert_eq!(is_null(1), [true; 4]);
    assert_eq!(list[0]["pass"], false);
    let told = text(&vectors(&[&file]).stdout);
    assert!(told.contains("FAIL X-1 S-31: step 2: unknown step dance"), "{told}");
    assert!(told.contains("FAIL X-2 S-31: unknown release 0.9"), "{told}");
}

#[test]
fn a_case_that_fails_is_shown_with_both_values() {
    let cases = r#"[{"id": "X-1", "name": "wrong", "kubernetes": "1.28", "kind": "phase", "pod": {},
        "expect": {"phase": "Running"}}, {"id": "X-2", "kind": "weather", "expect": {}}]"#;
    let output = vectors(&[&scratch("failing.json", cases)]);
    let lines = [
        r#"FAIL X-1 wrong: expected {"phase":"Running"}, got {"phase":"Pending"}"#,
        r#"FAIL X-2 : no vectors of kind "weather" are known, only phase, condition, status-column, backoff, probe"#,
        "0 passed, 2 failed",
    ];
    assert_eq!(text(&output.stdout), lines.join("\n") + "\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn nothing_to_run_is_exit_code_2() {
    let broken = scratch("broken.json", "{\"vectors\": [");
    let number = scratch("number.json", "7");
    for arguments in [&["no-such-file.json"][..], &[&broken], &[&number], &[], &["--yes"]] {
        let output = vectors(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!text(&output.stderr).is_empty(), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let cases = [
        ("{\"vectors\": [\n", "1:14: EOF while parsing a list"),
        ("{\n  \"vectors\": 7}", "2:3: vectors: must be a list"),
        ("{}", "1:1: vectors: is missing; it must be a list"),
        ("7", "1:1: must be a list, or a map with a list \"vectors\""),
    ];
    for (content, told) in cases {
        let file = scratch("placed-vectors.json", content);
        assert_eq!(text(&vectors(&[&file]).stderr), format!("{file}:{told}\n"), "{content}");
    }
    assert_eq!(text(&vectors(&["crash-loop"]).stderr), "crash-loop: no such file\n");
    assert_eq!(text(&vectors(&["nofile"]).stderr), "nofile: no such file\n");
}

#[test]
fn strange_cases_fail_and_do_not_panic() {
    let cases = r#"[7, null, {}, {"id": 3, "kind": "probe", "input": {"type": "liveness", "ticks": [1, {}]}},
        {"kind": "backoff", "input": {"maxSeconds": 1e300, "events": [{"op": "try", "t": -1}]}},
        {"kind": "backoff", "input": {"initialSeconds": 18446744073709551, "events": [
            {"op": "exit", "t": 18446744073709551}, {"op": "try", "t": 18446744073709551}]}},
        {"kind": "condition", "context": {"conditionType": "PodReadyToStartContainers", "sandboxes": 4}},
        {"kind": "status-column", "context": {"now": "9999-12-31T23:59:59Z"},
            "pod": {"metadata": {"creationTimestamp": "0000-01-01T00:00:00Z"},
                "status": {"containerStatuses": [{"restartCount": 9223372036854775807},
                    {"restartCount": 9223372036854775807, "state": 3}]}}},
        {"kind": "phase", "kubernetes": "7"}]"#;
    let output = vectors(&[&scratch("strange.json", cases)]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).ends_with("0 passed, 9 failed\n"), "{}", text(&output.stdout));
}
