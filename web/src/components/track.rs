//! Rows of tracks: what lasts and what happened on them, which can be walked over and selected.

use super::explained::Reached;
use super::parts::{percent, press};
use super::track_keys::walk;
use crate::act::{Act, AnswersMessage, ComparisonMessage, PlayerMessage, TracksMessage};
use crate::lab::Lab;
use crate::words;
use podlab::base::time::SimTime;
use podlab::timeline::story::{Row, Segment, Story};
use podlab_messages::text;
use podlab_stage::rows::Line;
use podlab_stage::scale::Scale;
use podlab_stage::tone::{self, Tone};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Whose tracks they are.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The run.
    pub lab: &'a Lab,
    /// What happened in it, also later than now.
    pub story: &'a Story,
    /// Until when.
    pub end: SimTime,
    /// The present moment.
    pub now: SimTime,
    /// Where acts go.
    pub on: &'a Callback<Act>,
    /// The selected change.
    pub selected: Option<u64>,
    /// The change that had the focus last.
    pub reached: Option<u64>,
    /// The column, when runs are compared.
    pub column: Option<usize>,
}

impl Scope<'_> {
    /// What a press of a change does. A change that is still to come is gone to.
    fn select(self, change: u64) -> Act {
        let time = || self.story.change(change).map(|change| change.time);
        match self.column {
            Some(column) => Act::Comparison(ComparisonMessage::Select(column, change)),
            None => match time().filter(|time| *time > self.now) {
                Some(time) => Act::Player(PlayerMessage::Seek(time)),
                None => Act::Answers(AnswersMessage::Select(change)),
            },
        }
    }
}

/// A stretch as it is drawn: from where to where, in hundredths of a per cent.
struct Shown<'a> {
    segment: &'a Segment,
    look: Tone,
    from: u64,
    to: u64,
}

/// A stretch of a row in which there is nothing.
struct Gap {
    from: SimTime,
    to: SimTime,
    /// The change by which it came to be so; none when there never was anything.
    change: Option<u64>,
}

/// The rows. Where one begins to differ from another run is marked, at the moments that `parts` gives.
pub fn tracks(
    scope: Scope<'_>,
    lines: &[Line],
    scale: Scale<'_>,
    parts: impl Fn(&Line) -> Option<SimTime>,
) -> Html {
    let shown: Vec<Vec<Shown<'_>>> = lines.iter().map(|line| shown(scope, line, scale)).collect();
    // The one stretch that Tab leads to; arrow keys lead to the others.
    let has = |change: &u64| shown.iter().flatten().any(|shown| shown.segment.change == *change);
    let first = || shown.iter().find_map(|row| Some(row.last()?.segment.change));
    let stop = scope.reached.filter(has).or(scope.selected.filter(has)).or_else(first);
    let onkeydown = {
        let (on, is_lab) = (scope.on.clone(), scope.column.is_none());
        Callback::from(move |event: KeyboardEvent| walk(&on, is_lab, &event))
    };
    let onfocusin = {
        let on = scope.on.clone();
        Callback::from(move |event: FocusEvent| {
            let change = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            let change = change.and_then(|element| element.get_attribute("data-change"));
            if let Some(Ok(change)) = change.map(|change| change.parse()) {
                on.emit(Act::Tracks(TracksMessage::Reach(change)));
            }
        })
    };
    let terms = Reached::default();
    html! {
        <ol {onkeydown} {onfocusin}>
            { for lines.iter().zip(&shown).map(|(line, shown)| {
                let parting = parts(line).map(|time| (time, scale.place(time)));
                let name = terms.word(line.term(), line.name.clone().into());
                track(scope, line, name, shown, stop, parting, scale)
            }) }
        </ol>
    }
}

