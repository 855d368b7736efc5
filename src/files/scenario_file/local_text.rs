//! Texts for people in several languages, and the moment at which a scenario hands over to its reader.

use super::field::{Field, expect_map};
use crate::base::language::Language;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::manifest::node::{Node, Value};
use crate::manifest::wrong::{Wanted, Wrong};
use crate::manifest::{Code, Diagnostic};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// A text for people: in English, and in those other languages for which the file has it.
///
/// ```
/// use podlab::base::language::Language;
/// use podlab::files::scenario_file::read;
/// use podlab::ReadOptions;
///
/// let text = "{apiVersion: podlab/v1, kind: Scenario, title: {en: A large image, id: Image besar}}";
/// let title = read(text, &ReadOptions::default()).unwrap().title;
/// assert_eq!(title.in_language(Language::Indonesian), "Image besar");
/// assert_eq!(title.in_language(Language::Korean), "A large image");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalText {
    english: Text,
    translations: Vec<(Language, Text)>,
}

impl LocalText {
    /// Returns the text in a language, or in English when the file does not have it in that language.
    pub fn in_language(&self, language: Language) -> &Text {
        let found = self.translations.iter().find(|(known, _)| *known == language);
        found.map_or(&self.english, |(_, text)| text)
    }

    /// Returns the languages in which the file does not have the text.
    pub fn missing(&self) -> impl Iterator<Item = Language> + '_ {
        let has = |language: &Language| match language {
            Language::English => !self.english.is_empty(),
            Language::Indonesian | Language::Korean => {
                self.translations.iter().any(|(known, text)| known == language && !text.is_empty())
            }
        };
        Language::ALL.into_iter().filter(move |language| !has(language))
    }

    /// Returns whether the file does not have the text.
    pub fn is_empty(&self) -> bool {
        self.english.is_empty() && self.translations.is_empty()
    }

    /// Returns the text that the file has in a language; empty where it has none.
    pub fn written_in(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Indonesian | Language::Korean => {
                let found = self.translations.iter().find(|(known, _)| *known == language);
                found.map_or("", |(_, text)| text)
            }
        }
    }

    /// Puts a text in a language. An empty text takes the language away.
    pub fn write_in(&mut self, language: Language, text: impl Into<Text>) {
        let text = text.into();
        if language == Language::English {
            self.english = text;
            return;
        }
        self.translations.retain(|(known, _)| *known != language);
        if !text.is_empty() {
            self.translations.push((language, text));
            self.translations.sort_by_key(|(known, _)| *known as u8);
        }
    }

    /// Reads a string, which is English, or a map of strings by the codes of their languages.
    pub(super) fn read(node: &Node, path: &str, diagnostics: &mut Vec<Diagnostic>) -> LocalText {
        let mut read = LocalText::default();
        match &node.value {
            Value::Null => {}
            Value::Text(text) => read.english = text.clone(),
            Value::Map(entries) => {
                for entry in entries {
                    let language = Language::ALL.into_iter().find(|l| entry.key == l.code());
                    let Some(language) = language else {
                        let known = Language::ALL.map(Language::code);
                        Field { entry, diagnostics }.unknown(&format!("{path}."), &known);
                        continue;
                    };
                    match (&entry.node.value, language) {
                        (Value::Text(text), Language::English) => read.english = text.clone(),
                        (Value::Text(text), Language::Indonesian | Language::Korean) => {
                            read.translations.push((language, text.clone()));
                        }
                        _ if entry.node.is_null() => {}
                        _ => diagnostics.push(no_string(&entry.node, path, Some(language))),
                    }
                }
                if node.get("en").is_none_or(Node::is_null) {
                    diagnostics.push(missing(node, path, "en"));
                }
            }
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::List(_) => {
                diagnostics.push(no_string(node, path, None));
            }
        }
        read
    }
}

/// A text in several languages, as a lesson has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    en: Text,
    #[serde(default)]
    id: Option<Text>,
    #[serde(default)]
    ko: Option<Text>,
}

impl<'de> Deserialize<'de> for LocalText {
    /// Reads a string, which is English, or a map of strings by the codes of their languages.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LocalText, D::Error> {
        deserializer.deserialize_any(TextOrTexts)
    }
}

impl Serialize for LocalText {
    /// Writes a string, or a map of strings by the codes of their languages.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.translations.is_empty() {
            return serializer.serialize_str(&self.english);
        }
        let english = [(Language::English.code(), &self.english)];
        let others = self.translations.iter().map(|(language, text)| (language.code(), text));
        serializer.collect_map(english.into_iter().chain(others))
    }
}

struct TextOrTexts;

impl<'de> Visitor<'de> for TextOrTexts {
    type Value = LocalText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or a map with en, id and ko")
    }

    fn visit_str<E>(self, text: &str) -> Result<LocalText, E> {
        Ok(LocalText::from(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LocalText, A::Error> {
        let Texts { en, id, ko } = Texts::deserialize(MapAccessDeserializer::new(map))?;
        let others = [(Language::Indonesian, id), (Language::Korean, ko)];
        let others = others.into_iter().filter_map(|(language, text)| Some((language, text?)));
        Ok(LocalText { english: en, translations: others.collect() })
    }
}

impl<T: Into<Text>> From<T> for LocalText {
    fn from(english: T) -> LocalText {
        LocalText { english: english.into(), translations: Vec::new() }
    }
}

/// The moment at which a scenario stops on the page and hands over to its reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerTurn {
    /// The moment, from `at`.
    pub at: SimTime,
    /// What the reader is to do then, from `say`.
    pub say: LocalText,
}

impl LearnerTurn {
    /// Reads `{at: 60s, say: …}`.
    pub(super) fn read(node: &Node, diagnostics: &mut Vec<Diagnostic>) -> Option<LearnerTurn> {
        let mut turn = LearnerTurn::default();
        for entry in expect_map(node, "turn", diagnostics) {
            match entry.key.as_str() {
                "at" => {
                    turn.at = Field { entry, diagnostics }.moment("turn.at").unwrap_or_default();
                }
                "say" => turn.say = LocalText::read(&entry.node, "turn.say", diagnostics),
                _ => Field { entry, diagnostics }.unknown("turn.", &["at", "say"]),
            }
        }
        if !matches!(node.value, Value::Map(_)) {
            return None;
        }
        for key in ["at", "say"] {
            if node.get(key).is_none_or(Node::is_null) {
                diagnostics.push(missing(node, "turn", key));
            }
        }
        Some(turn)
    }
}

fn missing(node: &Node, path: &str, key: &str) -> Diagnostic {
    Diagnostic::new(Code::Invalid, node.span, Wrong::Missing).at(format!("{path}.{key}"))
}

fn no_string(node: &Node, path: &str, language: Option<Language>) -> Diagnostic {
    let message = Wrong::MustBe { wanted: Wanted::String };
    let path = language.map_or_else(|| path.to_owned(), |l| format!("{path}.{}", l.code()));
    Diagnostic::new(Code::WrongType, node.span, message).at(path).help(Wrong::Quote)
}
