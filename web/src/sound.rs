//! The notes of [`podlab_stage::sound`], played by the browser.

use crate::lab::{Lab, RunId};
use gloo::utils::window;
use podlab_stage::sound::{self, Note, Voices};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// The most notes that are played for one change of the page.
const MOST: usize = 4;
/// The seconds between two notes that are played together.
const APART: f64 = 0.08;
/// The seconds that a note lasts.
const LENGTH: f64 = 0.25;
/// How loud it is; 1 is as loud as can be.
const LOUDNESS: f32 = 0.2;

/// What was heard last, and what plays.
#[derive(Default)]
pub struct Sounds {
    /// The browser's sound; there once something was played.
    context: Option<AudioContext>,
    /// What was heard of each Pod, and of which run; none while sound is off.
    heard: Option<(RunId, Voices)>,
}

impl Sounds {
    /// Plays what has changed since the last call. The first call plays nothing after sound was turned on, nor after another run was opened.
    pub fn follow(&mut self, lab: &Lab, is_on: bool) {
        if !is_on {
            self.heard = None;
            return;
        }
        let (run, voices) = (lab.branch().0, sound::voices(lab));
        if let Some((_, heard)) = self.heard.as_ref().filter(|(heard, _)| *heard == run) {
            for (index, note) in sound::notes(heard, &voices, MOST).into_iter().enumerate() {
                self.play(note, index as f64 * APART);
            }
        }
        self.heard = Some((run, voices));
    }

    /// Plays a note so many seconds from now. A browser without sound plays nothing.
    pub fn play(&mut self, note: Note, delay: f64) {
        // Before the visitor did anything on the page, browsers refuse.
        if !window().navigator().user_activation().has_been_active() {
            return;
        }
        if self.context.is_none() {
            self.context = AudioContext::new().ok();
        }
        if let Some(context) = &self.context {
            // A note that cannot be played is not worth a message.
            let _ = play(context, note, delay);
        }
    }
}

fn play(context: &AudioContext, note: Note, delay: f64) -> Result<(), JsValue> {
    let (oscillator, volume) = (context.create_oscillator()?, context.create_gain()?);
    let place = context.create_stereo_panner()?;
    let shape =
        if note.voice.is_rough() { OscillatorType::Sawtooth } else { OscillatorType::Triangle };
    oscillator.set_type(shape);
    oscillator.frequency().set_value(note.voice.frequency());
    place.pan().set_value(note.place);
    let start = context.current_time() + delay;
    volume.gain().set_value_at_time(LOUDNESS, start)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, start + LENGTH)?;
    oscillator.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&place)?;
    place.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + LENGTH)
}
