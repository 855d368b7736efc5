//! kubectl's texts about StatefulSets, Services and storage against recordings of real ones, see `kubectl/README.md`.

use crate::common::recorded::{event, goldens, normalised, tree};
use podlab::api::ObjectRef;
use podlab::api::core::Event;
use podlab::api::persistent_volume::PersistentVolume;
use podlab::api::persistent_volume_claim::PersistentVolumeClaim;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{ControllerRevision, StatefulSet};
use podlab::base::time::{SimTime, Timestamp};
use podlab::files::scenario_file::read;
use podlab::kubectl::describe::{
    describe_claim, describe_service, describe_stateful_set, describe_volume,
};
use podlab::kubectl::get::Get;
use podlab::kubectl::rollout;
use podlab::manifest::schema::{Decoder, Field};
use podlab::rules::release::Release;
use serde_json::{Value, json};
use std::path::Path;
use std::rc::Rc;

fn load(path: &Path) -> (Value, Release, String) {
    let text = std::fs::read_to_string(path).expect("the fixture is read");
    let fixture: Value = serde_json::from_str(&text).expect("the fixture is JSON");
    let release = Release::parse(fixture["release"].as_str().unwrap()).expect("a release");
    let golden = std::fs::read_to_string(path.with_extension("txt")).expect("the text is read");
    (fixture, release, golden)
}

fn decoded<T: Field + Default>(value: &Value) -> T {
    let (mut object, mut decoder) = (T::default(), Decoder::default());
    object.decode(&tree(value), &mut decoder);
    assert_eq!(decoder.problems, []);
    object
}

#[test]
fn describe_statefulset_prints_what_kubectl_printed() {
    for path in goldens("describe-sts-") {
        let (fixture, release, golden) = load(&path);
        let set: StatefulSet = decoded(&fixture["statefulSet"]);
        let pods: Vec<Pod> = fixture["pods"].as_array().unwrap().iter().map(decoded).collect();
        let events: Vec<Event> = fixture["events"].as_array().unwrap().iter().map(event).collect();
        let now = SimTime::from_seconds(fixture["now"].as_u64().expect("seconds"));
        let text = normalised(&describe_stateful_set(&set, &pods, &events, now, release));
        assert_eq!(text, golden, "{}", path.display());
    }
}

#[test]
fn rollout_status_prints_what_kubectl_printed_at_every_change() {
    for path in goldens("rollout-status-") {
        let (fixture, _, golden) = load(&path);
        let mut printed = String::new();
        for set in fixture["sets"].as_array().unwrap() {
            let set: StatefulSet = decoded(&json!({
                "metadata": {"generation": set["generation"]},
                "spec": set["spec"], "status": set["status"],
            }));
            let (line, is_done) = match rollout::status(&set) {
                Ok(line) => line,
                Err(error) => (format!("error: {error}"), true),
            };
            printed += &(line + "\n");
            if is_done {
                break;
            }
        }
        assert_eq!(printed, golden, "{}", path.display());
    }
}

/// Seconds at which the recorded cluster printed a text, for objects that are as old as the text says.
fn at(seconds: i64) -> Timestamp {
    Timestamp(Timestamp::EPOCH.0 + seconds)
}

fn get(release: Release, wide: bool) -> Get {
    Get { wide, now: at(100), release }
}

/// When something of that age was created.
fn ago(seconds: i64) -> String {
    at(100 - seconds).rfc3339()
}

#[test]
fn get_statefulsets_prints_what_kubectl_printed() {
    let set: StatefulSet = decoded(&json!({
        "metadata": {"name": "web", "creationTimestamp": ago(16)},
        "spec": {"replicas": 3, "template": {"spec": {"containers": [{"name": "app", "image": "app:v1"}]}}},
        "status": {"readyReplicas": 3},
    }));
    let recorded = "\
NAME   READY   AGE   CONTAINERS   IMAGES
web    3/3     16s   app          app:v1
";
    assert_eq!(get(Release::V1_28, true).objects([&Rc::new(set)]), recorded);
}

