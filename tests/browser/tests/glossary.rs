//! Words explain themselves, and the glossary has all of them.

use podlab_browser_tests::Page;
use serde_json::Value;

const WORD: &str = ".facts .term";
const RUNS: &str = "/#/scene/runs";

/// A Pod that waits to be created, and time standing still.
fn still_lab() -> Page {
    let page = Page::open_lab("A Pod that just runs");
    page.wait_until("the words", |page| page.count(WORD) > 0);
    page
}

/// Sends an event of a pointer to the element of that selector.
fn point(page: &Page, css: &str, kind: &str, pointer: &str) {
    let body = "document.querySelector(arguments[0]).dispatchEvent(new PointerEvent(arguments[1],
        { pointerType: arguments[2], bubbles: !/enter|leave/.test(arguments[1]), composed: true }))";
    page.js(body, &[css.into(), kind.into(), pointer.into()]);
}

fn tips(page: &Page) -> usize {
    page.count(".tip:popover-open")
}

/// Whether the definition that shows is whole in the window.
fn is_in_sight(page: &Page) -> bool {
    let body = "const tip = document.querySelector('.tip').getBoundingClientRect();
        return tip.left >= 0 && tip.top >= 0 && tip.right <= innerWidth && tip.bottom <= innerHeight";
    page.js(body, &[]) == Value::Bool(true)
}

#[test]
fn a_word_says_what_it_means_to_pointer_focus_and_finger() {
    let page = still_lab();
    // The pointer.
    point(&page, WORD, "pointerover", "mouse");
    page.wait_until("the definition", |page| tips(page) == 1);
    assert!(page.text(".tip").contains("A summary of where the Pod is in its life"));
    assert!(is_in_sight(&page));
    // It stays while the pointer is on it.
    point(&page, ".facts .explained", "pointerleave", "mouse");
    point(&page, WORD, "pointerover", "mouse");
    page.press("Escape");
    page.wait_until("no definition", |page| tips(page) == 0);
    // The focus, by keyboard.
    page.js("document.querySelector('.facts .term').focus()", &[]);
    page.wait_until("the definition", |page| tips(page) == 1);
    page.press("Escape");
    page.wait_until("no definition", |page| tips(page) == 0);
    let is_focused = "return document.activeElement === document.querySelector('.facts .term')";
    assert_eq!(page.js(is_focused, &[]), Value::Bool(true), "the focus stays");
    // A tap.
    page.click_css(WORD);
    page.wait_until("the definition", |page| tips(page) == 1);
    page.assert_healthy();
    assert_eq!(page.attribute(WORD, "aria-expanded").as_deref(), Some("true"));
    point(&page, ".say", "pointerdown", "touch");
    page.wait_until("no definition", |page| tips(page) == 0);
}

#[test]
fn the_keyboard_goes_from_a_word_to_its_page_and_to_the_glossary() {
    let page = still_lab();
    // A browser shows the focus of a person who uses the keyboard.
    page.press("Escape");
    page.js("document.querySelector('.facts .term').focus()", &[]);
    page.wait_until("the definition", |page| tips(page) == 1);
    let focus = |page: &Page| page.js("return document.activeElement.textContent", &[]);
    // Tab goes past the definition, unless it was asked for: there are dozens of words.
    page.press("Tab");
    assert_ne!(focus(&page), "Official page");
    page.js("document.querySelector('.facts .term').focus()", &[]);
    page.press("Enter");
    page.press("Tab");
    assert_eq!(focus(&page), "Official page");
    page.press("Tab");
    assert_eq!(focus(&page), "Glossary");
    page.press("Enter");
    page.wait_until("the glossary", |page| page.count("dialog[open] .glossary") == 1);
    assert_eq!(tips(&page), 0);
    assert!(page.text(".glossary [aria-current]").starts_with("phase"));
    page.press("Escape");
    page.wait_until("the lab", |page| page.count("dialog[open]") == 0);
    // A word that stands in several places is reached once.
    let twice = "const names = [...document.querySelectorAll('.capsule .term:not([tabindex])')]
        .map((term) => term.getAttribute('aria-description'));
        return names.length - new Set(names).size";
    assert_eq!(page.js(twice, &[]), 0);
}

#[test]
fn a_long_press_on_a_button_explains_it_and_does_nothing_else() {
    let page = still_lab();
    let css = ".controls .act:last-child";
    let act = ".controls .acts:last-of-type .act";
    page.wait_until("the acts", |page| page.count(css) + page.count(act) > 0);
    let find = "const act = [...document.querySelectorAll('.controls .act')].find((act) => act.textContent.trim() === 'Evict');
        act.id = 'the-act'; return act.getAttribute('aria-description')";
    let about = page.js(find, &[]);
    assert!(about.as_str().is_some_and(|about| about.contains("PodDisruptionBudgets")), "{about}");
    point(&page, "#the-act", "pointerdown", "touch");
    page.wait_until("the definition", |page| tips(page) == 1);
    point(&page, "#the-act", "pointerup", "touch");
    page.js("document.querySelector('#the-act').click()", &[]);
    assert_eq!(tips(&page), 1, "the click that ends a long press does nothing");
    assert!(!page.text(".say").contains("eviction"), "{}", page.text(".say"));
    page.assert_healthy();
    // A short press does what it does.
    page.press("Escape");
    page.wait_until("no definition", |page| tips(page) == 0);
    point(&page, "#the-act", "pointerdown", "touch");
    point(&page, "#the-act", "pointerup", "touch");
    page.click_css("#the-act");
    page.wait_until("the eviction", |page| !page.text(".done, .say, .toast").is_empty());
    assert_eq!(tips(&page), 0);
}

#[test]
fn the_glossary_opens_by_link_and_the_way_back_leaves_it() {
    let page = Page::open(RUNS);
    page.wait_until_there();
    page.go_to("/#/glossary/CrashLoopBackOff");
    page.wait_until("the glossary", |page| page.count("dialog[open] .glossary") == 1);
    assert!(page.text(".glossary [aria-current]").starts_with("CrashLoopBackOff"));
    page.assert_healthy();
    page.type_into("searchbox", "Search the glossary", "sigterm");
    page.wait_until("few words", |page| page.count(".glossary dt") < 10);
    assert!(page.text(".glossary").contains("The signal that asks a program to stop."));
    page.wait_until("its entry", |page| page.js("return history.state", &[]) == 1);
    page.js("history.back()", &[]);
    page.wait_until("the lab", |page| page.count("dialog[open]") == 0);
    page.assert_healthy();
}

#[test]
fn the_timeline_has_a_legend_and_the_glossary_three_languages() {
    let page = still_lab();
    assert_eq!(page.text(".legend summary"), "Legend");
    page.click_css(".legend summary");
    page.wait_until("the marks", |page| page.text(".legend").contains("probe failed"));
    page.assert_healthy();
    page.go_dark();
    page.speak("한국어", "ko");
    page.wait_for_text(".legend summary", "범례");
    page.click_css(WORD);
    page.wait_until("the definition", |page| page.text(".tip").contains("라이프사이클"));
    page.go_narrow();
    page.assert_fits();
    page.assert_healthy();
}
