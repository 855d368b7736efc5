//! Writes commands as the actions that [`super::action`] reads.

use crate::api::meta::Propagation;
use crate::api::node::in_words;
use crate::api::status::ConditionStatus;
use crate::api::{ObjectRef, Resource, write as write_object};
use crate::base::text::Text;
use crate::cluster::command::{
    Command, CreatedSubresource, DeleteOptions, NamedPatch, Subresource,
};
use crate::cluster::plan::{Answer, Exec, Response, Run, RuntimeRule, Server, Stop};
use crate::cluster::pressure;
use crate::manifest::node::{Node, Value};

/// The fields of an action that is being written.
struct Fields(Vec<(Text, Node)>);

impl Fields {
    fn text(mut self, key: &'static str, value: &Text) -> Fields {
        self.0.push((key.into(), Node::text(value.clone())));
        self
    }

    fn node(mut self, key: &'static str, value: Node) -> Fields {
        self.0.push((key.into(), value));
        self
    }

    fn int(self, key: &'static str, value: Option<i64>) -> Fields {
        match value {
            Some(value) => self.node(key, Node::int(value)),
            None => self,
        }
    }

    fn some(self, key: &'static str, value: &Text) -> Fields {
        if value.is_empty() { self } else { self.text(key, value) }
    }

    fn milliseconds(self, key: &'static str, value: Option<u64>) -> Fields {
        match value {
            Some(value) => self.node(key, milliseconds(value)),
            None => self,
        }
    }

    fn map(self) -> Node {
        Node::map(self.0)
    }
}

fn milliseconds(value: u64) -> Node {
    Node::text(format!("{value}ms"))
}

fn yes(value: bool) -> Node {
    Value::Bool(value).into()
}

/// Returns the action for a patch that has a name of its own.
fn named(patch: NamedPatch<'_>) -> Fields {
    let act = |word: &'static str| Fields(vec![("do".into(), Node::text(word))]);
    let of =
        |word, pod: &ObjectRef| act(word).text("namespace", &pod.namespace).text("pod", &pod.name);
    match patch {
        NamedPatch::LabelNode { node, key, value } => {
            let label = match value {
                Some(value) => format!("{key}={value}"),
                None => format!("{key}-"),
            };
            act("label-node").text("node", node).text("label", &label.into())
        }
        NamedPatch::SetCondition { pod, condition, status, reason, message } => {
            let status = match status {
                ConditionStatus::True => yes(true),
                ConditionStatus::False => yes(false),
                ConditionStatus::Unknown => Node::text(status.as_str()),
            };
            let usual = Text::default();
            of("set-condition", pod)
                .text("type", condition)
                .node("status", status)
                .some("reason", reason.unwrap_or(&usual))
                .some("message", message.unwrap_or(&usual))
        }
        NamedPatch::RemoveCondition { pod, condition } => {
            of("set-condition", pod).text("type", condition)
        }
        NamedPatch::Debug { pod, container, image } => {
            of("debug", pod).text("container", container).text("image", image)
        }
    }
}

