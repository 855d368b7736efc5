//! Claims that grow, and claims of one Pod. Rules V-13, V-22, A-40, A-41.

use crate::common::{create, play_on};
use podlab::api::persistent_volume_claim::PersistentVolumeClaim;
use podlab::api::{ObjectRef, ReadOptions, ResourceKind};
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::plan::Registry;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::kubectl::describe::describe_claim;
use podlab::manifest::yaml;
use podlab::rules::release::Release;
use podlab::sim::fingerprint::{Depth, shape};
use std::rc::Rc;

const HEAD: &str =
    "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {name: growth}\njitter: zero\n---\n";

fn class(provisioner: &str, grows: bool) -> String {
    format!(
        "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {{name: disks}}\nprovisioner: {provisioner}\nallowVolumeExpansion: {grows}\nvolumeBindingMode: Immediate\n---\n"
    )
}

fn claim(mode: &str) -> String {
    format!(
        "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: data}}\nspec: {{accessModes: [{mode}], storageClassName: disks, resources: {{requests: {{storage: 2Gi}}}}}}\n---\n"
    )
}

fn pod(name: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: app, image: app:v1}}], volumes: [{{name: data, persistentVolumeClaim: {{claimName: data}}}}]}}\n---\n"
    )
}

fn play(release: &str, objects: &str, seconds: u64) -> Player {
    let scenario = read(&(HEAD.to_owned() + objects), &ReadOptions::default()).expect("objects");
    let release = Release::parse(release).expect("a release");
    let mut player = scenario.play(Settings { release, ..scenario.settings() });
    assert_eq!(player.take_refusals(), []);
    player.run_until(SimTime::from_seconds(seconds));
    player
}

fn patch(player: &mut Player, spec: &str) -> Result<(), String> {
    let patch = yaml::parse(&format!("spec: {spec}")).expect("a patch").remove(0);
    let command = Command::patch(
        ObjectRef::new(ResourceKind::PersistentVolumeClaim, "default", "data"),
        patch,
    );
    player.sim.apply(command).map_err(|error| error.message.to_string())
}

fn ask(player: &mut Player, storage: &str) -> Result<(), String> {
    patch(player, &format!("{{resources: {{requests: {{storage: {storage}}}}}}}"))
}

fn stored(player: &Player) -> Rc<PersistentVolumeClaim> {
    let claims = &player.sim.world().objects.claims;
    Rc::clone(claims.named(&"default".into(), &"data".into()).expect("the claim is there"))
}

/// What the claim has, and what its volume has.
fn amounts(player: &Player) -> [String; 2] {
    let claim = stored(player);
    let volumes = &player.sim.world().objects.volumes;
    let volume = volumes.named(&"".into(), &claim.spec.volume_name).expect("a volume");
    [claim.status.capacity.get("storage"), volume.spec.storage()]
        .map(|amount| amount.expect("an amount").canonical())
}

fn event_messages(player: &Player, about: &str, from: &str) -> Vec<String> {
    let events = player.sim.events().iter();
    let events = events.filter(|event| event.about == *about && event.from == from);
    events.map(|e| format!("{} {}: {}", e.kind, e.reason, e.message)).collect()
}

fn describe(player: &Player) -> String {
    let events: Vec<_> = player.sim.events().to_vec();
    describe_claim(&stored(player), &[], &events, player.sim.now())
}

