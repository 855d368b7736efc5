//! Checks of probes, hooks and their handlers. Rules P-1319 to P-1335.

use super::{Validator, names};
use crate::api::container::Container;
use crate::api::pod::PodSpec;
use crate::api::probe::{
    ExecAction, GrpcAction, HttpGetAction, IntOrString, Lifecycle, LifecycleHandler, Probe,
    SleepAction, TcpSocketAction, signals,
};
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::rules::Feature;

/// The handlers of a probe or hook.
struct Handlers<'a> {
    exec: Option<&'a ExecAction>,
    http_get: Option<&'a HttpGetAction>,
    tcp_socket: Option<&'a TcpSocketAction>,
    grpc: Option<&'a GrpcAction>,
    sleep: Option<&'a SleepAction>,
}

/// Checks the hooks and probes of a container that may have them. `grace` is the Pod's grace period in seconds.
pub(super) fn validate_hooks_and_probes(
    v: &mut Validator,
    spec: &PodSpec,
    container: &Container,
    grace: i64,
) {
    if let Some(lifecycle) = &container.lifecycle {
        validate_lifecycle(v, lifecycle, grace);
        if !lifecycle.stop_signal.is_empty() {
            let mark = v.enter("lifecycle");
            validate_stop_signal(v, spec, &lifecycle.stop_signal);
            v.leave(mark);
        }
    }
    validate_probe(v, "livenessProbe", container.liveness_probe.as_ref());
    validate_probe(v, "readinessProbe", container.readiness_probe.as_ref());
    validate_probe(v, "startupProbe", container.startup_probe.as_ref());
}

fn validate_lifecycle(v: &mut Validator, lifecycle: &Lifecycle, grace: i64) {
    let mark = v.enter("lifecycle");
    let hooks = [("postStart", &lifecycle.post_start), ("preStop", &lifecycle.pre_stop)];
    for (field, hook) in hooks {
        let Some(LifecycleHandler { exec, http_get, sleep, tcp_socket }) = hook else { continue };
        let handlers = Handlers {
            exec: exec.as_ref(),
            http_get: http_get.as_ref(),
            tcp_socket: tcp_socket.as_ref(),
            grpc: None,
            sleep: sleep.as_ref(),
        };
        let mark = v.enter(field);
        validate_handlers(v, &handlers, grace);
        v.leave(mark);
    }
    v.leave(mark);
}

/// Checks the stop signal against the signals of the Pod's operating system. Rule P-807. Models validateStopSignal.
fn validate_stop_signal(v: &mut Validator, spec: &PodSpec, signal: &Text) {
    let os = spec.os.0.as_ref().map(|os| os.get("name").and_then(Node::as_text));
    let known: Vec<String> = match os {
        None => {
            let detail = "may not be set for containers with empty `spec.os.name`";
            return v.forbidden("stopSignal", detail);
        }
        Some(Some(name)) if *name == "linux" => signals().collect(),
        Some(Some(name)) if *name == "windows" => vec!["SIGKILL".to_owned(), "SIGTERM".to_owned()],
        Some(_) => return,
    };
    if known.iter().all(|known| *signal != known.as_str()) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        v.unsupported("stopSignal", signal, &known);
    }
}

fn validate_probe(v: &mut Validator, field: &'static str, probe: Option<&Probe>) {
    let Some(probe) = probe else { return };
    let mark = v.enter(field);
    let handlers = Handlers {
        exec: probe.exec.as_ref(),
        http_get: probe.http_get.as_ref(),
        tcp_socket: probe.tcp_socket.as_ref(),
        grpc: probe.grpc.as_ref(),
        sleep: None,
    };
    validate_handlers(v, &handlers, 0);
    v.non_negative("initialDelaySeconds", probe.initial_delay_seconds);
    let numbers = [
        ("timeoutSeconds", probe.timeout_seconds),
        ("periodSeconds", probe.period_seconds),
        ("successThreshold", probe.success_threshold),
        ("failureThreshold", probe.failure_threshold),
    ];
    for (field, number) in numbers {
        v.non_negative(field, number.unwrap_or(1));
    }
    if let Some(grace) = probe.termination_grace_period_seconds
        && grace <= 0
    {
        v.invalid_raw("terminationGracePeriodSeconds", grace, "must be greater than 0");
    }
    let success = probe.success_threshold.unwrap_or(1);
    if field != "readinessProbe" {
        if success != 1 {
            v.invalid_raw("successThreshold", success, "must be 1");
        }
    } else if let Some(grace) = probe.termination_grace_period_seconds {
        let detail = "must not be set for readinessProbes";
        v.invalid_raw("terminationGracePeriodSeconds", grace, detail);
    }
    v.leave(mark);
}

