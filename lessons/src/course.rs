//! The lessons that come with Podlab, and what is written from them: their list for the page, and `docs/COURSE.md`.

use crate::Scene;

macro_rules! lesson {
    ($name:literal) => {
        Scene { name: $name, text: include_str!(concat!("../lessons/", $name, ".yaml")) }
    };
}

/// The lessons, in the order of the course.
pub const LESSONS: [Scene; 73] = [
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
    use crate::tests::assert_files;
    use podlab::rules::Rule;
    use std::collections::BTreeSet;
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
        page + &sections()
    }

    /// The pages whose every section some lesson teaches.
    const PAGES: [&str; 2] =
        ["concepts/workloads/pods/pod-lifecycle/#", "concepts/workloads/controllers/statefulset/#"];

    /// Writes which lessons teach the sections of the pages: their rules, or a link to the section.
    fn sections() -> String {
        let mut page = "
## Sections of the documentation

Which lessons teach the sections of the pages on the Pod lifecycle and on StatefulSets. A lesson teaches a section when it names one of its rules or
links to it.

| section | lessons | rules of it that a lesson names |
|---|---|---|
"
        .to_owned();
        for section in taught_sections() {
            let Section { path, rules, lessons } = section;
            let lessons: Vec<String> = lessons
                .iter()
                .map(|lesson| format!("[{0}](../lessons/lessons/{0}.yaml)", lesson.name))
                .collect();
            let name = path.trim_start_matches("concepts/workloads/");
            let named: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
            page.push_str(&format!(
                "| [{name}](https://kubernetes.io/docs/{path}) | {} | {} |\n",
                lessons.join(", "),
                named.join(", ")
            ));
        }
        page
    }

    /// A section of the documentation, with the rules that lessons name, and the lessons.
    struct Section {
        path: &'static str,
        rules: Vec<Rule>,
        lessons: Vec<Scene>,
    }

    fn taught_sections() -> Vec<Section> {
        let has = |lesson: &Scene, key: &str, word: &str| {
            let words = lesson.field(key).unwrap_or_default().trim_matches(['[', ']']);
            words.split(", ").any(|known| known == word)
        };
        let paths: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.page()).collect();
        let paths =
            paths.into_iter().filter(|path| PAGES.iter().any(|page| path.starts_with(page)));
        let sections = paths.map(|path| {
            let rules = Rule::ALL.iter().copied().filter(|rule| rule.page() == path);
            let is_named =
                |rule: &Rule| LESSONS.iter().any(|lesson| has(lesson, "rules", rule.id()));
            let rules: Vec<Rule> = rules.filter(is_named).collect();
            let teaches = |lesson: &&Scene| {
                has(lesson, "links", path)
                    || rules.iter().any(|rule| has(lesson, "rules", rule.id()))
            };
            let lessons = LESSONS.iter().filter(teaches).copied().collect();
            Section { path, rules, lessons }
        });
        sections.collect()
    }

    #[test]
    fn every_section_about_the_pod_lifecycle_and_statefulsets_is_taught() {
        let sections = taught_sections();
        assert!(sections.len() > 20, "{} sections", sections.len());
        let untaught: Vec<&str> = sections
            .iter()
            .filter(|section| section.lessons.is_empty())
            .map(|section| section.path)
            .collect();
        assert!(untaught.is_empty(), "{untaught:?}");
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
