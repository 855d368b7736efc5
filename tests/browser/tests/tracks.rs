//! The tracks: walked by keys, read aloud, with waits as they are or shortened, and time going back.

use podlab_browser_tests::Page;

/// A container that crashes and is started again, some minutes on.
fn open() -> Page {
    let page = Page::open_lab("A container that crashes");
    // In this release STATUS keeps one word through most of a wait.
    page.click("radio", "1.36");
    page.step_until(400, "restarts", |page| page.text(".restarts") == "5");
    page.js("[...document.querySelectorAll('.tracks-head .segmented label')].pop().click()", &[]);
    page.wait_until("everything", |page| page.count(".track .seg") > 20);
    page
}

/// An attribute of what has the focus.
fn focused(page: &Page, name: &str) -> String {
    let got = page.js("return document.activeElement.getAttribute(arguments[0])", &[name.into()]);
    got.as_str().unwrap_or_default().to_owned()
}

/// The name of the row that has the focus.
fn row(page: &Page) -> String {
    let row = page.js(
        "return document.activeElement.closest('.track')?.querySelector('h3').textContent",
        &[],
    );
    row.as_str().unwrap_or_default().to_owned()
}

fn enter_tracks(page: &Page) {
    page.js("document.querySelector('.tracks [tabindex=\"0\"][data-change]').focus()", &[]);
}

/// Presses an empty place of the row of that name.
fn press_nothing(page: &Page, row: &str) {
    let is_there = page.js(
        "const row = [...document.querySelectorAll('.track')].find((track) => track.querySelector('h3')?.textContent === arguments[0]);
         const gap = [...(row?.querySelectorAll('g') ?? [])].filter((g) => g.querySelector('.gap')).pop();
         if (!gap?.getAttribute('aria-label').includes('nothing')) return false;
         gap.focus();
         gap.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
         return true;",
        &[row.into()],
    );
    assert_eq!(is_there, true, "{row}");
}

#[test]
fn an_empty_place_and_an_event_say_why_too() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(60, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("tab", "Events");
    page.click("button", "Why? Started");
    page.wait_until("why", |page| page.count(".chain-step.is-act") == 1);
    page.click("button", "Force delete");
    page.seek(50);
    press_nothing(&page, "phase");
    page.wait_until("why it is gone", |page| {
        page.count(".chain-step") > 0 && page.text(".chain").contains("You force deleted the Pod")
    });
    page.assert_healthy();

    page.open_scene("Three Pods, one by one");
    page.seek(3);
    page.click("tab", "Events");
    press_nothing(&page, "web-2");
    page.wait_until("what waits", |page| {
        page.count(".wait") > 0
            && page.text(".why-not").contains("before the StatefulSet continues")
    });
    assert_eq!(page.count(".chain-step"), 0);
    page.assert_healthy();
}

#[test]
fn arrows_lead_along_the_rows_and_from_row_to_row() {
    let page = open();
    assert_eq!(page.count(".tracks [data-change][tabindex=\"0\"]"), 1, "Tab enters once");
    enter_tracks(&page);
    assert_eq!(row(&page), "phase");
    page.press("ArrowDown");
    assert_eq!(row(&page), "STATUS");
    let at = |page: &Page| focused(page, "data-at").parse::<u64>().unwrap_or_default();
    page.press("Home");
    let first = at(&page);
    page.press("ArrowRight");
    let second = at(&page);
    assert!(first < second, "{first} {second}");
    page.press("ArrowDown");
    assert_eq!(row(&page), "Ready");
    assert!(at(&page) <= second, "what holds at that time");
    page.press("ArrowUp");
    page.press("End");
    assert!(at(&page) > second);
    page.press("ArrowLeft");
    page.press("ArrowLeft");
    assert!(at(&page) > second);
    page.wait_until("the one way in", |page| {
        page.count(".tracks [data-change][tabindex=\"0\"]") == 1 && focused(page, "tabindex") == "0"
    });
    page.assert_healthy();
}

