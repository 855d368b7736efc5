//! The defaults that the API server fills in for missing fields.

use crate::api::container::{Container, PullPolicy, RestartPolicy, TerminationMessagePolicy};
use crate::api::container::{ContainerPort, Protocol};
use crate::api::core::{Service, ServiceSpec};
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::{PersistentVolume, VolumePhase};
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::api::pod::{DnsPolicy, Pod, PodSpec};
use crate::api::probe::{HttpGetAction, IntOrString, LifecycleHandler, Probe, UriScheme};
use crate::api::quantity::ResourceList;
use crate::api::stateful_set::{
    PodManagementPolicy, Retention, StatefulSet, StatefulSetUpdateStrategyType,
};
use crate::api::storage::ReclaimPolicy;
use crate::api::volume::Volume;
use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::schema::Raw;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};

/// The namespace of objects that name none.
pub(crate) const NAMESPACE: &str = "default";
/// The scheduler of Pods that name none.
pub(crate) const SCHEDULER: &str = "default-scheduler";
/// The grace period of Pods that name none, in seconds. Rule K-11.
pub(crate) const GRACE_PERIOD_SECONDS: i64 = 30;

/// Sets the namespace of an object that names none.
pub(crate) fn default_namespace(metadata: &mut ObjectMeta) {
    if metadata.namespace.is_empty() {
        metadata.namespace = NAMESPACE.into();
    }
}

/// Fills in the missing fields of a Pod. Rules K-11, K-14, K-18, P-322, P-401, P-601.
/// Models kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Pod and the functions it calls.
pub(crate) fn default_pod(pod: &mut Pod, release: Release) {
    default_namespace(&mut pod.metadata);
    default_pod_spec(&mut pod.spec, release);
}

/// Fills in the missing fields of a Pod's spec, also in the Pod templates of controllers.
pub fn default_pod_spec(spec: &mut PodSpec, release: Release) {
    spec.dns_policy.get_or_insert(DnsPolicy::ClusterFirst);
    spec.restart_policy.get_or_insert(RestartPolicy::Always);
    spec.termination_grace_period_seconds.get_or_insert(GRACE_PERIOD_SECONDS);
    spec.enable_service_links.get_or_insert(true);
    default_text(&mut spec.scheduler_name, SCHEDULER);
    spec.security_context.0.get_or_insert_with(|| Node::map([]));
    // `serviceAccountName` and `serviceAccount` are two names of one field.
    if spec.service_account_name.is_empty() {
        spec.service_account_name = spec.service_account.clone();
    }
    spec.service_account = spec.service_account_name.clone();
    for volume in &mut spec.volumes {
        default_volume(volume, release);
    }
    let host_network = spec.host_network;
    for container in spec.init_containers.iter_mut().chain(&mut spec.containers) {
        default_container(container);
        let resources = &mut container.resources;
        for (name, limit) in &resources.limits {
            resources.requests.entry(name.clone()).or_insert_with(|| limit.clone());
        }
        for port in container.ports.iter_mut().filter(|port| host_network && port.host_port == 0) {
            port.host_port = port.container_port;
        }
    }
    for container in &mut spec.ephemeral_containers {
        default_container(container);
    }
    canonical(&mut spec.overhead);
}

fn default_text(text: &mut Text, value: &'static str) {
    if text.is_empty() {
        *text = Text::Static(value);
    }
}

/// Brings quantities into their shortest form: `1000m` becomes `1`.
fn canonical(list: &mut ResourceList) {
    for quantity in list.values_mut() {
        quantity.text = Text::from(quantity.canonical());
    }
}

fn default_container(container: &mut Container) {
    if container.image_pull_policy.is_none() {
        let latest = image_tag(&container.image) == Some("latest");
        let policy = if latest { PullPolicy::Always } else { PullPolicy::IfNotPresent };
        container.image_pull_policy = Some(policy);
    }
    default_text(&mut container.termination_message_path, "/dev/termination-log");
    container.termination_message_policy.get_or_insert(TerminationMessagePolicy::File);
    for port in &mut container.ports {
        default_port(port);
    }
    canonical(&mut container.resources.limits);
    canonical(&mut container.resources.requests);
    let probes = [
        &mut container.liveness_probe,
        &mut container.readiness_probe,
        &mut container.startup_probe,
    ];
    for probe in probes.into_iter().flatten() {
        default_probe(probe);
    }
    if let Some(lifecycle) = &mut container.lifecycle {
        for hook in [&mut lifecycle.post_start, &mut lifecycle.pre_stop].into_iter().flatten() {
            let LifecycleHandler { http_get, .. } = hook;
            http_get.iter_mut().for_each(default_http_get);
        }
    }
    for source in container.env.iter_mut().filter_map(|env| env.value_from.as_mut()) {
        default_field(&mut source.field_ref, "apiVersion", Value::Text("v1".into()));
        default_field(&mut source.resource_field_ref, "divisor", Value::Text("0".into()));
    }
}

