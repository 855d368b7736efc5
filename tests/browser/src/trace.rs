//! What Chromium traced while a page ran: its frames, what kept it busy, and how long inputs waited for their paint.

use serde_json::{Value, json};

use crate::page::Page;

/// The categories of events that are traced: tasks, inputs and marks of the page, and what becomes of each frame.
pub const TRACED: [&str; 4] = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
];

/// The mark from which on a page is measured.
const MARK: &str = "podlab: measured";

/// How many frames of a page became what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    /// Those that were shown with everything that belongs to them.
    pub shown: usize,
    /// Those that the page wanted and that came too late.
    pub dropped: usize,
}

/// What was traced of a page, from [`Page::begin_trace`] to [`Page::end_trace`].
#[derive(Debug)]
pub struct Trace {
    /// The events of the page's main thread, and of its process where they have none.
    events: Vec<Value>,
}

impl Page {
    /// Begins to measure; for a page that [`Page::open_traced`] opened.
    pub fn begin_trace(&self) {
        self.js("performance.clearMarks(); performance.mark(arguments[0])", &[MARK.into()]);
    }

    /// Returns what was traced since [`Page::begin_trace`].
    pub fn end_trace(&self) -> Trace {
        let log = self.ask(self.session().post("se/log", &json!({ "type": "performance" })));
        let messages = log
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
        let events = messages
            .filter(|message| message["message"]["method"] == "Tracing.dataCollected")
            .map(|mut message| message["message"]["params"].take());
        Trace::of(events.collect())
    }
}

impl Trace {
    fn of(mut events: Vec<Value>) -> Self {
        let mark = events.iter().rfind(|event| event["name"] == MARK);
        let mark = mark.expect("the page set a mark").clone();
        let begin = time(&mark);
        events.retain(|event| event["pid"] == mark["pid"] && time(event) >= begin);
        let is_main =
            |event: &Value| event["tid"] == mark["tid"] || event["name"] == "PipelineReporter";
        events.retain(is_main);
        Self { events }
    }

    /// What became of the frames.
    pub fn frames(&self) -> Frames {
        let mut frames = Frames::default();
        for event in self.named("PipelineReporter") {
            match event["args"]["frame_reporter"]["state"].as_str() {
                Some("STATE_PRESENTED_ALL" | "STATE_PRESENTED_PARTIAL") => frames.shown += 1,
                Some("STATE_DROPPED") => frames.dropped += 1,
                _ => {}
            }
        }
        frames
    }

    /// How long each task of the main thread took, in milliseconds.
    pub fn tasks(&self) -> impl Iterator<Item = f64> {
        self.named("RunTask").filter_map(|event| Some(event["dur"].as_f64()? / 1e3))
    }

    /// How long each press of a key or a button took until its paint, in milliseconds.
    pub fn inputs(&self) -> Vec<f64> {
        let data = self.named("EventTiming").map(|event| &event["args"]["data"]);
        let inputs = data.filter(|data| data["interactionId"].as_u64().is_some_and(|id| id > 0));
        inputs.filter_map(|data| data["duration"].as_f64()).collect()
    }

    fn named(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.events.iter().filter(move |event| event["name"] == name)
    }
}

/// Microseconds on the clock of the trace.
fn time(event: &Value) -> f64 {
    event["ts"].as_f64().unwrap_or_default()
}
