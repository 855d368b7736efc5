//! How fast the engine is in Wasm: it prints figures and asserts nothing about them.
#![cfg(target_arch = "wasm32")]

use podlab::workload::{Workload, report};
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
