//! The page opens and is fit to be used.

use podlab_browser_tests::Page;
use serde_json::json;
use xtask::paths;

#[test]
fn the_page_opens_and_nobody_is_shut_out() {
    let page = Page::open("/");
    assert!(page.title().contains("Podlab"), "the title is {:?}", page.title());
    page.wait_until("a heading", |page| page.count("h1") == 1);
    page.assert_healthy();
    page.assert_shuts_nobody_out();
}

#[test]
fn the_console_stays_empty() {
    // With the service worker: after two seconds the page asks for it, and a browser notes that it is missing.
    let page = Page::open_served(Page::chosen_browser(), &paths::dist(), "/", |site| {
        site.withheld.clear();
    });
    say(&page, "begin");
    page.go_to("/?again");
    page.click("button", "Exit 1");
    page.wait_until("the change", |page| page.text(".say").contains("exited"));
    page.click("radio", "dark");
    page.speak("한국어", "ko");
    assert_silent(&page, "begin", "the page");
    page.go_to("/embed.html");
    assert_silent(&page, "the page", "an embed");
}

fn say(page: &Page, words: &str) {
    page.js("console.warn(`${arguments[0]} at ${location.host}`)", &[json!(words)]);
}

/// Nothing came to the console after the words that this test said there before.
fn assert_silent(page: &Page, before: &str, now: &str) {
    say(page, now);
    let host = page.js("return location.host", &[]);
    let mark = |words: &str| format!("{words} at {}", host.as_str().unwrap_or_default());
    let mut messages = Vec::new();
    page.wait_until("what the test said", |page| {
        messages.extend(page.console());
        messages.iter().any(|message| message.contains(&mark(now)))
    });
    let first = messages.iter().rposition(|message| message.contains(&mark(before)));
    let new = &messages[first.map_or(0, |first| first + 1)..];
    let is_own = |message: &String| message.contains(&mark(now));
    assert!(new.iter().all(is_own), "{new:?}");
}

#[test]
fn the_page_works_in_a_folder_of_another_site() {
    let page = Page::open("/some/folder/");
    page.wait_until("a heading", |page| page.count("h1") == 1);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_tab_key_goes_the_way_the_eye_goes() {
    let page = Page::open("/");
    for title in ["Liveness fails", "Three Pods, one by one"] {
        for (width, height) in [(1440, 900), (768, 1024), (390, 844)] {
            page.set_size(width, height);
            page.open_scene(title);
            let found = page.js(ORDER, &[]);
            let faults = found.as_array().expect("a list of faults");
            assert!(faults.is_empty(), "{title} at {width}: {found}");
        }
    }
}

/// What stands earlier on the page than what comes before it by the Tab key: regions by where they end, and in the bar at the top
/// and the one at the bottom control by control, by rows.
const ORDER: &str = "
    const faults = [];
    const name = (element) => element.className || element.tagName;
    const regions = [...document.querySelector('.lab').children];
    const goes = (elements, isBefore) => elements.reduce((before, element) => {
        if (isBefore(element.getBoundingClientRect(), before.getBoundingClientRect())) {
            faults.push(name(element) + ' comes after ' + name(before));
        }
        return element;
    });
    const bars = regions.filter((region) => getComputedStyle(region).position !== 'fixed');
    goes(bars, (box, before) => box.bottom <= before.top + 1);
    for (const bar of document.querySelectorAll('.topbar, .transport')) {
        const controls = [...bar.querySelectorAll('a, button, input, select')]
            .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[popover]:not(.bar-more)'))
            .map((control) => control.closest('label') ?? control);
        goes(controls, (box, before) =>
            box.bottom <= before.top + 1 || (box.right <= before.left + 1 && box.top < before.bottom - 1));
    }
    return faults;
";
