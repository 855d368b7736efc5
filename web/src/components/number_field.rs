//! A field whose text is sent when it is finished. It keeps what is being typed while the page around it changes.

use crate::act::{Act, ClusterMessage};
use podlab_stage::spec::Setting;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What a field needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Its id.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Its name for assistive technology, when no label says it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// The present value.
    pub value: AttrValue,
    /// What it sets.
    pub setting: Setting,
    /// Whether it holds a number.
    #[prop_or(true)]
    pub is_number: bool,
    /// Whether it can only be read.
    #[prop_or_default]
    pub readonly: bool,
    /// Its class.
    #[prop_or("input".into())]
    pub class: AttrValue,
    /// Where the act goes.
    pub on: Callback<Act>,
}

/// A field.
#[component]
pub fn Field(props: &Props) -> Html {
    let send = {
        let (on, setting) = (props.on.clone(), props.setting.clone());
        move |value: String| on.emit(Act::Cluster(ClusterMessage::Set(setting.clone(), value)))
    };
    let onchange = {
        let (send, old) = (send.clone(), props.value.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let typed = input.value();
            // Until the change is accepted the field shows what holds.
            input.set_value(&old);
            send(typed);
        })
    };
    let onkeydown = {
        let (is_number, readonly) = (props.is_number, props.readonly);
        Callback::from(move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowUp" => 1,
                "ArrowDown" => -1,
                "PageUp" => 10,
                "PageDown" => -10,
                _ => return,
            };
            let input: HtmlInputElement = event.target_unchecked_into();
            if let (true, false, Ok(number)) = (is_number, readonly, input.value().parse::<i64>()) {
                event.prevent_default();
                input.set_value(&(number + step).max(0).to_string());
            }
        })
    };
    // A field that was stepped with the keys has not told of a change; leaving it or Enter does.
    let finish = {
        let value = props.value.clone();
        move |input: &HtmlInputElement| {
            let typed = input.value();
            if typed != *value {
                input.set_value(&value);
                send(typed);
            }
        }
    };
    let onblur = {
        let finish = finish.clone();
        Callback::from(move |event: FocusEvent| finish(&event.target_unchecked_into()))
    };
    let onkeyup = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            finish(&event.target_unchecked_into());
        }
    });
    html! {
        <input
            id={props.id.clone()}
            class={props.class.clone()}
            aria-label={props.label.clone()}
            inputmode={props.is_number.then_some("numeric")}
            autocomplete="off"
            spellcheck="false"
            value={props.value.clone()}
            readonly={props.readonly}
            {onchange}
            {onkeydown}
            {onkeyup}
            {onblur}
        />
    }
}
