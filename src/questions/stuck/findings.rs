//! What a search has found out, and what that says about the waits of a later moment.

use super::goal::{Goal, is_between};
use super::path::Horizon;
use crate::api::ObjectRef;
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::controller::stateful_set::outlook::Need;
use crate::questions::waits::{Wait, WaitKind, waits};
use crate::sim::Sim;
use std::mem::{Discriminant, discriminant};

/// Something that is stuck.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// What waits now, and for what.
    pub wait: Wait,
    /// What the object does not come to.
    pub goal: Goal,
    /// For how long.
    pub horizon: Horizon,
    /// Acts after which the wait ends, the best first. Each remedy is a list of commands, one after the other.
    pub remedies: Vec<Vec<Command>>,
}

/// What a search has found out. It holds while time passes and nothing is done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The waits that the search followed to see how they end.
    pub(super) followed: Vec<Wait>,
    /// Those that do not end by themselves.
    pub(super) stuck: Vec<Stuck>,
}

/// What a search says about a wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict<'a> {
    /// The search has not followed the wait.
    Unknown,
    /// The wait ends by itself.
    Ends,
    /// The wait does not end by itself.
    Stuck(&'a Stuck),
}

impl Findings {
    /// Returns what is stuck.
    pub fn stuck(&self) -> &[Stuck] {
        &self.stuck
    }

    /// Returns whether an object is stuck.
    pub fn has(&self, object: &ObjectRef) -> bool {
        self.stuck.iter().any(|stuck| stuck.wait.object == *object)
    }

    /// Returns whether a wait of an object ends by itself.
    pub fn verdict(&self, object: &ObjectRef, kind: &WaitKind) -> Verdict<'_> {
        let is_it = |wait: &Wait| wait.object == *object && sort(&wait.kind) == sort(kind);
        if let Some(stuck) = self.stuck.iter().find(|stuck| is_it(&stuck.wait)) {
            return Verdict::Stuck(stuck);
        }
        let ends = is_between(kind) || self.followed.iter().any(is_it);
        if ends { Verdict::Ends } else { Verdict::Unknown }
    }

    /// Returns what is stuck and still waits, each with what it waits for now.
    pub fn now(&self, sim: &Sim) -> Vec<(&Stuck, Wait)> {
        if self.stuck.is_empty() {
            return Vec::new();
        }
        let waits = waits(sim);
        let now = |stuck: &Stuck| {
            let is_it = |wait: &&Wait| {
                wait.object == stuck.wait.object && sort(&wait.kind) == sort(&stuck.wait.kind)
            };
            waits.iter().find(is_it).cloned()
        };
        self.stuck.iter().filter_map(|stuck| Some((stuck, now(stuck)?))).collect()
    }
}

/// Which of the waits of an object it is. Figures and texts in it can change while it is the same.
type Sort<'a> = (Discriminant<WaitKind>, Option<(&'a Text, Discriminant<Need>)>);

fn sort(kind: &WaitKind) -> Sort<'_> {
    let mut of_set = None;
    if let WaitKind::Set { pod, need, .. } = kind {
        of_set = Some((pod, discriminant(need)));
    }
    (discriminant(kind), of_set)
}
