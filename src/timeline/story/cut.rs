//! Goes back in a story, and forward again through what was recorded before.

use super::rows::truncate;
use super::{Line, Seen, Story};
use crate::cluster::change::Change;

/// The end of a story, which was cut off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail {
    /// The number of its first change.
    first: usize,
    changes: Vec<Change>,
    /// The number of its first line.
    first_line: usize,
    lines: Vec<Line>,
}

impl Tail {
    /// Joins this tail with the tail after it, as far as they fit together.
    pub(crate) fn before(mut self, mut later: Tail) -> Tail {
        let end = self.first + self.changes.len();
        let end_line = self.first_line + self.lines.len();
        if later.first <= end {
            self.changes.extend(later.changes.drain(..).skip(end - later.first));
            if later.first_line <= end_line {
                self.lines.extend(later.lines.drain(..).skip(end_line - later.first_line));
            } else {
                // The lines between them were dropped.
                (self.first_line, self.lines) = (later.first_line, later.lines);
            }
        }
        self
    }
}

impl Story {
    /// Goes back to the state with `changes` changes and `lines` lines of the watch, in which `seen` was last seen.
    /// Returns what came after it.
    pub(crate) fn cut(&mut self, changes: usize, lines: usize, seen: Seen) -> Tail {
        let first = changes.max(self.forgotten);
        let later = self.changes.split_off((first - self.forgotten).min(self.changes.len()));
        let first_line = lines.max(self.forgotten_lines);
        let place = (first_line - self.forgotten_lines).min(self.lines.len());
        let tail = Tail { first, changes: later, first_line, lines: self.lines.split_off(place) };
        self.forgotten = self.forgotten.min(changes);
        self.forgotten_lines = self.forgotten_lines.min(lines);
        self.seen = seen;
        // Segments without length are not kept, so the moment of the cut is repeated from its beginning.
        let Some(moment) = tail.changes.first().map(|change| change.time) else { return tail };
        let kept = self.changes.iter().rev().take_while(|change| change.time == moment).count();
        let again = self.changes.split_off(self.changes.len() - kept);
        let from = (self.forgotten + self.changes.len()) as u64;
        for history in &mut self.histories {
            history.ids.retain(|(created, _)| *created < from);
            truncate(&mut history.rows, from);
        }
        truncate(&mut self.common, from);
        for change in again {
            self.note(&change);
            self.changes.push(change);
        }
        tail
    }

    /// Continues with a tail, up to the state with `changes` changes and `lines` lines in which `seen` was last seen.
    /// Returns whether the tail reaches that far; if it does not, nothing changes.
    pub(crate) fn resume(
        &mut self,
        tail: &Tail,
        changes: usize,
        lines: usize,
        seen: &Seen,
    ) -> bool {
        let range = |first: usize, from: usize, to: usize, count: usize| {
            let range = from.checked_sub(first)?..to.checked_sub(first)?;
            (range.start <= range.end && range.end <= count).then_some(range)
        };
        let new = range(tail.first, self.change_count(), changes, tail.changes.len());
        // Lines that were dropped on the way are missing. The lines before them are dropped too, as they would be in
        // time.
        let start = self.lines().max(tail.first_line.min(lines));
        let new_lines = range(tail.first_line.min(start), start, lines, tail.lines.len());
        let (Some(new), Some(new_lines)) = (new, new_lines) else { return false };
        if start > self.lines() {
            self.lines.clear();
            self.forgotten_lines = start;
        }
        for change in &tail.changes[new] {
            self.note(change);
            self.changes.push(change.clone());
        }
        self.lines.extend_from_slice(&tail.lines[new_lines]);
        self.seen = seen.clone();
        self.bound();
        true
    }
}
