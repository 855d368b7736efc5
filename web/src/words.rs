//! What changes and acts are called, in sentences. A word between asterisks is a name.

use crate::lab::Lab;
use podlab::change::{Change, Subject, Value};
use podlab::command::Command;
use podlab::manifest::Resource;
use podlab::plan::{Answer, Check, Registry, Rule};
use podlab::text::Text;
use podlab::time::SimTime;

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// A moment as hours, minutes and seconds: `0:01:05`.
pub fn clock(time: SimTime) -> String {
    let seconds = time.seconds();
    let two = |number: u64| [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
    let mut text = (seconds / 3600).to_string();
    for part in [seconds / 60 % 60, seconds % 60] {
        text.push(':');
        text.extend(two(part).map(char::from));
    }
    text
}

/// A stretch of time in at most five characters: `12 s`, `2m40s`, `1h05m`.
pub fn short(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    let parts = |big: u64, unit: &str, small: u64, small_unit: &str| {
        let zero = if small < 10 { "0" } else { "" };
        [&big.to_string(), unit, zero, &small.to_string(), small_unit].concat()
    };
    match seconds {
        0..100 => [&seconds.to_string(), " s"].concat(),
        100..600 => parts(seconds / 60, "m", seconds % 60, "s"),
        600..3600 => [&(seconds / 60).to_string(), " min"].concat(),
        _ => parts(seconds / 3600, "h", seconds / 60 % 60, "m"),
    }
}

/// How much a change matters among those of one moment.
pub fn weight(change: &Change) -> u8 {
    match &change.subject {
        Subject::Removed => 9,
        Subject::Deletion => 8,
        Subject::Signal(_) => 7,
        Subject::State(_) => match &change.new {
            Value::Because("waiting", reason) if *reason == "ContainerCreating" => 3,
            _ => 6,
        },
        Subject::Phase => match &change.new {
            Value::Because("Succeeded" | "Failed", _) => 8,
            _ => 5,
        },
        Subject::Condition(kind) if *kind == "Ready" => match &change.new {
            Value::Because("True", _) => 7,
            _ => 5,
        },
        Subject::Probe(..) => match &change.new {
            Value::Because("Success", _) => 2,
            _ => 6,
        },
        Subject::Hook(..) | Subject::Endpoints | Subject::Node => 5,
        Subject::Program(_) | Subject::Created | Subject::Spec | Subject::Reason => 4,
        Subject::RestartCount(_) => 3,
        Subject::Condition(_) | Subject::Ready(_) | Subject::Started(_) | Subject::Status => 1,
        Subject::World | Subject::Field(_) | Subject::Decision => 0,
    }
}

/// What happened, in a sentence that says to which Pod, when there may be several.
pub fn told(lab: &Lab, change: &Change) -> String {
    let text = self::change(change);
    let Some(pod) = change.object.strip_prefix("Pod/").filter(|_| lab.scene.set.is_some()) else {
        return text;
    };
    let name = ["*", pod, "*"].concat();
    for words in ["The Pod object ", "The Pod ", "the Pod ", "The Pod's ", "the Pod's "] {
        if text.contains(words) {
            let rest = if words.ends_with("'s ") { "'s " } else { " " };
            return text.replacen(words, &[&name, rest].concat(), 1);
        }
    }
    [&name, ": ", &text].concat()
}

/// What happened, in a sentence.
pub fn change(change: &Change) -> String {
    let new = change.new.to_string();
    let word = match &change.new {
        Value::Because(word, _) => word,
        Value::Text(text) => text.as_str(),
        Value::None | Value::Count(_) | Value::Flag(_) => "",
    };
    let reason = match &change.new {
        Value::Because(_, reason) => reason.as_str(),
        Value::None | Value::Text(_) | Value::Count(_) | Value::Flag(_) => "",
    };
    match &change.subject {
        Subject::Created
        | Subject::Removed
        | Subject::Deletion
        | Subject::Spec
        | Subject::Phase
            if change.pod.is_none() =>
        {
            of_object(change)
        }
        Subject::Created => "The Pod was created. It has no node yet.".to_owned(),
        Subject::Removed => "The Pod object is gone from the API.".to_owned(),
        Subject::Deletion => match &change.new {
            Value::Count(0) => "The deletion has no grace left: the object may go.".to_owned(),
            Value::Count(grace) => [
                "The Pod is to be deleted. Its containers have ",
                &grace.to_string(),
                " seconds to end.",
            ]
            .concat(),
            _ => "The deletion of the Pod changed.".to_owned(),
        },
        Subject::Node => ["The scheduler bound the Pod to *", &new, "*."].concat(),
        Subject::Phase => phase(word).to_owned(),
        Subject::Reason if new.is_empty() => "The Pod's reason was cleared.".to_owned(),
        Subject::Reason => ["The Pod's reason is *", &new, "*."].concat(),
        Subject::Condition(kind) => condition(kind, word, reason),
        Subject::State(container) => state(container, word, reason),
        Subject::Ready(container) if change.new == Value::Flag(true) => {
            ["*", container, "* is ready."].concat()
        }
        Subject::Ready(container) => ["*", container, "* is no longer ready."].concat(),
        Subject::Started(container) if change.new == Value::Flag(true) => {
            ["*", container, "* counts as started."].concat()
        }
        Subject::Started(container) => ["*", container, "* does not count as started."].concat(),
        Subject::RestartCount(container) => {
            ["*", container, "* was started again: restart ", &new, "."].concat()
        }
        Subject::Status => ["kubectl prints *", &new, "* under STATUS."].concat(),
        Subject::Spec => "The spec was changed.".to_owned(),
        Subject::Probe(container, kind) => probe(container, kind, word, reason),
        Subject::Hook(container, hook) => {
            ["The ", hook, " hook of *", container, "* began to run."].concat()
        }
        Subject::Signal(container) if word == "SIGKILL" => {
            ["The grace period of *", container, "* is over: it got SIGKILL."].concat()
        }
        Subject::Signal(container) => {
            ["*", container, "* got ", word, ", the request to stop."].concat()
        }
        Subject::Program(name) if *name == "sandbox" => {
            "The sandbox of the Pod was killed.".to_owned()
        }
        Subject::Program(container) if word == "started" => {
            ["The runtime started the program in *", container, "*."].concat()
        }
        Subject::Program(container) if word == "ended" => {
            ["The program in *", container, "* ended: ", reason, "."].concat()
        }
        Subject::Program(container) => {
            ["The program in *", container, "* could not be started."].concat()
        }
        Subject::Endpoints => {
            let service = change.object.rsplit('/').next().unwrap_or_default();
            match word {
                "" => ["The Service *", service, "* has no Pod to send to."].concat(),
                _ if word.starts_with('(') => {
                    ["The Service *", service, "* knows the Pod, but sends nothing to it."].concat()
                }
                _ => ["The Service *", service, "* sends to *", word, "*."].concat(),
            }
        }
        Subject::World => ["The world changed: ", &change.object, "."].concat(),
        Subject::Field(name) => ["*", *name, "* of ", &change.object, " is ", &new, "."].concat(),
        Subject::Decision => {
            let set = change.object.rsplit('/').next().unwrap_or_default();
            match new.split_once(" Pod ") {
                Some((act, pod)) => {
                    ["The controller of *", set, "*: ", act, " *", pod, "*."].concat()
                }
                None => ["The controller of *", set, "* decided: ", &new, "."].concat(),
            }
        }
    }
}

/// What happened to an object that is no Pod.
fn of_object(change: &Change) -> String {
    let (kind, name) = change.object.split_once('/').unwrap_or(("object", &change.object));
    let what = match &change.subject {
        Subject::Created => "* was created.",
        Subject::Removed => "* is gone from the API.",
        Subject::Deletion => "* is to be deleted.",
        Subject::Phase => match &change.new {
            Value::Because("Bound", _) => "* is bound to a volume.",
            _ => "* waits for a volume.",
        },
        _ => "* has a new spec.",
    };
    ["The ", kind, " *", name, what].concat()
}

fn phase(word: &str) -> &'static str {
    match word {
        "Pending" => "The phase is Pending: not all containers have started yet.",
        "Running" => "The phase is Running: the Pod has a node and its containers were started.",
        "Succeeded" => "The phase is Succeeded: all containers ended with 0 and none starts again.",
        "Failed" => {
            "The phase is Failed: all containers ended, not all well, and none starts again."
        }
        _ => "The phase is Unknown.",
    }
}

