//! The rule book: what changes name of it, and the documents that are written from it.

use crate::common::{self, golden};
use podlab::api::{ObjectRef, ReadOptions};
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::Fact;
use podlab::files::player::Player;
use podlab::files::scenario_file::{Scenario, Source, read, read_all};
use podlab::questions::waits::waits;
use podlab::rules::release::Release;
use podlab::rules::{Rule, find};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The rules that no function of Kubernetes has: people decide them.
const WITHOUT_FUNCTION: [Rule; 1] = [Rule::W1];

/// Whether a text is a name of Go, with the name of its type before it or not.
fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_letter)
}

#[test]
fn ids_are_unique_and_sentences_end_as_sentences_do() {
    let mut ids = BTreeSet::new();
    for &rule in Rule::ALL {
        assert!(ids.insert(rule.id()), "{rule} twice");
        assert!(rule.sentence().ends_with('.') && !rule.title().ends_with('.'), "{rule}");
        let name = rule.source().split_once(".go ").map_or("", |(_, name)| name);
        assert!(is_name(name) || WITHOUT_FUNCTION.contains(&rule), "{rule}: {}", rule.source());
        assert_eq!(find(rule.id()), Some(rule));
    }
}

/// The scenarios that run: the scenes, and those of the fingerprints.
fn scenarios() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm/scenarios");
    let entries = fs::read_dir(folder).expect("the folder of the scenarios is there");
    let mut found = common::scenes();
    for entry in entries {
        let path = entry.expect("the entry can be read").path();
        let text = fs::read_to_string(&path).expect("the scenario can be read");
        found.push((path.display().to_string(), text));
    }
    found
}

/// Plays a scenario in a release, and adds the rules that its changes and waits name; nothing if the release lacks a field
/// of it.
fn play(name: &str, text: &str, release: Release, named: &mut BTreeSet<Rule>) {
    let sources = [Source { file: None, text }];
    let Ok(scenario) = read_all(&sources, Some(release), Release::default()) else { return };
    let mut player: Player = scenario.play(scenario.settings());
    let until = scenario.until.unwrap_or(SimTime::from_seconds(600)).0 / 1000;
    for second in (0..=until).step_by(2) {
        player.run_until(SimTime::from_seconds(second));
        for change in player.sim.take_changes() {
            assert!(change.has_rule_of_its_kind(), "{name}: {change:?}");
            assert!(change.rule.releases().contains(release), "{name}, {release:?}: {change:?}");
            named.insert(change.rule);
        }
        named.extend(waits(&player.sim).into_iter().map(|wait| wait.rule));
    }
}

/// The rules that changes and waits can name and that no scenario names, in the order of the book. A rule that a scenario
/// names goes from this list, and none may be added to it.
const NO_SCENARIO_NAMES: &[Rule] = &[
    Rule::P120,
    Rule::P141,
    Rule::P214,
    Rule::P809,
    Rule::P301,
    Rule::P321,
    Rule::P514,
    Rule::S07,
    Rule::S08,
    Rule::S09,
    Rule::S21,
    Rule::S26,
    Rule::S42,
    Rule::S82,
    Rule::S83,
    Rule::B8,
    Rule::B10,
    Rule::D53,
    Rule::E03,
    Rule::E04,
    Rule::E10,
    Rule::E20,
    Rule::E21,
    Rule::E22,
    Rule::E23,
    Rule::V03,
    Rule::V10,
    Rule::V13,
    Rule::V22,
];

#[test]
fn every_change_names_a_rule_that_its_kind_and_its_release_have() {
    let mut named = BTreeSet::new();
    for (name, text) in scenarios() {
        read(&text, &ReadOptions::default())
            .unwrap_or_else(|faults| panic!("{name}: {}", faults[0]));
        for release in Release::ALL {
            play(&name, &text, release, &mut named);
        }
    }
    let missing = Rule::NAMED.iter().filter(|rule| !named.contains(rule));
    let missing: Vec<Rule> = missing.copied().collect();
    assert_eq!(missing, NO_SCENARIO_NAMES);
}

