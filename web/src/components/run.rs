//! What views of the run read, and where what is done to it goes.

use crate::act::Act;
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use std::fmt::Display;
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
    /// Where its controls stand.
    pub place: Place,
}

/// Where controls stand. The same ones can be in both places at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a panel.
    Panel,
    /// In the menu of a thing on the stage.
    Menu,
}

impl<'a> Run<'a> {
    /// The run that a component shows, with its lab as it reads it now.
    pub fn new(props: &'a RunProps, lab: &'a Lab) -> Run<'a> {
        Run::in_panel(lab, props.controls, &props.on)
    }

    /// The run as a panel shows it.
    pub fn in_panel(lab: &'a Lab, controls: Controls, on: &'a Callback<Act>) -> Run<'a> {
        Run { lab, controls, on, place: Place::Panel }
    }

    /// The run with its controls in the menu of a thing on the stage.
    #[must_use]
    pub fn in_menu(self) -> Run<'a> {
        Run { place: Place::Menu, ..self }
    }

    /// The id of a control, or the name of a group of them, of which there is no second one.
    pub fn id(self, name: impl Display) -> String {
        match self.place {
            Place::Panel => name.to_string(),
            Place::Menu => format!("menu-{name}"),
        }
    }

    /// Whether a person may do what needs so much.
    pub fn allows(self, needs: Controls) -> bool {
        self.controls >= needs
    }
}
