//! A lesson of each chapter, played to its end by keys alone.

use std::rc::Rc;

use podlab::ReadOptions;
use podlab::base::language::Language;
use podlab::files::lesson_file::{self, Chapter, Lesson, Step, Work};
use podlab::lesson::{LessonRun, open, predict};
use podlab_browser_tests::{Browser, Page};
use podlab_lessons::LESSONS;
use serde_json::{Value, json};

/// What leads on from a step that is done.
const CONTINUE: &str = ".lesson-acts .is-primary";
/// The line for kubectl.
const LINE: &str = "#console-line";

/// The key that moves the focus forward, and its opposite.
const FORWARD: [&str; 2] = ["Tab", "Shift+Tab"];
/// The key that moves the focus back, and its opposite.
const BACK: [&str; 2] = ["Shift+Tab", "Tab"];

/// Notes in each frame whether the page has lost the focus.
const WATCH_FOCUS: &str = "
    window.podlabLost = 0;
    (function look() {
        if (document.activeElement === document.body) window.podlabLost += 1;
        requestAnimationFrame(look);
    })()";

/// The shortest lesson of a chapter that asks something and is solved by lines for kubectl: the one with the fewest steps, and of these
/// the one in which the least time passes.
fn shortest(chapter: Chapter) -> Rc<Lesson> {
    let lessons = LESSONS.iter().map(|scene| {
        let read = lesson_file::read(scene.text, &ReadOptions::default());
        read.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", scene.name))
    });
    let fits = |lesson: &Lesson| {
        let steps = &lesson.course.steps;
        lesson.course.chapter == chapter
            && steps.iter().any(|step| step.predict.is_some())
            && steps.iter().any(|step| !step.goals.is_empty())
            && steps.iter().all(is_typed)
    };
    let length = |lesson: &Lesson| {
        let steps = &lesson.course.steps;
        let waits = steps.iter().flat_map(|step| &step.solution).filter_map(|work| match work {
            Work::Wait(time) => Some(time.0),
            Work::Kubectl(_) | Work::Command(_) => None,
        });
        (steps.len(), waits.sum::<u64>())
    };
    let found = lessons.filter(fits).min_by_key(length);
    Rc::new(found.unwrap_or_else(|| panic!("no lesson of {chapter:?} is solved by kubectl")))
}

/// Whether a step is solved by lines for kubectl, after which time passes, or by none.
fn is_typed(step: &Step) -> bool {
    let before_last = step.solution.len().saturating_sub(1);
    step.solution.iter().enumerate().all(|(index, work)| match work {
        Work::Kubectl(_) => true,
        Work::Wait(_) => index == before_last,
        Work::Command(_) => false,
    })
}

/// Whether what has the focus matches the selector.
fn is_at(page: &Page, css: &str) -> bool {
    let script = "return document.activeElement?.matches(arguments[0]) ?? false";
    page.js(script, &[css.into()]) == true
}

/// What has the focus, for a person who reads why a test failed.
fn focused(page: &Page) -> String {
    let script = "return document.activeElement?.outerHTML.slice(0, 200) ?? ''";
    page.js(script, &[]).as_str().unwrap_or_default().to_owned()
}

/// Moves the focus with a key to what the selector matches. The key is pressed several times at once, because each command to a driver
/// takes time, and the opposite key goes back to what was passed. Firefox loses its place where keys come at once.
fn move_to(page: &Page, [key, back]: [&str; 2], css: &str) {
    let at_once = if page.browser() == Browser::Firefox { 1 } else { 8 };
    let notes = "window.podlabPassed = false;
         window.podlabLooks ??= addEventListener('focusin', (event) => { podlabPassed ||= event.target.matches(podlabSought) }) ?? true;
         window.podlabSought = arguments[0]";
    page.js(notes, &[css.into()]);
    let has_passed = |page: &Page| page.js("return window.podlabPassed", &[]) == true;
    for _ in 0..300 / at_once {
        if is_at(page, css) {
            return;
        }
        page.press_times(key, at_once);
        if has_passed(page) {
            break;
        }
    }
    for _ in 0..at_once {
        if is_at(page, css) {
            return;
        }
        page.press(back);
    }
    panic!("{key} never leads to {css}; it is at {}", focused(page));
}

/// Asserts that the focus was somewhere in every frame since the first key.
fn assert_focus_stays(page: &Page, after: &str) {
    page.js("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))", &[]);
    let lost = page.js("return window.podlabLost", &[]);
    assert_eq!(lost, json!(0), "the focus was lost by {after}; it is at {}", focused(page));
}

fn wait_for_says(page: &Page, says: &str) {
    page.wait_until(says, |page| {
        page.count(".lesson-says") == 1 && page.text(".lesson-says") == says
    });
}

