//! The message files of the stage and the page have the same keys and places in every language, and the sources say everything in them.

use podlab_words::{Language, Messages};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn file(language: Language) -> String {
    let path = root().join("stage/locales").join(language.code()).with_extension("txt");
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

#[test]
fn all_languages_have_the_same_keys_places_and_names() {
    let english = file(Language::English);
    let english = entries(&english);
    assert!(english.len() > 300);
    for language in Language::ALL {
        let text: &'static str = file(language).leak();
        // The page reads by the order, the library by the keys: neither finds a key twice.
        Messages::parse(text).unwrap_or_else(|error| panic!("{}: {error}", language.code()));
        let entries = entries(text);
        let keys: Vec<&str> = entries.iter().map(|(key, _)| *key).collect();
        let of_english: Vec<&str> = english.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, of_english, "{}", language.code());
        for ((key, text), (_, original)) in entries.iter().zip(&english) {
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

fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// The sources of what says the sentences.
fn all_sources() -> String {
    let mut all = String::new();
    for of in ["stage/src", "figure/src", "web/src"] {
        sources(&root().join(of), &mut all);
    }
    all
}

#[test]
fn the_page_says_every_sentence() {
    let all = all_sources();
    let all: String = all.split_whitespace().collect();
    let english = file(Language::English);
    let is_said = |key: &str| {
        ["say", "fill", "sentence"].iter().any(|word| all.contains(&format!("{word}!(\"{key}\"")))
    };
    let unused: Vec<&str> = entries(&english)
        .into_iter()
        .map(|(key, _)| key)
        .filter(|key| !is_said(key) && !key.starts_with("script."))
        .collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn scripts_around_the_program_say_what_stands_in_the_message_files() {
    let scripts = [
        ("offline.js", &["script.update", "script.reload", "script.close"][..]),
        (
            "start.js",
            &[
                "script.starting",
                "script.loading",
                "script.failed",
                "script.again",
                "script.no-wasm",
            ],
        ),
        ("still.js", &["script.run"]),
        ("one-file.js", &["script.starting", "script.old-browser"]),
        (
            "stopped.js",
            &[
                "script.stopped",
                "script.stopped-text",
                "script.kept",
                "script.save",
                "script.restart",
            ],
        ),
    ];
    let mut known = BTreeSet::new();
    for (name, keys) in scripts {
        let script = fs::read_to_string(root().join("web").join(name)).expect("a script");
        for language in Language::ALL {
            let text = file(language);
            let entries = entries(&text);
            let said: Vec<String> = keys
                .iter()
                .filter_map(|key| entries.iter().find(|(other, _)| other == key))
                .map(|(_, text)| format!("\"{text}\""))
                .collect();
            let line = format!("  {}: [{}],\n", language.code(), said.join(", "));
            assert!(script.contains(&line), "{name} lacks {line}");
            known.extend(keys.iter().map(|key| (language.code(), *key)));
        }
    }
    let text = file(Language::English);
    let own = entries(&text).iter().filter(|(key, _)| key.starts_with("script.")).count();
    assert_eq!(known.len(), own * Language::ALL.len());
}

#[test]
fn places_are_filled_by_their_names() {
    let all = all_sources();
    let english = file(Language::English);
    for (key, text) in entries(&english).into_iter().filter(|(_, text)| text.contains('{')) {
        // Where `fill!` names the key it names the places; sentences that are chosen first are filled later.
        for call in all.split("fill!(").skip(1) {
            let call = call.trim_start();
            if call
                .strip_prefix('"')
                .and_then(|call| call.split_once('"'))
                .is_none_or(|(k, _)| k != key)
            {
                continue;
            }
            for place in places(text) {
                assert!(
                    call.chars().take(600).collect::<String>().contains(&format!("\"{place}\" =>")),
                    "{key}: {place}"
                );
            }
        }
    }
}
