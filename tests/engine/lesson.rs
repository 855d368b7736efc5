//! Lessons: how they are read, and how goals and predictions are judged.

use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::{Lesson, read};
use podlab::files::scenario_file;
use podlab::lesson::{
    Answer, LessonRun, Progress, Report, SavedLesson, Tally, check, open, predict,
};
use podlab::timeline::history::History;
use std::rc::Rc;

const HEAD: &str = "\
apiVersion: podlab/v1
kind: Lesson
metadata: {name: one}
title: {en: One, id: Satu, ko: 하나}
objective: {en: One, id: Satu, ko: 하나}
debrief: {en: One, id: Satu, ko: 하나}
minutes: 1
chapter: order
rules: [S-38]
";
const SAY: &str = "say: {en: Do it., id: Lakukan., ko: 하세요.}";
const SET: &str = "
---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 2, serviceName: web,
 selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
 spec: {containers: [{name: app, image: 'nginx:1'}]}}}}";

fn text(steps: &str, par: u32) -> String {
    format!("{HEAD}par: {par}\nopens: 30s\nsteps:\n{steps}{SET}")
}

fn lesson(steps: &str) -> Rc<Lesson> {
    let read = read(&text(steps, 1), &ReadOptions::default());
    Rc::new(read.unwrap_or_else(|wrong| panic!("{wrong:?}")))
}

fn begin(steps: &str) -> (LessonRun, History) {
    let lesson = lesson(steps);
    let history = open(&lesson).expect("nothing is refused");
    (LessonRun::begin(lesson, &history), history)
}

fn progress(run: &LessonRun, history: &History) -> Vec<Progress> {
    run.goals(history).into_iter().map(|(_, progress)| progress).collect()
}

fn kubectl(history: &mut History, line: &'static str) {
    let line = Command::Kubectl { namespace: "default".into(), line: line.into() };
    history.act(vec![line]).expect("it is accepted");
}

fn wait(history: &mut History, seconds: u64) {
    history.run_until(history.now() + seconds * 1000, u64::MAX);
}

#[test]
fn a_goal_about_the_present_is_open_until_it_is_true_and_open_again_after_undo() {
    let (run, mut history) = begin(&format!(
        "- {SAY}\n  goals: [{{set: web, ready: 3}}, {{pod: web-2, phase: Running}}, {{commands: 1}}]"
    ));
    assert_eq!(progress(&run, &history), [Progress::Open, Progress::Open, Progress::Reached]);
    kubectl(&mut history, "scale statefulset web --replicas=3");
    wait(&mut history, 30);
    assert!(run.is_step_done(&history));
    history.undo();
    assert_eq!(progress(&run, &history)[0], Progress::Open);
    kubectl(&mut history, "scale statefulset web --replicas=1");
    kubectl(&mut history, "scale statefulset web --replicas=3");
    assert_eq!(progress(&run, &history)[2], Progress::Lost);
}

#[test]
fn what_was_never_or_always_to_be_is_lost_also_when_it_is_over() {
    let goals = "goals: [{never: {pod: web-1, deleted: true}}, {always: {set: web, ready: 2}},
      {never: {pod: web-0, ready: false}}, {always: {pod: web-1, exists: true}}]";
    let (run, mut history) = begin(&format!("- {SAY}\n  {goals}"));
    assert_eq!(progress(&run, &history), [Progress::Reached; 4]);
    kubectl(&mut history, "delete pod web-1");
    wait(&mut history, 60);
    assert!(history.sim().pod("default", "web-1").is_some(), "the set made it again");
    let lost = [Progress::Lost, Progress::Lost, Progress::Reached, Progress::Lost];
    assert_eq!(progress(&run, &history), lost);
    history.undo();
    assert_eq!(progress(&run, &history), [Progress::Reached; 4], "and was taken back");
}

