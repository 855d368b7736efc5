//! Containers: a card each, with its state, its ring and its probes.

use super::canvas::{
    At, Canvas, fit, fit_bold, fit_mono, fit_name, name, outline, width, width_bold,
};
use crate::facts::{Container, Probe};
use podlab_messages::text;
use podlab_stage::tone::Tone;

/// Most pips of a probe; a larger threshold is told in figures.
const MOST_PIPS: u64 = 8;

/// Draws the cards of containers in rows below `top`. Gives where they end.
pub fn draw(canvas: &mut Canvas, all: &[Container], left: i64, top: i64, room: i64) -> i64 {
    const GAP: i64 = 12;
    let columns = if all.len() == 1 { 1 } else { 2 };
    let wide = (room - GAP * (columns - 1)) / columns;
    let mut y = top;
    for row in all.chunks(columns as usize) {
        let probes = row.iter().map(|c| c.probes.len()).max().unwrap_or(0) as i64;
        let height = if columns == 1 { 134.max(26 + probes * 40) } else { 134 + probes * 40 };
        for (index, container) in row.iter().enumerate() {
            let at = At(left + index as i64 * (wide + GAP), y);
            card(canvas, container, at, wide, height, columns == 1);
        }
        y += height + GAP;
    }
    y - GAP
}

fn card(
    canvas: &mut Canvas,
    container: &Container,
    at: At,
    wide: i64,
    height: i64,
    is_alone: bool,
) {
    let At(x, y) = at;
    let tone = container.state.tone;
    let look = name(tone);
    let ground = format!("box fill-{look} {}", outline(tone, container.is_ending));
    if tone == Tone::Failed {
        canvas.notched(&ground, at, wide, height, 18, 18);
    } else {
        canvas.rect(&ground, at, wide, height, 18);
    }
    if tone == Tone::Unknown {
        let lines = (1..=wide / 28).map(|n| format!("M{} {}l-14 14", x + n * 28, y + 6));
        canvas.path("o thin line-unknown", &lines.collect::<String>());
    }
    let now = if is_alone && !container.probes.is_empty() { wide / 2 } else { wide };
    let (mark, icon, words) = if container.is_ready {
        ("ready", "#i-ready", text::card_ready())
    } else {
        ("idle", "#i-running", text::card_not_ready())
    };
    let room = now - 78 - width(words, 13);
    let title = fit_name(&container.name, 16, room);
    let kind = fit(container.kind, 13, room - width_bold(&title, 16) - 8);
    canvas.texts("ink l b", At(x + 18, y + 30), &[("", 0, &title), ("ink-3 s r", 8, &kind)]);
    canvas.icon(&format!("icon-{mark}"), icon, At(x + now - 36, y + 17), 16);
    canvas.text(&format!("ink-{mark} s end"), At(x + now - 42, y + 30), words);
    let symbol = if container.is_ending { "#i-ending" } else { tone.icon() };
    canvas.icon(&format!("icon-{look}"), symbol, At(x + 18, y + 50), 28);
    canvas.text(
        &format!("ink-{look} w b"),
        At(x + 56, y + 65),
        &fit_bold(&container.state.text, 19, now - 170),
    );
    let room = usize::try_from((now - 56 - 110) / 8).unwrap_or(0);
    canvas.text(&format!("ink-{look} m s"), At(x + 56, y + 84), &fit_mono(&container.reason, room));
    facts(canvas, container, At(x + 18, y + 116));
    ring(canvas, container, At(x + now - 60, y + 84));
    let (left, top) = if is_alone { (x + now + 12, y + 20) } else { (x + 18, y + 138) };
    for (index, probe) in container.probes.iter().enumerate() {
        lamp(canvas, probe, At(left, top + index as i64 * 40), x + wide - 18);
    }
}

