//! A page in a script that runs from right to left: mirrored, but for time, which runs from left to right everywhere.

use podlab_browser_tests::Page;
use serde_json::json;

/// Mirrors the page that is open, as an author of a page in Arabic or Hebrew would.
fn mirror(page: &Page) {
    page.js("document.documentElement.dir = 'rtl'", &[]);
    page.wait_until("a mirrored page", |page| {
        page.js("return getComputedStyle(document.querySelector('.stage')).direction", &[]) == "rtl"
    });
}

/// Where the middles of these elements are from the left, in CSS pixels.
fn middles(page: &Page, css: &[&str]) -> Vec<f64> {
    let script = "return arguments[0].map((css) => {
        const { left, width } = document.querySelector(css).getBoundingClientRect();
        return left + width / 2;
    })";
    let found = page.js(script, &[json!(css)]);
    found.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect()
}

#[test]
fn the_page_is_mirrored_and_fits_at_every_width() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(500, "two Pods", |page| page.are_ready(2));
    mirror(&page);
    for (width, height) in [(1440, 900), (768, 1024), (390, 844), (320, 640)] {
        page.set_size(width, height);
        page.assert_fits();
    }
    page.set_size(1440, 900);
    let found =
        middles(&page, &[".answers", ".stage", ".lane[data-pod=web-1]", ".lane[data-pod=web-0]"]);
    assert!(found.is_sorted(), "{found:?}");
    page.assert_healthy();
}

#[test]
fn time_runs_from_left_to_right_in_a_mirrored_page() {
    let page = Page::open_lab("A container that crashes");
    page.step_until(40, "a restart", |page| page.text(".restarts") == "1");
    mirror(&page);
    let found = middles(&page, &[".moves .play", ".moves button:last-of-type", ".clock"]);
    assert!(found.is_sorted(), "{found:?}");
    let segments = page.js(
        "const [line] = [...document.querySelectorAll('.track-line')].filter((line) => line.querySelectorAll('.seg').length > 2);
         return [...line.querySelectorAll('.seg')].map((each) => each.getBoundingClientRect().left)",
        &[],
    );
    let segments: Vec<f64> =
        segments.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
    assert!(segments.len() > 1 && segments.is_sorted(), "{segments:?}");
    // The line of the present moment lies where the tracks do, beside their names.
    let found = middles(&page, &[".track-line", ".tracks-over"]);
    assert!((found[0] - found[1]).abs() < 1.0, "{found:?}");
    let ends = middles(&page, &[".ending-step:first-child", ".ending-step:last-child"]);
    assert!(ends.is_sorted(), "{ends:?}");
    page.assert_fits();
}
