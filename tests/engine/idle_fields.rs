//! Fields that Podlab reads and that change nothing that happens.

use podlab::api::ReadOptions;
use podlab::api::status::PodPhase;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::read;
use podlab::manifest::Code;

#[test]
fn the_claims_of_sets_and_of_volumes_are_looked_at() {
    let text = "apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers: [{name: app, image: nginx}]
      volumes:
      - name: scratch
        ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}},
          dataSource: {kind: PersistentVolumeClaim, name: a}}}}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      resources:
        requests: {storage: 1Gi}
        limits: {storage: 2Gi}
      dataSource: {kind: PersistentVolumeClaim, name: a}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce],
  hostPath: {path: /a}, mountOptions: [hard]}}
";
    let scenario = read(text, &ReadOptions::default()).expect("it can be read");
    let places: Vec<_> = scenario.warnings.iter().map(|w| (w.span.line, w.span.column)).collect();
    assert_eq!(places, [(14, 11), (21, 9), (25, 25)], "the second dataSource is told already");
}

#[test]
fn fields_are_told_of_each_kind_and_what_the_server_says_is_not_told_again() {
    let text = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: c}, provisioner: a, mountOptions: [hard]}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: v}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce],
  hostPath: {path: /a}, mountOptions: [hard]}}
---
{apiVersion: v1, kind: Node, metadata: {name: node-x}, spec: {externalID: a}}
---
{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: a, ports: [{containerPort: 80, hostIP: 1.2.3.4}]}]}}
";
    let scenario = read(text, &ReadOptions::default()).expect("it can be read");
    let told: Vec<_> = scenario.warnings.iter().map(|w| (w.code, w.span.line)).collect();
    let server = [(Code::Warned, 6), (Code::Warned, 8)];
    assert_eq!(told, [server[0], server[1], (Code::NoEffect, 1), (Code::NoEffect, 4)]);
}

#[test]
fn manifests_as_people_have_them_run_with_fields_that_have_no_effect() {
    let text = "apiVersion: v1
kind: Service
metadata: {name: web, annotations: {service.beta.kubernetes.io/aws-load-balancer-type: nlb}}
spec:
  type: LoadBalancer
  selector: {app: web}
  sessionAffinity: None
  externalTrafficPolicy: Local
  ports: [{name: http, port: 80, targetPort: 8080, nodePort: 30080, appProtocol: http}]
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  dnsPolicy: Default
  dnsConfig: {options: [{name: ndots, value: '2'}]}
  automountServiceAccountToken: false
  containers: [{name: a, image: nginx, securityContext: {runAsNonRoot: true, runAsUser: 1000}}]
";
    let scenario = read(text, &ReadOptions::default()).expect("it can be read");
    let lines: Vec<u32> = scenario.warnings.iter().map(|warning| warning.span.line).collect();
    assert_eq!(lines, [8, 9, 15, 16, 17, 18, 18]);
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(30));
    assert_eq!(player.take_refusals(), []);
    let (_, pod) = player.sim.pod("default", "web").expect("it is there");
    assert_eq!(pod.status.phase(), PodPhase::Running);
}
