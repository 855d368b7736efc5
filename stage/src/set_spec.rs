//! Edits of what a StatefulSet is to be, as commands.

use crate::lab::Lab;
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::api::probe::IntOrString;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::stateful_set::{ControllerRevision, Retention, StatefulSetSpec};
use podlab::api::{ObjectRef, Resource, ResourceKind};
use podlab::apiserver::patch::strategic_merge_patch;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::cluster::plan::Registry;
use podlab::manifest::node::{Node, Value};
use podlab::manifest::schema::Field;
use std::rc::Rc;

/// Something of a set's spec that the page lets people set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetField {
    /// `replicas`
    Replicas,
    /// `updateStrategy.rollingUpdate.partition`
    Partition,
    /// `updateStrategy.rollingUpdate.maxUnavailable`
    MaxUnavailable,
    /// `minReadySeconds`
    MinReady,
    /// `ordinals.start`
    Start,
    /// `persistentVolumeClaimRetentionPolicy.whenDeleted`
    WhenDeleted,
    /// `persistentVolumeClaimRetentionPolicy.whenScaled`
    WhenScaled,
    /// `updateStrategy.type`
    Strategy,
    /// `podManagementPolicy`, which cannot change in place.
    Policy,
}

impl SetField {
    /// The present value.
    pub fn value(self, spec: &StatefulSetSpec) -> String {
        let retention =
            |goes| if goes { Retention::Delete } else { Retention::Retain }.as_str().to_owned();
        match self {
            SetField::Replicas => spec.replicas().to_string(),
            SetField::Partition => spec.partition().to_string(),
            SetField::MinReady => spec.min_ready_seconds.to_string(),
            SetField::Start => spec.start().to_string(),
            SetField::WhenDeleted => retention(spec.deletes_claims_with_set()),
            SetField::WhenScaled => retention(spec.deletes_claims_with_pods()),
            SetField::MaxUnavailable => {
                let rolling = spec.update_strategy.rolling_update.as_ref();
                match rolling.and_then(|rolling| rolling.max_unavailable.as_ref()) {
                    None => "1".to_owned(),
                    Some(IntOrString::Int(number)) => number.to_string(),
                    Some(IntOrString::String(text)) => text.to_string(),
                }
            }
            SetField::Strategy if spec.is_rolling() => "RollingUpdate".to_owned(),
            SetField::Strategy => "OnDelete".to_owned(),
            SetField::Policy if spec.is_parallel() => "Parallel".to_owned(),
            SetField::Policy => "OrderedReady".to_owned(),
        }
    }
}

/// The command that sets a field; none when the value makes no sense. What is too much the API server says.
pub fn set(lab: &Lab, field: SetField, value: &str) -> Option<Command> {
    let value = value.trim();
    let number = || value.parse::<i64>().ok();
    let workload = lab.scene.workload.clone()?;
    let spec = match field {
        SetField::Replicas => {
            return Some(Command::Scale { object: workload, replicas: number()? });
        }
        SetField::Partition => rolling("partition", Node::int(number()?)),
        SetField::MaxUnavailable => {
            let node = number().map_or_else(|| Node::text(value.to_owned()), Node::int);
            rolling("maxUnavailable", node)
        }
        SetField::MinReady => one("minReadySeconds", Node::int(number()?)),
        SetField::Start => one("ordinals", one("start", Node::int(number()?))),
        SetField::WhenDeleted => retention("whenDeleted", value),
        SetField::WhenScaled => retention("whenScaled", value),
        SetField::Strategy if value == "OnDelete" => one(
            "updateStrategy",
            Node::map([
                ("type".into(), Node::text("OnDelete")),
                ("rollingUpdate".into(), Node::from(Value::Null)),
            ]),
        ),
        SetField::Strategy => {
            let mut strategy = vec![("type".into(), Node::text("RollingUpdate"))];
            if let Some(block) = last_rolling(lab, &workload.name) {
                strategy.push(("rollingUpdate".into(), block));
            }
            one("updateStrategy", Node::map(strategy))
        }
        SetField::Policy => one("podManagementPolicy", Node::text(value.to_owned())),
    };
    Some(Command::patch(workload, one("spec", spec)))
}

fn one(key: &'static str, node: Node) -> Node {
    Node::map([(Text::Static(key), node)])
}

