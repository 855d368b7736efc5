//! The question what happens next: the search for it, and its words.

use crate::Lab;
use podlab::base::time::SimTime;
use podlab::questions::quiz::{Question, Subject, TOGETHER, next_question};
use podlab_messages::{Term, text};

/// How far a search looks ahead, in simulated milliseconds.
const SPAN: u64 = 24 * 3_600_000;
/// The most events of a look.
const SLICE: u64 = 200;

/// A search for the next question about a run. It lets a copy of the run go on.
#[derive(Debug)]
pub struct QuestionSearch {
    scout: Lab,
}

impl QuestionSearch {
    /// Begins a search at the present moment of a run.
    pub fn new(lab: &Lab) -> QuestionSearch {
        QuestionSearch { scout: lab.clone() }
    }

    /// Returns up to which moment it has looked.
    pub fn now(&self) -> SimTime {
        self.scout.now()
    }

    /// Looks a little further, at most a day beyond the present moment `now`. Returns the first question about what happens later than
    /// `after`, and whether it has looked a day ahead.
    pub fn look(&mut self, now: SimTime, after: SimTime) -> (Option<Question>, bool) {
        let told = self.scout.story().change_count() as u64;
        let is_over = self.scout.run_until(now + SPAN, SLICE);
        (self.found(told, after), is_over)
    }

    /// Returns the first question about the changes from the number `told` on that happen later than a moment.
    fn found(&mut self, told: u64, after: SimTime) -> Option<Question> {
        loop {
            let (scout, set) = (&self.scout, self.scout.set().map(|set| &**set));
            let found = next_question(scout.story(), told, after, scout.pod_name(), set)?;
            // What else happens then decides whether it is a fair question.
            let known = found.time + TOGETHER;
            if scout.now() >= known {
                return Some(found);
            }
            self.scout.run_until(known, u64::MAX);
        }
    }
}

/// Returns whether there is a question about what happens in the next millisecond of a run.
pub fn is_due(lab: &Lab) -> bool {
    let now = lab.now();
    let (found, _) = QuestionSearch::new(lab).look(now, now);
    found.is_some_and(|asked| asked.time <= now + 1)
}

/// Returns a question in words.
pub fn asks(subject: &Subject) -> String {
    match subject {
        Subject::Status(pod) => text::quiz_ask(pod),
        Subject::Phase(pod) => text::quiz_ask_phase(pod),
        Subject::BackOff { pod, container } => text::quiz_ask_back_off(container, pod),
        Subject::NodeReady(node) => text::quiz_ask_node(node),
        Subject::Scaled { replica_set, from } => text::quiz_ask_scaled(from, replica_set),
        Subject::Created(set) => text::quiz_ask_created(set),
        Subject::Deleted(set) => text::quiz_ask_deleted(set),
    }
}

/// Returns what is said of answers, given by their indexes: what the words mean, or how
/// the component works that decides.
pub fn because(question: &Question, answers: &[usize]) -> Vec<String> {
    let about = |index: &usize| {
        let word = question.answers.get(*index)?;
        Term::of_status(word).map(|term| text::quiz_because(term.about(), word))
    };
    match question.subject {
        Subject::Status(_) | Subject::Phase(_) => answers.iter().filter_map(about).collect(),
        Subject::BackOff { .. } => vec![text::quiz_because_back_off().to_owned()],
        Subject::NodeReady(_) => vec![text::quiz_because_node().to_owned()],
        Subject::Scaled { .. } => vec![text::quiz_because_scaled().to_owned()],
        Subject::Created(_) => vec![text::quiz_because_created().to_owned()],
        Subject::Deleted(_) => vec![text::quiz_because_deleted().to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use podlab::ReadOptions;
    use podlab::files::scenario_file::read;

    const FAILS: &str = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {restartPolicy: Never, containers: [
        {name: app, image: busybox, command: [sh, -c, sleep 60; exit 1]}]}}";

    fn lab(seconds: u64) -> Lab {
        let scenario = read(FAILS, &ReadOptions::default()).expect("the manifest is right");
        let scene = crate::Scene::of(&scenario).expect("there is a Pod");
        let mut lab = Lab::open(scene, scenario.settings()).expect("nothing is refused");
        lab.run_until(SimTime::from_seconds(seconds), u64::MAX);
        lab
    }

    fn search(lab: &Lab) -> Option<Question> {
        let mut search = QuestionSearch::new(lab);
        loop {
            let (found, is_over) = search.look(lab.now(), lab.now());
            if found.is_some() || is_over {
                return found;
            }
        }
    }

    #[test]
    fn it_asks_about_the_next_status_and_nothing_once_the_pod_has_failed() {
        let question = search(&lab(30)).expect("it fails");
        assert_eq!(question.answers[question.right], "Error");
        assert_eq!(asks(&question.subject), "What will kubectl print next as the STATUS of demo?");
        assert!(because(&question, &[question.right])[0].starts_with("Error: "));
        assert_eq!(search(&lab(90)), None);
    }

    #[test]
    fn a_question_is_due_just_before_what_it_asks_about() {
        let question = search(&lab(30)).expect("it fails");
        let mut lab = lab(30);
        assert!(!is_due(&lab));
        lab.run_until(SimTime(question.time.0 - 1), u64::MAX);
        assert!(is_due(&lab));
    }
}
