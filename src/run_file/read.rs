//! Reading a run: every field is checked, and what is wrong is told with its place.

use super::write::JITTER;
use super::{FORMAT, RunFile, VERSION};
use crate::command::Command;
use crate::eviction::{self, Eviction};
use crate::history::{Branch, BranchId, MOST_BRANCHES, Planned};
use crate::kubelet::backoff::{RESTART_PERIOD, is_restart_period};
use crate::manifest::node::{Node, Value};
use crate::manifest::{Code, Diagnostic, Resource, decode, yaml};
use crate::release::{Gates, Release};
use crate::scenario::{self, Act};
use crate::text::Text;
use crate::time::SimTime;
use crate::world::{Cadence, Oom, POD_GC_THRESHOLD, Settings};

type Read<T> = Result<T, Vec<Diagnostic>>;

/// Longest run: ten years.
const LONGEST: i64 = 10 * 365 * 24 * 3_600_000;
/// Most acts of a branch, those it shares included.
const MOST_ACTS: usize = 10_000;
/// Most commands of all branches together, so that a short text cannot stand for more than memory holds.
const MOST_COMMANDS: usize = 40_000;
const MOST_NODES: i64 = 1000;

/// A field of the file, with its path.
struct Field<'a> {
    node: &'a Node,
    path: String,
}

fn wrong<T>(node: &Node, path: &str, message: impl Into<Text>) -> Read<T> {
    Err(vec![Diagnostic::new(Code::Invalid, node.span, message).at(path.to_owned())])
}

impl<'a> Field<'a> {
    fn get(&self, key: &str) -> Read<Field<'a>> {
        let dot = if self.path.is_empty() { "" } else { "." };
        let path = [&self.path, dot, key].concat();
        match self.node.get(key) {
            Some(node) => Ok(Field { node, path }),
            None => wrong(self.node, &path, "the field is missing"),
        }
    }

    fn fail<T>(&self, expected: &str) -> Read<T> {
        wrong(self.node, &self.path, ["it must be ", expected].concat())
    }

    fn text(&self) -> Read<Text> {
        self.node.as_text().cloned().map_or_else(|| self.fail("a string"), Ok)
    }

    fn number(&self, most: i64) -> Read<i64> {
        let number = self.node.as_int().filter(|number| (0..=most).contains(number));
        number.map_or_else(|| self.fail(&format!("a whole number from 0 to {most}")), Ok)
    }

    fn time(&self) -> Read<SimTime> {
        self.number(LONGEST).map(|time| SimTime(time as u64))
    }

    fn branch(&self) -> Read<Option<BranchId>> {
        if self.node.is_null() {
            return Ok(None);
        }
        self.number(i64::from(BranchId::MAX)).map(|id| Some(id as BranchId))
    }

    fn word<T: Copy>(&self, words: &[(&'static str, T)]) -> Read<T> {
        let text = self.text()?;
        let found = words.iter().find(|(word, _)| text == **word);
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        found.map_or_else(|| self.fail(&known.join(" or ")), |(_, value)| Ok(*value))
    }

    fn items(&self, most: usize) -> Read<Vec<Field<'a>>> {
        let Value::List(items) = &self.node.value else { return self.fail("a list") };
        if items.len() > most {
            return wrong(self.node, &self.path, format!("there may be up to {most} of them"));
        }
        let item = |(index, node)| Field { node, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(item).collect())
    }
}

pub(super) fn read(text: &str) -> Read<RunFile> {
    let documents = yaml::parse(text)?;
    let [node] = &documents[..] else {
        return wrong(&Node::default(), "", "a run is one JSON document");
    };
    run(node)
}

