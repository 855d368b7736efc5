//! Entries about Deployments, and the names that recorded runs give to their ReplicaSets.

use super::Trace;
use podlab::api::deployment::{Deployment, DeploymentCondition, REVISION};
use podlab::api::meta::controller;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::status::PodCondition;
use serde_json::{Map, Value, json};

impl Trace {
    pub(super) fn deployment(&mut self, t: f64, op: &str, deployment: &Deployment) -> Value {
        self.uid(&deployment.metadata.uid);
        let (metadata, spec, status) = (&deployment.metadata, &deployment.spec, &deployment.status);
        let counters = [
            ("observedGeneration", status.observed_generation),
            ("replicas", status.replicas),
            ("updatedReplicas", status.updated_replicas),
            ("readyReplicas", status.ready_replicas),
            ("availableReplicas", status.available_replicas),
            ("unavailableReplicas", status.unavailable_replicas),
        ];
        let shown = counters.into_iter().filter(|(_, count)| *count != 0);
        let shown: Map<String, Value> =
            shown.map(|(key, count)| (key.to_owned(), json!(count))).collect();
        let images: Vec<&str> =
            spec.template.spec.containers.iter().map(|c| c.image.as_str()).collect();
        let mut entry = json!({
            "t": t, "kind": "Deployment", "op": op, "name": metadata.name.as_str(),
            "generation": metadata.generation,
            "spec": {"replicas": spec.replicas(), "images": images},
            "status": shown,
            "row": {
                "READY": format!("{}/{}", status.ready_replicas, spec.replicas()),
                "UP-TO-DATE": status.updated_replicas.to_string(),
                "AVAILABLE": status.available_replicas.to_string(),
            },
        });
        if let Some(revision) = metadata.annotations.get(REVISION) {
            entry["revision"] = json!(revision.as_str());
        }
        if !status.conditions.is_empty() {
            let conditions: Vec<PodCondition> = status.conditions.iter().map(condition).collect();
            entry["cond"] = super::conditions(&conditions);
        }
        super::sets::put_finalizers(&mut entry, metadata);
        entry
    }

    /// Gives a ReplicaSet of a Deployment the name that recorded runs have for it: `shop-rs1`, `shop-rs2` in the order of
    /// creation.
    pub(super) fn name_replica_set(&mut self, set: &ReplicaSet) {
        let Some(owner) = controller(&set.metadata).filter(|owner| owner.kind == "Deployment")
        else {
            return;
        };
        let name = set.metadata.name.to_string();
        if !self.replica_sets.iter().any(|(known, _)| *known == name) {
            let alias = format!("{}-rs{}", owner.name, self.replica_sets.len() + 1);
            self.replica_sets.push((name, alias));
        }
    }

    /// Puts the names of recorded runs in the place of those with hashes.
    pub(super) fn rename(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                for (name, alias) in &self.replica_sets {
                    if text.contains(name) {
                        *text = text.replace(name, alias);
                    }
                }
            }
            Value::Array(elements) => elements.iter_mut().for_each(|element| self.rename(element)),
            Value::Object(fields) => {
                let renamed = std::mem::take(fields).into_iter().map(|(key, mut value)| {
                    self.rename(&mut value);
                    let mut key = Value::String(key);
                    self.rename(&mut key);
                    (key.as_str().unwrap_or_default().to_owned(), value)
                });
                *fields = renamed.collect();
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The condition with the fields that the trace of any condition has.
fn condition(condition: &DeploymentCondition) -> PodCondition {
    PodCondition {
        kind: condition.kind.clone(),
        status: condition.status,
        reason: condition.reason.clone(),
        message: condition.message.clone(),
        last_transition_time: condition.last_transition_time,
        ..PodCondition::default()
    }
}