#[test]
fn a_pod_that_was_ending_before_a_shutdown_has_its_phase_by_its_containers() {
    let text = "apiVersion: podlab/v1
kind: Scenario
nodes: 1
actions:
- {t: 0, do: runtime-rule, stop: {after: 15, code: 143}}
- {t: 10, do: delete, object: pod/early}
- {t: 12, do: node-shutdown, node: node-1, gracePeriod: 60s, criticalGracePeriod: 10s}
---
{apiVersion: v1, kind: Pod, metadata: {name: early}, spec: {containers: [{name: app, image: 'app:1'}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: late}, spec: {containers: [{name: app, image: 'app:1'}]}}
";
    let scenario = read(text, &ReadOptions::default()).expect("a scenario");
    let mut player: Player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(120));
    let changes = player.sim.take_changes();
    let last_phase = |pod: &str| {
        let is_phase = |c: &&Change| c.object.name() == pod && matches!(c.fact, Fact::Phase { .. });
        changes.iter().rev().find(is_phase).expect("it ended").rule
    };
    assert_eq!(last_phase("early"), Rule::P106);
    assert_eq!(last_phase("late"), Rule::P1018);
}

/// The letters and the number of an id, to sort by.
fn place(id: &str) -> (usize, u32, &str) {
    const PARTS: [&str; 17] =
        ["P", "K", "KC", "A", "C", "S", "I", "M", "B", "G", "R", "D", "DS", "J", "E", "V", "W"];
    let (letters, number) = id.split_once('-').expect("an id has letters and a number");
    let part = PARTS.iter().position(|part| *part == letters);
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let (digits, rest) = number.split_at(end);
    // S-6A stands between S-69 and S-70.
    let digits = if rest == "A" { "69" } else { digits };
    (part.unwrap_or_else(|| panic!("{id} is of no part")), digits.parse().expect("digits"), rest)
}

fn sorted() -> Vec<Rule> {
    let mut rules = Rule::ALL.to_vec();
    rules.sort_by_key(|rule| place(rule.id()));
    rules
}

const HEAD: &str = "# The rule book

Every rule of Kubernetes that Podlab knows of. It is written from the tables in `src/rules/`:
`UPDATE_GOLDEN=1 cargo test -p podlab --test engine rules::` writes it again.

The letters of an id tell the part: P Pods, kubelets, scheduling and nodes; K constants; KC kubectl; A refusals of the API
server; C controllers in general; S StatefulSets, I their invariants, M what they need of others; B disruption budgets; G ownership
and garbage collection; R ReplicaSets; D Deployments; DS DaemonSets; J Jobs and CronJobs; E Services, endpoints and names; V volumes
and claims; W what people decide.

Rules of kubectl once had ids `K-…` like the constants: the rule that is KC-12 now was K-12. The vectors in `tests/vectors` still have
those ids.

Changes, waits and answers name the rules in **bold**. Releases are those that have the rule in any form. The source is what a rule
models: a file of Kubernetes and the function in it, or the type or constant where no function has the rule. Paths begin at the
root of the repository `kubernetes/kubernetes`; those of CoreDNS and of `k8s.io/utils` say so. [MODEL.md](MODEL.md) tells which tests
hold a rule.
";

#[test]
fn the_document_of_the_rules_is_up_to_date() {
    let mut text = HEAD.to_owned();
    let mut part = None;
    for rule in sorted() {
        let (letters, _) = rule.id().split_once('-').expect("an id has letters");
        if part != Some(letters) {
            part = Some(letters);
            text.push_str(&format!(
                "\n## {letters}\n\n| id | rule | releases | source |\n|---|---|---|---|\n"
            ));
        }
        let id = if Rule::NAMED.contains(&rule) { format!("**{rule}**") } else { rule.to_string() };
        let (title, sentence, page) = (rule.title(), rule.sentence(), rule.page());
        let title = format!("[{title}](https://kubernetes.io/docs/{page})");
        let (releases, source) = (rule.releases(), rule.source());
        writeln!(text, "| {id} | {title}: {sentence} | {releases} | {source} |").expect("a text");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/RULES.md");
    golden(&path, &text);
}

/// The rules that the first cells of a table name, with ranges such as `P-101–P-112`.
fn table(text: &str) -> BTreeSet<Rule> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let ranges = rows.flat_map(|cell| cell.split(", "));
    let mut found = BTreeSet::new();
    for range in ranges {
        let range = range.split(' ').next().unwrap_or_default();
        let (first, last) = range.split_once('–').unwrap_or((range, range));
        if find(first).is_none() && find(last).is_none() {
            continue;
        }
        let span = place(first)..=place(last);
        found.extend(Rule::ALL.iter().filter(|rule| span.contains(&place(rule.id()))));
    }
    found
}

