//! Exploring: taking in what is new, what is asked, and playing the run that was found.

use super::App;
use crate::act::{Act, ExplorerMessage};
use crate::views::Tab;
use crate::{frames, offers, words};
use podlab::questions::explore::Answer;
use podlab::timeline::history::PlannedAct;
use podlab_messages::text;

impl App {
    /// Takes in what is new, and looks for what would be new while the panel is open and time stands still.
    pub(super) fn see(&mut self) {
        let lab = self.lab.read();
        if self.explorer.read().coverage.is_stale(&lab) {
            self.explorer.write().coverage.follow(&lab);
        }
        let (waits, length) = (&mut self.tracks.waits, self.preferences.saved.waits);
        if waits.read().is_stale(&lab, length) {
            waits.write().follow(&lab, length);
        }
        let is_open = self.answers.tab == Tab::Explore && !self.player.is_playing;
        let is_wanted = is_open && !self.explorer.read().is_working();
        if self.explorer.read().coverage.has_stale_hint(&lab, is_wanted) {
            self.explorer.write().coverage.look(&lab, is_wanted);
        }
    }

    /// Does something with the explorer.
    pub(super) fn update_explorer(&mut self, message: ExplorerMessage) {
        match message {
            ExplorerMessage::Play => self.play_answer(),
            ExplorerMessage::Choose(_)
            | ExplorerMessage::Toggle(_)
            | ExplorerMessage::Steps(_)
            | ExplorerMessage::Begin
            | ExplorerMessage::Ask(_)
            | ExplorerMessage::Stop => self.explorer.write().update(message, &self.lab.read()),
        }
    }

    /// Goes back to where the question was asked, and plays what was found on a branch of its own.
    fn play_answer(&mut self) {
        let explorer = self.explorer.read();
        let Some((_, started)) = &explorer.asked else { return };
        let Some(Answer::Yes(witness)) = started.search.answer() else { return };
        let (from, until) = (started.from, witness.until);
        if explorer.played.is_none() && self.lab.read().now() != from.time {
            // It begins there, once that is reached.
            self.lab.write().seek(from.time);
            self.player.waiting.push_back(Act::Explorer(ExplorerMessage::Play));
            return;
        }
        let played = if let Some((branch, left)) = explorer.played {
            self.lab.write().switch(branch);
            self.lab.write().seek(from.time);
            (branch, left)
        } else {
            let acts = witness.acts.iter().map(|(time, command)| PlannedAct {
                time: *time,
                commands: vec![command.clone()],
                by_person: true,
            });
            let acts: Vec<PlannedAct> = acts.collect();
            let named = words::plain(&words::ask(&witness.question));
            let branch = self.lab.write().follow(acts);
            self.lab.write().name_branch(branch, named.into());
            (branch, from.branch.1)
        };
        drop(explorer);
        self.explorer.write().play(played, until);
        // Slow enough to be seen, fast enough to be waited for.
        let span = until.since(from.time);
        let speeds = frames::SPEEDS.into_iter();
        let enough = |speed: &u32| span / u64::from(*speed) <= 10_000;
        self.player.speed =
            speeds.clone().find(enough).or(speeds.last()).unwrap_or(self.player.speed);
        self.player.is_playing = true;
        self.answers.selected = None;
        let name = offers::present_branch(&self.lab.read());
        self.toast = text::explore_branch(&name);
    }

    /// Stops where what is played is over.
    pub(super) fn finish_playing(&mut self) {
        let lab = self.lab.read();
        if self.explorer.read().is_over(lab.now()) {
            self.explorer.write().end();
            self.player.is_playing = false;
            self.answers.selected = lab.story().last_visible().map(|change| change.number);
            self.toast = text::explore_happened(words::clock(lab.now()));
        }
    }
}
