//! The page: its whole state, and what follows from everything a person does.

mod acts;
mod answers;
mod branches;
mod cluster;
mod compare;
mod controls;
mod editor;
mod edits;
mod frames;
mod links;
mod player;
mod preferences;
mod runs;
mod settings;
mod share;
mod tracks;
mod turns;
mod view;

pub use answers::{Answers, AnswersMessage};
pub use branches::BranchMessage;
pub use cluster::ClusterMessage;
pub use controls::{Choices, ControlsMessage};
pub use editor::EditorMessage;
pub use player::{Player, PlayerMessage};
pub use preferences::PreferencesMessage;
pub use settings::{FeatureGate, RunMessage};
pub use share::FIELD;
pub use tracks::{Tracks, TracksMessage};

use crate::act::{Act, Dialog, Tab};
use crate::components::{figure, opening, versus};
use crate::coverage::Seen;
use crate::editor::Draft;
use crate::explorer::Explorer;
use crate::figure::{Controls, Figure, FigureSetup};
use crate::lab::Lab;
use crate::language::Languages;
use crate::links::LinkMessage;
use crate::links::Links;
use crate::opening::Opening;
use crate::place::Place;
use crate::preferences::Preferences;
use crate::quiz::Quiz;
use crate::scenes::Card;
use crate::sentences::say;
use crate::share::Share;
use crate::versus::Versus;
use crate::{keys, panic};
use podlab::time::SimTime;
use std::rc::Rc;
use yew::prelude::*;

/// The most events between two looks at the clock.
const SLICE: u64 = 64;

/// What it is drawn with.
#[derive(Clone, Debug, PartialEq, Properties)]
pub struct Setup {
    /// Where.
    pub place: Place,
    /// What a figure opens with; a page opens with what was prepared.
    pub opening: Option<Rc<FigureSetup>>,
}

/// The page.
pub struct App {
    /// Where it is drawn.
    pub place: Place,
    /// What is different where it is a figure in somebody else's page.
    pub figure: Option<Figure>,
    /// The run.
    pub lab: Lab,
    /// What a figure asks.
    pub quiz: Quiz,
    /// What a figure was opened with.
    setup: Option<Rc<FigureSetup>>,
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// Time.
    pub player: Player,
    /// What the answers tell.
    pub answers: Answers,
    /// What the tracks show.
    pub tracks: Tracks,
    /// What is chosen at the controls.
    pub choices: Choices,
    /// What was asked whether it can happen.
    pub explorer: Explorer,
    /// What was seen of the scene.
    pub seen: Seen,
    /// The runs that are compared, instead of the lab.
    pub versus: Option<Versus>,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// Whether one was ever open, so that they are part of the page: a first look needs none.
    has_dialogs: bool,
    /// The text in the editor.
    pub draft: Draft,
    /// What the visitor chose, kept for the next visit.
    pub preferences: Preferences,
    /// Whether anything was done since the page was opened.
    pub is_used: bool,
    /// The link in the address, and the one that is being opened.
    pub links: Links,
    /// What is shared of it.
    pub share: Share,
    /// What it speaks.
    pub languages: Languages,
    /// Whether the page was wide when it was opened.
    pub is_wide: bool,
    /// What the document is called by itself, and now.
    title: Option<(String, String)>,
    /// A short message.
    pub toast: String,
    /// Where acts go.
    pub on: Callback<Act>,
    /// Whether runs were compared when the page was drawn last.
    was_comparing: bool,
    listeners: Option<keys::Listeners>,
}

impl Component for App {
    type Message = Act;
    type Properties = Setup;

