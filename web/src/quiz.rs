//! Predict, then see: time stops before what kubectl prints of the Pod changes, and asks what it will print.

use crate::lab::{Lab, RunId};
use podlab::api::ResourceKind;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::fact::Fact;
use podlab::timeline::history::BranchId;

/// Words kubectl prints as STATUS, from which wrong answers are taken.
const WORDS: [&str; 8] = [
    "Pending",
    "ContainerCreating",
    "Running",
    "Completed",
    "Error",
    "CrashLoopBackOff",
    "ImagePullBackOff",
    "Terminating",
];
/// How many answers there are to choose from.
const ANSWERS: usize = 4;
/// How far it looks ahead, in simulated milliseconds.
const SPAN: u64 = 24 * 3_600_000;
/// The most events of a look.
const SLICE: u64 = 200;

/// A question, and what was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// When what is asked about happens.
    pub time: SimTime,
    /// What can be answered, in the order of the alphabet.
    pub answers: Vec<Text>,
    /// Which of them is right.
    pub right: usize,
    /// Which one was chosen.
    pub chosen: Option<usize>,
}

/// The branch of a run, how many acts were done there, and the Pod on the stage.
type Place = ((RunId, BranchId), usize, Text);

fn place(lab: &Lab) -> Place {
    (lab.branch(), lab.history().done(), lab.pod_name().clone())
}

/// What is asked next. It is found by letting a copy of the run go on.
#[derive(Clone, Default)]
pub struct Quiz {
    scout: Option<Lab>,
    from: Option<Place>,
    next: Option<Question>,
    /// The question that is asked now.
    pub asked: Option<Question>,
    /// The run that it is about, and what was done in it.
    asked_of: Option<Place>,
    /// Up to when nothing is asked, because the learner went on without an answer or has one.
    passed: SimTime,
}

impl Quiz {
    /// Looks further for what comes next.
    pub fn look(&mut self, lab: &Lab) {
        let from = place(lab);
        if self.from.as_ref() != Some(&from) {
            *self =
                Quiz { from: Some(from), passed: self.passed.min(lab.now()), ..Quiz::default() };
        }
        if self.next.as_ref().is_some_and(|next| next.time <= lab.now()) {
            self.next = None;
        }
        if self.next.is_some() {
            return;
        }
        let scout = self.scout.get_or_insert_with(|| lab.clone());
        let told = scout.story().change_count() as u64;
        scout.run_until(lab.now() + SPAN, SLICE);
        let pod = scout.pod_name();
        let story = scout.story();
        let mut new = story.changes().iter().filter(|change| change.number >= told);
        let found = new.find_map(|change| {
            if let Fact::Status { old, new, .. } = &change.fact
                && change.object.named(ResourceKind::Pod) == Some(pod)
                && old != new
            {
                Some((change.time, old.clone(), new.clone()))
            } else {
                None
            }
        });
        let Some((time, old, right)) = found else { return };
        // A Pod that comes or goes prints no word.
        if !old.is_empty() && !right.is_empty() && time > self.passed.max(lab.now()) {
            self.next = Some(question(time, &old, &right));
        }
    }

    /// Up to when time may pass: the moment just before what is asked about, or as far as has been looked.
    pub fn stop(&self) -> Option<SimTime> {
        let next = self.next.as_ref().map(|next| SimTime(next.time.0.saturating_sub(1)));
        next.or_else(|| self.scout.as_ref().map(|lab| lab.now()))
    }

    /// Asks, if it is time. Gives whether it does.
    pub fn ask(&mut self, lab: &Lab) -> bool {
        let is_time = self.next.is_some() && self.stop().is_some_and(|stop| lab.now() >= stop);
        if is_time {
            self.asked = self.next.take();
            self.asked_of = Some(place(lab));
            self.scout = None;
        }
        is_time
    }

    /// Takes an answer. Gives the question with it.
    pub fn answer(&mut self, chosen: usize) -> Option<&Question> {
        let asked = self.asked.as_mut().filter(|asked| asked.chosen.is_none())?;
        asked.chosen = Some(chosen);
        self.passed = asked.time;
        Some(asked)
    }

    /// Asks no more about a moment that is gone, or not yet come, because the learner went elsewhere; nor about one that will not come,
    /// because something was done.
    pub fn follow(&mut self, lab: &Lab) {
        let now = lab.now();
        let is_same = self.asked_of.as_ref().is_some_and(|asked_of| *asked_of == place(lab));
        let is_there = |asked: &Question| {
            is_same && now.0 + 1 >= asked.time.0 && (now < asked.time || asked.chosen.is_some())
        };
        if !self.asked.as_ref().is_some_and(is_there) {
            self.asked = None;
        }
    }

    /// Goes on, with an answer or without.
    pub fn pass(&mut self) {
        if let Some(asked) = self.asked.take() {
            self.passed = asked.time;
        }
    }
}

fn question(time: SimTime, old: &str, right: &str) -> Question {
    let mut answers: Vec<Text> = vec![right.to_owned().into()];
    // Which wrong ones depends on the moment, so that the same run asks the same.
    let start = time.0 as usize % WORDS.len();
    for word in (0..WORDS.len()).map(|step| WORDS[(start + step) % WORDS.len()]) {
        if answers.len() < ANSWERS && word != right && word != old {
            answers.push(word.into());
        }
    }
    answers.sort();
    let right = answers.iter().position(|answer| *answer == *right).unwrap_or(0);
    Question { time, answers, right, chosen: None }
}
