//! Scripts of a run: what is done when, in the words recorded runs use.

use crate::apiserver::sets::Propagation;
use crate::command::Command;
use crate::duration;
use crate::manifest::Code;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::schema::nearest;
use crate::plan::{Answer, Check, Exec, Registry, Rule, Run, Server, Stop};
use crate::text::Text;
use crate::time::SimTime;

mod fields;
mod write;

pub use fields::{fields_of, unknown_fields};
pub use write::write;

/// What is wrong with an action.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionError {
    /// What kind of mistake it is.
    pub code: Code,
    /// Where it stands.
    pub span: Span,
    /// Path of the field in the action, such as `plan[0].run`; empty for the action itself.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What was probably meant.
    pub guess: Option<&'static str>,
}

impl ActionError {
    fn new(code: Code, span: Span, path: impl Into<String>, message: impl Into<String>) -> Self {
        ActionError { code, span, path: path.into(), message: message.into(), guess: None }
    }

    /// The same for a field that stands in another one.
    fn within(mut self, outer: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.path = [outer, dot, &self.path].concat();
        self
    }
}

/// One action of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// When it is done.
    pub time: SimTime,
    /// What is done.
    pub act: Act,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Creates the object of that kind and name, which stands elsewhere in the script.
    Create(Text),
    /// Carries out a command.
    Command(Command),
}

/// The words of actions.
pub const ACTIONS: &[&str] = &[
    "create",
    "patch",
    "delete",
    "scale",
    "rollout-undo",
    "rollout-restart",
    "kubectl",
    "evict",
    "runtime-rule",
    "container-exit",
    "registry",
    "http-endpoint",
    "tcp-endpoint",
    "sandbox-killed",
    "label-node",
    "cordon",
    "uncordon",
    "set-condition",
    "debug",
    "image",
];

/// Reads one action: `{t, do, …}`. `namespace` is that of the objects it names unless it names another. Fields that
/// the action does not have are left alone; [`unknown_fields`] finds them.
pub fn action(node: &Node, namespace: &Text) -> Result<Action, ActionError> {
    let time = match node.get("t") {
        None => SimTime::ZERO,
        Some(t) => SimTime(milliseconds(t).ok_or_else(|| wrong(t, "t", SECONDS))?),
    };
    let word = text(node, "do")?;
    let namespace = &some_or(optional_text(node, "namespace")?, namespace);
    let act = match word.as_str() {
        "create" => Act::Create(text(node, "object")?),
        other => Act::Command(command(node, other, namespace)?),
    };
    Ok(Action { time, act })
}

