//! Predict, then see: time stops before what can be asked about happens, and asks.

use crate::lab::{Lab, RunId};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::questions::quiz::Question;
use podlab::timeline::history::BranchId;
use podlab_stage::quiz::QuestionSearch;

/// A question, and what was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedQuestion {
    /// The question.
    pub question: Question,
    /// Which answer was chosen.
    pub chosen: Option<usize>,
    /// Whether the answer is a guess.
    pub is_unsure: bool,
}

/// The branch of a run, how many acts were done there, and the Pod on the stage.
type Place = ((RunId, BranchId), usize, Text);

fn place(lab: &Lab) -> Place {
    (lab.branch(), lab.history().done(), lab.pod_name().clone())
}

/// What is asked next. It is found by letting a copy of the run go on.
#[derive(Default)]
pub struct Quiz {
    search: Option<QuestionSearch>,
    from: Option<Place>,
    next: Option<Question>,
    /// The question that is asked now.
    pub asked: Option<AskedQuestion>,
    /// The run that it is about, and what was done in it.
    asked_of: Option<Place>,
    /// Up to when nothing is asked, because the learner went on without an answer or has one.
    passed: SimTime,
    /// Whether it asks one question only.
    is_single: bool,
    /// Whether it asks nothing more.
    is_over: bool,
    /// Whether it has looked as far as it looks, and found nothing to ask about.
    is_empty: bool,
    /// The link to the question that it asks, when that is one that comes back. It is gone once something is done in the run.
    link: Option<String>,
}

impl Quiz {
    /// Asks one question, and none after it was answered.
    pub fn once() -> Quiz {
        Quiz { is_single: true, ..Quiz::default() }
    }

    /// Asks once the question to which a link leads.
    pub fn again(link: String) -> Quiz {
        Quiz { is_single: true, link: Some(link), ..Quiz::default() }
    }

    /// Returns the link to the question that comes back.
    pub fn link(&self) -> Option<&String> {
        self.link.as_ref()
    }

    /// Returns whether it asks one question after the other.
    pub fn asks_further(&self) -> bool {
        !self.is_single
    }

    /// Returns whether it asks nothing more.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns whether it has looked as far as it looks, and found nothing to ask about.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Looks further for what comes next.
    pub fn look(&mut self, lab: &Lab) {
        if self.is_over {
            return;
        }
        let from = place(lab);
        if self.from.as_ref() != Some(&from) {
            let passed = self.passed.min(lab.now());
            // What was done since it began leads to other questions.
            let link = self.link.take().filter(|_| self.from.is_none());
            let is_single = self.is_single;
            *self = Quiz { from: Some(from), passed, is_single, link, ..Quiz::default() };
        }
        if self.next.as_ref().is_some_and(|next| next.time <= lab.now()) {
            self.next = None;
        }
        if self.next.is_some() {
            return;
        }
        let search = self.search.get_or_insert_with(|| QuestionSearch::new(lab));
        let (next, has_looked) = search.look(lab.now(), self.passed.max(lab.now()));
        self.is_empty = has_looked && next.is_none();
        self.next = next;
    }

    /// Up to when time may pass: the moment just before what is asked about, or as far as has been looked.
    pub fn stop(&self) -> Option<SimTime> {
        let next = self.next.as_ref().map(|next| SimTime(next.time.0.saturating_sub(1)));
        next.or_else(|| self.search.as_ref().map(QuestionSearch::now))
    }

    /// Asks, if it is time. Gives whether it does.
    pub fn ask(&mut self, lab: &Lab) -> bool {
        let is_time = self.next.is_some() && self.stop().is_some_and(|stop| lab.now() >= stop);
        if is_time {
            self.asked = self.next.take().map(|question| AskedQuestion {
                question,
                chosen: None,
                is_unsure: false,
            });
            self.asked_of = Some(place(lab));
            self.search = None;
        }
        is_time
    }

    /// Notes whether the answer that comes is a guess.
    pub fn doubt(&mut self, is_unsure: bool) {
        if let Some(asked) = &mut self.asked {
            asked.is_unsure = is_unsure;
        }
    }

    /// Takes an answer. Gives the question with it.
    pub fn answer(&mut self, chosen: usize) -> Option<&AskedQuestion> {
        let asked = self.asked.as_mut().filter(|asked| asked.chosen.is_none())?;
        asked.chosen = Some(chosen);
        self.passed = asked.question.time;
        self.is_over = self.is_single;
        Some(asked)
    }

    /// Asks no more about a moment that is gone, or not yet come, because the learner went elsewhere; nor about one that will not come,
    /// because something was done.
    pub fn follow(&mut self, lab: &Lab) {
        let now = lab.now();
        let is_same = self.asked_of.as_ref().is_some_and(|asked_of| *asked_of == place(lab));
        let is_there = |asked: &AskedQuestion| {
            let time = asked.question.time;
            is_same && now.0 + 1 >= time.0 && (now < time || asked.chosen.is_some())
        };
        if self.asked.as_ref().is_some_and(|asked| !is_there(asked)) {
            self.asked = None;
            self.link = None;
        }
    }

    /// Goes on, with an answer or without.
    pub fn pass(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.passed = asked.question.time;
            self.is_over = self.is_single;
        }
    }
}
