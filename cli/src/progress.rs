//! How far a command has come that takes long, on the terminal of a person who waits for it.

use podlab::base::time::SimTime;
use podlab::files::player::Player;
use podlab_messages::clock;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a command may take before it says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a line stays before the next one.
const PAUSE: Duration = Duration::from_millis(200);

/// A line on standard error that is written again and again, and removed at the end. Nothing is written where standard error is no
/// terminal.
#[derive(Debug)]
pub struct Progress {
    next: Instant,
    is_shown: bool,
    is_terminal: bool,
}

impl Default for Progress {
    fn default() -> Progress {
        let is_terminal = io::stderr().is_terminal();
        Progress { next: Instant::now() + PATIENCE, is_shown: false, is_terminal }
    }
}

impl Progress {
    /// Shows a line if it is time for one.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_terminal && Instant::now() >= self.next {
            self.next = Instant::now() + PAUSE;
            self.is_shown = true;
            let _ = write!(io::stderr(), "\r\u{1b}[K{}", line());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

/// Lets a run go on to a moment, and says how far it is. What changed on the way, and what a watch shows of it, is forgotten, so that a long run takes no
/// more memory than a short one.
pub fn run_to(player: &mut Player, time: SimTime) {
    /// Steps between two looks at the clock of the computer.
    const STEPS: u32 = 10_000;
    let mut progress = Progress::default();
    while player.next_time().is_some_and(|next| next <= time) {
        for _ in 0..STEPS {
            if player.next_time().is_none_or(|next| next > time) {
                break;
            }
            player.step();
        }
        player.sim.take_changes();
        player.sim.take_watch();
        progress.show(|| of(player.sim.now(), time));
    }
    player.run_until(time);
}

/// Says how much of a run is done.
pub fn of(now: SimTime, end: SimTime) -> String {
    let percent = now.0 * 100 / end.0.max(1);
    format!("{percent} %: {} of {}", clock(now), clock(end))
}
