//! The workshop that comes with Podlab, `lessons/workshop/`: its plan, its slides and its handout belong together.

use crate::common::{podlab, scratch};
use podlab::ReadOptions;
use podlab::files::presentation_file::{self, Opens};
use std::collections::BTreeSet;
use std::{env, fs};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/workshop");

fn read(name: &str) -> String {
    fs::read_to_string(format!("{FOLDER}/{name}")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The cells of each row of the plan: minutes, what, slides, learners.
fn plan() -> Vec<Vec<String>> {
    let text = read("README.md");
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// The numbers of a range such as `4–11`, or of one number.
fn range(cell: &str) -> (usize, usize) {
    let (from, to) = cell.split_once('–').unwrap_or((cell, cell));
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{cell} is no range"));
    (number(from), number(to))
}

/// The lessons that the learners play, in the order of the plan.
fn lessons() -> Vec<String> {
    let plan = plan();
    let names = plan.iter().flat_map(|row| row[3].split(", "));
    names.filter_map(|name| Some(name.strip_prefix('`')?.strip_suffix('`')?.to_owned())).collect()
}

#[test]
fn the_plan_fills_its_minutes_and_shows_each_slide_once() {
    let (mut minute, mut slide) = (0, 0);
    for row in plan() {
        let (from, to) = range(&row[0]);
        assert_eq!(from, minute, "{row:?}");
        minute = to;
        let (first, last) = range(&row[2]);
        assert_eq!(first, slide + 1, "{row:?}");
        slide = last;
    }
    let slides = presentation_file::read(&read("slides.yaml"), &ReadOptions::default());
    let slides = slides.expect("it is a presentation");
    assert_eq!((minute, slide), (45, slides.moves.len()));
    assert!(slides.moves.iter().all(|shown| shown.say.missing().count() == 0));
}

#[test]
fn the_lessons_fit_into_their_time_and_the_slides_open_the_first_of_each_part() {
    let slides = presentation_file::read(&read("slides.yaml"), &ReadOptions::default());
    let slides = slides.expect("it is a presentation");
    let mut opened = Vec::new();
    for shown in &slides.moves {
        if let Some(Opens::Lesson(name)) = &shown.opens {
            opened.push(name.to_string());
        }
    }
    let mut first = Vec::new();
    for row in plan().iter().filter(|row| row[3].starts_with('`')) {
        let names: Vec<&str> = row[3].split(", ").map(|name| name.trim_matches('`')).collect();
        let minutes = names.iter().map(|name| {
            let lesson = podlab_lessons::lesson(name).unwrap_or_else(|| panic!("no lesson {name}"));
            let minutes = lesson.lines().find_map(|line| line.strip_prefix("minutes: "));
            minutes.and_then(|minutes| minutes.parse::<usize>().ok()).expect("it says its minutes")
        });
        let (from, to) = range(&row[0]);
        assert!(minutes.sum::<usize>() <= to - from, "{row:?}");
        first.push(names[0].to_owned());
    }
    assert_eq!(opened, first);
    // A link leads to what there is.
    let link = podlab(&["link", &format!("{FOLDER}/slides.yaml")]);
    assert_eq!(link.code, Some(0), "{}", link.stderr);
}

#[test]
fn the_handout_is_the_worksheet_of_its_lessons() {
    let lessons = lessons();
    assert_eq!(lessons.iter().collect::<BTreeSet<_>>().len(), 4);
    for (language, name) in [("en", "handout.md"), ("id", "handout.id.md"), ("ko", "handout.ko.md")]
    {
        let drawn = scratch(name, "");
        let mut arguments = vec!["lesson", "worksheet", "--lang", language, "-o", &drawn];
        arguments.extend(lessons.iter().map(String::as_str));
        let ran = podlab(&arguments);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let drawn = fs::read_to_string(drawn).expect("it is written");
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(format!("{FOLDER}/{name}"), &drawn).expect("it is written");
        }
        assert_eq!(drawn, read(name), "write it again with UPDATE_GOLDEN=1");
    }
    let command = read("README.md");
    assert!(command.contains(&format!("worksheet {} -o", lessons.join(" "))), "{lessons:?}");
}
