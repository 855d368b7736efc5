//! The text that is pasted or typed, and what is wrong with it.

use crate::lab::Lab;
use crate::lesson::OpenLesson;
use crate::scenes;
use podlab::ReadOptions;
use podlab::apiserver::error::ApiError;
use podlab::cluster::world::Settings;
use podlab::files::lesson_file;
use podlab::files::presentation_file;
use podlab::files::run_file::RunFile;
use podlab::files::template::with_pod;
use podlab::manifest::{Code, Complaint, Diagnostic, Fix, Severity};
use podlab::rules::release::Release;
use podlab_link::Permalink;

/// What a text is, or means to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Manifests, or a scenario with them.
    #[default]
    Manifests,
    /// A run that was saved.
    Run,
    /// A lesson.
    Lesson,
    /// A presentation.
    Presentation,
    /// A link to a place in Podlab.
    Link,
}

impl Kind {
    fn of(text: &str) -> Kind {
        if link_in(text).is_some() {
            Kind::Link
        } else if RunFile::is_one(text) {
            Kind::Run
        } else if lesson_file::is_one(text) {
            Kind::Lesson
        } else if presentation_file::is_one(text) {
            Kind::Presentation
        } else {
            Kind::Manifests
        }
    }
}

/// Returns the fragment of the link that a text is, with its `#`; none for any other text.
pub fn link_in(text: &str) -> Option<&str> {
    let text = text.trim();
    let fragment = &text[text.find("#/")?..];
    (!text.contains(char::is_whitespace) && Permalink::is_one(fragment)).then_some(fragment)
}

/// The text in the editor and what was found in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The text.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// What is wrong with it, and warnings about it.
    pub problems: Vec<Diagnostic>,
    /// What the API server said, when the text is right but refused.
    pub refusal: Option<Complaint>,
    /// The release under which it runs, when it is manifests that can run.
    pub release: Option<Release>,
}

impl Draft {
    /// A draft with that text, checked.
    pub fn new(text: String, release: Release) -> Draft {
        let mut draft = Draft { text, ..Draft::default() };
        if !draft.text.trim().is_empty() {
            draft.kind = Kind::of(&draft.text);
            draft.problems = match draft.kind {
                // What is wrong with a link is told when it is followed.
                Kind::Link => Vec::new(),
                Kind::Run => RunFile::read(&draft.text).err().unwrap_or_default(),
                Kind::Lesson => OpenLesson::read(&draft.text, None).err().unwrap_or_default(),
                Kind::Presentation => {
                    let read = presentation_file::read(&draft.text, &ReadOptions::default());
                    read.err().unwrap_or_default()
                }
                Kind::Manifests => match scenes::read(&draft.text, release) {
                    Ok((scene, warnings)) => {
                        draft.release = Some(scene.release.unwrap_or(release));
                        warnings
                    }
                    Err(mistakes) => mistakes,
                },
            };
        }
        draft
    }

    /// The lab that the text describes, or how the API server refuses it; none when something is wrong with the text.
    ///
    /// # Errors
    ///
    /// The result is an error when the API server refuses what the text begins with.
    pub fn lab(&self, settings: &Settings) -> Option<Result<Lab, ApiError>> {
        if self.kind == Kind::Run {
            return Some(Lab::of_file(&RunFile::read(&self.text).ok()?));
        }
        let scene = scenes::from_text(&self.text, settings.release).ok()?;
        let settings = scene.settings(settings.clone());
        Some(Lab::open(scene, settings))
    }

    /// Whether it can be run.
    pub fn is_right(&self) -> bool {
        !self.has_mistakes() && !self.text.trim().is_empty()
    }

    /// Whether something is wrong with it. Warnings are no mistakes.
    pub fn has_mistakes(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }

    /// What puts a problem right, when that is certain.
    pub fn fix(&self, problem: &Diagnostic) -> Option<Fix> {
        Fix::of(problem, &self.text)
    }

    /// The text with the Pod in it that the template of an object describes, when a warning is about an object with a template
    /// and the Pod is not there.
    pub fn with_template(&self, warning: &Diagnostic) -> Option<String> {
        let is_one = self.kind == Kind::Manifests && warning.code == Code::NotRun;
        is_one.then(|| with_pod(&self.text, warning.span))?
    }

    /// The text with a problem put right.
    pub fn corrected(&self, problem: usize) -> Option<String> {
        Some(self.fix(self.problems.get(problem)?)?.applied(&self.text))
    }
}
