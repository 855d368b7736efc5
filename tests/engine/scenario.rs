//! Scenario files: what is read, what is refused, and that actions are done at their time.

use podlab::api::ReadOptions;
use podlab::base::language::Language;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::Jitter;
use podlab::files::player::Player;
use podlab::files::scenario_file::{LocalText, Scenario, Source, read, read_all};
use podlab::manifest::{Diagnostic, render};
use podlab::rules::release::Release;

const POD: &str = "\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: app, image: nginx}\n";

fn scenario(text: &str) -> Scenario {
    read(text, &ReadOptions::default()).unwrap_or_else(|found| panic!("{found:?}"))
}

fn head(rest: &str) -> String {
    format!("apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: s}}\n{rest}{POD}")
}

fn mistakes(text: &str) -> String {
    let found = read(text, &ReadOptions::default()).expect_err("the text should be refused");
    found.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

fn phase(player: &Player) -> Option<&'static str> {
    player.sim.pod("default", "p").map(|(_, pod)| pod.status.phase().as_str())
}

#[test]
fn a_scenario_says_how_it_is_to_be_run() {
    let read = scenario(&head(
        "title: One\nsummary: |\n  Two.\ngroup: basics\nkubernetes: \"1.20\"\nuntil: 1h30m\nseed: 7\njitter: zero\nnodes: 2\nactions: [{t: 2, do: evict, pod: p}, {t: 1.5s, do: evict, pod: p}]",
    ));
    let english = |text: &LocalText| text.in_language(Language::English).to_string();
    assert_eq!((english(&read.title), english(&read.summary)), ("One".into(), "Two.\n".into()));
    assert_eq!([&read.name, &read.group].map(Text::as_str), ["s", "basics"]);
    assert!(read.question.is_empty() && read.opens == SimTime::ZERO && read.turn.is_none());
    assert_eq!((read.release, read.seed), (Some(Release::V1_20), Some(7)));
    assert_eq!((read.jitter, read.nodes), (Some(Jitter::Zero), Some(2)));
    assert_eq!(read.until, Some(SimTime::from_seconds(5400)));
    let times: Vec<u64> = read.actions.iter().map(|action| action.time.0).collect();
    assert_eq!((times, read.objects.len()), (vec![1500, 2000], 1));
    let settings = read.settings();
    assert_eq!((settings.release, settings.seed), (Release::V1_20, 7));
}

#[test]
fn texts_are_strings_or_have_a_line_for_each_language() {
    let read = scenario(&head(
        "title: {en: One, ko: 하나}\nsummary: Two\nquestion: {id: Mengapa?, en: Why?}\n\
         opens: 12s\nturn:\n  at: 1m\n  say: {en: Repair it., id: Perbaiki., ko: 고치세요.}",
    ));
    let said = |text: &LocalText| Language::ALL.map(|l| text.in_language(l).to_string());
    assert_eq!(said(&read.title), ["One", "One", "하나"], "English stands in");
    assert_eq!(said(&read.summary), ["Two"; 3]);
    assert_eq!(said(&read.question), ["Why?", "Mengapa?", "Why?"]);
    let turn = read.turn.expect("the scenario hands over");
    assert_eq!(said(&turn.say), ["Repair it.", "Perbaiki.", "고치세요."]);
    assert_eq!((read.opens, turn.at), (SimTime::from_seconds(12), SimTime::from_seconds(60)));
}

#[test]
fn a_scenario_that_hands_over_is_played_to_its_end() {
    let read = scenario(&head(
        "turn: {at: 5s, say: Delete it.}\nopens: 3s\nactions: [{t: 20, do: delete, object: p}]",
    ));
    let mut player = read.play(read.settings());
    assert_eq!(player.sim.now(), SimTime::ZERO);
    player.run_until(SimTime::from_seconds(60));
    assert_eq!(phase(&player), None);
}

#[test]
fn a_release_without_quotes_is_understood() {
    assert_eq!(scenario(&head("kubernetes: 1.20")).release, Some(Release::V1_20));
    assert_eq!(scenario(&head("kubernetes: 1.28")).release, Some(Release::V1_28));
}

#[test]
fn a_file_of_manifests_is_a_scenario_too() {
    let read = scenario(POD);
    assert_eq!((read.name.as_str(), read.objects.len(), read.actions.len()), ("", 1, 0));
    let mut player = read.play(read.settings());
    player.run_until(SimTime::from_seconds(10));
    assert_eq!(phase(&player), Some("Running"));
    assert_eq!(player.sim.world().nodes().count(), 3);
}

#[test]
fn an_object_that_an_action_creates_is_not_there_before() {
    let read = scenario(&head("actions: [{t: 20, do: create, object: pod/p}]"));
    let mut player = read.play(read.settings());
    assert_eq!(player.next_action_time(), Some(SimTime::from_seconds(20)));
    player.run_until(SimTime(19_999));
    assert_eq!(phase(&player), None);
    player.run_until(SimTime::from_seconds(20));
    assert_eq!(phase(&player), Some("Pending"));
    assert_eq!((player.next_action_time(), player.take_refusals()), (None, Vec::new()));
}

