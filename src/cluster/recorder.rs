//! Events as components report them and the API keeps them: merged, aggregated and rate-limited. Rule K-34.

use crate::api::core::{Event, EventType};
use crate::api::meta::ObjectMeta;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use std::collections::BTreeMap;

/// How many events one component may report about one object at once.
const BURST: u64 = 25;
/// Milliseconds until it may report one more.
const REFILL: u64 = 300_000;
/// How many similar events with different messages are told one by one. Further ones are aggregated into one event.
const SIMILAR: usize = 9;
/// Milliseconds in which events count as similar.
const WINDOW: u64 = 600_000;

/// An event that a component reports, before it is merged with earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The type.
    pub kind: EventType,
    /// The reason, in one word.
    pub reason: Text,
    /// The message, in a sentence.
    pub message: Text,
    /// The part of the object that it is about.
    pub part: Part,
    /// The component that reports it.
    pub from: &'static str,
}

/// The part of an object that an Event is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The whole object.
    Whole,
    /// A container of a Pod: the list that it is in, and its name.
    Container(&'static str, Text),
}

impl Part {
    /// Returns its path, such as `spec.containers{app}`; empty for the whole object.
    fn path(&self) -> Text {
        match self {
            Part::Whole => Text::default(),
            Part::Container(list, name) => format!("spec.{list}{{{name}}}").into(),
        }
    }
}

/// The object an Event is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Involved<'a> {
    kind: &'a str,
    metadata: &'a ObjectMeta,
}

impl<'a> Involved<'a> {
    /// Returns the object of a kind with this metadata.
    pub(crate) fn new(kind: &'a str, metadata: &'a ObjectMeta) -> Self {
        Involved { kind, metadata }
    }

    /// Returns the namespace of the object.
    pub(crate) fn namespace(&self) -> &Text {
        &self.metadata.namespace
    }
}

#[derive(Clone, Debug)]
struct Bucket {
    /// How many events may still be reported, in thousandths of an event.
    tokens: u64,
    filled: SimTime,
    /// The messages told one by one lately and the time of the last event, by reason. They decide about aggregation.
    similar: BTreeMap<Text, (Vec<Text>, SimTime)>,
}

/// Stands for the message of aggregated events.
const COMBINED: Text = Text::Static("(combined from similar events)");

/// What two equal events about one object share: message, reason, part of the object, type.
type Key = (Text, Text, Part, EventType);

/// Every event that was reported.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
    /// What led to each event when it was last reported.
    causes: Vec<Cause>,
    /// By UID of the object: the index of the event, unless the rate limit dropped it each time, and how often it was reported.
    index: BTreeMap<Text, BTreeMap<Key, (Option<usize>, i64)>>,
    buckets: BTreeMap<(Text, &'static str), Bucket>,
}

impl Recorder {
    /// Returns the events, in the order in which they were first reported.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the events about the object with this UID.
    pub fn about<'a>(&'a self, uid: &'a str) -> impl Iterator<Item = &'a Event> {
        self.events.iter().filter(move |event| event.uid == *uid)
    }

