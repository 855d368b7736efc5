//! Why something happened, and what does not happen yet.

use crate::common::{replica_set, scene};
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::Fact;
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
    assert_eq!(waits[0].words, "*web-0* must be Running and Ready before the set goes on.");
    assert!(waits.len() > 1);
    assert!(waits[1..].iter().all(|wait| wait.words.starts_with("*web-0*: ")), "{waits:?}");
}

#[test]
fn a_pod_alone_needs_no_name() {
    let waits = all(&scene("crash-loop", 8));
    assert_eq!(waits.len(), 1);
    assert!(!waits[0].words.starts_with('*'), "{waits:?}");
}

#[test]
fn a_chain_leads_back_from_the_change() {
    let lab = scene("crash-loop", 8);
    let change = last(&lab, is_status);
    let chain = why::chain(&lab, change);
    assert_eq!(chain[0].number, change.number);
    assert!(chain.len() > 2 && chain.windows(2).all(|pair| pair[0].time >= pair[1].time));
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
    assert!(plain(&why::told(&lab, change)).contains(name));
    let lab = scene("crash-loop", 8);
    assert!(!why::told(&lab, last(&lab, is_phase)).contains("demo"));
}