/// Returns the action for a command. The action that creates an object has the object under `manifest`.
pub fn write(command: &Command) -> Node {
    let act = |word: &'static str| Fields(vec![("do".into(), Node::text(word))]);
    let of = |word, namespace: &Text| act(word).text("namespace", namespace);
    let about = |word, object: &ObjectRef| {
        let ObjectRef { kind, namespace, name } = object;
        let kind = kind.word();
        act(word).some("namespace", namespace).text("object", &format!("{kind}/{name}").into())
    };
    match command {
        Command::Create(object) => act("create").node("manifest", write_object(object)),
        Command::CreateSubresource { object, subresource } => match subresource {
            CreatedSubresource::Eviction => {
                of("evict", &object.namespace).text("pod", &object.name)
            }
            CreatedSubresource::Binding(node) => {
                of("bind", &object.namespace).text("pod", &object.name).text("node", node)
            }
        },
        Command::Patch { object, subresource, patch } => match NamedPatch::of(command) {
            Some(patch) => named(patch),
            None => about("patch", object)
                .some("subresource", &subresource.map_or("", Subresource::as_str).into())
                .node("body", patch.clone()),
        },
        Command::Delete {
            object,
            options: DeleteOptions { grace_period_seconds, propagation },
        } => {
            let fields = about("delete", object).int("gracePeriodSeconds", *grace_period_seconds);
            match propagation {
                Propagation::Background => fields,
                Propagation::Foreground | Propagation::Orphan => {
                    fields.text("propagationPolicy", &propagation.as_str().into())
                }
            }
        }
        Command::Scale { object, replicas } => {
            about("scale", object).int("replicas", Some(*replicas))
        }
        Command::RolloutUndo { object, to_revision } => {
            about("rollout-undo", object).int("toRevision", *to_revision)
        }
        Command::RolloutRestart { object } => about("rollout-restart", object),
        Command::RolloutPause { object, paused: true } => about("rollout-pause", object),
        Command::RolloutPause { object, paused: false } => about("rollout-resume", object),
        Command::Kubectl { namespace, line } => of("kubectl", namespace).text("cmd", line),
        Command::Cordon { node, unschedulable } => {
            act(if *unschedulable { "cordon" } else { "uncordon" }).text("node", node)
        }
        Command::PutManifest { node, manifest } => act("static-pod")
            .text("node", node)
            .node("manifest", write_object(&Resource::Pod((**manifest).clone()))),
        Command::RemoveManifest { node, namespace, name } => {
            of("static-pod-removed", namespace).text("node", node).text("pod", name)
        }
        Command::DisturbNode { node, fault } => act(fault.as_str()).text("node", node),
        Command::ShutDownNode { node, grace, critical } => {
            let seconds = |seconds: u64| (seconds > 0).then_some(seconds * 1000);
            act("node-shutdown")
                .text("node", node)
                .milliseconds("gracePeriod", seconds(*grace))
                .milliseconds("criticalGracePeriod", seconds(*critical))
        }
        Command::ConsumeNodeResource { node, signal, available } => {
            let fields =
                act("node-pressure").text("node", node).text("resource", &signal.as_str().into());
            match available {
                Some(left) => fields.text("available", &pressure::in_words(*signal, *left).into()),
                None => fields,
            }
        }
        Command::TaintNode { node, taint, present } => {
            let words = in_words(taint);
            let mut written = words.trim_end_matches(':').to_owned();
            if !*present {
                written.push('-');
            }
            act("taint").text("node", node).text("taint", &written.into())
        }
        Command::DrainNode { node, options } => {
            let mut fields = act("drain").text("node", node);
            if options.force {
                fields = fields.node("force", yes(true));
            }
            if options.delete_empty_dir_data {
                fields = fields.node("deleteEmptyDirData", yes(true));
            }
            fields.milliseconds("timeout", options.timeout.map(|seconds| seconds * 1000))
        }
        Command::Plan(rule) => plan(act("runtime-rule"), rule),
        Command::Registry(image, registry) => act("registry")
            .text("image", image)
            .milliseconds("delay", Some(registry.delay))
            .some("error", &registry.error)
            .some("inspectError", &registry.inspect_error),
        Command::HttpServer(server) => answer(act("http-endpoint"), server.as_ref()),
        Command::TcpServer(server) => answer(act("tcp-endpoint"), server.as_ref()),
        Command::Exit { namespace, pod, container, code, reason } => {
            of("container-exit", namespace)
                .text("pod", pod)
                .text("container", container)
                .int("code", Some(i64::from(*code)))
                .some("reason", reason)
        }
        Command::ChildOom { namespace, pod, container } => {
            of("child-oom", namespace).text("pod", pod).text("container", container)
        }
        Command::KillSandbox { namespace, pod } => of("sandbox-killed", namespace).text("pod", pod),
        Command::StopSignal { image, signal } => {
            act("image-stop-signal").text("image", image).text("signal", signal)
        }
        Command::Image { image, present } => {
            act("image").text("image", image).node("present", yes(*present))
        }
    }
    .map()
}

