//! The lines of `kubectl describe` about tolerations.

use crate::api::pod::{Toleration, TolerationOperator};

/// Returns the tolerations, sorted by key. Rule P-1223.
pub(super) fn lines(tolerations: &[Toleration]) -> Vec<String> {
    let mut sorted: Vec<&Toleration> = tolerations.iter().collect();
    sorted.sort_by_key(|a| &a.key);
    sorted.into_iter().map(toleration).collect()
}

fn toleration(toleration: &Toleration) -> String {
    let mut line = toleration.key.to_string();
    if !toleration.value.is_empty() {
        line.extend(["=", &toleration.value]);
    }
    if let Some(effect) = toleration.effect {
        line.extend([":", effect.as_str()]);
    }
    if toleration.operator == Some(TolerationOperator::Exists) && toleration.value.is_empty() {
        line.push_str(if line.is_empty() { "op=Exists" } else { " op=Exists" });
    }
    if let Some(seconds) = toleration.toleration_seconds {
        line.extend([" for ", &seconds.to_string(), "s"]);
    }
    line
}
