//! Input that is broken, huge or hostile: `podlab run` refuses it with one diagnostic, and never panics or hangs.

use crate::common::{Ran, assert_refused, podlab, podlab_with, scratch};
use std::fmt::Write;

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: app, image: nginx}\n";
const SCENARIO: &str = "apiVersion: podlab/v1\nkind: Scenario\n";

fn run(text: &str) -> Ran {
    podlab_with(&["run", "-", "--until", "1m"], text.as_bytes())
}

#[test]
fn huge_and_hostile_texts_are_refused_in_a_few_lines() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..20 {
        let _ = writeln!(
            bomb,
            "a{level}: &a{level} [{}]",
            vec![format!("*a{}", level - 1); 10].join(", ")
        );
    }
    let deep_map: String =
        (0..5000).fold(String::new(), |text, level| text + &" ".repeat(level) + "a:\n");
    let mut containers = POD.to_owned();
    for index in 0..10_000 {
        let _ = writeln!(containers, "  - {{name: c{index}, image: nginx}}");
    }
    let texts = [
        "[".repeat(100_000),
        "{a: ".repeat(100_000),
        deep_map,
        bomb,
        format!("{POD}# {}", "x".repeat(10 << 20)),
        "- x\n".repeat(10 << 18),
        containers,
        "\u{0}".to_owned(),
        "---\n".repeat(100_000) + POD,
        "&a [*a]".to_owned(),
        "\t".to_owned() + POD,
        "a: b: c".to_owned(),
        "%YAML 9.9\n---\n{".to_owned(),
        "!!binary |\n  x".to_owned(),
    ];
    for text in &texts {
        let shown: String = text.chars().take(60).collect();
        let ran = run(text);
        assert_refused(&ran, &shown);
        assert!(ran.stderr.starts_with("<stdin>:"), "{shown}\n{}", ran.stderr);
        assert!(ran.stderr.lines().count() <= 8, "{shown}\n{}", ran.stderr);
    }
}

