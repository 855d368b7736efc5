//! Edits of what a Pod is to be, and what they mean for a Pod that exists.

use crate::deployment_spec::DeploymentField;
use crate::set_spec::SetField;
use podlab::api::ObjectRef;
use podlab::api::container::{
    Container, ContainerRestartRule, ContainerRestartRuleOnExitCodes, RestartPolicy,
};
use podlab::api::pod::Pod;
use podlab::api::probe::{
    ExecAction, HttpGetAction, IntOrString, Lifecycle, LifecycleHandler, Probe,
};
use podlab::api::quantity::Quantity;
use podlab::base::text::Text;
use podlab::cluster::command::{Command, Subresource};
use podlab::kubelet::probe::ProbeKind;
use podlab::manifest::emit;
use podlab::manifest::node::{Entry, Node, Value};
use podlab::manifest::schema::Field;
use podlab::rules::Feature;
use podlab::rules::release::Release;

pub use podlab::kubelet::prober_manager::probe_of as probe;

/// A number of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeField {
    /// `initialDelaySeconds`
    InitialDelay,
    /// `periodSeconds`
    Period,
    /// `timeoutSeconds`
    Timeout,
    /// `successThreshold`
    SuccessThreshold,
    /// `failureThreshold`
    FailureThreshold,
}

impl ProbeField {
    /// All figures in the order of the table.
    pub const ALL: [ProbeField; 5] = [
        ProbeField::InitialDelay,
        ProbeField::Period,
        ProbeField::Timeout,
        ProbeField::SuccessThreshold,
        ProbeField::FailureThreshold,
    ];

    /// The name of the field.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProbeField::InitialDelay => "initialDelaySeconds",
            ProbeField::Period => "periodSeconds",
            ProbeField::Timeout => "timeoutSeconds",
            ProbeField::SuccessThreshold => "successThreshold",
            ProbeField::FailureThreshold => "failureThreshold",
        }
    }

    /// The figure of a probe, with its default.
    pub fn of(self, probe: &Probe) -> i64 {
        let unsigned = match self {
            ProbeField::InitialDelay => return probe.initial_delay_seconds,
            ProbeField::Period => probe.period_seconds(),
            ProbeField::Timeout => probe.timeout_seconds(),
            ProbeField::SuccessThreshold => probe.success_threshold(),
            ProbeField::FailureThreshold => probe.failure_threshold(),
        };
        unsigned as i64
    }

    fn set(self, probe: &mut Probe, number: i64) {
        match self {
            ProbeField::InitialDelay => probe.initial_delay_seconds = number,
            ProbeField::Period => probe.period_seconds = Some(number.max(1)),
            ProbeField::Timeout => probe.timeout_seconds = Some(number.max(1)),
            ProbeField::SuccessThreshold => probe.success_threshold = Some(number.max(1)),
            ProbeField::FailureThreshold => probe.failure_threshold = Some(number.max(1)),
        }
    }
}

/// Something of a Pod's spec that the page lets people set.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// `restartPolicy`
    RestartPolicy,
    /// `terminationGracePeriodSeconds`
    Grace,
    /// The image of a container.
    Image(Text),
    /// What a container asks for of a resource.
    Request(Text, &'static str),
    /// Whether an exit of a container with [`RESTART_ALL`] starts all containers again.
    RestartAll(Text),
    /// A figure of a container's probe.
    Probe(Text, ProbeKind, ProbeField),
    /// Whether a container has that probe.
    HasProbe(Text, ProbeKind),
    /// Whether a container has a postStart hook.
    HasPostStart(Text),
    /// Whether a container has a preStop hook.
    HasPreStop(Text),
    /// One container more.
    MoreContainers,
    /// A field of the StatefulSet.
    OfSet(SetField),
    /// A field of the Deployment.
    OfDeployment(DeploymentField),
}

/// Where a container's probe is kept.
fn slot(container: &mut Container, kind: ProbeKind) -> &mut Option<Probe> {
    match kind {
        ProbeKind::Liveness => &mut container.liveness_probe,
        ProbeKind::Readiness => &mut container.readiness_probe,
        ProbeKind::Startup => &mut container.startup_probe,
    }
}

