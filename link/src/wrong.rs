//! Why a link cannot be opened.

use podlab::manifest::Diagnostic;
use std::fmt;

/// Most characters of a link that a message repeats.
const MOST_REPEATED: usize = 60;

/// Why a link cannot be opened. What it repeats of the link is text that its author chose, and cut short.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// It leads to nothing that Podlab has, such as a scene of another name.
    Unknown(String),
    /// It is of a version that this Podlab does not read.
    Version(String),
    /// It has so many characters, more than [`MOST_CHARS`](crate::MOST_CHARS).
    TooLong(usize),
    /// It is not whole, or something in it was changed.
    Damaged,
    /// What is packed in it is longer than [`MOST_TEXT`](crate::MOST_TEXT).
    TooLarge,
    /// Something about the view is not understood.
    Option(String, String),
    /// There is more of something than a link may have.
    TooMany(TooMany, usize),
    /// What is packed in it is no run.
    NoRun(Vec<Diagnostic>),
    /// The browser cannot unpack it.
    NoUnpacking,
    /// The API server refuses what it begins with.
    Refused(String),
}

/// What there is too much of in a link.
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
}

impl Wrong {
    /// It leads nowhere.
    pub(crate) fn unknown(what: &str) -> Wrong {
        Wrong::Unknown(cut(what))
    }

    /// A key or its value is not understood.
    pub fn option(key: &str, value: &str) -> Wrong {
        Wrong::Option(cut(key), cut(value))
    }
}

/// The beginning of a text, without what is not printed.
pub(crate) fn cut(text: &str) -> String {
    let mut letters = text.chars().filter(|c| !c.is_control());
    let mut short: String = letters.by_ref().take(MOST_REPEATED).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unknown(what) => write!(f, "the link leads to nothing Podlab has: {what}"),
            Wrong::Version(version) => {
                write!(f, "the link is of version {version}; this Podlab reads version 1")
            }
            Wrong::TooLong(chars) => {
                write!(f, "the link has {chars} characters; it may have {}", crate::MOST_CHARS)
            }
            Wrong::Damaged => f.write_str("the link is damaged or was cut off"),
            Wrong::TooLarge => {
                write!(f, "what is in the link is longer than {} bytes", crate::MOST_TEXT)
            }
            Wrong::Option(key, value) => {
                write!(f, "the link says {key}={value}, which means nothing")
            }
            Wrong::TooMany(what, most) => {
                let what = match what {
                    TooMany::Nodes => "nodes",
                    TooMany::Commands => "commands",
                    TooMany::Replicas => "Pods in a set",
                    TooMany::Items => "items in a list",
                    TooMany::Characters => "characters in a text",
                };
                write!(f, "a link may have up to {most} {what}")
            }
            Wrong::NoRun(found) => {
                let first = found.first().map_or("", |first| &*first.message);
                write!(f, "what is in the link is no run: {first}")
            }
            Wrong::NoUnpacking => f.write_str("this browser cannot unpack the link"),
            Wrong::Refused(message) => f.write_str(message),
        }
    }
}
