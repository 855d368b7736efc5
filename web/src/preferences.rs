//! What a visitor chose: the colours, the language, how long waits are drawn, and whether changes are heard. The browser keeps it for the next visit.

use crate::mount::Mount;
use crate::panes::Panes;
use crate::storage;
use crate::theme::{Contrast, Theme};
use podlab_messages::Language;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The key in the browser's storage.
const KEY: &str = "podlab-preferences";
/// The version of what is kept. SavedPreferences of another version are not read.
const VERSION: u32 = 1;

/// The choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedPreferences {
    version: u32,
    /// The colours.
    #[serde(default)]
    pub theme: Theme,
    /// How much the colours differ.
    #[serde(default, deserialize_with = "read_or_default")]
    pub contrast: Contrast,
    /// The language; none where the browser's own list of languages decides.
    #[serde(default, serialize_with = "write_language", deserialize_with = "read_language")]
    pub language: Option<Language>,
    /// How long waits are drawn.
    #[serde(default)]
    pub waits: WaitLength,
    /// What a first visitor is asked to do next.
    #[serde(default)]
    pub first_step: FirstStep,
    /// Which panes are folded, and how large they are.
    #[serde(default, deserialize_with = "read_or_default")]
    pub panes: Panes,
    /// Whether a note is played when a Pod changes.
    #[serde(default)]
    pub has_sound: bool,
}

/// What a first visitor is asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FirstStep {
    /// Lets the program of the first Pod exit.
    #[default]
    Exit,
    /// Asks why the last change happened.
    Why,
    /// Goes back in time.
    Back,
    /// Chooses a scene.
    Choose,
    /// Nothing: it is done or skipped.
    Done,
}

impl FirstStep {
    /// All of them that a visitor is asked to do, in order.
    pub const ALL: [FirstStep; 4] =
        [FirstStep::Exit, FirstStep::Why, FirstStep::Back, FirstStep::Choose];

    /// Returns its name in the styles.
    pub const fn as_str(self) -> &'static str {
        match self {
            FirstStep::Exit => "exit",
            FirstStep::Why => "why",
            FirstStep::Back => "back",
            FirstStep::Choose => "choose",
            FirstStep::Done => "done",
        }
    }
}

/// How long waits are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WaitLength {
    /// As long as they are.
    #[default]
    Full,
    /// Long waits are drawn short.
    Short,
}

impl Default for SavedPreferences {
    fn default() -> SavedPreferences {
        let (theme, waits) = (Theme::default(), WaitLength::default());
        let first_step = FirstStep::default();
        let (panes, contrast) = (Panes::default(), Contrast::default());
        SavedPreferences {
            version: VERSION,
            theme,
            contrast,
            language: None,
            waits,
            first_step,
            panes,
            has_sound: false,
        }
    }
}

impl SavedPreferences {
    /// Returns what the browser kept, or the defaults.
    pub fn load() -> SavedPreferences {
        let kept = storage::get::<SavedPreferences>(KEY);
        let mut kept = kept.filter(|kept| kept.version == VERSION).unwrap_or_default();
        // What was done in a visit before is not on the page.
        if kept.first_step != FirstStep::Done {
            kept.first_step = FirstStep::default();
        }
        kept
    }

    /// Draws the page as they say.
    pub fn apply(&self, mount: &Mount) {
        self.theme.apply(mount);
        self.contrast.apply(mount);
        self.panes.apply(mount);
    }

    /// Keeps the choices for the next visit.
    pub fn save(&self) {
        storage::set(KEY, self);
    }
}

/// Reads a choice. One that this version does not know is the usual one, and the other choices hold.
fn read_or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Writes the code of the language.
#[allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands the field over by reference"
)]
fn write_language<S: Serializer>(
    language: &Option<Language>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    language.map(Language::code).serialize(serializer)
}

/// Reads the code of a language. A language that this version does not speak is none.
fn read_language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let code = Option::<String>::deserialize(deserializer)?;
    Ok(code.and_then(|code| Language::parse(&code)))
}
