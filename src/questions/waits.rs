//! What does not happen yet: everything that waits at the present moment, and what it waits for.
//!
//! Each wait is read from the state by which the component in question decides. Nothing is guessed from what the API
//! shows.

mod claims;
mod container;
mod deployment;
mod found;
mod node;
mod pod;
mod wait;

pub use claims::claim_to_come;
pub use wait::{MissingObject, Probing, Seen, Wait, WaitKind};

use crate::api::ObjectRef;
use crate::cluster::work_queue::Controller;
use crate::cluster::world::PodId;
use crate::controller::stateful_set::outlook::Need;
use crate::controller::stateful_set::run::outlook;
use crate::rules::Rule;
use crate::sim::Sim;

/// Returns everything that waits now: Pods, then claims, then nodes, then sets, then Deployments, each in the order of creation.
///
/// ```
/// use podlab::api::ObjectRef;
/// use podlab::files::scenario_file::read;
/// use podlab::questions::waits::{WaitKind, waits};
/// use podlab::{ReadOptions, Rule, manifest::Diagnostic};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {schedulingGates: [{name: quota}],
///   containers: [{name: app, image: nginx}]}}";
/// let scenario = read(text, &ReadOptions::default())?;
/// let player = scenario.play(scenario.settings());
/// let found = waits(&player.sim);
/// assert_eq!((&found[0].object, found[0].rule), (&ObjectRef::pod("default", "web"), Rule::P903));
/// assert_eq!((&found[0].kind, found[0].until), (&WaitKind::SchedulingGate("quota".into()), None));
/// # Ok(())
/// # }
/// ```
pub fn waits(sim: &Sim) -> Vec<Wait> {
    let mut waits = Vec::new();
    for id in 0..sim.world().pod_count() as PodId {
        pod::collect(sim, id, &mut waits);
    }
    claims::collect(sim, &mut waits);
    node::nodes(sim, &mut waits);
    sets(sim, &mut waits);
    deployment::collect(sim, &mut waits);
    waits
}

/// Returns what one Pod waits for.
pub fn of_pod(sim: &Sim, id: PodId) -> Vec<Wait> {
    let mut waits = Vec::new();
    pod::collect(sim, id, &mut waits);
    waits
}

/// Adds what sets wait for, apart from what their Pods wait for.
fn sets(sim: &Sim, waits: &mut Vec<Wait>) {
    let objects = &sim.world().objects;
    for (key, set) in objects.sets.iter() {
        let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
        let mut wait = |kind, until, rule| {
            let object = ObjectRef::stateful_set(namespace.clone(), name.clone());
            waits.push(Wait { object, pod: None, kind, until, rule });
        };
        let looks = objects.queue.next_look(Controller::StatefulSet, key);
        if let Some(until) = looks {
            let failures = objects.queue.failures(Controller::StatefulSet, key);
            wait(WaitKind::Controller { failures }, Some(until), Rule::S29);
        }
        let outlook = outlook(sim.world(), set);
        if let (None, Some((_, pod, after))) = (looks, outlook.next)
            && after.is_empty()
        {
            wait(WaitKind::Asleep(pod), None, Rule::S29);
        }
        for held in outlook.waits {
            let until = match held.need {
                Need::Available(at) => Some(at.max(sim.now())),
                Need::Gone | Need::Ready | Need::Claim(_) => None,
            };
            let (stage, pod, need) = (held.stage, held.pod, held.need);
            wait(WaitKind::Set { stage, pod, need }, until, held.rule);
        }
        if set.metadata.deletion_timestamp.is_some() {
            let left = objects.members(namespace, name).count();
            wait(WaitKind::Dependents(left), None, Rule::G05);
        }
    }
}
