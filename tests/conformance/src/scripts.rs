//! What the importer adds to a recorded script so that it can be replayed in full.
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Commands of kubectl that write; `rollout` does so only with some of its own.
const WRITING: [&str; 10] = [
    "annotate", "apply", "cordon", "delete", "drain", "label", "patch", "scale", "taint",
    "uncordon",
];
const ROLLOUT: [&str; 4] = ["pause", "restart", "resume", "undo"];

/// The actions with what the script did by kubectl among them, in the order of time. `actions` is the recorded JSON, a
/// list; every recorded action is copied byte by byte.
///
/// # Errors
/// When `actions` is no list of objects with times.
pub fn acts(actions: &str, texts: &Value) -> Result<String, serde_json::Error> {
    let recorded: Vec<&serde_json::value::RawValue> = serde_json::from_str(actions)?;
    let mut timed: Vec<(f64, String)> = Vec::new();
    for action in recorded {
        let read: Value = serde_json::from_str(action.get())?;
        timed.push((read["t"].as_f64().unwrap_or_default(), action.get().to_owned()));
    }
    for text in texts.as_array().into_iter().flatten() {
        let Some(line) = text["cmd"].as_str().filter(|line| writes(line)) else { continue };
        let action = json!({"t": text["t"], "do": "kubectl", "cmd": line});
        timed.push((text["t"].as_f64().unwrap_or_default(), action.to_string()));
    }
    // Stable: what the script did itself comes before what kubectl did at the same time.
    timed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let actions: Vec<String> = timed.into_iter().map(|(_, action)| action).collect();
    Ok(format!("[{}]", actions.join(",")))
}

/// Whether a line for kubectl changes anything.
fn writes(line: &str) -> bool {
    let mut words = line.split_whitespace().skip_while(|word| *word == "kubectl");
    match words.next() {
        Some("rollout") => words.next().is_some_and(|word| ROLLOUT.contains(&word)),
        Some(word) => WRITING.contains(&word),
        None => false,
    }
}

/// The names the recorder took for generated ones, such as `web-p1`, with the names they stand for: a Pod that was for a
/// while without its StatefulSet was renamed everywhere. It is the one whose ordinal is missing among the set's Pods.
/// Nothing when no Pod of a set was renamed, or several were.
#[must_use]
pub fn renamed(trace: &Value) -> Option<Value> {
    let mut ordinals: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let mut strange: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let entries = trace.as_array()?.iter().filter(|entry| entry["kind"] == "Pod");
    for entry in entries {
        let owner = entry["owner"][0].as_str().and_then(|owner| owner.strip_prefix("StatefulSet/"));
        let (Some(name), Some(set)) = (entry["name"].as_str(), owner) else { continue };
        let Some(rest) = name.strip_prefix(set).and_then(|rest| rest.strip_prefix('-')) else {
            continue;
        };
        match rest.parse() {
            Ok(ordinal) => drop(ordinals.entry(set).or_default().insert(ordinal)),
            Err(_) => drop(strange.entry(set).or_default().insert(name)),
        }
    }
    let mut names = Map::new();
    for (set, strangers) in strange {
        let known = ordinals.get(set)?;
        let missing = (0..=u32::MAX).find(|ordinal| !known.contains(ordinal))?;
        let (1, Some(name)) = (strangers.len(), strangers.first()) else { return None };
        names.insert((*name).to_owned(), json!(format!("{set}-{missing}")));
    }
    (!names.is_empty()).then_some(Value::Object(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_kubectl_did_stands_among_the_actions_at_its_time() {
        let texts = json!([
            {"t": 4.4, "cmd": "kubectl delete pods -l app=web --wait=false", "out": "…"},
            {"t": 1.0, "cmd": "kubectl rollout status sts/web"},
            {"t": 2, "cmd": "kubectl rollout undo sts/web"},
        ]);
        let actions = acts(r#"[{"t":0,"do":"create"},{"t":2.00,"do":"patch"},{"t":9}]"#, &texts);
        let wanted = concat!(
            r#"[{"t":0,"do":"create"},{"t":2.00,"do":"patch"},"#,
            r#"{"cmd":"kubectl rollout undo sts/web","do":"kubectl","t":2},"#,
            r#"{"cmd":"kubectl delete pods -l app=web --wait=false","do":"kubectl","t":4.4},{"t":9}]"#
        );
        assert_eq!(actions.unwrap(), wanted);
    }

    #[test]
    fn a_renamed_pod_is_the_one_that_is_missing() {
        let pod = |name: &str| json!({"kind": "Pod", "name": name, "owner": ["StatefulSet/web"]});
        let trace = json!([pod("web-0"), pod("web-p1"), pod("web-2")]);
        assert_eq!(renamed(&trace), Some(json!({"web-p1": "web-1"})));
        assert_eq!(renamed(&json!([pod("web-0"), pod("web-1")])), None);
    }
}
