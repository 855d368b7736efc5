//! Reads a run: checks what `serde` has read, and reports mistakes with their places.

use super::format::{By, Head, Saved, SavedAct, SavedBranch};
use super::run::{FORMAT, RunFile, VERSION};
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::world::{POD_GC_THRESHOLD, Settings};
use crate::files::manifests::{with_manifest, within};
use crate::kubelet::backoff::{RESTART_PERIOD, is_restart_period};
use crate::manifest::node::{Node, Span};
use crate::manifest::tree::MAX_BYTES;
use crate::manifest::wrong::{Complaint, Wanted, Wrong};
use crate::manifest::{Code, Diagnostic, yaml};
use crate::rules::release::Release;
use crate::sim::scenario::{self, Act};
use crate::timeline::history::{Branch, BranchId, MOST_BRANCHES, PlannedAct};
use serde::de::DeserializeOwned;

type Read<T> = Result<T, Vec<Diagnostic>>;

/// The most acts of a branch, including those that it shares.
const MOST_ACTS: usize = 10_000;
/// The most commands of all branches together, so that a short text cannot fill the memory.
const MOST_COMMANDS: usize = 40_000;
const MOST_NODES: u16 = 1000;
/// How a run says that it is one, after the first quotation mark.
const FORMAT_LINE: &str = "format\": \"podlab-run\"";

pub(super) fn read(text: &str) -> Read<RunFile> {
    let read = recognize(&json(text)?).and_then(|()| run(json(text)?));
    read.map_err(|found| found.into_iter().map(|found| placed(found, text)).collect())
}

/// Reads a JSON text of at most 1 MiB.
///
/// # Errors
///
/// Returns what is wrong, with its line and column.
pub fn json<T: DeserializeOwned>(text: &str) -> Read<T> {
    if text.len() > MAX_BYTES {
        return Err(vec![Diagnostic::new(Code::TooLarge, Span::default(), yaml::too_long(text))]);
    }
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let span = Span { line: error.line() as u32, column: error.column() as u32 };
        let code = if error.is_data() { Code::Invalid } else { Code::Syntax };
        let message = error.to_string();
        let place = format!(" at line {} column {}", span.line, span.column);
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let reason = message.to_owned().into();
        vec![Diagnostic::new(code, span, Wrong::RunRead { reason })]
    })
}

/// Adds the place of the field that a diagnostic is about, unless it has a place.
fn placed(mut found: Diagnostic, text: &str) -> Diagnostic {
    if found.span == Span::default()
        && let Ok([tree]) = yaml::parse(text).as_deref()
    {
        found.span = tree.locate(&found.path);
    }
    found
}

fn fail<T>(path: &str, message: impl Into<Complaint>) -> Read<T> {
    Err(vec![Diagnostic::new(Code::Invalid, Span::default(), message).at(path.to_owned())])
}

fn at_most<T: Copy + Ord + Into<u64>>(path: &str, number: T, most: T) -> Read<()> {
    if number <= most {
        return Ok(());
    }
    fail(path, Wrong::MustBe { wanted: Wanted::CountBetween { most: most.into() } })
}

fn up_to(path: &str, count: usize, most: usize) -> Read<()> {
    if count <= most {
        return Ok(());
    }
    fail(path, Wrong::RunMost { most })
}

fn recognize(head: &Head) -> Read<()> {
    if head.format.as_text().is_none_or(|format| *format != FORMAT) {
        return fail("format", Wrong::RunFormat { line: FORMAT_LINE });
    }
    match head.version.as_int() {
        Some(VERSION) => Ok(()),
        Some(version) => fail("version", Wrong::RunVersion { version, known: VERSION }),
        None => fail("version", Wrong::MustBe { wanted: Wanted::Count }),
    }
}

fn run(saved: Saved) -> Read<RunFile> {
    settings(&saved.settings)?;
    at_most("nodes", saved.nodes, MOST_NODES)?;
    time("now", saved.now)?;
    let branches = branches(saved.branches, saved.settings.release)?;
    if branches.iter().all(|branch| branch.id != saved.current) {
        return fail("current", Wrong::RunBranch);
    }
    let set = saved.stateful_set.map(|name| (ResourceKind::StatefulSet, name));
    let followed = match saved.workload.as_deref().map(workload_named) {
        Some(None) => return fail("workload", Wrong::RunWorkload),
        Some(named) => named,
        None => set,
    };
    let workload = followed.map(|(kind, name)| ObjectRef::new(kind, saved.namespace.clone(), name));
    Ok(RunFile {
        title: saved.title,
        settings: saved.settings,
        nodes: saved.nodes,
        pod: (saved.namespace, saved.pod),
        workload,
        now: saved.now,
        view: saved.view,
        current: saved.current,
        branches,
    })
}

/// Reads a workload such as `ReplicaSet/web`.
fn workload_named(text: &str) -> Option<(ResourceKind, Text)> {
    let (kind, name) = text.split_once('/')?;
    let kind = ResourceKind::named(kind).filter(|kind| kind.is_workload())?;
    Some((kind, name.to_owned().into()))
}

fn time(path: &str, time: SimTime) -> Read<()> {
    at_most(path, time.0, SimTime::LONGEST_RUN.0)
}

