//! The table of features, as `docs/FEATURES.md` prints it.

use crate::common::golden;
use podlab::rules::feature::{Component, Maturity, MaturityStage, Spec, State};
use podlab::rules::release::Release;
use podlab::rules::{Feature, find};
use std::fmt::Write;
use std::path::Path;

#[test]
fn the_page_of_features_is_what_the_table_says() {
    golden(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FEATURES.md"), &page());
}

#[test]
fn features_name_rules_that_exist() {
    for feature in Feature::ALL {
        let Spec { name, component, source, .. } = feature.spec();
        let words = source.split([' ', ',', ';']);
        for id in words.filter(|word| word.contains('-') && !word.starts_with("KEP-")) {
            assert!(find(id).is_some(), "{name} names {id}");
            // Rules of kubectl were K-nn once; now K-nn are constants.
            assert!(component != Component::Kubectl || !id.starts_with("K-"), "{name} names {id}");
        }
    }
}

/// All features with their releases.
fn page() -> String {
    let mut page = String::from(HEAD);
    for release in Release::ALL {
        let names: Vec<&str> = release.recorded_gates().iter().map(|gate| gate.name()).collect();
        if !names.is_empty() {
            let (release, names) = (release.as_str(), names.join(" and "));
            page += &format!(
                "\nThe recorded clusters of {release} had {names} on, so they are on here.\n"
            );
        }
    }
    for (component, title) in TITLES {
        let rows = Feature::ALL.iter().filter(|feature| feature.spec().component == component);
        let columns = Release::ALL.map(Release::as_str).join(" | ");
        let _ = write!(
            page,
            "\n## {title}\n\n| feature | {columns} | stages | what it changes | source |\n"
        );
        page += "|---|---|---|---|---|---|---|\n";
        for feature in rows {
            let Spec { name, sentence, source, stages, .. } = feature.spec();
            let states = Release::ALL.map(|release| word(release.state_of(*feature)));
            let stages: Vec<String> = stages.iter().map(|stage| described(*stage)).collect();
            let (states, stages) = (states.join(" | "), stages.join(", "));
            let sentence = sentence.trim();
            let _ = writeln!(page, "| `{name}` | {states} | {stages} | {sentence} | {source} |");
        }
    }
    page
}

const HEAD: &str = "# Features by release

<!-- Written from src/rules/feature/table.rs: UPDATE_GOLDEN=1 cargo test --test engine features:: -->

What the modelled releases do differently: the feature gates of Kubernetes by their names, and changes of behaviour or wording that
no gate switches, by names of Podlab. *on* and *off* say what a release does by default; *–* means that the release does not know
the feature. The stages of gates are those of Kubernetes' `kube_features.go`. *by* names the modelled release that
has the change, where the release that brought it is not known. Sources are KEPs and rules of [the rule book](RULES.md).

A scenario, a run file or `podlab run --feature-gates` can switch the gates ContainerStopSignals, MaxUnavailableStatefulSet and
ReduceDefaultCrashLoopBackOffDecay.
";

const TITLES: [(Component, &str); 6] = [
    (Component::Api, "Fields and versions of the API"),
    (Component::ApiServer, "API server"),
    (Component::Controllers, "Controllers"),
    (Component::Scheduler, "Scheduler"),
    (Component::Kubelet, "Kubelet"),
    (Component::Kubectl, "kubectl"),
];

fn word(state: State) -> &'static str {
    match state {
        State::On => "on",
        State::Off => "off",
        State::Absent => "–",
    }
}

fn described(stage: MaturityStage) -> String {
    let minor = stage.minor;
    match (stage.maturity, stage.is_on) {
        (Maturity::Alpha, _) => format!("alpha 1.{minor}"),
        (Maturity::Beta, true) => format!("beta 1.{minor}"),
        (Maturity::Beta, false) => format!("beta 1.{minor} (off)"),
        (Maturity::Ga, _) if minor == 0 => "GA before 1.20".to_owned(),
        (Maturity::Ga, _) => format!("GA 1.{minor}"),
        (Maturity::Locked, _) => format!("GA 1.{minor} (locked)"),
        (Maturity::Deprecated, _) => format!("deprecated 1.{minor} (off)"),
        (Maturity::DeprecatedLocked, _) => format!("deprecated 1.{minor} (locked off)"),
        (Maturity::Removed, _) => format!("removed 1.{minor}"),
        (Maturity::Changed, _) => format!("since 1.{minor}"),
        (Maturity::ChangedBy, _) => format!("by 1.{minor}"),
    }
}
