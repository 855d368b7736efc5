//! The language in which everything is said, chosen for each thread. English is part of the program; other languages are compiled in with
//! the feature `languages`, or read from their files.

use crate::text;
use crate::{file, particles};
use std::cell::Cell;
use std::fmt::{Display, Write};

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

/// The sentences of a language other than English.
#[derive(Clone, Copy, Debug)]
pub struct Catalog(&'static Sentences);

#[derive(Debug)]
struct Sentences {
    /// The sentences in the order of `en.txt`.
    texts: Vec<&'static str>,
    /// The keys and texts of rules and scenes, whose English stands with them.
    named: Vec<(&'static str, &'static str)>,
}

impl PartialEq for Catalog {
    // What was read once is one and the same.
    fn eq(&self, other: &Catalog) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Sentences {
    fn read(file: &'static str) -> Option<Sentences> {
        let entries = file::entries(file)?;
        let (own, named) = entries.split_at_checked(text::KEYS.len())?;
        let has_keys = own.iter().map(|(key, _)| key).eq(text::KEYS);
        let texts = own.iter().map(|(_, text)| *text).collect();
        has_keys.then(|| Sentences { texts, named: named.to_vec() })
    }
}

impl Catalog {
    /// Reads the sentences of a language from the text of its file; nothing unless it has the keys of `en.txt` in their order, and after
    /// them those of rules and scenes. The sentences stay in memory for as long as the program runs.
    pub fn read(file: String) -> Option<Catalog> {
        Some(Catalog(Box::leak(Box::new(Sentences::read(file.leak())?))))
    }

    /// Returns the sentences of a language that are part of the program; nothing for English.
    #[cfg(feature = "languages")]
    pub fn of(language: Language) -> Option<Catalog> {
        use std::sync::LazyLock;
        static INDONESIAN: LazyLock<Sentences> =
            LazyLock::new(|| built_in(include_str!("../locales/id.txt")));
        static KOREAN: LazyLock<Sentences> =
            LazyLock::new(|| built_in(include_str!("../locales/ko.txt")));
        fn built_in(file: &'static str) -> Sentences {
            Sentences::read(file).expect("every language has the same keys")
        }
        match language {
            Language::English => None,
            Language::Indonesian => Some(Catalog(&INDONESIAN)),
            Language::Korean => Some(Catalog(&KOREAN)),
        }
    }
}

thread_local! {
    /// The language that is chosen; English without.
    static CHOSEN: Cell<Option<Catalog>> = const { Cell::new(None) };
}

/// Lets everything that is said in this thread from now on be in the language of a catalog; in English without.
pub fn speak(catalog: Option<Catalog>) {
    CHOSEN.set(catalog);
}

/// Returns whether everything is said in English.
pub fn is_english() -> bool {
    CHOSEN.get().is_none()
}

/// Returns the sentence that stands at this place of the files.
pub(crate) fn sentence(place: usize, english: &'static str) -> &'static str {
    CHOSEN.get().map_or(english, |Catalog(chosen)| chosen.texts[place])
}

/// Returns the sentence that stands at this place of the files, with its places filled in by these values, and its particles chosen.
pub(crate) fn fill(place: usize, english: &'static str, values: &[&dyn Display]) -> String {
    let names = file::places(english);
    let mut rest = sentence(place, english);
    let mut out = String::new();
    while let Some((before, name, after)) = file::next_place(rest) {
        particles::push(&mut out, before);
        if let Some(value) = names.iter().position(|known| *known == name) {
            let _ = write!(out, "{}", values[value]);
        }
        rest = after;
    }
    particles::push(&mut out, rest);
    out
}

/// Returns what a rule or scene is called in the language that is chosen: the text of a key that only other languages have.
pub(crate) fn named(key: &str) -> Option<&'static str> {
    let Catalog(chosen) = CHOSEN.get()?;
    chosen.named.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::short;

    const INDONESIAN: &str = include_str!("../locales/id.txt");

    #[test]
    fn english_needs_no_catalog() {
        assert!(Catalog::of(Language::English).is_none() && is_english());
        assert_eq!(text::gate_open(), "Gate open");
    }

    #[test]
    fn a_catalog_that_is_read_says_what_the_one_in_the_program_says() {
        let said = |catalog| {
            speak(Some(catalog));
            (text::gate_open(), text::gate_shut("web-0"), short(90_000), is_english())
        };
        let built_in = Catalog::of(Language::Indonesian).unwrap();
        let read = Catalog::read(INDONESIAN.to_owned()).unwrap();
        assert_eq!(said(read), said(built_in));
        assert_eq!(said(read).1, "Gate tertutup: web-0");
        assert!(read != built_in && built_in == Catalog::of(Language::Indonesian).unwrap());
    }

    #[test]
    fn a_file_with_other_keys_is_not_read() {
        let read = |file: String| Catalog::read(file).is_some();
        assert!(read(INDONESIAN.to_owned()));
        let own = INDONESIAN.split_once("\n# Rules by id").unwrap().0;
        assert!(
            read(own.to_owned()) && !read(own.trim_end().rsplit_once('\n').unwrap().0.to_owned())
        );
        assert!(!read(INDONESIAN.replacen("gate.open = ", "gate.opened = ", 1)));
        assert!(!read(INDONESIAN.replacen("gate.open = ", "gate.open: ", 1)));
        assert!(!read("torn".to_owned()));
    }

    #[test]
    fn places_are_filled_in_by_their_names() {
        assert_eq!(text::list_and("{last}", 2), "{last} and 2");
        // The places of the translation stand in another order.
        let is_reversed = || {
            let told = text::explore_ask_before("web-0", "web-1");
            told.find("web-1").unwrap() < told.find("web-0").unwrap()
        };
        assert!(is_reversed());
        speak(Catalog::of(Language::Korean));
        assert!(!is_reversed());
        assert_eq!(file::places("{b} {{ .V }} {a} {b} {open"), ["a", "b"]);
    }

    #[test]
    fn locales_name_languages() {
        assert_eq!(Language::parse("ko_KR.UTF-8"), Some(Language::Korean));
        assert_eq!(Language::parse("id-ID"), Some(Language::Indonesian));
        assert_eq!((Language::parse("EN"), Language::parse("")), (Some(Language::English), None));
    }
}
