//! Lessons on the page: a question, goals that tick off, hints, the solution, and what the browser keeps.

use podlab_browser_tests::Page;
use serde_json::Value;

const ROLLOUT: &str = "/#/lesson/broken-rollout";
const CONTINUE: &str = ".lesson-acts .is-primary";

fn open(link: &str) -> Page {
    let page = Page::open(link);
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    page
}

fn says(page: &Page) -> String {
    page.text(".lesson-says")
}

fn marks(page: &Page) -> (usize, usize) {
    (page.count(".lesson-goals .is-reached"), page.count(".lesson-goals li"))
}

#[test]
fn a_lesson_leads_from_step_to_step_and_is_remembered() {
    let page = open(ROLLOUT);
    assert!(says(&page).starts_with("Somebody set an image that does not exist."));
    assert_eq!(marks(&page), (0, 1));
    assert_eq!(page.count(".stuck"), 0, "what is stuck is for the learner to find");
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    assert_eq!(page.text(".lesson-result"), "Step done.");
    page.click_css(CONTINUE);
    // A question: time stands still until it is answered.
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    let clock = page.text(".clock");
    page.click("button", "Next event");
    page.wait_until("a word", |page| page.text(".toast").starts_with("Answer the question first."));
    assert_eq!(page.text(".clock"), clock);
    page.click("button", "web-2");
    page.wait_until("the verdict", |page| page.text(".quiz-told") == "Not web-2, but No Pod.");
    let focus = "return document.activeElement.textContent.trim()";
    assert_eq!(page.js(focus, &[]), Value::from("web-2"), "the focus stays");
    page.click_css(CONTINUE);
    page.wait_until("the last step", |page| says(page).starts_with("Get all three Pods ready."));
    assert_eq!(page.text(".clock"), "0:02:50.0", "what was asked about was seen");
    page.click("button", "Hint");
    page.wait_until("the hint", |page| page.count(".lesson-hint") == 1);
    page.click("button", "Show the solution");
    page.wait_until("all goals", |page| marks(page) == (4, 4));
    assert!(page.text(".lesson ol").contains("kubectl delete pod web-2"));
    page.assert_healthy();
    page.click_css(CONTINUE);
    page.wait_until("the end", |page| page.text(".lesson-result").starts_with("You finished"));
    // The list of lessons knows it.
    page.click_css(".lesson-acts .button:nth-of-type(2)");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    let solved = "return [...document.querySelectorAll('.course-lesson')].filter((lesson) => lesson.textContent.includes('solved')).length";
    assert_eq!(page.js(solved, &[]), Value::from(1));
    page.assert_healthy();
    // What is over begins anew.
    page.go_to("/?again#/lesson/broken-rollout");
    page.wait_until("the first step", |page| says(page).starts_with("Somebody set an image"));
    assert_eq!(marks(&page), (0, 1));
}

#[test]
fn a_lesson_is_played_by_keyboard_in_every_language() {
    let page = open("/#/lesson/phase-and-status");
    for (language, code, go) in [
        ("Bahasa Indonesia", "id", "Lanjutkan"),
        ("한국어", "ko", "계속"),
        ("English", "en", "Continue"),
    ] {
        page.speak(language, code);
        let before = says(&page);
        page.js("document.querySelector('.lesson-question .act').focus()", &[]);
        page.press("Enter");
        page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
        let button = page.text(CONTINUE);
        assert_eq!(button, go);
        page.js("document.querySelector('.lesson-acts .is-primary').focus()", &[]);
        page.press("Enter");
        page.wait_until("another step", |page| says(page) != before);
        page.click(
            "button",
            if code == "id" {
                "Mulai lagi"
            } else if code == "ko" {
                "다시 시작"
            } else {
                "Start again"
            },
        );
        page.wait_until("the first step", |page| says(page) == before);
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_lesson_goes_on_after_a_reload_and_begins_again_on_request() {
    let page = open(ROLLOUT);
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    page.click_css(CONTINUE);
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    page.go_to("/?again#/lesson/broken-rollout");
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    assert_eq!(page.text(".toast"), "You go on where you were in this lesson.");
    assert_eq!(page.count(".kept"), 0, "the run is not offered once more");
    page.click("button", "Start again");
    page.wait_until("the first step", |page| says(page).starts_with("Somebody set an image"));
    assert_eq!(marks(&page), (0, 1));
}

#[test]
fn leaving_a_lesson_keeps_the_run_and_the_way_back_leads_into_it() {
    let page = open(ROLLOUT);
    page.click("radio", "1.28");
    page.wait_until("a word", |page| {
        page.text(".toast").starts_with("A lesson runs under its own")
    });
    page.click("button", "Leave the lesson");
    page.wait_until("no lesson", |page| page.count(".lesson") == 0);
    assert_eq!(page.text(".clock"), "0:00:50.0");
    page.wait_until("another address", |page| {
        page.js("return location.hash", &[]) != "#/lesson/broken-rollout"
    });
    page.js("history.back()", &[]);
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert_eq!(page.text(".toast"), "You go on where you were in this lesson.");
    page.go_to("/#/lesson/no-such-lesson");
    page.wait_until("a word", |page| page.text(".toast") == "The lesson cannot be loaded.");
}
