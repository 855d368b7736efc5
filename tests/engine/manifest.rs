//! Manifests: what is read, how mistakes are told, and that no input does harm.

use crate::common::golden;
use podlab::api::{ReadOptions, ResourceKind, read, write};
use podlab::manifest::{Diagnostic, emit, render};
use podlab::rules::release::Release;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The same line for every number below `count`.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().concat()
}

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let started = Instant::now();
    let found = read(text, &ReadOptions::default()).expect_err("the text should be refused");
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 5 } else { 1 });
    assert!(started.elapsed() < limit, "it took {:?}", started.elapsed());
    found
}

fn check(text: &str, expected: &str) {
    let printed: Vec<String> = diagnostics(text).iter().map(Diagnostic::to_string).collect();
    assert_eq!(printed.join("\n"), expected, "\n--- text\n{text:.500}");
}

fn files(folder: &str, extension: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| extension.split('|').any(|x| e == x)))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Every good manifest prints as the golden file beside it says, and reads back as the same objects.
#[test]
fn good_manifests_are_read_and_written_back() {
    for path in files("good", "yaml|json") {
        let text = std::fs::read_to_string(&path).unwrap();
        let resources = read(&text, &ReadOptions::default())
            .unwrap_or_else(|found| panic!("{}: {found:?}", path.display()));
        let printed: Vec<String> = resources.iter().map(|r| emit::yaml(&write(r))).collect();
        let printed = printed.join("---\n");
        golden(&path.with_extension("out"), &printed);
        assert_eq!(read(&printed, &ReadOptions::default()).unwrap(), resources);
        for resource in &resources {
            let json = emit::json_pretty(&write(resource), 4);
            let again = read(&json, &ReadOptions::default()).unwrap();
            assert_eq!(again, std::slice::from_ref(resource));
        }
    }
}

/// Every bad manifest is refused with the diagnostics in the golden file beside it.
#[test]
fn bad_manifests_are_refused_with_the_place_and_what_was_meant() {
    for path in files("bad", "yaml|json") {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let release = text.split_once("# release: ").map_or(Release::Current, |(_, rest)| {
            Release::parse(rest.lines().next().unwrap()).unwrap()
        });
        let options = ReadOptions { release, file: Some(file.into()) };
        let found = read(&text, &options).expect_err(&path.display().to_string());
        let mut printed = String::new();
        for diagnostic in found {
            writeln!(printed, "{} {}\n", diagnostic.code.as_str(), render(&diagnostic, &text))
                .unwrap();
        }
        golden(&path.with_extension("out"), &printed);
    }
}

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: a, image: b}\n";

#[test]
fn ten_megabytes_are_refused_at_once() {
    check(&"- x\n".repeat(10 << 18), "the text is 10240 KiB long; Podlab reads up to 1024 KiB");
    check(
        &format!("{POD}# {}", "x".repeat(10 << 20)),
        "the text is 10240 KiB long; Podlab reads up to 1024 KiB",
    );
}

#[test]
fn a_megabyte_of_anything_ends_fast() {
    let repeated = |unit: &str| unit.repeat((1 << 20) / unit.len());
    for unit in [
        "- ",
        "[",
        "{",
        "? ",
        "a: ",
        "!",
        "&",
        "*a ",
        "\"",
        "'",
        "|",
        "%",
        "#",
        "---\n",
        "...\n",
        "\t",
        "[[],",
        "a:\n- ",
        "- a\n",
        "{a: ",
        ": ",
        "\\",
        "\u{1F600}",
        "\r",
        "k: v\n",
        "&a [*a,",
        "<<: ",
        "a\n",
        "- - - -\n",
        "- [",
        "\"\\",
        "a b: ",
        "[a]: ",
        "? [\n",
        "!!str ",
        "{\"a\":",
        "[1,",
        "\"a\",",
    ] {
        let started = Instant::now();
        let _ = read(&repeated(unit), &ReadOptions::default());
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
        assert!(started.elapsed() < limit, "{unit:?} took {:?}", started.elapsed());
    }
    // Keys that differ, and unknown fields.
    let keys = lines(60_000, |i| format!("k{i}: 1\n"));
    assert_eq!(diagnostics(&keys).len(), 1);
    let fields = lines(60_000, |i| format!("ima{i}: 1\n"));
    assert_eq!(diagnostics(&format!("{POD}{fields}")).len(), 100);
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "lists and maps are nested more than 100 levels deep";
    check(&"[".repeat(50_000), &format!("1:101: {deep}"));
    check(&format!("{}1{}", "[".repeat(5000), "]".repeat(5000)), &format!("1:101: {deep}"));
    check(&"{a: ".repeat(5000), &format!("1:1021: {deep}"));
    let lines = lines(500, |i| format!("{}a:\n", " ".repeat(i)));
    check(&lines, &format!("101:101: {deep}"));
    check(&"- ".repeat(5000), &format!("1:201: {deep}"));
}

