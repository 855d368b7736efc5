//! What is looked at: the answers, the tracks and the panels.

use super::App;
use crate::act::{Tab, Turn, Window};
use crate::components::say;
use crate::walk::Direction;
use podlab::text::Text;

/// What the answers tell.
pub struct Answers {
    /// The tab that is open.
    pub tab: Tab,
    /// The selected change.
    pub selected: Option<u64>,
    /// Whether they tell of the set and not of the Pod on the stage.
    pub is_of_set: bool,
}

/// What a person does to look at something else.
#[derive(Clone, Debug)]
pub enum PanelMessage {
    /// Shows a tab.
    ShowTab(Tab),
    /// Shows more or less time on the tracks.
    ShowWindow(Window),
    /// Puts the Pod of that name on the stage.
    PickPod(Text),
    /// Lets the answers tell of the set.
    AnswerForSet,
    /// Lets the answers tell of the Pod on the stage.
    AnswerForPod,
    /// Lets faults concern every Pod of the set.
    FaultsOnSet,
    /// Lets faults concern only the Pod on the stage.
    FaultsOnPod,
    /// Shows the faults of nodes.
    UnfoldNodes,
    /// Hides the faults of nodes.
    FoldNodes,
    /// Lets faults of nodes concern that one.
    PickNode(Text),
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
    /// What is drawn of a change has the focus.
    Reach(u64),
    /// Goes to the next visible change on the tracks, and says it.
    WalkForward,
    /// Goes to the visible change before on the tracks, and says it.
    WalkBack,
}

impl PanelMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            PanelMessage::Resolve(_) => Turn::Arrived,
            PanelMessage::ShowTab(_)
            | PanelMessage::ShowWindow(_)
            | PanelMessage::PickPod(_)
            | PanelMessage::AnswerForSet
            | PanelMessage::AnswerForPod
            | PanelMessage::FaultsOnSet
            | PanelMessage::FaultsOnPod
            | PanelMessage::UnfoldNodes
            | PanelMessage::FoldNodes
            | PanelMessage::PickNode(_)
            | PanelMessage::ResolveFrom(_)
            | PanelMessage::CompareRevisions(_)
            | PanelMessage::Select(_)
            | PanelMessage::WhyNot
            | PanelMessage::WhyLast
            | PanelMessage::Reach(_)
            | PanelMessage::WalkForward
            | PanelMessage::WalkBack => Turn::Now,
        }
    }
}

impl App {
    pub(super) fn update_panels(&mut self, message: PanelMessage) {
        match message {
            PanelMessage::ShowTab(tab) => self.answers.tab = tab,
            PanelMessage::ShowWindow(window) => self.window = window,
            PanelMessage::PickPod(pod) => {
                self.lab.select(pod);
                self.answers.is_of_set = false;
            }
            PanelMessage::AnswerForSet => self.answers.is_of_set = true,
            PanelMessage::AnswerForPod => self.answers.is_of_set = false,
            PanelMessage::FaultsOnSet => self.everyone = true,
            PanelMessage::FaultsOnPod => self.everyone = false,
            PanelMessage::UnfoldNodes => self.panels.shows_nodes = true,
            PanelMessage::FoldNodes => self.panels.shows_nodes = false,
            PanelMessage::PickNode(node) => self.panels.node = node,
            PanelMessage::Resolve(name) => self.resolve(name),
            PanelMessage::ResolveFrom(namespace) => self.panels.from = namespace,
            PanelMessage::CompareRevisions(compared) => self.panels.compared = Some(compared),
            PanelMessage::Select(change) => self.ask_why(Some(change)),
            PanelMessage::WhyNot => self.ask_why(None),
            PanelMessage::WhyLast => {
                self.ask_why(say::latest(&self.lab).map(|change| change.number));
            }
            PanelMessage::Reach(change) => self.walk.reached = Some(change),
            PanelMessage::WalkForward => self.walk(Direction::Forward),
            PanelMessage::WalkBack => self.walk(Direction::Back),
        }
    }

    /// Says why a change happened. A figure that has no room for the answer yet makes it.
    fn ask_why(&mut self, change: Option<u64>) {
        self.answers.selected = change;
        self.answers.tab = Tab::Why;
        if let Some(figure) = &mut self.figure {
            figure.make_room(Tab::Why);
        }
    }
}
