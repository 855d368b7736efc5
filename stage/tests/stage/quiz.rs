//! Fair questions about what happens next.

use crate::common::{go_to, scene, set};
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
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
            if let Subject::Status(_) = question.subject {
                continue;
            }
            let change = lab.story().change(question.change).expect("there is such a change");
            let pod = change.object.named(ResourceKind::Pod).expect("it is about a Pod");
            assert_eq!(&question.answers[question.right], pod, "{name}: {question:?}");
        }
    }
}
