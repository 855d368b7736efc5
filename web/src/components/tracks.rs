//! The tracks of the lab: a row for each thing that changes on its own, over time.

use super::axis;
use super::parts::{Choice, Look, Segmented, Toggle, percent};
use super::track::{Scope, tracks};
use crate::act::{Act, Window};
use crate::app::{App, PreferencesMessage, TracksMessage};
use crate::lanes::SetStage;
use crate::preferences::WaitLength;
use crate::rows;
use crate::scale::Scale;
use crate::sentences::say;
use crate::words;
use podlab::time::SimTime;
use yew::prelude::*;

/// The part of time that is shown.
fn scale(app: &App) -> Scale<'_> {
    /// The least length of the drawing when waits are drawn short.
    const LEAST: u64 = 20_000;
    let now = app.lab.now();
    let length = match app.tracks.window {
        Window::Minute => 60_000,
        Window::TenMinutes => 600_000,
        Window::All => (now.0 * 5 / 4).max(60_000),
    };
    let from = SimTime(now.0.saturating_sub(length * 4 / 5));
    if app.tracks.waits.lens().is_some() {
        Scale::new(&app.tracks.waits, from, now).and_more(25, LEAST)
    } else {
        Scale::new(&app.tracks.waits, from, from + length)
    }
}

/// The tracks.
pub fn view(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let scale = scale(app);
    let now = app.lab.now();
    let here = percent(scale.place(now));
    let change = |number: Option<u64>| number.and_then(|number| app.lab.story().change(number));
    let pick = change(app.answers.selected).filter(|change| change.time >= scale.ends().0);
    let pick = pick.map(|change| percent(scale.place(change.time)));
    let window = |label: &'static str, window| {
        Choice::new(
            label,
            app.tracks.window == window,
            Act::Tracks(TracksMessage::ShowWindow(window)),
        )
    };
    let windows = vec![
        window(say!("tracks.minute"), Window::Minute),
        window(say!("tracks.ten-minutes"), Window::TenMinutes),
        window(say!("tracks.all"), Window::All),
    ];
    let are_short = app.preferences.saved.waits == WaitLength::Short;
    let other = if are_short { WaitLength::Full } else { WaitLength::Short };
    let (selected, reached) = (app.answers.selected, app.tracks.walk.reached);
    let (lab, story, end) = (&app.lab, app.lab.story(), now);
    let scope = Scope { lab, story, end, now, on: &app.on, selected, reached, column: None };
    let said = change(app.tracks.walk.told).map(|change| {
        let told = words::plain(&words::told(&app.lab, change));
        format!("{}. {told}", words::clock(change.time))
    });
    html! {
        <section class="tracks" aria-labelledby="tracks-title">
            <div class="tracks-head">
                <h2 class="heading" id="tracks-title">{ say!("tracks.title") }</h2>
                <div class="tracks-look">
                    <Toggle checked={are_short} act={Act::Preferences(PreferencesMessage::Waits(other))} on={app.on.clone()}>{ say!("tracks.short-waits") }</Toggle>
                    <Segmented name="window" legend={say!("tracks.shown")} look={Look::Quiet} choices={windows} on={app.on.clone()} />
                </div>
            </div>
            <div class="tracks-rows">
                { tracks(scope, &rows::lines(&app.lab, story, set, true), scale, |_| None) }
                <svg class="tracks-over" aria-hidden="true">
                    if let Some(pick) = pick {
                        <line class="pick-line" x1={pick.clone()} x2={pick} y2="100%" />
                    }
                    <line class="now-line" x1={here.clone()} x2={here} y2="100%" />
                </svg>
            </div>
            { axis::view(&app.on, scale, now) }
            <p class="visually-hidden" role="status">{ said }</p>
        </section>
    }
}
