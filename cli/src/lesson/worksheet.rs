//! Worksheets: lessons on paper, with a picture of each moment, room for answers, and the key on a page of its own.

use crate::failure::Failure;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clap::ValueEnum;
use podlab::files::lesson_file::{Lesson, Work};
use podlab::files::run_file::RunFile;
use podlab::lesson::{LessonRun, open, predict};
use podlab::timeline::history::History;
use podlab_figure::{Figure, Theme};
use podlab_link::snippets::attribute as escaped;
use podlab_messages::{Language, local, text};
use podlab_stage::lesson::LessonView;
use podlab_stage::scene::Scene;
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
const STYLE: &str = "@page{margin:18mm}body{max-width:180mm;margin:auto;font:11pt/1.45 system-ui,sans-serif;color:#111}h1{font-size:20pt;margin:0 0 2mm}h2{font-size:13pt;margin:6mm 0 1mm}section{break-inside:avoid}p{margin:1mm 0}img{width:100%;border:1px solid #ccc;border-radius:2mm}ul{list-style:none;padding:0}.who{display:flex;gap:8mm;margin:4mm 0}.who span{flex:1;border-bottom:1px solid}.line{height:8mm;border-bottom:1px solid #888}.sheet,.key{break-before:page}.sheet:first-child{break-before:auto}code{font-family:ui-monospace,monospace}";

/// A lesson on paper.
struct Sheet {
    title: String,
    objective: String,
    steps: Vec<Step>,
    debrief: String,
    teacher: String,
}

/// A step on paper.
struct Step {
    says: String,
    /// The moment at which it begins, as a picture and as a table.
    picture: (String, String),
    /// What is asked, and what can be answered.
    question: Option<(String, Vec<String>)>,
    goals: Vec<String>,
    /// How many commands the official solution gives.
    commands: usize,
    /// The answer with its reasons, and the official solution.
    key: Vec<String>,
}

/// Writes lessons as one document.
///
/// # Errors
///
/// Returns why a lesson cannot begin or its solution cannot be played.
pub(super) fn worksheet(
    lessons: &[Rc<Lesson>],
    format: Format,
    language: Language,
) -> Result<String, Failure> {
    let sheets = lessons.iter().map(sheet).collect::<Result<Vec<_>, _>>()?;
    Ok(match format {
        Format::Html => html(&sheets, language),
        Format::Md => sheets.iter().map(markdown).collect::<Vec<_>>().join("\n"),
    })
}

/// Plays the official solution of a lesson, and takes down what is on its worksheet.
fn sheet(lesson: &Rc<Lesson>) -> Result<Sheet, Failure> {
    let name = &lesson.scenario.name;
    let mut history =
        open(lesson).map_err(|error| Failure::Input(format!("{name}: {}", error.message)))?;
    let mut run = LessonRun::begin(Rc::clone(lesson), &history);
    let mut steps = Vec::new();
    for step in &lesson.course.steps {
        let before = LessonView::of(&run, &history);
        let picture = picture(&history, lesson)?;
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
        steps.push(Step {
            says: before.says,
            picture,
            question: before.question.map(|question| {
                let choices = question.choices.into_iter().map(|choice| choice.answer);
                (question.asks.replace('*', ""), choices.collect())
            }),
            goals: after.goals.iter().map(|goal| goal.says.replace('*', "")).collect(),
            commands: step.solution.iter().filter(gives).count(),
            key: answered.chain(after.solution.iter().cloned()).collect(),
        });
        run.play_solution(&mut history)
            .map_err(|(_, error)| Failure::Input(format!("{name}: {}", error.message)))?;
        run.next(&history);
    }
    Ok(Sheet {
        title: local(&lesson.scenario.title).to_owned(),
        objective: local(&lesson.course.objective).to_owned(),
        steps,
        debrief: local(&lesson.course.debrief).to_owned(),
        teacher: local(&lesson.course.teacher).to_owned(),
    })
}

