//! Which answer is shown beside the stage, and of what it tells.

use crate::act::AnswersMessage;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::stuck::StuckNow;
use crate::upcoming::Upcoming;
use crate::views::{Tab, Target};
use podlab::base::text::Text;
use podlab::dns::Cache;
use podlab_stage::latest::latest;

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
            // The lesson says which change that is.
            AnswersMessage::WhyLast | AnswersMessage::WhyAsked => {
                self.ask_why(latest(lab.read().story()).map(|change| change.number));
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
