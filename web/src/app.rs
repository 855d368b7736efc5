//! The page: its whole state, and what follows from everything a person does.

mod acts;
mod edits;
mod runs;

use crate::act::{Act, Dialog, Tab, Window};
use crate::ahead::Ahead;
use crate::components::{
    answers, capsule, controls, editor_dialog, help_dialog, lanes, replace_card, replace_set, say,
    set_bar, top_bar, tracks, transport,
};
use crate::editor::Draft;
use crate::frames::Frames;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::panels::Panels;
use crate::scenes::{self, Card};
use crate::theme::Theme;
use crate::{frames, keys};
use podlab::api::stateful_set::StatefulSet;
use podlab::world::Settings;
use std::rc::Rc;

/// The page.
pub struct App {
    /// The run.
    pub lab: Lab,
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// What runs are made with.
    pub settings: Settings,
    /// Whether time passes.
    pub is_playing: bool,
    /// How much faster than real time.
    pub speed: u32,
    /// The selected change.
    pub selected: Option<u64>,
    /// The tab of the answers.
    pub tab: Tab,
    /// Whether the answers tell of the set and not of the Pod on the stage.
    pub of_set: bool,
    /// Whether faults concern every Pod of the set.
    pub everyone: bool,
    /// Where the partition is being moved.
    pub partition: Option<i64>,
    /// What the panels remember.
    pub panels: Panels,
    /// What comes next.
    pub ahead: Ahead,
    /// The set that is to be created again, when it was deleted for a change.
    next_set: Option<Rc<StatefulSet>>,
    /// How much time the tracks show.
    pub window: Window,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// The text in the editor.
    pub draft: Draft,
    /// The colours.
    pub theme: Theme,
    /// Whether the page was wide when it was opened.
    pub is_wide: bool,
    /// A short message.
    pub toast: String,
    /// Where acts go.
    pub on: Callback<Act>,
    frames: Frames,
    drawn: f64,
    listeners: Option<keys::Listeners>,
}

impl Component for App {
    type Message = Act;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let cards = Rc::new(scenes::cards());
        let settings = Settings { seed: 1, ..Settings::default() };
        let scene = scenes::scene(&cards[scenes::FIRST]);
        let lab = Lab::open(scene, settings.clone()).expect("the first scene can be opened");
        App {
            lab,
            cards,
            settings,
            is_playing: true,
            speed: 1,
            selected: None,
            tab: Tab::Why,
            of_set: true,
            everyone: false,
            partition: None,
            panels: Panels::default(),
            ahead: Ahead::default(),
            next_set: None,
            window: Window::Minute,
            dialog: None,
            draft: Draft::default(),
            theme: Theme::stored(),
            is_wide: is_wide(),
            toast: String::new(),
            on: context.link().callback(|act| act),
            frames: Frames::new(context.link().callback(Act::Frame)),
            drawn: 0.0,
            listeners: None,
        }
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            self.theme.apply();
            self.listeners = Some(keys::Listeners::new(&self.on));
        }
        self.frames.run(self.is_playing);
        if self.ahead.is_pending() {
            self.frames.ask();
        }
    }

    fn update(&mut self, _: &Context<Self>, act: Act) -> bool {
        if let Act::Frame(time) = act {
            return self.frame(time);
        }
        self.follow(act);
        self.ahead.follow(&self.lab, !self.is_playing && self.tab == Tab::Why);
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        let set = SetStage::of(&self.lab);
        let set = set.as_ref();
        html! {
            <>
                <a class="skip-link" href="#stage">{ "Skip to the Pod" }</a>
                { Html::from_html_unchecked(include_str!("components/icons.svg").into()) }
                <div class="lab">
                    { top_bar::view(self) }
                    <main class="stage" id="stage" tabindex="-1">
                        { say::view(self) }
                        if let Some(set) = set {
                            { set_bar::view(self, set) }
                            { lanes::view(self, set) }
                        }
                        { capsule::view(self, set) }
                    </main>
                    { controls::view(self, set) }
                    { tracks::view(self, set) }
                    { answers::view(self) }
                    { transport::view(self) }
                </div>
                { editor_dialog::view(self) }
                { replace_card::view(self) }
                { replace_set::view(self) }
                { help_dialog::view(self) }
                <p class="toast" role="status">{ &self.toast }</p>
            </>
        }
    }
}

impl App {
    /// Lets simulated time pass. Gives whether to draw.
    fn frame(&mut self, time: f64) -> bool {
        /// The most events between two looks at the clock.
        const SLICE: u64 = 64;
        /// Milliseconds a frame may take.
        const BUDGET: f64 = 8.0;
        /// Milliseconds between two drawings.
        const PAUSE: f64 = 30.0;
        if !self.is_playing {
            let was_pending = self.ahead.is_pending();
            if was_pending && !self.ahead.look(&self.lab) {
                self.frames.ask();
            }
            return was_pending && !self.ahead.is_pending();
        }
        let Some(target) = self.frames.advance(time, self.speed, self.lab.now()) else {
            return false;
        };
        let start = frames::now();
        while !self.lab.run_until(target, SLICE) && frames::now() - start < BUDGET {}
        let draw = time - self.drawn >= PAUSE;
        if draw {
            self.drawn = time;
        }
        draw
    }
}

/// Whether there is room for everything at once.
fn is_wide() -> bool {
    let query = web_sys::window().and_then(|w| w.match_media("(min-width: 48rem)").ok().flatten());
    query.is_none_or(|query| query.matches())
}
