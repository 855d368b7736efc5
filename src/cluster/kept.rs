//! Objects of kinds that Podlab does not run, by kind, namespace and name.

use crate::api::kept::kind_and_namespace;
use crate::api::{KeptKind, KeptObject};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::tables::ObjectStore;
use std::rc::Rc;

impl ObjectStore {
    /// Returns all objects of a kind that Podlab does not run, oldest first.
    pub(crate) fn kept_of(&self, kind: KeptKind) -> impl Iterator<Item = &Rc<KeptObject>> {
        self.kept.iter().map(|(_, object)| object).filter(move |object| object.kind == kind)
    }

    /// Returns the object of a kind that Podlab does not run with this name, and its number. The namespace of a kind without
    /// namespaces does not count.
    pub(crate) fn kept_named(
        &self,
        kind: KeptKind,
        namespace: &str,
        name: &Text,
    ) -> Option<(Key, &Rc<KeptObject>)> {
        let namespace = if kind.is_namespaced() { namespace } else { "" };
        let key = self.kept.find(&kind_and_namespace(kind, namespace), name)?;
        Some((key, self.kept.get(key)?))
    }
}
