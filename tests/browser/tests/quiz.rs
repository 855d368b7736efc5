//! *Quiz me*: time stops before kubectl prints another STATUS, and the learner says which.

use podlab_browser_tests::Page;

fn ask(page: &Page) {
    page.click("button", "Quiz me");
    page.wait_until("the question", |page| page.count(".quiz") == 1);
}

#[test]
fn the_learner_is_asked_what_comes_and_sees_it() {
    let page = Page::open_lab("A container that crashes");
    page.click("radio", "60×");
    ask(&page);
    assert_eq!(page.count(".next-step"), 0, "what is asked is not to be read off");
    let before = page.text("#status");
    page.assert_healthy();
    // By keyboard alone: the pressed answer keeps the focus, and what goes on takes it over.
    page.js("document.querySelector('.quiz-answers .act').focus()", &[]);
    page.press("Enter");
    page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
    let focus = "return document.activeElement.className";
    assert!(page.js(focus, &[]).as_str().is_some_and(|class| class.starts_with("act")));
    assert_ne!(page.text("#status"), before, "what was asked about is seen");
    let right = page.text(".quiz-answers .is-done");
    assert!(right.ends_with(&page.text("#status")), "{right}");
    page.js("document.querySelector('.quiz .is-primary').focus()", &[]);
    page.press("Enter");
    page.wait_until("the focus at the time", |page| {
        page.js(focus, &[]).as_str().is_some_and(|class| class.contains("play"))
    });
    page.wait_until("the next question", |page| {
        page.count(".quiz") == 1 && page.text(".quiz-told").is_empty()
    });
    page.click("button", "Quiz me");
    page.wait_until("the forecast", |page| {
        page.count(".quiz") == 0 && page.count(".next-step") > 0
    });
    page.assert_healthy();
}

#[test]
fn a_phone_has_the_question_above_the_pod() {
    let page = Page::open_lab("A container that crashes");
    page.go_narrow();
    page.js("document.querySelector('.next-head').scrollIntoView({ block: 'center' })", &[]);
    ask(&page);
    let wide = "const width = (css) => document.querySelector(css).getBoundingClientRect().width;
                return width('.quiz > .heading') > .8 * width('.quiz')";
    assert_eq!(page.js(wide, &[]), true, "the question has the width of the card");
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn a_pod_that_just_runs_is_no_question_and_a_lesson_asks_its_own() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(9, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.wait_until("the forecast", |page| {
        page.text(".answers").contains("Nothing more will change")
    });
    page.click("button", "Quiz me");
    page.wait_until("the word", |page| {
        page.text(".toast").starts_with("Nothing more happens by itself that can be asked about.")
    });
    assert_eq!(page.attribute(".next-head button", "aria-pressed").as_deref(), Some("false"));
    page.go_to("/#/lesson/broken-rollout");
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert!(!page.has("button", "Quiz me"));
    page.go_to("/#/lesson/phase-and-status");
    page.wait_until("what hides the forecast", |page| {
        page.text(".answers").contains("after you answer the question")
    });
}

#[test]
fn a_set_that_is_still_made_is_asked_about() {
    let page = Page::open("/#/scene/sts-ordered?at=2s");
    page.wait_until("the forecast", |page| page.count(".next-step") > 0);
    ask(&page);
    assert_eq!(page.text(".toast"), "");
    page.assert_healthy();
}

#[test]
fn a_link_asks_and_is_shared_so() {
    let page = Page::open("/#/scene/crash-loop?quiz=yes");
    page.wait_until("the question", |page| page.count(".quiz") == 1);
    assert_eq!(page.attribute(".next-head button", "aria-pressed").as_deref(), Some("true"));
    page.click("button", "Share");
    page.wait_until("the link", |page| {
        let field = "return document.querySelector('dialog[open] textarea')?.value ?? ''";
        page.js(field, &[]).as_str().is_some_and(|link| link.contains("quiz=yes"))
    });
    page.press("Escape");
    page.navigate_to("/#/scene/exit-0");
    page.wait_until("a link that asks nothing", |page| {
        page.attribute(".next-head button", "aria-pressed").as_deref() == Some("false")
    });
}

#[test]
fn what_was_missed_is_explained_and_comes_back_after_a_day() {
    let page = Page::open("/#/scene/crash-loop?at=20s&quiz=yes");
    page.wait_until("the question", |page| page.count(".quiz") == 1);
    let choices = "return [...document.querySelectorAll('.quiz-answers .act')].map((act) => act.textContent.trim())";
    let choices = page.js(choices, &[]);
    let of_crash = ["Running", "Error", "CrashLoopBackOff"];
    let mut words = choices.as_array().into_iter().flatten().filter_map(|word| word.as_str());
    let wrong = words.find(|word| !of_crash.contains(word)).expect("there are four answers");
    page.click_css(".quiz-doubt input");
    page.click("button", wrong);
    page.wait_until("the verdict", |page| page.text(".quiz-told").starts_with("Not "));
    let right = page.text("#status");
    assert_eq!(page.text(".quiz-told"), format!("Not {wrong}, but {right}."));
    let because = page.text(".quiz-verdict");
    assert!(because.contains(&format!("{wrong}: ")), "{because}");
    assert!(because.contains(&format!("{right}: ")), "{because}");
    assert_eq!(page.count(".quiz-doubt"), 0);
    page.assert_healthy();

    let runs = |page: &Page| page.js("return JSON.parse(localStorage['podlab-lessons']).runs", &[]);
    let kept = runs(&page);
    let links: Vec<&String> = kept.as_object().into_iter().flat_map(|kept| kept.keys()).collect();
    assert!(matches!(links[..], [link] if link.starts_with("#/scene/crash-loop?at=")), "{kept}");
    page.js(
        "const kept = JSON.parse(localStorage['podlab-lessons']);
         for (const question of Object.values(kept.runs)) question.due = 1;
         localStorage['podlab-lessons'] = JSON.stringify(kept);",
        &[],
    );
    page.answer_what_comes_back();
    page.wait_until("the same question", |page| page.count(".quiz-answers .act") == 4);
    page.click("button", &right);
    page.wait_until("the verdict", |page| page.text(".quiz-told") == format!("Right: {right}."));
    let days = page.js(
        "const [{ days }] = Object.values(JSON.parse(localStorage['podlab-lessons']).runs); return days",
        &[],
    );
    assert_eq!(days, 7);
    page.click_css(".quiz .is-primary");
    page.wait_until("the end", |page| page.text(".toast") == "No more questions come back today.");
    page.assert_healthy();
}
