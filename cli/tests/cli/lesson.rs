//! `podlab lesson`.

use crate::common::{podlab, podlab_with, scratch};
use podlab_lessons::LESSONS;

#[test]
fn every_lesson_that_comes_with_podlab_is_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/lessons");
    let ran = podlab(&["lesson", "check", folder]);
    let all = format!("{} lessons are right\n", LESSONS.len());
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), all.as_str()), "{}", ran.stdout);
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
    let typed = "3\n2\nnext\nhint\nkubectl get pods\nkubectl delete pod demo\nwait 40s\n";
    let ran = podlab_with(&["lesson", "play", "phase-and-status"], typed.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for said in [
        "Not CrashLoopBackOff, but Running.",
        "Not Running, but CrashLoopBackOff.",
        "3/3  0:01:15",
        "the step is not done yet",
        "kubectl has the command delete.",
        "pod \"demo\" deleted",
        "  [x] The Pod *demo* does not exist.",
        "The phase is one of five words.",
    ] {
        assert!(ran.stdout.contains(said), "{said}\n{}", ran.stdout);
    }
    let left = podlab_with(&["lesson", "play", "phase-and-status"], b"1\nquit\n");
    assert_eq!(left.code, Some(1), "the lesson is not over");
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
        let ran = podlab(&["lesson", "check", &file]);
        assert_eq!(ran.code, Some(1), "{}", ran.stdout);
        let place = ran.stdout.starts_with(&format!("{file}:"));
        let said = ran.stdout.contains(told.trim_start_matches(':'));
        assert!(place && said, "{told}\n{}", ran.stdout);
    }
}
