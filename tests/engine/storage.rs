//! Claims and volumes: binding, provisioning, protection, and what is left of them. Section V of the rule book.

use crate::common::{create, play_on};
use podlab::api::persistent_volume::{PersistentVolume, VolumePhase};
use podlab::api::persistent_volume_claim::ClaimPhase;
use podlab::api::{ObjectRef, ReadOptions, ResourceKind};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::manifest::yaml;
use podlab::rules::Rule;
use podlab::rules::release::Release;
use std::rc::Rc;

const HEAD: &str =
    "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {name: storage}\njitter: zero\n---\n";

fn class(name: &str, provisioner: &str, policy: &str, mode: &str) -> String {
    format!(
        "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {{name: {name}}}\nprovisioner: {provisioner}\nreclaimPolicy: {policy}\nvolumeBindingMode: {mode}\n---\n"
    )
}

fn claim(name: &str, class: &str) -> String {
    format!(
        "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: {name}}}\nspec: {{accessModes: [ReadWriteOnce], storageClassName: '{class}', resources: {{requests: {{storage: 2Gi}}}}}}\n---\n"
    )
}

fn volume(name: &str, class: &str, size: &str, more: &str) -> String {
    format!(
        "apiVersion: v1\nkind: PersistentVolume\nmetadata: {{name: {name}}}\nspec:\n  capacity: {{storage: {size}}}\n  accessModes: [ReadWriteOnce]\n  storageClassName: '{class}'\n  hostPath: {{path: /tmp/{name}}}\n  {more}\n---\n"
    )
}

fn pod(name: &str, claim: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: app, image: app:v1}}], volumes: [{{name: data, persistentVolumeClaim: {{claimName: {claim}}}}}]}}\n---\n"
    )
}

fn play(objects: &str, seconds: u64) -> Player {
    let scenario = read(&(HEAD.to_owned() + objects), &ReadOptions::default()).expect("objects");
    let mut player = scenario.play(scenario.settings());
    assert_eq!(player.take_refusals(), []);
    player.run_until(SimTime::from_seconds(seconds));
    player
}

fn volumes(player: &Player) -> Vec<Rc<PersistentVolume>> {
    player.sim.world().objects.volumes.iter().map(|(_, volume)| Rc::clone(volume)).collect()
}

/// The phases of all volumes, by name.
fn phases(player: &Player) -> Vec<(String, VolumePhase)> {
    let phase = |v: &Rc<PersistentVolume>| (v.metadata.name.to_string(), v.status.phase.unwrap());
    volumes(player).iter().map(phase).collect()
}

/// Phase and volume of a claim.
fn bound(player: &Player, name: &'static str) -> (ClaimPhase, String) {
    let claims = &player.sim.world().objects.claims;
    let claim = claims.named(&"default".into(), &name.into()).expect("the claim is there");
    (claim.status.phase.unwrap(), claim.spec.volume_name.to_string())
}

fn has_claim(player: &Player, name: &'static str) -> bool {
    let claims = &player.sim.world().objects.claims;
    claims.named(&"default".into(), &name.into()).is_some()
}

/// The messages told about an object, each once.
fn event_messages(player: &Player, about: &str) -> Vec<String> {
    let events = player.sim.events().iter().filter(|event| event.about == *about);
    let mut all: Vec<String> =
        events.map(|e| format!("{} {}: {}", e.kind, e.reason, e.message)).collect();
    all.dedup();
    all
}

fn delete_claim(player: &mut Player, name: &'static str) {
    let command =
        Command::delete(ObjectRef::new(ResourceKind::PersistentVolumeClaim, "default", name));
    player.sim.apply(command).expect("the claim is there");
}

fn delete_pod(player: &mut Player, name: &'static str) {
    let (namespace, name) = ("default", name);
    let command = Command::delete_pod(namespace, name, None);
    player.sim.apply(command).expect("the Pod is there");
}

