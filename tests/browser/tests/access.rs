//! Ways for everyone: past what stands before, by ear, and with strong contrast.

use podlab_browser_tests::Page;

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
    }
    page.assert_healthy();
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
