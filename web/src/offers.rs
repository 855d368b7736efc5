//! What can vary between runs that are compared.

use crate::lab::Lab;
use podlab::api::stateful_set::StatefulSetUpdateStrategyType;
use podlab::kubelet::probe::ProbeKind;
use podlab::questions::compare::{Aspect, LEAST};
use podlab::rules::release::Release;
use podlab::timeline::history::{Branch, History};
use podlab_messages::text;
use podlab_stage::spec::{self, ProbeField};

/// Something that can vary.
pub struct Offer {
    /// What it is called.
    pub label: String,
    /// What it is; none for the branches of the run.
    pub aspect: Option<Aspect>,
    /// Values that are worth a look, with commas between them.
    pub values: String,
}

/// What a branch is called.
pub fn branch_name(history: &History, branch: &Branch) -> String {
    podlab_messages::branch_name(history.branches(), branch, &|branch| history.own_act(branch))
}

/// What the branch is called that the present moment is on.
pub fn present_branch(lab: &Lab) -> String {
    branch_name(lab.history(), lab.history().branch())
}

/// What a branch is called before it has a name.
pub fn unnamed_branch(history: &History, branch: &Branch) -> String {
    podlab_messages::unnamed_branch(history.branches(), branch, &|branch| history.own_act(branch))
}

/// What can vary in a run: only what applies to it.
pub fn of(lab: &Lab) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut add = |label: &str, path: &str, values: &str| {
        let aspect = Some(Aspect::parse(path));
        offers.push(Offer { label: label.to_owned(), aspect, values: values.to_owned() });
    };
    if let Some(set) = lab.last_set() {
        add("podManagementPolicy", "podManagementPolicy", "OrderedReady, Parallel");
        add("updateStrategy", "updateStrategy.type", "RollingUpdate, OnDelete");
        let path = "updateStrategy.rollingUpdate.partition";
        let kind = set.spec.update_strategy.kind;
        match set.spec.replicas() {
            // Without rolling updates there is no partition.
            _ if kind == Some(StatefulSetUpdateStrategyType::OnDelete) => {}
            ..=1 => add("partition", path, "0, 1"),
            replicas => add("partition", path, &format!("0, 1, {replicas}")),
        }
    } else if lab.scene.workload.is_none() {
        // The Pods of a workload are always restarted.
        add("restartPolicy", "restartPolicy", "Always, OnFailure, Never");
    }
    let spec = lab.manifest().map(|pod| pod.spec);
    let lists = spec.iter().flat_map(|spec| {
        [("initContainers[", &spec.init_containers), ("containers[", &spec.containers)]
    });
    for (list, container) in lists.flat_map(|(list, all)| all.iter().map(move |c| (list, c))) {
        for kind in [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness] {
            let Some(probe) = spec::probe(container, kind) else { continue };
            let word = kind.as_str().to_ascii_lowercase();
            for figure in ProbeField::ALL {
                // Only a readiness probe may need several successes.
                if figure == ProbeField::SuccessThreshold && kind != ProbeKind::Readiness {
                    continue;
                }
                let field = figure.as_str();
                let label = format!("{} {word} {field}", container.name);
                let path = format!("{list}{}].{word}Probe.{field}", container.name);
                add(&label, &path, &two_values(figure, figure.of(probe)));
            }
        }
    }
    let (settings, plan) = (lab.sim().settings(), lab.history().plan());
    let runs =
        |release: &Release| Aspect::Release.variant(release.as_str(), settings, plan).is_ok();
    let releases: Vec<&str> = Release::ALL.iter().filter(|r| runs(r)).map(|r| r.number()).collect();
    if releases.len() >= LEAST {
        add(text::top_release(), "kubernetes", &releases.join(", "));
    }
    if lab.history().told_branches().count() >= LEAST {
        let label = text::offer_branches().to_owned();
        offers.push(Offer { label, aspect: None, values: String::new() });
    }
    offers
}

/// The present figure and another one.
fn two_values(figure: ProbeField, present: i64) -> String {
    let (low, high) = match (figure, present) {
        (ProbeField::SuccessThreshold | ProbeField::FailureThreshold, 2..) => (1, present),
        (ProbeField::InitialDelay, 0) => (0, 20),
        _ => (present, present * 3),
    };
    format!("{low}, {high}")
}
