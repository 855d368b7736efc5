//! A row of the tracks: what lasts and what happened on it, which can be walked along and selected.

use super::parts::{percent, press};
use crate::act::Act;
use crate::markup::prelude::*;
use crate::tone::{self, Tone};
use crate::versus;
use crate::words;
use podlab::story::{Row, Segment, Story};
use podlab::text::Text;
use podlab::time::SimTime;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Whose tracks they are.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What happened.
    pub story: &'a Story,
    /// Until when.
    pub end: SimTime,
    /// The present moment.
    pub now: SimTime,
    /// Where acts go.
    pub on: &'a Callback<Act>,
    /// The selected change.
    pub selected: Option<u64>,
    /// The column, when runs are compared.
    pub column: Option<usize>,
}

impl Scope<'_> {
    fn select(self, change: u64) -> Act {
        match self.column {
            Some(column) => Act::Versus(versus::Deed::Select(column, change)),
            None => Act::Select(change),
        }
    }
}

/// A row and how it is shown.
pub struct Line {
    /// The row.
    pub row: Row,
    /// The Pod, when it is not the one on the stage.
    pub pod: Option<Text>,
    /// What it is called.
    pub name: String,
    /// Whether it is one of the larger things.
    pub is_strong: bool,
    /// Whether it begins a group.
    pub is_new: bool,
}

/// The part of time that is shown, in milliseconds.
#[derive(Clone, Copy)]
pub struct Span {
    /// Where it begins.
    pub from: u64,
    /// How long it is.
    pub length: u64,
}

impl Span {
    /// Where a moment is, in hundredths of a per cent.
    pub fn place(self, time: SimTime) -> u64 {
        time.0.saturating_sub(self.from).min(self.length) * 10_000 / self.length
    }
}

/// A row. Where it begins to differ from another one is marked.
pub fn track(scope: Scope<'_>, line: &Line, span: Span, parts: Option<SimTime>) -> Html {
    let pod = line.pod.as_ref().unwrap_or(scope.story.name());
    let segments = scope.story.segments_of(pod, &line.row);
    let marks = matches!(line.row, Row::Probe(..) | Row::Controller);
    // Narrower than this, in hundredths of a per cent, nothing can be seen or hit.
    let least = if marks { 130 } else { 12 };
    let end = scope.end;
    let mut last: Option<(u64, Tone)> = None;
    let mut shown = Vec::new();
    for segment in segments.iter().filter(|s| s.to.unwrap_or(end).0 >= span.from) {
        let (from, to) = (span.place(segment.from), span.place(segment.to.unwrap_or(end)));
        let look = tone::of_segment(&line.row, segment);
        let hidden = if marks {
            last.is_some_and(|(at, before)| from < at + least && before == look)
        } else {
            to < from + least && segment.to.is_some()
        };
        if !hidden {
            last = Some((from, look));
            shown.push((segment, look, from, to));
        }
    }
    let is_apart = parts.is_some_and(|time| time <= scope.now);
    let count = shown.len();
    let chosen = shown.iter().position(|(s, ..)| scope.selected == Some(s.change));
    let items = shown.into_iter().enumerate().map(|(index, (segment, look, from, to))| {
        let in_order = index == chosen.unwrap_or(count - 1);
        if marks {
            mark(scope, line, segment, look, from, in_order)
        } else {
            seg(scope, line, segment, look, (from, to), in_order)
        }
    });
    let kind = if matches!(line.row, Row::Condition(_)) { "condition " } else { "" };
    let key = match &line.row {
        Row::Status if line.pod.is_some() => ["lane ", &line.name].concat(),
        Row::Probe(container, _) => [container, " ", &line.name].concat(),
        _ => [kind, &line.name].concat(),
    };
    html! {
        <li class={classes!("track", line.is_new.then_some("is-new"), is_apart.then_some("is-apart"))} key={key}>
            <h3 class="track-name">
                if line.is_strong { <b>{ &line.name }</b> } else { { &line.name } }
            </h3>
            <svg class="track-line" onkeydown={Callback::from(|event: KeyboardEvent| move_along(&event))}>
                { for items }
                if let Some(time) = parts {
                    <line
                        class="part-line"
                        x1={percent(span.place(time))}
                        x2={percent(span.place(time))}
                        y2="100%"
                    />
                }
            </svg>
        </li>
    }
}

fn seg(
    scope: Scope<'_>,
    line: &Line,
    segment: &Segment,
    look: Tone,
    (from, to): (u64, u64),
    in_order: bool,
) -> Html {
    let word = podlab_words::shown(words::messages(), &line.row, segment);
    let until = segment.to.map_or_else(|| "now".to_owned(), words::clock);
    let label =
        [&line.name, " ", &word, " from ", &words::clock(segment.from), " until ", &until].concat();
    html! {
        <g
            class={classes!("seg", look.class())}
            role="button"
            tabindex={if in_order { "0" } else { "-1" }}
            aria-pressed={if scope.selected == Some(segment.change) { "true" } else { "false" }}
            aria-label={label}
            data-change={segment.change.to_string()}
            onclick={press(scope.on, scope.select(segment.change))}
        >
            <svg x={percent(from)} width={percent((to - from).max(20))} height="100%">
                <foreignObject width="100%" height="100%">
                    <div xmlns="http://www.w3.org/1999/xhtml" class="band"><span>{ word }</span></div>
                </foreignObject>
            </svg>
        </g>
    }
}

fn mark(
    scope: Scope<'_>,
    line: &Line,
    segment: &Segment,
    look: Tone,
    at: u64,
    in_order: bool,
) -> Html {
    let word = podlab_words::shown(words::messages(), &line.row, segment);
    let label = [&line.name, " ", &word, " at ", &words::clock(segment.from)].concat();
    let shape = match look {
        Tone::Failed => html! { <path d="m-4 7 8 8m0-8-8 8" /> },
        Tone::Ready => html! { <circle cy="11" r="4" /> },
        _ => html! { <circle cy="11" r="4" stroke-dasharray="2 2" /> },
    };
    html! {
        <g
            class={classes!("mark", look.class())}
            role="button"
            tabindex={if in_order { "0" } else { "-1" }}
            aria-pressed={if scope.selected == Some(segment.change) { "true" } else { "false" }}
            aria-label={label}
            data-change={segment.change.to_string()}
            onclick={press(scope.on, scope.select(segment.change))}
        >
            <svg x={percent(at)} overflow="visible">
                { shape }
                <rect class="hit" x="-12" width="24" height="24" rx="3" />
            </svg>
        </g>
    }
}

/// Enter and Space choose; arrows go along the row.
fn move_along(event: &KeyboardEvent) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let next = match event.key().as_str() {
        "Enter" | " " => {
            event.prevent_default();
            // SVG elements have no click() of their own.
            let options = web_sys::EventInit::new();
            options.set_bubbles(true);
            if let Ok(click) = web_sys::Event::new_with_event_init_dict("click", &options) {
                let _ = target.dispatch_event(&click);
            }
            return;
        }
        "ArrowLeft" => target.previous_element_sibling(),
        "ArrowRight" => target.next_element_sibling(),
        _ => return,
    };
    event.prevent_default();
    if let Some(next) = next {
        // SVG elements take the focus as HTML elements do.
        let _ = next.unchecked_into::<HtmlElement>().focus();
    }
}
