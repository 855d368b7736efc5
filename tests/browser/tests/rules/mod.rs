//! What the rules do, as the page shows it, and what it finds when it is asked whether something can happen.
//!
//! The engine does the same in every browser, as the tests in Wasm show, and these tests ask nothing else of a browser than to draw a
//! page: so they run in Chromium alone.

mod explorer;
mod kubelet;
mod nodes;
mod scenes;
mod stateful_set_acts;
mod stateful_set_fields;
mod stateful_set_order;
mod time;
mod workloads;
