//! The bar at the bottom: play, step, the clock, the line of time, the speed.

use super::parts::{Choice, Look, Segmented, icon, percent, press};
use super::{branches, comparison};
use crate::act::Act;
use crate::app::{App, PlayerMessage};
use crate::language::use_language;
use crate::scale::Scale;
use crate::sentences::{fill, say};
use crate::tone;
use crate::words;
use podlab::story::Row;
use podlab::time::SimTime;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Stands for a speed that is as fast as possible.
pub const FASTEST: u32 = u32::MAX;
/// The speeds.
pub const SPEEDS: [u32; 6] = [1, 10, 60, 600, 3600, FASTEST];

/// The bar.
pub fn view(app: &App) -> Html {
    let (play, symbol) = if app.player.is_playing {
        (say!("time.pause"), "#i-pause")
    } else {
        (say!("time.play"), "#i-play")
    };
    let now = app.now();
    let of_lab = app.comparison.is_none();
    html! {
        <section class="transport" aria-label={say!("time.section")}>
            <div class="moves">
                <button
                    class="button is-primary play"
                    type="button"
                    aria-label={play}
                    onclick={press(&app.on, Act::Player(PlayerMessage::TogglePlaying))}
                >
                    { icon(symbol) }
                </button>
                { back(app, say!("time.previous-change"), "#i-change", PlayerMessage::BackToChange) }
                if of_lab {
                    { back(app, say!("time.previous-event"), "#i-next", PlayerMessage::BackToEvent) }
                }
                <button
                    class="button"
                    type="button"
                    title={say!("time.next-event")}
                    onclick={press(&app.on, Act::Player(PlayerMessage::NextEvent))}
                >
                    { icon("#i-next") }
                    <span>{ say!("time.next-event") }</span>
                </button>
                <button
                    class="button"
                    type="button"
                    title={say!("time.next-visible")}
                    onclick={press(&app.on, Act::Player(PlayerMessage::NextChange))}
                >
                    { icon("#i-change") }
                    <span>{ say!("time.next-change") }</span>
                </button>
                if of_lab {
                    { branches::button(app) }
                }
            </div>
            <output
                class="clock"
                aria-label={say!("time.simulated")}
                aria-live="off"
                aria-busy={app.is_on_its_way().then_some("true")}
            >
                { words::clock(now) }
                <small>{ format!(".{}", (now.0 / 100 % 10)) }</small>
            </output>
            if app.is_on_its_way() {
                { journey(app) }
            }
            { match &app.comparison {
                Some(comparison) => comparison::scrub(app, comparison),
                None => scrub(app),
            } }
            <Speed speed={app.player.speed} on={app.on.clone()} />
            // Before a person does something there is no second branch, and nobody needs the list.
            if of_lab && app.host.is_used {
                { branches::list(app) }
            }
        </section>
    }
}

/// How far it is on a way that takes longer than a moment, and a way out.
fn journey(app: &App) -> Html {
    let way = app.way();
    let words = way.map_or_else(
        || say!("time.looking").to_owned(),
        |(time, _)| fill!("time.going", "time" => &words::clock(time)),
    );
    let gone = way.map(|(_, gone)| gone.min(100).to_string());
    html! {
        <div class="journey" role="group" aria-label={words.clone()}>
            <span>{ words }</span>
            <progress max="100" value={gone} aria-label={say!("time.way")} />
            <button class="button" type="button" onclick={press(&app.on, Act::Player(PlayerMessage::Stop))}>
                { say!("time.stop") }
            </button>
        </div>
    }
}

/// A button that goes back.
fn back(app: &App, words: &'static str, symbol: &'static str, message: PlayerMessage) -> Html {
    html! {
        <button
            class="icon-button is-back"
            type="button"
            title={words}
            aria-label={words}
            onclick={press(&app.on, Act::Player(message))}
        >
            { icon(symbol) }
        </button>
    }
}