fn settings(settings: &Settings) -> Read<()> {
    let threshold = settings.pod_gc_threshold;
    at_most("settings.terminatedPodGCThreshold", threshold, POD_GC_THRESHOLD)?;
    if settings.max_container_restart_period.is_some_and(|period| !is_restart_period(period)) {
        let message = Wrong::MustBe { wanted: Wanted::Words { words: RESTART_PERIOD } };
        return fail("settings.maxContainerRestartPeriod", message);
    }
    settings.eviction.complaint().map_or(Ok(()), |message| fail("settings.eviction", message))
}

fn branches(saved: Vec<SavedBranch>, release: Release) -> Read<Vec<Branch>> {
    up_to("branches", saved.len(), MOST_BRANCHES)?;
    let mut read: Vec<Branch> = Vec::new();
    let mut commands = 0;
    for (index, saved) in saved.into_iter().enumerate() {
        let path = format!("branches[{index}]");
        let branch = branch(saved, &path, &read, &mut commands, release)?;
        read.push(branch);
    }
    Ok(read)
}

/// Reads a branch whose parent is among `before`. `commands` counts the commands of all branches.
fn branch(
    saved: SavedBranch,
    path: &str,
    before: &[Branch],
    commands: &mut usize,
    release: Release,
) -> Read<Branch> {
    let of = |field: &str| format!("{path}.{field}");
    at_most(&of("id"), saved.id, BranchId::MAX - 1)?;
    if before.iter().any(|branch| branch.id == saved.id) {
        return fail(&of("id"), Wrong::RunSame);
    }
    let parent = before.iter().find(|branch| Some(branch.id) == saved.parent);
    if saved.parent.is_some() && parent.is_none() {
        return fail(&of("parent"), Wrong::RunParent);
    }
    for (field, at) in
        [("forkedAt", saved.forked_at), ("end", saved.end), ("leftAt", saved.left_at)]
    {
        time(&of(field), at)?;
    }
    let parent = parent.map_or(&[][..], |parent| &parent.plan);
    at_most(&of("shared"), saved.shared as u64, parent.len() as u64)?;
    let mut count = |plan: &[PlannedAct]| {
        *commands += plan.iter().map(|act| act.commands.len().max(1)).sum::<usize>();
        if *commands <= MOST_COMMANDS {
            return Ok(());
        }
        fail(path, Wrong::RunCommands { most: MOST_COMMANDS })
    };
    let shared = &parent[..saved.shared];
    count(shared)?;
    let mut plan = shared.to_vec();
    up_to(&of("acts"), plan.len() + saved.acts.len(), MOST_ACTS)?;
    for (index, saved) in saved.acts.iter().enumerate() {
        let path = format!("{path}.acts[{index}]");
        let act = act(saved, &path, release)?;
        count(std::slice::from_ref(&act))?;
        if plan.last().is_some_and(|last| last.time > act.time) {
            return fail(&path, Wrong::RunOrder);
        }
        plan.push(act);
    }
    at_most(&of("fork"), saved.fork as u64, plan.len() as u64)?;
    Ok(Branch {
        id: saved.id,
        name: saved.name,
        parent: saved.parent,
        fork: saved.fork,
        forked_at: saved.forked_at,
        end: saved.end,
        left_at: saved.left_at,
        undone: saved.undone,
        plan,
    })
}

fn act(saved: &SavedAct, path: &str, release: Release) -> Read<PlannedAct> {
    time(&format!("{path}.t"), saved.t)?;
    up_to(&format!("{path}.commands"), saved.commands.len(), MOST_ACTS)?;
    let commands = saved.commands.iter().enumerate().map(|(index, node)| {
        command(node, release).map_err(|found| within(&format!("{path}.commands[{index}]"), found))
    });
    let commands = commands.collect::<Read<Vec<Command>>>()?;
    Ok(PlannedAct { time: saved.t, commands, by_person: saved.by == By::Person })
}

/// Reads a command: an action of a scenario that holds the object it creates.
fn command(node: &Node, release: Release) -> Read<Command> {
    let word = node.get("do").and_then(Node::as_text).map_or("", |word| word.as_str());
    if let Some(read) = with_manifest(node, release) {
        return read;
    }
    match (word, node.get("answer")) {
        ("create" | "static-pod", _) => fail("manifest", Wrong::Missing),
        ("http-endpoint", None) => Ok(Command::HttpServer(None)),
        ("tcp-endpoint", None) => Ok(Command::TcpServer(None)),
        _ => {
            let read = scenario::action(node, &"default".into());
            let told = |error: scenario::ActionError| {
                let diagnostic = Diagnostic::new(error.code, error.span, error.message);
                vec![Diagnostic { help: error.help, ..diagnostic.at(error.path) }]
            };
            // When the act is not known, none of its fields is known.
            let is_unknown = read.as_ref().is_err_and(|error| error.path == "do");
            let mut unknown = scenario::unknown_fields(node).into_iter();
            if let Some(unknown) = unknown.next().filter(|_| !is_unknown) {
                return Err(told(unknown));
            }
            match read.map_err(told)?.act {
                Act::Command(command) => Ok(command),
                Act::Create(_) | Act::PutManifest { .. } | Act::Note(_) => {
                    fail("", Wrong::MustBe { wanted: Wanted::Act })
                }
            }
        }
    }
}
