//! The ring of a container: it counts a wait down, or the time spent in a state up.

use crate::markup::prelude::*;
use crate::view::Ring;

/// The ring.
pub fn view(ring: &Ring) -> Html {
    let name = [&ring.number, " ", &ring.caption].concat();
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
                    stroke-dasharray={[&left.min(100).to_string(), " 100"].concat()}
                />
            }
            <text class="ring-number" x="42" y="45">{ &ring.number }</text>
            <text x="42" y="60">{ &ring.caption }</text>
        </svg>
    }
}
