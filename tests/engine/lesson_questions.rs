//! Questions of lessons: their right answers are computed.

use crate::lesson::{SAY, begin, kubectl, lesson, text, wait};
use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::fact::Fact;
use podlab::files::lesson_file::read;
use podlab::lesson::{Answer, change_asked, check, open, pod_asked, predict};

/// Returns the right answer of a question that is asked at a moment, when the program of web-0 goes as planned.
fn answer_of(asked: &str, plan: &str, opens: u64) -> String {
    let plan = format!(
        "opens: {opens}s\nactions: [{{t: 0, do: runtime-rule, pod: web-0, container: app, plan: [{plan}]}}]"
    );
    let steps = format!("- {SAY}\n  predict: {{{asked}}}");
    let text = text(&steps, 0).replace("opens: 30s", &plan);
    let lesson = read(&text, &ReadOptions::default()).expect("the lesson is right");
    let history = open(&lesson).expect("nothing is refused");
    predict(&history, lesson.course.steps[0].predict.as_ref().expect("it asks")).to_string()
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
    assert_eq!(ask("{next-restart: {pod: web-0, container: app}}", 600), "never");
    assert_eq!(ask("converges", 60), "yes");
    assert_eq!(ask("converges", 1), "no", "web-1 still stops");
}

#[test]
fn an_answer_is_explained_by_the_change_of_what_was_asked_about() {
    // web-1 goes, and nothing happens to web-0.
    let explained = |ask: &str| {
        let steps = format!("- {SAY}\n  predict: {{ask: {ask}, after: 60s, choices: []}}");
        let (run, mut history) = begin(&steps);
        kubectl(&mut history, "scale statefulset web --replicas=1");
        let asked = run.step().and_then(|step| step.predict.clone()).expect("it asks");
        let asked_at = Some((history.now(), history.story().change_count() as u64));
        let right = predict(&history, &asked);
        history.run_until(history.now() + asked.after.0, u64::MAX);
        // What happens later explains nothing.
        kubectl(&mut history, "delete pod web-0");
        wait(&mut history, 60);
        let answer = Answer { chosen: 0, right, right_choice: None, asked_at };
        let change = change_asked(&asked, &answer, &history);
        let change = change.map(|change| (change.object.name().to_owned(), change.fact.clone()));
        (pod_asked(&asked, Some(&answer.right)).map(|pod| pod.to_string()), change)
    };
    let (pod, change) = explained("next-deleted");
    let (object, fact) = change.expect("there is one");
    assert_eq!((pod.as_deref(), object.as_str()), (Some("web-1"), "web-1"));
    assert!(matches!(fact, Fact::Deletion { new: Some(_), .. }), "{fact:?}");
    let (_, change) = explained("{status: web-1}");
    assert_eq!(change.map(|(_, fact)| fact), Some(Fact::Removed), "it is gone by then");
    let (pod, change) = explained("{phase: web-0}");
    let (object, fact) = change.expect("there is one");
    assert_eq!((pod.as_deref(), object.as_str()), (Some("web-0"), "web-0"));
    assert!(matches!(fact, Fact::Phase { .. }), "{fact:?}");
    // Where nothing is created there is nothing to explain, nor one Pod that comes to rest.
    assert_eq!(explained("next-created"), (None, None));
    assert_eq!(explained("converges"), (None, None));
}

#[test]
fn a_prediction_tells_when_a_container_is_started_again_and_whether_the_run_comes_to_rest() {
    let ask = |plan: &str, opens: u64, ask: &str, after: u64| {
        answer_of(&format!("ask: {ask}, after: {after}s, choices: []"), plan, opens)
    };
    let restart = "{next-restart: {pod: web-0, container: app}}";
    let crash = "{run: 2, exit: 1}";
    // The second restart comes after a wait of 10 seconds, the third after one of 20.
    let at = |opens: u64| ask(crash, opens, restart, 300);
    assert_eq!([at(10), at(11), at(21)], ["10s", "9s", "24s"], "it is counted from now");
    assert_eq!(ask(crash, 10, restart, 2), "never", "it is not within two seconds");
    assert_eq!(ask(crash, 10, "{next-restart: {pod: web-0, container: other}}", 300), "never");
    assert_eq!(ask(crash, 10, "converges", 3600), "no", "it crashes again and again");
    assert_eq!(ask(&format!("{crash}, {{}}"), 4, "converges", 60), "yes");
}

#[test]
fn a_question_asks_which_rule_explains_the_state_of_an_object() {
    let ask = |object: &str, choices: &str, opens: u64| {
        let asked = format!("ask: {{why: {object}}}, after: 0s, choices: [{choices}]");
        answer_of(&asked, "{run: 2, exit: 1}", opens)
    };
    assert_eq!(ask("web-0", "", 60), "P-408", "it waits for its back-off");
    let exit = "{answer: P-309, because: a}, {answer: P-901, because: b}";
    assert_eq!(ask("web-0", exit, 60), "P-309", "of several rules the one that can be chosen");
    assert_eq!(ask("sts/web", "", 60), "S-30", "the next Pod waits for web-0");
    assert_eq!(ask("web-9", "", 60), "none");
    let because = "{en: a, id: b, ko: c}";
    let nothing = format!(
        "- {SAY}\n  predict: {{ask: {{why: web-9}}, after: 0s, choices: [{{answer: none, because: {because}}}, {{answer: P-206, because: {because}}}]}}"
    );
    let wrong = check(&lesson(&nothing)).err().unwrap_or_default();
    assert!(wrong.iter().all(|wrong| !wrong.path.starts_with("steps")), "{wrong:?}");
    let steps = "- {say: x, predict: {ask: {why: shelf/web}, after: 0s, choices: []}}";
    let wrong = read(&text(steps, 0), &ReadOptions::default()).unwrap_err();
    assert_eq!(
        wrong[0].to_string(),
        "14:33: steps[0].predict.ask.why: it must be the name of a Pod, or TYPE/NAME of a kind that Podlab runs"
    );
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
