//! Handing over: on the page, a scene stops once at the moment at which the learner is to act.

use super::App;
use crate::state::HandOver;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::LearnerTurn;

impl App {
    /// The moment at which time stops for the learner; none once it was reached, and in figures and for a room,
    /// whose authors say what is to be done.
    pub(super) fn learner_turn_ahead(&self) -> Option<SimTime> {
        let is_ahead = self.player.hand_over == HandOver::Coming
            && self.comparison.is_none()
            && self.presenter.is_none()
            && self.host.is_page();
        let lab = self.lab.read();
        lab.scene.turn.as_ref().filter(|_| is_ahead).map(|turn| turn.at)
    }

    /// Stops time and tells the learner what to do, once the moment is reached.
    pub(super) fn hand_over(&mut self) {
        let is_there = !self.is_on_its_way() && !self.links.is_opening();
        let turn = self.learner_turn_ahead().filter(|at| is_there && *at <= self.now());
        if turn.is_some() {
            self.player.hand_over = HandOver::Told;
            self.player.is_playing = false;
        }
    }

    /// Leaves out what the learner was to do before the moment that a link names.
    pub(super) fn skip_learner_turn(&mut self, shown: Option<SimTime>) {
        if self.learner_turn_ahead().is_some_and(|at| shown.is_some_and(|shown| at <= shown)) {
            self.player.hand_over = HandOver::Over;
        }
    }

    /// Takes away what the learner was told. The focus goes to where time goes on.
    pub(super) fn end_learner_turn(&mut self) {
        self.player.hand_over = HandOver::Over;
        self.host.mount.focus(".transport .play");
    }

    /// Whether the scene on the page hands over at all.
    pub(super) fn has_learner_turn(&self) -> bool {
        self.lab.read().scene.turn.is_some()
    }

    /// What the learner is told to do; none before the moment.
    pub(super) fn told_learner_turn(&self) -> Option<LearnerTurn> {
        let lab = self.lab.read();
        let is_told = |turn: &&LearnerTurn| turn.at <= lab.now();
        let turn = lab.scene.turn.as_ref().filter(is_told);
        turn.filter(|_| self.player.hand_over == HandOver::Told).cloned()
    }
}
