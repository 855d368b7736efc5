//! The lessons that come with Podlab, and what is written from them: their list for the page, and `docs/COURSE.md`.

use crate::Scene;

macro_rules! lesson {
    ($name:literal) => {
        Scene { name: $name, text: include_str!(concat!("../lessons/", $name, ".yaml")) }
    };
}

/// The lessons, in the order of the course.
pub const LESSONS: [Scene; 81] = [
    lesson!("pending-to-succeeded"),
    lesson!("conditions-in-order"),
    lesson!("read-a-condition"),
    lesson!("container-states"),
    lesson!("one-of-two-fails"),
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
    lesson!("before-the-first-check"),
    lesson!("three-ways-to-check"),
    lesson!("liveness-restarts"),
    lesson!("readiness-takes-out"),
    lesson!("slow-start"),
    lesson!("sigterm-then-sigkill"),
    lesson!("two-hooks"),
    lesson!("second-delete"),
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
    lesson!("make-the-service"),
    lesson!("parallel"),
    lesson!("start-ordinal"),
    lesson!("a-claim-for-each-pod"),
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
    lesson!("old-templates"),
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
    lesson!("who-replaces"),
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

/// Returns the text of the lesson with this name.
///
/// ```
/// assert!(podlab_lessons::lesson("phase-and-status").unwrap().contains("kind: Lesson"));
/// ```
pub fn lesson(name: &str) -> Option<&'static str> {
    LESSONS.iter().find(|lesson| lesson.name == name).map(|lesson| lesson.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statements;
    use crate::tests::assert_files;
    use std::fs;

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
        page + &statements::tables()
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
        assert_files("lessons", &LESSONS);
    }
}
