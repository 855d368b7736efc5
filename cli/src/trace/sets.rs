//! Entries about StatefulSets, their revisions and claims, about ReplicaSets and about budgets.

use super::Trace;
use podlab::api::budget::PodDisruptionBudget;
use podlab::api::deployment::REVISION;
use podlab::api::meta::ObjectMeta;
use podlab::api::persistent_volume_claim::PersistentVolumeClaim;
use podlab::api::probe::IntOrString;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::stateful_set::{ControllerRevision, StatefulSet};
use podlab::base::text::Text;
use podlab::rules::Feature;
use serde_json::{Map, Value, json};

impl Trace {
    /// The name recorded runs give a revision: `web-rev1`, `web-rev2` in the order of creation.
    pub(super) fn revision_name(&mut self, name: &Text) -> String {
        let Some((set, _)) = name.rsplit_once('-') else { return name.to_string() };
        let next = format!("{set}-rev{}", self.revisions.len() + 1);
        self.revisions.entry(name.clone()).or_insert(next).clone()
    }

    pub(super) fn stateful_set(&mut self, t: f64, op: &str, set: &StatefulSet) -> Value {
        self.uid(&set.metadata.uid);
        let (spec, status) = (&set.spec, &set.status);
        let mut shown = Map::new();
        let counters = [
            ("observedGeneration", status.observed_generation),
            ("readyReplicas", status.ready_replicas),
            ("currentReplicas", status.current_replicas),
            ("updatedReplicas", status.updated_replicas),
        ];
        for (key, count) in counters.into_iter().filter(|(_, count)| *count != 0) {
            shown.insert(key.to_owned(), json!(count));
        }
        shown.insert("replicas".to_owned(), json!(status.replicas));
        if self.release.has(Feature::StatefulSetMinReadySeconds) {
            shown.insert("availableReplicas".to_owned(), json!(status.available_replicas));
        }
        let names = [
            ("currentRevision", &status.current_revision),
            ("updateRevision", &status.update_revision),
        ];
        for (key, name) in names.into_iter().filter(|(_, name)| !name.is_empty()) {
            shown.insert(key.to_owned(), json!(self.revision_name(name)));
        }
        if let Some(count) = status.collision_count {
            shown.insert("collisionCount".to_owned(), json!(count));
        }
        let mut entry = json!({
            "t": t, "kind": "StatefulSet", "op": op, "name": set.metadata.name.as_str(),
            "generation": set.metadata.generation,
            "spec": {"replicas": spec.replicas()},
            "status": shown,
            "row": {"READY": format!("{}/{}", status.ready_replicas, spec.replicas())},
        });
        put_finalizers(&mut entry, &set.metadata);
        entry
    }

    pub(super) fn replica_set(&mut self, t: f64, op: &str, set: &ReplicaSet) -> Value {
        self.uid(&set.metadata.uid);
        let (spec, status) = (&set.spec, &set.status);
        let mut shown = Map::new();
        let counters = [
            ("fullyLabeledReplicas", status.fully_labeled_replicas),
            ("readyReplicas", status.ready_replicas),
            ("availableReplicas", status.available_replicas),
            ("observedGeneration", status.observed_generation),
        ];
        for (key, count) in counters.into_iter().filter(|(_, count)| *count != 0) {
            shown.insert(key.to_owned(), json!(count));
        }
        shown.insert("replicas".to_owned(), json!(status.replicas));
        let images: Vec<&str> =
            spec.template.spec.containers.iter().map(|c| c.image.as_str()).collect();
        let mut entry = json!({
            "t": t, "kind": "ReplicaSet", "op": op, "name": set.metadata.name.as_str(),
            "generation": set.metadata.generation,
            "spec": {"replicas": spec.replicas(), "images": images},
            "status": shown,
            "row": {
                "DESIRED": spec.replicas().to_string(),
                "CURRENT": status.replicas.to_string(),
                "READY": status.ready_replicas.to_string(),
            },
        });
        if !set.metadata.owner_references.is_empty() {
            entry["owner"] = json!(owners(&set.metadata));
        }
        if let Some(revision) = set.metadata.annotations.get(REVISION) {
            entry["revision"] = json!(revision.as_str());
        }
        if !status.conditions.is_empty() {
            entry["cond"] = super::conditions(&status.conditions);
        }
        put_finalizers(&mut entry, &set.metadata);
        entry
    }

