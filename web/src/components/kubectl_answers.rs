//! What kubectl would answer about the workload and the Pod on the stage.

use crate::lab::Lab;
use podlab::api::core::Event;
use podlab::api::pod::uid_of_events;
use podlab::api::{KeptKind, KeptObject, ObjectRef, Resource, write};
use podlab::apiserver::columns::{Columns, get_pods};
use podlab::apiserver::printed::selector_text;
use podlab::base::text::Text;
use podlab::base::time::Timestamp;
use podlab::kubectl::deployments;
use podlab::kubectl::describe::{
    describe_deployment, describe_pod, describe_replica_set, describe_stateful_set,
};
use podlab::kubectl::get::Get;
use podlab::manifest::emit;
use podlab::manifest::schema::Field;
use podlab_messages::text;
use podlab_stage::levels::Levels;
use podlab_stage::view::Stage;
use podlab_stage::workload::Workload;
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::prelude::*;

/// Most lines of a watch that are shown.
const LINES: usize = 200;

/// `kubectl get` for the workload, and for the budgets of its namespace.
pub fn get_workload(lab: &Lab) -> Html {
    let Some(ObjectRef { kind, name, .. }) = &lab.scene.workload else { return Html::default() };
    let now = Timestamp::of(lab.now());
    let get = Get { wide: false, now, release: lab.settings().release };
    let text = match workload(lab) {
        Some(Workload::StatefulSet(set)) => get.objects([&set]),
        Some(Workload::Deployment(deployment)) => get.objects([&deployment]),
        Some(Workload::ReplicaSet(set)) => get.objects([&set]),
        None => format!("Error from server (NotFound): {} \"{name}\" not found\n\n", kind.plural()),
    };
    let objects = &lab.sim().world().objects;
    let mut budgets = objects.budgets.prefixed(&lab.scene.namespace, "");
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label={format!("kubectl get {}", kind.as_str().to_ascii_lowercase())}>
            <b>{ format!("$ kubectl get {} {name}\n", kind.short_name()) }</b>
            { text.trim_end_matches('\n').to_owned() }
            if let Some((_, one)) = budgets.next() {
                <b>{ "\n$ kubectl get pdb\n" }</b>
                { get.objects([one].into_iter().chain(budgets.map(|(_, other)| other))).trim_end().to_owned() }
            }
            { kept(lab, get) }
        </pre>
    }
}

/// `kubectl get pod` for the Pod.
pub fn get_pod(lab: &Lab) -> Html {
    if lab.pod_name().is_empty() {
        return Html::default();
    }
    let now = Timestamp::of(lab.now());
    let text = match lab.pod() {
        Some((_, pod)) => get_pods([pod.as_ref()], Columns::default(), now, lab.settings().release),
        None => format!("Error from server (NotFound): pods \"{}\" not found\n\n", lab.pod_name()),
    };
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label="kubectl get pod">
            <b>{ format!("$ kubectl get pod {}\n", lab.pod_name()) }</b>
            { text.trim_end_matches('\n').to_owned() }
            { kept(lab, Get { wide: false, now, release: lab.settings().release }) }
        </pre>
    }
}

/// `kubectl get` for the objects of kinds that Podlab does not run: those of the namespace, and those of the cluster.
fn kept(lab: &Lab, get: Get) -> Html {
    let kept = &lab.sim().world().objects.kept;
    let is_shown = |object: &Rc<KeptObject>| {
        !object.kind.is_namespaced() || object.metadata.namespace == lab.scene.namespace
    };
    let mut kinds: BTreeMap<KeptKind, Vec<&Rc<KeptObject>>> = BTreeMap::new();
    for (_, object) in kept.iter().filter(|(_, object)| is_shown(object)) {
        kinds.entry(object.kind).or_default().push(object);
    }
    kinds
        .into_iter()
        .map(|(kind, objects)| {
            let short = kind.short_name();
            let word = if short.is_empty() { kind.plural() } else { short };
            html! {
                <>
                    <b>{ format!("\n$ kubectl get {word}\n") }</b>
                    { get.objects(objects).trim_end().to_owned() }
                </>
            }
        })
        .collect()
}

