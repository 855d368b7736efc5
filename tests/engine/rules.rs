//! The rule book.

use podlab::rules::{Rule, find};
use std::collections::BTreeSet;

#[test]
fn ids_are_unique_and_sentences_end_as_sentences_do() {
    let mut ids = BTreeSet::new();
    for &rule in Rule::ALL {
        assert!(ids.insert(rule.id()), "{rule} twice");
        assert!(rule.sentence().ends_with('.') && !rule.title().ends_with('.'), "{rule}");
        assert_eq!(find(rule.id()), Some(rule));
    }
}