    fn create(context: &Context<Self>) -> Self {
        let Setup { place, opening } = context.props().clone();
        let figure = opening.as_ref().map(|opening| opening.figure.clone());
        let is_playing = opening.as_ref().is_some_and(|opening| opening.is_playing);
        let speed = opening.as_ref().map_or(1, |opening| opening.speed);
        let Opening { cards, lab } =
            opening.as_deref().map_or_else(Opening::of_page, Opening::of_figure);
        let preferences = Preferences::load();
        let languages = Languages::new(place.clone(), preferences.language);
        let mut app = App {
            lab,
            cards,
            player: Player::new(is_playing, speed, context.link().callback(Act::Frame)),
            answers: Answers::new(figure.as_ref().map_or(Tab::Why, Figure::first_tab)),
            tracks: Tracks::default(),
            choices: Choices::default(),
            explorer: Explorer::default(),
            seen: Seen::default(),
            versus: None,
            was_comparing: false,
            dialog: None,
            has_dialogs: false,
            draft: Draft::default(),
            preferences,
            is_used: false,
            links: if place.is_page() { Links::of_page() } else { Links::of_figure() },
            share: Share::default(),
            languages,
            is_wide: place.is_wide(),
            place,
            figure,
            setup: opening,
            quiz: Quiz::default(),
            title: None,
            toast: String::new(),
            on: context.link().callback(|act| act),
            listeners: None,
        };
        if app.place.is_page() {
            app.update_link(LinkMessage::Address);
            app.is_used = !app.links.address.is_empty();
            app.settle();
            panic::keep(app.lab.save());
        }
        app
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            self.listeners = Some(keys::Listeners::new(&self.place, &self.on));
            if self.place.is_page() {
                self.preferences.theme.apply(&self.place);
                self.links.listen(&self.on);
                if self.languages.wanted != self.languages.present {
                    self.speak(self.languages.wanted);
                }
            }
        }
        self.tracks.follow_walk(&self.place);
        if self.is_used && self.place.is_page() {
            self.name_page();
        }
        self.player.frames.run(self.player.is_playing && !self.player.is_hidden);
        if self.looks_ahead() || self.is_on_its_way() {
            self.player.frames.ask();
        }
        if self.was_comparing != self.versus.is_some() {
            self.was_comparing = self.versus.is_some();
            self.place.focus(if self.was_comparing { "#versus-title" } else { "#compare" });
        }
        if let Some(figure) = &mut self.figure {
            figure.tell(&self.lab);
        }
    }

    fn update(&mut self, _: &Context<Self>, act: Act) -> bool {
        self.languages.speak();
        if let Act::Frame(time) = act {
            self.player.frames.arrive();
            return self.frame(time);
        }
        if self.refuses(&act) {
            return false;
        }
        self.keep_beginning();
        self.is_used = true;
        self.follow(act);
        self.settle();
        self.tell_of_storage();
        if self.place.is_page() {
            panic::keep(self.lab.save());
        }
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        self.languages.speak();
        html! {
            <>
                if self.place.is_page() {
                    <a class="skip-link" href="#stage">{ say!("page.skip") }</a>
                }
                { Html::from_html_unchecked(include_str!("components/icons.svg").into()) }
                { match (&self.versus, &self.figure) {
                    _ if self.links.is_opening() => opening::view(self),
                    (Some(versus), _) => versus::view(self, versus),
                    (None, Some(figure)) => figure::view(self, figure),
                    (None, None) => self.view_lab(),
                } }
                <p class="toast" role="status">{ &self.toast }</p>
                if self.has_dialogs {
                    { self.view_dialogs() }
                }
            </>
        }
    }
}

impl App {
    /// Whether a person can do to what is shown what needs so much; on the page, everything.
    pub fn allows(&self, needs: Controls) -> bool {
        self.figure.as_ref().is_none_or(|figure| figure.controls >= needs)
    }

    /// Lets everything else know where the lab is now.
    fn settle(&mut self) {
        self.has_dialogs |= self.dialog.is_some();
        self.explorer.follow(&self.lab);
        if self.asks() {
            self.quiz.follow(self.lab.now());
        }
        self.see();
        let is_still = !self.player.is_playing && !self.is_on_its_way() && self.versus.is_none();
        self.answers.ahead.follow(&self.lab, is_still && self.answers.tab == Tab::Why);
    }

    /// Whether it is a figure in which a person may not do that.
    fn refuses(&self, act: &Act) -> bool {
        // Whoever is asked something may go on.
        let goes_on =
            matches!(act, Act::Player(PlayerMessage::TogglePlaying)) && self.quiz.asked.is_some();
        !self.allows(act.needs()) && !goes_on
    }

    /// The present moment of what is shown.
    pub fn now(&self) -> SimTime {
        self.versus.as_ref().map_or(self.lab.now(), Versus::now)
    }

    /// Whether what is shown is not yet what it is to be.
    pub fn is_on_its_way(&self) -> bool {
        self.is_moving() || !self.player.waiting.is_empty()
    }

    /// The moment it is on its way to, if that is known, and how many hundredths of the way lie behind it.
    pub fn way(&self) -> Option<(SimTime, u64)> {
        self.versus.as_ref().map_or_else(|| self.lab.way(), Versus::way)
    }

    /// Whether what is shown is not yet at the moment it is to be at.
    fn is_moving(&self) -> bool {
        self.versus.as_ref().map_or(self.lab.is_on_its_way(), Versus::is_working)
    }
}