#[test]
fn what_is_refused_is_told_with_its_time() {
    let read = scenario(&head("actions: [{t: 5, do: delete, object: pod/q}]"));
    let mut player = read.play(read.settings());
    player.run_until(SimTime::from_seconds(60));
    let refusals = player.take_refusals();
    assert_eq!((refusals.len(), refusals[0].action), (1, Some(0)));
    assert_eq!((refusals[0].time, refusals[0].object.as_str()), (SimTime(5000), "Pod/q"));
    assert_eq!(&*refusals[0].error.message, "pods \"q\" not found");
    assert_eq!(player.sim.now(), SimTime::from_seconds(60));
}

#[test]
fn stepping_and_running_until_a_moment_come_to_the_same() {
    let read = scenario(&head(
        "actions: [{do: runtime-rule, plan: [{run: 3, exit: 1}]}, {t: 70, do: delete, object: p}]",
    ));
    let until = SimTime::from_seconds(120);
    let mut one = read.play(read.settings());
    let mut other = one.clone();
    one.run_until(until);
    while other.next_time().is_some_and(|next| next <= until) {
        other.step();
    }
    other.run_until(until);
    assert_eq!(one.sim.fingerprint(), other.sim.fingerprint());
}

#[test]
fn mistakes_are_told_with_their_place_and_what_was_meant() {
    let cases = [
        ("titel: x", "4:1: titel: unknown field \"titel\"\nhelp: did you mean \"title\"?"),
        ("title: 3", "4:8: title: it must be a string\nhelp: write it in quotes"),
        ("title: {id: Satu}", "4:8: title.en: the field is missing"),
        (
            "title: {en: One, kp: x}",
            "4:18: title.kp: unknown field \"kp\"\nhelp: did you mean \"ko\"?",
        ),
        (
            "summary:\n  en: One\n  id: 3",
            "6:7: summary.id: it must be a string\nhelp: write it in quotes",
        ),
        ("question: [Why?]", "4:11: question: it must be a string\nhelp: write it in quotes"),
        ("qestion: x", "4:1: qestion: unknown field \"qestion\"\nhelp: did you mean \"question\"?"),
        (
            "opens: soon",
            "4:8: opens: it must be a duration such as 10m, 90s or 1h30m, up to 1000 years",
        ),
        ("turn: 60s", "4:7: turn: expected a map, found a string"),
        ("turn: {at: 60s}", "4:7: turn.say: the field is missing"),
        ("turn: {say: x}", "4:7: turn.at: the field is missing"),
        (
            "turn: {at: never, say: x}",
            "4:12: turn.at: it must be a duration such as 10m, 90s or 1h30m, up to 1000 years",
        ),
        (
            "turn: {at: 60s, sai: x}",
            "4:17: turn.sai: unknown field \"sai\"\nhelp: did you mean \"say\"?",
        ),
        ("turn: {at: 60s, say: {ko: x}}", "4:22: turn.say.en: the field is missing"),
        (
            "until: soon",
            "4:8: until: it must be a duration such as 10m, 90s or 1h30m, up to 1000 years",
        ),
        (
            "until: -1",
            "4:8: until: it must be a duration such as 10m, 90s or 1h30m, up to 1000 years",
        ),
        ("kubernetes: 1.7", "4:13: kubernetes: it must be one of 1.20, 1.28, current"),
        ("seed: -1", "4:7: seed: it must be a whole number from 0"),
        ("nodes: 1001", "4:8: nodes: it must be a whole number from 0 to 1000"),
        ("jitter: non", "4:9: jitter: it must be seeded, middle or zero"),
        (
            "jitter: zeros",
            "4:9: jitter: it must be seeded, middle or zero\nhelp: did you mean \"zero\"?",
        ),
        (
            "actions: {}",
            "4:10: actions: expected a list, found a map\nhelp: start every action with \"- \"",
        ),
        (
            "actions: [delete]",
            "4:11: actions[0]: expected a map, found a string\nhelp: an action looks like {t: 10s, do: delete, object: pod/web-0}",
        ),
        ("actions: [{t: 1}]", "4:11: actions[0].do: the field is missing"),
        (
            "actions: [{do: delte}]",
            "4:16: actions[0].do: unknown action \"delte\"\nhelp: did you mean \"delete\"?",
        ),
        (
            "actions: [{do: delete, object: ReplicaController/x}]",
            "4:32: actions[0].object: Podlab cannot delete a ReplicaController yet",
        ),
        ("actions: [{do: evict, pod: 3}]", "4:28: actions[0].pod: it must be a string"),
        (
            "actions: [{t: x, do: evict, pod: p}]",
            "4:15: actions[0].t: it must be seconds, or a duration such as 1m30s",
        ),
        (
            "actions: [{do: runtime-rule, plan: [{run: 1}, {rum: 1}]}]",
            "4:48: actions[0].plan[1].rum: unknown field \"rum\"\nhelp: did you mean \"run\"?",
        ),
        (
            "actions: [{do: runtime-rule, plan: [{run: x}]}]",
            "4:43: actions[0].plan[0].run: it must be seconds, or a duration such as 1m30s",
        ),
        ("actions: [{do: runtime-rule, plan: 3}]", "4:36: actions[0].plan: it must be a list"),
        (
            "actions: [{do: runtime-rule, answers: {livenes: error}}]",
            "4:40: actions[0].answers.livenes: unknown field \"livenes\"\nhelp: did you mean \"liveness\"?",
        ),
        (
            "actions: [{do: container-exit, pod: p, signal: 9}]",
            "4:40: actions[0].signal: unknown field \"signal\"\nhelp: the names known here are pod, container, code, reason, t, do, namespace",
        ),
        ("actions: [{do: dance, pod: p}]", "help: the names known here are create, "),
        (
            "actions: [{do: create, object: Pod/pp}]",
            "4:32: actions[0].object: no document here defines Pod/pp\nhelp: did you mean \"Pod/p\"?",
        ),
        (
            "actions: [{do: container-exit, pod: p, container: app, code: 9223372036854775808}]",
            "4:62: actions[0].code: it must be a whole number",
        ),
    ];
    for (rest, expected) in cases {
        let told = mistakes(&head(rest));
        assert!(told.contains(expected), "{rest}\n{told}");
    }
    let told = mistakes("kind: Scenario");
    assert_eq!(told, "1:1: apiVersion: a scenario has \"apiVersion: podlab/v1\"");
}

