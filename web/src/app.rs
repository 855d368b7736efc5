//! The page: its whole state, and what follows from everything a person does.

mod acts;
mod compare;
mod edits;
mod runs;

use crate::act::{Act, Dialog, Tab, Window};
use crate::ahead::Ahead;
use crate::components::{
    answers, capsule, controls, editor_dialog, help_dialog, lanes, replace_card, replace_set, say,
    set_bar, top_bar, tracks, transport, versus,
};
use crate::coverage::Seen;
use crate::editor::Draft;
use crate::explorer::Explorer;
use crate::frames::Frames;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::language::Languages;
use crate::markup::prelude::*;
use crate::opening::Opening;
use crate::panels::Panels;
use crate::scale::Waits;
use crate::scenes::Card;
use crate::sentences::say;
use crate::theme::Theme;
use crate::versus::Versus;
use crate::walk::Walk;
use crate::{frames, keys, rest};
use podlab::api::stateful_set::StatefulSet;
use podlab::time::SimTime;
use podlab::world::Settings;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The most events between two looks at the clock.
const SLICE: u64 = 64;

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
    /// What was asked whether it can happen.
    pub explorer: Explorer,
    /// What was seen of the scene.
    pub seen: Seen,
    /// How long waits are drawn.
    pub waits: Waits,
    /// A walk over the tracks.
    pub walk: Walk,
    /// The runs that are compared, instead of the lab.
    pub versus: Option<Versus>,
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
    /// Whether anything was done since the page was opened.
    pub is_used: bool,
    /// What it speaks.
    pub languages: Languages,
    /// Whether the page was wide when it was opened.
    pub is_wide: bool,
    /// A short message.
    pub toast: String,
    /// Where acts go.
    pub on: Callback<Act>,
    /// Whether runs were compared when the page was drawn last.
    was_comparing: bool,
    frames: Frames,
    drawn: f64,
    listeners: Option<keys::Listeners>,
}

impl Component for App {
    type Message = Act;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let Opening { cards, settings, lab, ahead } = Opening::take();
        App {
            lab,
            cards,
            settings,
            is_playing: false,
            speed: 1,
            selected: None,
            tab: Tab::Why,
            of_set: true,
            everyone: false,
            partition: None,
            panels: Panels::default(),
            ahead,
            explorer: Explorer::default(),
            seen: Seen::default(),
            waits: Waits::stored(),
            walk: Walk::default(),
            versus: None,
            was_comparing: false,
            next_set: None,
            window: Window::Minute,
            dialog: None,
            draft: Draft::default(),
            theme: Theme::stored(),
            is_used: false,
            languages: Languages::new(),
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
            rest::when_here(self.on.reform(|()| Act::Here));
            if self.languages.wanted != self.languages.present {
                rest::want();
            }
        }
        self.follow_walk();
        self.frames.run(self.is_playing);
        if self.looks_ahead() || self.is_on_its_way() {
            self.frames.ask();
        }
        if self.was_comparing != self.versus.is_some() {
            self.was_comparing = self.versus.is_some();
            focus(if self.was_comparing { "versus-title" } else { "compare" });
        }
    }

    fn update(&mut self, _: &Context<Self>, act: Act) -> bool {
        if let Act::Frame(time) = act {
            return self.frame(time);
        }
        rest::need();
        self.is_used = true;
        let is_done = !matches!(act, Act::Here);
        self.follow(act);
        self.explorer.follow(&self.lab);
        self.see();
        if is_done {
            self.tell_of_storage();
        }
        let is_still = !self.is_playing && !self.is_on_its_way() && self.versus.is_none();
        self.ahead.follow(&self.lab, is_still && self.tab == Tab::Why);
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        html! {
            <>
                <a class="skip-link" href="#stage">{ say!("page.skip") }</a>
                { Html::from_html_unchecked(include_str!("components/icons.svg").into()) }
                { match &self.versus {
                    Some(versus) => versus::view(self, versus),
                    None => self.view_lab(),
                } }
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
    fn view_lab(&self) -> Html {
        let set = SetStage::of(&self.lab);
        let set = set.as_ref();
        html! {
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
        }
    }

    /// The present moment of what is shown.
    pub fn now(&self) -> SimTime {
        self.versus.as_ref().map_or(self.lab.now(), Versus::now)
    }

    /// Whether what is shown is not yet at the moment it is to be at.
    pub fn is_on_its_way(&self) -> bool {
        self.versus.as_ref().map_or(self.lab.is_on_its_way(), Versus::is_working)
    }

    /// Lets simulated time pass. Gives whether to draw.
    fn frame(&mut self, time: f64) -> bool {
        /// Milliseconds between two drawings.
        const PAUSE: f64 = 30.0;
        /// Milliseconds of a frame for a search, when something else goes on too.
        const SHARE: f64 = 2.0;
        if self.is_on_its_way() {
            self.frames.ask();
            match &mut self.versus {
                Some(_) => self.go_on(),
                None => self.arrive(),
            }
            self.see();
            return !self.is_on_its_way() || self.is_due(time, PAUSE);
        }
        let start = frames::now();
        let was_pending = self.ahead.is_pending();
        let is_shared = self.is_playing || was_pending;
        let budget = if is_shared { SHARE } else { frames::BUDGET };
        let is_told = self.explorer.work(budget) || self.seen.work(budget);
        if !self.is_playing {
            if was_pending {
                self.ahead.look(&self.lab);
            }
            if self.looks_ahead() {
                self.frames.ask();
            }
            return is_told || was_pending && !self.ahead.is_pending();
        }
        // Runs are compared at speeds at which that can be followed.
        let speed = if self.versus.is_some() { self.speed.min(3600) } else { self.speed };
        let Some(target) = self.frames.advance(time, speed, self.now()) else {
            return is_told;
        };
        match &mut self.versus {
            Some(versus) => versus.play(target),
            None => self.play(target, start),
        }
        self.is_due(time, PAUSE) || is_told || !self.is_playing
    }

    /// Lets time pass up to a moment, for what is left of the frame that began at `start`.
    fn play(&mut self, target: SimTime, start: f64) {
        let bound = self.explorer.bound(SimTime::NEVER);
        let is_fastest = self.speed == transport::FASTEST;
        let mut goes_on = true;
        while goes_on && frames::now() - start < frames::BUDGET {
            goes_on = if is_fastest {
                self.lab.hurry(bound, SLICE)
            } else {
                !self.lab.run_until(target.min(bound), SLICE)
            };
        }
        if is_fastest && self.lab.next_time().is_none() {
            self.is_playing = false;
            say!("toast.no-plan").clone_into(&mut self.toast);
        }
        self.finish_playing();
        self.see();
    }

    /// Whether something is still looked for while time stands still.
    fn looks_ahead(&self) -> bool {
        self.ahead.is_pending() || self.explorer.is_working() || self.seen.is_looking()
    }

    /// Whether the last drawing is so many milliseconds ago.
    fn is_due(&mut self, time: f64, pause: f64) -> bool {
        let is_due = time - self.drawn >= pause;
        if is_due {
            self.drawn = time;
        }
        is_due
    }
}

/// Gives an element the focus.
fn focus(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element {
        // Whatever has an id here can take it.
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Whether there is room for everything at once.
fn is_wide() -> bool {
    let query = web_sys::window().and_then(|w| w.match_media("(min-width: 48rem)").ok().flatten());
    query.is_none_or(|query| query.matches())
}
