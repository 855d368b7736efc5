//! The API server's checks of ReplicaSets. Rules.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use super::Validator;
use super::workload::{CheckSpec, check_required_selector, check_template};
use crate::api::replica_set::ReplicaSet;

impl CheckSpec for ReplicaSet {
    /// Models `ValidateReplicaSetSpec`.
    fn check_spec(&self, v: &mut Validator) {
        let spec = &self.spec;
        v.non_negative("replicas", spec.replicas());
        v.non_negative("minReadySeconds", spec.min_ready_seconds);
        check_required_selector(v, spec.selector.as_ref());
        check_template(v, spec.selector.as_ref(), &spec.template);
    }
}
