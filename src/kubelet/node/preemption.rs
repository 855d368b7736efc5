//! Ends Pods to make room for a critical Pod. Rule P-120.
//! Models kubernetes pkg/kubelet/preemption/preemption.go.
//!
//! The kubelet ends one Pod after the other, each with its own grace period. It admits the critical Pod when all of
//! them are down.
//! Simplified: until then the kubelet admits no other Pod, but goes on with the Pods that it has. A real kubelet
//! does nothing for those until then.

use super::admission::{Verdict, judge, refused_at_last, reject};
use crate::api::ObjectRef;
use crate::api::ResourceKind;
use crate::api::core::EventType;
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::world::{PodId, World};
use crate::kubelet::worker::{End, PodWorker, PodWorkerState};
use crate::kubelet::{Admissions, Context, Kubelet, sync};
use crate::rules::Rule;

/// `status.reason` of a Pod that was ended for a critical Pod, and the reason of the Event.
const PREEMPTING: &str = "Preempting";
const MESSAGE: &str = "Preempted in order to admit critical pod";
/// The message of the condition DisruptionTarget. Rule P-213.
const DISRUPTION: &str = "Pod was preempted by Kubelet to accommodate a critical pod.";

impl Kubelet {
    /// Returns the Pods that are not admitted yet.
    pub(crate) fn admissions(&self) -> &Admissions {
        &self.admissions
    }

    /// Returns whether a new Pod has to wait because other Pods are ending to make room. If so, remembers the Pod.
    pub(in crate::kubelet) fn holds(&mut self, id: PodId) -> bool {
        let waits = self.admissions.room.is_some();
        if waits {
            self.hold(id);
        }
        waits
    }

    /// Adds a Pod to those that wait to be admitted.
    pub(super) fn hold(&mut self, id: PodId) {
        if !self.admissions.held.contains(&id) {
            self.admissions.held.push_back(id);
        }
    }

    /// Admits a Pod, refuses it, or lets it wait for room. Rules P-120, P-122.
    pub(in crate::kubelet) fn admit(&mut self, world: &mut World, id: PodId) {
        let Some(worker) = self.pods.get(&id) else { return };
        let is_deleted = worker.is_deleted();
        let verdict = if is_deleted {
            // The node learns of the Pod and of its deletion at the same time, and starts nothing. Rule P-806.
            Verdict::Admitted
        } else {
            judge(world, &self.node, &self.pods, &worker.pod, id)
        };
        if let Verdict::NeedsRoom(victims) = verdict {
            self.with(world, id, |_, worker| worker.is_admitted = false);
            self.admissions.room = Some((id, victims));
            return self.go_on_admitting(world);
        }
        self.with(world, id, |cx, worker| {
            worker.is_admitted = true;
            match verdict {
                Verdict::Refused(refusal) => reject(cx, worker, &refusal),
                _ if is_deleted => sync::delete(cx, worker),
                Verdict::Admitted | Verdict::NeedsRoom(_) => sync::trigger(cx, worker),
            }
        });
    }

    /// Ends the next Pod that must end. When all are down, admits the critical Pod and the Pods that arrived meanwhile.
    pub(in crate::kubelet) fn go_on_admitting(&mut self, world: &mut World) {
        loop {
            let Some((critical, victims)) = &mut self.admissions.room else {
                // A kubelet that is cut off learns later what happened meanwhile to a Pod that it had not admitted. The
                // Pods behind it do not wait for that.
                let hears = Context { world, node: &mut self.node }.hears();
                let known = |id: &PodId| hears || self.pods.contains_key(id);
                let Some(place) = self.admissions.held.iter().position(known) else { return };
                let Some(next) = self.admissions.held.remove(place) else { return };
                if !self.pods.contains_key(&next) {
                    self.notice(world, next);
                } else if self.pods.get(&next).is_some_and(|worker| !worker.is_admitted) {
                    self.admit(world, next);
                }
                continue;
            };
            let critical = *critical;
            let Some(victim) =
                victims.front().copied().filter(|_| self.pods.contains_key(&critical))
            else {
                self.admissions.room = None;
                let worker = self.pods.get(&critical).filter(|worker| !worker.is_deleted());
                let refusal = worker.and_then(|w| refused_at_last(world, self.node.id, &w.pod));
                self.with(world, critical, |cx, worker| {
                    worker.is_admitted = true;
                    match refusal {
                        Some(refusal) => reject(cx, worker, &refusal),
                        None => sync::trigger(cx, worker),
                    }
                });
                continue;
            };
            let is_down = |worker: &PodWorker| {
                let runs = worker.task.is_some() || worker.runtime.running().next().is_some();
                let over = worker.stage >= PodWorkerState::Terminated;
                over || worker.known_status().phase().is_terminal() && !runs
            };
            match self.pods.get(&victim) {
                Some(worker) if is_down(worker) => {}
                None => {}
                Some(worker) if worker.end.as_ref().is_some_and(|end| end.reason == PREEMPTING) => {
                    return;
                }
                // Without its runtime the kubelet cannot end a Pod.
                Some(_) if !world.machines.has_runtime(self.node.id) => return,
                Some(_) => {
                    let cause = world.cause;
                    self.preempt(world, victim);
                    world.cause = cause;
                    continue;
                }
            }
            if let Some((_, victims)) = &mut self.admissions.room {
                victims.pop_front();
            }
        }
    }

    fn preempt(&mut self, world: &mut World, victim: PodId) {
        let object = ObjectRef::node(self.node.name.clone());
        self.with(world, victim, |cx, worker| {
            let (decision, name) = (Decision::Preempt, worker.pod.metadata.name.clone());
            let fact = Fact::Decision { decision, kind: ResourceKind::Pod, name };
            cx.world.record(object.into(), fact, Rule::P120);
            cx.record_event(worker, None, EventType::Warning, PREEMPTING, MESSAGE.into());
            // The kubelet gives no grace period of its own, so the Pod's counts, or the one of its deletion.
            let own = worker.pod.spec.termination_grace_period_seconds.unwrap_or(30);
            let asked = worker.pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
            let (grace, disruption) = (own.max(asked), DISRUPTION.into());
            let end = End {
                rule: Rule::P120,
                reason: PREEMPTING,
                message: MESSAGE.into(),
                grace,
                disruption,
            };
            sync::end_by_kubelet(cx, worker, end);
        });
    }
}