#[test]
fn a_claim_takes_the_smallest_volume_that_fits() {
    let objects = volume("big", "manual", "9Gi", "")
        + &volume("other-class", "", "2Gi", "")
        + &volume("small", "manual", "1Gi", "")
        + &volume("right", "manual", "3Gi", "")
        + &volume("reserved", "manual", "2Gi", "claimRef: {namespace: default, name: another}")
        + &class("manual", "kubernetes.io/no-provisioner", "Retain", "Immediate")
        + &claim("data", "manual");
    let player = play(&objects, 5);
    assert_eq!(bound(&player, "data"), (ClaimPhase::Bound, "right".to_owned()));
    let found = phases(&player);
    let expected = [
        ("big", VolumePhase::Available),
        ("other-class", VolumePhase::Available),
        ("small", VolumePhase::Available),
        ("right", VolumePhase::Bound),
        ("reserved", VolumePhase::Available),
    ];
    assert_eq!(found, expected.map(|(name, phase)| (name.to_owned(), phase)));
}

#[test]
fn a_reserved_volume_goes_to_its_claim_alone() {
    let objects = volume("disk", "manual", "8Gi", "claimRef: {namespace: default, name: data}")
        + &class("manual", "kubernetes.io/no-provisioner", "Retain", "Immediate")
        + &claim("early", "manual")
        + &claim("data", "manual");
    let player = play(&objects, 5);
    assert_eq!(bound(&player, "data"), (ClaimPhase::Bound, "disk".to_owned()));
    assert_eq!(bound(&player, "early").0, ClaimPhase::Pending);
    let expected =
        ["Warning ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner"];
    assert_eq!(event_messages(&player, "PersistentVolumeClaim/early"), expected);
}

#[test]
fn without_class_and_volume_a_claim_waits_and_so_does_its_pod() {
    let mut player = play(&(claim("data", "") + &pod("p", "data")), 30);
    assert_eq!(bound(&player, "data").0, ClaimPhase::Pending);
    let expected = "Normal FailedBinding: no persistent volumes available for this claim and no storage class is set";
    assert_eq!(event_messages(&player, "PersistentVolumeClaim/data"), [expected]);
    let words = "Warning FailedScheduling: 0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.";
    assert!(event_messages(&player, "Pod/p")[0].starts_with(words));
    // A volume appears: claim and Pod go on.
    create(&mut player.sim, &volume("late", "", "2Gi", ""));
    play_on(&mut player, 30);
    assert_eq!(bound(&player, "data"), (ClaimPhase::Bound, "late".to_owned()));
    assert!(player.sim.pod("default", "p").unwrap().1.status.phase().as_str() == "Running");
}

#[test]
fn a_claim_in_use_stays_until_its_pod_is_gone() {
    let mut player = play(&(claim("data", "standard") + &pod("p", "data")), 30);
    let name = bound(&player, "data").1;
    assert_eq!(phases(&player), [(name, VolumePhase::Bound)]);
    delete_claim(&mut player, "data");
    play_on(&mut player, 60);
    assert!(has_claim(&player, "data"), "the Pod protects the claim");
    assert_eq!(phases(&player)[0].1, VolumePhase::Bound);
    delete_pod(&mut player, "p");
    play_on(&mut player, 60);
    assert!(!has_claim(&player, "data"));
    assert_eq!(phases(&player), [], "the standard class deletes its volumes");
}

#[test]
fn a_retained_volume_is_released_and_bound_to_nobody_else() {
    let objects =
        class("keep", "kubernetes.io/host-path", "Retain", "Immediate") + &claim("data", "keep");
    let mut player = play(&objects, 5);
    let name = bound(&player, "data").1;
    delete_claim(&mut player, "data");
    play_on(&mut player, 5);
    assert_eq!(phases(&player), [(name.clone(), VolumePhase::Released)]);
    create(&mut player.sim, &claim("data", "keep"));
    play_on(&mut player, 30);
    let second = bound(&player, "data").1;
    assert_ne!(second, name, "the old volume still has the old claim's UID");
    // An admin takes the old claim's name off it.
    patch_volume(&mut player, &name, "spec: {claimRef: null}");
    play_on(&mut player, 5);
    assert_eq!(phases(&player)[0], (name, VolumePhase::Available));
}

