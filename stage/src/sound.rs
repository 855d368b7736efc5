//! What is heard of a run: a note whenever a Pod begins to look different.
//!
//! The better a Pod is off, the higher its note. A Pod that failed sounds rough. The first Pod by name is heard from the left, the last
//! one from the right.

use crate::lab::Lab;
use crate::tone::{self, Tone};
use podlab::apiserver::columns::pod_status_kind;
use podlab::base::text::Text;
use podlab_messages::text;
use std::collections::BTreeMap;

/// What can be heard of a Pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// It is ready.
    Ready,
    /// All its containers ended with success.
    Succeeded,
    /// It runs and is not ready.
    Running,
    /// It waits for something.
    Waiting,
    /// It is being deleted.
    Terminating,
    /// Its state is unknown.
    Unknown,
    /// The API has it no more.
    Deleted,
    /// It, or one of its containers, failed.
    Failed,
}

/// A note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// What it says.
    pub voice: Voice,
    /// Where it comes from, from -1 for the left to 1 for the right.
    pub place: f32,
}

/// What is heard of each Pod, by its name.
pub type Voices = BTreeMap<Text, Voice>;

impl Voice {
    /// All of them, from the highest to the lowest.
    pub const ALL: [Voice; 8] = [
        Voice::Ready,
        Voice::Succeeded,
        Voice::Running,
        Voice::Waiting,
        Voice::Terminating,
        Voice::Unknown,
        Voice::Deleted,
        Voice::Failed,
    ];

    /// Returns the pitch, in hertz.
    pub const fn frequency(self) -> f32 {
        match self {
            Voice::Ready => 784.0,
            Voice::Succeeded => 659.3,
            Voice::Running => 523.3,
            Voice::Waiting => 392.0,
            Voice::Terminating => 293.7,
            Voice::Unknown => 220.0,
            Voice::Deleted => 174.6,
            Voice::Failed => 130.8,
        }
    }

    /// Returns whether it sounds rough.
    pub const fn is_rough(self) -> bool {
        match self {
            Voice::Failed | Voice::Unknown => true,
            Voice::Ready
            | Voice::Succeeded
            | Voice::Running
            | Voice::Waiting
            | Voice::Terminating
            | Voice::Deleted => false,
        }
    }

    /// Returns what it says, in words.
    pub fn words(self) -> &'static str {
        match self {
            Voice::Ready => text::sound_ready(),
            Voice::Succeeded => text::sound_succeeded(),
            Voice::Running => text::sound_running(),
            Voice::Waiting => text::sound_waiting(),
            Voice::Terminating => text::sound_terminating(),
            Voice::Unknown => text::sound_unknown(),
            Voice::Deleted => text::sound_deleted(),
            Voice::Failed => text::sound_failed(),
        }
    }

    const fn of_tone(tone: Tone) -> Voice {
        match tone {
            Tone::Ready => Voice::Ready,
            Tone::Running => Voice::Running,
            Tone::Done => Voice::Succeeded,
            Tone::Failed => Voice::Failed,
            Tone::Unknown => Voice::Unknown,
            Tone::Waiting | Tone::Idle | Tone::False => Voice::Waiting,
        }
    }
}

/// Returns what is heard of each Pod of the lab's namespace at the present moment.
pub fn voices(lab: &Lab) -> Voices {
    let release = lab.sim().settings().release;
    let voices = lab.pods_of_namespace().map(|pod| {
        let voice = if pod.metadata.deletion_timestamp.is_some() {
            Voice::Terminating
        } else {
            Voice::of_tone(tone::of_pod(pod, pod_status_kind(pod, release)))
        };
        (pod.metadata.name.clone(), voice)
    });
    voices.collect()
}

/// Returns the notes of what has become different, in the order of the names, at most so many. What remains beyond them is not heard.
pub fn notes(before: &Voices, after: &Voices, most: usize) -> Vec<Note> {
    let names: BTreeMap<&Text, Voice> = before
        .keys()
        .map(|name| (name, Voice::Deleted))
        .chain(after.iter().map(|(name, voice)| (name, *voice)))
        .collect();
    let last = names.len().saturating_sub(1);
    let place = |index: usize| if last == 0 { 0.0 } else { index as f32 / last as f32 * 2.0 - 1.0 };
    let notes =
        names.iter().enumerate().filter(|(_, (name, voice))| before.get(**name) != Some(*voice));
    notes
        .map(|(index, (_, voice))| Note { voice: *voice, place: place(index) })
        .take(most)
        .collect()
}
