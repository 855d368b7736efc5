//! Replays recorded scripts in the simulator and judges what comes out.
use crate::compare::{Facet, SHORT, Verdict, compare, unusable};
use crate::recorded::{RELEASES, Recorded, Unstable, groups, runs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// The verdict on one replayed run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `v1.28`.
    pub release: String,
    /// `A`.
    pub group: String,
    /// `A-one-Never-exit0`.
    pub name: String,
    /// The judged facets.
    pub verdict: Verdict,
}

impl Outcome {
    /// Facets that differ, in their order.
    pub fn different(&self) -> impl Iterator<Item = Facet> {
        self.verdict.iter().filter(|(_, why)| why.is_some()).map(|(facet, _)| *facet)
    }
}

/// Replays the script of a run and judges the facets that are stable in reality. A panic differs in every facet.
#[must_use]
pub fn verdict(run: &Recorded, unstable: &Unstable) -> Verdict {
    let script = run.script();
    let replayed = || podlab_cli::recording::replay(&script).ok().map(|replayed| replayed.document);
    let simulated = catch_unwind(AssertUnwindSafe(replayed)).ok().flatten();
    let mut verdict = match simulated {
        Some(simulated) => compare(&run.document, &simulated, SHORT),
        None => unusable("the simulator refused or panicked"),
    };
    unstable.leave_out(run, &mut verdict);
    verdict
}

/// Replays every recorded run whose release and name start like this, a group to a thread.
#[must_use]
pub fn outcomes(release: &str, name: &str) -> Vec<Outcome> {
    let unstable = &Unstable::load();
    let releases = RELEASES.iter().filter(|known| known.starts_with(release));
    let groups = releases
        .flat_map(|release| groups(release).into_iter().map(move |group| (*release, group)));
    let groups: Vec<_> = groups.collect();
    thread::scope(|scope| {
        let judge = |(release, group): (&str, String)| {
            let mut runs = runs(release, &group);
            runs.retain(|run| run.name.starts_with(name));
            let outcome = |run: Recorded| Outcome {
                release: release.to_owned(),
                group: group.clone(),
                verdict: verdict(&run, unstable),
                name: run.name,
            };
            runs.into_iter().map(outcome).collect::<Vec<_>>()
        };
        let threads: Vec<_> =
            groups.into_iter().map(|group| scope.spawn(move || judge(group))).collect();
        let outcomes =
            threads.into_iter().flat_map(|thread| thread.join().expect("judging does not panic"));
        outcomes.collect()
    })
}