/// The program tells where each mistake and each field without effect is, also where there are more than ten.
#[test]
fn every_mistake_and_every_warning_has_its_place() {
    let warned = "  automountServiceAccountToken: false\n  dnsConfig: {searches: [a.b]}\n  dnsPolicy: Default\n  \
        enableServiceLinks: false\n  hostAliases: [{ip: 10.0.0.1, hostnames: [db]}]\n  hostIPC: true\n  hostPID: true\n  \
        hostUsers: false\n  imagePullSecrets: [{name: a}]\n  setHostnameAsFQDN: true\n  \
        securityContext:\n    runAsUser: 1\n    runAsGroup: 1\n    fsGroup: 1\n";
    let file = scratch("many-warnings.yaml", format!("{POD}{warned}"));
    let ran = podlab(&["run", &file, "--until", "1m"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let lines = (7..=20).filter(|line| *line != 17);
    let told: Vec<String> = lines.map(|line| format!("{file}:{line}:")).collect();
    assert_eq!(ran.stderr.lines().count(), told.len(), "{}", ran.stderr);
    for (line, place) in ran.stderr.lines().zip(&told) {
        assert!(line.starts_with(place) && line.contains(": warning: "), "{line}");
    }

    let mut wrong = POD.to_owned();
    for index in 0..12 {
        let _ = writeln!(wrong, "  - {{name: c{index}, image: nginx, comand: [a]}}");
    }
    let file = scratch("many-mistakes.yaml", wrong);
    let ran = podlab(&["run", &file]);
    assert_refused(&ran, "unknown fields");
    let places = ran.stderr.lines().filter(|line| line.starts_with(&file));
    let told: Vec<String> = (7..19).map(|line| format!("{file}:{line}:")).collect();
    assert_eq!(places.clone().count(), told.len(), "{}", ran.stderr);
    assert!(places.zip(&told).all(|(line, place)| line.starts_with(place)), "{}", ran.stderr);
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let file = scratch("latin-1.yaml", b"apiVersion: v1\nkind: P\xf6d\n");
    let ran = podlab(&["run", &file]);
    assert_refused(&ran, "Latin 1");
    assert_eq!(ran.stderr, format!("{file}:2:8: the text is not UTF-8 (byte 0xF6)\n"));
}

/// Values that hardly any field takes.
const STRANGE: [&str; 26] = [
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "1e309",
    "-1e309",
    ".nan",
    ".inf",
    "-.inf",
    "-1",
    "-0.5",
    "-0",
    "1e300",
    "''",
    "'-1s'",
    "'99999999999999999999h'",
    "'1h1h1h'",
    "[]",
    "{}",
    "[[]]",
    "{a: b}",
    "true",
    "~",
    "0x7fffffffffffffff",
    "2001-01-01",
    "!!str 3",
];

#[test]
fn strange_values_in_actions_are_refused_or_do_no_harm() {
    let usual = |field: &str| match field {
        "object" => "pod/p",
        "body" => "{metadata: {labels: {a: b}}}",
        "gracePeriodSeconds" | "code" | "delay" => "1",
        "plan" => "[{run: 1}]",
        "stop" => "{after: 1}",
        "exec" | "answers" => "{}",
        "answer" => "200",
        "status" | "present" => "true",
        _ => "p",
    };
    for word in podlab::sim::scenario::ACTIONS {
        let fields = podlab::sim::scenario::fields_of(word);
        for field in fields.iter().chain(&["t", "do", "namespace"]) {
            let mut refused = 0;
            for value in STRANGE {
                let others = fields.iter().filter(|other| other != &field);
                let mut action =
                    if *field == "do" { String::new() } else { format!("do: {word}, ") };
                for other in others {
                    let _ = write!(action, "{other}: {}, ", usual(other));
                }
                let _ = write!(action, "{field}: {value}");
                let ran = run(&format!("{SCENARIO}actions: [{{{action}}}]\n---\n{POD}"));
                assert!(!ran.stderr.contains("panicked"), "{action}\n{}", ran.stderr);
                if ran.code != Some(0) {
                    assert_refused(&ran, &action);
                    refused += 1;
                }
            }
            assert!(refused > 3, "{word} {field} takes nearly everything");
        }
    }
}

#[test]
fn strange_values_in_the_header_are_refused_or_do_no_harm() {
    let fields = [
        "metadata",
        "title",
        "summary",
        "group",
        "level",
        "kubernetes",
        "until",
        "seed",
        "jitter",
        "nodes",
        "actions",
    ];
    for field in fields {
        for value in STRANGE {
            let ran = podlab_with(
                &["run", "-"],
                format!("{SCENARIO}{field}: {value}\n---\n{POD}").as_bytes(),
            );
            assert!(!ran.stderr.contains("panicked"), "{field}: {value}\n{}", ran.stderr);
            if ran.code != Some(0) {
                assert_refused(&ran, value);
            }
        }
    }
}

#[test]
fn nested_values_of_a_rule_are_checked_too() {
    let rules = [
        "plan: [{run: %}]",
        "plan: [{exit: %}]",
        "stop: {after: %}",
        "stop: {code: %}",
        "exec: {x: {code: %}}",
        "exec: {x: {delay: %}}",
        "exec: {x: {okAfter: %}}",
        "answers: {liveness: %}",
    ];
    for rule in rules {
        for value in STRANGE {
            let rule = rule.replace('%', value);
            let ran =
                run(&format!("{SCENARIO}actions: [{{do: runtime-rule, {rule}}}]\n---\n{POD}"));
            assert!(!ran.stderr.contains("panicked"), "{rule}\n{}", ran.stderr);
            if ran.code != Some(0) {
                assert_refused(&ran, &rule);
            }
        }
    }
}

#[test]
fn years_of_simulated_time_are_run_or_refused() {
    let file = scratch("idle.yaml", POD);
    let ran = podlab(&["run", &file, "--until", "8760h"]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 5), "{}", ran.stdout);
    let ran = podlab_with(&["run", "-"], format!("{SCENARIO}until: 87601h\n---\n{POD}").as_bytes());
    assert_refused(&ran, "too long");
    let told = "<stdin>:3:8: until: a run lasts at most 87600h (10 years)\n";
    assert!(ran.stderr.starts_with(told), "{}", ran.stderr);
}

/// A pattern of many stars must not be tried in every possible way.
#[test]
fn patterns_of_many_stars_end_fast() {
    let stars = format!("{}b", "*a".repeat(400));
    let pod = POD.replace("name: p}", &format!("name: {}}}", "a".repeat(60)));
    let rule =
        format!("actions: [{{do: runtime-rule, pod: '{stars}', plan: [{{run: 1, exit: 1}}]}}]");
    let ran = run(&format!("{SCENARIO}{rule}\n---\n{pod}"));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(last.contains(" Running "), "{}", ran.stdout);
}