#[test]
fn a_stretch_says_what_the_panel_says_and_leads_to_its_moment() {
    let page = open();
    enter_tracks(&page);
    page.press("ArrowDown");
    page.press("Home");
    page.press("ArrowRight");
    page.press("ArrowRight");
    let label = focused(&page, "aria-label");
    page.press("Enter");
    page.wait_until("why", |page| page.count(".chain-step") > 1);
    let told = page.text(".chain-step p");
    assert!(label.contains(&told), "{label} / {told}");
    let time = page.text(".chain-step .chain-time");
    assert!(label.contains(&format!("From {time}")), "{label} / {time}");
    page.press("Enter");
    page.wait_until("that moment", |page| page.text(".clock").starts_with(&time));
    page.assert_healthy();
}

#[test]
fn page_keys_lead_from_change_to_change_and_each_is_said() {
    let page = open();
    enter_tracks(&page);
    page.press("Home");
    let said = |page: &Page| page.text(".tracks [role=status]");
    let mut heard = Vec::new();
    for _ in 0..12 {
        page.press("PageDown");
        page.wait_until("another sentence", |page| heard.last() != Some(&said(page)));
        let now = said(&page);
        // The panel asks about the same change, and tells it in the same words.
        page.wait_until("the same in the panel", |page| now.ends_with(&page.text(".chain-step p")));
        heard.push(now);
    }
    let times: Vec<&str> = heard.iter().filter_map(|said| said.split(". ").next()).collect();
    assert!(times.is_sorted(), "{times:?}");
    page.press("PageUp");
    let before = &heard[heard.len() - 2];
    page.wait_until("the one before", |page| said(page) == *before);
    assert!(!focused(&page, "data-change").is_empty(), "the focus stays on the tracks");
}

#[test]
fn waits_are_shortened_and_the_ruler_still_says_how_long_they_are() {
    let page = open();
    let widths = |page: &Page| -> Vec<f64> {
        let widths = page.js(
            "return [...[...document.querySelectorAll('.track')].find((t) => t.querySelector('h3').textContent === 'STATUS')
                .querySelectorAll('.seg > svg')].map((s) => parseFloat(s.getAttribute('width')))",
            &[],
        );
        serde_json::from_value(widths).unwrap_or_default()
    };
    let ratio = |widths: &[f64]| {
        let most = widths.iter().copied().fold(0.0, f64::max);
        let mut sorted = widths.to_vec();
        sorted.sort_by(f64::total_cmp);
        most / sorted[sorted.len() / 2]
    };
    let plain = ratio(&widths(&page));
    page.js("document.querySelector('.tracks-look .toggle input').click()", &[]);
    page.wait_until("shorter waits", |page| page.count(".wait-text") > 1);
    assert!(ratio(&widths(&page)) < plain / 1.5, "{plain} {:?}", widths(&page));
    let words = page.js(
        "return [...document.querySelectorAll('.wait-text')].map((word) => word.textContent)",
        &[],
    );
    let words: Vec<String> = serde_json::from_value(words).unwrap_or_default();
    assert!(words.iter().all(|word| word.ends_with(" s") || word.contains('m')), "{words:?}");
    page.assert_healthy();
    // A press on the ruler leads to the time that is drawn there.
    let clock = page.text(".clock");
    page.js(
        "const axis = document.querySelector('.track-axis'); const box = axis.getBoundingClientRect();
         axis.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width * .4, clientY: box.top + 5 }))",
        &[],
    );
    page.wait_until("another time", |page| page.text(".clock") != clock);
    // The line of time is drawn the same way, and a place on it leads to one moment, back and forth.
    let at = |page: &Page| page.js("return document.querySelector('.scrub input').value", &[]);
    page.seek(30);
    let there = page.text(".clock");
    assert_eq!(at(&page), "30");
    assert!(!there.starts_with("0:00:30"), "30 seconds of the drawing are more: {there}");
    page.seek(60);
    page.wait_until("later", |page| page.text(".clock") != there);
    page.seek(30);
    page.wait_until("the same moment", |page| page.text(".clock") == there);
    // The next visit looks the same way.
    page.go_to("/");
    page.wait_until("the switch", |page| {
        page.js("return document.querySelector('.tracks-look .toggle input')?.checked", &[]) == true
    });
}

