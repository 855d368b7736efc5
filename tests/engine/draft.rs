//! Lessons that are written on the page: how a draft is read and written, and how a solution is recorded.

use podlab::api::Resource;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::{Draft, Goal, Step, Subject, Work};
use podlab::files::scenario_file::{self, script};
use podlab::lesson::{Recording, answer_in, check, open, rehearse};
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::Story;
use podlab::{ReadOptions, Settings};
use std::path::Path;
use std::rc::Rc;

const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";

const DEPLOYMENT: &str =
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2,
 selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
 spec: {containers: [{name: app, image: 'nginx:1'}]}}}}";

/// All lessons that come with Podlab, each with its text; of a lesson with variants that of the first one.
fn lessons() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons/lessons");
    let entries = std::fs::read_dir(folder).expect("there is a folder of lessons");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        (path.display().to_string(), std::fs::read_to_string(path).expect("it can be read"))
    };
    files.iter().map(read).collect()
}

fn run_of(manifest: &str, settings: Settings) -> History {
    let scenario = scenario_file::read(manifest, &ReadOptions::default()).expect("it is right");
    let story = Story::new("default".into(), "demo".into());
    History::of(Sim::with_nodes(settings, 1), story, script(&scenario)).expect("it is taken")
}

fn exit(code: i32) -> Command {
    let (pod, container, reason) = ("demo".into(), "app".into(), "".into());
    Command::Exit { namespace: "default".into(), pod, container, code, reason }
}

fn kubectl(line: &'static str) -> Command {
    Command::Kubectl { namespace: "default".into(), line: line.into() }
}

/// Returns what `kubectl get pods` could print of a run.
fn shown(history: &History) -> Vec<String> {
    let pods = history.sim().world().pods();
    let show = |pod: &podlab::api::pod::Pod| {
        let statuses = pod.status.containers().iter();
        let restarts: Vec<i64> = statuses.map(|status| status.restart_count).collect();
        let conditions = pod.status.conditions.iter();
        let conditions: Vec<_> = conditions.map(|c| (c.kind.clone(), c.status)).collect();
        format!("{} {:?} {restarts:?} {conditions:?}", pod.metadata.name, pod.status.phase())
    };
    pods.map(|(_, pod)| show(pod)).collect()
}

#[test]
fn every_lesson_is_written_so_that_it_is_read_again() {
    let lessons = lessons();
    assert!(lessons.len() > 60, "{}", lessons.len());
    for (file, text) in lessons {
        let draft = Draft::read(&text).unwrap_or_else(|wrong| panic!("{file}: {wrong:?}"));
        let written = draft.write();
        let read = Draft::read(&written).unwrap_or_else(|wrong| panic!("{file}: {wrong:?}"));
        assert_eq!(read.write(), written, "{file}");
        let old = podlab::files::lesson_file::read(&text, &ReadOptions::default()).expect("right");
        let new = draft.lesson().unwrap_or_else(|wrong| panic!("{file}: {wrong:?}"));
        assert_eq!(new.course, old.course, "{file}");
        assert_eq!(new.scenario.settings(), old.scenario.settings(), "{file}");
        assert_eq!(script(&new.scenario), script(&old.scenario), "{file}");
        assert_eq!(new.scenario.opens, old.scenario.opens, "{file}");
        assert_eq!(new.scenario.title, old.scenario.title, "{file}");
    }
}

#[test]
fn a_recorded_solution_reaches_the_same_goals() {
    for (file, text) in lessons() {
        let mut draft = Draft::read(&text).expect("the lesson is right");
        let lesson = Rc::new(draft.lesson().expect("the lesson is right"));
        for index in 0..draft.course.steps.len() {
            let rehearsal = rehearse(&lesson, index).expect("nothing is refused");
            let recorded = rehearsal.recording.works(&rehearsal.history);
            draft.course.steps[index].solution = recorded.expect("the step is over");
        }
        let lesson = Rc::new(draft.lesson().expect("the lesson is right"));
        assert_eq!(check(&lesson), Ok(()), "{file}");
    }
}

