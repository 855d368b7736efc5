//! What a scene tells the learner to do when it hands over.

use super::parts::press;
use crate::act::{Act, PlayerMessage};
use crate::language::use_language;
use podlab::files::scenario_file::LearnerTurn;
use podlab_messages::{local, text};
use yew::prelude::*;

/// What the note needs.
#[derive(Debug, PartialEq, Properties)]
pub struct LearnerTurnProps {
    /// What the learner is to do; none before the moment. A screen reader tells what comes into a line that is there already.
    pub turn: Option<LearnerTurn>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The note. It takes no focus.
#[component]
pub fn LearnerTurnNote(LearnerTurnProps { turn, on }: &LearnerTurnProps) -> Html {
    use_language();
    html! {
        <div class={classes!("learner-turn", turn.is_some().then_some("is-told"))}>
            <p role="status">
                { turn.as_ref().map(|turn| text::turn_say(local(&turn.say))).unwrap_or_default() }
            </p>
            if turn.is_some() {
                <button class="button is-small" type="button" onclick={press(on, Act::Player(PlayerMessage::EndTurn))}>
                    { text::turn_hide() }
                </button>
            }
        </div>
    }
}
