//! Why something happened, where to look closer, and what does not happen yet.

use crate::lab::Lab;
use podlab::api::ObjectRef;
use podlab::base::time::SimTime;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, ProgramEvent};
use podlab::questions::explanation::{Explanation, Step};
use podlab::questions::manifest_line::{ManifestLine, manifest_line, program_line};
use podlab::questions::root::Root;
use podlab::questions::waits::{self, Wait};
use podlab::rules::Rule;
use podlab_messages::{Actor, PodNames, Teller};

/// Something that waits at the present moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The rule by which it waits.
    pub rule: Rule,
    /// What waits, what for, and until when.
    pub words: String,
}

/// Returns what waits at the present moment: first the workloads, then the Pods, then their claims. At most `most` of them are told; the
/// number says how many more there are.
pub fn not_yet(lab: &Lab, most: usize) -> (Vec<Waiting>, usize) {
    let waits = waits::waits(lab.sim());
    let (of_workloads, others): (Vec<_>, Vec<_>) =
        waits.iter().partition(|wait| wait.object.kind.is_workload());
    let waiting = |wait: &Wait| Waiting { rule: wait.rule, words: waiting(lab, wait) };
    let told = of_workloads.into_iter().chain(others).take(most).map(waiting).collect();
    (told, waits.len().saturating_sub(most))
}

/// Returns what an object waits for. Among several objects the sentence says which one waits.
pub fn waiting(lab: &Lab, wait: &Wait) -> String {
    let words = podlab_messages::wait(wait, lab.now());
    if lab.scene.workload.is_some() && !wait.object.kind.is_workload() {
        return format!("*{}*: {words}", wait.object.name);
    }
    words
}

/// Returns why a change happened, in short and in steps.
pub fn explanation<'a>(lab: &'a Lab, change: &Change) -> Explanation<'a> {
    Explanation::of(&lab.story().why(change.number))
}

/// Returns the short answer to why a change happened, with the wait that goes on because of it. When the change came directly from an
/// act, it is the act.
pub fn conclusion(lab: &Lab, change: &Change, why: &Explanation<'_>) -> String {
    let goes_on = why.goes_on(lab.sim(), lab.story().changes());
    let actor = |number| actor(lab, number);
    let root = Root::of(why, lab.sim(), lab.story().changes());
    let teller = teller(lab, &actor);
    let answer = podlab_messages::conclusion(why, root.as_ref(), goes_on.as_ref(), &teller);
    answer.or_else(|| self::root(lab, change).map(|(_, act)| act)).unwrap_or_default()
}

/// Returns what tells the changes of a run. It names the Pods where there may be several.
fn teller<'a>(lab: &'a Lab, actor: &'a dyn Fn(u32) -> Actor) -> Teller<'a> {
    let pods = if lab.scene.workload.is_some() { PodNames::All } else { PodNames::None };
    Teller { commands: lab.sim().commands(), actor, pods }
}

/// Returns the kubectl lines that show more of what a change is about.
pub fn look_closer(change: &Change, why: &Explanation<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let decided = why.because.unwrap_or(change);
    let reference = decided.object.reference().or(change.object.reference());
    let Some(ObjectRef { kind, namespace, name }) = reference else { return lines };
    let place = if **namespace == *"default" || namespace.is_empty() {
        String::new()
    } else {
        format!(" -n {namespace}")
    };
    if let Fact::Program { container, event: ProgramEvent::Ended { .. } } = &decided.fact {
        let previous = if why.times > 1 { " --previous" } else { "" };
        lines.push(format!("kubectl logs {name}{place} -c {container}{previous}"));
    }
    lines.push(format!("kubectl describe {} {name}{place}", kind.as_str().to_lowercase()));
    lines
}

/// Returns the lines of a manifest that a person would change: of a program that failed, first what it runs. Where nothing failed,
/// there is nothing to change.
pub fn advice(lab: &Lab, change: &Change, why: &Explanation<'_>) -> Vec<ManifestLine> {
    let sim = lab.sim();
    if !why.is_of_failure() && Root::of(why, sim, lab.story().changes()).is_none() {
        return Vec::new();
    }
    let decided = why.because.unwrap_or(change);
    let program = matches!(decided.fact, Fact::Program { event: ProgramEvent::Ended { .. }, .. })
        .then(|| program_line(sim, decided));
    let field = why.steps.iter().find_map(|step| match step {
        Step::Once(change) => manifest_line(sim, change),
        Step::Again { .. } => None,
    });
    program.flatten().into_iter().chain(field).collect()
}

/// Returns when the act was from which a change came, and the act in a sentence. Without an act it is the beginning.
pub fn root(lab: &Lab, change: &Change) -> Option<(SimTime, String)> {
    let steps = lab.story().why(change.number);
    match steps.last().map(|last| last.cause) {
        Some(Cause::Command(number)) => {
            let (time, command) = lab.sim().commands().get(number as usize)?;
            Some((*time, podlab_messages::act(actor(lab, number), command)))
        }
        Some(Cause::Start | Cause::Change(_)) | None => {
            Some((SimTime::ZERO, podlab_messages::start()))
        }
    }
}

/// Returns who gave the command of that number.
fn actor(lab: &Lab, number: u32) -> Actor {
    let command = lab.sim().commands().get(number as usize);
    let is_by_person = command.is_some_and(|(time, command)| {
        let mut plan = lab.history.plan().iter();
        plan.any(|act| act.by_person && act.time == *time && act.commands.contains(command))
    });
    if is_by_person { Actor::You } else { Actor::Scene }
}

/// Returns what happened, in a sentence.
pub fn said(lab: &Lab, change: &Change) -> String {
    let actor = |number| actor(lab, number);
    Teller { pods: PodNames::None, ..teller(lab, &actor) }.sentence(change)
}

/// Returns what happened, in a sentence that says to which Pod, when there may be several.
pub fn change_sentence(lab: &Lab, change: &Change) -> String {
    teller(lab, &|number| actor(lab, number)).sentence(change)
}