#[test]
fn a_lesson_is_read_as_the_scenario_that_it_begins_with() {
    let text = text(&format!("- {SAY}"), 0);
    let scenario = scenario_file::read(&text, &ReadOptions::default()).expect("it is right");
    let lesson = read(&text, &ReadOptions::default()).expect("it is right");
    assert_eq!((scenario.opens, scenario.objects.len()), (SimTime::from_seconds(30), 1));
    assert_eq!(scenario, lesson.scenario);
    let wrong = text.replace("\nsteps:", "\nstep:");
    let wrong = scenario_file::read(&wrong, &ReadOptions::default()).unwrap_err();
    assert_eq!(
        wrong[0].help.as_ref().map(ToString::to_string).as_deref(),
        Some("did you mean \"steps\"?")
    );
}

#[test]
fn a_deletion_that_was_requested_is_reached_also_when_the_pod_is_gone_at_once() {
    let goals = "goals: [{pod: web-1, deleted: true}, {never: {pod: web-1, deleted: true}}]";
    let (run, mut history) = begin(&format!("- {SAY}\n  {goals}"));
    assert_eq!(progress(&run, &history), [Progress::Open, Progress::Reached]);
    kubectl(&mut history, "delete pod web-1 --grace-period=0 --force");
    wait(&mut history, 60);
    assert_eq!(progress(&run, &history), [Progress::Reached, Progress::Lost]);
    history.undo();
    assert_eq!(progress(&run, &history), [Progress::Open, Progress::Reached]);
}

#[test]
fn the_answer_of_a_prediction_is_computed_and_the_run_itself_stays_where_it_is() {
    let ask = |ask: &str, after: u64| {
        let steps = format!("- {SAY}\n  predict: {{ask: {ask}, after: {after}s, choices: []}}");
        let (run, mut history) = begin(&steps);
        let now = history.now();
        kubectl(&mut history, "scale statefulset web --replicas=1");
        let step = run.step().expect("there is a step");
        let answer = predict(&history, step.predict.as_ref().expect("it asks"));
        assert_eq!(history.now(), now);
        answer.to_string()
    };
    assert_eq!(ask("next-deleted", 60), "web-1");
    assert_eq!(ask("next-created", 60), "none");
    assert_eq!(ask("{phase: web-0}", 60), "Running");
    assert_eq!(ask("{status: web-1}", 60), "none");
    assert_eq!(ask("{restarts: web-0}", 60), "0");
    assert_eq!(ask("{node: web-9}", 60), "none");
}

#[test]
fn a_question_comes_before_the_goals_and_hints_come_one_by_one() {
    let choices = "choices: [{answer: none, because: a}, {answer: web-2, because: b}]";
    let (mut run, mut history) = begin(&format!(
        "- {SAY}\n  hints: [first, second]\n  predict: {{ask: next-created, after: 9s, {choices}}}\n- {SAY}"
    ));
    assert!(!run.is_step_done(&history) && run.question().is_some());
    assert_eq!(run.choose(7, &history), None, "there is no such choice");
    let answer = run.choose(1, &history).expect("there is such a choice");
    assert_eq!((answer.chosen, answer.right_choice, answer.is_right()), (1, Some(0), false));
    assert!(run.is_step_done(&history) && run.question().is_none());
    run.see(&mut history);
    assert_eq!(history.now(), SimTime::from_seconds(39));
    assert!(run.take_hint().is_some() && run.take_hint().is_some() && run.take_hint().is_none());
    assert_eq!(run.hints().len(), 2);
    run.next(&history);
    assert_eq!((run.step_index(), run.hints().len(), run.answer()), (1, 0, None));
    run.next(&history);
    assert!(run.step().is_none() && !run.is_step_done(&history));
}

