//! What we do to a Pod, or to all of a set: let programs end, make probes and hooks fail, break pulls, delete.

use super::parts::{ActButton, Choice, Look, Segmented, Toggle};
use super::run::{Place, Run};
use crate::act::{Act, ClusterMessage};
use crate::views::Target;
use podlab::api::ObjectRef;
use podlab::api::container::Container;
use podlab::api::pod::{Pod, PodSpec};
use podlab::api::status::ConditionStatus;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::cluster::plan::{Answer, Check, PULL, Registry, RuntimeRule, Stop};
use podlab::cluster::world::PodId;
use podlab::kubelet::images;
use podlab::kubelet::probe::ProbeKind;
use podlab_messages::{Term, text};
use podlab_stage::spec;
use std::rc::Rc;
use yew::prelude::*;

/// Milliseconds a slow pull or hook takes.
const SLOW: u64 = 30_000;

/// The kinds of probes, with the checks that answer them.
pub const PROBES: [(ProbeKind, Check); 3] = [
    (ProbeKind::Startup, Check::Startup),
    (ProbeKind::Liveness, Check::Liveness),
    (ProbeKind::Readiness, Check::Readiness),
];

/// The faults of every container, then those of the Pods.
pub fn view(run: Run<'_>, target: Target, spec: &PodSpec) -> Html {
    let targets = run.lab.targets(target);
    let containers = spec.containers.iter().chain(&spec.init_containers);
    html! {
        <>
            { for containers.map(|container| of_container(run, target, &targets, container)) }
            { of_pods(run, target, &targets, spec) }
        </>
    }
}

/// Pods that faults concern, as the API has them.
pub type Targets<'a> = [(PodId, &'a Rc<Pod>)];

/// The faults of a container.
pub fn of_container(
    run: Run<'_>,
    target: Target,
    targets: &Targets<'_>,
    container: &Container,
) -> Html {
    let (lab, name) = (run.lab, &container.name);
    let running = running(run, targets, name);
    let running_words = match (running.len(), target) {
        (0, Target::Pod) => text::fault_not_running().to_owned(),
        (_, Target::Pod) => text::fault_running().to_owned(),
        (0, Target::Set) => text::fault_running_none().to_owned(),
        (count, Target::Set) => {
            let of = targets.len().to_string();
            text::fault_running_some(count, &of)
        }
    };
    let exit = |exit: Exit<'_>| exit_button(run, &running, name, exit);
    let ignores = lab.ignores_stop(name);
    let stop = if ignores { Stop::default() } else { Stop { after: None, code: 0 } };
    let stop = lab.rule(target, name, RuntimeRule { stop: Some(stop), ..RuntimeRule::default() });
    let fails = lab.fails_to_start(container);
    let error = if fails { "" } else { "exec: \"app\": executable file not found in $PATH" };
    let start = RuntimeRule { start_error: Some(error.into()), ..RuntimeRule::default() };
    let start = lab.rule(target, name, start);
    let probes = PROBES.into_iter().filter(|(kind, _)| spec::probe(container, *kind).is_some());
    let hooks = container.lifecycle.as_ref();
    let post_start = hooks.is_some_and(|h| h.post_start.is_some());
    let pre_stop = hooks.is_some_and(|h| h.pre_stop.is_some());
    let id = run.id(format_args!("do-{name}"));
    html! {
        <div class="target" role="group" aria-labelledby={id.clone()}>
            <div class="target-head">
                <h3 {id}>{ name.to_string() }</h3>
                <span class="quiet">{ running_words }</span>
            </div>
            <div class="acts">
                { exit(Exit::success()) }
                { exit(Exit::error()) }
                { exit(Exit { label: text::fault_oom(), class: "act is-failed", code: 137, reason: "OOMKilled" }) }
                { for codes_of_rules(container).map(|code| {
                    let label = &text::fault_exit_code(code);
                    exit(Exit { label, class: "act is-failed", code, reason: "" })
                }) }
            </div>
            <Toggle checked={ignores} is_fault=true term={Term::Sigterm} act={Act::Cluster(ClusterMessage::Apply(vec![stop]))} on={run.on.clone()}>
                <span>{ text::fault_ignores() }</span>
            </Toggle>
            <Toggle checked={fails} is_fault=true term={Term::RunContainerError} act={Act::Cluster(ClusterMessage::Apply(vec![start]))} on={run.on.clone()}>
                <span>{ text::fault_fails() }</span>
            </Toggle>
            { for probes.map(|(kind, check)| of_probe(run, target, container, kind, check)) }
            { pull(run, container) }
            if post_start {
                { hook(run, target, container, "postStart", Check::PostStart) }
            }
            if pre_stop {
                { hook(run, target, container, "preStop", Check::PreStop) }
            }
        </div>
    }
}

