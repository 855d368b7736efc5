//! Lessons on the page: a question, goals that tick off, hints, the solution, and what the browser keeps.

use podlab_browser_tests::Page;
use serde_json::{Value, json};
use xtask::browsers::Browser;

const ROLLOUT: &str = "/#/lesson/broken-rollout";
const CONTINUE: &str = ".lesson-acts .is-primary";

fn open(link: &str) -> Page {
    let page = Page::open(link);
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    page
}

fn says(page: &Page) -> String {
    page.text(".lesson-says")
}

fn marks(page: &Page) -> (usize, usize) {
    (page.count(".lesson-goals .is-reached"), page.count(".lesson-goals li"))
}

#[test]
fn a_lesson_leads_from_step_to_step_and_is_remembered() {
    let page = open(ROLLOUT);
    assert!(says(&page).starts_with("Somebody set an image that does not exist."));
    assert_eq!(marks(&page), (0, 1));
    assert_eq!(page.count(".stuck"), 0, "what is stuck is for the learner to find");
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    assert_eq!(page.text(".lesson-result"), "Step done.");
    page.click_css(CONTINUE);
    // A question: time stands still until it is answered.
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    let clock = page.text(".clock");
    page.click("button", "Next event");
    page.wait_until("a word", |page| page.text(".toast").starts_with("Answer the question first."));
    assert_eq!(page.text(".clock"), clock);
    page.click("button", "web-2");
    page.wait_until("the verdict", |page| page.text(".quiz-told") == "Not web-2, but No Pod.");
    let focus = "return document.activeElement.textContent.trim()";
    assert_eq!(page.js(focus, &[]), Value::from("web-2"), "the focus stays");
    page.click_css(CONTINUE);
    page.wait_until("the last step", |page| says(page).starts_with("Get all three Pods ready."));
    assert_eq!(page.text(".clock"), "0:02:50.0", "what was asked about was seen");
    // It asks what is wrong before the goals are told.
    assert_eq!((page.count(".lesson-question"), marks(&page)), (1, (0, 0)));
    page.click("button", "The kubelet still tries to pull the image that web-2 was created with");
    page.wait_until("the goals", |page| marks(page).1 == 4);
    assert_eq!(page.text(".clock"), "0:02:50.0", "it was about the present moment");
    page.click("button", "Hint");
    page.wait_until("the hint", |page| page.count(".lesson-hint") == 1);
    page.click("button", "Show the solution");
    page.wait_until("all goals", |page| marks(page) == (4, 4));
    assert!(page.text(".lesson ol").contains("kubectl delete pod web-2"));
    page.assert_healthy();
    page.click_css(CONTINUE);
    page.wait_until("the end", |page| page.text(".lesson-result").starts_with("You finished"));
    page.set_size(360, 800);
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    page.wait_until("the narrow page", |page| page.js(wide, &[]) == 0);
    page.set_size(1440, 900);
    // The list of lessons knows it.
    page.click_css(".lesson-acts .button:nth-of-type(2)");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    let solved = "return [...document.querySelectorAll('.course-lesson')].filter((lesson) => lesson.textContent.includes('solved')).length";
    assert_eq!(page.js(solved, &[]), Value::from(1));
    page.assert_healthy();
    // What is over begins anew.
    page.go_to("/?again#/lesson/broken-rollout");
    page.wait_until("the first step", |page| says(page).starts_with("Somebody set an image"));
    assert_eq!(marks(&page), (0, 1));
}

#[test]
fn a_question_has_its_pod_on_the_stage_and_why_explains_its_answer() {
    let page = open("/#/lesson/exit-0");
    page.wait_until("the Pod", |page| page.text(".capsule-name").starts_with("always"));
    page.click_css(".lesson-question .act");
    page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
    page.click_css(CONTINUE);
    page.wait_until("the other Pod", |page| page.text(".capsule-name").starts_with("once"));
    page.click("button", "Succeeded");
    page.wait_until("the verdict", |page| page.text(".quiz-told").starts_with("Right"));
    page.click("button", "Why?");
    page.wait_until("why", |page| page.text(".answers").contains("Why is the phase Succeeded?"));
    assert!(page.text(".capsule-name").starts_with("once"));
    page.click_css(CONTINUE);
    // What is to be done comes after the question.
    page.wait_until("the task", |page| says(page).contains("Delete the Pod always"));
    assert!(page.text(".lesson").contains("Before you begin, answer this question:"));
    page.wait_until("the Pod", |page| page.text(".capsule-name").starts_with("always"));
    page.click("button", "The kubelet waits before it starts the finished task again");
    page.wait_until("the goals", |page| marks(page).1 == 3);
    assert!(!page.text(".lesson").contains("Before you begin"));
    page.click("button", "Show the solution");
    page.wait_until("all goals", |page| marks(page) == (3, 3));
    page.click_css(CONTINUE);
    // The end tells what the lesson put right, and its rules.
    page.wait_until("the end", |page| page.text(".lesson-result").starts_with("You finished"));
    assert!(page.text(".lesson").contains("Many people believe, wrongly: "));
    page.click_css(".lesson-more summary");
    assert!(page.text(".lesson-more").contains("P-401"));
    page.assert_healthy();
}

