//! Why a change happened: what decided it, and the steps that led to it.
//!
//! ```
//! use podlab::cluster::cause::Cause;
//! use podlab::cluster::fact::Fact;
//! use podlab::files::scenario_file::read;
//! use podlab::questions::explanation::Explanation;
//! use podlab::{ReadOptions, SimTime, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {
//!   containers: [{name: app, image: busybox, command: [sh, -c, exit 1]}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let mut player = scenario.play(scenario.settings());
//! player.run_until(SimTime::from_seconds(100));
//! let changes = player.sim.take_changes();
//! let status = |fact: &Fact| matches!(fact, Fact::Status { .. });
//! let mut causes: Vec<_> = changes.iter().rfind(|change| status(&change.fact)).into_iter().collect();
//! while let Some(Cause::Change(number)) = causes.last().map(|last| last.cause) {
//!     causes.push(&changes[number as usize]);
//! }
//! let why = Explanation::of(&causes);
//! assert!(matches!(why.because.map(|change| &change.fact), Some(Fact::Program { .. })));
//! assert_eq!(why.times, 5, "the program ended five times");
//! # Ok(())
//! # }
//! ```

use crate::api::reason::WaitingReason;
use crate::cluster::cause::Cause;
use crate::cluster::change::Change;
use crate::cluster::fact::{Decision, Fact, ProgramEvent, StateSummary};
use crate::cluster::probe::Outcome;
use crate::questions::waits::{self, MissingObject, WaitKind};
use crate::sim::Sim;

/// The short answer to why a change happened, and the long one.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<'a> {
    /// What decided: how a program ended, what a probe found, why a container could not start; otherwise what came directly before
    /// the change. `None` when the change came directly from an act.
    pub because: Option<&'a Change>,
    /// How many times the same happened on the way to the change, the last time included.
    pub times: usize,
    /// What a component, a machine or a person set off before it: an eviction, a deletion, a lost connection.
    pub origin: Option<&'a Change>,
    /// The change and what led to it, the latest first.
    pub steps: Vec<Step<'a>>,
}

/// What goes on in a container because of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// The kubelet waits for so many milliseconds before it starts the container or pulls its image again. Rules P-408, P-317.
    BackOff(u64),
    /// The kubelet starts the container again at its next sync.
    Restart,
    /// The kubelet pulls the image again at its next sync.
    Pull,
    /// The kubelet tries again to start the container, which may need something that is missing. Rule K-4.
    Retry(Option<MissingObject>),
}

impl GoesOn {
    /// Returns what a wait means for a container; `None` for a wait of another sort, or of another container.
    fn of(wait: WaitKind, container: &str) -> Option<GoesOn> {
        if let WaitKind::Restart { container: held, window, is_over } = &wait
            && **held == *container
        {
            return Some(if *is_over { GoesOn::Restart } else { GoesOn::BackOff(*window) });
        }
        if let WaitKind::PullBackoff { container: held, window, is_over, .. } = &wait
            && **held == *container
        {
            return Some(if *is_over { GoesOn::Pull } else { GoesOn::BackOff(*window) });
        }
        if let WaitKind::FailedStart { container: held, missing, .. } = wait
            && *held == *container
        {
            return Some(GoesOn::Retry(missing));
        }
        None
    }
}

/// A step of a long answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<'a> {
    /// Something that happened.
    Once(&'a Change),
    /// The steps above, which had happened before in the same way.
    Again {
        /// How many times.
        times: usize,
        /// The changes, the latest first.
        changes: Vec<&'a Change>,
    },
}

/// What a change is in an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// How something outside the API turned out.
    Outcome,
    /// Something that sets off other changes.
    Origin,
    /// A new beginning: what happened before it led to other ends.
    Beginning,
    /// Something that only follows from other changes.
    Consequence,
}