/// How a program exits.
#[derive(Clone, Copy, Debug)]
pub struct Exit<'a> {
    label: &'a str,
    class: &'static str,
    code: i32,
    reason: &'static str,
}

impl Exit<'_> {
    /// With success.
    pub fn success() -> Self {
        Exit { label: text::fault_exit_0(), class: "act is-done", code: 0, reason: "" }
    }

    /// With an error.
    pub fn error() -> Self {
        Exit { label: text::fault_exit_1(), class: "act is-failed is-exit-1", code: 1, reason: "" }
    }
}

/// The names of the Pods in which a container runs.
pub fn running<'a>(run: Run<'_>, targets: &Targets<'a>, container: &str) -> Vec<&'a Text> {
    let running = targets.iter().filter(|(id, _)| run.lab.runs(*id, container));
    running.map(|(_, pod)| &pod.metadata.name).collect()
}

/// The button that lets the program of a container exit in the Pods in which it runs.
pub fn exit_button(run: Run<'_>, running: &[&Text], container: &Text, exit: Exit<'_>) -> Html {
    let Exit { label, class, code, reason } = exit;
    let term = if reason.is_empty() { Term::ExitCode } else { Term::OomKilled };
    let namespace = &run.lab.scene.namespace;
    let each = |pod: &&Text| {
        let (namespace, container) = (namespace.clone(), container.clone());
        Command::Exit { namespace, pod: (*pod).clone(), container, code, reason: reason.into() }
    };
    let act = Act::Cluster(ClusterMessage::Apply(running.iter().map(each).collect()));
    let off = running.is_empty().then(|| text::fault_off_not_running(container).into());
    button(run, label, class, off, term, act)
}

/// The button that deletes the Pods that are not being deleted yet.
pub fn delete_button(run: Run<'_>, targets: &Targets<'_>) -> Html {
    let staying = targets.iter().filter(|(_, pod)| pod.metadata.deletion_timestamp.is_none());
    let delete = staying.map(|(_, pod)| {
        let (namespace, name) = (run.lab.scene.namespace.clone(), pod.metadata.name.clone());
        Command::delete_pod(namespace, name, None)
    });
    let delete: Vec<Command> = delete.collect();
    let why = if targets.is_empty() { text::fault_off_no_pod() } else { text::fault_off_deleted() };
    let off = delete.is_empty().then_some(why.into());
    let act = Act::Cluster(ClusterMessage::Apply(delete));
    button(run, text::fault_delete(), "act is-failed", off, Term::Delete, act)
}

/// The button that deletes one Pod, with that label.
pub fn delete_of(run: Run<'_>, label: &str, pod: &Pod) -> Html {
    let (namespace, name) = (run.lab.scene.namespace.clone(), pod.metadata.name.clone());
    let is_leaving = pod.metadata.deletion_timestamp.is_some();
    let off = is_leaving.then(|| text::fault_off_deleted().into());
    let delete = Command::delete_pod(namespace, name, None);
    let act = Act::Cluster(ClusterMessage::Apply(vec![delete]));
    button(run, label, "act is-failed", off, Term::Delete, act)
}

/// The codes that the container's restart rules are about. Rules P-415, P-416.
fn codes_of_rules(container: &Container) -> impl Iterator<Item = i32> {
    let codes = container.restart_policy_rules.iter().filter_map(|rule| rule.exit_codes.as_ref());
    let codes = codes.filter(|codes| codes.operator == "In").flat_map(|codes| &codes.values);
    codes.copied().filter(|code| ![0, 1].contains(code)).take(3)
}