fn command(node: &Node, word: &str, namespace: &Text) -> Result<Command, ActionError> {
    let namespace = namespace.clone();
    Ok(match word {
        "patch" => {
            let patch = node.get("body").ok_or_else(|| missing(node, "body"))?.clone();
            match object(node)? {
                Object::Pod(name) => Command::PatchPod { namespace, name, patch },
                Object::StatefulSet(name) => Command::PatchStatefulSet { namespace, name, patch },
                Object::Volume(name) => Command::PatchVolume { name, patch },
                Object::Claim(_) => return Err(cannot(node)),
            }
        }
        "delete" => match object(node)? {
            Object::Pod(name) => {
                let grace_period_seconds = optional_int(node, "gracePeriodSeconds")?;
                Command::DeletePod { namespace, name, grace_period_seconds }
            }
            Object::StatefulSet(name) => {
                let given = optional_text(node, "propagationPolicy")?;
                let usual = Propagation::default();
                let known = Propagation::parse(some_or(given, &usual.as_str().into()).as_str());
                let propagation = known.ok_or_else(|| {
                    wrong(node, "propagationPolicy", "Background, Foreground or Orphan")
                })?;
                Command::DeleteStatefulSet { namespace, name, propagation }
            }
            Object::Claim(name) => Command::DeleteClaim { namespace, name },
            Object::Volume(name) => Command::DeleteVolume { name },
        },
        "scale" => {
            let name = set_name(node)?;
            let replicas = optional_int(node, "replicas")?;
            let replicas = replicas.ok_or_else(|| missing(node, "replicas"))?;
            Command::ScaleStatefulSet { namespace, name, replicas }
        }
        "rollout-undo" => Command::UndoStatefulSet {
            namespace,
            name: set_name(node)?,
            to_revision: optional_int(node, "toRevision")?,
        },
        "rollout-restart" => Command::RestartStatefulSet { namespace, name: set_name(node)? },
        "kubectl" => Command::Kubectl { namespace, line: text(node, "cmd")? },
        "evict" => Command::EvictPod { namespace, name: text(node, "pod")? },
        "runtime-rule" => Command::Plan(rule(node)?),
        "container-exit" => Command::Exit {
            namespace,
            pod: text(node, "pod")?,
            container: text(node, "container")?,
            code: optional_int(node, "code")?.unwrap_or(0) as i32,
            reason: optional_text(node, "reason")?,
        },
        "registry" => {
            let delay = optional_milliseconds(node, "delay")?.unwrap_or(crate::plan::PULL);
            let error = optional_text(node, "error")?;
            Command::Registry(text(node, "image")?, Registry { error, delay })
        }
        "http-endpoint" => Command::HttpServer(Some(server(node)?)),
        "tcp-endpoint" => Command::TcpServer(Some(server(node)?)),
        "sandbox-killed" => Command::KillSandbox { namespace, pod: text(node, "pod")? },
        "label-node" => {
            let label = text(node, "label")?;
            let (key, value) = match label.split_once('=') {
                Some((key, value)) => (key.to_owned(), Some(value.to_owned().into())),
                None => (label.trim_end_matches('-').to_owned(), None),
            };
            Command::LabelNode { node: text(node, "node")?, key: key.into(), value }
        }
        "cordon" => Command::Cordon { node: text(node, "node")?, unschedulable: true },
        "uncordon" => Command::Cordon { node: text(node, "node")?, unschedulable: false },
        "set-condition" => Command::SetCondition {
            namespace,
            name: text(node, "pod")?,
            condition: text(node, "type")?,
            status: match node.get("status").map(|s| (s, &s.value)) {
                Some((_, Value::Bool(status))) => Some(*status),
                Some((_, Value::Text(status))) if *status == "True" => Some(true),
                Some((_, Value::Text(status))) if *status == "False" => Some(false),
                None | Some((_, Value::Null)) => None,
                Some((status, _)) => return Err(wrong(status, "status", "True or False")),
            },
        },
        "debug" => Command::Debug {
            namespace,
            name: text(node, "pod")?,
            container: text(node, "container")?,
            image: text(node, "image")?,
        },
        "image" => {
            let present = match node.get("present").map(|p| (p, &p.value)) {
                None => true,
                Some((_, Value::Bool(present))) => *present,
                Some((present, _)) => return Err(wrong(present, "present", "true or false")),
            };
            Command::Image { image: text(node, "image")?, present }
        }
        other => {
            let message = format!("unknown action {other:?}");
            let span = value_span(node, "do");
            let error = ActionError::new(Code::Unsupported, span, "do", message);
            return Err(ActionError { guess: nearest(other, ACTIONS), ..error });
        }
    })
}

fn rule(node: &Node) -> Result<Rule, ActionError> {
    let pattern = |key: &str| Ok(some_or(optional_text(node, key)?, &"*".into()));
    let mut rule =
        Rule { pod: pattern("pod")?, container: pattern("container")?, ..Rule::default() };
    for entry in node.entries() {
        let value = &entry.node;
        match entry.key.as_str() {
            "plan" => rule.plan = Some(plan(value)?),
            "stop" => rule.stop = Some(stop(value).map_err(|error| error.within("stop"))?),
            "exec" => {
                for command in map(value, "exec")? {
                    let path = format!("exec.{}", command.key);
                    let read = exec(&command.node).map_err(|error| error.within(&path))?;
                    rule.exec.push((command.key.clone(), read));
                }
            }
            "answers" => {
                for answer in map(value, "answers")? {
                    let read = read_answer(&answer.key, &answer.node);
                    rule.answers.push(read.map_err(|error| error.within("answers"))?);
                }
            }
            "createError" => rule.create_error = Some(optional_text(node, "createError")?),
            "startError" => rule.start_error = Some(optional_text(node, "startError")?),
            "sandboxError" => rule.sandbox_error = Some(optional_text(node, "sandboxError")?),
            _ => {}
        }
    }
    Ok(rule)
}

