//! The picture: SVG with text that is text, light and dark, without scripts and without anything from elsewhere.

pub(crate) mod canvas;
mod card;
pub(crate) mod chart;
mod container;
mod pod;
mod set;
mod theme;

use crate::facts::Facts;
use crate::lab::Figure;
use crate::transcript;
use crate::words::language;
pub use canvas::WIDTH;
use canvas::{At, Canvas, LEFT, WIDE, escape, fit, fit_bold, fit_mono};
use podlab_messages::text;
pub use theme::Theme;
pub(crate) use theme::style_sheet;

impl Figure {
    /// The picture of this moment. The same moment of the same run gives the same bytes.
    pub fn svg(&self, theme: Theme) -> String {
        let facts = Facts::of(self);
        let mut canvas = Canvas::default();
        let y = stage(&mut canvas, &facts);
        let (_, y) = chart::draw(&mut canvas, &facts, y);
        let y = table(&mut canvas, &facts, y);
        let height = foot(&mut canvas, y);
        document(&canvas, &facts, height, theme, "")
    }
}

/// The whole document around what was drawn. `style` is added to its style sheet.
pub(crate) fn document(
    canvas: &Canvas,
    facts: &Facts,
    height: i64,
    theme: Theme,
    style: &str,
) -> String {
    let title = format!("{}, {}", facts.title, facts.clock());
    let lines = transcript::card(facts).into_iter().chain(transcript::stage(facts));
    let about = lines.collect::<Vec<_>>().join(" ");
    let ground = format!("<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>");
    let body = format!("{ground}\n{}", canvas.body);
    let sheet = format!("{}{}", style_sheet(theme, &body), style);
    let number = hash(&[&title, &about, &body, &sheet]);
    // Several pictures may stand in one page: each has symbols of its own. No text has quotes of this kind.
    let symbols = canvas.symbols().replace("id=\"pl-", &format!("id=\"pl{number}-"));
    let body = body.replace("href=\"#pl-", &format!("href=\"#pl{number}-"));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"podlab-figure\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" lang=\"{}\" aria-labelledby=\"pl-t{number} pl-d{number}\">\n\
         <title id=\"pl-t{number}\">{}</title>\n<desc id=\"pl-d{number}\">{}</desc>\n<style>\n{sheet}</style>\n\
         <defs>{symbols}</defs>\n{body}\n</svg>\n",
        language().code(),
        escape(&title),
        escape(&about),
    )
}

/// A number that tells pictures apart which stand in one page. FNV-1a.
pub(crate) fn hash(texts: &[&str]) -> String {
    let mut sum: u32 = 0x811c_9dc5;
    for byte in texts.iter().flat_map(|text| text.bytes()) {
        sum = (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("{sum:08x}")
}

/// Title, clock, what a lesson tells, and the Pod or set. Gives where the chart begins.
pub(crate) fn stage(canvas: &mut Canvas, facts: &Facts) -> i64 {
    canvas.text("ink h b", At(LEFT, 44), &fit_bold(&facts.title, 22, 720));
    let of = match (&facts.set, &facts.pod) {
        (Some(set), _) => format!("{} {}", set.kind, set.name),
        (None, Some(pod)) => format!("Pod {}", pod.name),
        (None, None) => String::new(),
    };
    let release = format!("{} {}", text::top_release(), facts.release.number());
    canvas.texts("ink-2 s", At(LEFT, 66), &[("", 0, &fit(&of, 13, 380)), ("ink-3", 12, &release)]);
    canvas.text("ink m h b end", At(LEFT + WIDE, 44), &facts.clock());
    canvas.text("ink-3 xs end", At(LEFT + WIDE, 64), text::time_simulated());
    let mut y = 92;
    if let Some(card) = &facts.card {
        y = card::draw(canvas, card, y - 6) + 22;
    }
    if let Some(set) = &facts.set {
        y = set::draw(canvas, set, y) + 22;
    }
    if let Some(pod) = &facts.pod {
        y = pod::draw(canvas, pod, y) + 16;
    }
    if facts.set.is_none() && facts.pod.is_none() {
        canvas.rect("o thick edge dash", At(LEFT, y), WIDE, 96, 32);
        canvas.text("ink-3 l mid", At(LEFT + WIDE / 2, y + 54), text::pod_none());
        y += 112;
    }
    y
}

/// What kubectl prints, in columns. Gives where it ends.
pub(crate) fn table(canvas: &mut Canvas, facts: &Facts, top: i64) -> i64 {
    const CHARACTER: i64 = 8;
    const MOST: usize = 46;
    let rows = facts.table.len() as i64;
    let lines = if rows > 1 { rows } else { 1 } + i64::from(facts.more_pods > 0);
    let y = top + 10;
    canvas.rect("side", At(LEFT, y), WIDE, 46 + lines * 20, 10);
    canvas.texts(
        "ink-3 m s",
        At(LEFT + 16, y + 25),
        &[("", 0, "$ "), ("ink b", 0, &facts.command())],
    );
    let mut x = LEFT + 16;
    let columns = facts.table.first().map_or(0, Vec::len);
    for column in 0..columns {
        let cells: Vec<String> =
            facts.table.iter().map(|row| fit_mono(&row[column], MOST)).collect();
        let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) as i64;
        for (row, cell) in cells.iter().enumerate().filter(|_| rows > 1) {
            let class = if row == 0 { "ink-3 m s" } else { "ink m s" };
            canvas.text(class, At(x, y + 47 + row as i64 * 20), cell);
        }
        x += (longest.max(4) + 3) * CHARACTER;
    }
    if rows <= 1 {
        canvas.text("ink m s", At(LEFT + 16, y + 47), &fit_mono(&facts.nothing(), 100));
    } else if facts.more_pods > 0 {
        let more = format!("… +{}", facts.more_pods);
        canvas.text("ink-3 m s", At(LEFT + 16, y + 47 + rows * 20), &more);
    }
    y + 46 + lines * 20
}

/// Whose picture it is. Gives the height of the whole.
pub(crate) fn foot(canvas: &mut Canvas, top: i64) -> i64 {
    canvas.text("ink-3 xs end", At(LEFT + WIDE, top + 20), "Podlab");
    top + 32
}
