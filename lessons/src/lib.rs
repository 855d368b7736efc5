//! The scenes that come with Podlab, for the page and for the program: their files, names and order.
//!
//! ```
//! let text = podlab_lessons::find("crash-loop").unwrap();
//! assert!(text.contains("en: A container that crashes"));
//! assert!(podlab_lessons::find("example-0-Never").unwrap().contains("restartPolicy: Never"));
//! ```

pub mod examples;

use std::borrow::Cow;

/// A scene: its name, and the scenario file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The name, which is `metadata.name` of the file too.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

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

macro_rules! lesson {
    ($name:literal) => {
        Scene { name: $name, text: include_str!(concat!("../lessons/", $name, ".yaml")) }
    };
}

/// The lessons, in the order of the course.
pub const LESSONS: [Scene; 72] = [
    lesson!("pending-to-succeeded"),
    lesson!("conditions-in-order"),
    lesson!("container-states"),
    lesson!("init-containers"),
    lesson!("sidecar-and-task"),
    lesson!("image-not-found"),
    lesson!("stays-on-its-node"),
    lesson!("phase-and-status"),
    lesson!("restart-in-place"),
    lesson!("running-not-ready"),
    lesson!("terminating"),
    lesson!("one-of-two-finished"),
    lesson!("sidecar-and-completion"),
    lesson!("finish-as-succeeded"),
    lesson!("open-the-gate"),
    lesson!("three-restart-policies"),
    lesson!("back-off-grows"),
    lesson!("liveness-restarts"),
    lesson!("readiness-takes-out"),
    lesson!("slow-start"),
    lesson!("sigterm-then-sigkill"),
    lesson!("two-hooks"),
    lesson!("exit-0"),
    lesson!("exit-code-137"),
    lesson!("readiness-or-liveness"),
    lesson!("back-off-numbers"),
    lesson!("liveness-asks-the-database"),
    lesson!("liveness-does-not-wait"),
    lesson!("startup-probe-restarts"),
    lesson!("three-in-a-row"),
    lesson!("no-more-back-off"),
    lesson!("survive-slow-start"),
    lesson!("one-after-the-other"),
    lesson!("highest-first"),
    lesson!("same-name-again"),
    lesson!("name-needs-ready"),
    lesson!("parallel"),
    lesson!("start-ordinal"),
    lesson!("claims-stay"),
    lesson!("delete-has-no-order"),
    lesson!("scale-down-hangs"),
    lesson!("volumes-stay"),
    lesson!("waits-for-web-0"),
    lesson!("peers-before-ready"),
    lesson!("stuck-scale-down"),
    lesson!("fresh-disk"),
    lesson!("stuck-deployment"),
    lesson!("update-from-the-top"),
    lesson!("canary"),
    lesson!("on-delete"),
    lesson!("recreate"),
    lesson!("room-for-one-more"),
    lesson!("ready-or-available"),
    lesson!("parallel-updates"),
    lesson!("partition-sign"),
    lesson!("broken-rollout"),
    lesson!("ready-is-not-available"),
    lesson!("back-to-revision-1"),
    lesson!("only-the-highest"),
    lesson!("surge-by-hand"),
    lesson!("room-on-one-node"),
    lesson!("drain-waits"),
    lesson!("killed-or-evicted"),
    lesson!("silent-node"),
    lesson!("volume-pins-pod"),
    lesson!("at-most-one"),
    lesson!("force-delete-twins"),
    lesson!("failed-pod-comes-back"),
    lesson!("terminating-for-ever"),
    lesson!("drain-two-ready"),
    lesson!("make-room-by-priority"),
    lesson!("three-on-one-node"),
];

/// The list of the lessons, with what is shown of them before they are read.
pub const COURSE: &str = include_str!("../course.yaml");

