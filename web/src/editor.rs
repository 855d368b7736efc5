//! The text somebody pastes, and what is wrong with it.

use crate::lab::Lab;
use crate::scenes;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::manifest::{Complaint, Diagnostic, Fix, Severity, Wrong};
use podlab::rules::release::Release;

/// What happens to the Pod templates of objects that Podlab does not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Templates {
    /// They are kept with their objects.
    #[default]
    Kept,
    /// Each becomes a Pod.
    Run,
}

/// The text in the editor and what was found in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The text.
    pub text: String,
    /// What happens to the Pod templates in it.
    pub templates: Templates,
    /// What is wrong with it, and after that the warnings about it.
    pub problems: Vec<Diagnostic>,
    /// What the API server said, when the text is right but refused.
    pub refusal: Option<Complaint>,
}

impl Draft {
    /// A draft with that text, checked.
    pub fn new(text: String, templates: Templates, release: Release) -> Draft {
        let mut draft = Draft { text, templates, ..Draft::default() };
        if !draft.text.trim().is_empty() {
            draft.problems = if draft.is_run() {
                RunFile::read(&draft.text).err().unwrap_or_default()
            } else {
                match scenes::read(&draft.text, templates, release) {
                    Ok((_, warnings)) => warnings,
                    Err(mistakes) => mistakes,
                }
            };
            draft.problems.sort_by_key(|problem| problem.severity() == Severity::Warning);
        }
        draft
    }

    /// Whether the text is a run that was saved, or means to be one.
    pub fn is_run(&self) -> bool {
        RunFile::is_one(&self.text)
    }

    /// The lab that the text describes, or how the API server refuses it; none when something is wrong with the text.
    ///
    /// # Errors
    ///
    /// The result is an error when the API server refuses what the text begins with.
    pub fn lab(&self, settings: &Settings) -> Option<Result<Lab, ApiError>> {
        if self.is_run() {
            return Some(Lab::of_file(&RunFile::read(&self.text).ok()?));
        }
        let (scene, _) = scenes::read(&self.text, self.templates, settings.release).ok()?;
        Some(Lab::open(scene, settings.clone()))
    }

    /// Whether it can be run.
    pub fn is_right(&self) -> bool {
        !self.has_mistakes() && !self.text.trim().is_empty()
    }

    /// Whether something is wrong with it. Warnings are no mistakes.
    pub fn has_mistakes(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }

    /// The text with the change that puts a problem right.
    pub fn corrected(&self, problem: usize) -> Option<String> {
        let fix = self.problems.get(problem)?.fix.as_ref()?;
        Some(fix.apply(&self.text))
    }

    /// The problem that the key for fixes puts right at a line: one of the line, or else the first.
    pub fn fixable_at(&self, line: u32) -> Option<usize> {
        let fixable = || self.problems.iter().enumerate().filter(|(_, p)| p.fix.is_some());
        let here = fixable().find(|(_, problem)| problem.span.line == line);
        here.or_else(|| fixable().next()).map(|(index, _)| index)
    }
}

/// The word that was probably meant.
pub fn suggestion(problem: &Diagnostic) -> Option<Text> {
    if let Wrong::Guess { meant } = problem.help.as_ref()?.wrong() { Some(meant) } else { None }
}

/// Where the caret stands after a change of the text, if it stood at `caret`. A browser counts in units of UTF-16.
pub fn moved(caret: u32, fix: &Fix, text: &str) -> u32 {
    let Some(range) = fix.range(text) else { return caret };
    let units = |text: &str| text.encode_utf16().count() as u32;
    let start = units(&text[..range.start]);
    let (old, new) = (units(&text[range]), units(&fix.text));
    match caret {
        _ if caret <= start => caret,
        _ if caret >= start + old => caret - old + new,
        _ => caret.min(start + new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use podlab::manifest::node::Span;

    #[test]
    fn a_fix_keeps_the_caret_at_its_letter() {
        let text = "name: é\nimag: 1\nport: 2\n";
        let (from, to) = (Span { line: 2, column: 1 }, Span { line: 2, column: 5 });
        let fix = Fix { from, to, text: "image".into() };
        for (before, after) in [(3, 3), (8, 8), (10, 10), (12, 13), (20, 21)] {
            assert_eq!(moved(before, &fix, text), after, "{before}");
        }
    }
}
