//! The StatefulSet: a lane for each ordinal with its Pod and claims, and gates between them.

use super::canvas::{
    At, Canvas, LEFT, WIDE, escape, fit, fit_bold, fit_mono, fit_name, name, outline, width, wrap,
};
use crate::facts::{GateState, Lane, SetFacts};
use podlab_messages::text;
use podlab_stage::tone::Tone;

/// Most lanes in a row, and most lanes at all; beyond that each ordinal is a cell.
const PER_ROW: usize = 5;
const MOST_LANES: usize = 10;
/// Most cells.
const MOST_CELLS: usize = 140;
/// Width of a gate.
const GATE: i64 = 28;

/// Draws the set below `top`. Gives where it ends.
pub fn draw(canvas: &mut Canvas, set: &SetFacts, top: i64) -> i64 {
    canvas.texts(
        "ink w b",
        At(LEFT, top + 20),
        &[("", 0, &fit_name(&set.name, 19, 260)), ("ink-3 s r", 12, &set.policies.join(" · "))],
    );
    let mut x = LEFT + WIDE;
    for (label, count) in set.figures.iter().rev() {
        let count = count.to_string();
        canvas.text("ink m l b end", At(x, top + 14), &count);
        canvas.text("ink-3 xs end", At(x, top + 30), label);
        x -= width(label, 12).max(30) + 18;
    }
    let mut y = top + 44;
    for line in wrap(&set.intention, 14, WIDE, 2) {
        y += 18;
        canvas.text("ink-2", At(LEFT, y), &line);
    }
    y += 18;
    if set.lanes.is_empty() {
        canvas.rect("o box edge dash", At(LEFT, y), WIDE, 64, 16);
        let middle = At(LEFT + WIDE / 2, y + 37);
        canvas.text("ink-3 mid", middle, text::lanes_scaled_to_0());
        return y + 64;
    }
    if set.lanes.len() > MOST_LANES {
        return cells(canvas, set, y);
    }
    let claims = set.lanes.iter().map(|lane| lane.claims.len()).max().unwrap_or(0) as i64;
    let columns = set.lanes.len().min(PER_ROW);
    let wide = ((WIDE + GATE) / columns as i64 - GATE).min(300);
    let waits = set.lanes.iter().map(|lane| wrap(&lane.wait.0, 12, wide, 3).len());
    let waits = waits.max().unwrap_or(0) as i64 * 16;
    let label = if set.partition.is_some() { 20 } else { 0 };
    let height = 134 + waits + claims * 36 + label;
    for (index, lane) in set.lanes.iter().enumerate() {
        let (column, row) = ((index % PER_ROW) as i64, (index / PER_ROW) as i64);
        let at = At(LEFT + column * (wide + GATE), y + row * (height + 16));
        if let Some((state, words)) = &lane.gate {
            // The first gate of a row stands before its lane, in the margin.
            gate(canvas, At(at.0 - GATE, at.1), *state, words);
        }
        if set.partition == Some(lane.ordinal) {
            partition(canvas, at, height, lane.ordinal);
        }
        self::lane(canvas, lane, at, wide, waits);
    }
    let rows = set.lanes.len().div_ceil(PER_ROW) as i64;
    y + rows * (height + 16) - 16
}

fn partition(canvas: &mut Canvas, at: At, height: i64, ordinal: i64) {
    let At(x, y) = at;
    let x = x - 5;
    canvas.path("accent thick", &format!("M{x} {}v{height}", y - 2));
    let words = format!("{} {ordinal}", text::partition_label());
    canvas.text("accent-ink xs b", At(x + 6, y + height - 2), &words);
}

fn gate(canvas: &mut Canvas, at: At, state: GateState, words: &str) {
    let At(x, y) = At(at.0 + GATE / 2, at.1 + 84);
    canvas.body.push_str(&format!("<g><title>{}</title>", escape(words)));
    match state {
        GateState::Open => {
            canvas.path("thick edge", &format!("M{x} {}v14M{x} {}v14", y - 36, y + 22));
            canvas.path("o thick line-ready", &format!("M{} {}l5 5l-5 5", x - 3, y - 5));
        }
        GateState::Shut => {
            canvas.path("thick line-failed", &format!("M{x} {}v72", y - 36));
            canvas.circle("solid-failed", At(x, y), 9);
            canvas.path("thick stroke-on", &format!("M{} {y}h9", x - 4));
        }
        GateState::Stuck => {
            canvas.path("thick line-stuck dash", &format!("M{x} {}v72", y - 36));
            canvas.path("solid-stuck", &format!("M{x} {}l12 12l-12 12l-12 -12z", y - 12));
            canvas.path("thick stroke-on", &format!("M{x} {}v6M{x} {}v1", y - 6, y + 5));
        }
    }
    canvas.body.push_str("</g>");
}

