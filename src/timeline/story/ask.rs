//! The questions that a story answers.

use super::rows::{Row, Segment, find};
use super::{Line, Story};
use crate::api::deployment::Deployment;
use crate::api::meta::{OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{StatefulSet, parent_and_ordinal};
use crate::api::status::READY;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::Columns;
use crate::apiserver::table::Table;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::cluster::object::ChangedObject;
use crate::cluster::world::PodId;
use std::rc::Rc;

impl Story {
    /// Returns the changes of all objects so far. Of very many changes the oldest are dropped.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns the change of that number, when it happened and was not dropped.
    pub fn change(&self, number: u64) -> Option<&Change> {
        self.changes.get((number as usize).checked_sub(self.forgotten)?)
    }

    /// Returns the Pod of that name as the API last had it, with its number.
    pub fn last(&self, name: &str) -> Option<&(PodId, Rc<Pod>)> {
        let place = self.place(name).ok()?;
        self.seen.pods.get(self.names[place] as usize)?.as_ref()
    }

    /// Returns the StatefulSet that is followed, as the API last had it.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.seen.set.as_ref()
    }

    /// Returns the Deployment that is followed, as the API last had it.
    pub fn last_deployment(&self) -> Option<&Rc<Deployment>> {
        self.seen.deployment.as_ref()
    }

    /// Returns the ReplicaSet of that name as the API last had it.
    pub fn last_replica_set(&self, name: &str) -> Option<&Rc<ReplicaSet>> {
        self.seen.replica_sets.get(name)
    }

    /// Returns the ReplicaSets of the namespace as the API last had them, by name.
    pub fn replica_sets(&self) -> impl Iterator<Item = &Rc<ReplicaSet>> {
        self.seen.replica_sets.values()
    }

    /// Returns the lines that `kubectl get pod -w` printed for a Pod, each with its time; the header comes first.
    /// Without a name, returns the lines of all Pods of the workload that is followed.
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

    /// Returns whether a Pod belongs to the workload that is followed. Its controller decides. The name decides for a Pod that was not
    /// seen or has no controller, and for the Pods of a StatefulSet.
    pub fn is_member(&self, pod: &str) -> bool {
        let Some(workload) = &self.workload else { return false };
        let has_name = has_member_name(workload, pod);
        if has_name && workload.kind == ResourceKind::StatefulSet {
            return true;
        }
        let Some(owner) = self.last(pod).and_then(|(_, pod)| controller(&pod.metadata)) else {
            return has_name;
        };
        is_reference(owner, workload)
            || *owner.kind == *ResourceKind::ReplicaSet.as_str() && self.is_level(&owner.name)
    }

    /// Returns whether an object is the workload that is followed, or a ReplicaSet of it.
    pub(super) fn is_workload(&self, object: &ChangedObject) -> bool {
        let Some(workload) = &self.workload else { return false };
        let ChangedObject::Api(object) = object else { return false };
        let is_level = || object.kind == ResourceKind::ReplicaSet && self.is_level(&object.name);
        **object == *workload || is_level()
    }

    /// Returns whether a revision of the StatefulSet that is followed got another number.
    fn is_revision(&self, change: &Change) -> bool {
        let Some(workload) = &self.workload else { return false };
        let name = change.object.name().strip_prefix(&*workload.name);
        matches!(change.fact, Fact::RevisionNumber { .. })
            && name.is_some_and(|hash| hash.starts_with('-'))
    }

    /// Returns whether the Deployment that is followed controls the ReplicaSet with this name.
    fn is_level(&self, set: &str) -> bool {
        let Some(workload) = &self.workload else { return false };
        let owner = self.last_replica_set(set).and_then(|set| controller(&set.metadata));
        owner.is_some_and(|owner| is_reference(owner, workload))
    }

    /// Returns the segments of a row, oldest first.
    pub fn segments(&self, row: &Row) -> &[Segment] {
        self.segments_of(self.name(), row)
    }

    /// Returns the segments of a row of the Pod of that name, oldest first.
    pub fn segments_of(&self, name: &str, row: &Row) -> &[Segment] {
        let rows = if let Row::Endpoints(_) | Row::Node(_) | Row::Controller = row {
            Some(&self.common)
        } else {
            self.place(name).ok().map(|place| &self.histories[self.names[place] as usize].rows)
        };
        let found = rows.and_then(|rows| Some(&rows[find(rows, row).ok()?].1));
        found.map_or(&[], Vec::as_slice)
    }

    /// Returns the rows that have something to show.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows_of(self.name()).chain(self.common_rows())
    }

    /// Returns the rows of the Pod of that name.
    pub fn rows_of(&self, name: &str) -> impl Iterator<Item = &Row> {
        let own = self.place(name).ok().map(|place| self.names[place] as usize);
        own.map_or(&[][..], |history| &self.histories[history].rows).iter().map(|(row, _)| row)
    }

    /// Returns the rows that belong to no Pod.
    pub fn common_rows(&self) -> impl Iterator<Item = &Row> {
        self.common.iter().map(|(row, _)| row)
    }

    /// Returns the names of all Pods that ever existed, sorted.
    pub fn pods(&self) -> impl Iterator<Item = &Text> {
        self.names.iter().map(|history| &self.histories[*history as usize].name)
    }

    /// Returns the names of the Pods of the workload that is followed, in the order in which they were created.
    pub fn members(&self) -> impl Iterator<Item = &Text> {
        self.histories.iter().map(|history| &history.name).filter(|name| self.is_member(name))
    }

    /// Returns what `kubectl get pod -w` printed, as cells: the time, the Pod, and the cells of its row.
    pub fn watch_cells(&self) -> impl Iterator<Item = (SimTime, &Text, &[String])> {
        self.lines.iter().map(|line| (line.time, &line.pod, &line.cells[..]))
    }

    /// Returns the moment since which no change was dropped.
    pub(crate) fn since(&self) -> SimTime {
        let first = self.changes.first().filter(|_| self.forgotten > 0);
        first.map_or(SimTime::ZERO, |change| change.time)
    }

    /// Returns whether a change is about the selected Pod. The name decides about a Pod that is still to come.
    pub(crate) fn is_about(&self, change: &Change) -> bool {
        if let Some(history) = self.history_of(change) {
            return self.histories[history].name == *self.name();
        }
        change.object.reference().is_some_and(|object| {
            object.kind == ResourceKind::Pod
                && object.namespace == self.namespace
                && object.name == *self.name()
        })
    }

    /// Returns whether a learner should see a change happen. These are the changes of the selected Pod, and the larger
    /// changes of the workload and its other Pods.
    pub fn is_visible(&self, change: &Change) -> bool {
        if !change.is_news() {
            return false;
        }
        let is_around = matches!(change.fact, Fact::Endpoints { .. })
            || change.object.named(ResourceKind::Node).is_some();
        if is_around || self.is_about(change) {
            return true;
        }
        let Some(workload) = &self.workload else {
            // Without a workload, the claims belong to what Pods mount.
            return change.object.named(ResourceKind::PersistentVolumeClaim).is_some();
        };
        if let Some(history) = self.history_of(change) {
            let of_pod = matches!(
                &change.fact,
                Fact::Phase { .. }
                    | Fact::Status { .. }
                    | Fact::Created
                    | Fact::Removed
                    | Fact::Deletion { .. }
            );
            let large =
                of_pod || matches!(&change.fact, Fact::Condition { kind, .. } if *kind == *READY);
            return large && self.is_member(&self.histories[history].name);
        }
        match change.object.named(ResourceKind::PersistentVolumeClaim) {
            // The names of a set's claims consist of a template, the set and the ordinal.
            Some(claim) => parent_and_ordinal(claim)
                .and_then(|(parent, _)| parent.strip_suffix(workload.name.as_str()))
                .is_some_and(|template| template.ends_with('-')),
            None => self.is_workload(&change.object) || self.is_revision(change),
        }
    }

    /// Returns the last change that a learner should see.
    pub fn last_visible(&self) -> Option<&Change> {
        self.changes.iter().rev().find(|change| self.is_visible(change))
    }

    /// Returns whether a learner should have seen a change since this many changes were recorded.
    pub fn has_news_since(&self, told: usize) -> bool {
        let new = self.changes.iter().rev().take_while(|change| change.number >= told as u64);
        new.into_iter().any(|change| self.is_visible(change))
    }

    /// Returns the change of that number and the changes that led to it, latest first. The cause of the last one is not
    /// a change.
    ///
    /// ```
    /// use podlab::api::status::PodPhase;
    /// use podlab::cluster::fact::Fact;
    /// use podlab::timeline::history::PlannedAct;
    /// use podlab::{ApiError, Cause, Change, Command, History, ReadOptions, Settings, Sim, SimTime, read};
    ///
    /// # fn main() -> Result<(), ApiError> {
    /// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
    /// let create = Command::Create(Box::new(read(text, &ReadOptions::default()).unwrap().remove(0)));
    /// let script = vec![PlannedAct::at(SimTime::ZERO, vec![create])];
    /// let mut history = History::new(Sim::with_nodes(Settings::default(), 1), "default".into(), "web".into(), script)?;
    /// history.run_until(SimTime::from_seconds(30), u64::MAX);
    /// let story = history.story();
    /// let runs = |change: &&Change| matches!(change.fact, Fact::Phase { new: PodPhase::Running, .. });
    /// let running = story.changes().iter().find(runs);
    /// let why = running.map(|change| story.why(change.number)).unwrap_or_default();
    /// assert_eq!(why.last().map(|first| &first.cause), Some(&Cause::Command(0)), "it began with the create command");
    /// # Ok(())
    /// # }
    /// ```
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

/// Returns whether a reference to an owner leads to an object.
fn is_reference(owner: &OwnerReference, object: &ObjectRef) -> bool {
    *owner.kind == *object.kind.as_str() && owner.name == object.name
}

/// Returns whether a name is one that a Pod of a workload can have: the name of the workload, `-`, and an ordinal for a StatefulSet or a
/// suffix that is made for each Pod.
pub fn has_member_name(workload: &ObjectRef, pod: &str) -> bool {
    if workload.kind == ResourceKind::StatefulSet {
        return parent_and_ordinal(pod).is_some_and(|(parent, _)| workload.name == *parent);
    }
    pod.strip_prefix(&*workload.name).is_some_and(|rest| rest.starts_with('-'))
}
