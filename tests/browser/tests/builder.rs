//! The builder: what is on the stage becomes a lesson, what is done its solution, and what is true its goals.

use podlab_browser_tests::Page;
use serde_json::{Value, json};

/// What the kubelet reaches, in the words of goals.
const GOAL: &str = "app in demo has a restart count of 1 or more.";

/// Opens the builder with a Pod that runs.
fn open() -> Page {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_for_text("#phase", "Running");
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click("button", "Make a lesson");
    page.wait_until("the builder", |page| page.count(".builder") == 1);
    page
}

fn solution(page: &Page) -> String {
    page.text(".builder-solution")
}

#[test]
fn the_builder_is_reached_and_filled_in_by_keyboard() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_for_text("#phase", "Running");
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    // The list is drawn before the dialog is open, and what is in a closed dialog takes no focus.
    let focus = "const make = [...document.querySelectorAll('button')].find((button) => button.textContent.trim() == 'Make a lesson');
        make.focus();
        return document.activeElement === make";
    page.wait_until("the focus on the button", |page| page.js(focus, &[]) == true);
    page.press("Enter");
    page.wait_until("the focus in the builder", |page| {
        page.js("return document.activeElement.id", &[]) == "builder"
    });
    for _ in 0..3 {
        page.press("Tab");
    }
    assert_eq!(page.js("return document.activeElement.tagName", &[]), "TEXTAREA");
    page.press("W");
    page.press("k");
    page.wait_until("the preview", |page| page.text(".lesson-says") == "Wk");
    page.assert_healthy();
}

/// Adds the goal with this sentence, from the ones that are true now.
fn add_goal(page: &Page, says: &str) {
    page.js(
        "for (const part of document.querySelectorAll('.builder details')) part.open = true",
        &[],
    );
    page.click("button", &format!("Add: {says}"));
}

#[test]
fn what_an_author_does_becomes_a_lesson_that_a_learner_plays() {
    let page = open();
    assert_eq!(
        page.text(".toast"),
        "Your lesson starts with what is on the stage. What you do now is recorded as its solution."
    );
    assert_eq!(page.text(".clock"), "0:00:30.0");
    page.type_into("textbox", "What the learner reads", "Let the program exit with 1.");
    page.wait_until("the preview", |page| {
        page.text(".lesson-says") == "Let the program exit with 1."
    });
    assert_eq!(page.text(".lesson-preview"), "Preview");
    page.click("button", "Exit 1");
    page.wait_until("the act", |page| solution(page).contains("exit with code"));
    let offer = format!("Add: {GOAL}");
    page.step_until(8, "a restart", |page| page.has("button", &offer));
    add_goal(&page, GOAL);
    page.wait_until("the goal", |page| {
        page.text(".lesson-goals").contains("restart count of 1 or more")
    });
    // It says what is missing, and where.
    page.click("button", "Check");
    page.wait_until("what is missing", |page| {
        page.text(".builder-missing").contains("the text is missing in en")
    });
    page.type_into("textbox", "Title", "A restart");
    page.type_into(
        "textbox",
        "What the learner can do afterwards",
        "You can say who restarts a container.",
    );
    page.type_into("textbox", "What was learnt, for the end", "The kubelet does.");
    describe(&page);
    page.click("button", "Check");
    page.wait_until("that nothing is missing", |page| page.count(".builder-right") == 1);
    page.assert_healthy();

    let saved = saved(&page);
    assert!(saved.contains("kind: Lesson") && saved.contains("restarts: 1"), "{saved}");

    // The author tries it as a learner does.
    page.click("button", "Try it");
    page.wait_until("the lesson", |page| {
        page.count(".lesson-preview") == 0 && page.count(".lesson") == 1
    });
    assert_eq!(page.text(".lesson-goals li").matches("restart count").count(), 1);
    assert_eq!(page.count(".lesson-goals .is-reached"), 0);
    page.click("button", "Show the solution");
    page.wait_until("the goal", |page| page.count(".lesson-goals .is-reached") == 1);
    page.wait_until("an address", |page| page.address().contains("#/lesson/v1."));
    page.click("button", "Leave the lesson");
    page.wait_until("no lesson", |page| page.count(".lesson") == 0);
    // The builder waits, and goes back to the run of the lesson.
    page.click("button", "Back to step 1");
    page.wait_until("the preview", |page| page.count(".lesson-preview") == 1);
    assert!(page.text(".builder-list").contains("restart count of 1 or more"));
    page.assert_healthy();

    // Another visit finds the lesson, and so does who opens the file.
    page.go_to("/?again");
    page.wait_for_program();
    page.click("button", "Lessons");
    page.click("button", "Make a lesson");
    page.wait_until("the preview", |page| {
        page.text(".lesson-says") == "Let the program exit with 1."
    });
    page.click("button", "Close the builder");
    page.wait_until("no builder", |page| page.count(".builder") == 0 && page.count(".lesson") == 0);
    page.paste(&saved);
    page.click("button", "Open this lesson");
    page.wait_until("the lesson", |page| page.text("#lesson-title") == "A restart");
    page.assert_healthy();
}