fn condition(kind: &Text, word: &str, reason: &str) -> String {
    let why = match (kind.as_str(), word) {
        ("PodScheduled", "True") => "the Pod has a node",
        ("PodScheduled", "False") => "no node takes the Pod",
        ("PodReadyToStartContainers", "True") => "sandbox and network are there",
        ("PodReadyToStartContainers", "False") => "there is no sandbox with a network",
        ("Initialized", "True") => "all init containers are done",
        ("Initialized", "False") => "init containers are still to run",
        ("ContainersReady", "True") => "every container is ready",
        ("ContainersReady", "False") => "not every container is ready",
        ("Ready", "True") => "the Pod may take traffic",
        ("Ready", "False") => "the Pod takes no traffic",
        _ => reason,
    };
    match word {
        "" => ["The condition *", kind, "* is gone."].concat(),
        _ if why.is_empty() => ["*", kind, "* is ", word, "."].concat(),
        _ => ["*", kind, "* is ", word, ": ", why, "."].concat(),
    }
}

fn state(container: &Text, word: &str, reason: &str) -> String {
    let rest = match (word, reason) {
        ("running", _) => " runs.",
        ("waiting", "ContainerCreating") => " is being created: sandbox, volumes, image.",
        ("waiting", "PodInitializing") => " waits for the init containers.",
        ("waiting", "CrashLoopBackOff") => {
            " ended, and the kubelet waits before it starts it again. The phase does not change."
        }
        ("waiting", "ErrImagePull") => " cannot start: its image could not be pulled.",
        ("waiting", "ImagePullBackOff") => {
            " cannot start: the kubelet waits before it pulls the image again."
        }
        ("terminated", "Completed") => " ended with exit code 0.",
        ("terminated", "OOMKilled") => " was killed because it used too much memory.",
        ("terminated", "Error") => " ended with an error.",
        _ => "",
    };
    if rest.is_empty() {
        ["*", container, "* is ", word, ": ", reason, "."].concat()
    } else {
        ["*", container, "*", rest].concat()
    }
}

