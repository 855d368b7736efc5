//! The clock of the page: it asks for frames while time passes, and turns their distance into simulated time.

use podlab::time::SimTime;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::Callback;

/// Milliseconds of work a frame may hold.
pub const BUDGET: f64 = 8.0;

/// Asks the browser for frames.
pub struct Frames {
    each: Closure<dyn FnMut(f64)>,
    /// The number of the frame that was asked for and has not come.
    asked: Rc<Cell<Option<i32>>>,
    last: Option<f64>,
    rest: f64,
}

impl Frames {
    /// Frames go to `on`, once [`Frames::run`] says so.
    pub fn new(on: Callback<f64>) -> Frames {
        let asked = Rc::new(Cell::new(None));
        let comes = Rc::clone(&asked);
        let each = Closure::new(move |time: f64| {
            comes.set(None);
            on.emit(time);
        });
        Frames { each, asked, last: None, rest: 0.0 }
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
        if self.asked.get().is_none() {
            let function = self.each.as_ref().unchecked_ref();
            let asked = web_sys::window().map(|w| w.request_animation_frame(function));
            self.asked.set(asked.and_then(Result::ok));
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

impl Drop for Frames {
    /// A frame that would come when nobody is there any longer does not come.
    fn drop(&mut self) {
        if let (Some(number), Some(window)) = (self.asked.get(), web_sys::window()) {
            let _ = window.cancel_animation_frame(number);
        }
    }
}

/// Milliseconds since the page began.
pub fn now() -> f64 {
    let performance = web_sys::window().and_then(|w| w.performance());
    performance.map_or(0.0, |p| p.now())
}
