//! The time machine: what waits, what comes, and the other ways a run went.

use podlab_browser_tests::Page;

/// The page with that scene at its beginning, and time standing still.
fn open(title: &str) -> Page {
    let page = Page::open("/");
    page.click_css(".scene-button");
    page.wait_until("the scenes", |page| page.count("#scenes:popover-open") == 1);
    page.js(
        "[...document.querySelectorAll('.scene')].find((scene) => scene.firstChild.data === arguments[0]).click()",
        &[title.into()],
    );
    page.wait_until(title, |page| {
        let shown = page.js("return document.querySelector('.scene-title').textContent", &[]);
        shown.as_str() == Some(title)
    });
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    seek(&page, 0);
    page
}

/// Goes to a second.
fn seek(page: &Page, second: u64) {
    page.js(
        "const range = document.querySelector('.scrub input');
         range.value = arguments[0];
         range.dispatchEvent(new InputEvent('input', { bubbles: true }));",
        &[second.into()],
    );
}

/// Lets time pass, change by change, until the condition holds.
fn step_until(page: &Page, what: &str, holds: impl Fn(&Page) -> bool) {
    for _ in 0..400 {
        if holds(page) {
            return;
        }
        page.click("button", "Next change");
    }
    panic!("never came: {what}; it is {} at {}", page.text("#status"), page.text(".clock"));
}

/// The waits with their rules, as they are read.
fn waits(page: &Page) -> Vec<(String, String)> {
    let seen = page.js(
        "return [...document.querySelectorAll('.wait')].map((w) => [w.dataset.rule, w.querySelector('p').textContent])",
        &[],
    );
    let rows = seen.as_array().cloned().unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    rows.iter().map(|row| (text(&row[0]), text(&row[1]))).collect()
}

/// Lets time pass until something waits for that reason, and gives the waits.
fn wait_until_waiting(page: &Page, text: &str) -> Vec<(String, String)> {
    step_until(page, text, |page| waits(page).iter().any(|(_, said)| said.contains(text)));
    waits(page)
}

#[test]
fn a_backoff_says_when_the_container_starts_again() {
    let page = open("A container that crashes");
    let text = "The kubelet starts app again at 0:00:";
    let waits = wait_until_waiting(&page, text);
    let back_off = waits.iter().find(|(rule, _)| rule == "P-408").expect(text);
    assert!(back_off.1.contains("at the earliest, 10 s after it ended"), "{waits:?}");
}

#[test]
fn a_set_says_which_pod_it_waits_for_and_when_that_is_looked_at() {
    let page = open("Three Pods, one by one");
    let waits = wait_until_waiting(&page, "must be Running and Ready before the set goes on.");
    let of_set = waits.iter().find(|(rule, _)| rule == "S-30");
    assert!(of_set.is_some_and(|(_, text)| text.starts_with("web-0 must")), "{waits:?}");
    let mut of_pod = waits.iter().filter(|(_, text)| text.starts_with("web-0: "));
    assert!(of_pod.any(|(_, text)| text.contains("Next look: 0:00:")), "{waits:?}");
    page.assert_healthy();
}
