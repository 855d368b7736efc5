//! The kinds that Podlab does not run.

mod table;

use super::naming::{Scope, plural_of, singular};
use crate::rules::release::Release;
use crate::rules::releases::ALL;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use table::{ROWS, Row};

/// A kind that Podlab does not run: one of the Kubernetes API, or a custom resource.
///
/// Two are equal when their plurals and API groups are. Objects of all versions of a kind are one set of objects.
#[derive(Clone, Copy)]
pub struct KeptKind(&'static Row);

thread_local! {
    /// The rows of custom resources, by kind and API version. A kind is a small copyable value, so rows are never dropped.
    static CUSTOM: RefCell<BTreeMap<(String, String), &'static Row>> = const { RefCell::new(BTreeMap::new()) };
}

impl KeptKind {
    /// Returns all kinds of the Kubernetes API that Podlab does not run.
    pub fn built_in() -> impl Iterator<Item = KeptKind> {
        ROWS.iter().map(KeptKind)
    }

    /// Returns the kind of the Kubernetes API with this name.
    pub fn named(kind: &str) -> Option<KeptKind> {
        KeptKind::built_in().find(|known| known.as_str() == kind)
    }

    /// Returns the kind that an `apiVersion` has, in any release.
    ///
    /// A kind of a group that does not belong to Kubernetes is a custom resource. The name of such a group has a dot.
    ///
    /// ```
    /// use podlab::api::KeptKind;
    ///
    /// let plural = |kind, version| KeptKind::of(kind, version).map(KeptKind::plural);
    /// assert_eq!(plural("Ingress", "networking.k8s.io/v1"), Some("ingresses.networking.k8s.io"));
    /// assert_eq!(plural("Widget", "example.com/v1"), Some("widgets.example.com"));
    /// assert_eq!(plural("DaemonSet", "apps/v9"), None);
    /// assert_eq!(plural("Widget", "apps/v1"), None);
    /// ```
    pub fn of(kind: &str, api_version: &str) -> Option<KeptKind> {
        let has = |row: &&Row| {
            row.kind == kind && row.versions.iter().any(|(version, _)| *version == api_version)
        };
        ROWS.iter().find(has).map(KeptKind).or_else(|| KeptKind::custom(kind, api_version))
    }

    /// Returns whether the API server of a release serves an `apiVersion` of the kind.
    pub(crate) fn serves(self, api_version: &str, release: Release) -> bool {
        let mut versions = self.0.versions.iter();
        versions.any(|(known, releases)| *known == api_version && releases.contains(release))
    }

    /// Returns the preferred `apiVersion` in a release, or `None` when the release does not have the kind.
    pub fn preferred(self, release: Release) -> Option<&'static str> {
        let mut versions = self.0.versions.iter();
        versions.find(|(_, releases)| releases.contains(release)).map(|(version, _)| *version)
    }

    /// Returns the kind of a custom resource, or `None` for what no CustomResourceDefinition can define.
    /// Models kubernetes staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go.
    fn custom(kind: &str, api_version: &str) -> Option<KeptKind> {
        let (group, version) = api_version.split_once('/')?;
        let is_group = group.contains('.') && group.len() <= 253 && group.split('.').all(is_label);
        let small = kind.to_ascii_lowercase();
        if !is_group || is_built_in(group) || !is_label(version) || !is_label(&small) {
            return None;
        }
        let key = (kind.to_owned(), api_version.to_owned());
        let row = CUSTOM.with_borrow_mut(|rows| {
            *rows.entry(key).or_insert_with(|| {
                let plural = format!("{}.{group}", plural_of(&small));
                let version: &'static str = api_version.to_owned().leak();
                Box::leak(Box::new(Row {
                    kind: kind.to_owned().leak(),
                    plural: plural.leak(),
                    short_names: &[],
                    versions: Box::leak(Box::new([(version, ALL)])),
                    scope: Scope::Namespaced,
                }))
            })
        });
        Some(KeptKind(row))
    }

    /// Returns the kind that a person means by a word, in any of the forms that kubectl knows.
    ///
    /// A custom resource has the form `Widget.v1.example.com`.
    ///
    /// ```
    /// use podlab::api::KeptKind;
    ///
    /// for word in ["ing", "ingress", "Ingresses", "ingress.networking.k8s.io", "ingresses.networking.k8s.io"] {
    ///     assert_eq!(KeptKind::read(word), KeptKind::named("Ingress"));
    /// }
    /// assert_eq!(KeptKind::read("Widget.v1.example.com"), KeptKind::of("Widget", "example.com/v1"));
    /// ```
    pub fn read(word: &str) -> Option<KeptKind> {
        KeptKind::built_in().find(|kind| kind.is_meant(word)).or_else(|| {
            let (kind, rest) = word.split_once('.')?;
            let (version, group) = rest.split_once('.')?;
            let is_version = version.strip_prefix('v')?.starts_with(|c: char| c.is_ascii_digit());
            is_version.then(|| KeptKind::custom(kind, &format!("{group}/{version}")))?
        })
    }

    /// Returns whether a person means the kind by a word.
    pub(crate) fn is_meant(self, word: &str) -> bool {
        let word = word.to_ascii_lowercase();
        let (plural, singular) = (self.plural(), singular(self.as_str(), self.plural()));
        let is = |name: &str| word == name || name.split('.').next() == Some(&word);
        self.0.short_names.contains(&word.as_str()) || is(plural) || is(&singular)
    }

    /// Returns the name of the kind, such as `Ingress`.
    pub const fn as_str(self) -> &'static str {
        self.0.kind
    }

    /// Returns the name of several objects of the kind, such as `Ingresses`.
    pub fn several(self) -> String {
        plural_of(self.0.kind)
    }

    /// Returns the `apiVersion` that the newest release prefers.
    pub const fn api_version(self) -> &'static str {
        self.0.versions[0].0
    }

    /// Returns the name of the kind in addresses and messages, such as `ingresses.networking.k8s.io`.
    pub const fn plural(self) -> &'static str {
        self.0.plural
    }

    /// Returns the first short name that kubectl knows, such as `ing`; empty when there is none.
    pub const fn short_name(self) -> &'static str {
        match self.0.short_names.first() {
            Some(name) => name,
            None => "",
        }
    }

    /// Returns the short names that kubectl knows, such as `crd` and `crds`.
    pub(crate) const fn short_names(self) -> &'static [&'static str] {
        self.0.short_names
    }

    /// Returns whether objects of the kind live in a namespace. Those of custom resources do.
    pub const fn is_namespaced(self) -> bool {
        matches!(self.0.scope, Scope::Namespaced)
    }

    /// Returns whether a controller of Kubernetes creates Pods for objects of the kind.
    pub fn creates_pods(self) -> bool {
        matches!(
            self.plural(),
            "cronjobs.batch" | "daemonsets.apps" | "jobs.batch" | "replicationcontrollers"
        )
    }

    /// Returns the word that scenario and run files have for the kind.
    pub(crate) fn word(self) -> String {
        if ROWS.iter().any(|row| std::ptr::eq(row, self.0)) {
            return self.0.kind.to_ascii_lowercase();
        }
        let (group, version) = self.api_version().split_once('/').unwrap_or_default();
        format!("{}.{version}.{group}", self.0.kind)
    }
}

