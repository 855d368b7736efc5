//! The tables of `kubectl get` for all kinds except Pods. Rules KC-01 to KC-07.
//! Models kubernetes pkg/printers/internalversion/printers.go.

use super::describe::{scalar, selector_text};
use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::{Node, Service};
use crate::api::meta::{ObjectMeta, controller};
use crate::api::node::is_not_ready;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::quantity::ResourceList;
use crate::api::replica_set::ReplicaSet;
use crate::api::service::target_port;
use crate::api::stateful_set::{ControllerRevision, PodTemplateSpec, StatefulSet, safe_hash};
use crate::apiserver::age::age;
use crate::apiserver::table::Table;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node as Tree;
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The options of `kubectl get`.
///
/// ```
/// use podlab::base::time::Timestamp;
/// use podlab::kubectl::get::Get;
/// use podlab::{Settings, Sim};
///
/// let sim = Sim::with_nodes(Settings::default(), 1);
/// let get = Get { wide: false, now: Timestamp::of(sim.now()), release: sim.settings().release };
/// let table = get.nodes(&sim.shown_nodes());
/// let cells: Vec<&str> = table.lines().skip(1).flat_map(str::split_whitespace).collect();
/// assert_eq!(cells[..3], ["node-1", "Ready", "<none>"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Get {
    /// `-o wide`: more columns at the end.
    pub wide: bool,
    /// The present moment.
    pub now: Timestamp,
    /// The release of kubectl and of the cluster.
    pub release: Release,
}

/// Returns the names and the images of a template's containers, for `-o wide`.
fn containers(template: &PodTemplateSpec) -> [String; 2] {
    let containers = &template.spec.containers;
    let names: Vec<&str> = containers.iter().map(|container| container.name.as_str()).collect();
    let images: Vec<&str> = containers.iter().map(|container| container.image.as_str()).collect();
    [names.join(","), images.join(",")]
}

/// The most addresses that are printed for a Service's endpoints.
const MOST: usize = 3;

impl Get {
    /// Aligns a header and rows into a table. Each kind needs a table of its own.
    ///
    /// ```
    /// use podlab::kubectl::get::Get;
    ///
    /// let rows = vec![vec!["web-0".to_owned(), "1/1".to_owned()]];
    /// assert_eq!(Get::table("NAME,READY", rows), "NAME    READY\nweb-0   1/1\n");
    /// ```
    pub fn table(header: &str, rows: Vec<Vec<String>>) -> String {
        let mut all = vec![header.split(',').map(str::to_owned).collect()];
        all.extend(rows);
        Table::default().print(&all)
    }

    fn age(self, metadata: &ObjectMeta) -> String {
        age(metadata.creation_timestamp, self.now)
    }

    fn row(self, cells: &[&str], wide: &[String]) -> Vec<String> {
        let shown = if self.wide { wide } else { &[] };
        cells.iter().map(|cell| (*cell).to_owned()).chain(shown.iter().cloned()).collect()
    }

    fn header(self, usual: &str, wide: &str) -> String {
        let mut header = usual.to_owned();
        if self.wide {
            header.extend([",", wide]);
        }
        header
    }

