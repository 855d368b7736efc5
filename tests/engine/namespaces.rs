//! The deletion of namespaces. Expectations follow kubernetes pkg/controller/namespace and the recorded G-namespace-delete.

use crate::common::{act, create, try_create, wait};
use podlab::api::{ObjectRef, ResourceKind};
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::world::Settings;
use podlab::rules::release::Release;
use podlab::sim::Sim;

const SHOP: &str = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: shop, namespace: team}, spec: {replicas: 2, selector: {matchLabels: {app: shop}}, template: {metadata: {labels: {app: shop}}, spec: {containers: [{name: app, image: 'app:v1'}]}}}}";
const WEB: &str = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web, namespace: team}, spec: {serviceName: web, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'app:v1'}]}}}}";
const SERVICE: &str = "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: team}, spec: {selector: {app: web}, ports: [{port: 80}]}}";
const OTHER: &str = "{apiVersion: v1, kind: Pod, metadata: {name: other}, spec: {containers: [{name: app, image: 'app:v1'}]}}";

fn team(release: Release) -> Sim {
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 2);
    for text in [SHOP, WEB, SERVICE, OTHER] {
        create(&mut sim, text);
    }
    sim.run_until(SimTime::from_seconds(30));
    assert_eq!(pods(&sim, "team"), (3, 0));
    sim
}

fn delete(namespace: &'static str) -> Command {
    let object =
        ObjectRef::new(ResourceKind::read("namespace").expect("it is a kind"), "", namespace);
    Command::Delete { object, options: DeleteOptions::default() }
}

/// How many Pods a namespace has, and how many of them are being deleted.
fn pods(sim: &Sim, namespace: &str) -> (usize, usize) {
    let pods = || sim.world().pods().filter(|(_, pod)| pod.metadata.namespace == *namespace);
    let leaving = pods().filter(|(_, pod)| pod.metadata.deletion_timestamp.is_some());
    (pods().count(), leaving.count())
}

#[test]
fn what_is_in_a_namespace_is_deleted_five_seconds_after_it() {
    for release in Release::ALL {
        let mut sim = team(release);
        act(&mut sim, delete("team"));
        sim.run_until(sim.now() + 4900);
        assert_eq!(pods(&sim, "team"), (3, 0), "{release:?}");
        sim.run_until(sim.now() + 200);
        assert_eq!(pods(&sim, "team"), (3, 3), "{release:?}");
        assert_eq!(sim.world().services().count(), 0);
        assert_eq!(sim.world().objects.all().count(), 0);
        wait(&mut sim, 60);
        assert_eq!((pods(&sim, "team"), pods(&sim, "default")), ((0, 0), (1, 0)), "{release:?}");
    }
}

#[test]
fn a_namespace_that_is_being_deleted_takes_nothing_new() {
    let mut sim = team(Release::Current);
    act(&mut sim, delete("team"));
    let pod = OTHER.replace("name: other", "name: other, namespace: team");
    let refusal = "pods \"other\" is forbidden: unable to create new content in namespace team because it is being terminated";
    assert_eq!(try_create(&mut sim, &pod), Err(refusal.to_owned()));
    let name = sim.world().pods().find(|(_, pod)| pod.metadata.name.starts_with("shop-"));
    let name = name.expect("the Deployment has Pods").1.metadata.name.clone();
    let told = sim.events().len();
    act(&mut sim, Command::delete_pod("team", name, None));
    wait(&mut sim, 3);
    assert_eq!(pods(&sim, "team").0 - pods(&sim, "team").1, 2, "the ReplicaSet makes no other Pod");
    assert_eq!(sim.events().len(), told);
    wait(&mut sim, 90);
    assert_eq!(try_create(&mut sim, &pod), Ok(()), "a namespace that is gone can come again");
}

#[test]
fn some_namespaces_cannot_be_deleted() {
    let mut sim = team(Release::Current);
    let refusal = |sim: &mut Sim, namespace| match sim.apply(delete(namespace)) {
        Ok(()) => "deleted".to_owned(),
        Err(error) => error.message.to_string(),
    };
    let kept = "namespaces \"default\" is forbidden: this namespace may not be deleted";
    assert_eq!(refusal(&mut sim, "default"), kept);
    assert_eq!(refusal(&mut sim, "nobody"), "namespaces \"nobody\" not found");
    act(&mut sim, delete("team"));
    assert!(refusal(&mut sim, "team").starts_with("Operation cannot be fulfilled on namespaces"));
}

#[test]
fn a_service_that_comes_after_a_deletion_has_an_address_of_its_own() {
    let mut sim = team(Release::Current);
    create(&mut sim, &SERVICE.replace(", namespace: team", ""));
    act(&mut sim, delete("team"));
    wait(&mut sim, 60);
    create(&mut sim, &SERVICE.replace("web, namespace: team", "second"));
    let addresses: Vec<_> =
        sim.world().services().map(|(service, _)| service.spec.cluster_ip.clone()).collect();
    assert!(addresses.len() == 2 && addresses[0] != addresses[1], "{addresses:?}");
}
