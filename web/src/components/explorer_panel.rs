//! The explorer: a question, what may be done, the search, and the run that was found.

use super::parts::{Choice, Segmented, icon, press, rich};
use crate::act::{Act, BranchMessage, ExplorerMessage};
use crate::explorer::{Explorer, STEPS, kinds, offered};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::words::{self, ask, plain};
use podlab::base::time::SimTime;
use podlab::questions::explore::{Answer, Move, Question, Toggles, Witness};
use podlab::timeline::history::BranchId;
use podlab_messages::text;
use podlab_stage::tone::Tone;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct ExplorerPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What was asked, and what was found.
    pub explorer: Handle<Explorer>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The panel.
#[component]
pub fn ExplorerPanel(ExplorerPanelProps { lab, explorer, on }: &ExplorerPanelProps) -> Html {
    use_language();
    let (lab, explorer) = (lab.read(), explorer.read());
    let mut offered = offered(&lab);
    if let Some(chosen) = explorer.chosen.as_ref().filter(|chosen| !offered.contains(chosen)) {
        offered.push(chosen.clone());
    }
    html! {
        <section class="explorer" aria-labelledby="explorer-title">
            <h2 class="heading" id="explorer-title">{ text::explore_title() }</h2>
            <Form
                chosen={explorer.question(&offered)}
                {offered}
                toggles={explorer.toggles}
                has_set={lab.scene.workload.is_some()}
                steps={explorer.steps}
                is_working={explorer.is_working()}
                on={on.clone()}
            />
            { result(&explorer, on) }
        </section>
    }
}

/// What the form of the explorer needs.
#[derive(Debug, PartialEq, Properties)]
struct FormProps {
    /// What can be asked.
    offered: Vec<Question>,
    /// What is or would be asked.
    chosen: Option<Question>,
    /// What may be done on the way.
    toggles: Toggles,
    /// Whether there is a set to which something may be done.
    has_set: bool,
    /// Most steps.
    steps: u32,
    /// Whether a search goes on.
    is_working: bool,
    /// Where acts go.
    on: Callback<Act>,
}

/// The question, what may be done, and the button that begins or stops the search.
#[component]
fn Form(props: &FormProps) -> Html {
    let FormProps { offered, chosen, toggles, has_set, steps, is_working, on } = props;
    use_language();
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Explorer(ExplorerMessage::Choose(list.selected_index() as usize)));
        })
    };
    let mut toggles = *toggles;
    let kinds = kinds(&mut toggles).map(|(words, is_on)| (words, *is_on));
    let shown = if *has_set { kinds.len() } else { kinds.len() - 1 };
    let steps = STEPS.map(|other| {
        let act = Act::Explorer(ExplorerMessage::Steps(other));
        Choice::new(other.to_string(), other == *steps, act)
    });
    let (word, message) = if *is_working {
        (text::explore_stop(), ExplorerMessage::Stop)
    } else {
        (text::explore_search(), ExplorerMessage::Begin)
    };
    html! {
        <>
            <select class="select" aria-label={text::explore_question()} {onchange}>
                { for offered.iter().map(|question| html! {
                    <option selected={chosen.as_ref() == Some(question)}>{ plain(&ask(question)) }</option>
                }) }
            </select>
            <fieldset>
                <legend class="label">{ text::explore_allowed() }</legend>
                <div class="picks">
                    { for kinds[..shown].iter().enumerate().map(|(index, (words, is_on))| {
                        let act = move |_: Event| Act::Explorer(ExplorerMessage::Toggle(index));
                        let onchange = on.reform(act);
                        html! {
                            <label>
                                <input type="checkbox" checked={*is_on} {onchange} />
                                <span>{ *words }</span>
                            </label>
                        }
                    }) }
                </div>
            </fieldset>
            <div class="explorer-go">
                <Segmented name="explore-steps" legend={text::explore_steps()} choices={steps.to_vec()} on={on.clone()} />
                <button
                    class={classes!("button", (!*is_working).then_some("is-primary"))}
                    type="button"
                    onclick={press(on, Act::Explorer(message))}
                >
                    { word }
                </button>
            </div>
        </>
    }
}

/// How far the search is, or what it found.
fn result(explorer: &Explorer, on: &Callback<Act>) -> Html {
    let Some((question, started)) = &explorer.asked else {
        return html! {
            <p class="quiet" role="status">
                { text::explore_about() }
            </p>
        };
    };
    let progress = started.search.progress();
    let Some(answer) = started.search.answer() else {
        let counted = text::explore_counted(progress.steps, progress.visited, progress.waiting);
        let is_stopped = explorer.is_stopped;
        let head = if is_stopped { text::explore_stopped() } else { text::explore_searching() };
        return card(
            Tone::Idle,
            "#i-unknown",
            question,
            head,
            html! {
                <p class="label">{ counted }</p>
            },
        );
    };
    let said = podlab_messages::answer(answer);
    let (look, symbol) = match answer {
        Answer::Yes(_) => (Tone::Running, "#i-ready"),
        Answer::NotWithin { .. } => (Tone::Idle, "#i-cross"),
        Answer::GaveUp { .. } => (Tone::Idle, "#i-unknown"),
    };
    let more = match answer {
        Answer::Yes(witness) => way(witness, started.from.time, explorer.played, on),
        Answer::NotWithin { .. } | Answer::GaveUp { .. } => Html::default(),
    };
    card(look, symbol, question, &said, more)
}

fn card(look: Tone, symbol: &'static str, question: &Question, said: &str, more: Html) -> Html {
    html! {
        <div class={classes!("dns-answer", "explorer-answer", look.class())}>
            <p class="label">{ rich(&ask(question)) }</p>
            <div role="status">
                <p class="dns-outcome">{ icon(symbol) }<b>{ said.to_owned() }</b></p>
            </div>
            { more }
        </div>
    }
}

/// The steps of the run that was found, with their times, and the button to play it.
fn way(
    witness: &Witness,
    from: SimTime,
    played: Option<(BranchId, BranchId)>,
    on: &Callback<Act>,
) -> Html {
    let mut times = witness.acts.iter().map(|(time, _)| *time);
    html! {
        <>
            <ol class="chain">
                { for witness.steps.iter().map(|step| {
                    let act = matches!(step, Move::Act(_));
                    let time = if act { times.next() } else { None };
                    html! {
                        <li class={classes!("chain-step", act.then_some("is-act"))}>
                            if let Some(time) = time {
                                <span class="chain-time">{ words::clock(time) }</span>
                            }
                            <p>{ rich(&podlab_messages::step(step)) }</p>
                        </li>
                    }
                }) }
            </ol>
            if !witness.steps.is_empty() {
                <p class="label">
                    { text::explore_when(words::clock(from), words::clock(witness.until)) }
                </p>
                <div class="explorer-acts">
                    <button
                        class="button is-primary"
                        type="button"
                        onclick={press(on, Act::Explorer(ExplorerMessage::Play))}
                    >
                        { icon("#i-play") }
                        { if played.is_some() { text::explore_play_again() } else { text::explore_play() } }
                    </button>
                    if let Some((_, left)) = played {
                        <button
                            class="button"
                            type="button"
                            onclick={press(on, Act::Branch(BranchMessage::Switch(left)))}
                        >
                            { icon("#i-undo") }
                            { text::explore_back() }
                        </button>
                    }
                </div>
            }
        </>
    }
}
