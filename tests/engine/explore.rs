//! Questions whose answers are known, and witnesses that show what they claim.

use podlab::api::{ReadOptions, ResourceKind};
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::scenario_file::read;
use podlab::questions::explore::{Answer, Limits, Question, Search, Toggles, Wanted, Witness};
use podlab::sim::Sim;

const NONE: Toggles = Toggles {
    exits: false,
    probes: false,
    images: false,
    deletes: false,
    force: false,
    sets: false,
    nodes: false,
};
const EXITS: Toggles = Toggles { exits: true, ..NONE };

fn at(text: &str, seconds: u64) -> Sim {
    let scenario = read(text, &ReadOptions::default()).expect("the text is right");
    let settings = Settings { jitter: Jitter::Zero, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(seconds));
    assert_eq!(player.take_refusals(), []);
    player.sim
}

fn pod(policy: &str) -> Sim {
    at(
        &format!(
            "{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{restartPolicy: {policy}, \
             terminationGracePeriodSeconds: 5, containers: [{{name: app, image: nginx}}]}}}}"
        ),
        0,
    )
}

fn set(fields: &str, actions: &str, seconds: u64) -> Sim {
    at(
        &format!(
            "
apiVersion: podlab/v1
kind: Scenario
actions: [{actions}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web}}
spec:
  replicas: 2
  serviceName: web
  {fields}
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      terminationGracePeriodSeconds: 5
      containers: [{{name: app, image: nginx}}]
"
        ),
        seconds,
    )
}

fn ask(sim: &Sim, question: &str, toggles: Toggles, steps: u32) -> Answer {
    let before = sim.fingerprint();
    let question = Question::parse(question).expect("the question is one");
    let limits = Limits { steps, acts: None, states: 5000 };
    let mut search = Search::new(sim, question.clone(), toggles, limits);
    let mut visited = 0;
    while search.work(7) {
        let progress = search.progress();
        assert!(progress.visited >= visited && progress.steps <= steps);
        visited = progress.visited;
    }
    assert_eq!(sim.fingerprint(), before, "a search leaves its beginning alone");
    let answer = search.answer().cloned().expect("the search ended");
    println!("{question}: {answer:?}");
    if let Answer::Yes(witness) = &answer {
        shows(sim, &question, witness);
    }
    answer
}

/// Does what the witness says, and sees what it claims at the moment it names.
fn shows(sim: &Sim, question: &Question, witness: &Witness) {
    let mut sim = sim.clone();
    sim.take_changes();
    let mut holds = question.holds(&sim, &[]);
    let step_until = |sim: &mut Sim, until: SimTime| {
        let mut holds = false;
        while sim.next_event_time().is_some_and(|next| next <= until) {
            sim.step();
            let changes = sim.take_changes();
            holds |= sim.now() == witness.until && question.holds(sim, &changes);
        }
        sim.run_until(until);
        holds
    };
    for (time, command) in &witness.acts {
        holds |= step_until(&mut sim, *time);
        sim.apply(command.clone()).expect("a witness holds no refused act");
        let changes = sim.take_changes();
        holds |= sim.now() == witness.until && question.holds(&sim, &changes);
    }
    holds |= step_until(&mut sim, witness.until);
    assert!(holds, "{question}: {witness:?}");
}

fn steps(answer: &Answer) -> usize {
    match answer {
        Answer::Yes(witness) => witness.steps.len(),
        other => panic!("{other:?}"),
    }
}

fn is_no(answer: &Answer) -> bool {
    matches!(answer, Answer::NotWithin { states, .. } if *states > 1)
}

#[test]
fn a_pod_succeeds_only_when_nothing_starts_it_again() {
    let succeeds = "pod/demo phase Succeeded";
    assert!(is_no(&ask(&pod("Always"), succeeds, EXITS, 6)));
    let witness = ask(&pod("OnFailure"), succeeds, EXITS, 6);
    assert!(matches!(&witness, Answer::Yes(w) if w.acts.len() == 1), "{witness:?}");
    assert!(is_no(&ask(&pod("OnFailure"), "pod/demo phase Failed", EXITS, 6)));
    assert_eq!(steps(&ask(&pod("Never"), "pod/demo phase Failed", EXITS, 6)), steps(&witness));
    // A Pod that is deleted ends: then the phase may be a last one even under Always. Rule P-109.
    let deletes = Toggles { deletes: true, ..NONE };
    assert!(steps(&ask(&pod("Always"), succeeds, deletes, 6)) > 1);
}

