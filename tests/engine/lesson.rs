//! Lessons: how they are read and checked, and how they go on.

use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::{Lesson, read, read_variants};
use podlab::files::scenario_file;
use podlab::lesson::{Answer, LessonRun, Progress, Report, SavedLesson, Tally, check, open};
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
kubernetes: '1.36'
";
pub const SAY: &str = "say: {en: Do it., id: Lakukan., ko: 하세요.}";
const SET: &str = "
---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 2, serviceName: web,
 selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
 spec: {containers: [{name: app, image: 'nginx:1'}]}}}}";

pub fn text(steps: &str, par: u32) -> String {
    format!("{HEAD}par: {par}\nopens: 30s\nsteps:\n{steps}{SET}")
}

pub fn lesson(steps: &str) -> Rc<Lesson> {
    let read = read(&text(steps, 1), &ReadOptions::default());
    Rc::new(read.unwrap_or_else(|wrong| panic!("{wrong:?}")))
}

pub fn begin(steps: &str) -> (LessonRun, History) {
    let lesson = lesson(steps);
    let history = open(&lesson).expect("nothing is refused");
    (LessonRun::begin(lesson, &history), history)
}

pub fn progress(run: &LessonRun, history: &History) -> Vec<Progress> {
    run.goals(history).into_iter().map(|(_, progress)| progress).collect()
}

pub fn kubectl(history: &mut History, line: &'static str) {
    let line = Command::Kubectl { namespace: "default".into(), line: line.into() };
    history.act(vec![line]).expect("it is accepted");
}

pub fn wait(history: &mut History, seconds: u64) {
    history.run_until(history.now() + seconds * 1000, u64::MAX);
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
fn mistakes_of_a_lesson_have_their_place() {
    for (steps, mistake) in [
        ("- {sya: x}", "14:4: steps[0].sya: unknown field \"sya\"\nhelp: did you mean \"say\"?"),
        (
            "- {say: x, goals: [{pod: a}]}",
            "14:20: steps[0].goals[0]: say one thing of the Pod: exists, phase, status, ready, condition, state, restarts, deleted, node or image",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Failed, commands: 2}]}",
            "14:20: steps[0].goals[0]: it says more than one thing; write a goal for each",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Failed, replicas: 2}]}",
            "14:20: steps[0].goals[0]: say one thing of the Pod: exists, phase, status, ready, condition, state, restarts, deleted, node or image",
        ),
        (
            "- {say: x, goals: [{set: a, phase: Failed}]}",
            "14:20: steps[0].goals[0]: say one thing of it: exists, image, or replicas or ready with a number; ready also takes least",
        ),
        (
            "- {say: x, goals: [{pod: a, set: b, exists: true}]}",
            "14:20: steps[0].goals[0]: say what it is about: one pod, claim, set, deployment or name; or never, always, commands or before",
        ),
        (
            "- {say: x, goals: [{pod: a, phase: Runing}]}",
            "14:20: steps[0].goals[0]: there is no phase Runing",
        ),
        (
            "- {say: x, goals: [{never: {pod: a, node: b}}]}",
            "14:20: steps[0].goals[0]: never and always take exists, phase, status, ready, condition, state, restarts or deleted",
        ),
        (
            "- {say: x, predict: {ask: {fase: a}, after: 3s, choices: []}}",
            "14:28: steps[0].predict.ask.fase: it must be one of phase, status, restarts, node, next-created, next-deleted, next-restart, converges, why\nhelp: did you mean \"phase\"?",
        ),
        (
            "- {say: x, predict: {ask: next-created, after: soon, choices: []}}",
            "14:48: steps[0].predict.after: it must be a length of time, such as 90s or 5m",
        ),
        (
            "- {say: x, solution: [{do: exti, pod: a}]}",
            "14:23: steps[0].solution[0]: do: unknown action \"exti\"",
        ),
        ("- {say: {id: x}}", "14:9: steps[0].say: the field \"en\" is missing"),
    ] {
        let wrong = read(&text(steps, 1), &ReadOptions::default()).unwrap_err();
        assert_eq!(wrong.iter().map(ToString::to_string).collect::<Vec<_>>(), [mistake]);
    }
    let wrong = read(&text("- {say: x}", 1).replace("opens:", "opnes:"), &ReadOptions::default());
    assert_eq!(
        wrong.unwrap_err()[0].to_string(),
        "12:1: opnes: unknown field \"opnes\"\nhelp: did you mean \"opens\"?"
    );
}