/// Says how the file is called, and which rule the lesson teaches.
fn describe(page: &Page) {
    page.type_into("textbox", "Name of the file", "one-restart");
    page.press("Tab");
    page.type_into("textbox", "Rules that it teaches, such as P-401", "P-401");
    page.press("Tab");
}

/// Saves the lesson, and returns the text of its file.
fn saved(page: &Page) -> String {
    page.catch_files();
    page.click("button", "Save as a file");
    page.wait_until("the file", |page| page.js("return window.saved ?? null", &[]) != Value::Null);
    page.js("return window.saved", &[]).as_str().expect("it is a text").to_owned()
}

/// Shows all parts of the form.
fn unfold(page: &Page) {
    page.js(
        "for (const part of document.querySelectorAll('.builder details')) part.open = true",
        &[],
    );
}

#[test]
fn what_is_saved_incomplete_says_what_the_check_of_the_file_would_tell() {
    let page = open();
    page.click("button", "Check");
    page.wait_until("what is missing", |page| page.count(".builder-missing") == 1);
    let missing = page.text(".builder-missing");
    assert!(missing.contains("Name of the file: the field is missing"), "{missing}");
    assert!(missing.contains("a lesson names at least one rule"), "{missing}");
    unfold(&page);
    describe(&page);
    // Who saves is told as well.
    page.catch_files();
    page.click("button", "Save as a file");
    page.wait_until("the word", |page| {
        page.text(".toast").contains("The lesson is not complete yet.")
    });
    page.wait_until("less", |page| {
        let missing = page.text(".builder-missing");
        missing.contains("Title") && !missing.contains("Name of the file")
    });
    assert!(!page.text(".builder-missing").contains("at least one rule"));
    page.assert_healthy();
}

#[test]
fn what_an_author_creates_is_part_of_the_solution() {
    let page = open();
    page.click("button", "Delete");
    page.step_until(30, "the end", |page| page.has("button", "Create it again"));
    page.click("button", "Create it again");
    page.wait_until("the act", |page| solution(page).contains("created the Pod demo"));
    // The form grows while time passes, and a button that moves under the pointer is not pressed.
    page.wait_until("a pause", |page| {
        if page.has("button", "Pause") {
            page.click("button", "Pause");
        }
        page.has("button", "Play")
    });
    let saved = saved(&page);
    assert!(saved.contains("do: create") && saved.contains("manifest:"), "{saved}");
    // The stage shows the same after the solution was played.
    page.click("button", "1");
    page.wait_until("the act", |page| solution(page).contains("created the Pod demo"));
    page.assert_healthy();
}

#[test]
fn a_step_can_have_a_latest_moment_and_goals_about_the_fewest_pods() {
    const LATEST: &str = "At the latest, by the clock, such as 90s or 5m (optional)";
    let page = Page::open("/#/scene/sts-ordered?at=2m");
    page.wait_until("three ready Pods", |page| page.are_ready(3));
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click("button", "Make a lesson");
    page.wait_until("the builder", |page| page.count(".builder") == 1);
    unfold(&page);
    page.click("button", "Add: At no time: The deletion of some Pod was requested.");
    page.click("button", "Add: At all times: Ready Pods of the StatefulSet web: 3 or more.");
    page.wait_until("the goals", |page| page.text(".builder-list").contains("3 or more"));
    page.choose("Number of ready Pods", "exactly");
    page.wait_until("the other form", |page| !page.text(".builder-list").contains("3 or more"));
    page.choose("Number of ready Pods", "at least");
    page.wait_until("the form", |page| page.text(".builder-list").contains("3 or more"));
    page.type_into("textbox", LATEST, "soon");
    page.press("Tab");
    page.wait_until("a word", |page| page.text(".toast") == "Write a time such as 90s or 5m.");
    page.type_into("textbox", LATEST, "5m");
    page.press("Tab");
    page.wait_until("the limit", |page| page.text(".builder-list").contains("is not past 0:05:00"));
    let saved = saved(&page);
    for line in ["pod: '*'", "least: 3", "before: 300s"] {
        assert!(saved.contains(line), "{line}: {saved}");
    }
    page.assert_healthy();
}