#[test]
fn a_lesson_begins_where_the_run_is_whatever_was_done_in_it() {
    let settings = Settings { seed: 7, ..Settings::default() };
    let mut history = run_of(POD, settings.clone());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    // At the very moment at which the program has been started again, so that the act must come after the event.
    history.act(vec![exit(1)]).expect("it is taken");
    while shown(&history).iter().all(|pod| !pod.contains("[1]")) {
        assert!(history.step(), "the kubelet starts it again");
    }
    history.act(vec![exit(3)]).expect("it is taken");
    let more = scenario_file::read(DEPLOYMENT, &ReadOptions::default()).expect("it is right");
    let create = Command::Create(Box::new(more.objects[0].clone()));
    history.act(vec![create]).expect("it is taken");
    history.run_until(history.now() + 30_000, u64::MAX);
    let draft = Draft::begin(&history, 1);
    let lesson = draft.lesson().unwrap_or_else(|wrong| panic!("{wrong:?}\n{}", draft.write()));
    assert_eq!(lesson.scenario.settings(), settings);
    let begun = open(&lesson).expect("it can begin");
    assert_eq!(begun.now(), history.now());
    assert_eq!(shown(&begun), shown(&history));
    assert!(shown(&begun).len() > 2, "{:?}", shown(&begun));
    assert_eq!(podlab::lesson::LessonRun::commands(&begun), 0, "they are the script's now");
}

#[test]
fn settings_of_the_run_are_settings_of_the_lesson() {
    let text = "
apiVersion: podlab/v1
kind: Scenario
kubernetes: '1.28'
seed: 99
jitter: middle
cadence: didactic
maxContainerRestartPeriod: 90s
terminatedPodGCThreshold: 5
clusterDomain: example.org
featureGates: {MaxUnavailableStatefulSet: true}
evictionSoft: {memory.available: 1Gi}
evictionSoftGracePeriod: {memory.available: 90s}
cgroupV1: true
---
";
    let file = format!("{text}{POD}");
    let scenario = scenario_file::read(&file, &ReadOptions::default()).expect("it is right");
    let history = run_of(POD, scenario.settings());
    let lesson = Draft::begin(&history, 4).lesson().unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!(lesson.scenario.settings(), scenario.settings());
    assert_eq!(lesson.scenario.node_count(), 4);
}

#[test]
fn what_an_author_does_becomes_the_solution_and_what_is_true_then_the_goals() {
    let mut history = run_of(POD, Settings::default());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    let mut draft = Draft::begin(&history, 1);
    let say = |text: &'static str| Step { say: text.into(), ..Step::default() };
    draft.course.steps = vec![say("Let the program exit with 1.")];
    let lesson = Rc::new(draft.lesson().expect("it can be read"));
    let mut history = open(&lesson).expect("it can begin");
    let recording = Recording::begin(&history);
    history.run_until(history.now() + 2500, u64::MAX);
    history.act(vec![exit(1)]).expect("it is taken");
    history.run_until(history.now() + 30_000, u64::MAX);
    history.act(vec![kubectl("label pod demo a=b")]).expect("it is taken");
    let works = recording.works(&history).expect("it is after the beginning");
    let wait = |milliseconds| Work::Wait(SimTime(milliseconds));
    let done = |command: Command| Work::Command(Box::new(command));
    let label = Work::Kubectl("label pod demo a=b".into());
    assert_eq!(works, [wait(2500), done(exit(1)), wait(30_000), label]);

    let offers = recording.offers(&history);
    let restarts = |goal: &Goal| matches!(goal, Goal::Now(condition) if matches!(condition.subject, Subject::Restarts(..)));
    let restarted = offers.iter().find(|offer| restarts(&offer.goal)).expect("it was restarted");
    assert!(restarted.is_new);
    let phase = |goal: &Goal| matches!(goal, Goal::Always(condition) if matches!(condition.subject, Subject::Phase(_)));
    let running = offers.iter().find(|offer| phase(&offer.goal)).expect("it has a phase");
    assert!(!running.is_new, "it was Running when the step began, and stayed so");
    let status = |goal: &Goal| matches!(goal, Goal::Now(condition) | Goal::Always(condition) if matches!(condition.subject, Subject::Status(_)));
    let status = offers.iter().find(|offer| status(&offer.goal));
    assert_eq!(status, None, "STATUS went away and came back");
    let never = |goal: &Goal, wanted: &Subject| matches!(goal, Goal::Never(condition) if condition.subject == *wanted);
    assert!(offers.iter().any(|offer| never(&offer.goal, &Subject::Deleted)));

    // Every goal that is offered is reached by the solution that was recorded.
    let step = &mut draft.course.steps[0];
    step.solution = works;
    step.goals = offers.into_iter().map(|offer| offer.goal).collect();
    draft.title = "One".into();
    draft.course.objective = "One".into();
    draft.course.debrief = "One".into();
    assert_eq!(draft.par(), 2);
    let lesson = draft.lesson().unwrap_or_else(|wrong| panic!("{wrong:?}\n{}", draft.write()));
    // The label is no goal, so that the exit alone is enough.
    let wrong = check(&Rc::new(lesson)).expect_err("there is a shorter way");
    let told: Vec<String> = wrong.iter().map(|wrong| wrong.message.to_string()).collect();
    assert_eq!(told, ["fewer commands reach the goals: 1, on Pod/demo"]);

    history.undo();
    assert_eq!(recording.works(&history).expect("after the beginning").len(), 3);
    history.seek(SimTime::from_seconds(10), u64::MAX);
    assert_eq!(recording.works(&history), None, "the run is before the step");
}

