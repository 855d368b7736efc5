//! Ways for everyone: past what stands before, by ear, and with strong contrast.

use podlab_browser_tests::Page;
use serde_json::json;

#[test]
fn skip_links_lead_to_the_pod_time_actions_and_answers() {
    let page = Page::open("/");
    for (name, place) in [
        ("Skip to the Pod", "stage"),
        ("Skip to time", "time"),
        ("Skip to actions", "controls"),
        ("Skip to answers", "answers"),
    ] {
        page.js(
            "document.querySelector(`.skip-link[href='#${arguments[0]}']`).focus()",
            &[place.into()],
        );
        let seen = "const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom > 0";
        page.wait_until(name, |page| page.js(seen, &[]) == true);
        page.click("link", name);
        page.wait_until(place, |page| page.js("return document.activeElement.id", &[]) == place);
        assert_eq!(page.js("return location.hash", &[]), "", "the address says what is shown");
    }
    page.assert_healthy();
}

#[test]
fn a_lesson_that_is_chosen_takes_the_focus_and_a_skip_link_leads_back_to_it() {
    let page = Page::open("/");
    assert_eq!(page.count(".skip-link[href='#lesson']"), 0);
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click_css(".course-lesson");
    let focus = "return document.activeElement.id";
    page.wait_until("the lesson", |page| page.js(focus, &[]) == "lesson");
    page.js("document.querySelector('#stage').focus()", &[]);
    page.js("document.querySelector(`.skip-link[href='#lesson']`).focus()", &[]);
    page.click("link", "Skip to the lesson");
    page.wait_until("the lesson again", |page| page.js(focus, &[]) == "lesson");
    page.assert_healthy();
}

#[test]
fn an_answer_to_why_beside_the_stage_is_told_aloud() {
    let page = Page::open_lab("A container that crashes");
    page.step_until(40, "a restart", |page| page.text(".restarts") == "1");
    let told = |page: &Page| {
        let script = "return document.querySelector('.answers > [role=status]').textContent";
        page.js(script, &[]).as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(told(&page), "");
    // Also from another tab.
    page.click("tab", "Events");
    page.click("button", "Why?");
    page.wait_until("the answer", |page| !told(page).is_empty());
    assert_eq!(told(&page), page.text(".why-conclusion"));
    page.assert_healthy();
}

#[test]
fn after_an_answer_of_a_lesson_its_verdict_is_told_and_not_each_change() {
    let page = Page::open("/");
    page.go_to("/?running#/lesson/phase-and-status");
    page.wait_until("the question", |page| page.has("button", "Running"));
    // Watching takes two seconds, in which a slow machine may not ask.
    page.js(
        "const line = document.querySelector('.say-text');
         window.lives = [];
         new MutationObserver(() => lives.push(line.getAttribute('aria-live')))
           .observe(line, { attributeFilter: ['aria-live'] })",
        &[],
    );
    page.click("button", "Running");
    page.wait_until("the end", |page| page.text(".clock").starts_with("0:00:23"));
    let lives = || page.js("return window.lives", &[]);
    page.wait_until("the voice again", |_| {
        lives().as_array().is_some_and(|all| all.last() == Some(&json!("polite")))
    });
    assert_eq!(lives(), json!(["off", "polite"]));
    assert!(page.text(".quiz-told").starts_with("Right"), "{}", page.text(".quiz-told"));
}

/// Takes the focus from the list of languages, which needs letters itself.
fn leave_list(page: &Page) {
    page.js("document.activeElement.blur()", &[]);
}

#[test]
fn a_key_tells_what_is_on_the_stage_in_every_language() {
    let page = Page::open_lab("A container that crashes");
    page.step_until(40, "two restarts", |page| page.text(".restarts") == "2");
    let phase = page.text("#phase");
    let (ready, status) = (page.text("#ready").replace('/', " of "), page.text("#status"));
    let status = if status == phase { String::new() } else { format!(", STATUS {status}") };
    page.press("s");
    page.wait_for_text(
        ".toast",
        &format!("demo, phase {phase}{status}, {ready} ready, 2 restarts."),
    );
    assert_eq!(page.attribute(".toast", "role").as_deref(), Some("status"));
    let told = || page.js("return document.querySelector('.toast').textContent", &[]);
    let first = told();
    page.press("s");
    page.wait_until("the same once more, as another text", |_| told() != first);
    page.speak("한국어", "ko");
    leave_list(&page);
    page.press("s");
    page.wait_until("Korean", |page| page.text(".toast").contains("재시작 2회"));
    page.speak("Bahasa Indonesia", "id");
    leave_list(&page);
    page.press("s");
    page.wait_until("Indonesian", |page| page.text(".toast").contains("2 kali dimulai ulang"));
}

#[test]
fn the_summary_begins_with_the_workload() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(500, "two Pods", |page| page.are_ready(2));
    page.press("s");
    page.wait_until("a summary", |page| {
        page.text(".toast").starts_with("StatefulSet web: ")
            && page.text(".toast").contains("of 3 Pods ready. web-0, phase Running")
    });
}

