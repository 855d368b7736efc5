//! The gate before a lane: open, or shut and pointing the way the controller may not go on.

use crate::lanes::Gate;
use crate::markup::prelude::*;

/// The gate.
pub fn view(gate: Gate, words: &str) -> Html {
    let (class, word) = match gate {
        Gate::Open => ("gate is-open", "Gate open"),
        Gate::ShutUp => ("gate is-shut", "Gate shut"),
        Gate::ShutDown => ("gate is-shut is-down", "Gate shut"),
    };
    let separator = if words.is_empty() { "" } else { ": " };
    let label = [word, separator, words].concat();
    html! {
        <div {class} title={label.clone()}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path class="gate-post" d="M4 3v19M20 3v5M20 16v6" />
                <path class="gate-arm" d="M4 12h15" />
            </svg>
            <span class="visually-hidden">{ label }</span>
        </div>
    }
}
