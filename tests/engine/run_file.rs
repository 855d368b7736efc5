//! Runs that are saved and loaded are the same runs; files that are wrong are refused.

use crate::common;
use podlab::api::core::Taint;
use podlab::api::pod::{Pod, TaintEffect};
use podlab::api::status::ConditionStatus;
use podlab::base::text::Text;

use podlab::api::meta::Propagation;
use podlab::api::{ObjectRef, ReadOptions, Resource, ResourceKind, read as read_manifest};
use podlab::base::rng::Rng;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, DeleteOptions, DrainOptions, NodeFault, Subresource};
use podlab::cluster::plan::{
    Answer, Check, Exec, Registry, Response, Run, RuntimeRule, Server, Stop,
};
use podlab::cluster::pressure::EvictionSignal;
use podlab::cluster::world::{Oom, Settings};
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{read, script};
use podlab::manifest::Code;
use podlab::manifest::node::Node;
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};
use podlab::sim::Sim;
use podlab::timeline::history::{History, PlannedAct};

fn scenes() -> Vec<(String, History, u16)> {
    let mut scenes = Vec::new();
    for (_, text) in common::scenes() {
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let mut pods = scenario.objects.iter().filter_map(|object| match object {
            Resource::Pod(pod) => Some(scenario.name_of(pod)),
            _ => None,
        });
        let pod = pods.next_back().unwrap_or_else(|| "web-0".into());
        let nodes = scenario.nodes.unwrap_or(3);
        let release = scenario.release.unwrap_or(Release::Current);
        let start = Sim::with_nodes(Settings { release, ..Settings::default() }, nodes);
        let mut history =
            History::new(start, "default".into(), pod, script(&scenario)).expect("it begins");
        history.run_until(scenario.until.expect("the scene ends"), 100_000);
        scenes.push((scenario.name.to_string(), history, nodes));
    }
    assert!(scenes.len() > 10);
    scenes
}

/// Acts in the past, goes back, undoes: what makes a tree.
fn grow(history: &mut History, rng: &mut Rng) {
    let end = history.now();
    for _ in 0..6 {
        history.seek(SimTime(rng.below(end.0)), u64::MAX);
        let pods: Vec<_> = history.sim().world().pods().map(|(_, pod)| pod.clone()).collect();
        let Some(pod) = pods.first() else { continue };
        let (namespace, name) = (pod.metadata.namespace.clone(), pod.metadata.name.clone());
        let container = pod.spec.containers[0].name.clone();
        let command = match rng.below(3) {
            0 => Command::delete_pod(namespace, name, None),
            1 => Command::evict(namespace, name),
            _ => Command::Plan(RuntimeRule {
                pod: name,
                container,
                answers: vec![(Check::Liveness, Some(Answer::Failure))],
                ..RuntimeRule::default()
            }),
        };
        // A Pod may be on its way out at that moment.
        let _ = history.act(vec![command]);
        history.run_until(history.now() + rng.below(40_000), u64::MAX);
    }
    history.undo();
    let id = history.branches()[0].id;
    history.rename(id, "as it \"was\"\n".into());
}

#[test]
fn every_scene_is_the_same_run_after_saving_and_loading() {
    let mut rng = Rng::new(11);
    for (name, mut history, nodes) in scenes() {
        grow(&mut history, &mut rng);
        let file = RunFile::of(&history, nodes);
        let text = file.write();
        assert!(RunFile::is_one(&text), "{name}");
        let read = RunFile::read(&text).unwrap_or_else(|found| panic!("{name}: {}", found[0]));
        assert_eq!(read, file, "{name}");
        let mut loaded = read.history().unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(loaded.sim().fingerprint(), history.sim().fingerprint(), "{name}");
        assert_eq!(loaded.story().changes(), history.story().changes(), "{name}");
        let branches: Vec<_> = history.branches().iter().map(|branch| branch.id).collect();
        for id in branches {
            assert!(history.switch(id, u64::MAX) && loaded.switch(id, u64::MAX), "{name}");
            assert_eq!(loaded.sim().fingerprint(), history.sim().fingerprint(), "{name} {id}");
        }
        assert_eq!(loaded.redo().is_some(), history.redo().is_some(), "{name}");
    }
}

