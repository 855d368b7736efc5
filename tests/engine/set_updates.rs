//! Rolling updates of a StatefulSet that people stop half way, or act on meanwhile: what the recorded clusters showed.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Decision, Fact};
use podlab::cluster::world::{Jitter, Settings, Watched};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::Rule;
use podlab::rules::release::Release;

/// Plays a set of three Pods that become ready a second after their start. `strategy` is its update strategy.
fn play(release: Release, strategy: &str, actions: &str) -> Player {
    let text = format!(
        "apiVersion: podlab/v1
kind: Scenario
metadata: {{name: updates}}
actions:
- {{t: 0, do: image, image: 'app:*', present: true}}
- {{t: 0, do: runtime-rule, exec: {{'probe ready': {{okAfter: 1}}}}}}
{actions}
---
apiVersion: v1
kind: Service
metadata: {{name: web}}
spec: {{clusterIP: None, selector: {{app: web}}, ports: [{{port: 80}}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web}}
spec:
  serviceName: web
  replicas: 3
  selector: {{matchLabels: {{app: web}}}}
  updateStrategy: {strategy}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      containers:
      - name: app
        image: app:v1
        readinessProbe: {{periodSeconds: 1, exec: {{command: [probe, ready]}}}}
"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(&text, &options).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let settings = Settings { release, jitter: Jitter::Zero, ..scenario.settings() };
    scenario.play(settings)
}

/// The acts of the recorded script F-sts-canary, with more time between them.
const CANARY: &str = "
- {t: 30, do: patch, object: sts/web, body: {spec: {template: {spec: {containers: [{name: app, image: 'app:v2'}]}}}}}
- {t: 40, do: patch, object: sts/web, body: {spec: {updateStrategy: {rollingUpdate: {partition: 2}}}}}
- {t: 90, do: patch, object: sts/web, body: {spec: {updateStrategy: {rollingUpdate: {partition: 1}}}}}
- {t: 140, do: patch, object: sts/web, body: {spec: {updateStrategy: {rollingUpdate: {partition: 0}}}}}
";

/// The counters `replicas`, `readyReplicas`, `currentReplicas` and `updatedReplicas` of the set, and whether the current
/// revision is the update revision, one after the other as the API showed them from a moment on.
fn counters(player: &mut Player, from: u64, until: u64) -> Vec<([i64; 4], bool)> {
    player.run_until(SimTime::from_seconds(from));
    player.sim.take_watch();
    player.run_until(SimTime::from_seconds(until));
    let mut seen = Vec::new();
    for event in player.sim.take_watch() {
        let Watched::StatefulSet(set) = event.object else { continue };
        let s = &set.status;
        let counts = [s.replicas, s.ready_replicas, s.current_replicas, s.updated_replicas];
        seen.push((counts, s.current_revision == s.update_revision));
    }
    seen.dedup();
    seen
}

/// Rules S-52, S-63, S-64: the counters of both revisions stay apart from one partition to the next. A Pod leaves
/// `currentReplicas` when the controller deletes it, and the current revision changes only when all Pods are updated.
#[test]
fn a_set_between_two_partitions_counts_the_pods_of_each_revision() {
    let strategy = "{type: RollingUpdate, rollingUpdate: {partition: 3}}";
    let apart = |counts: &[[i64; 4]]| counts.iter().map(|c| (*c, false)).collect::<Vec<_>>();
    let mut player = play(Release::V1_28, strategy, CANARY);
    let first =
        [[3, 3, 3, 0], [3, 3, 2, 0], [3, 2, 2, 0], [2, 2, 2, 0], [3, 2, 2, 1], [3, 3, 2, 1]];
    assert_eq!(counters(&mut player, 39, 89), apart(&first));
    let second =
        [[3, 3, 2, 1], [3, 3, 1, 1], [3, 2, 1, 1], [2, 2, 1, 1], [3, 2, 1, 2], [3, 3, 1, 2]];
    assert_eq!(counters(&mut player, 89, 139), apart(&second));
    // In 1.20 the controller makes the new Pod in the sync that finds the old one gone.
    let mut player = play(Release::V1_20, strategy, CANARY);
    let first = [[3, 3, 3, 0], [3, 3, 2, 0], [3, 2, 2, 0], [3, 2, 2, 1], [3, 3, 2, 1]];
    assert_eq!(counters(&mut player, 39, 89), apart(&first));
    let second = [[3, 3, 2, 1], [3, 3, 1, 1], [3, 2, 1, 1], [3, 2, 1, 2], [3, 3, 1, 2]];
    assert_eq!(counters(&mut player, 89, 139), apart(&second));
    assert_eq!(counters(&mut player, 139, 190).last(), Some(&([3, 3, 3, 3], true)));
}

/// An update whose first Pod does not become ready, while somebody deletes another Pod of the set.
const BY_HAND: &str = "
- {t: 29, do: runtime-rule, pod: web-2, exec: {'probe ready': {code: 1}}}
- {t: 30, do: patch, object: sts/web, body: {spec: {template: {spec: {containers: [{name: app, image: 'app:v2'}]}}}}}
- {t: 70, do: delete, object: pod/web-0}
- {t: 120, do: delete, object: pod/web-2}
- {t: 160, do: runtime-rule, pod: web-2, exec: {'probe ready': {code: 0}}}
";

/// The images of web-0, web-1 and web-2 at a moment.
fn images(player: &mut Player, second: u64) -> [String; 3] {
    player.run_until(SimTime::from_seconds(second));
    ["web-0", "web-1", "web-2"].map(|name| {
        let pod = player.sim.pod("default", name).map(|(_, pod)| pod);
        pod.map_or_else(String::new, |pod| pod.spec.containers[0].image.to_string())
    })
}

/// Rule S-53: with a partition the Pods above it get the new revision, also before it is their turn. A set of 1.20 that has
/// no `rollingUpdate` goes by `currentReplicas` instead, so its lower Pods come back as they were.
#[test]
fn a_pod_that_is_deleted_by_hand_in_a_rolling_update_gets_the_revision_of_its_ordinal() {
    let cases = [
        ("{type: RollingUpdate}", "app:v1"),
        ("{type: RollingUpdate, rollingUpdate: {partition: 0}}", "app:v2"),
        ("{type: RollingUpdate, rollingUpdate: {partition: 1}}", "app:v1"),
    ];
    for (strategy, image) in cases {
        let mut player = play(Release::V1_20, strategy, BY_HAND);
        assert_eq!(images(&mut player, 69), ["app:v1", "app:v1", "app:v2"], "{strategy}");
        assert_eq!(images(&mut player, 110), [image, "app:v1", "app:v2"], "{strategy}");
        // The update stands still until web-2 is ready, however often that one is made again.
        assert_eq!(images(&mut player, 159), [image, "app:v1", "app:v2"], "{strategy}");
        let last = if strategy.ends_with("1}}") { "app:v1" } else { "app:v2" };
        assert_eq!(images(&mut player, 300), [last, "app:v2", "app:v2"], "{strategy}");
    }
}

/// Rules S-53, S-57: the change that makes a Pod again in an update names what keeps its revision old.
#[test]
fn a_pod_that_comes_back_old_names_the_rule_that_keeps_it_old() {
    let cases = [
        ("{type: RollingUpdate}", Rule::S53),
        ("{type: RollingUpdate, rollingUpdate: {partition: 0}}", Rule::S30),
        ("{type: RollingUpdate, rollingUpdate: {partition: 1}}", Rule::S57),
    ];
    for (strategy, rule) in cases {
        let mut player = play(Release::V1_20, strategy, BY_HAND);
        player.run_until(SimTime::from_seconds(69));
        player.sim.take_changes();
        player.run_until(SimTime::from_seconds(110));
        let is_made = |change: &&Change| matches!(&change.fact, Fact::Decision { decision: Decision::Create, name, .. } if *name == "web-0");
        let changes = player.sim.take_changes();
        let made: Vec<Rule> = changes.iter().filter(is_made).map(|change| change.rule).collect();
        assert_eq!(made, [rule], "{strategy}");
    }
}
