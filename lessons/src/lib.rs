//! The scenes that come with Podlab, for the page and for the program: their files, names and order.
//!
//! ```
//! let text = podlab_lessons::find("crash-loop").unwrap();
//! assert!(text.contains("en: A container that crashes"));
//! assert!(podlab_lessons::find("example-0-Never").unwrap().contains("restartPolicy: Never"));
//! ```

mod course;
pub mod examples;
mod level;
#[cfg(test)]
mod statements;

pub use course::{LESSONS, lesson};
pub use level::Level;

use std::borrow::Cow;

/// A scene: its name, and the scenario file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The name, which is `metadata.name` of the file too.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl Scene {
    /// Returns what stands behind a key of the file's first document, such as `title`.
    pub fn field(&self, key: &str) -> Option<&'static str> {
        let mut lines = self.text.lines().take_while(|line| *line != "---");
        lines.find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim()))
    }

    /// Returns a text of the file's first document in the language with this code, such as `title` in `id`.
    ///
    /// Each text of these files is a map with a line for each language. A list of scenes is made before any file is read as YAML.
    ///
    /// ```
    /// let first = podlab_lessons::SCENES[0];
    /// assert_eq!(first.text("title", "id"), Some("Pod yang berjalan biasa saja"));
    /// assert_eq!(first.text("title", "de"), None);
    /// ```
    pub fn text(&self, key: &str, language: &str) -> Option<&'static str> {
        let lines = self.text.lines().take_while(|line| *line != "---");
        let below = lines.skip_while(|line| line.strip_suffix(':') != Some(key)).skip(1);
        let mut entries = below.map_while(|line| line.strip_prefix("  ")?.split_once(": "));
        let (_, text) = entries.find(|(code, _)| *code == language)?;
        // A text that holds a colon stands in quotes.
        Some(text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text))
    }

    /// Returns its level, which every scene that comes with Podlab has.
    pub fn level(&self) -> Option<Level> {
        let word = self.field("level")?;
        Level::ALL.into_iter().find(|level| level.as_str() == word)
    }

    /// Returns how many minutes it lasts in real time, from `until`, rounded up.
    pub fn minutes(&self) -> Option<u32> {
        let seconds: u32 = self.field("until")?.parse().ok()?;
        Some(seconds.div_ceil(60))
    }

    /// Returns the kinds of its objects, in the order of the file.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let kinds = self.text.lines().filter_map(|line| line.strip_prefix("kind: "));
        kinds.filter(|kind| *kind != "Scenario")
    }
}

macro_rules! scene {
    ($name:literal) => {
        Scene { name: $name, text: include_str!(concat!("../scenes/", $name, ".yaml")) }
    };
}

/// The scenes, in the order of the picker.
pub const SCENES: [Scene; 46] = [
    scene!("runs"),
    scene!("crash-loop"),
    scene!("exit-0"),
    scene!("liveness"),
    scene!("liveness-http"),
    scene!("readiness"),
    scene!("startup"),
    scene!("readiness-gate"),
    scene!("init"),
    scene!("sidecar"),
    scene!("restart-all"),
    scene!("post-start"),
    scene!("pre-stop"),
    scene!("graceful"),
    scene!("ignores-sigterm"),
    scene!("force-delete"),
    scene!("image-slow"),
    scene!("image-missing"),
    scene!("unschedulable"),
    scene!("node-lost"),
    scene!("static-pod"),
    scene!("node-not-ready"),
    scene!("node-pressure"),
    scene!("deploy-rolling"),
    scene!("deploy-stuck"),
    scene!("deploy-or-set"),
    scene!("sts-ordered"),
    scene!("sts-parallel"),
    scene!("sts-web-0-fails"),
    scene!("sts-scale-down"),
    scene!("sts-scale-broken"),
    scene!("sts-scale-web-0-fails"),
    scene!("sts-rolling"),
    scene!("sts-canary"),
    scene!("sts-on-delete"),
    scene!("sts-broken-rollout"),
    scene!("sts-budget"),
    scene!("sts-node-lost"),
    scene!("sts-node-forced"),
    scene!("sts-node-shutdown"),
    scene!("sts-claims"),
    scene!("sts-retention"),
    scene!("sts-delete"),
    scene!("sts-scale-to-0"),
    scene!("sts-bootstrap"),
    scene!("sts-start"),
];

