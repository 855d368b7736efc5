//! The checks that probes make, and their results. Rules P-603 to P-607.

use super::Context;
use super::network::hosts::{self, Address, Host, SERVING};
use super::network::http::{self, Ended, Redirects};
use super::probe::{Outcome, ProbeKind};
use super::process;
use super::runtime::InstanceState;
use super::worker::{Checked, PodWorker, ProbeWorker};
use crate::api::container::Container;
use crate::api::probe::{HttpGetAction, IntOrString, Probe};
use crate::base::text::Text;
use crate::cluster::cause::Cause;
use crate::cluster::plan::{Answer, Check, Exec, Response, Scripted, Server};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// What a handler finds, before the kubelet formats its message.
enum Found {
    Success,
    Warning(String),
    Failure(String),
    Error(String),
}

/// The most bytes of a command's output that are kept. Rule K-16.
const KEPT: usize = 10 * 1024;

/// How often the kubelet tries a handler that cannot be run, without a pause. Rule K-15.
const ATTEMPTS: u64 = 3;

/// The body of every answer of a simulated server.
const BODY: &str = "body of the answer\n";

/// Runs the handler of a probe worker.
pub(crate) fn run(cx: &mut Context<'_>, worker: &PodWorker, index: usize) -> Checked {
    let release = cx.world.release();
    let probe_worker = &worker.probes[index];
    let probe = Rc::clone(&probe_worker.probe);
    let timeout = probe.timeout_seconds() * 1000;
    let pod = &worker.pod.metadata.name;
    let answer = cx.world.scripts.answer(pod, &probe_worker.container, check(probe_worker.kind));
    let newest = worker.runtime.newest(&probe_worker.container);
    let instance = newest.filter(|i| i.state == InstanceState::Running);
    let container = probe_worker.container_index.of(&worker.pod.spec);
    let (delay, found) = if let Some(exec) = &probe.exec {
        let command = exec.command.join(" ");
        match instance {
            _ if !cx.has_runtime() => (0, Found::Error(SILENT.to_owned())),
            None => (0, Found::Error(exited())),
            Some(instance) => {
                let age = cx.world.now.since(instance.started);
                let exec = process::exec(cx.world, worker, instance, &exec.command);
                run_exec(&answered_exec(answer, exec, timeout), age, &command, timeout, release)
            }
        }
    } else {
        let scripts = &cx.world.scripts;
        let planned = if probe.http_get.is_some() { &scripts.http } else { &scripts.tcp };
        let planned = &planned.what;
        let silent = http::late(timeout + 1);
        let host = hosts::named(&probe);
        let ip = &worker.known_status().pod_ip;
        let server = match (hosts::behind(cx.world, &worker.pod, ip, host), planned) {
            (Host::Pod, _) if instance.is_none() => Some(&Server::Refused),
            (_, Some(server)) => Some(server),
            (Host::Pod | Host::Other, None) => Some(SERVING),
            (Host::Refuses, None) => Some(&Server::Refused),
            (Host::Silent, None) => Some(&silent),
            (Host::Unknown, None) => None,
        };
        match asked(&probe, container, ip) {
            Err(error) => (0, Found::Error(error)),
            Ok(address) => match (server, answer) {
                (None, None) => (0, no_such_host(&probe, address)),
                (server, _) => {
                    let server = server.unwrap_or(SERVING);
                    run_network(&probe, address, answer, server, timeout, release)
                }
            },
        }
    };
    // The plan gives every attempt the same answer, so the number of attempts only changes how long they take.
    let delay = if matches!(found, Found::Error(_)) { delay * ATTEMPTS } else { delay };
    let kind = probe_worker.kind.as_str();
    let (outcome, message, event) = match found {
        Found::Success => (Outcome::Success, String::new(), None),
        Found::Warning(text) => {
            let event = format!("{kind} probe warning: {text}");
            (Outcome::Success, text, Some(("ProbeWarning", event)))
        }
        Found::Failure(text) => {
            let event = format!("{kind} probe failed: {text}");
            (Outcome::Failure, text, Some(("Unhealthy", event)))
        }
        Found::Error(text) => {
            let words = if release.has(Feature::ProbeErrorHasUnknownResult) {
                " and resulted in unknown state"
            } else {
                ""
            };
            let event = format!("{kind} probe errored{words}: {text}");
            (Outcome::Error, text, Some(("Unhealthy", event)))
        }
    };
    let event = event.map(|(reason, message)| (reason, Text::from(message)));
    let cause = cause(cx, worker, probe_worker);
    Checked { delay, outcome, message: message.into(), event, cause }
}