fn lane(canvas: &mut Canvas, lane: &Lane, at: At, wide: i64, waits: i64) {
    let At(x, y) = at;
    let badge = lane.revision.as_ref().map_or(0, |(text, _)| width(text, 12) + 16);
    canvas.text("ink l b", At(x, y + 18), &fit_name(&lane.name, 16, wide - badge - 6));
    if let Some((text, is_newest)) = &lane.revision {
        let class = if *is_newest { "o box edge" } else { "fill-waiting box line-waiting dash" };
        canvas.rect(class, At(x + wide - badge, y + 3), badge, 20, 10);
        let ink = if *is_newest { "ink-2 xs mid" } else { "ink-waiting xs b mid" };
        canvas.text(ink, At(x + wide - badge / 2, y + 17), text);
    }
    let room = usize::try_from(wide / 8).unwrap_or(0);
    canvas.text("ink-3 m xs", At(x, y + 36), &fit_mono(&lane.dns, room));
    let top = y + 46;
    match &lane.pod {
        None => {
            canvas.rect("o box edge dash", At(x, top), wide, 76, 16);
            canvas.text("ink-3 mid", At(x + wide / 2, top + 43), text::lane_no_pod());
        }
        Some((status, ready, node)) => {
            let look = name(status.tone);
            let ground = if lane.is_ending { "paper".to_owned() } else { format!("fill-{look}") };
            let class = format!("thick {ground} {}", outline(status.tone, lane.is_ending));
            if status.tone == Tone::Failed {
                canvas.notched(&class, At(x, top), wide, 76, 16, 16);
            } else {
                canvas.rect(&class, At(x, top), wide, 76, 16);
            }
            let icon = if lane.is_ending { "#i-ending" } else { status.tone.icon() };
            canvas.icon(&format!("icon-{look}"), icon, At(x + 12, top + 25), 24);
            let room = wide - 54;
            canvas.text(
                &format!("ink-{look} b"),
                At(x + 44, top + 27),
                &fit_bold(&status.text, 14, room),
            );
            canvas.text("ink-2 xs", At(x + 44, top + 46), &fit(ready, 12, room));
            canvas.text("ink-2 xs", At(x + 44, top + 62), &fit(node, 12, room));
        }
    }
    let ink = if lane.wait.1 { "ink-failed xs b" } else { "ink-2 xs" };
    for (index, line) in wrap(&lane.wait.0, 12, wide, 3).iter().enumerate() {
        canvas.text(ink, At(x, top + 94 + index as i64 * 16), line);
    }
    for (index, (claim, word)) in lane.claims.iter().enumerate() {
        let y = top + 88 + waits + index as i64 * 36;
        let look = name(word.tone);
        let class = format!("box o {}", outline(word.tone, false));
        canvas.rect(&class, At(x, y), wide, 32, 6);
        canvas.icon(&format!("icon-{look}"), "#i-volume", At(x + 8, y + 8), 16);
        canvas.text("ink xs b", At(x + 31, y + 14), &fit_name(claim, 12, wide - 40));
        canvas.text(&format!("ink-{look} xs"), At(x + 31, y + 27), &fit(&word.text, 12, wide - 38));
    }
}

/// Very many ordinals: a cell for each, with its number and its look.
fn cells(canvas: &mut Canvas, set: &SetFacts, top: i64) -> i64 {
    const CELL: i64 = 64;
    let per_row = (WIDE / CELL) as usize;
    let shown = set.lanes.len().min(MOST_CELLS);
    for (index, lane) in set.lanes.iter().take(shown).enumerate() {
        let (column, row) = ((index % per_row) as i64, (index / per_row) as i64);
        let (x, y) = (LEFT + column * CELL, top + row * 34);
        let (tone, title) = match &lane.pod {
            Some((status, ready, _)) => {
                (status.tone, format!("{}: {}, {ready}", lane.name, status.text))
            }
            None => (Tone::False, format!("{}: {}", lane.name, text::lane_no_pod())),
        };
        let look = name(tone);
        canvas.body.push_str(&format!("<g><title>{}</title>", escape(&title)));
        canvas.rect(
            &format!("box fill-{look} {}", outline(tone, lane.is_ending)),
            At(x, y),
            CELL - 6,
            28,
            8,
        );
        let icon = if lane.is_ending { "#i-ending" } else { tone.icon() };
        canvas.icon(&format!("icon-{look}"), icon, At(x + 6, y + 7), 14);
        canvas.text(
            &format!("ink-{look} xs b end"),
            At(x + CELL - 13, y + 18),
            &lane.ordinal.to_string(),
        );
        canvas.body.push_str("</g>");
    }
    let bottom = top + (shown.div_ceil(per_row) as i64) * 34;
    if set.lanes.len() == shown {
        return bottom;
    }
    let more = (set.lanes.len() - shown).to_string();
    canvas.text("ink-3 s", At(LEFT, bottom + 18), &text::why_more(&more));
    bottom + 24
}
