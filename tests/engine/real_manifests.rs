//! Manifests as people have them: fields that exist are taken, and what a cluster refuses or leaves alone is refused or left alone.

use podlab::api::ReadOptions;
use podlab::api::status::{POD_SCHEDULED, PodPhase};
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::questions::waits::{WaitKind, of_pod};
use podlab::rules::Rule;
use podlab::rules::release::Release;

/// Begins a run of a text in a release.
fn play(text: &str, release: Release) -> Player {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(text, &options).unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"));
    scenario.play(Settings { release, ..scenario.settings() })
}

/// Returns what the API server of the current release says of the objects of a text.
fn refusals(text: &str) -> Vec<String> {
    let mut player = play(text, Release::Current);
    player.take_refusals().iter().map(|refusal| refusal.error.message.to_string()).collect()
}

/// Returns the messages of the Events with a reason after some seconds.
fn told(text: &str, release: Release, seconds: u64, reason: &str) -> Vec<String> {
    let mut player = play(text, release);
    player.run_until(SimTime::from_seconds(seconds));
    let events = player.sim.events().iter().filter(|event| event.reason == *reason);
    events.map(|event| event.message.to_string()).collect()
}

fn pod(spec: &str) -> String {
    format!("{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {spec}}}")
}

const APP: &str = "containers: [{name: app, image: 'nginx:1'}]";

#[test]
fn services_volumes_and_nodes_have_all_their_fields() {
    let sources = [
        "portworxVolume: {volumeID: a}",
        "storageos: {volumeName: a}",
        "glusterfs: {endpoints: a, path: b}",
        "flocker: {datasetName: a}",
        "quobyte: {registry: 'a:1', volume: b}",
        "scaleIO: {gateway: a, system: b, volumeName: v}",
        "photonPersistentDisk: {pdID: a}",
    ];
    for source in sources {
        let volume = format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: v}}, spec: {{capacity: {{storage: 1Gi}}, \
             accessModes: [ReadWriteOnce], {source}}}}}"
        );
        assert_eq!(refusals(&volume), [""; 0], "{source}");
    }
    let service = "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer, sessionAffinity: ClientIP,
      sessionAffinityConfig: {clientIP: {timeoutSeconds: 10}}, loadBalancerSourceRanges: ['10.0.0.0/8'],
      loadBalancerClass: example.com/a, healthCheckNodePort: 30123, externalTrafficPolicy: Local,
      allocateLoadBalancerNodePorts: false, ports: [{port: 80, nodePort: 30080}]}}";
    assert_eq!(refusals(service), [""; 0]);
    let node = "{apiVersion: v1, kind: Node, metadata: {name: node-x}, spec: {externalID: a, configSource: {}},
      status: {config: {}, declaredFeatures: [A], features: {supplementalGroupsPolicy: true}, phase: Running,
        runtimeHandlers: [{name: ''}], volumesAttached: [{name: a, devicePath: b}], volumesInUse: [a]}}";
    assert_eq!(refusals(node), [""; 0]);
}

#[test]
fn fields_of_load_balancers_are_for_load_balancers() {
    let refused = refusals(
        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {loadBalancerClass: example.com/a,
          allocateLoadBalancerNodePorts: true, healthCheckNodePort: 30001, loadBalancerSourceRanges: [ten],
          sessionAffinityConfig: {clientIP: {timeoutSeconds: 0}}, ports: [{port: 80}]}}",
    );
    for words in [
        "spec.sessionAffinityConfig: Forbidden: must not be set when session affinity is None",
        "spec.loadBalancerSourceRanges[0]: Invalid value: \"ten\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
        "spec.loadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        "spec.healthCheckNodePort: Invalid value: 30001: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ] {
        assert!(refused[0].contains(words), "{words}\n{}", refused[0]);
    }
}

#[test]
fn every_kind_is_checked_when_it_is_created() {
    let cases = [
        (
            "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: NodePort, ports: [{port: 80, nodePort: 80}]}}",
            "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767",
        ),
        (
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {'a b': c}}",
            "data[a b]: Invalid value: \"a b\": a valid config key must consist of",
        ),
        (
            "{apiVersion: v1, kind: Secret, type: kubernetes.io/tls, metadata: {name: c}, data: {a: YQ==}}",
            "[data[tls.crt]: Required value, data[tls.key]: Required value]",
        ),
        (
            "{apiVersion: v1, kind: Secret, type: kubernetes.io/basic-auth, metadata: {name: c}}",
            "[data[username]: Required value, data[password]: Required value]",
        ),
        (
            "{apiVersion: v1, kind: Secret, type: kubernetes.io/ssh-auth, metadata: {name: c}, stringData: {ssh-privatekey: ''}}",
            "data[ssh-privatekey]: Required value",
        ),
        (
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: system-a}, value: 1}",
            "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved",
        ),
        (
            "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}}",
            "provisioner: Required value",
        ),
        (
            "{apiVersion: v1, kind: Node, metadata: {name: node-x}, spec: {taints: [{key: a}]}}",
            "spec.taints[0].effect: Required value",
        ),
    ];
    for (text, words) in cases {
        let refused = refusals(text);
        assert!(refused.iter().any(|message| message.contains(words)), "{text}\n{refused:?}");
    }
    // The server takes what is in `stringData` for `data`.
    let whole = "{apiVersion: v1, kind: Secret, type: kubernetes.io/tls, metadata: {name: c}, stringData: {tls.crt: a}, data: {tls.key: YQ==}}";
    assert_eq!(refusals(whole), [""; 0]);
}