#[test]
fn a_volume_in_use_stays_until_its_claim_is_gone() {
    let objects = volume("disk", "manual", "2Gi", "")
        + &class("manual", "kubernetes.io/no-provisioner", "Retain", "Immediate")
        + &claim("data", "manual");
    let mut player = play(&objects, 5);
    delete_volume(&mut player, "disk");
    play_on(&mut player, 60);
    assert!(volumes(&player)[0].metadata.deletion_timestamp.is_some());
    assert_eq!(bound(&player, "data").0, ClaimPhase::Bound);
    delete_claim(&mut player, "data");
    play_on(&mut player, 5);
    assert_eq!(phases(&player), []);
    let error = player.sim.apply(Command::delete(named_volume("disk"))).unwrap_err();
    assert_eq!(error.message, "persistentvolumes \"disk\" not found");
}

fn named_volume(name: &str) -> ObjectRef {
    ObjectRef::new(ResourceKind::PersistentVolume, Text::default(), name.to_owned())
}

fn patch_volume(player: &mut Player, name: &str, patch: &str) {
    let patch = yaml::parse(patch).expect("a patch").remove(0);
    player.sim.apply(Command::patch(named_volume(name), patch)).expect("the volume is there");
}

fn delete_volume(player: &mut Player, name: &str) {
    player.sim.apply(Command::delete(named_volume(name))).expect("the volume is there");
}

/// Rules V-01, V-20.
#[test]
fn a_claim_whose_volume_is_taken_away_by_force_is_lost() {
    let objects = volume("disk", "manual", "2Gi", "")
        + &class("manual", "kubernetes.io/no-provisioner", "Retain", "Immediate")
        + &claim("data", "manual");
    let mut player = play(&objects, 5);
    // As long as the volume is not deleted, its protection comes back.
    patch_volume(&mut player, "disk", "{metadata: {finalizers: null}}");
    play_on(&mut player, 5);
    delete_volume(&mut player, "disk");
    // A strategic merge adds what an empty list holds: nothing.
    patch_volume(&mut player, "disk", "{metadata: {finalizers: []}}");
    play_on(&mut player, 5);
    assert_eq!(bound(&player, "data").0, ClaimPhase::Bound);
    patch_volume(&mut player, "disk", "{metadata: {finalizers: null}}");
    assert_eq!(phases(&player), []);
    play_on(&mut player, 1);
    assert_eq!(bound(&player, "data"), (ClaimPhase::Lost, "disk".to_owned()));
    let lost =
        "Warning ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!";
    assert_eq!(event_messages(&player, "PersistentVolumeClaim/data"), [lost]);
    create(&mut player.sim, &pod("web", "data"));
    play_on(&mut player, 30);
    let words = "0/3 nodes are available: persistentvolumeclaim \"data\" bound to non-existent persistentvolume \"disk\".";
    let said = event_messages(&player, "Pod/web");
    assert!(said[0].contains(words), "{said:?}");
}

/// Rule V-20.
#[test]
fn a_deleted_claim_without_its_finalizer_goes_although_a_pod_uses_it() {
    let objects = volume("disk", "manual", "2Gi", "")
        + &class("manual", "kubernetes.io/no-provisioner", "Retain", "Immediate")
        + &claim("data", "manual")
        + &pod("web", "data");
    let mut player = play(&objects, 10);
    let patch = |player: &mut Player| {
        let patch = yaml::parse("{metadata: {finalizers: null}}").expect("a patch").remove(0);
        let (namespace, name) = ("default", "data");
        let command = Command::patch(
            ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace, name),
            patch,
        );
        player.sim.apply(command).expect("the claim is there");
    };
    patch(&mut player);
    play_on(&mut player, 5);
    delete_claim(&mut player, "data");
    play_on(&mut player, 5);
    assert!(has_claim(&player, "data"), "its protection came back");
    patch(&mut player);
    assert!(!has_claim(&player, "data"));
    play_on(&mut player, 5);
    assert_eq!(phases(&player), [("disk".to_owned(), VolumePhase::Released)]);
}

#[test]
fn a_volume_nobody_made_cannot_be_taken_away() {
    let policy = "persistentVolumeReclaimPolicy: Delete";
    let objects = volume("disk", "manual", "2Gi", policy).replace("/tmp/disk", "/mnt/disk")
        + &class("manual", "kubernetes.io/no-provisioner", "Delete", "Immediate")
        + &claim("data", "manual");
    let mut player = play(&objects, 5);
    delete_claim(&mut player, "data");
    play_on(&mut player, 5);
    assert_eq!(phases(&player), [("disk".to_owned(), VolumePhase::Failed)]);
    let expected = "Warning VolumeFailedDelete: host_path deleter only supports /tmp/.+ but received provided /mnt/disk";
    assert_eq!(event_messages(&player, "PersistentVolume/disk"), [expected]);
}

