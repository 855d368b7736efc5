//! postStart and preStop hooks: how long they take, how they fail, and their messages. Rules P-701, P-705, P-708.

use super::Context;
use super::check;
use super::go_syntax;
use super::images::pod_in_words;
use super::network::hosts::{self, Address, Host, SERVING};
use super::network::http::{self, Ended, Redirects};
use super::process;
use super::runtime::Instance;
use super::worker::{ContainerIndex, PodWorker};
use crate::api::container::Container;
use crate::api::core::EventType;
use crate::api::probe::{HttpGetAction, IntOrString, LifecycleHandler};
use crate::base::text::Text;
use crate::cluster::plan::{Answer, Check, Exec, Server};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The duration of a hook that does not answer, in milliseconds.
const NEVER: u64 = 3_600_000;

/// What a hook will do: how long it takes and how it fails.
pub(crate) struct HookRun {
    /// The duration, in milliseconds.
    pub delay: u64,
    /// How it fails, if it does.
    pub error: Option<HookError>,
    /// The message of the Event after a second try by HTTP succeeded. Rule P-708.
    pub fallback: Option<Text>,
}

/// How a hook failed.
pub(crate) struct HookError {
    /// The error.
    pub error: String,
    /// What the command printed.
    pub output: Text,
}

impl HookRun {
    /// Returns a hook that ends after this many milliseconds, and fails if there is an error.
    fn after(delay: u64, error: Option<HookError>) -> HookRun {
        HookRun { delay, error, fallback: None }
    }
}

impl HookError {
    fn of(error: String) -> HookError {
        HookError { error, output: Text::default() }
    }
}

/// Looks up what a hook of a running instance does. Rules P-701, P-708.
pub(crate) fn look(
    cx: &Context<'_>,
    worker: &PodWorker,
    instance: &Instance,
    hook: &LifecycleHandler,
    which: Check,
) -> HookRun {
    let pod = &worker.pod.metadata.name;
    let answer = cx.world.scripts.answer(pod, &instance.container, which);
    let slow = match answer {
        Some(Answer::Slow(delay)) => Some(delay),
        Some(Answer::Timeout) => Some(NEVER),
        Some(Answer::Success | Answer::Failure | Answer::Error) | None => None,
    };
    let forced = match answer {
        Some(Answer::Failure | Answer::Error) => Some(false),
        Some(Answer::Success | Answer::Slow(_) | Answer::Timeout) => Some(true),
        None => None,
    };
    if let Some(exec) = &hook.exec {
        let command = exec.command.join(" ");
        let planned = process::exec(cx.world, worker, instance, &exec.command);
        let age = cx.world.now.since(instance.started);
        return exec_hook(&planned, &command, age, slow, forced);
    }
    if let Some(sleep) = &hook.sleep {
        let delay = u64::try_from(sleep.seconds).unwrap_or(0) * 1000;
        return HookRun::after(slow.unwrap_or(delay), None);
    }
    if let Some(http) = &hook.http_get {
        let server = match (forced, &cx.world.scripts.http.what) {
            (Some(false), _) => Some(Server::Refused),
            (Some(true), _) => Some(http::late(slow.unwrap_or(0))),
            (None, Some(server)) => Some(server.clone()),
            (None, None) => match hosts::behind(cx.world, &worker.pod, address(worker), &http.host)
            {
                Host::Pod | Host::Other => Some(SERVING.clone()),
                Host::Refuses => Some(Server::Refused),
                Host::Silent => Some(http::late(NEVER)),
                Host::Unknown => None,
            },
        };
        return http_hook(cx, worker, instance, http, server.as_ref());
    }
    HookRun::after(0, Some(HookError::of("invalid handler".to_owned())))
}

/// Returns the address of a Pod. The kubelet asks the runtime, because its last status may be older than the address.
fn address(worker: &PodWorker) -> &Text {
    worker.runtime.address().unwrap_or(&worker.known_status().pod_ip)
}

/// Plans an HTTP hook; without a server its host is unknown. Rule P-708.
///
/// Any answer is a success, and the client has no time limit. Kubelets of 1.20 always ask by HTTP, whatever the hook
/// says, and follow redirects to any host. From 1.26 on the kubelet asks a server without TLS again by HTTP.
/// Models kubernetes pkg/kubelet/lifecycle/handlers.go runHTTPHandler.
fn http_hook(
    cx: &Context<'_>,
    worker: &PodWorker,
    instance: &Instance,
    http: &HttpGetAction,
    server: Option<&Server>,
) -> HookRun {
    let release = cx.world.release();
    let place = ContainerIndex::find(&worker.pod.spec, &instance.container);
    let container = place.map(|p| p.of(&worker.pod.spec).clone()).unwrap_or_default();
    let port = match port(http, &container, release) {
        Ok(port) => port,
        Err(error) => return HookRun::after(0, Some(HookError::of(error))),
    };
    let host = if http.host.is_empty() { address(worker) } else { &http.host };
    let address = Address { host, port };
    let by_http = HttpGetAction { scheme: None, ..http.clone() };
    let (asked, redirects, url) = if release.has(Feature::ConsistentHTTPGetHandlers) {
        (http, Redirects::ToSameHost, http::url(http, address))
    } else {
        // Older kubelets put a slash of their own before the path.
        let path = format!("/{}", http.path.trim_start_matches('/'));
        (&by_http, Redirects::ToAnyHost, format!("http://{address}/{path}"))
    };
    let Some(server) = server else {
        return HookRun::after(0, Some(HookError::of(http::no_such_host(&url, host))));
    };
    let (delay, ended) = http::ask(server, asked, host, redirects);
    let error = match ended {
        Ended::Code(_) => return HookRun::after(delay, None),
        Ended::Refused => http::refused(&url, address),
        Ended::TooManyRedirects(location) => http::too_many_redirects(&location),
        Ended::WithoutTls => {
            let (delay, again) = http::ask(server, &by_http, host, redirects);
            if matches!(again, Ended::Code(_)) {
                let message = format!(
                    "request to HTTPS lifecycle hook {address} got HTTP response, retry with HTTP succeeded"
                );
                return HookRun { delay, error: None, fallback: Some(message.into()) };
            }
            // The kubelet does not report the result of the second try.
            return HookRun::after(delay, Some(HookError::of(http::without_tls(&url))));
        }
    };
    HookRun::after(delay, Some(HookError::of(error)))
}

