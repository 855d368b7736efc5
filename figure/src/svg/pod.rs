//! The Pod: a capsule with its facts, its containers and the way it ends.

use super::canvas::{At, Canvas, fit, fit_mono, name, outline, width};
use super::{LEFT, WIDE};
use crate::facts::{Container, PodFacts, Probe, Step, Stone, Word};
use crate::sentences::say;
use crate::tone::Tone;

/// Most pips of a probe; a larger threshold is told in figures.
const MOST_PIPS: u64 = 8;
/// From the capsule's edge to what is in it.
const PAD: i64 = 28;

/// Draws the Pod below `top`. Gives where it ends.
pub fn draw(canvas: &mut Canvas, pod: &PodFacts, top: i64) -> i64 {
    let mut inner = Canvas::default();
    let (x, width) = (LEFT + PAD, WIDE - 2 * PAD);
    let mut y = top + 86;
    head(&mut inner, pod, top);
    if !pod.conditions.is_empty() && pod.exists {
        y = conditions(&mut inner, &pod.conditions, x, y, width);
    }
    if !pod.stones.is_empty() {
        y = stones(&mut inner, &pod.stones, x, y + 6, width);
    }
    y = containers(&mut inner, &pod.containers, x, y + 6, width);
    if !pod.ending.is_empty() {
        y = ending(&mut inner, &pod.ending, x, y + 20, width);
    }
    let bottom = y + 22;
    let look = name(pod.tone);
    if !pod.is_ending {
        canvas.rect(
            &format!("fill-{look}"),
            At(LEFT - 7, top - 7),
            WIDE + 14,
            bottom - top + 14,
            38,
        );
    }
    let class = format!("paper thick {}", outline(pod.tone, pod.is_ending));
    canvas.rect(&class, At(LEFT, top), WIDE, bottom - top, 32);
    canvas.body.push_str(&inner.body);
    bottom + 7
}

fn head(canvas: &mut Canvas, pod: &PodFacts, top: i64) {
    let right = LEFT + WIDE - PAD;
    canvas.text("ink n b", At(LEFT + PAD, top + 46), &fit(&pod.name, 28, 370));
    canvas.text("ink-3 s", At(LEFT + PAD, top + 68), &fit(&pod.place, 13, 400));
    if !pod.exists {
        return;
    }
    let columns = [(right - 424, "phase"), (right - 274, "STATUS"), (right - 54, "READY")];
    for (x, label) in columns {
        canvas.text("ink-3 xs", At(x, top + 30), label);
    }
    let y = top + 38;
    badge(canvas, &pod.phase, At(columns[0].0, y), 134);
    let status = &pod.status;
    let class = format!("box fill-{} {}", name(status.tone), outline(status.tone, pod.is_ending));
    canvas.rect(&class, At(columns[1].0, y), 204, 28, 4);
    let class = format!("ink-{} m s b", name(status.tone));
    canvas.text(&class, At(columns[1].0 + 10, y + 19), &fit_mono(&status.text, 23));
    canvas.text("ink m l b", At(columns[2].0, y + 20), &pod.ready);
}

/// A phase, or something as weighty: what is over or whole is on solid ground.
fn badge(canvas: &mut Canvas, word: &Word, at: At, wide: i64) {
    let At(x, y) = at;
    let look = name(word.tone);
    let is_solid = matches!(word.tone, Tone::Done | Tone::Failed | Tone::Ready);
    let (ground, ink, icon) = if is_solid {
        (format!("box solid-{look} line-{look}"), "on-solid".to_owned(), "icon-on".to_owned())
    } else {
        let ground = format!("box fill-{look} {}", outline(word.tone, false));
        (ground, format!("ink-{look}"), format!("icon-{look}"))
    };
    canvas.rect(&ground, at, wide, 28, 14);
    canvas.icon(&icon, word.tone.icon(), At(x + 10, y + 6), 16);
    canvas.text(&format!("{ink} b"), At(x + 34, y + 19), &word.text);
}

/// The conditions as a row of chips. Gives where it ends.
fn conditions(canvas: &mut Canvas, all: &[[String; 3]], left: i64, top: i64, room: i64) -> i64 {
    let (mut x, mut y) = (left, top);
    for [kind, status, reason] in all {
        let tone = match status.as_str() {
            "True" => Tone::Ready,
            "False" => Tone::False,
            _ => Tone::Unknown,
        };
        let told = if status == "True" { String::new() } else { format!(" {status}") };
        let words = fit(&format!("{kind}{told}"), 12, room - 40);
        let wide = width(&words, 12) + 36;
        if x + wide > left + room {
            (x, y) = (left, y + 30);
        }
        let ground = format!("box o {}", outline(tone, false));
        canvas.rect(&ground, At(x, y), wide, 24, 12);
        let icon = if tone == Tone::Ready { "#i-done" } else { tone.icon() };
        canvas.icon(&format!("icon-{}", name(tone)), icon, At(x + 8, y + 5), 14);
        let class = format!("ink-{} xs", name(tone));
        canvas.body.push_str("<g>");
        if !reason.is_empty() {
            let told = format!("{kind} {status}: {reason}");
            canvas.body.push_str(&format!("<title>{}</title>", super::canvas::escape(&told)));
        }
        canvas.text(&class, At(x + 26, y + 16), &words);
        canvas.body.push_str("</g>");
        x += wide + 8;
    }
    y + 34
}