#[test]
fn two_scenarios_are_one_too_many() {
    assert!(
        mistakes(&head(&format!("---\n{}", head(""))))
            .contains("there is a second scenario; a run has only one")
    );
}

#[test]
fn several_files_are_one_run_and_keep_their_names() {
    let first = "apiVersion: podlab/v1\nkind: Scenario\nkubernetes: '1.20'\nactions: [{t: 3, do: create, object: Pod/p}]";
    let source = |file: &'static str, text| Source { file: Some(file.into()), text };
    let files = [source("a.yaml", first), source("b.yaml", POD)];
    let read = read_all(&files, None, Release::Current).unwrap();
    assert_eq!((read.release, read.objects.len()), (Some(Release::V1_20), 1));
    let read = read_all(&files, Some(Release::V1_28), Release::Current).unwrap();
    assert_eq!(read.release, Some(Release::V1_28));
    let broken = POD.replace("image:", "imagee:");
    let files = [source("a.yaml", first), source("b.yaml", &broken)];
    let found = read_all(&files, None, Release::Current).unwrap_err();
    let excerpt = "b.yaml:8:17: spec.containers[0].imagee: unknown field \"imagee\"";
    assert!(render(&found[0], &broken).starts_with(excerpt), "{found:?}");
}

#[test]
fn a_set_finds_the_class_its_claims_name_although_nobody_brings_it() {
    let set = |class: &str| {
        format!(
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: web}}\nspec:\n  serviceName: web\n  \
             selector: {{matchLabels: {{app: web}}}}\n  template:\n    metadata: {{labels: {{app: web}}}}\n    \
             spec: {{containers: [{{name: app, image: nginx}}]}}\n  volumeClaimTemplates:\n  - metadata: {{name: www}}\n    \
             spec: {{accessModes: [ReadWriteOnce], storageClassName: {class}, resources: {{requests: {{storage: 1Gi}}}}}}\n"
        )
    };
    let brought = "---\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: mine}\nprovisioner: kubernetes.io/no-provisioner\n";
    let of_mine = format!("{}{brought}", set("mine"));
    for (text, phase) in
        [(set("fast"), "Running"), (set("standard"), "Running"), (of_mine, "Pending")]
    {
        let read = scenario(&text);
        let mut player = read.play(read.settings());
        player.run_until(SimTime::from_seconds(60));
        assert!(player.take_refusals().is_empty());
        let (_, pod) = player.sim.pod("default", "web-0").unwrap();
        assert_eq!(pod.status.phase().as_str(), phase, "{text}");
    }
}

#[test]
fn a_refused_object_is_told_with_the_place_of_what_is_wrong() {
    let text = POD.replace("{name: app", "{name: App");
    let list = format!("kind: List\napiVersion: v1\nitems:\n-{}", text[4..].replace('\n', "\n  "));
    for (text, place) in [(text, "8:6"), (list, "10:8")] {
        let read = scenario(&text);
        let refusals = read.play(read.settings()).take_refusals();
        let found: Vec<Diagnostic> = refusals.iter().flat_map(|r| read.diagnose(r)).collect();
        let expected = format!("{place}: spec.containers[0].name: Invalid value: \"App\": ");
        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].to_string().starts_with(&expected), "{}\n{text}", found[0]);
    }
}
