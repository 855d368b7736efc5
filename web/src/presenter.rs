//! The presenter: the stage and one answer in large type, for a room. Nothing here knows the page.

use crate::quiz::AskedQuestion;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::presentation_file::{Move, Presentation, Shown};
use std::rc::Rc;

/// What is shown to a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Presenter {
    /// The prepared moves; none where the presenter shows what is on the page.
    pub talk: Option<Talk>,
    /// The answer beside the stage.
    pub shows: Shown,
    /// Whether nothing is seen.
    pub is_blank: bool,
    /// Whether the code of the address fills the screen.
    pub shows_code: bool,
    /// Whether a ring follows the pointer.
    pub has_pointer: bool,
    /// The votes for each answer of the question that is asked.
    pub votes: Vec<u32>,
    /// The question that they are for.
    asked: Option<Asked>,
}

/// Prepared moves, and how far the presenter is.
#[derive(Clone, Debug, PartialEq)]
pub struct Talk {
    /// The moves.
    pub presentation: Rc<Presentation>,
    /// The index of the move that is shown.
    pub place: usize,
    /// Whether what it opens is still on its way.
    pub is_awaited: bool,
}

impl Talk {
    /// Returns the move that is shown.
    pub fn present(&self) -> &Move {
        &self.presentation.moves[self.place]
    }

    /// Returns the answer that stands beside the stage: that of the move, or of the last one before it that has any.
    pub fn shows(&self) -> Shown {
        let moves = &self.presentation.moves[..=self.place];
        moves.iter().rev().find_map(|shown| shown.shows).unwrap_or(Shown::Nothing)
    }
}

/// The question that the room is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What kubectl prints at a moment.
    Quiz(SimTime),
    /// That of a step of a lesson.
    Lesson {
        /// The name of the lesson.
        name: Text,
        /// How often it was begun again.
        attempt: u32,
        /// The index of the step.
        step: usize,
    },
}

impl Asked {
    /// The question of the quiz.
    pub fn of_quiz(asked: &AskedQuestion) -> Asked {
        Asked::Quiz(asked.question.time)
    }
}

impl Presenter {
    /// Begins to present.
    pub fn new(presentation: Option<Presentation>) -> Presenter {
        Presenter {
            talk: presentation.map(|read| Talk {
                presentation: Rc::new(read),
                place: 0,
                is_awaited: false,
            }),
            shows: Shown::Nothing,
            is_blank: false,
            shows_code: false,
            has_pointer: false,
            votes: Vec::new(),
            asked: None,
        }
    }

    /// Follows which question is asked: each has its own votes.
    pub fn follow(&mut self, asked: Option<Asked>) {
        if self.asked != asked {
            self.votes.clear();
            self.asked = asked;
        }
    }

    /// Counts a vote for the answer at an index, if there are so many answers.
    pub fn vote(&mut self, answer: usize, answers: usize) {
        self.votes.resize(answers, 0);
        if let Some(votes) = self.votes.get_mut(answer) {
            *votes += 1;
        }
    }

    /// Returns the answer with the most votes, the first of several; none without votes.
    pub fn choice_of_room(&self) -> Option<usize> {
        let most = self.votes.iter().copied().max().filter(|most| *most > 0)?;
        self.votes.iter().position(|votes| *votes == most)
    }

    /// Shows an answer beside the stage, or takes it away when it is there.
    pub fn toggle(&mut self, shown: Shown) {
        self.shows = if self.shows == shown { Shown::Nothing } else { shown };
    }

    /// Returns whether something covers the stage.
    pub fn is_covered(&self) -> bool {
        self.is_blank || self.shows_code
    }

    /// Takes away what covers the stage. Returns whether something did.
    pub fn uncover(&mut self) -> bool {
        let was_covered = self.is_covered();
        (self.is_blank, self.shows_code) = (false, false);
        was_covered
    }
}