/// The stretches of a row that are drawn: not those too narrow to be seen.
fn shown<'a>(scope: Scope<'a>, line: &Line, scale: Scale<'_>) -> Vec<Shown<'a>> {
    let pod = line.pod.as_ref().unwrap_or(scope.story.name());
    let segments = scope.story.segments_of(pod, &line.row);
    let marks = has_marks(line);
    // Narrower than this, in hundredths of a per cent, nothing can be seen or hit; a column is narrower than the lab. So a
    // row has so many stretches at most, however long the run is.
    let least = match (marks, scope.column) {
        (true, None) => 130,
        (true, Some(_)) => 240,
        (false, None) => 12,
        (false, Some(_)) => 40,
    };
    let (end, first) = (scope.end, scale.ends().0);
    let before = segments.partition_point(|s| s.to.is_some_and(|to| to < first));
    let mut last: Option<(u64, Tone)> = None;
    let mut shown = Vec::new();
    for segment in &segments[before..] {
        let (from, to) = (scale.place(segment.from), scale.place(segment.to.unwrap_or(end)));
        let look = tone::of_segment(segment);
        let hidden = if marks {
            last.is_some_and(|(at, before)| {
                from < at + if before == look { least } else { least / 3 }
            })
        } else {
            to < from + least && segment.to.is_some()
        };
        if !hidden {
            last = Some((from, look));
            shown.push(Shown { segment, look, from, to });
        }
    }
    shown
}

/// The stretches of a row in which there is nothing, wide enough to be pressed.
fn gaps(scope: Scope<'_>, line: &Line, scale: Scale<'_>) -> Vec<Gap> {
    /// Hundredths of a per cent.
    const LEAST: u64 = 60;
    if has_marks(line) {
        return Vec::new();
    }
    let pod = line.pod.as_ref().unwrap_or(scope.story.name());
    let segments = scope.story.segments_of(pod, &line.row);
    let (start, last) = scale.ends();
    let mut gaps = Vec::new();
    let mut add = |from: SimTime, to: SimTime, change: Option<u64>| {
        let (from, to) = (from.max(start), to.min(last));
        let can_be_told = change.is_some() || scope.column.is_none();
        if can_be_told && to > from && scale.place(from) + LEAST <= scale.place(to) {
            gaps.push(Gap { from, to, change });
        }
    };
    // Why it came no earlier is why it came; why it never came is what waits.
    let first = segments.first();
    let begin = first.map_or(scope.end, |first| first.from);
    add(SimTime::ZERO, begin, first.map(|first| first.change));
    let before = segments.partition_point(|s| s.to.is_some_and(|to| to < start));
    for (index, segment) in segments.iter().enumerate().skip(before.saturating_sub(1)) {
        if let (Some(to), Some(ended)) = (segment.to, segment.ended) {
            let next = segments.get(index + 1).map_or(scope.end, |next| next.from);
            add(to, next, Some(ended));
        }
    }
    gaps
}

/// Whether a row shows moments and no stretches.
fn has_marks(line: &Line) -> bool {
    matches!(line.row, Row::Probe(..) | Row::Controller)
}

