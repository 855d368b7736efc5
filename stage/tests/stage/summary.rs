//! The stage in one sentence.

use crate::common::pod;
use podlab_stage::summary::spoken;

/// The sentence about a Pod with a container that crashes and one that runs.
fn told(seconds: u64) -> String {
    let actions =
        "{do: runtime-rule, container: app, plan: [{run: 1s, exit: 1}, {run: 1s, exit: 1}, {}]}";
    let spec = "{containers: [{name: app, image: nginx}, {name: log, image: nginx}]}";
    spoken(&pod(actions, spec, seconds))
}

#[test]
fn the_summary_counts_ready_containers_and_restarts_without_their_age() {
    assert_eq!(told(0), "demo, phase Pending, 0 of 2 ready, no restarts.");
    let once = "demo, phase Running, STATUS CrashLoopBackOff, 1 of 2 ready, 1 restart.";
    assert_eq!(told(10), once);
    assert_eq!(told(60), "demo, phase Running, 2 of 2 ready, 2 restarts.");
}
