//! The gate before a lane: open, shut, or stuck.

use podlab_stage::lanes::Gate;
use yew::prelude::*;

/// How a gate looks, and what it says.
#[derive(Debug, PartialEq, Properties)]
pub struct GateProps {
    /// The CSS classes, from [`class`].
    pub class: &'static str,
    /// Whether the controller waits in vain.
    pub is_stuck: bool,
    /// What it says.
    pub words: AttrValue,
    /// Opens its menu; none where a person may not act.
    pub menu: Option<Callback<MouseEvent>>,
}

/// Returns the CSS classes of a gate.
pub const fn class(gate: Gate<'_>) -> &'static str {
    match gate {
        Gate::Open => "gate is-open",
        Gate::ShutUp(_) => "gate is-shut",
        Gate::ShutDown(_) => "gate is-shut is-down",
        Gate::Stuck(_) => "gate is-stuck",
    }
}

/// The gate, with what it says.
#[component]
pub fn LaneGate(GateProps { class, words, is_stuck, menu }: &GateProps) -> Html {
    let drawing = html! {
        <>
            <svg viewBox="0 0 24 72" aria-hidden="true">
                <path class="gate-leaf" d="M12 2v34" />
                <path class="gate-leaf is-lower" d="M12 70V36" />
                if *is_stuck {
                    <path class="gate-knot" d="m12 25 11 11-11 11L1 36z" />
                    <path class="gate-mark" d="M12 30.5v6m0 5v.1" />
                } else {
                    <path class="gate-way" d="m9.5 31 5 5-5 5" />
                    <circle class="gate-stop" cx="12" cy="36" r="9" />
                    <path class="gate-bar" d="M7.5 36h9" />
                }
            </svg>
            <span class="visually-hidden">{ words }</span>
        </>
    };
    match menu {
        Some(menu) => html! {
            <button class={*class} type="button" title={words.clone()} aria-haspopup="dialog" onclick={menu} oncontextmenu={menu}>{ drawing }</button>
        },
        None => html! { <div class={*class} title={words.clone()}>{ drawing }</div> },
    }
}
