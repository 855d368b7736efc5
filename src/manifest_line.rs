//! The line of a manifest that a rule goes by: what a learner would write otherwise for something else to happen.

use crate::apiserver::defaults;
use crate::change::{Change, Subject};
use crate::command::Command;
use crate::controller::stateful_set::identity::parent_and_ordinal;
use crate::manifest::node::Node;
use crate::manifest::{Resource, emit, write};
use crate::sim::Sim;
use crate::text::Text;

/// A field of a manifest, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestLine {
    /// Where it stands, such as `spec.template.spec.containers[app].readinessProbe.failureThreshold`.
    pub path: Text,
    /// What stands there; lists and maps as JSON.
    pub value: Text,
    /// Whether somebody wrote it; otherwise it is the API server's default.
    pub is_written: bool,
}

/// Whose field a rule goes by.
#[derive(Clone, Copy)]
enum Of {
    /// The Pod's spec, or that of its set's template.
    Pod,
    /// The container a change is about, in it.
    Container,
    /// The probe of that container which decides that.
    Probe(&'static str),
    /// The set's spec.
    Set,
}

/// Rules that go by a field.
const FIELDS: [(&str, Of, &str); 29] = [
    ("P-106", Of::Pod, "restartPolicy"),
    ("P-207", Of::Pod, "readinessGates"),
    ("P-312", Of::Pod, "restartPolicy"),
    ("P-313", Of::Probe("startupProbe"), "failureThreshold"),
    ("P-314", Of::Probe("readinessProbe"), "failureThreshold"),
    ("P-317", Of::Container, "image"),
    ("P-408", Of::Pod, "restartPolicy"),
    ("P-611", Of::Probe("readinessProbe"), "failureThreshold"),
    ("P-702", Of::Container, "lifecycle.postStart"),
    ("P-704", Of::Container, "lifecycle.preStop"),
    ("P-802", Of::Pod, "terminationGracePeriodSeconds"),
    ("P-806", Of::Pod, "terminationGracePeriodSeconds"),
    ("P-807", Of::Pod, "terminationGracePeriodSeconds"),
    ("P-903", Of::Pod, "schedulingGates"),
    ("P-1009", Of::Pod, "tolerations"),
    ("S-05", Of::Set, "replicas"),
    ("S-08", Of::Set, "serviceName"),
    ("S-21", Of::Set, "persistentVolumeClaimRetentionPolicy"),
    ("S-30", Of::Set, "podManagementPolicy"),
    ("S-31", Of::Set, "podManagementPolicy"),
    ("S-35", Of::Pod, "restartPolicy"),
    ("S-36", Of::Pod, "restartPolicy"),
    ("S-40", Of::Set, "podManagementPolicy"),
    ("S-42", Of::Set, "podManagementPolicy"),
    ("S-50", Of::Set, "updateStrategy.type"),
    ("S-63", Of::Set, "minReadySeconds"),
    ("S-64", Of::Set, "updateStrategy.type"),
    ("S-67", Of::Set, "revisionHistoryLimit"),
    ("S-70", Of::Set, "updateStrategy.rollingUpdate.maxUnavailable"),
];

/// The line that the rule of a change goes by, as it is now; none when it goes by none, or nobody wrote it and it has no
/// default.
pub fn manifest_line(sim: &Sim, change: &Change) -> Option<ManifestLine> {
    let (_, of, field) = FIELDS.iter().find(|(rule, ..)| *rule == change.rule)?;
    let (kind, name) = change.object.split_once('/')?;
    let pod = (kind == "Pod").then_some(name);
    let set = match kind {
        "Pod" => parent_and_ordinal(name).map(|(set, _)| set),
        "StatefulSet" => Some(name),
        _ => None,
    };
    let is_of_set = matches!(of, Of::Set);
    let own = pod.filter(|_| !is_of_set).and_then(|pod| created(sim, "Pod", pod));
    let start = if own.is_some() || is_of_set { "spec" } else { "spec.template.spec" };
    let tree = own.or_else(|| created(sim, "StatefulSet", set?))?;
    let inside = match of {
        Of::Pod | Of::Set => (*field).to_owned(),
        Of::Container => format!("{}.{field}", container(&tree, start, change)?),
        Of::Probe(probe) => {
            let probe = match &change.subject {
                Subject::Probe(_, kind) => format!("{}Probe", kind.to_ascii_lowercase()),
                _ => (*probe).to_owned(),
            };
            format!("{}.{probe}.{field}", container(&tree, start, change)?)
        }
    };
    let path = format!("{start}.{inside}");
    let written = find(&tree, &path);
    // What is there has the defaults, and what was changed later.
    let live = if is_of_set { live_set(sim, set?) } else { live_pod(sim, change) };
    let now = live.as_ref().and_then(|live| find(live, &format!("spec.{inside}")));
    let value = now.or(written)?;
    let is_written = written.is_some() || is_patched(sim, pod, set, &path);
    let value = value.as_text().cloned().unwrap_or_else(|| emit::json(value).into());
    Some(ManifestLine { path: path.into(), value, is_written })
}

/// The object as it was created last.
fn created(sim: &Sim, kind: &str, name: &str) -> Option<Node> {
    sim.commands().iter().rev().find_map(|(_, command)| match command {
        Command::Create(object) => {
            (object.kind() == kind && object.metadata().name == name).then(|| write(object))
        }
        _ => None,
    })
}

/// The Pod as it is, or as it was created if it is gone.
fn live_pod(sim: &Sim, change: &Change) -> Option<Node> {
    let pod = match sim.world().pod(change.pod?) {
        Some(pod) => (**pod).clone(),
        None => {
            let mut pod = sim.commands().iter().rev().find_map(|(_, command)| match command {
                Command::Create(object) => match &**object {
                    Resource::Pod(pod)
                        if change.object == format!("Pod/{}", pod.metadata.name).as_str() =>
                    {
                        Some(pod.clone())
                    }
                    _ => None,
                },
                _ => None,
            })?;
            defaults::default_pod(&mut pod, sim.settings().release);
            pod
        }
    };
    Some(write(&Resource::Pod(pod)))
}

fn live_set(sim: &Sim, name: &str) -> Option<Node> {
    let mut sets = sim.world().workloads.sets.iter();
    let (_, set) = sets.find(|(_, set)| set.metadata.name == name)?;
    Some(write(&Resource::StatefulSet((**set).clone())))
}

/// Whether somebody wrote the field later.
fn is_patched(sim: &Sim, pod: Option<&str>, set: Option<&str>, path: &str) -> bool {
    sim.commands().iter().any(|(_, command)| match command {
        Command::PatchPod { name, patch, .. } => pod == Some(name) && find(patch, path).is_some(),
        Command::PatchStatefulSet { name, patch, .. } => {
            set == Some(name) && find(patch, path).is_some()
        }
        Command::ScaleStatefulSet { name, .. } => set == Some(name) && path == "spec.replicas",
        _ => false,
    })
}

/// Where the container stands that a change is about, in the spec of its Pod.
fn container(tree: &Node, start: &str, change: &Change) -> Option<String> {
    let (Subject::State(name)
    | Subject::Ready(name)
    | Subject::Started(name)
    | Subject::RestartCount(name)
    | Subject::Probe(name, _)
    | Subject::Hook(name, _)
    | Subject::Signal(name)
    | Subject::Program(name)) = &change.subject
    else {
        return None;
    };
    ["containers[", "initContainers["].into_iter().find_map(|list| {
        let place = format!("{list}{name}]");
        find(tree, &format!("{start}.{place}")).map(|_| place)
    })
}

/// What stands at a path, whose list elements are named by `[name]`.
fn find<'a>(tree: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(tree, |node, step| {
        let (key, name) = step.split_once('[').unwrap_or((step, ""));
        let node = node.get(key)?;
        let name = name.trim_end_matches(']');
        let is_it =
            |node: &&Node| node.get("name").and_then(Node::as_text).is_some_and(|n| *n == *name);
        let found = if name.is_empty() { Some(node) } else { node.elements().iter().find(is_it) };
        found.filter(|node| !node.is_null())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{ReadOptions, read};
    use crate::rules;
    use crate::time::SimTime;
    use crate::world::Settings;

