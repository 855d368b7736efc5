//! What views of the run read, and where what is done to it goes.

use crate::act::Act;
use crate::figure::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use yew::prelude::*;

/// What a component needs that shows the run and nothing else.
#[derive(Clone, PartialEq, Properties)]
pub struct RunProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The run while it is drawn.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The run.
    pub lab: &'a Lab,
    /// What a person may do to it.
    pub controls: Controls,
    /// Where acts go.
    pub on: &'a Callback<Act>,
}

impl<'a> Run<'a> {
    /// The run that a component shows, with its lab as it reads it now.
    pub fn new(props: &'a RunProps, lab: &'a Lab) -> Run<'a> {
        Run { lab, controls: props.controls, on: &props.on }
    }

    /// Whether a person may do what needs so much.
    pub fn allows(self, needs: Controls) -> bool {
        self.controls >= needs
    }
}