fn rolling(key: &'static str, node: Node) -> Node {
    let strategy =
        [("type".into(), Node::text("RollingUpdate")), ("rollingUpdate".into(), one(key, node))];
    one("updateStrategy", Node::map(strategy))
}

fn retention(key: &'static str, value: &str) -> Node {
    one("persistentVolumeClaimRetentionPolicy", one(key, Node::text(value.to_owned())))
}

/// The last `rollingUpdate` that a set's manifest and the patches since then gave: with OnDelete there is none.
fn last_rolling(lab: &Lab, set: &Text) -> Option<Node> {
    let is_set =
        |object: &ObjectRef| object.kind == ResourceKind::StatefulSet && object.name == *set;
    let mut last: Option<Node> = None;
    for (_, command) in lab.sim().commands() {
        let given = if let Command::Create(resource) = command
            && let Resource::StatefulSet(new) = resource.as_ref()
            && new.metadata.name == *set
        {
            last = None;
            new.spec.update_strategy.encode().get("rollingUpdate").cloned()
        } else if let Command::Patch { object, patch, .. } = command
            && is_set(object)
        {
            patch
                .get("spec")
                .and_then(|spec| spec.get("updateStrategy"))
                .and_then(|strategy| strategy.get("rollingUpdate"))
                .filter(|block| !block.entries().is_empty())
                .cloned()
        } else {
            None
        };
        last = match (last, given) {
            (Some(last), Some(given)) => Some(strategic_merge_patch(&last, &given)),
            (last, given) => given.or(last),
        };
    }
    last
}

/// The command that puts another template in place of the workload's.
pub fn set_template(lab: &Lab, pod: &Pod) -> Option<Command> {
    let workload = lab.scene.workload.clone()?;
    let template = Node::map([
        ("$patch".into(), Node::text("replace")),
        ("metadata".into(), pod.metadata.encode()),
        ("spec".into(), pod.spec.encode()),
    ]);
    let patch = one("spec", one("template", template));
    Some(Command::patch(workload, patch))
}

/// The commands that put another image into the first container; one of a name that no registry has when it `is_broken`.
pub fn set_image(lab: &Lab, is_broken: bool) -> Option<(Text, Vec<Command>)> {
    let workload = lab.scene.workload.clone()?;
    let template = lab.manifest()?;
    let container = template.spec.containers.first()?;
    // A digest names one image for good: another one is known by its tag.
    let image = container.image.split('@').next().unwrap_or_default();
    let (repository, tag) = match image.rsplit_once(':') {
        Some((repository, tag)) if !tag.contains('/') => (repository, tag),
        _ => (image, ""),
    };
    let number = tag.strip_prefix('v').and_then(|number| number.parse::<u32>().ok());
    let tag = if is_broken { "broken".to_owned() } else { next_tag(lab, repository, number) };
    let image: Text = format!("{repository}:{tag}").into();
    let mut commands = Vec::new();
    if is_broken {
        let error = format!("failed to resolve reference \"{image}\": {image}: not found");
        let registry = Registry {
            error: error.into(),
            delay: podlab::cluster::plan::PULL,
            ..Registry::default()
        };
        commands.push(Command::Registry(image.clone(), registry));
    }
    let container = Node::map([
        ("name".into(), Node::text(container.name.clone())),
        ("image".into(), Node::text(image.clone())),
    ]);
    let containers = one("containers", Node::from(Value::List(vec![container])));
    let patch = one("spec", one("template", one("spec", containers)));
    commands.push(Command::patch(workload, patch));
    Some((image, commands))
}

/// A tag that no revision has had yet, so that it means something new.
fn next_tag(lab: &Lab, repository: &str, present: Option<u32>) -> String {
    let mut number = present.unwrap_or(1) + 1;
    let tables = &lab.sim().world().objects;
    let of_set =
        |(_, revision): (_, &Rc<ControllerRevision>)| revision.data.0.spec.containers.clone();
    let of_level = |(_, set): (_, &Rc<ReplicaSet>)| set.spec.template.spec.containers.clone();
    let templates =
        tables.revisions.iter().map(of_set).chain(tables.replica_sets.iter().map(of_level));
    let templates: Vec<Vec<Container>> = templates.collect();
    let taken = |tag: &str| {
        let image = format!("{repository}:{tag}");
        templates.iter().flatten().any(|container| container.image == *image)
    };
    loop {
        let tag = format!("v{number}");
        if !taken(&tag) {
            return tag;
        }
        number += 1;
    }
}
