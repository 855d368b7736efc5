//! Static Pods and the mirrors that show them. Rules P-110, P-815.

use crate::common::{NAMESPACE, act, at};
use podlab::api::pod::Pod;
use podlab::api::status::{PodPhase, READY};
use podlab::api::{ObjectRef, ReadOptions, Resource, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::command::{Command, DrainOptions, NodeFault};
use podlab::cluster::fact::Fact;
use podlab::cluster::world::{Jitter, Settings};
use podlab::questions::forecast::{Bounds, Forecast};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::{History, PlannedAct};

const NODE: Text = Text::Static("node-1");
const NAME: &str = "web-node-1";

fn manifest(more: &str) -> Box<Pod> {
    let text = format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{{more}
          containers: [{{name: app, image: 'app:1'}}]}}}}"
    );
    match read(&text, &ReadOptions::default()).expect("a manifest").remove(0) {
        Resource::Pod(pod) => Box::new(pod),
        _ => unreachable!("it is a Pod"),
    }
}

/// Two nodes, the first with the manifest of a static Pod, after half a minute.
fn cluster(release: Release, more: &str) -> Sim {
    let settings = Settings { release, jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 2);
    act(&mut sim, Command::Image { image: "app:*".into(), present: true });
    act(&mut sim, Command::PutManifest { node: NODE, manifest: manifest(more) });
    at(&mut sim, 30);
    sim
}

fn mirror(sim: &Sim) -> Option<&Pod> {
    sim.pod("default", NAME).map(|(_, pod)| pod.as_ref())
}

fn disturb(sim: &mut Sim, fault: NodeFault) {
    act(sim, Command::DisturbNode { node: NODE, fault });
}

/// Identity and count of the instance that runs, as the mirror tells it.
fn instance(sim: &Sim) -> (Text, i64) {
    let pod = mirror(sim).expect("the mirror is there");
    let status = pod.status.containers().first().expect("a status");
    assert!(status.state.running().is_some(), "{:?}", status.state);
    (status.container_id.clone(), status.restart_count)
}

fn delete(grace_period_seconds: Option<i64>) -> Command {
    Command::delete_pod(NAMESPACE, NAME, grace_period_seconds)
}

fn remove() -> Command {
    Command::RemoveManifest { node: NODE, namespace: NAMESPACE, name: "web".into() }
}

#[test]
fn a_mirror_shows_what_the_kubelet_runs() {
    for release in Release::ALL {
        let sim = cluster(release, "");
        let pod = mirror(&sim).expect("the mirror is there");
        assert_eq!(pod.spec.node_name, NODE);
        assert!(pod.status.is_true(READY), "{release:?}");
        let annotation = |key: &str| pod.metadata.annotations.get(key).map(Text::as_str);
        let hash = annotation("kubernetes.io/config.hash").expect("a hash");
        assert_eq!(annotation("kubernetes.io/config.mirror"), Some(hash));
        assert_eq!(annotation("kubernetes.io/config.source"), Some("file"));
        assert!(annotation("kubernetes.io/config.seen").is_some());
        let owner = &pod.metadata.owner_references[0];
        assert_eq!((owner.kind.as_str(), owner.name.as_str()), ("Node", "node-1"));
        assert_ne!(pod.metadata.uid, hash, "the mirror has a UID of its own");
        let tolerations: Vec<_> = pod.spec.tolerations.iter().map(|t| t.key.as_str()).collect();
        assert_eq!(tolerations, [""], "it tolerates all NoExecute taints");
    }
}

#[test]
fn deleting_the_mirror_ends_nothing_and_it_returns() {
    for release in Release::ALL {
        for grace in [None, Some(0)] {
            let mut sim = cluster(release, "");
            let (uid, before) =
                (mirror(&sim).expect("a mirror").metadata.uid.clone(), instance(&sim));
            act(&mut sim, delete(grace));
            at(&mut sim, 32);
            let again = mirror(&sim).expect("it returned");
            assert_ne!(again.metadata.uid, uid, "{release:?}");
            assert_eq!(again.metadata.deletion_timestamp, None);
            at(&mut sim, 45);
            assert_eq!(instance(&sim), before, "{release:?}: the container ran on");
            assert!(mirror(&sim).is_some_and(|pod| pod.status.is_true(READY)));
        }
    }
}

#[test]
fn it_is_restarted_by_its_policy() {
    let exit = |code| Command::Exit {
        namespace: NAMESPACE,
        pod: NAME.into(),
        container: "app".into(),
        code,
        reason: Text::default(),
    };
    for release in Release::ALL {
        let mut sim = cluster(release, "");
        act(&mut sim, exit(0));
        at(&mut sim, 33);
        assert_eq!(instance(&sim).1, 1, "{release:?}");
        let mut sim = cluster(release, "restartPolicy: Never,");
        act(&mut sim, exit(3));
        at(&mut sim, 60);
        assert_eq!(mirror(&sim).map(|pod| pod.status.phase()), Some(PodPhase::Failed));
        // Also of a Pod that has ended the mirror returns.
        act(&mut sim, delete(None));
        at(&mut sim, 75);
        assert_eq!(
            mirror(&sim).map(|pod| pod.status.phase()),
            Some(PodPhase::Failed),
            "{release:?}"
        );
    }
}

