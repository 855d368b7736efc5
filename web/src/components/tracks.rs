//! The tracks: a row for each thing that changes on its own, over time.

use super::parts::{Choice, Look, percent, press, segmented};
use crate::act::{Act, Window};
use crate::app::App;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::spec;
use crate::tone::{self, Tone};
use crate::view::Stage;
use crate::words;
use podlab::change::Value;
use podlab::kubelet::probe::ProbeKind;
use podlab::story::{Row, Segment};
use podlab::text::Text;
use podlab::time::SimTime;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Most lanes that have a row.
const MOST_LANES: usize = 12;

/// A row and how it is shown.
struct Line {
    row: Row,
    /// The Pod, when it is not the one on the stage.
    pod: Option<Text>,
    name: String,
    is_strong: bool,
    /// Whether it begins a group.
    is_new: bool,
}

/// The part of time that is shown, in milliseconds.
#[derive(Clone, Copy)]
struct Span {
    from: u64,
    length: u64,
}

impl Span {
    fn of(app: &App) -> Span {
        let now = app.lab.now().0;
        let length = match app.window {
            Window::Minute => 60_000,
            Window::TenMinutes => 600_000,
            Window::All => (now * 5 / 4).max(60_000),
        };
        Span { from: now.saturating_sub(length * 4 / 5), length }
    }

    /// Where a moment is, in hundredths of a per cent.
    fn place(self, time: SimTime) -> u64 {
        time.0.saturating_sub(self.from).min(self.length) * 10_000 / self.length
    }
}

/// The tracks.
pub fn view(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let span = Span::of(app);
    let now = app.lab.now();
    let selected = app.selected.and_then(|n| app.lab.story().change(n));
    let pick = selected.filter(|change| change.time.0 >= span.from).map(|c| span.place(c.time));
    let window =
        |label: &'static str, window| Choice::new(label, app.window == window, Act::Window(window));
    let windows = vec![
        window("1 min", Window::Minute),
        window("10 min", Window::TenMinutes),
        window("all", Window::All),
    ];
    html! {
        <section class="tracks" aria-labelledby="tracks-title">
            <div class="tracks-head">
                <h2 class="heading" id="tracks-title">{ "Tracks" }</h2>
                { segmented(&app.on, "window", "Time shown", Look::Quiet, windows) }
            </div>
            <div class="tracks-rows">
                <ol>{ for lines(app, set).iter().map(|line| track(app, line, span)) }</ol>
                <svg class="tracks-over" aria-hidden="true">
                    if let Some(pick) = pick {
                        <line class="pick-line" x1={percent(pick)} x2={percent(pick)} y2="100%" />
                    }
                    <line
                        class="now-line"
                        x1={percent(span.place(now))}
                        x2={percent(span.place(now))}
                        y2="100%"
                    />
                </svg>
            </div>
            { axis(span, now) }
        </section>
    }
}

/// The rows, those that move most first. They depend on the spec, so that none comes or goes while time passes.
fn lines(app: &App, set: Option<&SetStage<'_>>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if let Some(set) = set {
        let name = "controller".to_owned();
        lines.push(Line { row: Row::Controller, pod: None, name, is_strong: true, is_new: false });
        for lane in set.lanes.iter().take(MOST_LANES) {
            let (pod, name) = (Some(lane.name.clone()), lane.name.to_string());
            lines.push(Line { row: Row::Status, pod, name, is_strong: true, is_new: false });
        }
    }
    let mut add = |row: Row, name: &str, is_strong: bool, is_new: bool| {
        lines.push(Line { row, pod: None, name: name.to_owned(), is_strong, is_new });
    };
    add(Row::Phase, "phase", true, set.is_some());
    if set.is_none() {
        add(Row::Status, "STATUS", true, false);
    }
    add(Row::Condition("Ready".into()), "Ready", true, false);
    let story = app.lab.story();
    for row in story.rows() {
        if let Row::Endpoints(service) = row {
            add(row.clone(), &["Service ", service].concat(), true, false);
        }
    }
    let Some(stage) = Stage::of(&app.lab) else { return lines };
    let spec = &stage.pod.spec;
    let init = spec.init_containers.iter();
    let all = init.chain(&spec.containers).chain(&spec.ephemeral_containers);
    for (index, container) in all.enumerate() {
        add(Row::Container(container.name.clone()), &container.name, true, index == 0);
        for kind in [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness] {
            if spec::probe(container, kind).is_some() {
                let row = Row::Probe(container.name.clone(), kind.as_str());
                let name = [&kind.as_str().to_ascii_lowercase(), " probe"].concat();
                add(row, &name, false, false);
            }
        }
    }
    let mut conditions = vec!["ContainersReady", "Initialized"];
    if stage.release.has(28) {
        conditions.push("PodReadyToStartContainers");
    }
    conditions.push("PodScheduled");
    let gates = spec.readiness_gates.iter().map(|gate| gate.condition_type.as_str());
    conditions.extend(gates);
    for (index, kind) in conditions.iter().enumerate() {
        add(Row::Condition((*kind).to_owned().into()), kind, false, index == 0);
    }
    for row in story.rows() {
        if let Row::Condition(kind) = row
            && *kind != "Ready"
            && !conditions.contains(&kind.as_str())
        {
            add(row.clone(), kind, false, false);
        }
    }
    lines
}

