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
            <svg viewBox="0 0 24 72" aria-hidden="true">
                <path class="gate-leaf" d="M12 2v34" />
                <path class="gate-leaf is-lower" d="M12 70V36" />
                <path class="gate-way" d="m9.5 31 5 5-5 5" />
                <circle class="gate-stop" cx="12" cy="36" r="9" />
                <path class="gate-bar" d="M7.5 36h9" />
            </svg>
            <span class="visually-hidden">{ label }</span>
        </div>
    }
}
