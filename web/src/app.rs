//! The page: its whole state, and what follows from everything a person does.

mod acts;
mod answers;
mod branches;
mod builder;
mod class;
mod cluster;
mod compare;
mod console;
mod course;
mod editor;
mod edits;
mod explorer;
mod first_steps;
mod frames;
mod kept;
mod labs;
mod learner_turn;
mod lesson_acts;
mod lessons;
mod link_opening;
mod links;
mod moves;
mod panels;
mod player;
mod presented;
mod presenter;
mod runs;
mod settings;
mod share;
mod turns;
mod view;

use crate::act::{Act, LinkMessage, PlayerMessage};
use crate::builder::Builder;
use crate::class::Class;
use crate::comparison::Comparison;
use crate::components::opening;
use crate::components::transport::Way;
use crate::console::Console;
use crate::controls::Controls;
use crate::editor::Draft;
use crate::explorer::Explorer;
use crate::figure::{Figure, FigureSetup};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::links::Links;
use crate::mount::{self, Mount};
use crate::opening::Opening;
use crate::presenter::Presenter;
use crate::quiz::{AskedQuestion, Quiz};
use crate::scenes::Card;
use crate::share::Share;
use crate::state::{
    Answers, ControlsState, Dialogs, Host, KeptRun, Labs, Lessons, Player, Preferences, Tracks,
};
use crate::views::Tab;
use crate::{language, panic};
use podlab::base::time::SimTime;
use podlab_messages::Language;
use std::rc::Rc;
use yew::prelude::*;

/// The most events between two looks at the clock.
const SLICE: u64 = 64;

/// What it is drawn with.
#[derive(Clone, Debug, PartialEq, Properties)]
pub struct Setup {
    /// Where.
    pub mount: Mount,
    /// What a figure opens with; a page opens with its first scene, or with what its link names.
    pub opening: Option<Rc<FigureSetup>>,
}

/// The page, in parts. A part updates itself where no other part follows from it; where one does, the app changes them.
pub struct App {
    /// Where acts go.
    pub on: Callback<Act>,
    /// Where it is drawn.
    pub host: Host,
    /// What is different where it is a figure in another page.
    pub figure: Option<Figure>,
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// The run.
    pub lab: Handle<Lab>,
    /// Time.
    pub player: Player,
    /// What the answers tell.
    pub answers: Answers,
    /// The lines for kubectl, and their answers.
    pub console: Handle<Console>,
    /// What the tracks show.
    pub tracks: Tracks,
    /// What is chosen at the controls.
    pub controls: ControlsState,
    /// What was asked whether it can happen, and what was seen.
    pub explorer: Handle<Explorer>,
    /// The runs that are compared, instead of the lab.
    pub comparison: Option<Handle<Comparison>>,
    /// The text in the editor.
    pub draft: Rc<Draft>,
    /// The link in the address, and the one that is being opened.
    pub links: Links,
    /// What is shared of it.
    pub share: Handle<Share>,
    /// What the visitor chose.
    pub preferences: Preferences,
    /// The run of an earlier visit.
    pub kept: KeptRun,
    /// The labs that the visitor saved.
    pub labs: Labs,
    /// The lessons.
    pub lessons: Lessons,
    /// The lesson that is being made, while one is.
    pub builder: Option<Builder>,
    /// The class that works through a lesson, for its teacher.
    pub class: Option<Rc<Class>>,
    /// What is asked of what comes next, while that is wanted.
    pub quiz: Option<Quiz>,
    /// What is shown to a room, while that is wanted.
    pub presenter: Option<Presenter>,
    /// The dialog that is open.
    pub dialogs: Dialogs,
    /// A short message.
    pub toast: String,
}

impl Component for App {
    type Message = Act;
    type Properties = Setup;