#[test]
fn a_claim_may_wait_for_its_first_consumer() {
    let objects =
        class("late", "csi.example.com", "Delete", "WaitForFirstConsumer") + &claim("data", "late");
    let mut player = play(&objects, 40);
    assert_eq!(bound(&player, "data").0, ClaimPhase::Pending);
    let expected =
        "Normal WaitForFirstConsumer: waiting for first consumer to be created before binding";
    assert_eq!(event_messages(&player, "PersistentVolumeClaim/data"), [expected]);
    for node in ["node-1", "node-2", "node-3"] {
        let (node, key) = (Text::from(node), "topology.kubernetes.io/zone");
        let value = Some(Text::from(format!("zone-of-{node}")));
        player.sim.apply(Command::label_node(node, key, value)).expect("the node is there");
    }
    create(&mut player.sim, &pod("p", "data"));
    play_on(&mut player, 30);
    let (_, running) = player.sim.pod("default", "p").unwrap();
    assert_eq!(running.status.phase().as_str(), "Running");
    let node = running.spec.node_name.clone();
    let messages = event_messages(&player, "PersistentVolumeClaim/data");
    assert!(messages[1].starts_with("Normal ExternalProvisioning: Waiting for a volume to be created either by the external provisioner 'csi.example.com' or manually"));
    // The volume is bound to the zone of that node: a later Pod fits nowhere else. Rule V-12.
    delete_pod(&mut player, "p");
    player.sim.apply(Command::Cordon { node, unschedulable: true }).expect("the node is there");
    play_on(&mut player, 60);
    create(&mut player.sim, &pod("q", "data"));
    play_on(&mut player, 5);
    let words = "Warning FailedScheduling: 0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) had volume node affinity conflict.";
    assert!(
        event_messages(&player, "Pod/q")[0].starts_with(words),
        "{:?}",
        event_messages(&player, "Pod/q")
    );
}

#[test]
fn local_volumes_are_chosen_with_the_node() {
    let on = |node: &str| {
        format!(
            "nodeAffinity: {{required: {{nodeSelectorTerms: [{{matchExpressions: [{{key: kubernetes.io/hostname, operator: In, values: [{node}]}}]}}]}}}}"
        )
    };
    let objects = class("local", "kubernetes.io/no-provisioner", "Retain", "WaitForFirstConsumer")
        + &volume("disk", "local", "2Gi", &on("node-2"))
        + &claim("data", "local")
        + &claim("none", "local")
        + &pod("p", "data");
    let mut player = play(&objects, 30);
    assert_eq!(bound(&player, "data"), (ClaimPhase::Bound, "disk".to_owned()));
    assert_eq!(player.sim.pod("default", "p").unwrap().1.spec.node_name, "node-2");
    create(&mut player.sim, &pod("q", "none"));
    play_on(&mut player, 20);
    let words = "Warning FailedScheduling: 0/3 nodes are available: 3 node(s) didn't find available persistent volumes to bind.";
    assert!(
        event_messages(&player, "Pod/q")[0].starts_with(words),
        "{:?}",
        event_messages(&player, "Pod/q")
    );
    let claim = event_messages(&player, "PersistentVolumeClaim/none");
    assert!(
        claim.contains(&"Normal WaitForPodScheduled: waiting for pod q to be scheduled".to_owned())
    );
}

#[test]
fn pods_that_keep_apart_run_on_a_node_each() {
    let objects = "
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 4
  podManagementPolicy: Parallel
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: app, image: app:v1}]
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
";
    let mut player = play(objects, 30);
    let node = |player: &Player, pod: &str| {
        player.sim.pod("default", pod).expect("the Pod").1.spec.node_name.to_string()
    };
    let mut nodes: Vec<String> = (0..4).map(|i| node(&player, &format!("web-{i}"))).collect();
    let waiting = nodes.iter().position(String::is_empty).expect("one finds no node");
    nodes.sort();
    assert_eq!(nodes, ["", "node-1", "node-2", "node-3"]);
    let words = "Warning FailedScheduling: 0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules. no new claims to deallocate, preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.";
    assert_eq!(event_messages(&player, &format!("Pod/web-{waiting}"))[0], words);
    // Room is made when one of the others goes for good.
    let (namespace, name) = ("default", "web");
    player
        .sim
        .apply(Command::Scale { object: ObjectRef::stateful_set(namespace, name), replicas: 3 })
        .expect("scaled");
    play_on(&mut player, 60);
    assert!((0..3).all(|i| !node(&player, &format!("web-{i}")).is_empty()));
}