fn check(kind: ProbeKind) -> Check {
    match kind {
        ProbeKind::Liveness => Check::Liveness,
        ProbeKind::Readiness => Check::Readiness,
        ProbeKind::Startup => Check::Startup,
    }
}

/// Returns what decides the answer of a check: the act that stopped the runtime, set the answer or changed the server, else what
/// the program did last to a file without which a command would answer otherwise, or the last start or end of the program.
fn cause(cx: &Context<'_>, worker: &PodWorker, probe_worker: &ProbeWorker) -> Cause {
    let (scripts, probe) = (&cx.world.scripts, &probe_worker.probe);
    let (pod, container) = (&worker.pod.metadata.name, &probe_worker.container);
    if probe.exec.is_some() && !cx.has_runtime() {
        return cx.runtime_cause();
    }
    let Some(instance) = worker.runtime.newest(container) else { return cx.world.cause };
    if instance.state != InstanceState::Running {
        return instance.cause;
    }
    let answer = scripts.scripted_answer(pod, container, check(probe_worker.kind));
    let answer = answer.unwrap_or_default();
    if answer.what.is_some() {
        return answer.cause;
    }
    let (script, depends_on_age) = if let Some(exec) = &probe.exec {
        let Scripted { what, cause } =
            scripts.scripted_exec(pod, container, &exec.command.join(" ")).unwrap_or_default();
        (cause, what.ok_after.or(what.fail_after).is_some())
    } else if probe.http_get.is_some() {
        (scripts.http.cause, false)
    } else {
        (scripts.tcp.cause, false)
    };
    let act = script.later(answer.cause);
    if depends_on_age {
        return act.later(instance.cause);
    }
    let of_command = probe
        .exec
        .as_ref()
        .filter(|exec| scripts.exec(pod, container, &exec.command.join(" ")).is_none());
    let of_files = of_command
        .and_then(|exec| process::cause_of_exec(cx.world, &worker.pod, instance, &exec.command));
    match of_files {
        Some(of_files) => act.later(of_files),
        None if act == Cause::Start => instance.cause,
        None => act,
    }
}

/// Returns the address that a probe asks. The kubelet looks up the port before the host.
///
/// # Errors
///
/// Returns the kubelet's message when there is no such port.
fn asked<'a>(probe: &'a Probe, container: &Container, ip: &'a Text) -> Result<Address<'a>, String> {
    let grpc = probe.grpc.as_ref().map(|grpc| IntOrString::Int(grpc.port));
    let (host, port) = match (&probe.http_get, &probe.tcp_socket, &grpc) {
        (Some(http), _, _) => (&http.host, &http.port),
        (None, Some(tcp), _) => (&tcp.host, &tcp.port),
        (None, None, Some(port)) => (&Text::Static(""), port),
        (None, None, None) => return Err("missing probe handler".to_owned()),
    };
    let host = if host.is_empty() { ip.as_str() } else { host.as_str() };
    Ok(Address { host, port: hosts::resolve_port(port, container)? })
}

/// Returns the failure of a probe whose host has no address.
fn no_such_host(probe: &Probe, address: Address<'_>) -> Found {
    let host = address.host;
    Found::Failure(match &probe.http_get {
        Some(http) => http::no_such_host(&http::url(http, address), host),
        None => format!("dial tcp: lookup {host}: no such host"),
    })
}

/// The error of a command that the runtime did not answer. Rule P-1002.
const SILENT: &str = "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\"";

fn exited() -> String {
    "rpc error: code = Unknown desc = failed to exec in container: container is in CONTAINER_EXITED state"
        .to_owned()
}

fn answered_exec(answer: Option<Answer>, planned: Exec, timeout: u64) -> Exec {
    match answer {
        None => planned,
        Some(Answer::Success) => Exec::default(),
        Some(Answer::Failure) => Exec { code: 1, out: planned.out, ..Exec::default() },
        Some(Answer::Timeout) => Exec { delay: timeout + 1, ..Exec::default() },
        Some(Answer::Slow(delay)) => Exec { delay, ..Exec::default() },
        Some(Answer::Error) => {
            let error = "OCI runtime exec failed: exec failed: unable to start container process";
            Exec { error: error.into(), ..Exec::default() }
        }
    }
}

/// Returns the exit code of a scripted command when its container has this age.
pub(crate) fn exec_code(exec: &Exec, age: u64) -> i32 {
    let failing = if exec.code == 0 { 1 } else { exec.code };
    match (exec.ok_after, exec.fail_after) {
        (Some(ok), _) if age <= ok => failing,
        (_, Some(fail)) if age > fail => failing,
        (Some(_), _) => 0,
        (None, _) => exec.code,
    }
}