#[test]
fn get_claims_and_volumes_prints_what_kubectl_prints() {
    let uid = "5e6f7a8b-0000-4111-a222-333344445555";
    let bound = decoded(&json!({
        "metadata": {"name": "data-web-0", "creationTimestamp": ago(12)},
        "spec": {"volumeName": format!("pvc-{uid}"), "storageClassName": "standard", "volumeMode": "Filesystem"},
        "status": {"phase": "Bound", "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}},
    }));
    let pending = decoded(&json!({
        "metadata": {"name": "data-web-0", "creationTimestamp": ago(20)},
        "spec": {"storageClassName": "missing", "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "1Gi"}}},
        "status": {"phase": "Pending"},
    }));
    let recorded = "\
NAME         STATUS   VOLUME                                     CAPACITY   ACCESS MODES   STORAGECLASS   AGE
data-web-0   Bound    pvc-5e6f7a8b-0000-4111-a222-333344445555   1Gi        RWO            standard       12s
";
    assert_eq!(
        get(Release::V1_28, false).objects::<PersistentVolumeClaim>([&Rc::new(bound)]),
        recorded
    );
    let recorded = "\
NAME         STATUS    VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE
data-web-0   Pending                                      missing        20s
";
    assert_eq!(
        get(Release::V1_20, false).objects::<PersistentVolumeClaim>([&Rc::new(pending)]),
        recorded
    );

    let released = decoded(&json!({
        "metadata": {"name": "disk", "creationTimestamp": ago(65)},
        "spec": {"capacity": {"storage": "5Gi"}, "accessModes": ["ReadWriteMany", "ReadWriteOnce"],
            "persistentVolumeReclaimPolicy": "Retain", "claimRef": {"namespace": "ns", "name": "data-web-0"},
            "storageClassName": "manual", "volumeMode": "Filesystem"},
        "status": {"phase": "Released"},
    }));
    let printed = "\
NAME   CAPACITY   ACCESS MODES   RECLAIM POLICY   STATUS     CLAIM           STORAGECLASS   VOLUMEATTRIBUTESCLASS   REASON   AGE   VOLUMEMODE
disk   5Gi        RWO,RWX        Retain           Released   ns/data-web-0   manual         <unset>                          65s   Filesystem
";
    assert_eq!(
        get(Release::Current, true).objects::<PersistentVolume>([&Rc::new(released)]),
        printed
    );
}

fn revision(number: i64, image: &str, cause: Option<&str>) -> Rc<ControllerRevision> {
    let annotations = cause.map_or(json!({}), |cause| json!({"kubernetes.io/change-cause": cause}));
    let probe = json!({"exec": {"command": ["probe", "ready"]}, "periodSeconds": 1});
    Rc::new(decoded(&json!({
        "metadata": {"name": format!("web-rev{number}"), "annotations": annotations, "creationTimestamp": ago(9),
            "ownerReferences": [{"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "web", "controller": true}]},
        "revision": number,
        "data": {"spec": {"template": {"$patch": "replace", "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "app", "image": image, "readinessProbe": probe}]}}}},
    })))
}

#[test]
fn rollout_history_prints_what_kubectl_printed() {
    let all =
        [revision(1, "app:v1", None), revision(2, "app:v2", None), revision(3, "app:v3", None)];
    let recorded = "\
statefulset.apps/web 
REVISION  CHANGE-CAUSE
1         <none>
2         <none>
3         <none>

";
    assert_eq!(rollout::history("web", &all), recorded);
    let recorded = "\
statefulset.apps/web with revision #2
Pod Template:
  Labels:\tapp=web
  Containers:
   app:
    Image:\tapp:v2
    Port:\t<none>
    Host Port:\t<none>
    Readiness:\texec [probe ready] delay=0s timeout=1s period=1s #success=1 #failure=3
    Environment:\t<none>
    Mounts:\t<none>
  Volumes:\t<none>

";
    assert_eq!(rollout::history_of("web", &all[1], Release::V1_28), recorded);
    let caused = rollout::history("web", &[revision(12, "app:v1", Some("kubectl set image"))]);
    assert!(caused.ends_with("\n12        kubectl set image\n\n"), "{caused}");
    let rows = "\
NAME       CONTROLLER             REVISION   AGE
web-rev1   statefulset.apps/web   1          9s
";
    assert_eq!(get(Release::V1_28, false).objects(&all[..1]), rows);
}

/// A cluster with a set, its Service and its storage, a minute on.
fn cluster(release: Release) -> podlab::files::player::Player {
    let text = "
apiVersion: v1
kind: Service
metadata: {name: nginx, labels: {app: nginx}}
spec: {clusterIP: None, selector: {app: nginx}, ports: [{name: web, port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: nginx
  replicas: 1
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec: {containers: [{name: nginx, image: nginx, volumeMounts: [{name: www, mountPath: /data}]}]}
  volumeClaimTemplates:
  - metadata: {name: www}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";
    let scenario = read(text, &podlab::api::ReadOptions::default()).expect("a scenario");
    let mut player =
        scenario.play(podlab::cluster::world::Settings { release, ..scenario.settings() });
    player.run_until(SimTime::from_seconds(60));
    player
}

/// Printed by Podlab and compared by eye with kubectl's layout: no recording has these.
#[test]
fn describe_prints_services_and_storage_in_kubectls_layout() {
    let player = cluster(Release::V1_28);
    let world = player.sim.world();
    let now = world.now;
    let pods: Vec<&Pod> = world.pods().map(|(_, pod)| &**pod).collect();
    let (service, _) = world.services().next().expect("a Service");
    let text = describe_service(service, &pods, false, &[], now, Release::V1_28);
    let printed = "\
Name:              nginx
Namespace:         default
Labels:            app=nginx
Annotations:       <none>
Selector:          app=nginx
Type:              ClusterIP
IP Family Policy:  SingleStack
IP Families:       IPv4
IP:                None
IPs:               None
Port:              web  80/TCP
TargetPort:        80/TCP
Endpoints:         10.244.0.2:80
Session Affinity:  None
Events:            <none>
";
    assert_eq!(text, printed);
    let rows = "\
NAME    TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
nginx   ClusterIP   None         <none>        80/TCP    60s
";
    let get = Get { wide: false, now: Timestamp::of(now), release: Release::V1_28 };
    assert_eq!(get.services([service]), rows);
    let rows = "NAME    ENDPOINTS       AGE\nnginx   10.244.0.2:80   60s\n";
    assert_eq!(get.endpoints([(service, pods.clone(), false)]), rows);
    let rows = "\
NAME          ADDRESSTYPE   PORTS   ENDPOINTS    AGE
nginx-6bdcc   IPv4          80      10.244.0.2   60s
";
    assert_eq!(get.endpoint_slices([(service, pods.clone())]), rows);
    let rows = get.endpoint_slices([(service, Vec::new())]);
    assert!(rows.contains(" IPv4          <unset>   <unset>     60s"), "{rows}");

    let (_, claim) = world.objects.claims.iter().next().expect("a claim");
    let text = describe_claim(claim, &["web-0".to_owned()], &[], now);
    let volume = claim.spec.volume_name.as_str();
    let printed = format!(
        "\
Name:          www-web-0
Namespace:     default
StorageClass:  standard
Status:        Bound
Volume:        {volume}
Labels:        app=nginx
Annotations:   pv.kubernetes.io/bind-completed: yes
               pv.kubernetes.io/bound-by-controller: yes
               volume.beta.kubernetes.io/storage-provisioner: kubernetes.io/host-path
               volume.kubernetes.io/storage-provisioner: kubernetes.io/host-path
Finalizers:    [kubernetes.io/pvc-protection]
Capacity:      1Gi
Access Modes:  RWO
VolumeMode:    Filesystem
Used By:       web-0
Events:        <none>
"
    );
    assert_eq!(text, printed);
    let (_, object) = world.objects.volumes.iter().next().expect("a volume");
    let text = describe_volume(object, &[], now, Release::V1_28);
    let uid = claim.metadata.uid.as_str();
    let printed = format!(
        "\
Name:            {volume}
Labels:          <none>
Annotations:     pv.kubernetes.io/provisioned-by: kubernetes.io/host-path
Finalizers:      [kubernetes.io/pv-protection]
StorageClass:    standard
Status:          Bound
Claim:           default/www-web-0
Reclaim Policy:  Delete
Access Modes:    RWO
VolumeMode:      Filesystem
Capacity:        1Gi
Node Affinity:   <none>
Message:         
Source:
    Type:          HostPath (bare host directory volume)
    Path:          /tmp/hostpath_pv/{uid}
    HostPathType:  
Events:            <none>
"
    );
    assert_eq!(text, printed);
}

#[test]
fn describe_revision_names_every_field_in_words() {
    let text = podlab::kubectl::describe::describe_revision(
        &revision(1, "app:v1", None),
        SimTime::from_seconds(100),
        Release::V1_28,
    );
    let printed = "\
Name:         web-rev1
Namespace:    
Labels:       <none>
Annotations:  <none>
API Version:  apps/v1
Data:
  Spec:
    Template:
      $patch:  replace
      Metadata:
        Creation Timestamp:  <nil>
        Labels:
          App:  web
      Spec:
        Containers:
          Image:  app:v1
          Name:   app
          Readiness Probe:
            Exec:
              Command:
                probe
                ready
            Period Seconds:  1
          Resources:
Kind:  ControllerRevision
Metadata:
  Creation Timestamp:  2026-01-01T00:01:31Z
  Owner References:
    API Version:  apps/v1
    Controller:   true
    Kind:         StatefulSet
    Name:         web
Revision:         1
Events:           <none>
";
    assert_eq!(text, printed);
}

#[test]
fn two_revisions_differ_field_by_field() {
    let (old, new) = (revision(1, "app:v1", None), revision(2, "app:v2", None));
    let changes = podlab::kubectl::revisions::diff(&old.data.0, &new.data.0);
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!(change.path, "spec.containers[app].image");
    assert_eq!((change.old.as_deref(), change.new.as_deref()), (Some("app:v1"), Some("app:v2")));
    assert_eq!(podlab::kubectl::revisions::diff(&old.data.0, &old.data.0), []);

    let mut other = (*new).clone();
    let template = &mut *other.data.0;
    template.metadata.annotations.insert("a".into(), "b".into());
    template.spec.containers[0].readiness_probe = None;
    let changes = podlab::kubectl::revisions::diff(&new.data.0, &other.data.0);
    let seen: Vec<String> = changes
        .iter()
        .map(|c| format!("{} {:?} {:?}", c.path, c.old.as_deref(), c.new.as_deref()))
        .collect();
    let expected = [
        "metadata.annotations.a None Some(\"b\")",
        "spec.containers[app].readinessProbe.exec.command[0] Some(\"probe\") None",
        "spec.containers[app].readinessProbe.exec.command[1] Some(\"ready\") None",
        "spec.containers[app].readinessProbe.periodSeconds Some(\"1\") None",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn the_history_tells_who_runs_which_revision() {
    let mut player = cluster(Release::V1_28);
    let patch = "spec: {template: {spec: {containers: [{name: nginx, image: broken}]}}}";
    let patch = podlab::manifest::yaml::parse(patch).expect("a patch").remove(0);
    let (namespace, name) = ("default", "web");
    let command =
        podlab::cluster::command::Command::patch(ObjectRef::stateful_set(namespace, name), patch);
    player.sim.apply(command).expect("it may be changed");
    player.run_until(SimTime(60_100));
    let world = player.sim.world();
    let (_, set) = world.objects.sets.iter().next().expect("the set");
    let seen: Vec<(i64, bool, bool, usize)> = podlab::kubectl::revisions::history(world, set)
        .iter()
        .map(|entry| (entry.number, entry.is_current, entry.is_update, entry.pods.len()))
        .collect();
    assert_eq!(seen, [(1, true, false, 1), (2, false, true, 0)]);
    let number = Some(9);
    let (namespace, name) = ("default", "web");
    let undo = podlab::cluster::command::Command::RolloutUndo {
        object: ObjectRef::stateful_set(namespace, name),
        to_revision: number,
    };
    let refused = player.sim.apply(undo).unwrap_err();
    assert_eq!(refused.message, "unable to find specified revision 9 in history");
}