pub(super) fn run(node: &Node) -> Read<RunFile> {
    let root = Field { node, path: String::new() };
    if root.get("format").and_then(|format| format.text()).ok().is_none_or(|f| f != FORMAT) {
        let message = format!("this is no run of Podlab: a run has \"format\": \"{FORMAT}\"");
        return wrong(node, "format", message);
    }
    let version = root.get("version")?;
    match version.node.as_int() {
        Some(VERSION) => {}
        Some(other) => {
            let message =
                format!("the run is of version {other}; this Podlab reads version {VERSION}");
            return wrong(version.node, "version", message);
        }
        None => return version.fail("a whole number"),
    }
    let mut settings = settings(&root.get("settings")?)?;
    if let Ok(threshold) = root.get("terminatedPodGCThreshold") {
        settings.pod_gc_threshold = threshold.number(i64::from(POD_GC_THRESHOLD))? as u32;
    }
    let set = root.get("statefulSet")?;
    let set = if set.node.is_null() { None } else { Some(set.text()?) };
    let run = RunFile {
        title: root.get("title")?.text()?,
        nodes: root.get("nodes")?.number(MOST_NODES)? as u16,
        pod: (root.get("namespace")?.text()?, root.get("pod")?.text()?),
        set,
        now: root.get("now")?.time()?,
        // Runs saved before there were links do not say it.
        view: root.get("view").map_or(Ok(Text::default()), |view| view.text())?,
        current: root.get("current")?.number(i64::from(BranchId::MAX))? as BranchId,
        branches: branches(&root.get("branches")?, settings.release)?,
        settings,
    };
    if run.branches.iter().all(|branch| branch.id != run.current) {
        return wrong(node, "current", "there is no such branch");
    }
    Ok(run)
}

/// A gate that is off unless the file says it.
fn gate_of(field: &Field<'_>, name: &'static str) -> Read<bool> {
    let Ok(gate) = field.get(name) else { return Ok(false) };
    match gate.node.value {
        Value::Bool(is_on) => Ok(is_on),
        _ => gate.fail("true or false"),
    }
}

fn settings(field: &Field<'_>) -> Read<Settings> {
    let release = field.get("kubernetes")?;
    let releases = Release::ALL.map(|release| (release.as_str(), release));
    let seed = field.get("seed")?;
    let gate = field.get("maxUnavailableStatefulSet")?;
    let Value::Bool(max_unavailable_stateful_set) = gate.node.value else {
        return gate.fail("true or false");
    };
    let mut eviction = Eviction::default();
    for key in eviction::FIELDS {
        if let Ok(part) = field.get(key)
            && let Err(found) = eviction.read(key, part.node)
        {
            return wrong(part.node, &["settings.", &found.path].concat(), found.message);
        }
    }
    if let Some(message) = eviction.complaint() {
        return wrong(field.node, &field.path, message);
    }
    Ok(Settings {
        eviction,
        release: release.word(&releases)?,
        seed: seed.text()?.parse().map_or_else(|_| seed.fail("a whole number in quotes"), Ok)?,
        jitter: field.get("jitter")?.word(&JITTER)?,
        cadence: field.get("cadence")?.word(&Cadence::NAMES)?,
        gates: Gates {
            max_unavailable_stateful_set,
            reduce_default_crash_loop_back_off_decay: gate_of(
                field,
                "reduceDefaultCrashLoopBackOffDecay",
            )?,
            container_stop_signals: gate_of(field, "containerStopSignals")?,
        },
        max_container_restart_period: match field.get("maxContainerRestartPeriod") {
            Ok(period) => {
                let time = period.time()?.0;
                if !is_restart_period(time) {
                    return period.fail(RESTART_PERIOD);
                }
                Some(time)
            }
            Err(_) => None,
        },
        // Runs saved before there was a choice do not say it.
        cluster_domain: match field.get("clusterDomain") {
            Ok(domain) => domain.text()?,
            Err(_) => Settings::default().cluster_domain,
        },
        checks: None,
        pod_gc_threshold: POD_GC_THRESHOLD,
        oom: Oom {
            single_process: gate_of(field, "singleProcessOOMKill")?,
            cgroup_v1: gate_of(field, "cgroupV1")?,
        },
    })
}