fn track(
    scope: Scope<'_>,
    line: &Line,
    name: Html,
    shown: &[Shown<'_>],
    stop: Option<u64>,
    parting: Option<(SimTime, u64)>,
    scale: Scale<'_>,
) -> Html {
    let is_apart = parting.is_some_and(|(time, _)| time <= scope.now);
    // In the order of time, as the keyboard walks over them.
    let mut gaps = gaps(scope, line, scale).into_iter().peekable();
    let mut items = Vec::new();
    for shown in shown {
        while let Some(gap) = gaps.next_if(|gap| gap.from <= shown.segment.from) {
            items.push(nothing(scope, line, &gap, scale));
        }
        items.push(item(scope, line, shown, stop));
    }
    items.extend(gaps.map(|gap| nothing(scope, line, &gap, scale)));
    let kind = if matches!(line.row, Row::Condition(_)) { "condition " } else { "" };
    let key = match &line.row {
        Row::Status if line.pod.is_some() => format!("lane {}", line.name),
        Row::Probe(container, _) => format!("{container} {}", line.name),
        Row::Phase
        | Row::Status
        | Row::Restarts(_)
        | Row::Condition(_)
        | Row::Container(_)
        | Row::Endpoints(_)
        | Row::Node(_)
        | Row::Controller => format!("{kind}{}", line.name),
    };
    html! {
        <li class={classes!("track", line.is_new.then_some("is-new"), is_apart.then_some("is-apart"))} key={key}>
            <h3 class="track-name">
                if line.is_strong { <b>{ name }</b> } else { { name } }
            </h3>
            <svg class="track-line">
                { for items }
                if let Some((_, place)) = parting {
                    <line class="part-line" pathLength="100" x1={percent(place)} x2={percent(place)} y2="100%" />
                }
            </svg>
        </li>
    }
}

/// A stretch or a mark. Pressing says why it is so, pressing it again goes there.
fn item(scope: Scope<'_>, line: &Line, shown: &Shown<'_>, stop: Option<u64>) -> Html {
    let Shown { segment, look, from, to } = shown;
    let change = segment.change;
    let is_chosen = scope.selected == Some(change);
    let word = podlab_messages::shown(segment);
    let told = scope.story.change(change);
    let told = told.map(|change| words::plain(&words::change_sentence(scope.lab, change)));
    let marks = has_marks(line);
    let told = told.unwrap_or_default();
    let from_time = words::clock(segment.from);
    let label = AttrValue::from(if marks {
        text::track_at(&line.name, from_time, told, &word)
    } else {
        let end = segment.to.map_or_else(|| text::time_now().to_owned(), words::clock);
        text::track_from_until(end, &line.name, from_time, told, &word)
    });
    let act = if is_chosen {
        Act::Player(PlayerMessage::Seek(segment.from))
    } else {
        scope.select(change)
    };
    let drawing = if marks { mark(*look, *from) } else { band(word, *from, *to) };
    html! {
        <g
            class={classes!(if marks { "mark" } else { "seg" }, look.class())}
            role="button"
            tabindex={if stop == Some(change) { "0" } else { "-1" }}
            aria-pressed={if is_chosen { "true" } else { "false" }}
            aria-label={label.clone()}
            data-change={change.to_string()}
            data-at={from.to_string()}
            onclick={press(scope.on, act)}
        >
            <title>{ label }</title>
            { drawing }
        </g>
    }
}

/// A stretch in which there is nothing. Pressing says why, pressing it again goes to where that began.
fn nothing(scope: Scope<'_>, line: &Line, gap: &Gap, scale: Scale<'_>) -> Html {
    let (from, to) = (scale.place(gap.from), scale.place(gap.to));
    let is_chosen = gap.change.is_some() && scope.selected == gap.change;
    let act = match gap.change {
        Some(_) if is_chosen => Act::Player(PlayerMessage::Seek(gap.from)),
        Some(change) => scope.select(change),
        None => Act::Answers(AnswersMessage::WhyNot),
    };
    let (time, end) = (words::clock(gap.from), words::clock(gap.to));
    let label = AttrValue::from(text::track_none(&end, &line.name, &time));
    html! {
        <g
            class="seg"
            role="button"
            tabindex="-1"
            aria-pressed={if is_chosen { "true" } else { "false" }}
            aria-label={label.clone()}
            data-at={from.to_string()}
            onclick={press(scope.on, act)}
        >
            <title>{ label }</title>
            <rect class="gap" x={percent(from)} width={percent(to - from)} y="2" height="20" rx="3" />
        </g>
    }
}

fn band(word: String, from: u64, to: u64) -> Html {
    html! {
        <svg x={percent(from)} width={percent((to - from).max(20))} height="100%">
            <foreignObject width="100%" height="100%">
                <div xmlns="http://www.w3.org/1999/xhtml" class="band"><span>{ word }</span></div>
            </foreignObject>
        </svg>
    }
}

/// The mark of a moment at a place, in hundredths of a per cent.
pub fn mark(look: Tone, at: u64) -> Html {
    let shape = match look {
        Tone::Failed => html! { <path d="m-4 7 8 8m0-8-8 8" /> },
        Tone::Ready => html! { <circle cy="11" r="4" /> },
        Tone::Waiting | Tone::Running | Tone::Done | Tone::Unknown | Tone::Idle | Tone::False => {
            html! { <circle cy="11" r="4" stroke-dasharray="2 2" /> }
        }
    };
    html! {
        <svg x={percent(at)} overflow="visible">
            { shape }
            <rect class="hit" x="-12" width="24" height="24" rx="3" />
        </svg>
    }
}
