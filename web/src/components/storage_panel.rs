//! Claims and volumes: who uses them, what holds them, and what would take them away.

use super::parts::{icon, press, rich};
use super::run::{Run, RunProps};
use crate::act::{Act, ClusterMessage};
use crate::controls::Controls;
use crate::language::use_language;
use crate::words::listed;
use podlab::api::persistent_volume::{PersistentVolume, VolumePhase};
use podlab::api::persistent_volume_claim::{
    ClaimPhase, FILE_SYSTEM_RESIZE_PENDING, PersistentVolumeClaim, resize_condition,
};
use podlab::api::quantity::Quantity;
use podlab::api::storage::ReclaimPolicy;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::cluster::volume_match::users;
use podlab::manifest::node::{Node, Value};
use podlab_messages::text;
use podlab_stage::lanes::of_claim;
use podlab_stage::tone::Tone;
use std::rc::Rc;
use yew::prelude::*;

/// Most claims that are shown.
const MOST: usize = 40;

/// The panel.
#[component]
pub fn StoragePanel(props: &RunProps) -> Html {
    use_language();
    let lab = props.lab.read();
    let run = Run::new(props, &lab);
    let objects = &lab.sim().world().objects;
    let claims = objects.claims.prefixed(&lab.scene.namespace, "");
    let claims: Vec<_> = claims.map(|(_, claim)| claim).collect();
    let is_of_claim = |volume: &PersistentVolume| {
        let owner = volume.spec.claim_ref.as_ref();
        owner.is_some_and(|owner| claims.iter().any(|claim| claim.metadata.uid == owner.uid))
    };
    let others = objects.volumes.iter().map(|(_, volume)| volume);
    let others: Vec<_> = others.filter(|volume| !is_of_claim(volume)).collect();
    if claims.is_empty() && others.is_empty() {
        return html! { <p class="quiet">{ text::storage_nothing() }</p> };
    }
    html! {
        <div class="storage">
            <h3 class="panel-title">{ text::storage_claims() }</h3>
            if claims.is_empty() {
                <p class="quiet">{ text::storage_claims_none() }</p>
            }
            <ul class="storage-list">
                { for claims.iter().take(MOST).map(|claim| of(run, claim)) }
            </ul>
            if claims.len() > MOST {
                <p class="quiet">{ text::storage_more((claims.len() - MOST).to_string()) }</p>
            }
            if !others.is_empty() {
                <h3 class="panel-title">{ text::storage_volumes() }</h3>
                <ul class="storage-list">
                    { for others.into_iter().take(MOST).map(|volume| left(run, volume)) }
                </ul>
            }
        </div>
    }
}

/// One claim with its volume.
fn of(run: Run<'_>, claim: &Rc<PersistentVolumeClaim>) -> Html {
    let world = run.lab.sim().world();
    let (metadata, spec) = (&claim.metadata, &claim.spec);
    let (look, word) = of_claim(claim);
    let names: Vec<String> =
        users(world, claim).map(|pod| format!("*{}*", pod.metadata.name)).collect();
    let volume = world.objects.volumes.named(&Text::default(), &spec.volume_name);
    let amount = spec.resources.requests.get("storage").map(Quantity::canonical);
    let class = spec.storage_class_name.as_deref().unwrap_or_default();
    let is_going = metadata.deletion_timestamp.is_some();
    let delete = Command::delete(ObjectRef::new(
        ResourceKind::PersistentVolumeClaim,
        metadata.namespace.clone(),
        metadata.name.clone(),
    ));
    html! {
        <li class={classes!("storage-item", look.class())} key={metadata.uid.to_string()} data-claim={metadata.name.to_string()}>
            <div class="storage-head">
                { icon("#i-volume") }
                <b class="mono">{ metadata.name.to_string() }</b>
                <span class={classes!("badge", look.class())}>{ icon(look.icon()) }{ word }</span>
            </div>
            <p class="label">
                { text::storage_class(amount.unwrap_or_default(), if class.is_empty() { text::storage_class_none() } else { class }) }
            </p>
            <p>{ rich(&use_words(&names, is_going)) }</p>
            if !is_going {
                <p class="label">{ rich(&fate(claim)) }</p>
            }
            <p class="label storage-volume">{ volume_words(volume) }</p>
            if let Some(words) = growth(claim) {
                <p class="label">{ words }</p>
            }
            if run.allows(Controls::Faults) {
                <div class="storage-acts">
                    if let Some((amount, grow)) = more_storage(claim).filter(|_| !is_going) {
                        <button
                            class="button is-small"
                            type="button"
                            aria-label={text::storage_grow_of(&amount, &metadata.name)}
                            onclick={press(run.on, Act::Cluster(ClusterMessage::Apply(vec![grow])))}
                        >
                            { text::storage_grow(&amount) }
                        </button>
                    }
                    <button
                        class="button is-small"
                        type="button"
                        disabled={is_going}
                        aria-label={(!is_going).then(|| text::storage_delete_claim_of(&metadata.name))}
                        onclick={press(run.on, Act::Cluster(ClusterMessage::Apply(vec![delete])))}
                    >
                        { if is_going { text::storage_deleted() } else { text::storage_delete_claim() } }
                    </button>
                </div>
            }
        </li>
    }
}

