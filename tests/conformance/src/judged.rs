//! Pairs of runs with the verdict of the reference comparison, `judged.json`: the proof that this port judges alike.
//!
//! A case names a recorded run, a second recorded run, changes made to the second one's trace and the facets in which
//! the reference comparison found the two different.
use crate::compare::{Facet, SHORT, compare};
use crate::recorded::{Recorded, runs};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Judges every case of a list and answers the cases judged otherwise, with the facets found different.
#[must_use]
pub fn disagreements(cases: &Value) -> Vec<String> {
    let mut archives = HashMap::new();
    let mut disagreements = Vec::new();
    for case in cases.as_array().expect("a list of cases") {
        let mut document = |key: &str| {
            let (release, name) =
                case[key].as_str().and_then(|name| name.split_once(' ')).expect("release and name");
            document(&mut archives, release, name)
        };
        let (real, other) = (document("real"), document("sim"));
        let sim = changed(&other, case["changes"].as_array().map_or(&[], Vec::as_slice));
        let verdict = compare(&real, &sim, SHORT);
        let found = verdict.iter().filter(|(_, why)| why.is_some());
        let found: Vec<&str> = found.map(|(facet, _)| Facet::name(*facet)).collect();
        let found = found.join(" ");
        if case["different"] != json!(found) {
            disagreements.push(format!("{case}: found {found:?}"));
        }
    }
    disagreements
}

/// A recorded document, from its archive or from what was read of it before.
fn document(
    archives: &mut HashMap<(String, String), Vec<Recorded>>,
    release: &str,
    name: &str,
) -> Value {
    let group = name.split('-').next().unwrap_or_default();
    let archive = archives.entry((release.to_owned(), group.to_owned()));
    let archive = archive.or_insert_with(|| runs(release, group));
    let run = archive.iter().find(|run| run.name == name);
    run.unwrap_or_else(|| panic!("{release} has no run {name}")).document.clone()
}

/// The document with changes made to its trace, one after the other:
/// `{"drop": 3}`, `{"copy": 3}`, `{"swap": [3, 4]}`, `{"from": 3, "later": 1.5}`, `{"at": 3, "set": "/row/STATUS", "to": "Error"}`,
/// `{"at": 3, "unset": "phase"}`.
#[must_use]
pub fn changed(document: &Value, changes: &[Value]) -> Value {
    let mut document = document.clone();
    let trace = document["trace"].as_array_mut().expect("a run has a trace");
    for change in changes {
        let index = |key: &str| change[key].as_u64().map(|n| n as usize);
        if let Some(n) = index("drop") {
            trace.remove(n);
        } else if let Some(n) = index("copy") {
            trace.insert(n, trace[n].clone());
        } else if let Some([a, b]) = change["swap"].as_array().map(Vec::as_slice) {
            let place = |n: &Value| n.as_u64().expect("an index") as usize;
            trace.swap(place(a), place(b));
        } else if let Some(n) = index("from") {
            let later = change["later"].as_f64().expect("seconds");
            for entry in &mut trace[n..] {
                entry["t"] = json!(entry["t"].as_f64().expect("an entry has a time") + later);
            }
        } else if let (Some(n), Some(pointer)) = (index("at"), change["set"].as_str()) {
            let (parent, field) = pointer.rsplit_once('/').expect("a pointer starts with a slash");
            let parent = trace[n].pointer_mut(parent).expect("the field's parent is there");
            if let Value::Array(list) = parent {
                list[field.parse::<usize>().expect("an index")] = change["to"].clone();
            } else {
                parent[field] = change["to"].clone();
            }
        } else if let (Some(n), Some(field)) = (index("at"), change["unset"].as_str()) {
            trace[n].as_object_mut().expect("an entry is an object").remove(field);
        } else {
            panic!("unknown change {change}");
        }
    }
    document
}