/// The text of a scene, or of a cell of the example states, by its name.
pub fn find(name: &str) -> Option<Cow<'static, str>> {
    let scene = SCENES.iter().find(|scene| scene.name == name);
    scene.map(|scene| Cow::Borrowed(scene.text)).or_else(|| {
        let (case, policy) = examples::named(name)?;
        Some(Cow::Owned(examples::text(case, policy)))
    })
}

/// All names that [`find`] knows.
pub fn names() -> Vec<String> {
    let scenes = SCENES.iter().map(|scene| scene.name.to_owned());
    let cells = examples::cells().map(|(case, policy)| examples::name(case, policy));
    scenes.chain(cells).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    /// Asserts that the files of a folder are these, each under its own name.
    pub(crate) fn assert_files(folder: &str, scenes: &[Scene]) {
        let files: BTreeSet<String> =
            fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")))
                .expect("there is the folder")
                .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
                .collect();
        let known: BTreeSet<String> =
            scenes.iter().map(|scene| format!("{}.yaml", scene.name)).collect();
        assert_eq!(files, known);
        for scene in scenes {
            let line = format!("metadata: {{name: {}}}", scene.name);
            assert!(scene.text.lines().any(|text| text == line), "{}", scene.name);
        }
    }

    #[test]
    fn every_file_is_a_scene_under_its_own_name() {
        assert_files("scenes", &SCENES);
    }

    #[test]
    fn every_scene_has_a_level_minutes_and_kinds() {
        for scene in SCENES {
            assert!(scene.level().is_some(), "{} has no level", scene.name);
            let minutes = scene.minutes().unwrap_or_default();
            assert!((1..=10).contains(&minutes), "{} lasts {minutes} minutes", scene.name);
            assert!(scene.kinds().count() > 0, "{} has no objects", scene.name);
        }
        for level in Level::ALL {
            let count = SCENES.iter().filter(|scene| scene.level() == Some(level)).count();
            assert!(count > 9, "{count} scenes are {}", level.as_str());
        }
        assert_eq!(SCENES[0].level(), Some(Level::Beginner), "the first scene is for everyone");
    }

    #[test]
    fn every_scene_has_its_texts_in_every_language() {
        let mut questions = BTreeSet::new();
        for scene in SCENES {
            for (key, code) in ["title", "summary", "question"]
                .into_iter()
                .flat_map(|key| ["en", "id", "ko"].map(|code| (key, code)))
            {
                let name = scene.name;
                let text = scene.text(key, code);
                let text = text.unwrap_or_else(|| panic!("{name} has no {key} in {code}"));
                assert!(!text.is_empty() && text.trim() == text, "{key} of {name} in {code}");
                let letters = text.chars().filter(|c| c.is_alphabetic()).count();
                let is_translated = code == "en" || Some(text) != scene.text(key, "en");
                assert!(is_translated || letters <= 25, "{key} of {name} in {code}");
                if key == "question" {
                    assert!(text.ends_with('?'), "{name} asks nothing in {code}: {text}");
                    assert!(questions.insert(text), "two scenes ask: {text}");
                    let words = text.split_whitespace().count();
                    assert!(words <= 20, "{name} asks {words} words in {code}");
                }
            }
        }
    }

    #[test]
    fn the_page_calls_the_example_states_the_same() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/locales/en.txt");
        let file = fs::read_to_string(file).expect("the page has sentences");
        let cases = file.lines().filter_map(|line| line.strip_prefix("case.")?.split_once(" = "));
        let titles: Vec<&str> = cases.map(|(_, title)| title).take(examples::CASES.len()).collect();
        assert_eq!(titles, examples::CASES.map(|case| case.title));
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        let names = names();
        assert_eq!(names.len(), SCENES.len() + 21);
        for name in &names {
            let text = find(name).expect("the name is known");
            assert!(text.contains(&format!("name: {name}}}")), "{name}");
        }
        for unknown in ["", "crash", "example-0-always", "example-7-Never", "example-00-Never"] {
            assert_eq!(find(unknown), None, "{unknown}");
        }
    }
}
