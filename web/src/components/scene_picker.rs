//! The list of scenes, and the matrix of example states.

use super::parts::{icon, press};
use crate::act::Act;
use crate::app::RunMessage;
use crate::comparison::ComparisonMessage;
use crate::example_states::{CASES, POLICIES};
use crate::language::use_language;
use crate::scenes::Card;
use podlab::base::text::Text;
use podlab_messages::text;
use std::rc::Rc;
use yew::prelude::*;

/// What the list of scenes needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ScenePickerProps {
    /// The scenes.
    pub cards: Rc<Vec<Card>>,
    /// The name of the scene that runs.
    pub scene: Text,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The list, which the button in the top bar opens.
#[component]
pub fn ScenePicker(props: &ScenePickerProps) -> Html {
    use_language();
    let mut groups: Vec<Vec<(usize, &Card)>> = Vec::new();
    for (index, card) in props.cards.iter().enumerate() {
        match groups.last_mut().filter(|group| group[0].1.group == card.group) {
            Some(group) => group.push((index, card)),
            None => groups.push(vec![(index, card)]),
        }
    }
    html! {
        <div class="scenes" id="scenes" popover="">
            <div class="scenes-groups">
                { for groups.iter().map(|group| html! {
                    <section class="scenes-group">
                        <h2 class="heading">{ podlab_messages::scene_group(&group[0].1.group) }</h2>
                        <ul>{ for group.iter().map(|(index, card)| scene(props, *index, card)) }</ul>
                    </section>
                }) }
                { matrix(&props.on) }
            </div>
        </div>
    }
}

fn scene(ScenePickerProps { scene, on, .. }: &ScenePickerProps, index: usize, card: &Card) -> Html {
    let is_current = card.name == *scene;
    html! {
        <li>
            <button
                class="scene"
                type="button"
                popovertarget="scenes"
                popovertargetaction="hide"
                aria-current={is_current.then_some("true")}
                onclick={press(on, Act::Run(RunMessage::OpenScene(index)))}
            >
                { podlab_messages::scene_title(&card.name, &card.title) }
                <span>{ podlab_messages::scene_summary(&card.name, &card.summary) }</span>
            </button>
        </li>
    }
}

fn matrix(on: &Callback<Act>) -> Html {
    html! {
        <section class="matrix">
            <h2 class="heading">{ text::scenes_examples() }</h2>
            <p class="label">
                { text::scenes_examples_about() }
            </p>
            <table>
                <thead>
                    <tr>
                        <th scope="col"><span class="visually-hidden">{ text::scenes_case() }</span></th>
                        { for POLICIES.iter().map(|policy| html! { <th scope="col">{ *policy }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for (0..CASES.len()).map(|number| html! {
                        <tr>
                            <th scope="row">{ title(on, number) }</th>
                            { for (0..POLICIES.len()).map(|policy| cell(on, number, policy)) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </section>
    }
}

/// The name of a case, by which its row is compared.
fn title(on: &Callback<Act>, number: usize) -> Html {
    let case = &CASES[number];
    html! {
        <button
            class="scene"
            type="button"
            popovertarget="scenes"
            popovertargetaction="hide"
            onclick={press(on, Act::Comparison(ComparisonMessage::OpenCase(number)))}
        >
            { (case.title)() }
            { " " }
            <span>{ text::scenes_compare() }</span>
        </button>
    }
}

fn cell(on: &Callback<Act>, number: usize, policy: usize) -> Html {
    let case = &CASES[number];
    let end = case.ends[policy];
    let ((class, symbol), words) = (end.look(), end.words());
    let name = format!("{}, {}: {words}", (case.title)(), POLICIES[policy]);
    html! {
        <td>
            <button
                class={classes!("scene", class)}
                type="button"
                popovertarget="scenes"
                popovertargetaction="hide"
                aria-label={name}
                onclick={press(on, Act::Run(RunMessage::OpenExample(number, policy)))}
            >
                { icon(symbol) }
                { words }
            </button>
        </td>
    }
}
