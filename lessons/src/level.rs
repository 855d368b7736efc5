//! How much a scene or an example state asks of its reader.

/// How much a scene asks of its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Who knows what a container is.
    Beginner,
    /// Who has run Pods.
    Intermediate,
    /// Who runs clusters.
    Advanced,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Intermediate, Level::Advanced];

    /// Returns its word in scene files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
        }
    }
}
