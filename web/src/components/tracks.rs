//! The tracks: a row for each thing that changes on its own, over time.

use super::parts::{Choice, Look, percent, segmented};
use super::track::{Line, Scope, Span, track};
use crate::act::{Act, Window};
use crate::app::App;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::spec;
use crate::view::Stage;
use crate::words;
use podlab::kubelet::probe::ProbeKind;
use podlab::story::{Row, Story};
use podlab::time::SimTime;

/// Most lanes that have a row.
const MOST_LANES: usize = 12;

/// The part of time that the tracks show.
fn span_of(app: &App) -> Span {
    let now = app.lab.now().0;
    let length = match app.window {
        Window::Minute => 60_000,
        Window::TenMinutes => 600_000,
        Window::All => (now * 5 / 4).max(60_000),
    };
    Span { from: now.saturating_sub(length * 4 / 5), length }
}

/// The tracks.
pub fn view(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let span = span_of(app);
    let (story, now) = (app.lab.story(), app.lab.now());
    let scope = Scope { story, end: now, now, on: &app.on, selected: app.selected, column: None };
    let selected = app.selected.and_then(|n| story.change(n));
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
                <ol>{ for lines(&app.lab, story, set, true).iter().map(|line| track(scope, line, span, None)) }</ol>
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

/// The rows, those that move most first; without those that seldom tell more, unless all are wanted. They depend on the
/// spec, so that none comes or goes while time passes.
pub fn lines(lab: &Lab, story: &Story, set: Option<&SetStage<'_>>, is_full: bool) -> Vec<Line> {
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
    let of_pod = is_full || set.is_none();
    if of_pod {
        add(Row::Phase, "phase", true, set.is_some());
        if set.is_none() {
            add(Row::Status, "STATUS", true, false);
        }
        add(Row::Condition("Ready".into()), "Ready", true, false);
    }
    for row in story.rows() {
        if let Row::Endpoints(service) = row {
            add(row.clone(), &["Service ", service].concat(), true, false);
        }
    }
    let Some(stage) = Stage::of(lab).filter(|_| of_pod) else { return lines };
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
    if !is_full {
        return lines;
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

/// The scale below the rows.
pub fn axis(span: Span, now: SimTime) -> Html {
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
