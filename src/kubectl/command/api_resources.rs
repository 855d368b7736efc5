//! The kinds of the server, as `kubectl api-resources` lists them.

use super::asked::Asked;
use super::cluster::Cluster;
use super::{kinds, words};
use crate::api::{KeptKind, ResourceKind};
use crate::apiserver::table::Table;
use crate::rules::release::Release;

/// Prints the kinds of the server. Models kubernetes kubectl pkg/cmd/apiresources/apiresources.go.
pub(super) fn list(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    words::read(given, "api-resources", &[])?;
    let release = cluster.world.release();
    let mut kinds = kinds::served(cluster.world);
    let group = |kind: &ResourceKind| {
        version(*kind, release).split_once('/').map_or("", |(group, _)| group)
    };
    kinds.sort_by_key(|kind| (group(kind), kind.plural()));
    let header = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"].map(str::to_owned);
    let row = |kind: &ResourceKind| {
        let short = if let ResourceKind::Kept(kind) = kind {
            kind.short_names().join(",")
        } else {
            kind.short_name().to_owned()
        };
        let (name, namespaced) = (kinds::word(*kind).to_owned(), kind.is_namespaced().to_string());
        vec![name, short, version(*kind, release).to_owned(), namespaced, kind.as_str().to_owned()]
    };
    let rows: Vec<Vec<String>> = [header.into()].into_iter().chain(kinds.iter().map(row)).collect();
    asked.out.push_str(&Table::default().print(&rows));
    Ok(())
}

/// Returns the `apiVersion` of a kind that a release prefers.
fn version(kind: ResourceKind, release: Release) -> &'static str {
    let of_release = |kind: KeptKind| kind.preferred(release).unwrap_or(kind.api_version());
    if let ResourceKind::Kept(kind) = kind { of_release(kind) } else { kind.api_version() }
}
