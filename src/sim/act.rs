//! Carries out commands: through the API, or in the simulated world outside it.

use crate::api::{Resource, write};
use crate::apiserver::admit::name_from;
use crate::apiserver::error::ApiError;
use crate::apiserver::request::Server;
use crate::apiserver::{defaults, namespaces};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::command::Command;
use crate::cluster::event::InstanceId;
use crate::cluster::fact::{Fact, WorldEvent};
use crate::cluster::object::Outside;
use crate::cluster::plan::Scripted;
use crate::cluster::world::PodId;
use crate::kubectl::command::command;
use crate::kubelet::worker::PodWorker;
use crate::kubelet::{Context, stop, sync};
use crate::manifest::Wrong;
use crate::rules::Rule;
use crate::sim::Sim;
use pods::find;
use std::rc::Rc;

mod deployments;
pub(crate) mod drain;
mod kubectl;
pub(crate) mod machines;
mod manifests;
pub(crate) mod nodes;
mod objects;
mod pods;
mod status;
pub(crate) mod workloads;

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
        Command::Kubectl { namespace, line } => kubectl(sim, namespace, line),
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
            let cause = sim.world.cause;
            sim.world.scripts.add_rule(rule.clone(), cause);
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
            let (what, cause) = (server.clone(), sim.world.cause);
            sim.world.scripts.http = Scripted { what, cause };
            Ok(())
        }
        Command::TcpServer(server) => {
            sim.record_world(Outside::TcpServer, WorldEvent::Answer);
            let (what, cause) = (server.clone(), sim.world.cause);
            sim.world.scripts.tcp = Scripted { what, cause };
            Ok(())
        }
        Command::Exit { namespace, pod, container, code, reason } => {
            let (id, _) = find(sim, namespace, pod)?;
            let (code, reason) = (*code, reason.clone());
            of_running(sim, id, container, |cx, worker, instance| {
                stop::exit(cx, worker, instance, code, reason, &Text::default(), Rule::P309)
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

/// Carries out a command line.
///
/// # Errors
///
/// Returns the first refusal when no part of the line was accepted.
fn kubectl(sim: &mut Sim, namespace: &Text, line: &str) -> Result<(), ApiError> {
    let asked = command(sim, namespace, line);
    let mut refusal = asked.failed.then(|| ApiError::client(asked.err.trim_end().to_owned()));
    let mut accepted = false;
    let cause = sim.world.cause;
    for (command, _) in &asked.commands {
        sim.world.cause = cause;
        match carry_out(sim, command) {
            Ok(()) => accepted = true,
            Err(error) => refusal = refusal.or(Some(error)),
        }
        sim.deliver();
    }
    match refusal {
        Some(error) if !accepted => Err(error),
        Some(_) | None => Ok(()),
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
        return pods::create(sim, pod);
    }
    let checked = Server::of(sim.settings()).create(write(&resource))?;
    if let Resource::Node(node) = checked {
        nodes::create(sim, node);
    } else {
        objects::create(sim, checked)?;
    }
    Ok(())
}

/// Acts on the running instance of a container. A sync that waited for what happens goes on.
fn of_running(
    sim: &mut Sim,
    id: PodId,
    container: &Text,
    happen: impl FnOnce(&mut Context<'_>, &mut PodWorker, InstanceId) -> bool,
) -> Result<(), ApiError> {
    let running = sim.with_worker(id, |cx, worker| {
        use crate::kubelet::runtime::InstanceState;
        let newest = worker.runtime.newest(container).filter(|i| i.state == InstanceState::Running);
        let Some(instance) = newest.map(|i| i.id) else { return false };
        if happen(cx, worker, instance) {
            sync::advance(cx, worker);
        }
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
        cx.runtime_changed(worker, Fact::SandboxKilled, Rule::P418);
        for instance in running {
            if stop::exit(cx, worker, instance, 137, Text::default(), &Text::default(), Rule::P418)
            {
                sync::advance(cx, worker);
            }
        }
    });
}
