//! What go-yaml, by which Kubernetes reads YAML, takes and refuses.

use podlab::manifest::node::Node;
use podlab::manifest::{Diagnostic, yaml};

fn value(text: &str, key: &str) -> String {
    let trees = yaml::parse(text).unwrap_or_else(|wrong| panic!("{text:?}\n{wrong:?}"));
    let found = trees.last().and_then(|tree| tree.get(key)).and_then(Node::as_text);
    found.map(ToString::to_string).unwrap_or_default()
}

fn refusal(text: &str) -> String {
    let wrong = yaml::parse(text).expect_err(text);
    wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_single_quote_may_be_escaped_in_double_quotes() {
    assert_eq!(value(r#"a: "it\'s""#, "a"), "it's");
    assert_eq!(value(r#"{a: "it\'s \\'", b: 'a\', c: "\'"}"#, "c"), "'");
    assert_eq!(value(r#"{a: "it\'s \\'", b: 'a\', c: "\'"}"#, "b"), "a\\");
    assert_eq!(value(r#""don\'t": yes sir"#, "don't"), "yes sir");
    let many = (0..100).map(|n| format!("k{n}: \"\\'{n}\\'\"\n")).collect::<String>();
    assert_eq!(value(&many, "k99"), "'99'");
    let tree = yaml::parse(r#"{a: "it\'s", b: c}"#).unwrap().remove(0);
    assert_eq!(tree.get("b").map(|node| node.span.column), Some(17), "places stay as they are");
}

#[test]
fn a_tab_may_stand_between_a_colon_and_a_value() {
    assert_eq!(value("a:\tb\nc:\t\td # e\n", "a"), "b");
    assert_eq!(value("a:\tb\nc:\t\td # e\n", "c"), "d");
    assert_eq!(value("a:\n  b: c\n\nd:\te:f\n", "d"), "e:f");
    let tree = yaml::parse("a:\t\tb").unwrap().remove(0);
    assert_eq!(tree.get("a").map(|node| node.span.column), Some(5));
}

#[test]
fn each_document_may_begin_with_a_mark() {
    assert_eq!(value("\u{feff}a: b", "a"), "b");
    assert_eq!(value("\u{feff}a: b\n---\n\u{feff}a: c\n", "a"), "c");
    assert_eq!(refusal("a: b\n\u{feff}c: d\n"), "2:1: control characters are not allowed (U+FEFF)");
}

#[test]
fn an_escaped_slash_is_json_and_not_yaml() {
    assert_eq!(value(r#"{"a": "b\/c"}"#, "a"), "b/c");
    assert_eq!(refusal(r#"a: "b\/c""#), "1:4: found unknown escape character");
    assert_eq!(value(r#"a: "b\\/c""#, "a"), r"b\/c");
    assert_eq!(value("a: 'b\\/c'", "a"), r"b\/c");
}

/// kubectl takes documents apart before it reads them, so a directive is a document of its own.
#[test]
fn directives_are_refused() {
    let help = "\nhelp: remove the directive: kubectl reads a manifest with one as a document without an end";
    let newer = format!("1:1: found incompatible YAML document{help}");
    assert_eq!(refusal("%YAML 1.2\n---\na: b\n"), newer);
    let old = format!("2:1: did not find expected <document start>{help}");
    assert_eq!(refusal("# words\n%YAML 1.1\n---\na: b\n"), old);
    assert_eq!(value("a: |\n  x\n  %y\n", "a"), "x\n%y\n");
}

/// Since 1.33 kubectl reads as YAML what is no JSON after all.
#[test]
fn a_comma_may_stand_after_the_last_element() {
    assert_eq!(value("{\"a\": \"b\", \"c\": [1, 2,],}", "a"), "b");
}
