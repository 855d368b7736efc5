//! The boundary to JavaScript where the program is a figure in another page: `pkg/player.js` is on the other side.

use crate::act::{Act, ClusterMessage, PlayerMessage, PreferencesMessage};
use crate::app::{App, Setup};
use crate::controls::Controls;
use crate::figure::{self, Figure, FigureSetup};
use crate::lab::Lab;
use crate::mount::Mount;
use crate::{fetch, panic, scenes};
use podlab::api::{Resource, write};
use podlab::base::time::SimTime;
use podlab::files::lesson_file;
use podlab::files::run_file::RunFile;
use podlab::kubectl;
use podlab::manifest::emit;
use podlab::rules::release::Release;
use podlab_link::LATEST;
use podlab_messages::Language;
use serde::Deserialize;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};
use web_sys::Element;
use yew::AppHandle;

/// A figure that is drawn and can be played.
#[wasm_bindgen]
pub struct Player {
    handle: AppHandle<App>,
    /// How many acts were asked for and are not taken up yet.
    asked: Rc<Cell<usize>>,
}

/// Gives a file beside the program, such as `locales/id.txt`, so that it need not be fetched.
#[wasm_bindgen(js_name = giveFile)]
pub fn give_file(path: String, text: String) {
    fetch::give(path, text);
}

/// Calls a function with what happened when the program panics.
#[wasm_bindgen(js_name = onStop)]
pub fn on_stop(stopped: js_sys::Function) {
    panic::call_when_stopped(stopped);
}

/// What a figure shows and how. The names are those of the element's attributes, in camel case.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Options {
    /// The name of a scene; the first one when empty.
    scene: String,
    /// A manifest, a scenario, a run or a lesson, which goes before the scene.
    text: String,
    /// What [`Player::keep`] gave of the figure that goes on here.
    kept: String,
    /// The release, unless the scene or the run says it.
    release: Option<Release>,
    /// What a person can do; in a lesson everything unless it is said, because its steps may ask for any act, and else
    /// [`Controls::Faults`].
    controls: Option<Controls>,
    /// Whether a person can only look.
    readonly: bool,
    /// The names of panels, separated by spaces or commas.
    panels: String,
    /// How much faster than real time it plays.
    speed: u32,
    /// The moment it opens at, in seconds since the beginning.
    start_at: f64,
    /// Whether time passes at once.
    autoplay: bool,
    /// Whether it asks what comes next.
    quiz: bool,
    /// The seed that chooses the variant of a lesson; the first one without a seed.
    seed: Option<u64>,
}

/// Draws a figure into an element. `options` is an object of [`Options`]. `tell` is called with what happens, an object of
/// [`FigureEvent`](figure::FigureEvent).
///
/// # Errors
///
/// Says in words what cannot be shown.
#[wasm_bindgen]
pub fn mount(
    element: Element,
    options: JsValue,
    tell: js_sys::Function,
) -> Result<Player, JsValue> {
    let options: Options = serde_wasm_bindgen::from_value(options)?;
    draw(element, &options, tell).map_err(|message| JsError::new(&message).into())
}

fn draw(element: Element, options: &Options, tell: js_sys::Function) -> Result<Player, String> {
    let Options { controls, release, scene, text, kept, .. } = options;
    let (cards, mut lab, lesson) = if lesson_file::is_one(text) {
        let (lesson, lab) = figure::open_lesson(text, kept, options.seed)?;
        (Rc::new(scenes::cards()), lab, Some(lesson))
    } else {
        if !kept.is_empty() && !RunFile::is_one(kept) {
            return Err("this text is not a saved run".to_owned());
        }
        let text = if kept.is_empty() { text } else { kept };
        let (cards, lab) = figure::open(scene, text, *release)?;
        (cards, lab, None)
    };
    let is_lesson = lesson.is_some();
    if options.start_at > 0.0 && !is_lesson {
        lab.seek(moment(options.start_at));
    }
    let usual = if is_lesson { Controls::Full } else { Controls::Faults };
    let most = if options.readonly { Controls::Transport } else { Controls::Full };
    let mut figure = Figure::new(controls.unwrap_or(usual).min(most), &options.panels, tell)
        .map_err(|word| format!("there is no panel {word}"))?;
    figure.shows_all_controls = *controls == Some(Controls::Full);
    let setup = FigureSetup {
        figure,
        cards,
        lab: RefCell::new(Some(lab)),
        lesson: RefCell::new(lesson),
        // A lesson asks its own questions.
        has_quiz: options.quiz && !is_lesson,
        is_playing: options.autoplay,
        speed: options.speed.max(1),
    };
    let setup = Setup { mount: Mount::Figure(element.clone()), opening: Some(Rc::new(setup)) };
    let handle = yew::Renderer::with_root_and_props(element, setup).render();
    Ok(Player { handle, asked: Rc::default() })
}

/// A moment, from the seconds since the beginning; not later than runs may last.
fn moment(seconds: f64) -> SimTime {
    SimTime((seconds.max(0.0) * 1000.0) as u64).min(LATEST)
}