    /// Returns the events about the object with this UID, each with what led to it when it was last reported.
    pub fn caused<'a>(&'a self, uid: &'a str) -> impl Iterator<Item = (&'a Event, Cause)> {
        let all = self.events.iter().zip(self.causes.iter().copied());
        all.filter(move |(event, _)| event.uid == *uid)
    }

    /// Records what led to the event at an index.
    pub(crate) fn lead(&mut self, index: usize, cause: Cause) {
        self.causes.resize(self.events.len(), Cause::Start);
        self.causes[index] = cause;
    }

    /// Records an event that a component reports about an object.
    ///
    /// Returns the event's index and whether it is new, or `None` when the rate limit drops the event.
    /// Rules C-6, K-34.
    pub(crate) fn record_event(
        &mut self,
        about: &Involved<'_>,
        mut new: NewEvent,
        now: SimTime,
    ) -> Option<(usize, bool)> {
        let uid = &about.metadata.uid;
        // The scheduler uses the newer events API, which neither merges events nor limits their rate.
        if new.from == "default-scheduler" {
            return Some((self.add(about, new, 1, now), true));
        }
        let bucket = self.buckets.entry((uid.clone(), new.from)).or_insert_with(|| Bucket {
            tokens: BURST * 1000,
            filled: now,
            similar: BTreeMap::new(),
        });
        let (messages, since) = bucket.similar.entry(new.reason.clone()).or_default();
        if now.since(*since) > WINDOW {
            messages.clear();
        }
        *since = now;
        let is_combined = !messages.contains(&new.message) && messages.len() == SIMILAR;
        if is_combined {
            new.message = format!("(combined from similar events): {}", new.message).into();
        } else if !messages.contains(&new.message) {
            messages.push(new.message.clone());
        }
        let refill = now.since(bucket.filled) * 1000 / REFILL;
        if refill > 0 {
            bucket.tokens = (bucket.tokens + refill).min(BURST * 1000);
            bucket.filled = bucket.filled + refill * REFILL / 1000;
        }
        let shown = bucket.tokens >= 1000;
        if shown {
            bucket.tokens -= 1000;
        }
        // An aggregated event is overwritten by the next one, whatever it says.
        let key = if is_combined {
            (COMBINED, new.reason.clone(), Part::Whole, new.kind)
        } else {
            (new.message.clone(), new.reason.clone(), new.part.clone(), new.kind)
        };
        let told = self.index.entry(uid.clone()).or_default();
        let (at, count) = told.entry(key).or_default();
        *count += 1;
        if !shown {
            return None;
        }
        let count = *count;
        let Some(known) = *at else {
            *at = Some(self.events.len());
            return Some((self.add(about, new, count, now), true));
        };
        let event = &mut self.events[known];
        event.count = count;
        event.last = now;
        event.message = new.message;
        Some((known, false))
    }

    fn add(&mut self, about: &Involved<'_>, new: NewEvent, count: i64, now: SimTime) -> usize {
        self.events.push(Event {
            about: format!("{}/{}", about.kind, about.metadata.name).into(),
            uid: about.metadata.uid.clone(),
            namespace: about.metadata.namespace.clone(),
            field: new.part.path(),
            kind: new.kind,
            reason: new.reason,
            message: new.message,
            from: new.from,
            count,
            first: now,
            last: now,
        });
        self.events.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use crate::api::{ReadOptions, read};
    use crate::base::time::SimTime;
    use crate::cluster::cause::Cause;
    use crate::cluster::command::Command;
    use crate::cluster::world::Settings;
    use crate::sim::Sim;

    #[test]
    fn every_event_has_what_led_to_it() {
        let pod = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
        let pod = read(pod, &ReadOptions::default()).unwrap().remove(0);
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        sim.apply(Command::Create(Box::new(pod))).unwrap();
        for second in [10, 20, 40] {
            sim.run_until(SimTime::from_seconds(second));
            let (namespace, pod, container) = ("default".into(), "demo".into(), "app".into());
            // While the container waits for its next start, it cannot exit, and the command is refused.
            let code = 1;
            let exit = Command::Exit { namespace, pod, container, code, reason: "".into() };
            let _ = sim.apply(exit);
        }
        sim.run_until(SimTime::from_seconds(120));
        let changes = sim.take_changes();
        let uid = sim.pod("default", "demo").unwrap().1.metadata.uid.clone();
        let events: Vec<_> = sim.world().recorder.caused(&uid).collect();
        assert!(events.iter().any(|(event, _)| event.reason == *"BackOff"));
        for (event, cause) in events {
            let Cause::Change(number) = cause else { panic!("{}: {cause:?}", event.reason) };
            assert!(changes[number as usize].time <= event.last, "{}", event.reason);
        }
    }

    #[test]
    fn the_tenth_similar_event_and_all_later_ones_are_one_event_with_the_latest_message() {
        use super::{EventType, Involved, NewEvent, Part, Recorder};
        use crate::api::meta::ObjectMeta;
        let mut recorder = Recorder::default();
        let metadata = ObjectMeta { uid: "shop's".into(), ..ObjectMeta::default() };
        let mut record = |number: u64| {
            let message = format!("Created pod: shop-{number}").into();
            let (kind, reason, part) = (EventType::Normal, "SuccessfulCreate", Part::Whole);
            let new = NewEvent {
                kind,
                reason: reason.into(),
                message,
                part,
                from: "replicaset-controller",
            };
            recorder.record_event(&Involved::new("ReplicaSet", &metadata), new, SimTime(number));
        };
        (1..=12).for_each(&mut record);
        record(3);
        let events = recorder.events();
        assert_eq!(events.len(), 10);
        assert_eq!(events[8].message, *"Created pod: shop-9");
        assert_eq!(events[9].message, *"(combined from similar events): Created pod: shop-12");
        assert_eq!((events[9].count, events[2].count), (3, 2));
    }
}
