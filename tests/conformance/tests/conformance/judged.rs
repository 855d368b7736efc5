//! This comparison judges pairs of runs like the reference comparison that was used beside the recording.
use podlab_conformance::{compare, judged, recorded};
use serde_json::Value;
use std::{env, fs};

#[test]
fn pairs_of_runs_are_judged_like_by_the_reference() {
    let path = env::var_os("PODLAB_JUDGED")
        .map_or_else(|| recorded::folder().join("judged.json"), Into::into);
    let text = fs::read_to_string(path).expect("the judged cases are in the repository");
    let cases: Value = serde_json::from_str(&text).expect("judged.json is JSON");
    let disagreements = judged::disagreements(&cases);
    assert!(
        disagreements.is_empty(),
        "{} cases:\n{}",
        disagreements.len(),
        disagreements.join("\n")
    );
}

#[test]
fn every_recorded_run_agrees_with_itself() {
    for release in recorded::RELEASES {
        for group in recorded::groups(release) {
            for run in recorded::runs(release, &group) {
                let verdict = compare::compare(&run.document, &run.document, compare::SHORT);
                assert!(
                    verdict.values().all(Option::is_none),
                    "{release} {}: {verdict:?}",
                    run.name
                );
            }
        }
    }
}

#[test]
fn every_recorded_run_has_what_the_replay_needs() {
    for release in recorded::RELEASES {
        for group in recorded::groups(release) {
            for run in recorded::runs(release, &group) {
                assert!(run.release().starts_with(release), "{}", run.name);
                assert!(
                    run.document["objects"].is_array() && run.document["actions"].is_array(),
                    "{}",
                    run.name
                );
                assert!(run.script().get("trace").is_none(), "{}", run.name);
            }
        }
        assert!(!recorded::validation(release).is_null());
    }
}