fn plan(node: &Node) -> Result<Vec<Run>, ActionError> {
    let Value::List(steps) = &node.value else { return Err(wrong(node, "plan", "a list")) };
    let step = |(index, step): (usize, &Node)| {
        run(step).map_err(|error| error.within(&format!("plan[{index}]")))
    };
    steps.iter().enumerate().map(step).collect()
}

fn stop(node: &Node) -> Result<Stop, ActionError> {
    map(node, "")?;
    let after = seconds_or_never(node, "after", Stop::default().after)?;
    Ok(Stop { after, code: optional_int(node, "code")?.unwrap_or(0) as i32 })
}

fn run(node: &Node) -> Result<Run, ActionError> {
    map(node, "")?;
    Ok(Run {
        run: seconds_or_never(node, "run", None)?,
        exit: optional_int(node, "exit")?.unwrap_or(0) as i32,
        reason: optional_text(node, "reason")?,
        message: optional_text(node, "message")?,
    })
}

fn exec(node: &Node) -> Result<Exec, ActionError> {
    map(node, "")?;
    Ok(Exec {
        code: optional_int(node, "code")?.unwrap_or(0) as i32,
        out: optional_text(node, "out")?,
        delay: optional_milliseconds(node, "delay")?.unwrap_or(0),
        error: optional_text(node, "error")?,
        ok_after: optional_milliseconds(node, "okAfter")?,
        fail_after: optional_milliseconds(node, "failAfter")?,
    })
}

fn read_answer(key: &str, node: &Node) -> Result<(Check, Option<Answer>), ActionError> {
    let checks = "liveness, readiness, startup, postStart or preStop";
    let check = Check::ALL.into_iter().find(|check| check.as_str() == key);
    let check = check.ok_or_else(|| wrong(node, key, checks))?;
    let answer = match &node.value {
        Value::Null => None,
        Value::Text(word) if *word == "success" => Some(Answer::Success),
        Value::Text(word) if *word == "failure" => Some(Answer::Failure),
        Value::Text(word) if *word == "timeout" => Some(Answer::Timeout),
        Value::Text(word) if *word == "error" => Some(Answer::Error),
        _ => {
            let answers = "success, failure, timeout, error or seconds";
            Some(Answer::Slow(milliseconds(node).ok_or_else(|| wrong(node, key, answers))?))
        }
    };
    Ok((check, answer))
}

fn server(node: &Node) -> Result<Server, ActionError> {
    let answer = node.get("answer").ok_or_else(|| missing(node, "answer"))?;
    match (&answer.value, answer.elements()) {
        (Value::Text(word), _) if *word == "connection refused" => Ok(Server::Refused),
        (Value::Int(code), _) => Ok(Server::Code(*code)),
        (_, [word, code]) if word.as_text().is_some_and(|w| *w == "code") => {
            let code = code.as_int().ok_or_else(|| wrong(code, "answer", "a status code"))?;
            Ok(Server::Code(code))
        }
        _ => Err(wrong(answer, "answer", "\"connection refused\" or a status code")),
    }
}

/// What a length of time must be.
const SECONDS: &str = "seconds, or a duration such as 1m30s";

/// Seconds, whole or not, or a duration, as milliseconds; none when they make no sense.
pub(crate) fn milliseconds(node: &Node) -> Option<u64> {
    match &node.value {
        Value::Int(seconds) => u64::try_from(*seconds).ok()?.checked_mul(1000),
        Value::Float(seconds) => seconds.thousandths(),
        Value::Text(text) => duration::parse(text),
        _ => None,
    }
    .filter(|milliseconds| *milliseconds <= duration::LONGEST)
}

