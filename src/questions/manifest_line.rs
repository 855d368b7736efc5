//! Finds the line of a manifest that a rule depends on. A learner would change this line to make something else happen.

use crate::api::{ObjectRef, Resource, ResourceKind, write};
use crate::apiserver::defaults;
use crate::base::text::Text;
use crate::cluster::change::Change;
use crate::cluster::command::Command;
use crate::cluster::fact::Fact;
use crate::manifest::emit;
use crate::manifest::node::Node;
use crate::questions::owner::workload_of;
use crate::rules::Rule;
use crate::sim::Sim;
use std::iter::successors;

/// A field of a manifest with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestLine {
    /// The path of the field, such as `spec.template.spec.containers[app].readinessProbe.failureThreshold`.
    pub path: Text,
    /// The value; lists and maps as JSON.
    pub value: Text,
    /// Whether a person wrote the field. Otherwise its value is the API server's default.
    pub is_written: bool,
}

/// The part of an object that has the field.
#[derive(Clone, Copy)]
enum Of {
    /// The spec of the Pod, or the Pod spec in the template of its set.
    Pod,
    /// In the Pod spec, the container that the change is about.
    Container,
    /// In that container, the probe that decides.
    Probe(&'static str),
    /// The spec of the set.
    Set,
}

/// The rules that depend on a field.
const FIELDS: [(Rule, Of, &str); 31] = [
    (Rule::P106, Of::Pod, "restartPolicy"),
    (Rule::P207, Of::Pod, "readinessGates"),
    (Rule::P312, Of::Pod, "restartPolicy"),
    (Rule::P313, Of::Probe("startupProbe"), "failureThreshold"),
    (Rule::P314, Of::Probe("readinessProbe"), "failureThreshold"),
    (Rule::P317, Of::Container, "image"),
    (Rule::P408, Of::Pod, "restartPolicy"),
    (Rule::P611, Of::Probe("readinessProbe"), "failureThreshold"),
    (Rule::P702, Of::Container, "lifecycle.postStart"),
    (Rule::P704, Of::Container, "lifecycle.preStop"),
    (Rule::P802, Of::Pod, "terminationGracePeriodSeconds"),
    (Rule::P806, Of::Pod, "terminationGracePeriodSeconds"),
    (Rule::P807, Of::Pod, "terminationGracePeriodSeconds"),
    (Rule::P903, Of::Pod, "schedulingGates"),
    (Rule::P1009, Of::Pod, "tolerations"),
    (Rule::S05, Of::Set, "replicas"),
    (Rule::S08, Of::Set, "serviceName"),
    (Rule::S21, Of::Set, "persistentVolumeClaimRetentionPolicy"),
    (Rule::S30, Of::Set, "podManagementPolicy"),
    (Rule::S31, Of::Set, "podManagementPolicy"),
    (Rule::S35, Of::Pod, "restartPolicy"),
    (Rule::S36, Of::Pod, "restartPolicy"),
    (Rule::S40, Of::Set, "podManagementPolicy"),
    (Rule::S42, Of::Set, "podManagementPolicy"),
    (Rule::S50, Of::Set, "updateStrategy.type"),
    (Rule::S53, Of::Set, "updateStrategy.type"),
    (Rule::S57, Of::Set, "updateStrategy.rollingUpdate.partition"),
    (Rule::S63, Of::Set, "minReadySeconds"),
    (Rule::S64, Of::Set, "updateStrategy.type"),
    (Rule::S67, Of::Set, "revisionHistoryLimit"),
    (Rule::S70, Of::Set, "updateStrategy.rollingUpdate.maxUnavailable"),
];

/// Returns the line that the rule of a change depends on, with its present value. Returns `None` when the rule depends
/// on no field, and when the field is not written and has no default.
///
/// ```
/// use podlab::files::scenario_file::read;
/// use podlab::questions::manifest_line::manifest_line;
/// use podlab::{ReadOptions, Rule, SimTime, manifest::Diagnostic};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
/// let scenario = read(text, &ReadOptions::default())?;
/// let mut player = scenario.play(scenario.settings());
/// player.run_until(SimTime::from_seconds(30));
/// let changes = player.sim.take_changes();
/// let running = changes.iter().find(|change| change.rule == Rule::P106);
/// let line = running.and_then(|change| manifest_line(&player.sim, change));
/// let line = line.map(|line| (line.path.to_string(), line.value.to_string(), line.is_written));
/// assert_eq!(line, Some(("spec.restartPolicy".to_owned(), "Always".to_owned(), false)), "by default");
/// # Ok(())
/// # }
/// ```
pub fn manifest_line(sim: &Sim, change: &Change) -> Option<ManifestLine> {
    let (_, of, field) = FIELDS.iter().find(|(rule, ..)| *rule == change.rule)?;
    let pod = change.object.named(ResourceKind::Pod).map(Text::as_str);
    let workload = workload(sim, change);
    let is_of_set = matches!(of, Of::Set);
    let own = pod.filter(|_| !is_of_set).and_then(|pod| created(sim, "Pod", pod));
    let start = if own.is_some() || is_of_set { "spec" } else { "spec.template.spec" };
    let of_workload = |workload: &ObjectRef| created(sim, workload.kind.as_str(), &workload.name);
    let tree = own.or_else(|| workload.as_ref().and_then(of_workload))?;
    let inside = match of {
        Of::Pod | Of::Set => (*field).to_owned(),
        Of::Container => format!("{}.{field}", container(&tree, start, change)?),
        Of::Probe(probe) => {
            let probe = if let Fact::Probe { kind, .. } = &change.fact {
                format!("{}Probe", kind.as_str().to_ascii_lowercase())
            } else {
                (*probe).to_owned()
            };
            format!("{}.{probe}.{field}", container(&tree, start, change)?)
        }
    };
    let path = format!("{start}.{inside}");
    let written = find(&tree, &path);
    // The present object contains the defaults and all later patches.
    let live = if is_of_set { live_set(sim, workload.as_ref()?) } else { live_pod(sim, change) };
    let now = live.as_ref().and_then(|live| find(live, &format!("spec.{inside}")));
    let value = now.or(written)?;
    let is_written = written.is_some() || is_patched(sim, pod, workload.as_ref(), &path);
    let value = value.as_text().cloned().unwrap_or_else(|| emit::json(value).into());
    Some(ManifestLine { path: path.into(), value, is_written })
}

/// Returns the line that says what the container of a change runs: its command, or the image whose program it runs.
pub fn program_line(sim: &Sim, change: &Change) -> Option<ManifestLine> {
    let pod = change.object.named(ResourceKind::Pod)?;
    let workload = workload(sim, change);
    let own = created(sim, "Pod", pod);
    let start = if own.is_some() { "spec" } else { "spec.template.spec" };
    let of_workload = |workload: &ObjectRef| created(sim, workload.kind.as_str(), &workload.name);
    let tree = own.or_else(|| workload.as_ref().and_then(of_workload))?;
    let container = container(&tree, start, change)?;
    let live = live_pod(sim, change);
    ["command", "args", "image"].into_iter().find_map(|field| {
        let path = format!("{start}.{container}.{field}");
        let now = live.as_ref().and_then(|live| find(live, &format!("spec.{container}.{field}")));
        let value = now.or_else(|| find(&tree, &path))?;
        let value = value.as_text().cloned().unwrap_or_else(|| emit::json(value).into());
        Some(ManifestLine { path: path.into(), value, is_written: true })
    })
}

/// Returns the workload that a change is about, or that has the Pod that it is about. What became of the owners of a Pod that is
/// gone is told by its name.
fn workload(sim: &Sim, change: &Change) -> Option<ObjectRef> {
    let object = change.object.reference()?;
    if object.kind != ResourceKind::Pod {
        return object.kind.is_workload().then(|| object.clone());
    }
    if let Some(pod) = change.pod.and_then(|pod| sim.world().pod(pod)) {
        return workload_of(sim, pod);
    }
    let names: Vec<&str> =
        successors(without_suffix(&&*object.name), without_suffix).take(2).collect();
    let mut objects = sim.commands().iter().rev().filter_map(|(_, command)| command.created());
    let made = objects.find(|made| {
        let metadata = made.metadata();
        made.workload().is_some()
            && [&*object.namespace, ""].contains(&&*metadata.namespace)
            && names.contains(&&*metadata.name)
    })?;
    Some(ObjectRef::new(
        made.resource_kind(),
        object.namespace.clone(),
        made.metadata().name.clone(),
    ))
}

/// Returns the name without what a controller added last.
fn without_suffix<'a>(name: &&'a str) -> Option<&'a str> {
    name.rsplit_once('-').map(|(shorter, _)| shorter)
}

