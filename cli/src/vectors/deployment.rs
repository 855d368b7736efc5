//! Vectors about the Deployment controller: single computations, single passes, and passes until nothing moves.

use super::read;
use podlab::api::deployment::{
    DESIRED_REPLICAS, Deployment, MAX_REPLICAS, POD_TEMPLATE_HASH, REVISION,
};
use podlab::api::replica_set::ReplicaSet;
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::controller::deployment::bounds::Bounds;
use podlab::controller::deployment::{Request, View, controller_reference, reconcile};
use podlab::rules::release::Release;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// Passes after which a Deployment that does not settle is given up.
const MOST_PASSES: usize = 100;

/// Returns what comes of a case.
///
/// # Errors
///
/// Fails when the case lacks something or is of no known kind.
pub fn run(case: &Value, release: Release) -> Result<Value, String> {
    let given = &case["given"];
    match case["op"].as_str().unwrap_or_default() {
        "fenceposts" => Ok(bounds(given)),
        "rollingPass" => {
            let mut space = Namespace::new(given, release);
            let scaled = space.pass();
            Ok(with(space.sizes(), "scaled", scaled))
        }
        "scale" => {
            let mut space = Namespace::new(given, release);
            space.note_another_size();
            space.pass();
            Ok(space.sizes())
        }
        "trace" => trace(Namespace::new(given, release), given["newBecomesAvailable"] == true),
        other => Err(format!("unknown op {other:?}")),
    }
}

fn with(mut object: Value, key: &str, value: impl Into<Value>) -> Value {
    object[key] = value.into();
    object
}

fn bounds(given: &Value) -> Value {
    let bounds = Bounds::of(&deployment(given).spec);
    json!({
        "maxSurge": bounds.max_surge,
        "maxUnavailable": bounds.max_unavailable,
        "minAvailable": bounds.min_available(),
        "maxTotal": bounds.max_total(),
    })
}

/// Passes until one of them does nothing. Between two passes new Pods become available, if they can.
fn trace(mut space: Namespace, becomes_available: bool) -> Result<Value, String> {
    let (mut scaled, mut sizes) = (Vec::new(), Vec::new());
    for _ in 0..MOST_PASSES {
        let moved = space.pass();
        sizes.push(space.in_a_row());
        space.let_pods_settle(becomes_available);
        if moved.is_empty() {
            return Ok(json!({"scaled": scaled, "sizes": sizes}));
        }
        scaled.extend(moved);
    }
    Err(format!("the Deployment does not settle within {MOST_PASSES} passes"))
}

fn deployment(given: &Value) -> Deployment {
    let bounds = json!({
        "maxSurge": given["maxSurge"], "maxUnavailable": given["maxUnavailable"],
    });
    let mut deployment: Deployment = read(&json!({
        "metadata": {"name": "shop", "uid": "shop's"},
        "spec": {
            "replicas": given["replicas"],
            "strategy": {"rollingUpdate": bounds},
            "selector": {"matchLabels": {"app": "shop"}},
            "template": {"metadata": {"labels": {"app": "shop"}}},
        },
    }));
    deployment.spec.template.spec.node_name = template("new");
    deployment
}

/// A template that is another one for each ReplicaSet.
fn template(name: &str) -> Text {
    name.to_owned().into()
}

struct Namespace {
    release: Release,
    deployment: Deployment,
    /// The old ReplicaSets as the file has them, and the new one behind them.
    sets: Vec<ReplicaSet>,
}

impl Namespace {
    fn new(given: &Value, release: Release) -> Self {
        let deployment = deployment(given);
        let old = given["oldRSs"].as_array().map_or(&[][..], Vec::as_slice);
        let old = old.iter().map(|given| set(&deployment, given, false));
        let new = Some(&given["newRS"]).filter(|given| !given.is_null());
        let sets = old.chain(new.map(|given| set(&deployment, given, true))).collect();
        Namespace { release, deployment, sets }
    }

    /// Notes that the Deployment had another size when its ReplicaSets were scaled.
    fn note_another_size(&mut self) {
        for set in &mut self.sets {
            set.metadata.annotations.insert(DESIRED_REPLICAS.into(), "-1".into());
        }
    }