    fn run(manifest: &str, commands: Vec<Command>) -> (Sim, Vec<Change>) {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        for object in read(manifest, &ReadOptions::default()).unwrap() {
            sim.apply(Command::Create(Box::new(object))).unwrap();
        }
        sim.run_until(SimTime::from_seconds(30));
        for command in commands {
            sim.apply(command).unwrap();
        }
        sim.run_until(SimTime::from_seconds(60));
        let changes = sim.take_changes();
        (sim, changes)
    }

    fn line(run: &(Sim, Vec<Change>), rule: &str) -> (String, String, bool) {
        let (sim, changes) = run;
        let mut lines = changes.iter().filter(|change| change.rule == rule);
        let line = lines.find_map(|change| manifest_line(sim, change));
        let line = line.unwrap_or_else(|| panic!("{rule} goes by no line"));
        (line.path.to_string(), line.value.to_string(), line.is_written)
    }

    #[test]
    fn a_rule_names_the_line_it_goes_by_and_whether_somebody_wrote_it() {
        let pod = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {terminationGracePeriodSeconds: 5,
            containers: [{name: app, image: nginx, readinessProbe: {httpGet: {port: 80}, failureThreshold: 7}}]}}";
        let (namespace, name) = ("default".into(), Text::from("demo"));
        let delete = Command::DeletePod { namespace, name, grace_period_seconds: None };
        let exit = Command::Exit {
            namespace: "default".into(),
            pod: "demo".into(),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        };
        let found = run(pod, vec![exit, delete]);
        let path = |path: &str| format!("spec.{path}");
        let grace = line(&found, "P-802");
        assert_eq!(grace, (path("terminationGracePeriodSeconds"), "5".into(), true));
        let ready = line(&found, "P-314");
        let probe = path("containers[app].readinessProbe.failureThreshold");
        assert_eq!(ready, (probe, "7".into(), true));
        let phase = line(&found, "P-106");
        assert_eq!(phase, (path("restartPolicy"), "Always".into(), false));
    }

    #[test]
    fn what_was_patched_was_written() {
        let set = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {selector: {matchLabels: {a: b}},
            serviceName: web, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: nginx}]}}}}";
        let scale = |replicas| Command::ScaleStatefulSet {
            namespace: "default".into(),
            name: "web".into(),
            replicas,
        };
        let order = |run: &(Sim, Vec<Change>)| line(run, "S-30");
        let plain = run(set, Vec::new());
        assert_eq!(
            order(&plain),
            ("spec.podManagementPolicy".into(), "OrderedReady".into(), false)
        );
        let phase = line(&plain, "P-106");
        assert_eq!(phase, ("spec.template.spec.restartPolicy".into(), "Always".into(), false));
        let scaled = run(set, vec![scale(2)]);
        let change = scaled.1.iter().find(|change| change.object.starts_with("StatefulSet/"));
        let mut change = change.unwrap().clone();
        change.rule = "S-05";
        let told = manifest_line(&scaled.0, &change).unwrap();
        assert_eq!((&*told.path, &*told.value, told.is_written), ("spec.replicas", "2", true));
    }

    #[test]
    fn every_rule_that_goes_by_a_line_is_one() {
        assert!(FIELDS.iter().all(|(rule, ..)| rules::find(rule).is_some()));
        assert!(FIELDS.is_sorted_by_key(|(rule, ..)| {
            rule.split_once('-').map(|(c, n)| (c, n.parse::<u32>().unwrap_or(0)))
        }));
    }
}
