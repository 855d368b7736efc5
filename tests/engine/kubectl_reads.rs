//! Lines for kubectl that change nothing, and what completes a line.

use podlab::api::{ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::kubectl::command::{Printed, complete};
use podlab::rules::release::Release;
use podlab::sim::Sim;

const OBJECTS: &str = "
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{name: http, port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web, labels: {tier: front}}
spec:
  serviceName: web
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: 'app:v1'}, {name: log, image: 'log:v1'}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: api}
spec:
  replicas: 1
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec: {containers: [{name: app, image: 'app:v1'}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
---
apiVersion: v1
kind: Pod
metadata: {name: lone, namespace: other}
spec: {containers: [{name: app, image: 'app:v1'}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec: {}
";

fn cluster() -> Sim {
    let release = Release::V1_28;
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 2);
    for image in ["app:*", "log:*"] {
        sim.apply(Command::Image { image: image.into(), present: true }).unwrap();
    }
    for object in read(OBJECTS, &ReadOptions { release, ..ReadOptions::default() }).unwrap() {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
    sim.run_until(SimTime::from_seconds(60));
    sim
}

/// What a line prints. It changes nothing.
fn typed(sim: &mut Sim, line: &str) -> Printed {
    let before = sim.fingerprint();
    let printed = sim.kubectl(&Text::Static("default"), line);
    assert_eq!(sim.fingerprint(), before, "{line} changed something");
    printed
}

fn out(sim: &mut Sim, line: &str) -> String {
    let printed = typed(sim, line);
    assert!(!printed.failed && printed.err.is_empty(), "{line}: {printed:?}");
    printed.out
}

fn err(sim: &mut Sim, line: &str) -> String {
    let printed = typed(sim, line);
    assert!(printed.out.is_empty() && !printed.err.is_empty(), "{line}: {printed:?}");
    printed.err.trim_end().to_owned()
}

/// The words of a table without their columns.
fn words(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn get_prints_kinds_by_any_of_their_names() {
    let sim = &mut cluster();
    let printed = "\
NAME    READY   STATUS    RESTARTS   AGE
web-0   2/2     Running   0          60s
web-1   2/2     Running   0          58s
";
    assert_eq!(out(sim, "kubectl get po web-0 web-1"), printed);
    for word in ["sts", "statefulset", "statefulsets", "statefulsets.apps", "StatefulSet"] {
        assert_eq!(out(sim, &format!("get {word}")), "NAME   READY   AGE\nweb    2/2     60s\n");
    }
    for (kind, row) in [
        ("deploy", "api 1/1 1 1 60s"),
        ("pdb", "web N/A 1 1 60s"),
        ("svc", "web ClusterIP None <none> 80/TCP 60s"),
        ("ing", "web 60s"),
        ("no", "node-1 Ready <none> 60s v1.28.0"),
    ] {
        assert_eq!(words(&out(sim, &format!("kubectl get {kind}")))[1], row);
    }
    for kind in ["rs", "pvc", "pv", "ep", "endpointslices", "controllerrevisions", "events"] {
        assert!(out(sim, &format!("kubectl get {kind}")).lines().count() > 1, "{kind}");
    }
}

#[test]
fn get_takes_several_kinds_and_all() {
    let sim = &mut cluster();
    let printed = out(sim, "kubectl get sts,deploy");
    let wanted = "\
NAME                   READY   AGE
statefulset.apps/web   2/2     60s

NAME                  READY   UP-TO-DATE   AVAILABLE   AGE
deployment.apps/api   1/1     1            1           60s
";
    assert_eq!(printed, wanted);
    assert_eq!(out(sim, "get pod/web-0 sts/web -o name"), "pod/web-0\nstatefulset.apps/web\n");
    let all = out(sim, "kubectl get all");
    let firsts: Vec<&str> =
        all.lines().filter_map(|line| line.split_once('/')).map(|(kind, _)| kind).collect();
    assert_eq!(
        firsts,
        ["pod", "pod", "pod", "service", "deployment.apps", "replicaset.apps", "statefulset.apps"]
    );
    assert!(err(sim, "kubectl get pods pod/web-0").contains("in resource/name form"));
}

#[test]
fn get_takes_namespaces_labels_and_more_columns() {
    let sim = &mut cluster();
    let printed = words(&out(sim, "kubectl get pods -A"));
    assert_eq!(printed[0], "NAMESPACE NAME READY STATUS RESTARTS AGE");
    assert_eq!(printed[4], "other lone 1/1 Running 0 60s");
    assert_eq!(out(sim, "kubectl -n other get pods -o name"), "pod/lone\n");
    assert_eq!(out(sim, "kubectl get pods --namespace=other -o name"), "pod/lone\n");
    assert_eq!(out(sim, "get po -l app=web -o name"), "pod/web-0\npod/web-1\n");
    assert_eq!(
        out(sim, "get sts --show-labels"),
        "NAME   READY   AGE   LABELS\nweb    2/2     60s   tier=front\n"
    );
    assert_eq!(out(sim, "get sts -L tier,zone --no-headers"), "web   2/2   60s   front   \n");
    let wide = out(sim, "kubectl get pods web-0 -o wide");
    assert!(wide.starts_with("NAME    READY   STATUS    RESTARTS   AGE   IP"), "{wide}");
    assert!(out(sim, "get nodes -o wide").contains("CONTAINER-RUNTIME"));
    assert!(out(sim, "get sts -o wide").contains("app,log"));
}

#[test]
fn get_prints_trees_that_can_be_read_again() {
    let sim = &mut cluster();
    let options = ReadOptions { release: Release::V1_28, ..ReadOptions::default() };
    let one = out(sim, "kubectl get sts web -o yaml");
    assert_eq!(read(&one, &options).expect("a StatefulSet").len(), 1);
    assert!(one.starts_with("apiVersion: apps/v1\nkind: StatefulSet\n"), "{one}");
    assert!(out(sim, "get pod/web-0 -o json").starts_with("{\n    \"apiVersion\": \"v1\""));
    let list = out(sim, "kubectl get pods -o yaml");
    assert!(list.starts_with("apiVersion: v1\nitems:\n- apiVersion: v1\n"), "{list}");
    assert!(out(sim, "kubectl get controllerrevisions -o yaml").contains("revision: 1"));
    let refused = "error: unable to match a printer suitable for the output format \"jsonpath={}\", allowed formats \
                   are: json,name,wide,yaml";
    assert_eq!(err(sim, "kubectl get pods -o jsonpath={}"), refused);
    assert_eq!(err(sim, "get ep -o yaml"), "error: Podlab prints endpoints as a table only");
}

#[test]
fn what_is_not_there_is_said_in_kubectls_words() {
    let sim = &mut cluster();
    for (line, words) in [
        ("get pods nope", "Error from server (NotFound): pods \"nope\" not found"),
        ("get foo", "error: the server doesn't have a resource type \"foo\""),
        ("get psp", "error: the server doesn't have a resource type \"psp\""),
        ("get pods -n empty", "No resources found in empty namespace."),
        ("get pods -l app=none -A", "No resources found"),
        ("describe jobs", "No resources found in default namespace."),
        ("describe pod nope", "Error from server (NotFound): pods \"nope\" not found"),
        (
            "get pods web-0 -A",
            "error: a resource cannot be retrieved by name across all namespaces",
        ),
    ] {
        assert_eq!(err(sim, line), words, "{line}");
    }
    let both = typed(sim, "kubectl get pods web-0 nope -o name");
    assert_eq!((both.out.as_str(), both.failed), ("pod/web-0\n", true));
    assert_eq!(out(sim, "kubectl get pods nope --ignore-not-found"), "");
    let unknown = err(sim, "kubectl get pods --sort-by=x");
    assert!(unknown.starts_with("error: unknown flag: --sort-by\nSee 'kubectl get --help'"));
}

#[test]
fn describe_is_for_every_kind_that_has_a_text() {
    let sim = &mut cluster();
    for (line, first) in [
        ("describe pod web-0", "Name: web-0"),
        ("describe sts/web", "Name: web"),
        ("describe deploy api", "Name: api"),
        ("describe rs", "Name: api-"),
        ("describe svc web", "Name: web"),
        ("describe no node-1", "Name: node-1"),
        ("describe pvc data-web-0", "Name: data-web-0"),
        ("describe pv", "Name: pvc-"),
        ("describe controllerrevisions", "Name: web-"),
        ("describe ing web", "Name: web"),
    ] {
        let printed = words(&out(sim, line));
        assert!(printed[0].starts_with(first), "{line}: {}", printed[0]);
    }
    assert!(out(sim, "describe pvc data-web-0").contains("Used By:       web-0"));
    assert!(out(sim, "describe svc web").contains(":80,"));
    assert!(out(sim, "describe sts web").contains("2 Running / 0 Waiting"));
    // A prefix is enough, and stands for all that have it.
    assert_eq!(out(sim, "describe pods web").matches("\n\n\nName:").count(), 1);
    let refused = "error: Podlab cannot describe endpoints yet; 'kubectl get endpoints' lists them";
    assert_eq!(err(sim, "kubectl describe ep web"), refused);
}

#[test]
fn help_lists_what_is_known_and_what_is_not_known_says_so() {
    let sim = &mut cluster();
    let help = out(sim, "kubectl help");
    assert!(
        help.contains("\nDeploy Commands:\n  rollout         Manage the rollout of a resource\n")
    );
    assert_eq!(out(sim, "kubectl"), help);
    let get = out(sim, "kubectl get --help");
    assert!(get.contains("    -o, --output=\n"), "{get}");
    assert_eq!(out(sim, "kubectl help get"), get);
    assert!(err(sim, "kubectl exec web-0").starts_with(
        "error: Podlab does not know kubectl exec yet; it knows create, expose, run, set, get"
    ));
    let unknown = err(sim, "kubectl frobnicate");
    assert!(unknown.starts_with(
        "error: unknown command \"frobnicate\" for \"kubectl\"\n\nPodlab knows create, expose, run, set, get"
    ));
    let near = "error: unknown command \"gett\" for \"kubectl\"\n\nDid you mean this?\n\tget";
    assert_eq!(err(sim, "kubectl gett pods"), near);
    let kinds = words(&out(sim, "kubectl api-resources"));
    assert!(kinds.contains(&"statefulsets sts apps/v1 true StatefulSet".to_owned()), "{kinds:?}");
    assert!(kinds.contains(&"nodes no v1 false Node".to_owned()));
}

/// What completes a line, and where.
fn completed(sim: &Sim, line: &str) -> (String, Vec<String>) {
    let found = complete(sim, &Text::Static("default"), line);
    let words = found.candidates.into_iter().map(|word| word.text).collect();
    (line[..found.from].to_owned(), words)
}

#[test]
fn a_line_is_completed_with_commands_kinds_names_flags_and_values() {
    let sim = &cluster();
    for (line, before, wanted) in [
        ("ku", "", &["kubectl"][..]),
        ("kubectl de", "kubectl ", &["delete", "describe"]),
        ("roll", "", &["rollout"]),
        ("rollout re", "rollout ", &["restart", "resume"]),
        ("kubectl get st", "kubectl get ", &["statefulsets", "storageclasses", "sts"]),
        ("get pods,sv", "get pods,", &["svc"]),
        ("get pods,services we", "get pods,services ", &["web", "web-0", "web-1"]),
        ("get pod web-0 w", "get pod web-0 ", &["web-1"]),
        ("get pods -n other ", "get pods -n other ", &["lone"]),
        ("describe sts/", "describe sts/", &["web"]),
        (
            "scale ",
            "scale ",
            &["deploy", "deployments", "replicasets", "rs", "statefulsets", "sts"],
        ),
        ("rollout status sts ", "rollout status sts ", &["web"]),
        ("drain ", "drain ", &["node-1", "node-2"]),
        ("taint nodes ", "taint nodes ", &["node-1", "node-2"]),
        ("set image sts/web ", "set image sts/web ", &["app=", "log="]),
        ("set image sts web a", "set image sts web ", &["app="]),
        ("get pods --sh", "get pods ", &["--show-kind", "--show-labels"]),
        ("get pods -o ", "get pods -o ", &["json", "name", "wide", "yaml"]),
        ("get pods --output=w", "get pods --output=", &["wide"]),
        ("get pods -l app=w", "get pods -l ", &["app=web"]),
        (
            "delete sts web --cascade=",
            "delete sts web --cascade=",
            &["background", "foreground", "orphan"],
        ),
        ("get pods -n ", "get pods -n ", &["default", "other"]),
        ("help sc", "help ", &["scale"]),
        ("get pods web-0", "get pods ", &["web-0"]),
        ("get", "", &["get"]),
        ("api-resources ", "api-resources ", &[]),
        ("frobnicate ", "frobnicate ", &[]),
        ("get 'po", "", &[]),
    ] {
        let (at, words) = completed(sim, line);
        assert_eq!(words, wanted, "{line}");
        assert!(wanted.is_empty() || at == before, "{line}: {at:?}");
    }
    let flag = complete(sim, &Text::Static("default"), "get pods --outp");
    assert_eq!(flag.candidates[0].text, "--output=");
    assert!(!flag.candidates[0].is_whole, "a value follows");
}
