//! What holds for StatefulSets whatever happens to them.

mod syncs;
mod watcher;

use crate::common::NAMESPACE;
use podlab::api::stateful_set::{ordinal, revision_of};
use podlab::api::{ObjectRef, ReadOptions, Resource, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::world::Settings;
use podlab::controller::stateful_set::run::outlook;
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use proptest::prelude::*;
use watcher::Watcher;

/// An act on the set or one of its Pods.
#[derive(Clone, Debug)]
enum Act {
    Scale(i64),
    Template(u8),
    DeletePod(i64),
    ForcePod(i64),
    Crash(i64),
    Evict(i64),
    LoseSandbox(i64),
    /// A template that never gets ready.
    Broken,
    Partition(i64),
    OnDelete,
    Undo,
    Restart,
    MinReady(i64),
    Wait(u64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..5i64).prop_map(Act::Scale),
        (1..4u8).prop_map(Act::Template),
        (0..5i64).prop_map(Act::DeletePod),
        (0..5i64).prop_map(Act::ForcePod),
        (0..5i64).prop_map(Act::Crash),
        (0..5i64).prop_map(Act::Evict),
        (0..5i64).prop_map(Act::LoseSandbox),
        Just(Act::Broken),
        (0..4i64).prop_map(Act::Partition),
        Just(Act::OnDelete),
        Just(Act::Undo),
        Just(Act::Restart),
        (0..6i64).prop_map(Act::MinReady),
        (100..20_000u64).prop_map(Act::Wait),
    ]
}

fn patch(text: &str) -> Command {
    let patch = podlab::manifest::yaml::parse(text).expect("the patch is YAML").remove(0);
    Command::patch(ObjectRef::stateful_set(NAMESPACE, "web"), patch)
}

fn start(release: Release, seed: u64, policy: &str, partition: i64) -> Sim {
    let manifest = format!(
        "{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web}}, spec: {{serviceName: web, replicas: 3,
          podManagementPolicy: {policy}, updateStrategy: {{type: RollingUpdate, rollingUpdate: {{partition: {partition}}}}},
          selector: {{matchLabels: {{app: web}}}},
          template: {{metadata: {{labels: {{app: web}}}}, spec: {{containers: [{{name: app, image: 'app:v1'}}]}}}},
          volumeClaimTemplates: [{{metadata: {{name: data}}, spec: {{accessModes: [ReadWriteOnce],
            resources: {{requests: {{storage: 1Gi}}}}}}}}]}}}}"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let set: Vec<Resource> = read(&manifest, &options).expect("the manifest is right");
    let mut sim = Sim::with_nodes(Settings { release, seed, ..Settings::default() }, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).unwrap();
    let registry = podlab::cluster::plan::Registry {
        error: "not found".into(),
        delay: 300,
        ..podlab::cluster::plan::Registry::default()
    };
    sim.apply(Command::Registry("broken:*".into(), registry)).unwrap();
    sim.apply(Command::Create(Box::new(set.into_iter().next().unwrap()))).unwrap();
    sim
}

fn rolling(partition: i64) -> Command {
    patch(&format!(
        "{{spec: {{updateStrategy: {{type: RollingUpdate, rollingUpdate: {{partition: {partition}}}}}}}}}"
    ))
}

fn image(image: &str) -> Command {
    patch(&format!(
        "{{spec: {{template: {{spec: {{containers: [{{name: app, image: '{image}'}}]}}}}}}}}"
    ))
}

fn carry_out(sim: &mut Sim, watcher: &mut Watcher, act: &Act) {
    let name = |ordinal: &i64| Text::from(format!("web-{ordinal}"));
    let command = match act {
        Act::Scale(replicas) => Command::Scale {
            object: ObjectRef::stateful_set(NAMESPACE, "web"),
            replicas: *replicas,
        },
        Act::Template(version) => image(&format!("app:v{version}")),
        Act::Broken => image("broken:v1"),
        Act::Partition(partition) => rolling(*partition),
        Act::OnDelete => patch("{spec: {updateStrategy: {type: OnDelete, rollingUpdate: null}}}"),
        Act::MinReady(seconds) => patch(&format!("{{spec: {{minReadySeconds: {seconds}}}}}")),
        Act::Undo => Command::RolloutUndo {
            object: ObjectRef::stateful_set(NAMESPACE, "web"),
            to_revision: None,
        },
        Act::Restart => {
            Command::RolloutRestart { object: ObjectRef::stateful_set(NAMESPACE, "web") }
        }
        Act::Evict(ordinal) => Command::evict(NAMESPACE, name(ordinal)),
        Act::LoseSandbox(ordinal) => {
            Command::KillSandbox { namespace: NAMESPACE, pod: name(ordinal) }
        }
        Act::DeletePod(ordinal) => Command::delete_pod(NAMESPACE, name(ordinal), None),
        Act::ForcePod(ordinal) => Command::delete_pod(NAMESPACE, name(ordinal), Some(0)),
        Act::Crash(ordinal) => Command::Exit {
            namespace: NAMESPACE,
            pod: name(ordinal),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        },
        Act::Wait(milliseconds) => {
            let until = sim.now() + *milliseconds;
            return watcher.run(sim, until);
        }
    };
    // What cannot be done now, such as deleting a Pod that is not there, is no matter here.
    let _ = sim.apply(command);
    watcher.look(sim);
}

