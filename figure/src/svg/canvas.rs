//! Writing SVG: every text is escaped, every number is whole.

use crate::words::harmless;
use podlab_stage::tone::Tone;
use std::fmt::Write;

/// Width of a picture.
pub const WIDTH: i64 = 960;
/// From the picture's edge to what is in it, and how wide that is.
pub(crate) const LEFT: i64 = 32;
pub(crate) const WIDE: i64 = WIDTH - 2 * LEFT;

const ICONS: &str = include_str!("../../../web/src/components/icons.svg");

/// A picture that grows.
#[derive(Debug, Default)]
pub struct Canvas {
    /// What was drawn.
    pub body: String,
}

/// Where a text stands beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At(pub i64, pub i64);

/// The name of a look in class names.
pub const fn name(tone: Tone) -> &'static str {
    match tone {
        Tone::Waiting => "waiting",
        Tone::Running => "running",
        Tone::Ready => "ready",
        Tone::Done => "done",
        Tone::Failed => "failed",
        Tone::Unknown => "unknown",
        Tone::Idle => "idle",
        Tone::False => "false",
    }
}

/// The classes of the outline of a look: dots while it ends, dashes for what waits or is False.
pub fn outline(tone: Tone, is_ending: bool) -> String {
    let style = match tone {
        _ if is_ending => " dots",
        Tone::Waiting | Tone::False => " dash",
        Tone::Running | Tone::Ready | Tone::Done | Tone::Failed | Tone::Unknown | Tone::Idle => "",
    };
    format!("line-{}{style}", name(tone))
}

impl Canvas {
    /// A rectangle with round corners.
    pub fn rect(&mut self, class: &str, at: At, width: i64, height: i64, radius: i64) {
        let At(x, y) = at;
        let round = if radius > 0 { format!(" rx=\"{radius}\"") } else { String::new() };
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>"
        );
    }

    /// A rectangle whose upper right corner is cut off.
    pub fn notched(
        &mut self,
        class: &str,
        at: At,
        width: i64,
        height: i64,
        radius: i64,
        notch: i64,
    ) {
        let (At(x, y), r) = (at, radius);
        let (right, bottom) = (x + width, y + height);
        let _ = write!(
            self.body,
            "<path class=\"{class}\" d=\"M{} {y}H{}L{right} {}V{}Q{right} {bottom} {} {bottom}H{}Q{x} {bottom} {x} {}V{}Q{x} {y} {} {y}Z\"/>",
            x + r,
            right - notch,
            y + notch,
            bottom - r,
            right - r,
            x + r,
            bottom - r,
            y + r,
            x + r,
        );
    }

    /// A path.
    pub fn path(&mut self, class: &str, data: &str) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{data}\"/>");
    }

    /// A circle.
    pub fn circle(&mut self, class: &str, at: At, radius: i64) {
        let At(x, y) = at;
        let _ =
            write!(self.body, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// A text.
    pub fn text(&mut self, class: &str, at: At, text: &str) {
        self.texts(class, at, &[("", 0, text)]);
    }

    /// Several pieces of text in one line, each with its class and its distance from the one before.
    pub fn texts(&mut self, class: &str, at: At, pieces: &[(&str, i64, &str)]) {
        let At(x, y) = at;
        if pieces.iter().all(|(_, _, text)| text.is_empty()) {
            return;
        }
        let _ = write!(self.body, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">");
        for (class, gap, text) in pieces {
            let text = escape(text);
            if class.is_empty() && *gap == 0 {
                self.body.push_str(&text);
            } else {
                let gap = if *gap == 0 { String::new() } else { format!(" dx=\"{gap}\"") };
                let class =
                    if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
                let _ = write!(self.body, "<tspan{class}{gap}>{text}</tspan>");
            }
        }
        self.body.push_str("</text>");
    }

    /// One of the page's icons, by its name without `#i-`; its colour comes from the class.
    pub fn icon(&mut self, class: &str, icon: &str, at: At, size: i64) {
        let At(x, y) = at;
        let icon = icon.trim_start_matches("#i-");
        let _ = write!(
            self.body,
            "<use class=\"icon {class}\" href=\"#pl-{icon}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
        );
    }

    /// The symbols of the icons that were drawn.
    pub fn symbols(&self) -> String {
        let mut symbols = String::new();
        for line in ICONS.lines().filter(|line| line.starts_with("<symbol")) {
            let id = line.split('"').nth(1).unwrap_or_default().trim_start_matches("i-");
            if self.body.contains(&format!("href=\"#pl-{id}\"")) {
                symbols.push_str(&line.replacen("id=\"i-", "id=\"pl-", 1));
            }
        }
        symbols
    }
}

/// A text as it may stand in XML, between tags or between quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\r' | '\t' => escaped.push(' '),
            _ => escaped.push(harmless(c)),
        }
    }
    escaped
}

/// How much wider bold characters are, as a fraction.
const BOLD: (i64, i64) = (115, 100);