fn track(app: &App, line: &Line, span: Span) -> Html {
    let pod = line.pod.as_ref().unwrap_or(&app.lab.scene.pod);
    let segments = app.lab.story().segments_of(pod, &line.row);
    let marks = matches!(line.row, Row::Probe(..) | Row::Controller);
    // Narrower than this, in hundredths of a per cent, nothing can be seen or hit.
    let least = if marks { 130 } else { 12 };
    let end = app.lab.now();
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
    let count = shown.len();
    let chosen = shown.iter().position(|(s, ..)| app.selected == Some(s.change));
    let items = shown.into_iter().enumerate().map(|(index, (segment, look, from, to))| {
        let in_order = index == chosen.unwrap_or(count - 1);
        if marks {
            mark(app, line, segment, look, from, in_order)
        } else {
            seg(app, line, segment, look, (from, to), in_order)
        }
    });
    let kind = if matches!(line.row, Row::Condition(_)) { "condition " } else { "" };
    let key = match &line.row {
        Row::Status if line.pod.is_some() => ["lane ", &line.name].concat(),
        Row::Probe(container, _) => [container, " ", &line.name].concat(),
        _ => [kind, &line.name].concat(),
    };
    html! {
        <li class={classes!("track", line.is_new.then_some("is-new"))} key={key}>
            <h3 class="track-name">
                if line.is_strong { <b>{ &line.name }</b> } else { { &line.name } }
            </h3>
            <svg class="track-line" onkeydown={Callback::from(|event: KeyboardEvent| move_along(&event))}>
                { for items }
            </svg>
        </li>
    }
}

fn seg(
    app: &App,
    line: &Line,
    segment: &Segment,
    look: Tone,
    (from, to): (u64, u64),
    in_order: bool,
) -> Html {
    let word = word(line, segment);
    let until = segment.to.map_or_else(|| "now".to_owned(), words::clock);
    let label =
        [&line.name, " ", &word, " from ", &words::clock(segment.from), " until ", &until].concat();
    html! {
        <g
            class={classes!("seg", look.class())}
            role="button"
            tabindex={if in_order { "0" } else { "-1" }}
            aria-pressed={if app.selected == Some(segment.change) { "true" } else { "false" }}
            aria-label={label}
            data-change={segment.change.to_string()}
            onclick={press(&app.on, Act::Select(segment.change))}
        >
            <svg x={percent(from)} width={percent((to - from).max(20))} height="100%">
                <foreignObject width="100%" height="100%">
                    <div xmlns="http://www.w3.org/1999/xhtml" class="band"><span>{ word }</span></div>
                </foreignObject>
            </svg>
        </g>
    }
}

fn mark(app: &App, line: &Line, segment: &Segment, look: Tone, at: u64, in_order: bool) -> Html {
    let word = word(line, segment);
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
            aria-pressed={if app.selected == Some(segment.change) { "true" } else { "false" }}
            aria-label={label}
            data-change={segment.change.to_string()}
            onclick={press(&app.on, Act::Select(segment.change))}
        >
            <svg x={percent(at)} overflow="visible">
                { shape }
                <rect class="hit" x="-12" width="24" height="24" rx="3" />
            </svg>
        </g>
    }
}

/// What a stretch says.
fn word(line: &Line, segment: &Segment) -> String {
    match (&line.row, &segment.value) {
        (Row::Container(_), Value::Because("running", _)) if segment.ready => {
            "Running, ready".to_owned()
        }
        (Row::Container(_), Value::Because("running", _)) => "Running".to_owned(),
        (Row::Container(_), Value::Because(state, reason)) if reason.is_empty() => {
            (*state).to_owned()
        }
        (Row::Container(_), Value::Because(_, reason)) => reason.to_string(),
        (Row::Endpoints(_), Value::Text(list)) if list.is_empty() => "no Pod".to_owned(),
        (Row::Endpoints(_), Value::Text(list)) if list.starts_with('(') => "not ready".to_owned(),
        (Row::Endpoints(_), Value::Text(list)) => ["sends to ", list].concat(),
        (_, Value::Because(word, _)) => (*word).to_owned(),
        (_, value) => value.to_string(),
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

fn axis(span: Span, now: SimTime) -> Html {
    const STEPS: [u64; 12] = [10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400, 604_800];
    let step = STEPS.into_iter().find(|step| span.length / (step * 1000) <= 7).unwrap_or(2_592_000);
    let first = span.from.div_ceil(step * 1000) * step;
    let last = (span.from + span.length) / 1000;
    let here = span.place(now);
    let labels = (first..last).step_by(step as usize).skip_while(|second| *second == 0);
    html! {
        <div class="track axis-row" aria-hidden="true">
            <span></span>
            <svg class="track-axis">
                { for labels.map(|second| {
                    let time = SimTime::from_seconds(second);
                    let at = span.place(time);
                    // Room for the word "now".
                    let near = at.abs_diff(here) < 900;
                    let text = words::clock(time);
                    let text = text.trim_start_matches(['0', ':']).to_owned();
                    let text = if second < 60 { ["0:", &text].concat() } else { text };
                    html! {
                        <>
                            <line x1={percent(at)} x2={percent(at)} y2="4" />
                            if !near && at < 9700 {
                                <text x={percent(at)} y="17">{ text }</text>
                            }
                        </>
                    }
                }) }
                <text class="now-text" x={percent(here)} y="17">{ "now" }</text>
            </svg>
        </div>
    }
}
