//! The message files have the same keys and places in every language.

use podlab_messages::Language;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn file(language: Language) -> String {
    let path = root().join("messages/locales").join(language.code()).with_extension("txt");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Keys and texts, in the order of the file.
fn entries(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("{line:?}"))).collect()
}

/// The places of a sentence, each once, in the order of their names.
fn places(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut names: Vec<&str> = parts.filter_map(|part| Some(part.split_once('}')?.0)).collect();
    names.sort_unstable();
    names
}

/// What the keys that only other languages have begin with.
const NAMED: [&str; 4] = ["rule.", "group.", "title.", "term."];

#[test]
fn all_languages_have_the_same_keys_places_and_names() {
    let english = file(Language::English);
    let english = entries(&english);
    assert!(english.len() > 1000);
    for language in Language::ALL {
        let text = file(language);
        let entries = entries(&text);
        let once: BTreeSet<&str> = entries.iter().map(|(key, _)| *key).collect();
        assert_eq!(once.len(), entries.len(), "{}", language.code());
        // What has its English elsewhere comes after the others.
        let (own, named) = entries.split_at(english.len());
        let is_named = |(key, _): &(&str, &str)| NAMED.iter().any(|prefix| key.starts_with(prefix));
        assert!(named.iter().all(is_named) && !own.iter().any(is_named), "{}", language.code());
        for ((key, text), (known, original)) in own.iter().zip(&english) {
            assert_eq!(key, known, "{}", language.code());
            let at = format!("{key} in {}", language.code());
            assert!(!text.is_empty() && text.trim() == *text, "{at}");
            assert_eq!(places(text), places(original), "{at}");
            assert_eq!(text.matches('*').count(), original.matches('*').count(), "{at}");
        }
    }
}

#[test]
fn translations_are_translated() {
    let english = file(Language::English);
    for language in [Language::Indonesian, Language::Korean] {
        let text = file(language);
        for ((key, text), (_, original)) in entries(&text).iter().zip(entries(&english)) {
            let letters = original.chars().filter(|c| c.is_alphabetic()).count();
            assert!(letters <= 25 || *text != original, "{key} in {}", language.code());
        }
    }
}
