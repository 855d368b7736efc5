//! The servers that programs of containers wait for. Rules E-20 to E-25.

use super::known_servers::is_own;
use super::program::{Source, source};
use crate::api::container::{Container, Protocol};
use crate::api::pod::Pod;
use crate::api::service::target_port;
use crate::base::text::Text;
use crate::cluster::program::Server;
use crate::cluster::world::World;
use crate::dns::{self, Record};

/// Returns whether a server is there for a program in a Pod.
///
/// A name resolves as the cluster's DNS says. A Service accepts connections on its own TCP ports while one of its ready Pods
/// listens on the port that they lead to. An ExternalName counts as accepting.
pub(crate) fn is_there(world: &World, pod: &Pod, server: &Server) -> bool {
    match server {
        Server::Named(host) => dns::resolve(world, host, &pod.metadata.namespace).resolves(),
        Server::Accepting { host, port } if is_own(host) => {
            let running = running(world, pod);
            let mut others = serving(pod).filter(|container| running.contains(&container.name));
            others.any(|container| listens(world, pod, container, *port))
        }
        Server::Accepting { host, port } => {
            let answer = dns::resolve(world, host, &pod.metadata.namespace);
            answer.records.iter().any(|record| accepts(world, record, *port))
        }
    }
}

/// Returns whether the address of a record accepts connections on a TCP port.
fn accepts(world: &World, record: &Record, port: u16) -> bool {
    match record {
        Record::Address(address, None) => world.services().any(|(service, (ready, _))| {
            let ports = service.spec.ports.iter().filter(|known| {
                known.port == i64::from(port) && matches!(known.protocol.as_str(), "" | "TCP")
            });
            let pod = |name| world.pod(world.pod_named(&service.metadata.namespace, name)?);
            service.spec.cluster_ip == *address
                && ready.iter().filter_map(|name| pod(name)).any(|pod| {
                    ports.clone().any(|known| {
                        u16::try_from(target_port(known, pod))
                            .is_ok_and(|target| target > 0 && any_listens(world, pod, target))
                    })
                })
        }),
        Record::Address(address, Some(_)) => world
            .pods()
            .filter(|(_, pod)| pod.status.pod_ip == *address)
            .any(|(_, pod)| any_listens(world, pod, port)),
        Record::Alias(_) => true,
        Record::Port(..) => false,
    }
}

/// Returns the containers of a Pod that run, as its status says.
fn running(world: &World, pod: &Pod) -> Vec<Text> {
    let id = world.pod_named(&pod.metadata.namespace, &pod.metadata.name);
    let Some(pod) = id.and_then(|id| world.pod(id)) else { return Vec::new() };
    let all = pod.status.init_containers().iter().chain(pod.status.containers());
    all.filter(|status| status.state.running().is_some()).map(|s| s.name.clone()).collect()
}

/// Returns the containers that run while a Pod serves: app containers and sidecars.
fn serving(pod: &Pod) -> impl Iterator<Item = &Container> {
    let sidecars = pod.spec.init_containers.iter().filter(|container| container.is_sidecar());
    sidecars.chain(&pod.spec.containers)
}

fn any_listens(world: &World, pod: &Pod, port: u16) -> bool {
    serving(pod).any(|container| listens(world, pod, container, port))
}

/// Returns whether a container listens on a TCP port while it runs. `ports` of a container are information only, so one that
/// names none is taken to listen on all. The commands that Podlab knows do not listen.
fn listens(world: &World, pod: &Pod, container: &Container, port: u16) -> bool {
    let is_it = |known: &crate::api::container::ContainerPort| {
        let is_tcp = known.protocol.is_none_or(|protocol| protocol == Protocol::Tcp);
        is_tcp && known.container_port == i64::from(port)
    };
    (container.ports.is_empty() || container.ports.iter().any(is_it))
        && !matches!(source(world, pod, container), Source::Command(_) | Source::Missing(_))
}
