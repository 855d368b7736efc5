//! `kubectl logs`: what programs print that Podlab reads, and what kubectl refuses.

use podlab::api::{ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::plan::Registry;
use podlab::cluster::world::{Jitter, Settings};
use podlab::kubectl::command::{Asked, command, complete};
use podlab::sim::Sim;

/// Returns a cluster with a Pod of this spec.
fn cluster(spec: &str) -> Sim {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 1);
    for image in ["app:*", "busybox"] {
        sim.apply(Command::Image { image: image.into(), present: true }).unwrap();
    }
    create(&mut sim, spec);
    sim
}

fn create(sim: &mut Sim, spec: &str) {
    let pod = format!("{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {spec}}}");
    for object in read(&pod, &ReadOptions::default()).unwrap() {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
}

fn typed(sim: &Sim, line: &str) -> Asked {
    let before = sim.fingerprint();
    let asked = command(sim, &Text::Static("default"), line);
    assert!(asked.commands.is_empty());
    assert_eq!(sim.fingerprint(), before, "{line} changed something");
    asked
}

fn out(sim: &Sim, line: &str) -> String {
    let asked = typed(sim, line);
    assert!(!asked.failed && asked.err.is_empty() && !asked.is_output_unknown, "{line}: {asked:?}");
    asked.out
}

fn err(sim: &Sim, line: &str) -> String {
    let asked = typed(sim, line);
    assert!(asked.failed && asked.out.is_empty() && !asked.is_output_unknown, "{line}: {asked:?}");
    asked.err.trim_end().to_owned()
}

/// Runs until the container of the Pod has begun so many times, and returns when it did.
fn started(sim: &mut Sim, times: u32) -> SimTime {
    loop {
        let worker = sim.pod("default", "demo").and_then(|(id, _)| sim.worker(id));
        let newest = worker.and_then(|worker| worker.runtime.newest("app"));
        if let Some(newest) = newest.filter(|one| one.attempt + 1 == times && one.program.is_some())
        {
            return newest.started;
        }
        let next = sim.next_event_time().expect("something happens");
        assert!(next < SimTime::from_seconds(600), "it never began");
        sim.run_until(next);
    }
}

const CRASH: &str = "{containers: [{name: app, image: busybox, \
    command: [sh, -c, 'echo starting; sleep 2; echo bye; exit 1']}]}";

#[test]
fn logs_of_a_crash_loop_are_those_of_the_instance_that_runs_or_ended_last() {
    let sim = &mut cluster(CRASH);
    let began = started(sim, 1);
    sim.run_until(began + 1000);
    assert_eq!(out(sim, "kubectl logs demo"), "starting\n");
    let none = "Error from server (BadRequest): previous terminated container \"app\" in pod \"demo\" not found";
    assert_eq!(err(sim, "kubectl logs demo --previous"), none);
    sim.run_until(began + 2500);
    assert_eq!(out(sim, "logs demo -c app"), "starting\nbye\n");
    let began = started(sim, 2);
    sim.run_until(began + 1500);
    assert_eq!(out(sim, "kubectl logs pod/demo app"), "starting\n");
    for line in ["logs demo -p", "logs demo -c app --previous", "logs -p pods/demo -n default"] {
        assert_eq!(out(sim, line), "starting\nbye\n", "{line}");
    }
    assert_eq!(out(sim, "kubectl logs demo -p --tail=1"), "bye\n");
    assert_eq!(out(sim, "kubectl logs demo -p --tail 0"), "");
    assert_eq!(out(sim, "kubectl logs demo -p --tail=-1 -f"), "starting\nbye\n");
}

#[test]
fn logs_follow_time_and_its_branches() {
    let mut sim = cluster(CRASH);
    let began = started(&mut sim, 1);
    sim.run_until(began + 1500);
    let mut branch = sim.clone();
    sim.run_until(began + 2500);
    assert_eq!(out(&branch, "logs demo"), "starting\n");
    assert_eq!(out(&sim, "logs demo"), "starting\nbye\n");
    branch.run_until(began + 2500);
    assert_eq!(branch.fingerprint(), sim.fingerprint());
    assert_eq!(out(&branch, "logs demo"), "starting\nbye\n");
}

#[test]
fn a_loop_prints_for_ever_and_a_bounded_part_is_kept() {
    let spec = |text: &str| {
        format!(
            "{{terminationGracePeriodSeconds: 1, containers: [{{name: app, image: busybox, command: [sh, -c, '{text}']}}]}}"
        )
    };
    let text = "echo ready; sleep 3; while true; do echo tick; sleep 5; echo tock; sleep 10; done";
    let mut sim = cluster(&spec(text));
    let began = started(&mut sim, 1);
    for (after, wanted) in [
        (2, "ready\n"),
        (3, "ready\ntick\n"),
        (7, "ready\ntick\n"),
        (8, "ready\ntick\ntock\n"),
        (17, "ready\ntick\ntock\n"),
        (18, "ready\ntick\ntock\ntick\n"),
        (24, "ready\ntick\ntock\ntick\ntock\n"),
    ] {
        sim.run_until(began + after * 1000);
        assert_eq!(out(&sim, "logs demo"), wanted, "{after} s");
    }
    assert_eq!(out(&sim, "logs demo --tail=2"), "tick\ntock\n");
    sim.run_until(began + 8 * 3_600_000);
    let log = out(&sim, "logs demo");
    assert!(log.len() <= 16 * 1024 && log.len() > 16_000 && !log.contains("ready"));
    assert!(log.lines().all(|line| line == "tick" || line == "tock"));

    // A loop that does not sleep, and one whose first round differs.
    let mut sim = cluster(&spec("while true; do echo busy; done"));
    let began = started(&mut sim, 1);
    sim.run_until(began + 2500);
    assert_eq!(out(&sim, "logs demo"), "busy\nbusy\nbusy\n");
    let mut sim = cluster(&spec("while true; do export x=1; echo a; sleep 5; echo b; done"));
    let began = started(&mut sim, 1);
    sim.run_until(began + 6000);
    assert_eq!(out(&sim, "logs demo"), "a\nb\na\n");
    sim.run_until(began + 21_000);
    assert_eq!(out(&sim, "logs demo"), "a\nb\na\nb\na\nb\na\nb\na\n");
}

#[test]
fn one_of_several_containers_is_chosen_or_all_are() {
    let sim = &mut cluster(
        "{initContainers: [{name: setup, image: busybox, command: [echo, done]}], containers: [\
         {name: app, image: busybox, command: [sh, -c, 'echo one; sleep 1000']}, \
         {name: log-shipper, image: busybox, command: [sh, -c, 'echo two >&2; sleep 1000']}]}",
    );
    sim.run_until(SimTime::from_seconds(30));
    let asked = typed(sim, "kubectl logs demo");
    assert_eq!(asked.out, "one\n");
    assert_eq!(asked.err, "Defaulted container \"app\" out of: app, log-shipper, setup (init)\n");
    assert!(!asked.failed);
    assert_eq!(out(sim, "kubectl logs demo log-shipper"), "two\n");
    assert_eq!(out(sim, "kubectl logs demo -c setup"), "done\n");
    assert_eq!(out(sim, "kubectl logs demo --all-containers"), "done\none\ntwo\n");
    assert_eq!(err(sim, "kubectl logs demo -c x"), "error: container x is not valid for pod demo");
    assert_eq!(
        err(sim, "kubectl logs demo app -c app"),
        "error: only one of -c or an inline [CONTAINER] arg is allowed"
    );
    let both = "error: --all-containers=true should not be specified with container name app";
    assert_eq!(err(sim, "kubectl logs demo -c app --all-containers"), both);
    let words = |line: &str| {
        let found = complete(sim, &Text::Static("default"), line).candidates;
        found.into_iter().map(|word| word.text).collect::<Vec<_>>()
    };
    assert_eq!(words("kubectl logs "), ["demo"]);
    assert_eq!(words("kubectl logs pod/"), ["demo"]);
    assert_eq!(words("kubectl logs demo "), ["app", "log-shipper", "setup"]);
    assert_eq!(words("kubectl logs pod/demo -c l"), ["log-shipper"]);
    assert_eq!(words("kubectl logs demo --p"), ["--previous"]);
}

#[test]
fn logs_that_are_not_there_are_refused() {
    let sim = &mut cluster("{containers: [{name: app, image: 'app:v1'}]}");
    let missing = "Error from server (NotFound): pods \"x\" not found";
    assert_eq!(err(sim, "kubectl logs x"), missing);
    // The API server asks no kubelet, so there is no output.
    assert_eq!(out(sim, "kubectl logs demo"), "");
    assert!(
        err(sim, "kubectl logs").starts_with("error: expected 'logs [-f] [-p] (POD | TYPE/NAME)")
    );
    assert_eq!(
        err(sim, "kubectl logs demo --tail=-2"),
        "error: --tail must be greater than or equal to -1"
    );
    assert!(err(sim, "kubectl logs sts/web").starts_with("error: Podlab reads logs of Pods only"));
    sim.run_until(SimTime::from_seconds(20));
    let fault = NodeFault::CutOff;
    sim.apply(Command::DisturbNode { node: "node-1".into(), fault }).unwrap();
    let unreachable = err(sim, "kubectl logs demo");
    assert!(
        unreachable.starts_with("Error from server: Get \"https://")
            && unreachable.contains(":10250/containerLogs/default/demo/app\": dial tcp "),
        "{unreachable}"
    );
}

#[test]
fn a_container_that_waits_has_no_logs() {
    let waits = |reason: &str| {
        format!(
            "Error from server (BadRequest): container \"app\" in pod \"demo\" is waiting to start: {reason}"
        )
    };
    let sim = &mut cluster("{containers: [{name: app, image: 'other:v1'}]}");
    let mut told = Vec::new();
    sim.apply(Command::Registry(
        "other:v1".into(),
        Registry { error: "not found".into(), ..Registry::default() },
    ))
    .unwrap();
    while sim.now() < SimTime::from_seconds(40) {
        let next = sim.next_event_time().unwrap();
        sim.run_until(next);
        let asked = typed(sim, "kubectl logs demo");
        if asked.failed && told.last() != Some(&asked.err) {
            told.push(asked.err);
        }
    }
    for reason in ["ContainerCreating", "image can't be pulled", "trying and failing to pull image"]
    {
        assert!(told.contains(&format!("{}\n", waits(reason))), "{reason}: {told:?}");
    }
}

#[test]
fn a_program_that_is_not_read_has_no_output_that_is_known() {
    let sim = &mut cluster(
        "{containers: [{name: app, image: 'app:v1'}, {name: bad, image: 'app:v1', command: ['exit 1']}]}",
    );
    sim.run_until(SimTime::from_seconds(20));
    let asked = typed(sim, "kubectl logs demo -c app");
    assert_eq!((asked.out.as_str(), asked.failed, asked.is_output_unknown), ("", false, true));
    // Nothing ran that could have printed.
    assert_eq!(out(sim, "kubectl logs demo -c bad"), "");
}
