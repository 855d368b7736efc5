//! What the page opens with. `cargo xtask build` has it made once, while it builds, and keeps the memory as it is then: so the
//! page opens without reading a manifest, without a simulation's first steps, and without the code for either.

use crate::ahead::Ahead;
use crate::figure::Wish;
use crate::lab::Lab;
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

impl Opening {
    /// What was prepared, or the same made now.
    pub fn take() -> Opening {
        READY.take().unwrap_or_else(Opening::make)
    }

    /// What a figure opens with.
    pub fn of(wish: &Wish) -> Opening {
        let (cards, lab) = (Rc::clone(&wish.cards), wish.lab.clone());
        Opening { cards, settings: lab.sim().settings().clone(), lab, ahead: Ahead::default() }
    }

    fn make() -> Opening {
        let cards = Rc::new(scenes::cards());
        let settings = Settings { seed: 1, ..Settings::default() };
        let scene = scenes::scene(&cards[scenes::FIRST]);
        let lab = Lab::open(scene, settings.clone()).expect("the first scene can be opened");
        let ahead = Ahead::whole(&lab);
        Opening { cards, settings, lab, ahead }
    }
}