fn branches(field: &Field<'_>, release: Release) -> Read<Vec<Branch>> {
    let mut read: Vec<Branch> = Vec::new();
    let mut commands = 0;
    for item in field.items(MOST_BRANCHES)? {
        let id = item.get("id")?;
        let number = id.number(i64::from(BranchId::MAX - 1))? as BranchId;
        if read.iter().any(|branch| branch.id == number) {
            return wrong(id.node, &id.path, "another branch has the same number");
        }
        let parent = item.get("parent")?;
        let parent_id = parent.branch()?;
        let base = read.iter().find(|branch| Some(branch.id) == parent_id);
        if parent_id.is_some() && base.is_none() {
            return wrong(parent.node, &parent.path, "no branch before this one has that number");
        }
        let most = base.map_or(0, |base| base.plan.len());
        let shared = item.get("shared")?.number(most as i64)? as usize;
        let shared_plan = base.map_or(&[][..], |base| &base.plan[..shared]);
        let mut count = |plan: &[Planned]| {
            commands += plan.iter().map(|act| act.commands.len().max(1)).sum::<usize>();
            if commands <= MOST_COMMANDS {
                return Ok(());
            }
            let message = format!("there may be up to {MOST_COMMANDS} commands in all branches");
            wrong(item.node, &item.path, message)
        };
        count(shared_plan)?;
        let mut plan = shared_plan.to_vec();
        for act in item.get("acts")?.items(MOST_ACTS - shared.min(MOST_ACTS))? {
            let planned = self::act(&act, release)?;
            count(std::slice::from_ref(&planned))?;
            if plan.last().is_some_and(|last| last.time > planned.time) {
                return wrong(act.node, &act.path, "the act comes before the one above it");
            }
            plan.push(planned);
        }
        let fork = item.get("fork")?.number(plan.len() as i64)? as usize;
        read.push(Branch {
            id: number,
            name: item.get("name")?.text()?,
            parent: parent_id,
            fork,
            forked_at: item.get("forkedAt")?.time()?,
            end: item.get("end")?.time()?,
            left_at: item.get("leftAt")?.time()?,
            undone: item.get("undone")?.branch()?,
            plan,
        });
    }
    Ok(read)
}

fn act(field: &Field<'_>, release: Release) -> Read<Planned> {
    let time = field.get("t")?.time()?;
    let by_person = field.get("by")?.word(&[("person", true), ("script", false)])?;
    let commands = field.get("commands")?.items(MOST_ACTS)?;
    let commands = commands.iter().map(|command| self::command(command, release));
    Ok(Planned { time, commands: commands.collect::<Read<Vec<Command>>>()?, by_person })
}

fn command(field: &Field<'_>, release: Release) -> Read<Command> {
    let word = field.get("do")?.text()?;
    let within = |mut found: Vec<Diagnostic>, outer: &str| {
        for diagnostic in &mut found {
            let dot = if diagnostic.path.is_empty() { "" } else { "." };
            diagnostic.path = [outer, dot, &diagnostic.path].concat().into();
        }
        found
    };
    match (word.as_str(), field.node.get("answer")) {
        ("create", _) => {
            let manifest = field.get("manifest")?;
            let object = decode(manifest.node.clone(), release);
            let object = object.map_err(|found| within(found, &manifest.path))?;
            Ok(Command::Create(Box::new(object)))
        }
        ("static-pod", _) => {
            let manifest = field.get("manifest")?;
            let object = decode(manifest.node.clone(), release);
            match object.map_err(|found| within(found, &manifest.path))? {
                Resource::Pod(pod) => {
                    let node = field.get("node")?.text()?;
                    Ok(Command::PutManifest { node, manifest: Box::new(pod) })
                }
                _ => manifest.fail("a Pod"),
            }
        }
        ("http-endpoint", None) => Ok(Command::HttpServer(None)),
        ("tcp-endpoint", None) => Ok(Command::TcpServer(None)),
        _ => {
            let read = scenario::action(field.node, &"default".into());
            let told = |error: scenario::ActionError| {
                let diagnostic = Diagnostic::new(error.code, error.span, error.message);
                within(vec![diagnostic.at(error.path).guess(error.guess)], &field.path)
            };
            // Of an act that is not known no field is.
            let is_unknown = read.as_ref().is_err_and(|error| error.path == "do");
            let mut unknown = scenario::unknown_fields(field.node).into_iter();
            if let Some(unknown) = unknown.next().filter(|_| !is_unknown) {
                return Err(told(unknown));
            }
            match read.map_err(told)?.act {
                Act::Command(command) => Ok(command),
                Act::Create(_) | Act::PutManifest { .. } => field.fail("an act with a manifest"),
            }
        }
    }
}
