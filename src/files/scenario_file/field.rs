//! Reads one field of a scenario, and reports what is wrong with its value.

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::{Cadence, Jitter};
use crate::kubelet::backoff::{RESTART_PERIOD, is_restart_period};
use crate::manifest::node::{Entry, Node, Value};
use crate::manifest::schema::nearest;
use crate::manifest::wrong::{Complaint, TypeName, Wanted, Wrong};
use crate::manifest::{Code, Diagnostic};
use crate::rules::Gates;
use crate::rules::release::Release;
use crate::sim::scenario;

/// The words for how much a scenario or a lesson asks of the learner.
pub const LEVELS: [&str; 3] = ["beginner", "intermediate", "advanced"];

/// What a switch may be.
pub(super) const FLAG: Wanted = Wanted::Or { some: "true", other: "false" };

/// Returns the entries of a map. Reports a value that is not a map.
pub(super) fn expect_map<'a>(
    node: &'a Node,
    path: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> &'a [Entry] {
    if !matches!(node.value, Value::Map(_) | Value::Null) {
        let message =
            Wrong::UnexpectedType { wanted: Wanted::Map, found: TypeName::of(&node.value) };
        diagnostics.push(Diagnostic::new(Code::WrongType, node.span, message).at(path.to_owned()));
    }
    node.entries()
}

/// A field that is being read, and where to report its mistakes.
pub(super) struct Field<'a> {
    pub(super) entry: &'a Entry,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Field<'_> {
    pub(super) fn text(self) -> Text {
        match &self.entry.node.value {
            Value::Text(text) => text.clone(),
            Value::Null => Text::default(),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => {
                self.wrong(Wanted::String, Some(Wrong::Quote.into()));
                Text::default()
            }
        }
    }

    /// Reads the field at this path as a moment of the run.
    pub(super) fn moment(self, path: &'static str) -> Option<SimTime> {
        let node = &self.entry.node;
        let read = scenario::milliseconds(node).map(SimTime);
        if read.is_none() && !node.is_null() {
            let wanted = Wanted::Duration { examples: "10m, 90s or 1h30m" };
            let message = Wrong::MustBe { wanted };
            self.diagnostics.push(Diagnostic::new(Code::WrongType, node.span, message).at(path));
        }
        read
    }

    /// Reads the end of the run.
    pub(super) fn until(self) -> Option<SimTime> {
        let (span, path) = (self.entry.node.span, self.entry.key.clone());
        let Field { entry, diagnostics } = self;
        let read = Field { entry, diagnostics: &mut *diagnostics }.moment("until");
        if read.is_some_and(|end| end > SimTime::LONGEST_RUN) {
            diagnostics.push(Diagnostic::new(Code::Limit, span, Wrong::RunLong).at(path));
            return None;
        }
        read
    }

    pub(super) fn flag(self) -> bool {
        match self.entry.node.value {
            Value::Bool(is_on) => is_on,
            Value::Null => false,
            Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => {
                self.wrong(FLAG, None);
                false
            }
        }
    }

    /// Reads a time between 1 s and 300 s, in milliseconds. Rule P-414.
    pub(super) fn restart_period(self) -> Option<u64> {
        let read = scenario::milliseconds(&self.entry.node).filter(|at| is_restart_period(*at));
        if read.is_none() && !self.entry.node.is_null() {
            self.wrong(Wanted::Words { words: RESTART_PERIOD }, None);
        }
        read
    }

    pub(super) fn number(self, expected: Wanted, most: i64) -> Option<u64> {
        let number = self.entry.node.as_int().filter(|number| (0..=most).contains(number));
        if number.is_none() && !self.entry.node.is_null() {
            self.wrong(expected, None);
        }
        number.map(|number| number as u64)
    }

    pub(super) fn release(self) -> Option<Release> {
        let read = match &self.entry.node.value {
            Value::Null => return None,
            Value::Text(text) => Release::parse(text),
            // Without quotes, 1.20 is the number 1.2.
            Value::Float(number) => {
                let text = number.to_string();
                Release::parse(&text).or_else(|| Release::parse(&format!("{text}0")))
            }
            Value::Bool(_) | Value::Int(_) | Value::List(_) | Value::Map(_) => None,
        };
        if read.is_none() {
            let known: Vec<&str> = Release::ALL.iter().map(|release| release.as_str()).collect();
            self.wrong(Wanted::OneOf { known: known.join(", ").into() }, None);
        }
        read
    }

    pub(super) fn jitter(self) -> Option<Jitter> {
        const NAMES: [(&str, Jitter); 3] =
            [("seeded", Jitter::Seeded), ("middle", Jitter::Middle), ("zero", Jitter::Zero)];
        self.word(&NAMES, Wanted::Or { some: "seeded, middle", other: "zero" })
    }

    pub(super) fn cadence(self) -> Option<Cadence> {
        self.word(&Cadence::NAMES, Wanted::Or { some: "real", other: "didactic" })
    }

    pub(super) fn level(self) -> Text {
        let expected = Wanted::Or { some: "beginner, intermediate", other: "advanced" };
        self.word(&LEVELS.map(|level| (level, level)), expected)
            .map(Text::Static)
            .unwrap_or_default()
    }

    /// Reads one of several words.
    fn word<T: Copy>(self, words: &[(&str, T)], expected: Wanted) -> Option<T> {
        let text = self.entry.node.as_text();
        let found = text.and_then(|text| words.iter().find(|(word, _)| *word == text.as_str()));
        if found.is_none() && !self.entry.node.is_null() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let guess = text.and_then(|text| nearest(text, &known));
            let guess = guess.map(|guess| Wrong::DidYouMean { word: guess.to_owned().into() });
            self.wrong(expected, guess.map(Complaint::from));
        }
        found.map(|(_, value)| *value)
    }

    pub(super) fn wrong(self, wanted: Wanted, help: Option<Complaint>) {
        let path = match self.entry.key.as_str() {
            name @ ("name" | "namespace") => format!("metadata.{name}"),
            gate if Gates::NAMES.contains(&gate) => format!("featureGates.{gate}"),
            other => other.to_owned(),
        };
        let message = Wrong::MustBe { wanted };
        let mut diagnostic =
            Diagnostic::new(Code::WrongType, self.entry.node.span, message).at(path);
        diagnostic.help = help;
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn unknown(self, outer: &str, known: &[&'static str]) {
        let message = format!("unknown field \"{}\"", self.entry.key);
        let diagnostic = Diagnostic::new(Code::UnknownField, self.entry.span, message)
            .at(format!("{outer}{}", self.entry.key));
        let help = scenario::meant(&self.entry.key, known);
        self.diagnostics.push(Diagnostic { help, ..diagnostic });
    }
}
