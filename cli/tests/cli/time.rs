//! `podlab run --save`, `--why` and `podlab explore`, as people call them.

use crate::common::{assert_refused, golden, names, podlab, podlab_with, scratch};
use std::fs;

/// Every good file that is saved runs again and prints the same.
#[test]
fn a_saved_run_runs_again() {
    for name in names("good", ".yaml") {
        let file = format!("good/{name}.yaml");
        let saved = scratch(&format!("{name}.run.json"), "");
        let again = scratch(&format!("{name}.again.json"), "");
        let first = podlab(&["run", &file, "--save", &saved, "--output", "events"]);
        let second = podlab(&["run", &saved, "--save", &again, "--output", "events"]);
        // What has no effect is told of a file that a person wrote.
        let is_told = |line: &&str| !line.contains(": warning: ") && !line.starts_with("help: ");
        let told: Vec<&str> = first.stderr.lines().filter(is_told).collect();
        let again_told: Vec<&str> = second.stderr.lines().collect();
        assert_eq!((second.code, again_told), (Some(0), told), "{name}");
        assert_eq!(second.stdout, first.stdout, "{name}");
        let (saved, again) = (fs::read_to_string(saved), fs::read_to_string(again));
        assert_eq!(saved.expect("it is saved"), again.expect("it is saved again"), "{name}");
    }
}

