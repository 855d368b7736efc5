//! The columns of `kubectl get pods`. Section 12.1 of the rule book.

use super::age::{age, human_duration};
use super::table::Table;
use crate::api::pod::Pod;
use crate::api::reason::{PodStatusKind, WaitingReason};
use crate::api::status::{
    ConditionStatus, ContainerState, ContainerStateTerminated, ContainerStatus, INITIALIZED,
    POD_SCHEDULED, READY, is_sidecar,
};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::rules::Feature;
use crate::rules::release::Release;

/// `status.reason` of a Pod whose node does not answer.
const NODE_LOST: &str = "NodeLost";

/// The columns of one Pod in `kubectl get pods -o wide`. Rules P-1201, P-1210.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PodRow {
    /// NAME.
    pub name: String,
    /// READY: the number of ready containers, and of all containers that count. Rule P-1204.
    pub ready: String,
    /// STATUS: one word, not the phase. Rules P-1202 to P-1208.
    pub status: String,
    /// What that word says of the Pod.
    pub status_kind: PodStatusKind,
    /// RESTARTS, with the age of the last one from 1.22. Rule P-1205.
    pub restarts: String,
    /// AGE. Rule P-1209.
    pub age: String,
    /// IP.
    pub ip: String,
    /// NODE.
    pub node: String,
    /// NOMINATED NODE.
    pub nominated_node: String,
    /// READINESS GATES: the number of gates that are met, and of all gates.
    pub readiness_gates: String,
}

/// The columns that `kubectl get pods` prints. Rule P-1201.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// `-A`: NAMESPACE in front.
    pub namespace: bool,
    /// `-o wide`: IP and further columns at the end.
    pub wide: bool,
}

impl Columns {
    /// Returns the header of the table.
    pub fn header(self) -> Vec<String> {
        const WIDE: [&str; 4] = ["IP", "NODE", "NOMINATED NODE", "READINESS GATES"];
        let mut header = vec!["NAME", "READY", "STATUS", "RESTARTS", "AGE"];
        if self.namespace {
            header.insert(0, "NAMESPACE");
        }
        if self.wide {
            header.extend(WIDE);
        }
        header.into_iter().map(str::to_owned).collect()
    }

    /// Returns the cells of one Pod.
    pub fn cells(self, pod: &Pod, now: Timestamp, release: Release) -> Vec<String> {
        let row = pod_row(pod, now, release);
        let mut cells = vec![row.name, row.ready, row.status, row.restarts, row.age];
        if self.namespace {
            cells.insert(0, pod.metadata.namespace.to_string());
        }
        if self.wide {
            cells.extend([row.ip, row.node, row.nominated_node, row.readiness_gates]);
        }
        cells
    }
}

/// Returns the text of `kubectl get pods` for Pods that are sorted by namespace and name. Rule P-1201.
///
/// The caller handles an empty list.
pub fn get_pods<'a>(
    pods: impl IntoIterator<Item = &'a Pod>,
    columns: Columns,
    now: Timestamp,
    release: Release,
) -> String {
    let mut rows = vec![columns.header()];
    rows.extend(pods.into_iter().map(|pod| columns.cells(pod, now, release)));
    Table::default().print(&rows)
}

/// Prints the lines of `kubectl get pods -w`: the header once, then one line for every change. Rule P-1201.
#[derive(Clone, Debug, Default)]
pub struct PodWatch {
    columns: Columns,
    table: Table,
    begun: bool,
}

impl PodWatch {
    /// Returns a watch that has printed nothing yet.
    pub fn new(columns: Columns) -> PodWatch {
        PodWatch { columns, table: Table::default(), begun: false }
    }

    /// Returns the text for the next change of a Pod, with the header before the first one.
    pub fn line(&mut self, pod: &Pod, now: Timestamp, release: Release) -> String {
        let mut rows = Vec::new();
        if !std::mem::replace(&mut self.begun, true) {
            rows.push(self.columns.header());
        }
        rows.push(self.columns.cells(pod, now, release));
        self.table.print(&rows)
    }
}