#[test]
fn high_contrast_is_a_switch_that_is_kept() {
    let page = Page::open("/");
    let line = |page: &Page| {
        page.js(
            "return getComputedStyle(document.documentElement).getPropertyValue('--stroke')",
            &[],
        )
    };
    let usual = line(&page);
    page.click("button", "High contrast");
    page.wait_until("strong lines", |page| line(page) == "2.5px");
    page.go_to("/?again");
    assert_eq!(line(&page), "2.5px");
    assert_eq!(page.attribute(".contrast", "aria-pressed").as_deref(), Some("true"));
    page.assert_healthy();
    page.click("radio", "dark");
    page.assert_healthy();
    page.click("button", "High contrast");
    page.wait_until("usual lines", |page| line(page) == usual);
}

/// Notes the pitch of each note that the page plays.
const NOTE_PITCHES: &str = "
    window.pitches = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
        window.pitches.push(Math.round(this.frequency.value));
        return start.apply(this, given);
    };";

#[test]
fn changes_of_a_pod_are_heard_by_those_who_want_to() {
    let page = Page::open_lab("A container that crashes");
    page.js(NOTE_PITCHES, &[]);
    let pitches = || page.js("return window.pitches.splice(0)", &[]);
    page.step_until(40, "a restart", |page| page.text(".restarts") == "1");
    assert_eq!(pitches(), json!([]), "nobody asked for sound");
    page.press("?");
    page.click_css(".sound [role=switch]");
    // A row of the timeline behind the dialog has that name too.
    page.js(
        "[...document.querySelectorAll('.sound-notes button')].find((each) => each.textContent.trim() === 'Ready').click()",
        &[],
    );
    page.wait_until("what Ready sounds like", |_| pitches() == json!([784]));
    page.assert_healthy();
    page.click("button", "Done");
    // A failure is low, and what runs again is high.
    let mut all = Vec::new();
    page.step_until(40, "another restart", |page| page.text(".restarts") == "2");
    page.step_until(10, "a ready container", |page| page.text("#ready") == "2/2");
    page.wait_until("both", |_| {
        all.extend(pitches().as_array().cloned().unwrap_or_default());
        all.contains(&json!(131)) && all.contains(&json!(784))
    });
    // It is kept for the next visit.
    page.go_to("/?again");
    page.press("?");
    page.wait_until("the switch", |page| {
        page.js("return document.querySelector('.sound [role=switch]')?.checked", &[]) == true
    });
    page.assert_healthy();
}

#[test]
fn keys_lead_to_the_actions_the_speeds_why_the_lessons_and_the_comparison() {
    let page = Page::open("/#/scene/runs?at=30s");
    let focused = |css: &str| {
        page.js("return document.activeElement.matches(arguments[0])", &[css.into()]) == true
    };
    leave_list(&page);
    page.press("a");
    page.wait_until("the first action", |_| focused("#controls .act"));
    page.press("Enter");
    page.wait_until("what was done", |page| page.text(".say").contains("exited"));
    let is_speed = |speed: &str| {
        page.wait_until(speed, |page| page.text("input[name=speed]:checked + span") == speed);
    };
    is_speed("1×");
    page.type_text("+");
    is_speed("10×");
    page.press("-");
    page.press("-");
    is_speed("1×");
    page.press("w");
    page.wait_until("the answer", |page| page.count(".chain-step") > 1);
    page.press("l");
    page.wait_until("the lessons", |page| page.count(".course-lesson") > 60);
    page.press("Escape");
    page.wait_until("the lab", |page| page.count(".course-lesson") == 0);
    leave_list(&page);
    page.press("c");
    page.wait_until("the comparison", |page| page.count(".comparison-column") > 1);
    page.press("Escape");
    page.wait_until("the run", |page| page.count(".comparison-column") == 0);
    page.press("?");
    page.wait_until("the keys", |page| page.text(".keys").contains("To the actions"));
    page.assert_healthy();
}
