//! Carries out commands: through the API, or in the simulated world outside it.

use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::workload::Workload;
use crate::api::{ObjectRef, Resource, write};
use crate::apiserver::admit::name_from;
use crate::apiserver::error::ApiError;
use crate::apiserver::record::WriteRules;
use crate::apiserver::request::Server;
use crate::apiserver::{defaults, namespaces, store};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::command::Command;
use crate::cluster::event::InstanceId;
use crate::cluster::fact::{Fact, WorldEvent};
use crate::cluster::object::Outside;
use crate::cluster::world::PodId;
use crate::kubelet::worker::PodWorker;
use crate::kubelet::{Context, stop, sync};
use crate::manifest::Wrong;
use crate::rules::Rule;
use crate::sim::Sim;
use std::rc::Rc;

mod deployments;
pub(crate) mod drain;
mod kubectl;
pub(crate) mod machines;
mod manifests;
pub(crate) mod nodes;
mod objects;
mod status;
pub(crate) mod workloads;

/// The most Pods that may exist or be wanted by sets. More Pods would teach nothing new and make the page slow.
pub(crate) const MAX_PODS: i64 = 5000;

/// Refuses a command that would lead to more than [`MAX_PODS`].
///
/// The replicas of all workloads count that no other one owns, and all Pods without an owner. `wanted` is the number of Pods
/// after the command: of the object that changes, or of Pods without an owner.
fn check_room(
    sim: &Sim,
    changed: Option<&ObjectRef>,
    wanted: i64,
    what: &str,
) -> Result<(), ApiError> {
    let mut total = wanted;
    let is_other = |workload: &&dyn Workload| {
        let metadata = workload.metadata();
        changed.is_none_or(|changed| {
            changed.kind != workload.kind()
                || changed.namespace != metadata.namespace
                || changed.name != metadata.name
        })
    };
    let counts =
        |workload: &&dyn Workload| is_other(workload) && controller(workload.metadata()).is_none();
    total += sim.world.objects.all().filter(counts).map(Workload::replicas).sum::<i64>();
    let is_free = |pod: &Pod| pod.metadata.owner_references.is_empty();
    total += sim.world.pods().filter(|(_, pod)| is_free(pod)).count() as i64;
    if total <= MAX_PODS {
        return Ok(());
    }
    let what = what.to_owned().into();
    Err(ApiError::client(Wrong::Pods { most: MAX_PODS, what, count: total }))
}

/// Carries out a command, or refuses it without a change.
///
/// # Errors
///
/// Returns the refusal of the API server, of kubectl, or of the simulator.
pub(crate) fn carry_out(sim: &mut Sim, command: &Command) -> Result<(), ApiError> {
    match command {
        Command::Create(resource) => create(sim, (**resource).clone()),
        Command::CreateSubresource { object, subresource } => {
            objects::create_part(sim, object, subresource)
        }
        Command::Patch { object, subresource, patch } => {
            objects::patch(sim, object, *subresource, patch)
        }
        Command::Delete { object, options } => objects::delete(sim, object, *options),
        Command::Scale { object, replicas } => workloads::scale(sim, object, *replicas),
        Command::RolloutUndo { object, to_revision } => workloads::undo(sim, object, *to_revision),
        Command::RolloutRestart { object } => workloads::restart(sim, object),
        Command::RolloutPause { object, paused } => workloads::pause(sim, object, *paused),
        Command::Kubectl { namespace, line } => kubectl::carry_out(sim, namespace, line),
        Command::Cordon { node, unschedulable } => nodes::cordon(sim, node, *unschedulable),
        Command::DisturbNode { node, fault } => machines::disturb(sim, node, *fault),
        Command::TaintNode { node, taint, present } => nodes::taint(sim, node, taint, *present),
        Command::ShutDownNode { node, grace, critical } => {
            machines::shut_down(sim, node, *grace, *critical)
        }
        Command::ConsumeNodeResource { node, signal, available } => {
            machines::consume_node_resource(sim, node, *signal, *available)
        }
        Command::DrainNode { node, options } => drain::drain(sim, node, *options),
        Command::PutManifest { node, manifest } => manifests::put_manifest(sim, node, manifest),
        Command::RemoveManifest { node, namespace, name } => {
            manifests::remove_manifest(sim, node, namespace, name)
        }
        Command::Plan(rule) => {
            let (pod, container) = (rule.pod.clone(), rule.container.clone());
            let object = Outside::Container { pod, container };
            sim.record_world(object, WorldEvent::Plan);
            sim.world.scripts.rules.push(rule.clone());
            if rule.has_usage() {
                machines::usage_told(&mut sim.world);
            }
            Ok(())
        }
        Command::Registry(image, registry) => {
            sim.record_world(Outside::Image(image.clone()), WorldEvent::Registry);
            sim.world.scripts.images.push((image.clone(), registry.clone()));
            Ok(())
        }
        Command::HttpServer(server) => {
            sim.record_world(Outside::HttpServer, WorldEvent::Answer);
            sim.world.scripts.http.clone_from(server);
            Ok(())
        }
        Command::TcpServer(server) => {
            sim.record_world(Outside::TcpServer, WorldEvent::Answer);
            sim.world.scripts.tcp.clone_from(server);
            Ok(())
        }
        Command::Exit { namespace, pod, container, code, reason } => {
            let (id, _) = find(sim, namespace, pod)?;
            let (code, reason) = (*code, reason.clone());
            of_running(sim, id, container, |cx, worker, instance| {
                stop::exit(cx, worker, instance, code, reason, &Text::default(), Rule::P309);
            })
        }
        Command::ChildOom { namespace, pod, container } => {
            let (id, _) = find(sim, namespace, pod)?;
            of_running(sim, id, container, stop::child_out_of_memory)
        }
        Command::KillSandbox { namespace, pod } => {
            let (id, _) = find(sim, namespace, pod)?;
            kill_sandbox(sim, id);
            Ok(())
        }
        Command::StopSignal { image, signal } => {
            sim.record_world(Outside::Image(image.clone()), WorldEvent::StopSignal(signal.clone()));
            sim.world.scripts.stop_signals.push((image.clone(), signal.clone()));
            Ok(())
        }
        Command::Image { image, present } => {
            let what = if *present { WorldEvent::Present } else { WorldEvent::Absent };
            sim.record_world(Outside::Image(image.clone()), what);
            sim.set_image(image, *present);
            Ok(())
        }
    }
}

