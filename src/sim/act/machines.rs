//! Commands for machines: faults, and what uses up their resources. Chapter 10 of the rule book.

use crate::apiserver::error::ApiError;
use crate::apiserver::nodes;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::command::NodeFault;
use crate::cluster::event::NodeEvent;
use crate::cluster::fact::{Fact, MachineEvent, Supply};
use crate::cluster::machines::{Connectivity, RUNTIME_GRACE};
use crate::cluster::pressure::{EvictionSignal, capacity};
use crate::cluster::world::{NodeId, World};
use crate::controller::node_lifecycle;
use crate::kubelet::eviction::rounds;
use crate::kubelet::node_status;
use crate::manifest::Wrong;
use crate::rules::{Feature, Rule};
use crate::sim::Sim;
use crate::sim::power::{go_off, node_reference, plan, set_connectivity, stop_machine};

/// Milliseconds after which a machine that is switched on sends its first heartbeat.
const BOOT: u64 = 1000;

pub(super) fn machine(sim: &Sim, name: &Text) -> Result<NodeId, ApiError> {
    sim.world.machine_named(name).ok_or_else(|| ApiError::not_found("nodes", name))
}

/// Makes something happen to a machine. Rules P-1005, P-1015, P-1017, P-141.
pub(super) fn disturb(sim: &mut Sim, name: &Text, fault: NodeFault) -> Result<(), ApiError> {
    let id = machine(sim, name)?;
    let connectivity = sim.world.machines.connectivity(id);
    let node = || name.clone();
    let refuse = |why: Wrong| Err(ApiError::client(why));
    let refuse_as = |why: &str| Err(ApiError::client(format!("machine {name} {why}")));
    match fault {
        NodeFault::CutOff if !connectivity.is_heard() => refuse(Wrong::NodeCutOff { node: node() }),
        NodeFault::Reconnect if connectivity != Connectivity::CutOff => {
            refuse(Wrong::NodeHeard { node: node() })
        }
        NodeFault::RestartKubelet if connectivity != Connectivity::Up => {
            refuse(Wrong::NodeCutOff { node: node() })
        }
        NodeFault::PowerOff
        | NodeFault::FailDisk
        | NodeFault::Crash
        | NodeFault::StopRuntime
        | NodeFault::StartRuntime
        | NodeFault::StopPlugin
        | NodeFault::StartPlugin
            if !connectivity.runs() =>
        {
            refuse(Wrong::NodeOff { node: node() })
        }
        NodeFault::PowerOn if connectivity.runs() => refuse(Wrong::NodeOn { node: node() }),
        NodeFault::PowerOn if connectivity == Connectivity::Broken && !sim.world.is_deleted(id) => {
            refuse(Wrong::NodeDisk { node: node() })
        }
        NodeFault::StopRuntime | NodeFault::StartRuntime => {
            let stop = fault == NodeFault::StopRuntime;
            if stop != sim.world.machines.has_runtime(id) {
                return refuse_as(if stop {
                    "has no runtime that answers"
                } else {
                    "has its runtime"
                });
            }
            set_runtime(sim, id, stop);
            Ok(())
        }
        NodeFault::StopPlugin | NodeFault::StartPlugin => {
            let stop = fault == NodeFault::StopPlugin;
            if stop == sim.world.machines.get(id).is_some_and(|machine| machine.network_down) {
                return refuse_as(if stop {
                    "has no network plugin"
                } else {
                    "has its network plugin"
                });
            }
            sim.world.machines.of(id).network_down = stop;
            let event =
                if stop { MachineEvent::NetworkStopped } else { MachineEvent::NetworkStarted };
            record_event(&mut sim.world, id, event, Rule::P1002);
            let now = sim.world.now;
            node_status::changed(&mut sim.world, id, now);
            Ok(())
        }
        NodeFault::DisableAppArmor | NodeFault::EnableAppArmor => {
            let off = fault == NodeFault::DisableAppArmor;
            if off == sim.world.machines.get(id).is_some_and(|machine| machine.no_app_armor) {
                return refuse(if off {
                    Wrong::NodeNoApparmor { node: node() }
                } else {
                    Wrong::NodeApparmor { node: node() }
                });
            }
            sim.world.machines.of(id).no_app_armor = off;
            let event =
                if off { MachineEvent::AppArmorDisabled } else { MachineEvent::AppArmorEnabled };
            record_event(&mut sim.world, id, event, Rule::P305);
            Ok(())
        }
        NodeFault::CutOff => {
            set_connectivity(sim, id, Connectivity::CutOff, Rule::P1005);
            node_lifecycle::fell_silent(&mut sim.world, id);
            Ok(())
        }
        NodeFault::Reconnect => {
            let since = sim.world.machines.of(id).since;
            set_connectivity(sim, id, Connectivity::Returning, Rule::P1015);
            let now = sim.world.now;
            let heard = sim.world.next_heartbeat(now);
            let informed = sim.world.until_watch(since);
            plan(&mut sim.world, id, NodeEvent::HeardAgain, heard);
            let at = sim.world.now + informed;
            plan(&mut sim.world, id, NodeEvent::WatchResumed, at);
            sim.plan_report(id);
            Ok(())
        }
        NodeFault::PowerOff | NodeFault::FailDisk => {
            let broken = fault == NodeFault::FailDisk;
            if broken {
                set_connectivity(sim, id, Connectivity::Broken, Rule::P141);
                stop_machine(sim, id, true);
            } else {
                go_off(sim, id, Rule::P1019);
            }
            Ok(())
        }
        NodeFault::Crash => {
            record_event(&mut sim.world, id, MachineEvent::Crashed, Rule::P1017);
            sim.crash(id);
            Ok(())
        }
        NodeFault::RestartKubelet => {
            sim.restart_kubelet(id);
            Ok(())
        }
        NodeFault::PowerOn => {
            // A machine that runs for the first time has not rebooted.
            let is_new = sim.world.machines.of(id).is_new;
            set_connectivity(
                sim,
                id,
                Connectivity::Returning,
                if is_new { Rule::P1005 } else { Rule::P1017 },
            );
            if sim.world.is_deleted(id) {
                // A kubelet that starts creates its Node object if there is none.
                register(sim, id);
            }
            let at = sim.world.now + BOOT;
            plan(&mut sim.world, id, NodeEvent::HeardAgain, at);
            plan(&mut sim.world, id, NodeEvent::WatchResumed, at);
            if !is_new {
                node_status::rebooted(&mut sim.world, id);
            }
            Ok(())
        }
    }
}

