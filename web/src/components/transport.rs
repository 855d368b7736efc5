//! The bar at the bottom: play, step, the clock, the line of time, the speed.

use super::branches;
use super::parts::{Choice, Look, Segmented, icon, percent, press};
use crate::act::{Act, PlayerMessage};
use crate::comparison::Comparison;
use crate::frames::{FASTEST, SPEEDS};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::wait_lens::WaitLens;
use crate::words;
use podlab::base::time::SimTime;
use podlab::timeline::story::Row;
use podlab_messages::{Term, text};
use podlab_stage::scale::{Scale, end_of};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// What time is told of.
#[derive(PartialEq)]
pub enum TimeLine {
    /// The run in the lab, with the lens that draws its long waits short.
    Lab(Handle<Lab>, Handle<WaitLens>),
    /// Runs that are compared.
    Comparison(Handle<Comparison>),
}

/// A way to another moment that takes longer than a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Where it leads; none while that is looked for.
    pub to: Option<SimTime>,
    /// How many hundredths of it lie behind.
    pub gone: Option<u64>,
}

/// What the bar needs.
#[derive(PartialEq, Properties)]
pub struct TransportProps {
    /// What time is told of.
    pub line: TimeLine,
    /// Whether time passes.
    pub is_playing: bool,
    /// How much faster than real time it is.
    pub speed: u32,
    /// The way that the run is on.
    pub way: Option<Way>,
    /// Whether a person has already acted. Until then there is one branch, and the list of branches is left out.
    pub is_used: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The bar.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let TransportProps { line, way, on, .. } = props;
    use_language();
    let (play, symbol) = if props.is_playing {
        (text::time_pause(), "#i-pause")
    } else {
        (text::time_play(), "#i-play")
    };
    let lab = match line {
        TimeLine::Lab(lab, _) => Some(lab.read()),
        TimeLine::Comparison(_) => None,
    };
    let history = lab.as_ref().map(|lab| lab.history());
    let now = match line {
        TimeLine::Lab(lab, _) => lab.read().now(),
        TimeLine::Comparison(comparison) => comparison.read().now(),
    };
    html! {
        <section class="transport" id="time" aria-label={text::time_section()} tabindex="-1">
            <div class="moves">
                <button
                    class="button is-primary play"
                    type="button"
                    aria-label={play}
                    onclick={press(on, Act::Player(PlayerMessage::TogglePlaying))}
                >
                    { icon(symbol) }
                </button>
                { back(on, text::time_start_over(), "#i-restart", PlayerMessage::StartOver) }
                { back(on, text::time_previous_change(), "#i-change", PlayerMessage::BackToChange) }
                if history.is_some() {
                    { back(on, text::time_previous_event(), "#i-next", PlayerMessage::BackToEvent) }
                }
                <button
                    class="button"
                    type="button"
                    title={text::time_next_event()}
                    onclick={press(on, Act::Player(PlayerMessage::NextEvent))}
                >
                    { icon("#i-next") }
                    <span>{ text::time_next_event() }</span>
                </button>
                <button
                    class="button"
                    type="button"
                    title={text::time_next_visible()}
                    onclick={press(on, Act::Player(PlayerMessage::NextChange))}
                >
                    { icon("#i-change") }
                    <span>{ text::time_next_change() }</span>
                </button>
                if let Some(history) = history {
                    { branches::button(history) }
                }
            </div>
            <output
                class="clock"
                aria-label={text::time_simulated()}
                aria-live="off"
                aria-busy={way.map(|_| "true")}
            >
                { words::clock(now) }
                <small>{ format!(".{}", (now.0 / 100 % 10)) }</small>
            </output>
            if let Some(way) = way {
                { progress(*way, on) }
            }
            { match line {
                TimeLine::Lab(lab, waits) => scrub(&lab.read(), &waits.read(), on),
                TimeLine::Comparison(comparison) => of_comparison(&comparison.read(), on),
            } }
            <Speed speed={props.speed} on={on.clone()} />
            if let Some(history) = history.filter(|_| props.is_used) {
                { branches::list(history, on) }
            }
        </section>
    }
}

/// How far it is on a way that takes longer than a moment, and a way out.
fn progress(way: Way, on: &Callback<Act>) -> Html {
    let words = way.to.map_or_else(
        || text::time_looking().to_owned(),
        |time| text::time_going(words::clock(time)),
    );
    let gone = way.gone.map(|gone| gone.min(100).to_string());
    html! {
        <div class="seeking" role="group" aria-label={words.clone()}>
            <span>{ words }</span>
            <progress max="100" value={gone} aria-label={text::time_way()} />
            <button class="button" type="button" onclick={press(on, Act::Player(PlayerMessage::Stop))}>
                { text::time_stop() }
            </button>
        </div>
    }
}

/// A button that goes back.
fn back(
    on: &Callback<Act>,
    words: &'static str,
    symbol: &'static str,
    message: PlayerMessage,
) -> Html {
    html! {
        <button
            class="icon-button is-back"
            type="button"
            title={words}
            aria-label={words}
            onclick={press(on, Act::Player(message))}
        >
            { icon(symbol) }
        </button>
    }
}

fn scrub(lab: &Lab, waits: &WaitLens, on: &Callback<Act>) -> Html {
    let scale = Scale::of_run(lab, waits.lens());
    let row = if lab.scene.workload.is_some() { Row::Controller } else { Row::Status };
    let ticks = html! {
        <>
            { for scale.ticks(lab.story().segments(&row)).into_iter().map(|(place, look)| {
                let at = percent(place);
                html! { <line class={classes!("tick", look.class())} x1={at.clone()} x2={at} y1="30%" y2="50%" /> }
            }) }
            { branches::lines(lab.history(), scale) }
        </>
    };
    let now = lab.now();
    line(on, now, scale, ticks)
}

/// The line of time, with what is drawn on it.
pub fn line(on: &Callback<Act>, now: SimTime, scale: Scale<'_>, ticks: Html) -> Html {
    let here = percent(scale.place(now));
    let oninput = {
        let (on, lens) = (on.clone(), scale.lens().cloned());
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
                aria-label={text::time_go_to()}
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
            <Segmented name="speed" legend={text::time_speed()} look={Look::Quiet} term={Term::Speed} choices={choices.to_vec()} on={on.clone()} />
            <select class="select" aria-label={text::time_speed()} {onchange}>
                { for SPEEDS.into_iter().map(|other| html! {
                    <option selected={other == *speed}>{ word(other) }</option>
                }) }
            </select>
        </div>
    }
}

/// The line of time, with the moments at which rows begin to differ.
fn of_comparison(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let end = end_of(comparison.end().seconds());
    let scale = Scale::plain(SimTime::from_seconds(end));
    let place = |time: SimTime| percent(scale.place(time));
    let ticks = html! {
        <>
            { for comparison.found.all().iter().map(|found| html! {
                <line class="tick is-part" x1={place(found.from)} x2={place(found.from)} y1="20%" y2="50%" />
            }) }
        </>
    };
    line(on, comparison.now(), scale, ticks)
}
