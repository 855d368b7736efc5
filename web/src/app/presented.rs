//! Draws the page for an audience: the sentence, the stage and one answer in large type.

use super::App;
use super::moves::link_of;
use crate::components::presented::{self, PresentedAnswer};
use crate::components::presenter_bar::PresenterBar;
use crate::presenter::Presenter;
use crate::{links, words};
use podlab::files::presentation_file::Shown;
use podlab_link::{LinkTarget, Permalink, View};
use podlab_messages::local;
use yew::prelude::*;

impl App {
    /// The address of what is shown, for the code that a room reads; none until it is made.
    fn address_for_room(&self) -> Option<String> {
        let fragment = match &self.lessons.open {
            Some(open) if open.own.is_none() => {
                let target = LinkTarget::Lesson(open.name().to_string());
                Permalink { target, view: View::default() }.fragment()
            }
            // A lesson of one's own stands in the link that opened it.
            Some(_) => {
                let talk = self.presenter.as_ref().and_then(|presenter| presenter.talk.as_ref());
                match talk.and_then(|talk| link_of(&talk.presentation, talk.place)) {
                    Some(link) => link.ok()?.fragment(),
                    None => self.links.address.clone(),
                }
            }
            None => self.share.read().link.as_ref()?.fragment(),
        };
        Some(format!("{}{fragment}", links::addresses().0))
    }

    /// What a room sees: the sentence, the stage, and one answer.
    pub(super) fn view_presented(&self, presenter: &Presenter) -> Html {
        if presenter.is_blank {
            return presented::blank(&self.on);
        }
        if presenter.shows_code {
            return presented::code(self.address_for_room(), &self.on);
        }
        let has_answer = presenter.shows != Shown::Nothing;
        let said = presenter.talk.as_ref().map(|talk| local(&talk.present().say).to_owned());
        let class = classes!(
            "lab",
            "is-presented",
            self.lessons.open.is_some().then_some("has-lesson"),
            has_answer.then_some("has-answer"),
        );
        html! {
            <div {class}>
                { self.view_lesson() }
                { self.view_told() }
                <main class="stage" id="stage" tabindex="-1">
                    <h1 class="visually-hidden">{ self.title() }</h1>
                    if let Some(said) = said {
                        <p class="presented-say" role="status">{ said }</p>
                    }
                    { self.view_question() }
                    // What is asked is not to be read off.
                    if self.open_answers().is_none() {
                        { self.view_about_change() }
                    }
                    { self.view_stage() }
                </main>
                <PresentedAnswer
                    lab={self.lab.clone()}
                    shows={presenter.shows}
                    target={self.answers.target}
                    selected={self.answers.selected}
                    upcoming={self.answers.upcoming.clone()}
                    asks={self.lessons.ask() || self.asked().is_some()}
                    on={self.on.clone()}
                />
                <PresenterBar
                    presenter={presenter.clone()}
                    clock={words::clock(self.now())}
                    is_playing={self.player.is_playing}
                    forward={self.forward().label()}
                    asks={self.asks_further()}
                    can_ask={self.lessons.open.is_none()}
                    is_dark={self.preferences.saved.theme.is_dark()}
                    on={self.on.clone()}
                />
                if presenter.has_pointer {
                    <presented::Pointer />
                }
            </div>
        }
    }

    /// The votes of the room for each answer of the question that is asked; none where no room votes.
    pub(super) fn votes(&self) -> Vec<u32> {
        let Some(presenter) = &self.presenter else { return Vec::new() };
        let mut votes = presenter.votes.clone();
        if let Some(answers) = self.open_answers() {
            votes.resize(answers, 0);
        }
        votes
    }
}
