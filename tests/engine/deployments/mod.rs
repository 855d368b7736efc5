//! Deployments in a running cluster. Section D of the rule book.
//! Expectations follow kubernetes pkg/controller/deployment and the recorded runs of group G.

mod described;
mod objects;
mod rollouts;

use crate::common::{NAMESPACE, act, at, create};
use podlab::api::deployment::{Deployment, revision};
use podlab::api::pod::Pod;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::cluster::command::Command;
use podlab::cluster::plan::Registry;
use podlab::cluster::world::Settings;
use podlab::kubectl::deployments::owned;
use podlab::manifest::yaml;
use podlab::sim::Sim;
use std::rc::Rc;

pub fn cluster() -> Sim {
    Sim::with_nodes(Settings::default(), 2)
}

/// The manifest of a Deployment with more fields of its spec.
pub fn manifest(replicas: i64, of_spec: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: shop}}\nspec: {{replicas: {replicas}, {of_spec} selector: {{matchLabels: {{app: shop}}}}, template: {{metadata: {{labels: {{app: shop}}}}, spec: {{containers: [{{name: app, image: app:v1}}]}}}}}}\n"
    )
}

/// A cluster in which a Deployment has all its Pods.
pub fn running(replicas: i64, of_spec: &str) -> Sim {
    let mut sim = cluster();
    create(&mut sim, &manifest(replicas, of_spec));
    at(&mut sim, 30);
    assert_eq!(counts(&sim), (replicas, replicas, replicas), "all are updated and available");
    sim
}

pub fn shop() -> ObjectRef {
    ObjectRef::new(ResourceKind::Deployment, NAMESPACE, "shop")
}

pub fn deployment(sim: &Sim) -> Rc<Deployment> {
    let found = sim.world().objects.deployments.named(&NAMESPACE, &"shop".into());
    Rc::clone(found.expect("the Deployment is there"))
}

/// How many Pods there are, how many of them are new, and how many are available.
pub fn counts(sim: &Sim) -> (i64, i64, i64) {
    let status = &deployment(sim).status;
    (status.replicas, status.updated_replicas, status.available_replicas)
}

/// The ReplicaSets, the lowest revision first, each with its revision, its image and its size.
pub fn sets(sim: &Sim) -> Vec<String> {
    let shown = |set: Rc<ReplicaSet>| {
        let image = &set.spec.template.spec.containers[0].image;
        format!("{} {image} {}", revision(&set.metadata), set.spec.replicas())
    };
    owned(sim.world(), &deployment(sim)).into_iter().map(shown).collect()
}

pub fn pods(sim: &Sim) -> Vec<Rc<Pod>> {
    let is_own = |pod: &&Rc<Pod>| pod.metadata.labels.get("app").is_some_and(|app| *app == *"shop");
    sim.world().pods().map(|(_, pod)| pod).filter(is_own).cloned().collect()
}

pub fn event_messages(sim: &Sim) -> Vec<String> {
    let about = sim.events().iter().filter(|event| event.from == "deployment-controller");
    let told = about.map(|event| {
        let mut message = event.message.to_string();
        for set in sim.world().objects.replica_sets.iter().map(|(_, set)| set) {
            let number = format!("#{}", revision(&set.metadata));
            message = message.replace(set.metadata.name.as_str(), &number);
        }
        message
    });
    told.collect()
}

pub fn patch(sim: &mut Sim, body: &str) -> Result<(), String> {
    let patch = yaml::parse(body).expect("a patch").remove(0);
    sim.apply(Command::patch(shop(), patch)).map_err(|error| error.message.to_string())
}

pub fn set_image(sim: &mut Sim, image: &str) {
    let body =
        format!("spec: {{template: {{spec: {{containers: [{{name: app, image: '{image}'}}]}}}}}}");
    patch(sim, &body).expect("the image may change");
}

/// An image that no registry has.
pub fn break_image(sim: &mut Sim, image: &'static str) {
    let registry = Registry { error: "not found".into(), ..Registry::default() };
    act(sim, Command::Registry(image.into(), registry));
}

pub fn kubectl(sim: &mut Sim, line: &'static str) -> String {
    let printed = sim.kubectl(&NAMESPACE, line);
    printed.out + &printed.err
}

pub fn progress(sim: &Sim) -> String {
    let status = deployment(sim).status.clone();
    status.condition("Progressing").map_or("none".to_owned(), |found| found.reason.to_string())
}
