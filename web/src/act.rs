//! Everything a person can do on the page, sorted by the part of the page that it concerns.

mod answers;
mod branch;
mod builder;
mod class;
mod cluster;
mod comparison;
mod console;
mod controls;
mod editor;
mod explorer;
mod kept;
mod labs;
mod lesson;
mod link;
mod player;
mod preferences;
mod presenter;
mod run;
mod share;
mod tracks;
mod turn;

pub use answers::AnswersMessage;
pub use branch::BranchMessage;
pub use builder::BuilderMessage;
pub use class::ClassMessage;
pub use cluster::ClusterMessage;
pub use comparison::{Between, ComparisonMessage};
pub use console::ConsoleMessage;
pub use controls::ControlsMessage;
pub use editor::EditorMessage;
pub use explorer::ExplorerMessage;
pub use kept::KeptMessage;
pub use labs::LabsMessage;
pub use lesson::LessonMessage;
pub use link::LinkMessage;
pub use player::PlayerMessage;
pub use preferences::PreferencesMessage;
pub use presenter::PresenterMessage;
pub use run::{FeatureGate, RunMessage};
pub use share::{Form, ShareMessage, Start};
pub use tracks::TracksMessage;
pub use turn::Turn;

use crate::controls::Controls;
use podlab_messages::Term;
use std::cell::Cell;
use std::rc::Rc;
use yew::AttrValue;

/// Something a person does on the page, or the clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Lets time pass, or goes to another moment.
    Player(PlayerMessage),
    /// Takes acts back, and goes from branch to branch.
    Branch(BranchMessage),
    /// Does something to the cluster on the stage.
    Cluster(ClusterMessage),
    /// Runs something else, or the same with other settings.
    Run(RunMessage),
    /// Lets the answers tell something else.
    Answers(AnswersMessage),
    /// Types a line for kubectl.
    Console(ConsoleMessage),
    /// Looks at something else on the tracks.
    Tracks(TracksMessage),
    /// Chooses something at the controls.
    Controls(ControlsMessage),
    /// Does something with the text in the editor, or with files.
    Editor(EditorMessage),
    /// Does something with the explorer.
    Explorer(ExplorerMessage),
    /// Compares runs, or does something while they are compared.
    Comparison(ComparisonMessage),
    /// Follows a link, or goes on with that.
    Link(LinkMessage),
    /// Shares what is shown.
    Share(ShareMessage),
    /// Chooses something for this visit and the next.
    Preferences(PreferencesMessage),
    /// Does something with the run of an earlier visit, or keeps this one.
    Kept(KeptMessage),
    /// Does something with the labs that the visitor saved.
    Labs(LabsMessage),
    /// Opens a lesson, or goes on in it.
    Lesson(LessonMessage),
    /// Makes a lesson.
    Builder(BuilderMessage),
    /// Does something with a class.
    Class(ClassMessage),
    /// Shows it to a room.
    Presenter(PresenterMessage),
    /// Says why a button does nothing now.
    Say(AttrValue),
    /// Says in a sentence what is on the stage.
    Summarize,
    /// Gives the focus to the first action.
    GoToActions,
    /// Opens the dialog with the keys.
    OpenHelp,
    /// Opens the glossary, at a word of it.
    OpenGlossary(Option<Term>),
    /// Closes the dialog, or else goes back to the lab.
    Close,
    /// A script of the page around a figure does something, which it may whatever a person may. The count is of the acts that it asked for
    /// and that are not taken up yet: Yew may let some time pass first.
    ByScript(Box<Act>, Rc<Cell<usize>>),
    /// A frame was drawn; milliseconds since the page began.
    Frame(f64),
}

/// What an act does to the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunEffect {
    /// Nothing.
    None,
    /// Something happens in the cluster.
    Changes,
    /// The run goes to another branch, or an act is taken back or done again.
    LeadsElsewhere,
    /// The list of branches changes.
    Branches,
    /// It is about time.
    Time(PlayerMessage),
}

impl RunEffect {
    /// Whether the answer to a *why* is over with it: something else happens, or time goes on.
    pub const fn leaves_answers_behind(self) -> bool {
        match self {
            RunEffect::Changes | RunEffect::LeadsElsewhere | RunEffect::Branches => true,
            RunEffect::Time(message) => message.is_step_forward(),
            RunEffect::None => false,
        }
    }

