//! The goals of a step, and those that can be added.

use super::super::parts::rich;
use super::fields::{change, named, select};
use crate::act::{Act, BuilderMessage};
use crate::builder::{BuilderView, DraftChange};
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::Goal;
use podlab_messages::text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

pub fn goals(view: &BuilderView, on: &Callback<Act>) -> Html {
    let [new, others] = &view.offers;
    html! {
        <fieldset class="builder-part">
            <legend class="label">{ text::builder_goals() }</legend>
            if view.goals.is_empty() {
                <p class="quiet">{ text::builder_goals_none() }</p>
            }
            <ul class="builder-list">
                { for view.goals.iter().enumerate().map(|(index, (goal, says))| chosen(index, goal, says, on)) }
            </ul>
            { latest(view, on) }
            { offers(new, text::builder_goals_new(), view.goals.is_empty(), on) }
            { offers(others, text::builder_goals_others(), false, on) }
        </fieldset>
    }
}

/// A goal of the step. One that counts Pods also asks whether there may be more of them.
fn chosen(index: usize, goal: &Goal, says: &str, on: &Callback<Act>) -> Html {
    let remove = BuilderMessage::Change(DraftChange::RemoveGoal(index));
    let count = goal.exact_and_least().map(|forms| {
        let chosen = usize::from(forms[1] == *goal);
        let words = [text::builder_goal_count_exact(), text::builder_goal_count_least()];
        let change = change(on);
        let choose = move |form: usize| {
            if let Some(goal) = forms.get(form) {
                change.emit(DraftChange::ChangeGoal(index, goal.clone()));
            }
        };
        select(text::builder_goal_count(), words.map(str::to_owned), chosen, choose)
    });
    html! {
        <li>
            { rich(says) }
            { named(remove, text::builder_remove(), says, on) }
            { for count }
        </li>
    }
}

/// By when the step is to be over.
fn latest(view: &BuilderView, on: &Callback<Act>) -> Html {
    let time = view.goals.iter().find_map(|(goal, _)| match goal {
        Goal::Before(time) => Some(*time),
        Goal::Now(_) | Goal::Never(_) | Goal::Always(_) | Goal::Commands(_) => None,
    });
    let value = time.map(|time| duration::exact(time.0)).unwrap_or_default();
    let onchange = {
        let (change, on, value) = (change(on), on.clone(), value.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let typed = input.value();
            match duration::parse(typed.trim()) {
                Some(time) => change.emit(DraftChange::Latest(Some(SimTime(time)))),
                None if typed.trim().is_empty() => change.emit(DraftChange::Latest(None)),
                None => {
                    input.set_value(&value);
                    on.emit(Act::Say(text::builder_goal_before_wrong().into()));
                }
            }
        })
    };
    html! {
        <label class="builder-field">
            <span class="label">{ text::builder_goal_before() }</span>
            <input class="input" type="text" {value} {onchange} />
        </label>
    }
}

fn offers(
    offers: &[(Goal, String)],
    title: &'static str,
    is_open: bool,
    on: &Callback<Act>,
) -> Html {
    if offers.is_empty() {
        return Html::default();
    }
    html! {
        <details open={is_open}>
            <summary>{ title }{ format!(" ({})", offers.len()) }</summary>
            <ul class="builder-list">
                { for offers.iter().map(|(goal, says)| html! {
                    <li key={says.clone()}>
                        { rich(says) }
                        { named(BuilderMessage::Change(DraftChange::AddGoal(goal.clone())), text::builder_goal_add(), says, on) }
                    </li>
                }) }
            </ul>
        </details>
    }
}