/// Adds the answer of a server, if there is one.
fn answer(fields: Fields, server: Option<&Server>) -> Fields {
    match server {
        Some(Server::Refused) => fields.text("answer", &"connection refused".into()),
        Some(Server::Answers(response)) => {
            let Response { code, delay, location, has_tls } = response;
            let fields = fields
                .node("answer", Node::int(*code))
                .milliseconds("delay", Some(*delay).filter(|delay| *delay > 0))
                .some("location", location);
            if *has_tls { fields } else { fields.text("scheme", &"HTTP".into()) }
        }
        None => fields,
    }
}

fn plan(fields: Fields, rule: &RuntimeRule) -> Fields {
    let mut fields = fields.text("pod", &rule.pod).text("container", &rule.container);
    if let Some(runs) = &rule.plan {
        fields = fields.node("plan", Value::List(runs.iter().map(run).collect()).into());
    }
    if let Some(Stop { after, code }) = rule.stop {
        let after = after.map_or(Node::int(-1), milliseconds);
        let mut stop = Fields(Vec::new()).node("after", after).int("code", Some(i64::from(code)));
        if !rule.signals.is_empty() {
            let signals = rule.signals.iter().map(|signal| Node::text(signal.clone()));
            stop = stop.node("signals", Value::List(signals.collect()).into());
        }
        fields = fields.node("stop", stop.map());
    }
    // Of two answers to a command line the first one counts, and of two answers of a probe or hook the last one.
    let mut commands: Vec<(Text, Node)> = Vec::new();
    for (command, answer) in &rule.exec {
        if commands.iter().all(|(known, _)| known != command) {
            commands.push((command.clone(), exec(answer)));
        }
    }
    if !commands.is_empty() {
        fields = fields.node("exec", Node::map(commands));
    }
    let mut answers: Vec<(Text, Node)> = Vec::new();
    for (index, (check, given)) in rule.answers.iter().enumerate() {
        if rule.answers[index + 1..].iter().all(|(later, _)| later != check) {
            answers.push((check.as_str().into(), check_answer(*given)));
        }
    }
    if !answers.is_empty() {
        fields = fields.node("answers", Node::map(answers));
    }
    let mut usage: Vec<(Text, Node)> = Vec::new();
    for (index, (signal, amount)) in rule.usage.iter().enumerate() {
        if rule.usage[index + 1..].iter().all(|(later, _)| later != signal) {
            let amount = Node::text(pressure::in_words(*signal, *amount));
            usage.push((signal.as_str().into(), amount));
        }
    }
    if !usage.is_empty() {
        fields = fields.node("usage", Node::map(usage));
    }
    let mut volumes: Vec<(Text, Node)> = Vec::new();
    for (index, (name, amount)) in rule.volume_usage.iter().enumerate() {
        if rule.volume_usage[index + 1..].iter().all(|(later, _)| later != name) {
            let amount = pressure::in_words(pressure::EvictionSignal::Disk, *amount);
            volumes.push((name.clone(), Node::text(amount)));
        }
    }
    if !volumes.is_empty() {
        fields = fields.node("volumeUsage", Node::map(volumes));
    }
    let errors = [
        ("createError", &rule.create_error),
        ("startError", &rule.start_error),
        ("sandboxError", &rule.sandbox_error),
    ];
    for (key, error) in errors {
        if let Some(error) = error {
            fields = fields.text(key, error);
        }
    }
    fields
}

fn run(run: &Run) -> Node {
    Fields(Vec::new())
        .milliseconds("run", run.run)
        .int("exit", Some(i64::from(run.exit)))
        .some("reason", &run.reason)
        .some("message", &run.message)
        .some("log", &run.log)
        .map()
}

fn exec(exec: &Exec) -> Node {
    Fields(Vec::new())
        .int("code", Some(i64::from(exec.code)))
        .some("out", &exec.out)
        .milliseconds("delay", Some(exec.delay))
        .some("error", &exec.error)
        .milliseconds("okAfter", exec.ok_after)
        .milliseconds("failAfter", exec.fail_after)
        .map()
}

fn check_answer(answer: Option<Answer>) -> Node {
    match answer {
        None => Value::Null.into(),
        Some(Answer::Success) => Node::text("success"),
        Some(Answer::Failure) => Node::text("failure"),
        Some(Answer::Timeout) => Node::text("timeout"),
        Some(Answer::Error) => Node::text("error"),
        Some(Answer::Slow(time)) => milliseconds(time),
    }
}
