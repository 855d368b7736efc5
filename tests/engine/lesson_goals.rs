//! Goals of lessons: when they are reached or lost, and what is now of them.

use crate::lesson::{SAY, begin, kubectl, progress, text, wait};
use podlab::ReadOptions;
use podlab::cluster::command::Command;
use podlab::files::lesson_file::read;
use podlab::lesson::{Present, Progress};

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
fn goals_ask_for_so_many_ready_pods_at_least_and_that_no_pod_is_deleted() {
    let goals = "goals: [{always: {set: web, ready: {least: 1}}}, {always: {set: web, ready: {least: 2}}},
      {set: web, ready: {least: 3}}, {never: {pod: '*', deleted: true}}, {never: {pod: '*', namespace: other, deleted: true}}]";
    let (run, mut history) = begin(&format!("- {SAY}\n  {goals}"));
    let (open, kept, lost) = (Progress::Open, Progress::Reached, Progress::Lost);
    assert_eq!(progress(&run, &history), [kept, kept, open, kept, kept]);
    kubectl(&mut history, "scale statefulset web --replicas=4");
    wait(&mut history, 30);
    assert_eq!(progress(&run, &history), [kept; 5], "four are three at least");
    history.undo();
    kubectl(&mut history, "delete pod web-1");
    wait(&mut history, 60);
    assert_eq!(progress(&run, &history), [kept, lost, open, lost, kept]);
    for (goal, told) in [
        ("{pod: '*', deleted: true}", "the Pod \"*\" stands for every Pod"),
        ("{always: {pod: '*', deleted: true}}", "the Pod \"*\" stands for every Pod"),
        ("{never: {pod: '*', phase: Failed}}", "the Pod \"*\" stands for every Pod"),
        ("{pod: web-0, ready: {least: 1}}", "say one thing of the Pod"),
        (
            "{set: web, ready: {most: 1}}",
            "it must be true, false, a number, or least with a number",
        ),
    ] {
        let text = text(&format!("- {SAY}\n  goals: [{goal}]"), 1);
        let wrong = read(&text, &ReadOptions::default()).expect_err(goal);
        assert!(wrong[0].to_string().contains(told), "{goal}: {}", wrong[0]);
    }
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
fn a_goal_tells_what_is_now_of_that_which_it_asks_for() {
    let value = |goal: &str| {
        let (run, history) = begin(&format!("- {SAY}\n  goals: [{goal}]"));
        let present = run.goals(&history)[0].0.present(&history);
        present.map(|present| match present {
            Present::Missing => "missing".to_owned(),
            Present::Value(value) => value.to_string(),
        })
    };
    for (goal, now) in [
        ("{set: web, ready: 3}", Some("2")),
        ("{set: web, ready: {least: 3}}", Some("2")),
        ("{set: web, replicas: 3}", Some("2")),
        ("{always: {set: web, ready: 2}}", Some("2")),
        ("{set: shop, replicas: 3}", Some("missing")),
        ("{pod: web-0, phase: Failed}", Some("Running")),
        ("{pod: web-0, status: Error}", Some("Running")),
        ("{pod: web-0, ready: false}", Some("True")),
        ("{pod: web-0, condition: Initialized, is: Unknown}", Some("True")),
        ("{pod: web-0, condition: DisruptionTarget, is: True}", None),
        ("{pod: web-0, container: app, state: terminated}", Some("running")),
        ("{pod: web-0, container: app, restarts: 1}", Some("0")),
        ("{pod: web-0, node: node-9}", Some("node-1")),
        ("{pod: web-0, image: other}", Some("nginx:1")),
        ("{pod: web-7, phase: Failed}", Some("missing")),
        ("{commands: 2}", Some("0")),
        ("{pod: web-7, exists: true}", None),
        ("{never: {pod: web-0, phase: Failed}}", None),
    ] {
        assert_eq!(value(goal).as_deref(), now, "{goal}");
    }
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