fn run_exec(exec: &Exec, age: u64, command: &str, timeout: u64, release: Release) -> (u64, Found) {
    if !exec.error.is_empty() {
        let error = format!("rpc error: code = Unknown desc = {}", exec.error);
        return (exec.delay.min(timeout), Found::Error(error));
    }
    if exec.delay > timeout {
        let text = if !release.has(Feature::ExecTimeoutHasMessage) {
            String::new()
        } else if release.has(Feature::ExecTimeoutHasDuration) {
            let after = super::backoff::go_duration(timeout);
            format!("command timed out: \"{command}\" timed out after {after}")
        } else {
            format!("command \"{command}\" timed out")
        };
        return (timeout, Found::Failure(text));
    }
    match exec_code(exec, age) {
        0 => (exec.delay, Found::Success),
        _ => {
            // The kubelet keeps the output of a command up to a limit. Rule K-16.
            let end =
                (0..=KEPT.min(exec.out.len())).rev().find(|at| exec.out.is_char_boundary(*at));
            (exec.delay, Found::Failure(exec.out[..end.unwrap_or(0)].to_owned()))
        }
    }
}

fn run_network(
    probe: &Probe,
    address: Address<'_>,
    answer: Option<Answer>,
    server: &Server,
    timeout: u64,
    release: Release,
) -> (u64, Found) {
    let planned = match answer {
        None => None,
        Some(Answer::Success) => Some(Server::code(200)),
        Some(Answer::Slow(delay)) => Some(http::late(delay)),
        Some(Answer::Timeout) => Some(http::late(timeout + 1)),
        Some(Answer::Failure) if probe.http_get.is_some() => Some(Server::code(500)),
        Some(Answer::Failure) => Some(Server::Refused),
        Some(Answer::Error) => return (0, Found::Error("error making request".to_owned())),
    };
    let server = planned.as_ref().unwrap_or(server);
    if let Some(http) = &probe.http_get {
        return http_check(http, address, server, timeout, release);
    }
    let slow = match server {
        Server::Answers(response) => response.delay,
        Server::Refused => 0,
    };
    let late = slow > timeout;
    let found = if probe.grpc.is_some() {
        grpc_check(address, server, late, answer, timeout)
    } else {
        match server {
            Server::Answers(_) if late => {
                Found::Failure(format!("dial tcp {address}: i/o timeout"))
            }
            Server::Answers(_) => Found::Success,
            Server::Refused => {
                Found::Failure(format!("dial tcp {address}: connect: connection refused"))
            }
        }
    };
    (slow.min(timeout), found)
}

/// Checks by HTTP. Models kubernetes pkg/probe/http/http.go DoHTTPProbe. Rule P-604.
fn http_check(
    http: &HttpGetAction,
    address: Address<'_>,
    server: &Server,
    timeout: u64,
    release: Release,
) -> (u64, Found) {
    // Most checks succeed and need no message, so the URL is built only when it is needed.
    let url = || http::url(http, address);
    let (took, ended) = http::ask(server, http, address.host, Redirects::ToSameHost);
    if took > timeout {
        return (timeout, Found::Failure(http::timed_out(&url())));
    }
    let found = match ended {
        Ended::Refused => Found::Failure(http::refused(&url(), address)),
        Ended::WithoutTls => Found::Failure(http::without_tls(&url())),
        Ended::TooManyRedirects(location) => Found::Failure(http::too_many_redirects(&location)),
        Ended::Code(200..300) => Found::Success,
        Ended::Code(300..400) if release.has(Feature::ProbeRedirectEvent) => {
            Found::Warning(format!("Probe terminated redirects, Response body: {BODY}"))
        }
        Ended::Code(300..400) => Found::Warning(BODY.to_owned()),
        Ended::Code(code) => Found::Failure(format!("HTTP probe failed with statuscode: {code}")),
    };
    (took, found)
}

fn grpc_check(
    address: Address<'_>,
    server: &Server,
    late: bool,
    answer: Option<Answer>,
    timeout: u64,
) -> Found {
    if late || (*server == Server::Refused && answer.is_none()) {
        let within = super::backoff::go_duration(timeout);
        return Found::Failure(format!(
            "timeout: failed to connect service \"{address}\" within {within}: context deadline exceeded"
        ));
    }
    match (server, answer) {
        (_, Some(Answer::Failure)) => {
            Found::Failure("service unhealthy (responded with \"NOT_SERVING\")".to_owned())
        }
        (Server::Answers(Response { code: 200..400, has_tls: true, .. }) | Server::Refused, _) => {
            Found::Success
        }
        (Server::Answers(_), _) => {
            Found::Failure("service unhealthy (responded with \"NOT_SERVING\")".to_owned())
        }
    }
}