#[test]
fn a_claim_grows_when_its_class_allows_it_and_its_file_system_when_a_pod_mounts_it() {
    let mut player =
        play("current", &(class("csi.example.com", true) + &claim("ReadWriteOnce")), 40);
    ask(&mut player, "5Gi").expect("the class allows it");
    play_on(&mut player, 30);
    // No Pod mounts it, so only the volume has grown.
    assert_eq!(amounts(&player), ["2Gi", "5Gi"]);
    let text = describe(&player);
    assert!(text.contains("FileSystemResizePending   True"), "{text}");
    assert!(
        text.contains("Waiting for user to (re-)start a pod to finish file system resize"),
        "{text}"
    );
    let claim = "PersistentVolumeClaim/data";
    assert_eq!(
        event_messages(&player, claim, "volume_expand"),
        ["Normal ExternalExpanding: waiting for an external controller to expand this PVC"]
    );
    let volume = stored(&player).spec.volume_name.clone();
    assert_eq!(
        event_messages(&player, claim, "external-resizer"),
        [
            format!("Normal Resizing: External resizer is resizing volume {volume}"),
            "Normal FileSystemResizeRequired: Require file system resize of volume on node"
                .to_owned(),
        ]
    );
    let at = |reason: &str| {
        let events = player.sim.events().iter();
        events.filter(|event| event.reason == *reason).map(|event| event.first).max()
    };
    let (begun, grown) = (at("Resizing").unwrap(), at("FileSystemResizeRequired").unwrap());
    assert_eq!(grown.since(begun), 1000, "a storage system takes its time");
    create(&mut player.sim, &pod("p"));
    play_on(&mut player, 10);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"]);
    assert!(!describe(&player).contains("Conditions:"));
    let node = player.sim.pod("default", "p").expect("it runs").1.spec.node_name.clone();
    let words = format!(
        "Normal FileSystemResizeSuccessful: MountVolume.NodeExpandVolume succeeded for volume \"{volume}\" {node}"
    );
    assert!(
        event_messages(&player, "Pod/p", "kubelet").contains(&words),
        "{:?}",
        event_messages(&player, "Pod/p", "kubelet")
    );
    // Mounted as it is now, it grows where it is.
    ask(&mut player, "6Gi").expect("the class allows it");
    play_on(&mut player, 30);
    assert_eq!(amounts(&player), ["6Gi", "6Gi"]);
}

#[test]
fn a_volume_of_the_tree_grows_at_once() {
    let objects = class("kubernetes.io/host-path", true) + &claim("ReadWriteOnce");
    let mut player = play("1.20", &objects, 20);
    ask(&mut player, "5Gi").expect("the class allows it");
    play_on(&mut player, 5);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"]);
    let words = "Normal VolumeResizeSuccessful: ExpandVolume succeeded for volume default/data";
    assert_eq!(event_messages(&player, "PersistentVolumeClaim/data", "volume_expand"), [words]);
}

#[test]
fn what_may_not_change_is_refused_and_changes_nothing() {
    let objects = class("kubernetes.io/host-path", false) + &claim("ReadWriteOnce");
    for release in ["1.20", "1.28", "current"] {
        let mut player = play(release, &objects, 20);
        let before = stored(&player);
        let refused = ask(&mut player, "5Gi").expect_err("the class does not allow it");
        assert_eq!(
            refused,
            "persistentvolumeclaims \"data\" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize"
        );
        let refused = ask(&mut player, "1Gi").expect_err("claims do not shrink");
        let least = if release == "current" { "status.capacity" } else { "previous value" };
        assert_eq!(
            refused,
            format!(
                "PersistentVolumeClaim \"data\" is invalid: spec.resources.requests.storage: Forbidden: field can not be less than {least}"
            )
        );
        let refused = patch(&mut player, "{accessModes: [ReadWriteMany]}").expect_err("immutable");
        let others = if release == "current" { " and volumeAttributesClassName" } else { "" };
        let words = format!(
            "PersistentVolumeClaim \"data\" is invalid: spec: Forbidden: spec is immutable after creation except resources.requests{others} for bound claims\n"
        );
        assert!(refused.starts_with(&words), "{refused}");
        assert!(Rc::ptr_eq(&before, &stored(&player)));
    }
}

#[test]
fn a_claim_without_a_volume_cannot_grow() {
    let mut player = play("1.28", &claim("ReadWriteOnce"), 5);
    let refused = ask(&mut player, "5Gi").expect_err("it is not bound");
    assert!(
        refused.contains(
            "spec is immutable after creation except resources.requests for bound claims"
        ),
        "{refused}"
    );
}

