//! The first steps of a visitor: one thing to do after the other, in the first scene.

use super::App;
use crate::act::{
    Act, AnswersMessage, BranchMessage, ClusterMessage, PlayerMessage, PreferencesMessage,
};
use crate::preferences::FirstStep;
use crate::scenes;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;

impl App {
    /// The step that the visitor is asked for; none on another scene, in a figure, and once the steps are over.
    pub(super) fn first_step(&self) -> Option<FirstStep> {
        let is_first = self.lab.read().scene.name == self.cards[scenes::FIRST].name;
        let step = self.preferences.saved.first_step;
        let is_asked = self.host.is_page() && self.comparison.is_none() && is_first;
        (is_asked && step != FirstStep::Done).then_some(step)
    }

    /// Goes on to the next step if an act is the one that was asked for.
    pub(super) fn follow_first_steps(&mut self, act: &Act) {
        let next = match self.first_step() {
            Some(FirstStep::Exit) if is_exit(act) => FirstStep::Why,
            Some(FirstStep::Why) if asks_why(act) => FirstStep::Back,
            Some(FirstStep::Back) if goes_back(act, self.now()) => FirstStep::Choose,
            Some(_) | None => return,
        };
        let message = PreferencesMessage::FirstStep(next);
        self.preferences.update(message, &self.host.mount, &self.on);
    }
}

fn is_exit(act: &Act) -> bool {
    let Act::Cluster(ClusterMessage::Apply(commands)) = act else { return false };
    commands.iter().any(|command| matches!(command, Command::Exit { code, .. } if *code != 0))
}

const fn asks_why(act: &Act) -> bool {
    matches!(act, Act::Answers(AnswersMessage::WhyLast | AnswersMessage::Select(_)))
}

fn goes_back(act: &Act, now: SimTime) -> bool {
    let undoes = matches!(
        act,
        Act::Branch(BranchMessage::Undo)
            | Act::Player(PlayerMessage::BackToEvent | PlayerMessage::BackToChange)
    );
    undoes || matches!(act, Act::Player(PlayerMessage::Seek(time)) if *time < now)
}
