//! A container: its state, how often it was started again, its probes.

use super::backoff_ring::BackoffRing;
use super::explained::Reached;
use super::menu_opener;
use super::parts::icon;
use super::probe_lamp;
use super::run::Run;
use crate::things::Thing;
use podlab_messages::{Term, text};
use podlab_stage::containers::ContainerCard;
use podlab_stage::tone::Tone;
use yew::prelude::*;

/// The card of a container.
pub fn view(run: Run<'_>, card: ContainerCard<'_>, reached: &Reached) -> Html {
    let name = &card.container.name;
    let ending = card.is_ending.then_some("is-ending");
    let id = format!("c-{name}");
    let thing = Thing::Container(name.clone());
    html! {
        <section
            class={classes!("container-card", card.tone.class(), ending)}
            aria-labelledby={id.clone()}
            data-container={name.to_string()}
            onclick={menu_opener::on_press(run, &thing)}
            oncontextmenu={menu_opener::on_context(run, &thing)}
        >
            <header class="container-head">
                <h3 class="container-name" {id}>{ menu_opener::opener(run, &thing, name.to_string().into()) }</h3>
                <span class="kind">{ reached.word(kind(card.kind), card.kind.into()) }</span>
                if card.is_ready {
                    <span class="ready-mark">{ icon("#i-ready") }{ text::card_ready() }</span>
                } else {
                    <span class="ready-mark is-off">{ icon("#i-running") }{ text::card_not_ready() }</span>
                }
            </header>
            <div class="container-body">
                <div class="now">
                    <div class="state">
                        { icon(card.icon()) }
                        <div>
                            <span class="state-word">{ reached.word(state(card.word), card.word.into()) }</span>
                            <span class="state-reason">{ reached.word(Term::of_status(&card.reason), card.reason.clone().into()) }</span>
                        </div>
                    </div>
                    <BackoffRing ring={card.ring.clone()} />
                    { note(&card) }
                    { facts(&card, reached) }
                </div>
                { probe_lamp::list(card.probes, reached) }
                if let Some(note) = &card.back_off_note {
                    <p class="container-program back-off-note">{ note }</p>
                }
                if let Some(program) = card.program {
                    <p class="container-program">{ program }</p>
                }
            </div>
        </section>
    }
}

/// What runs on the node beside what the API says while both differ, or else how far the back-off is. Room for it is always kept.
fn note(card: &ContainerCard<'_>) -> Html {
    let Some(ghost) = &card.ghost else {
        let words = card.back_off.clone();
        return html! {
            <p class="container-note">{ words.map(|words| html! { <span class="back-off">{ words }</span> }) }</p>
        };
    };
    let side = |(tone, words): &(Tone, String)| {
        html! { <span class={classes!("ghost-side", tone.class())}>{ icon(tone.icon()) }{ words.clone() }</span> }
    };
    html! {
        <p class="container-note ghost">
            { side(&ghost.on_node) }
            { side(&ghost.in_api) }
            <span class="quiet">{ ghost.when.clone() }</span>
        </p>
    }
}

/// The term for the kind of a container.
fn kind(shown: &str) -> Option<Term> {
    let kinds = [
        (text::card_app(), Term::AppContainer),
        (text::card_sidecar(), Term::Sidecar),
        (text::card_init(), Term::InitContainer),
        (text::card_ephemeral(), Term::EphemeralContainer),
    ];
    kinds.into_iter().find(|(words, _)| *words == shown).map(|(_, term)| term)
}

/// The term for the state of a container: *Running* is a phase as well.
fn state(shown: &str) -> Option<Term> {
    if shown == "Running" { Some(Term::RunningContainer) } else { Term::of_word(shown) }
}

fn facts(card: &ContainerCard<'_>, reached: &Reached) -> Html {
    let dash = || "–".to_owned();
    let code = card.exit_code.map_or_else(dash, |code| code.to_string());
    let last = card.last.as_ref();
    let last = last.map_or_else(dash, |(reason, code)| format!("{reason} ({code})"));
    let name = |term, shown: &'static str| reached.word(Some(term), shown.into());
    html! {
        <dl class="container-facts">
            <div><dt>{ name(Term::RestartCount, text::card_restarts()) }</dt><dd class="restarts">{ card.restarts }</dd></div>
            <div><dt>{ name(Term::ExitCode, text::card_exit_code()) }</dt><dd>{ code }</dd></div>
            <div><dt>{ name(Term::LastState, text::card_last()) }</dt><dd>{ last }</dd></div>
        </dl>
    }
}
