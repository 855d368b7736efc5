//! Runs that are too long, files that cannot be written, and values of options that there are not.

use crate::common::{assert_refused, podlab, podlab_with, scratch};
use podlab_lessons::SCENES;
use std::fs;
use std::process::{Command, Stdio};

const HEAD: &str = "apiVersion: podlab/v1\nkind: Scenario\n";
const POD: &str = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: app, image: nginx}]}\n";

#[test]
fn no_command_runs_for_longer_than_ten_years() {
    let file = scratch("long.yaml", format!("{HEAD}until: 2147483647\n{POD}"));
    let told = format!("{file}:3:8: until: a run lasts at most 87600h (10 years)\n");
    for command in [
        &["run", &file][..],
        &["compare", &file, "--vary", "seed=1,2"],
        &["render", &file, "--at", "end"],
        &["animate", &file],
        &["dns", "x", &file],
        &["link", &file],
        &["explore", &file, "--can", "pod/p gone"],
    ] {
        let ran = podlab(command);
        assert_refused(&ran, command[0]);
        assert!(ran.stderr.starts_with(&told), "{command:?}\n{}", ran.stderr);
    }
}

#[test]
fn a_run_is_not_saved_with_what_a_saved_run_must_not_have() {
    let action = "actions: [{t: 2147483647, do: delete, object: pod/p}]\n";
    let file = scratch("late.yaml", format!("{HEAD}{action}{POD}"));
    let saved = scratch("late.run.json", "kept");
    let ran = podlab(&["run", &file, "--until", "1m", "--save", &saved]);
    assert_refused(&ran, "a late action");
    let told = format!("{file}:3:15: actions[0].t: a run lasts at most 87600h (10 years)\n");
    assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(&saved).expect("it is there"), "kept");
}

#[test]
fn what_is_wrong_with_a_saved_run_is_told_with_its_file() {
    let saved = scratch("named.run.json", "");
    podlab_with(&["run", "-", "--until", "1m", "--save", &saved], POD.as_bytes());
    let text = fs::read_to_string(&saved).expect("it is saved");
    let wrong = scratch("wrong.run.json", text.replacen("\"current\": 0", "\"current\": 7", 1));
    let ran = podlab(&["run", &wrong]);
    assert_refused(&ran, "no such branch");
    let told = format!("{wrong}:");
    assert!(ran.stderr.starts_with(&told), "{}", ran.stderr);
}

/// A full disk is told, and is an exit code. `/dev/full` is such a disk.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told() {
    let page = scratch("claims.md", "```podlab-expect\nscene: runs\nat: 10\nphase: Running\n```\n");
    let recorded = scratch("empty-list.json", "[]");
    for arguments in [
        &["run", "runs"][..],
        &["run", "runs", "-o", "json"],
        &["run", "runs", "--why", "demo"],
        &["render", "runs"],
        &["animate", "runs"],
        &["compare", "runs", "--vary", "seed=1,2"],
        &["explore", "runs", "--can", "pod/demo gone"],
        &["check", &page],
        &["dns", "x", "runs"],
        &["link", "runs"],
        &["scenes"],
        &["vectors", &recorded],
        &["completions", "bash"],
        &["man"],
        &["version"],
        &["--version"],
        &["--help"],
        &["run", "--help"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
        let ran = Command::new(env!("CARGO_BIN_EXE_podlab"))
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("podlab ends");
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?} {told}");
        assert_eq!(told, "<stdout>: No space left on device\n", "{arguments:?}");
    }
}

#[test]
fn days_are_durations_too() {
    let days = podlab(&["run", "crash-loop", "--until", "1d", "-o", "json"]);
    assert_eq!((days.code, days.stderr.as_str()), (Some(0), ""));
    assert_eq!(days.stdout, podlab(&["run", "crash-loop", "--until", "24h", "-o", "json"]).stdout);
    let ran = podlab_with(&["run", "-"], format!("{HEAD}until: 1d12h\n{POD}").as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_refused(&podlab(&["run", "runs", "--until", "d"]), "no number");
}

#[test]
fn releases_that_are_not_modelled_are_answered_with_those_that_are() {
    let current = podlab(&["run", "runs", "--kubernetes", "current"]);
    for name in ["1.36", "v1.36.2"] {
        let ran = podlab(&["run", "runs", "--kubernetes", name]);
        assert_eq!((ran.code, &ran.stdout), (Some(0), &current.stdout), "{name}");
    }
    for name in ["1.35", "1.30", "1.2"] {
        let ran = podlab(&["run", "runs", "--kubernetes", name]);
        assert_refused(&ran, name);
        let tip = "tip: Podlab models these releases of Kubernetes; current is 1.36\n";
        assert!(ran.stderr.contains(tip) && !ran.stderr.contains("similar"), "{}", ran.stderr);
    }
}

#[test]
fn scenes_are_listed() {
    let ran = podlab(&["scenes"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("NAME ") && lines[0].ends_with("TITLE"), "{}", lines[0]);
    assert!(lines[1].starts_with(SCENES[0].name), "{}", lines[1]);
    let listed = podlab(&["scenes", "-o", "json"]).stdout;
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed).expect("it is JSON");
    assert_eq!(listed.len() + 1, lines.len());
    let names: Vec<&str> = listed.iter().filter_map(|scene| scene["name"].as_str()).collect();
    assert_eq!(names, podlab_lessons::names());
    let ran = podlab(&["run", "crashlop"]);
    let told = "crashlop: no such file, and no scene; did you mean crash-loop?\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), told));
}

#[test]
fn json_that_cannot_be_read_is_told_with_its_place() {
    let file = scratch("broken.json", "{\"a\": 1,\n \"b\": ]}");
    let ran = podlab(&["replay", &file]);
    assert_refused(&ran, "no JSON");
    assert_eq!(ran.stderr, format!("{file}:2:7: expected value\n"));
}