#[test]
fn one_pod_at_a_time_has_a_claim_for_one_pod() {
    let objects = class("csi.example.com", true) + &claim("ReadWriteOncePod") + &pod("p");
    let mut player = play("current", &objects, 30);
    create(&mut player.sim, &pod("q"));
    play_on(&mut player, 5);
    let words = "Warning FailedScheduling: 0/3 nodes are available: 3 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode.";
    let told = event_messages(&player, "Pod/q", "default-scheduler");
    assert!(told[0].starts_with(words), "{told:?}");
    let command = Command::delete_pod("default", "p", None);
    player.sim.apply(command).expect("the Pod is there");
    play_on(&mut player, 60);
    let (_, pod) = player.sim.pod("default", "q").expect("it is there");
    assert_eq!(pod.status.phase().as_str(), "Running");
}

#[test]
fn a_pod_that_has_ended_holds_no_claim_for_one_pod() {
    let ends = "restartPolicy: Never, containers: [{name: app, image: app:v1}]";
    let ends = pod("p").replace("containers: [{name: app, image: app:v1}]", ends);
    let rule = "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {name: growth}\njitter: zero\nactions:\n- {t: 0, do: runtime-rule, pod: p, container: app, plan: [{run: 2, exit: 0}]}\n---\n";
    let objects = class("csi.example.com", true) + &claim("ReadWriteOncePod") + &ends;
    let scenario = read(&(rule.to_owned() + &objects), &ReadOptions::default()).expect("objects");
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(40));
    assert_eq!(player.sim.pod("default", "p").unwrap().1.status.phase().as_str(), "Succeeded");
    create(&mut player.sim, &pod("q"));
    play_on(&mut player, 20);
    assert_eq!(player.sim.pod("default", "q").unwrap().1.status.phase().as_str(), "Running");
}

#[test]
fn who_waits_for_a_claim_for_one_pod_has_it_as_soon_as_that_pod_has_ended() {
    for release in ["1.28", "current"] {
        let ends = "restartPolicy: Never, containers: [{name: app, image: app:v1}]";
        let ends = pod("p").replace("containers: [{name: app, image: app:v1}]", ends);
        let objects = class("csi.example.com", true) + &claim("ReadWriteOncePod") + &ends;
        let mut player = play(release, &objects, 20);
        create(&mut player.sim, &pod("q"));
        play_on(&mut player, 10);
        let phase = |player: &Player, name: &str| {
            player
                .sim
                .pod("default", name)
                .expect("it is there")
                .1
                .status
                .phase()
                .as_str()
                .to_owned()
        };
        assert_eq!(phase(&player, "q"), "Pending", "{release}");
        let (namespace, pod, container) = ("default".into(), "p".into(), "app".into());
        let exit = Command::Exit { namespace, pod, container, code: 0, reason: "".into() };
        player.sim.apply(exit).expect("it runs");
        play_on(&mut player, 10);
        assert_eq!(
            [phase(&player, "p"), phase(&player, "q")],
            ["Succeeded", "Running"],
            "{release}"
        );
    }
}

#[test]
fn a_claim_on_a_node_that_is_cut_off_grows_when_it_is_heard_again() {
    let objects = class("csi.example.com", true) + &claim("ReadWriteOnce") + &pod("p");
    let mut player = play("current", &objects, 30);
    let node = player.sim.pod("default", "p").expect("it runs").1.spec.node_name.clone();
    let disturb = |player: &mut Player, fault| {
        player.sim.apply(Command::DisturbNode { node: node.clone(), fault }).expect("it runs");
    };
    disturb(&mut player, NodeFault::CutOff);
    ask(&mut player, "5Gi").expect("the class allows it");
    play_on(&mut player, 30);
    assert_eq!(amounts(&player), ["2Gi", "5Gi"]);
    let events = |player: &mut Player| {
        let before = player.sim.events_handled();
        play_on(player, 1000);
        player.sim.events_handled() - before
    };
    let mut other = play("current", &objects, 30);
    disturb(&mut other, NodeFault::CutOff);
    play_on(&mut other, 30);
    assert_eq!(events(&mut player.clone()), events(&mut other), "nobody looks again and again");
    disturb(&mut player, NodeFault::Reconnect);
    play_on(&mut player, 40);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"]);
}

