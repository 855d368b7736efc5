//! `podlab run --why`: the causes of what a Pod is at the end of a run.

use podlab::change::{Cause, Change, Subject};
use podlab::rules;
use podlab::sim::Sim;
use podlab::waits::waits;
use podlab_words::{Actor, Language, Messages, chain, clock, question, wait};

/// A question about a Pod, and the changes so far.
#[derive(Debug)]
pub struct Why {
    pod: String,
    subject: Option<String>,
    messages: &'static Messages,
    changes: Vec<Change>,
}

impl Why {
    /// A question in the form `POD` or `POD/SUBJECT`.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn parse(text: &str, language: Language) -> Result<Why, String> {
        let text = text.strip_prefix("pod/").unwrap_or(text);
        let (pod, subject) = match text.split_once('/') {
            Some((pod, subject)) => (pod, Some(subject.to_owned())),
            None => (text, None),
        };
        if pod.is_empty() || subject.as_deref() == Some("") {
            return Err(format!("podlab run: --why {text}: it must be POD or POD/SUBJECT"));
        }
        let messages = Messages::of(language);
        Ok(Why { pod: pod.to_owned(), subject, messages, changes: Vec::new() })
    }

    /// Takes up what became visible.
    pub fn watch(&mut self, sim: &mut Sim) {
        self.changes.extend(sim.take_changes());
        sim.take_watch();
    }

    /// The chains and what the Pod waits for.
    ///
    /// # Errors
    /// When nothing of the kind ever changed.
    pub fn tell(&self, sim: &Sim) -> Result<String, String> {
        let object = format!("Pod/{}", self.pod);
        let mut mine = self.changes.iter().filter(|change| change.object == *object.as_str());
        if mine.clone().next().is_none() {
            return Err(format!("podlab run: there was no Pod {}", self.pod));
        }
        let wanted = |change: &&Change| match &self.subject {
            Some(subject) => is_about(&change.subject, subject),
            None => change.is_news() && !matches!(change.subject, Subject::Field(_)),
        };
        let last = mine.rfind(wanted);
        let Some(last) = last else {
            let subject = self.subject.as_deref().unwrap_or_default();
            return Err(format!("podlab run: {subject} of the Pod {} never changed", self.pod));
        };
        let mut text = format!("{}\n", plain(&question(self.messages, last)));
        let causes = self.causes(last);
        for step in chain(self.messages, &causes, sim.commands(), &|_| Actor::Scene) {
            text.push_str(&format!("  {}  {}\n", clock(step.time), plain(&step.text)));
            if let Some(rule) = step.rule.and_then(rules::find) {
                text.push_str(&format!(
                    "           {} {}: {}\n",
                    rule.id, rule.title, rule.sentence
                ));
                text.push_str(&format!("           https://kubernetes.io/docs/{}\n", rule.page));
            }
        }
        for waits in waits(sim).iter().filter(|wait| wait.object == *object.as_str()) {
            text.push_str(&format!("{}\n", plain(&wait(self.messages, waits, sim.now()))));
        }
        Ok(text)
    }

    /// A change and what led to it, latest first.
    fn causes<'a>(&'a self, change: &'a Change) -> Vec<&'a Change> {
        let mut causes = vec![change];
        while let Some(Cause::Change(earlier)) = causes.last().map(|last| last.cause) {
            // A change stands at its number: none was left out since the beginning.
            let Some(change) = self.changes.get(earlier as usize) else { break };
            causes.push(change);
        }
        causes
    }
}

/// A sentence without the marks around names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}

/// Whether a subject is what people call so.
fn is_about(subject: &Subject, name: &str) -> bool {
    let (container, part) = name.rsplit_once('.').unwrap_or((name, ""));
    match subject {
        Subject::Phase => name == "phase",
        Subject::Status => name == "status",
        Subject::Reason => name == "reason",
        Subject::Node => name == "node",
        Subject::Created => name == "created",
        Subject::Removed => name == "removed",
        Subject::Deletion => name == "deletion",
        Subject::Spec => name == "spec",
        Subject::Condition(kind) => *kind == *name,
        Subject::State(of) => *of == *name,
        Subject::Ready(of) => *of == *container && part == "ready",
        Subject::RestartCount(of) => *of == *container && part == "restarts",
        Subject::Started(of) => *of == *container && part == "started",
        Subject::Probe(of, kind) => *of == *container && part.eq_ignore_ascii_case(kind),
        Subject::Hook(of, hook) => *of == *container && part.eq_ignore_ascii_case(hook),
        Subject::Signal(of) => *of == *container && part == "signal",
        Subject::Program(of) => *of == *container && part == "program",
        Subject::Field(_) | Subject::Decision | Subject::Endpoints | Subject::World => false,
    }
}