fn optional_milliseconds(node: &Node, key: &str) -> Result<Option<u64>, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(None) };
    milliseconds(value).map(Some).ok_or_else(|| wrong(value, key, SECONDS))
}

/// As [`optional_milliseconds`], where -1 and `never` mean never; `usual` when the field is missing.
fn seconds_or_never(
    node: &Node,
    key: &str,
    usual: Option<u64>,
) -> Result<Option<u64>, ActionError> {
    match node.get(key).map(|v| &v.value) {
        None => Ok(usual),
        Some(Value::Int(number)) if *number < 0 => Ok(None),
        Some(Value::Float(number)) if number.is_negative() => Ok(None),
        Some(Value::Text(text)) if *text == "never" || *text == "-1" => Ok(None),
        Some(_) => optional_milliseconds(node, key),
    }
}

fn optional_int(node: &Node, key: &str) -> Result<Option<i64>, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(None) };
    let number = value.as_int().filter(|n| i32::try_from(*n).is_ok());
    number.map(Some).ok_or_else(|| wrong(value, key, "a whole number"))
}

fn optional_text(node: &Node, key: &str) -> Result<Text, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(Text::default()) };
    value.as_text().cloned().ok_or_else(|| wrong(value, key, "a string"))
}

fn text(node: &Node, key: &str) -> Result<Text, ActionError> {
    let text = optional_text(node, key)?;
    if text.is_empty() { Err(missing(node, key)) } else { Ok(text) }
}

/// An object an action is about, by its name.
enum Object {
    Pod(Text),
    StatefulSet(Text),
    Claim(Text),
    Volume(Text),
}

/// The object in `pod/p`, `statefulset/web` or `p`, which is a Pod.
fn object(node: &Node) -> Result<Object, ActionError> {
    let object = text(node, "object")?;
    let Some((kind, name)) = object.split_once('/') else { return Ok(Object::Pod(object)) };
    let name = Text::from(name.to_owned());
    match kind.to_ascii_lowercase().as_str() {
        "pod" | "pods" | "po" => Ok(Object::Pod(name)),
        "statefulset" | "statefulsets" | "sts" => Ok(Object::StatefulSet(name)),
        "persistentvolumeclaim" | "persistentvolumeclaims" | "pvc" => Ok(Object::Claim(name)),
        "persistentvolume" | "persistentvolumes" | "pv" => Ok(Object::Volume(name)),
        _ => Err(cannot(node)),
    }
}

fn set_name(node: &Node) -> Result<Text, ActionError> {
    match object(node)? {
        Object::StatefulSet(name) => Ok(name),
        Object::Pod(_) | Object::Claim(_) | Object::Volume(_) => Err(cannot(node)),
    }
}

fn cannot(node: &Node) -> ActionError {
    let word = optional_text(node, "do").unwrap_or_default();
    let object = optional_text(node, "object").unwrap_or_default();
    let kind = object.split_once('/').map_or("Pod", |(kind, _)| kind);
    let message = format!("Podlab cannot {word} a {kind} yet");
    ActionError::new(Code::UnsupportedKind, value_span(node, "object"), "object", message)
}

fn some_or(text: Text, usual: &Text) -> Text {
    if text.is_empty() { usual.clone() } else { text }
}

/// The entries of a map; a null is an empty one.
fn map<'a>(node: &'a Node, key: &str) -> Result<&'a [Entry], ActionError> {
    match &node.value {
        Value::Map(entries) => Ok(entries),
        Value::Null => Ok(&[]),
        _ => Err(wrong(node, key, "a map")),
    }
}

fn value_span(node: &Node, key: &str) -> Span {
    node.get(key).map_or(node.span, |value| value.span)
}

fn missing(node: &Node, key: &str) -> ActionError {
    ActionError::new(Code::Invalid, node.span, key, "the field is missing")
}

fn wrong(node: &Node, key: &str, expected: &str) -> ActionError {
    ActionError::new(Code::WrongType, node.span, key, format!("it must be {expected}"))
}
