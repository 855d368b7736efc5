//! The page: its whole state, and what follows from everything a person does.

use crate::act::{Act, Dialog, Replacement, SetReplacement, Tab, Window};
use crate::ahead::Ahead;
use crate::components::{
    answers, branches, capsule, controls, editor_dialog, help_dialog, lanes, replace_card,
    replace_set, say, set_bar, top_bar, tracks, transport,
};
use crate::editor::Draft;
use crate::frames::Frames;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::opening::Opening;
use crate::panels::Panels;
use crate::scenes::{self, Card, Scene};
use crate::set_spec::{self, SetField};
use crate::spec::{self, Setting};
use crate::theme::Theme;
use crate::{frames, keys, rest, words};
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{PodManagementPolicy, StatefulSet};
use podlab::apiserver::sets::Propagation;
use podlab::command::Command;
use podlab::dns::Cache;
use podlab::manifest::schema::Field;
use podlab::manifest::{self, Resource, write};
use podlab::release::Release;
use podlab::text::Text;
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
        let Opening { cards, settings, lab } = Opening::take();
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
            rest::when_here(self.on.reform(|()| Act::Here));
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
        rest::need();
        self.toast.clear();
        match act {
            Act::Open(index) => self.open(scenes::scene(&self.cards[index])),
            Act::OpenExample(case, policy) => self.open(scenes::example(case, policy)),
            Act::TogglePlaying => self.is_playing = !self.is_playing,
            Act::NextEvent => {
                self.is_playing = false;
                self.lab.step();
            }
            Act::NextChange => {
                self.is_playing = false;
                if !self.lab.step_to_change() {
                    "Nothing more will change by itself.".clone_into(&mut self.toast);
                }
            }
            Act::Speed(speed) => self.speed = speed,
            Act::Seek(time) => {
                self.is_playing = false;
                self.lab.seek(time);
                self.arrive();
            }
            Act::Do(commands) => self.carry_out(commands),
            Act::Undo => {
                if self.lab.undo() {
                    self.toast =
                        ["Undone. It is ", &words::clock(self.lab.now()), " again."].concat();
                }
                self.arrive();
            }
            Act::Redo => {
                if self.lab.redo() {
                    self.toast = ["Done again, at ", &words::clock(self.lab.now()), "."].concat();
                }
                self.arrive();
            }
            Act::Branch(branch) => {
                self.is_playing = false;
                self.lab.switch(branch);
                self.selected = None;
                self.arrive();
                let name = branches::name(self.lab.history().branch());
                self.toast = ["This is ", &name, "."].concat();
            }
            Act::NameBranch(branch, name) => self.lab.name_branch(branch, name),
            Act::DeleteBranch(branch) => self.lab.delete_branch(branch),
            Act::Set(setting, value) => self.set(&setting, &value),
            Act::Replace => self.replace(),
            Act::Recreate => self.recreate(),
            Act::Pick(pod) => {
                self.lab.select(pod);
                self.of_set = false;
            }
            Act::OfSet(of_set) => self.of_set = of_set,
            Act::Everyone(everyone) => self.everyone = everyone,
            Act::Partition(partition) => self.partition = Some(partition),
            Act::Resolve(name) => self.resolve(name),
            Act::ResolveFrom(namespace) => self.panels.from = namespace,
            Act::Compare(compared) => self.panels.compared = Some(compared),
            Act::DeleteSetFirst(propagation) => self.delete_set_first(propagation),
            Act::RecreateSet => self.recreate_set(),
            Act::MaxUnavailable(is_on) => {
                let mut settings = self.settings.clone();
                settings.gates.max_unavailable_stateful_set = is_on;
                self.run_again(settings);
            }
            Act::Release(release) => {
                let settings = Settings { release, ..self.settings.clone() };
                match self.refusal_of(release) {
                    Some(refusal) => self.toast = refusal,
                    None => self.run_again(settings),
                }
            }
            Act::Jitter(jitter) => {
                let settings = Settings { jitter, ..self.settings.clone() };
                self.run_again(settings);
            }
            Act::Select(change) => {
                self.selected = Some(change);
                self.tab = Tab::Why;
            }
            Act::WhyLast => {
                self.selected = say::latest(&self.lab).map(|change| change.number);
                self.tab = Tab::Why;
            }
            Act::Tab(tab) => self.tab = tab,
            Act::Window(window) => self.window = window,
            Act::OpenEditor => self.dialog = Some(Dialog::Editor),
            Act::Type(text) => self.draft = Draft::new(text, self.settings.release),
            Act::Drop(text) => {
                self.draft = Draft::new(text, self.settings.release);
                self.run_draft();
                if self.draft.problems.is_empty() && self.draft.refusal.is_none() {
                    self.dialog = None;
                } else {
                    self.dialog = Some(Dialog::Editor);
                }
            }
            Act::Correct(problem) => {
                if let Some(text) = self.draft.corrected(problem) {
                    self.draft = Draft::new(text, self.settings.release);
                }
            }
            Act::RunDraft => self.run_draft(),
            Act::Help => self.dialog = Some(Dialog::Help),
            Act::Close => self.dialog = None,
            Act::Theme(theme) => {
                self.theme = theme;
                theme.keep();
                theme.apply();
            }
            Act::Here | Act::Frame(_) => {}
        }
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

    fn open(&mut self, scene: Scene) {
        match Lab::open(scene, self.settings.clone()) {
            Ok(lab) => self.show(lab),
            Err(error) => self.toast = error.message.to_string(),
        }
    }

    fn show(&mut self, lab: Lab) {
        self.lab = lab;
        self.selected = None;
        self.is_playing = true;
        self.dialog = None;
        self.of_set = true;
        self.everyone = false;
        self.partition = None;
        self.panels = Panels::default();
        if self.lab.scene.set.is_none()
            && matches!(self.tab, Tab::Dns | Tab::Storage | Tab::Revisions)
        {
            self.tab = Tab::Why;
        }
        self.next_set = None;
    }

    /// Asks for a name, and shows the answer.
    fn resolve(&mut self, name: Text) {
        self.tab = Tab::Dns;
        let from = if self.panels.from.is_empty() {
            self.lab.scene.namespace.clone()
        } else {
            self.panels.from.clone()
        };
        self.panels.cache.ask(self.lab.sim().world(), &name, &from);
        self.panels.name = name;
    }

    fn carry_out(&mut self, commands: Vec<Command>) {
        let forced = commands.iter().any(|command| {
            matches!(command, Command::DeletePod { grace_period_seconds: Some(0), .. })
        });
        let before = self.lab.history().branch().id;
        match self.lab.act(commands) {
            Err(error) => self.toast = error.message.to_string(),
            // What kubectl says to `--force`.
            Ok(()) if forced => words::FORCED.clone_into(&mut self.toast),
            Ok(()) if self.lab.history().branch().id != before => {
                let name = branches::name(self.lab.history().branch());
                self.toast = ["This is ", &name, " now. The other future stays."].concat();
            }
            Ok(()) => {}
        }
    }

    /// What a release says of a manifest with fields it does not know.
    fn refusal_of(&self, release: Release) -> Option<String> {
        let created = match self.lab.manifest().filter(|_| self.lab.scene.set.is_none()) {
            Some(pod) => Resource::Pod(pod),
            None => self.lab.created()?.clone(),
        };
        let tree = write(&created);
        let mistakes = manifest::decode(tree, release).err()?;
        let mistake = mistakes.first()?;
        let mut text = ["Kubernetes ", release.as_str(), " cannot run this: "].concat();
        text.push_str(&mistake.message);
        Some(text)
    }

    fn run_again(&mut self, settings: Settings) {
        match self.lab.again(settings.clone()) {
            Ok(lab) => {
                self.lab = lab;
                self.settings = settings;
                self.selected = None;
            }
            Err(error) => self.toast = error.message.to_string(),
        }
    }

    /// A change of the spec is done in place where a cluster allows it; otherwise a new Pod is offered.
    fn set(&mut self, setting: &Setting, value: &str) {
        if let Setting::OfSet(field) = setting {
            return self.set_of_set(*field, value);
        }
        let Some(old) = self.lab.manifest() else { return };
        let mut new = old.clone();
        if spec::set(&mut new, setting, value).is_none() || new.spec == old.spec {
            return;
        }
        if self.lab.scene.set.is_some() {
            let patch = set_spec::set_template(&self.lab, &new);
            return self.carry_out(patch.into_iter().collect());
        }
        let patch = spec::patch_in_place(&old, &new);
        if let Some(patch) = patch.filter(|_| self.lab.pod().is_some()) {
            self.carry_out(vec![patch]);
            return;
        }
        let refusal = self.refusal(&new);
        let differences = spec::differences(&old, &new);
        let replacement = Replacement { pod: new, differences, refusal };
        self.dialog = Some(Dialog::Replace(Rc::new(replacement)));
    }

    /// A change of the set is done in place where a cluster allows it; otherwise a new set is offered.
    fn set_of_set(&mut self, field: SetField, value: &str) {
        self.partition = None;
        let Some(set) = self.lab.set().filter(|set| field.value(&set.spec) != value) else {
            return;
        };
        let Some(command) = set_spec::set(&self.lab, field, value) else { return };
        if field != SetField::Policy {
            return self.carry_out(vec![command]);
        }
        let mut new = (**set).clone();
        let old = field.value(&set.spec);
        let policies = [PodManagementPolicy::OrderedReady, PodManagementPolicy::Parallel];
        new.spec.pod_management_policy = policies.into_iter().find(|p| p.as_str() == value);
        let refused = self.lab.sim().clone().apply(command).err();
        let refusal = refused.map(|error| error.message.to_string()).unwrap_or_default();
        let new = SetReplacement { set: new, old, new: value.to_owned(), refusal };
        self.dialog = Some(Dialog::ReplaceSet(Rc::new(new)));
    }

    fn delete_set_first(&mut self, propagation: Propagation) {
        let Some(Dialog::ReplaceSet(new)) = self.dialog.take() else { return };
        let (namespace, name) = (self.lab.scene.namespace.clone(), new.set.metadata.name.clone());
        self.carry_out(vec![Command::DeleteStatefulSet { namespace, name, propagation }]);
        self.next_set = Some(Rc::new(new.set.clone()));
        self.is_playing = true;
    }

    fn recreate_set(&mut self) {
        let Some(last) = self.next_set.take().or_else(|| self.lab.last_set().cloned()) else {
            return;
        };
        let mut set = StatefulSet { spec: last.spec.clone(), ..StatefulSet::default() };
        set.metadata.name = last.metadata.name.clone();
        set.metadata.namespace = last.metadata.namespace.clone();
        set.metadata.labels.clone_from(&last.metadata.labels);
        self.carry_out(vec![Command::Create(Box::new(Resource::StatefulSet(set)))]);
        self.is_playing = true;
    }

    /// What the API server says to a Pod with another spec.
    fn refusal(&self, new: &Pod) -> String {
        let (namespace, name) = (spec::namespace(new), new.metadata.name.clone());
        let patch = podlab::manifest::node::Node::map([("spec".into(), new.spec.encode())]);
        let mut trial = self.lab.sim().clone();
        let refused = trial.apply(Command::PatchPod { namespace, name, patch });
        let message = refused.err().map(|error| error.message.to_string()).unwrap_or_default();
        // What follows the first line is the difference, which the card shows itself.
        message.lines().next().unwrap_or_default().to_owned()
    }

    fn replace(&mut self) {
        let Some(Dialog::Replace(replacement)) = self.dialog.take() else { return };
        let pod = replacement.pod.clone();
        let mut commands = Vec::new();
        if self.lab.pod().is_some() {
            let (namespace, name) = (spec::namespace(&pod), pod.metadata.name.clone());
            commands.push(Command::DeletePod { namespace, name, grace_period_seconds: Some(0) });
        }
        commands.push(Command::Create(Box::new(Resource::Pod(pod))));
        self.carry_out(commands);
        self.is_playing = true;
    }

    fn recreate(&mut self) {
        if let Some(pod) = self.lab.manifest() {
            self.carry_out(vec![Command::Create(Box::new(Resource::Pod(pod)))]);
            self.is_playing = true;
        }
    }

    fn run_draft(&mut self) {
        let Some(scene) = self.draft.scene(self.settings.release) else { return };
        match Lab::open(scene, self.settings.clone()) {
            Ok(lab) => self.show(lab),
            Err(error) => self.draft.refusal = Some(error.message.to_string()),
        }
    }

    /// Forgets what belongs to another moment.
    fn arrive(&mut self) {
        self.panels.cache = Cache::default();
        self.next_set = None;
        let told = self.lab.story().told() as u64;
        self.selected = self.selected.filter(|change| *change < told);
    }
}

/// Whether there is room for everything at once.
fn is_wide() -> bool {
    let query = web_sys::window().and_then(|w| w.match_media("(min-width: 48rem)").ok().flatten());
    query.is_none_or(|query| query.matches())
}