#[test]
fn an_answer_that_is_left_goes_on_at_the_moment_it_is_about() {
    let page = open("/#/lesson/phase-and-status");
    page.click("button", "Running");
    page.go_to("/?again#/lesson/phase-and-status");
    page.wait_until("the verdict", |page| {
        page.count(".quiz-told") == 1 && !page.text(".quiz-told").is_empty()
    });
    assert_eq!(page.text(".clock"), "0:00:23.0", "it is about that moment");
    page.click_css(CONTINUE);
    page.wait_until("the second step", |page| page.text(".lesson-head").contains("Step 2"));
    page.assert_healthy();
}

#[test]
fn a_lesson_goes_on_after_a_reload_and_begins_again_on_request() {
    let page = open(ROLLOUT);
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    page.click_css(CONTINUE);
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    page.go_to("/?again#/lesson/broken-rollout");
    page.wait_until("the word", |page| {
        page.text(".toast") == "You go on where you were in this lesson."
    });
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    assert_eq!(page.count(".kept"), 0, "the run is not offered once more");
    page.click("button", "Start again");
    page.wait_until("the first step", |page| says(page).starts_with("Somebody set an image"));
    assert_eq!(marks(&page), (0, 1));
}

#[test]
fn each_lesson_goes_on_where_it_was_left_also_after_another() {
    let page = open(ROLLOUT);
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    page.click_css(CONTINUE);
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    page.js("location.hash = '#/lesson/phase-and-status'", &[]);
    page.wait_until("another lesson", |page| page.text(".lesson-head").contains("STATUS"));
    page.click_css(".lesson-question .act");
    page.click_css(CONTINUE);
    page.wait_until("its second step", |page| page.text(".lesson-head").contains("Step 2"));
    page.js("location.hash = '#/lesson/broken-rollout'", &[]);
    page.wait_until("the first lesson again", |page| {
        page.text(".toast") == "You go on where you were in this lesson."
            && page.text(".lesson-head").contains("Step 2 of 3")
    });
    // The list leads to the lesson that was left last.
    page.click("button", "Leave the lesson");
    page.wait_until("no lesson", |page| page.count(".lesson") == 0);
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click_css(".course-next");
    page.wait_until("the lesson left last", |page| {
        page.count(".lesson") == 1 && page.text(".lesson-head").contains("Step 2 of 3")
    });
    page.js("location.hash = '#/lesson/phase-and-status'", &[]);
    page.wait_until("the other one", |page| {
        page.text(".lesson-head").contains("STATUS") && page.text(".lesson-head").contains("Step 2")
    });
    page.assert_healthy();
}

#[test]
fn leaving_a_lesson_keeps_the_run_and_the_way_back_leads_into_it() {
    let page = open(ROLLOUT);
    page.click("radio", "1.28");
    page.wait_until("a word", |page| {
        page.text(".toast").starts_with("A lesson runs under its own")
    });
    page.click("button", "Leave the lesson");
    page.wait_until("no lesson", |page| page.count(".lesson") == 0);
    assert_eq!(page.text(".clock"), "0:00:50.0");
    page.wait_until("another address", |page| {
        page.js("return location.hash", &[]) != "#/lesson/broken-rollout"
    });
    page.js("history.back()", &[]);
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert_eq!(page.text(".toast"), "You go on where you were in this lesson.");
    page.go_to("/#/lesson/no-such-lesson");
    page.wait_until("a word", |page| page.text(".toast") == "The lesson cannot be loaded.");
}

#[test]
fn progress_goes_to_another_browser_as_a_file() {
    let page = open(ROLLOUT);
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.catch_files();
    page.click("button", "Save progress");
    page.wait_until("the file", |page| page.js("return window.saved ?? null", &[]) != Value::Null);
    let saved = page.js("return JSON.parse(window.saved).lessons", &[]);
    assert_eq!(saved, json!({ "broken-rollout": { "fewest": null } }));
    let open = |text: &str| {
        page.js(
            "const input = document.querySelector('.course-kept input');
             const files = new DataTransfer();
             files.items.add(new File([arguments[0]], 'podlab-lessons.json'));
             input.files = files.files;
             input.dispatchEvent(new Event('change'));",
            &[text.into()],
        );
    };
    // What this version does not know is left out.
    let lessons = json!({ "broken-rollout": { "fewest": 3 }, "canary": { "fewest": 1 }, "<b>": { "fewest": 1 } });
    open(&json!({ "version": 1, "lessons": lessons }).to_string());
    page.wait_until("the word", |page| {
        page.text(".course-said").ends_with("2 of 81 lessons are solved.")
    });
    assert_eq!(page.text(".course-kept b"), "2 of 81 solved");
    let worse = json!({ "version": 1, "lessons": { "canary": { "fewest": 9 } } });
    open(&worse.to_string());
    page.go_to("/?again");
    let kept = page.js("return JSON.parse(localStorage['podlab-lessons']).lessons", &[]);
    assert_eq!(kept, json!({ "broken-rollout": { "fewest": 3 }, "canary": { "fewest": 1 } }));
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    open("{}");
    page.wait_until("the word", |page| {
        page.text(".course-said") == "This file does not hold progress of lessons."
    });
    page.assert_healthy();
}

