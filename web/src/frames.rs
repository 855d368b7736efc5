//! The clock of the page: it asks for frames while time passes, and turns their distance into simulated time.

use gloo::render::{AnimationFrame, request_animation_frame};
use podlab::base::time::SimTime;
use yew::Callback;

/// Milliseconds of work a frame may hold.
pub const BUDGET: f64 = 8.0;

/// Stands for a speed that is as fast as possible.
pub const FASTEST: u32 = u32::MAX;
/// The speeds.
pub const SPEEDS: [u32; 6] = [1, 10, 60, 600, 3600, FASTEST];

/// Asks the browser for frames. A frame that was asked for does not come once this value is dropped.
pub struct Frames {
    on: Callback<f64>,
    /// The frame that was asked for and has not come.
    asked: Option<AnimationFrame>,
    last: Option<f64>,
    rest: f64,
}

impl Frames {
    /// Frames go to `on`, once [`Frames::run`] says so.
    pub fn new(on: Callback<f64>) -> Frames {
        Frames { on, asked: None, last: None, rest: 0.0 }
    }

    /// Takes note that the frame that was asked for has come.
    pub fn arrive(&mut self) {
        self.asked = None;
    }

    /// Starts or stops time; while running every drawing asks for the next frame. A hidden tab gets none.
    pub fn run(&mut self, is_running: bool) {
        if is_running {
            self.ask();
        } else {
            self.last = None;
        }
    }

    /// Asks for one frame.
    pub fn ask(&mut self) {
        if self.asked.is_none() {
            let on = self.on.clone();
            self.asked = Some(request_animation_frame(move |time| on.emit(time)));
        }
    }

    /// The moment simulated time reaches with this frame; none on the first frame of all.
    pub fn advance(&mut self, time: f64, speed: u32, now: SimTime) -> Option<SimTime> {
        /// The most milliseconds that count, so that nothing jumps after a pause of the browser.
        const MOST: f64 = 100.0;
        self.ask();
        let last = self.last.replace(time)?;
        let passed = (time - last).clamp(0.0, MOST) * f64::from(speed) + self.rest;
        let whole = passed as u64;
        self.rest = passed - whole as f64;
        Some(now + whole)
    }
}

/// Milliseconds since the page began.
pub fn now() -> f64 {
    gloo::utils::window().performance().map_or(0.0, |performance| performance.now())
}
