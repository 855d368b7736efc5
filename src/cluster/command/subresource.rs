//! Parts of objects with addresses of their own, and which kinds of objects commands change.

use crate::api::ResourceKind;
use crate::base::text::Text;

/// A part of an object that is created at an address of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreatedSubresource {
    /// The eviction of a Pod, which its budgets must allow. Rules B-5, B-6, P-817.
    Eviction,
    /// The binding of a Pod to the node with this name, which a scheduler creates. Rule P-904.
    Binding(Text),
}

/// A part of an object that has a patch of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subresource {
    /// The status, for instance the conditions of a Pod's readiness gates. Metadata and spec of the patch are dropped,
    /// as every other patch drops the status. Rule P-207.
    Status,
    /// The number of Pods of a workload. Everything else of the patch is dropped. Rule KC-22.
    Scale,
    /// The resources of a Pod's containers. A patch that changes more is refused. Rule P-214.
    Resize,
    /// The ephemeral containers of a Pod. Everything else of the patch is dropped. Rule P-515.
    EphemeralContainers,
}

impl Subresource {
    /// Returns the word for the part in addresses, such as `status`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Subresource::Status => "status",
            Subresource::Scale => "scale",
            Subresource::Resize => "resize",
            Subresource::EphemeralContainers => "ephemeralcontainers",
        }
    }

    /// Returns the part with this word.
    pub(crate) fn parse(word: &str) -> Option<Subresource> {
        let all = [
            Subresource::Status,
            Subresource::Scale,
            Subresource::Resize,
            Subresource::EphemeralContainers,
        ];
        all.into_iter().find(|part| part.as_str() == word)
    }
}

/// Returns whether [`Command::Patch`](super::Command::Patch) changes this part of the objects of a kind.
pub(crate) fn can_patch_part(kind: ResourceKind, part: Subresource) -> bool {
    match part {
        Subresource::Status => !matches!(
            kind,
            ResourceKind::ConfigMap
                | ResourceKind::Secret
                | ResourceKind::PriorityClass
                | ResourceKind::StorageClass
        ),
        Subresource::Scale => kind.is_workload(),
        Subresource::Resize | Subresource::EphemeralContainers => kind == ResourceKind::Pod,
    }
}
