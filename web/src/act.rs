//! Everything a person can do on the page.

use crate::explorer::Deed;
use crate::figure::Controls;
use crate::language::Fetched;
use crate::links;
use crate::share;
use crate::spec::{Difference, Setting};
use crate::theme::Theme;
use crate::versus;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::apiserver::sets::Propagation;
use podlab::command::Command;
use podlab::history::BranchId;
use podlab::release::Release;
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{Cadence, Jitter};
use podlab_link::Wrong;
use podlab_words::Language;
use std::rc::Rc;

/// A tab of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Why the selected change happened.
    Why,
    /// The Events.
    Events,
    /// `kubectl get pod -w`
    Watch,
    /// `kubectl describe pod`
    Describe,
    /// The Pod as YAML.
    Yaml,
    /// What can happen, and what was seen.
    Explore,
    /// What names resolve to.
    Dns,
    /// Claims and volumes.
    Storage,
    /// The history of the set's template.
    Revisions,
}

impl Tab {
    /// All of them, each with the name it has in links.
    pub const ALL: [(Tab, &'static str); 9] = [
        (Tab::Why, "why"),
        (Tab::Events, "events"),
        (Tab::Watch, "watch"),
        (Tab::Describe, "describe"),
        (Tab::Yaml, "yaml"),
        (Tab::Explore, "explore"),
        (Tab::Dns, "dns"),
        (Tab::Storage, "storage"),
        (Tab::Revisions, "revisions"),
    ];

    /// Whether it is about what sets have.
    pub const fn is_of_sets(self) -> bool {
        matches!(self, Tab::Dns | Tab::Storage | Tab::Revisions)
    }
}

/// How much time the tracks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// One minute.
    Minute,
    /// Ten minutes.
    TenMinutes,
    /// Everything.
    All,
}

impl Window {
    /// All of them, each with the name it has in links.
    pub const ALL: [(Window, &'static str); 3] =
        [(Window::Minute, "1m"), (Window::TenMinutes, "10m"), (Window::All, "all")];
}

/// A dialog that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// A manifest can be pasted.
    Editor,
    /// A change needs a new Pod.
    Replace(Rc<Replacement>),
    /// A change needs a new StatefulSet.
    ReplaceSet(Rc<SetReplacement>),
    /// The keys are shown.
    Help,
    /// What is shown can be shared.
    Share,
    /// Why a link cannot be opened.
    Link(Rc<Wrong>),
}

/// A change that a Pod cannot take in place.
#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    /// The manifest as it is to be.
    pub pod: Pod,
    /// What differs.
    pub differences: Vec<Difference>,
    /// How the API server refuses.
    pub refusal: String,
}

/// A change that a StatefulSet cannot take in place.
#[derive(Clone, Debug, PartialEq)]
pub struct SetReplacement {
    /// The set as it is to be.
    pub set: StatefulSet,
    /// What the field was.
    pub old: String,
    /// What it is to be.
    pub new: String,
    /// How the API server refuses.
    pub refusal: String,
}

/// Something a person does on the page, or the clock.
#[derive(Clone, Debug)]
pub enum Act {
    /// Opens a scene of the picker.
    Open(usize),
    /// Opens a cell of the example states.
    OpenExample(usize, usize),
    /// Plays, or pauses.
    TogglePlaying,
    /// Lets time pass, or stand still, whatever it does.
    Play(bool),
    /// Goes back to the event before, or to the visible change before.
    Back(bool),
    /// Lets the next event happen.
    NextEvent,
    /// Lets time pass until something of the Pod changes.
    NextChange,
    /// Sets how much faster than real time the simulation runs.
    Speed(u32),
    /// Goes to a moment.
    Seek(SimTime),
    /// Stays where it is now, rather than going on to where it was to be.
    Stop,
    /// Carries out commands.
    Do(Vec<Command>),
    /// Goes back to the beginning as it was opened, without anything that was done since.
    Reset,
    /// Says what kubectl will print next, as one of the answers.
    Guess(usize),
    /// It is in sight.
    Show,
    /// It is out of sight, so that time stands still.
    Hide,
    /// Takes the last act back.
    Undo,
    /// Does again what was taken back last.
    Redo,
    /// Goes to another branch.
    Branch(BranchId),
    /// Gives a branch a name.
    NameBranch(BranchId, Text),
    /// Deletes a branch.
    DeleteBranch(BranchId),
    /// Sets something of what the Pod is to be.
    Set(Setting, String),
    /// Replaces the Pod by the one the open dialog offers.
    Replace,
    /// Creates the Pod of the scene again.
    Recreate,
    /// Puts the Pod of that name on the stage.
    Pick(Text),
    /// Lets the answers tell of the set, or of the Pod.
    OfSet(bool),
    /// Lets faults concern every Pod of the set, or only the one on the stage.
    Everyone(bool),
    /// Shows the faults of nodes, or folds them away.
    ShowNodes(bool),
    /// Lets faults of nodes concern that one.
    PickNode(Text),
    /// The partition is being moved there.
    Partition(i64),
    /// Asks the cluster's DNS for a name.
    Resolve(Text),
    /// Asks it from a Pod of that namespace.
    ResolveFrom(Text),
    /// Compares two revisions of the set, by their numbers.
    Compare((i64, i64)),
    /// Deletes the set, so that it can be created again as the open dialog offers.
    DeleteSetFirst(Propagation),
    /// Creates the set of the scene again.
    RecreateSet,
    /// Runs the same with or without the gate `MaxUnavailableStatefulSet`.
    MaxUnavailable(bool),
    /// Runs the same under another release.
    Release(Release),
    /// Runs the same with or without the jitter of a real cluster.
    Jitter(Jitter),
    /// Runs the same with states that show when a kubelet shows them, or at once.
    Cadence(Cadence),
    /// Runs the same with restarts held back for so many milliseconds at most, and with or without the gate
    /// `ReduceDefaultCrashLoopBackOffDecay`.
    Backoff(Option<u64>, bool),
    /// Compares runs, or does something while they are compared.
    Versus(versus::Deed),
    /// Selects a change and says why it happened.
    Select(u64),
    /// Says what waits, and so why something is not there.
    WhyNot,
    /// Says why the last change happened.
    WhyLast,
    /// Does something with the explorer.
    Explore(Deed),
    /// Shows a tab.
    Tab(Tab),
    /// Shows more or less time.
    Window(Window),
    /// Draws long waits short, or as long as they are.
    ShortWaits(bool),
    /// What is drawn of a change has the focus.
    Reach(u64),
    /// Goes to the next visible change on the tracks, or to the one before, and says it.
    Walk(bool),
    /// Opens the dialog to paste a manifest.
    OpenEditor,
    /// The text in the editor is now this.
    Type(String),
    /// A file with that text was dropped on the page, or chosen.
    Drop(String),
    /// Puts the word that was probably meant.
    Correct(usize),
    /// Runs the manifest in the editor.
    RunDraft,
    /// Saves the run with all its branches as a file.
    Save,
    /// Follows a link, or goes on with that.
    Link(links::Deed),
    /// Shares what is shown.
    Share(share::Deed),
    /// Opens the dialog with the keys.
    Help,
    /// Closes the dialog, or else goes back to the lab.
    Close,
    /// Sets the colours.
    Theme(Theme),
    /// Speaks another language.
    Language(Language),
    /// A script of the page around a figure does something, which it may whatever a person may.
    ByScript(Box<Act>),
    /// The sentences of a language were fetched, or could not be.
    Fetched(Language, Result<Fetched, ()>),
    /// A frame was drawn; milliseconds since the page began.
    Frame(f64),
}

