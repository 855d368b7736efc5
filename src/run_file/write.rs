//! A run as a tree.

use super::{FORMAT, RunFile, VERSION};
use crate::history::{Branch, BranchId, Planned};
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::scenario;
use crate::text::Text;
use crate::time::SimTime;
use crate::world::{Cadence, Jitter, POD_GC_THRESHOLD};

fn map<const N: usize>(entries: [(&'static str, Node); N]) -> Node {
    Node::map(entries.map(|(key, node)| (Text::Static(key), node)))
}

fn list(nodes: Vec<Node>) -> Node {
    Value::List(nodes).into()
}

fn time(time: SimTime) -> Node {
    Node::int(time.0 as i64)
}

fn branch_id(id: Option<BranchId>) -> Node {
    id.map_or(Value::Null.into(), |id| Node::int(i64::from(id)))
}

/// The words of how chance is drawn.
pub(super) const JITTER: [(&str, Jitter); 3] =
    [("seeded", Jitter::Seeded), ("middle", Jitter::Middle), ("zero", Jitter::Zero)];

fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> Node {
    let found = words.iter().find(|(_, known)| known == value);
    Node::text(found.map_or("", |(word, _)| *word))
}

/// The whole file.
pub(super) fn tree(run: &RunFile) -> Node {
    let settings = &run.settings;
    let gate = Value::Bool(settings.gates.max_unavailable_stateful_set);
    let mut tree = map([
        ("format", Node::text(FORMAT)),
        ("version", Node::int(VERSION)),
        ("title", Node::text(run.title.clone())),
        (
            "settings",
            map([
                ("kubernetes", Node::text(settings.release.as_str())),
                // A seed may be larger than JSON's whole numbers.
                ("seed", Node::text(settings.seed.to_string())),
                ("jitter", word(&JITTER, &settings.jitter)),
                ("cadence", word(&Cadence::NAMES, &settings.cadence)),
                ("maxUnavailableStatefulSet", gate.into()),
                ("clusterDomain", Node::text(settings.cluster_domain.clone())),
            ]),
        ),
        ("nodes", Node::int(i64::from(run.nodes))),
        ("namespace", Node::text(run.pod.0.clone())),
        ("pod", Node::text(run.pod.1.clone())),
        ("statefulSet", run.set.clone().map_or(Value::Null.into(), Node::text)),
        ("now", time(run.now)),
        ("current", Node::int(i64::from(run.current))),
        ("branches", list(run.branches.iter().map(|saved| branch(run, saved)).collect())),
    ]);
    // What is as usual is not said, so that older Podlabs read it too.
    if let Value::Map(entries) = &mut tree.value
        && let Some(settings_node) = entries.iter_mut().find(|entry| entry.key == "settings")
        && let Value::Map(entries) = &mut settings_node.node.value
    {
        let mut add = |key: &'static str, node| {
            entries.push(Entry { key: key.into(), span: Span::default(), node });
        };
        if settings.gates.reduce_default_crash_loop_back_off_decay {
            add("reduceDefaultCrashLoopBackOffDecay", Value::Bool(true).into());
        }
        if settings.gates.container_stop_signals {
            add("containerStopSignals", Value::Bool(true).into());
        }
        let oom = settings.oom;
        let oom = [("singleProcessOOMKill", oom.single_process), ("cgroupV1", oom.cgroup_v1)];
        for (key, _) in oom.into_iter().filter(|(_, is_on)| *is_on) {
            add(key, Value::Bool(true).into());
        }
        if let Some(period) = settings.max_container_restart_period {
            add("maxContainerRestartPeriod", time(SimTime(period)));
        }
        for (key, node) in settings.eviction.write() {
            add(key, node);
        }
    }
    if settings.pod_gc_threshold != POD_GC_THRESHOLD
        && let Value::Map(entries) = &mut tree.value
    {
        let node = Node::int(i64::from(settings.pod_gc_threshold));
        entries.push(Entry { key: "terminatedPodGCThreshold".into(), span: Span::default(), node });
    }
    if let (Value::Map(entries), false) = (&mut tree.value, run.view.is_empty()) {
        let node = Node::text(run.view.clone());
        entries.push(Entry { key: "view".into(), span: Span::default(), node });
    }
    tree
}

fn branch(run: &RunFile, saved: &Branch) -> Node {
    // What a branch shares with its parent stands there.
    let earlier = run.branches.iter().take_while(|other| other.id != saved.id);
    let mut earlier = earlier.filter(|other| Some(other.id) == saved.parent);
    let parent = earlier.next().map_or(&[][..], |parent| &parent.plan);
    let shared = saved.plan.iter().zip(parent).take_while(|(a, b)| a == b).count();
    map([
        ("id", Node::int(i64::from(saved.id))),
        ("name", Node::text(saved.name.clone())),
        ("parent", branch_id(saved.parent)),
        ("fork", Node::int(saved.fork as i64)),
        ("forkedAt", time(saved.forked_at)),
        ("end", time(saved.end)),
        ("leftAt", time(saved.left_at)),
        ("undone", branch_id(saved.undone)),
        ("shared", Node::int(shared as i64)),
        ("acts", list(saved.plan[shared..].iter().map(act).collect())),
    ])
}

fn act(planned: &Planned) -> Node {
    map([
        ("t", time(planned.time)),
        ("by", Node::text(if planned.by_person { "person" } else { "script" })),
        ("commands", list(planned.commands.iter().map(scenario::write).collect())),
    ])
}
