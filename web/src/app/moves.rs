//! The moves of a presentation: opening one, going from move to move, and what each shows.

use super::App;
use crate::act::{Act, PlayerMessage};
use crate::presenter::Talk;
use crate::quiz::Quiz;
use crate::words;
use podlab::files::presentation_file::{Presentation, Shown};
use podlab_link::{LinkError, Permalink, read_presentation};

impl App {
    /// Opens a presentation from its text.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text, or why its first move cannot be shown.
    pub(super) fn open_presentation(&mut self, text: &str) -> Result<(), LinkError> {
        self.begin_presenting(Some(read_presentation(text)?));
        self.show_move(0)
    }

    /// The index of the present move, and how many there are.
    pub(super) fn place(&self) -> Option<(usize, usize)> {
        let talk = self.presenter.as_ref()?.talk.as_ref()?;
        Some((talk.place, talk.presentation.moves.len()))
    }

    pub(super) fn go_to_move(&mut self, place: usize) {
        if let Err(wrong) = self.show_move(place) {
            self.toast = words::link_wrong(&wrong);
        }
    }

    /// Shows a move. One that opens nothing goes on from the move before; the way back opens what that one opened.
    fn show_move(&mut self, place: usize) -> Result<(), LinkError> {
        let talk = self.presenter.as_ref().and_then(|presenter| presenter.talk.as_ref());
        let Some(Talk { presentation, place: before, .. }) = talk.cloned() else { return Ok(()) };
        let shown = &presentation.moves[place];
        if shown.opens.is_none() && place > before {
            if let Some(at) = shown.at {
                self.follow(Act::Player(PlayerMessage::Seek(at)));
            }
        } else if let Some(link) = link_of(&presentation, place) {
            self.open_link(link?)?;
        }
        self.change_talk(|talk| (talk.place, talk.is_awaited) = (place, true));
        self.settle_move();
        Ok(())
    }

    fn change_talk(&mut self, change: impl FnOnce(&mut Talk)) {
        if let Some(talk) = self.presenter.as_mut().and_then(|presenter| presenter.talk.as_mut()) {
            change(talk);
        }
    }

    /// Shows the answer of a move and asks what it asks, once what it opens is there.
    pub(super) fn settle_move(&mut self) {
        let is_there = !self.links.is_opening();
        let talk = self.presenter.as_mut().and_then(|presenter| presenter.talk.as_mut());
        let Some(talk) = talk.filter(|talk| talk.is_awaited && is_there) else { return };
        talk.is_awaited = false;
        let (asks, shows) = (talk.present().asks, talk.shows());
        self.change(|presenter| presenter.shows = Shown::Nothing);
        self.show_answer(shows);
        self.quiz = asks.then(Quiz::once);
        self.player.is_playing = asks;
    }
}

/// Where a move leads: what it opens, or a move before it, at the moment that it goes to; none when none opens anything.
pub(super) fn link_of(
    presentation: &Presentation,
    place: usize,
) -> Option<Result<Permalink, LinkError>> {
    let moves = &presentation.moves[presentation.opener(place)?..=place];
    let at = moves.iter().rev().find_map(|shown| shown.at);
    Some(Permalink::of_move(moves[0].opens.as_ref()?, at))
}
