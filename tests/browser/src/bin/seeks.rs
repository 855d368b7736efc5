//! Measures on the built page how long it takes to go to any moment of a run of 100,000 events, drawing included.
//!
//! `cargo xtask bench` runs it. It prints figures and asserts nothing about them.

use podlab::benchmarks::Scrubbing;
use podlab_browser_tests::{Browser, Page};

/// Seeks that are measured.
const SEEKS: u64 = 200;

/// Goes to moments that chance chooses, one after the other, and waits each time until the page is there and drawn again.
/// Gives the milliseconds of each.
const MEASURE: &str = "
    const [count, end] = arguments;
    const range = document.querySelector('.scrub input');
    let seed = 1;
    const times = [];
    return (async () => {
        for (let i = 0; i < count; i++) {
            seed = (seed * 48271) % 2147483647;
            const start = performance.now();
            range.value = seed % end;
            range.dispatchEvent(new InputEvent('input', { bubbles: true }));
            // The page draws in a microtask; a message comes after all of them.
            await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
            while (document.querySelector('.clock[aria-busy]')) await new Promise(requestAnimationFrame);
            times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b);
    })();";

fn main() {
    let end = Scrubbing::new().end();
    let page = Page::open_in(Browser::Chromium, "/");
    page.paste(Scrubbing::SCENARIO);
    page.click("button", "Run this Pod");
    page.wait_until("the run", |page| page.count("dialog[open]") == 0);
    page.js("[...document.querySelectorAll('.speed label')].pop().click()", &[]);
    let seconds = |page: &Page| -> u64 {
        let clock = page.js("return document.querySelector('.clock').textContent", &[]);
        let clock = clock.as_str().unwrap_or_default().split('.').next().unwrap_or_default();
        clock.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap_or_default())
    };
    page.wait_until("100,000 events", |page| seconds(page) >= end.seconds());
    page.click("button", "Pause");
    let times = page.js(MEASURE, &[SEEKS.into(), end.seconds().into()]);
    let times: Vec<f64> = serde_json::from_value(times).unwrap_or_default();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{SEEKS} seeks on the page in a run of {} events: {:.1} ms in the middle, 95 of 100 below {:.1} ms, {:.1} ms at most",
        Scrubbing::EVENTS,
        at(0.5),
        at(0.95),
        at(1.0)
    );
}
