//! What EndpointSlices told in the recorded runs that hold them. Rules E-01, E-02, P-804.
use podlab_cli::recording::replay;
use podlab_conformance::compare::{Facet, SHORT, compare, endpoint_slices};
use podlab_conformance::recorded::{Recorded, groups, run, runs};
use serde_json::{Value, json};

fn simulated(run: &Recorded) -> Value {
    replay(&run.script()).expect("the run can be replayed").document
}

fn slices(document: &Value) -> Vec<&Value> {
    let entries = document["trace"].as_array().expect("a trace").iter();
    entries.filter(|entry| entry["kind"] == "EndpointSlice").collect()
}

/// Every entry of the recording is written in the same form, but for its moment. The recording did not catch the moment
/// before the Pod's first probe.
#[test]
fn a_stop_shows_serving_and_terminating() {
    let recorded = run("v1.28", "N-endpointslice-terminating");
    let replayed = simulated(&recorded);
    assert_eq!(endpoint_slices(&recorded.document, &replayed, SHORT), None);
    let without_time = |entry: &Value| {
        let mut entry = entry.clone();
        entry["t"] = Value::Null;
        entry
    };
    let mut written = slices(&replayed).into_iter().map(without_time);
    for entry in slices(&recorded.document).into_iter().map(without_time) {
        assert!(written.any(|other| other == entry), "{entry}");
    }
    let going = json!({"p": {"ready": false, "serving": true, "terminating": true}});
    assert!(slices(&replayed).iter().any(|entry| entry["endpoints"] == going));
}

/// Wherever the Endpoints agree with the recording, the slices do.
#[test]
fn slices_agree_wherever_endpoints_do() {
    let mut judged = 0;
    for group in groups("v1.28") {
        for run in runs("v1.28", &group) {
            if slices(&run.document).is_empty() {
                continue;
            }
            let replayed = simulated(&run);
            if compare(&run.document, &replayed, SHORT)[&Facet::Endpoints].is_some() {
                continue;
            }
            let found = endpoint_slices(&run.document, &replayed, SHORT);
            assert_eq!(found, None, "{}", run.name);
            judged += 1;
        }
    }
    assert!(judged >= 76, "{judged} runs");
}
