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

    /// Writes what `kubectl get` prints of objects of one kind. Rules KC-01 to KC-06.
    pub fn objects<'a, K: Printed + 'a>(
        self,
        objects: impl IntoIterator<Item = &'a Rc<K>>,
    ) -> String {
        let row = |object: &Rc<K>| {
            let mut cells = object.cells(self.now, self.release);
            if self.wide {
                cells.extend(object.wide_cells());
            }
            cells
        };
        let header = match (K::columns(self.release), K::WIDE) {
            (usual, "") => usual.to_owned(),
            (usual, wide) => self.header(usual, wide),
        };
        Get::table(&header, objects.into_iter().map(row).collect())
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