fn find(sim: &Sim, namespace: &str, name: &str) -> Result<(PodId, Rc<Pod>), ApiError> {
    match sim.pod(namespace, name) {
        Some((id, pod)) => Ok((id, Rc::clone(pod))),
        None => Err(ApiError::not_found("pods", name)),
    }
}

/// Creates an object. One that is refused does not use up a name.
fn create(sim: &mut Sim, resource: Resource) -> Result<(), ApiError> {
    let before = sim.world.rng.clone();
    let created = create_named(sim, resource);
    if created.is_err() {
        sim.world.rng = before;
    }
    created
}

fn create_named(sim: &mut Sim, mut resource: Resource) -> Result<(), ApiError> {
    if resource.is_namespaced() {
        defaults::default_namespace(resource.metadata_mut());
    }
    if resource.metadata().creation_timestamp.is_none() {
        resource.metadata_mut().creation_timestamp = Some(Timestamp::of(sim.now()));
    }
    let metadata = resource.metadata_mut();
    if metadata.name.is_empty() && !metadata.generate_name.is_empty() {
        metadata.name = name_from(&metadata.generate_name, &mut sim.world.rng);
    }
    if resource.is_namespaced() {
        namespaces::admit(&sim.world, resource.plural(), resource.metadata())?;
    }
    if let Resource::Pod(pod) = resource {
        return create_pod(sim, pod);
    }
    let checked = Server::of(sim.settings()).create(write(&resource))?;
    if let Resource::Node(node) = checked {
        nodes::create(sim, node);
    } else {
        objects::create(sim, checked)?;
    }
    Ok(())
}

fn create_pod(sim: &mut Sim, mut pod: Pod) -> Result<(), ApiError> {
    crate::apiserver::admit::pod(&sim.world, &mut pod)?;
    let metadata = &pod.metadata;
    if sim.pod(&metadata.namespace, &metadata.name).is_some() {
        return Err(ApiError::already_exists("pods", &metadata.name));
    }
    check_room(sim, None, 1, &format!("Pod {}", pod.metadata.name))?;
    store::create_pod(&mut sim.world, pod);
    Ok(())
}

/// Stores what a patch by this rule makes of a Pod. Its status stays.
fn replace(sim: &mut Sim, id: PodId, new: Pod, rule: Rule) {
    store::update_pod(&mut sim.world, id, WriteRules::new(&|_| rule), |pod| {
        let status = std::mem::take(&mut pod.status);
        *pod = new;
        pod.status = status;
    });
}

/// Acts on the running instance of a container.
fn of_running(
    sim: &mut Sim,
    id: PodId,
    container: &Text,
    happen: impl FnOnce(&mut Context<'_>, &mut PodWorker, InstanceId),
) -> Result<(), ApiError> {
    let running = sim.with_worker(id, |cx, worker| {
        use crate::kubelet::runtime::InstanceState;
        let newest = worker.runtime.newest(container).filter(|i| i.state == InstanceState::Running);
        let Some(instance) = newest.map(|i| i.id) else { return false };
        happen(cx, worker, instance);
        true
    });
    if running == Some(true) {
        return Ok(());
    }
    Err(ApiError::bad_request(Wrong::NotRunning { container: container.clone() }))
}

fn kill_sandbox(sim: &mut Sim, id: PodId) {
    sim.with_worker(id, |cx, worker| {
        let running: Vec<_> = worker.runtime.running().map(|i| i.id).collect();
        for sandbox in &mut Rc::make_mut(&mut worker.runtime).sandboxes {
            sandbox.ready = false;
        }
        sync::runtime_changed(cx, worker, Fact::SandboxKilled, Rule::P418);
        for instance in running {
            stop::exit(cx, worker, instance, 137, Text::default(), &Text::default(), Rule::P418);
        }
    });
}
