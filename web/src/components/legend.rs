//! What the marks on the timeline mean.

use super::track::mark;
use podlab_messages::{Sentence, text};
use podlab_stage::tone::Tone;
use yew::prelude::*;

/// The looks of stretches.
const BANDS: [(Tone, Sentence); 7] = [
    (Tone::Ready, text::legend_ready),
    (Tone::Running, text::legend_running),
    (Tone::Waiting, text::legend_waiting),
    (Tone::Done, text::legend_done),
    (Tone::Failed, text::legend_failed),
    (Tone::Unknown, text::legend_unknown),
    (Tone::False, text::legend_false),
];

/// The looks of moments.
const MARKS: [(Tone, Sentence); 3] = [
    (Tone::Ready, text::legend_success),
    (Tone::Failed, text::legend_failure),
    (Tone::Waiting, text::legend_error),
];

/// The lines across all rows.
const LINES: [(&str, Sentence); 2] =
    [("now-line", text::legend_now), ("pick-line", text::legend_pick)];

/// The legend, folded away until it is opened.
pub fn view() -> Html {
    html! {
        <details class="legend">
            <summary>{ text::legend_title() }</summary>
            <ul>
                { for BANDS.iter().map(|(look, words)| html! {
                    <li class={classes!("seg", look.class())}><span class="band"></span>{ words() }</li>
                }) }
                <li><span class="legend-gap"></span>{ text::legend_empty() }</li>
                { for MARKS.iter().map(|(look, words)| html! {
                    <li>
                        <svg class={classes!("mark", look.class())} aria-hidden="true">{ mark(*look, 5000) }</svg>
                        { words() }
                    </li>
                }) }
                { for LINES.iter().map(|(class, words)| html! {
                    <li>
                        <svg aria-hidden="true"><line class={*class} x1="50%" x2="50%" y2="100%" /></svg>
                        { words() }
                    </li>
                }) }
            </ul>
        </details>
    }
}
