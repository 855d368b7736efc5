//! `podlab check`, as people call it.

use crate::common::{assert_refused, fixtures, golden, podlab, scratch};
use podlab_cli::page::Part;
use serde_json::Value;

#[test]
fn a_page_that_is_true_passes() {
    let ran = podlab(&["check", "check/true.md"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    golden("check/true.txt", &ran.stdout);
}

#[test]
fn the_pages_of_the_examples_are_true() {
    let pages = ["mkdocs/docs/index.md", "vitepress/docs/index.md", "mdbook/src/end.md"]
        .map(|page| format!("{}/../examples/{page}", env!("CARGO_MANIFEST_DIR")));
    let ran = podlab(&["check", &pages[0], &pages[1], &pages[2]]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.contains("7 claims, 0 wrong"), "{}", ran.stdout);
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_the_truth() {
    let ran = podlab(&["check", "check/wrong.md", "check/true.md"]);
    assert_eq!(ran.code, Some(1));
    golden("check/wrong.txt", &ran.stderr);
    let page =
        std::fs::read_to_string(fixtures().join("check/wrong.md")).expect("the page is there");
    let lines: Vec<&str> = page.lines().collect();
    for told in ran.stderr.lines() {
        let rest = told.strip_prefix("check/wrong.md:").expect("the page is named");
        let (line, rest) = rest.split_once(": ").expect("the line is named");
        let line = lines[line.parse::<usize>().expect("a number") - 1];
        let says = rest.split_once("the page says ").expect("what it says").1;
        let says = says.split_once("; ").expect("what is true").0;
        assert!(line.contains(says), "{told}\n{line}");
    }
}

#[test]
fn a_page_that_cannot_be_read_is_told_apart() {
    let ran = podlab(&["check", "check/unreadable.md", "check/wrong.md", "check/no-such.md"]);
    assert_eq!(ran.code, Some(2));
    golden("check/unreadable.txt", &ran.stderr);
}

#[test]
fn claims_in_lists_and_quotes_are_read() {
    let page = "1. One\n\n    - Two\n\n        ```podlab scene=crash-loop\n        ```\n\n        ```podlab-expect\n        at: 60s\n        \
                phase: Failed\n        ```\n\n> ```podlab-expect\n> at: 60s\n> restarts: 9\n> ```\n>\n> | case | Never |\n> |---|---|\n> | Out of memory | Succeeded |\n";
    let file = scratch("nested.md", page);
    let ran = podlab(&["check", &file]);
    let told = format!(
        "{file}:10: phase at 0:01:00: the page says Failed; it is Running\n\
         {file}:15: restarts at 0:01:00: the page says 9; it is 3\n\
         {file}:20: Out of memory, Never: the page says Succeeded; it is Failed\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(1), told));
    assert_eq!(ran.stdout, "3 claims, 3 wrong\n");
}

#[test]
fn claims_that_are_none_to_markdown_are_told() {
    let page = "!!! note\n\n    ```podlab-expect\n    scene: runs\n    phase: Failed\n    ```\n\nText\n\n    | case | Never |\n    |---|---|\n    | Out of memory | Running |\n\n\
                <div>\n```podlab-expect\nphase: Failed\n```\n</div>\n\n    ```podlab scene=runs\n    ```\n";
    let file = scratch("indented.md", page);
    let ran = podlab(&["check", &file]);
    let why = "is not read, for it stands in indented code or in HTML";
    let told = format!(
        "{file}:3: the block {why}\n{file}:10: the table {why}\n{file}:15: the block {why}\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(2), told));
}

#[test]
fn a_table_of_unknown_cases_is_told() {
    let file = scratch(
        "unknown.md",
        "| case | Never |\n|---|---|\n| It rains | Failed |\n| It snows | Running |\n",
    );
    let ran = podlab(&["check", &file]);
    assert_eq!(ran.code, Some(2));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with(&format!("{file}:3: unknown case \"It rains\"; ")),
        "{}",
        ran.stderr
    );
    // A table about something else that has such columns claims nothing.
    let file = scratch("other.md", "| | Never |\n|---|---|\n| restarts | no |\n");
    let ran = podlab(&["check", &file]);
    assert_eq!(
        (ran.code, ran.stdout),
        (Some(0), format!("{file}: nothing is claimed\n0 claims, 0 wrong\n"))
    );
}

#[test]
fn programs_get_a_document() {
    let ran = podlab(&["check", "check/wrong.md", "check/unreadable.md", "--format", "json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""));
    let document: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    let pages = document["pages"].as_array().expect("pages");
    let first = &pages[0]["wrong"][0];
    assert_eq!(first["line"], 8);
    assert_eq!((first["says"].as_str(), first["true"].as_str()), (Some("Failed"), Some("Running")));
    assert_eq!(pages[0]["mistakes"], serde_json::json!([]));
    assert!(!pages[1]["mistakes"].as_array().expect("mistakes").is_empty());
}

#[test]
fn every_wrong_value_fails() {
    // Each claim of the page that is true, with another value, is wrong or cannot be read.
    let page =
        std::fs::read_to_string(fixtures().join("check/true.md")).expect("the page is there");
    let (mut tried, mut is_inside) = (0, false);
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            is_inside = line == "```podlab-expect";
        }
        let Some((key, value)) = line.split_once(": ").filter(|_| is_inside) else { continue };
        if ["at", "pod", "scene"].contains(&key) {
            continue;
        }
        let other = match value {
            "Running" => "Pending".to_owned(),
            "false" => "true".to_owned(),
            _ if value.parse::<i64>().is_ok() => format!("{value}7"),
            _ => value.replacen(char::is_alphanumeric, "x", 1),
        };
        let change = |(at, text): (usize, &str)| {
            if at == index { format!("{key}: {other}") } else { text.to_owned() }
        };
        let changed: Vec<String> = page.lines().enumerate().map(change).collect();
        let ran = podlab(&["check", &scratch("changed.md", changed.join("\n"))]);
        let place = format!(":{}: ", index + 1);
        assert!(ran.code != Some(0) && ran.stderr.contains(&place), "{line}, then {other}");
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}

#[test]
fn the_examples_of_the_documentation_are_true() {
    let text =
        std::fs::read_to_string(fixtures().join("../../docs/EMBEDDING.md")).expect("it is there");
    let examples = podlab_cli::page::parts(&text).into_iter().filter_map(|part| match part {
        Part::Fence(fence) if fence.language() == "md" => Some(fence.body),
        _ => None,
    });
    let examples: Vec<String> = examples.collect();
    assert!(examples.len() >= 2);
    for example in examples {
        let ran = podlab(&["check", &scratch("example.md", &example)]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{example}");
        assert!(!ran.stdout.contains("nothing is claimed"), "{example}");
    }
}

#[test]
fn arguments_are_understood_or_told() {
    for arguments in
        [&["check"][..], &["check", "a.md", "--format", "jso"], &["check", "a.md", "--at", "1"]]
    {
        assert_refused(&podlab(arguments), &arguments.join(" "));
    }
}
