//! What is explained.

use podlab::rules::Rule;
use podlab_messages::Term;

/// What is explained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// A word of the glossary.
    Term(Term),
    /// A rule, by its number.
    Rule(Rule),
}

impl From<Term> for Subject {
    fn from(term: Term) -> Subject {
        Subject::Term(term)
    }
}

impl Subject {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Subject::Term(term) => term.name(),
            Subject::Rule(rule) => podlab_messages::rule_title(rule),
        }
    }

    /// What it is.
    pub fn about(self) -> &'static str {
        match self {
            Subject::Term(term) => term.about(),
            Subject::Rule(rule) => podlab_messages::rule_sentence(rule),
        }
    }
}