#[test]
fn a_claim_grows_when_its_node_is_heard_again_whether_or_not_the_runtime_answers() {
    let objects = class("csi.example.com", true) + &claim("ReadWriteOnce") + &pod("p");
    for release in ["1.20", "1.28", "current"] {
        let mut player = play(release, &objects, 30);
        let node = player.sim.pod("default", "p").expect("it runs").1.spec.node_name.clone();
        let disturb = |player: &mut Player, fault| {
            player.sim.apply(Command::DisturbNode { node: node.clone(), fault }).expect("it runs");
        };
        disturb(&mut player, NodeFault::CutOff);
        disturb(&mut player, NodeFault::StopRuntime);
        ask(&mut player, "5Gi").expect("the class allows it");
        play_on(&mut player, 10);
        assert_eq!(amounts(&player), ["2Gi", "5Gi"], "{release}");
        disturb(&mut player, NodeFault::Reconnect);
        play_on(&mut player, 20);
        assert_eq!(amounts(&player), ["5Gi", "5Gi"], "{release}");
    }
}

/// A Pod of which no container runs yet mounts its claim all the same.
fn grows_under(release: &str, pod: &str, registry: Registry, seconds: u64) {
    let mut player = play(release, &(class("csi.example.com", true) + &claim("ReadWriteOnce")), 0);
    player.sim.apply(Command::Registry("app:*".into(), registry)).expect("anybody may");
    create(&mut player.sim, pod);
    play_on(&mut player, 30);
    ask(&mut player, "5Gi").expect("the class allows it");
    play_on(&mut player, seconds);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"], "{release}");
}

#[test]
fn a_claim_grows_while_init_containers_of_its_pod_run() {
    let inits = "initContainers: [{name: first, image: first:v1}], containers:";
    let pod = pod("p").replace("containers:", inits);
    for release in ["1.20", "1.28", "current"] {
        grows_under(release, &pod, Registry::default(), 10);
    }
}

/// One container runs, the image of the other is missing, so that the Pod is Pending.
#[test]
fn a_claim_grows_while_one_container_of_its_pod_waits() {
    let pod = pod("p").replace("containers: [", "containers: [{name: other, image: other:v1}, ");
    for release in ["1.20", "1.28", "current"] {
        let registry = Registry { error: "not found".into(), ..Registry::default() };
        grows_under(release, &pod, registry, 4);
    }
}

#[test]
fn a_claim_grows_when_the_pull_of_an_image_has_ended_well_or_not() {
    for (release, error) in [("1.20", ""), ("1.28", "not found"), ("current", "")] {
        let registry = Registry { delay: 60_000, error: error.into(), ..Registry::default() };
        grows_under(release, &pod("p"), registry, 120);
    }
}

#[test]
fn a_shape_tells_apart_how_far_claims_have_grown() {
    let objects = class("csi.example.com", true) + &claim("ReadWriteOnce");
    let start = play("current", &objects, 40);
    let shapes = ["5Gi", "6Gi"].map(|storage| {
        let mut player = start.clone();
        ask(&mut player, storage).expect("the class allows it");
        play_on(&mut player, 30);
        shape(&player.sim, Depth::Settled)
    });
    assert_ne!(shapes[0], shapes[1]);
}

#[test]
fn kubectl_lets_a_claim_grow() {
    let objects = class("kubernetes.io/host-path", true) + &claim("ReadWriteOnce");
    let mut player = play("current", &objects, 20);
    let line = "kubectl patch pvc data -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"3Gi\"}}}}'";
    let command = Command::Kubectl { namespace: "default".into(), line: line.into() };
    player.sim.apply(command).expect("it is patched");
    play_on(&mut player, 5);
    assert_eq!(amounts(&player), ["3Gi", "3Gi"]);
}

/// Whenever somebody asks, before the Pod is there, while it starts, or later: it grows, and then nothing waits.
#[test]
fn a_claim_grows_whenever_somebody_asks() {
    for release in ["1.20", "1.28", "current"] {
        let objects = class("csi.example.com", true) + &claim("ReadWriteOnce");
        let start = play(release, &objects, 2);
        for tenths in 0..60 {
            let mut player = start.clone();
            create(&mut player.sim, &pod("p"));
            player.run_until(player.sim.now() + tenths * 100);
            ask(&mut player, "5Gi").expect("the class allows it");
            play_on(&mut player, 20);
            assert_eq!(amounts(&player), ["5Gi", "5Gi"], "{release} {tenths}");
        }
    }
}
