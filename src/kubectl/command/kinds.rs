//! The kinds of objects that lines name.

use super::words::Words;
use crate::api::{KeptKind, ResourceKind};
use crate::base::text::Text;
use crate::cluster::world::World;
use crate::rules::release::Release;
use std::collections::BTreeSet;

/// The kinds that `kubectl get all` prints, in its order.
const ALL: [&str; 10] = [
    "pods",
    "replicationcontrollers",
    "services",
    "daemonsets",
    "deployments",
    "replicasets",
    "statefulsets",
    "horizontalpodautoscalers",
    "cronjobs",
    "jobs",
];

/// Reads a kind as a person writes it, such as `po`, `pods` or `statefulsets.apps`.
///
/// A custom resource has the names that its objects in the cluster have.
///
/// # Errors
///
/// Returns kubectl's complaint about a word that is no kind of the release.
pub(super) fn read(world: &World, word: &str) -> Result<ResourceKind, String> {
    let custom = || {
        let mut kinds = world.objects.kept.iter().map(|(_, object)| object.kind);
        kinds.find(|kind| kind.is_meant(word)).map(ResourceKind::Kept)
    };
    ResourceKind::read(word)
        .or_else(custom)
        .filter(|kind| is_served(*kind, world.release()))
        .ok_or_else(|| format!("error: the server doesn't have a resource type {word:?}"))
}

fn is_served(kind: ResourceKind, release: Release) -> bool {
    if let ResourceKind::Kept(kind) = kind { kind.preferred(release).is_some() } else { true }
}

/// Returns the kinds that the server has: those that Podlab runs, then the others by name, then custom resources.
pub(super) fn served(world: &World) -> Vec<ResourceKind> {
    let release = world.release();
    let built_in: Vec<KeptKind> =
        KeptKind::built_in().filter(|kind| kind.preferred(release).is_some()).collect();
    let present: BTreeSet<KeptKind> =
        world.objects.kept.iter().map(|(_, object)| object.kind).collect();
    let custom = present.into_iter().filter(|kind| !built_in.contains(kind));
    let kept: Vec<KeptKind> = built_in.iter().copied().chain(custom).collect();
    ResourceKind::ALL.iter().copied().chain(kept.into_iter().map(ResourceKind::Kept)).collect()
}

/// Returns the name of a kind without its API group, such as `statefulsets`.
pub(super) fn word(kind: ResourceKind) -> &'static str {
    kind.plural().split('.').next().unwrap_or_default()
}

/// Returns the objects that the words of `get` and `describe` name. A kind alone has `None` for a name.
///
/// # Errors
///
/// Returns kubectl's complaint when the words name no kind, or mix two ways of naming objects.
pub(super) fn targets(
    world: &World,
    words: &Words,
) -> Result<Vec<(ResourceKind, Option<Text>)>, String> {
    let Some((first, names)) = words.plain.split_first() else { return Ok(Vec::new()) };
    if words.plain.iter().any(|word| word.contains('/')) {
        return words.plain.iter().map(|word| in_one_word(world, word)).collect();
    }
    let mut kinds = Vec::new();
    for word in first.split(',').filter(|word| !word.is_empty()) {
        if word == "all" {
            kinds.extend(ALL.into_iter().filter_map(|word| read(world, word).ok()));
        } else {
            kinds.push(read(world, word)?);
        }
    }
    if names.is_empty() {
        return Ok(kinds.into_iter().map(|kind| (kind, None)).collect());
    }
    let of = |kind: ResourceKind| {
        names.iter().map(move |name| (kind, Some(Text::from(name.to_owned()))))
    };
    Ok(kinds.into_iter().flat_map(of).collect())
}

fn in_one_word(world: &World, word: &str) -> Result<(ResourceKind, Option<Text>), String> {
    let Some((kind, name)) = word.split_once('/') else {
        return Err("error: there is no need to specify a resource type as a separate argument when passing arguments in \
                    resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource \
                    resource/<resource_name>'"
            .into());
    };
    Ok((read(world, kind)?, Some(name.to_owned().into())))
}