#[test]
fn a_secret_that_is_not_base64_cannot_be_read() {
    let text = "{apiVersion: v1, kind: Secret, metadata: {name: c}, data: {a: 'not base64!'}}";
    let wrong = read(text, &ReadOptions::default()).unwrap_err();
    assert_eq!(wrong[0].message, "\"not base64!\": illegal base64 data at input byte 3");
    assert_eq!((wrong[0].path.as_str(), wrong[0].span.column), ("data.a", 63));
}

#[test]
fn a_set_reports_claims_that_the_server_refuses() {
    let text = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {serviceName: s, selector: {matchLabels: {a: b}},
      template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: 'nginx:1'}]}},
      volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [RWO]}}]}}";
    let why = "PersistentVolumeClaim \"d-s-0\" is invalid: [spec.accessModes: Unsupported value: \"RWO\": supported values: \
               \"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\", spec.resources[storage]: Required value]";
    let failed = told(text, Release::Current, 1, "FailedCreate");
    let claim = format!("Create Claim d-s-0 for Pod s-0 in StatefulSet s failed error: {why}");
    let pod =
        format!("Create Pod s-0 in StatefulSet s failed error: failed to create PVC d-s-0: {why}");
    assert_eq!(failed[..2], [claim, pod]);
    let mut player = play(text, Release::Current);
    player.run_until(SimTime::from_seconds(60));
    assert_eq!(player.sim.world().pods().count(), 0);
}

#[test]
fn a_pod_for_another_scheduler_stays_pending_without_events() {
    let mut player = play(&pod(&format!("{{schedulerName: mine, {APP}}}")), Release::Current);
    player.run_until(SimTime::from_seconds(600));
    let (id, pod) = player.sim.pod("default", "p").expect("the Pod is there");
    assert_eq!((pod.status.phase(), pod.status.conditions.len()), (PodPhase::Pending, 0));
    assert_eq!(player.sim.events().len(), 0);
    let waits = of_pod(&player.sim, id);
    assert_eq!((&waits[0].kind, waits.len()), (&WaitKind::OtherScheduler("mine".into()), 1));
    let usual = pod_is_running(&pod_text("schedulerName: default-scheduler"));
    assert!(usual, "the default scheduler has a name, too");
}

#[test]
fn a_pod_for_another_scheduler_can_be_bound_by_hand_once() {
    let mut player = play(&pod_text("schedulerName: mine"), Release::Current);
    player.run_until(SimTime::from_seconds(5));
    let bind = |node: &'static str| Command::bind("default", "p", node);
    player.sim.apply(bind("node-1")).expect("nothing prevents the binding");
    player.run_until(SimTime::from_seconds(30));
    let (_, pod) = player.sim.pod("default", "p").expect("the Pod is there");
    assert_eq!((pod.status.phase(), pod.spec.node_name.as_str()), (PodPhase::Running, "node-1"));
    assert!(pod.status.is_true(POD_SCHEDULED));
    let changes = player.sim.take_changes();
    let bound = changes.iter().find(|change| matches!(change.fact, Fact::Bound { .. }));
    assert_eq!(bound.map(|change| change.rule), Some(Rule::P904));
    assert_eq!(
        player.sim.apply(bind("node-2")).unwrap_err().kubectl(""),
        "Error from server (Conflict): Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node \"node-1\""
    );
}

#[test]
fn a_pod_with_scheduling_gates_or_on_its_way_out_cannot_be_bound() {
    let bound = |text: &str, first: Option<Command>| {
        let mut player = play(text, Release::Current);
        player.run_until(SimTime::from_seconds(1));
        if let Some(command) = first {
            player.sim.apply(command).expect("it can be done");
        }
        player.sim.apply(Command::bind("default", "p", "node-1")).unwrap_err().to_string()
    };
    let head = "Operation cannot be fulfilled on pods/binding \"p\": pod p";
    assert_eq!(
        bound(&pod_text("schedulingGates: [{name: example.com/wait}]"), None),
        format!("{head} has non-empty .spec.schedulingGates")
    );
    let held = format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: p, finalizers: [example.com/keep]}}, spec: {{schedulerName: mine, {APP}}}}}"
    );
    let delete = Command::delete_pod("default", "p", None);
    assert_eq!(
        bound(&held, Some(delete)),
        format!("{head} is being deleted, cannot be assigned to a host")
    );
}

