//! `podlab lesson`.

use crate::common::{fixtures, golden, podlab, podlab_with, scratch};
use jsonschema::Validator;
use podlab::files::lesson_file::Chapter;
use podlab::files::scenario_file::{FIELDS, LESSON_FIELDS};
use podlab::manifest::yaml;
use podlab_lessons::{LESSONS, SCENES};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

#[test]
fn every_lesson_that_comes_with_podlab_is_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons");
    let ran = podlab(&["check", folder]);
    // The slides of the workshop are among them.
    let (lessons, scenes) = (LESSONS.len(), SCENES.len());
    let all =
        format!("{lessons} lessons, 0 wrong\n1 presentation, 0 wrong\n{scenes} scenes, 0 wrong\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), all.as_str()), "{}", ran.stderr);
}

#[test]
fn lessons_are_listed_with_their_titles_in_the_chosen_language() {
    let english = podlab(&["lesson", "list"]).stdout;
    let korean = podlab(&["lesson", "list", "--language", "ko"]).stdout;
    assert_eq!(english.lines().count(), LESSONS.len() + 1);
    assert!(english.contains("The phase is not the STATUS"), "{english}");
    assert!(korean.contains("phase는 STATUS가 아니다"), "{korean}");
}

#[test]
fn a_lesson_is_played_in_the_terminal() {
    let typed = "3\n2\nnext\n1\nnext\nhint\nkubectl get pods\nkubectl delete pod demo\nwait 40s\n";
    let ran = podlab_with(&["lesson", "play", "phase-and-status"], typed.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for said in [
        "Not CrashLoopBackOff, but Running.",
        "Not Running, but CrashLoopBackOff.",
        "3/3  0:00:43",
        "What explains the state of the Pod demo?",
        "Right: The kubelet waits before it starts the container again.",
        "The step is not done yet.",
        "kubectl has the command delete.",
        "pod \"demo\" deleted",
        "  [x] The Pod demo does not exist.",
        "The phase is one of five words: Pending",
    ] {
        assert!(ran.stdout.contains(said), "{said}\n{}", ran.stdout);
    }
    assert!(ran.stdout.contains("Many people believe, wrongly: CrashLoopBackOff is a phase"));
    let left = podlab_with(&["lesson", "play", "phase-and-status"], b"1\nquit\n");
    assert_eq!(left.code, Some(1), "the lesson is not over");
}

#[test]
fn after_the_last_hint_the_terminal_says_which_line_does_what_the_page_has_a_control_for() {
    let lesson = podlab_lessons::lesson("open-the-gate").expect("there is such a lesson");
    let file = scratch("open-the-gate.yaml", lesson);
    let hints = |lines: &str| podlab_with(&["lesson", "play", &file], lines.as_bytes()).stdout;
    let told = hints("1\nnext\nhint\nhint\nhint\nhint\nquit\n");
    let line = told.lines().find_map(|line| line.strip_prefix("In the terminal: "));
    let line = line.unwrap_or_else(|| panic!("{told}"));
    assert!(line.starts_with("do: set-condition, "), "{line}");
    let played = hints(&format!("1\nnext\n{line}\nwait 10s\nquit\n"));
    assert!(played.contains("[x]"), "{played}");
}

#[test]
fn what_a_solution_creates_is_created_in_the_terminal_by_its_manifest() {
    let file = scratch(
        "made.yaml",
        "apiVersion: podlab/v1
kind: Lesson
metadata: {name: made}
title: Make it
objective: You can make a Pod.
minutes: 1
chapter: pods
rules: [P-401]
par: 1
kubernetes: '1.36'
steps:
- say: Make the Pod two.
  goals: [{pod: two, exists: true}]
  hints: [Make it.]
  solution:
  - {do: create, manifest: {apiVersion: v1, kind: Pod, metadata: {name: two}, spec: {containers: [{name: app, image: nginx}]}}}
debrief: Done.
---
{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}
",
    );
    let checked = podlab(&["check", &file]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
    let told = podlab_with(&["lesson", "play", &file], b"hint\nquit\n").stdout;
    let line = told.lines().find_map(|line| line.strip_prefix("In the terminal: "));
    let line = line.unwrap_or_else(|| panic!("{told}"));
    assert!(line.starts_with("do: create, manifest: "), "{line}");
    let lines = format!("do: create, manifest: {{kind: Pd}}\n{line}\n");
    let played = podlab_with(&["lesson", "play", &file], lines.as_bytes());
    assert!(played.stdout.contains("manifest: apiVersion not set"), "{}", played.stdout);
    assert_eq!(played.code, Some(0), "{}", played.stdout);
}

#[test]
fn a_question_in_the_terminal_is_answered_before_anything_is_done() {
    let typed = "solution\nwait 5m\ndo: exit\nkubectl delete pod demo\nkubectl get pods\n3\nquit\n";
    let ran = podlab_with(&["lesson", "play", "phase-and-status"], typed.as_bytes());
    let refused = "Answer the question first. Time stands still until then.";
    assert_eq!(ran.stdout.matches(refused).count(), 4, "{}", ran.stdout);
    // Nothing that asks only is refused, and the answer is the one that was right from the beginning.
    assert!(ran.stdout.contains("READY"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Not CrashLoopBackOff, but Running."), "{}", ran.stdout);
}

#[test]
fn a_seed_chooses_the_variant_that_is_played_and_printed() {
    let played = |seed: &[&str]| {
        podlab_with(&[&["lesson", "play", "start-ordinal"], seed].concat(), b"quit\n").stdout
    };
    assert!(played(&[]).contains("Its Pods are orders-3 and orders-4."));
    assert_eq!(played(&["--seed", "3"]), played(&[]), "3 modulo 3 is 0");
    assert!(played(&["--seed", "4"]).contains("Its Pods are orders-13 and orders-14."));

    let sheet = ["lesson", "worksheet", "start-ordinal", "--format", "md"];
    let first = podlab(&sheet).stdout;
    let third = podlab(&[&sheet[..], &["--seed", "5"]].concat()).stdout;
    assert!(first.contains("orders-5") && !first.contains("orders-105"), "{first}");
    assert!(third.contains("orders-105") && !third.contains("orders-5\n"), "{third}");
}

#[test]
fn every_variant_is_checked_and_a_mistake_names_it() {
    let right = podlab_lessons::lesson("start-ordinal").expect("there is such a lesson");
    let file = scratch("wrong-variant.yaml", right.replacen("third: 15", "third: 17", 1));
    let ran = podlab(&["check", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let told = "in variant 2: the right answer is orders-15, and no choice has it";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    assert!(!ran.stderr.contains("variant 1") && !ran.stderr.contains("variant 3"));
    for (wrong, told) in [
        (
            right.replacen(", below: 12}", "}", 1),
            "it has no value for below, which the first variant has",
        ),
        (right.replace("{start: ", "{extra: 1, start: "), "nothing in the lesson uses extra"),
    ] {
        let file = scratch("wrong-variants.yaml", wrong);
        let ran = podlab(&["check", &file]);
        assert!(ran.stderr.starts_with(&format!("{file}:")), "{}", ran.stderr);
        assert!(ran.stderr.contains(told), "{told}\n{}", ran.stderr);
    }
}

#[test]
fn a_broken_lesson_is_told_with_file_line_and_column() {
    let right = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    for (old, new, told) in [
        ("par: 1", "par: 3", ":par: the solution needs 1 commands"),
        ("objective:", "objektive:", "objektive: unknown field"),
        ("rules: [P-401", "rules: [P-4010", "rules[0]: there is no rule P-4010"),
    ] {
        let file = scratch("broken-lesson.yaml", right.replacen(old, new, 1));
        let ran = podlab(&["check", &file]);
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        let place = ran.stderr.starts_with(&format!("{file}:"));
        let said = ran.stderr.contains(told.trim_start_matches(':'));
        assert!(place && said, "{told}\n{}", ran.stderr);
    }
}

/// Checks a folder of fixtures, of which those that begin with `right` are right and all others wrong.
fn check_broken(folder: &str, counts: impl Fn(&[String], &[String]) -> String) {
    let ran = podlab(&["check", folder]);
    golden(&format!("{folder}.txt"), &ran.stderr);
    let files = fs::read_dir(fixtures().join(folder)).expect("the files are there");
    let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let (right, broken): (Vec<String>, Vec<String>) =
        files.partition(|file| file.starts_with("right"));
    assert_eq!((ran.code, ran.stdout), (Some(1), counts(&right, &broken)));
    let place = |file: &str| {
        let told = format!("{folder}/{file}:");
        let rest = ran.stderr.lines().find_map(|line| line.strip_prefix(&told))?;
        let mut numbers = rest.split(':').map_while(|number| number.parse::<usize>().ok());
        Some((numbers.next()?, numbers.next()?))
    };
    for file in broken {
        assert!(place(&file).is_some_and(|(line, column)| line > 0 && column > 0), "{file}");
    }
    assert!(right.iter().all(|file| place(file).is_none()), "{}", ran.stderr);
}

#[test]
fn every_kind_of_mistake_in_a_lesson_is_told_with_its_place() {
    check_broken("broken-lessons", |right, broken| {
        format!("{} lessons, {} wrong\n", right.len() + broken.len(), broken.len())
    });
}

#[test]
fn every_kind_of_mistake_in_a_presentation_and_in_a_scene_is_told_with_its_place() {
    check_broken("broken-shown", |_, broken| {
        let of = |word: &str| broken.iter().filter(|file| file.starts_with(word)).count();
        let (talks, scenes) = (of("talk"), of("scene"));
        format!(
            "{} presentations, {talks} wrong\n{} scenes, {scenes} wrong\n",
            talks + 1,
            scenes + 1
        )
    });
    let document = podlab(&["check", "broken-shown", "--format", "json"]).stdout;
    let document: Value = serde_json::from_str(&document).expect("a document");
    let empty = &document["presentations"][3];
    assert_eq!(empty["presentation"], "broken-shown/talk-empty.yaml");
    assert_eq!(
        (&empty["mistakes"][0]["line"], &document["lessons"]),
        (&5.into(), &Value::Array(Vec::new()))
    );
}

#[test]
fn a_folder_is_checked_with_the_folders_in_it() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/lesson-folder");
    let below = format!("{folder}/a");
    fs::create_dir_all(&below).expect("a folder");
    let right = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    let write = |file: &str, text: &str| {
        fs::write(format!("{folder}/{file}"), text).expect("a file is written");
    };
    write("right.yaml", right);
    let other = right.replacen("{name: exit-0}", "{name: other}", 1);
    write("a/wrong.yaml", &other.replacen("par: 1", "par: 3", 1));
    write("a/pod.yaml", "apiVersion: v1\nkind: Pod\n");
    write("a/values.json", "{\"replicas\": 3");
    write("a/plain.md", "# No claims\n");
    write("page.md", "```podlab-expect\nscene: runs\nphase: Failed\n```\n");

    let ran = podlab(&["check", folder]);
    assert_eq!(ran.stdout, "2 lessons, 1 wrong\n1 claim, 1 wrong\n");
    let told: Vec<&str> = ran.stderr.lines().filter(|line| line.starts_with(folder)).collect();
    assert_eq!((ran.code, told.len()), (Some(1), 2), "{}", ran.stderr);
    assert!(told[0].starts_with(&format!("{folder}/a/wrong.yaml:")), "{}", ran.stderr);
    assert!(told[1].starts_with(&format!("{folder}/page.md:3: phase")), "{}", ran.stderr);

    let document = podlab(&["check", folder, "--format", "json"]).stdout;
    let document: Value = serde_json::from_str(&document).expect("a document");
    let mistakes = |lesson: usize| &document["lessons"][lesson]["mistakes"];
    assert_eq!(mistakes(1), &Value::Array(Vec::new()));
    let line = right.lines().position(|line| line.starts_with("par: ")).expect("it has a par") + 1;
    assert_eq!(mistakes(0)[0]["line"], line);
    // A mistake in the kind is told, and other files of Podlab are no lessons.
    write("page.md", "");
    write("a/wrong.yaml", &right.replacen("kind: Lesson", "kind: Leson", 1));
    let talk = "apiVersion: podlab/v1\nkind: Presentation\ntitle: A\nmoves: [{scene: runs}]\n";
    write("a/talk.yaml", talk);
    let ran = podlab(&["check", folder]);
    assert_eq!(ran.stdout, "2 lessons, 1 wrong\n1 presentation, 0 wrong\n");
    fs::remove_file(format!("{folder}/a/talk.yaml")).expect("it was there");
    assert!(ran.stderr.contains("no document is a lesson"), "{}", ran.stderr);
    // A lesson that is no YAML is told, however its kind is written.
    for kind in ["kind: Lesson # mine", "kind:  \"Lesson\"", "\"kind\": \"Lesson\","] {
        write("a/wrong.yaml", &format!("{kind}\ntitle: [\n"));
        let ran = podlab(&["check", &below]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "1 lesson, 1 wrong\n"), "{kind}");
    }
    let empty = format!("{folder}/empty");
    fs::create_dir_all(&empty).expect("a folder");
    let ran = podlab(&["check", &empty]);
    let told = format!(
        "{empty}: there is no lesson, presentation or scene in it, and no page that claims something\n"
    );
    assert_eq!((ran.code, ran.stderr), (Some(2), told));
    // A file that is named is taken for a lesson, whatever it is.
    let ran = podlab(&["check", &format!("{folder}/a/pod.yaml")]);
    assert!(ran.stderr.contains("no document is a lesson"), "{}", ran.stderr);
}

/// Runs the program in a folder.
fn podlab_in(folder: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_podlab"));
    let ran = command.current_dir(folder).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}

#[test]
fn a_new_lesson_is_right_as_it_is_and_no_file_is_lost() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/new-lesson");
    fs::create_dir_all(folder).expect("the folder is made");
    let lesson = format!("{folder}/my-lesson.yaml");
    // What an earlier run of the test left is of no use.
    let _ = fs::remove_file(&lesson);
    let (code, out, err) = podlab_in(folder, &["lesson", "new", "my-lesson"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("podlab check my-lesson.yaml"), "{out}");
    let checked = podlab_in(folder, &["check", "my-lesson.yaml"]);
    assert_eq!((checked.0, checked.1.as_str()), (Some(0), "1 lesson, 0 wrong\n"), "{}", checked.2);
    assert_eq!(is_valid(&schema(), &fs::read_to_string(&lesson).expect("it is there")), Ok(()));
    let (code, _, err) = podlab_in(folder, &["lesson", "new", "my-lesson"]);
    assert_eq!((code, err.as_str()), (Some(2), "my-lesson.yaml: there is such a file already\n"));
    for wrong in ["", "../other", "My", "a b"] {
        assert_eq!(podlab_in(folder, &["lesson", "new", wrong]).0, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_lesson_has_the_languages_of_its_title() {
    let one = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    let title = one.find("title:").expect("it has a title");
    let rest = one[title..].find("\nlevel:").expect("the level follows") + title;
    let english = format!("{}title: Exit 0{}", &one[..title], &one[rest..]);
    let file = scratch("english-title.yaml", &english);
    let ran = podlab(&["check", &file]);
    assert_eq!(ran.code, Some(0), "the others may have more: {}", ran.stderr);
    let file = scratch("korean-missing.yaml", one.replacen("    ko: ", "    # ", 1));
    let ran = podlab(&["check", &file]);
    assert!(ran.stderr.contains("the text is missing in ko"), "{}", ran.stderr);
    // The lessons that come with Podlab have all three.
    for lesson in LESSONS {
        let text = lesson.text;
        let title = &text[text.find("title:").expect("it has a title")..];
        let title = &title[..title.find("\nlevel:").expect("the level follows")];
        for language in ["\n  en: ", "\n  id: ", "\n  ko: "] {
            assert!(title.contains(language), "{}: {title}", lesson.name);
        }
    }
}

fn schema() -> Value {
    let printed = podlab(&["lesson", "schema"]);
    serde_json::from_str(&printed.stdout).expect("it is JSON")
}

/// Whether every document of a file is as the schema says.
fn is_valid(schema: &Value, text: &str) -> Result<(), String> {
    let validator: Validator = jsonschema::draft7::new(schema).expect("it is a schema");
    let documents = yaml::parse(text).expect("it is YAML");
    for document in documents {
        let document = serde_json::to_value(&document).expect("a tree is JSON");
        if let Some(error) = validator.iter_errors(&document).next() {
            return Err(format!("{}: {error}", error.instance_path));
        }
    }
    Ok(())
}

#[test]
fn the_schema_takes_every_lesson_and_scene() {
    let schema = schema();
    for scene in LESSONS.iter().chain(&SCENES) {
        assert_eq!(is_valid(&schema, scene.text), Ok(()), "{}", scene.name);
    }
}

#[test]
fn the_schema_has_the_fields_that_are_read_and_marks_what_is_not() {
    let schema = schema();
    let fields = |kind: &str| {
        let fields = schema["definitions"][kind]["properties"].as_object().expect("it has fields");
        fields.keys().cloned().collect::<Vec<_>>()
    };
    let sorted = |mut words: Vec<&str>| {
        words.sort_unstable();
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(fields("scenario"), sorted(FIELDS.to_vec()));
    assert_eq!(fields("lesson"), sorted([&FIELDS[..], &LESSON_FIELDS].concat()));
    let chapters = schema["definitions"]["lesson"]["properties"]["chapter"]["enum"].as_array();
    assert_eq!(chapters.map(Vec::len), Some(Chapter::ALL.len()));

    let right = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    for (old, new) in [
        ("par: 1", "per: 1"),
        ("chapter: ", "chapter: x"),
        ("minutes: ", "minutes: x"),
        ("level: ", "level: x"),
        ("goals:", "gaols:"),
        ("kubectl:", "kubctl:"),
    ] {
        let wrong = right.replacen(old, new, 1);
        assert_ne!(wrong, right, "the lesson has {old}");
        assert!(is_valid(&schema, &wrong).is_err(), "{new}");
    }
}

#[test]
fn a_worksheet_has_a_picture_of_each_moment_blanks_and_the_key_on_its_own_page() {
    let file = scratch("worksheet.html", "");
    let ran = podlab(&["lesson", "worksheet", "phase-and-status", "exit-0", "-o", &file]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let html = fs::read_to_string(&file).expect("it is there");
    let (sheet, rest) = html.split_once("<article class=\"key\">").expect("there is a key");
    assert_eq!(sheet.matches("<img ").count(), 3, "a picture for each step");
    assert_eq!(sheet.matches("<div class=\"line\">").count(), 1, "a blank for the one command");
    assert!(sheet.contains("<li>☐ CrashLoopBackOff</li>"), "{sheet}");
    let because = "The Pod is bound to a node and its container is restarted";
    assert!(!sheet.contains(because), "the sheet has no answer");
    let key = rest.split_once("</article>").expect("the key ends").0;
    assert!(key.contains(&format!("<li>Running<br>{because}")), "{key}");
    assert!(key.contains("kubectl delete pod demo") && key.contains("<b>For the teacher:</b>"));
    assert_eq!(html.matches("<article class=\"sheet\">").count(), 2);

    let korean =
        podlab(&["lesson", "worksheet", "phase-and-status", "--format", "md", "--language", "ko"]);
    assert!(korean.stdout.contains("- [ ] CrashLoopBackOff"), "{}", korean.stdout);
    assert!(korean.stdout.contains("# 정답: phase는 STATUS가 아니다"), "{}", korean.stdout);
    let table = podlab(&["lesson", "worksheet", "broken-rollout", "--format", "md"]).stdout;
    assert!(table.contains("web-2") && table.contains("ImagePullBackOff"), "{table}");
    let (sheet, key) = table.split_once("\n---\n").expect("there is a key");
    let helps = "kubectl delete pod web-2";
    assert!(!sheet.contains("What helps") && key.contains(helps), "{table}");
    let none = podlab(&["lesson", "worksheet", "no-such-lesson"]);
    assert_eq!(none.code, Some(2));
}

/// A program that runs until it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill().and_then(|()| self.0.wait()));
    }
}

/// Asks the server at an address for a path, and returns what it answers.
fn ask(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers with a text");
    answer
}

#[test]
fn a_lesson_is_served_and_read_again_when_its_file_changes() {
    let right = podlab_lessons::lesson("exit-0").expect("there is such a lesson");
    let file = scratch("served-lesson.yaml", right);
    let page = scratch("podlab-page.html", "<p>The page.</p>");
    let served = Command::new(env!("CARGO_BIN_EXE_podlab"))
        .args(["lesson", "serve", &file, "--page", &page, "--port", "0"])
        .stdout(Stdio::piped())
        .spawn();
    let mut served = Running(served.expect("the program runs"));
    let mut line = String::new();
    let out = served.0.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says where it is");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("no address: {line}"));
    let state = || -> Value {
        let answer = ask(address, "/state");
        serde_json::from_str(&answer[answer.find('{').expect("JSON")..]).expect("JSON")
    };
    assert!(ask(address, "/").contains("<iframe"));
    assert!(ask(address, "/page/").ends_with("<p>The page.</p>"));
    assert!(ask(address, "/page/../Cargo.toml").starts_with("HTTP/1.1 404"));
    let first = state();
    assert!(first["link"].as_str().is_some_and(|link| link.starts_with("#/lesson/v1.")), "{first}");
    assert_eq!(first["problems"], "");

    fs::write(&file, right.replacen("objective:", "objektive:", 1)).expect("it can be written");
    let wrong = state();
    assert_eq!(wrong["link"], "", "what is no lesson leads nowhere");
    assert!(wrong["problems"].as_str().is_some_and(|said| said.contains("objektive")), "{wrong}");

    fs::write(&file, right.replacen("minutes: 4", "minutes: 5", 1)).expect("it can be written");
    let link = state()["link"].clone();
    assert!(link.as_str().is_some_and(|link| !link.is_empty()) && link != first["link"]);
    drop(served);

    let ran = podlab(&["lesson", "serve", &file, "--page", "no-such-folder"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("there is no page of Podlab"), "{}", ran.stderr);
}
