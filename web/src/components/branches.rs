//! The ways a run went: which there are, where they part, and a list to go to them, name them and delete them.

use super::parts::{icon, percent, press, rich};
use crate::act::{Act, Between, BranchMessage, ComparisonMessage};
use crate::offers::{branch_name as name, unnamed_branch};
use crate::words;
use podlab::base::time::SimTime;
use podlab::timeline::history::{Branch, BranchId, History};
use podlab_messages::text;
use podlab_stage::scale::Scale;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The button that opens the list; nothing while there is one branch only.
pub fn button(history: &History) -> Html {
    let count = history.told_branches().count();
    if count < 2 {
        return Html::default();
    }
    let count = count.to_string();
    let label = text::branches_label(name(history, history.branch()), &count);
    html! {
        <button
            class="button"
            type="button"
            popovertarget="branches"
            title={text::branches_title()}
            aria-label={label}
        >
            { icon("#i-branch") }
            <span>{ count }</span>
        </button>
    }
}

/// The list.
pub fn list(history: &History, on: &Callback<Act>) -> Html {
    html! {
        <section class="branches" id="branches" popover="" aria-labelledby="branches-title">
            <h2 class="heading" id="branches-title">{ text::branches_title() }</h2>
            <p class="quiet">{ text::branches_about() }</p>
            <ul>{ for history.told_branches().map(|branch| row(history, branch, on)) }</ul>
            <button
                class="button"
                type="button"
                onclick={press(on, Act::Comparison(ComparisonMessage::Compare(Between::Branches)))}
            >
                { text::branches_compare() }
            </button>
        </section>
    }
}

fn row(history: &History, branch: &Branch, on: &Callback<Act>) -> Html {
    let (id, name, unnamed) = (branch.id, name(history, branch), unnamed_branch(history, branch));
    let is_current = id == history.branch().id;
    let word = if is_current { text::branches_here() } else { text::branches_go() };
    let oninput = {
        let on = on.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Branch(BranchMessage::Name(id, input.value().into())));
        })
    };
    html! {
        <li class="branch" key={id.to_string()}>
            <button
                class={classes!("button", is_current.then_some("is-primary"))}
                type="button"
                aria-label={text::branches_act(word, &name)}
                aria-current={is_current.then_some("true")}
                onclick={press(on, Act::Branch(BranchMessage::Switch(id)))}
            >
                { word }
            </button>
            <input
                class="input"
                aria-label={text::branches_name_of(&unnamed)}
                placeholder={unnamed}
                maxlength="40"
                value={branch.name.to_string()}
                {oninput}
            />
            if !is_current {
                <button
                    class="icon-button is-plain"
                    type="button"
                    aria-label={text::branches_delete(&name)}
                    onclick={press(on, Act::Branch(BranchMessage::Delete(id)))}
                >
                    { icon("#i-cross") }
                </button>
            }
            <p class="quiet">{ rich(&story(history, branch)) }</p>
        </li>
    }
}

/// Where a branch parts from its parent, and by what.
fn story(history: &History, branch: &Branch) -> String {
    let end = words::clock(branch.end);
    let Some(parent) = branch.parent else { return text::branches_first(&end) };
    let from = history.branches().iter().find(|other| other.id == parent);
    let from = from.map(|from| name(history, from)).unwrap_or_default();
    let own = history.own_act(branch);
    let time = words::clock(branch.forked_at);
    match own.and_then(|act| act.commands.last()) {
        None => text::branches_from(&from, &end, &time),
        Some(command) => {
            text::branches_from_by(podlab_messages::command(command), &from, &end, &time)
        }
    }
}

/// When a branch parts from the present one.
fn parting(history: &History, branch: &Branch) -> SimTime {
    let line = |mut id: BranchId| {
        let (mut line, mut until) = (vec![(id, SimTime::NEVER)], SimTime::NEVER);
        while let Some(branch) = history.branches().iter().find(|branch| branch.id == id)
            && let Some(parent) = branch.parent
        {
            until = until.min(branch.forked_at);
            line.push((parent, until));
            id = parent;
        }
        line
    };
    let here = line(history.branch().id);
    let common = line(branch.id).into_iter().find_map(|(id, until)| {
        let shared = here.iter().find(|(other, _)| *other == id)?;
        Some(shared.1.min(until))
    });
    common.unwrap_or(SimTime::ZERO)
}

/// The other branches as lines that leave the line of time.
pub fn lines(history: &History, scale: Scale<'_>) -> Html {
    /// Most lines that are drawn.
    const LINES: usize = 3;
    const LEVELS: [&str; LINES] = ["70%", "82%", "94%"];
    let place = |time: SimTime| percent(scale.place(time));
    let current = history.branch().id;
    let others = history.told_branches().rev().filter(|branch| branch.id != current);
    html! {
        <>
            { for others.zip(LEVELS).map(|(branch, level)| {
                let (from, to) = (place(parting(history, branch)), place(branch.end));
                html! {
                    <g class="fork">
                        <line x1={from.clone()} x2={from.clone()} y1="50%" y2={level} />
                        <line x1={from} x2={to} y1={level} y2={level} />
                    </g>
                }
            }) }
        </>
    }
}
