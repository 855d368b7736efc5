//! Says how Podlab runs the programs of containers, when their commands are read.

use podlab::api::Resource;
use podlab::api::pod::{Pod, PodSpec};
use podlab::base::text::Text;
use podlab::cluster::world::{Programs, World};
use podlab::kubelet::program::{Source, source};
use podlab_messages::text;

/// Returns a line for each container of the objects whose command says what it does, or does not.
pub fn notes<'a>(world: &World, objects: impl Iterator<Item = &'a Resource>) -> Vec<String> {
    if world.settings.programs == Programs::Scripted {
        return Vec::new();
    }
    objects.flat_map(|object| of_object(world, object)).collect()
}

fn of_object(world: &World, object: &Resource) -> Vec<String> {
    let metadata = object.metadata();
    let reference = format!("{}/{}", object.kind().to_lowercase(), metadata.name);
    // Names as the Pods of a workload have: by number, and by random letters.
    let named = |suffix: &str| Text::from(format!("{}{suffix}", metadata.name));
    let (spec, names) = match (object, object.workload()) {
        (Resource::Pod(pod), _) => (&*pod.spec, vec![metadata.name.clone()]),
        (_, Some(workload)) => {
            (&workload.template().spec, vec![named("-0"), named("-1a2b3-4c5d6")])
        }
        (_, None) => return Vec::new(),
    };
    let pods: Vec<Pod> =
        names.into_iter().map(|name| pod(name, &metadata.namespace, spec)).collect();
    let containers = spec.init_containers.iter().chain(&spec.containers);
    let notes = containers.filter_map(|container| {
        let sources: Vec<Source> = pods.iter().map(|pod| source(world, pod, container)).collect();
        let has_command = !container.command.is_empty() || !container.args.is_empty();
        let script = sources.iter().find(|source| **source == Source::Script);
        match script.or(sources.first())? {
            Source::Command(program) => {
                let what = podlab_messages::program(program);
                Some(text::program_said(&container.name, &reference, what))
            }
            Source::Missing(name) => Some(text::program_missing(&container.name, name, &reference)),
            Source::Nothing if has_command => {
                Some(text::program_not_run(&container.name, &reference))
            }
            Source::Script | Source::Nothing => None,
        }
    });
    notes.collect()
}

/// Returns a Pod of an object that is to be created.
fn pod(name: Text, namespace: &Text, spec: &PodSpec) -> Pod {
    let mut pod = Pod { spec: spec.clone().into(), ..Pod::default() };
    pod.metadata.name = name;
    pod.metadata.namespace =
        if namespace.is_empty() { "default".into() } else { namespace.clone() };
    pod
}
