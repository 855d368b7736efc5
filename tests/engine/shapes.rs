//! The shape of a state: two states with one shape have the same visible future, however they came about.

use crate::common::{NAMESPACE, at, create, try_create, wait};
use podlab::apiserver::columns::pod_row;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::change::Change;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::sim::fingerprint::{Depth, shape};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

/// Seconds of the future that are compared.
const FUTURE: u64 = 150;
/// Milliseconds after which every grid of checks is where it was.
const TURN: u64 = 20_000;

/// What can be in a cluster. Pods named `demo` are alone, `web` is a StatefulSet and `dep` a Deployment.
const OBJECTS: [&str; 8] = [
    "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {terminationGracePeriodSeconds: 3, containers: [{name: app, image: nginx, readinessProbe: {periodSeconds: 3, tcpSocket: {port: 80}}, livenessProbe: {periodSeconds: 7, initialDelaySeconds: 4, tcpSocket: {port: 80}}}]}}",
    "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {terminationGracePeriodSeconds: 9, initContainers: [{name: init, image: nginx}], containers: [{name: app, image: nginx, lifecycle: {preStop: {exec: {command: [sleep]}}}}]}}",
    "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {restartPolicy: OnFailure, activeDeadlineSeconds: 90, containers: [{name: app, image: nginx, envFrom: [{configMapRef: {name: conf}}]}]}}",
    "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 2, serviceName: web, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 3, containers: [{name: app, image: nginx}]}}, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}",
    "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 2, MINREADY serviceName: web, podManagementPolicy: Parallel, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 3, containers: [{name: app, image: nginx}]}}}}",
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: dep}, spec: {replicas: 2, minReadySeconds: 3, progressDeadlineSeconds: 40, selector: {matchLabels: {app: dep}}, template: {metadata: {labels: {app: dep}}, spec: {terminationGracePeriodSeconds: 3, containers: [{name: app, image: nginx}]}}}}",
    "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}}",
    "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: few}, spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}}",
];

/// What a person does. What is refused changes nothing.
const ACTS: [&str; 26] = [
    "kubectl scale sts/web --replicas=3",
    "kubectl scale sts/web --replicas=2",
    "kubectl scale deploy/dep --replicas=3",
    "kubectl scale deploy/dep --replicas=2",
    "kubectl rollout restart deploy/dep",
    "kubectl rollout undo deploy/dep",
    "kubectl set image deploy/dep app=shop:2",
    "kubectl set image deploy/dep app=nginx",
    "kubectl set image sts/web app=shop:2",
    "kubectl set image sts/web app=nginx",
    "kubectl delete pod web-1 --wait=false",
    "kubectl delete pod demo --wait=false",
    "kubectl delete pod web-0 --grace-period=0 --force",
    "kubectl cordon node-1",
    "kubectl uncordon node-1",
    "kubectl drain node-1 --ignore-daemonsets --force",
    "kubectl taint nodes node-1 maint=yes:NoExecute",
    "kubectl taint nodes node-1 maint-",
    "kubectl label pod web-0 app-",
    "node-power-off",
    "node-power-on",
    "node-network-cut",
    "node-network-back",
    "exit 0",
    "exit 1",
    "again",
];

fn carry_out(sim: &mut Sim, what: &str) {
    let container = "app".into();
    if let Some(code) = what.strip_prefix("exit ") {
        let code = code.parse().expect("a number");
        let names: Vec<_> = sim.world().pods().map(|(_, pod)| pod.metadata.name.clone()).collect();
        if let Some(pod) = names.first().cloned() {
            let reason = "".into();
            let _ = sim.apply(Command::Exit { namespace: NAMESPACE, pod, container, code, reason });
        }
    } else if what == "again" {
        let _ = try_create(sim, OBJECTS[0]);
    } else if let Some(fault) = NodeFault::ALL.into_iter().find(|fault| fault.as_str() == what) {
        let _ = sim.apply(Command::DisturbNode { node: "node-1".into(), fault });
    } else {
        let _ = sim.kubectl(&NAMESPACE, what);
    }
}

