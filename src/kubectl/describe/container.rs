//! The containers of `kubectl describe pod`. Rules P-1221, P-1222.

use super::environment::environment;
use super::sheet::{Sheet, scalar};
use crate::api::container::{Container, Protocol};
use crate::api::pod::Pod;
use crate::api::probe::{Probe, UriScheme};
use crate::api::quantity::ResourceList;
use crate::api::status::{ContainerState, ContainerStatus, status_of};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node;
use crate::manifest::schema::Raw;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Writes init containers and ephemeral containers when there are any, and app containers always. Rule P-1221.
pub(crate) fn describe_all(sheet: &mut Sheet, pod: &Pod, release: Release) {
    let (spec, status) = (&pod.spec, &pod.status);
    let groups = [
        ("Init Containers:", &spec.init_containers, status.init_containers()),
        ("Containers:", &spec.containers, status.containers()),
        ("Ephemeral Containers:", &spec.ephemeral_containers, &status.ephemeral_container_statuses),
    ];
    for (label, containers, statuses) in groups {
        if containers.is_empty() {
            if label == "Containers:" {
                sheet.row(0, &["Containers: <none>"]);
            }
            continue;
        }
        sheet.row(0, &[label]);
        for container in containers {
            sheet.row(1, &[&format!("{}:", container.name)]);
            describe(sheet, pod, container, status_of(statuses, &container.name), release);
        }
    }
}

/// Writes the lines below a container's name.
pub(crate) fn describe(
    sheet: &mut Sheet,
    pod: &Pod,
    container: &Container,
    status: Option<&ContainerStatus>,
    release: Release,
) {
    if let Some(status) = status {
        sheet.row(2, &["Container ID:", &status.container_id]);
    }
    sheet.row(2, &["Image:", &container.image]);
    if let Some(status) = status {
        sheet.row(2, &["Image ID:", &status.image_id]);
    }
    ports(sheet, container, release);
    if release.has(Feature::DescribeSeccompProfile) {
        seccomp(sheet, 2, &container.security_context);
    }
    for (label, words) in [("Command:", &container.command), ("Args:", &container.args)] {
        if !words.is_empty() {
            sheet.row(2, &[label]);
            for line in words.iter().flat_map(|word| word.split('\n')) {
                sheet.row(3, &[line]);
            }
        }
    }
    if let Some(status) = status {
        state(sheet, "State:", &status.state);
        if status.last_state.terminated().is_some() {
            state(sheet, "Last State:", &status.last_state);
        }
        sheet.row(2, &["Ready:", if status.ready { "True" } else { "False" }]);
        sheet.row(2, &["Restart Count:", &status.restart_count.to_string()]);
    }
    resources(sheet, "Limits:", &container.resources.limits);
    resources(sheet, "Requests:", &container.resources.requests);
    let probes = [
        ("Liveness:", &container.liveness_probe),
        ("Readiness:", &container.readiness_probe),
        ("Startup:", &container.startup_probe),
    ];
    for (label, probe) in probes {
        if let Some(probe) = probe {
            sheet.row(2, &[label, &probe_line(probe)]);
        }
    }
    environment(sheet, pod, container);
    mounts(sheet, container);
}

fn ports(sheet: &mut Sheet, container: &Container, release: Release) {
    let (mut inner, mut host) = (Vec::new(), Vec::new());
    for port in &container.ports {
        let protocol = port.protocol.unwrap_or(Protocol::Tcp).as_str();
        let mut text = format!("{}/{protocol}", port.container_port);
        if release.has(Feature::DescribePortNames) && !port.name.is_empty() {
            text.extend([" (", &port.name, ")"]);
        }
        inner.push(text);
        host.push(format!("{}/{protocol}", port.host_port));
    }
    for (one, many, ports) in [("Port:", "Ports:", inner), ("Host Port:", "Host Ports:", host)] {
        match ports.len() {
            0 => sheet.row(2, &[one, "<none>"]),
            1 => sheet.row(2, &[one, &ports[0]]),
            _ => sheet.row(2, &[many, &ports.join(", ")]),
        }
    }
}

/// Writes the state of a container. The message of a waiting container is not printed. Rule P-1221.
fn state(sheet: &mut Sheet, label: &str, state: &ContainerState) {
    match state {
        ContainerState::Running(running) => {
            sheet.row(2, &[label, "Running"]);
            sheet.row(3, &["Started:", &date(running.started_at)]);
        }
        ContainerState::Waiting(waiting) => {
            sheet.row(2, &[label, "Waiting"]);
            sheet.row_if_set(3, "Reason:", &waiting.reason);
        }
        ContainerState::Terminated(ended) => {
            sheet.row(2, &[label, "Terminated"]);
            sheet.row_if_set(3, "Reason:", &ended.reason);
            sheet.row_if_set(3, "Message:", &ended.message);
            sheet.row(3, &["Exit Code:", &ended.exit_code.0.to_string()]);
            if ended.signal > 0 {
                sheet.row(3, &["Signal:", &ended.signal.to_string()]);
            }
            sheet.row(3, &["Started:", &date(ended.started_at)]);
            sheet.row(3, &["Finished:", &date(ended.finished_at)]);
        }
        ContainerState::Unset => sheet.row(2, &[label, "Waiting"]),
    }
}

