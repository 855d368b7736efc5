//! Measures what keeps the browser busy for long while a StatefulSet of 200 Pods grows, is updated and is gone back over, drawn as
//! lanes.
//!
//! `cargo xtask bench` runs it. It prints figures and asserts nothing about them.

use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, Page};
use serde_json::Value;

/// So many lanes, at most, are to be drawn without a pause.
const LANES: usize = 200;

/// Notes what keeps the browser busy for 50 ms or more.
const NOTE: &str = "
    window.tasks = [];
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });";

/// Begins to count frames.
const BEGIN: &str = "
    window.tasks.length = 0;
    window.drawn = 0;
    window.counts = true;
    const count = () => {
        window.drawn += 1;
        if (window.counts) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);";

fn main() {
    let page = Page::open_in(Browser::Chromium, "/");
    page.paste(&manifest());
    page.click("button", "Run this Pod");
    page.wait_until("the lanes", |page| page.count(".lane, .cell") >= LANES);
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    page.js(NOTE, &[]);
    for (speed, seconds) in [("10×", 8), ("60×", 6), ("600×", 4)] {
        page.js(BEGIN, &[]);
        page.click("radio", speed);
        page.click("button", "Play");
        thread::sleep(Duration::from_secs(seconds));
        page.click("button", "Pause");
        print_frames(&page, speed, seconds);
    }
}

fn print_frames(page: &Page, speed: &str, seconds: u64) {
    let noted = page.js("window.counts = false; return [window.tasks, window.drawn]", &[]);
    let tasks: Vec<f64> =
        noted[0].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let longest = tasks.iter().copied().fold(0.0, f64::max);
    println!(
        "{LANES} lanes at {speed} real time: {} frames in {seconds} s, {} tasks of 50 ms or more, the longest {longest:.0} ms",
        noted[1],
        tasks.len()
    );
}

fn manifest() -> String {
    format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: web}}\nspec:\n  serviceName: web\n  replicas: {LANES}\n  selector: {{matchLabels: {{app: web}}}}\n  template:\n    metadata: {{labels: {{app: web}}}}\n    spec:\n      containers:\n        - name: nginx\n          image: nginx\n          readinessProbe: {{httpGet: {{path: /, port: 80}}, periodSeconds: 5}}\n"
    )
}
