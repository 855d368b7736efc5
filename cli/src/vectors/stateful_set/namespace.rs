//! The namespace of a vector: its objects, and as much of a kubelet and a garbage collector as vectors need.

mod requests;

use crate::vectors::read;
use podlab::api::container::Container;
use podlab::api::meta::ObjectMeta;
use podlab::api::persistent_volume_claim::PersistentVolumeClaim;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{
    ControllerRevision, PodTemplateSpec, REVISION_LABEL, StatefulSet, StatefulSetSpec,
    TemplatePatch, ordinal, parent_and_ordinal,
};
use podlab::api::status::{ConditionStatus, PodCondition, PodPhase, READY};
use podlab::apiserver::defaults::{default_pod_spec, default_stateful_set};
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::controller::stateful_set::revision::hash;
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The objects of the namespace.
pub struct Namespace {
    pub set: StatefulSet,
    pub pods: BTreeMap<Text, Rc<Pod>>,
    pub claims: BTreeMap<Text, Rc<PersistentVolumeClaim>>,
    pub revisions: BTreeMap<Text, Rc<ControllerRevision>>,
    /// Seconds since the start.
    pub now: u64,
    /// Which template a revision stands for, also after it is gone.
    tokens: BTreeMap<Text, String>,
    uids: u32,
    release: Release,
    gates: Gates,
}

fn shared(text: &str) -> Text {
    text.to_owned().into()
}

/// The template a token stands for.
pub fn template(token: &str) -> PodTemplateSpec {
    let mut template = PodTemplateSpec::default();
    template.metadata.labels.insert("app".into(), "web".into());
    let container = Container { name: "app".into(), image: shared(token), ..Container::default() };
    template.spec.containers.push(container);
    template
}

