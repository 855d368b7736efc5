//! A lesson in a figure of another page: played there, told to the page around, and kept while the figure is away.

use podlab_browser_tests::Page;
use serde_json::{Value, json};

/// Opens a page with one figure, which shows the lesson. What the figure tells is kept for the test.
fn open(fixture: &str, lesson: &str) -> Page {
    let page = Page::open_figures(fixture, 1);
    page.js(
        "window.told = [];
         for (const kind of ['step', 'goal', 'prediction', 'statement', 'error']) {
           addEventListener(`podlab-${kind}`, ({ detail }) => told.push({ kind, ...detail }));
         }
         document.querySelector('pod-lab').lesson = arguments[0]",
        &[lesson.into()],
    );
    page
}

fn wait_for_lesson(page: &Page) {
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
}

fn told(page: &Page, kind: &str) -> Vec<Value> {
    let told = page.js("return told.filter((each) => each.kind === arguments[0])", &[kind.into()]);
    told.as_array().cloned().unwrap_or_default()
}

fn wait_for_step(page: &Page, step: u64) -> Value {
    page.wait_until("the step", |page| {
        told(page, "step").last().is_some_and(|told| told["step"] == step)
    });
    told(page, "step").pop().unwrap_or_default()
}

#[test]
fn a_lesson_in_an_element_is_played_there_and_tells_what_is_reached() {
    let page = open("/fixtures/figure.html", "broken-rollout");
    wait_for_lesson(&page);
    let first = wait_for_step(&page, 1);
    assert_eq!((&first["lesson"], &first["steps"]), (&json!("broken-rollout"), &json!(3)));
    assert_eq!((&first["over"], &first["commands"]), (&json!(false), &json!(0)));
    assert!(page.text(".lesson-says").starts_with("Somebody set an image that does not exist."));
    assert_eq!(page.text(".clock"), "0:00:50.0", "it begins at its moment");
    assert!(!page.has("button", "Leave"), "there is nothing to go back to");
    assert!(told(&page, "goal").is_empty());
    page.assert_healthy();
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| told(page, "goal").len() == 1);
    assert_eq!(told(&page, "goal")[0]["step"], 1);
    page.click("button", "Continue");
    wait_for_step(&page, 2);
    page.click("button", "web-2");
    page.wait_until("the answer", |page| told(page, "prediction").len() == 1);
    let answer = &told(&page, "prediction")[0];
    assert_eq!((&answer["expected"], &answer["happened"]), (&json!("web-2"), &json!("none")));
    assert_eq!((&answer["right"], &answer["step"]), (&json!(false), &json!(2)));
    page.click("button", "Continue");
    wait_for_step(&page, 3);
    page.click("button", "The kubelet still tries to pull the image that web-2 was created with");
    page.wait_until("the answer", |page| told(page, "prediction").len() == 2);
    let answer = &told(&page, "prediction")[1];
    assert_eq!((&answer["expected"], &answer["right"]), (&json!("P-317"), &json!(true)));
    page.click("button", "Show the solution");
    page.wait_until("the end of the step", |page| page.has("button", "Continue"));
    page.click("button", "Continue");
    page.wait_until("the end", |page| {
        told(page, "step").last().is_some_and(|told| told["over"] == true)
    });
    let last = told(&page, "step").pop().unwrap_or_default();
    assert_eq!((&last["step"], &last["commands"], &last["par"]), (&json!(3), &json!(2), &json!(2)));
    assert!(!page.has("button", "Lessons"), "a figure has one lesson");
    assert_statements(&told(&page, "statement"));
    page.assert_healthy();
    let kept = "return Object.keys(localStorage).filter((key) => key.startsWith('podlab-lesson'))";
    assert_eq!(page.js(kept, &[]), json!([]), "a figure keeps no progress");
}

