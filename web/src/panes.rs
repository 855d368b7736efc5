//! The panes around the stage: which of them are folded, and how large they are.

use crate::mount::Mount;
use podlab_messages::text;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// A pane that a visitor can fold and resize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// All that can be done. Folded, it still has the acts that matter most for what is on the stage.
    Controls,
    /// The timeline.
    Timeline,
    /// The answers.
    Answers,
}

impl Pane {
    /// All panes.
    pub const ALL: [Pane; 3] = [Pane::Controls, Pane::Timeline, Pane::Answers];

    /// Returns the id of its element, which styles know it by.
    pub const fn id(self) -> &'static str {
        match self {
            Pane::Controls => "controls",
            Pane::Timeline => "timeline",
            Pane::Answers => "answers",
        }
    }

    /// Returns its name in the page's language.
    pub fn name(self) -> &'static str {
        match self {
            Pane::Controls => text::pane_controls(),
            Pane::Timeline => text::tracks_title(),
            Pane::Answers => text::answers_section(),
        }
    }

    /// Returns the name of the separator that resizes it.
    pub fn separator_name(self) -> &'static str {
        match self {
            Pane::Controls => text::pane_controls_size(),
            Pane::Timeline => text::pane_timeline_size(),
            Pane::Answers => text::pane_answers_size(),
        }
    }

    /// Returns whether it lies below the stage, so that its height is chosen, and not its width.
    pub const fn is_below(self) -> bool {
        match self {
            Pane::Timeline => true,
            Pane::Controls | Pane::Answers => false,
        }
    }

    /// Returns the sizes that it can have, in thousandths of the window: the least, the usual and the most.
    pub const fn sizes(self) -> [u16; 3] {
        match self {
            Pane::Controls => [140, 217, 400],
            Pane::Timeline => [100, 300, 700],
            Pane::Answers => [180, 290, 500],
        }
    }

    /// Draws it with that size, in thousandths of the window; with its usual size when there is none.
    pub fn resize(self, mount: &Mount, size: Option<u16>) {
        let Some(root) = mount.root().and_then(|root| root.dyn_into::<HtmlElement>().ok()) else {
            return;
        };
        let [least, _, most] = self.sizes();
        let size = size.map(|size| size.clamp(least, most));
        let name = format!("--pane-{}", self.id());
        let unit = if self.is_below() { "vh" } else { "vw" };
        // A browser that does not take it draws the usual size.
        let _ = match size {
            Some(size) => {
                root.style().set_property(&name, &format!("{}.{}{unit}", size / 10, size % 10))
            }
            None => root.style().remove_property(&name).map(drop),
        };
    }
}

/// What a visitor chose for a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PaneChoice {
    /// Whether it is folded; none where the room decides.
    pub is_folded: Option<bool>,
    /// Its size in thousandths of the window; none for the usual one.
    pub size: Option<u16>,
}

/// What a visitor chose for each pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Panes {
    controls: PaneChoice,
    timeline: PaneChoice,
    answers: PaneChoice,
}

impl Panes {
    /// Returns what was chosen for a pane.
    pub const fn choice(&self, pane: Pane) -> PaneChoice {
        match pane {
            Pane::Controls => self.controls,
            Pane::Timeline => self.timeline,
            Pane::Answers => self.answers,
        }
    }

    /// Returns whether a pane is folded. Without a choice the controls are, and the timeline is where there is little room.
    pub fn is_folded(&self, pane: Pane, is_wide: bool) -> bool {
        self.choice(pane).is_folded.unwrap_or(match pane {
            Pane::Controls => true,
            Pane::Timeline => !is_wide,
            Pane::Answers => false,
        })
    }

    /// Folds a pane, or unfolds it.
    pub const fn fold(&mut self, pane: Pane, is_folded: bool) {
        self.choice_mut(pane).is_folded = Some(is_folded);
    }

    /// Gives a pane a size, in thousandths of the window.
    pub fn resize(&mut self, pane: Pane, size: u16) {
        let [least, _, most] = pane.sizes();
        self.choice_mut(pane).size = Some(size.clamp(least, most));
    }

    /// Draws the panes with their sizes.
    pub fn apply(&self, mount: &Mount) {
        for pane in Pane::ALL {
            pane.resize(mount, self.choice(pane).size);
        }
    }

    const fn choice_mut(&mut self, pane: Pane) -> &mut PaneChoice {
        match pane {
            Pane::Controls => &mut self.controls,
            Pane::Timeline => &mut self.timeline,
            Pane::Answers => &mut self.answers,
        }
    }
}
