//! The verdict of a comparison in sentences.

use crate::{clock, listed, text};
use podlab::questions::compare::{Aspect, Group, Newest, Restarts, Told, Verdict};

/// Returns what runs that are compared come to, and what tells them apart. `names` are those of the runs, and `aspect` is what varies
/// between them; `None` for branches of one run.
pub fn verdict(verdict: &Verdict, names: &[String], aspect: Option<&Aspect>) -> String {
    let names = |group: &Group| {
        let names = group.runs.iter().filter_map(|run| names.get(*run));
        names.map(|name| format!("*{name}*")).collect::<Vec<String>>()
    };
    if let [all] = &verdict.groups[..] {
        return text::verdict_same(clauses(&all.told));
    }
    let is_policy = aspect.is_some_and(Aspect::is_restart_policy);
    let of_policies = is_policy.then(|| restarted(verdict)).flatten();
    let sentences = verdict.groups.iter().map(|group| {
        let names = names(group);
        let is_one = names.len() == 1;
        let names = listed(&names);
        match (&of_policies, &group.told[..]) {
            (Some(what), [Told::Restarts(Restarts { count: 1.., .. }), ..]) if is_one => {
                text::verdict_restarts_one(names, what)
            }
            (Some(what), [Told::Restarts(Restarts { count: 1.., .. }), ..]) => {
                text::verdict_restarts(names, what)
            }
            (Some(_), [Told::Restarts(_), others @ ..]) if is_one => {
                text::verdict_restarts_not_one(names, clauses(others))
            }
            (Some(_), [Told::Restarts(_), others @ ..]) => {
                text::verdict_restarts_not(names, clauses(others))
            }
            (_, told) if aspect.is_some() => text::verdict_with(names, clauses(told)),
            (_, told) => text::verdict_branch(names, clauses(told)),
        }
    });
    sentences.collect::<Vec<String>>().join(" ")
}

/// Returns what some runs restart and others do not; `None` when all restart something, or none does.
fn restarted(verdict: &Verdict) -> Option<String> {
    let all = verdict.groups.iter().map(|group| match group.told.first() {
        Some(Told::Restarts(restarts)) => Some(restarts),
        Some(
            Told::Gone(_)
            | Told::Phase(_)
            | Told::Stuck(_)
            | Told::Ready(_)
            | Told::Status(_)
            | Told::ReadySince { .. }
            | Told::Pods { .. }
            | Told::Newest { .. }
            | Told::RestartsOfAll(_),
        )
        | None => None,
    });
    let all: Vec<&Restarts> = all.collect::<Option<Vec<_>>>()?;
    let restarted = all.iter().find(|restarts| restarts.count > 0)?;
    all.iter().any(|restarts| restarts.count == 0).then(|| containers(restarted))
}

/// Returns the containers that were restarted; one that is alone in its Pod needs no name.
fn containers(restarts: &Restarts) -> String {
    if restarts.of == 1 {
        return text::verdict_container().to_owned();
    }
    let names = restarts.containers.iter().map(|name| format!("*{name}*"));
    listed(&names.collect::<Vec<String>>())
}

/// Returns clauses one after the other.
fn clauses(told: &[Told]) -> String {
    let join = |first: String, then: String| text::verdict_and(first, then);
    told.iter().map(clause).reduce(join).unwrap_or_default()
}

