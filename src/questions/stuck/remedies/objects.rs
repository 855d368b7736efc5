//! Objects that may help what is stuck when they are created.

use super::remedy::{Remedy, pod_of};
use crate::api::core::{ConfigMap, Secret, Service, ServicePort};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::quantity::Quantity;
use crate::api::{Resource, ResourceKind};
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::cluster::program::{Server, Step};
use crate::cluster::tables::claims_of;
use crate::kubelet::configuration::{self, Missing};
use crate::kubelet::{program, servers};
use crate::questions::waits::Wait;
use crate::sim::{Sim, node, standard_class};

/// Returns the act that adds a node of the usual size.
pub(super) fn another_node(sim: &Sim) -> Command {
    let mut names = (1..).map(|number| format!("node-{number}"));
    let name = names.find(|name| sim.world().machine_named(name).is_none()).unwrap_or_default();
    Command::Create(Box::new(Resource::Node(node(&name, "4", "8Gi"))))
}

/// Returns the act that creates a StorageClass like the one of every cluster.
pub(super) fn class(name: &Text) -> Command {
    let mut class = standard_class();
    if *name != class.metadata.name {
        class.metadata.annotations.clear();
        class.metadata.name = name.clone();
    }
    Command::Create(Box::new(Resource::StorageClass(class)))
}

/// Returns the acts that create the claims that a Pod names and that are not there: each as small as people usually write it, for the
/// default class.
pub(super) fn claims(sim: &Sim, wait: &Wait) -> Option<Remedy> {
    let pod = pod_of(sim, wait)?;
    let namespace = &pod.metadata.namespace;
    let is_missing = |name: &Text| sim.world().objects.claims.named(namespace, name).is_none();
    let create = |name: Text| {
        let mut claim = PersistentVolumeClaim::default();
        (claim.metadata.name, claim.metadata.namespace) = (name, namespace.clone());
        claim.spec.access_modes = vec!["ReadWriteOnce".into()];
        let size = Quantity::parse("1Gi").unwrap_or_default();
        claim.spec.resources.requests.insert("storage".into(), size);
        Command::Create(Box::new(Resource::PersistentVolumeClaim(claim)))
    };
    let commands: Remedy = claims_of(&pod).filter(is_missing).map(create).collect();
    (!commands.is_empty()).then_some(commands)
}

/// Returns the acts that create the ConfigMaps and Secrets that a Pod lacks.
pub(super) fn configuration(sim: &Sim, wait: &Wait) -> Option<Remedy> {
    let namespace = &wait.object.namespace;
    let pod = pod_of(sim, wait)?;
    let volumes = configuration::of_volumes(sim.world(), &pod).into_iter();
    let containers = pod.spec.init_containers.iter().chain(&pod.spec.containers);
    let environments = containers
        .flat_map(|container| configuration::of_environment(sim.world(), &pod, container));
    let missing = volumes.map(|(_, missing)| missing).chain(environments);
    let mut made: Vec<Resource> = Vec::new();
    for Missing { kind, name, keys, exists } in &missing.collect::<Vec<_>>() {
        // One that lacks a key is changed by hand: nothing tells what else is in it.
        if *exists {
            return None;
        }
        let is_it = |known: &&mut Resource| {
            known.resource_kind() == *kind && known.metadata().name == *name
        };
        let entries = keys.iter().map(|key| (key.clone(), Text::default()));
        let known = made.iter_mut().find(is_it);
        if let Some(Resource::ConfigMap(map)) = known {
            map.data.extend(entries);
        } else if let Some(Resource::Secret(secret)) = known {
            secret.string_data.extend(entries);
        } else if *kind == ResourceKind::Secret {
            let mut secret = Secret::default();
            (secret.metadata.name, secret.metadata.namespace) = (name.clone(), namespace.clone());
            secret.string_data.extend(entries);
            made.push(Resource::Secret(secret));
        } else {
            let mut map = ConfigMap::default();
            (map.metadata.name, map.metadata.namespace) = (name.clone(), namespace.clone());
            map.data.extend(entries);
            made.push(Resource::ConfigMap(map));
        }
    }
    let commands: Remedy = made.into_iter().map(|made| Command::Create(Box::new(made))).collect();
    (!commands.is_empty()).then_some(commands)
}

/// Returns the acts that create the Services whose names the init containers of a Pod wait for.
pub(super) fn services(sim: &Sim, wait: &Wait) -> Option<Remedy> {
    let pod = pod_of(sim, wait)?;
    let programs = pod.spec.init_containers.iter();
    let steps = programs.filter_map(|init| Some(program::of(sim.world(), &pod, init)?.steps));
    let steps: Vec<Step> = steps.flatten().collect();
    let awaited = steps.iter().flat_map(Step::servers);
    let mut made: Remedy = Vec::new();
    for server in awaited.filter(|server| !servers::is_there(sim.world(), &pod, server)) {
        let service = service_named(server, &pod.metadata.namespace)?;
        let create = Command::Create(Box::new(Resource::Service(service)));
        if !made.contains(&create) {
            made.push(create);
        }
    }
    (!made.is_empty()).then_some(made)
}

/// Returns the Service that a host name of a cluster stands for: its name alone, or its name with the namespace of the Pod that asks and
/// what may follow it. Other names stand for servers elsewhere.
fn service_named(server: &Server, namespace: &Text) -> Option<Service> {
    let port = match server {
        Server::Named(_) => 80,
        Server::Accepting { port, .. } => i64::from(*port),
    };
    let mut labels = server.host().split('.');
    let name = labels.next().filter(|name| !name.is_empty() && *name != "localhost")?;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_here = labels.next().is_none_or(|label| label == &**namespace)
        && labels.next().is_none_or(|label| label == "svc");
    let mut service = Service::default();
    service.metadata.name = name.to_owned().into();
    service.metadata.namespace = namespace.clone();
    service.spec.ports = vec![ServicePort { port, ..ServicePort::default() }];
    (is_here && !is_number).then_some(service)
}
