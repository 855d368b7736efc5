//! The tables of `kubectl get` for all kinds except Pods. Rules KC-01 to KC-07.
//! Models kubernetes pkg/printers/internalversion/printers.go.

use super::describe::scalar;
use crate::api::core::{Node, Service};
use crate::api::meta::ObjectMeta;
use crate::api::node::is_not_ready;
use crate::api::pod::Pod;
use crate::api::service::target_port;
use crate::api::stateful_set::safe_hash;
use crate::apiserver::age::age;
use crate::apiserver::printed::Printed;
use crate::apiserver::table::Table;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node as Tree;
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

    fn header(self, usual: &str, wide: &str) -> String {
        let mut header = usual.to_owned();
        if self.wide {
            header.extend([",", wide]);
        }
        header
    }

    /// Writes what `kubectl get` prints of objects of one kind. Rules KC-01 to KC-06.
    pub fn objects<'a, K: Printed + 'a>(
        self,
        objects: impl IntoIterator<Item = &'a Rc<K>>,
    ) -> String {
        let rows = objects.into_iter().map(|object| self.object(&**object)).collect();
        Get::table(&self.columns::<K>(), rows)
    }

    /// Returns the names of the columns of a kind, with commas between them.
    pub(super) fn columns<K: Printed>(self) -> String {
        match (K::columns(self.release), K::WIDE) {
            (usual, "") => usual.to_owned(),
            (usual, wide) => self.header(usual, wide),
        }
    }

    /// Returns the cells of an object.
    pub(super) fn object<K: Printed>(self, object: &K) -> Vec<String> {
        let mut cells = object.cells(self.now, self.release);
        if self.wide {
            cells.extend(object.wide_cells());
        }
        cells
    }

    /// Writes what `kubectl get services` prints.
    pub fn services<'a>(self, services: impl IntoIterator<Item = &'a Rc<Service>>) -> String {
        self.objects(services)
    }

    /// Writes what `kubectl get nodes` prints. Rule P-1003.
    pub fn nodes<'a>(self, nodes: impl IntoIterator<Item = &'a Node>) -> String {
        let rows = nodes.into_iter().map(|node| self.object(node)).collect();
        Get::table(&self.columns::<Node>(), rows)
    }

    /// Writes what `kubectl get endpoints` prints. Each Service comes with its ready Pods, and with whether it has
    /// others. Rule KC-05.
    pub fn endpoints<'a>(
        self,
        services: impl IntoIterator<Item = (&'a Rc<Service>, Vec<&'a Pod>, bool)>,
    ) -> String {
        let row = |(service, ready, others): (&Rc<Service>, Vec<&Pod>, bool)| {
            self.endpoints_of(service, &ready, others)
        };
        Get::table(ENDPOINTS, services.into_iter().map(row).collect())
    }

    /// Returns the cells of the Endpoints of a Service.
    pub(super) fn endpoints_of(
        self,
        service: &Service,
        ready: &[&Pod],
        others: bool,
    ) -> Vec<String> {
        let listed = endpoints(service, ready, others, None);
        vec![service.metadata.name.to_string(), listed, self.age(&service.metadata)]
    }

    /// Writes what `kubectl get endpointslices` prints. Each Service comes with all Pods in its slice, ready or not.
    /// Rule E-02.
    pub fn endpoint_slices<'a>(
        self,
        services: impl IntoIterator<Item = (&'a Rc<Service>, Vec<&'a Pod>)>,
    ) -> String {
        let rows = services.into_iter().map(|(service, pods)| self.slice_of(service, pods));
        Get::table(SLICES, rows.collect())
    }

    /// Returns the cells of the EndpointSlice of a Service.
    pub(super) fn slice_of(self, service: &Service, mut pods: Vec<&Pod>) -> Vec<String> {
        pods.sort_by(|a, b| a.status.pod_ip.cmp(&b.status.pod_ip));
        let numbers = |pod: &&Pod| {
            let number = |port| target_port(port, pod).to_string();
            service.spec.ports.iter().map(number).collect()
        };
        let ports = shortened(pods.first().map_or(Vec::new(), numbers));
        let addresses = pods.iter().map(|pod| pod.status.pod_ip.to_string()).collect();
        let addresses = shortened(addresses);
        let unset = |list: String| if list.is_empty() { "<unset>".to_owned() } else { list };
        let age = self.age(&service.metadata);
        vec![slice_name(service), "IPv4".to_owned(), unset(ports), unset(addresses), age]
    }
}