fn default_port(port: &mut ContainerPort) {
    port.protocol.get_or_insert(Protocol::Tcp);
}

/// Fills in the missing numbers of a probe. For four of them, zero means that it is missing. Rules P-601, K-14.
fn default_probe(probe: &mut Probe) {
    let numbers = [
        (&mut probe.timeout_seconds, 1),
        (&mut probe.period_seconds, 10),
        (&mut probe.success_threshold, 1),
        (&mut probe.failure_threshold, 3),
    ];
    for (number, default) in numbers {
        if number.is_none_or(|number| number == 0) {
            *number = Some(default);
        }
    }
    probe.http_get.iter_mut().for_each(default_http_get);
    if let Some(grpc) = &mut probe.grpc {
        grpc.service.get_or_insert_default();
    }
}

fn default_http_get(action: &mut HttpGetAction) {
    default_text(&mut action.path, "/");
    action.scheme.get_or_insert(UriScheme::Http);
}

/// Returns the tag of an image, or `latest` when there is none. Rule P-322.
///
/// Returns `None` for digests and malformed names.
pub(crate) fn image_tag(image: &str) -> Option<&str> {
    if image.contains('@') {
        return None;
    }
    let name = image.rfind('/').map_or(0, |slash| slash + 1);
    let (repository, tag) = match image[name..].rfind(':') {
        Some(colon) => (&image[..name + colon], &image[name + colon + 1..]),
        None => (image, "latest"),
    };
    // The first part may be a host, which may have upper-case letters and a port.
    let path = match repository.split_once('/') {
        Some((host, path)) if host == "localhost" || host.contains(['.', ':']) => path,
        _ => repository,
    };
    let valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-/".contains(c);
    let tag_valid = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let well_formed = !path.is_empty() && path.chars().all(valid);
    (well_formed && !tag.is_empty() && tag.chars().all(tag_valid)).then_some(tag)
}

/// Sets a field of a tree that Podlab keeps uninterpreted, unless the field has a value.
fn default_field(raw: &mut Raw, key: &'static str, value: Value) {
    if let Some(Node { value: Value::Map(entries), .. }) = &mut raw.0
        && !entries.iter().any(|entry| entry.key == *key && !entry.node.is_null())
    {
        entries.retain(|entry| entry.key != *key);
        entries.push(Entry { key: key.into(), span: Span::default(), node: value.into() });
    }
}

/// Makes a volume without a source an empty directory, and sets the mode of files to 0644.
fn default_volume(volume: &mut Volume, _: Release) {
    use crate::manifest::schema::Object;
    let mut sources = 0;
    volume.visit(&mut |name, field| sources += u32::from(name != "name" && !field.is_unset()));
    if sources == 0 {
        volume.empty_dir.0 = Some(Node::map([]));
    }
    let files = [
        &mut volume.secret,
        &mut volume.config_map,
        &mut volume.downward_api,
        &mut volume.projected,
    ];
    for source in files {
        default_field(source, "defaultMode", Value::Int(0o644));
    }
    default_field(&mut volume.host_path, "type", Value::Text(Text::default()));
}

/// Fills in the missing fields of a Service.
/// Models kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Service.
pub(crate) fn default_service(service: &mut Service, release: Release) {
    default_namespace(&mut service.metadata);
    let spec = &mut service.spec;
    default_text(&mut spec.session_affinity, "None");
    default_text(&mut spec.kind, "ClusterIP");
    for port in &mut spec.ports {
        default_text(&mut port.protocol, "TCP");
        let is_unset = match &port.target_port {
            None | Some(IntOrString::Int(0)) => true,
            Some(IntOrString::Int(_)) => false,
            Some(IntOrString::String(name)) => name.is_empty(),
        };
        if is_unset {
            port.target_port = Some(IntOrString::Int(port.port));
        }
    }
    if matches!(spec.kind.as_str(), "NodePort" | "LoadBalancer") {
        default_text(&mut spec.external_traffic_policy, "Cluster");
    }
    if spec.kind == "LoadBalancer" && release.has(Feature::ServiceLBNodePortControl) {
        spec.allocate_load_balancer_node_ports.get_or_insert(true);
    }
    default_affinity_timeout(spec);
    if spec.kind != "ExternalName" && release.has(Feature::ServiceInternalTrafficPolicy) {
        spec.internal_traffic_policy.get_or_insert(Text::Static("Cluster"));
    }
}

/// Fills in for how long a Service with the affinity `ClientIP` sends a client to the same Pod.
fn default_affinity_timeout(spec: &mut ServiceSpec) {
    const THREE_HOURS: i64 = 10_800;
    let config = &mut spec.session_affinity_config;
    let is_set = |config: &Raw| {
        let client = config.0.as_ref().and_then(|config| config.get("clientIP"));
        client.is_some_and(|client| client.get("timeoutSeconds").is_some_and(|t| !t.is_null()))
    };
    if spec.session_affinity == "ClientIP" && !is_set(config) {
        let timeout = [(Text::Static("timeoutSeconds"), Node::int(THREE_HOURS))];
        *config = Raw(Some(Node::map([(Text::Static("clientIP"), Node::map(timeout))])));
    }
}

