//! What we do to the Pod: let programs end, make probes and hooks fail, break pulls, delete.

use super::parts::{Choice, Look, press, segmented, toggle};
use crate::act::Act;
use crate::app::App;
use crate::markup::prelude::*;
use crate::spec;
use crate::view::Stage;
use podlab::api::container::Container;
use podlab::command::Command;
use podlab::kubelet::probe::ProbeKind;
use podlab::plan::{Answer, Check, PULL, Registry, Rule, Stop};
use podlab::text::Text;

/// Milliseconds a slow pull or hook takes.
const SLOW: u64 = 30_000;

/// The faults of every container, then those of the Pod.
pub fn view(app: &App, stage: Stage<'_>) -> Html {
    let spec = &stage.pod.spec;
    let containers = spec.containers.iter().chain(&spec.init_containers);
    html! {
        <>
            { for containers.map(|container| of_container(app, stage, container)) }
            { of_pod(app, stage) }
        </>
    }
}

fn of_container(app: &App, stage: Stage<'_>, container: &Container) -> Html {
    let (lab, name) = (&app.lab, &container.name);
    let runs = stage.exists && stage.runs(name);
    let exit = |label: &'static str, class: &'static str, code: i32, reason: Text| {
        let each = |pod: Text| {
            let (namespace, container) = (lab.scene.namespace.clone(), name.clone());
            Command::Exit { namespace, pod, container, code, reason: reason.clone() }
        };
        let targets = lab.targets(app.everyone).into_iter();
        let running = targets.filter(|pod| lab.runs(pod, name));
        button(app, label, class, !runs, Act::Do(running.map(each).collect()))
    };
    let ignores = lab.ignores_stop(name);
    let stop = if ignores { Stop::default() } else { Stop { after: None, code: 0 } };
    let stop = lab.rule(app.everyone, name, Rule { stop: Some(stop), ..Rule::default() });
    let fails = lab.fails_to_start(name);
    let error = if fails { "" } else { "exec: \"app\": executable file not found in $PATH" };
    let start = Rule { start_error: Some(error.into()), ..Rule::default() };
    let start = lab.rule(app.everyone, name, start);
    let kinds = [
        (ProbeKind::Startup, Check::Startup),
        (ProbeKind::Liveness, Check::Liveness),
        (ProbeKind::Readiness, Check::Readiness),
    ];
    let probes = kinds.into_iter().filter(|(kind, _)| spec::probe(container, *kind).is_some());
    let hooks = container.lifecycle.as_ref();
    let post_start = hooks.is_some_and(|h| h.post_start.is_some());
    let pre_stop = hooks.is_some_and(|h| h.pre_stop.is_some());
    let id = ["do-", name].concat();
    html! {
        <div class="target" role="group" aria-labelledby={id.clone()}>
            <div class="target-head">
                <h3 {id}>{ name.to_string() }</h3>
                <span class="quiet">
                    { if runs { "running, exit it" } else { "not running, nothing to exit" } }
                </span>
            </div>
            <div class="acts">
                { exit("Exit 0", "act is-done", 0, Text::default()) }
                { exit("Exit 1", "act is-failed", 1, Text::default()) }
                { exit("OOM kill", "act is-failed", 137, "OOMKilled".into()) }
            </div>
            { toggle(&app.on, html! { <span>{ "Ignores SIGTERM" }</span> }, ignores, true, Act::Do(vec![stop])) }
            { toggle(&app.on, html! { <span>{ "Fails to start" }</span> }, fails, true, Act::Do(vec![start])) }
            { for probes.map(|(kind, check)| of_probe(app, container, kind, check)) }
            { pull(app, container) }
            if post_start {
                { hook(app, container, "postStart", Check::PostStart) }
            }
            if pre_stop {
                { hook(app, container, "preStop", Check::PreStop) }
            }
        </div>
    }
}

fn button(app: &App, label: &'static str, class: &'static str, off: bool, act: Act) -> Html {
    html! {
        <button {class} type="button" disabled={off} onclick={press(&app.on, act)}>{ label }</button>
    }
}

fn answer(app: &App, container: &Text, check: Check, answer: Answer) -> Act {
    let rule = Rule { answers: vec![(check, Some(answer))], ..Rule::default() };
    Act::Do(vec![app.lab.rule(app.everyone, container, rule)])
}

