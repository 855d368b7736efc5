//! What the answer of a question says.

use crate::base::text::Text;
use crate::files::lesson_file::Ask;
use crate::rules::{Rule, find};
use std::fmt;

/// What the answer of a question says. Lessons have it as text; to read a text and to print what it says gives the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicted {
    /// There is no such Pod, node, change or rule.
    None,
    /// The container is not started again.
    Never,
    /// The container is started again after so many seconds, which are few enough to be counted in milliseconds.
    Seconds(u64),
    /// Nothing changes any more.
    Rests,
    /// Something goes on changing.
    Changes,
    /// So many restarts.
    Count(i64),
    /// The rule that explains it.
    Rule(Rule),
    /// A phase, a word under STATUS, or a name; also what is no answer to the question.
    Word(Text),
}

impl Predicted {
    /// Returns what a text says as the answer of a question.
    pub fn read(ask: &Ask, text: &Text) -> Predicted {
        let none = || (*text == *"none").then_some(Predicted::None);
        let read = match ask {
            Ask::NextRestart { .. } if *text == *"never" => Some(Predicted::Never),
            Ask::NextRestart { .. } => text.strip_suffix('s').and_then(seconds),
            Ask::Converges => match text.as_str() {
                "yes" => Some(Predicted::Rests),
                "no" => Some(Predicted::Changes),
                _ => None,
            },
            Ask::Restarts(_) => none().or_else(|| text.parse().ok().map(Predicted::Count)),
            Ask::Why(_) => none().or_else(|| find(text).map(Predicted::Rule)),
            Ask::Phase(_) | Ask::Status(_) | Ask::Node(_) | Ask::NextCreated | Ask::NextDeleted => {
                none()
            }
        };
        // A number with a sign or with zeros before it is never computed.
        let is_same = |read: &Predicted| read.to_string() == **text;
        read.filter(is_same).unwrap_or_else(|| Predicted::Word(text.clone()))
    }

    /// Returns the text that lessons have for it.
    pub fn text(&self) -> Text {
        match self {
            Predicted::Word(word) => word.clone(),
            Predicted::None
            | Predicted::Never
            | Predicted::Seconds(_)
            | Predicted::Rests
            | Predicted::Changes
            | Predicted::Count(_)
            | Predicted::Rule(_) => self.to_string().into(),
        }
    }

    /// Returns whether a question can have this answer. Names and words are not judged: to take STATUS for the phase is a mistake that a
    /// choice may be made for.
    pub(super) fn is_possible(&self, ask: &Ask) -> bool {
        match ask {
            Ask::Restarts(_) => {
                matches!(self, Predicted::None | Predicted::Count(0..))
            }
            Ask::NextRestart { .. } => matches!(self, Predicted::Never | Predicted::Seconds(_)),
            Ask::Converges => matches!(self, Predicted::Rests | Predicted::Changes),
            Ask::Phase(_)
            | Ask::Status(_)
            | Ask::Node(_)
            | Ask::NextCreated
            | Ask::NextDeleted
            | Ask::Why(_) => true,
        }
    }
}

fn seconds(digits: &str) -> Option<Predicted> {
    let seconds: u64 = digits.parse().ok()?;
    seconds.checked_mul(1000).map(|_| Predicted::Seconds(seconds))
}

impl fmt::Display for Predicted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Predicted::None => f.write_str("none"),
            Predicted::Never => f.write_str("never"),
            Predicted::Seconds(seconds) => write!(f, "{seconds}s"),
            Predicted::Rests => f.write_str("yes"),
            Predicted::Changes => f.write_str("no"),
            Predicted::Count(count) => write!(f, "{count}"),
            Predicted::Rule(rule) => f.write_str(rule.id()),
            Predicted::Word(word) => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restart() -> Ask {
        Ask::NextRestart { pod: "web".into(), container: "app".into() }
    }

    #[test]
    fn an_answer_is_read_by_what_is_asked() {
        let read = |ask: &Ask, text: &'static str| Predicted::read(ask, &text.into());
        assert_eq!(read(&restart(), "40s"), Predicted::Seconds(40));
        assert_eq!(read(&restart(), "never"), Predicted::Never);
        assert_eq!(read(&Ask::Converges, "yes"), Predicted::Rests);
        assert_eq!(read(&Ask::Restarts("web".into()), "3"), Predicted::Count(3));
        assert_eq!(read(&Ask::Node("web".into()), "none"), Predicted::None);
        // The Pods `40s` and `yes` are names.
        assert_eq!(read(&Ask::NextCreated, "40s"), Predicted::Word("40s".into()));
        assert_eq!(read(&Ask::Node("web".into()), "yes"), Predicted::Word("yes".into()));
    }

    #[test]
    fn what_is_read_is_printed_as_it_was() {
        let asks = [restart(), Ask::Converges, Ask::Restarts("web".into()), Ask::NextCreated];
        let texts =
            ["040s", "+40s", "40s", "18446744073709551615s", "s", "", "none", "never", "yes"];
        for ask in &asks {
            for text in texts.into_iter().chain(["no", "7", "007", "-1", "web-0"]).map(Text::from) {
                assert_eq!(Predicted::read(ask, &text).text(), text, "{ask:?}");
            }
        }
    }

    #[test]
    fn numbers_that_are_never_computed_are_no_possible_answer() {
        for (ask, right, wrong) in [
            (restart(), "40s", ["040s", "40", "18446744073709551615s"]),
            (Ask::Restarts("web".into()), "2", ["-2", "02", "two"]),
            (Ask::Converges, "no", ["none", "No", ""]),
        ] {
            let is_possible =
                |text: &'static str| Predicted::read(&ask, &text.into()).is_possible(&ask);
            assert!(is_possible(right) && !wrong.into_iter().any(is_possible), "{ask:?}");
        }
    }
}
