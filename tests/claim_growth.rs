//! Claims that grow, and claims of one Pod. Rules V-13, V-22, A-40, A-41.

use podlab::api::cluster::PersistentVolumeClaim;
use podlab::command::Command;
use podlab::kubectl::describe::describe_claim;
use podlab::manifest::ReadOptions;
use podlab::manifest::yaml;
use podlab::player::Player;
use podlab::release::Release;
use podlab::scenario_file::read;
use podlab::time::SimTime;
use podlab::world::Settings;
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

fn more(player: &mut Player, seconds: u64) {
    let until = player.sim.now() + seconds * 1000;
    player.run_until(until);
}

fn create(player: &mut Player, text: &str) {
    let object = read(text, &ReadOptions::default()).expect("an object").objects.remove(0);
    player.sim.apply(Command::Create(Box::new(object))).expect("it is new");
}

fn patch(player: &mut Player, spec: &str) -> Result<(), String> {
    let patch = yaml::parse(&format!("spec: {spec}")).expect("a patch").remove(0);
    let command = Command::PatchClaim { namespace: "default".into(), name: "data".into(), patch };
    player.sim.apply(command).map_err(|error| error.message.to_string())
}

fn ask(player: &mut Player, storage: &str) -> Result<(), String> {
    patch(player, &format!("{{resources: {{requests: {{storage: {storage}}}}}}}"))
}

fn stored(player: &Player) -> Rc<PersistentVolumeClaim> {
    let claims = &player.sim.world().workloads.claims;
    Rc::clone(claims.named(&"default".into(), &"data".into()).expect("the claim is there"))
}

/// What the claim has, and what its volume has.
fn amounts(player: &Player) -> [String; 2] {
    let claim = stored(player);
    let volumes = &player.sim.world().workloads.volumes;
    let volume = volumes.named(&"".into(), &claim.spec.volume_name).expect("a volume");
    [claim.status.capacity.get("storage"), volume.spec.storage()]
        .map(|amount| amount.expect("an amount").canonical())
}

fn told(player: &Player, about: &str, from: &str) -> Vec<String> {
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
    more(&mut player, 30);
    // Nobody mounts it, so only the volume has grown.
    assert_eq!(amounts(&player), ["2Gi", "5Gi"]);
    let text = describe(&player);
    assert!(text.contains("FileSystemResizePending   True"), "{text}");
    assert!(
        text.contains("Waiting for user to (re-)start a pod to finish file system resize"),
        "{text}"
    );
    let claim = "PersistentVolumeClaim/data";
    assert_eq!(
        told(&player, claim, "volume_expand"),
        ["Normal ExternalExpanding: waiting for an external controller to expand this PVC"]
    );
    let volume = stored(&player).spec.volume_name.clone();
    assert_eq!(
        told(&player, claim, "external-resizer"),
        [
            format!("Normal Resizing: External resizer is resizing volume {volume}"),
            "Normal FileSystemResizeRequired: Require file system resize of volume on node"
                .to_owned(),
        ]
    );
    create(&mut player, &pod("p"));
    more(&mut player, 10);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"]);
    assert!(!describe(&player).contains("Conditions:"));
    let node = player.sim.pod("default", "p").expect("it runs").1.spec.node_name.clone();
    let words = format!(
        "Normal FileSystemResizeSuccessful: MountVolume.NodeExpandVolume succeeded for volume \"{volume}\" {node}"
    );
    assert!(
        told(&player, "Pod/p", "kubelet").contains(&words),
        "{:?}",
        told(&player, "Pod/p", "kubelet")
    );
    // Mounted as it is now, it grows where it is.
    ask(&mut player, "6Gi").expect("the class allows it");
    more(&mut player, 30);
    assert_eq!(amounts(&player), ["6Gi", "6Gi"]);
}

#[test]
fn a_volume_of_the_tree_grows_at_once() {
    let objects = class("kubernetes.io/host-path", true) + &claim("ReadWriteOnce");
    let mut player = play("1.20", &objects, 20);
    ask(&mut player, "5Gi").expect("the class allows it");
    more(&mut player, 5);
    assert_eq!(amounts(&player), ["5Gi", "5Gi"]);
    let words = "Normal VolumeResizeSuccessful: ExpandVolume succeeded for volume default/data";
    assert_eq!(told(&player, "PersistentVolumeClaim/data", "volume_expand"), [words]);
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
    create(&mut player, &pod("q"));
    more(&mut player, 5);
    let words = "Warning FailedScheduling: 0/3 nodes are available: 3 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode.";
    let told = told(&player, "Pod/q", "default-scheduler");
    assert!(told[0].starts_with(words), "{told:?}");
    let command = Command::DeletePod {
        namespace: "default".into(),
        name: "p".into(),
        grace_period_seconds: None,
    };
    player.sim.apply(command).expect("the Pod is there");
    more(&mut player, 60);
    let (_, pod) = player.sim.pod("default", "q").expect("it is there");
    assert_eq!(pod.status.phase().as_str(), "Running");
}

#[test]
fn kubectl_lets_a_claim_grow() {
    let objects = class("kubernetes.io/host-path", true) + &claim("ReadWriteOnce");
    let mut player = play("current", &objects, 20);
    let line = "kubectl patch pvc data -p '{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"3Gi\"}}}}'";
    let command = Command::Kubectl { namespace: "default".into(), line: line.into() };
    player.sim.apply(command).expect("it is patched");
    more(&mut player, 5);
    assert_eq!(amounts(&player), ["3Gi", "3Gi"]);
}
