//! `podlab run`, run as a person runs it. The files are in `tests/cli/`.

use crate::common::{assert_refused, fixtures, golden, names, podlab, podlab_with, scratch};

/// Every good file prints what the golden files beside it say, in every form.
#[test]
fn runs_print_what_a_watch_shows() {
    for name in names("good", ".yaml") {
        let file = format!("good/{name}.yaml");
        for (output, ending) in [
            ("table", "table.txt"),
            ("events", "events.txt"),
            ("describe", "describe.txt"),
            ("json", "json"),
        ] {
            let ran = podlab(&["run", &file, "--output", output]);
            assert_eq!(ran.code, Some(0), "{name} {output}\n{}", ran.stderr);
            golden(&format!("good/{name}.{ending}"), &ran.stdout);
            if output == "table" {
                golden(&format!("good/{name}.errors.txt"), &ran.stderr);
            }
            if output == "json" {
                let read: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
                assert!(read["trace"].is_array(), "{name}");
            }
        }
    }
}

/// Every bad file is refused with what the golden file beside it says, before anything is printed.
#[test]
fn bad_files_are_refused_with_the_place_and_what_was_meant() {
    for name in names("bad", ".yaml") {
        let ran = podlab(&["run", &format!("bad/{name}.yaml")]);
        assert_refused(&ran, &name);
        golden(&format!("bad/{name}.txt"), &ran.stderr);
    }
}

