//! What can be chosen to be looked at: a tab, what it is about, and how much time the tracks show. Links have names for tabs and times.

/// A tab of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Why the selected change happened.
    Why,
    /// The Events.
    Events,
    /// `kubectl get pod -w`
    Watch,
    /// `kubectl describe pod`
    Describe,
    /// The Pod as YAML.
    Yaml,
    /// Lines for kubectl.
    Console,
    /// What can happen, and what was seen.
    Explore,
    /// What names resolve to.
    Dns,
    /// Claims and volumes.
    Storage,
    /// The history of the set's template.
    Revisions,
    /// The lesson that is being made.
    Lesson,
}

impl Tab {
    /// All of them, each with the name it has in links.
    pub const ALL: [(Tab, &'static str); 11] = [
        (Tab::Why, "why"),
        (Tab::Events, "events"),
        (Tab::Watch, "watch"),
        (Tab::Describe, "describe"),
        (Tab::Yaml, "yaml"),
        (Tab::Console, "console"),
        (Tab::Explore, "explore"),
        (Tab::Dns, "dns"),
        (Tab::Storage, "storage"),
        (Tab::Revisions, "revisions"),
        (Tab::Lesson, "lesson"),
    ];
}

/// What an answer or a fault is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The Pod on the stage.
    #[default]
    Pod,
    /// The set of the scene, or every Pod of it.
    Set,
}

/// How much time the tracks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// One minute.
    Minute,
    /// Ten minutes.
    TenMinutes,
    /// Everything.
    All,
}

impl Window {
    /// All of them, each with the name it has in links.
    pub const ALL: [(Window, &'static str); 3] =
        [(Window::Minute, "1m"), (Window::TenMinutes, "10m"), (Window::All, "all")];
}
