//! The page of a lesson in a SCORM package, and the scripts that it loads.

use podlab::files::lesson_file::Lesson;
use podlab_link::snippets::attribute;
use podlab_messages::{Language, local};
use std::rc::Rc;

/// The names of the scripts in the package: of the element, and of what speaks with the LMS.
pub(super) const ELEMENT: &str = "podlab.inline.js";
pub(super) const SCRIPT: &str = "scorm.js";

/// A lesson in the package.
pub(super) struct Packed {
    pub lesson: Rc<Lesson>,
    /// The text of its file.
    pub text: String,
    /// What chooses its variant.
    pub seed: Option<u64>,
}

impl Packed {
    pub(super) fn name(&self) -> &str {
        &self.lesson.scenario.name
    }

    pub(super) fn title(&self) -> &str {
        local(&self.lesson.scenario.title)
    }

    /// The name of its page in the package.
    pub(super) fn page(&self) -> String {
        format!("{}.html", self.name())
    }

    pub(super) fn write_page(&self, language: Language) -> String {
        format!(
            include_str!("page.html"),
            language = language.code(),
            title = attribute(self.title()),
            lesson = attribute(&self.text),
            seed = self.seed.map_or_else(String::new, |seed| format!(" seed=\"{seed}\"")),
        )
    }
}