/// A lesson with the name of one that comes with Podlab.
const OWN: &str = "
apiVersion: podlab/v1
kind: Lesson
metadata: {name: broken-rollout}
title: My lesson
objective: You can end a Pod.
level: beginner
chapter: pods
minutes: 1
rules: []
par: 1
nodes: 1
opens: 10s
steps:
- say: Which phase comes?
  predict:
    ask: {phase: demo}
    after: 5s
    choices:
    - {answer: Running, because: It runs.}
    - {answer: Failed, because: Nothing fails.}
- say: Delete the Pod.
  goals: [{pod: demo, exists: false}]
  solution: [{kubectl: delete pod demo --now}, {wait: 5s}]
debrief: That is all.
---
{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}
";

#[test]
fn a_lesson_of_ones_own_is_pasted_and_its_address_is_a_link_to_it() {
    let page = Page::open("/");
    page.paste(&OWN.replace("goals:", "gaols:"));
    page.wait_until("the mistake", |page| page.text("dialog[open]").contains("gaols"));
    page.press("Escape");
    page.paste(OWN);
    page.click("button", "Open this lesson");
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert_eq!(says(&page), "Which phase comes?");
    page.assert_healthy();
    let hash =
        |page: &Page| page.js("return location.hash", &[]).as_str().unwrap_or_default().to_owned();
    page.wait_until("the address", |page| hash(page).starts_with("#/lesson/v1."));
    let link = hash(&page);
    page.click("button", "Running");
    page.click_css(CONTINUE);
    page.wait_until("the second step", |page| says(page) == "Delete the Pod.");

    page.go_to(&format!("/?again{link}"));
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert_eq!(says(&page), "Delete the Pod.", "the learner goes on where they were");
    page.click("button", "Show the solution");
    page.wait_until("the goal", |page| marks(page) == (1, 1));
    page.click_css(CONTINUE);
    page.wait_until("the end", |page| page.text(".lesson-result").starts_with("You finished"));
    // It is not the lesson of that name that comes with Podlab.
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    let begun = "return [...document.querySelectorAll('.course-lesson')].filter((lesson) => /solved|begun|seen/i.test(lesson.textContent)).length";
    assert_eq!(page.js(begun, &[]), Value::from(0));
    page.go_to("/?more#/lesson/broken-rollout");
    page.wait_until("the other lesson", |page| says(page).starts_with("Somebody set an image"));
}

#[test]
fn a_link_to_a_lesson_says_its_language_and_one_that_is_damaged_says_so() {
    let page = open("/#/lesson/phase-and-status?lang=ko");
    page.wait_until("Korean", |page| says(page).starts_with("파드 demo의 컨테이너가"));
    assert_eq!(page.js("return document.documentElement.lang", &[]), "ko");
    let hash = page.js("return location.hash", &[]);
    assert_eq!(hash, "#/lesson/phase-and-status?lang=ko", "the address stays what it was");
    page.go_to("/?again#/lesson/v1.00000000.AAAA");
    page.wait_until("why it cannot be opened", |page| {
        page.text("dialog[open]").contains("This link cannot be opened")
    });
}

#[test]
fn a_lesson_that_the_api_server_refuses_says_why() {
    let page = Page::open("/");
    page.paste(&OWN.replace("image: nginx}", "image: nginx}, {name: app, image: nginx}"));
    page.click("button", "Open this lesson");
    page.wait_until("why", |page| page.text("dialog[open]").contains("Duplicate value"));
    assert_eq!(page.count(".lesson"), 0);
}