fn button(
    run: Run<'_>,
    label: &str,
    class: &'static str,
    off: Option<AttrValue>,
    term: Term,
    act: Act,
) -> Html {
    html! {
        <ActButton {class} {off} {term} {act} on={run.on.clone()}>{ label.to_owned() }</ActButton>
    }
}

/// Lets a check of a container answer so.
pub fn answer(run: Run<'_>, target: Target, container: &Text, check: Check, answer: Answer) -> Act {
    let rule = RuntimeRule { answers: vec![(check, Some(answer))], ..RuntimeRule::default() };
    Act::Cluster(ClusterMessage::Apply(vec![run.lab.rule(target, container, rule)]))
}

fn of_probe(
    run: Run<'_>,
    target: Target,
    container: &Container,
    kind: ProbeKind,
    check: Check,
) -> Html {
    let name = &container.name;
    let present = run.lab.present_answer(container, kind, check);
    let word = kind.as_str().to_ascii_lowercase();
    let choice = |label: &'static str, value: Answer| Choice {
        is_fault: value != Answer::Success,
        ..Choice::new(label, present == value, answer(run, target, name, check, value))
    };
    let choices = vec![
        choice(text::fault_success(), Answer::Success),
        choice(text::fault_failure(), Answer::Failure),
        choice(text::fault_timeout(), Answer::Timeout),
        choice(text::fault_error(), Answer::Error),
    ];
    let name = run.id(format_args!("probe-{name}-{word}"));
    let legend = text::probe_of_kind(&word);
    let term = term_of(kind);
    html! { <Segmented {name} {legend} {term} {choices} on={run.on.clone()} /> }
}

/// The term that explains a probe.
pub const fn term_of(kind: ProbeKind) -> Term {
    match kind {
        ProbeKind::Startup => Term::Startup,
        ProbeKind::Liveness => Term::Liveness,
        ProbeKind::Readiness => Term::Readiness,
    }
}

fn pull(run: Run<'_>, container: &Container) -> Html {
    let image = &container.image;
    let present = run.lab.registry(image);
    let unreadable = !present.inspect_error.is_empty();
    let failing = !unreadable && !present.error.is_empty();
    let slow = !unreadable && !failing && present.delay > 2000;
    let set = |error: String, delay: u64| {
        let registry = Registry { error: error.into(), delay, ..Registry::default() };
        let absent = Command::Image { image: image.clone(), present: false };
        Act::Cluster(ClusterMessage::Apply(vec![
            Command::Registry(image.clone(), registry),
            absent,
        ]))
    };
    let missing = format!("failed to resolve reference \"{image}\": {image}: not found");
    let mut choices = vec![
        Choice::new(text::fault_ok(), !unreadable && !failing && !slow, set(String::new(), PULL)),
        Choice {
            is_fault: true,
            ..Choice::new(text::fault_slow(), slow, set(String::new(), SLOW))
        },
        Choice {
            is_fault: true,
            ..Choice::new(text::fault_failing(), failing, set(missing, PULL))
        },
    ];
    let release = run.lab.sim().settings().release;
    let policy = container.image_pull_policy.unwrap_or_else(|| images::default_policy(image));
    if unreadable || images::is_looked_for(policy, release) {
        let inspect_error = "image storage: input/output error".into();
        let registry = Registry { delay: PULL, inspect_error, ..Registry::default() };
        let act =
            Act::Cluster(ClusterMessage::Apply(vec![Command::Registry(image.clone(), registry)]));
        let choice = Choice::new(text::fault_unreadable(), unreadable, act);
        choices.push(Choice { is_fault: true, ..choice });
    }
    let name = run.id(format_args!("pull-{}", container.name));
    html! { <Segmented {name} legend={text::fault_pull()} term={Term::ImagePull} {choices} on={run.on.clone()} /> }
}

fn hook(
    run: Run<'_>,
    target: Target,
    container: &Container,
    word: &'static str,
    check: Check,
) -> Html {
    let name = &container.name;
    let present = run.lab.answer(name, check);
    let slow = matches!(present, Some(Answer::Slow(_) | Answer::Timeout));
    let failing = matches!(present, Some(Answer::Failure | Answer::Error));
    let set = |value| answer(run, target, name, check, value);
    let choices = vec![
        Choice::new(text::fault_ok(), !slow && !failing, set(Answer::Success)),
        Choice { is_fault: true, ..Choice::new(text::fault_slow(), slow, set(Answer::Slow(SLOW))) },
        Choice {
            is_fault: true,
            ..Choice::new(text::fault_failing(), failing, set(Answer::Failure))
        },
    ];
    let name = run.id(format_args!("{word}-{name}"));
    html! { <Segmented {name} legend={word} look={Look::Line} {choices} on={run.on.clone()} /> }
}

