//! Files of presentations.

use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::presentation_file::{Opens, Shown, is_one, read};

const TALK: &str = "apiVersion: podlab/v1
kind: Presentation
title: {en: Restarts, ko: 재시작}
moves:
- {scene: crash-loop, at: 10s, say: What comes next?, ask: true}
- {at: 1m, show: why}
- {lesson: phase-and-status}
- {link: '#/scene/runs?at=30s'}
- {show: nothing}
";

#[test]
fn a_presentation_is_read_with_what_each_move_opens() {
    assert!(is_one(TALK) && !is_one(&TALK.replace("Presentation", "Lesson")));
    let talk = read(TALK, &ReadOptions::default()).expect("it is right");
    let opens: Vec<Option<Opens>> = talk.moves.iter().map(|shown| shown.opens.clone()).collect();
    let wanted = [
        Some(Opens::Scene("crash-loop".into())),
        None,
        Some(Opens::Lesson("phase-and-status".into())),
        Some(Opens::Link("#/scene/runs?at=30s".into())),
        None,
    ];
    assert_eq!(opens, wanted);
    assert_eq!((talk.moves[0].asks, talk.moves[1].asks), (true, false));
    assert_eq!(talk.moves[1].at, Some(SimTime::from_seconds(60)));
    assert_eq!(talk.moves[1].shows, Some(Shown::Why));
    let openers: Vec<Option<usize>> = (0..6).map(|place| talk.opener(place)).collect();
    assert_eq!(openers, [Some(0), Some(0), Some(2), Some(3), Some(3), None]);
}

#[test]
fn a_mistake_is_told_with_its_place() {
    for (old, new, place, told) in [
        ("scene: crash-loop", "scen: crash-loop", "5:4", "unknown field"),
        ("show: why", "show: what", "6:18", "it must be one of nothing, why"),
        ("lesson: phase", "at: 5s, lesson: phase", "7:3", "a lesson begins at its own moment"),
        ("{link: '#/scene/runs?at=30s'}", "{at: 5s}", "8:3", "a lesson begins at its own moment"),
        ("link: '#/", "link: 'https://", "8:3", "a link begins with #/"),
        ("{lesson:", "{scene: runs, lesson:", "7:3", "a move opens one thing"),
        ("scene: crash-loop, ", "", "5:3", "the first move opens"),
        ("at: 1m", "at: soon", "6:3", "at must be a length of time"),
        ("podlab/v1", "podlab/v2", "1:1", "it must be podlab/v1"),
        ("- {show: nothing}\n", "---\n{}\n", "10:1", "a presentation is one document"),
    ] {
        let text = TALK.replacen(old, new, 1);
        assert_ne!(text, TALK);
        let wrong = read(&text, &ReadOptions::default()).expect_err(new);
        let shown = wrong[0].to_string();
        assert!(shown.starts_with(place) && shown.contains(told), "{new}: {shown}");
    }
    let none = read(
        "{apiVersion: podlab/v1, kind: Presentation, title: A, moves: []}",
        &ReadOptions::default(),
    );
    assert!(none.is_err_and(|wrong| wrong[0].message.contains("at least one move")));
    let many = TALK.to_owned() + &"- {show: nothing}\n".repeat(200);
    let many = read(&many, &ReadOptions::default());
    assert!(many.is_err_and(|wrong| wrong[0].message.contains("200 moves at most")));
}
