//! The language in which everything is said, chosen for each thread. English is part of the program; other languages are compiled in with
//! the feature `languages`, or read from their files.

use crate::keys::KEYS;
use crate::{file, particles};
use podlab::base::language::Language;
use podlab::files::scenario_file::LocalText;
use std::cell::Cell;
use std::fmt::{Display, Write};

/// The sentences of a language other than English.
#[derive(Clone, Copy, Debug)]
pub struct Catalog(&'static Sentences);

#[derive(Debug)]
struct Sentences {
    language: Language,
    /// The sentences in the order of `en.txt`.
    texts: Vec<&'static str>,
    /// The keys and texts of what has its English elsewhere, such as rules.
    named: Vec<(&'static str, &'static str)>,
}

impl PartialEq for Catalog {
    // What was read once is one and the same.
    fn eq(&self, other: &Catalog) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Sentences {
    fn read(language: Language, file: &'static str) -> Option<Sentences> {
        let entries = file::entries(file)?;
        let (own, named) = entries.split_at_checked(KEYS.len())?;
        let has_keys = own.iter().map(|(key, _)| key).eq(KEYS);
        let texts = own.iter().map(|(_, text)| *text).collect();
        has_keys.then(|| Sentences { language, texts, named: named.to_vec() })
    }
}

impl Catalog {
    /// Reads the sentences of a language from the text of its file; nothing unless it has the keys of `en.txt` in their order, and after
    /// them those of what has its English elsewhere. The sentences stay in memory for as long as the program runs.
    pub fn read(language: Language, file: String) -> Option<Catalog> {
        Some(Catalog(Box::leak(Box::new(Sentences::read(language, file.leak())?))))
    }

    /// Returns the sentences of a language that are part of the program; nothing for English.
    #[cfg(feature = "languages")]
    pub fn of(language: Language) -> Option<Catalog> {
        use std::sync::LazyLock;
        static INDONESIAN: LazyLock<Sentences> =
            LazyLock::new(|| built_in(Language::Indonesian, include_str!("../locales/id.txt")));
        static KOREAN: LazyLock<Sentences> =
            LazyLock::new(|| built_in(Language::Korean, include_str!("../locales/ko.txt")));
        fn built_in(language: Language, file: &'static str) -> Sentences {
            Sentences::read(language, file).expect("every language has the same keys")
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

/// Returns the language in which everything is said.
pub fn spoken() -> Language {
    CHOSEN.get().map_or(Language::English, |Catalog(chosen)| chosen.language)
}

/// Returns whether everything is said in English.
pub fn is_english() -> bool {
    spoken() == Language::English
}

/// Returns a text of a scenario in the language that is chosen, or in English when the scenario does not have it in that language.
pub fn local(text: &LocalText) -> &str {
    text.in_language(spoken())
}

/// Returns whether a scenario has a text in the language that is chosen.
pub fn has_own(text: &LocalText) -> bool {
    text.missing().all(|language| language != spoken())
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

/// Returns what something that has its English elsewhere is called in the language that is chosen: the text of a key that only other
/// languages have.
pub(crate) fn named(key: &str) -> Option<&'static str> {
    let Catalog(chosen) = CHOSEN.get()?;
    chosen.named.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{short, text};

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
        let read = Catalog::read(Language::Indonesian, INDONESIAN.to_owned()).unwrap();
        assert_eq!(said(read), said(built_in));
        assert_eq!(said(read).1, "Gate tertutup: web-0");
        assert!(read != built_in && built_in == Catalog::of(Language::Indonesian).unwrap());
    }

    #[test]
    fn a_file_with_other_keys_is_not_read() {
        let read = |file: String| Catalog::read(Language::Indonesian, file).is_some();
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
}