/// A set of one whose program takes twenty seconds to stop, with storage that is attached to nodes.
fn attached_set(release: Release, provisioner: &str, mode: &str) -> Player {
    let objects = class("disks", provisioner, "Delete", "Immediate")
        + &format!(
            "apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web}}
spec:
  serviceName: web
  replicas: 1
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec: {{containers: [{{name: app, image: app:v1}}]}}
  volumeClaimTemplates:
  - metadata: {{name: data}}
    spec: {{accessModes: [{mode}], storageClassName: disks, resources: {{requests: {{storage: 1Gi}}}}}}
"
        );
    let head = HEAD.replace(
        "jitter: zero",
        "jitter: zero\nactions: [{do: runtime-rule, plan: [{run: -1}], stop: {after: 20}}]",
    );
    let scenario = read(&(head + &objects), &ReadOptions::default()).expect("objects");
    let mut player = scenario.play(Settings { release, ..scenario.settings() });
    player.run_until(SimTime::from_seconds(30));
    player
}

/// Takes the first node away from `web-0` by force, and gives the Events about attaching that follow.
fn move_by_force(player: &mut Player) -> Vec<String> {
    let line = |player: &mut Player, line: &str| {
        let line = Text::from(line.to_owned());
        let command = Command::Kubectl { namespace: "default".into(), line };
        player.sim.apply(command).expect("the line is accepted");
    };
    let (_, pod) = player.sim.pod("default", "web-0").expect("web-0");
    let node = pod.spec.node_name.to_string();
    line(player, &format!("kubectl cordon {node}"));
    line(player, "kubectl delete pod web-0 --grace-period=20 --wait=false");
    play_on(player, 1);
    line(player, "kubectl delete pod web-0 --grace-period=0 --force");
    play_on(player, 10);
    let events = player.sim.events().iter().filter(|e| e.reason == "FailedAttachVolume");
    events.map(|e| [&e.about, " ", e.from, ": ", &e.message].concat()).collect()
}

#[test]
fn a_disk_for_one_node_waits_until_the_other_node_lets_go() {
    for release in Release::ALL {
        let mut player = attached_set(release, "disks.example.com", "ReadWriteOnce");
        let told = move_by_force(&mut player);
        let volume = &volumes(&player)[0].metadata.name;
        let wanted = format!(
            "Pod/web-0 attachdetach-controller: Multi-Attach error for volume \"{volume}\" Volume is already exclusively attached to one node and can't be attached to another"
        );
        assert_eq!(told, [wanted], "{release:?}");
        let (id, pod) = player.sim.pod("default", "web-0").expect("a new web-0");
        assert_eq!(pod.status.phase().as_str(), "Pending");
        let waits = podlab::questions::waits::of_pod(&player.sim, id);
        let wait = waits.iter().find(|wait| wait.rule == Rule::V13).expect("a wait for the volume");
        assert_eq!(wait.until, None, "only the other node can end it");
        play_on(&mut player, 20);
        let (_, pod) = player.sim.pod("default", "web-0").expect("web-0");
        assert_eq!(pod.status.phase().as_str(), "Running", "the old program has stopped");
    }
}

#[test]
fn shared_volumes_and_directories_are_on_many_nodes() {
    for (provisioner, mode) in
        [("disks.example.com", "ReadWriteMany"), ("kubernetes.io/host-path", "ReadWriteOnce")]
    {
        let mut player = attached_set(Release::Current, provisioner, mode);
        assert_eq!(move_by_force(&mut player), [""; 0], "{provisioner}");
        let (_, pod) = player.sim.pod("default", "web-0").expect("web-0");
        assert_eq!(pod.status.phase().as_str(), "Running", "{provisioner}");
    }
}

