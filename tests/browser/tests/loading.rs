//! The page while its program comes, and what it opens with.

use podlab_browser_tests::Page;

fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "liveness-exec");
    page
}

#[test]
fn the_page_opens_with_a_scene_that_stands_still_and_says_what_comes_next() {
    let page = open();
    page.wait_until("what happens next", |page| page.count(".next li") > 2);
    assert!(page.has("button", "Play"));
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_on_a_symbol_is_a_press_on_its_button() {
    let page = open();
    // The symbol, not the button around it, is what the pointer meets.
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    page.press("Space");
    page.wait_until("time stands still", |page| page.has("button", "Play"));
}

/// What is foretold belongs to the scene that is shown, although every scene begins at the same moment with nothing done.
#[test]
fn what_happens_next_is_of_the_scene_that_a_link_opens() {
    let page = open();
    page.wait_until("what happens next", |page| page.count(".next li") > 2);
    let of_first = page.text(".next");
    for (link, title) in [
        ("/#/scene/crash-loop", "A container that crashes"),
        ("/#/scene/sts-ordered", "Three Pods, one by one"),
    ] {
        page.go_to("/fixtures/empty.html");
        page.go_to(link);
        page.wait_until("the scene", |page| page.scene() == title);
        page.wait_until("what happens next", |page| page.count(".next li") > 2);
        let told = page.text(".next");
        assert_ne!(told, of_first, "{link}");
        assert!(!told.contains("liveness-exec"), "{link}: {told}");
    }
}