    /// Syncs until a ReplicaSet is scaled, or nothing is left to do. Returns what was scaled.
    fn pass(&mut self) -> Vec<String> {
        let mut scaled = Vec::new();
        for _ in 0..MOST_PASSES {
            let steps = reconcile(&self.view(), &self.deployment, SimTime::ZERO);
            let had = (self.deployment.clone(), self.sets.clone());
            for step in steps {
                scaled.extend(self.act(step.request));
            }
            if !scaled.is_empty() || had == (self.deployment.clone(), self.sets.clone()) {
                break;
            }
        }
        scaled
    }

    fn view(&self) -> View {
        let sets = self.sets.iter().cloned().map(Rc::new).collect();
        View { release: self.release, replica_sets: sets, ..View::default() }
    }

    /// Carries out a request. Returns what it scales.
    fn act(&mut self, request: Request) -> Option<String> {
        match request {
            Request::CreateReplicaSet(set) => {
                let mut set = (*set).clone();
                set.metadata.name = "new".into();
                let size = set.spec.replicas();
                self.sets.push(set);
                Some(format!("up new {size}")).filter(|_| size > 0)
            }
            Request::ScaleReplicaSet { name, from, to, annotations } => {
                let set = self.sets.iter_mut().find(|set| set.metadata.name == name)?;
                set.spec.replicas = Some(to);
                set.metadata.annotations = annotations;
                let way = if from < to { "up" } else { "down" };
                Some(format!("{way} {name} {to}")).filter(|_| from != to)
            }
            Request::AnnotateReplicaSet { name, annotations, .. } => {
                let set = self.sets.iter_mut().find(|set| set.metadata.name == name)?;
                set.metadata.annotations = annotations;
                None
            }
            Request::UpdateStatus { status, revision } => {
                self.deployment.status = *status;
                self.deployment.metadata.annotations.insert(REVISION.into(), revision);
                None
            }
            Request::AdoptReplicaSet(_)
            | Request::ReleaseReplicaSet(_)
            | Request::DeleteReplicaSet(_)
            | Request::RequeueAfter(_) => None,
        }
    }

    fn is_new(&self, set: &ReplicaSet) -> bool {
        self.deployment.has_template_of(set)
    }

    /// Lets each ReplicaSet have as many Pods as it should. Old Pods that stay are available.
    fn let_pods_settle(&mut self, new_is_available: bool) {
        let deployment = &self.deployment;
        for set in &mut self.sets {
            let size = set.spec.replicas();
            let is_available = new_is_available || !deployment.has_template_of(set);
            set.status.replicas = size;
            set.status.available_replicas = if is_available { size } else { 0 };
        }
    }

    fn sizes(&self) -> Value {
        let new = self.sets.iter().find(|set| self.is_new(set)).map(|set| set.spec.replicas());
        let old = self.sets.iter().filter(|set| !self.is_new(set));
        let old: Map<String, Value> =
            old.map(|set| (set.metadata.name.to_string(), set.spec.replicas().into())).collect();
        json!({"newRS": new, "oldRSs": old})
    }

    /// The size of the new ReplicaSet and those of the old ones.
    fn in_a_row(&self) -> Vec<i64> {
        let (new, old): (Vec<_>, Vec<_>) = self.sets.iter().partition(|set| self.is_new(set));
        let new = new.first().map_or(0, |set| set.spec.replicas());
        std::iter::once(new).chain(old.iter().map(|set| set.spec.replicas())).collect()
    }
}

fn set(deployment: &Deployment, given: &Value, is_new: bool) -> ReplicaSet {
    let mut set: ReplicaSet = read(&json!({
        "metadata": {"name": given["name"], "labels": {"app": "shop"}, "annotations": {REVISION: "1"}},
        "spec": {"replicas": given["replicas"]},
        "status": {"replicas": given["replicas"], "availableReplicas": given["available"]},
    }));
    if let Some(max) = given["maxReplicas"].as_i64() {
        set.metadata.annotations.insert(MAX_REPLICAS.into(), max.to_string().into());
    }
    set.metadata.creation_timestamp = given["created"].as_i64().map(Timestamp);
    set.metadata.owner_references = vec![controller_reference(deployment)];
    set.spec.template = deployment.spec.template.clone();
    let name = if is_new { "new" } else { set.metadata.name.as_str() };
    set.spec.template.spec.node_name = template(name);
    set.spec.template.metadata.labels.insert(POD_TEMPLATE_HASH.into(), "x".into());
    set
}