impl<'a> Explanation<'a> {
    /// Explains the first of some changes. Each of the others is the cause of the one before it.
    pub fn of(causes: &[&'a Change]) -> Explanation<'a> {
        let causes = without_repeats(causes);
        let mut because = None;
        let mut origin = None;
        // A restart ends with a start of the program. What led to it came before.
        let is_restart =
            causes.first().is_some_and(|first| matches!(first.fact, Fact::RestartCount { .. }));
        for (index, cause) in causes.iter().enumerate().skip(1) {
            match part(&cause.fact) {
                Part::Beginning if index == 1 && is_restart => {}
                Part::Outcome if because.is_none() && origin.is_none() => because = Some(*cause),
                Part::Origin => origin = Some(*cause),
                Part::Beginning => break,
                Part::Outcome | Part::Consequence => {}
            }
        }
        let origin_alone = if because.is_none() { origin.take() } else { None };
        let because = because.or(origin_alone).or(causes.get(1).copied());
        let times = because.map_or(0, |because| {
            if let Fact::Probe { times, .. } = because.fact {
                return times as usize;
            }
            causes.iter().filter(|cause| is_same(cause, because)).count()
        });
        Explanation { because, times, origin, steps: folded(&causes) }
    }
}

impl<'a> Explanation<'a> {
    /// Returns the change that is explained.
    pub fn first(&self) -> Option<&'a Change> {
        self.changes().next()
    }

    /// Returns the earliest step.
    pub fn last(&self) -> Option<&'a Change> {
        self.changes().last()
    }

    /// Returns what the earliest step came from.
    pub fn cause(&self) -> Option<Cause> {
        self.last().map(|last| last.cause)
    }

    /// Returns the change that says which container is concerned: the one that is explained where it is the state of a container, else
    /// what decided.
    pub fn of_container(&self) -> Option<&'a Change> {
        let first = self.first()?;
        if matches!(first.fact, Fact::State { .. }) { Some(first) } else { self.because }
    }

    /// Returns what goes on because of what decided: the back-off of its container, or the next try to start it. `changes` are those of
    /// the run. `None` when another change of the same sort came after the one that is explained.
    pub fn goes_on(&self, sim: &Sim, changes: &[Change]) -> Option<GoesOn> {
        let pod = self.first()?.pod?;
        let (Fact::Program { container, .. } | Fact::State { container, .. }) =
            &self.of_container()?.fact
        else {
            return None;
        };
        if !self.is_latest(changes) {
            return None;
        }
        let mut waits = waits::of_pod(sim, pod).into_iter();
        waits.find_map(|wait| GoesOn::of(wait.kind, container))
    }

    /// Returns whether no change of the same sort came after the one that is explained, so that the present state is still that of it.
    pub(super) fn is_latest(&self, changes: &[Change]) -> bool {
        let Some(first) = self.first() else { return false };
        let is_alike = |other: &&Change| {
            other.object == first.object && other.fact.part() == first.fact.part()
        };
        changes.iter().rev().find(is_alike).is_some_and(|latest| latest.number == first.number)
    }

    /// Returns whether a step happened by the rule of the step above it, to the same object: the rule is told there.
    pub fn repeats_rule(&self, at: usize) -> bool {
        let above = at.checked_sub(1).and_then(|above| self.steps.get(above));
        if let (Some(Step::Once(above)), Some(Step::Once(step))) = (above, self.steps.get(at)) {
            return above.rule == step.rule && above.object == step.object;
        }
        false
    }

    /// Returns whether the change or what decided it is a failure, about which something can be done.
    pub fn is_of_failure(&self) -> bool {
        let decisive = [self.first(), self.because];
        decisive.into_iter().flatten().any(|change| is_failure(&change.fact))
    }

    fn changes(&self) -> impl Iterator<Item = &'a Change> {
        self.steps
            .iter()
            .flat_map(|step| match step {
                Step::Once(change) => std::slice::from_ref(change),
                Step::Again { changes, .. } => changes.as_slice(),
            })
            .copied()
    }
}

