//! The glossary has a definition of every word that learners meet, in every language, and `docs/GLOSSARY.md` has all of them.

use podlab::api::reason::WaitingReason;
use podlab::api::status::PodPhase;
use podlab_messages::{Catalog, Language, Section, Term, speak};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn every_term_has_a_short_definition_in_every_language() {
    let mut english = Vec::new();
    for language in Language::ALL {
        speak(Catalog::of(language));
        for term in Term::ALL.iter().copied() {
            let (about, at) = (term.about(), format!("{term:?} in {}", language.code()));
            let words = about.split_whitespace().count();
            assert!((4..=35).contains(&words), "{at}: {words} words");
            assert!(
                about.ends_with('.') && !about.contains('*') && !term.name().is_empty(),
                "{at}"
            );
            if language == Language::English {
                english.push(about);
            }
        }
        let said: Vec<&str> = Term::ALL.iter().map(|term| term.about()).collect();
        let same = said.iter().zip(&english).filter(|(other, about)| other == about).count();
        assert!(same == 0 || language == Language::English, "{}", language.code());
    }
}

#[test]
fn the_message_files_define_the_terms_and_no_others() {
    let ids: BTreeSet<&str> = Term::ALL.iter().map(|term| term.id()).collect();
    for language in [Language::Indonesian, Language::Korean] {
        let path = root().join("messages/locales").join(language.code()).with_extension("txt");
        let text = fs::read_to_string(path).expect("the file is there");
        let keys: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("term.")?.split(" = ").next())
            .collect();
        let named: Vec<&str> = keys.iter().filter_map(|key| key.strip_suffix(".name")).collect();
        let defined: Vec<&str> =
            keys.into_iter().filter(|key| key.strip_suffix(".name").is_none()).collect();
        assert_eq!(defined, Term::ALL.iter().map(|term| term.id()).collect::<Vec<_>>());
        assert!(named.iter().all(|id| ids.contains(id)), "{named:?}");
    }
}

#[test]
fn a_word_means_one_term() {
    let mut words = BTreeSet::new();
    for term in Term::ALL.iter().copied() {
        for word in term.words() {
            assert!(words.insert(word), "{word} means two terms");
            assert_eq!(Term::of_word(word), Some(term));
        }
        assert_eq!(Term::with_id(term.id()), Some(term));
        let is_own = term.section() == Section::Podlab;
        assert_eq!(term.page().is_none(), is_own, "{term:?}");
    }
    assert!(Term::ALL.iter().all(|term| Section::ALL.contains(&term.section())));
}

#[test]
fn what_statuses_say_has_a_term() {
    let phases = [
        PodPhase::Pending,
        PodPhase::Running,
        PodPhase::Succeeded,
        PodPhase::Failed,
        PodPhase::Unknown,
    ];
    let reasons = WaitingReason::ALL.map(WaitingReason::as_str);
    let phases = phases.map(PodPhase::as_str);
    for word in phases.into_iter().chain(reasons) {
        let term = Term::of_status(word).unwrap_or_else(|| panic!("{word} has no term"));
        assert!(term.words().any(|known| known == word), "{word} means {term:?}");
    }
    let lists = ["Init:0/1", "Init:Error", "Init:ExitCode:3", "Signal:9", "ExitCode:1"];
    assert!(lists.iter().all(|status| Term::of_status(status).is_some()));
    assert_eq!(Term::of_status("PostStartHookError: exec failed"), Some(Term::PostStartHookError));
    assert_eq!(Term::of_status("web-0"), None);
}

const BEGIN: &str = "<!-- The terms: written from messages/src/terms.rs by UPDATE_GOLDEN=1 cargo test -p podlab-messages glossary:: -->\n";

#[test]
fn the_document_of_the_terms_is_up_to_date() {
    let mut terms = String::new();
    speak(None);
    for section in Section::ALL {
        write!(terms, "\n### {}\n\n| word | meaning |\n|---|---|\n", section.title())
            .expect("a text");
        for term in section.terms() {
            let name = match term.page() {
                Some(page) => format!("[{}]({page})", term.name()),
                None => term.name().to_owned(),
            };
            writeln!(terms, "| {name} | {} |", term.about()).expect("a text");
        }
    }
    let path = root().join("docs/GLOSSARY.md");
    let text = fs::read_to_string(&path).expect("the document is there");
    let (own, _) = text.split_once(BEGIN).expect("the place of the terms is marked");
    let wanted = format!("{own}{BEGIN}{terms}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, wanted).expect("it can be written");
    } else {
        assert_eq!(text, wanted, "UPDATE_GOLDEN=1 writes it again");
    }
}