/// Fills in the missing fields of a StatefulSet. Rules S-05, S-06.
/// Models kubernetes pkg/apis/apps/v1/defaults.go SetDefaults_StatefulSet.
pub fn default_stateful_set(set: &mut StatefulSet, release: Release, gates: Gates) {
    default_namespace(&mut set.metadata);
    let spec = &mut *set.spec;
    spec.pod_management_policy.get_or_insert(PodManagementPolicy::OrderedReady);
    let strategy = &mut spec.update_strategy;
    if strategy.kind.is_none() {
        strategy.kind = Some(StatefulSetUpdateStrategyType::RollingUpdate);
        // Only a strategy that is missing altogether gets this default. Rule S-06.
        strategy.rolling_update.get_or_insert_default();
    }
    if let Some(rolling) = &mut strategy.rolling_update {
        rolling.partition.get_or_insert(0);
        if gates.has(Feature::MaxUnavailableStatefulSet, release) {
            rolling.max_unavailable.get_or_insert(IntOrString::Int(1));
        }
    }
    if release.has(Feature::StatefulSetAutoDeletePVC) {
        let policy = spec.persistent_volume_claim_retention_policy.get_or_insert_default();
        policy.when_deleted.get_or_insert(Retention::Retain);
        policy.when_scaled.get_or_insert(Retention::Retain);
    }
    spec.replicas.get_or_insert(1);
    spec.revision_history_limit.get_or_insert(10);
    default_pod_spec(&mut spec.template.spec, release);
    for claim in &mut spec.volume_claim_templates {
        default_claim(claim);
    }
}

/// Fills in the missing fields of a volume.
/// Models kubernetes pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolume.
pub(crate) fn default_persistent_volume(volume: &mut PersistentVolume) {
    let spec = &mut volume.spec;
    spec.volume_mode.get_or_insert("Filesystem".into());
    spec.persistent_volume_reclaim_policy.get_or_insert(ReclaimPolicy::Retain);
    volume.status.phase.get_or_insert(VolumePhase::Pending);
}

/// Fills in the missing fields of a claim.
/// Models kubernetes pkg/apis/core/v1/defaults.go SetDefaults_PersistentVolumeClaim.
pub(crate) fn default_claim(claim: &mut PersistentVolumeClaim) {
    claim.spec.volume_mode.get_or_insert("Filesystem".into());
    claim.status.phase.get_or_insert(ClaimPhase::Pending);
    canonical(&mut claim.spec.resources.limits);
    canonical(&mut claim.spec.resources.requests);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ReadOptions, Resource, read, write};
    use crate::manifest::emit;

    fn pod(text: &str) -> Pod {
        let resources = read(text, &ReadOptions::default()).unwrap();
        let Some(Resource::Pod(mut pod)) = resources.into_iter().next() else { panic!("no Pod") };
        default_pod(&mut pod, Release::Current);
        pod
    }

    #[test]
    fn a_small_pod_is_filled_in_as_a_real_server_does() {
        let pod = pod(
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {hostNetwork: true, volumes: [{name: v}],
             containers: [{name: app, image: app, ports: [{containerPort: 80}],
             resources: {limits: {cpu: 1000m}}, livenessProbe: {periodSeconds: 0, httpGet: {port: 80}}}]}}",
        );
        let printed = emit::yaml(&write(&Resource::Pod(pod)));
        assert_eq!(
            printed,
            "\
apiVersion: v1
kind: Pod
metadata:
  name: p
  namespace: default
spec:
  containers:
  - image: app
    imagePullPolicy: Always
    livenessProbe:
      failureThreshold: 3
      httpGet:
        path: /
        port: 80
        scheme: HTTP
      periodSeconds: 10
      successThreshold: 1
      timeoutSeconds: 1
    name: app
    ports:
    - containerPort: 80
      hostPort: 80
      protocol: TCP
    resources:
      limits:
        cpu: \"1\"
      requests:
        cpu: \"1\"
    terminationMessagePath: /dev/termination-log
    terminationMessagePolicy: File
  dnsPolicy: ClusterFirst
  enableServiceLinks: true
  hostNetwork: true
  restartPolicy: Always
  schedulerName: default-scheduler
  securityContext: {}
  terminationGracePeriodSeconds: 30
  volumes:
  - emptyDir: {}
    name: v
status: {}
"
        );
    }

    #[test]
    fn the_tag_decides_when_the_image_is_pulled() {
        assert_eq!(image_tag("nginx"), Some("latest"));
        assert_eq!(image_tag("nginx:1.2"), Some("1.2"));
        assert_eq!(image_tag("host:5000/nginx"), Some("latest"));
        assert_eq!(image_tag("host:5000/a/nginx:latest"), Some("latest"));
        assert_eq!(image_tag("nginx@sha256:abc"), None);
        assert_eq!(image_tag("Nginx"), None);
        assert_eq!(image_tag(""), None);
    }
}