impl Namespace {
    /// A namespace with the vector's set and what stood there before.
    pub fn new(case: &Value, release: Release, gates: Gates) -> Namespace {
        let given = &case["set"];
        let mut fields = given.as_object().cloned().unwrap_or_default();
        let token = given["template"].as_str().unwrap_or_default();
        let names: Vec<&str> = given["volumeClaimTemplates"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for key in ["name", "template", "volumeClaimTemplates"] {
            fields.remove(key);
        }
        let mut spec: StatefulSetSpec = read(&Value::Object(fields));
        spec.template = template(token).into();
        let mut selector = podlab::api::selector::LabelSelector::default();
        selector.match_labels.insert("app".into(), "web".into());
        spec.selector = Some(selector);
        for name in names {
            let mut claim = PersistentVolumeClaim::default();
            claim.metadata.name = shared(name);
            spec.volume_claim_templates.push(claim);
        }
        let metadata = ObjectMeta {
            name: shared(given["name"].as_str().unwrap_or("web")),
            namespace: "default".into(),
            uid: "set".into(),
            generation: 1,
            ..ObjectMeta::default()
        };
        let mut set = StatefulSet { metadata, spec: spec.into(), ..StatefulSet::default() };
        default_stateful_set(&mut set, release, gates);
        let mut space = Namespace {
            set,
            pods: BTreeMap::new(),
            claims: BTreeMap::new(),
            revisions: BTreeMap::new(),
            now: 1,
            tokens: BTreeMap::new(),
            uids: 0,
            release,
            gates,
        };
        space.begin(&case["initial"]);
        space
    }

    fn begin(&mut self, initial: &Value) {
        for entry in initial["revisions"].as_array().into_iter().flatten() {
            let mut template = template(entry[0].as_str().unwrap_or_default());
            default_pod_spec(&mut template.spec, self.release);
            let data = TemplatePatch(template.into());
            let name = format!("{}-{}", self.set.metadata.name, hash(&data, 0, self.release));
            let mut metadata = ObjectMeta { name: name.into(), ..self.set.metadata.clone() };
            metadata.labels.insert("app".into(), "web".into());
            let revision = entry[1].as_i64().unwrap_or(1);
            self.put_revision(Rc::new(ControllerRevision { data, metadata, revision }));
        }
        for pod in initial["pods"].as_array().into_iter().flatten() {
            let token = pod["rev"].as_str().unwrap_or_default();
            self.add_pod(pod["name"].as_str().unwrap_or_default(), true, token);
        }
    }

    /// The present moment.
    pub fn time(&self) -> SimTime {
        SimTime(self.now * 1000)
    }

    fn put_revision(&mut self, revision: Rc<ControllerRevision>) {
        let name = revision.metadata.name.clone();
        let token = revision.data.0.spec.containers[0].image.to_string();
        self.tokens.insert(name.clone(), token);
        self.revisions.insert(name, revision);
    }

    fn token(&self, revision: &str) -> String {
        self.tokens.get(revision).cloned().unwrap_or_default()
    }

    fn token_of(&self, pod: &Pod) -> String {
        match pod.metadata.labels.get(REVISION_LABEL) {
            Some(revision) => self.token(revision),
            None => "-".to_owned(),
        }
    }

    fn new_uid(&mut self) -> Text {
        self.uids += 1;
        format!("uid-{}", self.uids).into()
    }

    /// The Pods whose names are the set's, by rising ordinal.
    pub fn member_pods(&self) -> Vec<Rc<Pod>> {
        let name = self.set.metadata.name.as_str();
        let is_member = |pod: &&Rc<Pod>| {
            parent_and_ordinal(&pod.metadata.name).is_some_and(|(parent, _)| parent == name)
        };
        let mut pods: Vec<Rc<Pod>> = self.pods.values().filter(is_member).cloned().collect();
        pods.sort_by_key(|pod| ordinal(pod));
        pods
    }

    /// Edits the spec of the set.
    pub fn edit(&mut self, edit: impl FnOnce(&mut StatefulSetSpec)) {
        edit(&mut self.set.spec);
        default_stateful_set(&mut self.set, self.release, self.gates);
        self.set.metadata.generation += 1;
    }

    /// Begins a foreground deletion of the set.
    pub fn delete_set(&mut self) {
        self.set.metadata.deletion_timestamp = Some(Timestamp::of(self.time()));
        self.set.metadata.generation += 1;
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut Pod)) {
        if let Some(pod) = self.pods.get_mut(name) {
            change(Rc::make_mut(pod));
        }
    }

    /// Puts a Pod without owner into the namespace, running and ready for long.
    pub fn add_pod(&mut self, name: &str, matches: bool, token: &str) {
        let mut pod = Pod::default();
        pod.metadata.name = shared(name);
        pod.metadata.namespace = "default".into();
        pod.metadata.uid = self.new_uid();
        pod.spec.node_name = "node-1".into();
        if let Some((revision, _)) = self.tokens.iter().find(|(_, t)| *t == token) {
            pod.metadata.labels.insert(REVISION_LABEL.into(), revision.clone());
        }
        self.pods.insert(shared(name), Rc::new(pod));
        self.relabel(name, matches);
        self.set_phase(name, "Running", Some(true));
        self.change(name, |pod| pod.status.conditions[0].last_transition_time = Some(Timestamp(0)));
    }

    /// Lets the labels of a Pod match the selector, or not.
    pub fn relabel(&mut self, name: &str, matches: bool) {
        let value = if matches { "web" } else { "other" };
        self.change(name, |pod| drop(pod.metadata.labels.insert("app".into(), value.into())));
    }

    /// Takes a Pod's node away.
    pub fn unbind(&mut self, name: &str) {
        self.change(name, |pod| pod.spec.node_name = Text::default());
    }

