//! Readiness gates, whose conditions are written through the subresource `status` of a Pod. Rule P-207.

use podlab::api::ReadOptions;
use podlab::api::pod::Pod;
use podlab::api::status::PodPhase;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::kubectl::command::Printed;
use podlab::rules::release::Release;
use podlab::rules::{Feature, Rule};

const GATE: &str = "example.com/gate";

/// A Pod with a readiness gate behind a Service, at that second of a run with those actions.
fn play(release: Release, actions: &[&str], seconds: u64) -> Player {
    let actions: String = actions.iter().map(|action| format!("- {{{action}}}\n")).collect();
    let text = format!(
        "
apiVersion: podlab/v1
kind: Scenario
metadata: {{name: gate}}
actions:
{actions}
---
apiVersion: v1
kind: Service
metadata: {{name: svc}}
spec: {{selector: {{app: a}}, ports: [{{port: 80}}]}}
---
apiVersion: v1
kind: Pod
metadata: {{name: p, labels: {{app: a}}}}
spec: {{readinessGates: [{{conditionType: {GATE}}}], containers: [{{name: a, image: 'app:v1'}}]}}
"
    );
    let scenario = read(&text, &ReadOptions::default()).expect("a scenario");
    let settings = Settings { release, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(seconds));
    assert!(player.take_refusals().is_empty());
    player
}

fn pod(player: &Player) -> &Pod {
    player.sim.pod("default", "p").expect("the Pod").1
}

/// Status, reason and message of a condition.
fn condition(player: &Player, kind: &str) -> Option<[String; 3]> {
    let found = pod(player).status.condition(kind)?;
    Some([found.status.as_str().to_owned(), found.reason.to_string(), found.message.to_string()])
}

/// How many Pods take traffic, and how many are listed as not ready.
fn endpoints(player: &Player) -> [usize; 2] {
    let (_, (ready, others)) = player.sim.world().services().next().expect("the Service");
    [ready.len(), others.len()]
}

fn status(at: u64, condition: &str) -> String {
    format!(
        "t: {at}, do: patch, object: pod/p, subresource: status, body: {{status: {{conditions: [{condition}]}}}}"
    )
}

#[test]
fn a_patch_of_the_status_meets_the_gate_and_the_pod_takes_traffic() {
    let met = status(20, "{type: example.com/gate, status: 'True', reason: R, message: M}");
    let unknown = status(40, "{type: example.com/gate, status: Unknown}");
    let deleted = status(60, "{type: example.com/gate, $patch: delete}");
    for release in Release::ALL {
        let at = |seconds| play(release, &[&met, &unknown, &deleted], seconds);
        let before = at(19);
        assert_eq!((condition(&before, GATE), endpoints(&before)), (None, [0, 1]), "{release:?}");
        let after = at(39);
        assert_eq!(condition(&after, GATE), Some(["True", "R", "M"].map(str::to_owned)));
        assert_eq!(endpoints(&after), [1, 0], "{release:?}");
        assert_eq!(condition(&after, "Ready").expect("it is there")[0], "True");
        let lost = at(59);
        assert_eq!(condition(&lost, GATE), Some(["Unknown", "R", "M"].map(str::to_owned)));
        let ready = condition(&lost, "Ready").expect("it is there");
        assert_eq!(ready[..2], ["False", "ReadinessGatesNotReady"]);
        assert!(ready[2].ends_with("is not \"True\", but Unknown"), "{}", ready[2]);
        assert_eq!(endpoints(&lost), [0, 1], "{release:?}");
        let gone = at(79);
        assert_eq!((condition(&gone, GATE), endpoints(&gone)), (None, [0, 1]), "{release:?}");
    }
}

#[test]
fn a_plain_patch_drops_the_status_and_one_of_the_status_drops_all_else() {
    let body = "body: {metadata: {labels: {new: l}}, spec: {containers: [{name: a, image: 'app:v2'}]}, \
                status: {conditions: [{type: example.com/gate, status: 'True'}]}}";
    let plain = format!("t: 20, do: patch, object: pod/p, {body}");
    let player = play(Release::V1_28, &[&plain], 60);
    assert_eq!((condition(&player, GATE), endpoints(&player)), (None, [0, 1]));
    assert_eq!(pod(&player).metadata.labels.get("new"), Some(&"l".into()));
    assert_eq!(pod(&player).spec.containers[0].image, "app:v2");
    let status = format!("t: 20, do: patch, object: pod/p, subresource: status, {body}");
    let player = play(Release::V1_28, &[&status], 60);
    assert_eq!(condition(&player, GATE).expect("it is set")[0], "True");
    assert_eq!(endpoints(&player), [1, 0]);
    assert_eq!(pod(&player).metadata.labels.get("new"), None);
    assert_eq!(pod(&player).spec.containers[0].image, "app:v1");
}

fn typed(player: &mut Player, arguments: &str) -> Printed {
    player.sim.kubectl(&Text::Static("default"), &format!("kubectl patch {arguments}"))
}

const MET: &str =
    r#"-p '{"status":{"conditions":[{"type":"example.com/gate","status":"True","reason":"R"}]}}'"#;

