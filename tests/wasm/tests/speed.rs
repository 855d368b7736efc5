//! How fast the engine is in Wasm: it prints figures and asserts nothing about them.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{console_log, wasm_bindgen_test};

/// Runs the work and prints how many of its steps take a second.
fn measure(name: &str, steps: u32, work: impl FnOnce(u32) -> u64) {
    let start = js_sys::Date::now();
    let result = work(steps);
    let seconds = (js_sys::Date::now() - start) / 1000.0;
    console_log!("{name}: {:.0} steps a second ({result:x})", f64::from(steps) / seconds);
}

#[wasm_bindgen_test]
fn arithmetic() {
    measure("arithmetic", 100_000_000, |steps| {
        (0..u64::from(steps))
            .fold(1, |hash: u64, step| (hash ^ step).wrapping_mul(0x0100_0000_01b3))
    });
}
