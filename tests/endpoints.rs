//! Which Pods stand behind a Service, in its Endpoints and in its EndpointSlice. Rules E-01 to E-03, P-804.

use podlab::dns::{Reason, resolve};
use podlab::manifest::ReadOptions;
use podlab::player::Player;
use podlab::release::Release;
use podlab::scenario_file::read;
use podlab::time::SimTime;
use podlab::world::Settings;

/// Two headless Services, of which one publishes Pods that are not ready, and a Pod that both select.
fn play(release: Release, header: &str, pod: &str, seconds: u64) -> Player {
    let text = format!(
        "
apiVersion: podlab/v1
kind: Scenario
metadata: {{name: endpoints}}
jitter: zero
{header}
---
apiVersion: v1
kind: Service
metadata: {{name: svc}}
spec: {{clusterIP: None, selector: {{app: a}}, ports: [{{port: 80}}]}}
---
apiVersion: v1
kind: Service
metadata: {{name: all}}
spec: {{clusterIP: None, publishNotReadyAddresses: true, selector: {{app: a}}, ports: [{{port: 80}}]}}
---
apiVersion: v1
kind: Pod
metadata: {{name: p, labels: {{app: a}}}}
spec: {{hostname: p, subdomain: all, {pod}}}
"
    );
    let scenario = read(&text, &ReadOptions::default()).expect("a scenario");
    let settings = Settings { release, ..scenario.settings() };
    let mut player = scenario.play(settings);
    assert!(player.take_refusals().is_empty());
    player.run_until(SimTime::from_seconds(seconds));
    player
}

/// The ready and the not ready Pods behind `svc`, then those behind `all`.
fn endpoints(player: &Player) -> [[usize; 2]; 2] {
    let lists =
        player.sim.world().services().map(|(_, (ready, others))| [ready.len(), others.len()]);
    lists.collect::<Vec<_>>().try_into().expect("two Services")
}

const APP: &str = "containers: [{name: a, image: 'app:v1'}]";

/// Rule E-01; in 1.20 the restart policy tells which Pods are over for good.
#[test]
fn a_pod_that_has_ended_stands_behind_no_service() {
    let cases = [
        ("Always", "", [[0, 1], [1, 0]]),
        ("OnFailure", "", [[0, 1], [1, 0]]),
        ("Never", "", [[0, 0], [1, 0]]),
        (
            "OnFailure",
            "actions:\n- {t: 0, do: runtime-rule, pod: p, container: a, plan: [{run: 5, exit: 0}]}",
            [[0, 0], [1, 0]],
        ),
    ];
    for (policy, header, in_1_20) in cases {
        for release in Release::ALL {
            let spec = format!("restartPolicy: {policy}, activeDeadlineSeconds: 10, {APP}");
            let player = play(release, header, &spec, 4);
            assert_eq!(endpoints(&player), [[1, 0], [1, 0]], "{policy} {release:?}");
            let player = play(release, header, &spec, 60);
            let pod = player.sim.pod("default", "p").expect("the Pod").1;
            assert!(pod.status.phase().is_terminal());
            let expected = if release == Release::V1_20 { in_1_20 } else { [[0, 0], [0, 0]] };
            assert_eq!(endpoints(&player), expected, "{policy} {release:?}");
            if release == Release::V1_20 {
                continue;
            }
            for name in ["all", "p.all", "svc"] {
                let answer = resolve(player.sim.world(), name, "default");
                assert_eq!(answer.reason, Reason::Ended("p".into()), "{policy} {name} {release:?}");
            }
        }
    }
}

/// Rules E-01, E-03: until it has ended, where not ready Pods are published.
#[test]
fn a_pod_that_is_being_deleted_stands_only_behind_a_service_that_publishes_all() {
    let header = "actions:
- {t: 0, do: runtime-rule, pod: p, container: a, stop: {after: 6, code: 0}}
- {t: 10, do: delete, object: pod/p}";
    for release in Release::ALL {
        let player = play(release, header, APP, 12);
        assert_eq!(endpoints(&player), [[0, 0], [1, 0]], "{release:?}");
        let gone = play(release, header, APP, 60);
        assert_eq!(endpoints(&gone), [[0, 0], [0, 0]], "{release:?}");
    }
}

/// Rule E-01: the last seconds of a Pod that has ended and is held by a finalizer.
#[test]
fn a_deleted_pod_that_has_ended_is_not_published_either() {
    let header = "actions:\n- {t: 10, do: delete, object: pod/p}\n- {t: 0, do: patch, object: pod/p, body: {metadata: {finalizers: [a.b/c]}}}";
    for release in [Release::V1_28, Release::Current] {
        let player = play(release, header, APP, 60);
        assert!(player.sim.pod("default", "p").expect("it is held").1.status.phase().is_terminal());
        assert_eq!(endpoints(&player), [[0, 0], [0, 0]], "{release:?}");
        let answer = resolve(player.sim.world(), "p.all", "default");
        assert_eq!(answer.reason, Reason::Ended("p".into()), "{release:?}");
    }
}
