//! A container: its state, how often it was started again, its probes.

use super::backoff_ring::BackoffRing;
use super::parts::icon;
use super::probe_lamp;
use podlab_messages::text;
use podlab_stage::containers::ContainerCard;
use yew::prelude::*;

/// The card of a container.
pub fn view(card: ContainerCard<'_>) -> Html {
    let name = &card.container.name;
    let ending = card.is_ending.then_some("is-ending");
    let id = format!("c-{name}");
    html! {
        <section
            class={classes!("container-card", card.tone.class(), ending)}
            aria-labelledby={id.clone()}
            data-container={name.to_string()}
        >
            <header class="container-head">
                <h3 class="container-name" {id}>{ name.to_string() }</h3>
                <span class="kind">{ card.kind }</span>
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
                            <span class="state-word">{ card.word }</span>
                            <span class="state-reason">{ card.reason.clone() }</span>
                        </div>
                    </div>
                    <BackoffRing ring={card.ring.clone()} />
                    { facts(&card) }
                </div>
                { probe_lamp::list(card.probes) }
                if let Some(program) = card.program {
                    <p class="container-program">{ program }</p>
                }
            </div>
        </section>
    }
}

fn facts(card: &ContainerCard<'_>) -> Html {
    let dash = || "–".to_owned();
    let code = card.exit_code.map_or_else(dash, |code| code.to_string());
    let last = card.last.as_ref();
    let last = last.map_or_else(dash, |(reason, code)| format!("{reason} ({code})"));
    html! {
        <dl class="container-facts">
            <div><dt>{ text::card_restarts() }</dt><dd class="restarts">{ card.restarts }</dd></div>
            <div><dt>{ text::card_exit_code() }</dt><dd>{ code }</dd></div>
            <div><dt>{ text::card_last() }</dt><dd>{ last }</dd></div>
        </dl>
    }
}
