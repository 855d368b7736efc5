//! A run as a film: SVG that shows one moment after the other, or a recording of a terminal.

use crate::facts::Facts;
use crate::lab::Figure;
use crate::svg::canvas::Canvas;
use crate::svg::chart::{self, Extent, Scale};
use crate::svg::{Theme, WIDTH, document, foot, stage, table};
use podlab::base::time::SimTime;
use serde_json::json;
use std::fmt::Write;

/// Most moments of a film.
const MOST_FRAMES: usize = 48;
/// How long a moment is shown at least and at most, and the last one, in milliseconds.
const LEAST: u64 = 600;
const MOST: u64 = 3000;
const LAST: u64 = 4000;

/// A film from the beginning of a run to a moment.
pub struct Film {
    /// What is to be seen, each at its moment.
    frames: Vec<Facts>,
    /// The run at its end.
    figure: Figure,
}

impl Film {
    /// Films a run that is at its beginning, up to a moment: every visible change, or fewer of very many.
    pub fn of(mut figure: Figure, until: SimTime) -> Film {
        let mut frames = vec![Facts::of(&figure)];
        let mut gap = 0;
        while figure.go_to_change(until) {
            let first = frames.last().is_none_or(|last| figure.now().since(last.now) >= gap);
            if figure.now() == frames[frames.len() - 1].now {
                frames.pop();
                frames.push(Facts::of(&figure));
            } else if first {
                frames.push(Facts::of(&figure));
            }
            if frames.len() >= MOST_FRAMES {
                gap = (gap * 2).max(until.0 / MOST_FRAMES as u64);
                let mut kept = None;
                frames.retain(|facts| {
                    let stays = kept.is_none_or(|last| facts.now.since(last) >= gap);
                    if stays {
                        kept = Some(facts.now);
                    }
                    stays
                });
            }
        }
        figure.go_to(until);
        frames.retain(|facts| facts.now < until);
        frames.push(Facts::of(&figure));
        Film { frames, figure }
    }

    /// The film in SVG. It plays again and again with CSS alone, stands still for those who want less motion and while a pointer is
    /// over it, and shows its last moment where nothing moves. `speed` is how many simulated seconds a second has.
    pub fn svg(&self, theme: Theme, speed: u32) -> String {
        let last = &self.frames[self.frames.len() - 1];
        let (mut stages, mut top) = (Vec::new(), 0);
        for facts in &self.frames {
            let mut canvas = Canvas::default();
            top = top.max(stage(&mut canvas, facts));
            stages.push(canvas);
        }
        let mut canvas = Canvas::default();
        let (place, below) = chart::draw(&mut canvas, last, top);
        let mut end = 0;
        for (facts, canvas) in self.frames.iter().zip(&mut stages) {
            end = end.max(table(canvas, facts, below));
        }
        let height = foot(&mut canvas, end);
        self.veil(&mut canvas, place);
        for (index, stage) in stages.iter().enumerate() {
            let class = if index + 1 == stages.len() { "f f-last" } else { "f" };
            let _ = write!(canvas.body, "\n<g class=\"{class} f{index}\">{}</g>", stage.body);
        }
        document(&canvas, last, height, theme, &self.motion(speed))
    }

    /// Covers what is not yet, and marks the present moment.
    fn veil(&self, canvas: &mut Canvas, place: Extent) {
        let (top, bottom) = (place.top - 3, place.bottom);
        let left = Scale::to(self.figure.now()).x(SimTime::ZERO);
        let _ = write!(
            canvas.body,
            "<g class=\"veil\"><rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{}\"/>\
             <path class=\"accent mark\" d=\"M{left} {top}V{bottom}\"/></g>",
            bottom - top
        );
    }

    /// How long each moment is shown, in milliseconds.
    fn lengths(&self, speed: u32) -> Vec<u64> {
        let times = self.frames.windows(2);
        let length = |pair: &[Facts]| {
            (pair[1].now.since(pair[0].now) / u64::from(speed.max(1))).clamp(LEAST, MOST)
        };
        times.map(length).chain([LAST]).collect()
    }

    fn motion(&self, speed: u32) -> String {
        let lengths = self.lengths(speed);
        let total: u64 = lengths.iter().sum();
        let count = self.frames.len();
        // Films of one page have names of their own for what moves.
        let scene = &self.figure.lab.scene;
        let (title, total_text) = (scene.english_title(), total.to_string());
        let name = crate::svg::hash(&[&scene.name, title, &total_text, &count.to_string()]);
        let percent = |at: u64| {
            let hundredths = at * 10_000 / total;
            format!("{}.{:02}%", hundredths / 100, hundredths % 100)
        };
        let scale = Scale::to(self.figure.now());
        let left = scale.x(SimTime::ZERO);
        let way = |time: SimTime| scale.x(time) - left;
        let whole = way(self.figure.now());
        let root = ".podlab-figure";
        let mut css = format!(
            "{root} .f{{visibility:hidden}}\n{root} .f-last{{visibility:visible}}\n\
             {root} .veil{{transform:translateX({whole}px);animation:pl{name} {total}ms linear infinite}}\n"
        );
        let (mut at, mut moves) = (0, String::new());
        for (index, length) in lengths.iter().enumerate() {
            let from = percent(at);
            let _ =
                write!(moves, "{from}{{transform:translateX({}px)}}", way(self.frames[index].now));
            let before = if at == 0 { String::new() } else { "0%{visibility:hidden}".to_owned() };
            at += length;
            let after = if index + 1 == count {
                String::new()
            } else {
                format!("{}{{visibility:hidden}}", percent(at))
            };
            let _ = writeln!(
                css,
                "@keyframes pl{name}-{index}{{{before}{from}{{visibility:visible}}{after}}}\n\
                 {root} .f{index}{{animation:pl{name}-{index} {total}ms step-end infinite}}"
            );
        }
        let _ =
            writeln!(css, "@keyframes pl{name}{{{moves}100%{{transform:translateX({whole}px)}}}}");
        let _ = writeln!(css, "{root}:hover *{{animation-play-state:paused}}");
        let _ = writeln!(
            css,
            "@media (prefers-reduced-motion:reduce){{{root} *{{animation:none!important}}}}"
        );
        css
    }

    /// The film as a recording of a terminal in which `kubectl get pods -w` runs: asciicast, version 2. Times are simulated
    /// seconds, `speed` of them in a second.
    pub fn cast(&self, speed: u32) -> String {
        let lines = self.figure.watch_times();
        let width =
            lines.iter().map(|(_, line)| line.trim_end().chars().count()).max().unwrap_or(0);
        let head = json!({
            "version": 2,
            "width": width.max(60),
            "height": (lines.len() + 2).clamp(8, 40),
            "title": self.figure.title(),
        });
        let mut text = format!("{head}\n");
        let mut put = |time: SimTime, shown: String| {
            let milliseconds = time.0 / u64::from(speed.max(1));
            // A number with three decimals is written as one, never in another form.
            let time = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
            let _ = writeln!(text, "[{time}, \"o\", {}]", json!(shown));
        };
        put(SimTime::ZERO, "$ kubectl get pods -w\r\n".to_owned());
        for (time, line) in lines {
            put(time, line.replace('\n', "\r\n"));
        }
        put(self.figure.now(), String::new());
        text
    }
}