fn stones(canvas: &mut Canvas, all: &[Stone], left: i64, top: i64, room: i64) -> i64 {
    const GAP: i64 = 26;
    let per_row = (all.len() as i64).min(4);
    let wide = ((room - GAP * (per_row - 1)) / per_row).min(250);
    for (index, stone) in all.iter().enumerate() {
        let (column, row) = (index as i64 % per_row, index as i64 / per_row);
        let (x, y) = (left + column * (wide + GAP), top + row * 58);
        let look = name(stone.word.tone);
        if index + 1 < all.len() && column + 1 < per_row {
            let line =
                if stone.is_passed { format!("mark line-{look}") } else { "mark edge dots".into() };
            canvas.path(&line, &format!("M{} {}h{GAP}", x + wide, y + 24));
        }
        let ground = format!("box fill-{look} {}", outline(stone.word.tone, false));
        canvas.rect(&ground, At(x, y), wide, 48, 24);
        if stone.word.tone == Tone::Idle {
            canvas.circle("o box edge", At(x + 24, y + 24), 15);
            canvas.text("ink-3 b mid", At(x + 24, y + 29), &(index + 1).to_string());
        } else {
            canvas.circle(&format!("solid-{look}"), At(x + 24, y + 24), 15);
            canvas.icon("icon-on", stone.word.tone.icon(), At(x + 16, y + 16), 16);
        }
        canvas.text("ink b", At(x + 48, y + 21), &fit(&stone.name, 14, wide - 64));
        canvas.text(
            &format!("ink-{look} xs"),
            At(x + 48, y + 37),
            &fit(&stone.word.text, 12, wide - 60),
        );
    }
    top + (all.len() as i64 + per_row - 1) / per_row * 58
}

fn containers(canvas: &mut Canvas, all: &[Container], left: i64, top: i64, room: i64) -> i64 {
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
    let title = fit(&container.name, 16, now - 210);
    canvas.texts(
        "ink l b",
        At(x + 18, y + 30),
        &[("", 0, &title), ("ink-3 s r", 8, container.kind)],
    );
    let (mark, icon, words) = if container.is_ready {
        ("ready", "#i-ready", say!("card.ready"))
    } else {
        ("idle", "#i-running", say!("card.not-ready"))
    };
    canvas.icon(&format!("icon-{mark}"), icon, At(x + now - 36, y + 17), 16);
    canvas.text(&format!("ink-{mark} s end"), At(x + now - 42, y + 30), words);
    let symbol = if container.is_ending { "#i-ending" } else { tone.icon() };
    canvas.icon(&format!("icon-{look}"), symbol, At(x + 18, y + 50), 28);
    canvas.text(
        &format!("ink-{look} w b"),
        At(x + 56, y + 65),
        &fit(&container.state.text, 19, now - 170),
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
            ("", 0, say!("card.restarts")),
            ("ink b", 6, &container.restarts.to_string()),
            ("", 14, say!("card.exit-code")),
            ("ink b", 6, &code),
            ("", 14, say!("card.last")),
            ("ink b", 6, &fit(&last, 13, 130)),
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
    canvas.text("ink w b mid", At(x, y + 4), &container.ring.number);
    canvas.text("ink-2 xs mid", At(x, y + 19), &fit(&container.ring.caption, 12, 66));
}

fn lamp(canvas: &mut Canvas, probe: &Probe, at: At, right: i64) {
    let At(x, y) = at;
    let tone = probe.answer.tone;
    let look = name(tone);
    match tone {
        Tone::Ready => canvas.circle(&format!("solid-{look}"), At(x + 12, y + 12), 12),
        Tone::Failed => canvas.rect(&format!("solid-{look}"), At(x, y), 24, 24, 5),
        _ => canvas.circle(&format!("paper box {}", outline(tone, false)), At(x + 12, y + 12), 11),
    }
    let (icon, class) = match tone {
        Tone::Ready => ("#i-done", "icon-on"),
        Tone::Failed => ("#i-cross", "icon-on"),
        _ => (tone.icon(), "icon-idle"),
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

fn ending(canvas: &mut Canvas, steps: &[Step], left: i64, top: i64, room: i64) -> i64 {
    let wide = room / steps.len() as i64;
    for (index, step) in steps.iter().enumerate() {
        let x = left + index as i64 * wide;
        let line = match (step.is_past, step.is_now) {
            (_, true) => "mark line-failed",
            (true, _) => "mark line-idle",
            _ => "mark edge dash",
        };
        if index + 1 < steps.len() {
            canvas.path(line, &format!("M{x} {top}h{wide}"));
        }
        if let Some(left) = step.left {
            canvas.rect("sunk", At(x + 14, top - 4), wide - 22, 8, 4);
            canvas.rect(
                "solid-failed",
                At(x + 14, top - 4),
                (wide - 22) * left.min(100) as i64 / 100,
                8,
                4,
            );
        }
        let dot = match (step.is_past, step.is_now) {
            (_, true) => "solid-failed",
            (true, _) => "solid-idle",
            _ => "paper mark edge",
        };
        canvas.circle(dot, At(x + 6, top), 6);
        let ink = if step.is_now { "ink-failed b s" } else { "ink-2 b s" };
        canvas.text(ink, At(x, top + 22), step.name);
        canvas.text("ink-2 xs", At(x, top + 38), &fit(&step.words, 12, wide - 12));
    }
    top + 40
}
