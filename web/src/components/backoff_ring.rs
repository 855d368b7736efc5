//! The ring of a container: it counts a wait down, or the time spent in a state up.

use podlab_stage::view::Ring;
use yew::prelude::*;

/// What a ring shows.
#[derive(Debug, PartialEq, Properties)]
pub struct RingProps {
    /// The number in its middle, what it counts, and how much of it is left.
    pub ring: Ring,
}

/// The ring.
#[component]
pub fn BackoffRing(RingProps { ring }: &RingProps) -> Html {
    let name = format!("{} {}", ring.number, ring.caption);
    html! {
        <svg class="ring" viewBox="0 0 84 84" role="img" aria-label={name}>
            <circle class="ring-base" cx="42" cy="42" r="38" />
            if let Some(left) = ring.left {
                <circle
                    class="ring-left"
                    cx="42"
                    cy="42"
                    r="38"
                    pathLength="100"
                    stroke-dasharray={format!("{} 100", left.min(100))}
                />
            }
            <text class="ring-number" x="42" y="45">{ &ring.number }</text>
            <text x="42" y="60">{ &ring.caption }</text>
        </svg>
    }
}
