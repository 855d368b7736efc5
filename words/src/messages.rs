//! Reads message files, and fills in the places of their sentences.

use std::sync::LazyLock;

/// A language of the sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Bahasa Indonesia.
    Indonesian,
    /// Korean.
    Korean,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::Indonesian, Language::Korean];

    /// Returns its code: `en`, `id` or `ko`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Indonesian => "id",
            Language::Korean => "ko",
        }
    }

    /// Returns its name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Indonesian => "Bahasa Indonesia",
            Language::Korean => "한국어",
        }
    }

    /// Returns the language with which a code or locale such as `id`, `ko-KR` or `en_US.UTF-8` begins.
    pub fn parse(code: &str) -> Option<Language> {
        let end = code.find(['-', '_', '.']).unwrap_or(code.len());
        Language::ALL.into_iter().find(|language| code[..end].eq_ignore_ascii_case(language.code()))
    }
}

/// The sentences of a language.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// The keys with their sentences. The sentences stay in the text that they were read from.
    entries: Vec<(&'static str, &'static str)>,
}

static ENGLISH: LazyLock<Messages> =
    LazyLock::new(|| Messages::built_in(include_str!("../locales/en.txt")));
#[cfg(feature = "languages")]
static INDONESIAN: LazyLock<Messages> =
    LazyLock::new(|| Messages::built_in(include_str!("../locales/id.txt")));
#[cfg(feature = "languages")]
static KOREAN: LazyLock<Messages> =
    LazyLock::new(|| Messages::built_in(include_str!("../locales/ko.txt")));

impl Messages {
    /// Returns the sentences of a language, or the English ones when the program does not contain the language.
    pub fn of(language: Language) -> &'static Messages {
        match language {
            #[cfg(feature = "languages")]
            Language::Indonesian => &INDONESIAN,
            #[cfg(feature = "languages")]
            Language::Korean => &KOREAN,
            _ => &ENGLISH,
        }
    }

    fn built_in(text: &'static str) -> Messages {
        Messages::parse(text).unwrap_or_else(|problem| panic!("a message file: {problem}"))
    }

    /// Reads a message file: lines of `key = text`. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// Returns the number of a line and what is wrong with it.
    pub fn parse(text: &'static str) -> Result<Messages, String> {
        let mut messages = Messages::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let at = index + 1;
            let Some((key, text)) = line.split_once('=') else {
                return Err(format!("line {at}: a line is `key = text`"));
            };
            let (key, text) = (key.trim(), text.trim());
            match messages.place(key) {
                Ok(_) => return Err(format!("line {at}: the key {key} stands there twice")),
                Err(place) => messages.entries.insert(place, (key, text)),
            }
        }
        Ok(messages)
    }

    fn place(&self, key: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| (*known).cmp(key))
    }

    /// Returns the sentence of a key as it is in the file.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.place(key).ok().map(|place| self.entries[place].1)
    }

    /// Returns the keys and sentences.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().copied()
    }

    /// Returns the sentence of a key with its places filled in. A place without a value stays as it is written. A key
    /// without a sentence returns the key.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|pair| pair.1);
        fill(self.get(key).unwrap_or(key), &value)
    }

    /// Returns a sentence without places.
    pub fn say(&self, key: &str) -> String {
        self.fill(key, &[])
    }
}

/// Fills in the places of a sentence. A place without a value stays as it is written.
pub fn fill<'a>(text: &str, value: &dyn Fn(&str) -> Option<&'a str>) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, tail)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        match value(name) {
            Some(value) => out.push_str(value),
            None => out.extend(["{", name, "}"]),
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// Returns the names of a sentence's places, sorted.
#[cfg(test)]
fn places(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut names: Vec<&str> = parts.filter_map(|part| Some(part.split_once('}')?.0)).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that only other languages have. Their English is stored elsewhere.
    const NAMED: [&str; 4] = ["rule.", "scene.", "group.", "title."];

    #[test]
    fn all_languages_have_the_same_keys_and_places() {
        let english = Messages::of(Language::English);
        assert!(english.iter().count() > 150);
        for language in Language::ALL {
            let messages = Messages::of(language);
            let keys = |messages: &Messages| {
                let own = |key: &&str| NAMED.iter().all(|prefix| !key.starts_with(prefix));
                messages
                    .iter()
                    .map(|(key, _)| key)
                    .filter(own)
                    .map(str::to_owned)
                    .collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(keys(messages), keys(english), "{}", language.name());
            for (key, text) in messages.iter() {
                assert!(!text.is_empty(), "{key} in {}", language.name());
                let Some(original) = english.get(key) else { continue };
                assert_eq!(places(text), places(original), "{key} in {}", language.name());
                let marks = |text: &str| text.matches('*').count();
                assert_eq!(marks(text), marks(original), "{key} in {}: names", language.name());
            }
        }
    }

    #[test]
    fn translations_are_translated() {
        let english = Messages::of(Language::English);
        for language in [Language::Indonesian, Language::Korean] {
            let same = |(key, text): &(&str, &str)| {
                text.chars().filter(|c| c.is_alphabetic()).count() > 25
                    && english.get(key) == Some(text)
            };
            let left: Vec<_> = Messages::of(language).iter().filter(same).collect();
            assert!(left.is_empty(), "not translated to {}: {left:?}", language.name());
        }
    }

    #[test]
    fn files_that_are_wrong_are_refused() {
        assert!(Messages::parse("a = b\n\n# c\nd = e = f").is_ok());
        assert_eq!(Messages::parse("a = b\nc").unwrap_err(), "line 2: a line is `key = text`");
        assert!(Messages::parse("a = b\na = c").unwrap_err().contains("twice"));
    }

    #[test]
    fn places_are_filled_in() {
        let messages = Messages::parse("a = {x} and {y}, {x}\nb = {open").unwrap();
        assert_eq!(messages.fill("a", &[("x", "{y}"), ("y", "2")]), "{y} and 2, {y}");
        assert_eq!(messages.fill("a", &[]), "{x} and {y}, {x}");
        assert_eq!((messages.say("b"), messages.say("none")), ("{open".into(), "none".into()));
    }

    #[test]
    fn locales_name_languages() {
        assert_eq!(Language::parse("ko_KR.UTF-8"), Some(Language::Korean));
        assert_eq!(Language::parse("id-ID"), Some(Language::Indonesian));
        assert_eq!((Language::parse("EN"), Language::parse("")), (Some(Language::English), None));
    }
}