fn clause(told: &Told) -> String {
    match told {
        Told::Gone(kind) => text::verdict_gone(kind.as_str()),
        Told::Restarts(Restarts { count: 0, .. }) | Told::RestartsOfAll(0) => {
            text::verdict_restarted_none().to_owned()
        }
        Told::Restarts(restarts) if restarts.containers.len() > 1 => {
            text::verdict_restarted_several(restarts.count)
        }
        Told::Restarts(restarts) if restarts.count == 1 => {
            text::verdict_restarted_once(containers(restarts))
        }
        Told::Restarts(restarts) => text::verdict_restarted(restarts.count, containers(restarts)),
        Told::Phase(phase) => text::verdict_phase(phase.as_str()),
        Told::Stuck(true) => text::verdict_stuck().to_owned(),
        Told::Stuck(false) => text::verdict_stuck_not().to_owned(),
        Told::Ready(true) => text::verdict_ready().to_owned(),
        Told::Ready(false) => text::verdict_ready_not().to_owned(),
        Told::Status(status) => text::verdict_status(status),
        Told::ReadySince { time, pods: None } => text::verdict_ready_since(clock(*time)),
        Told::ReadySince { time, pods: Some(pods) } => text::verdict_pods_since(pods, clock(*time)),
        Told::Pods { ready, wanted } => text::verdict_pods(ready, wanted),
        Told::Newest { pods: Newest::Named(pods), of } => match &pods[..] {
            [] => text::verdict_newest_none().to_owned(),
            all if all.len() == *of => text::verdict_newest_all().to_owned(),
            [one] => text::verdict_newest_one(one),
            some => {
                let some: Vec<String> = some.iter().map(|name| format!("*{name}*")).collect();
                text::verdict_newest(listed(&some))
            }
        },
        Told::Newest { pods: Newest::Counted(count), of } => text::verdict_newest_count(count, of),
        Told::RestartsOfAll(count) => text::verdict_restarted_several(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, speak};
    use podlab::api::status::PodPhase;
    use podlab::base::time::SimTime;
    use podlab::questions::compare::{End, Outcome, PodEnd, WorkloadEnd};

    fn pod(phase: PodPhase, status: &'static str, count: i64) -> Outcome {
        let containers = if count > 0 { vec!["app".into()] } else { Vec::new() };
        let restarts = Restarts { containers, of: 1, count };
        let end = PodEnd { phase, status: status.into(), ready_since: None, restarts };
        Outcome { end: End::Pod(end), is_stuck: false }
    }

    fn set(newest: &[&'static str], since: u64) -> Outcome {
        let end = WorkloadEnd {
            wanted: 3,
            ready: 3,
            pods: 3,
            ready_since: Some(SimTime::from_seconds(since)),
            newest: Newest::Named(newest.iter().map(|name| (*name).into()).collect()),
            restarts: 0,
        };
        Outcome { end: End::Workload(end), is_stuck: false }
    }

    fn said(outcomes: &[Outcome], names: &[&str], aspect: Option<&str>) -> String {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let aspect = aspect.map(Aspect::parse);
        verdict(&Verdict::of(outcomes), &names, aspect.as_ref()).replace('*', "")
    }

    #[test]
    fn restart_policies_are_told_by_what_they_restart() {
        let policies = ["Always", "OnFailure", "Never"];
        let runs = [
            pod(PodPhase::Running, "Running", 2),
            pod(PodPhase::Running, "Running", 2),
            pod(PodPhase::Failed, "Error", 0),
        ];
        for (language, text) in [
            (
                Language::English,
                "Always and OnFailure restart the container. Never does not: the Pod is Failed.",
            ),
            (
                Language::Indonesian,
                "Always dan OnFailure me-restart kontainer. Never tidak: phase Pod Failed.",
            ),
            (
                Language::Korean,
                "Always 및 OnFailure는 컨테이너를 재시작합니다. Never는 재시작하지 않습니다: 파드 phase Failed.",
            ),
        ] {
            speak(Catalog::of(language));
            assert_eq!(said(&runs, &policies, Some("restartPolicy")), text);
        }
        speak(None);
        let succeeded = || pod(PodPhase::Succeeded, "Completed", 0);
        let runs = [pod(PodPhase::Running, "CrashLoopBackOff", 3), succeeded(), succeeded()];
        assert_eq!(
            said(&runs, &policies, Some("spec.restartPolicy")),
            "Always restarts the container. OnFailure and Never do not: the Pod is Succeeded."
        );
    }

    #[test]
    fn other_variants_are_told_one_after_the_other() {
        let runs = [pod(PodPhase::Running, "Running", 1), pod(PodPhase::Running, "Running", 0)];
        assert_eq!(
            said(&runs, &["failureThreshold 1", "failureThreshold 3"], Some("failureThreshold")),
            "With failureThreshold 1, the container is restarted once, and the Pod is Running. \
             With failureThreshold 3, no container is restarted, and the Pod is Running."
        );
        let runs =
            [pod(PodPhase::Running, "CrashLoopBackOff", 1), pod(PodPhase::Running, "Error", 1)];
        assert_eq!(
            said(&runs, &["1.28", "current"], Some("kubernetes")),
            "With 1.28, STATUS is CrashLoopBackOff. With current, STATUS is Error."
        );
        let all = ["web-0", "web-1", "web-2"];
        assert_eq!(
            said(
                &[set(&all, 9), set(&all[1..], 9), set(&[], 9)],
                &["0", "1", "3"],
                Some("partition")
            ),
            "With 0, all Pods have the newest template. With 1, web-1 and web-2 have the newest \
             template. With 3, no Pod has the newest template."
        );
        assert_eq!(
            said(&[set(&all, 12), set(&all, 4)], &["OrderedReady", "Parallel"], Some("policy")),
            "With OrderedReady, all 3 Pods are Ready since 0:00:12. With Parallel, all 3 Pods are \
             Ready since 0:00:04."
        );
    }

    #[test]
    fn branches_are_told_by_their_names_and_equal_runs_together() {
        let gone = Outcome { end: End::Gone(podlab::api::ResourceKind::Pod), is_stuck: false };
        let runs = [gone, pod(PodPhase::Running, "Running", 0)];
        assert_eq!(
            said(&runs, &["Delete demo", "Branch 1"], None),
            "Delete demo: the Pod no longer exists. Branch 1: the Pod is Running."
        );
        let same = [pod(PodPhase::Running, "Running", 2), pod(PodPhase::Running, "Running", 2)];
        assert_eq!(
            said(&same, &["1", "2"], Some("seed")),
            "All runs have the same result: the container is restarted 2 times, and the Pod is Running."
        );
    }
}