const SET_WITH_CLAIM: &str = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec: {replicas: 2, serviceName: web, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: app:v1}]}}, volumeClaimTemplates: [{metadata: {name: www}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}\n---\n";

/// A set the claim of whose second Pod is deleted and then the Pod.
fn set_that_loses_a_claim(release: Release, objects: &str) -> Player {
    let text = HEAD.to_owned() + SET_WITH_CLAIM + objects;
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(&text, &options).expect("objects");
    let mut player = scenario.play(Settings { release, ..scenario.settings() });
    player.run_until(SimTime::from_seconds(30));
    delete_claim(&mut player, "www-web-1");
    play_on(&mut player, 5);
    assert!(has_claim(&player, "www-web-1"), "the Pod protects the claim");
    delete_pod(&mut player, "web-1");
    player
}

fn uid_of_pod(player: &Player, name: &str) -> Option<Text> {
    Some(player.sim.pod("default", name)?.1.metadata.uid.clone())
}

/// Rules S-26, V-20.
#[test]
fn a_set_says_that_a_claim_is_being_deleted_and_then_makes_claim_and_pod_anew() {
    for release in Release::ALL {
        let mut player = set_that_loses_a_claim(release, "");
        let old = uid_of_pod(&player, "web-1");
        play_on(&mut player, 30);
        assert!(uid_of_pod(&player, "web-1").is_some_and(|uid| Some(uid) != old));
        assert_eq!(bound(&player, "www-web-1").0, ClaimPhase::Bound);
        let said = event_messages(&player, "StatefulSet/web");
        let create = if release == Release::Current { "Create" } else { "create" };
        let at = |what: &str| said.iter().position(|words| words.contains(what));
        let why = format!(
            "Warning FailedCreate: {create} Pod web-1 in StatefulSet web failed error: pvc www-web-1 is being deleted"
        );
        assert!(at(&why).is_some(), "{said:#?}");
    }
}

/// Rules S-26, C-2: the controller watches no claims.
#[test]
fn a_set_tries_again_after_a_growing_wait_while_another_pod_keeps_its_claim() {
    let mut player = set_that_loses_a_claim(Release::V1_28, &pod("reader", "www-web-1"));
    play_on(&mut player, 60);
    assert!(uid_of_pod(&player, "web-1").is_none());
    let failures = |player: &Player| {
        let about = |e: &&podlab::api::core::Event| e.about == *"StatefulSet/web";
        let events = player.sim.events();
        let found = events.iter().filter(about).find(|e| e.message.contains("is being deleted"));
        found.map_or(0, |event| event.count)
    };
    let before = failures(&player);
    assert!(before > 5, "{before}");
    delete_pod(&mut player, "reader");
    play_on(&mut player, 5);
    assert!(!has_claim(&player, "www-web-1"));
    play_on(&mut player, 90);
    assert!(uid_of_pod(&player, "web-1").is_some());
    assert_eq!(failures(&player), before, "the next attempt succeeded");
}

/// Rules V-11, V-20: a Pod that no node has yet does not keep a claim.
#[test]
fn the_scheduler_places_no_pod_whose_claim_is_being_deleted() {
    for release in Release::ALL {
        let text = HEAD.to_owned() + &claim("data", "standard") + &pod("user", "data");
        let options = ReadOptions { release, ..ReadOptions::default() };
        let scenario = read(&text, &options).expect("objects");
        let mut player = scenario.play(Settings { release, ..scenario.settings() });
        player.run_until(SimTime::from_seconds(30));
        delete_claim(&mut player, "data");
        create(&mut player.sim, &pod("late", "data"));
        play_on(&mut player, 5);
        let going = "persistentvolumeclaim \"data\" is being deleted";
        let words = match release {
            Release::V1_20 => format!("Warning FailedScheduling: {going}"),
            Release::V1_28 => format!(
                "Warning FailedScheduling: 0/3 nodes are available: {going}. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.."
            ),
            Release::Current => format!(
                "Warning FailedScheduling: 0/3 nodes are available: {going}. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling."
            ),
        };
        assert_eq!(event_messages(&player, "Pod/late"), [words]);
        delete_pod(&mut player, "user");
        play_on(&mut player, 60);
        assert!(!has_claim(&player, "data"), "a Pod without a node does not keep it");
    }
}
