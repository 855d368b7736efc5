//! Reads the run, the lesson or the presentation in the text of a link, within the limits of links.

use crate::limits::{
    MOST_COMMANDS, MOST_ITEMS, MOST_NODES, MOST_REPLICAS, MOST_SECONDS, MOST_TEXT, MOST_TEXT_CHARS,
};
use crate::{LinkError, TooMany, View};
use podlab::ReadOptions;
use podlab::files::lesson_file::{Filled, Lesson, Variants, Work};
use podlab::files::presentation_file::{self, Presentation};
use podlab::files::run_file::{self, RunFile};
use podlab::manifest::node::{Entry, Node, Value};
use podlab::manifest::yaml;

/// Reads the run in the text of a link, and the view of it that the link shows.
///
/// # Errors
///
/// Returns [`LinkError::TooLarge`] or [`LinkError::TooMany`] when the text exceeds a limit, [`LinkError::NoRun`] when it is not a
/// run, and [`LinkError::Option`] when its view is not understood.
///
/// ```
/// use podlab_link::{LinkError, read_run};
///
/// let refused = read_run(r#"{"format": "podlab-run", "version": 1}"#).unwrap_err();
/// assert!(matches!(refused, LinkError::NoRun(_)));
/// let long = read_run(&" ".repeat(2 << 20)).unwrap_err();
/// assert_eq!(long.to_string(), "what is in the link is longer than 1048576 bytes");
/// ```
pub fn read_run(text: &str) -> Result<(RunFile, View), LinkError> {
    if text.len() > MOST_TEXT {
        return Err(LinkError::TooLarge);
    }
    let tree: Node = run_file::json(text).map_err(LinkError::NoRun)?;
    // The lists of the run itself have their own limits.
    check(&tree, &["branches", "acts", "commands"])?;
    let run = RunFile::read(text).map_err(LinkError::NoRun)?;
    within(TooMany::Nodes, usize::from(run.nodes), MOST_NODES)?;
    let plans = run.branches.iter().flat_map(|branch| &branch.plan);
    let commands = plans.map(|act| act.commands.len().max(1)).sum();
    within(TooMany::Commands, commands, MOST_COMMANDS)?;
    let view = View::read(&run.view)?;
    Ok((run, view))
}

/// Reads the lesson in the text of a link, in all its variants. Each has to keep within the limits.
///
/// # Errors
///
/// Returns [`LinkError::TooLarge`] or [`LinkError::TooMany`] when the text exceeds a limit, and [`LinkError::NoLesson`] when it is not
/// a lesson.
///
/// ```
/// use podlab_link::{LinkError, read_lesson};
///
/// let refused = read_lesson("{apiVersion: podlab/v1, kind: Scenario}").unwrap_err();
/// assert!(matches!(refused, LinkError::NoLesson(_)));
/// ```
pub fn read_lesson(text: &str) -> Result<Variants, LinkError> {
    if text.len() > MOST_TEXT {
        return Err(LinkError::TooLarge);
    }
    let is_small = |documents: &[Node]| documents.iter().try_for_each(|node| check(node, &[]));
    let documents = yaml::parse(text).map_err(LinkError::NoLesson)?;
    is_small(&documents)?;
    // What is filled may be larger than what is written.
    let filled = Filled::of(text, documents).map_err(LinkError::NoLesson)?;
    filled.variants().iter().try_for_each(|documents| is_small(documents))?;
    let variants = filled.read(&ReadOptions::default()).map_err(LinkError::NoLesson)?;
    variants.all().iter().try_for_each(|lesson| check_lesson(lesson))?;
    Ok(variants)
}

/// Checks the times and the nodes of a lesson.
fn check_lesson(lesson: &Lesson) -> Result<(), LinkError> {
    within(TooMany::Nodes, usize::from(lesson.scenario.node_count()), MOST_NODES)?;
    for step in &lesson.course.steps {
        let asked = step.predict.as_ref().map_or(0, |asked| asked.after.0);
        // What a solution waits for passes at once, too.
        let waits = step.solution.iter().map(|work| match work {
            Work::Wait(time) => time.0,
            Work::Kubectl(_) | Work::Command(_) => 0,
        });
        for time in [asked, waits.fold(0, u64::saturating_add)] {
            within(TooMany::Seconds, (time / 1000) as usize, MOST_SECONDS)?;
        }
    }
    Ok(())
}

/// Reads the presentation in the text of a link. What its moves lead to is limited when it is opened.
///
/// # Errors
///
/// Returns [`LinkError::TooLarge`] when the text is too long, and [`LinkError::NoPresentation`] when it is not a presentation.
pub fn read_presentation(text: &str) -> Result<Presentation, LinkError> {
    if text.len() > MOST_TEXT {
        return Err(LinkError::TooLarge);
    }
    let read = presentation_file::read(text, &ReadOptions::default());
    read.map_err(LinkError::NoPresentation)
}

fn within(what: TooMany, count: usize, most: usize) -> Result<(), LinkError> {
    if count <= most { Ok(()) } else { Err(LinkError::TooMany(what, most)) }
}

/// Checks the lists, maps and texts of a tree. The list under the first key of `own` may have any length, and so may
/// the list under the next key in each of its maps: other code limits them.
fn check(node: &Node, own: &[&str]) -> Result<(), LinkError> {
    match &node.value {
        Value::Text(text) => {
            within(TooMany::Characters, text.chars().count(), MOST_TEXT_CHARS)?;
        }
        Value::List(items) => {
            within(TooMany::Items, items.len(), MOST_ITEMS)?;
            items.iter().try_for_each(|item| check(item, &[]))?;
        }
        Value::Map(entries) => {
            within(TooMany::Items, entries.len(), MOST_ITEMS)?;
            for entry in entries {
                within(TooMany::Characters, entry.key.chars().count(), MOST_TEXT_CHARS)?;
                if asks_for_many(entry) {
                    return Err(LinkError::TooMany(TooMany::Replicas, MOST_REPLICAS));
                }
                match own.split_first() {
                    Some((first, rest)) if entry.key == **first => {
                        entry.node.elements().iter().try_for_each(|item| check(item, rest))?;
                    }
                    _ => check(&entry.node, &[])?,
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
    Ok(())
}

/// Returns whether a field asks for more Pods than a link may, or holds a kubectl line that does.
fn asks_for_many(field: &Entry) -> bool {
    let is_many =
        |number: &str| number.parse().map_or(!number.is_empty(), |n: usize| n > MOST_REPLICAS);
    match (field.key.as_str(), &field.node.value) {
        ("replicas", Value::Int(number)) => *number > MOST_REPLICAS as i64,
        ("replicas", Value::Float(_)) => true,
        ("cmd" | "kubectl", Value::Text(line)) => {
            let is_meant = ["replicas", "patch"].iter().any(|word| line.contains(word));
            is_meant && line.split(|c: char| !c.is_ascii_digit()).any(is_many)
        }
        _ => false,
    }
}
