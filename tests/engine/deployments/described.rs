//! What `kubectl describe` prints of a Deployment, against a recorded text.

use super::{deployment, manifest, set_image};
use crate::common::{at, create};
use podlab::cluster::world::Settings;
use podlab::kubectl::deployments::owned;
use podlab::kubectl::describe::describe_deployment;
use podlab::rules::release::Release;
use podlab::sim::Sim;

/// Rule KC-51. The text is that of the recorded `kubectl describe deploy shop`, in both releases.
#[test]
fn describe_prints_what_kubectl_printed() {
    let recorded = "Name:                   shop
Namespace:              ns
CreationTimestamp:      <time>
Labels:                 <none>
Annotations:            deployment.kubernetes.io/revision: 1
Selector:               app=shop
Replicas:               3 desired | 3 updated | 3 total | 3 available | 0 unavailable
StrategyType:           RollingUpdate
MinReadySeconds:        0
RollingUpdateStrategy:  25% max unavailable, 25% max surge
Pod Template:
  Labels:  app=shop
  Containers:
   app:
    Image:        app:v1
    Port:         <none>
    Host Port:    <none>
    Readiness:    exec [probe ready] delay=0s timeout=1s period=1s #success=1 #failure=3
    Environment:  <none>
    Mounts:       <none>
  Volumes:        <none>
Conditions:
  Type           Status  Reason
  ----           ------  ------
  Available      True    MinimumReplicasAvailable
  Progressing    True    NewReplicaSetAvailable
OldReplicaSets:  <none>
NewReplicaSet:   shop-rs1 (3/3 replicas created)
Events:
  Type    Reason             Age   From                   Message
  ----    ------             ----  ----                   -------
  Normal  ScalingReplicaSet  8s    deployment-controller  Scaled up replica set shop-rs1 to 3
";
    let probe = "readinessProbe: {exec: {command: [probe, ready]}, periodSeconds: 1}";
    for release in [Release::V1_20, Release::V1_28] {
        let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 2);
        let image = "image: app:v1";
        create(&mut sim, &manifest(3, "").replace(image, &format!("{image}, {probe}")));
        at(&mut sim, 8);
        let deployment = deployment(&sim);
        let sets = owned(sim.world(), &deployment);
        let uid = &deployment.metadata.uid;
        let events: Vec<_> = sim.events().iter().filter(|e| e.uid == *uid).cloned().collect();
        let text = describe_deployment(&deployment, &sets, &events, sim.now(), release);
        let text = text.replace(sets[0].metadata.name.as_str(), "shop-rs1");
        let text = text.replace("default\n", "ns\n");
        let line = |line: &str| match line.split_once("CreationTimestamp:      ") {
            Some(("", _)) => "CreationTimestamp:      <time>\n".to_owned(),
            _ => format!("{}\n", line.trim_end()),
        };
        assert_eq!(text.lines().map(line).collect::<String>(), recorded, "{release:?}");
    }
}

/// Rule KC-51, kubernetes pull request 113083.
#[test]
fn describe_lists_empty_old_replica_sets_since_1_27() {
    for release in Release::ALL {
        let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 2);
        create(&mut sim, &manifest(1, ""));
        at(&mut sim, 10);
        for (second, image) in [(30, "app:v2"), (50, "app:v3")] {
            set_image(&mut sim, image);
            at(&mut sim, second);
        }
        let deployment = deployment(&sim);
        let sets = owned(sim.world(), &deployment);
        let text = describe_deployment(&deployment, &sets, &[], sim.now(), release);
        let line = text.lines().find_map(|line| line.strip_prefix("OldReplicaSets:  "));
        let empty = |index: usize| format!("{} (0/0 replicas created)", sets[index].metadata.name);
        let all = format!("{}, {}", empty(0), empty(1));
        let wanted = if release == Release::V1_20 { "<none>" } else { &all };
        assert_eq!(line, Some(wanted), "{release:?}");
    }
}