/// Leaves out changes that another change of the same thing at the same moment followed.
fn without_repeats<'a>(causes: &[&'a Change]) -> Vec<&'a Change> {
    let mut kept: Vec<&Change> = Vec::new();
    for cause in causes {
        let is_followed = |last: &&Change| {
            last.fact.part() == cause.fact.part()
                && last.time == cause.time
                && last.object == cause.object
        };
        if !kept.last().is_some_and(is_followed) {
            kept.push(cause);
        }
    }
    without_echoes(&kept)
}

/// Leaves out states of containers that only say in the API how their own program ended. The first change stays.
fn without_echoes<'a>(causes: &[&'a Change]) -> Vec<&'a Change> {
    let is_echo = |at: usize| {
        let cause = causes.get(at + 1).map(|cause| &cause.fact);
        let (Fact::State { container, .. }, Some(Fact::Program { container: of_program, .. })) =
            (&causes[at].fact, cause)
        else {
            return false;
        };
        at > 0 && container == of_program
    };
    let kept = causes.iter().enumerate().filter(|(at, _)| !is_echo(*at));
    kept.map(|(_, cause)| *cause).collect()
}

/// Returns whether two changes say the same of the same object, at different moments.
fn is_same(one: &Change, other: &Change) -> bool {
    one.object == other.object && {
        let (one, other) = (one.fact.words(), other.fact.words());
        one.part == other.part && one.new == other.new
    }
}

/// Folds what happened again and again.
fn folded<'a>(causes: &[&'a Change]) -> Vec<Step<'a>> {
    let again = (1..causes.len()).find_map(|at| {
        let first = causes[..at].iter().position(|earlier| is_same(earlier, causes[at]))?;
        Some((first, at))
    });
    let Some((first, begin)) = again else {
        return causes.iter().map(|cause| Step::Once(cause)).collect();
    };
    let shown = &causes[first..begin];
    let is_shown = |cause: &&&Change| shown.iter().any(|other| is_same(other, cause));
    let length = causes[begin..].iter().take_while(is_shown).count();
    let changes = causes[begin..begin + length].to_vec();
    let times_of = |step: &&Change| changes.iter().filter(|change| is_same(change, step)).count();
    let others = shown.iter().filter(|step| part(&step.fact) != Part::Beginning);
    // The first start of a program alone is not something that happened again.
    let times = others.map(times_of).max().filter(|times| *times > 0);
    let Some(times) = times else {
        return causes.iter().map(|cause| Step::Once(cause)).collect();
    };
    let once = |cause: &&'a Change| Step::Once(cause);
    let mut steps: Vec<Step> = causes[..begin].iter().map(once).collect();
    steps.push(Step::Again { times, changes });
    steps.extend(causes[begin + length..].iter().map(once));
    steps
}

/// Returns whether a program, a probe or the start of a container failed, or an eviction was refused.
fn is_failure(fact: &Fact) -> bool {
    matches!(fact, Fact::Program { event: ProgramEvent::Ended { code, .. }, .. } if *code != 0)
        || matches!(fact, Fact::Program { event: ProgramEvent::StartFailed(_), .. })
        || matches!(fact, Fact::Probe { outcome: Outcome::Failure | Outcome::Error, .. })
        || matches!(fact, Fact::EvictionRefused(_))
        || matches!(fact, Fact::State { new: Some(StateSummary::Waiting(reason)), .. }
            if WaitingReason::named(reason).is_none_or(WaitingReason::is_failure))
}

