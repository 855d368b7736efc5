//! A figure: the stage, with as much around it as its author wants.

use super::quiz_card::QuizCard;
use super::{answers, capsule, controls, lanes, latest_change, set_bar, tracks, transport};
use crate::app::App;
use crate::figure::{Controls, Figure};
use crate::lanes::SetStage;
use crate::scenes;
use yew::prelude::*;

/// The figure.
pub fn view(app: &App, figure: &Figure) -> Html {
    let set = SetStage::of(&app.lab);
    let set = set.as_ref();
    let release = app.lab.settings().release.as_str();
    let has_side = figure.has_faults();
    html! {
        <section
            class={classes!("figure", has_side.then_some("has-side"))}
            aria-labelledby="figure-title"
        >
            <header class="figure-head" part="head">
                <h2 class="figure-title" id="figure-title">{ scenes::title(&app.cards, &app.lab.scene) }</h2>
                <span class="quiet figure-release">{ format!("Kubernetes {release}") }</span>
            </header>
            <div class="figure-body" tabindex="-1">
                <div class="stage" part="stage">
                    { latest_change::view(app) }
                    if let Some(set) = set {
                        { set_bar::view(app, set) }
                        { lanes::view(app, set) }
                    }
                    { capsule::view(app, set) }
                </div>
                if has_side {
                    { match figure.controls {
                        Controls::Full => controls::view(app, set),
                        Controls::Faults => controls::of_faults(app, set),
                        Controls::None | Controls::Transport => Html::default(),
                    } }
                }
                if figure.has_tracks {
                    { tracks::view(app, set) }
                }
                if !figure.tabs.is_empty() {
                    { answers::view(app) }
                }
            </div>
            if let Some(question) = app.asked() {
                <QuizCard pod={app.lab.scene.pod.clone()} question={question.clone()} on={app.on.clone()} />
            }
            if figure.controls != Controls::None {
                { transport::view(app) }
            }
        </section>
    }
}
