//! What the pages of kubernetes.io on the Pod lifecycle and on StatefulSets state, and which lessons teach it: `statements.yaml`.

use crate::LESSONS;
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use podlab::rules::{Rule, find};

/// What the paths of the pages' sections begin with.
const PAGES: [&str; 2] =
    ["concepts/workloads/pods/pod-lifecycle/#", "concepts/workloads/controllers/statefulset/#"];

/// A section of a page with its statements.
struct Section {
    /// The path below `https://kubernetes.io/docs/`.
    path: String,
    statements: Vec<Statement>,
}

/// A statement of a page in our words.
struct Statement {
    says: String,
    /// The ids of the rules that it is about.
    rules: Vec<String>,
    /// The names of the lessons that teach it.
    lessons: Vec<String>,
    /// Why no lesson teaches it.
    outside: Option<String>,
}

impl Section {
    fn read(node: &Node) -> Section {
        let statements = node.get("statements").map_or(&[][..], Node::elements);
        Section {
            path: text(node, "section").expect("a section has a path"),
            statements: statements.iter().map(Statement::read).collect(),
        }
    }
}

impl Statement {
    fn read(node: &Node) -> Statement {
        let known = ["says", "rules", "lessons", "outside"];
        let unknown = node.entries().iter().find(|entry| !known.contains(&&*entry.key));
        assert!(unknown.is_none(), "{unknown:?}");
        let list = |key: &str| {
            let words = node.get(key).map_or(&[][..], Node::elements).iter();
            words.map(|word| word.as_text().expect("a word").to_string()).collect()
        };
        Statement {
            says: text(node, "says").expect("a statement says something"),
            rules: list("rules"),
            lessons: list("lessons"),
            outside: text(node, "outside"),
        }
    }
}

fn text(node: &Node, key: &str) -> Option<String> {
    node.get(key)?.as_text().map(ToString::to_string)
}

fn sections() -> Vec<Section> {
    let documents = yaml::parse(include_str!("../statements.yaml")).expect("it is YAML");
    documents[0].elements().iter().map(Section::read).collect()
}

/// Writes a table of the statements for each section.
pub(crate) fn tables() -> String {
    let mut page = "
## Statements of the documentation

What the pages on the Pod lifecycle and on StatefulSets state, in our words, and the lessons that teach it. It is written from
`lessons/statements.yaml`.
"
    .to_owned();
    for Section { path, statements } in sections() {
        let name = path.trim_start_matches("concepts/workloads/");
        page.push_str(&format!(
            "\n### [{name}](https://kubernetes.io/docs/{path})\n\n| statement | rules | lessons |\n|---|---|---|\n"
        ));
        for Statement { says, rules, lessons, outside } in statements {
            let lessons =
                lessons.iter().map(|name| format!("[{name}](../lessons/lessons/{name}.yaml)"));
            let lessons: Vec<String> = lessons.chain(outside).collect();
            page.push_str(&format!("| {says} | {} | {} |\n", rules.join(", "), lessons.join(", ")));
        }
    }
    page
}

#[test]
fn each_statement_is_taught_by_lessons_that_name_its_rules() {
    for statement in sections().iter().flat_map(|section| &section.statements) {
        let Statement { says, rules, lessons, outside } = statement;
        assert!(lessons.is_empty() == outside.is_some(), "lessons, or why there are none: {says}");
        for id in rules {
            assert!(find(id).is_some(), "{id}: {says}");
        }
        for name in lessons {
            let lesson = LESSONS.iter().find(|lesson| lesson.name == name);
            let lesson = lesson.unwrap_or_else(|| panic!("no lesson {name}: {says}"));
            let named = lesson.field("rules").unwrap_or_default().trim_matches(['[', ']']);
            let is_about_it = named.split(", ").any(|id| rules.iter().any(|rule| rule == id));
            assert!(rules.is_empty() || is_about_it, "{name} names no rule of: {says}");
        }
    }
}

#[test]
fn each_section_of_the_pages_is_there_once() {
    let sections = sections();
    for rule in Rule::ALL {
        let is_of_a_page = PAGES.iter().any(|page| rule.page().starts_with(page));
        let found = sections.iter().filter(|section| section.path == rule.page()).count();
        assert!(!is_of_a_page || found == 1, "{found} sections {}", rule.page());
    }
    for Section { path, statements } in sections {
        assert!(PAGES.iter().any(|page| path.starts_with(page)), "{path}");
        assert!(!statements.is_empty(), "{path}");
    }
}
