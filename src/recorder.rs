//! Events as components tell them and the API keeps them: merged, folded and held back. Rule K-34.

use crate::api::core::Event;
use crate::api::meta::ObjectMeta;
use crate::text::Text;
use crate::time::SimTime;
use std::collections::BTreeMap;

/// Events one component may tell of one object at once.
const BURST: u64 = 25;
/// Milliseconds until it may tell one more.
const REFILL: u64 = 300_000;
/// Similar events, with different messages, after which they are folded into one.
const SIMILAR: usize = 10;
/// Milliseconds in which events count as similar.
const WINDOW: u64 = 600_000;

/// What a component says.
#[derive(Clone, Debug)]
pub struct Said {
    /// `Normal` or `Warning`.
    pub kind: &'static str,
    /// One word.
    pub reason: &'static str,
    /// A sentence.
    pub message: Text,
    /// Part of the object it is about.
    pub field: Text,
    /// Who says it.
    pub from: &'static str,
}

/// The object an Event is about.
#[derive(Clone, Copy, Debug)]
pub struct Involved<'a> {
    kind: &'a str,
    metadata: &'a ObjectMeta,
}

impl<'a> Involved<'a> {
    /// The object of that kind.
    pub fn new(kind: &'a str, metadata: &'a ObjectMeta) -> Self {
        Involved { kind, metadata }
    }
}

#[derive(Clone, Debug)]
struct Bucket {
    /// Thousandths of an event that may still be told.
    tokens: u64,
    filled: SimTime,
    /// Messages told lately, by reason: for folding.
    similar: BTreeMap<&'static str, (Vec<Text>, SimTime)>,
}

type Key = (Text, &'static str, Text, Text, &'static str);

/// Everything that was told.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
    index: BTreeMap<Key, (usize, i64)>,
    buckets: BTreeMap<(Text, &'static str), Bucket>,
}

impl Recorder {
    /// The events, in the order they were told first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events about the object of that UID.
    pub fn about<'a>(&'a self, uid: &'a str) -> impl Iterator<Item = &'a Event> {
        self.events.iter().filter(move |event| event.uid == *uid)
    }

    /// Takes down what a component says of an object. Gives the event's index and whether it is new,
    /// or nothing when the event is held back.
    pub fn tell(
        &mut self,
        about: &Involved<'_>,
        mut said: Said,
        now: SimTime,
    ) -> Option<(usize, bool)> {
        let uid = &about.metadata.uid;
        // The scheduler uses the newer events API, which neither merges nor holds back.
        if said.from == "default-scheduler" {
            return Some((self.add(about, said, 1, now), true));
        }
        let bucket = self.buckets.entry((uid.clone(), said.from)).or_insert_with(|| Bucket {
            tokens: BURST * 1000,
            filled: now,
            similar: BTreeMap::new(),
        });
        let (messages, since) = bucket.similar.entry(said.reason).or_default();
        if now.since(*since) > WINDOW {
            messages.clear();
        }
        *since = now;
        if !messages.contains(&said.message) && messages.len() <= SIMILAR {
            messages.push(said.message.clone());
        }
        if messages.len() > SIMILAR {
            said.message = format!("(combined from similar events): {}", said.message).into();
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
        let key = (uid.clone(), said.reason, said.message.clone(), said.field.clone(), said.kind);
        let (known, count) = match self.index.get_mut(&key) {
            Some((known, count)) => {
                *count += 1;
                (*known, *count)
            }
            None => {
                self.index.insert(key.clone(), (usize::MAX, 1));
                (usize::MAX, 1)
            }
        };
        if !shown {
            return None;
        }
        if known == usize::MAX {
            let at = self.add(about, said, count, now);
            self.index.insert(key, (at, count));
            return Some((at, true));
        }
        let event = &mut self.events[known];
        event.count = count;
        event.last = now;
        Some((known, false))
    }

    fn add(&mut self, about: &Involved<'_>, said: Said, count: i64, now: SimTime) -> usize {
        self.events.push(Event {
            about: format!("{}/{}", about.kind, about.metadata.name).into(),
            uid: about.metadata.uid.clone(),
            namespace: about.metadata.namespace.clone(),
            field: said.field,
            kind: said.kind,
            reason: said.reason.into(),
            message: said.message,
            from: said.from,
            count,
            first: now,
            last: now,
        });
        self.events.len() - 1
    }
}
