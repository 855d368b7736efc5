//! The cards of containers.

use crate::common::scene;
use podlab_stage::Lab;
use podlab_stage::containers::{ContainerCard, cards};
use podlab_stage::pods::PodSummary;
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
    assert_eq!(card.ring.caption, "left");
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
    assert_eq!((card.tone, card.ring.caption.as_str()), (Tone::Waiting, "left"));
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

/// How far the back-off of the first container is, and whether the card says why STATUS does not show it.
fn back_off(lab: &Lab) -> (Option<String>, bool) {
    let card = first(lab);
    (card.back_off, card.back_off_note.is_some())
}

/// The scene of a crash loop in a release.
fn crash_loop_in(release: &str) -> String {
    let text = podlab_lessons::find("crash-loop").expect("there is such a scene");
    assert!(text.contains("\nkubernetes: \"1.28\"\n"), "the scene has a release of its own");
    text.replacen("\nkubernetes: \"1.28\"\n", &format!("\nkubernetes: \"{release}\"\n"), 1)
}

/// The scene of a crash loop in a release, at a second.
fn crash_loop(release: &str, seconds: u64) -> Lab {
    crate::common::play(&crash_loop_in(release), seconds)
}

#[test]
fn a_container_in_back_off_says_how_far_it_is_whatever_status_prints() {
    for release in ["1.20", "1.28", "current"] {
        let lab = crash_loop(release, 10);
        let is_current = release == "current";
        let ((words, has_note), card) = (back_off(&lab), first(&lab));
        let words = words.unwrap_or_else(|| panic!("{release}: {card:?}"));
        assert!(words.starts_with("in back-off, ") && words.ends_with(" of 10 s"), "{words}");
        assert_eq!(has_note, is_current, "{release}: {card:?}");
    }
    assert_eq!(back_off(&scene("crash-loop", 2)), (None, false), "it runs");
}

#[test]
fn states_at_once_need_no_note_about_status() {
    let text = crash_loop_in("current").replacen("\nuntil:", "\ncadence: didactic\nuntil:", 1);
    let lab = crate::common::play(&text, 10);
    let (words, has_note) = back_off(&lab);
    assert!(words.is_some() && !has_note);
}

#[test]
fn the_back_off_of_a_pull_is_told_without_a_note() {
    let (words, has_note) = back_off(&scene("image-missing", 4));
    let words = words.expect("the pull failed");
    assert!(words.ends_with(" of 10 s") && !has_note, "{words}");
}

#[test]
fn a_back_off_counts_up_to_its_length_and_is_over_then() {
    let mut lab = scene("crash-loop", 0);
    let (mut before, mut seen) = (0, Vec::new());
    for second in 1..60 {
        crate::common::go_to(&mut lab, second);
        let Some(words) = back_off(&lab).0 else { continue };
        let Some(figures) = words.strip_prefix("in back-off, ") else {
            assert_eq!(words, "back-off over, the next sync tries again");
            continue;
        };
        let (gone, length) = figures.split_once(" of ").expect("two figures");
        let gone: u64 = gone.parse().expect("a number");
        if !seen.contains(&length.to_owned()) {
            (before, seen) = (0, [seen, vec![length.to_owned()]].concat());
        }
        assert!(gone >= before, "{words} after {before}");
        before = gone;
    }
    assert_eq!(seen, ["10 s", "20 s", "40 s"]);
}

#[test]
fn what_runs_on_the_node_is_told_beside_what_the_api_says() {
    let exit = "{t: 20, do: container-exit, pod: demo, container: app, code: 1}";
    let spec = "{containers: [{name: app, image: app:1}]}";
    let lab = crate::common::pod(exit, spec, 20);
    let ghost = first(&lab).ghost.expect("the kubelet has not seen the end");
    assert_eq!(ghost.on_node, (Tone::Failed, "on the node: Terminated".to_owned()));
    assert_eq!(ghost.in_api, (Tone::Running, "in the API: Running".to_owned()));
    assert!(
        ghost.when.starts_with("the kubelet syncs in 0.") && ghost.when.ends_with(" s"),
        "{}",
        ghost.when
    );
    let summary = PodSummary::of(&lab, Stage::of(&lab).expect("there is a Pod").pod);
    let expected = format!("app: on the node: Terminated; in the API: Running; {}", ghost.when);
    assert_eq!((summary.ghost, ghost.title), (Some(expected.clone()), expected));
    let later = crate::common::pod(exit, spec, 23);
    assert_eq!(first(&later).ghost, None, "the API has caught up");
    let before = crate::common::pod(exit, spec, 19);
    assert_eq!(first(&before).ghost, None);
}