#[test]
fn a_lesson_goes_on_where_it_was_left() {
    let choices = "choices: [{answer: web-1, because: a}, {answer: none, because: b}]";
    let (mut run, mut history) = begin(&format!(
        "- {SAY}\n- {SAY}\n  predict: {{ask: next-deleted, after: 60s, {choices}}}\n  hints: [a, b]\n  goals:
  - {{never: {{pod: web-1, deleted: true}}}}\n  - {{set: web, replicas: 1}}"
    ));
    run.next(&history);
    run.choose(1, &history).expect("there is such a choice");
    run.take_hint();
    kubectl(&mut history, "scale statefulset web --replicas=1");
    wait(&mut history, 10);
    let text = serde_json::to_string(run.save()).expect("it can be written");
    let saved: SavedLesson = serde_json::from_str(&text).expect("it can be read");
    let resumed = LessonRun::resume(Rc::clone(run.lesson()), saved);
    assert_eq!(resumed.save(), run.save());
    assert_eq!((resumed.step_index(), resumed.hints().len()), (1, 1));
    assert_eq!(resumed.answer().map(Answer::is_right), Some(true));
    assert_eq!(progress(&resumed, &history), [Progress::Lost, Progress::Reached]);
    // The lesson became another one meanwhile.
    let shorter = lesson(&format!("- {SAY}"));
    let resumed = LessonRun::resume(shorter, run.save().clone());
    assert!(resumed.step().is_none() && resumed.hints().is_empty() && resumed.answer().is_none());
}

#[test]
fn a_question_can_be_answered_also_where_no_choice_is_right() {
    let choices = "choices: [{answer: web-7, because: a}, {answer: web-8, because: b}]";
    let (mut run, mut history) =
        begin(&format!("- {SAY}\n  predict: {{ask: next-deleted, after: 60s, {choices}}}"));
    kubectl(&mut history, "scale statefulset web --replicas=1");
    let answer = run.choose(1, &history).expect("there is such a choice");
    assert_eq!((answer.right.as_str(), answer.right_choice), ("web-1", None));
    assert!(!answer.is_right());
}

#[test]
fn a_prediction_knows_what_the_lesson_itself_will_do() {
    let choices = "choices: [{answer: web-1, because: It is deleted.}]";
    let steps = format!("- {SAY}\n  predict: {{ask: next-deleted, after: 60s, {choices}}}");
    let plan = "opens: 30s\nactions: [{t: 50, do: delete, object: pod/web-1}]";
    let text = text(&steps, 0).replace("opens: 30s", plan);
    let lesson = read(&text, &ReadOptions::default()).expect("the lesson is right");
    let history = open(&lesson).expect("nothing is refused");
    let asked = lesson.course.steps[0].predict.as_ref().expect("it asks");
    assert_eq!(predict(&history, asked), "web-1");
}

#[test]
fn goals_are_about_any_namespace_and_about_claims_and_workloads() {
    let (run, mut history) = begin(&format!(
        "- {SAY}\n  goals: [{{pod: web-0, namespace: other, exists: true}}, {{claim: data, exists: true}},
      {{never: {{set: web, exists: false}}}}, {{set: web, replicas: 3}},
      {{set: web, image: 'nginx:2'}}]"
    ));
    let (open, kept) = (Progress::Open, Progress::Reached);
    assert_eq!(progress(&run, &history), [open, open, kept, open, open]);
    let claim = "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],
        resources: {requests: {storage: 1Gi}}}}";
    let claim = podlab::read(claim, &ReadOptions::default()).expect("it is a claim").remove(0);
    history.act(vec![Command::Create(Box::new(claim))]).expect("it is created");
    kubectl(&mut history, "scale statefulset web --replicas=3");
    kubectl(&mut history, "set image statefulset web app=nginx:2");
    assert_eq!(progress(&run, &history), [open, kept, kept, kept, kept]);
    kubectl(&mut history, "delete statefulset web");
    wait(&mut history, 60);
    assert_eq!(progress(&run, &history), [open, kept, Progress::Lost, open, open]);
}

