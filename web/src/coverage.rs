//! What a learner has seen of a scene, kept in the browser, and what would be new next.

use crate::lab::Lab;
use crate::search::{BranchPoint, StartedSearch};
use crate::storage;
use podlab::api::status::{ConditionStatus, PodPhase, READY};
use podlab::base::text::Text;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, StateSummary};
use podlab::questions::explore::{Answer, ContainerWord, Limits, Question, Toggles, Witness};
use podlab::rules::{self, Rule};
use podlab_messages::text;
use podlab_stage::rows;
use std::collections::BTreeSet;

/// What keys in the browser's storage begin with; the title of the scene follows.
const KEY: &str = "podlab-seen/";

/// Something that can be seen in a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name in the storage, such as `Ready True`.
    pub key: String,
    /// What it is called beside its neighbours, such as `True`.
    pub word: &'static str,
    /// How it is asked for.
    pub question: Question,
}

/// What was seen in a scene.
#[derive(Default)]
pub struct Coverage {
    key: String,
    items: BTreeSet<String>,
    /// Number of the change that is looked at next.
    next: u64,
    hint: Hint,
}

/// What would be new next.
#[derive(Default)]
struct Hint {
    from: Option<(BranchPoint, usize)>,
    started: Option<StartedSearch>,
    is_done: bool,
}

impl Coverage {
    /// Whether it was seen.
    pub fn has(&self, key: &str) -> bool {
        self.items.contains(key)
    }

    /// The rules by which something was seen to happen.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.items.iter().filter_map(|item| rules::find(item.strip_prefix("rule ")?))
    }

    /// Returns whether the lab shows changes that are not taken in yet.
    pub fn is_stale(&self, lab: &Lab) -> bool {
        self.key.strip_prefix(KEY) != Some(lab.scene.english_title().as_str())
            || self.next != lab.story().change_count() as u64
    }

    /// Forgets what was seen.
    pub fn forget(&mut self) {
        self.items.clear();
    }

    /// Sees what the lab shows that was not there before.
    pub fn follow(&mut self, lab: &Lab) {
        let key = format!("{KEY}{}", lab.scene.english_title());
        if key != self.key {
            let items = storage::get(&key).unwrap_or_default();
            *self = Coverage { key, items, ..Coverage::default() };
        }
        let told = lab.story().change_count() as u64;
        let before = self.items.len();
        for number in self.next.min(told)..told {
            if let Some(change) = lab.story().change(number).filter(|change| change.is_news()) {
                self.see(change);
            }
        }
        self.next = told;
        if self.items.len() > before {
            storage::set(&self.key, &self.items);
        }
    }

    fn see(&mut self, change: &Change) {
        let seen = if let Fact::Phase { new, .. } = &change.fact {
            Some(format!("phase {}", new.as_str()))
        } else if let Fact::State { new: Some(state), .. } = &change.fact {
            let is_running = matches!(state, StateSummary::Running);
            Some(format!("state {}", if is_running { "Running" } else { state.reason() }))
        } else if let Fact::Condition { kind, new: Some(new), .. } = &change.fact {
            Some(format!("{kind} {}", new.status.as_str()))
        } else {
            None
        };
        self.items.extend(seen);
        self.items.insert(format!("rule {}", change.rule));
    }

    /// Where it would look for what would be new, and how much it would know.
    fn here(&self, lab: &Lab) -> (BranchPoint, usize) {
        (BranchPoint::of(lab), self.items.len())
    }

    /// Returns whether the hint belongs to another moment, or is not wanted any more.
    pub fn has_stale_hint(&self, lab: &Lab, is_wanted: bool) -> bool {
        self.hint.from != is_wanted.then(|| self.here(lab))
    }

    /// Begins again to look for what would be new; only forgets it unless it `is_wanted`.
    pub fn look(&mut self, lab: &Lab, is_wanted: bool) {
        self.hint = Hint::default();
        if is_wanted {
            /// Enough for what is near, in a second or two.
            const LIMITS: Limits = Limits { steps: 4, acts: None, states: 1500 };
            let groups = groups(lab);
            let sights = groups.into_iter().flat_map(|(_, sights)| sights);
            let new = sights.filter(|sight| !self.has(&sight.key)).map(|sight| sight.question);
            let new: Vec<Question> = new.collect();
            let is_done = new.is_empty();
            let begin = || StartedSearch::new(lab, new, Toggles::default(), LIMITS);
            self.hint =
                Hint { from: Some(self.here(lab)), started: (!is_done).then(begin), is_done };
        }
    }

    /// Whether it is still looked for.
    pub fn is_looking(&self) -> bool {
        self.hint.started.is_some() && !self.hint.is_done
    }

    /// Looks further, for so many milliseconds. Gives whether that was all.
    pub fn work(&mut self, budget: f64) -> bool {
        let is_looking = self.is_looking();
        let Some(started) = self.hint.started.as_mut().filter(|_| is_looking) else { return false };
        self.hint.is_done = !started.work(budget);
        self.hint.is_done
    }

    /// What would be new, and how to get there.
    pub fn next(&self) -> Option<&Witness> {
        match self.hint.started.as_ref()?.search.answer()? {
            Answer::Yes(witness) => Some(witness),
            Answer::NotWithin { .. } | Answer::GaveUp { .. } => None,
        }
    }
}

/// What can be seen in the scene, in groups of a name each.
pub fn groups(lab: &Lab) -> Vec<(Text, Vec<Item>)> {
    let Some((_, last)) = lab.last_pod() else { return Vec::new() };
    let pod = lab.pod_name();
    let mut groups = Vec::new();
    let phases = [PodPhase::Pending, PodPhase::Running, PodPhase::Succeeded, PodPhase::Failed];
    let phases = phases.map(|phase| Item {
        key: format!("phase {}", phase.as_str()),
        word: phase.as_str(),
        question: Question::Phase(pod.clone(), phase),
    });
    groups.push(("phase".into(), phases.into()));
    let spec = &last.spec;
    let mut words = vec!["ContainerCreating"];
    if !spec.init_containers.is_empty() {
        words.push("PodInitializing");
    }
    words.extend(["Running", "Completed", "Error", "OOMKilled", "CrashLoopBackOff"]);
    words.extend(["ErrImagePull", "ImagePullBackOff"]);
    if let Some(container) = spec.containers.first() {
        let sights = words.into_iter().map(|word| Item {
            key: format!("state {word}"),
            word,
            question: Question::Container(
                pod.clone(),
                container.name.clone(),
                match word {
                    "Running" => ContainerWord::Running,
                    reason => ContainerWord::Reason(reason.into()),
                },
            ),
        });
        groups.push((text::seen_container().into(), sights.collect()));
    }
    let conditions = rows::conditions(spec, lab.sim().settings().release);
    for kind in [READY.into()].into_iter().chain(conditions) {
        let sights = [ConditionStatus::True, ConditionStatus::False].map(|status| Item {
            key: format!("{kind} {}", status.as_str()),
            word: status.as_str(),
            question: Question::Condition(pod.clone(), kind.clone(), status),
        });
        groups.push((kind, sights.into()));
    }
    groups
}
