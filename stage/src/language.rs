//! The language in which everything is said, chosen for each thread. English is part of the program; the sentences of other languages are
//! compiled in with the feature `languages`, or read from files.

use crate::sentences;
use podlab_words::{Language, Messages};
use std::cell::Cell;

thread_local! {
    /// What the engine says, in the language that is chosen; English without.
    static MESSAGES: Cell<Option<&'static Messages>> = const { Cell::new(None) };
}

/// The sentences of a language other than English: those of the engine and those of the stage and the page.
#[derive(Clone, Copy, Debug)]
pub struct Catalog {
    messages: &'static Messages,
    texts: &'static [&'static str],
}

impl PartialEq for Catalog {
    // What was read once is one and the same.
    fn eq(&self, other: &Catalog) -> bool {
        std::ptr::eq(self.messages, other.messages)
    }
}

impl Catalog {
    /// Reads the sentences of a language from the texts of its two files; nothing unless they have the keys of the English ones. The
    /// sentences stay in memory for as long as the program runs.
    pub fn read(page: String, engine: String) -> Option<Catalog> {
        let page: &'static str = Box::leak(page.into());
        Some(Catalog {
            messages: Box::leak(Box::new(Messages::parse(engine.leak()).ok()?)),
            texts: sentences::read(page)?.leak(),
        })
    }

    /// Returns the sentences of a language that are part of the program; nothing for English.
    #[cfg(feature = "languages")]
    pub fn of(language: Language) -> Option<Catalog> {
        static READ: [std::sync::OnceLock<Vec<&'static str>>; 2] =
            [std::sync::OnceLock::new(), std::sync::OnceLock::new()];
        let read = |text| move || sentences::read(text).expect("every language has the same keys");
        let texts = match language {
            Language::English => return None,
            Language::Indonesian => READ[0].get_or_init(read(include_str!("../locales/id.txt"))),
            Language::Korean => READ[1].get_or_init(read(include_str!("../locales/ko.txt"))),
        };
        Some(Catalog { messages: Messages::of(language), texts })
    }
}

/// Lets everything that is said in this thread from now on be in the language of a catalog; in English without.
pub fn speak(catalog: Option<Catalog>) {
    MESSAGES.set(catalog.map(|catalog| catalog.messages));
    sentences::choose(catalog.map(|catalog| catalog.texts));
}

/// Returns whether everything is said in English.
pub fn is_english() -> bool {
    MESSAGES.get().is_none()
}

/// Returns the engine's sentences in the language that is chosen.
pub fn messages() -> &'static Messages {
    MESSAGES.get().unwrap_or_else(|| Messages::of(Language::English))
}