fn probe(container: &Text, kind: &str, word: &str, message: &str) -> String {
    let kind = kind.to_ascii_lowercase();
    match word {
        "Success" => ["The ", &kind, " probe of *", container, "* succeeded."].concat(),
        "Failure" => {
            ["The ", &kind, " probe of *", container, "* failed: ", message.trim(), "."].concat()
        }
        _ => ["The ", &kind, " probe of *", container, "* could not be run; that does not count."]
            .concat(),
    }
}

/// An act, in a sentence that follows who did it: `let *app* exit with code 1`.
pub fn command(command: &Command) -> String {
    match command {
        Command::Create(resource) => match resource.as_ref() {
            Resource::Pod(pod) => ["created the Pod *", &pod.metadata.name, "*."].concat(),
            other => ["created the ", other.kind(), " *", &other.metadata().name, "*."].concat(),
        },
        Command::PatchPod { name, .. } => ["changed the Pod *", name, "* in place."].concat(),
        Command::DeletePod { name, grace_period_seconds: Some(0), .. } => {
            ["deleted the Pod *", name, "* by force: --grace-period=0 --force."].concat()
        }
        Command::DeletePod { name, .. } => ["deleted the Pod *", name, "*."].concat(),
        Command::PatchStatefulSet { name, .. } => set("changed", name),
        Command::ScaleStatefulSet { name, replicas, .. } => {
            ["scaled the StatefulSet *", name, "* to ", &replicas.to_string(), "."].concat()
        }
        Command::UndoStatefulSet { name, .. } => set("rolled back", name),
        Command::RestartStatefulSet { name, .. } => set("restarted", name),
        Command::DeleteStatefulSet { name, .. } => set("deleted", name),
        Command::DeleteClaim { name, .. } => ["deleted the claim *", name, "*."].concat(),
        Command::Kubectl { line, .. } => ["ran *", line, "*."].concat(),
        Command::EvictPod { name, .. } => ["evicted the Pod *", name, "*."].concat(),
        Command::SetCondition { condition, status, .. } => {
            let status = if *status == Some(true) { "True" } else { "False" };
            ["set the condition *", condition, "* to ", status, "."].concat()
        }
        Command::Debug { container, .. } => {
            ["added the ephemeral container *", container, "*."].concat()
        }
        Command::LabelNode { node, key, .. } => {
            ["changed the label *", key, "* of *", node, "*."].concat()
        }
        Command::Cordon { node, unschedulable: true } => ["cordoned *", node, "*."].concat(),
        Command::Cordon { node, .. } => ["uncordoned *", node, "*."].concat(),
        Command::Plan(rule) => plan(rule),
        Command::Registry(image, Registry { error, delay }) => match error.as_str() {
            "" if *delay > 2000 => ["made the pull of *", image, "* slow."].concat(),
            "" => ["let *", image, "* be pulled."].concat(),
            _ => ["made the pull of *", image, "* fail."].concat(),
        },
        Command::HttpServer(_) | Command::TcpServer(_) => "changed what servers answer.".to_owned(),
        Command::Exit { container, reason, .. } if *reason == "OOMKilled" => {
            ["let *", container, "* run out of memory."].concat()
        }
        Command::Exit { container, code, .. } => {
            ["let *", container, "* exit with code ", &code.to_string(), "."].concat()
        }
        Command::KillSandbox { .. } => "killed the Pod's sandbox.".to_owned(),
        Command::Image { image, present: true } => ["put *", image, "* on the nodes."].concat(),
        Command::Image { image, .. } => ["took *", image, "* off the nodes."].concat(),
    }
}