#[test]
fn only_a_pod_that_is_started_again_backs_off() {
    let backs_off = "pod/demo container app CrashLoopBackOff";
    assert!(steps(&ask(&pod("Always"), backs_off, EXITS, 8)) > 3);
    assert!(is_no(&ask(&pod("Never"), backs_off, EXITS, 6)));
    assert!(is_no(&ask(&pod("Never"), "pod/demo restarts > 0", EXITS, 6)));
    assert!(steps(&ask(&pod("Always"), "pod/demo restarts > 0", EXITS, 6)) > 1);
    let images = Toggles { images: true, ..NONE };
    ask(&pod("Never"), "pod/demo container app ErrImagePull", images, 4);
}

#[test]
fn two_pods_of_one_name_run_at_once_only_after_a_forced_deletion() {
    let sim = set("podManagementPolicy: Parallel", "", 60);
    let acts = Toggles { exits: true, deletes: true, ..NONE };
    assert!(is_no(&ask(&sim, "pod/web-0 runs-twice", acts, 3)));
    let forced = Toggles { force: true, ..NONE };
    let found = ask(&sim, "pod/web-0 runs-twice", forced, 4);
    assert!(matches!(&found, Answer::Yes(witness) if witness.acts.len() == 1), "{found:?}");
    // Names are unique in the API, whatever runs.
    assert!(is_no(&ask(&sim, "pod/web-0 twice", Toggles { force: true, ..acts }, 2)));
}

#[test]
fn with_its_node_object_a_pod_goes_before_its_program_has_ended() {
    let sim = set("podManagementPolicy: Parallel", "", 60);
    let nodes = Toggles { nodes: true, ..NONE };
    // That a node is cut off, off or drained takes no Pod from the API before it has ended. Rules P-1013, P-1014.
    let found = ask(&sim, "pod/web-0 runs-twice", nodes, 4);
    let Answer::Yes(witness) = &found else { panic!("{found:?}") };
    assert!(
        matches!(&witness.acts[..], [(_, Command::Delete { object, .. })] if object.kind == ResourceKind::Node),
        "a shorter way: {witness:?}"
    );
    // The API holds one Pod of a name whatever happens to nodes and Pods.
    let forced = Toggles { force: true, ..nodes };
    assert!(is_no(&ask(&sim, "pod/web-0 twice", forced, 2)));
}

#[test]
fn on_a_node_that_is_cut_off_both_pods_run_on_after_a_forced_deletion() {
    // Long after the grace period of five seconds, which alone would let both run for a while.
    let cut =
        set("podManagementPolicy: Parallel", "{t: 60s, do: node-network-cut, node: node-1}", 600);
    let pods = cut.world().pods();
    let lost: Vec<_> = pods.filter(|(_, pod)| pod.spec.node_name == "node-1").collect();
    assert!(!lost.is_empty());
    let twice = format!("pod/{} runs-twice", lost[0].1.metadata.name);
    let waits = ask(&cut, &twice, NONE, 4);
    assert!(
        matches!(waits, Answer::NotWithin { .. }),
        "a set replaces only what is gone: {waits:?}"
    );
    let found = ask(&cut, &twice, Toggles { force: true, ..NONE }, 4);
    let Answer::Yes(witness) = &found else { panic!("{found:?}") };
    assert_eq!(witness.acts.len(), 1);
    let mut sim = cut.clone();
    for (time, command) in &witness.acts {
        sim.run_until(*time);
        sim.apply(command.clone()).expect("it was done before");
    }
    sim.run_until(witness.until + 600_000);
    let question = Question::parse(&twice).expect("a question");
    assert!(question.holds(&sim, &[]), "nobody stops the one that is not reached");
    sim.apply(Command::DisturbNode { node: "node-1".into(), fault: NodeFault::Reconnect })
        .expect("it is cut off");
    sim.run_until(sim.now() + 120_000);
    assert!(!question.holds(&sim, &[]), "a kubelet that is back stops what is gone");
}

