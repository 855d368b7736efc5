//! Sentences in the language that is chosen.

use crate::common::scene;
use podlab_stage::lanes::SetStage;
use podlab_stage::language::{self, Catalog};
use podlab_stage::sentences::{fill, read, say, sentence};
use podlab_stage::words::{listed, plain, short};
use podlab_words::{Language, Messages};

/// Speaks a language while it does something. Each test has a thread of its own.
fn in_language<T>(language: Language, act: impl FnOnce() -> T) -> T {
    language::speak(Catalog::of(language));
    let result = act();
    language::speak(None);
    result
}

const INDONESIAN: (&str, &str) =
    (include_str!("../../locales/id.txt"), include_str!("../../../words/locales/id.txt"));

#[test]
fn english_needs_no_catalog() {
    assert!(Catalog::of(Language::English).is_none() && language::is_english());
    assert_eq!(say!("gate.open"), "Gate open");
    assert!(std::ptr::eq(language::messages(), Messages::of(Language::English)));
}

#[test]
fn the_same_stage_speaks_every_language() {
    let lab = scene("sts-ordered", 30);
    let intention = |language| in_language(language, || SetStage::of(&lab).unwrap().intention());
    let all = Language::ALL.map(intention);
    assert_eq!(all[0], "Nothing to do: the Pods match the spec.");
    assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2], "{all:?}");
    assert_eq!(intention(Language::English), all[0], "and goes back to English");
}

#[test]
fn a_catalog_that_is_read_says_what_the_one_in_the_program_says() {
    let read = Catalog::read(INDONESIAN.0.to_owned(), INDONESIAN.1.to_owned()).unwrap();
    language::speak(Some(read));
    let said = (say!("gate.open"), short(90_000), language::is_english());
    language::speak(None);
    let built_in = in_language(Language::Indonesian, || (say!("gate.open"), short(90_000), false));
    assert_eq!(said, built_in);
}

#[test]
fn a_file_with_other_keys_is_not_read() {
    let (_, torn) = INDONESIAN.0.split_once('\n').unwrap();
    assert!(read(INDONESIAN.0).is_some());
    assert!(read(&torn[torn.find(" = ").unwrap()..]).is_none());
    let missing: String =
        INDONESIAN.0.lines().rev().skip(1).map(|line| format!("{line}\n")).collect();
    assert!(Catalog::read(missing, INDONESIAN.1.to_owned()).is_none());
    assert!(Catalog::read(INDONESIAN.0.to_owned(), "torn".to_owned()).is_none());
}

#[test]
fn places_are_filled_in_by_their_names() {
    assert_eq!(fill!("gate.shut", "reason" => "web-0 is Pending"), "Gate shut: web-0 is Pending");
    let later = sentence!("set.phase.status");
    let words = later.fill(&["status", "phase"], &["ErrImagePull", "Pending"]);
    assert_eq!(words, "is Pending, ErrImagePull", "in whatever order they are given");
}

#[test]
fn lists_are_put_together_as_the_language_does() {
    let words = |count: usize| {
        ["a", "b", "c"][..count].iter().map(|&word| word.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&words(0)), "");
    assert_eq!(listed(&words(1)), "a");
    assert_eq!(listed(&words(2)), "a and b");
    assert_eq!(listed(&words(3)), "a, b and c");
    assert_eq!(in_language(Language::Indonesian, || listed(&words(2))), "a dan b");
}

#[test]
fn names_lose_their_marks() {
    assert_eq!(plain("create *web-0* now"), "create web-0 now");
}
