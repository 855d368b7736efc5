//! What a story is asked for.

use super::rows::{Row, Segment, find};
use super::{Line, Story};
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, parent_and_ordinal};
use crate::apiserver::columns::Columns;
use crate::apiserver::table::Table;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::{Cause, Change, Subject};
use crate::cluster::world::PodId;
use std::rc::Rc;

impl Story {
    /// The changes so far, of all that is around, the oldest of very many forgotten.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The change of that number, if it happened and is not forgotten.
    pub fn change(&self, number: u64) -> Option<&Change> {
        self.changes.get((number as usize).checked_sub(self.forgotten)?)
    }

    /// The Pod of that name as the API had it last, with its number.
    pub fn last(&self, name: &str) -> Option<&(PodId, Rc<Pod>)> {
        let place = self.place(name).ok()?;
        self.seen.pods.get(self.names[place] as usize)?.as_ref()
    }

    /// The StatefulSet that is followed, as the API had it last.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.seen.set.as_ref()
    }

    /// The lines that `kubectl get pod -w` printed for a Pod, or for all Pods of the set that is followed when none is
    /// named; the header first, each with its time.
    pub fn watch_lines(&self, name: Option<&str>) -> Vec<(SimTime, String)> {
        let mut table = Table::default();
        let mut printed = Vec::new();
        let wanted =
            |line: &&Line| name.map_or(self.is_member(&line.pod), |name| line.pod == *name);
        for line in self.lines.iter().filter(wanted) {
            if printed.is_empty() {
                printed.push((line.time, table.print(&[Columns::default().header()])));
            }
            printed.push((line.time, table.print(&[line.cells.to_vec()])));
        }
        printed
    }

    fn is_member(&self, pod: &str) -> bool {
        parent_and_ordinal(pod).is_some_and(|(parent, _)| self.set.as_deref() == Some(parent))
    }

    /// The segments of a row, oldest first.
    pub fn segments(&self, row: &Row) -> &[Segment] {
        self.segments_of(&self.name, row)
    }

    /// The segments of a row of the Pod of that name, oldest first.
    pub fn segments_of(&self, name: &str, row: &Row) -> &[Segment] {
        let rows = match row {
            Row::Endpoints(_) | Row::Node(_) | Row::Controller => Some(&self.common),
            _ => self.place(name).ok().map(|place| &self.tales[self.names[place] as usize].rows),
        };
        let found = rows.and_then(|rows| Some(&rows[find(rows, row).ok()?].1));
        found.map_or(&[], Vec::as_slice)
    }

    /// The rows that have something to show.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows_of(&self.name).chain(self.common_rows())
    }

    /// The rows of the Pod of that name.
    pub fn rows_of(&self, name: &str) -> impl Iterator<Item = &Row> {
        let own = self.place(name).ok().map(|place| self.names[place] as usize);
        own.map_or(&[][..], |tale| &self.tales[tale].rows).iter().map(|(row, _)| row)
    }

    /// The rows that belong to no Pod.
    pub fn common_rows(&self) -> impl Iterator<Item = &Row> {
        self.common.iter().map(|(row, _)| row)
    }

    /// Names of the Pods there were, in order.
    pub fn pods(&self) -> impl Iterator<Item = &Text> {
        self.names.iter().map(|tale| &self.tales[*tale as usize].name)
    }

    /// What `kubectl get pod -w` printed, as cells: when, of which Pod, and the cells of its row.
    pub fn watch_cells(&self) -> impl Iterator<Item = (SimTime, &Text, &[String])> {
        self.lines.iter().map(|line| (line.time, &line.pod, &line.cells[..]))
    }

    /// Since when nothing is forgotten.
    pub fn since(&self) -> SimTime {
        let first = self.changes.first().filter(|_| self.forgotten > 0);
        first.map_or(SimTime::ZERO, |change| change.time)
    }

    /// Whether a change is about the selected Pod.
    pub fn is_about(&self, change: &Change) -> bool {
        self.tale_of(change).is_some_and(|tale| self.tales[tale].name == self.name)
    }

    /// Whether a change is one that a learner should see happen: of the selected Pod, or one of the larger things that
    /// happen to the set and its other Pods.
    pub fn is_visible(&self, change: &Change) -> bool {
        if !change.is_news() {
            return false;
        }
        let is_around = change.subject == Subject::Endpoints || change.object.starts_with("Node/");
        if is_around || self.is_about(change) {
            return true;
        }
        let Some(set) = &self.set else {
            // Without a set they are what Pods are given to mount.
            return change.object.starts_with("PersistentVolumeClaim/");
        };
        if let Some(tale) = self.tale_of(change) {
            let large = match &change.subject {
                Subject::Phase
                | Subject::Status
                | Subject::Created
                | Subject::Removed
                | Subject::Deletion => true,
                Subject::Condition(kind) => *kind == "Ready",
                _ => false,
            };
            return large && self.is_member(&self.tales[tale].name);
        }
        match change.object.split_once('/') {
            Some(("StatefulSet", name)) => name == set.as_str(),
            // Its claims are named after a template, the set and the ordinal.
            Some(("PersistentVolumeClaim", name)) => parent_and_ordinal(name)
                .and_then(|(parent, _)| parent.strip_suffix(set.as_str()))
                .is_some_and(|template| template.ends_with('-')),
            _ => false,
        }
    }

    /// The last change that a learner should see.
    pub fn last_visible(&self) -> Option<&Change> {
        self.changes.iter().rev().find(|change| self.is_visible(change))
    }

    /// Whether a learner should have seen anything since so many changes were told.
    pub fn has_news_since(&self, told: usize) -> bool {
        let new = self.changes.iter().rev().take_while(|change| change.number >= told as u64);
        new.into_iter().any(|change| self.is_visible(change))
    }

    /// The change of that number and what led to it, latest first. What led to the last one is no change.
    pub fn why(&self, number: u64) -> Vec<&Change> {
        let mut chain = Vec::new();
        let mut next = self.change(number);
        while let Some(change) = next {
            chain.push(change);
            next = match change.cause {
                Cause::Change(earlier) if earlier < change.number => self.change(earlier),
                Cause::Change(_) | Cause::Command(_) | Cause::Start => None,
            };
        }
        chain
    }
}