impl Player {
    fn follow(&self, action: &str, value: f64) {
        let act = match action {
            "play" => Act::Player(PlayerMessage::Play),
            "pause" => Act::Player(PlayerMessage::Pause),
            "step" => Act::Player(PlayerMessage::NextChange),
            "stepBack" => Act::Player(PlayerMessage::BackToChange),
            "seek" => Act::Player(PlayerMessage::Seek(moment(value))),
            "reset" => Act::Player(PlayerMessage::Reset),
            "speed" => Act::Player(PlayerMessage::Speed((value as u32).max(1))),
            "show" => Act::Player(PlayerMessage::Show),
            "hide" => Act::Player(PlayerMessage::Hide),
            _ => return,
        };
        self.ask(act);
    }

    /// Does what a script asks for, whatever a person may do.
    fn ask(&self, act: Act) {
        self.asked.set(self.asked.get() + 1);
        self.handle.send_message(Act::ByScript(Box::new(act), Rc::clone(&self.asked)));
    }

    fn carry_out(&self, line: &str) -> Result<String, String> {
        let namespace = self.read(|app| app.lab.read().scene.namespace.clone()).unwrap_or_default();
        let mut sim = self.read(|app| app.lab.read().sim().clone()).ok_or("the figure is gone")?;
        let asked = kubectl::command::command(&sim, &namespace, line);
        // What a trial answers is what the run itself will answer.
        let printed = sim.kubectl(&namespace, line);
        if printed.failed {
            return Err(printed.err);
        }
        let commands: Vec<_> = asked.commands.into_iter().map(|(command, _)| command).collect();
        if !commands.is_empty() {
            self.ask(Act::Cluster(ClusterMessage::Apply(commands)));
        }
        Ok(format!("{}{}", printed.out, printed.err))
    }

    fn write(&self, format: &str) -> Option<String> {
        self.read(|app| match format {
            "run" => Some(app.lab.read().save().write()),
            "yaml" => Some(yaml(&app.lab.read())),
            "txt" => {
                let scene = &app.lab.read().scene;
                let name = scene.workload.is_none().then_some(scene.pod.as_str());
                let lines = app.lab.read().story().watch_lines(name);
                Some(lines.into_iter().map(|(_, line)| line).collect())
            }
            _ => None,
        })
        .flatten()
    }

    fn read<T>(&self, read: impl FnOnce(&App) -> T) -> Option<T> {
        self.handle.get_component().map(|app| read(&app))
    }
}

#[wasm_bindgen]
impl Player {
    /// Lets a figure `play`, `pause`, `step`, `stepBack`, `seek` (to a second since the beginning), `reset`, change its `speed`, or
    /// `hide` while it is out of sight, so that time stands still, and `show` again.
    pub fn act(&self, action: &str, value: f64) {
        self.follow(action, value);
    }

    /// Speaks a language, by its code.
    pub fn speak(&self, code: &str) {
        if let Some(language) = Language::parse(code) {
            self.ask(Act::Preferences(PreferencesMessage::Language(language)));
        }
    }

    /// Does what a line says that one would type at a terminal. Gives what is printed; an error is what goes to standard error.
    ///
    /// # Errors
    ///
    /// Returns what goes to standard error when the line is refused or cannot be read.
    pub fn run(&self, line: &str) -> Result<String, String> {
        self.carry_out(line)
    }

    /// Whether it is still on its way to the moment it is to be at.
    #[wasm_bindgen(js_name = isOnItsWay)]
    pub fn is_on_its_way(&self) -> bool {
        self.asked.get() > 0 || self.read(App::is_on_its_way).unwrap_or_default()
    }

    /// Whether time passes.
    #[wasm_bindgen(js_name = isPlaying)]
    pub fn is_playing(&self) -> bool {
        self.read(|app| app.player.is_playing).unwrap_or_default()
    }

    /// The present moment, in seconds since the beginning.
    pub fn now(&self) -> f64 {
        self.read(|app| app.now().0 as f64 / 1000.0).unwrap_or_default()
    }

    /// The run as a file (`run`), the objects as YAML (`yaml`), or what `kubectl get pods -w` printed (`txt`).
    pub fn export(&self, format: &str) -> Option<String> {
        self.write(format)
    }

    /// What a figure needs to go on from here at another time: the run, and in a lesson how far the learner is.
    pub fn keep(&self) -> Option<String> {
        self.read(|app| {
            let lab = app.lab.read();
            let kept = app.lessons.open.as_ref().and_then(|open| open.kept(&lab));
            kept.map_or_else(|| lab.save().write(), |kept| kept.write())
        })
    }

    /// Takes the figure away.
    pub fn dispose(self) {
        self.handle.destroy();
    }
}

/// The workload and the Pod on the stage as the API has them.
fn yaml(lab: &Lab) -> String {
    let workload = lab.workload();
    let pod = lab.pod().map(|(_, pod)| Resource::Pod((**pod).clone()));
    let objects: Vec<String> =
        workload.into_iter().chain(pod).map(|object| emit::yaml(&write(&object))).collect();
    objects.join("---\n")
}