/// About how wide a character is, in hundredths of the size of its font. Wide rather than narrow.
fn width_of(c: char) -> i64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 32,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | ' ' | '-' => 40,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 92,
        'A'..='Z' => 71,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffef}' => 100,
        _ => 60,
    }
}

/// About how wide a text is at that size of font.
pub fn width(text: &str, size: i64) -> i64 {
    text.chars().map(width_of).sum::<i64>() * size / 100
}

/// As much of a text as fits, with an ellipsis when that is not all; nothing when not even two characters fit.
pub fn fit(text: &str, size: i64, room: i64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut fitted = String::new();
    let mut left = room * 100 / size.max(1) - 75;
    for c in text.chars() {
        left -= width_of(c);
        if left < 0 {
            break;
        }
        fitted.push(c);
    }
    if fitted.chars().count() < 2 {
        return String::new();
    }
    format!("{}…", fitted.trim_end())
}

/// As much of a bold text as fits, with an ellipsis when that is not all.
pub fn fit_bold(text: &str, size: i64, room: i64) -> String {
    fit(text, size, room * BOLD.1 / BOLD.0)
}

/// About how wide a bold text is at that size of font.
pub fn width_bold(text: &str, size: i64) -> i64 {
    width(text, size) * BOLD.0 / BOLD.1
}

/// As much of a bold name as fits. Names are told apart by their ends, so it is the middle that is left out.
pub fn fit_name(name: &str, size: i64, room: i64) -> String {
    const END: usize = 4;
    let characters: Vec<char> = name.chars().collect();
    if width_bold(name, size) <= room || characters.len() < 3 * END {
        return fit_bold(name, size, room);
    }
    let (begin, end) = characters.split_at(characters.len() - END);
    let end: String = end.iter().collect();
    let begin: String = begin.iter().collect();
    let begin = fit_bold(&format!("{begin}……"), size, room - width_bold(&end, size));
    if begin.is_empty() { fit_bold(name, size, room) } else { begin + &end }
}

/// A text of fixed-width characters that fits in so many of them.
pub fn fit_mono(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(characters.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// A text in lines that fit, at most so many; the last one ends in an ellipsis when there is more.
pub fn wrap(text: &str, size: i64, room: i64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let is_full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + size / 2 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(line) if is_full => {
                let rest: Vec<&str> = std::iter::once(word).chain(words.by_ref()).collect();
                *line = fit(&format!("{line} {}", rest.join(" ")), size, room);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| fit(line, size, room)).collect()
}

/// A text in lines that fit, all of it: a word that is longer than a line goes on in the next one.
pub fn lines(text: &str, size: i64, room: i64) -> Vec<String> {
    let mut words = String::new();
    for word in text.split_whitespace() {
        let mut piece = String::new();
        for c in word.chars() {
            if width(&piece, size) + width(&c.to_string(), size) > room && !piece.is_empty() {
                words.push_str(&std::mem::take(&mut piece));
                words.push(' ');
            }
            piece.push(c);
        }
        words.push_str(&piece);
        words.push(' ');
    }
    wrap(&words, size, room, usize::MAX)
}

/// A bold text in lines that fit, all of it.
pub fn lines_bold(text: &str, size: i64, room: i64) -> Vec<String> {
    lines(text, size, room * BOLD.1 / BOLD.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_a_text() {
        let text = "</text><script>alert('\"&\u{0}\u{202e}\n')";
        let escaped = escape(text);
        assert!(!escaped.contains(['<', '>', '"', '\'', '\n', '\u{0}', '\u{202e}']));
        let document = format!("<a b=\"{escaped}\">{escaped}</a>");
        let read = roxmltree::Document::parse(&document).expect("it is XML");
        assert_eq!(read.root_element().children().count(), 1);
        assert!(read.root_element().text().unwrap().starts_with("</text><script>"));
    }

    #[test]
    fn long_texts_are_cut_and_wrapped() {
        assert_eq!(fit("short", 14, 100), "short");
        assert!(fit("a word that is much too long", 14, 80).ends_with('…'));
        assert_eq!(fit("Running", 14, 12), "");
        let lines = wrap("one two three four five six seven eight", 12, 60, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && lines.iter().all(|line| width(line, 12) <= 60));
        let whole = super::lines("one aaaaaaaaaaaaaaaaaaaaaaaa two", 12, 60);
        assert_eq!(whole.concat().replace(' ', ""), format!("one{}two", "a".repeat(24)));
        assert!(whole.len() > 3 && whole.iter().all(|line| width(line, 12) <= 60), "{whole:?}");
        assert_eq!(fit_mono("abcdef", 4), "abc…");
        let name = fit_name("a-very-long-name-of-a-database-17", 16, 120);
        assert!(name.ends_with("…e-17") && name.starts_with("a-ve"), "{name}");
        assert!(width_bold(&name, 16) <= 120 && fit_name("web-0", 16, 120) == "web-0");
    }
}
