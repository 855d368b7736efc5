//! What happens next without a further act.

use super::parts::{press, rich};
use super::run::Run;
use crate::act::{Act, PlayerMessage};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::upcoming::{MOMENTS, Upcoming};
use crate::words;
use podlab::base::time::SimTime;
use podlab::questions::forecast::Outlook;
use podlab_messages::text;
use yew::prelude::*;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct NextPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// What happens next.
    pub upcoming: Handle<Upcoming>,
    /// Whether the learner is asked what comes next; none where that cannot be chosen.
    pub quiz: Option<bool>,
    /// Whether the open lesson asks what comes next, and waits for the answer.
    pub asks: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The coming changes, and until when nothing more comes.
#[component]
pub fn NextPanel(props: &NextPanelProps) -> Html {
    use_language();
    let (lab, upcoming) = (props.lab.read(), props.upcoming.read());
    let run = Run::in_panel(&lab, props.controls, &props.on);
    let moments = upcoming.moments(&lab);
    let history = lab.history();
    let shown = moments.iter().take(MOMENTS);
    let act = history.plan().get(history.done()).filter(|_| moments.len() <= MOMENTS);
    let rest = match upcoming.outlook() {
        None if props.quiz == Some(true) => text::quiz_about().to_owned(),
        None if props.asks => text::next_asked().to_owned(),
        None => text::next_still().to_owned(),
        _ if moments.len() > MOMENTS => podlab_messages::outlook(Outlook::More),
        Some(outlook @ (Outlook::Unknown | Outlook::More)) => podlab_messages::outlook(outlook),
        Some(_) if act.is_some() => String::new(),
        Some(Outlook::NothingEver) => text::next_nothing().to_owned(),
        Some(Outlook::NothingUntil(time)) => {
            text::next_nothing_until(podlab_messages::short(time.since(lab.now())))
        }
    };
    html! {
        <section class="why-not" aria-busy={upcoming.is_pending().then_some("true")}>
            <div class="next-head">
                <h2 class="heading">{ text::next_title() }</h2>
                if let Some(is_asked) = props.quiz.filter(|_| run.allows(Controls::Transport)) {
                    <button
                        class="button is-plain is-small"
                        type="button"
                        aria-pressed={is_asked.to_string()}
                        onclick={press(run.on, Act::Player(PlayerMessage::ToggleQuiz))}
                    >
                        { text::quiz_me() }
                    </button>
                }
            </div>
            <ul class="next">
                { for shown.map(|(time, change)| step(run, *time, &words::change_sentence(&lab, change))) }
                if let (Some(act), true) = (act, !upcoming.is_pending() && upcoming.outlook().is_some()) {
                    { for act.commands.last().map(|command| {
                        step(run, act.time, &text::next_planned(podlab_messages::command(command)))
                    }) }
                }
            </ul>
            if !rest.is_empty() {
                <p class="quiet">{ rest }</p>
            }
        </section>
    }
}

/// A change that comes; pressing goes there.
fn step(run: Run<'_>, time: SimTime, text: &str) -> Html {
    let left = words::short(time.since(run.lab.now()));
    html! {
        <li>
            <button
                class="next-step"
                type="button"
                title={text::why_go()}
                disabled={!run.allows(Controls::Transport)}
                onclick={press(run.on, Act::Player(PlayerMessage::Seek(time)))}
            >
                <span class="chain-time">{ text::next_in(&left, words::clock(time)) }</span>
                { rich(text) }
            </button>
        </li>
    }
}
