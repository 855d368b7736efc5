//! The explorer's messages, and playing the run that was found.

use super::App;
use crate::act::Act;
use crate::components::transport;
use crate::explorer::ExplorerMessage;
use crate::offers;
use crate::sentences::fill;
use crate::words;
use podlab::explore::Answer;
use podlab::history::Planned;

impl App {
    /// Does something with the explorer.
    pub(super) fn update_explorer(&mut self, message: ExplorerMessage) {
        match message {
            ExplorerMessage::Play => self.play_answer(),
            ExplorerMessage::Choose(_)
            | ExplorerMessage::Toggle(_)
            | ExplorerMessage::Steps(_)
            | ExplorerMessage::Begin
            | ExplorerMessage::Ask(_)
            | ExplorerMessage::Stop => self.explorer.update(message, &self.lab),
        }
    }

    /// Goes back to where the question was asked, and plays what was found on a branch of its own.
    fn play_answer(&mut self) {
        let Some((_, started)) = &self.explorer.asked else { return };
        let Some(Answer::Yes(witness)) = started.search.answer() else { return };
        let (from, until) = (started.from, witness.until);
        if self.explorer.played.is_none() && self.lab.now() != from.time {
            // It begins there, once that is reached.
            self.lab.seek(from.time);
            self.player.waiting.push_back(Act::Explorer(ExplorerMessage::Play));
            return;
        }
        let played = if let Some((branch, left)) = self.explorer.played {
            self.lab.switch(branch);
            self.lab.seek(from.time);
            (branch, left)
        } else {
            let acts = witness.acts.iter().map(|(time, command)| Planned {
                time: *time,
                commands: vec![command.clone()],
                by_person: true,
            });
            let acts: Vec<Planned> = acts.collect();
            let named = words::plain(&words::ask(&witness.question));
            let branch = self.lab.follow(acts);
            self.lab.name_branch(branch, named.into());
            (branch, from.branch.1)
        };
        self.explorer.play(played, until);
        // Slow enough to be seen, fast enough to be waited for.
        let span = until.since(from.time);
        let speeds = transport::SPEEDS.into_iter();
        let enough = |speed: &u32| span / u64::from(*speed) <= 10_000;
        self.player.speed =
            speeds.clone().find(enough).or(speeds.last()).unwrap_or(self.player.speed);
        self.player.is_playing = true;
        self.answers.selected = None;
        let name = offers::branch_name(self.lab.history().branch());
        self.toast = fill!("explore.branch", "branch" => &name);
    }

    /// Stops where what is played is over.
    pub(super) fn finish_playing(&mut self) {
        if self.explorer.ends(self.lab.now()) {
            self.player.is_playing = false;
            self.answers.selected = self.lab.story().last_visible().map(|change| change.number);
            self.toast = fill!("explore.happened", "time" => &words::clock(self.lab.now()));
        }
    }
}
