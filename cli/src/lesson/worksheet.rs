//! Worksheets: lessons, presentations and quizzes on paper, with a picture of each moment, room for answers, and the key on a page of
//! its own.

mod quiz;
pub(crate) mod talk;

pub(super) use quiz::quiz;
pub(super) use talk::talk;

use crate::failure::Failure;
use crate::still::of_moment;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clap::ValueEnum;
use podlab::files::lesson_file::{Lesson, Work};
use podlab::lesson::{LessonRun, open, predict};
use podlab_figure::{Figure, Theme};
use podlab_link::snippets::attribute as escaped;
use podlab_messages::{Language, local, text};
use podlab_stage::lesson::LessonView;
use podlab_stage::words::plain;
use std::fmt::Write;
use std::rc::Rc;

/// The formats of a worksheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A page to print
    #[default]
    Html,
    /// Markdown, with tables instead of pictures
    Md,
}

/// How a printed page looks.
const STYLE: &str = "@page{margin:18mm}body{max-width:180mm;margin:auto;font:11pt/1.45 system-ui,sans-serif;color:#111}h1{font-size:20pt;margin:0 0 2mm}h2,h3{font-size:13pt;margin:6mm 0 1mm}section{break-inside:avoid}p{margin:1mm 0}img{width:100%;border:1px solid #ccc;border-radius:2mm}ul{list-style:none;padding:0}.who{display:flex;gap:8mm;margin:4mm 0}.who span{flex:1;border-bottom:1px solid}.line{height:8mm;border-bottom:1px solid #888}.sheet,.key{break-before:page}.sheet:first-child{break-before:auto}code{font-family:ui-monospace,monospace}";

/// A lesson, a presentation or a quiz on paper.
#[derive(Default)]
pub(super) struct Sheet {
    title: String,
    /// What the learner can do afterwards, or is to do.
    objective: String,
    parts: Vec<Part>,
    debrief: String,
    teacher: String,
}

/// A step of a lesson, a move of a presentation or a question on paper.
#[derive(Default)]
struct Part {
    /// What stands behind its number.
    title: String,
    says: String,
    /// The moment, as a picture and as a table.
    picture: Option<(String, String)>,
    /// What is asked, and what can be answered.
    question: Option<(String, Vec<String>)>,
    goals: Vec<String>,
    /// How many commands the official solution gives.
    commands: usize,
    /// The answer with its reasons, and the official solution.
    key: Vec<String>,
    /// The steps of the lesson that a move opens.
    parts: Vec<Part>,
}

impl Part {
    /// What stands in the key; a dash where there is nothing to answer.
    fn answers(&self) -> impl Iterator<Item = &str> {
        let none = self.key.is_empty().then_some("–");
        self.key.iter().map(String::as_str).chain(none)
    }
}

/// Writes worksheets as one document.
pub(super) fn document(sheets: &[Sheet], format: Format, language: Language) -> String {
    match format {
        Format::Html => html(sheets, language),
        Format::Md => sheets.iter().map(markdown).collect::<Vec<_>>().join("\n"),
    }
}

/// Puts a lesson on paper.
///
/// # Errors
///
/// Returns why the lesson cannot begin or its solution cannot be played.
pub(super) fn lesson(lesson: &Rc<Lesson>) -> Result<Sheet, Failure> {
    let (parts, _) = steps(lesson).map_err(|why| {
        let name = &lesson.scenario.name;
        Failure::Input(format!("{name}: {why}"))
    })?;
    Ok(Sheet {
        title: local(&lesson.scenario.title).to_owned(),
        objective: local(&lesson.course.objective).to_owned(),
        parts,
        debrief: local(&lesson.course.debrief).to_owned(),
        teacher: local(&lesson.course.teacher).to_owned(),
    })
}

/// Plays the official solution of a lesson, and takes down what is on its worksheet. Returns the end of the run too.
fn steps(lesson: &Rc<Lesson>) -> Result<(Vec<Part>, Figure), String> {
    let mut history = open(lesson).map_err(|error| error.message.to_string())?;
    let mut run = LessonRun::begin(Rc::clone(lesson), &history);
    let mut parts = Vec::new();
    for step in &lesson.course.steps {
        let before = LessonView::of(&run, &history);
        let picture = picture(&of_moment(lesson, history.clone(), None)?);
        if let Some(asked) = run.question() {
            let right = predict(&history, asked);
            let choice = asked.choices.iter().position(|choice| choice.answer == right);
            run.choose(choice.unwrap_or(0), &history);
            run.see(&mut history);
        }
        let after = LessonView::of(&run, &history);
        let answered = after.question.as_ref().into_iter().flat_map(|question| {
            let right = question.choices.iter().filter(|choice| choice.is_right == Some(true));
            right.map(|choice| choice.answer.clone()).chain(question.because.iter().cloned())
        });
        let gives = |work: &&Work| matches!(work, Work::Kubectl(_) | Work::Command(_));
        parts.push(Part {
            says: before.says,
            picture: Some(picture),
            question: before.question.map(|question| {
                let choices = question.choices.into_iter().map(|choice| choice.answer);
                (plain(&question.asks), choices.collect())
            }),
            goals: after.goals.iter().map(|goal| plain(&goal.says)).collect(),
            commands: step.solution.iter().filter(gives).count(),
            key: answered.chain(after.solution.iter().cloned()).collect(),
            ..Part::default()
        });
        let played = run.play_solution(&mut history);
        played.map_err(|(_, error)| error.message.to_string())?;
        run.next(&history);
    }
    Ok((parts, of_moment(lesson, history.clone(), None)?))
}

