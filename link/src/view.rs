//! What a link shows of a run: `at=90s&panel=events`. Each key occurs once. A link holds only what differs from how the
//! page opens a scene.

use crate::LinkError;
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};
use podlab_messages::Language;

/// The latest moment that a link may lead to: ten years, which is the longest run.
pub const LATEST: SimTime = SimTime::from_seconds(10 * 365 * 24 * 3600);
/// The most characters of a value.
const MOST_CHARS: usize = 300;

/// What a link shows of a run. The author of the link wrote the names of panels and Pods; the page checks whether it
/// has them.
///
/// ```
/// use podlab_link::{View, LinkError};
///
/// # fn main() -> Result<(), LinkError> {
/// let view = View::read("panel=events&at=90250ms&play=10")?;
/// assert_eq!(view.at.map(|at| at.to_string()).as_deref(), Some("90.250"));
/// assert_eq!(view.write(), "at=90250ms&panel=events&play=10");
/// assert_eq!(View::read("play=0"), Err(LinkError::option("play", "0")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The moment, `at=90s`. Without it, a scene opens at the moment that its file says, and a run at the one where it was left.
    pub at: Option<SimTime>,
    /// The release of a scene, `release=1.28`. A run has its own.
    pub release: Option<Release>,
    /// How random waits of a scene are drawn, `jitter=zero`.
    pub jitter: Option<Jitter>,
    /// Whether a scene runs with the feature gate `MaxUnavailableStatefulSet`, `gate=MaxUnavailableStatefulSet`.
    pub max_unavailable: bool,
    /// The language, `lang=id`. Without it, the reader's own language is used.
    pub language: Option<Language>,
    /// The name of a panel, `panel=events`.
    pub panel: Option<String>,
    /// The Pod of a set that is on the stage, `pod=web-1`.
    pub pod: Option<String>,
    /// Whether the answers are about the Pod and not about its set, `of=pod`.
    pub of_pod: bool,
    /// The number of the change that is selected, `change=12`.
    pub change: Option<u64>,
    /// How much time the tracks show, `window=10m`.
    pub window: Option<String>,
    /// Whether time passes, and how many times faster than real time, `play=10`.
    pub play: Option<u32>,
    /// What is compared, `compare=restartPolicy&values=Always,Never`.
    pub compared: Option<Compared>,
    /// Whether it is shown to a room, `present=yes`.
    pub presents: bool,
    /// Whether it asks what happens next, `quiz=yes`.
    pub quizzes: bool,
    /// The seed that chooses the variant of a lesson, `seed=7`. In a class the number of the learner is added.
    pub seed: Option<u64>,
    /// The word of the class that works through the lesson, `class=otter`.
    pub class: Option<String>,
}

/// What is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// `branches`, or the aspect that varies, as in `podlab compare --vary`.
    pub what: String,
    /// The values, or the numbers of the branches, separated by commas.
    pub values: String,
}

const JITTERS: [(&str, Jitter); 2] = [("middle", Jitter::Middle), ("zero", Jitter::Zero)];
const GATE: &str = "MaxUnavailableStatefulSet";
const OF_POD: &str = "pod";
const YES: &str = "yes";