#[test]
fn it_ends_with_its_manifest_and_then_the_mirror_goes() {
    for release in Release::ALL {
        let mut sim = cluster(release, "terminationGracePeriodSeconds: 10,");
        let stop = podlab::cluster::plan::Stop { after: Some(4000), code: 0 };
        let rule = podlab::cluster::plan::RuntimeRule {
            pod: "*".into(),
            container: "*".into(),
            stop: Some(stop),
            ..podlab::cluster::plan::RuntimeRule::default()
        };
        act(&mut sim, Command::Plan(rule));
        act(&mut sim, remove());
        at(&mut sim, 33);
        let pod = mirror(&sim).expect("until it has ended");
        assert_eq!(pod.metadata.deletion_timestamp, None);
        assert!(sim.apply(remove()).is_err(), "the manifest is gone");
        at(&mut sim, 38);
        assert!(mirror(&sim).is_none(), "{release:?}");
        at(&mut sim, 120);
        assert!(mirror(&sim).is_none() && sim.running_twice().is_empty());
        // The same file may come back.
        act(&mut sim, Command::PutManifest { node: NODE, manifest: manifest("") });
        at(&mut sim, 130);
        assert_eq!(instance(&sim).1, 0);
    }
}

#[test]
fn nobody_but_the_kubelet_disposes_of_it() {
    let mut sim = cluster(Release::Current, "");
    let before = instance(&sim);
    act(&mut sim, Command::evict(NAMESPACE, NAME));
    at(&mut sim, 45);
    assert_eq!(instance(&sim), before);
    let options = DrainOptions { timeout: Some(5), ..DrainOptions::default() };
    act(&mut sim, Command::DrainNode { node: NODE, options });
    let drain = sim.world().machines.iter().find_map(|(_, machine)| machine.drain.clone());
    assert_eq!(drain, None, "there is nothing to wait for");
    disturb(&mut sim, NodeFault::CutOff);
    at(&mut sim, 900);
    let pod = mirror(&sim).expect("no taint has it deleted");
    assert_eq!(pod.metadata.deletion_timestamp, None);
    assert!(!pod.status.is_true(READY), "the node is lost");
    disturb(&mut sim, NodeFault::Reconnect);
    at(&mut sim, 1000);
    assert_eq!(instance(&sim), before);
    assert!(mirror(&sim).is_some_and(|pod| pod.status.is_true(READY)));
    assert!(podlab::kubelet::priority::is_critical(mirror(&sim).expect("it is there")));
    let debug = Command::debug(ObjectRef::pod(NAMESPACE, NAME), "shell", "app:2");
    assert!(sim.apply(debug).is_err_and(|e| e.message.contains("ephemeral containers")));
}

#[test]
fn it_needs_no_api_server() {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 1);
    act(&mut sim, Command::Image { image: "app:*".into(), present: true });
    disturb(&mut sim, NodeFault::CutOff);
    act(&mut sim, Command::PutManifest { node: NODE, manifest: manifest("") });
    at(&mut sim, 30);
    assert!(mirror(&sim).is_none());
    let runs = |sim: &Sim| sim.worker(0).is_some_and(|w| w.runtime.running().next().is_some());
    assert!(runs(&sim), "it runs unseen");
    disturb(&mut sim, NodeFault::Reconnect);
    at(&mut sim, 90);
    assert_eq!(instance(&sim).1, 0);
    // What was taken off while the kubelet was not heard is gone when the machine is back.
    disturb(&mut sim, NodeFault::CutOff);
    act(&mut sim, remove());
    at(&mut sim, 130);
    assert!(!runs(&sim) && mirror(&sim).is_some());
    disturb(&mut sim, NodeFault::Reconnect);
    at(&mut sim, 200);
    assert!(mirror(&sim).is_none());
}

