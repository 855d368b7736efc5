//! "Can this ever happen?": what a person asks from the present moment, and the search for it, made in slices.

use crate::act::ExplorerMessage;
use crate::coverage::Coverage;
use crate::frames;
use crate::lab::Lab;
use crate::search::StartedSearch;
use podlab::api::status::{ConditionStatus, PodPhase, READY};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::questions::explore::{ContainerWord, Limits, Question, Toggles};
use podlab::timeline::history::BranchId;
use podlab_messages::text;

/// Bounds on steps that can be chosen.
pub const STEPS: [u32; 4] = [3, 5, 8, 12];
/// Most containers, and most neighbours of a set, that are asked about.
const MOST: usize = 3;

/// What the panel knows.
pub struct Explorer {
    /// What is asked; the first of what is offered when none was chosen.
    pub chosen: Option<Question>,
    /// What may be done on the way.
    pub toggles: Toggles,
    /// Most steps.
    pub steps: u32,
    /// What was asked last, and the search for it.
    pub asked: Option<(Question, StartedSearch)>,
    /// Whether the search was stopped before it ended.
    pub is_stopped: bool,
    /// The branch on which the answer is played, and the one it left.
    pub played: Option<(BranchId, BranchId)>,
    /// What was seen of the scene, and what would be new next.
    pub coverage: Coverage,
    /// When what is played is over.
    end: Option<SimTime>,
    told: f64,
}

impl Default for Explorer {
    fn default() -> Self {
        let (chosen, toggles, steps) = (None, Toggles::default(), Limits::default().steps);
        let (asked, is_stopped, played, end, told) = (None, false, None, None, 0.0);
        let coverage = Coverage::default();
        Explorer { chosen, toggles, steps, asked, is_stopped, played, coverage, end, told }
    }
}