/// Writes a date. An unset date prints as Go's zero time.
pub(super) fn date(time: Option<Timestamp>) -> String {
    time.map_or_else(|| "Mon, 01 Jan 0001 00:00:00 +0000".to_owned(), Timestamp::rfc1123z)
}

fn resources(sheet: &mut Sheet, label: &str, list: &ResourceList) {
    if list.is_empty() {
        return;
    }
    sheet.row(2, &[label]);
    for (name, amount) in list {
        sheet.row(3, &[&format!("{name}:"), &amount.canonical()]);
    }
}

/// Writes the line of a probe. Rule P-1222. Models kubernetes kubectl pkg/describe/describe.go DescribeProbe.
pub(crate) fn probe_line(probe: &Probe) -> String {
    let mut line = if let Some(exec) = &probe.exec {
        let words: Vec<&str> = exec.command.iter().map(Text::as_str).collect();
        format!("exec [{}]", words.join(" "))
    } else if let Some(get) = &probe.http_get {
        let scheme = get.scheme.map_or("http", |scheme| match scheme {
            UriScheme::Http => "http",
            UriScheme::Https => "https",
        });
        let colons = get.host.contains(':');
        let (open, close) = if colons { ("[", "]") } else { ("", "") };
        let mut line = format!("http-get {scheme}://{open}{}{close}:", get.host);
        line.push_str(&get.port.to_string());
        if !get.path.is_empty() && !get.path.starts_with('/') {
            line.push('/');
        }
        escape_path(&mut line, &get.path);
        line
    } else if let Some(tcp) = &probe.tcp_socket {
        format!("tcp-socket {}:{}", tcp.host, tcp.port)
    } else if let Some(grpc) = &probe.grpc {
        let service = grpc.service.as_deref().unwrap_or("");
        format!("grpc <pod>:{} {service}", grpc.port)
    } else {
        "unknown".to_owned()
    };
    let delay = probe.initial_delay_seconds.to_string();
    line.extend([" delay=", &delay, "s timeout=", &probe.timeout_seconds().to_string()]);
    line.extend(["s period=", &probe.period_seconds().to_string()]);
    line.extend(["s #success=", &probe.success_threshold().to_string()]);
    line.extend([" #failure=", &probe.failure_threshold().to_string()]);
    line
}

/// Appends a path, escaped as in a URL.
fn escape_path(line: &mut String, path: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte) {
            line.push(char::from(byte));
        } else {
            line.push('%');
            line.push(char::from(HEX[usize::from(byte >> 4)]));
            line.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

fn mounts(sheet: &mut Sheet, container: &Container) {
    if container.volume_mounts.is_empty() {
        sheet.row(2, &["Mounts:", "<none>"]);
    } else {
        sheet.row(2, &["Mounts:"]);
        let mut sorted: Vec<_> = container.volume_mounts.iter().collect();
        sorted.sort_by_key(|mount| &mount.mount_path);
        for mount in sorted {
            let mut line = format!("{} from {}", mount.mount_path, mount.name);
            line.push_str(if mount.read_only { " (ro" } else { " (rw" });
            if !mount.sub_path.is_empty() {
                line.extend([",path=\"", &mount.sub_path, "\""]);
            }
            line.push(')');
            sheet.row(3, &[&line]);
        }
    }
    let Some(devices) = &container.volume_devices.0 else { return };
    let text = |device: &Node, name| scalar(device.get(name));
    let mut lines: Vec<String> = devices
        .elements()
        .iter()
        .map(|device| format!("{} from {}", text(device, "devicePath"), text(device, "name")))
        .collect();
    lines.sort();
    if !lines.is_empty() {
        sheet.row(2, &["Devices:"]);
        for line in lines {
            sheet.row(3, &[&line]);
        }
    }
}

/// Writes the seccomp profile of a security context, when there is one.
pub(super) fn seccomp(sheet: &mut Sheet, level: usize, context: &Raw) {
    let Some(profile) = context.0.as_ref().and_then(|c| c.get("seccompProfile")) else { return };
    let kind = scalar(profile.get("type"));
    sheet.row(level, &["SeccompProfile:", &kind]);
    if kind == "Localhost" {
        let level = if level == 0 { 0 } else { level + 1 };
        sheet.row(level, &["LocalhostProfile:", &scalar(profile.get("localhostProfile"))]);
    }
}