#[test]
fn it_outlives_its_kubelet_and_starts_with_its_machine() {
    for release in Release::ALL {
        let mut sim = cluster(release, "");
        let before = instance(&sim);
        disturb(&mut sim, NodeFault::RestartKubelet);
        at(&mut sim, 45);
        assert_eq!(instance(&sim), before, "{release:?}");
        disturb(&mut sim, NodeFault::PowerOff);
        at(&mut sim, 60);
        disturb(&mut sim, NodeFault::PowerOn);
        at(&mut sim, 80);
        assert_eq!(instance(&sim).1, 1, "{release:?}");
        // A disk takes the manifests with it; the new machine's kubelet removes the mirror.
        disturb(&mut sim, NodeFault::FailDisk);
        at(&mut sim, 90);
        act(&mut sim, Command::delete(ObjectRef::node(NODE)));
        disturb(&mut sim, NodeFault::PowerOn);
        at(&mut sim, 110);
        assert!(mirror(&sim).is_none(), "{release:?}");
    }
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let mut sim = cluster(Release::Current, "");
    let twice = Command::PutManifest { node: NODE, manifest: manifest("") };
    assert!(sim.apply(twice).is_err_and(|e| e.message.contains("already exists")));
    let there = Command::PutManifest { node: "node-9".into(), manifest: manifest("") };
    assert!(sim.apply(there).is_err_and(|e| e.message.contains("not found")));
    disturb(&mut sim, NodeFault::PowerOff);
    let off = Command::PutManifest { node: NODE, manifest: manifest("hostNetwork: true,") };
    assert!(sim.apply(off).is_err_and(|e| e.message.contains("is not running")));
}

#[test]
fn a_scenario_puts_a_pod_of_its_own() {
    let text = |object: &str| {
        format!(
            "{{apiVersion: podlab/v1, kind: Scenario, actions: [
              {{do: static-pod, object: {object}, node: node-1}}]}}\n---\n\
             {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{containers: [{{name: app, image: 'app:1'}}]}}}}\n---\n\
             {{apiVersion: v1, kind: ConfigMap, metadata: {{name: map}}}}\n"
        )
    };
    let options = ReadOptions::default();
    let scenario =
        podlab::files::scenario_file::read(&text("pod/web"), &options).expect("it is right");
    let pod = scenario.objects.iter().find_map(|object| match object {
        Resource::Pod(pod) => Some(scenario.name_of(pod)),
        _ => None,
    });
    assert_eq!(pod.as_deref(), Some(NAME));
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(10));
    assert!(player.sim.pod("default", NAME).is_some());
    assert!(player.sim.pod("default", "web").is_none(), "nobody created it in the API");
    for object in ["pod/wbe", "configmap/map"] {
        let wrong = podlab::files::scenario_file::read(&text(object), &options).expect_err(object);
        let told = wrong[0].to_string();
        assert!(told.contains(&format!("no document here defines a Pod {object}")), "{told}");
    }
}

#[test]
fn a_kubelet_that_starts_anew_judges_what_it_had_not_judged_yet() {
    for release in Release::ALL {
        let settings = Settings { release, jitter: Jitter::Zero, ..Settings::default() };
        let mut sim = Sim::with_nodes(settings, 1);
        act(&mut sim, Command::Image { image: "app:*".into(), present: true });
        act(&mut sim, Command::PutManifest { node: NODE, manifest: manifest("") });
        disturb(&mut sim, NodeFault::RestartKubelet);
        at(&mut sim, 30);
        assert_eq!(instance(&sim).1, 0, "{release:?}");
    }
}

#[test]
fn of_two_manifests_the_first_has_the_room() {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::new(settings);
    sim.add_node(podlab::sim::node("node-1", "4", "8Gi"));
    act(&mut sim, Command::Image { image: "app:*".into(), present: true });
    for name in ["first", "second"] {
        let mut pod = manifest("");
        pod.metadata.name = name.into();
        let wants = podlab::api::quantity::Quantity::parse("3").expect("an amount");
        let spec = &mut *pod.spec;
        spec.containers[0].resources.requests.insert("cpu".into(), wants);
        act(&mut sim, Command::PutManifest { node: NODE, manifest: pod });
    }
    at(&mut sim, 30);
    let phase = |name: &str| sim.pod("default", name).map(|(_, pod)| pod.status.phase());
    assert_eq!(phase("first-node-1"), Some(PodPhase::Running));
    // A Pod that is refused has no mirror.
    assert_eq!(phase("second-node-1"), None);
}

#[test]
fn the_changes_of_a_pod_that_comes_back_are_visible_before_they_come() {
    let manifest = || Command::PutManifest { node: NODE, manifest: manifest("") };
    let image = Command::Image { image: "app:*".into(), present: true };
    let plan = vec![PlannedAct::at(SimTime::ZERO, vec![image, manifest()])];
    let start = Sim::with_nodes(Settings::default(), 1);
    let mut history =
        History::new(start, NAMESPACE, NAME.into(), plan).expect("nothing is refused");
    history.run_until(SimTime::from_seconds(30), u64::MAX);
    history.act(vec![remove()]).expect("the manifest is there");
    while mirror(history.sim()).is_some() {
        history.step();
    }
    history.act(vec![manifest()]).expect("the manifest is gone");
    let mut forecast = Forecast::new(history.sim(), Bounds::default());
    while forecast.look(100) {}
    let runs = |c: &&Change| matches!(c.fact, Fact::Phase { new: PodPhase::Running, .. });
    let coming = forecast.coming().iter().find(runs).expect("it runs again");
    assert!(history.story().is_visible(coming));
}