/// Returns the text of the lesson with this name.
///
/// ```
/// assert!(podlab_lessons::lesson("phase-and-status").unwrap().contains("kind: Lesson"));
/// ```
pub fn lesson(name: &str) -> Option<&'static str> {
    LESSONS.iter().find(|lesson| lesson.name == name).map(|lesson| lesson.text)
}

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
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn every_file_is_a_scene_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("there are scenes")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let known: BTreeSet<String> =
            SCENES.iter().map(|scene| format!("{}.yaml", scene.name)).collect();
        assert_eq!(files, known);
        for scene in SCENES {
            let line = format!("metadata: {{name: {}}}", scene.name);
            assert!(scene.text.lines().any(|text| text == line), "{}", scene.name);
        }
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

    /// Writes the list of the lessons from their files.
    fn course() -> String {
        let mut list =
            "# Written from the lessons; a test of this crate compares it with them.\n".to_owned();
        for lesson in LESSONS {
            let field = |key: &str| lesson.field(key).unwrap_or_default();
            let text = |key: &str| {
                let said = ["en", "id", "ko"].map(|code| {
                    let said = lesson.text(key, code).unwrap_or_default();
                    format!("{code}: \"{}\"", said.replace('"', "\\\""))
                });
                format!("{{{}}}", said.join(", "))
            };
            let form = lesson.field("form").unwrap_or("lesson");
            list.push_str(&format!(
                "- {{name: {}, form: {form}, chapter: {}, level: {}, minutes: {}, title: {}, objective: {}}}\n",
                lesson.name,
                field("chapter"),
                field("level"),
                field("minutes"),
                text("title"),
                text("objective")
            ));
        }
        list
    }

    /// Writes a page about the lessons from their files.
    fn page() -> String {
        let mut page = "# The course\n\nWritten from the lessons; a test of `podlab-lessons` compares it with them. `docs/LESSONS.md` says how lessons are \
                        made.\n"
            .to_owned();
        let mut chapter = "";
        for lesson in LESSONS {
            let field = |key: &str| lesson.field(key).unwrap_or_default();
            if chapter != field("chapter") {
                chapter = field("chapter");
                page.push_str(&format!(
                    "\n## {chapter}\n\n| | lesson | what many people believe | rules | pages |\n|---|---|---|---|---|\n"
                ));
            }
            let list = |key: &str| field(key).trim_matches(['[', ']']);
            let pages = list("links").split(", ").filter(|page| !page.is_empty());
            let pages: Vec<String> =
                pages.map(|page| format!("[{page}](https://kubernetes.io/docs/{page})")).collect();
            page.push_str(&format!(
                "| {} | [{}](../lessons/lessons/{}.yaml) | {} | {} | {} |\n",
                lesson.field("form").unwrap_or("lesson"),
                lesson.text("title", "en").unwrap_or_default(),
                lesson.name,
                lesson.text("misconception", "en").unwrap_or_default(),
                list("rules"),
                pages.join("<br>")
            ));
        }
        page
    }

    #[test]
    fn the_lists_of_lessons_say_what_their_files_say() {
        let folder = env!("CARGO_MANIFEST_DIR");
        for (file, written) in [("course.yaml", course()), ("../docs/COURSE.md", page())] {
            let file = format!("{folder}/{file}");
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(&file, &written).expect("it can be written");
            }
            let found = fs::read_to_string(&file).unwrap_or_default();
            assert!(found == written, "{file}: write it again with UPDATE_GOLDEN=1");
        }
    }

    #[test]
    fn there_are_enough_pieces_of_each_form() {
        let count = |form: &str| {
            LESSONS.iter().filter(|lesson| lesson.field("form").unwrap_or("lesson") == form).count()
        };
        assert!(count("lesson") >= 30 && count("trap") >= 25 && count("challenge") >= 12);
    }

    #[test]
    fn every_file_is_a_lesson_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("there are lessons")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let known: BTreeSet<String> =
            LESSONS.iter().map(|lesson| format!("{}.yaml", lesson.name)).collect();
        assert_eq!(files, known);
        for lesson in LESSONS {
            let line = format!("metadata: {{name: {}}}", lesson.name);
            assert!(lesson.text.lines().any(|text| text == line), "{}", lesson.name);
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