/// Checks that there is exactly one handler. Each further one is refused. Rules P-1321, P-1322.
fn validate_handlers(v: &mut Validator, handlers: &Handlers, grace: i64) {
    let fields = [
        ("exec", handlers.exec.is_some()),
        ("httpGet", handlers.http_get.is_some()),
        ("tcpSocket", handlers.tcp_socket.is_some()),
        ("grpc", handlers.grpc.is_some()),
        ("sleep", handlers.sleep.is_some()),
    ];
    let mut given = fields.iter().filter(|(_, is_given)| *is_given).map(|(field, _)| *field);
    let Some(first) = given.next() else {
        return v.required("", "must specify a handler type");
    };
    let mark = v.enter(first);
    match first {
        "exec" if handlers.exec.is_some_and(|exec| exec.command.is_empty()) => {
            v.required("command", "");
        }
        "httpGet" => handlers.http_get.into_iter().for_each(|action| validate_http_get(v, action)),
        "tcpSocket" => {
            handlers.tcp_socket.into_iter().for_each(|tcp| port_or_name(v, "port", &tcp.port));
        }
        "grpc" => handlers.grpc.into_iter().for_each(|grpc| v.port("port", grpc.port)),
        "sleep" => handlers.sleep.into_iter().for_each(|sleep| validate_sleep(v, sleep, grace)),
        _ => {}
    }
    v.leave(mark);
    for field in given {
        v.forbidden(field, "may not specify more than 1 handler type");
    }
}

fn validate_http_get(v: &mut Validator, action: &HttpGetAction) {
    if action.path.is_empty() {
        v.required("path", "");
    }
    port_or_name(v, "port", &action.port);
    v.choice("scheme");
    for header in &action.http_headers {
        v.invalid_each("httpHeaders", &header.name, names::http_header(&header.name));
    }
}

/// Checks that a sleep is not longer than the grace period. Rule P-1335.
fn validate_sleep(v: &mut Validator, sleep: &SleepAction, grace: i64) {
    let (least, words) = if v.release.has(Feature::PodLifecycleSleepActionAllowZero) {
        (0, "non-negative")
    } else {
        (1, "greater than 0")
    };
    if sleep.seconds < least || sleep.seconds > grace {
        let detail =
            format!("must be {words} and less than terminationGracePeriodSeconds ({grace})");
        v.invalid_raw("", sleep.seconds, detail);
    }
}

/// Checks a port, which is a number or a name. Rules P-1328, P-1329.
pub(super) fn port_or_name(v: &mut Validator, field: &str, port: &IntOrString) {
    match port {
        IntOrString::Int(number) => v.port(field, *number),
        IntOrString::String(name) => {
            v.invalid_each(field, name, names::port_name(v.release, name));
        }
    }
}

/// Refuses hooks and probes of a regular init container. Rules P-1319, P-1320.
pub(super) fn refuse_hooks_and_probes(v: &mut Validator, container: &Container) {
    let probes = [
        ("livenessProbe", container.liveness_probe.as_ref()),
        ("readinessProbe", container.readiness_probe.as_ref()),
        ("startupProbe", container.startup_probe.as_ref()),
    ];
    if v.release.has(Feature::SidecarContainers) {
        let detail = "may not be set for init containers without restartPolicy=Always";
        if container.lifecycle.is_some() {
            v.forbidden("lifecycle", detail);
        }
        for (field, _) in probes.iter().filter(|(_, probe)| probe.is_some()) {
            v.forbidden(field, detail);
        }
        return;
    }
    let detail = "must not be set for init containers";
    if let Some(lifecycle) = &container.lifecycle {
        let dump = format!(
            "core.Lifecycle{{PostStart:{}, PreStop:{}}}",
            pointer("core.Handler", lifecycle.post_start.is_some()),
            pointer("core.Handler", lifecycle.pre_stop.is_some())
        );
        v.invalid_raw("lifecycle", dump, detail);
    }
    for (field, probe) in probes {
        if let Some(probe) = probe {
            v.invalid_raw(field, dump(probe), detail);
        }
    }
}

/// Returns a pointer as Go's `%#v` prints it, without the address, which differs every time.
pub(super) fn pointer(name: &str, is_set: bool) -> String {
    format!("(*{name})({})", if is_set { "0x.." } else { "nil" })
}

/// Returns a probe as Go's `%#v` prints it in 1.20.
fn dump(probe: &Probe) -> String {
    let number = |number: Option<i64>| number.unwrap_or_default();
    format!(
        "core.Probe{{Handler:core.Handler{{Exec:{}, HTTPGet:{}, TCPSocket:{}}}, InitialDelaySeconds:{}, TimeoutSeconds:{}, PeriodSeconds:{}, SuccessThreshold:{}, FailureThreshold:{}}}",
        pointer("core.ExecAction", probe.exec.is_some()),
        pointer("core.HTTPGetAction", probe.http_get.is_some()),
        pointer("core.TCPSocketAction", probe.tcp_socket.is_some()),
        probe.initial_delay_seconds,
        number(probe.timeout_seconds),
        number(probe.period_seconds),
        number(probe.success_threshold),
        number(probe.failure_threshold),
    )
}
