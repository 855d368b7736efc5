//! Whether and how fast time passes, and what waits for its turn.

use crate::act::Act;
use crate::ahead::Ahead;
use crate::frames::Frames;
use crate::lab::Lab;
use podlab::base::time::SimTime;
use std::collections::VecDeque;
use yew::Callback;

/// Whether and how fast time passes, and what waits for its turn.
pub struct Player {
    /// Whether time passes.
    pub is_playing: bool,
    /// How much faster than real time.
    pub speed: u32,
    /// Whether the page or figure is out of sight, so that time stands still.
    pub is_hidden: bool,
    /// The acts that are done once the run is where it is on its way to.
    pub waiting: VecDeque<Act>,
    /// The frames of the browser.
    pub frames: Frames,
    /// When the page was drawn last, in milliseconds since the page began.
    pub drawn: f64,
    /// The simulated moment that was drawn last.
    pub drawn_moment: SimTime,
    /// When the last frame was.
    pub last_frame: f64,
    /// How long to wait between two drawings, in milliseconds.
    pub pause: f64,
    /// The run before it was started over.
    pub before: Option<Lab>,
    /// Whether the scene has handed over to the learner.
    pub hand_over: HandOver,
    /// The number of the visible change that the last step made within a moment.
    pub stepped: Option<u64>,
    /// What the run comes to, at the highest speed.
    pub ahead: Option<Ahead>,
}

impl Player {
    /// A player at that speed. Its frames go to `on`.
    pub fn new(is_playing: bool, speed: u32, on: Callback<f64>) -> Player {
        Player {
            is_playing,
            speed,
            is_hidden: false,
            waiting: VecDeque::new(),
            frames: Frames::new(on),
            drawn: 0.0,
            drawn_moment: SimTime::default(),
            last_frame: 0.0,
            pause: 0.0,
            before: None,
            hand_over: HandOver::default(),
            stepped: None,
            ahead: None,
        }
    }
}

/// How far a scene is that hands over to the learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HandOver {
    /// The moment is still to come.
    #[default]
    Coming,
    /// The learner is told what to do.
    Told,
    /// The learner does not need it any more.
    Over,
}