fn pod_text(more: &str) -> String {
    pod(&format!("{{{more}, {APP}}}"))
}

fn pod_is_running(text: &str) -> bool {
    let mut player = play(text, Release::Current);
    player.run_until(SimTime::from_seconds(30));
    player.sim.pod("default", "p").is_some_and(|(_, p)| p.status.phase() == PodPhase::Running)
}

#[test]
fn a_pod_waits_for_its_resource_claims_and_then_for_devices() {
    let claims = "resourceClaims: [{name: gpu, resourceClaimName: some-gpu}]";
    let mut player = play(&pod_text(claims), Release::Current);
    player.run_until(SimTime::from_seconds(60));
    let (id, _) = player.sim.pod("default", "p").expect("the Pod is there");
    let wait = WaitKind::ResourceClaim { kind: "ResourceClaim", name: "some-gpu".into() };
    let waits = of_pod(&player.sim, id);
    assert_eq!((&waits[0].kind, waits[0].rule), (&wait, Rule::P910));
    assert_eq!(player.sim.events().len(), 0, "the scheduler does not look at it");
    let claim = "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: some-gpu},
      spec: {devices: {requests: [{name: one, exactly: {deviceClassName: gpu.example.com}}]}}}";
    let class = "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}, spec: {}}";
    let slice =
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: slice}, spec: {}}";
    let said = |objects: &[&str]| {
        let text = [objects, &[&pod_text(claims)]].concat().join("\n---\n");
        told(&text, Release::Current, 5, "FailedScheduling")
    };
    let rest = "still not schedulable, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";
    let no_class = "request one: device class gpu.example.com does not exist";
    assert_eq!(said(&[claim]), [format!("0/3 nodes are available: {no_class}. {rest}")]);
    let none = "3 cannot allocate all claims";
    assert_eq!(said(&[claim, class]), [format!("0/3 nodes are available: {none}. {rest}")]);
    assert_eq!(said(&[claim, class, slice]), [""; 0]);
}

#[test]
fn a_generic_ephemeral_volume_makes_a_claim_that_goes_with_the_pod() {
    let volume = "volumes: [{name: v, ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: b}},
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}}]";
    let text = format!(
        "{{apiVersion: podlab/v1, kind: Scenario, actions: [{{t: 20, do: delete, object: pod/p}}]}}\n---\n{}",
        pod_text(volume)
    );
    for release in [Release::V1_28, Release::Current] {
        let mut player = play(&text, release);
        player.run_until(SimTime::from_seconds(19));
        let claims = &player.sim.world().objects.claims;
        let claim = claims.named(&"default".into(), &"p-v".into()).expect("the claim is there");
        assert_eq!(claim.metadata.labels.len(), 1);
        assert_eq!(claim.metadata.owner_references[0].name, "p");
        let (_, pod) = player.sim.pod("default", "p").expect("the Pod is there");
        assert_eq!(pod.status.phase(), PodPhase::Running, "{release:?}");
        player.run_until(SimTime::from_seconds(120));
        assert_eq!(player.sim.world().objects.claims.iter().count(), 0, "{release:?}");
    }
    // 1.20 drops the field, and then the volume has no source.
    let mut old = play(&text, Release::V1_20);
    let refused = old.take_refusals().remove(0).error.message.to_string();
    assert!(
        refused.contains("spec.volumes[0]: Required value: must specify a volume type"),
        "{refused}"
    );
}

#[test]
fn a_claim_of_that_name_that_is_not_the_pod_s_keeps_it_waiting() {
    let spec = "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}";
    let volume = format!("volumes: [{{name: v, ephemeral: {{volumeClaimTemplate: {{{spec}}}}}}}]");
    let text = format!(
        "{{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {{name: p-v}}, {spec}}}\n---\n{}",
        pod_text(&volume)
    );
    let why = "PVC default/p-v was not created for pod default/p (pod is not owner)";
    let bound = told(&text, Release::Current, 1, "FailedBinding");
    assert_eq!(bound[0], format!("ephemeral volume v: {why}"));
    let scheduled = told(&text, Release::Current, 1, "FailedScheduling");
    assert!(
        scheduled[0].starts_with(&format!("0/3 nodes are available: {why}. ")),
        "{scheduled:?}"
    );
}

#[test]
fn a_hook_on_a_port_that_no_port_is_named_like_fails() {
    let hook = "{containers: [{name: app, image: 'nginx:1', lifecycle: {postStart: {httpGet: {port: nope}}}}]}";
    for release in Release::ALL {
        let failed = told(&pod(hook), release, 5, "FailedPostStartHook");
        assert!(!failed.is_empty(), "{release:?}");
    }
}
