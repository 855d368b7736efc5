//! Fair questions about what happens next.

use crate::common::{go_to, scene, set};
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
use podlab::cluster::fact::{Fact, FieldValue};
use podlab::questions::quiz::{Question, Subject, TOGETHER, next_question};
use podlab_lessons::Scene;
use podlab_stage::Lab;

/// All questions of a scene up to a second, each asked as soon as the one before has been.
fn questions(lab: &mut Lab, seconds: u64) -> Vec<Question> {
    let (mut all, mut after) = (Vec::new(), lab.now());
    go_to(lab, seconds + TOGETHER / 1000);
    let (pod, set) = (lab.pod_name().clone(), lab.set().cloned());
    while let Some(question) = next_question(lab.story(), 0, after, &pod, set.as_deref()) {
        after = question.time;
        if after > SimTime::from_seconds(seconds) {
            break;
        }
        all.push(question);
    }
    all
}

/// The right answers about the Pods of the set that are created or deleted.
fn moves(questions: &[Question], of: fn(&Subject) -> bool) -> Vec<&str> {
    let asked = questions.iter().filter(|question| of(&question.subject));
    asked.map(|question| question.answers[question.right].as_str()).collect()
}

fn is_created(subject: &Subject) -> bool {
    matches!(subject, Subject::Created(_))
}

fn is_deleted(subject: &Subject) -> bool {
    matches!(subject, Subject::Deleted(_))
}

#[test]
fn a_set_is_asked_about_in_its_order() {
    let found = questions(&mut scene("sts-ordered", 0), 120);
    let created = moves(&found, is_created);
    assert!(created.ends_with(&["web-1", "web-2"]), "{created:?}");
}

#[test]
fn a_rollout_is_asked_about_from_the_highest_ordinal_down() {
    let found = questions(&mut scene("sts-rolling", 0), 600);
    let deleted = moves(&found, is_deleted);
    assert!(deleted.ends_with(&["web-2", "web-1", "web-0"]), "{deleted:?}");
}

#[test]
fn pods_that_come_together_are_no_question() {
    let found = questions(&mut scene("sts-parallel", 0), 10);
    assert_eq!(moves(&found, is_created), [""; 0]);
}

#[test]
fn every_question_of_every_scene_has_one_right_answer_among_others() {
    let mut count = 0;
    for Scene { name, .. } in podlab_lessons::SCENES {
        for question in questions(&mut scene(name, 0), 300) {
            count += 1;
            let Question { answers, right, .. } = &question;
            assert!((2..=4).contains(&answers.len()), "{name}: {question:?}");
            let same = answers.iter().filter(|answer| *answer == &answers[*right]).count();
            assert_eq!(same, 1, "{name}: {question:?}");
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_pod_below_the_first_ordinal_is_an_answer() {
    let actions = "{t: 0, do: runtime-rule, pod: web-*, stop: {after: 4}}, \
                   {t: 20, do: patch, object: sts/web, body: {spec: {ordinals: {start: 3}}}}";
    let mut lab = set(actions, "replicas: 3", 0);
    let found = questions(&mut lab, 90);
    let deleted = moves(&found, is_deleted);
    assert_eq!(deleted, ["web-2", "web-1", "web-0"]);
}

#[test]
fn the_right_answer_is_the_pod_that_the_change_is_about() {
    for name in ["sts-ordered", "sts-rolling", "sts-scale-down", "sts-start"] {
        let mut lab = scene(name, 0);
        for question in questions(&mut lab, 300) {
            if !is_created(&question.subject) && !is_deleted(&question.subject) {
                continue;
            }
            let change = lab.story().change(question.change).expect("there is such a change");
            let pod = change.object.named(ResourceKind::Pod).expect("it is about a Pod");
            assert_eq!(&question.answers[question.right], pod, "{name}: {question:?}");
        }
    }
}

#[test]
fn the_right_answer_is_what_the_change_says() {
    for Scene { name, .. } in podlab_lessons::SCENES {
        let mut lab = scene(name, 0);
        for question in questions(&mut lab, 300) {
            let change = lab.story().change(question.change).expect("there is such a change");
            let said = match (&question.subject, &change.fact) {
                (Subject::Status(_), Fact::Status { new, .. }) => new.to_string(),
                (Subject::Phase(_), Fact::Phase { new, .. }) => new.as_str().to_owned(),
                (Subject::NodeReady(_), Fact::NodeReady { new, .. }) => new.as_str().to_owned(),
                (Subject::BackOff { .. }, Fact::State { back_off: Some(length), .. }) => {
                    format!("{}s", length / 1000)
                }
                (Subject::Scaled { .. }, Fact::Field { new: FieldValue::Number(to), .. }) => {
                    to.to_string()
                }
                (subject, _) if is_created(subject) || is_deleted(subject) => continue,
                (subject, fact) => panic!("{name}: {subject:?} is asked about {fact:?}"),
            };
            assert_eq!(question.answers[question.right], *said, "{name}: {question:?}");
        }
    }
}

/// What is asked in a scene, with the right answers, without questions about STATUS.
fn asked(name: &str, seconds: u64) -> Vec<(String, String)> {
    let found = questions(&mut scene(name, 0), seconds).into_iter();
    let others = found.filter(|question| !matches!(question.subject, Subject::Status(_)));
    others
        .map(|question| {
            let right = question.answers[question.right].to_string();
            (podlab_stage::quiz::asks(&question.subject), right)
        })
        .collect()
}

#[test]
fn a_crash_loop_is_asked_about_its_back_off() {
    let found = asked("crash-loop", 400);
    let wait = "app in demo ends now. How long does the kubelet wait before it starts app again?";
    let waits = found.iter().filter(|(asks, _)| asks == wait).map(|(_, right)| right.as_str());
    assert_eq!(waits.collect::<Vec<_>>(), ["10s", "40s"], "{found:?}");
}

#[test]
fn a_rollout_of_a_deployment_is_asked_about_its_replica_sets() {
    let found = asked("deploy-rolling", 600);
    assert!(found.iter().filter(|(asks, _)| asks.contains("ReplicaSet")).count() > 2, "{found:?}");
}

#[test]
fn a_node_that_is_cut_off_is_asked_about_its_condition() {
    let found = asked("node-lost", 600);
    assert!(found.iter().any(|(asks, right)| asks.contains("Ready of") && right == "Unknown"));
}
