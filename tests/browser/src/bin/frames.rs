//! Measures what keeps the browser busy for long while a StatefulSet of 200 Pods grows, drawn as lanes; and on a processor four times
//! slower the frames, the time from an input to its paint, and the memory with 50 Pods.
//!
//! `cargo xtask bench` runs it. It prints figures and asserts nothing about them.

use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, Page};
use serde_json::Value;

/// So many lanes, at most, are to be drawn without a pause.
const LANES: usize = 200;

/// How many Pods the slow device shows, how much slower it is, and how many seconds are measured at 60 times real time: a simulated hour.
const SLOW: (usize, f64, u64) = (50, 4.0, 60);

/// Notes the memory of the program, and how long each press of a key or a button takes until it is painted.
const NOTE_INPUTS: &str = "
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await original.apply(WebAssembly, given);
            window.programMemory ??= (made.instance ?? made).exports?.memory;
            return made;
        };
    }
    window.inputs = [];
    new PerformanceObserver((list) => {
        for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.inputs.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });";

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
    run_set(&page, LANES);
    page.js(NOTE, &[]);
    for (speed, seconds) in [("10×", 8), ("60×", 6), ("600×", 4)] {
        page.js(BEGIN, &[]);
        page.click("radio", speed);
        page.click("button", "Play");
        thread::sleep(Duration::from_secs(seconds));
        page.click("button", "Pause");
        print_frames(&page, LANES, speed, seconds);
    }
    on_slow_device(&page);
}

/// Runs a StatefulSet, and pauses when its lanes are drawn.
fn run_set(page: &Page, replicas: usize) {
    page.paste(&manifest(replicas));
    page.click("button", "Run this Pod");
    page.wait_until("the lanes", |page| page.count(".lane, .cell") >= replicas);
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
}

fn on_slow_device(page: &Page) {
    let (replicas, slower, seconds) = SLOW;
    page.run_first(NOTE_INPUTS);
    page.go_to("/?slow");
    run_set(page, replicas);
    page.js(NOTE, &[]);
    page.slow_down(slower, 1e9, 0.0);
    let memory = |page: &Page| {
        page.js("return window.programMemory?.buffer.byteLength", &[]).as_f64().unwrap_or(f64::NAN)
            / 1e6
    };
    let before = memory(page);
    page.js(BEGIN, &[]);
    page.click("radio", "60×");
    page.click("button", "Play");
    page.js("window.inputs.length = 0", &[]);
    for _ in 0..seconds / 4 {
        thread::sleep(Duration::from_secs(4));
        // Time stands still, and passes again.
        page.press("Space");
        page.press("Space");
    }
    page.click("button", "Pause");
    print!("Processor {slower} times slower: ");
    print_frames(page, replicas, "60×", seconds);
    let inputs = page.js("return window.inputs", &[]);
    let mut inputs: Vec<f64> =
        inputs.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    inputs.sort_by(f64::total_cmp);
    let worst = inputs.last().copied().unwrap_or(f64::NAN);
    let middle = inputs.get(inputs.len() / 2).copied().unwrap_or(f64::NAN);
    println!(
        "From an input to its paint: {middle:.0} ms in the middle and {worst:.0} ms at worst, of {} inputs of 16 ms or more; memory of the program: {before:.0} MB before, {:.0} MB after a simulated hour",
        inputs.len(),
        memory(page)
    );
}

fn print_frames(page: &Page, lanes: usize, speed: &str, seconds: u64) {
    let noted = page.js("window.counts = false; return [window.tasks, window.drawn]", &[]);
    let tasks: Vec<f64> =
        noted[0].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let longest = tasks.iter().copied().fold(0.0, f64::max);
    println!(
        "{lanes} lanes at {speed} real time: {} frames in {seconds} s, {} tasks of 50 ms or more, the longest {longest:.0} ms",
        noted[1],
        tasks.len()
    );
}

fn manifest(replicas: usize) -> String {
    format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: web}}\nspec:\n  serviceName: web\n  replicas: {replicas}\n  selector: {{matchLabels: {{app: web}}}}\n  template:\n    metadata: {{labels: {{app: web}}}}\n    spec:\n      containers:\n        - name: nginx\n          image: nginx\n          readinessProbe: {{httpGet: {{path: /, port: 80}}, periodSeconds: 5}}\n"
    )
}
