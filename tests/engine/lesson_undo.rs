//! Taking acts back in a lesson: across steps, and to reach a goal that was lost.

use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::read;
use podlab::lesson::{LessonRun, Progress, open};
use podlab::timeline::history::History;

const LESSON: &str = "
apiVersion: podlab/v1
kind: Lesson
metadata: {name: scale}
title: Scale a set
objective: You can scale a StatefulSet.
kubernetes: current
minutes: 2
chapter: order
rules: [S-38]
par: 2
opens: 30s
steps:
- say: Ask for two Pods.
  goals: [{set: web, replicas: 2}]
  solution: [{kubectl: scale statefulset web --replicas=2}]
- say: What comes?
  predict:
    ask: next-created
    after: 30s
    choices: [{answer: web-1, because: It is next.}, {answer: none, because: Nobody asked for one.}]
- say: Go back to one, and do not delete web-0.
  goals: [{set: web, replicas: 1}, {never: {pod: web-0, deleted: true}}]
  solution: [{kubectl: scale statefulset web --replicas=1}]
debrief: One after the other.
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 1
  serviceName: web
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'nginx:1'}]}}";

fn begin() -> (LessonRun, History) {
    let lesson = read(LESSON, &ReadOptions::default()).expect("the lesson is right");
    let history = open(&lesson).expect("nothing is refused");
    (LessonRun::begin(lesson.into(), &history), history)
}

fn kubectl(history: &mut History, line: &'static str) {
    let command = Command::Kubectl { namespace: "default".into(), line: line.into() };
    history.act(vec![command]).expect("it is accepted");
}

#[test]
fn an_act_of_an_earlier_step_can_be_taken_back_while_a_question_is_asked() {
    let (mut run, mut history) = begin();
    run.play_solution(&mut history).expect("nothing is refused");
    run.next(&history);
    assert!(run.question().is_some());
    // The way back is kept over a reload.
    let mut run = LessonRun::resume(run.lesson().clone(), run.save().clone());
    assert!(!run.follow_undo(&history), "nothing was taken back");
    history.undo().expect("there is an act");
    assert!(run.follow_undo(&history));
    assert_eq!((run.step_index(), run.goals(&history)[0].1), (0, Progress::Open));
    // An answer that was given is still there when the learner comes back to the step after it.
    run.play_solution(&mut history).expect("nothing is refused");
    run.next(&history);
    run.choose(0, &history).expect("it is judged");
    run.see(&mut history);
    run.next(&history);
    kubectl(&mut history, "scale statefulset web --replicas=1");
    history.undo().expect("there is an act");
    assert!(!run.follow_undo(&history), "the act was one of this step");
    assert_eq!(run.step_index(), 2);
    history.undo().expect("there is another act");
    assert!(run.follow_undo(&history));
    assert_eq!(run.step_index(), 0);
}

#[test]
fn the_solution_is_played_from_where_no_goal_is_lost() {
    let (mut run, mut history) = begin();
    run.play_solution(&mut history).expect("nothing is refused");
    run.next(&history);
    run.choose(0, &history).expect("it is judged");
    run.see(&mut history);
    run.next(&history);
    kubectl(&mut history, "delete pod web-0");
    history.run_until(history.now() + 40_000, u64::MAX);
    kubectl(&mut history, "scale statefulset web --replicas=3");
    assert_eq!(run.goals(&history)[1].1, Progress::Lost);
    run.take_back_loss(&mut history);
    let goals: Vec<Progress> = run.goals(&history).iter().map(|(_, progress)| *progress).collect();
    assert_eq!(goals, [Progress::Open, Progress::Reached]);
    assert!(history.now() > SimTime::from_seconds(30), "the steps before stay");
    run.play_solution(&mut history).expect("nothing is refused");
    assert!(run.is_step_done(&history));
}
