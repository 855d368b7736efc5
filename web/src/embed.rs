//! The boundary to JavaScript where the program is a figure in somebody else's page: `pkg/player.js` is on the other side.

use crate::act::Act;
use crate::app::{App, Setup};
use crate::figure::{self, Controls, Figure, Wish};
use crate::lab::Lab;
use crate::language;
use crate::place::Place;
use podlab::kubectl;
use podlab::manifest::{Resource, emit, write};
use podlab::release::Release;
use podlab::time::SimTime;
use podlab_words::Language;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use yew::AppHandle;

/// A figure that is drawn and can be played.
#[wasm_bindgen]
pub struct Player {
    handle: AppHandle<App>,
}

/// Says in which folder `locales/` is: an address that ends in a slash.
#[wasm_bindgen]
pub fn locate(folder: String) {
    language::locate(folder);
}

/// Gives the sentences of a language, of the page and of the engine, so that they need not be fetched.
#[wasm_bindgen]
pub fn teach(code: &str, page: String, engine: String) {
    if let Some(language) = Language::parse(code) {
        language::teach(language, page, engine);
    }
}

/// Draws a figure into an element. `text` is a manifest, a scenario or a run, and goes before `scene`. `start_at` is in seconds.
/// An error says in words what cannot be shown.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn mount(
    element: Element,
    scene: &str,
    text: &str,
    release: &str,
    controls: &str,
    panels: &str,
    language: &str,
    speed: u32,
    autoplay: bool,
    start_at: f64,
    quiz: bool,
    tell: js_sys::Function,
) -> Result<Player, String> {
    let release = match release {
        "" => None,
        _ => Some(
            Release::parse(release).ok_or_else(|| ["there is no release ", release].concat())?,
        ),
    };
    let controls =
        Controls::parse(controls).ok_or_else(|| ["controls cannot be ", controls].concat())?;
    let figure = Figure::new(controls, panels, quiz, tell)
        .map_err(|word| ["there is no panel ", &word].concat())?;
    let (cards, mut lab) = figure::open(scene, text, release)?;
    if start_at > 0.0 {
        lab.seek(SimTime((start_at * 1000.0) as u64));
    }
    let speed = speed.max(1);
    let wish = Wish { figure, cards, lab, is_playing: autoplay, speed };
    let setup = Setup { place: Place::Figure(element.clone()), opening: Some(Rc::new(wish)) };
    let player = Player { handle: yew::Renderer::with_root_and_props(element, setup).render() };
    player.speak(language);
    Ok(player)
}

impl Player {
    fn act(&self, act: Act) {
        self.handle.send_message(act);
    }

    fn read<T>(&self, read: impl FnOnce(&App) -> T) -> Option<T> {
        self.handle.get_component().map(|app| read(&app))
    }
}

#[wasm_bindgen]
impl Player {
    /// Lets time pass, or stand still.
    pub fn play(&self, is_playing: bool) {
        if self.is_playing() != is_playing {
            self.act(Act::TogglePlaying);
        }
    }

    /// Whether time passes.
    #[wasm_bindgen(js_name = isPlaying)]
    pub fn is_playing(&self) -> bool {
        self.read(|app| app.is_playing).unwrap_or_default()
    }

    /// Goes to the next visible change, or to the one before.
    pub fn step(&self, is_back: bool) {
        self.act(if is_back { Act::Back(true) } else { Act::NextChange });
    }

    /// Goes to a moment, in seconds since the beginning.
    pub fn seek(&self, seconds: f64) {
        self.act(Act::Seek(SimTime((seconds.max(0.0) * 1000.0) as u64)));
    }

    /// Goes back to the beginning, as it was opened.
    pub fn reset(&self) {
        self.act(Act::Reset);
    }

    /// Sets how much faster than real time it runs.
    pub fn hasten(&self, speed: u32) {
        self.act(Act::Speed(speed.max(1)));
    }

    /// Speaks a language, by its code.
    pub fn speak(&self, code: &str) {
        if let Some(language) = Language::parse(code) {
            self.act(Act::Language(language));
        }
    }

    /// Rests while nobody sees it.
    pub fn rest(&self, is_resting: bool) {
        self.act(Act::Rest(is_resting));
    }

    /// Does what a line says that one would type at a terminal. Gives what is printed; an error is what goes to standard error.
    pub fn run(&self, line: &str) -> Result<String, String> {
        let namespace = self.read(|app| app.lab.scene.namespace.clone()).unwrap_or_default();
        let mut sim = self.read(|app| app.lab.sim().clone()).ok_or("the figure is gone")?;
        let asked = kubectl::command::command(&sim, &namespace, line);
        // What a trial answers is what the run itself will answer.
        let printed = kubectl::command::run(&mut sim, &namespace, line);
        if printed.failed {
            return Err(printed.err);
        }
        let commands: Vec<_> = asked.commands.into_iter().map(|(command, _)| command).collect();
        if !commands.is_empty() {
            self.act(Act::Do(commands));
        }
        Ok([printed.out, printed.err].concat())
    }

    /// The present moment, in seconds since the beginning.
    pub fn now(&self) -> f64 {
        self.read(|app| app.now().0 as f64 / 1000.0).unwrap_or_default()
    }

    /// The run as a file (`run`), the objects as YAML (`yaml`), or what `kubectl get pods -w` printed (`txt`).
    pub fn export(&self, format: &str) -> Option<String> {
        self.read(|app| match format {
            "run" => Some(app.lab.save().write()),
            "yaml" => Some(yaml(&app.lab)),
            "txt" => {
                let scene = &app.lab.scene;
                let name = scene.set.is_none().then_some(scene.pod.as_str());
                let lines = app.lab.story().watch_lines(name);
                Some(lines.into_iter().map(|(_, line)| line).collect())
            }
            _ => None,
        })
        .flatten()
    }

    /// Takes the figure away.
    pub fn dispose(self) {
        self.handle.destroy();
    }
}

/// The StatefulSet and the Pod on the stage as the API has them.
fn yaml(lab: &Lab) -> String {
    let set = lab.set().map(|set| Resource::StatefulSet((**set).clone()));
    let pod = lab.pod().map(|(_, pod)| Resource::Pod((**pod).clone()));
    let objects: Vec<String> =
        set.into_iter().chain(pod).map(|object| emit::yaml(&write(&object))).collect();
    objects.join("---\n")
}
