//! What is shown to a room beside the stage and over it: one answer, the code of the address, nothing, a ring at the pointer.

use super::parts::press;
use super::run::Run;
use super::{answers, kubectl_answers, next, share_dialog, why};
use crate::act::{Act, PresenterMessage};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::upcoming::Upcoming;
use crate::views::Target;
use gloo::events::EventListener;
use gloo::utils::document;
use podlab::files::presentation_file::Shown;
use podlab_link::qr;
use podlab_messages::text;
use podlab_stage::latest::latest;
use podlab_stage::view::Stage;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};
use yew::prelude::*;

/// What the answer needs.
#[derive(PartialEq, Properties)]
pub struct PresentedAnswerProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// Which answer it is.
    pub shows: Shown,
    /// Whether it tells of the Pod on the stage or of its workload.
    pub target: Target,
    /// The number of the change that it explains; the last one when none.
    pub selected: Option<u64>,
    /// What happens next.
    pub upcoming: Handle<Upcoming>,
    /// Whether the room is asked what comes next, and has not seen the answer.
    pub asks: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The answer beside the stage.
#[component]
pub fn PresentedAnswer(props: &PresentedAnswerProps) -> Html {
    let PresentedAnswerProps { lab: handle, shows, on, .. } = props;
    use_language();
    let lab = handle.read();
    let is_of_set = props.target == Target::Set && lab.scene.workload.is_some();
    let stage = Stage::of(&lab);
    let content = match shows {
        Shown::Nothing => return Html::default(),
        Shown::Why => {
            let selected = props.selected.and_then(|number| lab.story().change(number));
            match selected.or_else(|| latest(lab.story())) {
                Some(change) => why::answer(Run::in_panel(&lab, Controls::Full, on), change),
                None => html! { <p class="quiet">{ text::why_nothing_waits() }</p> },
            }
        }
        Shown::Next => html! {
            <next::NextPanel
                lab={handle.clone()}
                controls={Controls::Full}
                upcoming={props.upcoming.clone()}
                quiz={None::<bool>}
                asks={props.asks}
                on={on.clone()}
            />
        },
        Shown::Events => answers::events(&lab, stage, is_of_set, on),
        Shown::Watch => kubectl_answers::watch(&lab, is_of_set),
        Shown::Describe => kubectl_answers::describe(&lab, stage, is_of_set),
    };
    html! { <section class="presented-answer" aria-label={text::present_answer()} tabindex="0">{ content }</section> }
}

/// What covers the stage, so that nothing is seen until it is pressed.
pub fn blank(on: &Callback<Act>) -> Html {
    html! {
        <button
            class="presented-cover presented-blank"
            type="button"
            aria-label={text::present_uncover()}
            onclick={press(on, Act::Presenter(PresenterMessage::Blank))}
        ></button>
    }
}

/// The code of an address, as large as the screen, once the address is made. A press takes it away.
pub fn code(address: Option<String>, on: &Callback<Act>) -> Html {
    html! {
        <button
            class="presented-cover presented-code"
            type="button"
            title={text::present_uncover()}
            onclick={press(on, Act::Presenter(PresenterMessage::Code))}
        >
            if let Some(address) = address {
                { share_dialog::code(&address, text::share_code_of()) }
                if qr::code(&address).is_some() {
                    <p class="mono">{ address }</p>
                }
            }
        </button>
    }
}

/// A ring that follows the pointer, so that the last row sees where it is.
#[component]
pub fn Pointer() -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&document(), "pointermove", move |event| {
                let event: &MouseEvent = event.unchecked_ref();
                let Some(ring) = node.cast::<HtmlElement>() else { return };
                for (name, value) in [("left", event.client_x()), ("top", event.client_y())] {
                    // Both are lengths.
                    let _ = ring.style().set_property(name, &format!("{value}px"));
                }
            });
            move || drop(listener)
        });
    }
    html! { <div ref={node} class="presented-pointer" aria-hidden="true"></div> }
}
