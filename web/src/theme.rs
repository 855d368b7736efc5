//! Light, dark, or as the system has it; and with how much contrast.

use crate::mount::{self, Mount};
use podlab_messages::text;
use serde::{Deserialize, Serialize};

/// The colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl Theme {
    /// All themes, in the order of the switch.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// The value of the attribute `data-theme`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The word for it in the page's language.
    pub fn word(self) -> &'static str {
        match self {
            Theme::Auto => text::theme_auto(),
            Theme::Light => text::theme_light(),
            Theme::Dark => text::theme_dark(),
        }
    }

    /// The symbol for it.
    pub const fn icon(self) -> &'static str {
        match self {
            Theme::Auto => "#i-auto",
            Theme::Light => "#i-light",
            Theme::Dark => "#i-dark",
        }
    }

    /// Whether the page is dark in it. For `Auto` the system decides.
    pub fn is_dark(self) -> bool {
        match self {
            Theme::Auto => mount::prefers_dark(),
            Theme::Light => false,
            Theme::Dark => true,
        }
    }

    /// Shows it.
    pub fn apply(self, mount: &Mount) {
        let Some(root) = mount.root() else { return };
        let _ = match self {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => root.set_attribute("data-theme", self.as_str()),
        };
    }
}

/// How much the colours differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Contrast {
    /// As the system has it.
    #[default]
    Auto,
    /// As much as they can, with stronger lines.
    High,
}

impl Contrast {
    /// Returns the other one.
    pub const fn other(self) -> Contrast {
        match self {
            Contrast::Auto => Contrast::High,
            Contrast::High => Contrast::Auto,
        }
    }

    /// Shows it.
    pub fn apply(self, mount: &Mount) {
        let Some(root) = mount.root() else { return };
        let _ = match self {
            Contrast::Auto => root.remove_attribute("data-contrast"),
            Contrast::High => root.set_attribute("data-contrast", "high"),
        };
    }
}
