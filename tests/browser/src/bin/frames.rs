//! Measures what keeps the browser busy for long while a StatefulSet of 200 Pods grows, drawn as lanes; and on a processor four times
//! slower the frames, the time from an input to its paint, and the memory with 50 Pods.
//!
//! `cargo xtask bench --page` runs it. It prints figures from Chromium's trace, and asserts nothing about them.

use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Frames, Page, Trace};

/// Milliseconds from which on a task is a long one.
const LONG: f64 = 50.0;

/// So many lanes, at most, are to be drawn without a pause.
const LANES: usize = 200;

/// How many Pods the slow device shows, how much slower it is, and how many seconds are traced at 60 times real time; a browser keeps no
/// longer trace.
const SLOW: (usize, f64, u64) = (50, 4.0, 20);

/// Notes the memory of the program.
const NOTE_MEMORY: &str = "
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await original.apply(WebAssembly, given);
            window.programMemory ??= (made.instance ?? made).exports?.memory;
            return made;
        };
    }";

/// How many seconds a simulated hour takes at 60 times real time.
const HOUR: u64 = 60;

fn main() {
    for (speed, seconds) in [("10×", 8), ("60×", 6), ("600×", 4)] {
        let page = Page::open_traced("/");
        run_set(&page, LANES);
        page.begin_trace();
        page.click("radio", speed);
        page.click("button", "Play");
        thread::sleep(Duration::from_secs(seconds));
        page.click("button", "Pause");
        print_frames(&page.end_trace(), LANES, speed, seconds);
    }
    on_slow_device(&Page::open_traced("/"));
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
    page.run_first(NOTE_MEMORY);
    page.go_to("/?slow");
    run_set(page, replicas);
    page.slow_down(slower, 1e9, 0.0);
    let memory = |page: &Page| {
        page.js("return window.programMemory?.buffer.byteLength", &[]).as_f64().unwrap_or(f64::NAN)
            / 1e6
    };
    let before = memory(page);
    page.click("radio", "60×");
    page.begin_trace();
    page.click("button", "Play");
    for _ in 0..seconds / 4 {
        thread::sleep(Duration::from_secs(4));
        // Time stands still, and passes again.
        page.press("Space");
        page.press("Space");
    }
    page.click("button", "Pause");
    let trace = page.end_trace();
    page.click("button", "Play");
    thread::sleep(Duration::from_secs(HOUR - seconds));
    page.click("button", "Pause");
    print!("Processor {slower} times slower: ");
    print_frames(&trace, replicas, "60×", seconds);
    let mut inputs = trace.inputs();
    inputs.sort_by(f64::total_cmp);
    let worst = inputs.last().copied().unwrap_or(f64::NAN);
    let middle = inputs.get(inputs.len() / 2).copied().unwrap_or(f64::NAN);
    println!(
        "From an input to its paint: {middle:.0} ms in the middle and {worst:.0} ms at worst, of {} inputs; memory of the program: {before:.0} MB before, {:.0} MB after a simulated hour",
        inputs.len(),
        memory(page)
    );
}

fn print_frames(trace: &Trace, lanes: usize, speed: &str, seconds: u64) {
    let Frames { shown, dropped } = trace.frames();
    let long = trace.tasks().filter(|task| *task >= LONG).count();
    let longest = trace.tasks().fold(0.0, f64::max);
    println!(
        "{lanes} lanes at {speed} real time: {shown} frames shown and {dropped} dropped in {seconds} s, {long} tasks of 50 ms or more, the longest {longest:.0} ms"
    );
}

fn manifest(replicas: usize) -> String {
    format!(
        "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: web}}\nspec:\n  serviceName: web\n  replicas: {replicas}\n  selector: {{matchLabels: {{app: web}}}}\n  template:\n    metadata: {{labels: {{app: web}}}}\n    spec:\n      containers:\n        - name: nginx\n          image: nginx\n          readinessProbe: {{httpGet: {{path: /, port: 80}}, periodSeconds: 5}}\n"
    )
}
