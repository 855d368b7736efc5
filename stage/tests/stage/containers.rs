//! The cards of containers.

use crate::common::scene;
use podlab_stage::Lab;
use podlab_stage::containers::{ContainerCard, cards};
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;

fn first(lab: &Lab) -> ContainerCard<'_> {
    cards(Stage::of(lab).expect("there is a Pod")).remove(0)
}

#[test]
fn before_the_kubelet_has_come_there_is_no_status() {
    let lab = scene("crash-loop", 0);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Waiting", "no status yet"));
    assert_eq!((card.tone, card.is_ready, card.restarts), (Tone::Waiting, false, 0));
}

#[test]
fn a_running_container_shows_its_image() {
    let lab = scene("crash-loop", 2);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Running", "example.com/app:1"));
    assert_eq!((card.tone, card.is_ready, card.icon()), (Tone::Ready, true, "#i-ready"));
}

#[test]
fn a_container_that_crashed_counts_down_to_its_next_start() {
    let lab = scene("crash-loop", 8);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Terminated", "Error"));
    assert_eq!((card.tone, card.exit_code, card.restarts), (Tone::Failed, Some(1), 1));
    assert_eq!(card.last, Some(("Error".into(), 1)));
    assert_eq!(card.ring.caption, "of 10 s");
    assert!(card.ring.left.is_some_and(|left| left < 100));
}

#[test]
fn each_container_has_a_card_with_its_kind() {
    let lab = scene("sidecar", 9);
    let cards = cards(Stage::of(&lab).unwrap());
    let kinds: Vec<_> = cards.iter().map(|card| (&*card.container.name, card.kind)).collect();
    assert_eq!(kinds, [("proxy", "sidecar"), ("task", "app container")]);
}

#[test]
fn a_container_that_ignores_the_signal_says_so() {
    let lab = scene("ignores-sigterm", 20);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Running", "ignores SIGTERM"));
    assert_eq!((card.is_ending, card.icon()), (true, "#i-ending"));
}

#[test]
fn a_container_outlives_its_pod_on_the_node() {
    let lab = scene("force-delete", 16);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Running", "still on its node"));
    assert_eq!((card.tone, card.is_ready), (Tone::Ready, false));
}

#[test]
fn with_the_pod_its_container_is_gone() {
    let lab = scene("graceful", 28);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str(), card.tone), ("Gone", "", Tone::Idle));
}

#[test]
fn an_image_that_cannot_be_pulled_is_the_reason() {
    let lab = scene("image-missing", 4);
    let card = first(&lab);
    assert_eq!((card.word, card.reason.as_str()), ("Waiting", "ErrImagePull"));
    assert_eq!((card.tone, card.ring.caption.as_str()), (Tone::Waiting, "of 10 s"));
}

#[test]
fn a_card_says_what_the_program_of_a_container_does() {
    let spec = "{containers: [{name: app, image: app:1, command: [sleep, '30']}, \
                {name: other, image: app:1, args: [--port, '80']}, {name: plain, image: nginx}]}";
    let said = |lab: &Lab| -> Vec<Option<String>> {
        cards(Stage::of(lab).unwrap()).into_iter().map(|card| card.program).collect()
    };
    let lab = crate::common::pod("", spec, 5);
    let unknown = "Podlab does not know this command. It runs until it is stopped.";
    let runs = "Runs: sleeps 30 s, then exits with 0";
    assert_eq!(said(&lab), [Some(runs.to_owned()), Some(unknown.to_owned()), None]);
    let rule = "{t: 0, do: runtime-rule, container: app, plan: [{run: 3}]}";
    assert_eq!(said(&crate::common::pod(rule, spec, 5))[0], None, "a script says it");
}

#[test]
fn a_program_without_a_handler_ignores_the_signal() {
    let spec = "{containers: [{name: app, image: app:1, command: [sleep, 1d]}]}";
    let lab = crate::common::pod("{t: 10, do: delete, object: pod/demo}", spec, 20);
    assert_eq!(first(&lab).reason, "ignores SIGTERM");
}