/// Returns the port of an HTTP hook. The kubelet looks it up before the host. Rule P-708.
/// Models kubernetes pkg/kubelet/lifecycle/handlers.go resolvePort and pkg/probe/util.go ResolveContainerPort.
///
/// # Errors
///
/// Returns the kubelet's message when there is no such port.
fn port(http: &HttpGetAction, container: &Container, release: Release) -> Result<i64, String> {
    if release.has(Feature::ConsistentHTTPGetHandlers) {
        return hosts::resolve_port(&http.port, container);
    }
    match &http.port {
        IntOrString::Int(number) => Ok(*number),
        IntOrString::String(name) => {
            let number = name.parse().ok().or_else(|| hosts::named_port(name, container));
            number.ok_or_else(|| {
                let container = go_syntax::container(container);
                format!("couldn't find port: {{1 0 {name}}} in {container}")
            })
        }
    }
}

/// Reports that an HTTPS hook was answered by HTTP. Rule P-708.
pub(crate) fn record_fallback(cx: &mut Context<'_>, worker: &mut PodWorker, run: &HookRun) {
    if let Some(message) = &run.fallback {
        cx.record_event(worker, None, EventType::Warning, "LifecycleHTTPFallback", message.clone());
    }
}

fn exec_hook(
    planned: &Exec,
    command: &str,
    age: u64,
    slow: Option<u64>,
    forced: Option<bool>,
) -> HookRun {
    let delay = slow.unwrap_or(planned.delay);
    let code = match forced {
        Some(true) => 0,
        Some(false) if planned.code == 0 => 1,
        Some(false) => planned.code,
        None => check::exec_code(planned, age),
    };
    let error = if !planned.error.is_empty() && forced != Some(true) {
        Some(format!("rpc error: code = Unknown desc = {}", planned.error))
    } else {
        (code != 0).then(|| format!("command '{command}' exited with {code}: "))
    };
    let output = planned.out.clone();
    HookRun::after(delay, error.map(|error| HookError { error, output }))
}

/// Returns how a hook fails when its container is killed, or none if the hook goes on. A server on a host that the hook
/// names is not in the container, so it still answers. Rule P-705.
pub(crate) fn killed(worker: &PodWorker, name: &str, hook: &LifecycleHandler) -> Option<HookError> {
    let Some(http) = &hook.http_get else {
        let command = hook.exec.as_ref().map(|exec| exec.command.join(" ")).unwrap_or_default();
        return Some(HookError::of(format!("command '{command}' exited with 137: ")));
    };
    let place = ContainerIndex::find(&worker.pod.spec, name).filter(|_| http.host.is_empty())?;
    let port = hosts::resolve_port(&http.port, place.of(&worker.pod.spec)).ok()?;
    let host = worker.known_status().pod_ip.as_str();
    let url = http::url(http, Address { host, port });
    Some(HookError::of(http::cut_off(&url)))
}

/// Formats the message of a failed hook. Models kubernetes pkg/kubelet/lifecycle/handlers.go Run.
pub(crate) fn message(
    worker: &PodWorker,
    container: &str,
    hook: &LifecycleHandler,
    error: &HookError,
    release: Release,
) -> Text {
    let pod = pod_in_words(&worker.pod);
    let HookError { error, output } = error;
    if let Some(exec) = &hook.exec {
        let command = exec.command.join(" ");
        return format!(
            "Exec lifecycle hook ([{command}]) for Container \"{container}\" in Pod \"{pod}\" failed - error: {error}, message: \"{output}\""
        )
        .into();
    }
    if let Some(http) = &hook.http_get {
        let (word, tail) = if release.has(Feature::HttpHookMessage) {
            ("HTTP", "")
        } else {
            ("Http", ", message: \"\"")
        };
        let path = &http.path;
        return format!(
            "{word} lifecycle hook ({path}) for Container \"{container}\" in Pod \"{pod}\" failed - error: {error}{tail}"
        )
        .into();
    }
    format!("Cannot run handler: {error}").into()
}