impl PartialEq for KeptKind {
    fn eq(&self, other: &Self) -> bool {
        self.plural() == other.plural()
    }
}

impl Eq for KeptKind {}

impl PartialOrd for KeptKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeptKind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.plural().cmp(other.plural())
    }
}

impl Hash for KeptKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plural().hash(state);
    }
}

/// The plural, such as `ingresses.networking.k8s.io`.
impl fmt::Debug for KeptKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.plural())
    }
}

/// The API group of which Podlab runs every kind, so that the table has no row with it.
const RUN: &str = "scheduling.k8s.io";

/// Returns whether a group with a dot in its name belongs to Kubernetes itself.
fn is_built_in(group: &str) -> bool {
    let group_of = |version: &'static str| version.split_once('/').map_or("", |(group, _)| group);
    let mut versions = ROWS.iter().flat_map(|row| row.versions);
    group == RUN || versions.any(|(version, _)| group_of(version) == group)
}

/// Returns whether a text is a DNS label.
fn is_label(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&text.len())
        && text.bytes().all(is_inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ResourceKind;

    #[test]
    fn the_groups_of_kinds_that_podlab_runs_belong_to_kubernetes() {
        for kind in ResourceKind::ALL {
            let (group, _) = kind.api_version().split_once('/').unwrap_or_default();
            assert!(!group.contains('.') || is_built_in(group), "{group}");
        }
    }
}
