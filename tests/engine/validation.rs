//! Our answers to manifests and patches beside those of real API servers.

use podlab::api::meta::ObjectMeta;
use podlab::api::{ObjectRef, Resource, ResourceKind};
use podlab::apiserver::error::ApiError;
use podlab::apiserver::error::StatusReason;
use podlab::apiserver::request::{PatchKind, Server};
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::manifest::yaml;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use serde_json::Value;

/// What is cut off a message before it is compared, with the reason.
fn comparable(message: &str) -> String {
    // The server prints changes as Go structs.
    let message = message.split_once("\n\u{a0}\u{a0}core.").map_or(message, |(head, _)| head);
    let message = message.split_once("\n- spec").map_or(message, |(head, _)| head);
    let message = message.split_once("\n+ spec").map_or(message, |(head, _)| head);
    // 1.20 quotes the bytes around the mistake in the request.
    let message = message.split_once(", error found in #").map_or(message, |(head, _)| head);
    message.trim_end().to_owned()
}

/// The objects the recorded patches change.
const OBJECTS: &str = "
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {app: p}}
spec: {containers: [{name: app, image: 'app:v1'}]}
---
apiVersion: v1
kind: Service
metadata: {name: svc}
spec: {clusterIP: 10.96.0.17, selector: {app: p}, ports: [{port: 80}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
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
    spec: {containers: [{name: app, image: 'app:v1'}]}
";

/// The volume of the claim among them.
const VOLUME: &str = "
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, hostPath: {path: /disk}}
";

fn answer(case: &Value, server: &Server) -> Result<Resource, ApiError> {
    if let Some(manifest) = case["manifest"].as_str() {
        return server.create(yaml::parse(manifest).unwrap().remove(0));
    }
    let (kind, _) = case["object"].as_str().unwrap().split_once('/').unwrap();
    let objects = yaml::parse(OBJECTS).unwrap();
    let object = objects.into_iter().find(|o| *o.get("kind").unwrap().as_text().unwrap() == *kind);
    let old = server.create(object.unwrap()).unwrap();
    let patch = yaml::parse(&case["patch"].to_string()).unwrap().remove(0);
    if let Resource::PersistentVolumeClaim(claim) = &old {
        // Whether a claim may grow depends on its class, and whether it is bound, as the recorded one was.
        let ObjectMeta { namespace, name, .. } = claim.metadata.clone();
        let settings = Settings { release: server.release, ..Settings::default() };
        let mut sim = Sim::with_nodes(settings, 1);
        let volume = server.create(yaml::parse(VOLUME).unwrap().remove(0)).unwrap();
        for object in [volume, old.clone()] {
            sim.apply(Command::Create(Box::new(object)))?;
        }
        sim.run_until(SimTime::from_seconds(10));
        sim.apply(Command::patch(
            ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace, name),
            patch,
        ))?;
        return Ok(old);
    }
    server.patch(&old, &patch, PatchKind::Strategic)
}

/// What differs from the recorded answer, if anything does.
fn difference(case: &Value, server: &Server) -> Option<String> {
    let code = case["code"].as_u64().unwrap();
    let text = |field: &str| case[field].as_str().unwrap_or_default();
    match answer(case, server) {
        Ok(_) if code < 300 => None,
        Ok(_) => Some(format!("accepted instead of {code} {}", text("message"))),
        Err(error) => {
            let ours = (
                u64::from(error.code),
                error.reason.map_or("", StatusReason::as_str),
                comparable(&error.message),
            );
            let theirs = (code, text("reason"), comparable(text("message")));
            if ours != theirs {
                return Some(format!("\n  ours   {ours:?}\n  theirs {theirs:?}"));
            }
            let causes: Vec<[String; 3]> = error
                .causes
                .iter()
                .map(|c| [c.kind.reason().to_owned(), c.path.to_string(), comparable(&c.body())])
                .collect();
            let recorded: Vec<[String; 3]> = case["causes"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|c| [0, 1, 2].map(|i| comparable(c[i].as_str().unwrap_or_default())))
                .collect();
            if !recorded.is_empty() && causes != recorded {
                return Some(format!("\n  ours   {causes:?}\n  theirs {recorded:?}"));
            }
            let is_new = case["manifest"].is_string();
            let printed =
                error.kubectl(if is_new { "error when creating \"STDIN\": " } else { "" });
            // kubectl itself refuses unknown versions and, in 1.20, missing fields.
            let recorded = comparable(text("kubectl"));
            let is_server_side = !recorded.is_empty() && !recorded.starts_with("error: ");
            (is_server_side && comparable(&printed) != recorded)
                .then(|| format!("\n  ours   {printed}\n  theirs {recorded}"))
        }
    }
}

fn check(release: Release) {
    let path =
        format!("{}/tests/validation/v{}.json", env!("CARGO_MANIFEST_DIR"), release.as_str());
    let recorded: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let server = Server { release, ..Server::default() };
    let (mut agreed, mut unexpected) = (0, Vec::new());
    let cases = recorded["cases"].as_array().unwrap();
    for case in cases {
        let name = case["name"].as_str().unwrap();
        match difference(case, &server) {
            None => agreed += 1,
            Some(difference) => unexpected.push(format!("{name}: {difference}")),
        }
    }
    println!("{}: {agreed} of {} answers agree", release.as_str(), cases.len());
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

#[test]
fn answers_agree_with_a_real_1_28_server() {
    check(Release::V1_28);
}

#[test]
fn answers_agree_with_a_real_1_20_server() {
    check(Release::V1_20);
}