/// Ends all faults, as a person would: a good template for all Pods, and Pods that are stuck deleted by hand (S-75).
fn heal(sim: &mut Sim, watcher: &mut Watcher) {
    for command in [rolling(0), patch("{spec: {minReadySeconds: 0}}"), image("app:v9")] {
        sim.apply(command).expect("the set can be healed");
    }
    let until = sim.now() + 400_000;
    watcher.run(sim, until);
    let stuck: Vec<Text> = sim
        .world()
        .pods()
        .filter(|(_, pod)| !pod.status.is_true(podlab::api::status::READY))
        .map(|(_, pod)| pod.metadata.name.clone())
        .collect();
    for name in stuck {
        let grace_period_seconds = None;
        sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds)).unwrap();
    }
    let until = sim.now() + 1_200_000;
    watcher.run(sim, until);
}

fn releases() -> impl Strategy<Value = Release> {
    prop_oneof![Just(Release::V1_20), Just(Release::V1_28), Just(Release::Current)]
}

/// The Pod with which the set could go on, if its controller were awake. Rule S-29.
fn sleeps(sim: &Sim) -> Option<Text> {
    waits(sim).into_iter().find_map(|wait| match wait.kind {
        WaitKind::Asleep(pod) => Some(pod),
        _ => None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

    /// I-1 to I-13: whatever is done, names stay unique, order is kept, updates keep to their turn and their partition,
    /// claims stay; and when nothing is broken any more, exactly the wanted Pods come to be there, ready.
    #[test]
    fn a_set_comes_to_what_is_wanted(
        release in releases(),
        seed in 0..1000u64,
        parallel in any::<bool>(),
        acts in prop::collection::vec(act(), 0..12),
    ) {
        let policy = if parallel { "Parallel" } else { "OrderedReady" };
        let mut sim = start(release, seed, policy, 0);
        let mut watcher = Watcher::default();
        for act in &acts {
            carry_out(&mut sim, &mut watcher, act);
            let until = sim.now() + 500;
            watcher.run(&mut sim, until);
        }
        heal(&mut sim, &mut watcher);
        let set = sim.world().objects.sets.named(&NAMESPACE, &"web".into()).unwrap().clone();
        let wanted: Vec<String> = (0..set.spec.replicas()).map(|n| format!("web-{n}")).collect();
        prop_assert_eq!(watcher.names(), wanted);
        let status = &set.status;
        let counts = [status.replicas, status.ready_replicas, status.current_replicas, status.updated_replicas];
        prop_assert_eq!(counts, [set.spec.replicas(); 4], "{:?}", status);
        prop_assert_eq!(&status.current_revision, &status.update_revision);
        for (_, pod) in sim.world().pods() {
            prop_assert_eq!(revision_of(pod), status.update_revision.as_str());
        }
    }

    /// Faults stay as they are: within twenty minutes the set is as it is to be, or its outlook names the Pods that block it.
    /// A controller that sleeps although it could go on is told as such a wait, too, and goes on when it is woken.
    #[test]
    fn a_set_that_does_not_come_to_what_is_wanted_says_what_blocks_it(
        release in releases(),
        seed in 0..1000u64,
        acts in prop::collection::vec(act(), 0..10),
    ) {
        let mut sim = start(release, seed, "OrderedReady", 0);
        let mut watcher = Watcher::default();
        for act in &acts {
            carry_out(&mut sim, &mut watcher, act);
            let until = sim.now() + 500;
            watcher.run(&mut sim, until);
        }
        let until = sim.now() + 1_200_000;
        watcher.run(&mut sim, until);
        for nudge in 0.. {
            let Some(pod) = sleeps(&sim) else { break };
            prop_assert!(nudge < 20, "the controller goes on when it is woken");
            let found = sim.pod(&NAMESPACE, &pod).map(|(_, pod)| pod.metadata.clone());
            sim.apply(patch(&format!("{{metadata: {{annotations: {{nudge: '{nudge}'}}}}}}"))).unwrap();
            let until = sim.now() + 1000;
            watcher.run(&mut sim, until);
            let now = sim.pod(&NAMESPACE, &pod).map(|(_, pod)| pod.metadata.clone());
            prop_assert_ne!(found, now, "the woken controller takes up {}", pod);
            let until = sim.now() + 600_000;
            watcher.run(&mut sim, until);
        }
        let set = sim.world().objects.sets.named(&NAMESPACE, &"web".into()).unwrap().clone();
        let spec = &set.spec;
        let wanted: Vec<String> = (0..spec.replicas()).map(|n| format!("web-{n}")).collect();
        let is_done = |pod: &podlab::api::pod::Pod| {
            let updates = spec.is_rolling() && ordinal(pod) >= spec.partition();
            let updated = revision_of(pod) == set.status.update_revision.as_str();
            pod.status.is_true(podlab::api::status::READY) && (updated || !updates)
        };
        let done = watcher.names() == wanted && sim.world().pods().all(|(_, pod)| is_done(pod));
        let outlook = outlook(sim.world(), &set);
        prop_assert_eq!(done, outlook.waits.is_empty(), "{:?}", outlook);
        for wait in outlook.waits {
            let names = watcher.names();
            prop_assert!(names.iter().any(|name| wait.pod == **name), "{:?} of {:?}", wait, names);
        }
    }

    /// I-6: an update never touches Pods below the partition.
    #[test]
    fn an_update_leaves_pods_below_the_partition_alone(
        release in releases(),
        seed in 0..1000u64,
        partition in 0..4i64,
    ) {
        let mut sim = start(release, seed, "OrderedReady", partition);
        let mut watcher = Watcher::default();
        watcher.run(&mut sim, SimTime::from_seconds(60));
        let before: Vec<Text> = sim.world().pods().map(|(_, pod)| pod.metadata.uid.clone()).collect();
        carry_out(&mut sim, &mut watcher, &Act::Template(2));
        watcher.run(&mut sim, SimTime::from_seconds(300));
        let kept = sim.world().pods().filter(|(_, pod)| before.contains(&pod.metadata.uid));
        let kept: Vec<i64> = kept.map(|(_, pod)| ordinal(pod)).collect();
        prop_assert_eq!(kept, (0..partition.min(3)).collect::<Vec<_>>());
    }

    /// Two runs of the same commands are the same run.
    #[test]
    fn runs_are_repeatable(seed in 0..1000u64, acts in prop::collection::vec(act(), 0..6)) {
        let play = || {
            let mut sim = start(Release::Current, seed, "OrderedReady", 0);
            let mut watcher = Watcher::default();
            for act in &acts {
                carry_out(&mut sim, &mut watcher, act);
            }
            let until = sim.now() + 60_000;
            watcher.run(&mut sim, until);
            sim.fingerprint()
        };
        prop_assert_eq!(play(), play());
    }
}

#[test]
fn a_deleted_set_takes_its_pods_and_leaves_its_claims() {
    use podlab::api::meta::Propagation;
    for propagation in [Propagation::Background, Propagation::Foreground, Propagation::Orphan] {
        let mut sim = start(Release::V1_28, 1, "OrderedReady", 0);
        let mut watcher = Watcher::default();
        watcher.run(&mut sim, SimTime::from_seconds(60));
        let (namespace, name) = (NAMESPACE, Text::Static("web"));
        sim.apply(Command::Delete {
            object: ObjectRef::stateful_set(namespace, name),
            options: DeleteOptions { propagation, ..DeleteOptions::default() },
        })
        .unwrap();
        watcher.run(&mut sim, SimTime::from_seconds(120));
        let left = if propagation == Propagation::Orphan { 3 } else { 0 };
        assert_eq!(sim.world().pods().count(), left, "{propagation:?}");
        assert_eq!(sim.world().objects.sets.iter().count(), 0, "{propagation:?}");
        assert_eq!(sim.world().objects.claims.iter().count(), 3, "{propagation:?}");
        let owned = sim.world().pods().any(|(_, pod)| !pod.metadata.owner_references.is_empty());
        assert!(!owned, "{propagation:?}");
    }
}

/// The kubelet learns of a Pod some moments after it was bound; a deletion may come in between.
#[test]
fn a_pod_deleted_before_its_kubelet_knows_it_goes() {
    for release in Release::ALL {
        for late in 0..20 {
            let mut sim = start(release, 1, "OrderedReady", 0);
            let mut watcher = Watcher::default();
            while sim.pod("default", "web-0").is_none_or(|(_, p)| p.spec.node_name.is_empty()) {
                sim.step();
            }
            let uid = sim.pod("default", "web-0").unwrap().1.metadata.uid.clone();
            let until = sim.now() + late;
            watcher.run(&mut sim, until);
            carry_out(&mut sim, &mut watcher, &Act::DeletePod(0));
            let until = sim.now() + 120_000;
            watcher.run(&mut sim, until);
            let pod = sim.pod("default", "web-0").unwrap().1;
            assert!(pod.metadata.uid != uid, "{release:?}: deleted {late} ms after it was bound");
            assert!(pod.status.is_true(podlab::api::status::READY));
        }
    }
}