/// Sets something of a manifest; nothing happens when the value makes no sense.
pub fn set(pod: &mut Pod, setting: &Setting, value: &str) -> Option<()> {
    let number = || value.trim().parse::<i64>().ok().filter(|n| (0..=1_000_000).contains(n));
    match setting {
        Setting::RestartPolicy => {
            let policies = [RestartPolicy::Always, RestartPolicy::OnFailure, RestartPolicy::Never];
            pod.spec.restart_policy = policies.into_iter().find(|p| p.as_str() == value);
        }
        Setting::Grace => pod.spec.termination_grace_period_seconds = Some(number()?),
        Setting::Image(name) => {
            let image = value.trim();
            if image.is_empty() {
                return None;
            }
            container(pod, name)?.image = image.to_owned().into();
        }
        Setting::Request(name, resource) => {
            let requests = &mut container(pod, name)?.resources.requests;
            match value.trim() {
                "" => drop(requests.remove(*resource)),
                amount => drop(requests.insert((*resource).into(), Quantity::parse(amount)?)),
            }
        }
        Setting::RestartAll(name) => {
            let container = container(pod, name)?;
            if container.restart_policy_rules.is_empty() {
                let codes = ContainerRestartRuleOnExitCodes {
                    operator: "In".into(),
                    values: vec![RESTART_ALL],
                };
                container.restart_policy.get_or_insert(RestartPolicy::Never);
                container.restart_policy_rules.push(ContainerRestartRule {
                    action: "RestartAllContainers".into(),
                    exit_codes: Some(codes),
                });
            } else {
                container.restart_policy_rules.clear();
                container.restart_policy = None;
            }
        }
        Setting::Probe(name, kind, figure) => {
            let number = number()?;
            figure.set(slot(container(pod, name)?, *kind).as_mut()?, number);
        }
        Setting::HasProbe(name, kind) => {
            let slot = slot(container(pod, name)?, *kind);
            *slot = match slot {
                Some(_) => None,
                None => Some(Probe { http_get: Some(get()), ..Probe::default() }),
            };
        }
        Setting::HasPostStart(name) => {
            let hook = &mut lifecycle(pod, name)?.post_start;
            *hook = if hook.is_some() { None } else { Some(handler("register")) };
        }
        Setting::HasPreStop(name) => {
            let hook = &mut lifecycle(pod, name)?.pre_stop;
            *hook = if hook.is_some() { None } else { Some(handler("drain")) };
        }
        Setting::MoreContainers => {
            let taken = |name: &str, pod: &Pod| pod.spec.containers.iter().any(|c| c.name == *name);
            let mut number = pod.spec.containers.len() + 1;
            let mut name = format!("app-{number}");
            while taken(&name, pod) {
                number += 1;
                name = format!("app-{number}");
            }
            let (name, image) = (name.into(), "nginx:1.25".into());
            pod.spec.containers.push(Container { name, image, ..Container::default() });
        }
        Setting::OfSet(_) | Setting::OfDeployment(_) => return None,
    }
    Some(())
}

fn container<'a>(pod: &'a mut Pod, name: &str) -> Option<&'a mut Container> {
    let spec = &mut *pod.spec;
    spec.containers.iter_mut().chain(&mut spec.init_containers).find(|c| c.name == *name)
}

fn lifecycle<'a>(pod: &'a mut Pod, name: &str) -> Option<&'a mut Lifecycle> {
    Some(container(pod, name)?.lifecycle.get_or_insert_default())
}

fn get() -> HttpGetAction {
    let path = "/healthz".into();
    HttpGetAction { path, port: IntOrString::Int(8080), ..HttpGetAction::default() }
}

fn handler(program: &'static str) -> LifecycleHandler {
    let exec = Some(ExecAction { command: vec![program.into()] });
    LifecycleHandler { exec, ..LifecycleHandler::default() }
}

/// A field that differs: its path, what it was, what it is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Path of the field.
    pub path: String,
    /// What it was; empty for nothing.
    pub old: String,
    /// What it is to be; empty for nothing.
    pub new: String,
}

/// The fields of the specs that differ.
pub fn differences(old: &Pod, new: &Pod) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(Some(&old.spec.encode()), Some(&new.spec.encode()), "spec", &mut found);
    found
}