#[test]
fn a_missed_question_comes_back_after_a_day_and_a_known_one_after_a_week() {
    const DAY: i64 = 24 * 3_600_000;
    let page = open("/#/lesson/phase-and-status");
    page.click("button", "Failed");
    page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
    let returns = |page: &Page| {
        page.js("return JSON.parse(localStorage['podlab-lessons']).returns ?? null", &[])
    };
    // So long until it comes back, give or take the time that the test takes.
    let wait = |page: &Page, step: &str| {
        let due = returns(page)["phase-and-status"][step]["due"].as_i64().expect("it comes back");
        let now = page.js("return Date.now()", &[]).as_i64().expect("it is a whole number");
        (due - now + DAY / 2) / DAY
    };
    assert_eq!(wait(&page, "0"), 1);
    page.click_css(CONTINUE);
    page.wait_until("the second question", |page| says(page).starts_with("Now look"));
    // What is right, but a guess, comes back too.
    page.js("document.querySelector('.quiz-doubt input').click()", &[]);
    page.click("button", "CrashLoopBackOff");
    page.wait_until("the verdict", |page| page.text(".quiz-told").starts_with("Right"));
    assert_eq!(wait(&page, "1"), 7);

    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    assert!(page.text(".course").contains("Questions that come back later: 2"));
    // A day later.
    page.js(
        "const kept = JSON.parse(localStorage['podlab-lessons']);
         kept.returns['phase-and-status'][0].due = 1;
         localStorage['podlab-lessons'] = JSON.stringify(kept);",
        &[],
    );
    page.answer_what_comes_back();
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    assert!(says(&page).starts_with("The container of the Pod demo exits"));
    page.click("button", "Running");
    page.wait_until("the verdict", |page| page.text(".quiz-told").starts_with("Right"));
    assert_eq!(wait(&page, "0"), 7);
    page.click_css(CONTINUE);
    page.wait_until("the end", |page| page.count(".lesson") == 0);
    assert_eq!(page.text(".toast"), "No more questions come back today.");
    page.assert_healthy();
}

#[test]
fn a_certificate_lists_what_was_finished_and_keeps_no_name() {
    let page = Page::open("/");
    let lessons = json!({ "broken-rollout": { "fewest": 3 }, "canary": { "fewest": null } });
    let kept = json!({ "version": 1, "lessons": lessons }).to_string();
    page.js("localStorage['podlab-lessons'] = arguments[0]", &[kept.into()]);
    page.go_to("/?again");
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click("button", "Certificate");
    page.wait_until("the certificate", |page| page.count(".certificate") == 1);
    page.type_into("textbox", "Your name", "Ada");
    page.wait_until("the name", |page| page.text(".certificate-of") == "Ada");
    let said = page.text(".certificate");
    assert!(said.contains("1 of 81") && said.contains("The rollback that does not help"), "{said}");
    assert_eq!(page.count(".certificate li"), 1);
    page.js("window.print = () => { window.printed = true }", &[]);
    page.click("button", "Print");
    assert_eq!(page.js("return window.printed", &[]), true);
    if page.browser() == Browser::Chromium {
        page.show_print();
        let seen = |css: &str| {
            let script = "return document.querySelector(arguments[0]).checkVisibility()";
            page.js(script, &[css.into()]) == true
        };
        assert!(seen(".certificate") && seen(".certificate-of"));
        for other in [".lab", ".certificate-name", "dialog[open] .dialog-foot"] {
            assert!(!seen(other), "{other} is printed");
        }
    }
    let kept = page.js("return JSON.stringify(localStorage)", &[]);
    assert!(!kept.as_str().unwrap_or_default().contains("Ada"));
    page.assert_healthy();
}

#[test]
fn a_learner_of_a_class_has_a_variant_of_their_own() {
    let says = |page: &Page, name: &str| {
        page.wait_until(name, |page| {
            page.count(".lesson-says") == 1 && page.text(".lesson-says").contains(name)
        });
    };
    let page = open("/#/lesson/start-ordinal");
    says(&page, "orders-3 and");
    page.js("localStorage['podlab-learner'] = '4'", &[]);
    for visit in ["first", "second"] {
        page.go_to(&format!("/?{visit}#/lesson/start-ordinal?class=otter"));
        says(&page, "orders-13 and");
    }
    page.go_to("/?seed#/lesson/start-ordinal?seed=2");
    says(&page, "orders-103 and");
    // The seed of a class is added to the number of the learner. Its teacher types it behind that of the link: 2 becomes 23.
    page.click("button", "For a class");
    page.type_into("textbox", "Word of the class", "otter");
    page.type_into(
        "spinbutton",
        "Seed of the variants (add 1 to give each learner another variant)",
        "3",
    );
    page.press("Tab");
    page.wait_until("the link", |page| {
        page.count(".class-link a") == 1 && page.text(".class-link a").contains("seed=23")
    });
    let address = page.text(".class-link a");
    let link = &address[address.find('#').expect("it has a fragment")..];
    page.go_to(&format!("/?third{link}"));
    says(&page, "orders-3 and");
    page.go_to("/?fourth#/lesson/start-ordinal?class=otter&seed=1");
    says(&page, "orders-103 and");
    page.assert_healthy();
}
