//! Reads what containers and servers do, as scenarios write it.

use super::ActionError;
use super::values::{
    SIGNAL, amount, map, milliseconds, missing, optional_int, optional_milliseconds, optional_text,
    seconds_or_never, some_or, wrong,
};
use crate::api::probe::is_signal;
use crate::base::text::Text;
use crate::cluster::plan::{Answer, Check, Exec, Response, Run, RuntimeRule, Server, Stop};
use crate::cluster::pressure::EvictionSignal;
use crate::manifest::node::{Node, Value};
use crate::manifest::wrong::Wanted;

/// The resources that machines can run out of.
pub(super) const SIGNALS: Wanted = Wanted::Or { some: "memory, disk", other: "pids" };

pub(super) fn rule(node: &Node) -> Result<RuntimeRule, ActionError> {
    let pattern = |key: &str| Ok(some_or(optional_text(node, key)?, &"*".into()));
    let mut rule = RuntimeRule {
        pod: pattern("pod")?,
        container: pattern("container")?,
        ..RuntimeRule::default()
    };
    for entry in node.entries() {
        let value = &entry.node;
        match entry.key.as_str() {
            "plan" => rule.plan = Some(plan(value)?),
            "stop" => {
                rule.stop = Some(stop(value).map_err(|error| error.within("stop"))?);
                rule.signals = signals(value).map_err(|error| error.within("stop"))?;
            }
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
            "usage" => usage(value, &mut rule)?,
            "volumeUsage" => {
                for volume in map(value, "volumeUsage")? {
                    let key = format!("volumeUsage.{}", volume.key);
                    rule.volume_usage.push((volume.key.clone(), amount(&volume.node, &key)?));
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

fn usage(value: &Node, rule: &mut RuntimeRule) -> Result<(), ActionError> {
    for entry in map(value, "usage")? {
        let signal = EvictionSignal::parse(&entry.key);
        let signal = signal.ok_or_else(|| wrong(value, "usage", SIGNALS))?;
        let key = format!("usage.{}", entry.key);
        rule.usage.push((signal, amount(&entry.node, &key)?));
    }
    Ok(())
}

pub(super) fn plan(node: &Node) -> Result<Vec<Run>, ActionError> {
    let Value::List(steps) = &node.value else { return Err(wrong(node, "plan", Wanted::List)) };
    let step = |(index, step): (usize, &Node)| {
        run(step).map_err(|error| error.within(&format!("plan[{index}]")))
    };
    steps.iter().enumerate().map(step).collect()
}

pub(super) fn stop(node: &Node) -> Result<Stop, ActionError> {
    map(node, "")?;
    let after = seconds_or_never(node, "after", Stop::default().after)?;
    Ok(Stop { after, code: optional_int(node, "code")?.unwrap_or(0) as i32 })
}

/// Returns the signals that a program reacts to. Rule P-807.
fn signals(node: &Node) -> Result<Vec<Text>, ActionError> {
    let Some(list) = node.get("signals").filter(|list| !list.is_null()) else {
        return Ok(Vec::new());
    };
    let Value::List(names) = &list.value else {
        return Err(wrong(
            list,
            "signals",
            Wanted::Words { words: "a list of signals such as [SIGQUIT]" },
        ));
    };
    let signal = |(index, name): (usize, &Node)| {
        let known = name.as_text().filter(|name| is_signal(name)).cloned();
        known.ok_or_else(|| wrong(name, &format!("signals[{index}]"), SIGNAL))
    };
    names.iter().enumerate().map(signal).collect()
}

pub(super) fn run(node: &Node) -> Result<Run, ActionError> {
    map(node, "")?;
    Ok(Run {
        run: seconds_or_never(node, "run", None)?,
        exit: optional_int(node, "exit")?.unwrap_or(0) as i32,
        reason: optional_text(node, "reason")?,
        message: optional_text(node, "message")?,
        log: optional_text(node, "log")?,
    })
}

pub(super) fn exec(node: &Node) -> Result<Exec, ActionError> {
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

pub(super) fn read_answer(key: &str, node: &Node) -> Result<(Check, Option<Answer>), ActionError> {
    let checks = Wanted::Or { some: "liveness, readiness, startup, postStart", other: "preStop" };
    let check = Check::ALL.into_iter().find(|check| check.as_str() == key);
    let check = check.ok_or_else(|| wrong(node, key, checks))?;
    let answer = match &node.value {
        Value::Null => None,
        Value::Text(word) if *word == "success" => Some(Answer::Success),
        Value::Text(word) if *word == "failure" => Some(Answer::Failure),
        Value::Text(word) if *word == "timeout" => Some(Answer::Timeout),
        Value::Text(word) if *word == "slow" => Some(Answer::Slow(SLOW)),
        Value::Text(word) if *word == "error" => Some(Answer::Error),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::List(_)
        | Value::Map(_) => {
            let answers = Wanted::Or { some: "success, failure, timeout, error", other: "seconds" };
            Some(Answer::Slow(milliseconds(node).ok_or_else(|| wrong(node, key, answers))?))
        }
    };
    Ok((check, answer))
}

/// Returns the answer of HTTP servers, with its delay and whether the servers understand TLS.
pub(super) fn http_server(node: &Node) -> Result<Server, ActionError> {
    let given = |key: &str| node.get(key).filter(|value| !value.is_null());
    let server = match given("answer") {
        Some(answer) => {
            server(answer).ok_or_else(|| wrong(answer, "answer", Wanted::HttpAnswer))?
        }
        None if given("location").is_some() => Server::code(REDIRECT),
        None if given("delay").or(given("scheme")).is_some() => Server::code(200),
        None => return Err(missing(node, "answer")),
    };
    let Server::Answers(mut response) = server else { return Ok(server) };
    if let Some(delay) = optional_milliseconds(node, "delay")? {
        response.delay = delay;
    }
    if given("location").is_some() {
        response.location = optional_text(node, "location")?;
    }
    if let Some(scheme) = given("scheme") {
        if scheme.as_text().is_none_or(|word| *word != "HTTP") {
            return Err(wrong(
                scheme,
                "scheme",
                Wanted::Words { words: "HTTP, for a server without TLS" },
            ));
        }
        response.has_tls = false;
    }
    Ok(Server::Answers(response))
}

/// Returns the answer of TCP ports, with its delay.
pub(super) fn tcp_server(node: &Node) -> Result<Server, ActionError> {
    let answer = node.get("answer").filter(|answer| !answer.is_null());
    let delay = optional_milliseconds(node, "delay")?;
    let server = match (answer, delay) {
        (Some(answer), _) => {
            server(answer).ok_or_else(|| wrong(answer, "answer", Wanted::Answer))?
        }
        (None, Some(_)) => Server::code(200),
        (None, None) => return Err(missing(node, "answer")),
    };
    let Server::Answers(mut response) = server else { return Ok(server) };
    response.delay = delay.unwrap_or(response.delay);
    Ok(Server::Answers(response))
}

/// The status code of a redirect for which the action gives none.
const REDIRECT: i64 = 302;
/// The milliseconds of an answer that is `slow`: more than a usual timeout.
const SLOW: u64 = 5_000;
/// The milliseconds of an answer that does not come.
const NEVER: u64 = 3_600_000;
/// The place to which a server redirects its clients without end.
const LOOP: &str = "/";

/// Returns the answer of a server, in the words of scenario files or of recorded scripts: a status code, a word, a word with
/// what belongs to it, or a map.
fn server(answer: &Node) -> Option<Server> {
    match &answer.value {
        Value::Int(code) => Some(Server::code(*code)),
        Value::Text(word) => in_words(word, &[]),
        Value::List(parts) => {
            let (word, rest) = parts.split_first()?;
            match &word.value {
                Value::Text(word) => in_words(word, rest),
                Value::Int(code) => {
                    in_words("code", &[Node::int(*code)]).filter(|_| rest.is_empty())
                }
                Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => {
                    None
                }
            }
        }
        Value::Map(_) => in_a_map(answer),
        Value::Null | Value::Bool(_) | Value::Float(_) => None,
    }
}

/// Returns the answer of a word, such as `[code, 503]`, `[delay, 3]`, `timeout` or `[redirect, /login]`.
fn in_words(word: &str, rest: &[Node]) -> Option<Server> {
    let first = rest.first();
    let seconds = |usual: u64| first.map_or(Some(usual), milliseconds);
    let late = |delay: u64| Response { delay, ..Response::of(200) };
    let response = match word {
        "connection refused" | "refused" => return Some(Server::Refused),
        "ok" | "success" => Response::of(200),
        "code" => Response::of(first?.as_int()?),
        "delay" => late(milliseconds(first?)?),
        "slow" => late(seconds(SLOW)?),
        "timeout" | "hang" => late(seconds(NEVER)?),
        // Where the client is sent, all is well.
        "redirect" if first.is_none() => Response::of(200),
        "redirect" => Response { location: first?.as_text()?.clone(), ..Response::of(REDIRECT) },
        "redirect-loop" => {
            let location = first.map_or(Some(LOOP.into()), |location| location.as_text().cloned());
            Response { location: location?, ..Response::of(REDIRECT) }
        }
        _ => return None,
    };
    // What follows adds a code or a delay.
    let response = rest.get(1..).unwrap_or_default().iter().try_fold(response, |response, more| {
        match more.as_int() {
            Some(code) if (100..600).contains(&code) => Some(Response { code, ..response }),
            Some(_) | None => Some(Response { delay: milliseconds(more)?, ..response }),
        }
    });
    response.map(Server::Answers)
}

/// Returns the answer of a map with `code`, `delay` and `location`.
fn in_a_map(answer: &Node) -> Option<Server> {
    let mut response = Response::of(200);
    for entry in answer.entries() {
        match entry.key.as_str() {
            "code" | "status" => response.code = entry.node.as_int()?,
            "delay" => response.delay = milliseconds(&entry.node)?,
            "location" | "redirect" => {
                response.location = entry.node.as_text()?.clone();
                if answer.get("code").is_none() {
                    response.code = REDIRECT;
                }
            }
            _ => return None,
        }
    }
    Some(Server::Answers(response))
}
