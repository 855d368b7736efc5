//! Looks at a simulation after every step and says which rule was broken.

use podlab::api::pod::Pod;
use podlab::api::status::{CONTAINERS_READY, ContainerStatus, READY};
use podlab::apiserver::columns::pod_row;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::cause::Cause;
use podlab::cluster::machines::Connectivity;
use podlab::cluster::world::PodId;
use podlab::files::player::Player;
use podlab::rules::Feature;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Longest time between the end of a Pod's grace period and the moment it is gone, in milliseconds.
const REMOVAL: u64 = 120_000;

/// What has been seen so far.
#[derive(Default)]
pub struct Watcher {
    time: SimTime,
    changes: u64,
    pods: BTreeMap<PodId, Rc<Pod>>,
    /// Until when a deleted Pod must be gone.
    due: BTreeMap<PodId, SimTime>,
}

impl Watcher {
    /// Compares what there is with what was seen last.
    pub fn look(&mut self, player: &mut Player) -> Result<(), TestCaseError> {
        let now = player.sim.now();
        prop_assert!(now >= self.time, "time went back from {} to {now}", self.time);
        self.time = now;
        for change in player.sim.take_changes() {
            prop_assert_eq!(
                change.number,
                self.changes,
                "changes are numbered one after the other"
            );
            self.changes += 1;
            prop_assert_eq!(change.time, now, "a change of another time: {:?}", change);
            prop_assert!(change.has_rule_of_its_kind(), "a rule of another kind: {:?}", change);
            prop_assert!(
                change.rule.releases().contains(player.sim.settings().release),
                "a rule of another release: {:?}",
                change
            );
            match change.cause {
                Cause::Start => {}
                Cause::Command(command) => {
                    let known = player.sim.commands().len();
                    prop_assert!((command as usize) < known, "a cause to come: {:?}", change);
                }
                Cause::Change(cause) => {
                    prop_assert!(cause < change.number, "a cause to come: {:?}", change);
                }
            }
        }
        player.sim.take_watch();
        let release = player.sim.settings().release;
        let present: BTreeMap<PodId, Rc<Pod>> =
            player.sim.world().pods().map(|(id, pod)| (id, Rc::clone(pod))).collect();
        for (id, pod) in &present {
            let before = self.pods.get(id).cloned();
            if before.as_ref().is_some_and(|before| Rc::ptr_eq(before, pod)) {
                continue;
            }
            self.note_deletion(*id, pod, now);
            if !release.has(Feature::PodWorkerLifecycle) && pod.status.reason == "DeadlineExceeded"
            {
                // 1.20 looks no more at a Pod it has called Failed, so the containers it stops then run for ever in
                // the status; if the Pod was deleted before, it stays.
                self.due.remove(id);
            }
            if let Some(before) = before {
                compare(&before, pod, now)?;
            }
            let phase = pod.status.phase().as_str();
            prop_assert!(
                phase != "Running" || !pod.spec.node_name.is_empty(),
                "Running without a node"
            );
            let is_ready = |kind| pod.status.is_true(kind);
            prop_assert!(
                !is_ready(READY) || is_ready(CONTAINERS_READY),
                "{now} Ready, its containers are not"
            );
            let row = pod_row(pod, Timestamp::of(now), release);
            let (ready, all) = row.ready.split_once('/').unwrap_or_default();
            prop_assert!(
                ready.parse::<u32>().unwrap() <= all.parse::<u32>().unwrap(),
                "READY {}",
                row.ready
            );
            if ready == all {
                for status in pod.status.containers() {
                    let well = status.ready
                        && status.started == Some(true)
                        && status.state.running().is_some();
                    prop_assert!(well, "{now} READY {} with {status:?}", row.ready);
                }
            }
            // The flag of one container alone may be late: an answer that comes after its end is written as it is,
            // and the next sync takes it back. Rule P-618. The column counts only what runs.
            let runs = pod
                .status
                .containers()
                .iter()
                .filter(|status| status.ready && status.state.running().is_some());
            let sidecars = pod.spec.init_containers.len();
            let counted = ready.parse::<usize>().unwrap();
            prop_assert!(
                (runs.clone().count()..=runs.count() + sidecars).contains(&counted),
                "{}",
                row.ready
            );
        }
        self.due.retain(|id, _| present.contains_key(id));
        self.pods = present;
        self.excuse(player);
        self.overdue()
    }

    /// Looks once more when all is over.
    pub fn end(&mut self, player: &Player) -> Result<(), TestCaseError> {
        self.time = player.sim.now();
        self.excuse(player);
        self.overdue()
    }

    /// A kubelet that does not answer confirms nothing.
    fn excuse(&mut self, player: &Player) {
        for (id, due) in &mut self.due {
            let pod = &self.pods[id];
            if player.sim.world().connectivity_of(&pod.spec.node_name) != Connectivity::Up {
                let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or(0) as u64;
                *due = (*due).max(self.time + grace * 1000 + REMOVAL);
            }
        }
    }

    fn overdue(&self) -> Result<(), TestCaseError> {
        for (id, due) in &self.due {
            let pod = &self.pods[id];
            prop_assert!(
                *due >= self.time,
                "still there at {}: deleted, due {due}: {:?}",
                self.time,
                pod.status
            );
        }
        Ok(())
    }

    fn note_deletion(&mut self, id: PodId, pod: &Pod, now: SimTime) {
        let metadata = &pod.metadata;
        if metadata.deletion_timestamp.is_none() || !metadata.finalizers.is_empty() {
            self.due.remove(&id);
            return;
        }
        let grace = metadata.deletion_grace_period_seconds.unwrap_or(0) as u64;
        let due = now + grace * 1000 + REMOVAL;
        let known = self.due.entry(id).or_insert(due);
        *known = (*known).min(due);
    }
}

/// What may not happen between two versions of a Pod.
fn compare(before: &Pod, after: &Pod, now: SimTime) -> Result<(), TestCaseError> {
    let (was, is) = (before.status.phase(), after.status.phase());
    prop_assert!(
        !was.is_terminal() || was == is,
        "{now} the end was {} and is {}",
        was.as_str(),
        is.as_str()
    );
    prop_assert_eq!(&before.metadata.uid, &after.metadata.uid);
    if !before.spec.node_name.is_empty() {
        prop_assert_eq!(&before.spec.node_name, &after.spec.node_name, "a bound Pod moved");
    }
    let lists = [
        (before.status.containers(), after.status.containers()),
        (before.status.init_containers(), after.status.init_containers()),
    ];
    for (before, after) in lists {
        for status in after {
            let same = |s: &&ContainerStatus| s.name == status.name;
            let count = before.iter().find(same).map_or(0, |s| s.restart_count);
            prop_assert!(
                status.restart_count >= count,
                "{now} {} had {count} restarts and has {}",
                status.name,
                status.restart_count
            );
        }
    }
    Ok(())
}
