//! Shutdowns that the kubelet knows of: it ends the Pods before the machine is switched off, the critical ones last.
//! Rule P-1018.
//! Models kubernetes pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go.

use super::Sim;
use crate::api::ObjectRef;
use crate::api::ResourceKind;
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::machines::Shutdown;
use crate::cluster::world::NodeId;
use crate::kubelet::worker::End;
use crate::kubelet::{node_status, sync};
use crate::rules::Rule;
use crate::sim::power::go_off;

/// The `status.message` of these Pods.
const MESSAGE: &str = "Pod was terminated in response to imminent node shutdown.";

impl Sim {
    /// Begins a shutdown. The Pods have `grace` seconds to end, and the last `critical` of them are for critical Pods.
    pub(crate) fn shut_down(&mut self, node: NodeId, grace: u64, critical: u64) {
        let until = self.world.now;
        self.world.machines.of(node).shutdown = Some(Shutdown { critical, is_last: false, until });
        let cause = self.world.cause;
        // The kubelet posts at once that the node is not Ready.
        node_status::post(&mut self.world, node);
        self.world.cause = cause;
        self.end_group(node, false, grace - critical);
        self.world.cause = cause;
    }

    /// Ends the critical Pods, or the others, within this many seconds.
    fn end_group(&mut self, node: NodeId, critical: bool, seconds: u64) {
        let world = &mut self.world;
        let until = world.now + seconds * 1000;
        if let Some(shutdown) = &mut world.machines.of(node).shutdown {
            *shutdown = Shutdown { is_last: critical, until, ..*shutdown };
        }
        let token = world.machines.of(node).token;
        let ended = SimEvent::OfNode { node, what: NodeEvent::ShutdownContinued, token };
        world.schedule_at(until, ended);
        let Some(kubelet) = self.kubelets.get_mut(node as usize) else { return };
        let (cause, name) = (world.cause, kubelet.node().name.clone());
        let pods = kubelet.active(critical);
        if pods.is_empty() {
            world.schedule(0, ended);
        }
        for pod in pods {
            world.cause = cause;
            kubelet.with(world, pod, |cx, worker| {
                let of_pod = worker.pod.metadata.name.clone();
                let object = ObjectRef::node(name.clone());
                let (decision, kind) = (Decision::ShutDown, ResourceKind::Pod);
                let fact = Fact::Decision { decision, kind, name: of_pod };
                cx.world.record(object.into(), fact, Rule::P1018);
                let own = worker.pod.spec.termination_grace_period_seconds.unwrap_or(30);
                let grace = own.min(seconds as i64);
                let end = End {
                    rule: Rule::P1018,
                    reason: "Terminated",
                    message: MESSAGE.into(),
                    grace,
                    disruption: MESSAGE.into(),
                };
                sync::end_by_kubelet(cx, worker, end);
            });
        }
    }

    /// Continues a shutdown after a Pod has ended or the time of its group is over.
    pub(super) fn go_on_shutting_down(&mut self, node: NodeId) {
        let Some(shutdown) = self.world.machines.of(node).shutdown else { return };
        let is_over = shutdown.until <= self.world.now;
        let Some(kubelet) = self.kubelets.get(node as usize) else { return };
        if !is_over && !kubelet.active(shutdown.is_last).is_empty() {
            return;
        }
        if shutdown.is_last {
            go_off(self, node, Rule::P1018);
        } else {
            self.end_group(node, true, shutdown.critical);
        }
    }
}