/// Answers the question with the choice of that index.
fn answer(page: &Page, choice: usize) {
    let nth = format!(".quiz-answers .act:nth-of-type({})", choice + 1);
    move_to(page, FORWARD, &nth);
    page.press("Space");
    page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
    assert!(
        is_at(page, &format!("{nth}.is-done")),
        "the right answer keeps the focus: {}",
        focused(page)
    );
    assert_focus_stays(page, "an answer");
}

/// Types the lines, lets time pass until the goals are reached, and goes to what leads on.
fn solve(page: &Page, lines: &[&str]) {
    for line in lines {
        page.press("k");
        page.wait_until("the line", |page| is_at(page, LINE));
        assert_focus_stays(page, "the key k");
        let before = page.count(".console-entry");
        page.type_text(line);
        page.press("Enter");
        page.wait_until(line, |page| page.count(".console-entry") > before);
        assert_eq!(page.count(".console-out.warn"), 0, "{}", page.text(".console-log"));
        assert!(is_at(page, LINE), "the line keeps the focus: {}", focused(page));
        assert_focus_stays(page, line);
        // An arrow belongs to the line as long as one is in it.
        page.press("Escape");
        page.press("Tab");
        page.wait_until("another place", |page| !is_at(page, LINE));
    }
    let is_done = |page: &Page| page.count(CONTINUE) == 1;
    for _ in 0..400 {
        if is_done(page) {
            break;
        }
        page.press("ArrowRight");
        page.wait_until_there();
    }
    assert_focus_stays(page, "the next event");
    move_to(page, BACK, CONTINUE);
}

/// Plays a lesson in a language from its beginning to its last text.
fn play(page: &Page, lesson: &Rc<Lesson>, language: Language) {
    let (name, code) = (&lesson.scenario.name, language.code());
    println!("{name} in {code}");
    let mut history = open(lesson).expect("it begins");
    let mut run = LessonRun::begin(Rc::clone(lesson), &history);
    page.go_to(&format!("/?{name}-{code}#/lesson/{name}?lang={code}"));
    page.wait_for_language(code);
    let mut is_watched = false;
    for (index, step) in lesson.course.steps.iter().enumerate() {
        wait_for_says(page, step.say.in_language(language));
        if !is_watched {
            // Nothing has the focus when a page is opened.
            page.press("Tab");
            page.js(WATCH_FOCUS, &[]);
            is_watched = true;
        }
        if let Some(asked) = run.question() {
            let right = predict(&history, asked);
            let choice = asked.choices.iter().position(|choice| choice.answer == right);
            let choice = choice.expect("one choice is right");
            answer(page, choice);
            run.choose(choice, &history);
            run.see(&mut history);
        }
        if step.goals.is_empty() {
            move_to(page, FORWARD, CONTINUE);
        } else {
            let lines = step.solution.iter().filter_map(|work| match work {
                Work::Kubectl(line) => Some(line.as_str()),
                Work::Command(_) | Work::Wait(_) => None,
            });
            solve(page, &lines.collect::<Vec<_>>());
        }
        run.play_solution(&mut history).expect("the official solution is taken");
        run.next(&history);
        page.press(if index % 2 == 0 { "Enter" } else { "Space" });
        page.wait_until("the next step", |page| is_at(page, ".lesson"));
        assert_focus_stays(page, "the next step");
    }
    wait_for_says(page, lesson.course.debrief.in_language(language));
    assert!(!page.text(".lesson-result").is_empty(), "it says that the lesson is over");
    assert_focus_stays(page, "the end");
    let script = "return JSON.parse(localStorage['podlab-lessons']).lessons[arguments[0]].fewest";
    let commands = LessonRun::commands(&history);
    assert_eq!(page.js(script, &[name.as_str().into()]), Value::from(commands), "{name} is solved");
}

/// Plays a lesson of each chapter. Chromium plays each in every language, the others each in one, and all languages.
fn play_each_chapter(language: Language) {
    let page = Page::open("/");
    let turn = match page.browser() {
        Browser::Chromium => None,
        Browser::Firefox => Some(0),
        Browser::WebKit => Some(1),
    };
    for (index, chapter) in Chapter::ALL.into_iter().enumerate() {
        if turn.is_none_or(|turn| (index + language as usize) % 3 == turn) {
            play(&page, &shortest(chapter), language);
        }
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_lesson_of_each_chapter_is_played_to_its_end_by_keys_in_english() {
    play_each_chapter(Language::English);
}

#[test]
fn a_lesson_of_each_chapter_is_played_to_its_end_by_keys_in_indonesian() {
    play_each_chapter(Language::Indonesian);
}

#[test]
fn a_lesson_of_each_chapter_is_played_to_its_end_by_keys_in_korean() {
    play_each_chapter(Language::Korean);
}
