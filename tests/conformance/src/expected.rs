//! The checked-in list of facets known to differ, `expected.json`, and what is to be said when it is out of date.
//!
//! For each release and group the file counts the facets that are the same and different and names the facets that
//! differ in each run. A facet that differs without being named is a failure; so is one that is named and agrees.
use crate::compare::Facet;
use crate::recorded::folder;
use crate::replayed::Outcome;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn path() -> PathBuf {
    folder().join("expected.json")
}

/// The list as it is checked in.
#[must_use]
pub fn load() -> Value {
    let text = fs::read_to_string(path()).unwrap_or_else(|_| "{}".to_owned());
    serde_json::from_str(&text).expect("expected.json is JSON")
}

/// Writes the list.
pub fn save(list: &Value) {
    let text = serde_json::to_string_pretty(list).expect("a value can be written");
    fs::write(path(), text + "\n").expect("expected.json can be written");
}

/// The list for these outcomes.
#[must_use]
pub fn list(outcomes: &[Outcome]) -> Value {
    let mut list = json!({});
    let places: BTreeSet<_> = outcomes.iter().map(|o| (&o.release, &o.group)).collect();
    for (release, group) in places {
        let members = outcomes.iter().filter(|o| (&o.release, &o.group) == (release, group));
        let members: Vec<&Outcome> = members.collect();
        let count = |facet| {
            let whys = members.iter().filter_map(|o| o.verdict.get(&facet));
            let (same, different): (Vec<_>, Vec<_>) = whys.partition(|why| why.is_none());
            json!(format!("{} same, {} different", same.len(), different.len()))
        };
        let counts = Facet::ALL.map(|facet| (facet.name().to_owned(), count(facet)));
        let names = |outcome: &Outcome| {
            let names: Vec<&str> = outcome.different().map(Facet::name).collect();
            (!names.is_empty()).then(|| (outcome.name.clone(), json!(names.join(" "))))
        };
        let different: Map<String, Value> = members.iter().filter_map(|o| names(o)).collect();
        list[release][group] = json!({
            "counts": Map::from_iter(counts),
            "different": different,
        });
    }
    list
}

/// What is wrong between the checked-in list and the outcomes; nothing if they agree.
#[must_use]
pub fn complaints(list: &Value, outcomes: &[Outcome]) -> Vec<String> {
    let mut complaints = Vec::new();
    for outcome in outcomes {
        let Outcome { release, group, name, verdict } = outcome;
        let known = list[release][group]["different"][name].as_str().unwrap_or_default();
        let known: BTreeSet<Facet> = known.split(' ').filter_map(Facet::named).collect();
        for (facet, why) in verdict {
            match (why, known.contains(facet)) {
                (Some(why), false) => {
                    complaints.push(format!("{release} {name}: {facet} differs: {why}"));
                }
                (None, true) => complaints.push(format!("{release} {name}: {facet} agrees now")),
                (Some(_), true) | (None, false) => {}
            }
        }
    }
    if complaints.is_empty() && *list != self::list(outcomes) {
        complaints.push(
            "the runs or counts of expected.json are not those of the recorded runs".to_owned(),
        );
    }
    complaints
}

/// A table of the facets that are the same and different, over all outcomes.
#[must_use]
pub fn table(outcomes: &[Outcome]) -> String {
    let mut lines = vec!["facet        same  different".to_owned()];
    let (mut passed, mut failed) = (0, 0);
    for facet in Facet::ALL {
        let whys = outcomes.iter().filter_map(|o| o.verdict.get(&facet));
        let (same, different): (Vec<_>, Vec<_>) = whys.partition(|why| why.is_none());
        lines.push(format!("{facet:12} {:4}  {:4}", same.len(), different.len()));
        passed += same.len();
        failed += different.len();
    }
    lines.push(format!("{passed} passed, {failed} failed\n"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(why: Option<&str>) -> Vec<Outcome> {
        let verdict = [(Facet::Order, None), (Facet::Rows, why.map(str::to_owned))];
        let text = |text: &str| text.to_owned();
        vec![Outcome {
            release: text("v1.28"),
            group: text("A"),
            name: text("A-x"),
            verdict: verdict.into_iter().collect(),
        }]
    }

    #[test]
    fn a_list_agrees_with_the_outcomes_it_was_made_of() {
        let differs = outcome(Some("web-0"));
        assert_eq!(complaints(&list(&differs), &differs), [""; 0]);
    }

    #[test]
    fn a_new_difference_is_a_failure() {
        let found = complaints(&list(&outcome(None)), &outcome(Some("web-0")));
        assert_eq!(found, ["v1.28 A-x: rows differs: web-0"]);
    }

    #[test]
    fn a_known_difference_that_agrees_is_a_failure() {
        let found = complaints(&list(&outcome(Some("web-0"))), &outcome(None));
        assert_eq!(found, ["v1.28 A-x: rows agrees now"]);
    }
}
