//! The requests of the controller, as an API server carries them out.

use super::Namespace;
use podlab::api::status::PodPhase;
use podlab::apiserver::validate::validate_stateful_set_status;
use podlab::controller::stateful_set::Request;
use podlab::controller::stateful_set::identity::controller_reference;
use serde_json::{Value, json};
use std::rc::Rc;

impl Namespace {
    /// Carries out a request of the controller, and notes it as vectors write it.
    ///
    /// # Errors
    ///
    /// Fails when the API server refuses the request.
    pub fn act(
        &mut self,
        request: &Request,
        all_well: bool,
        actions: &mut Vec<Value>,
    ) -> Result<(), String> {
        let reference = controller_reference(&self.set);
        match request {
            Request::AdoptRevision(name) => {
                if let Some(revision) = self.revisions.get_mut(name) {
                    Rc::make_mut(revision).metadata.owner_references.push(reference);
                }
            }
            Request::AdoptPod(name) => {
                actions.push(json!({"adopt": name.as_str()}));
                self.change(name, |pod| pod.metadata.owner_references.push(reference));
            }
            Request::ReleasePod(name) => {
                actions.push(json!({"release": name.as_str()}));
                self.change(name, |pod| pod.metadata.owner_references.clear());
            }
            Request::CreateRevision(revision) => self.put_revision(Rc::clone(revision)),
            Request::RenumberRevision { name, revision } => {
                if let Some(known) = self.revisions.get_mut(name) {
                    Rc::make_mut(known).revision = *revision;
                }
            }
            Request::CreateClaim { claim, .. } => {
                let name = claim.metadata.name.clone();
                actions.push(json!({"createPVC": name.as_str()}));
                self.claims.insert(name, Rc::clone(claim));
            }
            Request::SetClaimOwners { pod, claim, owners } => {
                actions.push(json!({"updatePVCOwners": pod.as_str()}));
                if let Some(claim) = self.claims.get_mut(claim) {
                    Rc::make_mut(claim).metadata.owner_references.clone_from(owners);
                }
            }
            Request::CreatePod(pod) => {
                let name = pod.metadata.name.clone();
                if self.pods.contains_key(&name) {
                    actions.push(json!({"error": "AlreadyExists", "pod": name.as_str()}));
                    return Err(format!("pods \"{name}\" already exists"));
                }
                actions.push(json!({"create": name.as_str(), "revision": self.token_of(pod)}));
                let mut stored = (**pod).clone();
                stored.metadata.uid = self.new_uid();
                stored.spec.node_name = "node-1".into();
                stored.status.phase = Some(PodPhase::Pending);
                self.pods.insert(name, Rc::new(stored));
            }
            Request::UpdatePod { name, labels, volumes } => self.change(name, |pod| {
                pod.metadata.labels.clone_from(labels);
                pod.spec.volumes.clone_from(volumes);
            }),
            Request::DeletePod(name) | Request::ReplacePod(name) => {
                actions.push(json!({"delete": name.as_str()}));
                self.delete_pod(name);
            }
            Request::GiveUp { why, .. } => return Err(why.to_string()),
            Request::UpdateStatus { done, refused } => {
                let status = if all_well { done } else { refused };
                let Some(status) = status else { return Ok(()) };
                if let Some(error) = validate_stateful_set_status(status).first() {
                    actions.push(json!({"error": "StatusRejected"}));
                    return Err(error.to_string());
                }
                self.set.status = (**status).clone();
            }
            Request::DeleteRevision(name) => {
                actions.push(json!({"deleteRevision": self.token(name)}));
                self.revisions.remove(name);
            }
            Request::RecordEvent { .. } | Request::RequeueAfter(_) => {}
        }
        Ok(())
    }
}