impl Act {
    /// Whether it means something while a link is being opened: what is not yet there cannot be acted on.
    pub const fn goes_with_opening(&self) -> bool {
        matches!(self, Act::Link(_) | Act::Fetched(..))
    }
}

/// When an act is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At once.
    Now,
    /// After what waits already.
    InLine,
    /// Once the run is where it is on its way to.
    Arrived,
    /// Then, and after all else that happens at that moment.
    MomentOver,
}

impl Act {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            Act::Seek(_) | Act::Play(_) | Act::TogglePlaying => Turn::InLine,
            Act::Back(_)
            | Act::NextEvent
            | Act::NextChange
            | Act::Guess(_)
            | Act::Undo
            | Act::Redo
            | Act::Branch(_)
            | Act::MaxUnavailable(_)
            | Act::Release(_)
            | Act::Jitter(_)
            | Act::Cadence(_)
            | Act::Resolve(_)
            | Act::Save
            | Act::Versus(versus::Deed::Open { .. })
            | Act::Explore(Deed::Play) => Turn::Arrived,
            Act::Do(_)
            | Act::Set(..)
            | Act::Replace
            | Act::Recreate
            | Act::DeleteSetFirst(_)
            | Act::RecreateSet
            | Act::Share(share::Deed::Open)
            | Act::Explore(Deed::Begin | Deed::Ask(_)) => Turn::MomentOver,
            _ => Turn::Now,
        }
    }
}

impl Act {
    /// What a person must be allowed in a figure to do it.
    pub fn needs(&self) -> Controls {
        match self {
            Act::Guess(_)
            | Act::Show
            | Act::Hide
            | Act::Pick(_)
            | Act::OfSet(_)
            | Act::Everyone(_)
            | Act::ShowNodes(_)
            | Act::PickNode(_)
            | Act::Resolve(_)
            | Act::ResolveFrom(_)
            | Act::Compare(_)
            | Act::Select(_)
            | Act::WhyNot
            | Act::WhyLast
            | Act::Tab(_)
            | Act::Window(_)
            | Act::ShortWaits(_)
            | Act::Reach(_)
            | Act::Walk(_)
            | Act::Close
            | Act::Language(_)
            | Act::ByScript(_)
            | Act::Fetched(..)
            | Act::Frame(_) => Controls::None,
            Act::TogglePlaying
            | Act::Play(_)
            | Act::Back(_)
            | Act::NextEvent
            | Act::NextChange
            | Act::Speed(_)
            | Act::Seek(_)
            | Act::Stop
            | Act::Reset
            | Act::Branch(_)
            | Act::Help => Controls::Transport,
            Act::Do(_)
            | Act::Undo
            | Act::Redo
            | Act::NameBranch(..)
            | Act::DeleteBranch(_)
            | Act::Recreate
            | Act::RecreateSet
            | Act::Partition(_)
            | Act::Explore(_) => Controls::Faults,
            Act::Open(_)
            | Act::OpenExample(..)
            | Act::Set(..)
            | Act::Replace
            | Act::DeleteSetFirst(_)
            | Act::MaxUnavailable(_)
            | Act::Release(_)
            | Act::Jitter(_)
            | Act::Cadence(_)
            | Act::Backoff(..)
            | Act::Versus(_)
            | Act::OpenEditor
            | Act::Type(_)
            | Act::Drop(_)
            | Act::Correct(_)
            | Act::RunDraft
            | Act::Save
            | Act::Link(_)
            | Act::Share(_)
            | Act::Theme(_) => Controls::Full,
        }
    }
}