/// Returns the object as it was last created.
fn created(sim: &Sim, kind: &str, name: &str) -> Option<Node> {
    let mut objects = sim.commands().iter().rev().filter_map(|(_, command)| command.created());
    objects.find(|object| object.kind() == kind && object.metadata().name == name).map(write)
}

/// Returns the Pod as it is, or as it was created when it is gone.
fn live_pod(sim: &Sim, change: &Change) -> Option<Node> {
    let pod = match sim.world().pod(change.pod?) {
        Some(pod) => (**pod).clone(),
        None => {
            let name = change.object.named(ResourceKind::Pod)?;
            let commands = sim.commands().iter().rev();
            let mut pods = commands.filter_map(|(_, command)| command.created()?.as_pod());
            let mut pod = pods.find(|pod| pod.metadata.name == *name)?.clone();
            defaults::default_pod(&mut pod, sim.settings().release);
            pod
        }
    };
    Some(write(&Resource::Pod(pod)))
}

fn live_set(sim: &Sim, set: &ObjectRef) -> Option<Node> {
    let set = sim.world().objects.sets.named(&set.namespace, &set.name)?;
    Some(write(&Resource::StatefulSet((**set).clone())))
}

/// Returns whether a person wrote the field later.
fn is_patched(sim: &Sim, pod: Option<&str>, workload: Option<&ObjectRef>, path: &str) -> bool {
    let is_meant = |object: &ObjectRef| {
        Some(object) == workload || (object.kind == ResourceKind::Pod && pod == Some(&*object.name))
    };
    sim.commands().iter().any(|(_, command)| {
        if let Command::Patch { object, subresource: None, patch } = command {
            is_meant(object) && find(patch, path).is_some()
        } else if let Command::Scale { object, .. } = command {
            is_meant(object) && path == "spec.replicas"
        } else {
            false
        }
    })
}

