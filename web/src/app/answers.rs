//! The answers: which are shown, and of what they tell.

use super::App;
use crate::act::{Tab, Target, Turn};
use crate::components::latest_change;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::stuck::StuckNow;
use crate::upcoming::Upcoming;
use podlab::base::text::Text;
use podlab::dns::Cache;

/// What the answers tell.
pub struct Answers {
    /// The tab that is open.
    pub tab: Tab,
    /// The number of the selected change.
    pub selected: Option<u64>,
    /// Whether the answer to a *why* stands below the sentence, because the answers are not beside the stage.
    pub is_sheet_open: bool,
    /// Whether they tell of the Pod on the stage or of its set.
    pub target: Target,
    /// What happens next.
    pub upcoming: Handle<Upcoming>,
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// The question to the cluster's DNS.
    pub dns: DnsQuestion,
    /// The numbers of the two revisions that are compared; the last two when none.
    pub compared: Option<(i64, i64)>,
}

/// A question to the cluster's DNS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DnsQuestion {
    /// The name that is asked for; empty for the first one offered.
    pub name: Text,
    /// The namespace it is asked from; empty for that of the scene.
    pub from: Text,
    /// What a DNS server remembers of the questions asked so far.
    pub cache: Cache,
}

/// What a person does with the answers.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswersMessage {
    /// Shows a tab.
    ShowTab(Tab),
    /// Puts the Pod of that name on the stage.
    PickPod(Text),
    /// Lets the answers tell of the Pod on the stage, or of its set.
    AnswerFor(Target),
    /// Asks the cluster's DNS for a name.
    Resolve(Text),
    /// Asks it from a Pod of that namespace.
    ResolveFrom(Text),
    /// Compares two revisions of the set, by their numbers.
    CompareRevisions((i64, i64)),
    /// Selects a change and says why it happened.
    Select(u64),
    /// Says what waits, and so why something is not there.
    WhyNot,
    /// Says why the last change happened.
    WhyLast,
    /// Takes the answer to a *why* away.
    CloseWhy,
}

impl AnswersMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            AnswersMessage::Resolve(_) => Turn::Arrived,
            AnswersMessage::ShowTab(_)
            | AnswersMessage::PickPod(_)
            | AnswersMessage::AnswerFor(_)
            | AnswersMessage::ResolveFrom(_)
            | AnswersMessage::CompareRevisions(_)
            | AnswersMessage::Select(_)
            | AnswersMessage::WhyNot
            | AnswersMessage::WhyLast
            | AnswersMessage::CloseWhy => Turn::Now,
        }
    }

    /// Whether it asks why something happened, or did not.
    const fn asks_why(&self) -> bool {
        match self {
            AnswersMessage::Select(_) | AnswersMessage::WhyNot | AnswersMessage::WhyLast => true,
            AnswersMessage::ShowTab(_)
            | AnswersMessage::PickPod(_)
            | AnswersMessage::AnswerFor(_)
            | AnswersMessage::Resolve(_)
            | AnswersMessage::ResolveFrom(_)
            | AnswersMessage::CompareRevisions(_)
            | AnswersMessage::CloseWhy => false,
        }
    }
}

impl Answers {
    /// The answers to a new run, with that tab open.
    pub fn new(tab: Tab) -> Answers {
        Answers {
            tab,
            selected: None,
            is_sheet_open: false,
            target: Target::Set,
            upcoming: Handle::default(),
            stuck: Handle::default(),
            dns: DnsQuestion::default(),
            compared: None,
        }
    }

    /// Forgets what was found out about a run; the tab stays, and of what the answers tell.
    pub fn forget_run(&mut self) {
        *self = Answers { target: self.target, ..Answers::new(self.tab) };
    }

    /// Shows or tells something else.
    pub fn update(&mut self, message: AnswersMessage, lab: &mut Handle<Lab>) {
        match message {
            AnswersMessage::ShowTab(tab) => self.tab = tab,
            AnswersMessage::PickPod(pod) => {
                lab.write().select(pod);
                self.target = Target::Pod;
            }
            AnswersMessage::AnswerFor(target) => self.target = target,
            AnswersMessage::Resolve(name) => self.resolve(name, &lab.read()),
            AnswersMessage::ResolveFrom(namespace) => self.dns.from = namespace,
            AnswersMessage::CompareRevisions(compared) => self.compared = Some(compared),
            AnswersMessage::Select(change) => self.ask_why(Some(change)),
            AnswersMessage::WhyNot => self.ask_why(None),
            AnswersMessage::WhyLast => {
                self.ask_why(latest_change::latest(&lab.read()).map(|change| change.number));
            }
            AnswersMessage::CloseWhy => self.close_why(),
        }
    }

    /// Takes the answer to a *why* away.
    pub fn close_why(&mut self) {
        self.is_sheet_open = false;
        self.selected = None;
    }

    fn ask_why(&mut self, change: Option<u64>) {
        self.selected = change;
        self.tab = Tab::Why;
    }

    /// Asks for a name, and shows the answer.
    fn resolve(&mut self, name: Text, lab: &Lab) {
        self.tab = Tab::Dns;
        let from = self.dns.namespace(lab).clone();
        self.dns.cache.ask(lab.sim().world(), &name, &from);
        self.dns.name = name;
    }
}

impl DnsQuestion {
    /// The namespace it is asked from.
    pub fn namespace<'a>(&'a self, lab: &'a Lab) -> &'a Text {
        if self.from.is_empty() { &lab.scene.namespace } else { &self.from }
    }
}

impl App {
    pub(super) fn update_answers(&mut self, message: AnswersMessage) {
        let asks_why = message.asks_why();
        let closes = message == AnswersMessage::CloseWhy;
        self.answers.update(message, &mut self.lab);
        if asks_why {
            let has_beside = self.host.mount.has_answers_beside() && self.presenter.is_none();
            self.answers.is_sheet_open = !has_beside;
        }
        if closes {
            self.host.mount.focus(".say .button");
        }
    }
}