#[test]
fn goals_ask_whether_a_name_resolves() {
    let goals = "goals: [{name: web-0.web, resolves: true}, {name: web.default.svc.cluster.local, resolves: true},
      {name: web-7.web, resolves: false}]";
    let (run, mut history) = begin(&format!("- {SAY}\n  {goals}"));
    let (open, reached) = (Progress::Open, Progress::Reached);
    assert_eq!(progress(&run, &history), [open, open, reached]);
    let service = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {clusterIP: None, selector: {app: web}}}";
    let service = podlab::read(service, &ReadOptions::default()).expect("it is a Service");
    history.act(vec![Command::Create(Box::new(service[0].clone()))]).expect("it is created");
    wait(&mut history, 10);
    assert_eq!(progress(&run, &history), [reached, reached, reached]);
    kubectl(&mut history, "delete service web");
    wait(&mut history, 10);
    assert_eq!(progress(&run, &history), [open, open, reached]);
    for (goal, told) in [
        ("{name: web, exists: true}", "say whether the name resolves"),
        ("{pod: web-0, phase: Running, resolves: true}", "resolves belongs to a name"),
        ("{never: {name: web, resolves: true}}", "never and always take exists"),
    ] {
        let text = text(&format!("- {SAY}\n  goals: [{goal}]"), 1);
        let wrong = read(&text, &ReadOptions::default()).expect_err(goal);
        assert!(wrong[0].to_string().contains(told), "{goal}: {}", wrong[0]);
    }
}

#[test]
fn mistakes_of_a_lesson_have_their_place() {
    for (steps, mistake) in [
        ("- {sya: x}", "13:4: steps[0].sya: unknown field \"sya\"\nhelp: did you mean \"say\"?"),
        (
            "- {say: x, goals: [{pod: a}]}",
            "13:20: steps[0].goals[0]: say one thing of the Pod: exists, phase, status, ready, condition, state, restarts, deleted, node or image",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Failed, commands: 2}]}",
            "13:20: steps[0].goals[0]: it says more than one thing; write a goal for each",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Failed, replicas: 2}]}",
            "13:20: steps[0].goals[0]: say one thing of the Pod: exists, phase, status, ready, condition, state, restarts, deleted, node or image",
        ),
        (
            "- {say: x, goals: [{set: a, phase: Failed}]}",
            "13:20: steps[0].goals[0]: say one thing of it: exists, image, or replicas or ready with a number",
        ),
        (
            "- {say: x, goals: [{pod: a, set: b, exists: true}]}",
            "13:20: steps[0].goals[0]: say what it is about: one pod, claim, set, deployment or name; or never, always, commands or before",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Runing}]}",
            "13:20: steps[0].goals[0]: there is no phase Runing",
        ),
        (
            "- {say: x, goals: [{never: {pod: a, node: b}}]}",
            "13:20: steps[0].goals[0]: never and always take exists, phase, status, ready, condition, state, restarts or deleted",
        ),
        (
            "- {say: x, predict: {ask: {fase: a}, after: 3s, choices: []}}",
            "13:28: steps[0].predict.ask.fase: it must be one of phase, status, restarts, node, next-created, next-deleted\nhelp: did you mean \"phase\"?",
        ),
        (
            "- {say: x, predict: {ask: next-created, after: soon, choices: []}}",
            "13:48: steps[0].predict.after: it must be a length of time, such as 90s or 5m",
        ),
        (
            "- {say: x, solution: [{do: exti, pod: a}]}",
            "13:23: steps[0].solution[0]: do: unknown action \"exti\"",
        ),
        ("- {say: {id: x}}", "13:9: steps[0].say: the field \"en\" is missing"),
    ] {
        let wrong = read(&text(steps, 1), &ReadOptions::default()).unwrap_err();
        assert_eq!(wrong.iter().map(ToString::to_string).collect::<Vec<_>>(), [mistake]);
    }
    let wrong = read(&text("- {say: x}", 1).replace("opens:", "opnes:"), &ReadOptions::default());
    assert_eq!(
        wrong.unwrap_err()[0].to_string(),
        "11:1: opnes: unknown field \"opnes\"\nhelp: did you mean \"opens\"?"
    );
}

