//! The lines that a person typed for kubectl, what it answered, and the lines of the acts of the page.

use crate::lab::Lab;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::kubectl::command::{Completion, complete};
use std::cell::{Cell, RefCell};

/// The most lines that are kept.
const MOST: usize = 200;

/// A line, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Tells entries apart.
    pub number: usize,
    /// When it was typed, or done.
    pub time: SimTime,
    /// The line.
    pub line: String,
    /// Whether it tells of an act of the page. Nothing was typed then, and nothing answered.
    pub is_of_act: bool,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Whether kubectl ended with an error.
    pub failed: bool,
    /// The image that the line gives to containers, and that is pulled whether it exists or not.
    pub image: Option<Text>,
    /// Whether the line asks for the output of a program that Podlab does not run.
    pub is_output_unknown: bool,
}

/// The lines for kubectl.
#[derive(Debug, Default)]
pub struct Console {
    entries: Vec<Entry>,
    count: usize,
    typed: Vec<String>,
    /// What is typed and not yet run. It stays when another tab is shown.
    pub draft: RefCell<String>,
    /// Whether the line is to have the focus when it is drawn next.
    pub wants_focus: Cell<bool>,
}

impl Console {
    /// The lines with their answers, the oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The lines that were typed, the oldest first.
    pub fn typed(&self) -> &[String] {
        &self.typed
    }

    /// Remembers a line that was typed.
    pub fn remember(&mut self, line: &str) {
        if self.typed.last().is_none_or(|last| last != line) {
            self.typed.push(line.to_owned());
        }
    }

    /// Adds a line that was typed, with its answer.
    pub fn add(&mut self, entry: Entry) {
        self.count += 1;
        self.entries.push(Entry { number: self.count, ..entry });
        let over = self.entries.len().saturating_sub(MOST);
        self.entries.drain(..over);
    }

    /// Adds the lines of an act of the page.
    pub fn add_act(&mut self, time: SimTime, lines: Vec<String>) {
        for line in lines {
            self.add(Entry { is_of_act: true, ..Entry::at(time, line) });
        }
    }

    /// Forgets all entries. The lines that were typed stay.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl Entry {
    /// A line to which nothing was answered.
    pub fn at(time: SimTime, line: String) -> Entry {
        let (out, err) = (String::new(), String::new());
        let (is_of_act, failed, is_output_unknown) = (false, false, false);
        Entry { number: 0, time, line, is_of_act, out, err, failed, image: None, is_output_unknown }
    }
}

/// A line after it was completed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completed {
    /// What stands before the caret.
    pub before: String,
    /// The words it can go on with; none when one was put there, or there is none.
    pub offers: Vec<String>,
    /// Whether there was anything to complete.
    pub is_any: bool,
}

/// Completes what stands before the caret as far as it can only go on in one way.
pub fn completed(lab: &Lab, before: &str) -> Completed {
    let Completion { from, candidates } = complete(lab.sim(), &lab.scene.namespace, before);
    let (head, word) = before.split_at(from);
    match &candidates[..] {
        [] => Completed { before: before.to_owned(), ..Completed::default() },
        [only] => {
            let end = if only.is_whole { " " } else { "" };
            let before = format!("{head}{}{end}", only.text);
            Completed { before, offers: Vec::new(), is_any: true }
        }
        [first, others @ ..] => {
            let common = others.iter().fold(first.text.as_str(), |common, other| {
                let same = common.char_indices().zip(other.text.chars());
                let end = same.take_while(|((_, one), other)| one == other).last();
                &common[..end.map_or(0, |((at, one), _)| at + one.len_utf8())]
            });
            let word = if common.len() > word.len() { common } else { word };
            let offers = candidates.iter().map(|candidate| candidate.text.clone()).collect();
            Completed { before: format!("{head}{word}"), offers, is_any: true }
        }
    }
}

/// What stands before the caret when a word that was offered is taken.
pub fn taken(lab: &Lab, before: &str, offer: &str) -> String {
    let Completion { from, candidates } = complete(lab.sim(), &lab.scene.namespace, before);
    let found = candidates.iter().find(|candidate| candidate.text == offer);
    let end = if found.is_some_and(|candidate| candidate.is_whole) { " " } else { "" };
    format!("{}{offer}{end}", &before[..from])
}