fn set(act: &str, name: &str) -> String {
    [act, " the StatefulSet *", name, "*."].concat()
}

fn plan(rule: &Rule) -> String {
    let container = &rule.container;
    if let Some((check, answer)) = rule.answers.last() {
        let check = match check {
            Check::Liveness => "liveness probe",
            Check::Readiness => "readiness probe",
            Check::Startup => "startup probe",
            Check::PostStart => "postStart hook",
            Check::PreStop => "preStop hook",
        };
        let answer = match answer {
            Some(Answer::Success) => "succeed",
            Some(Answer::Failure) => "fail",
            Some(Answer::Timeout) => "time out",
            Some(Answer::Error) => "end in an error",
            Some(Answer::Slow(_)) => "take long",
            None => "answer as its program does",
        };
        return ["made the ", check, " of *", container, "* ", answer, "."].concat();
    }
    if let Some(stop) = rule.stop {
        let what = if stop.after.is_none() { "* ignore SIGTERM." } else { "* stop on SIGTERM." };
        return ["made *", container, what].concat();
    }
    match &rule.start_error {
        Some(error) if error.is_empty() => ["let *", container, "* start again."].concat(),
        Some(_) => ["made *", container, "* fail to start."].concat(),
        None => ["said what *", container, "* does."].concat(),
    }
}
