//! Why a link cannot be opened.

use podlab::manifest::Complaint;
use podlab::manifest::Diagnostic;
use std::fmt;

/// The most characters of a link that a message repeats.
const MOST_REPEATED: usize = 60;

/// Why a link cannot be opened. The parts of the link that it repeats were written by the link's author, and are cut
/// short.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkError {
    /// The link leads to something that Podlab does not have, such as a scene of another name.
    Unknown(String),
    /// The link has a version that this Podlab does not read.
    Version(String),
    /// The link has this many characters, more than [`MOST_CHARS`](crate::MOST_CHARS).
    TooLong(usize),
    /// A part of the link is missing or was changed.
    Damaged,
    /// The unpacked text is longer than [`MOST_TEXT`](crate::MOST_TEXT).
    TooLarge,
    /// A key of the view, or its value, is not understood.
    Option(String, String),
    /// The link has more of something than this limit.
    TooMany(TooMany, usize),
    /// The text in the link is not a run.
    NoRun(Vec<Diagnostic>),
    /// The text in the link is not a lesson.
    NoLesson(Vec<Diagnostic>),
    /// The text in the link is not a presentation.
    NoPresentation(Vec<Diagnostic>),
    /// The browser cannot unpack the link.
    NoUnpacking,
    /// The API server refuses the objects or acts at the beginning of the run.
    Refused(Complaint),
}

/// What a link has too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// Nodes of the cluster.
    Nodes,
    /// Commands on all branches.
    Commands,
    /// Pods of a set.
    Replicas,
    /// Items of a list in an object.
    Items,
    /// Characters of a text.
    Characters,
    /// Seconds that pass at once.
    Seconds,
}

impl LinkError {
    /// Returns that a link leads nowhere.
    pub(crate) fn unknown(what: &str) -> LinkError {
        LinkError::Unknown(cut(what))
    }

    /// Returns that a key or its value is not understood.
    pub fn option(key: &str, value: &str) -> LinkError {
        LinkError::Option(cut(key), cut(value))
    }
}

/// Returns the beginning of a text, without control characters.
pub(crate) fn cut(text: &str) -> String {
    let mut letters = text.chars().filter(|c| !c.is_control());
    let mut short: String = letters.by_ref().take(MOST_REPEATED).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Unknown(what) => write!(f, "the link leads to nothing Podlab has: {what}"),
            LinkError::Version(version) => {
                write!(f, "the link is of version {version}; this Podlab reads version 1")
            }
            LinkError::TooLong(chars) => {
                write!(f, "the link has {chars} characters; it may have {}", crate::MOST_CHARS)
            }
            LinkError::Damaged => f.write_str("the link is damaged or was cut off"),
            LinkError::TooLarge => {
                write!(f, "what is in the link is longer than {} bytes", crate::MOST_TEXT)
            }
            LinkError::Option(key, value) => {
                write!(f, "the link says {key}={value}, which means nothing")
            }
            LinkError::TooMany(what, most) => {
                let what = match what {
                    TooMany::Nodes => "nodes",
                    TooMany::Commands => "commands",
                    TooMany::Replicas => "Pods in a set",
                    TooMany::Items => "items in a list",
                    TooMany::Characters => "characters in a text",
                    TooMany::Seconds => "seconds that pass at once",
                };
                write!(f, "a link may have up to {most} {what}")
            }
            LinkError::NoRun(found) => {
                let first = found.first().map_or("", |first| &*first.message);
                write!(f, "what is in the link is no run: {first}")
            }
            LinkError::NoLesson(found) => {
                let first = found.first().map_or("", |first| &*first.message);
                write!(f, "what is in the link is no lesson: {first}")
            }
            LinkError::NoPresentation(found) => {
                let first = found.first().map_or("", |first| &*first.message);
                write!(f, "what is in the link is no presentation: {first}")
            }
            LinkError::NoUnpacking => f.write_str("this browser cannot unpack the link"),
            LinkError::Refused(message) => f.write_str(message),
        }
    }
}