    fn create(context: &Context<Self>) -> Self {
        let Setup { mount, opening } = context.props().clone();
        let figure = opening.as_ref().map(|opening| opening.figure.clone());
        let is_playing = opening.as_ref().is_some_and(|opening| opening.is_playing);
        let has_quiz = opening.as_ref().is_some_and(|opening| opening.has_quiz);
        let speed = opening.as_ref().map_or(1, |opening| opening.speed);
        let Opening { cards, lab } =
            opening.as_deref().map_or_else(Opening::of_page, Opening::of_figure);
        let mut app = App {
            on: context.link().callback(|act| act),
            cards,
            lab: Handle::new(lab),
            player: Player::new(is_playing, speed, context.link().callback(Act::Frame)),
            answers: Answers::new(figure.as_ref().map_or(Tab::Why, Figure::first_tab)),
            console: Handle::default(),
            tracks: Tracks::default(),
            controls: ControlsState::default(),
            explorer: Handle::default(),
            comparison: None,
            draft: Rc::default(),
            links: if mount.is_page() { Links::of_page() } else { Links::of_figure() },
            share: Handle::default(),
            preferences: Preferences::load(&mount),
            kept: if mount.is_page() { KeptRun::load() } else { KeptRun::default() },
            labs: if mount.is_page() { Labs::load() } else { Labs::default() },
            lessons: match &opening {
                Some(setup) => Lessons::of_figure(setup.lesson.take()),
                None => Lessons::load(),
            },
            builder: None,
            class: None,
            quiz: has_quiz.then(Quiz::default),
            presenter: None,
            dialogs: Dialogs::default(),
            toast: String::new(),
            host: Host::new(mount),
            figure,
        };
        if app.host.is_page() {
            app.player.is_playing = !mount::is_calm();
            app.update_link(LinkMessage::Address);
            app.host.is_used = !app.links.address.is_empty();
            app.after_act();
            panic::keep(app.lab.read().save());
        }
        app
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        // Another figure may have been drawn meanwhile.
        language::speak(self.preferences.languages.present);
        if first {
            self.host.listen(&self.on);
            if self.host.is_page() {
                self.preferences.saved.apply(&self.host.mount);
                self.links.listen(&self.on);
                self.kept.listen(&self.on);
                let languages = &self.preferences.languages;
                if languages.wanted != languages.present {
                    self.preferences.speak(languages.wanted, &self.on);
                }
            }
        }
        self.tracks.follow_walk(&self.host.mount);
        if self.host.is_used && self.host.is_page() {
            self.name_page();
        }
        self.player.drawn_moment = self.now();
        self.player.frames.run(self.lets_time_pass());
        if self.is_searching() || self.is_on_its_way() {
            self.player.frames.ask();
        }
        if !self.links.is_opening() {
            self.host.follow(self.drawn());
        }
        // A dialog that was closed has given the focus back by now.
        if let Some(css) = self.host.focus_next.take() {
            self.host.mount.focus(css);
        }
        if let Some(part) = self.host.show_next.take().and_then(|css| self.host.mount.query(css)) {
            part.scroll_into_view();
        }
        self.links.follow_layers(self.layers());
        self.preferences.play_changes(&self.lab.read());
        if let Some(figure) = &mut self.figure {
            figure.send_changes(&self.lab.read());
            if let Some(open) = &self.lessons.open {
                figure.send_lesson(open, &self.lab.read());
            }
        }
    }

    fn update(&mut self, _: &Context<Self>, act: Act) -> bool {
        language::speak(self.preferences.languages.present);
        if let Act::Frame(time) = act {
            self.player.frames.arrive();
            return self.frame(time);
        }
        if self.refuses(&act) {
            return false;
        }
        if let Some(why) = self.lesson_refuses(&act) {
            why.clone_into(&mut self.toast);
            return true;
        }
        self.keep_beginning();
        self.host.is_used = true;
        self.follow(act);
        self.note_scene();
        self.after_act();
        self.report_storage();
        if self.host.is_page() {
            panic::keep(self.lab.read().save());
        }
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        language::speak(self.preferences.languages.present);
        html! {
            <ContextProvider<Language> context={self.preferences.languages.present}>
            <ContextProvider<Callback<Act>> context={self.on.clone()}>
                if self.host.is_page() && !self.links.is_opening() && self.presenter.is_none() {
                    { self.view_skip_links() }
                }
                { Html::from_html_unchecked(include_str!("components/icons.svg").into()) }
                { match (&self.comparison, &self.figure) {
                    _ if self.links.is_opening() => html! {
                        <opening::Opening now={self.lab.read().now()} on={self.on.clone()} />
                    },
                    (Some(comparison), _) => self.view_comparison(comparison),
                    (None, Some(figure)) => self.view_figure(figure),
                    (None, None) => match &self.presenter {
                        Some(presenter) => self.view_presented(presenter),
                        None => self.view_lab(),
                    },
                } }
                <p class="toast" role="status">{ &self.toast }</p>
                if self.dialogs.was_opened() {
                    { self.view_dialogs() }
                }
            </ContextProvider<Callback<Act>>>
            </ContextProvider<Language>>
        }
    }
}