    /// Sets the phase of a Pod and, if given, whether it is ready.
    pub fn set_phase(&mut self, name: &str, phase: &str, ready: Option<bool>) {
        let now = Timestamp::of(self.time());
        self.change(name, |pod| {
            pod.status.phase = PodPhase::parse(phase);
            let Some(ready) = ready.filter(|ready| *ready != pod.status.is_true(READY)) else {
                return;
            };
            let status = if ready { ConditionStatus::True } else { ConditionStatus::False };
            pod.status.conditions = vec![PodCondition {
                kind: READY.into(),
                status,
                last_transition_time: Some(now),
                ..PodCondition::default()
            }];
        });
    }

    /// Asks for a Pod's deletion. Rule S-92.
    pub fn delete_pod(&mut self, name: &str) {
        let Some(pod) = self.pods.get(name) else { return };
        if pod.status.phase().is_terminal() || pod.spec.node_name.is_empty() {
            self.remove_pod(name);
            return;
        }
        let now = Timestamp::of(self.time());
        self.change(name, |pod| pod.metadata.deletion_timestamp = Some(now));
    }

    /// Removes a Pod from the API.
    pub fn remove_pod(&mut self, name: &str) {
        self.pods.remove(name);
    }

    /// Removes claims whose owners are all gone. Rule G-03.
    pub fn collect_claims(&mut self) {
        let (set, pods) = (&self.set.metadata.uid, &self.pods);
        let exists = |uid: &Text| uid == set || pods.values().any(|pod| pod.metadata.uid == *uid);
        self.claims.retain(|_, claim| {
            let owners = &claim.metadata.owner_references;
            owners.is_empty() || owners.iter().any(|owner| exists(&owner.uid))
        });
    }

    /// Lets the kubelet and the garbage collector act once. Returns whether anything changed.
    pub fn kubelet_round(&mut self, broken: &[&str]) -> bool {
        let before = (self.pods.clone(), self.claims.clone());
        self.pods.retain(|_, pod| pod.metadata.deletion_timestamp.is_none());
        self.collect_claims();
        let names: Vec<Text> = self.pods.keys().cloned().collect();
        for name in names {
            let pod = &self.pods[&name];
            if pod.status.phase().is_terminal() {
                continue;
            }
            let ready = !broken.contains(&self.token_of(pod).as_str());
            self.set_phase(&name, "Running", Some(ready));
        }
        (&self.pods, &self.claims) != (&before.0, &before.1)
    }

    /// Pods, status and claims as vectors write them.
    pub fn shown(&self) -> Value {
        let pods: Map<String, Value> = self.pods.values().map(|pod| self.shown_pod(pod)).collect();
        let claims: Map<String, Value> = self
            .claims
            .iter()
            .map(|(name, claim)| {
                let owners = claim.metadata.owner_references.iter();
                let owners: Vec<String> =
                    owners.map(|owner| format!("{}/{}", owner.kind, owner.name)).collect();
                (name.to_string(), json!(owners))
            })
            .collect();
        let status = &self.set.status;
        let mut shown = json!({
            "replicas": status.replicas,
            "readyReplicas": status.ready_replicas,
            "availableReplicas": status.available_replicas,
            "currentReplicas": status.current_replicas,
            "updatedReplicas": status.updated_replicas,
            "currentRevision": self.token(&status.current_revision),
            "updateRevision": self.token(&status.update_revision),
            "observedGeneration": status.observed_generation,
            "collisionCount": status.collision_count.unwrap_or(0),
        });
        if !self.release.has(Feature::StatefulSetMinReadySeconds) {
            shown.as_object_mut().map(|shown| shown.remove("availableReplicas"));
        }
        json!({"pods": pods, "status": shown, "pvcs": claims})
    }

    fn shown_pod(&self, pod: &Pod) -> (String, Value) {
        let mut text = format!("{}/{}", self.token_of(pod), pod.status.phase().as_str());
        if pod.status.is_true(READY) {
            text.push_str("/Ready");
        }
        if pod.metadata.deletion_timestamp.is_some() {
            text.push_str("/Terminating");
        }
        (pod.metadata.name.to_string(), text.into())
    }
}
