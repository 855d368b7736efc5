//! Nothing that a person did is lost, and what they look at stays where it is: the browser's way back, a reload, the focus, answers.

use podlab_browser_tests::Page;
use podlab_link::Packed;
use serde_json::json;

/// The most changes until something of a few seconds has happened.
const PRESSES: usize = 20;
const RUNS: &str = "/#/scene/runs";

/// A Pod that was ready for some seconds, and whose program then ended with an error.
fn crashed() -> Page {
    let page = Page::open(RUNS);
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a restart", |page| page.text(".restarts") == "1");
    page
}

fn go_back(page: &Page) {
    page.js("history.back()", &[]);
}

#[test]
fn the_way_back_leaves_a_comparison_or_a_dialog_and_not_the_lab() {
    let page = crashed();
    page.click("button", "Compare");
    page.wait_until("the comparison", |page| page.count(".comparison") == 1);
    page.wait_until("its entry", |page| page.js("return history.state", &[]) == 1);
    go_back(&page);
    page.wait_until("the lab", |page| page.count(".comparison") == 0);
    assert_eq!(page.text(".restarts"), "1", "the run is as it was");
    page.click("button", "Help");
    page.wait_until("the keys", |page| page.count("dialog[open]") == 1);
    go_back(&page);
    page.wait_until("the lab", |page| page.count("dialog[open]") == 0);
    assert_eq!(page.text(".restarts"), "1");
    // What is closed otherwise leaves no entry behind.
    page.click("button", "Help");
    page.press("Escape");
    page.wait_until("no entry", |page| page.js("return history.state", &[]).is_null());
    assert_eq!(page.address(), RUNS);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_link_within_the_page_leaves_a_comparison_open() {
    let page = crashed();
    page.click("button", "Compare");
    page.wait_until("the comparison", |page| page.count(".comparison") == 1);
    page.wait_until("its entry", |page| page.js("return history.state", &[]) == 1);
    page.js("location.hash = 'stage'", &[]);
    page.wait_until("the address", |page| page.address().ends_with("#stage"));
    page.wait_until("the mark of the entry", |page| page.js("return history.state", &[]) == 1);
    assert_eq!(page.count(".comparison"), 1);
    go_back(&page);
    page.wait_until("the entry before", |page| page.address() == RUNS);
    assert_eq!(page.count(".comparison"), 1);
    go_back(&page);
    page.wait_until("the lab", |page| page.count(".comparison") == 0);
    assert_eq!(page.text(".restarts"), "1", "the run is as it was");
}

#[test]
fn a_run_from_a_link_does_not_take_the_place_of_ones_own() {
    let page = crashed();
    page.js("location.reload()", &[]);
    page.wait_for_program();
    page.wait_until("the offer", |page| page.count(".kept") == 1);
    let kept = |page: &Page| page.js("return localStorage.getItem('podlab-run')", &[]);
    let own = kept(&page);
    assert!(own.as_str().is_some_and(|own| own.contains("person")), "{own}");
    // The same run under another name, as somebody else would send it.
    let text: String = serde_json::from_value(own.clone()).expect("the run is a text");
    let text: String = serde_json::from_str(&text).expect("the browser keeps JSON");
    let other = text.replace("A Pod that just runs", "The run of somebody else");
    assert_ne!(text, other);
    page.navigate_to(&format!("/#/run/{}", Packed::plain(&other).write()));
    page.wait_until_there();
    page.js("dispatchEvent(new Event('pagehide'))", &[]);
    assert_eq!(kept(&page), own);
}

#[test]
fn a_run_goes_on_after_a_reload() {
    let page = crashed();
    let clock = page.text(".clock");
    page.js("location.reload()", &[]);
    page.wait_for_program();
    page.wait_until("the offer", |page| page.count(".kept") == 1);
    assert!(page.text(".clock").starts_with("0:00:02"), "{}", page.text(".clock"));
    page.assert_healthy();
    page.click("button", "Continue where you were");
    page.wait_until_there();
    assert_eq!((page.text(".clock"), page.text(".restarts")), (clock, "1".to_owned()));
    assert_eq!(page.count(".kept"), 0);
    page.click("button", "Undo");
    page.wait_for_text(".restarts", "0");
}

#[test]
fn a_run_that_is_forgotten_is_not_offered_again() {
    let page = crashed();
    page.js("location.reload()", &[]);
    page.wait_for_program();
    page.click("button", "Discard it");
    page.wait_until("no offer", |page| page.count(".kept") == 0);
    page.js("location.reload()", &[]);
    page.wait_for_program();
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    assert_eq!(page.count(".kept"), 0);
}

#[test]
fn a_button_that_was_pressed_keeps_the_focus_and_says_why_it_is_off() {
    let page = Page::open(RUNS);
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    let focus = |page: &Page| page.js("return document.activeElement.textContent", &[]);
    page.js(
        "[...document.querySelectorAll('.act')].find((act) => act.textContent === 'Exit 1').focus()",
        &[],
    );
    page.press("Enter");
    page.wait_until("the exit", |page| page.is_off("Exit 1"));
    assert_eq!(focus(&page), "Exit 1");
    page.press("Enter");
    page.wait_for_text(".toast", "app is not running.");
    assert_eq!(focus(&page), "Exit 1");
    page.assert_healthy();
}

#[test]
fn next_change_stays_where_it_is_when_no_change_comes() {
    let page = Page::open(RUNS);
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    let clock = page.text(".clock");
    page.js(
        "window.clocks = new Set();
         new MutationObserver(() => clocks.add(document.querySelector('.clock').textContent))
             .observe(document.body, { subtree: true, childList: true, characterData: true })",
        &[],
    );
    page.advance();
    page.wait_for_text(".toast", "Nothing more will change by itself.");
    assert_eq!(page.text(".clock"), clock);
    let other =
        page.js("return [...clocks].filter((clock) => clock !== arguments[0])", &[json!(clock)]);
    assert_eq!(other, json!([]), "the clock never went anywhere");
}

#[test]
fn a_why_is_in_sight_on_a_phone_and_goes_when_time_goes_on() {
    let page = Page::open(RUNS);
    page.set_size(390, 844);
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Why?");
    page.wait_until("the answer", |page| page.count(".why-sheet .chain-step") > 2);
    let is_in_sight = page.js(
        "const box = (css) => document.querySelector(css).getBoundingClientRect();
         return box('.why-sheet').top >= 0 && box('.why-sheet .chain-step').bottom <= box('.transport').top
             && document.activeElement.matches('.why-sheet')",
        &[],
    );
    assert_eq!(is_in_sight, true);
    page.assert_healthy();
    page.click("button", "Close");
    page.wait_until("no answer", |page| page.count(".why-sheet") == 0);
    assert_eq!(page.js("return document.activeElement.textContent", &[]), "Why?");
    page.click("button", "Why?");
    page.wait_until("the answer", |page| page.count(".why-sheet") == 1);
    page.click("button", "Play");
    page.wait_until("no answer", |page| page.count(".why-sheet") == 0);
}

#[test]
fn a_why_beside_the_stage_can_be_closed() {
    let page = crashed();
    page.click("button", "Why?");
    page.wait_until("the answer", |page| page.count(".answers .chain-step") > 2);
    page.click("button", "Close");
    page.wait_until("no answer", |page| page.count(".chain-step") == 0);
    page.click("button", "Why?");
    page.wait_until("the answer", |page| page.count(".chain-step") > 2);
    page.click("button", "Undo");
    page.wait_until("no answer", |page| page.count(".chain-step") == 0);
}

#[test]
fn the_way_back_to_a_scene_leads_to_what_was_done_there() {
    let page = Page::open_lab("A container that crashes");
    page.advance();
    page.click("button", "Delete");
    page.wait_until("the deletion", |page| !page.is_off("Undo"));
    page.open_scene("A Pod that just runs");
    assert!(page.is_off("Undo"));
    page.js("history.back()", &[]);
    page.wait_until("the scene before", |page| page.scene() == "A container that crashes");
    page.wait_until("what was done", |page| !page.is_off("Undo"));
    page.js("history.forward()", &[]);
    page.wait_until("the other scene", |page| page.scene() == "A Pod that just runs");
    page.assert_healthy();
}

#[test]
fn an_act_before_a_question_of_a_lesson_can_be_taken_back() {
    let page = Page::open("/#/lesson/broken-rollout");
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    let step = page.text(".lesson-head .quiet");
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| page.count(".lesson-goals .is-reached") == 1);
    page.click_css(".lesson-acts .is-primary");
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    page.click("button", "Undo");
    page.wait_for_text(".lesson-head .quiet", &step);
    assert_eq!(page.count(".lesson-question"), 0);
    assert_eq!(page.count(".lesson-goals .is-open"), 1);
    assert_eq!(page.text(".toast"), "The lesson goes back to the step before.");
}

#[test]
fn time_stands_still_behind_a_dialog() {
    let page = Page::open_lab("A Pod that just runs");
    let frames = "for (let left = 40; left > 0; left--) await new Promise(requestAnimationFrame)";
    let clock = page.text(".clock");
    page.click("button", "Play");
    page.wait_until("that time passes", |page| page.text(".clock") != clock);
    page.click("button", "Share");
    page.wait_until("the dialog", |page| page.count("dialog[open]") == 1);
    page.promise(frames, &[]);
    let clock = page.text(".clock");
    page.promise(frames, &[]);
    assert_eq!(page.text(".clock"), clock);
    page.press("Escape");
    page.wait_until("that time goes on", |page| page.text(".clock") != clock);
}
