//! The Pod: a capsule with its facts, its containers and the way it ends.

use super::canvas::{At, Canvas, LEFT, WIDE, fit, fit_mono, fit_name, name, outline, width};
use super::container;
use crate::facts::{InitContainer, PodFacts, Step, Word};
use podlab_stage::tone::Tone;

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
    if !pod.init_containers.is_empty() {
        y = init_containers(&mut inner, &pod.init_containers, x, y + 6, width);
    }
    y = container::draw(&mut inner, &pod.containers, x, y + 6, width);
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
    canvas.text("ink n b", At(LEFT + PAD, top + 46), &fit_name(&pod.name, 28, 400));
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

fn init_containers(
    canvas: &mut Canvas,
    all: &[InitContainer],
    left: i64,
    top: i64,
    room: i64,
) -> i64 {
    const GAP: i64 = 26;
    let per_row = (all.len() as i64).min(4);
    let wide = ((room - GAP * (per_row - 1)) / per_row).min(250);
    for (index, init) in all.iter().enumerate() {
        let (column, row) = (index as i64 % per_row, index as i64 / per_row);
        let (x, y) = (left + column * (wide + GAP), top + row * 58);
        let look = name(init.word.tone);
        if index + 1 < all.len() && column + 1 < per_row {
            let line =
                if init.is_passed { format!("mark line-{look}") } else { "mark edge dots".into() };
            canvas.path(&line, &format!("M{} {}h{GAP}", x + wide, y + 24));
        }
        let ground = format!("box fill-{look} {}", outline(init.word.tone, false));
        canvas.rect(&ground, At(x, y), wide, 48, 24);
        if init.word.tone == Tone::Idle {
            canvas.circle("o box edge", At(x + 24, y + 24), 15);
            canvas.text("ink-3 b mid", At(x + 24, y + 29), &(index + 1).to_string());
        } else {
            canvas.circle(&format!("solid-{look}"), At(x + 24, y + 24), 15);
            canvas.icon("icon-on", init.word.tone.icon(), At(x + 16, y + 16), 16);
        }
        canvas.text("ink b", At(x + 48, y + 21), &fit_name(&init.name, 14, wide - 66));
        canvas.text(
            &format!("ink-{look} xs"),
            At(x + 48, y + 37),
            &fit(&init.word.text, 12, wide - 60),
        );
    }
    top + (all.len() as i64 + per_row - 1) / per_row * 58
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
        canvas.text(ink, At(x, top + 22), &step.name);
        canvas.text("ink-2 xs", At(x, top + 38), &fit(&step.words, 12, wide - 12));
    }
    top + 40
}