impl View {
    /// Reads the view that a query describes.
    ///
    /// # Errors
    ///
    /// Returns [`LinkError::Option`] with the first key and value that are not understood.
    pub fn read(query: &str) -> Result<View, LinkError> {
        let mut view = View::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decoded(value).filter(|value| value.chars().count() <= MOST_CHARS);
            let value = value.ok_or_else(|| LinkError::option(key, pair))?;
            view.set(key, &value).ok_or_else(|| LinkError::option(key, &value))?;
        }
        Ok(view)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match key {
            "at" => self.at = Some(SimTime(duration::parse(value)?)).filter(|at| *at <= LATEST),
            "release" => self.release = Some(Release::parse(value)?),
            "jitter" => {
                let found = JITTERS.iter().find(|(word, _)| *word == value);
                self.jitter = Some(found?.1);
            }
            "gate" if value == GATE => self.max_unavailable = true,
            "lang" => {
                let found = Language::ALL.into_iter().find(|language| language.code() == value);
                self.language = Some(found?);
            }
            "panel" => self.panel = Some(text()?),
            "pod" => self.pod = Some(text()?),
            "of" if value == OF_POD => self.of_pod = true,
            "change" => self.change = Some(value.parse().ok()?),
            "window" => self.window = Some(text()?),
            "play" => self.play = Some(value.parse().ok().filter(|speed| *speed > 0)?),
            "present" if value == YES => self.presents = true,
            "quiz" if value == YES => self.quizzes = true,
            "seed" => self.seed = Some(value.parse().ok()?),
            "class" => self.class = Some(text()?),
            "compare" => self.compared.get_or_insert_default().what = text()?,
            "values" => self.compared.get_or_insert_default().values = text()?,
            _ => return None,
        }
        // There is no moment after the latest one.
        (key != "at" || self.at.is_some()).then_some(())
    }

    /// Writes the query that describes the view.
    pub fn write(&self) -> String {
        let mut query = String::new();
        let mut add = |key: &str, value: &str| {
            let separator = if query.is_empty() { "" } else { "&" };
            query.extend([separator, key, "=", &encoded(value)]);
        };
        if let Some(at) = self.at {
            add("at", &moment(at));
        }
        if let Some(release) = self.release {
            add("release", release.as_str());
        }
        if let Some((word, _)) = JITTERS.iter().find(|(_, jitter)| Some(*jitter) == self.jitter) {
            add("jitter", word);
        }
        if self.max_unavailable {
            add("gate", GATE);
        }
        if let Some(language) = self.language {
            add("lang", language.code());
        }
        if let Some(panel) = &self.panel {
            add("panel", panel);
        }
        if let Some(pod) = &self.pod {
            add("pod", pod);
        }
        if self.of_pod {
            add("of", OF_POD);
        }
        if let Some(change) = self.change {
            add("change", &change.to_string());
        }
        if let Some(window) = &self.window {
            add("window", window);
        }
        if let Some(speed) = self.play {
            add("play", &speed.to_string());
        }
        if let Some(compared) = &self.compared {
            add("compare", &compared.what);
            if !compared.values.is_empty() {
                add("values", &compared.values);
            }
        }
        if self.presents {
            add("present", YES);
        }
        if self.quizzes {
            add("quiz", YES);
        }
        if let Some(seed) = self.seed {
            add("seed", &seed.to_string());
        }
        if let Some(class) = &self.class {
            add("class", class);
        }
        query
    }

    /// Returns the settings of a scene that opens in this release unless the view names another.
    pub fn settings(&self, own: Release) -> Settings {
        let gates = if self.max_unavailable {
            Gates::default().with(Feature::MaxUnavailableStatefulSet)
        } else {
            Gates::default()
        };
        Settings {
            release: self.release.unwrap_or(own),
            jitter: self.jitter.unwrap_or_default(),
            gates,
            ..Settings::default()
        }
    }

    /// Returns the settings of a scene as a view, or `None` when a view cannot express them. A release that is not the one in which
    /// the scene opens is part of the view.
    pub fn of_settings(settings: &Settings, own: Option<Release>) -> Option<View> {
        let view = View {
            release: Some(settings.release).filter(|release| Some(*release) != own),
            jitter: Some(settings.jitter).filter(|jitter| *jitter != Jitter::default()),
            max_unavailable: settings.gates.is_enabled(Feature::MaxUnavailableStatefulSet),
            ..View::default()
        };
        (view.settings(settings.release) == *settings).then_some(view)
    }

    /// Returns this view. Where it says nothing, `other` counts.
    #[must_use]
    pub fn or(self, other: View) -> View {
        View {
            at: self.at.or(other.at),
            release: self.release.or(other.release),
            jitter: self.jitter.or(other.jitter),
            max_unavailable: self.max_unavailable || other.max_unavailable,
            language: self.language.or(other.language),
            panel: self.panel.or(other.panel),
            pod: self.pod.or(other.pod),
            of_pod: self.of_pod || other.of_pod,
            change: self.change.or(other.change),
            window: self.window.or(other.window),
            play: self.play.or(other.play),
            compared: self.compared.or(other.compared),
            presents: self.presents || other.presents,
            quizzes: self.quizzes || other.quizzes,
            seed: self.seed.or(other.seed),
            class: self.class.or(other.class),
        }
    }
}

/// Writes a moment as links do: `90s`, or `90250ms` when it is not a whole second.
pub(crate) fn moment(at: SimTime) -> String {
    if at.0.is_multiple_of(1000) { format!("{}s", at.0 / 1000) } else { format!("{}ms", at.0) }
}

/// Escapes every character of a value that an address, a Markdown link or a shell could misread.
fn encoded(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._,/:".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// Returns a text in which each `%41` is replaced by `A`, or `None` when the result is not UTF-8 or a code is not
/// hexadecimal.
pub(crate) fn decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push(if byte == b'%' { (digit()? * 16 + digit()?) as u8 } else { byte });
    }
    String::from_utf8(bytes).ok()
}
