//! The names that recorded runs have in the place of generated ones: `shop-rs1` for the first ReplicaSet of a Deployment, `shop-rs1-p2`
//! for the second Pod of that ReplicaSet.

use podlab::api::meta::{ObjectMeta, controller};
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use serde_json::Value;
use std::cmp::Reverse;

/// The generated names of a run, in the order in which they appeared.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    /// Each name with the one in its place. Longer names come first, as they may contain shorter ones.
    names: Vec<(String, String)>,
    replica_sets: usize,
    /// How many Pods each prefix has had.
    pods: Vec<(String, usize)>,
    /// The names of recorded runs that acts have named.
    named: Vec<String>,
}

impl Aliases {
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Takes up the name of a ReplicaSet if a Deployment owns it.
    pub(super) fn replica_set(&mut self, metadata: &ObjectMeta) {
        let owner = controller(metadata).filter(|owner| owner.kind == "Deployment");
        if let Some(owner) = owner.filter(|_| !self.knows(&metadata.name)) {
            self.replica_sets += 1;
            let alias = format!("{}-rs{}", owner.name, self.replica_sets);
            self.add(metadata.name.to_string(), alias);
        }
    }

    /// Takes up the name of a Pod if the API server made it.
    pub(super) fn pod(&mut self, metadata: &ObjectMeta) {
        // The Pods of a StatefulSet have a prefix too, and names of its own.
        let is_of_set = controller(metadata).is_some_and(|owner| owner.kind == "StatefulSet");
        if metadata.generate_name.is_empty() || is_of_set || self.knows(&metadata.name) {
            return;
        }
        let prefix = self.renamed(&metadata.generate_name);
        let count = match self.pods.iter_mut().find(|(known, _)| *known == prefix) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.pods.push((prefix.clone(), 1));
                1
            }
        };
        self.add(metadata.name.to_string(), format!("{prefix}p{count}"));
    }

    fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|(known, _)| known == name)
    }

    fn add(&mut self, name: String, alias: String) {
        self.names.push((name, alias));
        self.names.sort_by_key(|(name, _)| Reverse(name.len()));
    }

    fn renamed(&self, text: &str) -> String {
        let known = self.names.iter().filter(|(name, _)| text.contains(name.as_str()));
        known.fold(text.to_owned(), |text, (name, alias)| text.replace(name, alias))
    }

    /// Puts the names of recorded runs in the place of the generated ones.
    pub(super) fn rename(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.renamed(text),
            Value::Array(elements) => elements.iter_mut().for_each(|element| self.rename(element)),
            Value::Object(fields) => {
                let renamed = std::mem::take(fields).into_iter().map(|(key, mut value)| {
                    self.rename(&mut value);
                    (self.renamed(&key), value)
                });
                *fields = renamed.collect();
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Puts the names of this run in the place of those that a recorded act has.
    pub(super) fn resolve(&mut self, command: &mut Command) {
        match command {
            Command::CreateSubresource { object, .. }
            | Command::Patch { object, .. }
            | Command::Delete { object, .. }
            | Command::Scale { object, .. } => self.real(&mut object.name),
            Command::Plan(rule) => self.real(&mut rule.pod),
            Command::Exit { pod, .. } | Command::KillSandbox { pod, .. } => self.real(pod),
            Command::Create(_)
            | Command::RolloutUndo { .. }
            | Command::RolloutRestart { .. }
            | Command::RolloutPause { .. }
            | Command::Kubectl { .. }
            | Command::Cordon { .. }
            | Command::DisturbNode { .. }
            | Command::ShutDownNode { .. }
            | Command::ConsumeNodeResource { .. }
            | Command::TaintNode { .. }
            | Command::DrainNode { .. }
            | Command::PutManifest { .. }
            | Command::RemoveManifest { .. }
            | Command::Registry(..)
            | Command::HttpServer(_)
            | Command::TcpServer(_)
            | Command::ChildOom { .. }
            | Command::StopSignal { .. }
            | Command::Image { .. } => {}
        }
    }

    /// Puts the name of this run in the place of a recorded one. The recorder did not always number Pods in the order of their
    /// creation: a name that no Pod of this run has is that of a Pod of the same prefix which no act has named yet.
    fn real(&mut self, name: &mut Text) {
        let is_of = |prefix: &str, alias: &str| alias.strip_prefix(prefix).is_some_and(is_number);
        let known = self.names.iter().position(|(_, alias)| *alias == **name);
        let found = known.or_else(|| {
            let (prefix, _) = self.pods.iter().find(|(prefix, _)| is_of(prefix, name))?;
            self.names.iter().position(|(_, alias)| {
                is_of(prefix, alias) && !self.named.iter().any(|named| named == alias)
            })
        });
        if let Some((real, alias)) = found.map(|index| &self.names[index]) {
            *name = real.clone().into();
            self.named.push(alias.clone());
        }
    }
}

/// Returns whether a text is the number that recorded runs put behind a prefix.
fn is_number(text: &str) -> bool {
    text.strip_prefix('p').is_some_and(|number| number.parse::<usize>().is_ok())
}
