//! Entries about Deployments.

use super::Trace;
use podlab::api::deployment::{Deployment, DeploymentCondition, REVISION};
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
