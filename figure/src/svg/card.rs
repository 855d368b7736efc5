//! What a lesson tells, above the stage.

use super::canvas::{At, Canvas, LEFT, WIDE, lines, lines_bold, width};
use crate::card::Card;
use podlab::lesson::Progress;
use podlab_messages::text;

/// From the edge of the card to what is in it.
const INSET: i64 = 16;
/// From a mark to the text behind it.
const MARK: i64 = 22;

/// Draws the card below `top`. Gives where it ends.
pub fn draw(canvas: &mut Canvas, card: &Card, top: i64) -> i64 {
    let (left, room) = (LEFT + INSET, WIDE - 2 * INSET);
    let mut inner = Canvas::default();
    let mut y = top + 24;
    inner.text("ink-3 s b", At(left, y), &card.place());
    for line in lines(&card.says, 16, room) {
        y += 24;
        inner.text("ink l", At(left, y), &line);
    }
    if let Some((asks, choices)) = &card.question {
        y += 10;
        for line in lines_bold(asks, 16, room) {
            y += 24;
            inner.text("ink l b", At(left, y), &line);
        }
        for choice in choices {
            y += 4;
            inner.circle("o box edge", At(left + 7, y + 15), 6);
            for line in lines(choice, 14, room - MARK) {
                y += 20;
                inner.text("ink", At(left + MARK, y), &line);
            }
        }
    }
    if !card.goals.is_empty() {
        y += 32;
        inner.text("ink-3 s b", At(left, y), text::lesson_goals());
    }
    for goal in &card.goals {
        y += 4;
        let word = goal.word();
        let (icon, class) = match goal.progress {
            Progress::Open => (None, "ink-3 xs end"),
            Progress::Reached => (Some(("icon-ready", "done")), "ink-ready xs end"),
            Progress::Lost => (Some(("icon-failed", "cross")), "ink-failed xs end"),
        };
        match icon {
            Some((class, icon)) => inner.icon(class, icon, At(left - 1, y + 7), 16),
            None => inner.rect("o box edge", At(left + 1, y + 9), 12, 12, 3),
        }
        inner.text(class, At(left + room, y + 20), word);
        let now = goal.now.as_ref().map(|now| format!(" ({now})"));
        let says = format!("{}{}", goal.says, now.unwrap_or_default());
        for line in lines(&says, 14, room - MARK - width(word, 12) - INSET) {
            y += 20;
            inner.text("ink", At(left + MARK, y), &line);
        }
    }
    let bottom = y + INSET;
    canvas.rect("side", At(LEFT, top), WIDE, bottom - top, 10);
    canvas.body.push_str(&inner.body);
    bottom
}