/// The columns of Endpoints.
pub(super) const ENDPOINTS: &str = "NAME,ENDPOINTS,AGE";
/// The columns of EndpointSlices.
pub(super) const SLICES: &str = "NAME,ADDRESSTYPE,PORTS,ENDPOINTS,AGE";

/// Returns the name of the EndpointSlice of a Service. The server ends it with five random letters.
pub(super) fn slice_name(service: &Service) -> String {
    let metadata = &service.metadata;
    let letters = safe_hash(&format!("{}/{}", metadata.namespace, metadata.name));
    let letters = letters.get(..5).unwrap_or(&letters);
    format!("{}-{letters}", metadata.name)
}

/// Models kubernetes pkg/printers/internalversion/printers.go printService.
impl Printed for Service {
    const WIDE: &'static str = "SELECTOR";

    fn columns(_: Release) -> &'static str {
        "NAME,TYPE,CLUSTER-IP,EXTERNAL-IP,PORT(S),AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let spec = &self.spec;
        let ports = spec.ports.iter().map(|port| {
            let node =
                if port.node_port > 0 { format!(":{}", port.node_port) } else { String::new() };
            format!("{}{node}/{}", port.port, port.protocol)
        });
        vec![
            self.metadata.name.to_string(),
            spec.kind.to_string(),
            or_none(&spec.cluster_ip),
            external_address(self),
            or_none(&ports.collect::<Vec<_>>().join(",")),
            age(self.metadata.creation_timestamp, now),
        ]
    }

    fn wide_cells(&self) -> Vec<String> {
        vec![labels(&self.spec.selector)]
    }
}

/// Models kubernetes pkg/printers/internalversion/printers.go printNode.
impl Printed for Node {
    const WIDE: &'static str = "INTERNAL-IP,EXTERNAL-IP,OS-IMAGE,KERNEL-VERSION,CONTAINER-RUNTIME";

    fn columns(_: Release) -> &'static str {
        "NAME,STATUS,ROLES,AGE,VERSION"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let ready = if is_not_ready(self) {
            "NotReady"
        } else if self.status.conditions.is_empty() {
            "Unknown"
        } else {
            "Ready"
        };
        let cordoned = if self.spec.unschedulable { ",SchedulingDisabled" } else { "" };
        vec![
            self.metadata.name.to_string(),
            format!("{ready}{cordoned}"),
            roles(self),
            age(self.metadata.creation_timestamp, now),
            info(self, "kubeletVersion"),
        ]
    }

    fn wide_cells(&self) -> Vec<String> {
        let or_unknown = |text: String| if text.is_empty() { "<unknown>".to_owned() } else { text };
        let address = |kind: &str| {
            let all = self.status.addresses.0.as_ref().map_or(&[][..], Tree::elements);
            let found = all.iter().find(|a| scalar(a.get("type")) == kind);
            or_none(&found.map_or_else(String::new, |a| scalar(a.get("address"))))
        };
        vec![
            address("InternalIP"),
            address("ExternalIP"),
            or_unknown(info(self, "osImage")),
            or_unknown(info(self, "kernelVersion")),
            or_unknown(info(self, "containerRuntimeVersion")),
        ]
    }
}

/// Returns a field of what a node says about itself.
fn info(node: &Node, field: &str) -> String {
    scalar(node.status.node_info.0.as_ref().and_then(|info| info.get(field)))
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "<none>" } else { text }.to_owned()
}

/// Returns labels as `key=value`, with commas between them.
pub(super) fn labels(map: &BTreeMap<Text, Text>) -> String {
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

/// Returns the roles of a node, according to its labels.
pub(super) fn roles(node: &Node) -> String {
    let role = |key: &Text| key.strip_prefix("node-role.kubernetes.io/").map(str::to_owned);
    let roles: Vec<String> = node.metadata.labels.keys().filter_map(role).collect();
    or_none(&roles.join(","))
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