fn events_about(lab: &Lab, uid: &Text) -> Vec<Event> {
    lab.sim().world().recorder.about(uid).cloned().collect()
}

/// The workload on the stage, while the API has it.
fn workload(lab: &Lab) -> Option<Workload> {
    lab.followed().filter(|followed| followed.exists).map(|followed| followed.workload)
}

/// What `kubectl get pod -w` printed.
pub fn watch(lab: &Lab, is_of_set: bool) -> Html {
    let pod = lab.pod_name();
    let lines = lab.story().watch_lines((!is_of_set).then_some(pod.as_str()));
    let what = if is_of_set { "-l ".to_owned() + &labels(lab) } else { pod.to_string() };
    let from = lines.len().saturating_sub(LINES).max(1).min(lines.len());
    let newest = lines.last().map(|(time, _)| *time);
    html! {
        <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl get pods --watch">
            <b>{ format!("$ kubectl get pod {what} -w\n") }</b>
            { for lines.iter().take(1).map(|(_, line)| line.clone()) }
            { for lines[from..].iter().map(|(time, line)| {
                let text = line.clone();
                if Some(*time) == newest {
                    html! { <span class="is-new">{ text }</span> }
                } else {
                    html! { text }
                }
            }) }
        </pre>
    }
}

/// The labels that select the Pods of the workload, as kubectl prints them.
fn labels(lab: &Lab) -> String {
    let followed = lab.followed();
    let selector = followed.as_ref().and_then(|followed| followed.workload.selector());
    let text = selector.map_or(String::new(), |selector| selector_text(&selector.encode()));
    if text.contains(' ') { format!("'{text}'") } else { text }
}

/// `kubectl describe` for the workload or the Pod.
pub fn describe(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool) -> Html {
    if is_of_set {
        return describe_workload(lab);
    }
    let Some(stage) = stage.filter(|stage| stage.exists) else {
        return nothing(text::answers_no_pod());
    };
    let text = describe_pod(
        stage.pod,
        &events_about(lab, uid_of_events(stage.pod)),
        stage.now,
        stage.release,
    );
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe pod">{ text }</pre> }
}

fn describe_workload(lab: &Lab) -> Html {
    let Some(workload) = workload(lab) else {
        let kind = lab.scene.workload.as_ref().map_or("", |workload| workload.kind.as_str());
        return nothing(text::answers_no_set(kind));
    };
    let world = lab.sim().world();
    let told = events_about(lab, &workload.metadata().uid);
    let release = lab.settings().release;
    let text = match &workload {
        Workload::StatefulSet(set) => {
            let members = world.objects.members(&set.metadata.namespace, &set.metadata.name);
            let pods = members.filter_map(|id| world.pod(id)).map(|pod| &**pod);
            describe_stateful_set(set, pods, &told, world.now, release)
        }
        Workload::Deployment(deployment) => {
            let sets = deployments::owned(world, deployment);
            describe_deployment(deployment, &sets, &told, world.now, release)
        }
        Workload::ReplicaSet(set) => {
            let levels = Levels::of(lab);
            let levels = levels.iter().flat_map(|stage| &stage.levels);
            let pods = levels.flat_map(|level| &level.pods).map(|pod| &***pod);
            describe_replica_set(set, pods, &told, world.now, release)
        }
    };
    let name = format!("kubectl describe {}", workload.kind().as_str().to_ascii_lowercase());
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label={name}>{ text }</pre> }
}

/// The object as YAML.
pub fn yaml(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool) -> Html {
    let object = if is_of_set {
        lab.workload()
    } else {
        stage.filter(|stage| stage.exists).map(|stage| Resource::Pod(stage.pod.clone()))
    };
    let Some(object) = object else { return nothing(text::answers_nothing()) };
    let text = emit::yaml(&write(&object));
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="YAML">{ text }</pre> }
}

/// The words in place of an answer that is empty.
pub fn nothing(words: impl Into<AttrValue>) -> Html {
    let words: AttrValue = words.into();
    html! { <p class="quiet">{ words }</p> }
}
