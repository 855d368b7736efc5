//! The Kubernetes releases that Podlab models.

use serde::{Deserialize, Serialize};

/// A Kubernetes release whose behaviour Podlab models.
///
/// Releases are not ordered and not compared by number. A [`Feature`](crate::rules::Feature) stands for each difference between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Release {
    /// 1.20, as in the recorded clusters.
    V1_20,
    /// 1.28, as in the recorded clusters.
    V1_28,
    /// The newest behaviour in the rule book, about 1.36.
    #[default]
    Current,
}

impl Release {
    /// All releases, oldest first.
    pub const ALL: [Release; 3] = [Release::V1_20, Release::V1_28, Release::Current];

    /// Returns the name that people type: `1.20`, `1.28` or `current`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Release::V1_20 => "1.20",
            Release::V1_28 => "1.28",
            Release::Current => "current",
        }
    }

    /// Returns the number of the release, which means the same when another release is the newest one: `1.36`.
    pub const fn number(self) -> &'static str {
        match self {
            Release::V1_20 => "1.20",
            Release::V1_28 => "1.28",
            Release::Current => "1.36",
        }
    }

    /// Returns the version that the components of this release report.
    pub(crate) const fn version(self) -> &'static str {
        match self {
            Release::V1_20 => "v1.20.2",
            Release::V1_28 => "v1.28.0",
            Release::Current => "v1.36.0",
        }
    }

    /// Returns the release with this name. `v1.28.0` and `1.28` mean the same, and so do `current` and `1.36`.
    pub fn parse(text: &str) -> Option<Release> {
        let text = text.strip_prefix('v').unwrap_or(text);
        match text {
            "current" | "1.36" => Some(Release::Current),
            _ if text.starts_with("1.36.") => Some(Release::Current),
            _ if text == "1.20" || text.starts_with("1.20.") => Some(Release::V1_20),
            _ if text == "1.28" || text.starts_with("1.28.") => Some(Release::V1_28),
            _ => None,
        }
    }
}

impl TryFrom<String> for Release {
    type Error = String;

    fn try_from(name: String) -> Result<Release, String> {
        let known = Release::ALL.map(Release::as_str).join(", ");
        Release::parse(&name)
            .ok_or_else(|| format!("there is no release {name}: it is one of {known}"))
    }
}

impl From<Release> for &'static str {
    fn from(release: Release) -> Self {
        release.as_str()
    }
}
