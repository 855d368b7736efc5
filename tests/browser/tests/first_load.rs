//! The page opens with the first part of its program, and the rest comes when a person does something.

use podlab_browser_tests::Page;

/// How many files of the rest were asked for.
fn fetched(page: &Page) -> u64 {
    let count = page.js(
        "return performance.getEntriesByType('resource').filter((file) => file.name.includes('podlab-rest')).length",
        &[],
    );
    count.as_u64().expect("a count")
}

fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "liveness-exec");
    page
}

#[test]
fn the_page_is_drawn_without_the_rest() {
    let page = open();
    // What it shows was looked ahead for while it was built.
    page.wait_until("what happens next", |page| page.count(".next li") > 2);
    page.set_size(390, 844);
    page.js("return new Promise((done) => setTimeout(done, 500))", &[]);
    assert_eq!(fetched(&page), 0, "renew the list with: cargo xtask first-load");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_on_a_symbol_is_not_lost_either() {
    let page = open();
    // The symbol, not the button around it, is what the pointer meets.
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_key_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.press("Space");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(fetched(&page) > 0);
}

#[test]
fn what_calls_for_the_rest_at_once_gets_it() {
    let page = open();
    // No person did this, so nothing was fetched before.
    page.js(
        "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Next change').click()",
        &[],
    );
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
}

#[test]
fn without_a_connection_a_press_says_what_is_wrong() {
    let page = open();
    page.cut_off();
    page.click("button", "Next change");
    page.wait_until("a message", |page| {
        page.count(".toast[role=alert]") == 1
            && page.text(".toast[role=alert]").contains("could not load the rest")
    });
    assert_eq!(page.text("#pod-name"), "liveness-exec");
}
