//! Goes through the loops of a shell.

use super::folders::Folders;
use super::reading::{COMMANDS, Reading};
use super::servers;
use super::syntax::List;
use super::values::numbers;
use super::words::{Piece, Variables, Word};
use super::{End, Files, Step};

/// How long a loop that does not sleep takes for a round, in milliseconds.
pub(super) const ROUND: u64 = 1000;

/// What the commands of a round can depend on.
struct State {
    files: Files,
    folders: Folders,
    variables: Variables,
    status: i32,
    is_strict: bool,
}

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
        let (mut round, mut of_body) = (Vec::new(), 0);
        loop {
            let (before, from) = (self.state(), self.steps.len());
            self.left = self.left.checked_sub(1)?;
            self.is_strict = false;
            self.list(condition)?;
            self.is_strict = was_strict;
            if self.ended.is_some() {
                return Some(());
            }
            if (self.status == 0) == is_until {
                self.status = of_body;
                return Some(());
            }
            self.list(body)?;
            if self.ended.is_some() {
                return Some(());
            }
            of_body = self.status;
            let removes = self.steps[from..].iter().any(|step| matches!(step, Step::Remove(_)));
            if removes {
                return None;
            }
            // The next round finds the same and so does the same, and no round is the last.
            if self.is_as(&before) {
                if self.steps[from..] == round {
                    self.steps.truncate(from);
                }
                self.again = self.another(condition, body).unwrap_or_default();
                self.ended = Some(End::Forever);
                return Some(());
            }
            round = self.steps[from..].to_vec();
        }
    }

    /// Returns the steps of one more round of a loop.
    fn another(&self, condition: &List, body: &List) -> Option<Vec<Step>> {
        let mut inner = Reading { left: COMMANDS, output: 0, is_strict: false, ..self.clone() };
        inner.steps.clear();
        inner.list(condition)?;
        inner.is_strict = self.is_strict;
        inner.list(body)?;
        Some(inner.steps)
    }

    fn state(&self) -> State {
        State {
            files: self.files.clone(),
            folders: self.folders.clone(),
            variables: self.variables.clone(),
            status: self.status,
            is_strict: self.is_strict,
        }
    }

    /// Returns whether everything that the next commands can depend on is as it was before: what a file holds counts
    /// once the program has read any of it.
    fn is_as(&self, before: &State) -> bool {
        let State { files, folders, variables, status, is_strict } = before;
        let same_files = self.files.len() == files.len()
            && self.files.iter().all(|(path, now)| match files.get(path) {
                Some(then) if self.read.contains(path) => now == then,
                Some(then) => now.is_some() == then.is_some(),
                None => false,
            });
        same_files
            && self.folders == *folders
            && self.variables == *variables
            && (self.status, self.is_strict) == (*status, *is_strict)
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
        (inner.ended.is_none() && inner.status == 0).then_some(if time == 0 { ROUND } else { time })
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
        if values.is_empty() {
            self.status = 0;
        }
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
