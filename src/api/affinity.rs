//! What a Pod says about the nodes and the Pods it wants to be near: affinity, and topology spread constraints.

use super::selector::LabelSelector;
use crate::base::text::Text;
use crate::manifest::schema::{api_choice, api_object};

api_object! {
    /// The nodes that a Pod asks for, and the Pods that it wants near it or away from it. Rules P-902, V-30.
    pub struct Affinity {
        /// The nodes that the Pod asks for.
        pub node_affinity: Option<NodeAffinity> = "nodeAffinity",
        /// The Pods that the Pod wants near it.
        pub pod_affinity: Option<PodAffinity> = "podAffinity",
        /// The Pods that the Pod wants away from it.
        pub pod_anti_affinity: Option<PodAffinity> = "podAntiAffinity",
    }
}

api_object! {
    /// The nodes that a Pod asks for.
    pub struct NodeAffinity {
        /// Nodes that the scheduler prefers.
        pub preferred: Vec<PreferredSchedulingTerm> = "preferredDuringSchedulingIgnoredDuringExecution",
        /// Nodes that the Pod needs.
        pub required: Option<NodeSelector> = "requiredDuringSchedulingIgnoredDuringExecution",
    }
}

api_object! {
    /// Terms that select nodes. A node is selected when one of them holds.
    pub struct NodeSelector {
        /// The terms.
        pub node_selector_terms: Vec<NodeSelectorTerm> = "nodeSelectorTerms",
    }
}

api_object! {
    /// A term that selects nodes. It holds when all its requirements do, and never without any.
    pub struct NodeSelectorTerm {
        /// Requirements about labels.
        pub match_expressions: Vec<NodeSelectorRequirement> = "matchExpressions",
        /// Requirements about fields. The only field is `metadata.name`.
        pub match_fields: Vec<NodeSelectorRequirement> = "matchFields",
    }
}

api_object! {
    /// One requirement of a term.
    pub struct NodeSelectorRequirement {
        /// The label or the field.
        pub key: Text = "key",
        /// How the value is compared.
        pub operator: Option<NodeSelectorOperator> = "operator",
        /// The values to compare with.
        pub values: Vec<Text> = "values",
    }
}

api_choice! {
    /// How a requirement compares a label of a node.
    pub enum NodeSelectorOperator {
        /// The value is one of these.
        In = "In",
        /// The label is missing, or its value is none of these.
        NotIn = "NotIn",
        /// The label is there.
        Exists = "Exists",
        /// The label is missing.
        DoesNotExist = "DoesNotExist",
        /// The value is a greater number.
        Gt = "Gt",
        /// The value is a smaller number.
        Lt = "Lt",
    }
}

api_object! {
    /// A term that the scheduler prefers, with its weight.
    pub struct PreferredSchedulingTerm {
        /// The nodes.
        pub preference: NodeSelectorTerm = "preference",
        /// The weight, from 1 to 100.
        pub weight: i64 = "weight",
    }
}

api_object! {
    /// The Pods that a Pod wants near it, or away from it.
    pub struct PodAffinity {
        /// Pods that the scheduler prefers to be near, or away.
        pub preferred: Vec<WeightedPodAffinityTerm> = "preferredDuringSchedulingIgnoredDuringExecution",
        /// Pods that must be near, or away.
        pub required: Vec<PodAffinityTerm> = "requiredDuringSchedulingIgnoredDuringExecution",
    }
}

api_object! {
    /// A term about other Pods, with its weight.
    pub struct WeightedPodAffinityTerm {
        /// The Pods.
        pub pod_affinity_term: PodAffinityTerm = "podAffinityTerm",
        /// The weight, from 1 to 100.
        pub weight: i64 = "weight",
    }
}

api_object! {
    /// Other Pods, and the label of nodes by which Pods are near each other.
    pub struct PodAffinityTerm {
        /// The labels of the Pods. Without a selector the term selects no Pod.
        pub label_selector: Option<LabelSelector> = "labelSelector",
        /// Keys of labels whose value must be that of the Pod.
        pub match_label_keys: Vec<Text> = "matchLabelKeys",
        /// Keys of labels whose value must not be that of the Pod.
        pub mismatch_label_keys: Vec<Text> = "mismatchLabelKeys",
        /// The labels of the namespaces of the Pods.
        pub namespace_selector: Option<LabelSelector> = "namespaceSelector",
        /// The namespaces of the Pods. Without namespaces and selector it is the Pod's own.
        pub namespaces: Vec<Text> = "namespaces",
        /// The label of nodes. Nodes with the same value are one domain.
        pub topology_key: Text = "topologyKey",
    }
}

api_object! {
    /// How evenly Pods must be spread over domains such as zones. Rules P-902, V-30.
    pub struct TopologySpreadConstraint {
        /// The labels of the Pods that are counted. Without a selector no Pod is.
        pub label_selector: Option<LabelSelector> = "labelSelector",
        /// Keys of labels whose value must be that of the Pod.
        pub match_label_keys: Vec<Text> = "matchLabelKeys",
        /// How many Pods a domain may have more than the emptiest one.
        pub max_skew: i64 = "maxSkew",
        /// While there are fewer domains, the emptiest one counts as empty.
        pub min_domains: Option<i64> = "minDomains",
        /// Whether nodes that the Pod's node affinity excludes are counted; `Honor` when unset: they are not.
        pub node_affinity_policy: Option<NodeInclusionPolicy> = "nodeAffinityPolicy",
        /// Whether nodes with taints that the Pod does not tolerate are counted; `Ignore` when unset: they are.
        pub node_taints_policy: Option<NodeInclusionPolicy> = "nodeTaintsPolicy",
        /// The label of nodes. Nodes with the same value are one domain.
        pub topology_key: Text = "topologyKey",
        /// What happens when no node satisfies the constraint.
        pub when_unsatisfiable: Option<UnsatisfiableConstraintAction> = "whenUnsatisfiable",
    }
}

api_choice! {
    /// What happens to a Pod when no node satisfies a constraint.
    pub enum UnsatisfiableConstraintAction {
        /// It waits.
        DoNotSchedule = "DoNotSchedule",
        /// It goes where the constraint is missed least.
        ScheduleAnyway = "ScheduleAnyway",
    }
}

api_choice! {
    /// Whether a constraint leaves out nodes where the Pod cannot run.
    pub enum NodeInclusionPolicy {
        /// It leaves them out.
        Honor = "Honor",
        /// It counts them.
        Ignore = "Ignore",
    }
}

api_object! {
    /// The nodes on which a volume can be used. Rule V-12.
    pub struct VolumeNodeAffinity {
        /// The nodes.
        pub required: Option<NodeSelector> = "required",
    }
}