#[test]
fn kubectl_patches_the_status_and_says_when_nothing_changes() {
    let mut player = play(Release::V1_28, &[], 20);
    let plain = typed(&mut player, &format!("pod p {MET}"));
    assert_eq!(plain.out, "pod/p patched (no change)\n");
    for wanted in ["pod/p patched\n", "pod/p patched (no change)\n"] {
        let printed = typed(&mut player, &format!("pod p --subresource=status {MET}"));
        assert_eq!((printed.out.as_str(), printed.failed), (wanted, false), "{}", printed.err);
    }
    player.run_until(SimTime::from_seconds(40));
    assert_eq!(endpoints(&player), [1, 0]);
}

/// A merge patch puts its list in the place of the one before; the kubelet writes its own conditions again.
#[test]
fn a_merge_patch_leaves_only_its_conditions_to_the_kubelet() {
    let mut player = play(Release::V1_28, &[], 20);
    let before = pod(&player).status.conditions.clone();
    let printed = typed(&mut player, &format!("pod/p --subresource=status --type=merge {MET}"));
    assert_eq!((printed.out.as_str(), printed.failed), ("pod/p patched\n", false));
    player.run_until(SimTime::from_seconds(40));
    assert_eq!(endpoints(&player), [1, 0]);
    for condition in &before {
        let after = pod(&player).status.condition(&condition.kind).expect("it is there again");
        if condition.kind != "Ready" {
            assert_eq!(after, condition);
        }
    }
}

#[test]
fn a_wrong_patch_of_the_status_is_refused_and_changes_nothing() {
    let mut player = play(Release::V1_28, &[], 20);
    let before = player.sim.fingerprint();
    for (patch, complaint) in [
        ("{status: {conditions: [{status: 'True'}]}}", "declared merge key: type"),
        ("{status: {conditions: [{type: a, status: Maybe}]}}", "True, False or Unknown"),
        ("{status: {conditions: [{type: [a], status: 'True'}]}}", "cannot be handled as a Pod"),
    ] {
        let line = format!("pod p --subresource status -p \"{patch}\"");
        let printed = typed(&mut player, &line);
        assert!(printed.failed && printed.err.contains(complaint), "{patch}: {}", printed.err);
    }
    let not_found =
        "Error from server (NotFound): the server could not find the requested resource";
    for (subresource, complaint) in [
        ("scale", not_found),
        ("resize", "error: invalid subresource value: \"resize\". Must be one of [status scale]"),
    ] {
        let printed = typed(&mut player, &format!("pod/p --subresource {subresource} -p '{{}}'"));
        assert!(printed.err.starts_with(complaint), "{}", printed.err);
    }
    assert_eq!(player.sim.fingerprint(), before);
}

/// kubectl has the flag since 1.24.
#[test]
fn the_kubectl_of_1_20_knows_no_subresources() {
    let mut player = play(Release::V1_20, &[], 20);
    let printed = typed(&mut player, &format!("pod p --subresource=status {MET}"));
    assert!(printed.err.starts_with("error: unknown flag: --subresource\n"), "{}", printed.err);
    assert_eq!(endpoints(&player), [0, 1]);
}

/// A client that may write the status may end a Pod.
#[test]
fn a_pod_whose_phase_somebody_sets_to_failed_is_ended_by_its_kubelet() {
    for release in Release::ALL {
        let act = "t: 20, do: patch, object: pod/p/status, body: {status: {phase: Failed}}";
        let player = play(release, &[act], 90);
        let status = &pod(&player).status;
        assert_eq!(status.phase.map(PodPhase::as_str), Some("Failed"), "{release:?}");
        let events = player.sim.events();
        assert!(events.iter().any(|event| event.reason == "Killing"), "{release:?}");
        // The kubelet of 1.20 does not look again at a Pod that has ended.
        let is_told = status.containers()[0].state.running().is_none();
        assert_eq!(is_told, release.has(Feature::PodWorkerLifecycle), "{release:?}");
    }
}

/// The kubelet owns what it computes.
#[test]
fn the_kubelet_writes_its_own_part_of_the_status_again() {
    for release in Release::ALL {
        let act = "t: 20, do: patch, object: pod/p, subresource: status, body: {status: {phase: Pending, conditions: [{type: ContainersReady, status: 'False'}]}}";
        let player = play(release, &[act], 60);
        let status = &pod(&player).status;
        assert_eq!(status.phase.map(PodPhase::as_str), Some("Running"), "{release:?}");
        assert!(status.is_true("ContainersReady"), "{release:?}");
    }
}

/// Who writes a condition is what counts, not its type.
#[test]
fn a_condition_that_a_client_writes_is_recorded_under_the_rule_of_its_write() {
    for release in Release::ALL {
        let act = "t: 20, do: patch, object: pod/p/status, body: {status: {conditions: [{type: ContainersReady, status: 'False'}, {type: DisruptionTarget, status: 'True'}]}}";
        let mut player = play(release, &[act], 60);
        let changes = player.sim.take_changes();
        let rules = |kind: &str| {
            let is_it =
                |fact: &Fact| matches!(fact, Fact::Condition { kind: k, .. } if *k == *kind);
            let after = changes.iter().filter(|c| c.time >= SimTime::from_seconds(20));
            after.filter(|c| is_it(&c.fact)).map(|c| c.rule).collect::<Vec<_>>()
        };
        assert_eq!(rules("ContainersReady"), [Rule::P219, Rule::P205], "{release:?}");
        assert_eq!(rules("DisruptionTarget"), [Rule::P219], "{release:?}");
    }
}