#[test]
fn a_step_can_ask_and_undo_takes_back_what_was_recorded() {
    let page = open();
    page.js(
        "for (const part of document.querySelectorAll('.builder details')) part.open = true",
        &[],
    );
    page.choose("Prediction", "The restarts of a Pod");
    page.wait_until("the right answer", |page| page.text(".builder-answers").contains("right"));
    assert!(page.text(".builder-answers").starts_with('0'));
    page.type_into("textbox", "Add an answer", "1");
    page.press("Tab");
    page.wait_until("a wrong answer", |page| page.text(".builder-answers").contains("wrong"));
    page.wait_until("the question", |page| page.count(".lesson-question .act") == 2);
    page.click("button", "Add a step");
    page.wait_until("the second step", |page| page.text(".lesson-head").contains("Step 2 of 2"));
    page.click("button", "Exit 0");
    page.wait_until("the act", |page| solution(page).contains("exit with code"));
    page.click("button", "Undo");
    page.wait_until("nothing", |page| page.count(".builder-solution") == 0);
    // The settings are the lesson's.
    page.click("radio", "1.28");
    page.wait_until("a word", |page| {
        page.text(".toast").starts_with("The lesson has its settings.")
    });
    page.click("button", "Remove step 2");
    page.wait_until("one step", |page| page.text(".lesson-head").contains("Step 1 of 1"));
    page.assert_healthy();
}

#[test]
fn a_step_can_ask_why_and_its_answers_have_labels() {
    let page = open();
    page.js(
        "for (const part of document.querySelectorAll('.builder details')) part.open = true",
        &[],
    );
    page.choose("Prediction", "When a container restarts next");
    page.wait_until("the container", |page| page.has("combobox", "About"));
    page.wait_until("the right answer", |page| page.text(".builder-answers").contains("right"));
    assert!(page.text(".lesson-question legend").contains("app"));
    page.choose("Prediction", "Why an object is as it is");
    page.choose("About", "Pod/demo");
    page.wait_until("the question", |page| {
        page.text(".lesson-question legend") == "What explains the state of the Pod demo in 30 s?"
    });
    page.wait_until("the rule", |page| page.text(".builder-answers").contains("right"));
    // A rule is shown with its title, unless the author writes something else.
    let rule = page.text(".builder-answers b");
    assert!(rule.contains(": ") && page.text(".lesson-question .act") == rule, "{rule}");
    page.type_into("textbox", "What learners read instead (optional)", "Its program runs");
    page.press("Tab");
    page.wait_until("the label", |page| page.text(".lesson-question .act") == "Its program runs");
    page.type_into(
        "textbox",
        "Official pages, as addresses with spaces between them",
        "https://kubernetes.io/docs/concepts/workloads/pods/",
    );
    page.press("Tab");
    let saved = saved(&page);
    for line in ["why: demo", "label: Its program runs", "- concepts/workloads/pods/"] {
        assert!(saved.contains(line), "{line}: {saved}");
    }
    page.assert_healthy();
}

#[test]
fn a_lesson_that_comes_with_podlab_is_opened_and_changed() {
    let page = open();
    let text = include_str!("../../../lessons/lessons/broken-rollout.yaml");
    let choose = "const input = document.querySelector('.builder-foot input[type=file]');
        const files = new DataTransfer();
        files.items.add(new File([arguments[0]], 'lesson.yaml'));
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));";
    page.js(choose, &[json!(text)]);
    page.wait_until("the steps", |page| page.text(".lesson-head").contains("Step 1 of"));
    assert!(page.text(".lesson-says").starts_with("Somebody set an image"));
    page.click("button", "Check");
    page.wait_until("that nothing is missing", |page| page.count(".builder-right") == 1);
    page.js(
        choose,
        &[json!("apiVersion: podlab/v1\nkind: Lesson\nmetadata: {name: x}\nstep: []\n")],
    );
    page.wait_until("what is wrong", |page| page.text(".toast").contains("unknown field \"step\""));
    page.assert_healthy();
}