fn compare(old: Option<&Node>, new: Option<&Node>, path: &str, found: &mut Vec<Difference>) {
    if old == new {
        return;
    }
    let lists = |node: Option<&Node>| node.is_some_and(|n| matches!(n.value, Value::List(_)));
    let maps = |node: Option<&Node>| node.is_some_and(|n| matches!(n.value, Value::Map(_)));
    if maps(old) && maps(new) {
        let (old, new) = (old.unwrap_or(const { &NOTHING }), new.unwrap_or(const { &NOTHING }));
        for entry in old.entries() {
            let path = format!("{path}.{}", entry.key);
            compare(Some(&entry.node), new.get(&entry.key), &path, found);
        }
        for entry in new.entries().iter().filter(|e| old.get(&e.key).is_none()) {
            compare(None, Some(&entry.node), &format!("{path}.{}", entry.key), found);
        }
    } else if lists(old) && lists(new) {
        let elements = |node: Option<&Node>| node.map_or(Vec::new(), |n| n.elements().to_vec());
        let (old, new) = (elements(old), elements(new));
        for index in 0..old.len().max(new.len()) {
            let path = format!("{path}[{index}]");
            compare(old.get(index), new.get(index), &path, found);
        }
    } else {
        let text = |node: Option<&Node>| match node {
            None => String::new(),
            Some(Node { value: Value::Text(text), .. }) => text.to_string(),
            Some(node) => emit::json(node),
        };
        found.push(Difference { path: path.to_owned(), old: text(old), new: text(new) });
    }
}

const NOTHING: Node =
    Node { value: Value::Null, span: podlab::manifest::node::Span { line: 0, column: 0 } };

/// The code that starts all containers again, when people add such a rule.
pub const RESTART_ALL: i32 = 88;

/// The patch that changes a Pod in place, when the API server allows it: images, and through the subresource `resize` what
/// containers ask for. People change one field at a time.
pub fn patch_in_place(old: &Pod, new: &Pod, release: Release) -> Option<Command> {
    let mut same = old.clone();
    let mut lists = Vec::new();
    let mut resizes = false;
    let spec = &mut *same.spec;
    for (key, old, new) in [
        ("containers", &mut spec.containers, &new.spec.containers),
        ("initContainers", &mut spec.init_containers, &new.spec.init_containers),
    ] {
        let mut elements = Vec::new();
        for (old, new) in old.iter_mut().zip(new) {
            let name = ("name".into(), Node::text(new.name.clone()));
            if old.image != new.image {
                old.image = new.image.clone();
                elements.push(Node::map([name, ("image".into(), Node::text(new.image.clone()))]));
            } else if old.resources != new.resources
                && release.has(Feature::InPlacePodVerticalScaling)
            {
                resizes = true;
                let mut requests = new.resources.requests.encode();
                for resource in old.resources.requests.keys() {
                    if !new.resources.requests.contains_key(resource)
                        && let Value::Map(entries) = &mut requests.value
                    {
                        let (key, span, node) = (resource.clone(), NOTHING.span, NOTHING);
                        entries.push(Entry { key, span, node });
                    }
                }
                old.resources = new.resources.clone();
                let requests = Node::map([("requests".into(), requests)]);
                elements.push(Node::map([name, ("resources".into(), requests)]));
            }
        }
        if !elements.is_empty() {
            lists.push((Text::from(key), Node::from(Value::List(elements))));
        }
    }
    if same.spec != new.spec || lists.is_empty() {
        return None;
    }
    let (namespace, name) = (namespace(new), new.metadata.name.clone());
    let patch = Node::map([("spec".into(), Node::map(lists))]);
    Some(if resizes {
        Command::Patch {
            object: ObjectRef::pod(namespace, name),
            subresource: Some(Subresource::Resize),
            patch,
        }
    } else {
        Command::patch(ObjectRef::pod(namespace, name), patch)
    })
}

/// The namespace of a manifest's Pod.
pub fn namespace(pod: &Pod) -> Text {
    let namespace = &pod.metadata.namespace;
    if namespace.is_empty() { "default".into() } else { namespace.clone() }
}