#[test]
fn a_question_of_a_draft_has_a_right_answer_after_the_steps_before() {
    let mut history = run_of(POD, Settings::default());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    let mut draft = Draft::begin(&history, 1);
    let crash = vec![Work::Command(Box::new(exit(1))), Work::Wait(SimTime::from_seconds(5))];
    draft.course.steps = vec![Step { solution: crash, ..Step::default() }, Step::default()];
    let lesson = Rc::new(draft.lesson().expect("it can be read"));
    let asked = podlab::files::lesson_file::Prediction {
        ask: podlab::files::lesson_file::Ask::Restarts("demo".into()),
        after: SimTime::from_seconds(60),
        choices: Vec::new(),
    };
    let answer = |step| answer_in(&lesson, step, &asked).expect("nothing is refused");
    assert_eq!((answer(0), answer(1)), ("0".into(), "1".into()));
}

#[test]
fn an_action_can_hold_the_object_that_it_creates() {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions:\n- {{t: 5s, do: create, manifest: {POD}}}\n"
    );
    let scenario = scenario_file::read(&text, &ReadOptions::default()).expect("it is right");
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(4));
    assert!(player.sim.pod("default", "demo").is_none());
    player.run_until(SimTime::from_seconds(6));
    assert!(player.sim.pod("default", "demo").is_some());

    let wrong = text.replace("image: nginx", "imag: nginx");
    let wrong = scenario_file::read(&wrong, &ReadOptions::default()).expect_err("a field is wrong");
    let told = wrong[0].to_string();
    assert!(told.starts_with("4:") && told.contains("actions[0].manifest.spec"), "{told}");
}

#[test]
fn the_fewest_ready_pods_of_a_step_and_that_no_pod_went_can_be_goals() {
    let mut history = run_of(DEPLOYMENT, Settings::default());
    history.run_until(SimTime::from_seconds(60), u64::MAX);
    let recording = Recording::begin(&history);
    let is_least = |goal: &Goal, least: i64| matches!(goal, Goal::Always(condition) if condition.subject == Subject::LeastReady(least));
    let is_of_any = |goal: &Goal| matches!(goal, Goal::Never(condition) if condition.subject == Subject::AnyDeleted);
    let offers = recording.offers(&history);
    assert!(offers.iter().any(|offer| is_least(&offer.goal, 2)), "{offers:?}");
    assert!(offers.iter().any(|offer| is_of_any(&offer.goal)), "{offers:?}");

    let name = shown(&history)[0].split(' ').next().expect("it has a name").to_owned();
    let line = format!("delete pod {name} --wait=false").into();
    history.act(vec![Command::Kubectl { namespace: "default".into(), line }]).expect("it is taken");
    history.run_until(history.now() + 60_000, u64::MAX);
    let offers = recording.offers(&history);
    assert!(offers.iter().any(|offer| is_least(&offer.goal, 1)), "{offers:?}");
    assert!(offers.iter().all(|offer| !is_least(&offer.goal, 2)), "{offers:?}");
    assert!(offers.iter().all(|offer| !is_of_any(&offer.goal)), "{offers:?}");

    let goal = offers.iter().find(|offer| is_least(&offer.goal, 1)).map(|offer| &offer.goal);
    let [exact, least] = goal.and_then(Goal::exact_and_least).expect("it counts Pods");
    assert_eq!(Some(&least), goal);
    assert_eq!(exact.exact_and_least(), Some([exact.clone(), least]));
    assert_eq!(Goal::Commands(1).exact_and_least(), None);
}

