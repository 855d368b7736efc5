//! kubectl's texts against recordings of real ones: `kubectl/NAME.json` is what the cluster held, `kubectl/NAME.txt`
//! what kubectl printed, with `<time>` and the like for what differs from run to run.

use crate::common::recorded::{event, goldens, normalised, tree};
use podlab::api::core::Event;
use podlab::api::pod::Pod;
use podlab::apiserver::columns::{Columns, PodWatch, get_pods};
use podlab::base::time::{SimTime, Timestamp};
use podlab::kubectl::describe::describe_pod;
use podlab::manifest::schema::{Decoder, Field};
use podlab::rules::release::Release;
use serde_json::{Value, json};

#[test]
fn describe_prints_what_kubectl_printed() {
    let mut different = Vec::new();
    let paths = goldens("describe-pod-");
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("the fixture is read");
        let fixture: Value = serde_json::from_str(&text).expect("the fixture is JSON");
        let release = Release::parse(fixture["release"].as_str().unwrap()).expect("a release");
        let now = SimTime::from_seconds(fixture["now"].as_u64().expect("seconds"));
        let (mut pod, mut decoder) = (Pod::default(), Decoder::default());
        pod.decode(&tree(&fixture["pod"]), &mut decoder);
        assert_eq!(decoder.problems, [], "{}", path.display());
        let events: Vec<Event> = fixture["events"].as_array().unwrap().iter().map(event).collect();
        let actual = normalised(&describe_pod(&pod, &events, now, release));
        let golden = path.with_extension("txt");
        let expected = std::fs::read_to_string(&golden).expect("the golden text is read");
        if actual != expected {
            different.push(format!("{}: expected\n{expected}\ngot\n{actual}", golden.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn pod(value: &Value) -> Pod {
    let mut pod = Pod::default();
    pod.decode(&tree(value), &mut Decoder::default());
    pod
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}

/// A Pod with one container; `state` and `last` are the container's.
fn simple(name: &str, created: &str, state: &Value, last: &Value, restarts: i64) -> Pod {
    pod(&json!({
        "metadata": {"name": name, "namespace": "ns", "creationTimestamp": created},
        "spec": {"containers": [{"name": "app"}], "nodeName": "node-a"},
        "status": {"phase": "Running", "podIPs": [{"ip": "ip-1"}], "containerStatuses": [{
            "name": "app", "ready": state.get("running").is_some(), "restartCount": restarts,
            "state": state, "lastState": last,
        }]},
    }))
}

#[test]
fn get_pods_pads_as_kubectl_does() {
    let now = at("2026-01-01T00:01:35Z");
    let none = json!({});
    let pods = [
        simple("web-0", "2026-01-01T00:01:03Z", &json!({"running": {}}), &none, 0),
        simple(
            "web-2",
            "2026-01-01T00:01:11Z",
            &json!({"waiting": {"reason": "ImagePullBackOff"}}),
            &none,
            0,
        ),
    ];
    let recorded = "\
NAME    READY   STATUS             RESTARTS   AGE
web-0   1/1     Running            0          32s
web-2   0/1     ImagePullBackOff   0          24s
";
    assert_eq!(get_pods(&pods, Columns::default(), now, Release::V1_28), recorded);

    let last = json!({"terminated": {"exitCode": 1, "finishedAt": "2026-01-01T00:00:52Z"}});
    let waiting = json!({"waiting": {"reason": "CrashLoopBackOff"}});
    let pods = [simple("p", "2026-01-01T00:00:00Z", &waiting, &last, 3)];
    let recorded = "\
NAME   READY   STATUS             RESTARTS      AGE
p      0/1     CrashLoopBackOff   3 (43s ago)   95s
";
    assert_eq!(get_pods(&pods, Columns::default(), now, Release::V1_28), recorded);
    let recorded = "\
NAME   READY   STATUS             RESTARTS   AGE
p      0/1     CrashLoopBackOff   3          95s
";
    assert_eq!(get_pods(&pods, Columns::default(), now, Release::V1_20), recorded);

    let columns = Columns { namespace: true, wide: true };
    let wide = "\
NAMESPACE   NAME   READY   STATUS             RESTARTS   AGE   IP     NODE     NOMINATED NODE   READINESS GATES
ns          p      0/1     CrashLoopBackOff   3          95s   ip-1   node-a   <none>           <none>
";
    assert_eq!(get_pods(&pods, columns, now, Release::V1_20), wide);
}

#[test]
fn a_watch_prints_the_header_once_and_keeps_its_columns() {
    let mut watch = PodWatch::new(Columns::default());
    let (created, none) = ("2026-01-01T00:00:00Z", json!({}));
    let running = simple("p", created, &json!({"running": {}}), &none, 0);
    let ended = json!({"terminated": {"exitCode": 1, "reason": "Error"}});
    let ended = simple("p", created, &ended, &none, 0);
    let mut text = watch.line(&running, at("2026-01-01T00:00:01Z"), Release::Current);
    text += &watch.line(&ended, at("2026-01-01T00:00:04Z"), Release::Current);
    let expected = "\
NAME   READY   STATUS    RESTARTS   AGE
p      1/1     Running   0          1s
p      0/1     Error     0          4s
";
    assert_eq!(text, expected);
}