/// Returns the columns of one Pod. Rules P-1202 to P-1210. Models kubernetes pkg/printers/internalversion/printers.go printPod.
pub fn pod_row(pod: &Pod, now: Timestamp, release: Release) -> PodRow {
    let seen = look(pod, release);
    let mut restarts = seen.restarts.count.to_string();
    if seen.restarts.count != 0
        && release.has(Feature::RestartsHaveAge)
        && let Some(last) = seen.restarts.last
    {
        restarts.extend([" (", &human_duration(now.0 - last.0), " ago)"]);
    }
    let first_ip = pod.status.pod_ips.first().map_or(&pod.status.pod_ip, |first| &first.ip);
    PodRow {
        name: pod.metadata.name.to_string(),
        ready: fraction(seen.ready, counted(pod, release)),
        status: seen.status.to_string(),
        status_kind: seen.kind,
        restarts,
        age: age(pod.metadata.creation_timestamp, now),
        ip: or_none(first_ip),
        node: or_none(&pod.spec.node_name),
        nominated_node: or_none(&pod.status.nominated_node_name),
        readiness_gates: readiness_gates(pod),
    }
}

/// The numbers in the columns READY and RESTARTS of one Pod. Rules P-1204, P-1205.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PodCounts {
    /// How many of the containers that count are ready.
    pub ready: usize,
    /// How many containers count.
    pub containers: usize,
    /// How often containers were restarted.
    pub restarts: i64,
}

/// Returns the numbers in the columns READY and RESTARTS of one Pod. Rules P-1204, P-1205.
pub fn pod_counts(pod: &Pod, release: Release) -> PodCounts {
    let Look { ready, restarts, .. } = look(pod, release);
    PodCounts { ready, containers: counted(pod, release), restarts: restarts.count }
}

/// Returns how many containers of a Pod count in the column READY. Rule P-1204.
fn counted(pod: &Pod, release: Release) -> usize {
    let sidecars = pod.spec.init_containers.iter().filter(|c| is_sidecar(c, release));
    pod.spec.containers.len() + sidecars.count()
}

/// Returns the word that `kubectl get pods` prints under STATUS. Rules P-1202 to P-1208.
pub fn pod_status(pod: &Pod, release: Release) -> Text {
    look(pod, release).status
}

/// Returns what the word under STATUS says of a Pod. Rules P-123, P-1202 to P-1208, KC-08.
pub fn pod_status_kind(pod: &Pod, release: Release) -> PodStatusKind {
    look(pod, release).kind
}

/// The word under STATUS, and where it comes from.
pub(super) struct PodWord<'a> {
    pub(super) status: Text,
    pub(super) kind: PodStatusKind,
    /// The container whose state the word tells; `None` when it tells something of the whole Pod.
    pub(super) container: Option<&'a str>,
}

/// Returns the word under STATUS. Rules P-1202 to P-1208.
pub(super) fn pod_word(pod: &Pod, release: Release) -> PodWord<'_> {
    let Look { status, kind, container, .. } = look(pod, release);
    PodWord { status, kind, container }
}

/// The number of restarts, and when the last run that led to one ended. Rule P-1205.
#[derive(Clone, Copy, Default)]
struct Restarts {
    count: i64,
    last: Option<Timestamp>,
}

impl Restarts {
    fn add(&mut self, container: &ContainerStatus) {
        self.count = self.count.saturating_add(container.restart_count);
        if let Some(ended) = container.last_state.terminated() {
            self.last = self.last.max(ended.finished_at);
        }
    }
}

struct Look<'a> {
    status: Text,
    kind: PodStatusKind,
    /// The container whose state the word tells.
    container: Option<&'a str>,
    ready: usize,
    restarts: Restarts,
}