fn facts(canvas: &mut Canvas, container: &Container, at: At) {
    let code = container.exit_code.map_or_else(|| "–".to_owned(), |code| code.to_string());
    let last = container.last.as_ref();
    let last = last.map_or_else(|| "–".to_owned(), |(reason, code)| format!("{reason} ({code})"));
    canvas.texts(
        "ink-2 s",
        at,
        &[
            ("", 0, text::card_restarts()),
            ("ink b", 6, &container.restarts.to_string()),
            ("", 14, text::card_exit_code()),
            ("ink b", 6, &code),
            ("", 14, text::card_last()),
            ("ink b", 6, &fit_bold(&last, 13, 140)),
        ],
    );
}

/// A ring that counts a wait down, or shows the time spent in a state.
fn ring(canvas: &mut Canvas, container: &Container, at: At) {
    const RADIUS: i64 = 35;
    /// Its way round, in tenths.
    const ROUND: u64 = 2199;
    let At(x, y) = at;
    let look = name(container.state.tone);
    canvas.circle(&format!("o thin line-{look}"), at, RADIUS);
    if let Some(left) = container.ring.left.filter(|left| *left > 0) {
        let dash = ROUND * left.min(100) / 100;
        canvas.body.push_str(&format!(
            "<circle class=\"o line-{look}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" stroke-width=\"5\" \
             stroke-dasharray=\"{}.{} 300\" transform=\"rotate(-90 {x} {y})\"/>",
            dash / 10,
            dash % 10
        ));
    }
    let number = &container.ring.number;
    let size = if width_bold(number, 19) > 2 * RADIUS - 8 { "l" } else { "w" };
    canvas.text(&format!("ink {size} b mid"), At(x, y + 4), number);
    let caption = &container.ring.caption;
    let size = if width(caption, 12) > 52 { "xxs" } else { "xs" };
    canvas.text(&format!("ink-2 {size} mid"), At(x, y + 18), &fit(caption, 10, 62));
}

fn lamp(canvas: &mut Canvas, probe: &Probe, at: At, right: i64) {
    let At(x, y) = at;
    let tone = probe.answer.tone;
    let look = name(tone);
    match tone {
        Tone::Ready => canvas.circle(&format!("solid-{look}"), At(x + 12, y + 12), 12),
        Tone::Failed => canvas.rect(&format!("solid-{look}"), At(x, y), 24, 24, 5),
        Tone::Waiting | Tone::Running | Tone::Done | Tone::Unknown | Tone::Idle | Tone::False => {
            canvas.circle(&format!("paper box {}", outline(tone, false)), At(x + 12, y + 12), 11);
        }
    }
    let (icon, class) = match tone {
        Tone::Ready => ("#i-done", "icon-on"),
        Tone::Failed => ("#i-cross", "icon-on"),
        Tone::Waiting | Tone::Running | Tone::Done | Tone::Unknown | Tone::Idle | Tone::False => {
            (tone.icon(), "icon-idle")
        }
    };
    canvas.icon(class, icon, At(x + 5, y + 5), 14);
    canvas.texts("ink s b", At(x + 32, y + 12), &[("", 0, &probe.kind)]);
    canvas.text("ink-2 xs end", At(right, y + 12), &fit(&probe.next, 12, right - x - 130));
    let pips = if probe.threshold <= MOST_PIPS { probe.threshold } else { 0 };
    for pip in 0..pips {
        let middle = At(x + 38 + pip as i64 * 15, y + 23);
        match (pip < probe.so_far, probe.to_success) {
            (false, _) => canvas.circle("o box edge", middle, 5),
            (true, true) => canvas.circle("solid-ready", middle, 6),
            (true, false) => {
                let At(x, y) = middle;
                canvas.rect("solid-failed", At(x - 6, y - 6), 12, 12, 2);
                let cross = format!("M{} {}l6 6m0-6l-6 6", x - 3, y - 3);
                canvas.path("o mark stroke-on", &cross);
            }
        }
    }
    let counted = format!("{}/{}  {}", probe.so_far, probe.threshold, probe.answer.text);
    canvas.text("ink-2 xs", At(x + 38 + pips as i64 * 15, y + 27), &counted);
}
