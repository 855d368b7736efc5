//! Which Pods stand behind a Service, in its Endpoints and in its EndpointSlice. Rules E-01 to E-03, P-804.

use podlab::api::ReadOptions;
use podlab::api::endpoints::EndpointSlice;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::{Settings, WatchType, Watched};
use podlab::dns::{Reason, resolve};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::release::Release;
use podlab::sim::fingerprint::{Depth, shape};

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

/// The EndpointSlices of `svc` and `all`: of each Pod whether it is ready, serving and terminating.
fn slices(player: &Player) -> [Vec<(String, [bool; 3])>; 2] {
    let told = |slice: &EndpointSlice| {
        let told =
            slice.iter().map(|(pod, c)| (pod.to_string(), [c.ready, c.serving, c.terminating]));
        told.collect::<Vec<_>>()
    };
    let slices = player.sim.world().endpoint_slices().map(|(_, slice)| told(slice));
    slices.collect::<Vec<_>>().try_into().expect("two Services")
}

/// Rules E-02, E-03, P-804 (b).
#[test]
fn a_slice_tells_who_is_ready_who_serves_and_who_is_going() {
    let probe = "containers: [{name: a, image: 'app:v1',
  readinessProbe: {exec: {command: [ready]}, initialDelaySeconds: 5, periodSeconds: 1, failureThreshold: 1}}]";
    let header = "actions:
- {t: 0, do: runtime-rule, pod: p, container: a, stop: {after: 10, code: 0}}
- {t: 20, do: delete, object: pod/p}
- {t: 24, do: runtime-rule, pod: p, container: a, exec: {ready: {code: 1}}}";
    for release in Release::ALL {
        let at = |seconds| slices(&play(release, header, probe, seconds));
        let p = |told| vec![("p".to_owned(), told)];
        assert_eq!(at(0), [vec![], vec![]], "no address yet");
        let [began, ready] = [[false, false, false], [true, true, false]];
        assert_eq!(at(3), [p(began), p([true, false, false])]);
        assert_eq!(at(15), [p(ready), p(ready)]);
        assert_eq!(at(22), [p([false, true, true]), p([true, true, true])]);
        let unready = at(28);
        assert_eq!(unready, [p([false, false, true]), p([true, false, true])], "{release:?}");
        assert_eq!(at(60), [vec![], vec![]], "{release:?}");
    }
}

/// A Service that comes after its Pod; a Pod that has ended is in no slice. Rule E-01.
#[test]
fn a_new_service_finds_its_pods_for_its_slice() {
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: late}\nspec: {selector: {app: a}, ports: [{port: 80}]}";
    let late = |player: &mut Player| {
        let read = podlab::api::read(service, &ReadOptions::default()).expect("a Service");
        for mut resource in read {
            resource.metadata_mut().namespace = "default".into();
            player.sim.apply(Command::Create(Box::new(resource))).expect("it is created");
        }
        let (_, slice) = player.sim.world().endpoint_slices().last().expect("the Service");
        slice.iter().count()
    };
    for release in [Release::V1_28, Release::Current] {
        let deadline = format!("activeDeadlineSeconds: 10, {APP}");
        assert_eq!(late(&mut play(release, "", &deadline, 5)), 1);
        assert_eq!(late(&mut play(release, "", &deadline, 60)), 0);
    }
}

/// A selector that another one replaces, one that is taken away, and what a watch sees of both. Rule E-01.
#[test]
fn endpoints_follow_the_selector_of_a_service() {
    let patch = |t, selector| {
        format!(
            "- {{t: {t}, do: patch, object: svc/svc, body: {{spec: {{selector: {selector}}}}}}}\n"
        )
    };
    let header = format!(
        "actions:\n{}{}{}",
        patch(10, "{app: b}"),
        patch(20, "{app: a}"),
        patch(30, "null")
    );
    for release in Release::ALL {
        let at = |seconds| play(release, &header, APP, seconds);
        assert_eq!(endpoints(&at(9)), [[1, 0], [1, 0]], "{release:?}");
        let mut without = at(15);
        assert_eq!(endpoints(&without), [[0, 0], [1, 0]], "{release:?}");
        assert_eq!(slices(&without)[0], vec![], "{release:?}");
        let seen = without.sim.take_watch();
        let told = seen.iter().filter(|event| {
            let is_svc = match &event.object {
                Watched::Endpoints(endpoints) => endpoints.metadata.name == *"svc",
                Watched::EndpointSlice(slice) => slice.metadata.name == *"svc",
                _ => false,
            };
            is_svc && event.kind == WatchType::Modified && event.time == SimTime::from_seconds(10)
        });
        assert_eq!(told.count(), 2, "{release:?}");
        let again = at(25);
        assert_eq!(endpoints(&again), [[1, 0], [1, 0]], "{release:?}");
        assert_eq!(slices(&again)[0], slices(&again)[1], "{release:?}");
        // The controller leaves the endpoints of a Service without a selector as they are.
        assert_eq!(endpoints(&at(40)), [[1, 0], [1, 0]], "{release:?}");
    }
}

#[test]
fn kubectl_changes_a_service_as_far_as_the_api_server_lets_it() {
    let mut player = play(Release::V1_28, "", APP, 10);
    let mut typed = |line: &str| player.sim.kubectl(&"default".into(), line);
    let selector = r#"kubectl patch svc/svc -p '{"spec":{"selector":{"app":"b"}}}'"#;
    assert_eq!(typed(selector).out, "service/svc patched\n");
    assert_eq!(typed(selector).out, "service/svc patched (no change)\n");
    assert_eq!(typed("kubectl label svc svc tier=web").out, "service/svc labeled\n");
    assert_eq!(typed("kubectl annotate service/svc a=b").out, "service/svc annotated\n");
    let address = typed(r#"kubectl patch services svc -p '{"spec":{"clusterIP":"10.96.9.9"}}'"#);
    assert!(address.err.contains("field is immutable") || address.err.contains("may not change"));
    assert!(address.failed);
    let missing = typed("kubectl patch svc/none -p '{}'");
    assert_eq!(missing.err, "Error from server (NotFound): services \"none\" not found\n");
    assert_eq!(endpoints(&player), [[0, 0], [1, 0]]);
    let (service, _) = player.sim.world().services().next().expect("the Service");
    assert_eq!(service.metadata.labels.get("tier"), Some(&"web".into()));
    let names = |player: &Player| -> Vec<String> {
        player
            .sim
            .world()
            .services()
            .map(|(service, _)| service.metadata.name.to_string())
            .collect()
    };
    assert!(names(&player).contains(&"svc".to_owned()));
    let deleted = player.sim.kubectl(&"default".into(), "kubectl delete svc svc");
    assert_eq!(deleted.out, "service \"svc\" deleted\n");
    assert!(!names(&player).contains(&"svc".to_owned()));
}

/// Selectors that match no Pod still tell two states apart: the Pods to come differ.
#[test]
fn the_fingerprint_knows_the_selector_of_a_changed_service() {
    let with = |label: &str| {
        let mut player = play(Release::V1_28, "", APP, 10);
        let line =
            format!(r#"kubectl patch svc/svc -p '{{"spec":{{"selector":{{"app":"{label}"}}}}}}'"#);
        assert!(!player.sim.kubectl(&"default".into(), &line).failed);
        assert_eq!(endpoints(&player)[0], [0, 0]);
        let shape = shape(&player.sim, Depth::Exact);
        (player.sim.fingerprint(), shape)
    };
    let (b, c) = (with("b"), with("c"));
    assert_eq!(b, with("b"));
    assert!(b.0 != c.0 && b.1 != c.1);
}
