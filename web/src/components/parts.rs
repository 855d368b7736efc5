//! Small parts that many components use.

use super::explained::Explained;
use super::subject::Subject;
use crate::act::Act;
use podlab_messages::Term;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
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

/// Closes the menu that the button is in, if it is open, and acts. The focus is where the menu opens before a dialog takes it.
pub fn press_in_menu(on: &Callback<Act>, act: Act) -> Callback<MouseEvent> {
    let on = on.clone();
    Callback::from(move |event: MouseEvent| {
        let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let menu = button.and_then(|button| button.closest(":popover-open").ok().flatten());
        if let Some(menu) = menu {
            // It is open, so it can be closed.
            let _ = menu.unchecked_into::<HtmlElement>().hide_popover();
        }
        on.emit(act.clone());
    })
}

/// What a button for an act needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ActButtonProps {
    /// Its classes.
    #[prop_or("act".into())]
    pub class: AttrValue,
    /// What it does.
    pub act: Act,
    /// Why it does nothing now; none when it does something.
    #[prop_or_default]
    pub off: Option<AttrValue>,
    /// Its name for assistive technology and under the pointer, where it shows only a symbol.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// What explains it.
    #[prop_or_default]
    pub term: Option<Term>,
    /// Where acts go.
    pub on: Callback<Act>,
    /// What it shows.
    pub children: Html,
}

/// A button for an act. A button that does nothing now keeps the focus, and says why when it is pressed.
#[component]
pub fn ActButton(props: &ActButtonProps) -> Html {
    let ActButtonProps { class, act, off, name, term, on, children } = props;
    let act = off.as_ref().map_or_else(|| act.clone(), |why| Act::Say(why.clone()));
    html! {
        <Explained subject={term.map(Subject::Term)}>
            <button
                class={class.clone()}
                type="button"
                aria-disabled={off.is_some().then_some("true")}
                aria-label={name.clone()}
                aria-description={about(*term, off.as_ref())}
                title={off.clone().or_else(|| name.clone())}
                onclick={press(on, act)}
            >
                { children.clone() }
            </button>
        </Explained>
    }
}

/// What assistive technology says of a control beside its name: why it does nothing now, and what it is about.
fn about(term: Option<Term>, off: Option<&AttrValue>) -> Option<AttrValue> {
    let about = term.map(Term::about);
    match (off, about) {
        (Some(off), Some(about)) => Some(format!("{off} {about}").into()),
        (Some(off), None) => Some(off.clone()),
        (None, about) => about.map(AttrValue::from),
    }
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

/// A word of several words, such as `CrashLoopBackOff` or `minReadySeconds`. It can go on in the next line before each of them.
pub fn breakable(word: &str) -> Html {
    let mut parts: Vec<String> = Vec::new();
    let mut was_lower = false;
    for letter in word.chars() {
        match parts.last_mut() {
            Some(part) if !(was_lower && letter.is_ascii_uppercase()) => part.push(letter),
            Some(_) | None => parts.push(letter.into()),
        }
        was_lower = letter.is_ascii_lowercase();
    }
    html! { <>{ for parts.into_iter().map(|part| html! { <>{ part }<wbr /></> }) }</> }
}

/// A choice of a segmented switch.
#[derive(Clone, Debug, PartialEq)]
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

/// What a segmented switch needs.
#[derive(Debug, PartialEq, Properties)]
pub struct SegmentedProps {
    /// Its name, unique on the page.
    pub name: AttrValue,
    /// What is chosen.
    pub legend: AttrValue,
    /// How the legend is shown.
    #[prop_or_default]
    pub look: Look,
    /// What explains it, where its legend is not a word of Kubernetes.
    #[prop_or_default]
    pub term: Option<Term>,
    /// What can be chosen.
    pub choices: Vec<Choice>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// How a segmented switch shows its legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Above the choices.
    #[default]
    Block,
    /// Beside the choices.
    Line,
    /// To assistive technology only.
    Quiet,
}

/// A switch of which one choice holds.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let SegmentedProps { name, legend, look, term, choices, on } = props;
    let term = term.or_else(|| Term::of_word(legend));
    let update = use_force_update();
    let class = if *look == Look::Line { "segmented is-line" } else { "segmented" };
    let legend_class = if *look == Look::Quiet { "visually-hidden" } else { "label" };
    html! {
        <Explained subject={term.map(Subject::Term)}>
        <fieldset {class} aria-description={term.map(Term::about)}>
            <legend class={legend_class}>
                <span class={term.map(|_| "has-about")}>{ legend }</span>
            </legend>
            <div class="segmented-row">
                { for choices.iter().map(|choice| html! {
                    <label class={choice.is_fault.then_some("is-failed")}>
                        <input
                            type="radio"
                            name={name.clone()}
                            checked={choice.is_chosen}
                            onchange={choose(on, &choice.act, &update)}
                        />
                        <span>{ &choice.label }</span>
                    </label>
                }) }
            </div>
        </fieldset>
        </Explained>
    }
}

/// What a switch needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ToggleProps {
    /// Whether it is on.
    pub checked: bool,
    /// Whether it is a fault.
    #[prop_or_default]
    pub is_fault: bool,
    /// What explains it.
    #[prop_or_default]
    pub term: Option<Term>,
    /// What pressing it does.
    pub act: Act,
    /// Where the act goes.
    pub on: Callback<Act>,
    /// What stands beside it.
    pub children: Html,
}

/// A switch that is on or off.
#[component]
pub fn Toggle(props: &ToggleProps) -> Html {
    let ToggleProps { checked, is_fault, term, act, on, children } = props;
    let update = use_force_update();
    html! {
        <Explained subject={term.map(Subject::Term)}>
            <label class={classes!("toggle", is_fault.then_some("is-failed"))}>
                <input
                    type="checkbox"
                    role="switch"
                    checked={*checked}
                    aria-description={term.map(Term::about)}
                    onchange={choose(on, act, &update)}
                />
                <span class="switch"></span>
                { children.clone() }
            </label>
        </Explained>
    }
}

/// What a change of a switch does. The browser shows the other choice at once. The switch is drawn again, so that it shows what holds
/// also where the act is refused and no property changes.
fn choose(on: &Callback<Act>, act: &Act, update: &UseForceUpdateHandle) -> Callback<Event> {
    let (on, act, update) = (on.clone(), act.clone(), update.clone());
    Callback::from(move |_| {
        on.emit(act.clone());
        update.force_update();
    })
}

/// A place on a line in hundredths of a per cent, as SVG wants it.
pub fn percent(hundredths: u64) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    let zero = if part < 10 { "0" } else { "" };
    format!("{whole}.{zero}{part}%")
}
