//! Checks of changes through the subresource `status`.

use super::{FieldError, Validator};
use crate::api::{Resource, write};
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Problem, ProblemKind};
use crate::rules::release::Release;

/// Checks the status that a patch leads to: its words are known, and its counters are not negative.
pub(crate) fn validate_status(
    new: &Resource,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, &[]);
    for problem in unsupported {
        if let ProblemKind::Unsupported { value, supported } = &problem.kind {
            v.unsupported(&problem.path, value, supported);
        }
    }
    let tree = write(new);
    let mark = v.enter("status");
    for entry in tree.get("status").map_or(&[][..], Node::entries) {
        if let Value::Int(number) = entry.node.value {
            v.non_negative(&entry.key, number);
        }
    }
    v.leave(mark);
    v.errors
}