    /// Writes what `kubectl get statefulsets` prints.
    pub fn stateful_sets<'a>(self, sets: impl IntoIterator<Item = &'a Rc<StatefulSet>>) -> String {
        let row = |set: &Rc<StatefulSet>| {
            let ready = format!("{}/{}", set.status.ready_replicas, set.spec.replicas());
            let wide = containers(&set.spec.template);
            self.row(&[&set.metadata.name, &ready, &self.age(&set.metadata)], &wide)
        };
        let header = self.header("NAME,READY,AGE", "CONTAINERS,IMAGES");
        Get::table(&header, sets.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get replicasets` prints.
    pub fn replica_sets<'a>(self, sets: impl IntoIterator<Item = &'a Rc<ReplicaSet>>) -> String {
        let row = |set: &Rc<ReplicaSet>| {
            let cells = [
                set.metadata.name.as_str(),
                &set.spec.replicas().to_string(),
                &set.status.replicas.to_string(),
                &set.status.ready_replicas.to_string(),
                &self.age(&set.metadata),
            ];
            let [names, images] = containers(&set.spec.template);
            let selector = set.spec.selector.as_ref();
            let selector = selector.map(|selector| selector_text(&selector.encode()));
            self.row(&cells, &[names, images, selector.unwrap_or_default()])
        };
        let header = self.header("NAME,DESIRED,CURRENT,READY,AGE", "CONTAINERS,IMAGES,SELECTOR");
        Get::table(&header, sets.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get services` prints.
    pub fn services<'a>(self, services: impl IntoIterator<Item = &'a Rc<Service>>) -> String {
        let row = |service: &Rc<Service>| {
            let spec = &service.spec;
            let address = or_none(&spec.cluster_ip);
            let external = external_address(service);
            let ports = spec.ports.iter().map(|port| {
                let node =
                    if port.node_port > 0 { format!(":{}", port.node_port) } else { String::new() };
                format!("{}{node}/{}", port.port, port.protocol)
            });
            let ports = or_none(&ports.collect::<Vec<_>>().join(","));
            let cells = [
                service.metadata.name.as_str(),
                &spec.kind,
                &address,
                &external,
                &ports,
                &self.age(&service.metadata),
            ];
            self.row(&cells, &[labels(&spec.selector)])
        };
        let header = self.header("NAME,TYPE,CLUSTER-IP,EXTERNAL-IP,PORT(S),AGE", "SELECTOR");
        Get::table(&header, services.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get nodes` prints. Rule P-1003. Models kubernetes pkg/printers/internalversion/printers.go
    /// printNode.
    pub fn nodes<'a>(self, nodes: impl IntoIterator<Item = &'a Node>) -> String {
        let row = |node: &Node| {
            let ready = match is_not_ready(node) {
                true => "NotReady",
                false if node.status.conditions.is_empty() => "Unknown",
                false => "Ready",
            };
            let cordoned = if node.spec.unschedulable { ",SchedulingDisabled" } else { "" };
            let info =
                |field: &str| scalar(node.status.node_info.0.as_ref().and_then(|i| i.get(field)));
            let or_unknown =
                |text: String| if text.is_empty() { "<unknown>".to_owned() } else { text };
            let address = |kind: &str| {
                let all = node.status.addresses.0.as_ref().map_or(&[][..], Tree::elements);
                let found = all.iter().find(|a| scalar(a.get("type")) == kind);
                or_none(&found.map_or_else(String::new, |a| scalar(a.get("address"))))
            };
            let cells = [
                node.metadata.name.as_str(),
                &format!("{ready}{cordoned}"),
                &roles(node),
                &self.age(&node.metadata),
                &info("kubeletVersion"),
            ];
            let wide = [
                address("InternalIP"),
                address("ExternalIP"),
                or_unknown(info("osImage")),
                or_unknown(info("kernelVersion")),
                or_unknown(info("containerRuntimeVersion")),
            ];
            self.row(&cells, &wide)
        };
        let wide = "INTERNAL-IP,EXTERNAL-IP,OS-IMAGE,KERNEL-VERSION,CONTAINER-RUNTIME";
        let header = self.header("NAME,STATUS,ROLES,AGE,VERSION", wide);
        Get::table(&header, nodes.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get persistentvolumeclaims` prints. Rule KC-04.
    pub fn claims<'a>(
        self,
        claims: impl IntoIterator<Item = &'a Rc<PersistentVolumeClaim>>,
    ) -> String {
        let row = |claim: &Rc<PersistentVolumeClaim>| {
            let (metadata, spec, status) = (&claim.metadata, &claim.spec, &claim.status);
            let phase = status.phase.map_or("", |phase| phase.as_str());
            let (capacity, modes) = granted(claim);
            let class = spec.storage_class_name.as_deref().unwrap_or_default();
            let attributes = spec.volume_attributes_class_name.as_ref();
            let mut cells = vec![
                metadata.name.as_str(),
                going_or(metadata, phase),
                &spec.volume_name,
                &capacity,
                &modes,
                class,
            ];
            let age = self.age(metadata);
            cells.extend(
                self.release.knows(Feature::VolumeAttributesClass).then_some(or_unset(attributes)),
            );
            cells.push(&age);
            self.row(&cells, &[or_unset(spec.volume_mode.as_ref()).to_owned()])
        };
        let usual =
            "NAME,STATUS,VOLUME,CAPACITY,ACCESS MODES,STORAGECLASS,VOLUMEATTRIBUTESCLASS,AGE";
        let header = self.header(&self.without_newer(usual), "VOLUMEMODE");
        Get::table(&header, claims.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get persistentvolumes` prints. Rule KC-04.
    pub fn volumes<'a>(
        self,
        volumes: impl IntoIterator<Item = &'a Rc<PersistentVolume>>,
    ) -> String {
        let row = |volume: &Rc<PersistentVolume>| {
            let (metadata, spec, status) = (&volume.metadata, &volume.spec, &volume.status);
            let phase = status.phase.map_or("", |phase| phase.as_str());
            let (capacity, modes) = (storage(&spec.capacity), access_modes(&spec.access_modes));
            let claim = claim_of(volume);
            let attributes = spec.volume_attributes_class_name.as_ref();
            let mut cells = vec![
                metadata.name.as_str(),
                &capacity,
                &modes,
                spec.reclaim_policy().as_str(),
                going_or(metadata, phase),
                &claim,
                &spec.storage_class_name,
            ];
            let age = self.age(metadata);
            cells.extend(
                self.release.knows(Feature::VolumeAttributesClass).then_some(or_unset(attributes)),
            );
            cells.extend([status.reason.as_str(), &age]);
            self.row(&cells, &[or_unset(spec.volume_mode.as_ref()).to_owned()])
        };
        let usual = "NAME,CAPACITY,ACCESS MODES,RECLAIM POLICY,STATUS,CLAIM,STORAGECLASS,VOLUMEATTRIBUTESCLASS,REASON,AGE";
        let header = self.header(&self.without_newer(usual), "VOLUMEMODE");
        Get::table(&header, volumes.into_iter().map(row).collect())
    }

    /// Returns a header, without the column that came with 1.29 where kubectl is older.
    fn without_newer(self, header: &str) -> String {
        let newer = if self.release.knows(Feature::VolumeAttributesClass) {
            ""
        } else {
            "VOLUMEATTRIBUTESCLASS,"
        };
        header.replace(newer, "")
    }

    /// Writes what `kubectl get poddisruptionbudgets` prints. Rule KC-06.
    pub fn budgets<'a>(
        self,
        budgets: impl IntoIterator<Item = &'a Rc<PodDisruptionBudget>>,
    ) -> String {
        let bound = |bound: &Option<IntOrString>| {
            bound.as_ref().map_or_else(|| "N/A".to_owned(), IntOrString::to_string)
        };
        let row = |budget: &Rc<PodDisruptionBudget>| {
            let spec = &budget.spec;
            vec![
                budget.metadata.name.to_string(),
                bound(&spec.min_available),
                bound(&spec.max_unavailable),
                budget.status.disruptions_allowed.to_string(),
                self.age(&budget.metadata),
            ]
        };
        let header = "NAME,MIN AVAILABLE,MAX UNAVAILABLE,ALLOWED DISRUPTIONS,AGE";
        Get::table(header, budgets.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get controllerrevisions` prints. Rule KC-05.
    pub fn revisions<'a>(
        self,
        revisions: impl IntoIterator<Item = &'a Rc<ControllerRevision>>,
    ) -> String {
        let row = |revision: &Rc<ControllerRevision>| {
            let owner = controller(&revision.metadata).map_or("<none>".to_owned(), |owner| {
                let group = owner.api_version.split_once('/').map_or("", |(group, _)| group);
                let dot = if group.is_empty() { "" } else { "." };
                format!("{}{dot}{group}/{}", owner.kind.to_ascii_lowercase(), owner.name)
            });
            let number = revision.revision.to_string();
            let name = revision.metadata.name.as_str();
            self.row(&[name, &owner, &number, &self.age(&revision.metadata)], &[])
        };
        Get::table("NAME,CONTROLLER,REVISION,AGE", revisions.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get endpoints` prints. Each Service comes with its ready Pods, and with whether it has
    /// others. Rule KC-05.
    pub fn endpoints<'a>(
        self,
        services: impl IntoIterator<Item = (&'a Rc<Service>, Vec<&'a Pod>, bool)>,
    ) -> String {
        let row = |(service, ready, others): (&Rc<Service>, Vec<&Pod>, bool)| {
            let listed = endpoints(service, &ready, others, None);
            self.row(&[&service.metadata.name, &listed, &self.age(&service.metadata)], &[])
        };
        Get::table("NAME,ENDPOINTS,AGE", services.into_iter().map(row).collect())
    }

    /// Writes what `kubectl get endpointslices` prints. Each Service comes with all Pods in its slice, ready or not.
    /// Rule E-02.
    pub fn endpoint_slices<'a>(
        self,
        services: impl IntoIterator<Item = (&'a Rc<Service>, Vec<&'a Pod>)>,
    ) -> String {
        let row = |(service, mut pods): (&Rc<Service>, Vec<&Pod>)| {
            pods.sort_by(|a, b| a.status.pod_ip.cmp(&b.status.pod_ip));
            let numbers = |pod: &&Pod| {
                let number = |port| target_port(port, pod).to_string();
                service.spec.ports.iter().map(number).collect()
            };
            let ports = shortened(pods.first().map_or(Vec::new(), numbers));
            let addresses = pods.iter().map(|pod| pod.status.pod_ip.to_string()).collect();
            let addresses = shortened(addresses);
            let unset = |list: String| if list.is_empty() { "<unset>".to_owned() } else { list };
            let metadata = &service.metadata;
            // The server ends the name of a slice with five random letters.
            let letters = safe_hash(&format!("{}/{}", metadata.namespace, metadata.name));
            let letters = letters.get(..5).unwrap_or(&letters);
            let name = format!("{}-{letters}", metadata.name);
            let age = self.age(metadata);
            self.row(&[&name, "IPv4", &unset(ports), &unset(addresses), &age], &[])
        };
        let rows = services.into_iter().map(row).collect();
        Get::table("NAME,ADDRESSTYPE,PORTS,ENDPOINTS,AGE", rows)
    }
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "<none>" } else { text }.to_owned()
}

fn or_unset(text: Option<&Text>) -> &str {
    text.map_or("<unset>", Text::as_str)
}

fn going_or<'a>(metadata: &ObjectMeta, phase: &'a str) -> &'a str {
    if metadata.deletion_timestamp.is_some() { "Terminating" } else { phase }
}

fn labels(map: &BTreeMap<Text, Text>) -> String {
    let pairs: Vec<String> = map.iter().map(|(key, value)| format!("{key}={value}")).collect();
    or_none(&pairs.join(","))
}

fn external_address(service: &Service) -> String {
    let spec = &service.spec;
    let given = spec.external_ips.0.as_ref().map_or(&[][..], |list| list.elements());
    let given: Vec<&str> = given.iter().filter_map(|ip| Some(ip.as_text()?.as_str())).collect();
    match spec.kind.as_str() {
        "ExternalName" => spec.external_name.to_string(),
        "LoadBalancer" if given.is_empty() => "<pending>".to_owned(),
        _ => or_none(&given.join(",")),
    }
}

/// Returns how much storage a list of amounts has.
pub(super) fn storage(list: &ResourceList) -> String {
    list.get("storage").map_or("0".to_owned(), super::super::api::quantity::Quantity::canonical)
}

/// Returns the roles of a node, according to its labels.
pub(super) fn roles(node: &Node) -> String {
    let role = |key: &Text| key.strip_prefix("node-role.kubernetes.io/").map(str::to_owned);
    let roles: Vec<String> = node.metadata.labels.keys().filter_map(role).collect();
    or_none(&roles.join(","))
}

/// Returns the capacity and the access modes that a claim was given; empty before it has a volume. Rule KC-04.
pub(super) fn granted(claim: &PersistentVolumeClaim) -> (String, String) {
    if claim.spec.volume_name.is_empty() {
        return (String::new(), String::new());
    }
    (storage(&claim.status.capacity), access_modes(&claim.status.access_modes))
}

/// Returns access modes in kubectl's short form. Rule KC-04.
pub(super) fn access_modes(modes: &[Text]) -> String {
    const SHORT: [(&str, &str); 4] = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let has = |name: &str| modes.iter().any(|mode| *mode == *name);
    let short: Vec<&str> =
        SHORT.iter().filter(|(name, _)| has(name)).map(|(_, short)| *short).collect();
    short.join(",")
}

/// Returns the claim of a volume, with its namespace.
pub(super) fn claim_of(volume: &PersistentVolume) -> String {
    let owner = volume.spec.claim_ref.as_ref();
    owner.map_or(String::new(), |owner| format!("{}/{}", owner.namespace, owner.name))
}

/// Returns the ready addresses of a Service, all or those of one port. Rule KC-05.
pub(super) fn endpoints(
    service: &Service,
    ready: &[&Pod],
    others: bool,
    port: Option<&str>,
) -> String {
    if ready.is_empty() {
        return if others { String::new() } else { "<none>".to_owned() };
    }
    let mut pods = ready.to_vec();
    pods.sort_by(|a, b| a.status.pod_ip.cmp(&b.status.pod_ip));
    let mut list = Vec::new();
    let ports = &service.spec.ports;
    for wanted in ports.iter().filter(|known| port.is_none_or(|name| *known.name == *name)) {
        let number = |pod: &Pod| target_port(wanted, pod).to_string();
        list.extend(pods.iter().map(|pod| format!("{}:{}", pod.status.pod_ip, number(pod))));
    }
    if ports.is_empty() {
        list.extend(pods.iter().map(|pod| pod.status.pod_ip.to_string()));
    }
    shortened(list)
}

/// Returns the first addresses of a list, and how many more there are. Rule KC-05.
fn shortened(mut list: Vec<String>) -> String {
    let count = list.len();
    list.truncate(MOST);
    let mut text = list.join(",");
    if count > MOST {
        text.extend([" + ", &(count - MOST).to_string(), " more..."]);
    }
    text
}