/// Seconds that pass, and what is done then.
type Acts = Vec<(u64, &'static str)>;

/// Returns random acts out of those that a test allows.
fn acts(most: usize, is_allowed: fn(&str) -> bool) -> impl Strategy<Value = Acts> {
    let allowed: Vec<&str> = ACTS.into_iter().filter(|what| is_allowed(what)).collect();
    prop::collection::vec((1..40_u64, select(allowed)), 0..most)
}

fn leaves_nodes_alone(what: &str) -> bool {
    !what.contains("node") && !what.contains("cordon")
}

/// `kubectl rollout restart` writes the date into the template.
fn writes_no_date(what: &str) -> bool {
    !what.contains("restart")
}

/// What a run begins with.
#[derive(Clone, Debug)]
struct Beginning {
    release: Release,
    jitter: Jitter,
    seed: u64,
    objects: Vec<usize>,
    /// How many turns of the checks pass before the objects are created.
    turns: u64,
}

impl Beginning {
    fn sim(&self) -> Sim {
        let Beginning { release, jitter, seed, .. } = *self;
        let mut sim = Sim::with_nodes(Settings { release, jitter, seed, ..Settings::default() }, 2);
        sim.run_until(SimTime(self.turns * TURN));
        let has_min = release.has(Feature::StatefulSetMinReadySeconds);
        for index in &self.objects {
            let min = if has_min { "minReadySeconds: 4," } else { "" };
            let text = OBJECTS[*index].replace("MINREADY", min);
            let version =
                if release.has(Feature::PolicyV1Beta1) { "policy/v1beta1" } else { "policy/v1" };
            create(&mut sim, &text.replace("policy/v1", version));
        }
        sim
    }
}

fn beginning() -> impl Strategy<Value = Beginning> {
    let jitter =
        prop_oneof![3 => Just(Jitter::Middle), 3 => Just(Jitter::Zero), 1 => Just(Jitter::Seeded)];
    let pod = prop::option::of(0..3_usize);
    let set = prop::option::of(3..5_usize);
    let others = prop::collection::btree_set(5..8_usize, 0..3);
    (select(Release::ALL.to_vec()), jitter, pod, set, others).prop_map(
        |(release, jitter, pod, set, others)| Beginning {
            release,
            jitter,
            seed: 1,
            objects: pod.into_iter().chain(set).chain(others).collect(),
            turns: 1,
        },
    )
}

/// Hides what is made up or depends on the clock: dates, addresses, UIDs, and names that the API server generated.
fn plain(text: &str) -> String {
    let is_made_up = |word: &str| {
        let is_long = word.len() >= 8 && word.contains(|c: char| c.is_ascii_digit());
        word.starts_with("dep-")
            || word.starts_with("pvc-")
            || (is_long && word.contains(['-', '.', ':']))
    };
    let words = text.split([' ', '/', '(', ')', ',', '"', '[', ']', '=']);
    words.map(|word| if is_made_up(word) { "*" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Adds what became visible since a moment: changes, and the rows of the Pods.
fn look(sim: &mut Sim, start: SimTime, seen: &mut Vec<String>) {
    let change = |change: Change| {
        let time = change.time.since(start);
        let record = change.record(String::new());
        let object = plain(&record.object);
        let (old, new) = (plain(&record.old), plain(&record.new));
        let (subject, name, rule) = (record.subject, record.name, record.rule);
        format!("{time} {object}: {subject} {name} {old} -> {new} {rule:?}")
    };
    seen.extend(sim.take_changes().into_iter().map(change));
    let (now, release) = (Timestamp::of(sim.now()), sim.settings().release);
    for (_, pod) in sim.world().pods() {
        let row = pod_row(pod, now, release);
        let restarts = row.restarts.split(' ').next().unwrap_or_default().to_owned();
        seen.push(format!("{} {} {} {restarts}", plain(&row.name), row.ready, row.status));
    }
}

/// Returns what becomes visible of a state's future, in which some more is done.
fn future(sim: &Sim, acts: &Acts) -> Vec<String> {
    let mut sim = sim.clone();
    sim.take_changes();
    let start = sim.now();
    let mut seen = Vec::new();
    for (seconds, what) in acts {
        wait(&mut sim, *seconds);
        look(&mut sim, start, &mut seen);
        carry_out(&mut sim, what);
    }
    while sim.now() < start + FUTURE * 1000 {
        sim.run_until(sim.now() + 2500);
        look(&mut sim, start, &mut seen);
    }
    seen
}

fn same_future(one: &Sim, other: &Sim, acts: &Acts) -> Result<(), TestCaseError> {
    let (then, now) = (one.now(), other.now());
    let (one, other) = (future(one, acts), future(other, acts));
    let first = one.iter().zip(&other).find(|(one, other)| one != other);
    prop_assert!(first.is_none(), "of {then} and {now}: {first:#?}");
    prop_assert_eq!(one.len(), other.len());
    Ok(())
}

/// The states of several runs by their shapes.
struct Known {
    depth: Depth,
    states: BTreeMap<u64, Sim>,
    met: usize,
}

impl Known {
    /// Compares the future of a state with that of a state with its shape.
    fn meet(&mut self, sim: &Sim, then: &Acts) -> Result<(), TestCaseError> {
        /// A comparison takes longer than the run: one of so many is made, of the states that follow each other.
        const ONE_OF: usize = 12;
        let shape = shape(sim, self.depth);
        if let Some(earlier) = self.states.get(&shape) {
            self.met += 1;
            if self.met % ONE_OF == 1 {
                same_future(earlier, sim, then)?;
            }
        } else {
            self.states.insert(shape, sim.clone());
        }
        Ok(())
    }

    /// Plays a run and looks each second.
    fn play(&mut self, mut sim: Sim, acts: &Acts, then: &Acts) -> Result<(), TestCaseError> {
        let rest = std::iter::repeat_n((10, ""), 12);
        for (seconds, what) in acts.iter().copied().chain(rest) {
            for _ in 0..seconds {
                wait(&mut sim, 1);
                self.meet(&sim, then)?;
            }
            if !what.is_empty() {
                carry_out(&mut sim, what);
                self.meet(&sim, then)?;
            }
        }
        Ok(())
    }

    /// Plays some acts, then all but the first in another cluster, then all after a detour in a third one.
    fn play_ways(
        depth: Depth,
        beginning: &Beginning,
        acts: &Acts,
        detour: &Acts,
        then: &Acts,
    ) -> Result<(), TestCaseError> {
        let mut known = Known { depth, states: BTreeMap::new(), met: 0 };
        known.play(beginning.sim(), acts, then)?;
        let fewer = acts.iter().copied().skip(1).collect();
        known.play(beginning.sim(), &fewer, then)?;
        let more = detour.iter().chain(acts).copied().collect();
        known.play(Beginning { turns: 2, ..beginning.clone() }.sim(), &more, then)
    }
}

/// Plays the same acts from two beginnings: their shapes are equal after each act, and so are their futures.
fn same_shapes(
    first: &Beginning,
    second: &Beginning,
    acts: &Acts,
    then: &Acts,
) -> Result<(), TestCaseError> {
    let [mut one, mut other] = [first.sim(), second.sim()];
    for (seconds, what) in acts {
        for sim in [&mut one, &mut other] {
            wait(sim, *seconds);
            carry_out(sim, what);
        }
        prop_assert_eq!(shape(&one, Depth::Exact), shape(&other, Depth::Exact));
    }
    same_future(&one, &other, then)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn when_a_run_begins_makes_no_difference(
        first in beginning(),
        turns in 2..5_u64,
        acts in acts(6, writes_no_date),
        then in acts(3, |_| true),
    ) {
        let second = Beginning { turns, ..first.clone() };
        same_shapes(&first, &second, &acts, &then)?;
    }

    #[test]
    fn made_up_names_make_no_difference(
        first in beginning(),
        seed in 2..1000_u64,
        acts in acts(6, writes_no_date),
        then in acts(3, |_| true),
    ) {
        prop_assume!(first.jitter != Jitter::Seeded && !first.objects.contains(&5));
        let second = Beginning { seed, ..first.clone() };
        same_shapes(&first, &second, &acts, &then)?;
    }

    #[test]
    fn states_of_one_shape_have_one_future(
        beginning in beginning(),
        acts in acts(6, |_| true),
        detour in acts(4, |_| true),
        then in acts(3, |_| true),
    ) {
        Known::play_ways(Depth::Exact, &beginning, &acts, &detour, &then)?;
    }

    #[test]
    fn states_of_one_shape_have_one_future_as_long_as_nodes_are_left_alone(
        beginning in beginning(),
        acts in acts(6, |_| true),
        detour in acts(4, |_| true),
        then in acts(3, leaves_nodes_alone),
    ) {
        Known::play_ways(Depth::NodesLeftAlone, &beginning, &acts, &detour, &then)?;
    }

    #[test]
    fn a_clone_and_a_replayed_run_have_the_same_fingerprint(
        beginning in beginning(),
        acts in acts(6, |_| true),
    ) {
        let mut sim = beginning.sim();
        for (seconds, what) in acts {
            wait(&mut sim, seconds);
            carry_out(&mut sim, what);
        }
        let mut clone = sim.clone();
        prop_assert_eq!(clone.fingerprint(), sim.fingerprint());
        for sim in [&mut sim, &mut clone] {
            wait(sim, 60);
        }
        prop_assert_eq!(clone.fingerprint(), sim.fingerprint());
        let mut replayed = Sim::with_nodes(sim.settings().clone(), 2);
        for (time, command) in sim.commands() {
            replayed.run_until(*time);
            let _ = replayed.apply(command.clone());
        }
        replayed.run_until(sim.now());
        prop_assert_eq!(replayed.fingerprint(), sim.fingerprint());
    }
}

/// A set that was scaled up and down again has the shape that it had, once nothing waits any more. A kubelet looks at a
/// Pod once a minute: it belongs to the shape how long ago it did.
#[test]
fn a_detour_leads_back_to_the_same_shape() {
    let (release, jitter) = (Release::Current, Jitter::Zero);
    let mut sim = Beginning { release, jitter, seed: 1, objects: vec![4], turns: 0 }.sim();
    at(&mut sim, 1000);
    let before = sim.clone();
    carry_out(&mut sim, ACTS[0]);
    wait(&mut sim, 30);
    assert_ne!(shape(&sim, Depth::Exact), shape(&before, Depth::Exact));
    carry_out(&mut sim, ACTS[1]);
    at(&mut sim, 2000);
    assert_ne!(shape(&sim, Depth::Exact), shape(&before, Depth::Exact));
    assert_eq!(shape(&sim, Depth::Settled), shape(&before, Depth::Settled));
    at(&mut sim, 1000 + 17 * 60);
    assert_eq!(shape(&sim, Depth::Exact), shape(&before, Depth::Exact));
    assert_ne!(sim.fingerprint(), before.fingerprint());
}

/// What no Pod uses yet decides about the Pods to come.
#[test]
fn a_shape_tells_apart_what_pods_to_come_depend_on() {
    let shapes = [
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: c}}",
        "{apiVersion: v1, kind: Secret, metadata: {name: c}, data: {a: YQ==}}",
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c}, provisioner: a}",
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c}, provisioner: b}",
        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: c}, value: 5}",
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: c}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}}}",
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: c}, spec: {capacity: {storage: 2Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}}}",
    ]
    .map(|object| {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        create(&mut sim, object);
        at(&mut sim, 5);
        (shape(&sim, Depth::Settled), sim.fingerprint())
    });
    for (index, one) in shapes.iter().enumerate() {
        assert!(
            shapes[..index].iter().all(|other| other.0 != one.0 && other.1 != one.1),
            "{index}"
        );
    }
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let before = shape(&sim, Depth::Exact);
    carry_out(&mut sim, "kubectl cordon node-1");
    assert_ne!(shape(&sim, Depth::Exact), before);
}
