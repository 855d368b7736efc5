//! The format of a run file. `serde` reads and writes these structs.

use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::Settings;
use crate::files::run_file::run::{FORMAT, RunFile, VERSION};
use crate::manifest::node::Node;
use crate::sim::scenario;
use crate::timeline::history::{Branch, BranchId, PlannedAct};
use serde::{Deserialize, Serialize};

/// The fields that identify a file, whatever else it contains.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Head {
    /// [`FORMAT`].
    pub format: Node,
    /// [`VERSION`].
    pub version: Node,
}

/// A run file of version 1. Times are milliseconds since the run began.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Saved {
    /// [`FORMAT`].
    pub format: Text,
    /// [`VERSION`].
    pub version: i64,
    /// What the run is called; empty when it has no name.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub title: Text,
    /// The release, the seed, and the other settings of the simulation.
    pub settings: Settings,
    /// How many nodes the cluster begins with.
    pub nodes: u16,
    /// The namespace of the Pod that is looked at.
    pub namespace: Text,
    /// The name of that Pod.
    pub pod: Text,
    /// The StatefulSet that is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stateful_set: Option<Text>,
    /// The workload of another kind that is looked at, such as `ReplicaSet/web`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workload: Option<Text>,
    /// The present moment.
    pub now: SimTime,
    /// What is shown of the run, as the query of a link says it, such as `panel=events&change=12`.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub view: Text,
    /// The branch that the present moment is on.
    pub current: BranchId,
    /// All branches. A branch stands after its parent.
    pub branches: Vec<SavedBranch>,
}

/// One way in which the run went.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SavedBranch {
    /// Its number.
    pub id: BranchId,
    /// The name that people gave it; empty without one.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: Text,
    /// The branch that it began on; `None` for the first branch, and when that branch was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<BranchId>,
    /// How many of its acts it had when it split from its parent.
    pub fork: usize,
    /// When it split from its parent.
    pub forked_at: SimTime,
    /// How far it was played.
    pub end: SimTime,
    /// Where it was left.
    pub left_at: SimTime,
    /// The branch whose last acts this branch takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<BranchId>,
    /// How many of its parent's acts are also its own first acts. Only the parent lists them.
    pub shared: usize,
    /// Its further acts, in order of time.
    pub acts: Vec<SavedAct>,
}

/// What is done at one moment.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedAct {
    /// The time of the act.
    pub t: SimTime,
    /// The one who does it.
    pub by: By,
    /// What is done, in order. Each is an action of a scenario, such as `{"do": "delete", "object": "pod/web-0"}`. A
    /// created object is in the field `manifest`.
    pub commands: Vec<Node>,
}

/// The one who does an act.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// A person, who can take the act back.
    Person,
    /// The scenario that the run began with.
    Script,
}

impl From<&RunFile> for Saved {
    fn from(run: &RunFile) -> Saved {
        let is_set = |workload: &&ObjectRef| workload.kind == ResourceKind::StatefulSet;
        let set = run.workload.as_ref().filter(is_set);
        let other = run.workload.as_ref().filter(|workload| !is_set(workload));
        Saved {
            format: FORMAT.into(),
            version: VERSION,
            title: run.title.clone(),
            settings: run.settings.clone(),
            nodes: run.nodes,
            namespace: run.pod.0.clone(),
            pod: run.pod.1.clone(),
            stateful_set: set.map(|set| set.name.clone()),
            workload: other.map(|workload| workload.to_string().into()),
            now: run.now,
            view: run.view.clone(),
            current: run.current,
            branches: run.branches.iter().map(|branch| saved_branch(run, branch)).collect(),
        }
    }
}

fn saved_branch(run: &RunFile, branch: &Branch) -> SavedBranch {
    let mut earlier = run.branches.iter().take_while(|other| other.id != branch.id);
    let parent = earlier.find(|other| Some(other.id) == branch.parent);
    let parent = parent.map_or(&[][..], |parent| &parent.plan);
    let shared = branch.plan.iter().zip(parent).take_while(|(a, b)| a == b).count();
    SavedBranch {
        id: branch.id,
        name: branch.name.clone(),
        parent: branch.parent,
        fork: branch.fork,
        forked_at: branch.forked_at,
        end: branch.end,
        left_at: branch.left_at,
        undone: branch.undone,
        shared,
        acts: branch.plan[shared..].iter().map(saved_act).collect(),
    }
}

fn saved_act(act: &PlannedAct) -> SavedAct {
    SavedAct {
        t: act.time,
        by: if act.by_person { By::Person } else { By::Script },
        commands: act.commands.iter().map(scenario::write).collect(),
    }
}