/// What ends Pods, and their readiness gates.
pub fn of_pods(run: Run<'_>, target: Target, targets: &Targets<'_>, spec: &PodSpec) -> Html {
    let namespace = &run.lab.scene.namespace;
    let ending = |pod: &Pod| pod.metadata.deletion_timestamp.is_some();
    let all = |make: &dyn Fn(Text, Text) -> Command, wanted: &dyn Fn(PodId, &Pod) -> bool| {
        let wanted = targets.iter().filter(|(id, pod)| wanted(*id, pod));
        let each =
            |(_, pod): &(PodId, &Rc<Pod>)| make(namespace.clone(), pod.metadata.name.clone());
        wanted.map(each).collect::<Vec<Command>>()
    };
    let act = |label, term, commands: Vec<Command>, why: &'static str| {
        let why = if targets.is_empty() { text::fault_off_no_pod() } else { why };
        let off = commands.is_empty().then_some(why.into());
        let act = Act::Cluster(ClusterMessage::Apply(commands));
        button(run, label, "act is-failed", off, term, act)
    };
    let delete = |grace_period_seconds| {
        move |namespace, name| Command::delete_pod(namespace, name, grace_period_seconds)
    };
    let evict = |namespace: Text, name: Text| Command::evict(namespace, name);
    let kill = |namespace, pod| Command::KillSandbox { namespace, pod };
    let stays = |_, pod: &Pod| !ending(pod);
    let has_sandbox =
        |id, _: &Pod| run.lab.sim().worker(id).is_some_and(|w| w.runtime.address().is_some());
    let are_leaving = targets.iter().all(|(_, pod)| ending(pod));
    let no_pod = text::fault_off_no_pod();
    let title = match (run.place, targets.first()) {
        (Place::Menu, Some((_, pod))) => pod.metadata.name.to_string(),
        _ if target == Target::Set => "Pods".to_owned(),
        _ => "Pod".to_owned(),
    };
    let id = run.id("do-pod");
    html! {
        <div class="target" role="group" aria-labelledby={id.clone()}>
            <div class="target-head"><h3 {id}>{ title }</h3></div>
            <div class="acts">
                if are_leaving && !targets.is_empty() {
                    // A shorter grace period is the one thing a second deletion may ask for.
                    { act(text::fault_delete_now(), Term::GracePeriod, all(&delete(Some(1)), &|_, _| true), no_pod) }
                } else {
                    { delete_button(run, targets) }
                }
                { act(text::fault_force(), Term::ForceDelete, all(&delete(Some(0)), &|_, _| true), no_pod) }
                { act(text::fault_evict(), Term::Evict, all(&evict, &stays), text::fault_off_deleted()) }
                { act(text::fault_sandbox(), Term::Sandbox, all(&kill, &has_sandbox), text::fault_off_sandbox()) }
            </div>
            { for spec.readiness_gates.iter().map(|gate| {
                let kind = &gate.condition_type;
                let is_met = |pod: &Pod| pod.status.is_true(kind);
                let met = !targets.is_empty() && targets.iter().all(|(_, pod)| is_met(pod));
                let set = |namespace: Text, name: Text| {
                    let status = if met { ConditionStatus::False } else { ConditionStatus::True };
                    let (pod, why) = (ObjectRef::pod(namespace, name), Text::default);
                    Command::set_condition(pod, kind.clone(), status, why(), why())
                };
                let act = Act::Cluster(ClusterMessage::Apply(all(&set, &|_, pod| is_met(pod) == met)));
                html! {
                    <Toggle checked={met} term={Term::ReadinessGate} {act} on={run.on.clone()}>
                        <span>{ text::fault_gate() }{ " " }<code>{ kind.to_string() }</code></span>
                    </Toggle>
                }
            }) }
        </div>
    }
}