#[test]
fn what_an_author_creates_is_part_of_the_recorded_solution() {
    let mut history = run_of(POD, Settings::default());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    let mut draft = Draft::begin(&history, 1);
    draft.course.steps = vec![Step { say: "Create a Deployment.".into(), ..Step::default() }];
    let lesson = Rc::new(draft.lesson().expect("it can be read"));
    let mut history = open(&lesson).expect("it can begin");
    let recording = Recording::begin(&history);
    history.run_until(history.now() + 1000, u64::MAX);
    let more = scenario_file::read(DEPLOYMENT, &ReadOptions::default()).expect("it is right");
    let create = Command::Create(Box::new(more.objects[0].clone()));
    let other = POD.replace("demo", "static");
    let other = scenario_file::read(&other, &ReadOptions::default()).expect("it is right");
    let Resource::Pod(pod) = other.objects[0].clone() else { panic!("it is a Pod") };
    let put = Command::PutManifest { node: "node-1".into(), manifest: Box::new(pod) };
    history.act(vec![create.clone(), put.clone()]).expect("it is taken");
    history.run_until(history.now() + 30_000, u64::MAX);
    let works = recording.works(&history).expect("it is after the beginning");
    let done = |command: Command| Work::Command(Box::new(command));
    let wait = |milliseconds| Work::Wait(SimTime(milliseconds));
    assert_eq!(works, [wait(1000), done(create), done(put), wait(30_000)]);

    draft.course.steps[0].solution = works.clone();
    let written = draft.write();
    assert!(!written.contains("status:"), "{written}");
    let lesson = draft.lesson().unwrap_or_else(|wrong| panic!("{wrong:?}\n{written}"));
    assert_eq!(lesson.course.steps[0].solution, works, "{written}");
    assert_eq!(Draft::read(&written).expect("it can be read").write(), written);
    let rehearsal = rehearse(&Rc::new(lesson), 0).expect("nothing is refused");
    assert_eq!(shown(&rehearsal.history), shown(&history));
    assert!(shown(&history).len() > 3, "{:?}", shown(&history));
}

#[test]
fn a_node_that_a_solution_creates_keeps_what_its_machine_has() {
    const NODE: &str = "{apiVersion: v1, kind: Node, metadata: {name: node-9},
 status: {capacity: {cpu: '2', memory: 4Gi, pods: '9'}, allocatable: {cpu: '2', memory: 4Gi, pods: '9'}}}";
    let mut history = run_of(POD, Settings::default());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    let mut draft = Draft::begin(&history, 1);
    let more = scenario_file::read(NODE, &ReadOptions::default()).expect("it is right");
    let create = Work::Command(Box::new(Command::Create(Box::new(more.objects[0].clone()))));
    draft.course.steps = vec![Step { solution: vec![create.clone()], ..Step::default() }];
    let lesson = draft.lesson().unwrap_or_else(|wrong| panic!("{wrong:?}\n{}", draft.write()));
    assert_eq!(lesson.course.steps[0].solution, [create], "{}", draft.write());
    let rehearsal = rehearse(&Rc::new(lesson), 0).expect("nothing is refused");
    assert!(rehearsal.history.sim().world().machine_named("node-9").is_some());
}

#[test]
fn an_object_in_a_solution_is_read_under_the_release_of_the_lesson() {
    let lesson = |solution: &str, release: &str| {
        let text = format!(
            "apiVersion: podlab/v1
kind: Lesson
metadata: {{name: one}}
title: One
objective: One.
minutes: 1
chapter: pods
rules: []
par: 1
kubernetes: '{release}'
steps:
- say: Create it.
  solution:
  - {solution}
debrief: One.
---
{POD}"
        );
        podlab::files::lesson_file::read(&text, &ReadOptions::default())
    };
    let create = |spec: &str| {
        format!(
            "{{do: create, manifest: {{apiVersion: v1, kind: Pod, metadata: {{name: two}}, spec: {{{spec}containers: [{{name: app, image: nginx}}]}}}}}}"
        )
    };
    assert!(lesson(&create(""), "1.20").is_ok());
    assert!(lesson(&create("os: {name: linux}, "), "1.28").is_ok());
    let told = |solution: &str| {
        let wrong = lesson(solution, "1.20").expect_err("it is wrong");
        wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let newer = told(&create("os: {name: linux}, "));
    assert!(
        newer.starts_with("14:") && newer.contains("steps[0].solution[0].manifest.spec.os"),
        "{newer}"
    );
    let wrong = told(&create("hostnam: a, "));
    assert!(wrong.contains("steps[0].solution[0].manifest.spec.hostnam"), "{wrong}");
    let named = told("{do: create, object: pod/demo}");
    assert!(named.contains("stands under manifest"), "{named}");
    let unknown = told("{do: create, manifst: {}}");
    assert!(unknown.contains("manifst"), "{unknown}");
}
