//! Numbers that stand for the state of a simulation, the same natively and in Wasm.
//!
//! Every function takes the state apart by naming all fields, so that a new field does not compile until it is named here.
//!
//! `of` stands for one state. Every field of the simulation is in it, but
//!
//! - the commands carried out so far, and how many events have happened: they say how the state came about;
//! - of the world, the changes and the watch entries that were not taken yet, the cause of what happens now, the
//!   writes that are to be handed to the components, of which there are none between two events, and indexes.
//!
//! [`shape()`] stands for all states with the same future. Every field is in it, but
//!
//! - the clock. Moments count as distances from now, up to the distance that makes no difference, and now as its place
//!   in the longest period of the checks that can come;
//! - made-up names: UIDs, resource versions, addresses, container ids, volumes that were created for a claim, and the
//!   seed. Numbers of objects and of instances count as places among those that exist;
//! - causes, and the numbers of changes;
//! - Events with their counters, and messages, which follow from the rest or from made-up names;
//! - what follows from other fields: indexes, which Pods of a set are settled, and the status that a kubelet need not
//!   write again;
//! - answers of scripts that later ones override;
//! - tokens of waits, requeues, probes and connections: outdated events do not count, and the others have the present token.

mod machines;
mod queue;
mod scripts;
mod shape;
mod worker;

use crate::base::digest::Digest;
use crate::sim::Sim;

pub use shape::{Depth, shape};

/// Returns the fingerprint of a simulation: a number for everything that it holds.
pub(crate) fn of(sim: &Sim) -> u64 {
    let Sim { world, kubelets, images, kubelet_of_pod, commands: _, handled: _ } = sim;
    let mut digest = Digest::default();
    world.digest(&mut digest);
    digest.debug(&(kubelets, images, kubelet_of_pod));
    digest.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::core::{ConfigMap, PriorityClass, Secret, Service};
    use crate::api::endpoints::{EndpointSlice, Endpoints};
    use crate::api::persistent_volume::PersistentVolume;
    use crate::api::pod::Pod;
    use crate::api::storage::StorageClass;
    use crate::base::rng::Rng;
    use crate::base::time::SimTime;
    use crate::cluster::cause::Cause;
    use crate::cluster::event::SimEvent;
    use crate::cluster::machines::Crossed;
    use crate::cluster::plan::RuntimeRule;
    use crate::cluster::work_queue::{Controller, Waiting};
    use crate::cluster::world::Settings;
    use std::rc::Rc;

    /// Returns the shapes of one state after each of these acts.
    fn shapes(acts: &[&dyn Fn(&mut Sim)]) -> Vec<[u64; 2]> {
        let of = |act: &&dyn Fn(&mut Sim)| {
            let mut sim = Sim::with_nodes(Settings::default(), 1);
            act(&mut sim);
            [Depth::Exact, Depth::Settled].map(|depth| shape(&sim, depth))
        };
        acts.iter().map(of).collect()
    }

    #[test]
    fn a_shape_tells_apart_of_what_a_machine_is_short() {
        let crossed = |sim: &mut Sim, what: usize, which: usize| {
            let crossed = Crossed { since: SimTime::ZERO, is_met: true };
            sim.world.machines.of(0).crossed[what][which] = Some(crossed);
        };
        let pressed = |sim: &mut Sim, what: usize| {
            sim.world.machines.of(0).pressed[what] = Some(SimTime::ZERO);
        };
        let all = shapes(&[
            &|sim| sim.world.machines.of(0).round = false,
            &|sim| crossed(sim, 0, 0),
            &|sim| crossed(sim, 1, 0),
            &|sim| crossed(sim, 1, 1),
            &|sim| crossed(sim, 2, 1),
            &|sim| pressed(sim, 0),
            &|sim| pressed(sim, 1),
        ]);
        for (index, one) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other[0] != one[0] && other[1] != one[1]));
        }
    }

    /// Returns a cluster with a Pod that runs.
    fn cluster() -> Sim {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        let pod = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
        for object in crate::api::read(pod, &crate::api::ReadOptions::default()).unwrap() {
            sim.apply(crate::cluster::command::Command::Create(Box::new(object))).unwrap();
        }
        sim.run_until(SimTime::from_seconds(60));
        sim
    }

    /// A part of a state, and how to change it.
    type Part<'a> = (&'static str, &'a dyn Fn(&mut Sim));

    #[test]
    fn each_part_of_a_state_counts_in_its_fingerprint() {
        let parts: [Part<'_>; 19] = [
            ("nothing", &|_| ()),
            ("the time", &|sim| sim.world.now = SimTime(sim.world.now.0 + 1)),
            ("random numbers", &|sim| sim.world.rng = Rng::new(7)),
            ("the queue", &|sim| {
                let (at, event) = (SimTime::from_seconds(99), SimEvent::PodsCollected);
                sim.world.queue.push(at, event, Cause::Start);
            }),
            ("a later event in the queue", &|sim| {
                let (at, event) = (SimTime::from_seconds(100), SimEvent::PodsCollected);
                sim.world.queue.push(at, event, Cause::Start);
            }),
            ("the work queue", &|sim| {
                let key = (Controller::StatefulSet, 7);
                sim.world.objects.queue.waiting.insert(key, Waiting::default());
            }),
            ("a worker", &|sim| {
                sim.with_worker(0, |_, worker| worker.mount_attempts += 1);
            }),
            ("an image of a node", &|sim| sim.set_image(&"other".into(), true)),
            ("a Pod", &|sim| {
                let mut pod = Pod::clone(sim.world.pod(0).unwrap());
                pod.status.reason = "Other".into();
                sim.world.put_pod(0, Some(Rc::new(pod)));
            }),
            ("a Service", &|sim| {
                sim.world.objects.services.add(Rc::new(Service::default()));
            }),
            ("endpoints", &|sim| {
                sim.world.objects.endpoints.add(Rc::new(Endpoints::default()));
            }),
            ("a slice", &|sim| {
                sim.world.objects.endpoint_slices.add(Rc::new(EndpointSlice::default()));
            }),
            ("a ConfigMap", &|sim| sim.world.put_config_map(ConfigMap::default())),
            ("a Secret", &|sim| sim.world.put_secret(Secret::default())),
            ("a priority class", &|sim| sim.world.put_priority_class(PriorityClass::default())),
            ("a storage class", &|sim| {
                let class = Rc::new(StorageClass::default());
                sim.world.objects.classes.insert("other".into(), class);
            }),
            ("a volume", &|sim| {
                sim.world.objects.volumes.add(Rc::new(PersistentVolume::default()));
            }),
            ("what containers do", &|sim| {
                sim.world.scripts.add_rule(RuntimeRule::default(), Cause::Start);
            }),
            ("a machine", &|sim| sim.world.machines.of(0).network_down = true),
        ];
        let cluster = cluster();
        let of = |(name, change): &Part<'_>| {
            let mut sim = cluster.clone();
            change(&mut sim);
            (*name, super::of(&sim))
        };
        let all: Vec<(&str, u64)> = parts.iter().map(of).collect();
        for (index, (name, one)) in all.iter().enumerate() {
            let same = all[..index].iter().find(|(_, other)| one == other);
            assert_eq!(same, None, "as {name}");
        }
    }
}
