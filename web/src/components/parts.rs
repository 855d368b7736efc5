//! Small parts that many components use.

use crate::act::Act;
use yew::prelude::*;

/// A symbol of `icons.svg`, such as `#i-play`. A word must stand beside it.
pub fn icon(symbol: &'static str) -> Html {
    html! { <svg class="icon" aria-hidden="true"><use href={symbol} /></svg> }
}

/// A callback for a press that always means the same.
pub fn press(on: &Callback<Act>, act: Act) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |_| on.emit(act.clone()))
}

/// A sentence in which words between asterisks are names.
pub fn rich(text: &str) -> Html {
    let parts = text.split('*').enumerate().map(|(index, part)| {
        let part = part.to_owned();
        if index % 2 == 1 {
            html! { <b>{ part }</b> }
        } else {
            html! { part }
        }
    });
    html! { <span>{ for parts }</span> }
}

/// A choice of a segmented switch.
pub struct Choice {
    /// The words on it.
    pub label: AttrValue,
    /// Whether it is chosen.
    pub is_chosen: bool,
    /// Whether it is a fault.
    pub is_fault: bool,
    /// What choosing it does.
    pub act: Act,
}

impl Choice {
    /// A choice that is no fault.
    pub fn new(label: impl Into<AttrValue>, is_chosen: bool, act: Act) -> Choice {
        Choice { label: label.into(), is_chosen, is_fault: false, act }
    }
}

/// A switch of which one choice holds. `name` is unique on the page; `legend` is seen unless `is_quiet`.
pub fn segmented(
    on: &Callback<Act>,
    name: &str,
    legend: &str,
    look: Look,
    choices: Vec<Choice>,
) -> Html {
    let class = if look == Look::Line { "segmented is-line" } else { "segmented" };
    let legend_class = if look == Look::Quiet { "visually-hidden" } else { "label" };
    let name = AttrValue::from(name.to_owned());
    html! {
        <fieldset {class}>
            <legend class={legend_class}>{ legend.to_owned() }</legend>
            <div class="segmented-row">
                { for choices.into_iter().map(|choice| {
                    let Choice { label, is_chosen, is_fault, act } = choice;
                    let on = on.clone();
                    let onchange = Callback::from(move |_: Event| on.emit(act.clone()));
                    html! {
                        <label class={is_fault.then_some("is-failed")}>
                            <input type="radio" name={name.clone()} checked={is_chosen} {onchange} />
                            <span>{ label }</span>
                        </label>
                    }
                }) }
            </div>
        </fieldset>
    }
}

/// How a segmented switch shows its legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Above the choices.
    Block,
    /// Beside the choices.
    Line,
    /// To assistive technology only.
    Quiet,
}

/// A switch that is on or off.
pub fn toggle(on: &Callback<Act>, label: Html, checked: bool, is_fault: bool, act: Act) -> Html {
    let on = on.clone();
    let onchange = Callback::from(move |_: Event| on.emit(act.clone()));
    html! {
        <label class={classes!("toggle", is_fault.then_some("is-failed"))}>
            <input type="checkbox" role="switch" {checked} {onchange} />
            <span class="switch"></span>
            { label }
        </label>
    }
}

/// A place on a line in hundredths of a per cent, as SVG wants it.
pub fn percent(hundredths: u64) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let zero = if part < 10 { "0" } else { "" };
    format!("{whole}.{zero}{part}%")
}