#[test]
fn an_ordered_set_waits_for_each_pod_and_a_parallel_one_does_not() {
    let acts = Toggles { exits: true, deletes: true, ..NONE };
    let early = "pod/web-1 before pod/web-0";
    assert!(is_no(&ask(&set("podManagementPolicy: OrderedReady", "", 0), early, acts, 4)));
    assert_eq!(steps(&ask(&set("podManagementPolicy: Parallel", "", 0), early, acts, 4)), 1);
}

#[test]
fn a_pod_below_the_partition_comes_back_in_the_old_revision() {
    let fields = "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}";
    let restart = "{t: 60, do: rollout-restart, object: statefulset/web}";
    let sim = set(fields, restart, 90);
    let below = "statefulset/web below-partition";
    let acts = Toggles { exits: true, deletes: true, ..NONE };
    assert!(is_no(&ask(&sim, below, acts, 3)));
    // If the partition is raised afterwards, new Pods are below it.
    let raised = ask(&sim, below, Toggles { sets: true, ..NONE }, 2);
    assert!(matches!(&raised, Answer::Yes(witness) if witness.acts.len() == 1), "{raised:?}");
}

#[test]
fn a_set_has_no_more_pods_than_were_asked_for() {
    let sim = set("podManagementPolicy: Parallel", "", 60);
    let acts = Toggles { exits: true, deletes: true, force: true, ..NONE };
    assert!(is_no(&ask(&sim, "statefulset/web pods > 2", acts, 2)));
    let scaled = ask(&sim, "statefulset/web pods > 2", Toggles { sets: true, ..NONE }, 2);
    assert_eq!(steps(&scaled), 2);
}

#[test]
fn what_holds_already_takes_no_step_and_a_bound_is_kept() {
    let sim = pod("Always");
    assert_eq!(steps(&ask(&sim, "pod/demo phase Pending", NONE, 1)), 0);
    let question = Question::parse("pod/demo twice").expect("a question");
    let mut search = Search::new(
        &sim,
        question,
        Toggles::default(),
        Limits { steps: 9, acts: None, states: 40 },
    );
    while search.work(1) {}
    assert!(matches!(search.answer(), Some(Answer::GaveUp { states: 40, .. })));
}

#[test]
fn a_search_for_several_things_finds_the_nearest_however_it_is_sliced() {
    let sim = pod("Always");
    let texts = ["pod/demo container app CrashLoopBackOff", "pod/demo condition Ready True"];
    let questions = texts.map(|text| Question::parse(text).expect("a question"));
    let mut found = Vec::new();
    for slice in [1, 64, u64::MAX] {
        let limits = Limits::default();
        let mut search = Search::any(&sim, questions.to_vec(), EXITS, limits);
        while search.work(slice) {}
        let Some(Answer::Yes(witness)) = search.answer() else { panic!("{:?}", search.answer()) };
        assert_eq!(witness.question, questions[1]);
        shows(&sim, &witness.question, witness);
        found.push((witness.clone(), search.progress()));
    }
    assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
}

#[test]
fn a_slice_ends_soon_even_in_the_middle_of_a_step() {
    let question = Question::parse("pod/demo twice").expect("a question");
    let mut search = Search::new(&pod("Always"), question, EXITS, Limits::default());
    // One slice is one event, or one state that is begun.
    let (mut slices, mut longest) = (0, 0);
    let mut visited = 1;
    while visited < 12 && search.work(1) {
        slices += 1;
        let progress = search.progress();
        if progress.visited > visited {
            (visited, longest) = (progress.visited, longest.max(slices));
            slices = 0;
        }
    }
    assert!(longest > 20, "a step took {longest} slices at most");
}

#[test]
fn questions_are_read_and_told_of_in_the_same_words() {
    for text in [
        "pod/a phase Failed",
        "pod/a condition Ready False",
        "pod/a container app running",
        "pod/a container app OOMKilled",
        "pod/a restarts > 3",
        "pod/a gone",
        "pod/a twice",
        "pod/a runs-twice",
        "pod/a before pod/b",
        "statefulset/a below-partition",
        "statefulset/a pods > 3",
    ] {
        assert_eq!(Question::parse(text).expect(text).to_string(), text);
    }
    for text in ["", "pod/a", "pod/a phase Asleep", "pod/a restarts > -1", "x/y gone"] {
        assert!(Question::parse(text).is_err(), "{text}");
    }
}
