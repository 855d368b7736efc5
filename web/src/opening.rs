//! What the page and figures open with. `cargo xtask build` has it made while it builds, and keeps the memory as it is then: so
//! they open without reading a manifest, without a simulation's first steps, and without the code for either.

use crate::ahead::Ahead;
use crate::figure::Wish;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::scenes::{self, Card};
use crate::words;
use podlab::world::Settings;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// The list of scenes, and the first of them.
pub struct Opening {
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// What runs are made with.
    pub settings: Settings,
    /// The run.
    pub lab: Lab,
    /// What comes next in it.
    pub ahead: Ahead,
}

thread_local! {
    static READY: Cell<Option<Opening>> = const { Cell::new(None) };
}

/// Makes what the page opens with. Nothing here may call the browser: there is none yet.
#[wasm_bindgen]
pub fn prepare() {
    words::messages();
    READY.set(Some(Opening::make()));
}

/// Makes what a figure of a scene opens with, by the number of the scene. Nothing here may call the browser either.
#[wasm_bindgen]
pub fn prepare_figure(scene: usize) {
    words::messages();
    let mut opening = Opening::scene(scene);
    // A figure has no picker, so it needs no other scenes than its own and the one that is named where there is no Pod.
    let cards = [0, scene].map(|number| opening.cards[number].clone());
    opening.cards = Rc::new(cards.into());
    // What its controller is about to do is looked for already.
    drop(SetStage::of(&opening.lab));
    READY.set(Some(opening));
}

impl Opening {
    /// The run of a scene, if that is what was prepared.
    pub fn take_scene(name: &str) -> Option<(Rc<Vec<Card>>, Lab)> {
        let Opening { cards, lab, .. } = READY.take()?;
        let name = if name.is_empty() { scenes::FIRST_NAME } else { name };
        (*lab.scene.name == *name).then_some((cards, lab))
    }

    /// What was prepared, or the same made now.
    pub fn take() -> Opening {
        READY.take().unwrap_or_else(Opening::make)
    }

    /// What a figure opens with.
    pub fn of(wish: &Wish) -> Opening {
        let lab = wish.lab.take().expect("a figure is opened once");
        let (cards, settings) = (Rc::clone(&wish.cards), wish.settings.clone());
        Opening { cards, settings, lab, ahead: Ahead::default() }
    }

    fn make() -> Opening {
        let opening = Opening::scene(scenes::FIRST);
        let ahead = Ahead::whole(&opening.lab);
        Opening { ahead, ..opening }
    }

    fn scene(number: usize) -> Opening {
        let cards = Rc::new(scenes::cards());
        let settings = Settings { seed: 1, ..Settings::default() };
        let scene = scenes::scene(&cards[number]);
        let lab = Lab::open(scene, settings.clone()).expect("the scenes can be opened");
        Opening { cards, settings, lab, ahead: Ahead::default() }
    }
}