#[test]
fn time_goes_back_by_event_and_by_change() {
    let page = open();
    page.js("document.activeElement.blur()", &[]);
    let moment = |page: &Page| (page.text(".clock"), page.text("#status"), page.text(".restarts"));
    let mut moments = vec![moment(&page)];
    for _ in 0..5 {
        page.press("Shift+ArrowRight");
        page.wait_until("another moment", |page| moment(page) != moments[moments.len() - 1]);
        moments.push(moment(&page));
    }
    moments.pop();
    while let Some(before) = moments.pop() {
        page.press("Shift+ArrowLeft");
        page.wait_until("the moment before", |page| moment(page) == before);
    }
    page.click("button", "Previous event");
    page.press("ArrowRight");
    page.seek(0);
    page.click("button", "Previous change");
    page.wait_for_text(".toast", "This is the start of the run.");
    page.assert_healthy();
}

#[test]
fn previous_event_takes_back_what_next_event_showed() {
    // Several events happen at one moment there, some of which show nothing.
    let page = Page::open("/#/scene/sts-ordered?at=0s");
    page.js("document.activeElement?.blur()", &[]);
    let shown = |page: &Page| (page.text(".clock"), page.text(".say-text"));
    let mut moments = Vec::new();
    for _ in 0..6 {
        let before = (shown(&page), page.text(".toast"));
        page.press("ArrowRight");
        page.wait_until("the next event", |page| (shown(page), page.text(".toast")) != before);
        moments.push(before.0);
    }
    while let Some(before) = moments.pop() {
        page.press("ArrowLeft");
        page.wait_until("what was shown before", |page| shown(page) == before);
    }
    assert_eq!(shown(&page).0, "0:00:00.0");
    page.press("ArrowLeft");
    page.wait_until("the start", |page| page.text(".toast").starts_with("This is the start"));
    page.assert_healthy();
}

#[test]
fn what_was_played_stays_on_the_tracks_when_time_goes_back() {
    let page = open();
    let moment = page.text(".clock");
    assert_eq!(page.count(".tracks-over .ahead"), 0);
    let later = "const now = parseFloat(document.querySelector('.now-line').getAttribute('x1')) * 100;
        return [...document.querySelectorAll('.track-line .seg')].filter((seg) => seg.dataset.at > now).length";
    assert_eq!(page.js(later, &[]), 0);
    for _ in 0..2 {
        let clock = page.text(".clock");
        page.click("button", "Previous change");
        page.wait_until("an earlier moment", |page| page.text(".clock") != clock);
    }
    page.wait_until("what was played", |page| page.count(".tracks-over .ahead") == 1);
    assert_ne!(page.js(later, &[]), 0);
    // What is still to come is gone to, also by the keyboard.
    let last = "const all = [...document.querySelectorAll('.track-line .seg[data-change]')];
        all.sort((a, b) => a.dataset.change - b.dataset.change);
        return all.at(-1).dispatchEvent(new MouseEvent('click', { bubbles: true }))";
    let before = page.text(".clock");
    page.js(last, &[]);
    page.wait_until("a later moment", |page| page.text(".clock") > before);
    page.seek(0);
    page.wait_until("what was played", |page| page.count(".tracks-over .ahead") == 1);
    page.seek(5);
    // Another act has another future.
    page.click("button", "Delete");
    page.wait_until("no other future", |page| page.count(".tracks-over .ahead") == 0);
    assert_ne!(page.text(".clock"), moment);
    page.assert_healthy();
}

#[test]
fn the_name_of_a_row_explains_itself_by_keyboard_and_leads_to_its_page() {
    let page = open();
    page.js(
        "[...document.querySelectorAll('.track-name .term')].find((each) => each.textContent === 'phase').focus()",
        &[],
    );
    page.press("Enter");
    page.wait_until("the definition", |page| page.count(".track-name .tip a") > 0);
    page.js(
        "window.wentTo = 0;
         document.querySelector('.track-name .tip a').addEventListener('click', (event) => { event.preventDefault(); window.wentTo += 1; })",
        &[],
    );
    page.press("Tab");
    page.press("Enter");
    page.wait_until("the page", |page| page.js("return window.wentTo", &[]) == 1);
    page.press("Escape");
    page.wait_until("no definition", |page| page.count(".tip") == 0);
    page.assert_healthy();
}
