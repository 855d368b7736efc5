//! The list of the lessons of a course, for who shows it before a lesson is read.

use super::{Chapter, Form};
use crate::base::text::Text;
use crate::files::scenario_file::LocalText;
use crate::manifest::deserialize::from_node;
use crate::manifest::{Diagnostic, yaml};

/// A lesson in the list of a course.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedLesson {
    /// Its name.
    pub name: Text,
    /// What sort of piece it is.
    pub form: Form,
    /// The chapter that it belongs to.
    pub chapter: Chapter,
    /// How much it asks of the learner: `beginner`, `intermediate` or `advanced`.
    pub level: Text,
    /// How long it takes.
    pub minutes: u32,
    /// What it is called.
    pub title: LocalText,
    /// What the learner can do afterwards.
    pub objective: LocalText,
}

/// Reads the list of the lessons of a course, in their order.
///
/// ```
/// use podlab::files::lesson_file::read_list;
///
/// let list = "- {name: one, form: trap, chapter: pods, level: beginner, minutes: 3, title: One, objective: To count}";
/// assert_eq!(read_list(list).unwrap()[0].minutes, 3);
/// ```
///
/// # Errors
///
/// Returns what is wrong with the list.
pub fn read_list(text: &str) -> Result<Vec<ListedLesson>, Vec<Diagnostic>> {
    let documents = yaml::parse(text)?;
    let list = documents.first().map_or_else(|| Ok(Vec::new()), from_node);
    list.map_err(|wrong| vec![wrong])
}