/// Returns what a change is in an explanation.
fn part(fact: &Fact) -> Part {
    match fact {
        Fact::Created | Fact::Bound { .. } => Part::Beginning,
        Fact::Program { event, .. } => match event {
            ProgramEvent::Started => Part::Beginning,
            ProgramEvent::FileCreated(_) | ProgramEvent::FileRemoved(_) => Part::Origin,
            ProgramEvent::Ended { .. }
            | ProgramEvent::StartFailed(_)
            | ProgramEvent::ProcessLost(_) => Part::Outcome,
            ProgramEvent::Resized => Part::Consequence,
        },
        Fact::Probe { is_news: true, .. } => Part::Outcome,
        Fact::State { new: Some(StateSummary::Waiting(reason)), .. }
            if WaitingReason::named(reason).is_none_or(WaitingReason::is_failure) =>
        {
            Part::Outcome
        }
        Fact::Deletion { old: None, .. }
        | Fact::EvictionRefused(_)
        | Fact::NodeReady { .. }
        | Fact::NodePressure { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Connectivity { .. }
        | Fact::Machine(_)
        | Fact::Resource { .. }
        | Fact::Spec
        | Fact::SandboxKilled
        | Fact::World(_) => Part::Origin,
        Fact::Decision { decision, .. } => match decision {
            Decision::Unlink => Part::Consequence,
            Decision::Create
            | Decision::Delete
            | Decision::Adopt
            | Decision::Release
            | Decision::ScaleUp
            | Decision::ScaleDown
            | Decision::Collect
            | Decision::Evict
            | Decision::Preempt
            | Decision::ShutDown => Part::Origin,
        },
        Fact::RevisionCreated(_)
        | Fact::RevisionNumber { .. }
        | Fact::Removed
        | Fact::Deletion { .. }
        | Fact::Phase { .. }
        | Fact::ClaimPhase { .. }
        | Fact::VolumePhase { .. }
        | Fact::Reason { .. }
        | Fact::Condition { .. }
        | Fact::State { .. }
        | Fact::Ready { .. }
        | Fact::Started { .. }
        | Fact::RestartCount { .. }
        | Fact::Status { .. }
        | Fact::Field { .. }
        | Fact::Drain { .. }
        | Fact::Probe { .. }
        | Fact::Hook { .. }
        | Fact::Signal { .. }
        | Fact::ContainersRemoved
        | Fact::Endpoints { .. } => Part::Consequence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use crate::base::time::SimTime;
    use crate::files::scenario_file::read;

    /// Whatever comes last in the order of the names, in which the API server lists the containers.
    #[test]
    fn what_a_container_lacks_is_told_although_the_program_of_another_one_started() {
        for (runs, lacks) in [("one", "two"), ("proxy", "app")] {
            tell_what_a_container_lacks(runs, lacks);
        }
    }

    fn tell_what_a_container_lacks(runs: &str, lacking: &str) {
        let text = format!(
            "{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{containers: [{{name: {runs}, image: nginx}},
              {{name: {lacking}, image: nginx, envFrom: [{{configMapRef: {{name: settings}}}}]}}]}}}}"
        );
        let scenario = read(&text, &ReadOptions::default()).expect("the text is right");
        let mut player = scenario.play(scenario.settings());
        player.run_until(SimTime::from_seconds(20));
        let changes = player.sim.take_changes();
        let why = |is_it: &dyn Fn(&Fact) -> bool| {
            let last = changes.iter().rfind(|change| is_it(&change.fact));
            let mut causes: Vec<_> = last.into_iter().collect();
            while let Some(Cause::Change(number)) = causes.last().map(|last| last.cause) {
                causes.push(&changes[number as usize]);
            }
            Explanation::of(&causes)
        };
        let lacks = |why: &Explanation<'_>| {
            let goes_on = why.goes_on(&player.sim, &changes);
            let Some(GoesOn::Retry(Some(missing))) = goes_on else { panic!("{goes_on:?}") };
            assert_eq!((missing.kind.as_str(), &*missing.name), ("ConfigMap", "settings"));
        };
        let of_state =
            why(&|fact| matches!(fact, Fact::State { container, .. } if **container == *lacking));
        lacks(&of_state);
        let why = why(&|fact| matches!(fact, Fact::Status { .. }));
        let decided = why.because.map(|change| &change.fact);
        assert!(
            matches!(decided, Some(Fact::State { container, .. }) if **container == *lacking),
            "{decided:?}"
        );
        lacks(&why);
    }
}