#[test]
fn the_check_plays_the_solution_and_says_what_the_author_must_put_right() {
    let solution = "solution: [{kubectl: scale statefulset web --replicas=3}, {wait: 60s}]";
    let right = format!("- {SAY}\n  goals: [{{set: web, ready: 3}}]\n  {solution}");
    assert_eq!(check(&lesson(&right)), Ok(()));
    let choices = "choices: [{answer: web-7, because: {en: a, id: b, ko: c}}]";
    for (steps, mistake) in [
        (
            right.replace("ready: 3", "ready: 2"),
            "steps[0].goals: all goals are reached at the start",
        ),
        (right.replace("60s", "0s"), "steps[0].goals[0]: the solution does not reach the goal"),
        (right.replace("scale", "scael"), "steps[0].solution[0]: error: unknown command \"scael\""),
        (right.replace(", ko: 하세요.", ""), "steps[0].say: the text is missing in ko"),
        (
            format!("- {SAY}\n  predict: {{ask: next-created, after: 9s, {choices}}}"),
            "steps[0].predict.choices: the right answer is none, which 0 choices have; it must be one",
        ),
        (
            right.replace(
                "{wait: 60s}",
                "{kubectl: scale statefulset web --replicas=3}, {wait: 60s}",
            ),
            "par: the solution needs 2 commands",
        ),
        (format!("- {SAY}\n  goals: [{{set: web, ready: 3}}]"), "steps[0]: goals need a solution"),
    ] {
        let wrong = check(&lesson(&steps)).unwrap_err();
        let told: Vec<String> =
            wrong.iter().map(|w| format!("{}: {}", w.path, w.message)).collect();
        assert!(told.iter().any(|told| told.starts_with(mistake)), "{mistake}\n{told:#?}");
        assert!(wrong.iter().all(|wrong| wrong.span.line > 0), "{wrong:?}");
    }
}

#[test]
fn goals_know_the_conditions_of_a_pod_and_the_states_of_its_containers() {
    let goals = "goals: [{pod: web-1, condition: ContainersReady, is: False}, {pod: web-1, container: app, state: terminated, reason: OOMKilled},
      {pod: web-1, container: app, state: running}, {never: {pod: web-1, container: app, state: terminated}},
      {always: {pod: web-0, condition: PodScheduled, is: True}}, {never: {pod: web-1, condition: Ready, is: 'False'}}]";
    let (run, mut history) = begin(&format!("- {SAY}\n  {goals}"));
    let (open, reached, lost) = (Progress::Open, Progress::Reached, Progress::Lost);
    assert_eq!(progress(&run, &history), [open, open, reached, reached, reached, reached]);
    let exit = Command::Exit {
        namespace: "default".into(),
        pod: "web-1".into(),
        container: "app".into(),
        code: 137,
        reason: "OOMKilled".into(),
    };
    history.act(vec![exit]).expect("it is accepted");
    let mut was_killed = false;
    for _ in 0..40 {
        history.run_until(history.now() + 100, u64::MAX);
        was_killed |= progress(&run, &history)[1] == reached;
    }
    assert!(was_killed, "the state is seen while it lasts");
    wait(&mut history, 60);
    assert_eq!(progress(&run, &history), [open, open, reached, lost, reached, lost]);
    for (goal, told) in [
        ("{pod: web-0, condition: Ready}", "condition and is belong together"),
        ("{pod: web-0, condition: Ready, is: maybe}", "is takes True, False or Unknown"),
        ("{pod: web-0, state: running}", "a container belongs to restarts or state"),
        ("{pod: web-0, container: app, restarts: 1, reason: Error}", "a reason belongs to a state"),
        (
            "{pod: web-0, container: app, state: running, reason: Started}",
            "a reason belongs to a state that has one: waiting or terminated",
        ),
        (
            "{pod: web-0, container: app, state: dead}",
            "it must be one of waiting, running, terminated",
        ),
        ("{set: web, condition: Ready, is: True}", "say one thing of it"),
    ] {
        let text = text(&format!("- {SAY}\n  goals: [{goal}]"), 1);
        let wrong = read(&text, &ReadOptions::default()).expect_err(goal);
        assert!(wrong[0].to_string().contains(told), "{goal}: {}", wrong[0]);
    }
}