/// The end of the line: the next round figure, so that the line does not change its scale all the time.
pub fn end_of(seconds: u64) -> u64 {
    const STEPS: [u64; 10] = [60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400, 604_800];
    STEPS.into_iter().find(|end| seconds * 10 <= end * 9).unwrap_or(seconds * 5 / 4)
}

fn scrub(app: &App) -> Html {
    let lab = &app.lab;
    let now = lab.now();
    let plan = lab.history().plan().last().map_or(0, |act| act.time.seconds());
    let played = lab.history().branches().iter().map(|branch| branch.end.seconds()).max();
    let end = end_of(now.seconds().max(plan).max(played.unwrap_or(0)));
    let scale = Scale::new(&app.tracks.waits, SimTime::ZERO, SimTime::from_seconds(end));
    let place = |time: SimTime| percent(scale.place(time));
    let row = if lab.scene.set.is_some() { Row::Controller } else { Row::Status };
    let segments = lab.story().segments(&row);
    let least = scale.length() / 400;
    let mut last = None;
    let ticks = segments.iter().filter(|segment| {
        let at = scale.offset(segment.from);
        let far = last.is_none_or(|last| at - last >= least);
        if far {
            last = Some(at);
        }
        far
    });
    let ticks = html! {
        <>
            { for ticks.map(|segment| html! {
                <line
                    class={classes!("tick", tone::of_segment(&row, segment).class())}
                    x1={place(segment.from)}
                    x2={place(segment.from)}
                    y1="30%"
                    y2="50%"
                />
            }) }
            { branches::lines(app, scale) }
        </>
    };
    line(app, now, scale, ticks)
}

/// The line of time, with what is drawn on it.
pub fn line(app: &App, now: SimTime, scale: Scale<'_>, ticks: Html) -> Html {
    let here = percent(scale.place(now));
    let oninput = {
        let (on, lens) = (app.on.clone(), scale.lens().cloned());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            if let Ok(second) = input.value().parse() {
                let place = SimTime::from_seconds(second);
                on.emit(Act::Player(PlayerMessage::Seek(
                    lens.as_ref().map_or(place, |lens| lens.time(place.0)),
                )));
            }
        })
    };
    html! {
        <div class="scrub">
            <svg aria-hidden="true">
                <line class="base" x2="100%" y1="50%" y2="50%" />
                { ticks }
                <line class="gone" x2={here.clone()} y1="50%" y2="50%" />
                <circle class="knob" cx={here} cy="50%" r="6" />
            </svg>
            <input
                type="range"
                min="0"
                max={(scale.length() / 1000).to_string()}
                value={(scale.offset(now) / 1000).to_string()}
                aria-label={say!("time.go-to")}
                aria-valuetext={words::clock(now)}
                {oninput}
            />
        </div>
    }
}

/// What the choice of the speed needs.
#[derive(Debug, PartialEq, Properties)]
struct SpeedProps {
    /// How much faster than real time it is.
    speed: u32,
    /// Where acts go.
    on: Callback<Act>,
}

/// The speeds: a switch, or a list where there is no room.
#[component]
fn Speed(SpeedProps { speed, on }: &SpeedProps) -> Html {
    use_language();
    let word = |speed: u32| match speed {
        FASTEST => "max".to_owned(),
        speed => format!("{speed}×"),
    };
    let choices = SPEEDS.map(|other| {
        Choice::new(word(other), other == *speed, Act::Player(PlayerMessage::Speed(other)))
    });
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            if let Some(speed) = SPEEDS.get(list.selected_index() as usize) {
                on.emit(Act::Player(PlayerMessage::Speed(*speed)));
            }
        })
    };
    html! {
        <div class="speed">
            <Segmented name="speed" legend={say!("time.speed")} look={Look::Quiet} choices={choices.to_vec()} on={on.clone()} />
            <select class="select" aria-label={say!("time.speed")} {onchange}>
                { for SPEEDS.into_iter().map(|other| html! {
                    <option selected={other == *speed}>{ word(other) }</option>
                }) }
            </select>
        </div>
    }
}
