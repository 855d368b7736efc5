//! `podlab lesson worksheet` with presentations and quizzes. Those with lessons are tested with the lessons.

use crate::common::{assert_refused, golden, podlab, scratch};

const BARE: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: bare}\nspec: {containers: [{name: app, image: nginx}]}\n";
const TALK: &str = "apiVersion: podlab/v1\nkind: Presentation\ntitle: {en: A <talk>, id: Sebuah <talk>, ko: <발표>}\nmoves:\n";

/// Prints a worksheet as Markdown. Returns it with what was told.
fn sheet(arguments: &[&str]) -> (String, String) {
    let ran = podlab(&[&["lesson", "worksheet", "--format", "md"], arguments].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    (ran.stdout, ran.stderr)
}

#[test]
fn each_move_of_a_presentation_is_a_part_and_a_lesson_has_its_own() {
    let link = |file: &str| podlab(&["link", file]).stdout.trim().to_owned();
    let lesson = link("paper/lesson.yaml");
    let moves = format!(
        "- {{scene: crash-loop, at: 2s, say: What comes next?, ask: true}}\n\
         - {{show: why}}\n\
         - {{at: 1s, say: Before}}\n\
         - {{at: 100s, ask: true}}\n\
         - {{link: '{lesson}', say: Your turn.}}\n\
         - {{say: That is how it ends.}}\n"
    );
    let talk = scratch("talk.yaml", format!("{TALK}{moves}"));
    let (printed, told) = sheet(&[&talk]);
    assert_eq!(told, "");
    golden("paper/talk.md", &printed);
    let (korean, _) = sheet(&[&talk, "--lang", "ko"]);
    assert!(korean.contains("# <발표>\n") && korean.contains("# 정답: <발표>"), "{korean}");

    let html = podlab(&["lesson", "worksheet", &talk]).stdout;
    let (sheet, key) = html.split_once("<article class=\"key\">").expect("there is a key");
    assert_eq!(sheet.matches("<img ").count(), 7, "five moves and two steps have a picture");
    assert!(sheet.contains("<h1>A &lt;talk&gt;</h1>\n<p class=\"who\">"), "it has no objective");
    assert!(sheet.contains("<h2>5 On paper</h2>\n<p>Your turn.</p>\n</section>"), "{sheet}");
    assert!(sheet.contains("<h3>5.1</h3>") && sheet.contains("<h3>5.2</h3>"), "{sheet}");
    assert!(sheet.contains("<li>☐ CrashLoopBackOff</li>"));
    assert!(
        key.contains("<li>Error (0:00:03)<br>Error: ") && key.contains("</li>\n<li>–</li>"),
        "{key}"
    );
    assert!(key.contains("<li>On paper\n<ol>\n<li>No Pod<br>Nobody asked for one.</li>"), "{key}");
}

#[test]
fn a_move_can_show_a_run_of_a_link_and_a_cell_of_the_example_states() {
    let run = podlab(&["link", &scratch("paper-bare.yaml", BARE), "--at", "7s"]).stdout;
    let moves = format!(
        "- {{link: '{}'}}\n- {{link: '#/scene/crash-loop?release=1.20&at=4s'}}\n- {{scene: example/exits-1/Never, at: 5s, ask: true}}\n- {{at: 60s, ask: true}}\n",
        run.trim()
    );
    let (printed, told) = sheet(&[&scratch("talk-links.yaml", format!("{TALK}{moves}"))]);
    assert!(printed.contains("bare**, Simulated time 0:00:07"), "{printed}");
    assert!(printed.contains("Simulated time 0:00:04, Kubernetes release 1.20"), "{printed}");
    assert!(printed.contains("3. Error (0:00:1"), "{printed}");
    assert_eq!(told, "move 4: there is nothing to ask the room\n");
}

#[test]
fn the_slides_of_the_workshop_can_be_printed() {
    let slides = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/workshop/slides.yaml");
    let (printed, told) = sheet(&[slides, "--lang", "id"]);
    assert_eq!(told, "", "each question of a slide has an answer");
    assert!(printed.contains("\n### 5.1\n"), "{printed}");
}

#[test]
fn a_quiz_asks_about_a_run_one_question_after_the_other() {
    let (printed, told) = sheet(&["--quiz", "4", "sts-scale-down"]);
    assert_eq!(told, "");
    golden("paper/quiz.md", &printed);
    assert_eq!(printed, sheet(&["--quiz", "4", "sts-scale-down"]).0);
    let (sheet_alone, key) = printed.split_once("\n---\n").expect("there is a key");
    assert_eq!(sheet_alone.matches("next").count(), 5, "four questions, and what is to be done");
    assert!(!sheet_alone.contains("Next:"), "no picture says what comes next");
    assert_eq!(key.lines().filter(|line| line.contains(" (0:0")).count(), 4, "{key}");

    let seeded = |seed: &str| sheet(&["--quiz", "2", "crash-loop", "--seed", seed]).0;
    assert_ne!(seeded("1"), seeded("2"));
    let html = podlab(&["lesson", "worksheet", "--quiz", "2", "crash-loop", "sts-rolling"]).stdout;
    assert_eq!(html.matches("<img ").count(), 4);
    assert_eq!(html.matches("<article class=\"key\">").count(), 2);
    let korean = sheet(&["--quiz", "1", "crash-loop", "--lang", "ko"]).0;
    assert!(korean.contains("다음에 일어날 일에 표시하세요."), "{korean}");
}

#[test]
fn a_quiz_takes_what_other_commands_take_and_says_where_less_can_be_asked() {
    let file = scratch("paper-bare.yaml", BARE);
    let (printed, told) = sheet(&["--quiz", "9", &file]);
    let count = printed.matches("\n## ").count();
    assert_eq!(told, format!("{file}: only {count} of 9 questions can be asked about it\n"));
    assert!(printed.contains("# Pod bare\n") && printed.contains("- [ ] Running"), "{printed}");
    let saved = scratch("paper-bare.run.json", "");
    podlab(&["run", &file, "--until", "20s", "--save", &saved]);
    let service =
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n";
    let service = scratch("paper-service.yaml", service);
    for (arguments, told) in [
        (&["--quiz", "1", &saved][..], "nothing that happens in it can be asked about"),
        (&["--quiz", "1", &service], "there is no Pod in it"),
        (&["--quiz", "1", "no-such-scene"], "no such file, and no scene"),
        (&["--quiz", "0", "runs"], "0 is not in 1..=100"),
    ] {
        let ran = podlab(&[&["lesson", "worksheet"], arguments].concat());
        assert_refused(&ran, told);
        assert!(ran.stderr.contains(told), "{told}\n{}", ran.stderr);
    }
}

#[test]
fn a_presentation_that_cannot_be_shown_is_told_with_its_move() {
    for (moves, told) in [
        ("- {scene: no-such-scene}\n", "talk-wrong.yaml: move 1: there is no scene no-such-scene"),
        ("- {scene: runs}\n- {lesson: none}\n", "talk-wrong.yaml: move 2: there is no lesson none"),
        ("- {link: '#/run/v1.x.y'}\n", "talk-wrong.yaml: move 1: the link is damaged"),
        ("- {scene: runs, ask: maybe}\n", "moves[0].ask"),
    ] {
        let file = scratch("talk-wrong.yaml", format!("{TALK}{moves}"));
        let ran = podlab(&["lesson", "worksheet", &file]);
        assert_refused(&ran, told);
        assert!(ran.stderr.contains(told), "{told}\n{}", ran.stderr);
    }
}
