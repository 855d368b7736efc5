//! The lamps of probes.

use crate::common::{pod, scene};
use podlab::kubelet::probe::ProbeKind;
use podlab_stage::Lab;
use podlab_stage::containers::cards;
use podlab_stage::probes::ProbeLamp;
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;

fn lamps(lab: &Lab) -> Vec<ProbeLamp> {
    cards(Stage::of(lab).expect("there is a Pod")).remove(0).probes
}

#[test]
fn lamps_stand_in_the_order_startup_liveness_readiness() {
    let kinds: Vec<_> = lamps(&scene("startup", 4)).iter().map(|lamp| lamp.kind).collect();
    assert_eq!(kinds, [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness]);
    assert!(lamps(&scene("crash-loop", 4)).is_empty());
}

#[test]
fn the_others_wait_for_the_startup_probe() {
    let lamps = lamps(&scene("startup", 14));
    assert_eq!((lamps[0].answer, lamps[0].tone), ("Failure", Tone::Failed));
    assert_eq!(lamps[0].count.words, "2 of 8 failures, then a restart");
    for lamp in &lamps[1..] {
        assert_eq!(
            (lamp.next.as_str(), lamp.gone, lamp.tone),
            ("waits for startup", 0, Tone::Idle)
        );
    }
}

#[test]
fn a_startup_probe_that_passed_is_done() {
    let lamps = lamps(&scene("startup", 50));
    assert_eq!((lamps[0].answer, lamps[0].next.as_str(), lamps[0].gone), ("Success", "done", 100));
    assert_eq!(lamps[0].count.words, "passed once, does not run again");
    assert_eq!((lamps[0].count.so_far, lamps[0].count.threshold), (1, 1));
    assert!(lamps[1].next.starts_with("next in "), "{}", lamps[1].next);
}

#[test]
fn failures_of_a_ready_container_count_towards_not_ready() {
    let lamp = lamps(&scene("readiness", 24)).remove(0);
    assert_eq!((lamp.answer, lamp.icon), ("Failure", "#i-cross"));
    assert_eq!((lamp.count.so_far, lamp.count.threshold, lamp.count.to_success), (1, 2, false));
    assert_eq!(lamp.count.words, "1 of 2 failures, then not ready");
}

#[test]
fn successes_of_an_unready_container_count_towards_ready() {
    let lamp = lamps(&scene("readiness", 32)).remove(0);
    assert_eq!((lamp.count.so_far, lamp.count.threshold, lamp.count.to_success), (0, 1, true));
    assert_eq!(lamp.count.words, "0 of 1 success, then ready");
}

#[test]
fn liveness_counts_failures_only() {
    let spec = "{containers: [{name: app, image: \"app:v1\", livenessProbe: {exec: {command: [check]}, periodSeconds: 5, failureThreshold: 4}}]}";
    let well = lamps(&pod("", spec, 12)).remove(0);
    assert_eq!((well.tone, well.count.so_far, well.count.to_success), (Tone::Ready, 0, false));
    let fails = "{t: 8, do: runtime-rule, container: app, answers: {liveness: failure}}";
    let ill = lamps(&pod(fails, spec, 18)).remove(0);
    assert_eq!((ill.tone, ill.count.so_far, ill.count.threshold), (Tone::Failed, 2, 4));
    assert_eq!(ill.count.words, "2 of 4 failures, then a restart");
}

#[test]
fn a_probe_is_off_when_its_pod_has_ended() {
    let lamp = lamps(&scene("sidecar", 40)).remove(0);
    assert_eq!((lamp.tone, lamp.answer, lamp.next.as_str()), (Tone::Idle, "Not run", "off"));
}

#[test]
fn a_probe_waits_until_its_container_runs() {
    let spec = "{containers: [{name: app, image: \"app:v1\", imagePullPolicy: Never, readinessProbe: {exec: {command: [check]}}}]}";
    let lamp = lamps(&pod("", spec, 10)).remove(0);
    assert_eq!(lamp.tone, Tone::Idle);
    assert!(lamp.next.contains("app"), "{}", lamp.next);
}

#[test]
fn the_line_fills_up_to_the_next_run() {
    let gone: Vec<u64> =
        [22, 23, 24].map(|seconds| lamps(&scene("readiness", seconds))[0].gone).into();
    assert!(gone[0] < gone[1] && gone[1] < gone[2] && gone[2] <= 100, "{gone:?}");
}