/// What a learning record store keeps of that: each statement is one of xAPI but for its actor.
fn assert_statements(told: &[Value]) {
    let verbs: Vec<&str> = told
        .iter()
        .filter_map(|statement| {
            statement["verb"]["id"].as_str()?.strip_prefix("http://adlnet.gov/expapi/verbs/")
        })
        .collect();
    assert_eq!(
        verbs,
        ["initialized", "progressed", "answered", "progressed", "answered", "completed"]
    );
    for statement in told {
        assert!(statement["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')));
        assert_eq!(statement["object"]["objectType"], "Activity");
        assert!(statement["actor"].is_null());
    }
    let (lesson, answer, end) = (&told[0]["object"], &told[2], &told[5]["result"]);
    assert_eq!(lesson["definition"]["name"]["und"], "The rollback that does not help");
    assert_eq!(answer["object"]["definition"]["correctResponsesPattern"], json!(["none"]));
    assert_eq!(
        (&answer["result"]["response"], &answer["result"]["success"]),
        (&json!("web-2"), &json!(false))
    );
    assert_eq!(&answer["context"]["contextActivities"]["parent"][0], lesson);
    let progress = "https://w3id.org/xapi/cmi5/result/extensions/progress";
    assert_eq!(told[1]["result"]["extensions"][progress], 33);
    assert_eq!(end["completion"], true);
    assert_eq!(end["score"], json!({ "scaled": 0.5, "raw": 1, "min": 0, "max": 2 }));
    assert!(end["duration"].as_str().is_some_and(|time| time.starts_with("PT")));
}

#[test]
fn a_lesson_goes_on_where_it_was_when_its_figure_comes_back_and_can_begin_again() {
    let page = open("/fixtures/figure.html", "broken-rollout");
    wait_for_step(&page, 1);
    page.click("button", "Rollout undo");
    page.wait_until("the goal", |page| told(page, "goal").len() == 1);
    page.click("button", "Continue");
    wait_for_step(&page, 2);
    page.promise(
        "const figure = document.querySelector('pod-lab');
         figure.remove();
         await new Promise((go) => setTimeout(go, 1500));
         document.body.append(figure)",
        &[],
    );
    wait_for_lesson(&page);
    page.wait_until("the question", |page| page.count(".lesson-question") == 1);
    assert!(page.text(".lesson-head").contains("Step 2"), "{}", page.text(".lesson-head"));
    // A script may begin it again; then the first step is told once more.
    page.promise("await document.querySelector('pod-lab').reset()", &[]);
    wait_for_step(&page, 1);
    assert_eq!(page.text(".clock"), "0:00:50.0");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_lesson_of_the_page_itself_is_played_and_its_mistakes_are_told_with_their_line() {
    let page = open("/fixtures/inline.html", "exit-0");
    wait_for_lesson(&page);
    // In the language of the element.
    assert_eq!(wait_for_step(&page, 1)["lesson"], "exit-0");
    page.js("document.querySelector('pod-lab').lang = 'en'", &[]);
    let own = "apiVersion: podlab/v1
kind: Lesson
metadata: {name: own}
title: My lesson
objective: You can delete a Pod.
minutes: 1
chapter: pods
rules: [P-101]
par: 1
steps:
- say: Delete the Pod.
  goals: [{pod: p, deleted: true}]
  solution: [{kubectl: delete pod p}]
debrief: It is gone.
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: app, image: 'nginx:1'}]}";
    let give = "const figure = document.querySelector('pod-lab');
                figure.lesson = null; figure.scene = null; figure.manifest = arguments[0]";
    page.js(give, &[own.into()]);
    page.wait_for_text(".lesson-says", "Delete the Pod.");
    page.click("button", "Delete");
    page.wait_until("the goal", |page| told(page, "goal").len() == 1);
    page.js(give, &[own.replace("par: 1", "par: many").into()]);
    page.wait_until("what is wrong", |page| !told(page, "error").is_empty());
    let wrong = told(&page, "error")[0]["message"].as_str().unwrap_or_default().to_owned();
    assert!(wrong.starts_with("line 9: "), "{wrong}");
    page.js(
        "document.querySelector('pod-lab').manifest = null; document.querySelector('pod-lab').lesson = 'no-such'",
        &[],
    );
    page.wait_until("that there is none", |page| {
        told(page, "error")
            .last()
            .is_some_and(|told| told["message"] == "there is no lesson called no-such")
    });
}

#[test]
fn a_frame_without_an_origin_has_lessons_and_tells_of_them() {
    let page = Page::open("/fixtures/embedding.html");
    page.js("document.querySelector('iframe').src = '/embed.html#/lesson/broken-rollout'", &[]);
    let heard = |page: &Page, kind: &str| {
        page.js("return heard.filter(({ type }) => type === arguments[0])", &[kind.into()])
    };
    page.wait_until("the first step", |page| {
        heard(page, "step")[0]["detail"]["lesson"] == "broken-rollout"
    });
    page.js("say({ podlab: 1, type: 'open' })", &[]);
    page.wait_until("the address", |page| !heard(page, "opened")[0].is_null());
    let address = heard(&page, "opened")[0]["detail"]["address"].clone();
    assert!(
        address
            .as_str()
            .is_some_and(|address| address.ends_with("/#/lesson/broken-rollout?lang=en")),
        "{address}"
    );
    page.enter_frame("iframe");
    let asked: Vec<String> = page.asked_for();
    assert!(asked.iter().any(|file| file.contains("podlab.classic.lessons.js")), "{asked:?}");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_frame_with_a_scene_does_not_load_the_lessons() {
    let page = Page::open("/embed.html?scene=crash-loop");
    page.wait_until("the figure", |page| page.in_figure("pod-lab", ".clock").starts_with("0:00"));
    assert!(
        !page.asked_for().iter().any(|file| file.contains("lessons")),
        "{:?}",
        page.asked_for()
    );
}
