//! The labs that the visitor saved, and what saves one more.

use crate::act::{Act, LabsMessage};
use crate::components::clear_data::ClearData;
use crate::components::parts::press;
use crate::language::use_language;
use crate::scenes::{self, Card};
use crate::state::NamedLab;
use crate::words;
use podlab::base::time::SimTime;
use podlab_messages::text;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the labs need.
#[derive(Debug, PartialEq, Properties)]
pub struct MyLabsProps {
    /// The labs that are shown.
    pub labs: Vec<Rc<NamedLab>>,
    /// The scenes, whose titles the labs have.
    pub cards: Rc<Vec<Card>>,
    /// The title of what runs, in the page's language.
    pub title: String,
    /// Whether what runs can be saved here.
    pub can_save: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The labs.
#[component]
pub fn MyLabs(props: &MyLabsProps) -> Html {
    use_language();
    let field = use_node_ref();
    let MyLabsProps { labs, can_save, on, .. } = props;
    html! {
        <section class="scenes-group my-labs">
            <h2 class="heading">{ text::labs_title() }</h2>
            if *can_save {
                <p class="label">{ text::labs_about() }</p>
                { form(props, &field) }
            }
            if labs.is_empty() {
                <p class="quiet">{ text::labs_none() }</p>
            } else {
                <ul>{ for labs.iter().map(|lab| row(props, lab, &field)) }</ul>
            }
            if *can_save {
                <ClearData hides={AttrValue::Static("scenes")} on={on.clone()} />
            }
        </section>
    }
}

/// What saves the lab that runs.
fn form(MyLabsProps { title, on, .. }: &MyLabsProps, field: &NodeRef) -> Html {
    let onsubmit = {
        let (on, field) = (on.clone(), field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(input) = field.cast::<HtmlInputElement>() {
                on.emit(Act::Labs(LabsMessage::Save(input.value())));
                input.set_value("");
            }
        })
    };
    html! {
        <form class="lab-save" {onsubmit}>
            <input
                class="input"
                ref={field.clone()}
                autocomplete="off"
                maxlength="60"
                aria-label={text::labs_name()}
                placeholder={title.clone()}
            />
            <button class="button is-primary" type="submit">{ text::labs_save() }</button>
        </form>
    }
}

fn row(MyLabsProps { cards, on, .. }: &MyLabsProps, lab: &Rc<NamedLab>, field: &NodeRef) -> Html {
    let id = lab.id;
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Labs(LabsMessage::Rename(id, input.value())));
        })
    };
    let delete = {
        let (on, field) = (on.clone(), field.clone());
        Callback::from(move |_: MouseEvent| {
            // The button goes with the lab, so the focus goes before it.
            if let Some(field) = field.cast::<HtmlInputElement>() {
                let _ = field.focus();
            }
            on.emit(Act::Labs(LabsMessage::Delete(id)));
        })
    };
    let title = scenes::title_of(cards, "", &lab.title);
    html! {
        <li class="lab-row" key={id}>
            <button
                class="lab-open"
                type="button"
                popovertarget="scenes"
                popovertargetaction="hide"
                onclick={press(on, Act::Labs(LabsMessage::Open(id)))}
            >
                { &lab.name }
                <span>{ text::labs_what(words::clock(SimTime(lab.now)), title) }</span>
            </button>
            <details class="lab-edit">
                <summary class="button is-small" aria-label={text::labs_edit_of(&lab.name)}>{ text::labs_edit() }</summary>
                <input
                    class="input"
                    autocomplete="off"
                    maxlength="60"
                    aria-label={text::labs_name_of(&lab.name)}
                    value={lab.name.clone()}
                    {onchange}
                />
                <button class="button is-small" type="button" aria-label={text::labs_delete_of(&lab.name)} onclick={delete}>
                    { text::labs_delete() }
                </button>
            </details>
        </li>
    }
}
