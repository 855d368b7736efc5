//! How fast the engine is in Wasm: it prints figures and asserts nothing about them. `--release` adds the largest sets.
#![cfg(target_arch = "wasm32")]

use podlab::benchmarks::{Benchmark, Scrubbing, report};
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

#[wasm_bindgen_test]
fn benchmarks() {
    let is_quick = |benchmark: &Benchmark| !benchmark.name.contains("5000");
    let all = Benchmark::all().into_iter();
    for mut benchmark in all.filter(|benchmark| !cfg!(debug_assertions) || is_quick(benchmark)) {
        let start = js_sys::Date::now();
        let figures = benchmark.run();
        let seconds = (js_sys::Date::now() - start) / 1000.0;
        console_log!("{}", report(&benchmark.name, figures, seconds));
    }
}

#[wasm_bindgen_test]
fn seeks() {
    const SEEKS: u32 = 200;
    let mut scrubbing = Scrubbing::new();
    let (start, mut longest) = (js_sys::Date::now(), 0.0);
    for _ in 0..SEEKS {
        let begun = js_sys::Date::now();
        scrubbing.seek();
        longest = f64::max(longest, js_sys::Date::now() - begun);
    }
    let mean = (js_sys::Date::now() - start) / f64::from(SEEKS);
    let events = Scrubbing::EVENTS;
    console_log!(
        "{SEEKS} seeks in a run of {events} events: {mean:.1} ms each, {longest:.0} ms at most"
    );
}