fn of_probe(app: &App, container: &Container, kind: ProbeKind, check: Check) -> Html {
    let name = &container.name;
    let present = app.lab.present_answer(container, kind, check);
    let word = kind.as_str().to_ascii_lowercase();
    let choice = |label: &'static str, value: Answer| Choice {
        is_fault: value != Answer::Success,
        ..Choice::new(label, present == value, answer(app, name, check, value))
    };
    let choices = vec![
        choice("Success", Answer::Success),
        choice("Failure", Answer::Failure),
        choice("Timeout", Answer::Timeout),
        choice("Error", Answer::Error),
    ];
    let name = ["probe-", name, "-", &word].concat();
    segmented(&app.on, &name, &[&word, " probe"].concat(), Look::Block, choices)
}

fn pull(app: &App, container: &Container) -> Html {
    let image = &container.image;
    let present = app.lab.registry(image);
    let failing = !present.error.is_empty();
    let slow = !failing && present.delay > 2000;
    let set = |error: String, delay: u64| {
        let registry = Registry { error: error.into(), delay };
        let absent = Command::Image { image: image.clone(), present: false };
        Act::Do(vec![Command::Registry(image.clone(), registry), absent])
    };
    let missing = ["failed to resolve reference \"", image, "\": ", image, ": not found"].concat();
    let choices = vec![
        Choice::new("OK", !failing && !slow, set(String::new(), PULL)),
        Choice { is_fault: true, ..Choice::new("slow", slow, set(String::new(), SLOW)) },
        Choice { is_fault: true, ..Choice::new("failing", failing, set(missing, PULL)) },
    ];
    let name = ["pull-", &container.name].concat();
    segmented(&app.on, &name, "image pull", Look::Line, choices)
}

#[inline(never)]
fn hook(app: &App, container: &Container, word: &'static str, check: Check) -> Html {
    let name = &container.name;
    let present = app.lab.answer(name, check);
    let slow = matches!(present, Some(Answer::Slow(_) | Answer::Timeout));
    let failing = matches!(present, Some(Answer::Failure | Answer::Error));
    let set = |value| answer(app, name, check, value);
    let choices = vec![
        Choice::new("OK", !slow && !failing, set(Answer::Success)),
        Choice { is_fault: true, ..Choice::new("slow", slow, set(Answer::Slow(SLOW))) },
        Choice { is_fault: true, ..Choice::new("failing", failing, set(Answer::Failure)) },
    ];
    segmented(&app.on, &[word, "-", name].concat(), word, Look::Line, choices)
}

fn of_pod(app: &App, stage: Stage<'_>) -> Html {
    let scene = &app.lab.scene;
    let (namespace, name) = (scene.namespace.clone(), scene.pod.clone());
    let gone = !stage.exists;
    let delete = |grace_period_seconds| {
        let each = |name: Text| {
            let namespace = namespace.clone();
            Command::DeletePod { namespace, name, grace_period_seconds }
        };
        Act::Do(app.lab.targets(app.everyone).into_iter().map(each).collect())
    };
    let evict = Command::EvictPod { namespace: namespace.clone(), name: name.clone() };
    let sandbox = Command::KillSandbox { namespace: namespace.clone(), pod: name.clone() };
    let no_sandbox = gone || stage.worker.is_none_or(|w| w.runtime.address().is_none());
    let deleting = stage.pod.metadata.deletion_timestamp.is_some();
    html! {
        <div class="target" role="group" aria-labelledby="do-pod">
            <div class="target-head"><h3 id="do-pod">{ "Pod" }</h3></div>
            <div class="acts">
                if deleting {
                    // A shorter grace period is the one thing a second deletion may ask for.
                    { button(app, "Delete now", "act is-failed", gone, delete(Some(1))) }
                } else {
                    { button(app, "Delete", "act is-failed", gone, delete(None)) }
                }
                { button(app, "Force delete", "act is-failed", gone, delete(Some(0))) }
                { button(app, "Evict", "act is-failed", gone || deleting, Act::Do(vec![evict])) }
                { button(app, "Kill sandbox", "act is-failed", no_sandbox, Act::Do(vec![sandbox])) }
            </div>
            { for stage.pod.spec.readiness_gates.iter().map(|gate| {
                let condition = gate.condition_type.clone();
                let met = stage.pod.status.is_true(&condition);
                let label = html! {
                    <span>{ "Readiness gate " }<code>{ condition.to_string() }</code></span>
                };
                let (namespace, name) = (namespace.clone(), name.clone());
                let status = Some(!met);
                let act = Command::SetCondition { namespace, name, condition, status };
                toggle(&app.on, label, met, false, Act::Do(vec![act]))
            }) }
        </div>
    }
}
