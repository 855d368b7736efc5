//! Where a link leads.

use crate::limits::MOST_CHARS;
use crate::view::decoded;
use crate::{LinkError, Packed, View};
use podlab::base::time::SimTime;
use podlab::files::presentation_file::Opens;

/// A link: where it leads, and what is shown there.
#[derive(Clone, Debug, PartialEq)]
pub struct Permalink {
    /// Where it leads.
    pub target: LinkTarget,
    /// What is shown there.
    pub view: View,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkTarget {
    /// A scene of the picker, by its name.
    Scene(String),
    /// A cell of the example states: the name of the case and the restart policy.
    Example(String, String),
    /// A run that the link itself holds.
    Run(Packed),
    /// A lesson that comes with Podlab, by its name.
    Lesson(String),
    /// A lesson that the link itself holds.
    OwnLesson(Packed),
    /// A presentation that the link itself holds.
    Presentation(Packed),
}

impl LinkTarget {
    /// Returns what the link itself holds; none for what comes with Podlab.
    pub const fn packed(&self) -> Option<&Packed> {
        match self {
            LinkTarget::Run(packed)
            | LinkTarget::OwnLesson(packed)
            | LinkTarget::Presentation(packed) => Some(packed),
            LinkTarget::Scene(_) | LinkTarget::Example(..) | LinkTarget::Lesson(_) => None,
        }
    }
}

impl Permalink {
    /// Returns whether a fragment is a link, and not a place within the page.
    pub fn is_one(fragment: &str) -> bool {
        fragment.starts_with("#/")
    }

    /// Reads a fragment, with its `#`.
    ///
    /// # Errors
    ///
    /// Returns why the link cannot be opened.
    ///
    /// ```
    /// use podlab_link::Permalink;
    ///
    /// let wrong = Permalink::parse("#/scene/crash-loop?at=soon").unwrap_err();
    /// assert_eq!(wrong.to_string(), "the link says at=soon, which means nothing");
    /// let wrong = Permalink::parse("#/run/v9.00000000.AA").unwrap_err();
    /// assert_eq!(wrong.to_string(), "the link is of version 9; this Podlab reads version 1");
    /// ```
    pub fn parse(fragment: &str) -> Result<Permalink, LinkError> {
        let chars = fragment.chars().count();
        if chars > MOST_CHARS {
            return Err(LinkError::TooLong(chars));
        }
        let rest = fragment.strip_prefix("#/").ok_or_else(|| LinkError::unknown(fragment))?;
        // Some programs write the question mark as %3F when they pass a link on.
        let whole = if rest.contains('?') {
            rest.to_owned()
        } else {
            decoded(rest).ok_or(LinkError::Damaged)?
        };
        let (path, query) = whole.split_once('?').unwrap_or((&whole, ""));
        let path = decoded(path).ok_or(LinkError::Damaged)?;
        let words: Vec<&str> = path.split('/').collect();
        let target = match words[..] {
            ["scene", name] if is_name(name) => LinkTarget::Scene(name.to_owned()),
            ["example", case, policy] if is_name(case) && is_name(policy) => {
                LinkTarget::Example(case.to_owned(), policy.to_owned())
            }
            ["run", data] => LinkTarget::Run(Packed::read(data)?),
            ["lesson", name] if is_name(name) => LinkTarget::Lesson(name.to_owned()),
            // No name has a dot, and what is packed has two.
            ["lesson", data] if data.contains('.') => LinkTarget::OwnLesson(Packed::read(data)?),
            ["present", data] => LinkTarget::Presentation(Packed::read(data)?),
            _ => return Err(LinkError::unknown(&path)),
        };
        Ok(Permalink { target, view: View::read(query)? })
    }

    /// Returns where a move of a presentation leads, at a moment if it names one.
    ///
    /// # Errors
    ///
    /// Returns why a link in it cannot be opened: also one to a presentation or to runs that are compared, which a move cannot show.
    pub fn of_move(opens: &Opens, at: Option<SimTime>) -> Result<Permalink, LinkError> {
        let view = View { at, ..View::default() };
        let target = match opens {
            Opens::Lesson(name) => LinkTarget::Lesson(name.to_string()),
            Opens::Scene(name) => match name.split('/').collect::<Vec<_>>()[..] {
                ["example", case, policy] => {
                    LinkTarget::Example(case.to_owned(), policy.to_owned())
                }
                _ => LinkTarget::Scene(name.to_string()),
            },
            Opens::Link(link) => {
                let link = Permalink::parse(link)?;
                if link.view.compared.is_some()
                    || matches!(link.target, LinkTarget::Presentation(_))
                {
                    return Err(LinkError::unknown(&link.fragment()));
                }
                return Ok(Permalink { view: view.or(link.view), ..link });
            }
        };
        Ok(Permalink { target, view })
    }

    /// Writes the fragment, with its `#`.
    pub fn fragment(&self) -> String {
        let target = match &self.target {
            LinkTarget::Scene(name) => format!("scene/{name}"),
            LinkTarget::Example(case, policy) => format!("example/{case}/{policy}"),
            LinkTarget::Run(packed) => format!("run/{}", packed.write()),
            LinkTarget::Lesson(name) => format!("lesson/{name}"),
            LinkTarget::OwnLesson(packed) => format!("lesson/{}", packed.write()),
            LinkTarget::Presentation(packed) => format!("present/{}", packed.write()),
        };
        let view = self.view.write();
        format!("#/{target}{}{view}", if view.is_empty() { "" } else { "?" })
    }
}

/// Returns whether the text may be the name of a scene, a case or a policy.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
}
