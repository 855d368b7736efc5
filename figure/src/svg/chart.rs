//! The chart: what lasted and what happened, on rows that share one clock.

use super::canvas::{At, Canvas, LEFT, WIDE, escape, fit, fit_bold, fit_name, name, outline};
use crate::facts::{Facts, Stretch, Track};
use crate::words::clock;
use podlab::base::time::SimTime;
use podlab_messages::text;
use podlab_stage::tone::Tone;

/// Room for the names of the rows.
const NAMES: i64 = 190;
/// Height of a row.
const ROW: i64 = 23;

/// Where moments are on the chart.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    end: SimTime,
}

impl Scale {
    /// A chart from the beginning to a moment.
    pub fn to(end: SimTime) -> Scale {
        Scale { end }
    }

    /// The place of a moment, from the picture's left edge.
    pub fn x(self, time: SimTime) -> i64 {
        let (left, room) = (LEFT + NAMES, WIDE - NAMES);
        let time = time.min(self.end);
        left + (u128::from(time.0) * room as u128 / u128::from(self.end.0.max(1))) as i64
    }
}

/// Where the chart's rows begin and how far it reaches down, for what is laid over it.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Upper edge of the first row.
    pub top: i64,
    /// Lower edge of the last row.
    pub bottom: i64,
}

/// Draws the chart below `top`, up to a moment. Gives its place, and where it ends.
pub fn draw(canvas: &mut Canvas, facts: &Facts, top: i64) -> (Extent, i64) {
    let scale = Scale::to(facts.now);
    let first = top + 8;
    let mut y = first;
    for track in &facts.tracks {
        if track.is_new {
            canvas.path("hair", &format!("M{LEFT} {}h{WIDE}", y + 3));
            y += 7;
        }
        let class = if track.is_strong { "ink s b" } else { "ink-2 s" };
        canvas.text(class, At(LEFT, y + 15), &fit_name(&track.name, 13, NAMES - 10));
        canvas.path("hair thin", &format!("M{} {}h{}", LEFT + NAMES, y + ROW - 2, WIDE - NAMES));
        row(canvas, track, scale, y);
        y += ROW;
    }
    (Extent { top: first, bottom: y }, axis(canvas, facts, scale, y))
}

fn row(canvas: &mut Canvas, track: &Track, scale: Scale, y: i64) {
    let mut last: Option<(i64, Tone)> = None;
    for stretch in &track.stretches {
        let x = scale.x(stretch.from);
        if !track.has_marks {
            band(canvas, track, stretch, scale, y);
            continue;
        }
        // Marks on top of each other are one.
        let is_new = last.is_none_or(|(at, tone)| x - at > 2 || tone != stretch.word.tone);
        if is_new {
            mark(canvas, track, stretch, At(x, y + 10));
            last = Some((x, stretch.word.tone));
        }
    }
}

fn title(canvas: &mut Canvas, track: &Track, stretch: &Stretch) {
    let end = stretch.to.map_or_else(|| text::time_now().to_owned(), clock);
    let told = if track.has_marks {
        format!("{}: {}, {}", track.name, stretch.word.text, clock(stretch.from))
    } else {
        format!("{}: {}, {} – {end}", track.name, stretch.word.text, clock(stretch.from))
    };
    canvas.body.push_str(&format!("<g><title>{}</title>", escape(&told)));
}

fn band(canvas: &mut Canvas, track: &Track, stretch: &Stretch, scale: Scale, y: i64) {
    let end = stretch.to.map_or(LEFT + WIDE, |to| scale.x(to));
    let x = scale.x(stretch.from);
    let wide = (end - x - 1).max(2);
    let tone = stretch.word.tone;
    let look = name(tone);
    title(canvas, track, stretch);
    let mut ink = format!("ink-{look} xs");
    match tone {
        Tone::Failed if wide > 8 => {
            canvas.notched(&format!("solid-{look}"), At(x, y), wide, 18, 0, 5);
            "on-solid xs b".clone_into(&mut ink);
        }
        Tone::Failed => canvas.rect(&format!("solid-{look}"), At(x, y), wide, 18, 0),
        Tone::Waiting
        | Tone::Running
        | Tone::Ready
        | Tone::Done
        | Tone::Unknown
        | Tone::Idle
        | Tone::False => {
            let class = format!("thin fill-{look} {}", outline(tone, false));
            canvas.rect(&class, At(x, y), wide, 18, if tone == Tone::Done { 0 } else { 3 });
            if tone == Tone::Ready {
                canvas.rect(&format!("solid-{look}"), At(x, y + 15), wide, 3, 1);
            }
        }
    }
    let fit = if tone == Tone::Failed { fit_bold } else { fit };
    canvas.text(&ink, At(x + 6, y + 13), &fit(&stretch.word.text, 12, wide - 10));
    canvas.body.push_str("</g>");
}

fn mark(canvas: &mut Canvas, track: &Track, stretch: &Stretch, at: At) {
    let At(x, y) = at;
    let tone = stretch.word.tone;
    let look = name(tone);
    title(canvas, track, stretch);
    match tone {
        Tone::Failed => {
            canvas.path(
                &format!("o mark line-{look}"),
                &format!("M{} {}l8 8m0-8l-8 8", x - 4, y - 4),
            );
        }
        Tone::Ready => canvas.circle(&format!("solid-{look}"), at, 4),
        Tone::Waiting | Tone::Running | Tone::Done | Tone::Unknown | Tone::Idle | Tone::False => {
            canvas.circle(&format!("paper mark dash line-{look}"), at, 4);
        }
    }
    canvas.body.push_str("</g>");
}

/// Round times at even distances, and the present moment at the right end.
fn axis(canvas: &mut Canvas, facts: &Facts, scale: Scale, y: i64) -> i64 {
    const STEPS: [u64; 13] = [1, 5, 10, 20, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400];
    let (left, right) = (LEFT + NAMES, LEFT + WIDE);
    canvas.path("edge thin", &format!("M{left} {}h{}", y + 2, right - left));
    let seconds = facts.now.seconds();
    let step = STEPS.into_iter().find(|step| seconds / step <= 8).unwrap_or(seconds / 8 + 1);
    let mut at = 0;
    while at <= seconds {
        let time = SimTime::from_seconds(at);
        let x = scale.x(time);
        if x < right - 60 {
            canvas.path("edge thin", &format!("M{x} {}v5", y + 2));
            let class = if at == 0 { "ink-3 xs" } else { "ink-3 xs mid" };
            canvas.text(class, At(x, y + 21), &moment(time));
        }
        at += step;
    }
    canvas.path("accent mark", &format!("M{right} {}v8", y - 1));
    canvas.text("accent-ink xs b end", At(right, y + 21), &moment(facts.now));
    y + 28
}

/// A moment in as few characters as it takes: `0:05`, `1:20`, `2:00:00`.
fn moment(time: SimTime) -> String {
    let text = clock(time);
    match time.seconds() {
        0..600 => text[text.len() - 4..].to_owned(),
        600..3600 => text[text.len() - 5..].to_owned(),
        _ => text,
    }
}
