//! What a person or a script does with time, and with the questions what comes next.

use super::Turn;
use crate::controls::Controls;
use podlab::base::time::SimTime;

/// What a person or a script does with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerMessage {
    /// Lets time pass.
    Play,
    /// Lets time stand still.
    Pause,
    /// Plays, or pauses.
    TogglePlaying,
    /// Lets the next event happen.
    NextEvent,
    /// Lets time pass until something of the Pod changes.
    NextChange,
    /// Goes back to the event before.
    BackToEvent,
    /// Goes back to the visible change before.
    BackToChange,
    /// Sets how much faster than real time the simulation runs.
    Speed(u32),
    /// Lets time pass at the next higher speed.
    Faster,
    /// Lets time pass at the next lower speed.
    Slower,
    /// Goes to a moment.
    Seek(SimTime),
    /// Stays where it is now, rather than going on to where it was to be.
    Stop,
    /// Goes back to the beginning as it was opened, without anything that was done since.
    Reset,
    /// Does the same on the page, where undo leads back.
    StartOver,
    /// Takes away what the scene told the learner to do.
    EndTurn,
    /// Says what kubectl will print next, as one of the answers.
    Guess(usize),
    /// Says whether the answer that comes is a guess.
    Unsure(bool),
    /// Asks from now on what kubectl will print next, or no more.
    ToggleQuiz,
    /// The figure is in sight.
    Show,
    /// The figure is out of sight.
    Hide,
}

impl PlayerMessage {
    /// When it is done.
    pub const fn turn(self) -> Turn {
        match self {
            PlayerMessage::Play
            | PlayerMessage::Pause
            | PlayerMessage::TogglePlaying
            | PlayerMessage::ToggleQuiz
            | PlayerMessage::Seek(_) => Turn::InLine,
            PlayerMessage::NextEvent
            | PlayerMessage::NextChange
            | PlayerMessage::BackToEvent
            | PlayerMessage::BackToChange
            | PlayerMessage::Guess(_) => Turn::Arrived,
            PlayerMessage::Speed(_)
            | PlayerMessage::Faster
            | PlayerMessage::Slower
            | PlayerMessage::Stop
            | PlayerMessage::Reset
            | PlayerMessage::StartOver
            | PlayerMessage::EndTurn
            | PlayerMessage::Unsure(_)
            | PlayerMessage::Show
            | PlayerMessage::Hide => Turn::Now,
        }
    }

    /// Whether it is a step forward in time.
    pub const fn is_step_forward(self) -> bool {
        match self {
            PlayerMessage::NextEvent | PlayerMessage::NextChange | PlayerMessage::Guess(_) => true,
            // Playing begins only where time stood still.
            PlayerMessage::Play
            | PlayerMessage::TogglePlaying
            | PlayerMessage::ToggleQuiz
            | PlayerMessage::Pause
            | PlayerMessage::BackToEvent
            | PlayerMessage::BackToChange
            | PlayerMessage::Speed(_)
            | PlayerMessage::Faster
            | PlayerMessage::Slower
            | PlayerMessage::Seek(_)
            | PlayerMessage::Stop
            | PlayerMessage::Reset
            | PlayerMessage::StartOver
            | PlayerMessage::EndTurn
            | PlayerMessage::Unsure(_)
            | PlayerMessage::Show
            | PlayerMessage::Hide => false,
        }
    }

    /// Whether time passes with it, or the run goes to another moment. What does neither is done at once, and so is a pause.
    pub const fn moves_run(self) -> bool {
        !matches!(self.turn(), Turn::Now) && !matches!(self, PlayerMessage::Pause)
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(self) -> Controls {
        match self {
            PlayerMessage::EndTurn
            | PlayerMessage::Guess(_)
            | PlayerMessage::Unsure(_)
            | PlayerMessage::Show
            | PlayerMessage::Hide => Controls::None,
            PlayerMessage::Play
            | PlayerMessage::Pause
            | PlayerMessage::TogglePlaying
            | PlayerMessage::ToggleQuiz
            | PlayerMessage::NextEvent
            | PlayerMessage::NextChange
            | PlayerMessage::BackToEvent
            | PlayerMessage::BackToChange
            | PlayerMessage::Speed(_)
            | PlayerMessage::Faster
            | PlayerMessage::Slower
            | PlayerMessage::Seek(_)
            | PlayerMessage::Stop
            | PlayerMessage::Reset
            | PlayerMessage::StartOver => Controls::Transport,
        }
    }
}