fn consume_node_resource(signal: EvictionSignal, available: Option<i64>) -> Command {
    Command::ConsumeNodeResource { node: "n".into(), signal, available }
}

fn taint(
    key: &'static str,
    value: &'static str,
    effect: Option<TaintEffect>,
    present: bool,
) -> Command {
    let taint = Taint { effect, key: key.into(), time_added: None, value: value.into() };
    Command::TaintNode { node: "n".into(), taint, present }
}

fn commands() -> Vec<Command> {
    let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo, namespace: shop}, spec: {containers: [
        {name: app, image: nginx, command: [\"a \\\"b\\\"\", \"\\u00e9\"], readinessProbe: {httpGet: {port: http}}}]}}";
    let pod = read_manifest(text, &ReadOptions::default()).expect("a Pod").remove(0);
    let (namespace, name) = (|| Text::from("shop"), || Text::from("demo"));
    let patch = Node::map([("spec".into(), Node::map([("replicas".into(), Node::int(2))]))]);
    let claim_ref = Node::map([("claimRef".into(), podlab::manifest::node::Value::Null.into())]);
    let volume_patch = Node::map([("spec".into(), claim_ref)]);
    let run = Run {
        run: Some(1500),
        exit: 3,
        reason: "OOMKilled".into(),
        message: "m".into(),
        log: "l".into(),
    };
    let exec = Exec {
        code: 1,
        out: "no".into(),
        delay: 250,
        error: "e".into(),
        ok_after: Some(1),
        fail_after: Some(12_345),
    };
    let rule = RuntimeRule {
        pod: "web-*".into(),
        container: "*".into(),
        plan: Some(vec![run, Run::default()]),
        stop: Some(Stop { after: None, code: 2 }),
        signals: vec!["SIGQUIT".into()],
        exec: vec![("cat /tmp/ready".into(), exec)],
        answers: vec![
            (Check::PreStop, Some(Answer::Slow(999))),
            (Check::Liveness, None),
            (Check::Startup, Some(Answer::Timeout)),
        ],
        usage: vec![(EvictionSignal::Pids, 12), (EvictionSignal::Memory, 900 << 20)],
        volume_usage: vec![("cache".into(), 101 << 20)],
        create_error: Some("c".into()),
        start_error: Some("".into()),
        sandbox_error: Some("s".into()),
    };
    let budget_patch =
        podlab::manifest::yaml::parse("spec: {maxUnavailable: 50%}").unwrap().remove(0);
    let claim_patch =
        podlab::manifest::yaml::parse("spec: {resources: {requests: {storage: 5Gi}}}").unwrap();
    let claim_patch = claim_patch[0].clone();
    let condition = "status: {conditions: [{type: example.com/gate, status: Unknown, reason: R}]}";
    let status_patch = podlab::manifest::yaml::parse(condition).unwrap().remove(0);
    let service_patch = podlab::manifest::yaml::parse("spec: {selector: {app: b}}").unwrap();
    let service_patch = service_patch[0].clone();
    vec![
        Command::Create(Box::new(pod)),
        Command::patch(ObjectRef::pod(namespace(), name()), patch.clone()),
        Command::delete_pod(namespace(), name(), Some(0)),
        Command::delete_pod(namespace(), name(), None),
        Command::patch(ObjectRef::stateful_set(namespace(), name()), patch),
        Command::Scale { object: ObjectRef::stateful_set(namespace(), name()), replicas: 7 },
        Command::RolloutUndo {
            object: ObjectRef::stateful_set(namespace(), name()),
            to_revision: Some(4),
        },
        Command::RolloutUndo {
            object: ObjectRef::stateful_set(namespace(), name()),
            to_revision: None,
        },
        Command::RolloutRestart { object: ObjectRef::stateful_set(namespace(), name()) },
        Command::Delete {
            object: ObjectRef::stateful_set(namespace(), name()),
            options: DeleteOptions { propagation: Propagation::Orphan, ..DeleteOptions::default() },
        },
        Command::delete(ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace(), name())),
        Command::patch(
            ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace(), name()),
            claim_patch,
        ),
        Command::patch(ObjectRef::new(ResourceKind::PersistentVolume, "", name()), volume_patch),
        Command::delete(ObjectRef::new(ResourceKind::PersistentVolume, "", name())),
        Command::patch(
            ObjectRef::new(ResourceKind::PodDisruptionBudget, namespace(), name()),
            budget_patch,
        ),
        Command::delete(ObjectRef::new(ResourceKind::PodDisruptionBudget, namespace(), name())),
        Command::Kubectl {
            namespace: namespace(),
            line: "kubectl scale sts/web --replicas=5".into(),
        },
        Command::evict(namespace(), name()),
        Command::remove_condition(ObjectRef::pod(namespace(), name()), "example.com/gate"),
        Command::set_condition(
            ObjectRef::pod(namespace(), name()),
            "example.com/gate",
            ConditionStatus::False,
            Text::default(),
            Text::default(),
        ),
        Command::set_condition(
            ObjectRef::pod(namespace(), name()),
            "example.com/gate",
            ConditionStatus::Unknown,
            "Waiting".into(),
            "nobody has looked".into(),
        ),
        Command::debug(ObjectRef::pod(namespace(), name()), "dbg", "busybox"),
        Command::label_node("n", "a", Some("b=c".into())),
        Command::label_node("n", "a", None),
        Command::Cordon { node: "n".into(), unschedulable: true },
        Command::Cordon { node: "n".into(), unschedulable: false },
        Command::Patch {
            object: ObjectRef::pod(namespace(), name()),
            subresource: Some(Subresource::Resize),
            patch: Node::map([]),
        },
        Command::Patch {
            object: ObjectRef::pod(namespace(), name()),
            subresource: Some(Subresource::Status),
            patch: status_patch,
        },
        Command::patch(ObjectRef::new(ResourceKind::Service, namespace(), name()), service_patch),
        Command::DisturbNode { node: "n".into(), fault: NodeFault::FailDisk },
        Command::DisturbNode { node: "n".into(), fault: NodeFault::RestartKubelet },
        Command::PutManifest { node: "n".into(), manifest: Box::new(Pod::default()) },
        Command::RemoveManifest { node: "n".into(), namespace: namespace(), name: name() },
        Command::DisturbNode { node: "n".into(), fault: NodeFault::Reconnect },
        Command::ShutDownNode { node: "n".into(), grace: 30, critical: 10 },
        Command::ShutDownNode { node: "n".into(), grace: 0, critical: 0 },
        consume_node_resource(EvictionSignal::Disk, Some(7 << 30)),
        consume_node_resource(EvictionSignal::Pids, Some(2048)),
        consume_node_resource(EvictionSignal::Memory, None),
        Command::delete(ObjectRef::node("n")),
        taint("a", "b", Some(TaintEffect::NoExecute), true),
        taint("a", "", Some(TaintEffect::NoSchedule), false),
        taint("a", "", None, false),
        Command::DrainNode { node: "n".into(), options: DrainOptions::default() },
        Command::DrainNode {
            node: "n".into(),
            options: DrainOptions { force: true, delete_empty_dir_data: true, timeout: Some(20) },
        },
        Command::Plan(rule),
        Command::Registry(
            "nginx:*".into(),
            Registry { error: "not found".into(), delay: 1, inspect_error: "no".into() },
        ),
        Command::HttpServer(Some(Server::code(503))),
        Command::HttpServer(Some(Server::Answers(Response {
            delay: 2500,
            location: "/login".into(),
            has_tls: false,
            ..Response::of(307)
        }))),
        Command::HttpServer(None),
        Command::TcpServer(Some(Server::Refused)),
        Command::TcpServer(None),
        Command::Exit {
            namespace: namespace(),
            pod: name(),
            container: "app".into(),
            code: 137,
            reason: "OOMKilled".into(),
        },
        Command::ChildOom { namespace: namespace(), pod: name(), container: "app".into() },
        Command::KillSandbox { namespace: namespace(), pod: name() },
        Command::Image { image: "app:*".into(), present: false },
        Command::StopSignal { image: "app:*".into(), signal: "SIGQUIT".into() },
    ]
}

fn small() -> (RunFile, String) {
    let start = Sim::with_nodes(Settings { seed: u64::MAX, ..Settings::default() }, 2);
    let mut commands = commands();
    let mut plan = vec![PlannedAct::at(SimTime::ZERO, vec![commands.remove(0)])];
    plan.push(PlannedAct { time: SimTime(1234), commands, by_person: true });
    let history = History::new(start, "shop".into(), "demo".into(), plan).expect("it begins");
    let workload = ObjectRef::stateful_set("shop", "web");
    let file =
        RunFile { title: "A run".into(), workload: Some(workload), ..RunFile::of(&history, 2) };
    let text = file.write();
    (file, text)
}

#[test]
fn every_command_is_the_same_after_saving_and_loading() {
    let (file, text) = small();
    let read = RunFile::read(&text).unwrap_or_else(|found| panic!("{}\n{text}", found[0]));
    for (read, saved) in read.branches[0].plan.iter().zip(&file.branches[0].plan) {
        for (read, saved) in read.commands.iter().zip(&saved.commands) {
            assert_eq!(read, saved);
        }
    }
    assert_eq!(read.write(), text);
    assert_eq!(read.settings, file.settings);
}

#[test]
fn the_workload_that_is_followed_is_saved() {
    let (mut file, _) = small();
    for kind in ResourceKind::WORKLOADS {
        file.workload = Some(ObjectRef::new(kind, "shop", "web"));
        let text = file.write();
        assert_eq!(RunFile::read(&text).expect("it can be read").workload, file.workload, "{text}");
    }
}

#[test]
fn what_restarts_are_held_back_by_is_saved_when_it_is_not_usual() {
    let (mut file, text) = small();
    assert!(!text.contains("maxContainerRestartPeriod") && !text.contains("BackOffDecay"));
    file.settings.max_container_restart_period = Some(20_000);
    file.settings.gates = Gates::default()
        .with(Feature::ReduceDefaultCrashLoopBackOffDecay)
        .with(Feature::ContainerStopSignals);
    file.settings.oom = Oom { single_process: true, cgroup_v1: true };
    let text = file.write();
    let read = RunFile::read(&text).unwrap_or_else(|found| panic!("{}", found[0]));
    assert_eq!(read.settings, file.settings);
    let wrong = RunFile::read(&text.replace("20000", "200")).expect_err("too short");
    assert!(wrong[0].to_string().contains("a duration from 1s to 300s"), "{}", wrong[0]);
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let (_, text) = small();
    let message = |text: &str| {
        let found = RunFile::read(text).expect_err("the file is wrong");
        format!("{}: {}", found[0].path, found[0].message)
    };
    let cases = [
        (
            "\"version\": 1",
            "\"version\": 7",
            "version: the run is of version 7; this Podlab reads version 1",
        ),
        ("\"version\": 1", "\"version\": \"1\"", "version: it must be a whole number"),
        (
            "podlab-run",
            "other",
            "format: this is not a run of Podlab: a run has \"format\": \"podlab-run\"",
        ),
        ("\"nodes\": 2", "\"nodes\": 1001", "nodes: it must be a whole number from 0 to 1000"),
        (
            "\"nodes\": 2",
            "\"nodes\": -1",
            ": the run cannot be read: invalid value: integer `-1`, expected u16",
        ),
        (
            "\"nodes\": 2",
            "\"nodes\": 9999999",
            ": the run cannot be read: invalid value: integer `9999999`, expected u16",
        ),
        ("\"nodes\": 2", "\"node\": 2", ": the run cannot be read: unknown field `node`"),
        ("\"nodes\": 2,", "", ": the run cannot be read: missing field `nodes`"),
        ("\"current\": 0", "\"current\": 3", "current: there is no such branch"),
        (
            "\"current\": 0",
            "\"workload\": \"Pod/web\", \"current\": 0",
            "workload: there is no such workload",
        ),
        (
            "\"jitter\": \"seeded\"",
            "\"jitter\": \"x\"",
            ": the run cannot be read: unknown variant `x`, expected one of `seeded`, `middle`, `zero`",
        ),
        (
            "\"t\": 1234",
            "\"t\": -5",
            ": the run cannot be read: invalid value: integer `-5`, expected u64",
        ),
        (
            "\"t\": 1234",
            "\"t\": 315360000001",
            "branches[0].acts[1].t: it must be a whole number from 0 to 315360000000",
        ),
        ("\"fork\": 0", "\"fork\": 99", "branches[0].fork: it must be a whole number from 0 to 2"),
        (
            "\"shared\": 0",
            "\"shared\": 1",
            "branches[0].shared: it must be a whole number from 0 to 0",
        ),
        (
            "\"id\": 0",
            "\"id\": 0, \"parent\": 0",
            "branches[0].parent: no branch before this one has that number",
        ),
        (
            "\"rollout-restart\"",
            "\"rollout-restar\"",
            "branches[0].acts[1].commands[7].do: unknown action \"rollout-restar\"",
        ),
        (
            "\"replicas\": 7",
            "\"replicas\": \"x\"",
            "branches[0].acts[1].commands[4].replicas: it must be a whole number",
        ),
        (
            "\"kind\": \"Pod\"",
            "\"kind\": \"Pd\"",
            "branches[0].acts[0].commands[0].manifest.kind: no matches for kind \"Pd\" in version \"v1\"",
        ),
    ];
    for (from, to, expected) in cases {
        assert!(text.contains(from), "{from}");
        let told = message(&text.replacen(from, to, 1));
        assert!(told.starts_with(expected), "{told}\nnot\n{expected}");
    }
    // Each is told with the line it stands in.
    for (from, to) in
        [("\"nodes\": 2", "\"nodes\": -1"), ("\"replicas\": 7", "\"replicas\": \"x\"")]
    {
        let wrong = text.replacen(from, to, 1);
        let found = RunFile::read(&wrong).expect_err("the file is wrong");
        let line = wrong.lines().nth(found[0].span.line as usize - 1);
        assert!(line.is_some_and(|line| line.contains(to)), "{}", found[0]);
    }
}

#[test]
fn files_that_are_cut_off_or_garbled_never_do_harm() {
    let (_, text) = small();
    let step = text.len() / 150;
    for end in (0..text.len() - 2).step_by(step.max(1)).filter(|end| text.is_char_boundary(*end)) {
        assert!(RunFile::read(&text[..end]).is_err(), "cut off at {end}");
    }
    let mut rng = Rng::new(5);
    for _ in 0..150 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..3 {
            let place = rng.below(bytes.len() as u64) as usize;
            bytes[place] = b"{}[]\",:0-9a \\"[rng.below(13) as usize];
        }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(run) = RunFile::read(&text)
            && let Ok(mut history) = run.begin()
        {
            history.run_until(SimTime::from_seconds(20), 2000);
        }
    }
    let deep = "[".repeat(100_000);
    assert!(RunFile::read(&deep).is_err_and(|found| found[0].code != Code::Invalid));
}
