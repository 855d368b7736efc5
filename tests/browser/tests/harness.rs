//! The harness does what its methods say, in every browser: otherwise a page test that passes says nothing.

use std::panic::catch_unwind;

use podlab_browser_tests::{Page, Violation};

#[test]
fn elements_are_found_by_role_and_name_when_they_come() {
    let page = Page::open("/fixtures/harness.html");
    page.click("button", "Press me");
    page.wait_for_text("output", "pressed");
    page.click("button", "Play");
    page.wait_for_text("output", "playing");
    page.click("button", "Inside");
    page.wait_for_text("output", "inside");
    assert!(!page.has("button", "Pause"));
    page.assert_healthy();
}

#[test]
fn keys_reach_the_page() {
    let page = Page::open("/fixtures/harness.html");
    page.type_into("textbox", "Pod name", "web-0");
    page.wait_for_text("output", "name web-0");
    page.press("ArrowRight");
    page.wait_for_text("output", "right");
    page.press("Control+ArrowLeft");
    page.wait_for_text("output", "control left");
}

#[test]
fn lists_and_the_pointer_reach_the_page() {
    let page = Page::open("/fixtures/harness.html");
    page.choose("Policy", "Never");
    page.wait_for_text("output", "policy x");
    page.drag("#line", 60, 10);
    page.wait_for_text("output", "dragged 60 10");
}

#[test]
fn a_page_that_is_cut_off_gets_no_answer() {
    let page = Page::open("/fixtures/harness.html");
    let fetch = "window.seen = null; fetch('/').then(() => { window.seen = 'answer'; }, () => { window.seen = 'silence'; })";
    page.js(fetch, &[]);
    page.wait_until("an answer", |page| page.js("return window.seen", &[]) == "answer");
    page.cut_off();
    page.js(fetch, &[]);
    page.wait_until("silence", |page| page.js("return window.seen", &[]) == "silence");
}

#[test]
fn a_second_page_at_the_same_time_is_refused_and_one_after_the_other_is_not() {
    let page = Page::open("/fixtures/harness.html");
    let refusal = catch_unwind(|| Page::open("/fixtures/harness.html")).err();
    let words = refusal.as_ref().and_then(|refusal| refusal.downcast_ref::<&str>());
    assert!(words.is_some_and(|words| words.contains("one page at a time")), "{words:?}");
    page.click("button", "Press me");
    page.wait_for_text("output", "pressed");
    drop(page);
    let page = Page::open("/fixtures/harness.html");
    page.click("button", "Press me");
    page.wait_for_text("output", "pressed");
}

#[test]
fn the_window_takes_the_size_of_a_tablet() {
    let page = Page::open("/fixtures/harness.html");
    page.set_size(768, 1024);
    page.wait_until("a width of 768", |page| {
        page.attribute("body", "data-width").as_deref() == Some("768")
    });
}

#[test]
fn faults_are_seen() {
    let page = Page::open("/fixtures/unwell.html");
    for fault in ["said aloud", "left alone", "thrown", "cannot load"] {
        page.wait_until(fault, |page| {
            page.console_errors().iter().any(|error| error.contains(fault))
        });
    }
    let rules: Vec<String> = page
        .axe()
        .into_iter()
        .filter(Violation::is_serious)
        .map(|violation| violation.rule)
        .collect();
    assert!(rules.contains(&"html-has-lang".to_owned()), "{rules:?}");
    assert!(rules.contains(&"image-alt".to_owned()), "{rules:?}");
}
