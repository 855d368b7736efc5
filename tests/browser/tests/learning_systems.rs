//! Lessons in a learning management system, in packages that `podlab pack` made.

use podlab_browser_tests::Page;
use serde_json::{Value, json};
use xtask::{package, paths};

/// The lesson in the packages: two questions, and a third one before a goal.
const LESSON: &str = "/scorm/phase-and-status.html";

fn open(edition: &str, path: &str) -> Page {
    let folder = package::fresh().join(format!("scorm-{edition}"));
    assert!(folder.is_dir(), "pack it with: cargo xtask test --only package");
    Page::open_served(Page::chosen_browser(), &paths::dist(), path, |site| {
        site.folders.insert(0, ("/scorm/", folder));
        site.unrestricted.push("/scorm/");
    })
}

/// What the system keeps under a name.
fn kept(page: &Page, name: &str) -> Value {
    page.js("return lmsData[arguments[0]] ?? null", &[name.into()])
}

/// Answers the first question wrong, and goes on to the second.
fn begin(page: &Page) {
    page.enter_frame("iframe");
    page.click("button", "CrashLoopBackOff");
    page.click("button", "Continue");
    page.leave_frame();
}

/// Answers the other questions right, and plays the lesson to its end.
fn finish(page: &Page) {
    page.enter_frame("iframe");
    page.click("button", "CrashLoopBackOff");
    page.click("button", "Continue");
    page.click("button", "The kubelet waits before it starts the container again");
    page.click("button", "Show the solution");
    page.wait_until("the end of the step", |page| page.has("button", "Continue"));
    page.click("button", "Continue");
    page.leave_frame();
}

#[test]
fn a_learning_system_learns_what_was_answered_and_that_the_lesson_is_over() {
    for (edition, status, location, score, answer, wrong) in [
        (
            "1.2",
            "cmi.core.lesson_status",
            "cmi.core.lesson_location",
            "cmi.core.score.raw",
            "student_response",
            "wrong",
        ),
        (
            "2004",
            "cmi.completion_status",
            "cmi.location",
            "cmi.score.raw",
            "learner_response",
            "incorrect",
        ),
    ] {
        let path = format!("/fixtures/lms.html?edition={edition}&page={LESSON}");
        let page = open(edition, &path);
        page.wait_until("the first step", |page| kept(page, location) == "1");
        assert_eq!(kept(&page, status), "incomplete");
        assert!(kept(&page, score).is_null());
        begin(&page);
        page.wait_until("the second step", |page| kept(page, location) == "2");
        // The next visit continues there.
        page.navigate_to(&path);
        page.enter_frame("iframe");
        page.wait_until("the lesson", |page| page.count(".lesson-question") == 1);
        assert!(page.text(".lesson-head").contains("Step 2"), "{}", page.text(".lesson-head"));
        page.leave_frame();
        assert_eq!((kept(&page, location), kept(&page, status)), (json!("2"), json!("incomplete")));
        finish(&page);
        page.wait_until("the end", |page| kept(page, status) == "completed");
        assert_eq!((kept(&page, location), kept(&page, score)), (json!("3"), json!("67")));
        let answers: Vec<[Value; 3]> = (0..3)
            .map(|index| {
                let of = |name: &str| kept(&page, &format!("cmi.interactions.{index}.{name}"));
                [of("id"), of(answer), of("result")]
            })
            .collect();
        let crash = json!("CrashLoopBackOff");
        assert_eq!(
            answers,
            [
                [json!("phase-and-status-step-1"), crash.clone(), json!(wrong)],
                [json!("phase-and-status-step-2"), crash, json!("correct")],
                [json!("phase-and-status-step-3"), json!("P-408"), json!("correct")],
            ]
        );
        assert_eq!(kept(&page, "cmi.interactions.0.correct_responses.0.pattern"), "Running");
        // The next visit starts a finished lesson from the beginning, and the system still has it as completed.
        page.navigate_to(&path);
        page.wait_until("the first step", |page| kept(page, location) == "1");
        assert_eq!(page.js("return sessionStorage.getItem('lms-ended')", &[]), "2");
        assert_eq!((kept(&page, status), kept(&page, score)), (json!("completed"), json!("67")));
        assert_eq!(page.js("return lmsErrors", &[]), json!([]), "SCORM {edition}");
        page.enter_frame("iframe");
        assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
        assert_eq!(page.text(".scorm-note"), "");
    }
}

#[test]
fn without_a_learning_system_the_lesson_works_and_says_that_nothing_is_recorded() {
    let page = open("1.2", LESSON);
    page.wait_until("the question", |page| page.has("button", "CrashLoopBackOff"));
    assert!(page.text(".scorm-note").contains("not recorded"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    assert!(page.foreign_requests().is_empty(), "{:?}", page.foreign_requests());
    page.assert_healthy();
}
