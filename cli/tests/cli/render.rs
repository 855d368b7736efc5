//! `podlab render` and `podlab animate`, as people call them.

use crate::common::{assert_refused, golden, podlab, podlab_with, scratch};
use std::fs;
use std::process::Command;

const BARE: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: bare}\nspec: {containers: [{name: app, image: nginx}]}\n";

#[test]
fn a_scene_is_drawn_in_every_format() {
    for (name, at, format, file) in [
        ("crash-loop", "60s", "svg", "crash-loop.svg"),
        ("crash-loop", "60", "md", "crash-loop.md"),
        ("crash-loop", "1m", "txt", "crash-loop.txt"),
        ("crash-loop", "20s", "json", "crash-loop.json"),
        ("sts-broken-rollout", "70", "svg", "broken-rollout.svg"),
        ("sts-broken-rollout", "70", "md", "broken-rollout.md"),
        ("example-1-Never", "end", "txt", "example.txt"),
    ] {
        let ran = podlab(&["render", name, "--at", at, "--format", format]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{file}");
        golden(&format!("render/{file}"), &ran.stdout);
    }
    let korean = podlab(&["render", "init", "--at", "9", "--format", "txt", "--lang", "ko"]);
    golden("render/init.ko.txt", &korean.stdout);
}

#[test]
fn the_end_is_the_scenario_s() {
    let end = podlab(&["render", "crash-loop"]);
    assert_eq!(end.stdout, podlab(&["render", "crash-loop", "--at", "end"]).stdout);
    assert_eq!(end.stdout, podlab(&["render", "crash-loop", "--at", "5m"]).stdout);
}

#[test]
fn files_and_standard_input_are_drawn_like_scenes() {
    let file = scratch("bare.yaml", BARE);
    let of_file = podlab(&["render", &file, "--at", "10", "--format", "md"]);
    assert!(of_file.stdout.starts_with("**Pod bare**, "), "{}", of_file.stdout);
    let of_input = podlab_with(&["render", "-", "--at", "10", "--format", "md"], BARE.as_bytes());
    assert_eq!(of_file.stdout, of_input.stdout);
    let saved = scratch("bare.run.json", "");
    podlab(&["run", &file, "--until", "10s", "--save", &saved]);
    let of_saved = podlab(&["render", &saved, "--format", "md"]);
    assert_eq!(of_file.stdout, of_saved.stdout);
    let run = podlab(&["run", "crash-loop", "--until", "30s"]);
    assert!(run.stdout.contains("CrashLoopBackOff"), "other commands know scenes too");
}

#[test]
fn the_release_and_the_seed_change_the_run() {
    let render = |more: &[&str]| {
        podlab(&[&["render", "crash-loop", "--at", "60", "--format", "json"], more].concat()).stdout
    };
    let usual = render(&[]);
    // The scene opens in 1.28.
    assert_eq!(usual, render(&["--seed", "1", "--release", "1.28"]));
    assert_ne!(usual, render(&["--release", "current"]));
    assert_ne!(usual, render(&["--seed", "2"]));
    assert!(render(&["--kubernetes", "1.20"]).contains("\"kubernetes\": \"1.20\""));
    assert_eq!(render(&["--release", "1.20"]), render(&["--kubernetes=1.20"]));
}

#[test]
fn a_png_is_twice_as_large_as_the_drawing() {
    let has_fonts = Command::new("fc-list").output().is_ok_and(|found| !found.stdout.is_empty());
    let file = scratch("crash-loop.png", "");
    let ran = podlab(&["render", "crash-loop", "--at", "60", "-o", &file]);
    if !has_fonts && ran.code == Some(2) {
        assert!(ran.stderr.contains("no font is installed"), "{}", ran.stderr);
        return;
    }
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let picture = fs::read(&file).expect("there is a picture");
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    let svg = podlab(&["render", "crash-loop", "--at", "60"]).stdout;
    let size = format!("width=\"{}\" height=\"{}\"", number(16) / 2, number(20) / 2);
    assert!(svg.contains(&size), "{size}");
    let dark = scratch("crash-loop-dark.png", "");
    podlab(&["render", "crash-loop", "--at", "60", "--theme", "dark", "-o", &dark]);
    assert_ne!(picture, fs::read(&dark).expect("there is a picture"));
}

#[test]
fn a_theme_is_the_only_one_in_the_picture() {
    let of = |theme: &str| podlab(&["render", "runs", "--at", "5", "--theme", theme]).stdout;
    assert!(of("auto").contains("@media (prefers-color-scheme:dark)"));
    for (theme, paper) in [("light", "#fff"), ("dark", "#0f1217")] {
        let svg = of(theme);
        assert!(
            !svg.contains("@media") && svg.contains(&format!(".paper{{fill:{paper}}}")),
            "{theme}"
        );
    }
}

#[test]
fn a_film_ends_where_it_is_told() {
    let svg = podlab(&["animate", "crash-loop", "--until", "30"]);
    assert_eq!((svg.code, svg.stderr.as_str()), (Some(0), ""));
    roxmltree::Document::parse(&svg.stdout).expect("it is XML");
    assert!(svg.stdout.contains("<title id=") && svg.stdout.contains("0:00:30</title>"));
    let cast =
        podlab(&["animate", "crash-loop", "--until", "30", "--format", "cast", "--speed", "3"]);
    golden("render/crash-loop.cast", &cast.stdout);
    assert!(cast.stdout.ends_with("[10.000, \"o\", \"\"]\n"));
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let file = scratch("broken.yaml", BARE.replace("image:", "imag:"));
    let refused = scratch("refused.yaml", BARE.replace("bare", "BARE"));
    let service = scratch(
        "service.yaml",
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n",
    );
    let cases: [(&[&str], &str); 20] = [
        (&["render", "crash-lop"], "no such file, and no scene; did you mean crash-loop?"),
        (&["render", "no/such.yaml"], "no/such.yaml: no such file\n"),
        (
            &["render", "runs", "--at", "soon"],
            "'soon' for '--at <TIME>': it must be a moment such as 90, 90s or 2m30s, or end",
        ),
        (
            &["render", "runs", "--at", "-5s"],
            "'-5s' for '--at <TIME>': it must be a moment such as 90, 90s or 2m30s, or end",
        ),
        (
            &["render", "runs", "--at", "never"],
            "'never' for '--at <TIME>': it must be a moment such as 90, 90s or 2m30s, or end",
        ),
        (
            &["animate", "runs", "--until", "never"],
            "'never' for '--until <TIME>': it must be a moment",
        ),
        (
            &["render", "runs", "--at", "87601h"],
            "'87601h' for '--at <TIME>': a run lasts at most 87600h (10 years)",
        ),
        (&["render", "runs", "--format", "pgn"], "[possible values: svg, png, md, txt, json]"),
        (&["render", "runs", "--theme", "drak"], "a similar value exists: 'dark'"),
        (
            &["render", "runs", "--lang", "kr"],
            "'kr' for '--language <CODE>'\n  [possible values: en, id, ko]",
        ),
        (
            &["render", "runs", "--release=1.2"],
            "'1.2' for '--kubernetes <RELEASE>'\n  [possible values: 1.20,",
        ),
        (&["render", "runs", "--pod", "deno"], "there is no Pod deno in it; did you mean demo?"),
        (
            &["render", "runs", "-o", "no/such/folder.svg"],
            "no/such/folder.svg: there is no folder no/such\n",
        ),
        (
            &["render", "runs", "-o", "x.gif"],
            "-o x.gif: known endings are .svg, .png, .md, .txt, .json; ",
        ),
        (&["animate", "runs", "-o", "x.png"], "-o x.png: known endings are .svg, .cast; "),
        (&["render", "runs", "-o", "."], ".: it is a folder, not a file"),
        (&["render", &file], "did you mean \"image\"?"),
        (&["render", &refused], "metadata.name"),
        (
            &["render", &service],
            "there is no Pod in it, and no StatefulSet, Deployment or ReplicaSet",
        ),
        (&["animate", "runs", "--speed", "0"], "it must be a whole number from 1"),
    ];
    for (arguments, told) in cases {
        let ran = podlab(arguments);
        assert_refused(&ran, &arguments.join(" "));
        assert!(ran.stderr.contains(told), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn the_ending_of_a_file_counts_where_no_format_is_named() {
    for (name, more, begins) in [
        ("drawn.MD", &[][..], "**A Pod that just runs**"),
        ("drawn", &[], "<svg"),
        ("drawn.gif", &["--format", "txt"], "A Pod that just runs\nKubernetes release"),
    ] {
        let file = scratch(name, "");
        let ran = podlab(&[&["render", "runs", "--at", "5", "-o", &file], more].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{name}");
        let drawn = fs::read_to_string(&file).expect("it is written");
        assert!(drawn.contains(begins), "{name}: {drawn:.80}");
    }
}

/// The number behind a word and `="` in a text.
fn number_behind(text: &str, word: &str) -> u32 {
    let (_, rest) =
        text.split_once(&format!("{word}=\"")).unwrap_or_else(|| panic!("{word}: {text}"));
    rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// A page keeps room for a picture of exactly its size.
#[test]
fn pages_that_show_the_still_of_the_crash_loop_name_its_size() {
    let svg = podlab(&["render", "crash-loop", "--at", "60s"]).stdout;
    let size = |text: &str| (number_behind(text, " width"), number_behind(text, " height"));
    for page in ["examples/html/index.html", "docs/EMBEDDING.md"] {
        let path = format!("{}/../{page}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect("the page is there");
        let (_, tag) = text.split_once("<img src=\"crash-loop.svg\"").expect("the page shows it");
        let (tag, _) = tag.split_once('>').expect("the tag ends");
        assert_eq!(size(tag), size(&svg), "{page}");
    }
}

#[test]
fn a_lesson_is_drawn_as_a_step_of_it_begins() {
    for (step, language, format, file) in [
        ("1", "en", "svg", "lesson-1.svg"),
        ("2", "ko", "svg", "lesson-2.ko.svg"),
        ("2", "en", "md", "lesson-2.md"),
        ("2", "id", "txt", "lesson-2.id.txt"),
        ("2", "en", "json", "lesson-2.json"),
    ] {
        let options = ["--step", step, "--lang", language, "--format", format];
        let ran = podlab(&[&["render", "paper/lesson.yaml"], &options[..]].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{file}");
        golden(&format!("render/{file}"), &ran.stdout);
    }
    let first = podlab(&["render", "paper/lesson.yaml"]).stdout;
    assert_eq!(first, podlab(&["render", "paper/lesson.yaml", "--step", "1"]).stdout);
    let read = roxmltree::Document::parse(&first).expect("it is XML");
    let texts = |name: &str| {
        let nodes = read.descendants().filter(move |node| node.has_tag_name(name));
        nodes.filter_map(|node| node.text()).collect::<Vec<_>>()
    };
    let (about, drawn) = (texts("desc").concat(), texts("text"));
    for word in ["<b>you</b> & others", "Which Pod is created next, within 30 s?", "No Pod"] {
        assert!(about.contains(word), "{word}: {about}");
    }
    assert!(drawn.contains(&"Step 1 of 2") && drawn.contains(&"web-1"), "{drawn:?}");
    // A long word goes on in the next line.
    assert!(drawn.iter().any(|line| line.contains("too-early:1. ")), "{drawn:?}");
    // What comes next is the question.
    assert!(!about.contains("Nothing to do") && !about.contains("Next:"), "{about}");
}

#[test]
fn a_lesson_that_comes_with_podlab_is_drawn_by_its_name() {
    let first = podlab(&["render", "phase-and-status", "--format", "md"]).stdout;
    assert!(first.contains("*Step 1 of") && first.contains("- [ ] CrashLoopBackOff"), "{first}");
    // A scene of the same name comes first, unless a step is asked for.
    assert!(!podlab(&["render", "exit-0", "--format", "md"]).stdout.contains("*Step"));
    assert!(
        podlab(&["render", "exit-0", "--step", "1", "--format", "md"]).stdout.contains("*Step 1")
    );
    let seed = ["render", "start-ordinal", "--format", "txt", "--seed"];
    assert!(podlab(&[&seed[..], &["4"]].concat()).stdout.contains("orders-13"));
    let plain = podlab(&["render", "paper/lesson.yaml", "--at", "10", "--format", "md"]).stdout;
    assert!(!plain.contains("*Step") && plain.contains("0:00:10"), "{plain}");
    for (options, told) in [
        (&["--step", "3"][..], "--step 3: the lesson has the steps 1 to 2"),
        (&["--step", "0"], "--step 0: the lesson has the steps 1 to 2"),
        (&["--step", "1", "--at", "5s"], "cannot be used with"),
        (&["--kubernetes", "1.28"], "a lesson has its own release"),
        (&["--pod", "demo"], "there is no Pod demo in it"),
        (&["--step", "1", "runs"], "--step takes one lesson"),
    ] {
        let ran = podlab(&[&["render", "paper/lesson.yaml"], options].concat());
        assert_refused(&ran, told);
        assert!(ran.stderr.contains(told), "{told}\n{}", ran.stderr);
    }
}
