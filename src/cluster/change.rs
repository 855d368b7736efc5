//! What became visible: every change with its time, its rule and its cause.

use crate::api::ResourceKind;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::fact::{Fact, FactWords};
use crate::cluster::numbers::PodId;
use crate::cluster::object::ChangedObject;
use crate::rules::{KEPT_KINDS, Rule};
use serde::Serialize;

/// A change of something that a person can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its number, from 0.
    pub number: u64,
    /// When it happened.
    pub time: SimTime,
    /// The Pod that it is about; `None` for other objects.
    pub pod: Option<PodId>,
    /// The object that changed.
    pub object: ChangedObject,
    /// What happened to it.
    pub fact: Fact,
    /// The rule by which it changed.
    pub rule: Rule,
    /// What led to it.
    pub cause: Cause,
}

impl Change {
    /// Returns whether the change says anything new. A probe that answers as it did before does not.
    pub fn is_news(&self) -> bool {
        self.fact.is_news()
    }

    /// Returns whether its rule is one that the kind of its object can have, as the rule book says. See [`Rule::kinds`].
    pub fn has_rule_of_its_kind(&self) -> bool {
        let reference = self.object.reference();
        let is_kept = reference.is_some_and(|object| matches!(object.kind, ResourceKind::Kept(_)));
        let kind = if is_kept { KEPT_KINDS } else { self.object.kind() };
        self.rule.kinds().contains(&kind)
    }

    /// Returns the change as other programs read it. `text` describes it in a sentence.
    pub fn record(&self, text: String) -> ChangeRecord {
        let FactWords { part, old, new } = self.fact.words();
        ChangeRecord {
            time: self.time,
            object: self.object.to_string().into(),
            subject: part.subject,
            name: part.name,
            old,
            new,
            rule: self.rule,
            text,
        }
    }
}

/// A change as other programs read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangeRecord {
    /// When, in milliseconds since the simulation began.
    pub time: SimTime,
    /// Kind and name of the object, such as `Pod/demo`.
    pub object: Text,
    /// The part of the object that changed, such as `phase` or `condition`.
    pub subject: &'static str,
    /// The container, condition or field that it is about; empty for others.
    pub name: Text,
    /// The old value.
    pub old: String,
    /// The new value.
    pub new: String,
    /// The rule by which it changed.
    pub rule: Rule,
    /// What happened, in a sentence.
    pub text: String,
}
