//! What holds for StatefulSets whatever happens to them.

use podlab::api::status::READY;
use podlab::command::Command;
use podlab::controller::stateful_set::identity::{ordinal, revision_of};
use podlab::manifest::{ReadOptions, Resource, read};
use podlab::release::Release;
use podlab::sim::Sim;
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{Settings, WatchType, Watched};
use proptest::prelude::*;

const NAMESPACE: Text = Text::Static("default");

/// An act on the set or one of its Pods.
#[derive(Clone, Debug)]
enum Act {
    Scale(i64),
    Template(u8),
    DeletePod(i64),
    ForcePod(i64),
    Crash(i64),
    Wait(u64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..5i64).prop_map(Act::Scale),
        (1..4u8).prop_map(Act::Template),
        (0..5i64).prop_map(Act::DeletePod),
        (0..5i64).prop_map(Act::ForcePod),
        (0..5i64).prop_map(Act::Crash),
        (100..20_000u64).prop_map(Act::Wait),
    ]
}

fn patch(text: &str) -> Command {
    let patch = podlab::manifest::yaml::parse(text).expect("the patch is YAML").remove(0);
    Command::PatchStatefulSet { namespace: NAMESPACE, name: "web".into(), patch }
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
    sim.apply(Command::Create(Box::new(set.into_iter().next().unwrap()))).unwrap();
    sim
}

fn carry_out(sim: &mut Sim, act: &Act) {
    let name = |ordinal: &i64| Text::from(format!("web-{ordinal}"));
    let command = match act {
        Act::Scale(replicas) => Command::ScaleStatefulSet {
            namespace: NAMESPACE,
            name: "web".into(),
            replicas: *replicas,
        },
        Act::Template(version) => patch(&format!(
            "{{spec: {{template: {{spec: {{containers: [{{name: app, image: 'app:v{version}'}}]}}}}}}}}"
        )),
        Act::DeletePod(ordinal) => Command::DeletePod {
            namespace: NAMESPACE,
            name: name(ordinal),
            grace_period_seconds: None,
        },
        Act::ForcePod(ordinal) => Command::DeletePod {
            namespace: NAMESPACE,
            name: name(ordinal),
            grace_period_seconds: Some(0),
        },
        Act::Crash(ordinal) => Command::Exit {
            namespace: NAMESPACE,
            pod: name(ordinal),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        },
        Act::Wait(milliseconds) => {
            let until = sim.now() + *milliseconds;
            return run(sim, until);
        }
    };
    // What cannot be done now, such as deleting a Pod that is not there, is no matter here.
    let _ = sim.apply(command);
}

/// Runs and checks every step.
fn run(sim: &mut Sim, until: SimTime) {
    while sim.next_event_time().is_some_and(|next| next <= until) {
        sim.step();
        check(sim);
    }
    sim.run_until(until);
}

/// I-2, I-8: who was created was allowed to be; nobody's claim goes.
fn check(sim: &mut Sim) {
    let events = sim.take_watch();
    let set = sim.world().workloads.sets.named(&NAMESPACE, &"web".into()).cloned();
    for event in events {
        match (event.kind, event.object) {
            (WatchType::Added, Watched::Pod(pod)) => {
                for claim in podlab::tables::claims_of(&pod) {
                    let found = sim.world().workloads.claims.named(&NAMESPACE, claim);
                    assert!(found.is_some(), "{} lacks its claim", pod.metadata.name);
                }
                let Some(set) = set.as_ref().filter(|set| !set.spec.is_parallel()) else {
                    continue;
                };
                for lower in set.spec.start()..ordinal(&pod) {
                    let name = format!("web-{lower}");
                    let ready =
                        sim.pod("default", &name).is_some_and(|(_, p)| p.status.is_true(READY));
                    assert!(ready, "{} came although {name} is not ready", pod.metadata.name);
                }
            }
            (WatchType::Deleted, Watched::PersistentVolumeClaim(claim)) => {
                panic!("claim {} went", claim.metadata.name);
            }
            _ => {}
        }
    }
}