#[test]
fn a_saved_run_that_is_wrong_is_refused() {
    let saved = scratch("right.run.json", "");
    podlab(&["run", "good/crash-loop.yaml", "--save", &saved]);
    let text = fs::read_to_string(&saved).expect("it is saved");
    let newer = scratch("newer.run.json", text.replacen("\"version\": 1", "\"version\": 99", 1));
    let ran = podlab(&["run", &newer]);
    assert_refused(&ran, "a version that is not known");
    assert!(ran.stderr.contains("the run is of version 99; this Podlab reads version 1"));
    let cut = scratch("cut.run.json", &text[..text.len() / 2]);
    assert_refused(&podlab(&["run", &cut]), "half a file");
    assert_refused(&podlab(&["run", &saved, "--seed", "3"]), "another seed");
    let ran = podlab(&["run", "good/crash-loop.yaml", "--save", "/no/such/folder/file"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
}

#[test]
fn why_prints_the_chain_down_to_the_act() {
    let ran = podlab(&["run", "good/crash-loop.yaml", "--until", "70s", "--why", "demo"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    golden("why/crash-loop.txt", &ran.stdout);
    let state = ["run", "good/crash-loop.yaml", "--until", "70s", "--why", "pod/demo/Ready"];
    golden("why/ready.txt", &podlab(&state).stdout);
    for language in ["id", "ko"] {
        let ran = podlab(&[&state[..], &["--language", language]].concat());
        golden(&format!("why/ready.{language}.txt"), &ran.stdout);
    }
}

#[test]
fn why_leads_from_a_failed_probe_to_what_made_it_fail() {
    let ran = podlab(&["run", "readiness", "--until", "40s", "--why", "web/Ready"]);
    golden("why/readiness.txt", &ran.stdout);
    let ran = podlab(&["run", "liveness", "--until", "80s", "--why", "liveness-exec"]);
    golden("why/liveness.txt", &ran.stdout);
}

#[test]
fn why_of_a_pod_is_about_its_containers_and_not_about_the_conditions_before_ready() {
    let file = scratch(
        "why-init.yaml",
        "
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  initContainers: [{name: wait, image: busybox, command: [sh, -c, until nslookup db; do sleep 2; done]}]
  containers: [{name: app, image: nginx}]
",
    );
    let ran = podlab(&["run", &file, "--until", "60s", "--why", "web"]);
    assert!(ran.stdout.starts_with("Why is wait running?\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("What helps: Create the Service db"), "{}", ran.stdout);
}

#[test]
fn why_says_what_an_act_that_helps_can_cost() {
    let ran = podlab(&["run", "sts-node-lost", "--until", "239s", "--why", "statefulset/web"]);
    let force = "  What helps: Force delete the Pod web-1\n    The node may still run the Pod: two Pods with one identity can run at the same time.\n";
    assert!(ran.stdout.contains(force), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("Reconnect the network of node-2\n  What helps:"),
        "{}",
        ran.stdout
    );
}

#[test]
fn why_refuses_what_never_was() {
    for (question, part) in [
        ("nobody", "there was no Pod nobody"),
        ("demo/Readiness", "Readiness of the Pod demo never changed"),
        ("dem", "there was no Pod dem; did you mean demo?"),
        ("sts/web", "there was no StatefulSet web"),
        ("demo/", "it must be POD or POD/SUBJECT, or KIND/NAME or KIND/NAME/SUBJECT"),
        ("gadget/a/b", "known kinds are Pod, StatefulSet,"),
    ] {
        let ran = podlab(&["run", "good/crash-loop.yaml", "--why", question]);
        assert_refused(&ran, question);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}

/// A set whose second Pod never gets ready.
const SET: &str = "
apiVersion: podlab/v1
kind: Scenario
actions:
- {do: image, image: 'app:*'}
- {do: runtime-rule, pod: web-1, exec: {ready: {code: 1}}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: app, image: 'app:v1', readinessProbe: {exec: {command: [ready]}}}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";

#[test]
fn why_tells_of_what_is_not_there_yet_and_of_other_kinds() {
    let file = scratch("why-set.yaml", SET);
    let ask = |question: &str| {
        let ran = podlab(&["run", &file, "--until", "20s", "--why", question]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{question}");
        ran.stdout
    };
    golden("why/not-yet.txt", &ask("web-2"));
    assert_eq!(
        ask("pvc/data-web-2").lines().skip(2).collect::<Vec<_>>(),
        ask("web-2").lines().skip(2).collect::<Vec<_>>()
    );
    let beyond = ask("pod/web-7");
    assert!(beyond.contains("The Pods of the StatefulSet web are web-0 to web-2"), "{beyond}");
    let set = ask("statefulset/web");
    assert!(
        set.contains("web-1 must be Running and Ready before the StatefulSet continues."),
        "{set}"
    );
    for (question, part) in [
        ("sts/web/readyReplicas", "status.readyReplicas of StatefulSet/web is 1."),
        ("pvc/data-web-0", "The PersistentVolumeClaim data-web-0 is Bound."),
        ("web-1/Ready", "Why is Ready False?"),
    ] {
        let told = ask(question);
        assert!(told.contains(part), "{told}");
    }
}

const POD: &str =
    "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {restartPolicy: OnFailure,
    terminationGracePeriodSeconds: 5, containers: [{name: app, image: nginx}]}}";

#[test]
fn explore_finds_the_shortest_run_and_saves_it() {
    let file = scratch("explore.yaml", POD);
    let saved = scratch("witness.run.json", "");
    let question = ["explore", &file, "--can", "pod/demo phase Succeeded", "--acts", "exits"];
    let ran = podlab(&[&question[..], &["--save", &saved]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    golden("explore/succeeds.txt", &ran.stdout);
    let witness = podlab(&["run", &saved]);
    assert!(
        witness.stdout.lines().last().is_some_and(|line| line.contains("Completed")),
        "{}",
        witness.stdout
    );
    let never = ["explore", &file, "--can", "pod/demo twice", "--steps", "3", "--language", "ko"];
    golden("explore/twice.ko.txt", &podlab(&never).stdout);
}

#[test]
fn explore_says_what_is_wrong() {
    let file = scratch("explore-wrong.yaml", POD);
    for (rest, part) in [
        (&[][..], "--can <QUESTION>"),
        (&["--can", "pod/demo sleeps"], "these can be asked:"),
        (&["--can", "pod/demo gone", "--steps", "0"], "0 is not in 1..=100"),
        (&["--can", "pod/demo gone", "--acts", "exit"], "a similar value exists: 'exits'"),
        (&["--can", "pod/demo gone", "--language", "xx"], "[possible values: en, id, ko]"),
    ] {
        let ran = podlab(&[&["explore", &file], rest].concat());
        assert_refused(&ran, part);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}

#[test]
fn the_actions_in_the_help_of_run_can_be_run() {
    let help = podlab(&["run", "--help"]).stdout;
    let example = help.lines().skip_while(|line| !line.starts_with("  apiVersion"));
    let example = example.take_while(|line| line.starts_with("  ")).map(|line| &line[2..]);
    let example = example.collect::<Vec<_>>().join("\n");
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}";
    let text = format!("{example}\n---\n{pod}\n");
    let ran = podlab_with(&["run", "-", "--until", "2m"], text.as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{text}");
    let statuses: Vec<_> = ran.stdout.lines().filter(|line| line.contains("web")).collect();
    assert!(statuses.iter().any(|line| line.contains("Error")), "{statuses:#?}");
    assert!(statuses.iter().any(|line| line.contains("Terminating")), "{statuses:#?}");
}
