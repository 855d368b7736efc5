//! What the page and figures open with.

use crate::figure::FigureSetup;
use crate::lab::Lab;
use crate::scenes::{self, Card};
use podlab::cluster::world::Settings;
use std::rc::Rc;

/// The list of scenes, and a run.
pub struct Opening {
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// The run.
    pub lab: Lab,
}

impl Opening {
    /// What the page opens with: its first scene.
    pub fn of_page() -> Opening {
        let cards = Rc::new(scenes::cards());
        let settings = Settings { seed: 1, ..Settings::default() };
        let scene = scenes::scene(&cards[scenes::FIRST]);
        let (opens, settings) = (scene.opens, scene.settings(settings));
        let mut lab = Lab::open(scene, settings).expect("the scenes can be opened");
        // The first picture is the same on every machine, so nothing of this way is left for later.
        lab.run_until(opens, u64::MAX);
        Opening { cards, lab }
    }

    /// What a figure opens with.
    pub fn of_figure(setup: &FigureSetup) -> Opening {
        let lab = setup.lab.take().expect("a figure is opened once");
        Opening { cards: Rc::clone(&setup.cards), lab }
    }
}
