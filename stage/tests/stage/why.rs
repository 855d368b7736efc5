//! Why something happened, and what does not happen yet.

use crate::common::{replica_set, scene};
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::Fact;
use podlab::questions::explanation::Step;
use podlab_stage::Lab;
use podlab_stage::why;
use podlab_stage::words::plain;

/// The last change of this sort of the Pod on the stage.
fn last(lab: &Lab, is_it: impl Fn(&Fact) -> bool) -> &Change {
    let mut changes = lab.story().changes().iter().rev();
    changes.find(|change| is_it(&change.fact)).expect("it changed")
}

fn is_status(fact: &Fact) -> bool {
    matches!(fact, Fact::Status { .. })
}

fn is_deletion(fact: &Fact) -> bool {
    matches!(fact, Fact::Deletion { .. })
}

fn is_phase(fact: &Fact) -> bool {
    matches!(fact, Fact::Phase { .. })
}

/// All that waits.
fn all(lab: &Lab) -> Vec<why::Waiting> {
    why::not_yet(lab, usize::MAX).0
}

#[test]
fn of_many_waits_some_are_told_and_the_others_counted() {
    let lab = scene("sts-ordered", 2);
    let count = all(&lab).len();
    let (told, more) = why::not_yet(&lab, 1);
    assert_eq!((told.len(), more), (1, count - 1));
    assert_eq!(why::not_yet(&lab, count).1, 0);
}

#[test]
fn a_run_at_rest_waits_for_nothing_but_its_probes() {
    let waits = all(&scene("sts-ordered", 30));
    assert!(waits.iter().all(|wait| !wait.words.contains("StatefulSet")), "{waits:?}");
}

#[test]
fn the_workload_waits_first_and_pods_are_named() {
    let waits = all(&scene("sts-ordered", 2));
    assert_eq!(
        waits[0].words,
        "*web-0* must be Running and Ready before the StatefulSet continues."
    );
    assert!(waits.len() > 1);
    assert!(waits[1..].iter().all(|wait| wait.words.starts_with("*web-0*: ")), "{waits:?}");
}

#[test]
fn a_pod_alone_needs_no_name() {
    let waits = all(&scene("crash-loop", 8));
    assert_eq!(waits.len(), 1);
    assert!(!waits[0].words.starts_with('*'), "{waits:?}");
}

/// When a step of an answer happened.
fn time(step: &Step<'_>) -> SimTime {
    match step {
        Step::Once(change) => change.time,
        Step::Again { changes, .. } => changes[0].time,
    }
}

/// The short answer to why the last change of this sort happened.
fn conclusion(lab: &Lab, is_it: impl Fn(&Fact) -> bool) -> String {
    let change = last(lab, is_it);
    plain(&why::conclusion(lab, change, &why::explanation(lab, change)))
}

#[test]
fn a_crash_loop_is_explained_by_how_the_program_ends_and_how_often() {
    let lab = scene("crash-loop", 70);
    let why = conclusion(&lab, is_status);
    assert_eq!(
        why,
        "Because: The program in app exited with code 1 (Error). This happened 4 times. \
         The kubelet restarts app at 0:01:29 at the earliest, 40 s after it terminated (back-off)."
    );
    let earlier = lab.story().changes().iter().find(|change| is_status(&change.fact)).unwrap();
    let why = why::conclusion(&lab, earlier, &why::explanation(&lab, earlier));
    assert!(!why.contains("starts"), "the back-off is not about what was before: {why}");
    let change = last(&lab, is_status);
    let why = why::explanation(&lab, change);
    let folded: Vec<_> =
        why.steps.iter().filter(|step| matches!(step, Step::Again { .. })).collect();
    let [Step::Again { times: 2, changes }] = folded[..] else { panic!("{folded:#?}") };
    assert!(changes.len() > 5 && why.steps.len() < 12, "{why:#?}");
    let lines = why::look_closer(change, &why);
    assert_eq!(lines, ["kubectl logs demo -c app --previous", "kubectl describe pod demo"]);
}

#[test]
fn what_set_an_ending_off_is_told_with_it() {
    let evicted = conclusion(&scene("node-pressure", 60), is_status);
    assert!(evicted.contains("exited with code 143"), "{evicted}");
    assert!(evicted.contains("It started with this: Something other than Pods"), "{evicted}");
    let gone = conclusion(&scene("graceful", 60), |fact| matches!(fact, Fact::Removed));
    assert!(gone.contains("It started with this: The Pod is Terminating."), "{gone}");
    let lost = conclusion(&scene("node-lost", 400), is_deletion);
    assert!(lost.starts_with("Because: node-1 is cut off from the API server."), "{lost}");
}

#[test]
fn a_pod_is_ready_because_its_probe_succeeded() {
    let why = conclusion(
        &scene("sts-ordered", 40),
        |fact| matches!(fact, Fact::Condition { kind, .. } if **kind == *"Ready"),
    );
    assert!(why.starts_with("Because: web-2: The readiness probe of nginx succeeded."), "{why}");
    assert!(!why.contains("started with this"), "{why}");
}

#[test]
fn what_came_directly_from_an_act_is_explained_by_it() {
    let lab = scene("runs", 5);
    let created = lab.story().changes().iter().find(|change| change.fact == Fact::Created).unwrap();
    let why = why::conclusion(&lab, created, &why::explanation(&lab, created));
    assert_eq!(Some(why), why::root(&lab, created).map(|(_, act)| act));
}

#[test]
fn a_chain_leads_back_from_the_change() {
    let lab = scene("crash-loop", 8);
    let change = last(&lab, is_status);
    let why = why::explanation(&lab, change);
    assert_eq!(why.first().map(|first| first.number), Some(change.number));
    let times: Vec<SimTime> = why.steps.iter().map(time).collect();
    assert!(times.len() > 2 && times.is_sorted_by(|later, earlier| later >= earlier), "{times:?}");
    let (time, words) = why::root(&lab, change).unwrap();
    assert_eq!(time, SimTime::ZERO, "{words}");
}

#[test]
fn the_act_of_a_scene_is_the_root() {
    let lab = scene("graceful", 16);
    let (time, words) = why::root(&lab, last(&lab, is_deletion)).unwrap();
    assert_eq!(time, SimTime::from_seconds(15));
    assert!(words.contains("demo"), "{words}");
}

#[test]
fn what_a_person_does_is_told_as_theirs() {
    let scenes = scene("graceful", 16);
    let (_, of_scene) = why::root(&scenes, last(&scenes, is_deletion)).unwrap();
    let mut lab = scene("crash-loop", 15);
    let (_, delete) = scenes.sim().commands().last().unwrap();
    lab.history.act(vec![delete.clone()]).unwrap();
    let (_, of_person) = why::root(&lab, last(&lab, is_deletion)).unwrap();
    assert_ne!(of_person, of_scene);
    assert!(of_person.contains("You"), "{of_person}");
}

#[test]
fn among_several_pods_a_sentence_says_which_one() {
    let lab = replica_set("", 2, "", 20);
    let change = lab.story().changes().iter().find(|change| is_phase(&change.fact));
    let change = change.expect("a Pod began");
    let name = change.object.name();
    assert!(plain(&why::change_sentence(&lab, change)).contains(name));
    let lab = scene("crash-loop", 8);
    assert!(!why::change_sentence(&lab, last(&lab, is_phase)).contains("demo"));
}
