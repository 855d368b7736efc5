//! The catalogue of rules and the engine's sources name the same rules.

use std::fs;
use std::path::Path;

fn sources(dir: &Path, found: &mut String) {
    for entry in fs::read_dir(dir).expect("the sources are there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.file_name().is_some_and(|name| name != "rules.rs") {
            found.push_str(&fs::read_to_string(&path).expect("sources are text"));
        }
    }
}

#[test]
fn every_rule_a_change_names_is_in_the_catalogue() {
    let mut text = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    let mut named = Vec::new();
    for (at, _) in text.match_indices('"') {
        let rest = &text[at + 1..];
        let Some(end) = rest.find('"') else { continue };
        let word = &rest[..end];
        let is_id = word.split_once('-').is_some_and(|(letters, digits)| {
            matches!(letters, "P" | "E" | "G" | "S" | "V" | "W" | "K")
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit())
        });
        if is_id {
            named.push(word.to_owned());
        }
    }
    named.sort();
    named.dedup();
    assert!(named.len() > 20, "the engine names rules: {named:?}");
    let missing: Vec<_> = named.iter().filter(|id| podlab::rules::find(id).is_none()).collect();
    assert!(missing.is_empty(), "not in src/rules.rs: {missing:?}");
}

#[test]
fn ids_are_unique_and_sentences_end_as_sentences_do() {
    let rules: Vec<_> = podlab::rules::all().collect();
    for (index, rule) in rules.iter().enumerate() {
        assert!(rules[..index].iter().all(|other| other.id != rule.id), "{} twice", rule.id);
        assert!(rule.sentence.ends_with('.') && !rule.title.ends_with('.'), "{}", rule.id);
    }
}