/// The kinds of acts that may be allowed: the words, and where it stands.
pub fn kinds(toggles: &mut Toggles) -> [(&'static str, &mut bool); 7] {
    let Toggles { exits, probes, images, deletes, force, sets, nodes } = toggles;
    [
        (text::explore_exits(), exits),
        (text::explore_probes(), probes),
        (text::explore_images(), images),
        (text::explore_deletes(), deletes),
        (text::explore_force(), force),
        (text::explore_nodes(), nodes),
        (text::explore_sets(), sets),
    ]
}

/// The questions that apply to what is on the stage.
pub fn offered(lab: &Lab) -> Vec<Question> {
    let pod = lab.pod_name();
    let name = || pod.clone();
    let mut offered = Vec::new();
    let phases = [PodPhase::Succeeded, PodPhase::Failed, PodPhase::Running, PodPhase::Pending];
    offered.extend(phases.map(|phase| Question::Phase(name(), phase)));
    for status in [ConditionStatus::True, ConditionStatus::False] {
        offered.push(Question::Condition(name(), READY.into(), status));
    }
    if let Some((_, last)) = lab.last_pod() {
        for container in last.spec.init_containers.iter().chain(&last.spec.containers).take(MOST) {
            for reason in ["CrashLoopBackOff", "ImagePullBackOff", "OOMKilled", "Completed"] {
                let word = ContainerWord::Reason(reason.into());
                offered.push(Question::Container(name(), container.name.clone(), word));
            }
        }
        let statuses = last.status.containers().iter();
        let most = statuses.map(|status| status.restart_count).max().unwrap_or(0);
        offered.push(Question::Restarts(name(), most));
    }
    offered.push(Question::Gone(name()));
    offered.push(Question::Twice(name()));
    offered.push(Question::RunsTwice(name()));
    if let Some(set) = lab.set() {
        let name = |ordinal: i64| -> Text { format!("{}-{ordinal}", set.metadata.name).into() };
        let start = set.spec.start();
        let last = start + set.spec.replicas().min(MOST as i64);
        for ordinal in start + 1..last {
            offered.push(Question::Before(name(ordinal), name(ordinal - 1)));
        }
        if set.spec.is_rolling() {
            offered.push(Question::BelowPartition(set.metadata.name.clone()));
        }
        offered.push(Question::Pods(set.metadata.name.clone(), set.spec.replicas()));
    }
    offered
}

impl Explorer {
    /// Asks something else, or otherwise, of a run. [`ExplorerMessage::Play`] is left to the app, which goes through time.
    pub fn update(&mut self, message: ExplorerMessage, lab: &Lab) {
        match message {
            ExplorerMessage::Choose(index) => {
                self.chosen = offered(lab).into_iter().nth(index);
                self.asked = None;
                self.played = None;
            }
            ExplorerMessage::Toggle(index) => {
                if let Some((_, is_on)) = kinds(&mut self.toggles).into_iter().nth(index) {
                    *is_on = !*is_on;
                }
            }
            ExplorerMessage::Steps(steps) => self.steps = steps,
            ExplorerMessage::Begin => {
                if let Some(question) = self.question(&offered(lab)) {
                    self.search(question, lab);
                }
            }
            ExplorerMessage::Ask(question) => {
                self.chosen = Some(question.clone());
                self.search(question, lab);
            }
            ExplorerMessage::Stop => self.is_stopped = true,
            ExplorerMessage::Play => {}
        }
    }

    fn search(&mut self, question: Question, lab: &Lab) {
        let limits = Limits { steps: self.steps, ..Limits::default() };
        let started = StartedSearch::new(lab, vec![question.clone()], self.toggles, limits);
        self.asked = Some((question, started));
        (self.is_stopped, self.played, self.end) = (false, None, None);
    }

    /// Forgets what was asked of a run. What was seen of its scene is kept.
    pub fn forget_run(&mut self) {
        *self = Explorer { coverage: std::mem::take(&mut self.coverage), ..Explorer::default() };
    }

    /// What is or would be asked.
    pub fn question(&self, offered: &[Question]) -> Option<Question> {
        self.chosen.clone().or_else(|| offered.first().cloned())
    }

    /// Whether a search goes on.
    pub fn is_working(&self) -> bool {
        let asked = self.asked.as_ref();
        asked.is_some_and(|(_, started)| started.search.answer().is_none()) && !self.is_stopped
    }

    /// Looks further, for so many milliseconds. Gives whether there is something new to show.
    pub fn work(&mut self, budget: f64) -> bool {
        /// Milliseconds between two reports.
        const PAUSE: f64 = 150.0;
        let is_working = self.is_working();
        let Some((_, started)) = self.asked.as_mut().filter(|_| is_working) else { return false };
        let goes_on = started.work(budget);
        let is_due = frames::now() - self.told >= PAUSE;
        if is_due {
            self.told = frames::now();
        }
        !goes_on || is_due
    }

    /// What holds where the lab is: whether what was asked does, what is played, and when that is over.
    fn kept(&self, lab: &Lab) -> (bool, Option<(BranchId, BranchId)>, Option<SimTime>) {
        let (run, here) = lab.branch();
        let from = self.asked.as_ref().map(|(_, started)| started.from);
        if from.is_some_and(|from| from.branch.0 != run) {
            return (false, None, None);
        }
        let is_played = self.played.is_some_and(|(branch, _)| branch == here);
        // Who went beyond the end by hand has seen it.
        let end = self.end.filter(|end| is_played && lab.now() <= *end);
        if !is_played && from.is_some_and(|from| !from.is_behind(lab)) {
            return (false, None, end);
        }
        let is_gone = |id: BranchId| lab.history().branches().iter().all(|b| b.id != id);
        let played = self.played.filter(|(branch, left)| !is_gone(*branch) && !is_gone(*left));
        (from.is_some(), played, end)
    }

    /// Returns whether it keeps something of a run, or of a moment, that is not shown any more.
    pub fn is_stale(&self, lab: &Lab) -> bool {
        self.kept(lab) != (self.asked.is_some(), self.played, self.end)
    }

    /// Forgets what was asked of a run that is not shown any more.
    pub fn follow(&mut self, lab: &Lab) {
        let (is_asked, played, end) = self.kept(lab);
        self.asked.take_if(|_| !is_asked);
        (self.played, self.end) = (played, end);
    }

    /// Plays an answer up to a moment: on which branch, and which one that left.
    pub fn play(&mut self, played: (BranchId, BranchId), until: SimTime) {
        (self.played, self.end) = (Some(played), Some(until));
    }

    /// The moment time may pass to: not beyond the end of what is played.
    pub fn bound(&self, target: SimTime) -> SimTime {
        self.end.map_or(target, |end| target.min(end))
    }

    /// Whether what is played is over now.
    pub fn is_over(&self, now: SimTime) -> bool {
        self.end.is_some_and(|end| now >= end)
    }

    /// Ends what is played. It is over only once.
    pub fn end(&mut self) {
        self.end = None;
    }
}
