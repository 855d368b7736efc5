//! How a stretch of time is laid out.

use crate::common::scene;
use podlab::base::time::SimTime;
use podlab::timeline::lens::Lens;
use podlab::timeline::story::Row;
use podlab_stage::scale::{Scale, end_of};
use podlab_stage::tone::Tone;

const fn at(seconds: u64) -> SimTime {
    SimTime::from_seconds(seconds)
}

#[test]
fn without_a_lens_each_second_is_as_long() {
    let scale = Scale::plain(at(100));
    assert_eq!((scale.place(at(0)), scale.place(at(25)), scale.place(at(100))), (0, 2500, 10_000));
    assert_eq!(scale.time(25_000), at(25));
    assert_eq!(scale.ends(), (at(0), at(100)));
}

#[test]
fn moments_outside_lie_at_the_ends() {
    let scale = Scale::new(None, at(10), at(20));
    assert_eq!((scale.place(at(5)), scale.place(at(15)), scale.place(at(90))), (0, 5000, 10_000));
}

#[test]
fn a_stretch_without_length_can_be_drawn() {
    assert_eq!(Scale::new(None, at(5), at(5)).place(at(5)), 0);
    assert_eq!(Scale::plain(SimTime::ZERO).length(), 1);
}

#[test]
fn four_fifths_of_what_is_shown_have_passed() {
    let scale = Scale::up_to(None, Some(60_000), at(300));
    assert_eq!(scale.ends(), (at(252), at(312)));
    assert_eq!(scale.place(at(300)), 8000);
    assert_eq!(Scale::up_to(None, Some(60_000), at(10)).ends(), (at(0), at(60)));
    assert_eq!(Scale::up_to(None, None, at(400)).ends(), (at(0), at(500)), "the whole run");
}

#[test]
fn a_lens_draws_a_long_wait_short() {
    let lab = scene("crash-loop", 290);
    let mut lens = Lens::default();
    lens.follow(&lab.history);
    let (plain, short) = (Scale::of_run(&lab, None), Scale::of_run(&lab, Some(&lens)));
    assert!(short.length() < plain.length());
    let waits: Vec<_> = short.waits(lab.now()).collect();
    assert!(!waits.is_empty() && waits.iter().all(|(from, to)| from < to));
    assert_eq!(plain.waits(lab.now()).count(), 0);
    let place = short.offset(at(200));
    assert!(short.time(place).since(at(199)) <= 2000, "there and back");
}

#[test]
fn the_line_of_time_ends_at_a_round_figure() {
    assert_eq!([0, 54, 55, 100, 3000].map(end_of), [60, 60, 120, 120, 3600]);
    assert_eq!(end_of(1_000_000), 1_250_000);
    assert_eq!(Scale::of_run(&scene("crash-loop", 70), None).ends(), (at(0), at(120)));
}

#[test]
fn the_line_of_time_reaches_as_far_as_the_scene_acts() {
    let lab = scene("sts-broken-rollout", 10);
    assert_eq!(Scale::of_run(&lab, None).ends().1, at(120), "its last act is at 60 s");
}

#[test]
fn ticks_on_top_of_each_other_are_one() {
    let lab = scene("crash-loop", 60);
    let segments = lab.story().segments(&Row::Status);
    let near = Scale::plain(at(60)).ticks(segments);
    let far = Scale::plain(at(86_400)).ticks(segments);
    assert!(near.len() > 4 && far.len() == 1, "{near:?} {far:?}");
    assert_eq!(near[0], (0, Tone::Waiting));
    assert!(near.iter().any(|(_, tone)| *tone == Tone::Failed));
    assert!(near.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
