//! How kinds are named, and where the names of their objects are unique.

/// Where the names of a kind are unique.
pub(crate) enum Scope {
    /// In a namespace.
    Namespaced,
    /// In the cluster.
    Cluster,
}

/// Returns the name of a kind that kubectl prints before the name of one object, such as `statefulset.apps`.
pub(super) fn singular(kind: &str, plural: &str) -> String {
    let group = plural.split_once('.').map_or("", |(_, group)| group);
    let dot = if group.is_empty() { "" } else { "." };
    format!("{}{dot}{group}", kind.to_ascii_lowercase())
}

/// Returns the plural of a name.
pub(super) fn plural_of(name: &str) -> String {
    let (stem, end) = match name {
        _ if name.to_ascii_lowercase().ends_with("endpoints") => (name, ""),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) => (name, "es"),
        _ => match name.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => (stem, "ies"),
            Some(_) | None => (name, "s"),
        },
    };
    format!("{stem}{end}")
}