#[test]
fn nodes_are_told_as_kubectl_tells_them() {
    let ran = podlab(&["run", "good/node-troubles.yaml", "--output", "nodes"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    golden("good/node-troubles.nodes.txt", &ran.stdout);
}

#[test]
fn a_file_may_come_from_standard_input() {
    let text = std::fs::read(fixtures().join("good/crash-loop.yaml")).expect("the file is there");
    let ran = podlab_with(&["run", "-"], &text);
    assert_eq!(ran.stdout, podlab(&["run", "good/crash-loop.yaml"]).stdout);
    let ran = podlab_with(&["run", "-"], b"kind: Pod");
    assert_refused(&ran, "no apiVersion");
    assert!(ran.stderr.starts_with("<stdin>:1:1: apiVersion not set\n"), "{}", ran.stderr);
}

/// By its own rules a kubelet shows `Error` until it looks at the Pod again; for teaching it shows at once what that leads to.
#[test]
fn states_can_show_at_once() {
    let statuses = |cadence: &str| {
        let file = "good/crash-loop.yaml";
        let ran = podlab(&["run", file, "--until", "3m", "--cadence", cadence]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stdout
    };
    let (real, didactic) = (statuses("real"), statuses("didactic"));
    assert_eq!(real, podlab(&["run", "good/crash-loop.yaml", "--until", "3m"]).stdout);
    // How long an error shows before what it leads to, as the first column tells it.
    let times = |table: &str| {
        let lines: Vec<&str> = table.lines().collect();
        let at =
            lines.iter().position(|line| line.contains("CrashLoopBackOff")).expect("held back");
        assert!(lines[at - 1].contains(" Error "), "{table}");
        [at - 1, at].map(|line| lines[line].split_whitespace().next().unwrap_or("").to_owned())
    };
    let [error, held] = times(&didactic);
    assert_eq!(error, held, "{didactic}");
    let [error, held] = times(&real);
    assert_ne!(error, held, "{real}");
    let ran = podlab(&["run", "good/crash-loop.yaml", "--cadence", "didactical"]);
    assert_refused(&ran, "didactical");
    assert!(ran.stderr.contains("a similar value exists: 'didactic'"), "{}", ran.stderr);
    let file = std::fs::read_to_string(fixtures().join("good/crash-loop.yaml")).expect("a file");
    let file = file.replacen("kind: Scenario\n", "kind: Scenario\ncadence: didactic\n", 1);
    let said = podlab_with(&["run", "-", "--until", "3m"], file.as_bytes());
    assert_eq!(said.stdout, didactic, "{}", said.stderr);
}

#[test]
fn back_off_can_be_configured() {
    let run = |more: &[&str]| {
        podlab(
            &[&["run", "good/crash-loop.yaml", "--until", "3m", "--kubernetes", "current"], more]
                .concat(),
        )
    };
    let shorter = run(&["--max-container-restart-period", "10s"]);
    assert!(shorter.stdout.lines().count() > run(&[]).stdout.lines().count());
    let gate = "ReduceDefaultCrashLoopBackOffDecay";
    assert_ne!(run(&["--feature-gates", gate]).stdout, run(&[]).stdout);
    assert_eq!(run(&["--feature-gates", &format!("{gate}=false")]).stdout, run(&[]).stdout);
    for (option, value) in [
        ("--max-container-restart-period", "500ms"),
        ("--max-container-restart-period", "6m"),
        ("--feature-gates", "ReduceDefaultCrashLoopBackOff=true"),
        ("--feature-gates", "MaxUnavailableStatefulSet=yes"),
    ] {
        assert_refused(&run(&[option, value]), value);
    }
}

#[test]
fn soft_evictions_can_be_configured() {
    let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: node-1, containers: [{name: app, image: x}]}\n---\napiVersion: podlab/v1\nkind: Scenario\nactions: [{t: 20s, do: node-pressure, node: node-1, resource: memory, available: 500Mi}]\n";
    let run = |more: &[&str]| {
        podlab_with(
            &[&["run", "-", "--until", "5m", "--output", "events"], more].concat(),
            text.as_bytes(),
        )
    };
    let soft = ["--eviction-soft", "memory.available<1Gi"];
    let grace = ["--eviction-soft-grace-period", "memory.available=1m30s"];
    assert!(!run(&[]).stdout.contains("Evicted"));
    let ran = run(&[soft, grace, ["--eviction-max-pod-grace-period", "5"]].concat());
    assert!(ran.stdout.contains("Evicted"), "{}{}", ran.stdout, ran.stderr);
    assert_refused(&run(&soft), "grace period must be specified");
    assert_refused(&run(&["--eviction-soft", "memory<1Gi"]), "memory.available, nodefs.available");
    assert_refused(&run(&["--eviction-max-pod-grace-period", "long"]), "a whole number of seconds");
}

#[test]
fn several_files_are_one_run() {
    let scenario = "apiVersion: podlab/v1\nkind: Scenario\nuntil: 5s\n";
    let ran = podlab_with(&["run", "-", "bad/../good/two-namespaces.yaml"], scenario.as_bytes());
    assert_refused(&ran, "two scenarios");
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: other}\nspec: {containers: [{name: a, image: b}]}\n";
    let ran = podlab_with(&["run", "good/crash-loop.yaml", "-", "--until", "5s"], pod.as_bytes());
    assert!(ran.stdout.contains(" demo ") && ran.stdout.contains(" other "), "{}", ran.stdout);
}

#[test]
fn options_override_what_the_scenario_says() {
    let last_line = |arguments: &[&str]| {
        let ran =
            podlab(&[&["run", "good/crash-loop.yaml", "--output", "json"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.stdout
    };
    assert!(last_line(&["--until", "10s"]).contains("\"duration\":10,"));
    assert!(last_line(&["--kubernetes", "1.20"]).contains("\"kubernetes\":\"1.20\""));
    assert!(last_line(&["--seed=18446744073709551615"]).contains("\"seed\":18446744073709551615"));
    assert_ne!(last_line(&["--seed", "1"]), last_line(&["--seed", "2"]));
    assert_eq!(last_line(&["--seed", "7"]), last_line(&[]));
}

#[test]
fn files_that_cannot_be_read_are_told_in_one_line() {
    for (file, line) in [
        ("x.yaml", "x.yaml: no such file\n"),
        (".", ".: no .yaml, .yml or .json file is in the folder\n"),
    ] {
        let ran = podlab(&["run", file]);
        assert_refused(&ran, file);
        assert_eq!(ran.stderr, line);
    }
}

#[test]
fn wrong_arguments_are_told_with_what_is_allowed() {
    let cases: [(&[&str], &str, &str); 11] = [
        (&["run"], "the following required arguments were not provided:\n  <FILE>...", "Usage: "),
        (&["run", "a", "--untl", "3s"], "unexpected argument '--untl' found", "exists: '--until'"),
        (
            &["run", "a", "--until", "soon"],
            "invalid value 'soon' for '--until <TIME>': it must be a duration such as 90s, 10m, 1h30m or 1d, or never",
            "--help",
        ),
        (
            &["run", "a", "--until", "-5s"],
            "invalid value '-5s' for '--until <TIME>': it must be a duration",
            "--help",
        ),
        (
            &["run", "a", "--until", "1000000h"],
            "invalid value '1000000h' for '--until <TIME>': a run lasts at most 87600h (10 years)",
            "--help",
        ),
        (
            &["run", "a", "--until", "99999999999999999999h"],
            "invalid value '99999999999999999999h' for '--until <TIME>': it must be a duration",
            "at most 87600h",
        ),
        (
            &["run", "a", "--seed", "-1"],
            "invalid value '-1' for '--seed <N>': it must be a whole number from 0",
            "--help",
        ),
        (
            &["run", "a", "--output", "tabel"],
            "invalid value 'tabel' for '--output <FORMAT>'\n  [possible values: table, wide, yaml, json, events, describe, nodes]",
            "'table'",
        ),
        (
            &["run", "a", "--kubernetes", "1.29"],
            "invalid value '1.29' for '--kubernetes <RELEASE>'\n  [possible values: 1.20, 1.28, current]",
            "--help",
        ),
        (
            &["run", "runs", "--feature-gates", "ContainerStopSignal"],
            "invalid value 'ContainerStopSignal' for '--feature-gates <NAME=BOOL>': known are MaxUnavail",
            "did you mean ContainerStopSignals?",
        ),
        (&["compar", "a"], "unrecognized subcommand 'compar'", "'compare'"),
    ];
    for (arguments, message, help) in cases {
        let ran = podlab(arguments);
        assert_refused(&ran, message);
        let begin = format!("error: {message}");
        assert!(ran.stderr.starts_with(&begin), "{arguments:?}\n{}", ran.stderr);
        assert!(ran.stderr.contains(help), "{arguments:?}\n{}", ran.stderr);
    }
}

/// A file without any object is a mistake, not an empty run.
#[test]
fn an_empty_file_is_refused() {
    for text in ["", "---\n", "# nothing but words\n"] {
        let file = scratch("empty.yaml", text);
        let ran = podlab(&["run", &file]);
        assert_refused(&ran, text);
        let words = format!("{file}: there is no object in it and no scenario; nothing can run\n");
        assert_eq!(ran.stderr, words);
    }
}

#[test]
fn short_forms_mean_the_long_ones() {
    let file = scratch(
        "short.yaml",
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: b}]}}",
    );
    let long = podlab(&["run", &file, "--until", "5s", "--output", "events"]);
    for arguments in [["-o", "events"].as_slice(), &["-oevents"], &["-o=events"]] {
        let ran = podlab(&[&["run", &file, "--until", "5s"], arguments].concat());
        assert_eq!((ran.code, &ran.stdout), (Some(0), &long.stdout), "{arguments:?}");
    }
    let version = podlab(&["--version"]);
    assert_eq!((version.code, version.stdout.as_str()), (Some(0), "podlab 0.1.0\n"));
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_run() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = format!("{folder}/no-such-folder/x.json");
    let told = format!("{missing}: there is no folder {folder}/no-such-folder\n");
    for (path, told) in
        [(&missing, told), (&folder.to_owned(), format!("{folder}: it is a folder, not a file\n"))]
    {
        let ran = podlab(&["run", "runs", "--save", path]);
        assert_refused(&ran, path);
        assert_eq!(ran.stderr, told);
        let ran = podlab(&["explore", "runs", "--can", "pod/demo gone", "--save", path]);
        assert_refused(&ran, path);
    }
    // A run that is refused leaves no file, and one that was there stays.
    let new = format!("{folder}/never-saved.json");
    assert_refused(&podlab(&["run", "bad/unknown-kind.yaml", "--save", &new]), "unknown kind");
    assert!(!std::path::Path::new(&new).exists());
    let old = scratch("kept.json", "kept");
    assert_refused(&podlab(&["run", "bad/unknown-kind.yaml", "--save", &old]), "unknown kind");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "kept");
}
