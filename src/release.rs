//! What differs between Kubernetes releases, in one place.

use serde::{Deserialize, Serialize};

/// A Kubernetes release whose behaviour Podlab models.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Release {
    /// 1.20, as recorded.
    V1_20,
    /// 1.28, as recorded.
    V1_28,
    /// The newest rules of the rule book, about 1.36.
    #[default]
    Current,
}

impl Release {
    /// All releases, oldest first.
    pub const ALL: [Release; 3] = [Release::V1_20, Release::V1_28, Release::Current];

    /// The name people type: `1.20`, `1.28` or `current`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Release::V1_20 => "1.20",
            Release::V1_28 => "1.28",
            Release::Current => "current",
        }
    }

    /// The version its components tell.
    pub const fn version(self) -> &'static str {
        match self {
            Release::V1_20 => "v1.20.2",
            Release::V1_28 => "v1.28.0",
            Release::Current => "v1.36.0",
        }
    }

    /// The release of that name; `v1.28.0` and `1.28` mean the same.
    pub fn parse(text: &str) -> Option<Release> {
        let text = text.strip_prefix('v').unwrap_or(text);
        match text {
            "current" => Some(Release::Current),
            _ if text == "1.20" || text.starts_with("1.20.") => Some(Release::V1_20),
            _ if text == "1.28" || text.starts_with("1.28.") => Some(Release::V1_28),
            _ => None,
        }
    }

    /// The minor version: 20, 28 or 36.
    pub const fn minor(self) -> u32 {
        match self {
            Release::V1_20 => 20,
            Release::V1_28 => 28,
            Release::Current => 36,
        }
    }

    /// Whether the release has what came with the minor version `minor`.
    pub const fn has(self, minor: u32) -> bool {
        self.minor() >= minor
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

/// What can be switched on and off in a release. All is off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct Gates {
    /// `MaxUnavailableStatefulSet`: rolling updates of StatefulSets may take several Pods at once. Rule S-70.
    pub max_unavailable_stateful_set: bool,
    /// `ReduceDefaultCrashLoopBackOffDecay`: restarts are held back for 1 s at first and 60 s at most. From 1.33. Rule P-414.
    pub reduce_default_crash_loop_back_off_decay: bool,
    /// `ContainerStopSignals`: containers may say by which signal they are stopped. From 1.33. Rule P-807.
    pub container_stop_signals: bool,
}

impl Gates {
    /// The names of all of them.
    pub const NAMES: [&str; 3] =
        ["MaxUnavailableStatefulSet", "ReduceDefaultCrashLoopBackOffDecay", "ContainerStopSignals"];

    /// The gate of that name, to switch it.
    pub fn named(&mut self, name: &str) -> Option<&mut bool> {
        match Gates::NAMES.iter().position(|known| *known == name)? {
            0 => Some(&mut self.max_unavailable_stateful_set),
            1 => Some(&mut self.reduce_default_crash_loop_back_off_decay),
            _ => Some(&mut self.container_stop_signals),
        }
    }
}