/// Tells a machine to shut down. Its kubelet first ends the Pods, if it has time for that. Rules P-1018, K-33.
pub(super) fn shut_down(
    sim: &mut Sim,
    name: &Text,
    grace: u64,
    critical: u64,
) -> Result<(), ApiError> {
    let id = machine(sim, name)?;
    let node = || name.clone();
    let refuse = |why: Wrong| Err(ApiError::client(why));
    let refuse_as = |why: &str| Err(ApiError::client(format!("machine {name} {why}")));
    if !sim.world.machines.connectivity(id).runs() {
        return refuse(Wrong::NodeOff { node: node() });
    }
    if sim.world.machines.get(id).is_some_and(|machine| machine.shutdown.is_some()) {
        return refuse_as("is being shut down");
    }
    if critical > grace {
        return Err(ApiError::client(format!(
            "invalid configuration: shutdownGracePeriodCriticalPods {critical}s must be <= shutdownGracePeriod {grace}s"
        )));
    }
    if grace == 0 || !sim.world.release().has(Feature::GracefulNodeShutdown) {
        go_off(sim, id, Rule::P1019);
        return Ok(());
    }
    record_event(&mut sim.world, id, MachineEvent::ShuttingDown, Rule::P1018);
    sim.shut_down(id, grace, critical);
    Ok(())
}

/// Makes something that is not a Pod use so much of a machine that only `available` is left, or frees what it used.
/// Rule P-1021.
pub(super) fn consume_node_resource(
    sim: &mut Sim,
    name: &Text,
    signal: EvictionSignal,
    available: Option<i64>,
) -> Result<(), ApiError> {
    let id = machine(sim, name)?;
    if !sim.world.machines.connectivity(id).runs() {
        return Err(ApiError::client(Wrong::NodeOff { node: name.clone() }));
    }
    let Some(node) = sim.world.last_node(id).cloned() else { return Ok(()) };
    let used = sim.kubelets.get(id as usize).map_or(0, |kubelet| kubelet.used(&sim.world, signal));
    let free = capacity(&node, signal) - used;
    let taken = available.map_or(0, |left| (free - left).max(0));
    *sim.world.machines.of(id).taken.of_mut(signal) = taken;
    let supply = if available.is_some() { Supply::Short } else { Supply::Enough };
    let object = node_reference(&sim.world, id);
    sim.world.record(object.into(), Fact::Resource { signal, supply }, Rule::P1021);
    rounds::plan(&mut sim.world, id);
    Ok(())
}

/// Plans an eviction round of all kubelets, after a person has changed how much containers use. Rule P-1021.
pub(super) fn usage_told(world: &mut World) {
    for name in world.machine_names() {
        if let Some(id) = world.machine_named(&name) {
            rounds::plan(world, id);
        }
    }
}

/// Stops the container runtime of a machine, or makes it answer again. Rule P-1002.
fn set_runtime(sim: &mut Sim, id: NodeId, stop: bool) {
    let now = sim.world.now;
    sim.world.machines.of(id).runtime_down = stop.then_some(now);
    let event = if stop { MachineEvent::RuntimeStopped } else { MachineEvent::RuntimeStarted };
    record_event(&mut sim.world, id, event, Rule::P1002);
    sim.world.machines.of(id).runtime_cause = sim.world.cause;
    let noticed = if stop { now + RUNTIME_GRACE } else { now };
    node_status::changed(&mut sim.world, id, noticed);
    if !stop {
        sim.runtime_answers(id);
    }
}

fn record_event(world: &mut World, id: NodeId, event: MachineEvent, rule: Rule) {
    let object = node_reference(world, id);
    world.record(object.into(), Fact::Machine(event), rule);
}

/// Creates a new Node object for a machine whose object was deleted.
fn register(sim: &mut Sim, id: NodeId) {
    let Some(last) = sim.world.last_node(id).cloned() else { return };
    let mut node = (*last).clone();
    node.spec.taints.clear();
    node.spec.unschedulable = false;
    node.status.conditions.clear();
    node.metadata.creation_timestamp = Some(Timestamp::of(sim.world.now));
    let object = node_reference(&sim.world, id);
    sim.world.record(object.into(), Fact::Created, Rule::P1013);
    nodes::put(&mut sim.world, node);
    let machine = sim.world.machines.of(id);
    machine.deleted = None;
    machine.is_new = false;
}