/// A moment as a picture and as a table, which do not tell what the reader is to find.
fn picture(figure: &Figure) -> (String, String) {
    let mut figure = figure.clone();
    figure.keep_quiet();
    (figure.svg(Theme::Light), figure.markdown())
}

/// How many empty lines there are for the commands of a step.
fn lines(part: &Part) -> usize {
    if part.goals.is_empty() { 0 } else { part.commands.max(1) }
}

fn html(sheets: &[Sheet], language: Language) -> String {
    let title = sheets.first().map_or("", |sheet| &sheet.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
        language.code(),
        escaped(title)
    );
    // A text of any length can be written into a string.
    for sheet in sheets {
        let _ = writeln!(out, "<article class=\"sheet\">\n<h1>{}</h1>", escaped(&sheet.title));
        paragraph(&mut out, &sheet.objective);
        let _ = writeln!(
            out,
            "<p class=\"who\"><span>{}:</span><span>{}:</span></p>",
            escaped(text::worksheet_name()),
            escaped(text::worksheet_date())
        );
        for (index, part) in sheet.parts.iter().enumerate() {
            section(&mut out, part, &(index + 1).to_string());
            for (step, inner) in part.parts.iter().enumerate() {
                section(&mut out, inner, &format!("{}.{}", index + 1, step + 1));
            }
        }
        let _ = writeln!(
            out,
            "</article>\n<article class=\"key\">\n<h1>{}: {}</h1>",
            escaped(text::worksheet_key()),
            escaped(&sheet.title)
        );
        key(&mut out, &sheet.parts);
        paragraph(&mut out, &sheet.debrief);
        if !sheet.teacher.is_empty() {
            let (word, note) = (text::worksheet_teacher(), escaped(&sheet.teacher));
            let _ = writeln!(out, "<p><b>{}:</b> {note}</p>", escaped(word));
        }
        out.push_str("</article>\n");
    }
    out
}

fn paragraph(out: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(text));
    }
}

fn section(out: &mut String, part: &Part, number: &str) {
    let level = if number.contains('.') { "h3" } else { "h2" };
    let heading = escaped(format!("{number} {}", part.title).trim_end());
    let _ = writeln!(out, "<section>\n<{level}>{heading}</{level}>");
    paragraph(out, &part.says);
    if let Some((picture, _)) = &part.picture {
        let picture = BASE64_STANDARD.encode(picture);
        let _ = writeln!(out, "<img alt=\"\" src=\"data:image/svg+xml;base64,{picture}\">");
    }
    if let Some((asks, choices)) = &part.question {
        paragraph(out, asks);
        list(out, choices);
    }
    list(out, &part.goals);
    for _ in 0..lines(part) {
        out.push_str("<div class=\"line\"></div>\n");
    }
    out.push_str("</section>\n");
}

/// Lines with a box to tick.
fn list(out: &mut String, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for line in lines {
        let _ = writeln!(out, "<li>☐ {}</li>", escaped(line));
    }
    out.push_str("</ul>\n");
}

/// The key to parts, and to the parts within them.
fn key(out: &mut String, parts: &[Part]) {
    out.push_str("<ol>\n");
    for part in parts {
        let lines: Vec<String> = part.answers().map(escaped).collect();
        let _ = write!(out, "<li>{}", lines.join("<br>"));
        if !part.parts.is_empty() {
            out.push('\n');
            key(out, &part.parts);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

fn markdown(sheet: &Sheet) -> String {
    let (name, date) = (text::worksheet_name(), text::worksheet_date());
    let mut out = format!("# {}\n", sheet.title);
    markdown_paragraph(&mut out, &sheet.objective);
    let _ = write!(out, "\n{name}: ______________________ {date}: ____________\n");
    for (index, part) in sheet.parts.iter().enumerate() {
        markdown_section(&mut out, part, &(index + 1).to_string());
        for (step, inner) in part.parts.iter().enumerate() {
            markdown_section(&mut out, inner, &format!("{}.{}", index + 1, step + 1));
        }
    }
    let _ = write!(out, "\n---\n\n# {}: {}\n\n", text::worksheet_key(), sheet.title);
    markdown_key(&mut out, &sheet.parts, "");
    markdown_paragraph(&mut out, &sheet.debrief);
    if !sheet.teacher.is_empty() {
        let _ = write!(out, "\n**{}:** {}\n", text::worksheet_teacher(), sheet.teacher);
    }
    out
}

fn markdown_paragraph(out: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = write!(out, "\n{text}\n");
    }
}

fn markdown_section(out: &mut String, part: &Part, number: &str) {
    let marks = if number.contains('.') { "###" } else { "##" };
    let _ = write!(out, "\n{marks} {}\n", format!("{number} {}", part.title).trim_end());
    markdown_paragraph(out, &part.says);
    if let Some((_, table)) = &part.picture {
        markdown_paragraph(out, table.trim_end());
    }
    if let Some((asks, choices)) = &part.question {
        markdown_paragraph(out, asks);
        markdown_list(out, choices);
    }
    markdown_list(out, &part.goals);
    for _ in 0..lines(part) {
        out.push_str("\n____________________________________________\n");
    }
}

fn markdown_list(out: &mut String, lines: &[String]) {
    if !lines.is_empty() {
        out.push('\n');
    }
    for line in lines {
        let _ = writeln!(out, "- [ ] {line}");
    }
}

fn markdown_key(out: &mut String, parts: &[Part], indent: &str) {
    for (index, part) in parts.iter().enumerate() {
        let number = format!("{}. ", index + 1);
        let _ = writeln!(out, "{indent}{number}{}", part.answers().collect::<Vec<_>>().join("; "));
        markdown_key(out, &part.parts, &format!("{indent}{}", " ".repeat(number.len())));
    }
}
