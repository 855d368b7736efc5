//! Scripts of a run: what is done when, in the words recorded runs use.

use crate::command::Command;
use crate::manifest::node::{Node, Value};
use crate::plan::{Answer, Check, Exec, Registry, Rule, Run, Server, Stop};
use crate::text::Text;
use crate::time::SimTime;

/// What is wrong with an action.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionError {
    /// Where it stands.
    pub span: crate::manifest::node::Span,
    /// What is wrong.
    pub message: String,
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

/// Reads one action: `{t, do, …}`. `namespace` is that of the objects it names.
pub fn action(node: &Node, namespace: &Text) -> Result<Action, ActionError> {
    let time = match node.get("t") {
        None => SimTime::ZERO,
        Some(t) => SimTime(milliseconds(t).ok_or_else(|| wrong(t, "t", "seconds"))?),
    };
    let word = text(node, "do")?;
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
            let name = pod_name(node, "object")?;
            let patch = node.get("body").ok_or_else(|| missing(node, "body"))?.clone();
            Command::PatchPod { namespace, name, patch }
        }
        "delete" => {
            let name = pod_name(node, "object")?;
            let grace_period_seconds = optional_int(node, "gracePeriodSeconds")?;
            Command::DeletePod { namespace, name, grace_period_seconds }
        }
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
            status: match node.get("status").map(|s| &s.value) {
                Some(Value::Bool(status)) => Some(*status),
                Some(Value::Text(status)) => Some(*status == "True"),
                _ => None,
            },
        },
        "debug" => Command::Debug {
            namespace,
            name: text(node, "pod")?,
            container: text(node, "container")?,
            image: text(node, "image")?,
        },
        "image" => {
            let present = node.get("present").is_none_or(|p| p.value == Value::Bool(true));
            Command::Image { image: text(node, "image")?, present }
        }
        other => {
            let guess = crate::manifest::schema::nearest(other, ACTIONS);
            let guess = guess.map(|g| format!("; did you mean {g:?}?")).unwrap_or_default();
            let message = format!("unknown action {other:?}{guess}");
            return Err(ActionError { span: node.span, message });
        }
    })
}

fn rule(node: &Node) -> Result<Rule, ActionError> {
    let pattern = |key: &str| Ok(some_or(optional_text(node, key)?, "*"));
    let mut rule =
        Rule { pod: pattern("pod")?, container: pattern("container")?, ..Rule::default() };
    for entry in node.entries() {
        let value = &entry.node;
        match entry.key.as_str() {
            "t" | "do" | "pod" | "container" => {}
            "plan" => rule.plan = Some(value.elements().iter().map(run).collect::<Result<_, _>>()?),
            "stop" => {
                let after = seconds_or_never(value, "after", Stop::default().after)?;
                let code = optional_int(value, "code")?.unwrap_or(0) as i32;
                rule.stop = Some(Stop { after, code });
            }
            "exec" => {
                for command in value.entries() {
                    rule.exec.push((command.key.clone(), exec(&command.node)?));
                }
            }
            "answers" => {
                for answer in value.entries() {
                    rule.answers.push(read_answer(&answer.key, &answer.node)?);
                }
            }
            "createError" => rule.create_error = Some(optional_text(node, "createError")?),
            "startError" => rule.start_error = Some(optional_text(node, "startError")?),
            "sandboxError" => rule.sandbox_error = Some(optional_text(node, "sandboxError")?),
            other => {
                let message = format!("unknown field {other:?} in a runtime-rule");
                return Err(ActionError { span: entry.span, message });
            }
        }
    }
    Ok(rule)
}

fn run(node: &Node) -> Result<Run, ActionError> {
    Ok(Run {
        run: seconds_or_never(node, "run", None)?,
        exit: optional_int(node, "exit")?.unwrap_or(0) as i32,
        reason: optional_text(node, "reason")?,
        message: optional_text(node, "message")?,
    })
}

fn exec(node: &Node) -> Result<Exec, ActionError> {
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
    let check = match key {
        "liveness" => Check::Liveness,
        "readiness" => Check::Readiness,
        "startup" => Check::Startup,
        "postStart" => Check::PostStart,
        "preStop" => Check::PreStop,
        _ => return Err(wrong(node, key, "liveness, readiness, startup, postStart or preStop")),
    };
    let answer = match &node.value {
        Value::Null => None,
        Value::Text(word) => Some(match word.as_str() {
            "success" => Answer::Success,
            "failure" => Answer::Failure,
            "timeout" => Answer::Timeout,
            "error" => Answer::Error,
            _ => return Err(wrong(node, key, "success, failure, timeout, error or seconds")),
        }),
        _ => Some(Answer::Slow(milliseconds(node).ok_or_else(|| wrong(node, key, "seconds"))?)),
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

/// Seconds, whole or not, as milliseconds; none when they make no sense.
fn milliseconds(node: &Node) -> Option<u64> {
    /// A thousand years is as good as for ever.
    const MOST: u64 = 31_557_600_000_000;
    match node.value {
        Value::Int(seconds) => {
            u64::try_from(seconds).ok()?.checked_mul(1000).filter(|m| *m <= MOST)
        }
        Value::Float(seconds) if seconds >= 0.0 && seconds < MOST as f64 / 1000.0 => {
            Some((seconds * 1000.0).round() as u64)
        }
        _ => None,
    }
}

fn optional_milliseconds(node: &Node, key: &str) -> Result<Option<u64>, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(None) };
    milliseconds(value).map(Some).ok_or_else(|| wrong(value, key, "seconds"))
}

/// As [`optional_milliseconds`], where -1 means never; `usual` when the field is missing.
fn seconds_or_never(
    node: &Node,
    key: &str,
    usual: Option<u64>,
) -> Result<Option<u64>, ActionError> {
    match node.get(key).map(|v| &v.value) {
        None => Ok(usual),
        Some(Value::Int(number)) if *number < 0 => Ok(None),
        Some(Value::Float(number)) if *number < 0.0 => Ok(None),
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

/// The name in `pod/p` or `p`.
fn pod_name(node: &Node, key: &str) -> Result<Text, ActionError> {
    let object = text(node, key)?;
    match object.split_once('/') {
        Some((kind, name))
            if matches!(kind.to_ascii_lowercase().as_str(), "pod" | "pods" | "po") =>
        {
            Ok(name.to_owned().into())
        }
        None => Ok(object),
        Some((kind, _)) => {
            let message = format!("actions on {kind} are not supported yet");
            Err(ActionError { span: node.span, message })
        }
    }
}

fn some_or(text: Text, usual: &'static str) -> Text {
    if text.is_empty() { usual.into() } else { text }
}

fn missing(node: &Node, key: &str) -> ActionError {
    ActionError { span: node.span, message: format!("{key} is missing") }
}

fn wrong(node: &Node, key: &str, expected: &str) -> ActionError {
    ActionError { span: node.span, message: format!("{key} must be {expected}") }
}
