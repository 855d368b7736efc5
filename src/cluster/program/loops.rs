//! Goes through the loops of a shell.

use super::reading::{COMMANDS, Reading};
use super::servers;
use super::syntax::List;
use super::values::numbers;
use super::words::{Piece, Word};
use super::{End, Files, Step};
use crate::base::text::Text;

/// How long a loop that does not sleep takes for a round, in milliseconds.
const ROUND: u64 = 1000;

impl Reading<'_> {
    pub(super) fn repeat(&mut self, is_until: bool, condition: &List, body: &List) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if let Some(servers) = servers::awaited(self, is_until, condition) {
            let every = self.round(body)?;
            // A tenth of a second is short enough for any loop.
            let every = every.max(100);
            self.steps.push(Step::Await { servers, every });
            self.status = 0;
            return Some(());
        }
        let was_strict = self.is_strict;
        let mut round = Vec::new();
        loop {
            let (files, from) = (self.files.clone(), self.steps.len());
            self.left = self.left.checked_sub(1)?;
            self.is_strict = false;
            self.list(condition)?;
            self.is_strict = was_strict;
            if self.ended.is_some() || (self.status == 0) == is_until {
                self.status = if self.ended.is_some() { self.status } else { 0 };
                return Some(());
            }
            self.list(body)?;
            if self.ended.is_some() {
                return Some(());
            }
            let removes = self.steps[from..].iter().any(|step| matches!(step, Step::Remove(_)));
            if removes {
                return None;
            }
            // Nothing is different in the next round, so no round is the last.
            if same_files(&files, &self.files) {
                if self.steps[from..] == round {
                    self.steps.truncate(from);
                }
                self.ended = Some(End::Forever);
                return Some(());
            }
            round = self.steps[from..].to_vec();
        }
    }

    /// Returns how long a round of a loop takes that waits for a server and does nothing else.
    fn round(&self, body: &List) -> Option<u64> {
        let mut inner = self.clone();
        inner.steps.clear();
        inner.list(body)?;
        let mut time: u64 = 0;
        for step in &inner.steps {
            match step {
                Step::Sleep(step) => time = time.saturating_add(*step),
                Step::Print(_) => {}
                Step::Write { .. } | Step::Remove(_) | Step::Await { .. } => return None,
            }
        }
        inner.ended.is_none().then_some(if time == 0 { ROUND } else { time })
    }

    pub(super) fn for_each(&mut self, name: &str, words: &[Word], body: &List) -> Option<()> {
        let mut values = Vec::new();
        for word in words {
            if let [Piece::Output(command)] = word.0.as_slice() {
                values.extend(numbers(command)?);
                continue;
            }
            let value = self.value(word);
            let text = value.known().filter(|text| !text.contains('{'))?;
            match word.0.as_slice() {
                [Piece::Variable(_)] => values.extend(text.split_whitespace().map(str::to_owned)),
                _ => values.push(text.to_owned()),
            }
            if values.len() > COMMANDS as usize {
                return None;
            }
        }
        self.status = 0;
        for value in values {
            self.left = self.left.checked_sub(1)?;
            self.set(name, value);
            self.list(body)?;
            if self.ended.is_some() {
                break;
            }
        }
        Some(())
    }
}

/// Returns whether the same files are there. What they hold does not matter to what a program does.
fn same_files(before: &Files, after: &Files) -> bool {
    let exist = |files: &Files| -> Vec<(Text, bool)> {
        files.iter().map(|(path, file)| (path.clone(), file.is_some())).collect()
    };
    exist(before) == exist(after)
}