/// The present moment, as a picture and as a table.
fn picture(history: &History, lesson: &Lesson) -> Result<(String, String), Failure> {
    let scene = Scene::of(&lesson.scenario);
    let scene = scene.ok_or_else(|| Failure::Input(text::lesson_missing().to_owned()))?;
    let run = RunFile {
        title: local(&scene.title).to_owned().into(),
        pod: (scene.namespace, scene.pod),
        workload: scene.workload,
        ..RunFile::of(history, lesson.scenario.node_count())
    };
    let mut figure = Figure::of_run(&run, None).map_err(|why| Failure::Input(why.to_string()))?;
    figure.go_to(history.now());
    figure.keep_quiet();
    Ok((figure.svg(Theme::Light), figure.markdown()))
}

/// How many empty lines there are for the commands of a step.
fn lines(step: &Step) -> usize {
    if step.goals.is_empty() { 0 } else { step.commands.max(1) }
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
        let _ = write!(
            out,
            "<article class=\"sheet\">\n<h1>{}</h1>\n<p>{}</p>\n<p class=\"who\"><span>{}:</span><span>{}:</span></p>\n",
            escaped(&sheet.title),
            escaped(&sheet.objective),
            escaped(text::worksheet_name()),
            escaped(text::worksheet_date())
        );
        for (index, step) in sheet.steps.iter().enumerate() {
            let picture = BASE64_STANDARD.encode(&step.picture.0);
            let _ = write!(
                out,
                "<section>\n<h2>{}</h2>\n<p>{}</p>\n<img alt=\"\" src=\"data:image/svg+xml;base64,{picture}\">\n",
                index + 1,
                escaped(&step.says)
            );
            if let Some((asks, choices)) = &step.question {
                let _ = writeln!(out, "<p>{}</p>", escaped(asks));
                list(&mut out, choices);
            }
            list(&mut out, &step.goals);
            for _ in 0..lines(step) {
                out.push_str("<div class=\"line\"></div>\n");
            }
            out.push_str("</section>\n");
        }
        let _ = writeln!(
            out,
            "</article>\n<article class=\"key\">\n<h1>{}: {}</h1>\n<ol>",
            escaped(text::worksheet_key()),
            escaped(&sheet.title)
        );
        for step in &sheet.steps {
            let key: Vec<String> = step.key.iter().map(|line| escaped(line)).collect();
            let _ = writeln!(out, "<li>{}</li>", key.join("<br>"));
        }
        let _ = writeln!(out, "</ol>\n<p>{}</p>", escaped(&sheet.debrief));
        if !sheet.teacher.is_empty() {
            let (word, note) = (text::worksheet_teacher(), escaped(&sheet.teacher));
            let _ = writeln!(out, "<p><b>{}:</b> {note}</p>", escaped(word));
        }
        out.push_str("</article>\n");
    }
    out
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

fn markdown(sheet: &Sheet) -> String {
    let (name, date) = (text::worksheet_name(), text::worksheet_date());
    let mut out = format!(
        "# {}\n\n{}\n\n{name}: ______________________ {date}: ____________\n",
        sheet.title, sheet.objective
    );
    for (index, step) in sheet.steps.iter().enumerate() {
        let table = step.picture.1.trim_end();
        let _ = write!(out, "\n## {}\n\n{}\n\n{table}\n", index + 1, step.says);
        if let Some((asks, choices)) = &step.question {
            let _ = write!(out, "\n{asks}\n\n");
            for choice in choices {
                let _ = writeln!(out, "- [ ] {choice}");
            }
        }
        if !step.goals.is_empty() {
            out.push('\n');
        }
        for goal in &step.goals {
            let _ = writeln!(out, "- [ ] {goal}");
        }
        for _ in 0..lines(step) {
            out.push_str("\n____________________________________________\n");
        }
    }
    let _ = write!(out, "\n---\n\n# {}: {}\n\n", text::worksheet_key(), sheet.title);
    for (index, step) in sheet.steps.iter().enumerate() {
        let _ = writeln!(out, "{}. {}", index + 1, step.key.join("; "));
    }
    let _ = write!(out, "\n{}\n", sheet.debrief);
    if !sheet.teacher.is_empty() {
        let _ = write!(out, "\n**{}:** {}\n", text::worksheet_teacher(), sheet.teacher);
    }
    out
}
