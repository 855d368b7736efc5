//! The tracks of the lab: a row for each thing that changes on its own, over time.

use super::pane::{FoldButton, PaneView, Separator};
use super::parts::{Choice, Look, Segmented, Toggle, percent};
use super::track::{Scope, tracks};
use super::{axis, legend};
use crate::act::{Act, PreferencesMessage, TracksMessage};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::panes::Pane;
use crate::preferences::WaitLength;
use crate::state::Walk;
use crate::views::Window;
use crate::wait_lens::WaitLens;
use crate::words;
use podlab_messages::text;
use podlab_stage::rows;
use podlab_stage::scale::Scale;
use yew::prelude::*;

/// What the tracks need.
#[derive(PartialEq, Properties)]
pub struct TracksPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// The lens that draws long waits short.
    pub waits: Handle<WaitLens>,
    /// Whether long waits are drawn short.
    pub length: WaitLength,
    /// How much time is shown.
    pub window: Window,
    /// A walk over the tracks.
    pub walk: Walk,
    /// The number of the selected change.
    pub selected: Option<u64>,
    /// The pane that the tracks are in.
    pub pane: PaneView,
    /// Whether they are on the page, rather than in a figure.
    pub is_on_page: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The tracks.
#[component]
pub fn TracksPanel(props: &TracksPanelProps) -> Html {
    let TracksPanelProps { length: wait_length, walk, selected, on, .. } = props;
    use_language();
    let lab = props.lab.read();
    let waits = props.waits.read();
    let ((story, end), now) = (lab.played(), lab.now());
    let length = match props.window {
        Window::Minute => Some(60_000),
        Window::TenMinutes => Some(600_000),
        Window::All => None,
    };
    let scale = Scale::up_to(waits.lens(), length, now);
    let here = percent(scale.place(now));
    let change = |number: Option<u64>| number.and_then(|number| story.change(number));
    let pick = change(*selected).filter(|change| change.time >= scale.ends().0);
    let pick = pick.map(|change| percent(scale.place(change.time)));
    let window = |label: &'static str, window| {
        Choice::new(label, props.window == window, Act::Tracks(TracksMessage::ShowWindow(window)))
    };
    let windows = vec![
        window(text::tracks_minute(), Window::Minute),
        window(text::tracks_ten_minutes(), Window::TenMinutes),
        window(text::tracks_all(), Window::All),
    ];
    let are_short = *wait_length == WaitLength::Short;
    let other = if are_short { WaitLength::Full } else { WaitLength::Short };
    let (selected, reached) = (*selected, walk.reached);
    let scope = Scope { lab: &lab, story, end, now, on, selected, reached, column: None };
    let said = change(walk.told).map(|change| {
        let told = words::plain(&words::change_sentence(&lab, change));
        format!("{}. {told}", words::clock(change.time))
    });
    let (view, is_folded) = (props.pane, props.pane.is_folded);
    let rows = || {
        html! {
            <>
                <div class="tracks-rows">
                    { tracks(scope, &rows::lines(&lab, story, true), scale, |_| None) }
                    <svg class="tracks-over" aria-hidden="true">
                        if end > now {
                            <rect class="ahead" x={here.clone()} width="100%" height="100%" />
                        }
                        if let Some(pick) = &pick {
                            <line class="pick-line" x1={pick.clone()} x2={pick.clone()} y2="100%" />
                        }
                        <line class="now-line" x1={here.clone()} x2={here.clone()} y2="100%" />
                    </svg>
                </div>
                { axis::view(on, scale, now) }
                { legend::view() }
            </>
        }
    };
    html! {
        <section
            class={classes!("tracks", is_folded.then_some("is-folded"))}
            id={Pane::Timeline.id()}
            aria-labelledby="tracks-title"
        >
            <div class="tracks-body">
                <div class="tracks-head">
                    <h2 class="heading" id="tracks-title">
                        <FoldButton {view} on={on.clone()} />
                    </h2>
                    if !is_folded {
                        <div class="tracks-look">
                            <Toggle checked={are_short} act={Act::Preferences(PreferencesMessage::Waits(other))} on={on.clone()}>{ text::tracks_short_waits() }</Toggle>
                            <Segmented name="window" legend={text::tracks_shown()} look={Look::Quiet} choices={windows} on={on.clone()} />
                        </div>
                    }
                </div>
                if !is_folded {
                    { rows() }
                }
            </div>
            <p class="visually-hidden" role="status">{ said }</p>
            if props.is_on_page && !is_folded {
                <Separator {view} on={on.clone()} />
            }
        </section>
    }
}
