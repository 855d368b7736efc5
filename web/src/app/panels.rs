//! The panels that the page, a figure and a comparison are put together from.

use super::App;
use crate::comparison::Comparison;
use crate::components::comparison::ComparisonView;
use crate::components::controls::ControlsPanel;
use crate::components::stage::StagePanel;
use crate::components::tracks::TracksPanel;
use crate::components::transport::{TimeLine, Transport};
use crate::controls::Controls;
use crate::figure::Figure;
use crate::handle::Handle;
use crate::panes::Pane;
use crate::scenes;
use std::rc::Rc;
use yew::prelude::*;

impl App {
    /// A figure: the stage, with as much around it as its author wants.
    pub(super) fn view_figure(&self, figure: &Figure) -> Html {
        let lab = self.lab.read();
        let release = lab.settings().release.number();
        let has_controls = figure.has_faults();
        let has_side = has_controls && !self.pane(Pane::Controls).is_folded;
        html! {
            <section
                class={classes!("figure", has_side.then_some("has-side"))}
                aria-labelledby="figure-title"
            >
                <header class="figure-head" part="head">
                    <h2 class="figure-title" id="figure-title">{ scenes::title(&self.cards, &lab.scene) }</h2>
                    <span class="quiet figure-release">{ format!("Kubernetes {release}") }</span>
                </header>
                { self.view_lesson() }
                { self.view_question() }
                if figure.controls != Controls::None {
                    { self.view_transport() }
                }
                <div class="figure-body" tabindex="-1">
                    { self.view_told() }
                    <div class="stage" part="stage">
                        { self.view_about_change() }
                        { self.view_stage() }
                    </div>
                    if has_controls {
                        { self.view_controls() }
                    }
                    if figure.has_tracks {
                        { self.view_tracks() }
                    }
                    if !figure.tabs.is_empty() {
                        { self.view_answers() }
                    }
                </div>
            </section>
        }
    }

    /// Runs side by side.
    pub(super) fn view_comparison(&self, comparison: &Handle<Comparison>) -> Html {
        html! {
            <div class="comparison">
                <ComparisonView
                    comparison={comparison.clone()}
                    cards={Rc::clone(&self.cards)}
                    is_playing={self.player.is_playing}
                    reached={self.tracks.walk.reached}
                    on={self.on.clone()}
                />
                { self.view_transport() }
            </div>
        }
    }

    /// The set and the Pod.
    pub(super) fn view_stage(&self) -> Html {
        html! {
            <StagePanel
                lab={self.lab.clone()}
                controls={self.allowed()}
                cards={Rc::clone(&self.cards)}
                stuck={self.answers.stuck.clone()}
                partition={self.controls.partition}
                menu={self.controls.menu.clone()}
                on={self.on.clone()}
            />
        }
    }

    /// What a person can do to the Pod, its set and the nodes.
    pub(super) fn view_controls(&self) -> Html {
        html! {
            <ControlsPanel
                lab={self.lab.clone()}
                controls={self.allowed()}
                state={self.controls.clone()}
                was_started_over={self.player.before.is_some()}
                is_on_page={self.host.is_page()}
                is_wide={self.host.is_wide}
                pane={self.pane(Pane::Controls)}
                can_fold={!self.shows_all_controls()}
                on={self.on.clone()}
            />
        }
    }

    /// What happened, as tracks.
    pub(super) fn view_tracks(&self) -> Html {
        html! {
            <TracksPanel
                lab={self.lab.clone()}
                waits={self.tracks.waits.clone()}
                length={self.preferences.saved.waits}
                window={self.tracks.window}
                walk={self.tracks.walk}
                selected={self.answers.selected}
                pane={self.pane(Pane::Timeline)}
                is_on_page={self.host.is_page()}
                on={self.on.clone()}
            />
        }
    }

    /// Time.
    pub(super) fn view_transport(&self) -> Html {
        let line = match &self.comparison {
            Some(comparison) => TimeLine::Comparison(comparison.clone()),
            None => TimeLine::Lab(self.lab.clone(), self.tracks.waits.clone()),
        };
        html! {
            <Transport
                {line}
                is_playing={self.player.is_playing}
                speed={self.player.speed}
                way={self.way()}
                is_used={self.host.is_used}
                on={self.on.clone()}
            />
        }
    }
}
