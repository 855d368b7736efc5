//! How fast the engine is in Wasm: it prints figures and asserts nothing about them.
#![cfg(target_arch = "wasm32")]

use podlab::workload::{Scrubbing, Workload, report};
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

#[wasm_bindgen_test]
fn workloads() {
    for mut workload in Workload::all() {
        let start = js_sys::Date::now();
        let figures = workload.run();
        let seconds = (js_sys::Date::now() - start) / 1000.0;
        console_log!("{}", report(&workload.name, figures, seconds));
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