#[test]
fn alias_bombs_end_at_once() {
    let large = "the document contains more than 200000 values\nhelp: an alias counts as everything that it refers to";
    let mut laughs = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for i in 1..12 {
        let list = vec![format!("*a{}", i - 1); 10].join(", ");
        writeln!(laughs, "a{i}: &a{i} [{list}]").unwrap();
    }
    let found = diagnostics(&laughs);
    assert_eq!(found.len(), 1);
    assert!(found[0].to_string().ends_with(large), "{}", found[0]);
    let found = diagnostics(&format!("a: &a {}\nb: [{}]", "x".repeat(500_000), "*a, ".repeat(50)));
    assert!(found[0].to_string().ends_with(large), "{}", found[0]);
    check("&a [*a, *a]", "1:5: an alias is inside its own anchor");
    check("a: *nobody", "1:4: the YAML is wrong here: there is no anchor of this name");
    let mut chain = String::from("a0: &a0 [x]\n");
    for i in 1..150 {
        writeln!(chain, "a{i}: &a{i} [*a{}]", i - 1).unwrap();
    }
    assert!(diagnostics(&chain)[0].to_string().contains("more than 100 levels deep"));
}

#[test]
fn more_than_podlab_simulates_is_refused_kindly() {
    let containers = lines(10_000, |i| format!("  - {{name: c{i}, image: a}}\n"));
    check(
        &format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n{containers}"
        ),
        "5:3: spec.containers: the Pod has 10000 containers; Podlab simulates up to 1000",
    );
    check(
        &format!("{POD}  terminationGracePeriodSeconds: 9223372036854775807\n"),
        "7:3: terminationGracePeriodSeconds: 9223372036854775807 seconds is more than Podlab supports (100 years)",
    );
    let found = diagnostics(&format!("{POD}---\n").repeat(300));
    assert!(found[0].to_string().contains("more than 200 documents"));
    let items = "{apiVersion: v1, kind: Namespace, metadata: {name: a}},".repeat(3000);
    let found = diagnostics(&format!("{{kind: List, apiVersion: v1, items: [{items}]}}"));
    assert!(found[0].to_string().contains("more than 2000 objects"));
}

#[test]
fn numbers_json_does_not_know_are_refused() {
    check(
        &format!("{POD}  priority: 9223372036854775808\n"),
        "7:13: spec.priority: expected an integer, found the number 9223372036854775808\nhelp: the field takes an integer of 32 or 64 bits",
    );
    check(
        &format!("{POD}  priority: 2147483648\n"),
        "7:13: spec.priority: expected an integer, found the number 2147483648\nhelp: the field takes an integer of 32 or 64 bits",
    );
    check(
        &format!("{POD}  priority: .nan\n"),
        "7:13: .nan is not a valid JSON number\nhelp: write it in quotes",
    );
    check(
        &format!("{POD}  priority: 1.5\n"),
        "7:13: spec.priority: expected an integer, found the number 1.5\nhelp: the field takes an integer of 32 or 64 bits",
    );
}

#[test]
fn every_kind_is_written_with_its_head_and_read_back() {
    for kind in ResourceKind::ALL {
        let (mut resource, version) = (kind.empty(), kind.api_version());
        resource.metadata_mut().name = "x".into();
        let printed = emit::yaml(&write(&resource));
        assert!(printed.contains(&format!("apiVersion: {version}\n")), "{printed}");
        assert_eq!(read(&printed, &ReadOptions::default()), Ok(vec![resource]));
    }
}
