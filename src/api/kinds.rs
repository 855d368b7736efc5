//! The list of kinds: one row for each kind of API objects that Podlab runs.
//!
//! Every enum over kinds, and every table of the store, is made from this list by a macro that takes all its rows.
//! "A new kind" in `docs/ARCHITECTURE.md` says what else a kind needs.

/// Calls a macro with the list of kinds, in five groups:
///
/// - `plain`: kinds that the store keeps in a way of their own;
/// - `workloads`: kinds in a table of the store that keep a number of Pods running;
/// - `internal`: kinds in a table of the store that no manifest holds;
/// - `stored`: the other kinds in a table of the store that Podlab runs;
/// - `kept`: one row for all kinds that Podlab does not run. Their objects share a table, and `kept_kind/table.rs` lists them.
///
/// A row is `Kind(type) = API version, plural, short name, scope`, with `in` and the name of the table where there is one.
/// The plural has the API group behind it, and the short name is empty when kubectl knows none.
macro_rules! for_each_kind {
    ($callback:ident) => {
        $callback! {
            plain {
                /// A Pod.
                Pod($crate::api::pod::Pod) = "v1" "pods" "po" Namespaced;
                /// A node of the cluster.
                Node($crate::api::core::Node) = "v1" "nodes" "no" Cluster;
                /// A ConfigMap.
                ConfigMap($crate::api::core::ConfigMap) = "v1" "configmaps" "cm" Namespaced;
                /// A Secret.
                Secret($crate::api::core::Secret) = "v1" "secrets" "" Namespaced;
                /// A PriorityClass.
                PriorityClass($crate::api::core::PriorityClass) = "scheduling.k8s.io/v1" "priorityclasses.scheduling.k8s.io" "pc" Cluster;
                /// A kind of storage.
                StorageClass($crate::api::storage::StorageClass) = "storage.k8s.io/v1" "storageclasses.storage.k8s.io" "sc" Cluster;
            }
            workloads {
                /// A set of Pods with names of their own.
                StatefulSet($crate::api::stateful_set::StatefulSet) = "apps/v1" "statefulsets.apps" "sts" Namespaced in sets;
                /// A set of Pods whose template can change step by step.
                Deployment($crate::api::deployment::Deployment) = "apps/v1" "deployments.apps" "deploy" Namespaced in deployments;
                /// A set of Pods that are all alike.
                ReplicaSet($crate::api::replica_set::ReplicaSet) = "apps/v1" "replicasets.apps" "rs" Namespaced in replica_sets;
            }
            internal {
                /// A revision of a StatefulSet's template.
                ControllerRevision($crate::api::stateful_set::ControllerRevision) = "apps/v1" "controllerrevisions.apps" "" Namespaced in revisions;
                /// The Pods behind a Service.
                Endpoints($crate::api::endpoints::Endpoints) = "v1" "endpoints" "ep" Namespaced in endpoints;
                /// The Pods behind a Service, with their conditions.
                EndpointSlice($crate::api::endpoints::EndpointSlice) = "discovery.k8s.io/v1" "endpointslices.discovery.k8s.io" "" Namespaced in endpoint_slices;
            }
            stored {
                /// A Service.
                Service($crate::api::core::Service) = "v1" "services" "svc" Namespaced in services;
                /// A claim for storage.
                PersistentVolumeClaim($crate::api::persistent_volume_claim::PersistentVolumeClaim) = "v1" "persistentvolumeclaims" "pvc" Namespaced in claims;
                /// Limits how many Pods may be away because a person or a tool wants it.
                PodDisruptionBudget($crate::api::budget::PodDisruptionBudget) = "policy/v1" "poddisruptionbudgets.policy" "pdb" Namespaced in budgets;
                /// A piece of storage.
                PersistentVolume($crate::api::persistent_volume::PersistentVolume) = "v1" "persistentvolumes" "pv" Cluster in volumes;
            }
            kept {
                /// An object of a kind that Podlab does not run.
                Kept($crate::api::kept::KeptObject) = "" "" "" Namespaced in kept;
            }
        }
    };
}

pub(crate) use for_each_kind;