/// What a claim that asked for more has, until it has that. Rule V-22.
fn growth(claim: &PersistentVolumeClaim) -> Option<String> {
    let has = claim.status.capacity.get("storage")?;
    let asked = claim.spec.resources.requests.get("storage")?;
    let amount = &has.canonical();
    (has.milli < asked.milli).then(|| match resize_condition(claim) {
        FILE_SYSTEM_RESIZE_PENDING => text::storage_grows_pending(amount),
        _ => text::storage_grows(amount),
    })
}

/// Twice as much as a bound claim asks for, and the command that asks for it. Rule V-22.
fn more_storage(claim: &PersistentVolumeClaim) -> Option<(String, Command)> {
    if claim.status.phase != Some(ClaimPhase::Bound) {
        return None;
    }
    let mut amount = claim.spec.resources.requests.get("storage")?.clone();
    amount.milli = amount.milli.checked_mul(2)?;
    let amount = amount.canonical();
    let mut patch = Node::text(amount.clone());
    for field in ["storage", "requests", "resources", "spec"] {
        patch = Node::map([(Text::Static(field), patch)]);
    }
    let metadata = &claim.metadata;
    let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
    Some((
        amount,
        Command::patch(ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace, name), patch),
    ))
}

/// Who uses a claim, and what that holds up. Rule V-20.
fn use_words(names: &[String], is_going: bool) -> String {
    match (names, is_going) {
        ([], false) => text::storage_unused().to_owned(),
        ([], true) => text::storage_unused_going().to_owned(),
        (names, false) => text::storage_used(listed(names)),
        ([name], true) => text::storage_protected_one(name),
        (names, true) => text::storage_protected(listed(names)),
    }
}

/// What takes a claim away by itself. Rules S-20 to S-24.
fn fate(claim: &PersistentVolumeClaim) -> String {
    let owners = &claim.metadata.owner_references;
    if owners.is_empty() {
        return text::storage_no_owner().to_owned();
    }
    let names: Vec<String> =
        owners.iter().map(|owner| format!("{} *{}*", owner.kind, owner.name)).collect();
    text::storage_owned(listed(&names))
}

/// A volume and what becomes of it when its claim goes. Rule V-21.
fn volume_words(volume: Option<&Rc<PersistentVolume>>) -> String {
    let Some(volume) = volume else { return text::storage_no_volume().to_owned() };
    let then = match volume.spec.reclaim_policy() {
        ReclaimPolicy::Delete => text::storage_then_delete(),
        ReclaimPolicy::Retain => text::storage_then_retain(),
        ReclaimPolicy::Recycle => text::storage_then_recycle(),
    };
    let gone = if volume.metadata.deletion_timestamp.is_some() { ", Terminating" } else { "" };
    let name = format!("{}{gone}", volume.metadata.name);
    text::storage_volume(&name, then)
}

/// A volume that no claim has. Rule V-21.
fn left(run: Run<'_>, volume: &Rc<PersistentVolume>) -> Html {
    let (metadata, spec) = (&volume.metadata, &volume.spec);
    let name = &metadata.name;
    let (look, word) = match volume.status.phase {
        Some(VolumePhase::Available) => (Tone::Ready, "Available"),
        Some(VolumePhase::Released) => (Tone::Done, "Released"),
        Some(VolumePhase::Failed) => (Tone::Failed, "Failed"),
        Some(VolumePhase::Bound) => (Tone::Done, "Bound"),
        Some(VolumePhase::Pending) | None => (Tone::Waiting, "Pending"),
    };
    let owner = spec.claim_ref.as_ref();
    let words = match owner {
        None => text::storage_waits().to_owned(),
        Some(claim) if claim.uid.is_empty() => text::storage_kept(&claim.name),
        Some(claim) => text::storage_released(&claim.name),
    };
    let node = |key: &'static str, node: Node| Node::map([(Text::Static(key), node)]);
    let patch = node("spec", node("claimRef", Value::Null.into()));
    let free = Command::patch(
        ObjectRef::new(ResourceKind::PersistentVolume, Text::default(), name.clone()),
        patch,
    );
    let delete = Command::delete(ObjectRef::new(
        ResourceKind::PersistentVolume,
        Text::default(),
        name.clone(),
    ));
    html! {
        <li class={classes!("storage-item", look.class())} key={metadata.uid.to_string()} data-volume={name.to_string()}>
            <div class="storage-head">
                { icon("#i-volume") }
                <b class="mono">{ name.to_string() }</b>
                <span class={classes!("badge", look.class())}>{ icon(look.icon()) }{ word }</span>
            </div>
            <p>{ rich(&words) }</p>
            if !volume.status.message.is_empty() {
                <p class="label">{ volume.status.message.to_string() }</p>
            }
            if run.allows(Controls::Faults) {
                <div class="storage-acts">
                    if owner.is_some() {
                        <button
                            class="button is-small"
                            type="button"
                            aria-label={text::storage_free_of(name)}
                            onclick={press(run.on, Act::Cluster(ClusterMessage::Apply(vec![free])))}
                        >
                            { text::storage_free() }
                        </button>
                    }
                    <button
                        class="button is-small"
                        type="button"
                        aria-label={text::storage_delete_volume_of(name)}
                        onclick={press(run.on, Act::Cluster(ClusterMessage::Apply(vec![delete])))}
                    >
                        { text::storage_delete_volume() }
                    </button>
                </div>
            }
        </li>
    }
}
