//! Looks on at a set and holds what is true of every StatefulSet at every moment.

use crate::common::NAMESPACE;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{StatefulSet, ordinal, revision_of};
use podlab::api::status::{PodPhase, READY};
use podlab::base::time::SimTime;
use podlab::cluster::fact::{Decision, Fact};
use podlab::cluster::world::{WatchType, Watched};
use podlab::rules::Rule;
use podlab::sim::Sim;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the watch has shown so far.
#[derive(Default)]
pub struct Watcher {
    pods: BTreeMap<String, Rc<Pod>>,
    set: Option<Rc<StatefulSet>>,
}

fn is_ready(pod: &Pod) -> bool {
    pod.status.phase == Some(PodPhase::Running) && pod.status.is_true(READY)
}

fn is_leaving(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_some()
}

impl Watcher {
    /// Lets time pass until a moment and looks at every step.
    pub fn run(&mut self, sim: &mut Sim, until: SimTime) {
        self.look(sim);
        while sim.next_event_time().is_some_and(|next| next <= until) {
            sim.step();
            self.look(sim);
        }
        sim.run_until(until);
    }

    /// Looks at what happened since the last look.
    pub fn look(&mut self, sim: &mut Sim) {
        // What the controller decided, it decided on what was there before.
        for change in sim.take_changes() {
            assert!(change.has_rule_of_its_kind(), "{change:?}");
            assert!(change.rule.releases().contains(sim.settings().release), "{change:?}");
            if let Fact::Decision { decision: Decision::Delete, name, .. } = &change.fact {
                self.deleted(name, change.rule);
            }
        }
        for event in sim.take_watch() {
            match (event.kind, event.object) {
                (WatchType::Added, Watched::Pod(pod)) => self.created(sim, pod),
                (WatchType::Modified, Watched::Pod(pod)) => {
                    let old = self.pods.insert(pod.metadata.name.to_string(), Rc::clone(&pod));
                    let same = old.is_some_and(|old| old.metadata.uid == pod.metadata.uid);
                    assert!(same, "{} was changed and is not there", pod.metadata.name);
                }
                (WatchType::Deleted, Watched::Pod(pod)) => {
                    let old = self.pods.remove(pod.metadata.name.as_str());
                    let same = old.is_some_and(|old| old.metadata.uid == pod.metadata.uid);
                    assert!(same, "{} went and was not there", pod.metadata.name);
                }
                (WatchType::Deleted, Watched::PersistentVolumeClaim(claim)) => {
                    panic!("claim {} went under Retain", claim.metadata.name);
                }
                (WatchType::Deleted, Watched::StatefulSet(_)) => self.set = None,
                (_, Watched::StatefulSet(set)) => {
                    check_counters(&set);
                    self.set = Some(set);
                }
                _ => {}
            }
        }
        super::syncs::check(sim);
    }

    /// I-1, I-2, I-8.
    fn created(&mut self, sim: &Sim, pod: Rc<Pod>) {
        let name = pod.metadata.name.to_string();
        for claim in podlab::cluster::tables::claims_of(&pod) {
            let found = sim.world().objects.claims.named(&NAMESPACE, &claim);
            assert!(found.is_some(), "{name} lacks its claim");
        }
        if let Some(set) = self.set.as_ref().filter(|set| !set.spec.is_parallel()) {
            for lower in set.spec.start()..ordinal(&pod) {
                let lower = format!("web-{lower}");
                let well = self.pods.get(&lower).is_some_and(|p| is_ready(p) && !is_leaving(p));
                assert!(well, "{name} came although {lower} is not Running and Ready");
            }
        }
        assert!(self.pods.insert(name.clone(), pod).is_none(), "there are two Pods {name}");
    }

    /// I-4 to I-7: the controller deletes a Pod, by a rule.
    fn deleted(&self, name: &str, rule: Rule) {
        let (Some(set), Some(pod)) = (&self.set, self.pods.get(name)) else {
            panic!("{rule}: the controller deletes {name}, which is not there")
        };
        let (spec, number) = (&set.spec, ordinal(pod));
        assert!(rule == Rule::S35 || !is_leaving(pod), "{rule}: {name} is deleted twice");
        let kept = |number: i64| spec.has_ordinal(number);
        match rule {
            Rule::S40 => {
                assert!(!kept(number), "{name} is within the range");
                let own =
                    |p: &Pod| p.metadata.owner_references.iter().any(|o| o.uid == set.metadata.uid);
                let higher =
                    self.pods.values().find(|p| ordinal(p) > number && !kept(ordinal(p)) && own(p));
                let higher = higher.map(|p| p.metadata.name.to_string());
                assert_eq!(higher, None, "{name} is scaled away before its successor");
                // Of those that are not well only the lowest may be scaled away. Rules S-43, S-44.
                let mut lower = self.pods.values().filter(|p| own(p) && ordinal(p) < number);
                let broken = lower.find(|p| !kept(ordinal(p)) && (!is_ready(p) || is_leaving(p)));
                assert!(
                    is_ready(pod) || broken.is_none(),
                    "{name} goes before one that is not well"
                );
                for slot in spec.start()..spec.start() + spec.replicas() {
                    let slot = format!("web-{slot}");
                    let well = self.pods.get(&slot).is_some_and(|p| is_ready(p));
                    assert!(well, "{name} is scaled away although {slot} is not Running and Ready");
                }
            }
            Rule::S42 => assert!(!kept(number) && spec.is_parallel(), "{name} is scaled away"),
            Rule::S50 => {
                assert!(spec.is_rolling(), "{name} is updated under OnDelete");
                let first = spec.start() + spec.partition();
                assert!(number >= first, "{name} is updated below the partition {first}");
                let newest = set.status.update_revision.as_str();
                for higher in number + 1..spec.start() + spec.replicas() {
                    let higher = format!("web-{higher}");
                    let well =
                        self.pods.get(&higher).is_some_and(|p| is_ready(p) && !is_leaving(p));
                    assert!(well, "{name} is updated although {higher} is not well");
                    // The status tells of the newest revision a sync later.
                    let known = set.status.observed_generation == set.metadata.generation;
                    let updated = self.pods.get(&higher).is_some_and(|p| revision_of(p) == newest);
                    assert!(updated || !known, "{name} is updated before {higher}");
                }
            }
            Rule::S35 | Rule::S36 => {
                let ended = pod.status.phase().is_terminal();
                assert!(ended && kept(number), "{rule}: {name} has not ended");
            }
            other => panic!("{name} is deleted by rule {other}"),
        }
    }

    /// The Pods there are, by name.
    pub fn names(&self) -> Vec<String> {
        self.pods.keys().cloned().collect()
    }
}

/// I-7b, I-9.
fn check_counters(set: &StatefulSet) {
    let status = &set.status;
    let most = status.replicas;
    let counters = [
        status.available_replicas,
        status.ready_replicas,
        status.current_replicas,
        status.updated_replicas,
    ];
    assert!(counters.iter().all(|count| (0..=most).contains(count)), "{status:?}");
    assert!(status.available_replicas <= status.ready_replicas, "{status:?}");
}