/// Returns the path of the container that a change is about, in the spec of its Pod.
fn container(tree: &Node, start: &str, change: &Change) -> Option<String> {
    let name = change.fact.container()?;
    ["containers[", "initContainers["].into_iter().find_map(|list| {
        let place = format!("{list}{name}]");
        find(tree, &format!("{start}.{place}")).map(|_| place)
    })
}

/// Returns the value at a path, which names list elements by `[name]`.
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
    use crate::api::{ReadOptions, read};
    use crate::base::time::SimTime;
    use crate::cluster::world::Settings;

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

    fn line(run: &(Sim, Vec<Change>), rule: Rule) -> (String, String, bool) {
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
        let (namespace, name) = ("default", "demo");
        let delete = Command::delete_pod(namespace, name, None);
        let exit = Command::Exit {
            namespace: "default".into(),
            pod: "demo".into(),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        };
        let found = run(pod, vec![exit, delete]);
        let path = |path: &str| format!("spec.{path}");
        let grace = line(&found, Rule::P802);
        assert_eq!(grace, (path("terminationGracePeriodSeconds"), "5".into(), true));
        let ready = line(&found, Rule::P314);
        let probe = path("containers[app].readinessProbe.failureThreshold");
        assert_eq!(ready, (probe, "7".into(), true));
        let phase = line(&found, Rule::P106);
        assert_eq!(phase, (path("restartPolicy"), "Always".into(), false));
    }

    #[test]
    fn what_was_patched_was_written() {
        let set = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {selector: {matchLabels: {a: b}},
            serviceName: web, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: nginx}]}}}}";
        let scale = |replicas| Command::Scale {
            object: ObjectRef::stateful_set("default", "web"),
            replicas,
        };
        let order = |run: &(Sim, Vec<Change>)| line(run, Rule::S30);
        let plain = run(set, Vec::new());
        assert_eq!(
            order(&plain),
            ("spec.podManagementPolicy".into(), "OrderedReady".into(), false)
        );
        let phase = line(&plain, Rule::P106);
        assert_eq!(phase, ("spec.template.spec.restartPolicy".into(), "Always".into(), false));
        let scaled = run(set, vec![scale(2)]);
        let change =
            scaled.1.iter().find(|change| change.object.named(ResourceKind::StatefulSet).is_some());
        let mut change = change.unwrap().clone();
        change.rule = Rule::S05;
        let told = manifest_line(&scaled.0, &change).unwrap();
        assert_eq!((&*told.path, &*told.value, told.is_written), ("spec.replicas", "2", true));
    }

    #[test]
    fn a_pod_of_a_deployment_or_replica_set_goes_by_its_template() {
        for kind in ["Deployment", "ReplicaSet"] {
            let workload = format!(
                "{{apiVersion: apps/v1, kind: {kind}, metadata: {{name: shop}}, spec: {{selector: {{matchLabels: {{a: b}}}},
                template: {{metadata: {{labels: {{a: b}}}}, spec: {{terminationGracePeriodSeconds: 5,
                containers: [{{name: app, image: nginx}}]}}}}}}}}"
            );
            let found = run(&workload, Vec::new());
            let path = "spec.template.spec.restartPolicy";
            assert_eq!(line(&found, Rule::P106), (path.into(), "Always".into(), false), "{kind}");
            let (mut sim, _) = found;
            let (_, pod) = sim.world().pods().next().unwrap();
            let name = pod.metadata.name.clone();
            sim.apply(Command::delete_pod("default", name, None)).unwrap();
            sim.run_until(SimTime::from_seconds(120));
            let changes = sim.take_changes();
            let path = "spec.template.spec.terminationGracePeriodSeconds";
            // The Pod is gone.
            assert_eq!(
                line(&(sim, changes), Rule::P802),
                (path.into(), "5".into(), true),
                "{kind}"
            );
        }
    }

    #[test]
    fn a_rule_goes_by_one_line() {
        let mut rules: Vec<Rule> = FIELDS.iter().map(|(rule, ..)| *rule).collect();
        rules.sort();
        rules.dedup();
        assert_eq!(rules.len(), FIELDS.len());
    }
}
