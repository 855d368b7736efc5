//! What a program has printed at a moment.

use super::loops::ROUND;
use super::{MOST, Program, Step};

impl Program {
    /// Returns what the program has printed that has done so many steps, and that goes on since so many milliseconds after the
    /// last one. Of a long text only the end is kept, in whole lines.
    ///
    /// ```
    /// use podlab::api::container::Container;
    /// use podlab::cluster::program::Program;
    ///
    /// let command = ["sh", "-c", "while true; do echo tick; sleep 5; done"].map(Into::into).to_vec();
    /// let container = Container { command, ..Container::default() };
    /// let program = Program::of(&container, "default").unwrap();
    /// assert_eq!(program.log(1, Some(4999)), "tick\n");
    /// assert_eq!(program.log(1, Some(5000)), "tick\ntick\n");
    /// ```
    pub fn log(&self, done: usize, since: Option<u64>) -> String {
        let mut all = self.printed(done).to_string();
        if let Some(since) = since {
            self.go_on(&mut all, since);
        }
        let from = all.len().saturating_sub(MOST);
        if from > 0 {
            let line = all.as_bytes()[from - 1..].iter().position(|byte| *byte == b'\n');
            all.drain(..line.map_or(0, |at| from + at));
        }
        all
    }

    /// Adds what the rounds of the last loop print, of which the first begins after the pause at the end of the one before.
    fn go_on(&self, all: &mut String, since: u64) {
        let round: String = self.again.iter().map(printed).collect();
        if round.is_empty() {
            return;
        }
        let add = |all: u64, time: u64| all.saturating_add(time);
        let length = self.again.iter().map(time).fold(0, add);
        let pause = self.again.iter().rev().map(time).take_while(|time| *time > 0).fold(0, add);
        let (length, pause) = if length == 0 { (ROUND, ROUND) } else { (length, pause) };
        let Some(past) = since.checked_sub(pause) else { return };
        // More rounds than these are longer than what is kept.
        let rounds = (past / length).min((MOST / round.len() + 1) as u64);
        for _ in 0..rounds {
            all.push_str(&round);
        }
        let mut left = past % length;
        for step in &self.again {
            all.push_str(printed(step));
            match left.checked_sub(time(step)) {
                Some(rest) => left = rest,
                None => break,
            }
        }
    }
}

/// Returns what a step prints.
fn printed(step: &Step) -> &str {
    match step {
        Step::Print(text) => text,
        Step::Sleep(_) | Step::Write { .. } | Step::Remove(_) | Step::Await { .. } => "",
    }
}

/// Returns how many milliseconds a step takes. What a loop once waited for stays there.
fn time(step: &Step) -> u64 {
    match step {
        Step::Sleep(time) => *time,
        Step::Print(_) | Step::Write { .. } | Step::Remove(_) | Step::Await { .. } => 0,
    }
}