    pub(super) fn controller_revision(
        &mut self,
        t: f64,
        op: &str,
        revision: &ControllerRevision,
    ) -> Value {
        self.uid(&revision.metadata.uid);
        json!({
            "t": t, "kind": "ControllerRevision", "op": op,
            "name": self.revision_name(&revision.metadata.name),
            "owner": owners(&revision.metadata), "revision": revision.revision,
        })
    }

    pub(super) fn budget(&mut self, t: f64, op: &str, budget: &PodDisruptionBudget) -> Value {
        self.uid(&budget.metadata.uid);
        let (spec, status) = (&budget.spec, &budget.status);
        let mut asked = Map::new();
        let bounds =
            [("minAvailable", &spec.min_available), ("maxUnavailable", &spec.max_unavailable)];
        for (key, bound) in bounds {
            match bound {
                Some(IntOrString::Int(number)) => asked.insert(key.to_owned(), json!(number)),
                Some(IntOrString::String(text)) => asked.insert(key.to_owned(), json!(&**text)),
                None => None,
            };
        }
        let mut shown = json!({
            "disruptionsAllowed": status.disruptions_allowed,
            "currentHealthy": status.current_healthy,
            "desiredHealthy": status.desired_healthy,
            "expectedPods": status.expected_pods,
        });
        if status.observed_generation > 0 {
            shown["observedGeneration"] = json!(status.observed_generation);
        }
        if !status.disrupted_pods.is_empty() {
            let pods = status.disrupted_pods.iter();
            let pods = pods.map(|(name, at)| (name.to_string(), super::seconds(*at)));
            shown["disruptedPods"] = Value::Object(pods.collect());
        }
        let cell = |bound: &Option<IntOrString>| {
            bound.as_ref().map_or_else(|| "N/A".to_owned(), IntOrString::to_string)
        };
        let mut entry = json!({
            "t": t, "kind": "PodDisruptionBudget", "op": op, "name": &*budget.metadata.name,
            "generation": budget.metadata.generation, "spec": asked, "status": shown,
            "row": {
                "MIN AVAILABLE": cell(&spec.min_available),
                "MAX UNAVAILABLE": cell(&spec.max_unavailable),
                "ALLOWED DISRUPTIONS": status.disruptions_allowed.to_string(),
            },
        });
        if !status.conditions.is_empty() {
            entry["cond"] = super::conditions(&status.conditions);
        }
        entry
    }

    pub(super) fn claim(&mut self, t: f64, op: &str, claim: &PersistentVolumeClaim) -> Value {
        let uid = self.uid(&claim.metadata.uid);
        let volume = claim.spec.volume_name.replace(claim.metadata.uid.as_str(), &uid);
        let phase = claim.status.phase.map_or("Pending", |phase| phase.as_str());
        let mut entry = json!({
            "t": t, "kind": "PersistentVolumeClaim", "op": op,
            "name": claim.metadata.name.as_str(), "phase": phase,
            "volume": if volume.is_empty() { json!(false) } else { json!(volume) },
            "uid": uid, "owner": owners(&claim.metadata),
        });
        put_finalizers(&mut entry, &claim.metadata);
        entry
    }
}

pub(super) fn put_finalizers(entry: &mut Value, metadata: &ObjectMeta) {
    if !metadata.finalizers.is_empty() {
        let names: Vec<&str> = metadata.finalizers.iter().map(Text::as_str).collect();
        entry["finalizers"] = json!(names);
    }
}

/// The owners of an object as recorded runs write them.
pub(super) fn owners(metadata: &ObjectMeta) -> Vec<String> {
    let written = metadata.owner_references.iter().map(|owner| {
        let note = if owner.controller == Some(true) { "" } else { " (not controller)" };
        format!("{}/{}{note}", owner.kind, owner.name)
    });
    written.collect()
}
