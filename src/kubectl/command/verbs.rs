//! The commands of kubectl: those that Podlab knows, with their flags, and the others by name.

use super::asked::Asked;
use super::cluster::Cluster;
use super::words::Flag;
use super::{
    api_resources, change, create, delete, describe, get, logs, made, nodes, rollout, set,
};

/// What the words after a command name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Objects of any kind.
    Objects,
    /// Objects whose Pods can be counted.
    Workloads,
    /// A Pod, without a kind in front, and one of its containers.
    Container,
    /// Nodes, without a kind in front.
    Nodes,
    /// Nodes, behind the word `nodes`.
    NodesByKind,
    /// Nothing.
    Nothing,
}

/// Reads the words after a command.
type CarryOut = fn(&Cluster<'_>, &[String], &mut Asked) -> Result<(), String>;

/// A command of kubectl.
pub(super) struct Verb {
    /// The word.
    pub name: &'static str,
    /// The heading under which `kubectl help` lists it.
    pub group: &'static str,
    /// What it does, in kubectl's words.
    pub does: &'static str,
    /// The words that it takes, as kubectl writes them.
    pub usage: &'static str,
    /// Its flags.
    pub flags: &'static [Flag],
    /// What its words name.
    pub names: Names,
    /// The commands below it, such as `history` of `rollout`.
    pub below: &'static [&'static str],
    /// Reads the words after it.
    pub carry_out: CarryOut,
}

const BEGINNER: &str = "Basic Commands (Beginner)";
const INTERMEDIATE: &str = "Basic Commands (Intermediate)";
const DEPLOY: &str = "Deploy Commands";
const CLUSTER: &str = "Cluster Management Commands";
const DEBUGGING: &str = "Troubleshooting and Debugging Commands";
const ADVANCED: &str = "Advanced Commands";
const SETTINGS: &str = "Settings Commands";
const OTHER: &str = "Other Commands";