#[test]
fn the_codes_of_a_class_tell_how_far_it_is_and_nothing_else_is_read() {
    let ask = "predict: {ask: next-deleted, after: 30s, choices: [{answer: none, because: X}, {answer: web-0, because: Z}]}";
    let steps = format!("- say: A\n  {ask}\n- say: B\n  hints: [Look.]\n- say: C\n  {ask}\n");
    let (mut run, mut history) = begin(&steps);
    let lesson = Rc::clone(run.lesson());
    run.choose(1, &history).expect("it is judged");
    run.next(&history);
    run.take_hint().expect("there is one");
    kubectl(&mut history, "delete pod web-1 --wait=false");
    let report = Report::of(&run, &history, 4242);
    let expected =
        Report { student: 4242, step: 1, commands: 1, hints: 1, answers: vec![Some(1), None] };
    assert_eq!(report, expected);
    run.next(&history);
    assert_eq!(Report::of(&run, &history, 1).hints, 1, "hints of steps before count");

    // Thirty learners send their codes with other words; one of them sends an earlier code, too.
    let all = (0..30).map(|number| Report {
        student: number * 1000,
        step: if number % 3 == 0 { 3 } else { 1 },
        commands: usize::from(number) * 9,
        hints: 0,
        answers: vec![Some(usize::from(number % 2)), (number % 3 == 0).then_some(0)],
    });
    let all: Vec<Report> = all.collect();
    let line = |report: &Report| format!("Budi: {}!\n", report.code(&lesson, "otter"));
    let mut text: String = all.iter().map(line).collect();
    let early = Report { step: 0, answers: vec![None, None], ..all[0].clone() };
    text.push_str(&line(&early).replace('-', "\u{2013}"));
    text.push_str("\"0123-4567-89AB\", well-known");
    let tally = Tally::read(&text, &lesson, "Otter");
    assert_eq!(tally.reports.len(), 30);
    assert_eq!(tally.reports[0], all[0]);
    assert_eq!(tally.reports[29].commands, 127, "more than that count as that");
    assert_eq!(tally.unread, ["0123-4567-89AB", "well-known"]);
    assert_eq!(tally.steps(&lesson), [0, 20, 0, 10]);
    assert_eq!((tally.answers(0, 2), tally.answers(1, 2)), (vec![15, 15], vec![10, 0]));
    let csv = tally.csv(&lesson);
    let mut lines = csv.lines();
    let head = "learner,step,finished,commands,hints,question 1,question 2";
    assert_eq!(lines.next(), Some(head));
    assert_eq!(lines.next(), Some("0,3,true,0,0,\"none\",\"none\""));
    assert_eq!(lines.next(), Some("1000,1,false,9,0,\"web-0\",\"\""));

    // One wrong letter, another class and another lesson are found.
    let code = all[7].code(&lesson, "otter");
    for (place, letter) in code.char_indices().filter(|(_, letter)| *letter != '-') {
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".chars().filter(|other| *other != letter) {
            let mut wrong = code.clone();
            wrong.replace_range(place..=place, &other.to_string());
            assert_eq!(Report::read(&wrong, &lesson, "otter"), None, "{wrong}");
        }
    }
    let long = "- {say: A}\n".repeat(70)
        + &format!(
            "- say: B\n  predict: {{ask: next-deleted, after: 30s, choices: [{}]}}\n",
            "{answer: none, because: X}, ".repeat(20)
        );
    let long = self::lesson(&long);
    let far = Report { student: 1, step: 71, commands: 0, hints: 0, answers: vec![Some(19)] };
    assert_eq!(Report::read(&far.code(&long, "otter"), &long, "otter"), Some(far));
    assert_eq!(Report::read(&code, &lesson, "beaver"), None);
    assert_eq!(Report::read(&code[1..], &lesson, "otter"), None);
}
