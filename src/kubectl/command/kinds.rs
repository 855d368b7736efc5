//! The kinds of objects that lines name.

use crate::api::{KeptKind, ResourceKind};
use crate::cluster::world::World;
use crate::rules::release::Release;
use std::collections::BTreeSet;

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