fn names(sim: &Sim) -> Vec<Text> {
    let mut names: Vec<Text> =
        sim.world().pods().map(|(_, pod)| pod.metadata.name.clone()).collect();
    names.sort_by_key(ToString::to_string);
    names
}

fn releases() -> impl Strategy<Value = Release> {
    prop_oneof![Just(Release::V1_20), Just(Release::V1_28), Just(Release::Current)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// I-1, I-2, I-8, I-9, I-11: whatever is done, names stay unique, order is kept, claims stay, and in the end
    /// exactly the wanted Pods are there, ready.
    #[test]
    fn a_set_comes_to_what_is_wanted(
        release in releases(),
        seed in 0..1000u64,
        parallel in any::<bool>(),
        acts in prop::collection::vec(act(), 0..12),
    ) {
        let policy = if parallel { "Parallel" } else { "OrderedReady" };
        let mut sim = start(release, seed, policy, 0);
        for act in &acts {
            carry_out(&mut sim, act);
            let until = sim.now() + 500;
            run(&mut sim, until);
            let mut seen = names(&sim);
            let count = seen.len();
            seen.dedup();
            prop_assert_eq!(seen.len(), count, "two Pods of one name");
        }
        let until = sim.now() + 1_200_000;
        run(&mut sim, until);
        let set = sim.world().workloads.sets.named(&NAMESPACE, &"web".into()).unwrap().clone();
        let wanted: Vec<Text> = (0..set.spec.replicas()).map(|n| format!("web-{n}").into()).collect();
        prop_assert_eq!(names(&sim), wanted);
        let status = &set.status;
        let counts = [status.replicas, status.ready_replicas, status.current_replicas, status.updated_replicas];
        prop_assert_eq!(counts, [set.spec.replicas(); 4], "{:?}", status);
        prop_assert_eq!(&status.current_revision, &status.update_revision);
        for (_, pod) in sim.world().pods() {
            prop_assert_eq!(revision_of(pod), status.update_revision.as_str());
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
        run(&mut sim, SimTime::from_seconds(60));
        let before: Vec<Text> = sim.world().pods().map(|(_, pod)| pod.metadata.uid.clone()).collect();
        carry_out(&mut sim, &Act::Template(2));
        run(&mut sim, SimTime::from_seconds(300));
        let kept = sim.world().pods().filter(|(_, pod)| before.contains(&pod.metadata.uid));
        let kept: Vec<i64> = kept.map(|(_, pod)| ordinal(pod)).collect();
        prop_assert_eq!(kept, (0..partition.min(3)).collect::<Vec<_>>());
    }

    /// Two runs of the same commands are the same run.
    #[test]
    fn runs_are_repeatable(seed in 0..1000u64, acts in prop::collection::vec(act(), 0..6)) {
        let play = || {
            let mut sim = start(Release::Current, seed, "OrderedReady", 0);
            for act in &acts {
                carry_out(&mut sim, act);
            }
            let until = sim.now() + 60_000;
            run(&mut sim, until);
            sim.fingerprint()
        };
        prop_assert_eq!(play(), play());
    }
}

#[test]
fn a_deleted_set_takes_its_pods_and_leaves_its_claims() {
    use podlab::apiserver::sets::Propagation;
    for propagation in [Propagation::Background, Propagation::Foreground, Propagation::Orphan] {
        let mut sim = start(Release::V1_28, 1, "OrderedReady", 0);
        run(&mut sim, SimTime::from_seconds(60));
        let (namespace, name) = (NAMESPACE, Text::Static("web"));
        sim.apply(Command::DeleteStatefulSet { namespace, name, propagation }).unwrap();
        run(&mut sim, SimTime::from_seconds(120));
        let left = if propagation == Propagation::Orphan { 3 } else { 0 };
        assert_eq!(sim.world().pods().count(), left, "{propagation:?}");
        assert_eq!(sim.world().workloads.sets.iter().count(), 0, "{propagation:?}");
        assert_eq!(sim.world().workloads.claims.iter().count(), 3, "{propagation:?}");
        let owned = sim.world().pods().any(|(_, pod)| !pod.metadata.owner_references.is_empty());
        assert!(!owned, "{propagation:?}");
    }
}