impl App {
    /// What a person can do to what is shown; on the page, everything.
    pub fn allowed(&self) -> Controls {
        self.figure.as_ref().map_or(Controls::Full, |figure| figure.controls)
    }

    /// Lets everything else know where the lab is now.
    fn after_act(&mut self) {
        self.hand_over();
        self.follow_lesson();
        self.follow_builder();
        if self.explorer.read().is_stale(&self.lab.read()) {
            self.explorer.write().follow(&self.lab.read());
        }
        if let Some(quiz) = &mut self.quiz {
            quiz.follow(&self.lab.read());
        }
        self.follow_question();
        self.see();
        self.foretell();
    }

    /// Looks ahead if the forecast is to be another one. At high speeds it would change too fast to be read.
    fn foretell(&mut self) {
        /// The highest speed at which it is shown.
        const READABLE: u32 = 60;
        let is_readable = !self.player.is_playing || self.player.speed <= READABLE;
        // What is asked is not to be read off.
        let is_wanted = is_readable
            && !self.lessons.ask()
            && self.quiz.as_ref().is_none_or(Quiz::is_over)
            && !self.is_on_its_way()
            && self.comparison.is_none()
            && self.shows_forecast();
        if self.answers.upcoming.read().is_stale(&self.lab.read(), is_wanted) {
            self.answers.upcoming.write().follow(&self.lab.read(), is_wanted);
        }
        let is_wanted = is_readable
            && !self.lessons.are_under_way()
            && !self.is_on_its_way()
            && self.comparison.is_none();
        if self.answers.stuck.read().is_stale(&self.lab.read(), is_wanted) {
            self.answers.stuck.write().follow(&self.lab.read(), is_wanted);
        }
    }

    /// Whether it is a figure in which a person may not do that.
    fn refuses(&self, act: &Act) -> bool {
        // A person who is asked something may go on.
        let goes_on =
            matches!(act, Act::Player(PlayerMessage::TogglePlaying)) && self.asked().is_some();
        self.allowed() < act.needs() && !goes_on
    }

    /// The question of the quiz that is asked now.
    pub fn asked(&self) -> Option<&AskedQuestion> {
        self.quiz.as_ref()?.asked.as_ref()
    }

    /// The present moment of what is shown.
    pub fn now(&self) -> SimTime {
        match &self.comparison {
            Some(comparison) => comparison.read().now(),
            None => self.lab.read().now(),
        }
    }

    /// Whether what is shown is not yet what it is to be.
    pub fn is_on_its_way(&self) -> bool {
        self.is_moving() || !self.player.waiting.is_empty()
    }

    /// The way that what is shown is on, if it takes longer than a frame.
    fn way(&self) -> Option<Way> {
        if !self.is_on_its_way() {
            return None;
        }
        let way = match &self.comparison {
            Some(comparison) => comparison.read().way(),
            None => self.lab.read().way(),
        };
        Some(Way { to: way.map(|(to, _)| to), gone: way.map(|(_, gone)| gone) })
    }

    /// Whether what is shown is not yet at the moment it is to be at.
    fn is_moving(&self) -> bool {
        match &self.comparison {
            Some(comparison) => comparison.read().is_working(),
            None => self.lab.read().is_on_its_way(),
        }
    }
}