/// The list of the rules that no code follows, with the heading before it.
fn unmodelled(head: &str) -> String {
    let mut section = head.trim_end().to_owned() + "\n";
    let mut part = "";
    for rule in sorted().into_iter().filter(|rule| Rule::UNMODELLED.contains(rule)) {
        let (letters, _) = rule.id().split_once('-').expect("an id has letters");
        section.push_str(if part == letters { ", " } else { "\n- " });
        part = letters;
        section.push_str(rule.id());
    }
    section
}

#[test]
fn a_rule_stands_either_in_the_table_of_the_model_or_in_the_list_of_those_without_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/MODEL.md");
    let text = fs::read_to_string(&path).expect("the document is there");
    let of = |heading: &str| text.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    let (modelled, list) = (of("## Rule → test"), of("## Rules without code or test"));
    let next = list + 3 + text[list + 3..].find("\n## ").expect("a heading after it");
    let followed = table(&text[modelled..list]);
    for &rule in Rule::ALL {
        let is_unmodelled = Rule::UNMODELLED.contains(&rule);
        assert!(followed.contains(&rule) != is_unmodelled, "{rule}, {}", rule.title());
    }
    let head = text[list..next].split_inclusive("\n\n").take(2).collect::<String>();
    golden(&path, &format!("{}{}\n{}", &text[..list], unmodelled(&head), &text[next..]));
}

/// One of the scenarios of the fingerprints, under the newest release.
fn under_newest(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm/scenarios");
    let text = fs::read_to_string(folder.join(format!("{name}.yaml"))).expect("it is there");
    let newest = Release::default();
    read_all(&[Source { file: None, text: &text }], Some(newest), newest).expect("it is right")
}

#[test]
fn a_kubelet_looks_at_a_pod_again_by_the_rule_that_planned_it() {
    let scenario = under_newest("next_looks");
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(15));
    let object = ObjectRef::pod("default", "deadline");
    let waits = waits(&player.sim).into_iter().filter(|wait| wait.object == object);
    let found: Vec<Rule> = waits.map(|wait| wait.rule).collect();
    assert_eq!(found, [Rule::P816], "its other container runs until the deadline");
}

#[test]
fn a_stateful_set_waits_by_the_rule_that_stops_its_controller() {
    let scenario = under_newest("sets_that_wait");
    let rules_at = |second: u64, set: &str| {
        let mut player = scenario.play(scenario.settings());
        player.run_until(SimTime::from_seconds(second));
        let object = ObjectRef::stateful_set("default", set.to_owned());
        let waits = waits(&player.sim).into_iter().filter(|wait| wait.object == object);
        waits.map(|wait| wait.rule).filter(|rule| *rule != Rule::S29).collect::<Vec<_>>()
    };
    for (second, set, rule, why) in [
        (10, "slow", Rule::S33, "slow-0 is ready, and not for long enough"),
        (1, "down", Rule::S30, "down-1 comes after down-0"),
        (90, "down", Rule::S41, "down-0 stays and is not ready, so down-2 stays too"),
        (90, "roll", Rule::S54, "roll-1 is not ready, so no Pod is updated"),
        (110, "two", Rule::S44, "two Pods that are to go are not ready"),
        (62, "cache", Rule::S71, "one Pod may be unavailable, and cache-2 is"),
        (100, "cache", Rule::S58, "the new cache-2 is ready, and not for long enough"),
        (61, "many", Rule::S71, "two Pods are unavailable"),
        (140, "owned", Rule::S25, "the claim of owned-1 still names the old one"),
    ] {
        let rules = rules_at(second, set);
        assert!(rules.contains(&rule), "{set} at {second} s, {why}: {rules:?}");
        let of_order = [Rule::S30, Rule::S40, Rule::S41, Rule::S44, Rule::S50, Rule::S54];
        assert!(rules.iter().all(|other| other == &rule || !of_order.contains(other)), "{rules:?}");
    }
}
