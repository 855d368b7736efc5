//! The dialogs of the page.

use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::manifest::Complaint;
use podlab_link::LinkError;
use podlab_messages::Term;
use podlab_stage::spec::Difference;
use std::rc::Rc;

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
    /// The glossary is shown, with a word of it before the eyes.
    Glossary(Option<Term>),
    /// The lessons are listed.
    Course,
    /// The link for a class, and what the codes of its learners say.
    Class,
    /// The lessons that were finished are listed, to be printed.
    Certificate,
    /// What is shown can be shared.
    Share,
    /// Why a link cannot be opened.
    Link(Rc<LinkError>),
}

/// A change that a Pod cannot take in place.
#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    /// The manifest as it is to be.
    pub pod: Pod,
    /// What differs.
    pub differences: Vec<Difference>,
    /// How the API server refuses.
    pub refusal: Complaint,
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
    pub refusal: Complaint,
}
