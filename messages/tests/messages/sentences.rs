//! Every sentence of every scene can be said in every language.

use podlab::api::ObjectRef;
use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file::{read, script};
use podlab::questions::explore::Question;
use podlab::questions::forecast::{Bounds, Forecast};
use podlab::questions::waits::waits;
use podlab::rules::Rule;
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::{Row, Story};
use podlab_messages::{
    Catalog, Language, ask, change, command, outlook, question, shown, speak, text, wait,
};
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Whether a sentence is one: no key, no place that was left open.
fn assert_said(text: &str, language: Language) {
    let is_key = text.split('.').count() > 1 && !text.contains(' ') && text.is_ascii();
    assert!(
        !text.is_empty() && !text.contains(['{', '}']) && !is_key,
        "{}: {text}",
        language.code()
    );
    assert_eq!(text.matches('*').count() % 2, 0, "{}: {text}", language.code());
}

#[test]
fn every_scene_can_be_told_in_every_language() {
    let mut told = 0;
    for entry in fs::read_dir(root().join("lessons/scenes")).expect("the folder is there") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a scene");
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let mut player = scenario.play(scenario.settings());
        let until = scenario.until.expect("the scene ends");
        while player.next_time().is_some_and(|next| next <= until) {
            player.step();
            let changes = player.sim.take_changes();
            let waits = if changes.is_empty() { Vec::new() } else { waits(&player.sim) };
            for language in Language::ALL {
                speak(Catalog::of(language));
                for happened in &changes {
                    let sentence = change(happened);
                    assert_said(&sentence, language);
                    let by_another_rule = Change { rule: Rule::W1, ..happened.clone() };
                    assert_eq!(change(&by_another_rule), sentence, "a rule chooses no sentence");
                    assert_said(&question(happened), language);
                    told += 1;
                }
                for waiting in &waits {
                    assert_said(&wait(waiting, player.sim.now()), language);
                    told += 1;
                }
            }
        }
        let mut forecast = Forecast::new(&player.sim, Bounds::default());
        while forecast.look(1000) {}
        for language in Language::ALL {
            speak(Catalog::of(language));
            assert_said(&outlook(forecast.outlook()), language);
            for (_, done) in player.sim.commands() {
                assert_said(&command(done), language);
            }
        }
    }
    assert!(told > 5000, "only {told} sentences");
}

#[test]
fn every_question_can_be_asked_in_every_language() {
    for text in Question::FORMS {
        let text = text.replace("STATE-OR-REASON", "running").replace("PHASE", "Failed");
        let text = text.replace("TYPE STATUS", "Ready False").replace("> N", "> 3");
        let question = Question::parse(&text.replace("NAME", "web-0")).expect("a question");
        for language in Language::ALL {
            speak(Catalog::of(language));
            let said = ask(&question);
            assert_said(&said, language);
            assert!(said.ends_with('?') && said.contains("web-0"), "{said}");
        }
    }
}

#[test]
fn the_row_of_a_service_says_who_gets_traffic() {
    let file = root().join("lessons/scenes/sts-ordered.yaml");
    let text = fs::read_to_string(file).expect("the scene is there");
    let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
    let start = Sim::with_nodes(Settings::default(), scenario.nodes.unwrap_or(3));
    let mut story = Story::new("default".into(), "web-0".into());
    story.follow(ObjectRef::stateful_set("default", "web"));
    let mut history = History::of(start, story, script(&scenario)).expect("it can be opened");
    history.run_until(SimTime(60_000), u64::MAX);
    let row = history.story().common_rows().find(|row| matches!(row, Row::Endpoints(_)));
    let row = row.expect("the set has a Service");
    let segments = history.story().segments_of("web-0", row);
    let told: Vec<String> = segments.iter().map(shown).collect();
    assert!(told.iter().any(|told| told == text::shown_not_ready()), "{told:?}");
    let all = text::shown_sends("web-0 web-1 web-2");
    assert_eq!(told.last(), Some(&all), "{told:?}");
}
