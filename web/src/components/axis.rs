//! The ruler below the tracks: real times, also where long waits are drawn short. A press goes there.

use super::parts::percent;
use crate::act::{Act, PlayerMessage};
use crate::words;
use podlab::base::time::SimTime;
use podlab_messages::text;
use podlab_stage::scale::Scale;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// The least distance between two words, in hundredths of a per cent.
const ROOM: u64 = 900;

/// A word on the ruler.
struct Word {
    at: u64,
    text: String,
    /// Whether it is the length of a wait and no moment.
    is_wait: bool,
}

/// The ruler.
pub fn view(on: &Callback<Act>, scale: Scale<'_>, now: SimTime) -> Html {
    let here = scale.place(now);
    let (mut ticks, mut words) = (Vec::new(), Vec::new());
    let waits: Vec<(SimTime, SimTime)> = scale.waits(now).collect();
    if waits.is_empty() {
        even(scale, here, &mut ticks, &mut words);
    } else {
        bent(scale, here, &waits, &mut ticks, &mut words);
    }
    let drawn = waits.iter().map(|(from, to)| (scale.place(*from), scale.place(*to)));
    let onclick = {
        let (on, length) = (on.clone(), scale.length());
        let lens = scale.lens().cloned();
        let from = scale.ends().0;
        Callback::from(move |event: MouseEvent| {
            let Some(part) = part_of(&event) else { return };
            let offset = (part * length as f64) as u64;
            let time = match &lens {
                Some(lens) => lens.time(lens.place(from) + offset),
                None => from + offset,
            };
            on.emit(Act::Player(PlayerMessage::Seek(time)));
        })
    };
    html! {
        <div class="track axis-row" aria-hidden="true">
            <span></span>
            <svg class="track-axis" {onclick}>
                <rect class="hit" width="100%" height="100%" />
                { for drawn.map(|(from, to)| html! {
                    <line class="is-short" x1={percent(from)} x2={percent(to)} y1="1" y2="1" />
                }) }
                { for ticks.into_iter().map(|at| html! {
                    <line x1={percent(at)} x2={percent(at)} y2="4" />
                }) }
                { for words.into_iter().map(|word| html! {
                    <text class={word.is_wait.then_some("wait-text")} x={percent(word.at)} y="17">
                        { word.text }
                    </text>
                }) }
                <text class="now-text" x={percent(here)} y="17">{ text::time_now() }</text>
            </svg>
        </div>
    }
}

/// Where an element was pressed, from its left to its right edge.
fn part_of(event: &MouseEvent) -> Option<f64> {
    let pressed = event.target()?.dyn_into::<Element>().ok()?;
    let edge = pressed.closest(".track-axis").ok()??.get_bounding_client_rect();
    let part = (f64::from(event.client_x()) - edge.left()) / edge.width().max(1.0);
    Some(part.clamp(0.0, 1.0))
}

/// A moment in as few characters as it takes: `0:05`, `1:20`, `2:00:00`.
fn moment(time: SimTime) -> String {
    let text = words::clock(time);
    let text = text.trim_start_matches(['0', ':']);
    match time.seconds() {
        0..10 => format!("0:0{}", if text.is_empty() { "0" } else { text }),
        10..60 => format!("0:{text}"),
        _ => text.to_owned(),
    }
}

/// Round times at even distances.
fn even(scale: Scale<'_>, here: u64, ticks: &mut Vec<u64>, words: &mut Vec<Word>) {
    const STEPS: [u64; 12] = [10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400, 604_800];
    let (from, to) = scale.ends();
    let length = to.since(from);
    let step = STEPS.into_iter().find(|step| length / (step * 1000) <= 7).unwrap_or(2_592_000);
    let first = from.0.div_ceil(step * 1000) * step;
    let seconds = (first..to.seconds()).step_by(step as usize);
    for time in seconds.skip_while(|second| *second == 0).map(SimTime::from_seconds) {
        let at = scale.place(time);
        ticks.push(at);
        // Room for the word "now".
        if at.abs_diff(here) >= ROOM && at < 9700 {
            words.push(Word { at, text: moment(time), is_wait: false });
        }
    }
}

/// How long the waits are that are drawn short, and when they begin and end.
fn bent(
    scale: Scale<'_>,
    here: u64,
    waits: &[(SimTime, SimTime)],
    ticks: &mut Vec<u64>,
    words: &mut Vec<Word>,
) {
    let mut put = |at: u64, text: String, is_wait: bool| {
        let far = |other: u64| at.abs_diff(other) >= ROOM;
        if far(here) && words.iter().all(|word| far(word.at)) && (200..9700).contains(&at) {
            words.push(Word { at, text, is_wait });
        }
    };
    let shown = scale.ends().0;
    for (from, to) in waits {
        let (start, end) = (scale.place(*from), scale.place(*to));
        if end - start >= ROOM {
            put(start.midpoint(end), words::short(to.since(*from)), true);
        }
    }
    for (from, to) in waits {
        for time in [*from, *to].into_iter().filter(|time| *time > shown) {
            let at = scale.place(time);
            ticks.push(at);
            put(at, moment(time), false);
        }
    }
}