/// The commands that Podlab knows, in the order in which kubectl lists them.
pub(super) static VERBS: [Verb; 19] = [
    Verb {
        name: "create",
        group: BEGINNER,
        does: "Create a resource from a file or from stdin",
        usage: "configmap|deployment|secret generic NAME [--from-literal=key=value] [--image=image]",
        flags: create::CREATE,
        names: Names::Nothing,
        below: &create::CREATED,
        carry_out: create::create,
    },
    Verb {
        name: "expose",
        group: BEGINNER,
        does: "Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service",
        usage: "(TYPE NAME | TYPE/NAME) [--port=port] [--target-port=number-or-name] [--name=name] [--type=type]",
        flags: made::EXPOSE,
        names: Names::Objects,
        below: &[],
        carry_out: made::expose,
    },
    Verb {
        name: "run",
        group: BEGINNER,
        does: "Run a particular image on the cluster",
        usage: "NAME --image=image [--env=\"key=value\"] [--port=port] [--command] -- [COMMAND] [args...]",
        flags: create::RUN,
        names: Names::Nothing,
        below: &[],
        carry_out: create::run,
    },
    Verb {
        name: "set",
        group: BEGINNER,
        does: "Set specific features on objects",
        usage: "env|image|resources|selector (TYPE NAME | TYPE/NAME) KEY_1=VAL_1 ...",
        flags: set::FLAGS,
        names: Names::Objects,
        below: &set::COMMANDS,
        carry_out: set::set,
    },
    Verb {
        name: "get",
        group: INTERMEDIATE,
        does: "Display one or many resources",
        usage: "[(-o|--output=)json|name|wide|yaml] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...)",
        flags: get::FLAGS,
        names: Names::Objects,
        below: &[],
        carry_out: get::get,
    },
    Verb {
        name: "delete",
        group: INTERMEDIATE,
        does: "Delete resources by resources and names, or by resources and label selector",
        usage: "TYPE [(NAME | -l label | --all)]",
        flags: delete::FLAGS,
        names: Names::Objects,
        below: &[],
        carry_out: delete::delete,
    },
    Verb {
        name: "rollout",
        group: DEPLOY,
        does: "Manage the rollout of a resource",
        usage: "history|pause|restart|resume|status|undo (TYPE NAME | TYPE/NAME)",
        flags: rollout::FLAGS,
        names: Names::Workloads,
        below: &rollout::COMMANDS,
        carry_out: rollout::dispatch,
    },
    Verb {
        name: "scale",
        group: DEPLOY,
        does: "Set a new size for a deployment, replica set, or replication controller",
        usage: "[--current-replicas=count] --replicas=COUNT (TYPE NAME | TYPE/NAME)",
        flags: change::SCALE,
        names: Names::Workloads,
        below: &[],
        carry_out: change::scale,
    },
    Verb {
        name: "autoscale",
        group: DEPLOY,
        does: "Auto-scale a deployment, replica set, stateful set, or replication controller",
        usage: "(TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu-percent=CPU]",
        flags: made::AUTOSCALE,
        names: Names::Workloads,
        below: &[],
        carry_out: made::autoscale,
    },
    Verb {
        name: "cordon",
        group: CLUSTER,
        does: "Mark node as unschedulable",
        usage: "NODE",
        flags: change::CORDON,
        names: Names::Nodes,
        below: &[],
        carry_out: |cluster, given, asked| change::cordon(cluster, given, true, asked),
    },
    Verb {
        name: "uncordon",
        group: CLUSTER,
        does: "Mark node as schedulable",
        usage: "NODE",
        flags: change::CORDON,
        names: Names::Nodes,
        below: &[],
        carry_out: |cluster, given, asked| change::cordon(cluster, given, false, asked),
    },
    Verb {
        name: "drain",
        group: CLUSTER,
        does: "Drain node in preparation for maintenance",
        usage: "NODE",
        flags: nodes::DRAIN,
        names: Names::Nodes,
        below: &[],
        carry_out: nodes::drain,
    },
    Verb {
        name: "taint",
        group: CLUSTER,
        does: "Update the taints on one or more nodes",
        usage: "NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N",
        flags: nodes::TAINT,
        names: Names::NodesByKind,
        below: &[],
        carry_out: nodes::taint,
    },
    Verb {
        name: "describe",
        group: DEBUGGING,
        does: "Show details of a specific resource or group of resources",
        usage: "(TYPE [NAME_PREFIX | -l label] | TYPE/NAME)",
        flags: describe::FLAGS,
        names: Names::Objects,
        below: &[],
        carry_out: describe::describe,
    },
    Verb {
        name: "logs",
        group: DEBUGGING,
        does: "Print the logs for a container in a pod",
        usage: "[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]",
        flags: logs::FLAGS,
        names: Names::Container,
        below: &[],
        carry_out: logs::logs,
    },
    Verb {
        name: "patch",
        group: ADVANCED,
        does: "Update fields of a resource",
        usage: "(TYPE NAME | TYPE/NAME) [-p PATCH]",
        flags: change::PATCH,
        names: Names::Objects,
        below: &[],
        carry_out: change::patch,
    },
    Verb {
        name: "label",
        group: SETTINGS,
        does: "Update the labels on a resource",
        usage: "[--overwrite] (TYPE NAME | TYPE/NAME) KEY_1=VAL_1 ... KEY_N=VAL_N",
        flags: change::MARK,
        names: Names::Objects,
        below: &[],
        carry_out: |cluster, given, asked| change::mark(cluster, given, &change::LABEL, asked),
    },
    Verb {
        name: "annotate",
        group: SETTINGS,
        does: "Update the annotations on a resource",
        usage: "[--overwrite] (TYPE NAME | TYPE/NAME) KEY_1=VAL_1 ... KEY_N=VAL_N",
        flags: change::MARK,
        names: Names::Objects,
        below: &[],
        carry_out: |cluster, given, asked| change::mark(cluster, given, &change::ANNOTATE, asked),
    },
    Verb {
        name: "api-resources",
        group: OTHER,
        does: "Print the supported API resources on the server",
        usage: "",
        flags: &[],
        names: Names::Nothing,
        below: &[],
        carry_out: api_resources::list,
    },
];

/// The commands that read objects from files.
pub(super) const FILES: [&str; 2] = ["apply", "replace"];

/// The commands of kubectl that Podlab does not know.
pub(super) const OTHERS: [&str; 21] = [
    "api-versions",
    "attach",
    "auth",
    "certificate",
    "cluster-info",
    "completion",
    "config",
    "cp",
    "debug",
    "diff",
    "events",
    "exec",
    "explain",
    "kustomize",
    "options",
    "plugin",
    "port-forward",
    "proxy",
    "top",
    "version",
    "wait",
];

/// Returns the command with this name.
pub(super) fn named(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}
