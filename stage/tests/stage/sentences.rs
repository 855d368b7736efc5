//! Sentences in the language that is chosen.

use crate::common::scene;
use podlab_messages::{Catalog, Language, speak};
use podlab_stage::lanes::SetStage;
use podlab_stage::words::{listed, plain};

/// Speaks a language while it does something. Each test has a thread of its own.
fn in_language<T>(language: Language, act: impl FnOnce() -> T) -> T {
    speak(Catalog::of(language));
    let result = act();
    speak(None);
    result
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
