//! Commands that make an object for another one: `expose`, `autoscale`.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::words::{self, Flag, Takes};
use crate::api::core::{Service, ServicePort};
use crate::api::pod::PodSpec;
use crate::api::probe::IntOrString;
use crate::api::{KeptKind, KeptObject, ObjectRef, Resource, ResourceKind};
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::manifest::node::Node;
use std::collections::BTreeMap;

pub(super) const EXPOSE: &[Flag] = &[
    ("cluster-ip", ' ', Takes::Value),
    ("labels", 'l', Takes::Value),
    ("name", ' ', Takes::Value),
    NAMESPACE,
    ("port", ' ', Takes::Value),
    ("protocol", ' ', Takes::Value),
    ("selector", ' ', Takes::Value),
    ("target-port", ' ', Takes::Value),
    ("type", ' ', Takes::Value),
];

/// Makes a Service for the Pods that an object selects.
/// Models kubernetes kubectl pkg/cmd/expose/expose.go.
pub(super) fn expose(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "expose", EXPOSE)?;
    for (kind, metadata) in cluster.named_objects(&words, "expose", asked)? {
        let reference = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
        let Some(found) = cluster.object(&reference) else { continue };
        let (selector, spec) =
            selected(&found).ok_or_else(|| format!("error: cannot expose a {}", kind.as_str()))?;
        let mut service = Service::default();
        service.metadata.namespace = metadata.namespace.clone();
        service.metadata.name = words.flag("name").map_or_else(|| metadata.name.clone(), text);
        service.metadata.labels = match words.flag("labels") {
            Some(given) => labels(given)?,
            None => metadata.labels.clone(),
        };
        service.spec.selector = words.flag("selector").map_or(selector, pairs);
        service.spec.cluster_ip = words.flag("cluster-ip").map(text).unwrap_or_default();
        service.spec.kind = words.flag("type").map(text).unwrap_or_default();
        service.spec.ports = ports(&words, spec.as_ref())?;
        let says = format!("service/{} exposed", service.metadata.name);
        asked.ask(Command::Create(Box::new(Resource::Service(service))), says);
    }
    Ok(())
}

/// Returns the labels by which an object selects Pods, and the spec of its Pods, if it has any.
fn selected(object: &Resource) -> Option<(BTreeMap<Text, Text>, Option<PodSpec>)> {
    if let Resource::Pod(pod) = object {
        return Some((pod.metadata.labels.clone(), Some((*pod.spec).clone())));
    }
    if let Resource::Service(service) = object {
        return Some((service.spec.selector.clone(), None));
    }
    // The kinds that `kubectl expose` takes.
    let is_exposed =
        matches!(object.resource_kind(), ResourceKind::Deployment | ResourceKind::ReplicaSet);
    let workload = object.workload().filter(|_| is_exposed)?;
    let labels = workload.selector().map(|selector| selector.match_labels.clone());
    Some((labels.unwrap_or_default(), Some(workload.template().spec.clone())))
}

/// Returns the ports of the new Service: the given one, or those of the containers.
fn ports(words: &words::Words, spec: Option<&PodSpec>) -> Result<Vec<ServicePort>, String> {
    let protocol = words.flag("protocol").map(text).unwrap_or_default();
    let target = words.flag("target-port").map(|target| match target.parse() {
        Ok(number) => IntOrString::Int(number),
        Err(_) => IntOrString::String(text(target)),
    });
    let of_containers = || {
        let containers = spec.map_or(&[][..], |spec| &spec.containers);
        containers.iter().flat_map(|container| &container.ports).map(|port| port.container_port)
    };
    let numbers: Vec<i64> = match words.number("port")? {
        Some(port) => vec![port],
        None => of_containers().collect(),
    };
    if numbers.is_empty() {
        return Err("error: couldn't find port via --port flag or introspection".into());
    }
    let has_names = numbers.len() > 1;
    let port = |(index, port): (usize, &i64)| ServicePort {
        name: if has_names { format!("port-{}", index + 1).into() } else { Text::default() },
        port: *port,
        protocol: protocol.clone(),
        target_port: Some(target.clone().unwrap_or(IntOrString::Int(*port))),
        ..ServicePort::default()
    };
    Ok(numbers.iter().enumerate().map(port).collect())
}

pub(super) fn text(word: &str) -> Text {
    word.to_owned().into()
}

/// Reads labels such as `app=web,tier=db`.
pub(super) fn labels(given: &str) -> Result<BTreeMap<Text, Text>, String> {
    for pair in given.split(',') {
        match pair.split_once('=') {
            Some(("", value)) if !value.contains('=') => {
                return Err("error: unexpected empty label key".into());
            }
            Some((_, value)) if !value.contains('=') => {}
            Some(_) | None => return Err(format!("error: unexpected label spec: {pair}")),
        }
    }
    Ok(pairs(given))
}

/// Reads pairs such as those of labels; what is no pair is left out.
fn pairs(written: &str) -> BTreeMap<Text, Text> {
    let pairs = written.split(',').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (text(key), text(value))).collect()
}

pub(super) const AUTOSCALE: &[Flag] = &[
    ("cpu", ' ', Takes::Value),
    ("cpu-percent", ' ', Takes::Value),
    ("max", ' ', Takes::Value),
    ("memory", ' ', Takes::Value),
    ("min", ' ', Takes::Value),
    ("name", ' ', Takes::Value),
    NAMESPACE,
];

/// Makes a HorizontalPodAutoscaler, and says that Podlab does not run it.
/// Models kubernetes kubectl pkg/cmd/autoscale/autoscale.go.
pub(super) fn autoscale(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "autoscale", AUTOSCALE)?;
    let most = words.number("max")?.filter(|most| *most >= 1);
    let most = most.ok_or("error: --max=MAXPODS is required and must be at least 1, max: -1")?;
    let least = words.number("min")?.filter(|least| *least >= 1);
    let Some(autoscaler) = KeptKind::of("HorizontalPodAutoscaler", "autoscaling/v1") else {
        return Err(
            "error: the server doesn't have a resource type \"horizontalpodautoscaler\"".into()
        );
    };
    for (kind, metadata) in cluster.objects(&words, "autoscale", asked)? {
        if !kind.is_workload() {
            return Err(format!("error: cannot autoscale a {}", kind.as_str()));
        }
        let name = words.flag("name").map_or_else(|| metadata.name.clone(), text);
        let mut object = KeptObject::new(autoscaler, "autoscaling/v1");
        object.metadata.namespace = metadata.namespace.clone();
        object.metadata.name = name.clone();
        object.fields =
            Node::map([(Text::Static("spec"), spec(kind, &metadata.name, least, most))]);
        let says = format!("horizontalpodautoscaler.autoscaling/{name} autoscaled");
        asked.ask(Command::Create(Box::new(Resource::Kept(object))), says);
        asked.err.push_str(
            "warning: Podlab keeps a HorizontalPodAutoscaler but does not run it: the number of Pods stays as it is\n",
        );
    }
    Ok(())
}

fn spec(kind: ResourceKind, name: &Text, least: Option<i64>, most: i64) -> Node {
    let target = Node::map([
        (Text::Static("apiVersion"), Node::text(kind.api_version())),
        (Text::Static("kind"), Node::text(kind.as_str())),
        (Text::Static("name"), Node::text(name.clone())),
    ]);
    let least = least.map(|least| (Text::Static("minReplicas"), Node::int(least)));
    let fields =
        [(Text::Static("maxReplicas"), Node::int(most)), (Text::Static("scaleTargetRef"), target)];
    Node::map(fields.into_iter().chain(least))
}
