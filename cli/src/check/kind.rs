//! Which files are Podlab's.

use podlab::manifest::node::Node;
use podlab::manifest::yaml;

/// What a file of Podlab holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Lesson,
    Presentation,
    Scene,
}

impl Kind {
    /// All of them, in the order in which they are counted.
    pub(super) const ALL: [Kind; 3] = [Kind::Lesson, Kind::Presentation, Kind::Scene];

    /// Returns the word for one of them.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Lesson => "lesson",
            Kind::Presentation => "presentation",
            Kind::Scene => "scene",
        }
    }

    /// Returns what a file is meant for; `None` when it is none of Podlab's. Of a text that is no YAML the lines say it.
    pub(super) fn of(text: &str) -> Option<Kind> {
        match yaml::parse(text) {
            Ok(documents) => {
                let field = |node: &Node, key: &str| {
                    node.get(key).and_then(Node::as_text).map(ToString::to_string)
                };
                documents.iter().find_map(|document| {
                    let kind = field(document, "kind");
                    Kind::named(kind.as_deref(), field(document, "apiVersion").as_deref())
                })
            }
            Err(_) => Kind::named(value(text, "kind"), value(text, "apiVersion")),
        }
    }

    /// Returns what a document with these fields is. A lesson can lack its version. A document of Podlab with another kind is a lesson,
    /// as it has a mistake in its kind.
    fn named(kind: Option<&str>, version: Option<&str>) -> Option<Kind> {
        let is_own = version.is_some_and(|version| version.starts_with("podlab/"));
        match kind {
            Some("Lesson") => Some(Kind::Lesson),
            Some("Scenario") if is_own => Some(Kind::Scene),
            Some(kind) if is_own && kind.starts_with("Presentation") => Some(Kind::Presentation),
            Some(_) | None => is_own.then_some(Kind::Lesson),
        }
    }
}

/// Returns the value of the first line with that key, in YAML or in JSON.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let around = ['"', '\'', '{', '}', ',', ' ', '\t'];
    text.lines().find_map(|line| {
        let (name, value) = line.split(" #").next()?.split_once(':')?;
        (name.trim_matches(around) == key).then(|| value.trim_matches(around))
    })
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn a_file_is_known_by_its_fields_and_not_by_its_lines() {
        let of = Kind::of;
        let scene = "{apiVersion: podlab/v1, kind: Scenario, metadata: {name: one}}";
        assert_eq!(of(scene), Some(Kind::Scene), "on one line");
        assert_eq!(of(r#"{"kind": "Scenario", "apiVersion": "podlab/v1"}"#), Some(Kind::Scene));
        let told = "# kind: Lesson\napiVersion: podlab/v1\nkind: Scenario\n";
        assert_eq!(of(told), Some(Kind::Scene), "a comment says nothing");
        let listed = "apiVersion: podlab/v1\nkind: Scenario\ngroup: >-\n  kind: Lesson\n";
        assert_eq!(of(listed), Some(Kind::Scene), "a text says nothing");
        assert_eq!(of("apiVersion: podlab/v1\nkind: Presentation\n"), Some(Kind::Presentation));
        assert_eq!(of("kind: Lesson\n"), Some(Kind::Lesson));
        assert_eq!(of("apiVersion: podlab/v1\nkind: Lessen\n"), Some(Kind::Lesson));
        assert_eq!(of("apiVersion: v1\nkind: Pod\n"), None);
        assert_eq!(of("apiVersion: v1\nkind: Pod\n---\nkind: Lesson\n"), Some(Kind::Lesson));
        let broken = "apiVersion: podlab/v1 # ours\nkind: \"Scenario\"\n\tnodes: 1\n";
        assert_eq!(of(broken), Some(Kind::Scene), "it is no YAML");
        let broken = "{\n  \"apiVersion\": \"podlab/v1\",\n  \"kind\": \"Lesson\",\n";
        assert_eq!(of(broken), Some(Kind::Lesson), "it is no JSON");
    }
}
