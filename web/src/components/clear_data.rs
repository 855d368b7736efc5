//! What removes everything that Podlab keeps in the browser. It opens first, so that one press alone does nothing.

use super::parts::press;
use crate::act::{Act, KeptMessage};
use crate::language::use_language;
use podlab_messages::text;
use yew::prelude::*;

/// What it needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ClearDataProps {
    /// The popover that is closed with it.
    #[prop_or_default]
    pub hides: Option<AttrValue>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// What would be removed, and the button that does it.
#[component]
pub fn ClearData(ClearDataProps { hides, on }: &ClearDataProps) -> Html {
    use_language();
    html! {
        <details class="clear-data">
            <summary class="button is-small">{ text::data_clear() }</summary>
            <p class="label">{ text::data_clear_what() }</p>
            <button
                class="button"
                type="button"
                popovertarget={hides.clone()}
                popovertargetaction={hides.as_ref().map(|_| "hide")}
                onclick={press(on, Act::Kept(KeptMessage::ClearAll))}
            >
                { text::data_clear_sure() }
            </button>
        </details>
    }
}