/// Walks once through the container statuses. Rules P-1202 to P-1208.
fn look(pod: &Pod, release: Release) -> Look<'_> {
    let status = &pod.status;
    let mut word = Text::from(status.phase.map_or("", |phase| phase.as_str()));
    let mut kind = PodStatusKind::of_phase(status.phase());
    if !status.reason.is_empty() {
        word = status.reason.clone();
    }
    if status.reason == NODE_LOST {
        kind = PodStatusKind::Unknown;
    }
    if status.condition(POD_SCHEDULED).is_some_and(|c| c.reason == "SchedulingGated")
        && release.has(Feature::PodSchedulingReadiness)
    {
        (word, kind) = ("SchedulingGated".into(), PodStatusKind::Waiting);
    }
    let (mut restarts, mut of_sidecars) = (Restarts::default(), Restarts::default());
    let mut ready = 0;
    let mut of = None;
    let mut initializing = false;
    for (index, container) in status.init_containers().iter().enumerate() {
        restarts.add(container);
        let mut specs = pod.spec.init_containers.iter();
        let spec = specs.find(|spec| spec.name == container.name);
        let sidecar = spec.is_some_and(|spec| is_sidecar(spec, release));
        if sidecar {
            of_sidecars.add(container);
        }
        match &container.state {
            ContainerState::Terminated(ended) if ended.exit_code.0 == 0 => continue,
            _ if sidecar && container.started == Some(true) => {
                ready += usize::from(container.ready);
                continue;
            }
            ContainerState::Terminated(ended) => {
                (word, kind) = (init(&ended_word(ended)), PodStatusKind::of_end(ended));
            }
            ContainerState::Waiting(waiting)
                if !waiting.reason.is_empty()
                    && waiting.reason != WaitingReason::PodInitializing.as_str() =>
            {
                word = init(&waiting.reason);
                kind = PodStatusKind::of_waiting(&waiting.reason);
            }
            ContainerState::Waiting(_) | ContainerState::Running(_) | ContainerState::Unset => {
                word = init(&fraction(index, pod.spec.init_containers.len()));
                kind = PodStatusKind::Waiting;
            }
        }
        of = Some(&*container.name);
        initializing = true;
        break;
    }
    if !initializing || (status.is_true(INITIALIZED) && release.has(Feature::SidecarContainers)) {
        if release.has(Feature::SidecarContainers) {
            restarts = of_sidecars;
        } else {
            restarts = Restarts::default();
        }
        let mut running = false;
        for container in status.containers().iter().rev() {
            restarts.add(container);
            match &container.state {
                ContainerState::Waiting(waiting) if !waiting.reason.is_empty() => {
                    word = waiting.reason.clone();
                    kind = PodStatusKind::of_waiting(&waiting.reason);
                    of = Some(&*container.name);
                }
                ContainerState::Terminated(ended) => {
                    (word, kind) = (ended_word(ended), PodStatusKind::of_end(ended));
                    of = Some(&*container.name);
                }
                ContainerState::Running(_) if container.ready => {
                    running = true;
                    ready += 1;
                }
                ContainerState::Waiting(_) | ContainerState::Running(_) | ContainerState::Unset => {
                }
            }
        }
        // Some containers have succeeded, and others still run. Rule P-1207.
        if word == "Completed" && running {
            word = if status.is_true(READY) { "Running" } else { "NotReady" }.into();
            (kind, of) = (PodStatusKind::Running, None);
        }
    }
    if pod.metadata.deletion_timestamp.is_some() {
        if status.reason == NODE_LOST {
            (word, kind, of) = ("Unknown".into(), PodStatusKind::Unknown, None);
        } else if !(status.phase().is_terminal() && release.has(Feature::EndedPodIsNotTerminating))
        {
            (word, kind, of) = ("Terminating".into(), PodStatusKind::Running, None);
        }
    }
    Look { status: word, kind, container: of, ready, restarts }
}

/// Returns the word for a container that has ended. Rule P-1206, lines 2 and 3.
fn ended_word(ended: &ContainerStateTerminated) -> Text {
    if !ended.reason.is_empty() {
        ended.reason.clone()
    } else if ended.signal != 0 {
        format!("Signal:{}", ended.signal).into()
    } else {
        format!("ExitCode:{}", ended.exit_code.0).into()
    }
}

fn init(what: &str) -> Text {
    format!("Init:{what}").into()
}

fn fraction(part: usize, whole: usize) -> String {
    format!("{part}/{whole}")
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "<none>" } else { text }.to_owned()
}

/// Returns the column READINESS GATES. Rule P-1210.
fn readiness_gates(pod: &Pod) -> String {
    let gates = &pod.spec.readiness_gates;
    if gates.is_empty() {
        return "<none>".to_owned();
    }
    let met = |kind: &str| {
        let mut conditions = pod.status.conditions.iter();
        conditions.any(|c| c.kind == *kind && c.status == ConditionStatus::True)
    };
    fraction(gates.iter().filter(|gate| met(&gate.condition_type)).count(), gates.len())
}
