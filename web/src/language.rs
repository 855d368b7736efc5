//! The language of the page: which one, and how its sentences come. English is part of the program, the others are fetched.

use crate::fetch;
use crate::mount::Mount;
use podlab_messages::{Catalog, Language};
use std::cell::Cell;
use yew::{Callback, hook, use_context};

thread_local! {
    /// The languages that were fetched, for all figures of a page.
    static FETCHED: Cell<[Option<Catalog>; Language::ALL.len()]> =
        const { Cell::new([None; Language::ALL.len()]) };
}

/// The page's languages.
#[derive(Debug)]
pub struct Languages {
    /// The one the page speaks.
    pub present: Language,
    /// The one it is to speak: another one while that is on its way.
    pub wanted: Language,
    mount: Mount,
}

impl Languages {
    /// English, and on a page what was chosen last or else what the browser asks for.
    pub fn new(mount: Mount, chosen: Option<Language>) -> Languages {
        let wanted = mount.is_page().then(|| chosen.or_else(asked_for)).flatten();
        let wanted = wanted.unwrap_or_default();
        Languages { present: Language::English, wanted, mount }
    }

    /// Asks for a language. What has to be fetched for that is told when it is there.
    pub fn want(&mut self, language: Language, tell: Callback<Result<Catalog, ()>>) {
        self.wanted = language;
        if language == Language::English || FETCHED.get()[language as usize].is_some() {
            self.show();
        } else {
            yew::platform::spawn_local(async move {
                tell.emit(fetch(language).await.ok_or(()));
            });
        }
    }

    /// Takes what was fetched for a language, and speaks it if it is still wanted. Gives false if it could not be fetched.
    pub fn take(&mut self, language: Language, fetched: Result<Catalog, ()>) -> bool {
        if let Ok(fetched) = fetched {
            let mut all = FETCHED.get();
            all[language as usize] = Some(fetched);
            FETCHED.set(all);
        }
        if self.wanted == language {
            if fetched.is_err() {
                self.wanted = self.present;
                return false;
            }
            self.show();
        }
        true
    }

    fn show(&mut self) {
        self.present = self.wanted;
        speak(self.present);
        if let Some(root) = self.mount.root() {
            let _ = root.set_attribute("lang", self.present.code());
        }
    }
}

/// Lets everything that is said from now on be in this language; several figures may speak in turn.
pub fn speak(language: Language) {
    podlab_messages::speak(FETCHED.get()[language as usize]);
}

/// Lets a component speak the language of the page or figure that it is part of, which the app provides, and draws it again when that
/// is another one. A component that says anything begins with it.
#[hook]
pub fn use_language() {
    speak(use_context::<Language>().unwrap_or_default());
}

/// The first language a person's browser asks for that the page has.
fn asked_for() -> Option<Language> {
    let asked = gloo::utils::window().navigator().languages();
    asked.iter().find_map(|code| Language::parse(&code.as_string()?))
}

/// Fetches what is said in a language.
async fn fetch(language: Language) -> Option<Catalog> {
    Catalog::read(language, fetch::text(&format!("locales/{}.txt", language.code())).await?)
}