#[test]
fn the_check_plays_the_solution_and_says_what_the_author_must_put_right() {
    let solution = "solution: [{kubectl: scale statefulset web --replicas=3}, {wait: 60s}]";
    let right = format!("- {SAY}\n  goals: [{{set: web, ready: 3}}]\n  {solution}");
    assert_eq!(check(&lesson(&right)), Ok(()));
    let because = "{en: a, id: b, ko: c}";
    let choices = format!("choices: [{{answer: web-7, because: {because}}}]");
    for (steps, mistake) in [
        (
            right.replace("{set: web, ready: 3}", "{always: {set: web, ready: 2}}"),
            "steps[0].goals: all goals are reached at the start",
        ),
        (
            right.replace("ready: 3}", "ready: 3}, {set: web, replicas: 2}"),
            "steps[0].goals[1]: it is reached when the step begins",
        ),
        (
            format!(
                "- {SAY}\n  predict: {{ask: next-created, after: 9s, choices: [{a}, {a}]}}",
                a = "{answer: none, because: {en: a, id: b, ko: c}}"
            ),
            "steps[0].predict.choices[1].answer: choice 1 has the same answer",
        ),
        (
            format!(
                "- {SAY}\n  predict: {{ask: {{why: sts/web}}, after: 0s, choices: [{{answer: S-999, because: {because}}}]}}"
            ),
            "steps[0].predict.choices[0].answer: there is no rule S-999",
        ),
        (
            format!(
                "- {SAY}\n  predict: {{ask: {{why: web-0}}, after: 0s, choices: [{{answer: P-206, label: {{en: a}}, because: {because}}}]}}"
            ),
            "steps[0].predict.choices[0].label: the text is missing in id, ko",
        ),
        (
            right.replace("en: Do it.", "en: 'Do ${it}.'"),
            "steps[0].say.en: variants does not give a value to it",
        ),
        (right.replace("60s", "0s"), "steps[0].goals[0]: the solution does not reach the goal"),
        (right.replace("scale", "scael"), "steps[0].solution[0]: error: unknown command \"scael\""),
        (right.replace(", ko: 하세요.", ""), "steps[0].say: the text is missing in ko"),
        (
            format!("- {SAY}\n  predict: {{ask: next-created, after: 9s, {choices}}}"),
            "steps[0].predict.choices: the right answer is none, and no choice has it",
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
fn a_lesson_names_its_release_and_links_to_official_pages() {
    let told = |head: &str| {
        let text = text(&format!("- {SAY}"), 0).replace("kubernetes: '1.36'", head);
        let lesson = read(&text, &ReadOptions::default()).expect(head);
        let wrong = check(&Rc::new(lesson)).err().unwrap_or_default();
        wrong.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for release in ["\"1.36\"", "1.36", "current", "1.20"] {
        assert_eq!(told(&format!("kubernetes: {release}")), [""; 0], "{release}");
    }
    let release = "1:1: kubernetes: the lesson does not say which release it was made for, such as kubernetes: \"1.36\"";
    assert_eq!(told(""), [release]);
    for (link, is_page) in [
        ("concepts/workloads/pods/", true),
        ("tasks/run-application/configure-pdb/#identify", true),
        ("https://kubernetes.io/docs/concepts/workloads/pods/", false),
        ("/concepts/workloads/pods/", false),
        ("docs/concepts/workloads/pods/", false),
        ("concepts/workloads/../pods/", false),
        ("concepts/workloads/pods", false),
        ("concepts/workloads/pods/#", false),
        ("concepts/workloads/pods/#a#b", false),
        ("blog/2024/", false),
    ] {
        let wrong = told(&format!("kubernetes: current\nlinks: ['{link}']"));
        assert_eq!(wrong.is_empty(), is_page, "{link}: {wrong:?}");
        assert!(wrong.iter().all(|wrong| wrong.starts_with("11:9: links[0]: ")), "{wrong:?}");
    }
}

#[test]
fn the_codes_of_a_class_tell_how_far_it_is_and_nothing_else_is_read() {
    let ask = "predict: {ask: next-deleted, after: 30s, choices: [{answer: none, because: X}, {answer: web-0, because: Z}]}";
    let steps = format!("- say: A\n  {ask}\n- say: B\n  hints: [Look.]\n- say: C\n  {ask}\n");
    let (mut run, mut history) = begin(&steps);
    let (lesson, text_of) = (Rc::clone(run.lesson()), text(&steps, 1));
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
    let tally = Tally::read(&text, &lesson, "Otter", 0);
    assert_eq!(tally.reports.len(), 30);
    assert_eq!(tally.reports[0], all[0]);
    assert_eq!(tally.reports[29].commands, 127, "more than that count as that");
    assert_eq!(tally.unread, ["0123-4567-89AB", "well-known"]);
    assert_eq!(tally.steps(&lesson), [0, 20, 0, 10]);
    assert_eq!((tally.answers(0, 2), tally.answers(1, 2)), (vec![15, 15], vec![10, 0]));
    let variants = read_variants(&text_of, &ReadOptions::default()).expect("it is right");
    let csv = tally.csv(&variants);
    let mut lines = csv.lines();
    let head = "learner,step,finished,commands,hints,question 1,question 2";
    assert_eq!(lines.next(), Some(head));
    assert_eq!(lines.next(), Some("0,3,true,0,0,\"none\",\"none\""));
    assert_eq!(lines.next(), Some("1000,1,false,9,0,\"web-0\",\"\""));

    // Two learners who drew the same number are told apart by their answers, and each of them counts.
    let same =
        Report { student: all[0].student, step: 3, answers: vec![Some(1), None], ..all[0].clone() };
    assert_ne!(same.answers, all[0].answers);
    let two = Tally::read(&(line(&same) + &text), &lesson, "Otter", 0);
    assert_eq!((two.reports.len(), &two.shared[..]), (31, &[all[0].student][..]));
    assert!(two.reports.contains(&same) && two.reports.contains(&all[0]));
    assert!(tally.shared.is_empty(), "a learner who goes on is one learner");
    let commands = Report { commands: all[0].commands + 1, ..all[0].clone() };
    let on = Tally::read(&(line(&commands) + &line(&all[0])), &lesson, "Otter", 0);
    assert_eq!((on.reports, on.shared), (vec![commands], Vec::new()));

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
