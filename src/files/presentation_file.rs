//! Files of presentations: the moves that a presenter shows to a room, one after the other.
//!
//! A file is one YAML document. `docs/LESSONS.md` describes it.
//!
//! ```
//! use podlab::ReadOptions;
//! use podlab::files::presentation_file::{Opens, read};
//!
//! let text = "
//! apiVersion: podlab/v1
//! kind: Presentation
//! title: Restarts
//! moves:
//! - {scene: crash-loop, at: 10s, say: What comes next?, ask: true}
//! - {show: why}
//! ";
//! let talk = read(text, &ReadOptions::default()).unwrap();
//! assert_eq!(talk.moves[0].opens, Some(Opens::Scene("crash-loop".into())));
//! assert_eq!(talk.opener(1), Some(0), "the second move goes on with the scene of the first");
//! ```

use crate::api::ReadOptions;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::files::scenario_file::LocalText;
use crate::manifest::deserialize::from_node;
use crate::manifest::node::Node;
use crate::manifest::{Code, Diagnostic, yaml};
use crate::sim::scenario::milliseconds;
use serde::de::{Deserialize, Deserializer, Error};

/// The kind of the document.
const KIND: &str = "Presentation";
/// The most moves.
const MOST_MOVES: usize = 200;

/// The moves that a presenter shows to a room.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Presentation {
    api_version: Text,
    kind: Text,
    /// Its name.
    #[serde(default)]
    pub metadata: Metadata,
    /// What it is called.
    pub title: LocalText,
    /// The moves, in order.
    pub moves: Vec<Move>,
}

/// The name of a presentation.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    /// The name.
    pub name: Text,
}

/// A move: what one press of a key shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What it opens; `None` for a move that goes on with what is open.
    pub opens: Option<Opens>,
    /// The moment that it goes to.
    pub at: Option<SimTime>,
    /// What is said above the stage.
    pub say: LocalText,
    /// Whether the room is asked what comes next.
    pub asks: bool,
    /// The answer beside the stage; `None` for that of the move before.
    pub shows: Option<Shown>,
}

/// What a move opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// A scene, by its name.
    Scene(Text),
    /// A lesson, by its name.
    Lesson(Text),
    /// What a link leads to, which begins with `#/`.
    Link(Text),
}

/// An answer beside the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// None: the stage has all the room.
    Nothing,
    /// Why the last change happened.
    Why,
    /// What happens next.
    Next,
    /// The Events.
    Events,
    /// What `kubectl get` prints as time passes.
    Watch,
    /// What `kubectl describe` prints.
    Describe,
}

impl Presentation {
    /// Returns the index of the move that opens what the move at an index shows.
    pub fn opener(&self, place: usize) -> Option<usize> {
        let moves = self.moves.get(..=place)?;
        moves.iter().rposition(|shown| shown.opens.is_some())
    }

    /// Returns whether a move goes to a moment of a lesson.
    fn is_moved_lesson(&self, place: usize) -> bool {
        let opener = self.opener(place).and_then(|opener| self.moves[opener].opens.as_ref());
        self.moves[place].at.is_some() && matches!(opener, Some(Opens::Lesson(_)))
    }
}

/// A move as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    scene: Option<Text>,
    lesson: Option<Text>,
    link: Option<Text>,
    at: Option<Node>,
    #[serde(default)]
    say: LocalText,
    #[serde(default)]
    ask: bool,
    show: Option<Shown>,
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let opens = match (written.scene, written.lesson, written.link) {
            (None, None, None) => None,
            (Some(scene), None, None) => Some(Opens::Scene(scene)),
            (None, Some(lesson), None) => Some(Opens::Lesson(lesson)),
            (None, None, Some(link)) if link.starts_with("#/") => Some(Opens::Link(link)),
            (None, None, Some(_)) => return Err(D::Error::custom("a link begins with #/")),
            _ => {
                return Err(D::Error::custom(
                    "a move opens one thing: a scene, a lesson or a link",
                ));
            }
        };
        let at = written.at.map(|at| {
            let read = milliseconds(&at).map(SimTime);
            read.ok_or_else(|| D::Error::custom("at must be a length of time, such as 90s"))
        });
        let at = at.transpose()?;
        Ok(Move { opens, at, say: written.say, asks: written.ask, shows: written.show })
    }
}

fn is_header(node: &Node) -> bool {
    let is = |key: &str, wanted: &str| {
        node.get(key).and_then(Node::as_text).is_some_and(|text| text.starts_with(wanted))
    };
    is("kind", KIND) && is("apiVersion", "podlab/")
}

/// Returns whether a text is a presentation, or means to be one.
pub fn is_one(text: &str) -> bool {
    text.contains(KIND) && yaml::parse(text).is_ok_and(|documents| documents.iter().any(is_header))
}

/// Reads a presentation.
///
/// # Errors
///
/// Returns what is wrong, with its place.
pub fn read(text: &str, options: &ReadOptions) -> Result<Presentation, Vec<Diagnostic>> {
    let in_file = |mut wrong: Diagnostic| {
        wrong.file.clone_from(&options.file);
        vec![wrong]
    };
    let documents = yaml::parse(text).map_err(|mut all| {
        for wrong in &mut all {
            wrong.file.clone_from(&options.file);
        }
        all
    })?;
    let invalid = |document: &Node, path: &str, message: &str| {
        let message = message.to_owned();
        in_file(Diagnostic::new(Code::Invalid, document.locate(path), message).at(path.to_owned()))
    };
    let [document] = &documents[..] else {
        let span = documents.get(1).map(|document| document.span).unwrap_or_default();
        let message = "a presentation is one document";
        return Err(in_file(Diagnostic::new(Code::Invalid, span, message)));
    };
    let read: Presentation = from_node(document).map_err(in_file)?;
    if read.api_version != *"podlab/v1" {
        return Err(invalid(document, "apiVersion", "it must be podlab/v1"));
    }
    if read.kind != *KIND {
        return Err(invalid(document, "kind", "it must be Presentation"));
    }
    match read.moves.first() {
        None => Err(invalid(document, "moves", "a presentation has at least one move")),
        Some(first) if first.opens.is_none() => {
            Err(invalid(document, "moves[0]", "the first move opens a scene, a lesson or a link"))
        }
        Some(_) if read.moves.len() > MOST_MOVES => Err(invalid(
            document,
            "moves",
            &format!("a presentation has {MOST_MOVES} moves at most"),
        )),
        Some(_) => match (0..read.moves.len()).find(|place| read.is_moved_lesson(*place)) {
            Some(place) => {
                let path = format!("moves[{place}]");
                Err(invalid(document, &path, "a lesson begins at its own moment"))
            }
            None => Ok(read),
        },
    }
}
