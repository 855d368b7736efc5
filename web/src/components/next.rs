//! What happens next if nobody does anything more.

use super::parts::{press, rich};
use crate::act::Act;
use crate::app::{App, PlayerMessage};
use crate::figure::Controls;
use crate::sentences::{fill, say};
use crate::upcoming::MOMENTS;
use crate::words;
use podlab::forecast::Outlook;
use podlab::time::SimTime;
use podlab_words::Actor;
use yew::prelude::*;

/// The coming changes, and until when nothing more comes.
pub fn view(app: &App) -> Html {
    let moments = app.answers.upcoming.moments(&app.lab);
    let history = app.lab.history();
    let shown = moments.iter().take(MOMENTS);
    let act = history.plan().get(history.done()).filter(|_| moments.len() <= MOMENTS);
    let rest = match app.answers.upcoming.outlook() {
        None => say!("next.still").to_owned(),
        _ if moments.len() > MOMENTS => podlab_words::outlook(words::messages(), Outlook::More),
        Some(outlook @ (Outlook::Unknown | Outlook::More)) => {
            podlab_words::outlook(words::messages(), outlook)
        }
        Some(_) if act.is_some() => String::new(),
        Some(Outlook::NothingEver) => say!("next.nothing").to_owned(),
        Some(Outlook::NothingUntil(time)) => {
            fill!("next.nothing-until", "time" => &words::clock(time))
        }
    };
    html! {
        <section class="why-not">
            <h2 class="heading">{ say!("next.title") }</h2>
            <ul class="next">
                { for shown.map(|(time, change)| step(app, *time, &words::told(&app.lab, change))) }
                if let (Some(act), true) = (act, !app.answers.upcoming.is_pending() && app.answers.upcoming.outlook().is_some()) {
                    { for act.commands.last().map(|command| {
                        let who = if act.by_person { Actor::You } else { Actor::Scene };
                        step(app, act.time, &podlab_words::act(words::messages(), who, command))
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
fn step(app: &App, time: SimTime, text: &str) -> Html {
    let left = words::short(time.since(app.lab.now()));
    html! {
        <li>
            <button
                class="next-step"
                type="button"
                title={say!("why.go")}
                disabled={!app.allows(Controls::Transport)}
                onclick={press(&app.on, Act::Player(PlayerMessage::Seek(time)))}
            >
                <span class="chain-time">{ fill!("next.in", "time" => &words::clock(time), "left" => &left) }</span>
                { rich(text) }
            </button>
        </li>
    }
}