    /// Whether the run is another one with it, or at another moment.
    pub const fn moves_run(self) -> bool {
        match self {
            RunEffect::Changes | RunEffect::LeadsElsewhere => true,
            RunEffect::Time(message) => message.moves_run(),
            RunEffect::None | RunEffect::Branches => false,
        }
    }
}

impl Act {
    /// Whether it means something while a link is being opened: what is not yet there cannot be acted on.
    pub const fn goes_with_opening(&self) -> bool {
        matches!(
            self,
            Act::Link(_)
                | Act::Preferences(PreferencesMessage::Fetched(..))
                | Act::Lesson(LessonMessage::Fetched(..) | LessonMessage::CourseFetched(_))
        )
    }

    /// What it does to the run.
    pub const fn effect(&self) -> RunEffect {
        match self {
            Act::Cluster(_) | Act::Console(ConsoleMessage::Change(_)) => RunEffect::Changes,
            Act::Branch(message) if message.leads_elsewhere() => RunEffect::LeadsElsewhere,
            Act::Branch(_) => RunEffect::Branches,
            Act::Player(message) => RunEffect::Time(*message),
            Act::Console(_)
            | Act::Run(_)
            | Act::Answers(_)
            | Act::Tracks(_)
            | Act::Controls(_)
            | Act::Editor(_)
            | Act::Explorer(_)
            | Act::Comparison(_)
            | Act::Link(_)
            | Act::Share(_)
            | Act::Preferences(_)
            | Act::Kept(_)
            | Act::Labs(_)
            | Act::Lesson(_)
            | Act::Builder(_)
            | Act::Class(_)
            | Act::Presenter(_)
            | Act::Say(_)
            | Act::Summarize
            | Act::GoToActions
            | Act::OpenHelp
            | Act::OpenGlossary(_)
            | Act::Close
            | Act::ByScript(..)
            | Act::Frame(_) => RunEffect::None,
        }
    }

    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            Act::Player(message) => message.turn(),
            Act::Branch(message) => message.turn(),
            Act::Cluster(message) => message.turn(),
            Act::Run(message) => message.turn(),
            Act::Answers(message) => message.turn(),
            Act::Console(message) => message.turn(),
            Act::Editor(message) => message.turn(),
            Act::Explorer(message) => message.turn(),
            Act::Comparison(message) => message.turn(),
            Act::Share(message) => message.turn(),
            Act::Labs(message) => message.turn(),
            Act::Lesson(message) => message.turn(),
            Act::Builder(message) => message.turn(),
            // What a script asks for has a turn of its own.
            Act::Link(_)
            | Act::Tracks(_)
            | Act::Controls(_)
            | Act::Preferences(_)
            | Act::Kept(_)
            | Act::Class(_)
            | Act::Presenter(_)
            | Act::Say(_)
            | Act::Summarize
            | Act::GoToActions
            | Act::OpenHelp
            | Act::OpenGlossary(_)
            | Act::Close
            | Act::ByScript(..)
            | Act::Frame(_) => Turn::Now,
        }
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(&self) -> Controls {
        match self {
            Act::Player(message) => message.needs(),
            Act::Branch(message) => message.needs(),
            Act::Cluster(message) => message.needs(),
            Act::Run(message) => message.needs(),
            Act::Preferences(message) => message.needs(),
            Act::Controls(message) => message.needs(),
            Act::Lesson(message) => message.needs(),
            Act::Explorer(_) => Controls::Faults,
            Act::Editor(_)
            | Act::Comparison(_)
            | Act::Link(_)
            | Act::Share(_)
            | Act::Kept(_)
            | Act::Labs(_)
            | Act::Builder(_)
            | Act::Class(_)
            | Act::Presenter(_) => Controls::Full,
            Act::OpenHelp => Controls::Transport,
            // Looking is always allowed. What a line may do is asked when it is read.
            Act::Answers(_)
            | Act::Console(_)
            | Act::Tracks(_)
            | Act::Say(_)
            | Act::Summarize
            | Act::GoToActions
            | Act::OpenGlossary(_)
            | Act::Close
            | Act::ByScript(..)
            | Act::Frame(_) => Controls::None,
        }
    }
}
