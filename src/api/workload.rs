//! What all kinds have in common that keep a number of Pods running.

use crate::api::kinds::for_each_kind;
use crate::api::meta::Named;
use crate::api::selector::LabelSelector;
use crate::api::stateful_set::PodTemplateSpec;
use crate::api::{Resource, ResourceKind};
use crate::base::text::Text;
use std::collections::BTreeMap;

/// An object that keeps a number of Pods running, which are made from a template.
pub trait Workload: Named {
    /// Returns the kind.
    fn kind(&self) -> ResourceKind;
    /// Returns how many Pods the object asks for.
    fn replicas(&self) -> i64;
    /// Returns how many of its Pods are ready, as its status says.
    fn ready_replicas(&self) -> i64;
    /// Returns the labels that its Pods have.
    fn selector(&self) -> Option<&LabelSelector>;
    /// Returns the template that Pods are made from.
    fn template(&self) -> &PodTemplateSpec;
    /// Returns the template that Pods are made from, to change it.
    fn template_mut(&mut self) -> &mut PodTemplateSpec;
    /// Returns whether both objects share one spec.
    fn shares_spec(&self, old: &Self) -> bool
    where
        Self: Sized;
    /// Shares the parts of the spec that are equal to those of an older version, so that they are kept once.
    fn share_spec(&mut self, old: &Self)
    where
        Self: Sized;

    /// Returns whether the object selects Pods with these labels. An object without a selector selects nothing.
    fn selects(&self, labels: &BTreeMap<Text, Text>) -> bool {
        self.selector().is_some_and(|selector| !selector.is_empty() && selector.matches(labels))
    }
}

/// Makes the types of the group `workloads` a [`Workload`]. They have the fields `replicas`, `selector` and `template` in their specs.
macro_rules! workloads {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        workloads!(@kinds $($workload)*);
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        $(impl Workload for $type {
            fn kind(&self) -> ResourceKind {
                ResourceKind::$name
            }

            fn replicas(&self) -> i64 {
                self.spec.replicas.unwrap_or(1)
            }

            fn ready_replicas(&self) -> i64 {
                self.status.ready_replicas
            }

            fn selector(&self) -> Option<&LabelSelector> {
                self.spec.selector.as_ref()
            }

            fn template(&self) -> &PodTemplateSpec {
                &self.spec.template
            }

            fn template_mut(&mut self) -> &mut PodTemplateSpec {
                &mut self.spec.template
            }

            fn shares_spec(&self, old: &Self) -> bool {
                self.spec.is_same(&old.spec)
            }

            fn share_spec(&mut self, old: &Self) {
                if self.spec == old.spec {
                    self.spec = old.spec.clone();
                } else if self.spec.template == old.spec.template {
                    self.spec.template = old.spec.template.clone();
                }
            }
        })*

        impl Resource {
            /// Returns the object as a workload, if its kind is one.
            pub fn workload(&self) -> Option<&dyn Workload> {
                $(if let Resource::$name(object) = self {
                    return Some(object);
                })*
                None
            }
        }
    };
}

for_each_kind!(workloads);
