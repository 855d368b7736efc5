//! `podlab pack`.

use crate::common::{podlab, scratch};
use podlab_lessons::LESSONS;
use std::fs;
use std::io::Read as _;
use zip::ZipArchive;

/// A script that looks like that of the element.
fn element(test: &str) -> String {
    let script = "customElements.define(\"pod-lab\", class extends HTMLElement {});";
    scratch(&format!("{test}-podlab.inline.js"), script)
}

/// Packs lessons, and returns the names and texts of the files in the package.
fn packed(name: &str, options: &[&str]) -> Vec<(String, String)> {
    let (element, zip) = (element(name), scratch(&format!("{name}.zip"), ""));
    let mut arguments = vec!["pack", "--element", &element, "-o", &zip];
    arguments.extend(options);
    let ran = podlab(&arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let mut archive =
        ZipArchive::new(fs::File::open(&zip).expect("it is there")).expect("a zip file");
    let files = (0..archive.len()).map(|index| {
        let mut file = archive.by_index(index).expect("a file");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("it is text");
        (file.name().expect("a name").into_owned(), text)
    });
    files.collect()
}

fn text<'a>(files: &'a [(String, String)], name: &str) -> &'a str {
    &files.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name}")).1
}

#[test]
fn the_course_is_packed_by_chapters_in_the_chosen_language() {
    for (edition, version) in [("1.2", ">1.2<"), ("2004", ">2004 4th Edition<")] {
        let files = packed(&format!("course-{edition}"), &["--scorm", edition, "--lang", "id"]);
        assert_eq!(files.len(), LESSONS.len() + 3);
        let manifest = text(&files, "imsmanifest.xml");
        assert!(manifest.contains(version), "{manifest}");
        let read = roxmltree::Document::parse(manifest).expect("it is XML");
        let items = read.descendants().filter(|node| node.has_tag_name("item"));
        let (chapters, lessons): (Vec<_>, Vec<_>) =
            items.partition(|item| item.attribute("identifierref").is_none());
        assert_eq!((chapters.len(), lessons.len()), (5, LESSONS.len()));
        assert!(manifest.contains("<title>Phase bukanlah STATUS</title>"));
        assert!(text(&files, "phase-and-status.html").contains("<html lang=\"id\">"));
    }
}

#[test]
fn a_lesson_of_ones_own_is_in_its_page_whatever_it_holds() {
    let lesson = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    let title = "A \"task\" </title><script>alert(1)</script> of {lesson} & LESSON";
    let lesson = lesson.replace("A task that succeeds, and crash-loops", &title.replace('"', "'"));
    let own = scratch("own.yaml", &lesson);
    let files = packed("own", &[&own, "--scorm", "1.2"]);
    let page = text(&files, "exit-0.html");
    assert!(!page.contains("<script>alert"), "{page}");
    let start = page.find("manifest=\"").expect("the lesson is there") + "manifest=\"".len();
    let kept = page[start..].split('"').next().unwrap_or_default();
    let read = roxmltree::Document::parse(&format!("<a b=\"{kept}\"/>"))
        .map(|read| read.root_element().attribute("b").map(str::to_owned));
    assert_eq!(read.expect("it is an attribute").as_deref(), Some(lesson.as_str()));
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["imsmanifest.xml", "exit-0.html", "scorm.js", "podlab.inline.js"]);
}

#[test]
fn a_seed_chooses_the_variant_that_the_page_opens_and_the_manifest_names() {
    let own = scratch(
        "seeded.yaml",
        "apiVersion: podlab/v1
kind: Lesson
metadata: {name: seeded}
title: The Pod ${name}
objective: You can wait.
minutes: 1
chapter: pods
rules: [P-401]
par: 0
variants: [{name: one}, {name: two}]
steps: [{say: 'Look at ${name}.'}]
debrief: Done.
---
{apiVersion: v1, kind: Pod, metadata: {name: '${name}'}, spec: {containers: [{name: app, image: nginx}]}}
",
    );
    for (options, attribute, title) in [
        (&["--seed", "7"][..], "\" seed=\"7\"></pod-lab>", "<title>The Pod two</title>"),
        (&[], "\"></pod-lab>", "<title>The Pod one</title>"),
    ] {
        let files = packed("seeded", &[&[own.as_str(), "--scorm", "1.2"], options].concat());
        let page = text(&files, "seeded.html");
        assert!(page.contains(attribute) && page.contains(title), "{page}");
        assert_eq!(page.contains(" seed="), !options.is_empty(), "{page}");
        let manifest = text(&files, "imsmanifest.xml");
        assert!(manifest.contains(title), "{manifest}");
    }
    let (element, seed) = (element("seed-refused"), "1000000000000000");
    let ran = podlab(&["pack", "exit-0", "--scorm", "1.2", "--element", &element, "--seed", seed]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.stderr.contains(seed), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_packed_is_told() {
    let (element, text) = (element("refused"), scratch("notes.txt", "no script"));
    for (arguments, told) in [
        (["exit-0", "exit-0", "--element", &element], "two lessons have the name exit-0"),
        (["exit-0", "exit-1", "--element", &element], "exit-1: "),
        (["exit-0", "recreate", "--element", &text], "this is not podlab.inline.js"),
        (["exit-0", "recreate", "--element", "/nowhere.js"], "dist/podlab.inline.js"),
    ] {
        let ran = podlab(&[&["pack", "--scorm", "1.2"][..], &arguments].concat());
        assert_ne!(ran.code, Some(0));
        assert!(ran.stderr.contains(told), "{told}\n{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
}
