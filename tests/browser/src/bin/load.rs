//! Measures how soon the page, and a figure in another page, is there and answers on a slow phone with a slow network: Chromium with its processor four times
//! slower and a network of 1.6 Mb/s, 150 ms away, from a server that compresses.
//!
//! `cargo xtask bench` runs it. It prints figures and asserts nothing about them.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, Page};
use serde_json::Value;
use xtask::paths;

/// How many times slower the processor is.
const PROCESSOR: f64 = 4.0;
/// Bits a second that the network carries.
const NETWORK: f64 = 1_600_000.0;
/// Milliseconds until an answer begins.
const LATENCY: f64 = 150.0;
/// Where the button is that goes to the next change.
const PLACE: &str = "
    const root = document.querySelector('pod-lab')?.shadowRoot ?? document;
    const buttons = [...root.querySelectorAll('.transport button')];
    const box = buttons.find((each) => each.textContent.trim() === 'Next change').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]";

/// How often the page is opened.
const VISITS: usize = 5;

/// The page, and one in which its script puts a figure.
const PLACES: [(&str, &str); 2] = [("The page", "/"), ("A figure", "/fixtures/many.html")];

/// Notes in the page when the figure is there, when it was pressed, when it answered, and what kept the browser busy for long.
const NOTE: &str = "
    window.noted = { tasks: [] };
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) window.noted.tasks.push([startTime, duration]);
    }).observe({ type: 'longtask', buffered: true });
    addEventListener('pointerdown', () => { window.noted.pressed ??= performance.now(); }, true);
    addEventListener('DOMContentLoaded', () => {
        const place = document.querySelector('main:empty');
        if (place) place.innerHTML = '<pod-lab poster scene=crash-loop></pod-lab>';
    });
    const look = () => {
        const root = document.querySelector('pod-lab')?.shadowRoot ?? document;
        const said = root.querySelector('.say')?.textContent;
        if (said !== undefined) {
            window.noted.drawn ??= performance.now();
            window.noted.said ??= said;
            if (window.noted.pressed && said !== window.noted.said) {
                window.noted.answered ??= performance.now();
            }
        }
        requestAnimationFrame(look);
    };
    look();";

fn main() {
    let page = Page::open_served(Browser::Chromium, &paths::dist(), "/", |site| {
        site.compressed = Some(Arc::default());
    });
    page.run_first(NOTE);
    println!(
        "Processor {PROCESSOR} times slower, {:.1} Mb/s, {LATENCY} ms; the middle of {VISITS} visits:",
        NETWORK / 1e6
    );
    for (name, path) in PLACES {
        // The first visit lets the server compress what it sends, and tells where the button is.
        page.slow_down(1.0, -8.0, 0.0);
        page.go_to(path);
        page.next_change();
        let place = page.js(PLACE, &[]);
        let button = (place[0].as_f64().unwrap_or_default(), place[1].as_f64().unwrap_or_default());
        page.slow_down(PROCESSOR, NETWORK, LATENCY);
        let mut visits: Vec<Visit> =
            (0..VISITS).map(|_| Visit::make(&page, path, button)).collect();
        visits.sort_by(|a, b| a.answered.total_cmp(&b.answered));
        let middle = &visits[VISITS / 2];
        println!(
            "{name} is there after {:.0} ms; pressed at {:.0} ms, it answers at {:.0} ms ({:.0} to {:.0} ms)",
            middle.drawn,
            middle.pressed,
            middle.answered,
            visits[0].answered,
            visits[VISITS - 1].answered
        );
        for (start, length) in &middle.tasks {
            println!("  busy for {length:.0} ms from {start:.0} ms on");
        }
    }
}

/// One visit, in milliseconds after its beginning.
struct Visit {
    drawn: f64,
    pressed: f64,
    answered: f64,
    /// What kept the browser busy for 50 ms or more: start and length.
    tasks: Vec<(f64, f64)>,
}

impl Visit {
    /// Opens the page, and presses as soon as there is something to press.
    fn make(page: &Page, path: &str, button: (f64, f64)) -> Self {
        page.go_to(path);
        page.wait_until("the figure", |page| page.js("return window.noted.drawn > 0", &[]) == true);
        page.press_at(button.0, button.1);
        page.wait_until("an answer", |page| {
            page.js("return window.noted.answered > 0", &[]) == true
        });
        // Tasks are told of when they are over.
        thread::sleep(Duration::from_millis(300));
        let noted = page.js("return window.noted", &[]);
        let number = |name: &str| noted[name].as_f64().unwrap_or_default();
        let tasks = noted["tasks"].as_array().into_iter().flatten();
        let time = |value: &Value| value.as_f64().unwrap_or_default();
        Self {
            drawn: number("drawn"),
            pressed: number("pressed"),
            answered: number("answered"),
            tasks: tasks.map(|task| (time(&task[0]), time(&task[1]))).collect(),
        }
    }
}
