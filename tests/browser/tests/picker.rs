//! The list of scenes: what narrows it down, what is remembered of it, and labs that are saved in it.

use podlab_browser_tests::Page;
use serde_json::{Value, json};

const PRESSES: usize = 20;

fn open_picker(page: &Page) {
    page.wait_until("the page", |page| page.count(".scene-button") == 1);
    page.click_css(".scene-button");
    page.wait_until("the scenes", is_open);
}

fn is_open(page: &Page) -> bool {
    page.count("#scenes:popover-open") == 1
}

/// The titles of the scenes that are listed.
fn titles(page: &Page) -> Vec<String> {
    let found = page.js(
        "return [...document.querySelectorAll('.scenes li .scene')].map((scene) => scene.firstChild.data)",
        &[],
    );
    found.as_array().into_iter().flatten().filter_map(|t| t.as_str().map(str::to_owned)).collect()
}

fn search(page: &Page, words: &str) {
    page.js(
        "const field = document.querySelector('.scenes-search input');
         field.value = arguments[0];
         field.dispatchEvent(new InputEvent('input', { bubbles: true }))",
        &[json!(words)],
    );
    page.js("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))", &[]);
}

/// Chooses a level or a group.
fn choose(page: &Page, label: &str) {
    page.js(
        "[...document.querySelectorAll('.scenes-filters label')].find((label) => label.textContent.trim() === arguments[0])
             .querySelector('input').click()",
        &[json!(label)],
    );
    page.js("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))", &[]);
}

fn focus(page: &Page) -> Value {
    page.js("return document.activeElement.className || document.activeElement.id", &[])
}

fn focused_title(page: &Page) -> String {
    let title = page.js("return document.activeElement.firstChild?.data ?? ''", &[]);
    title.as_str().unwrap_or_default().to_owned()
}

fn keeps(page: &Page) -> Value {
    page.js(
        "return Object.keys(localStorage).filter((key) => key.startsWith('podlab')).sort()",
        &[],
    )
}

#[test]
fn words_a_level_and_a_group_narrow_the_list_down() {
    let page = Page::open("/");
    open_picker(&page);
    assert_eq!(focus(&page), "input", "the field for words has the focus");
    let all = titles(&page).len();
    assert!(all > 40, "{all} scenes");
    search(&page, "liveness HTTP");
    assert_eq!(titles(&page), ["An HTTP liveness probe fails"]);
    assert_eq!(page.text(".scenes-count [role=status]"), "1 found");
    search(&page, "persistentvolumeclaim");
    assert!(titles(&page).is_empty() || page.count(".matrix") == 0);
    search(&page, "deployment");
    assert!(titles(&page).len() >= 3, "kinds are found: {:?}", titles(&page));
    search(&page, "nowhere to be seen");
    assert_eq!(page.text(".scenes-count [role=status]"), "Nothing found.");
    page.assert_healthy();
    page.click("button", "Clear filters");
    page.wait_until("all scenes", |page| titles(page).len() == all);
    assert_eq!(focus(&page), "input");
    choose(&page, "Beginner");
    let beginner = titles(&page).len();
    assert!((5..all).contains(&beginner), "{beginner}");
    assert_eq!(page.count(".scene-level:not(.beginner)"), 0);
    choose(&page, "StatefulSet");
    assert!((1..beginner).contains(&titles(&page).len()));
    choose(&page, "All levels");
    assert_eq!(titles(&page).len(), 20);
    assert_eq!(page.count(".matrix"), 0);
    page.assert_healthy();
}

#[test]
fn the_list_is_searched_in_the_language_of_the_page() {
    let page = Page::open("/");
    for (language, code, words, none) in [
        ("한국어", "ko", "초급", "찾은 것이 없습니다."),
        ("Bahasa Indonesia", "id", "pemula", "Tidak ada yang ditemukan."),
    ] {
        page.speak(language, code);
        open_picker(&page);
        search(&page, words);
        assert!(titles(&page).len() > 5, "{code}: {:?}", titles(&page));
        search(&page, "zzz");
        assert_eq!(page.text(".scenes-count [role=status]"), none);
        page.press("Escape");
        page.wait_until("no list", |page| !is_open(page));
    }
}

#[test]
fn every_statefulset_scene_and_the_table_are_seen_without_scrolling() {
    let page = Page::open("/");
    page.set_size(1440, 900);
    open_picker(&page);
    let in_sight = "const list = document.querySelector('#scenes').getBoundingClientRect();
         const box = document.querySelector(arguments[0]).getBoundingClientRect();
         return box.bottom <= Math.min(list.bottom, innerHeight) && box.top >= list.top && box.right <= Math.min(list.right, innerWidth)";
    assert_eq!(page.js(in_sight, &[json!(".matrix table")]), true, "the example states");
    choose(&page, "StatefulSet");
    assert_eq!(page.js(in_sight, &[json!(".scenes-group ul")]), true, "the scenes of StatefulSets");
    page.press("Escape");
    page.go_narrow();
    open_picker(&page);
    choose(&page, "All");
    let screens = page.js(
        "const group = document.querySelector('.scenes-group').getBoundingClientRect();
         return (group.bottom - document.querySelector('#scenes').getBoundingClientRect().top) / innerHeight",
        &[],
    );
    assert!(screens.as_f64().is_some_and(|screens| screens < 2.0), "{screens} screens");
    page.js("document.querySelector('#scenes').scrollTop = 2000", &[]);
    let filters = page.js(
        "return document.querySelector('.scenes-filters').getBoundingClientRect().top
             - document.querySelector('#scenes').getBoundingClientRect().top",
        &[],
    );
    assert!(filters.as_f64().is_some_and(|top| top.abs() < 3.0), "the filters stay in sight");
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn no_title_is_cut_in_the_bar_of_a_wide_page() {
    let page = Page::open("/");
    page.set_size(1440, 900);
    let cut = page.promise(
        "return (async () => {
           const cut = [];
           const count = document.querySelectorAll('.scenes li .scene').length;
           for (let index = 0; index < count; index++) {
             document.querySelectorAll('.scenes li .scene')[index].click();
             await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
             const title = document.querySelector('.scene-title');
             if (title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 1) cut.push(title.textContent);
           }
           return cut;
         })()",
        &[],
    );
    assert_eq!(cut, json!([]));
}

#[test]
fn keys_go_through_the_list_open_a_scene_and_give_the_focus_back() {
    let page = Page::open("/");
    page.set_size(1440, 900);
    open_picker(&page);
    page.press("ArrowDown");
    assert_eq!(focused_title(&page), "A Pod that just runs");
    page.press("ArrowDown");
    assert_eq!(focused_title(&page), "A container that crashes");
    page.press("ArrowUp");
    page.press("ArrowUp");
    assert_eq!(focus(&page), "input");
    page.press("Escape");
    page.wait_until("no list", |page| !is_open(page));
    assert!(focus(&page).as_str().is_some_and(|class| class.contains("scene-button")));
    page.press("Enter");
    page.wait_until("the scenes", is_open);
    search(&page, "No node fits");
    page.press("Enter");
    page.wait_until("the scene", |page| page.scene() == "No node fits");
    assert!(!is_open(&page));
    assert!(focus(&page).as_str().is_some_and(|class| class.contains("scene-button")));
}

#[test]
fn a_scene_that_was_opened_is_marked_at_the_next_visit() {
    let page = Page::open("/");
    assert_eq!(page.count(".scene-seen"), 0);
    page.open_scene("A container that crashes");
    page.go_to("/?again");
    open_picker(&page);
    let seen = page.js(
        "return [...document.querySelectorAll('.scene-seen')].map((mark) => mark.closest('.scene').innerText)",
        &[],
    );
    let seen: Vec<String> = serde_json::from_value(seen).expect("texts");
    assert!(seen.iter().any(|text| text.contains("A container that crashes")), "{seen:?}");
    assert!(seen.iter().all(|text| text.contains("seen")), "{seen:?}");
    page.assert_healthy();
}

/// A run in which a Pod crashed, saved under a name.
fn saved(name: &str) -> Page {
    let page = Page::open("/#/scene/runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a restart", |page| page.text(".restarts") == "1");
    open_picker(&page);
    page.type_into("textbox", "Name of the lab", name);
    page.click("button", "Save this lab");
    page.wait_until("the lab", |page| page.count(".lab-row") == 1);
    page
}

#[test]
fn a_lab_is_saved_opened_renamed_and_deleted() {
    let page = saved("crashed once");
    assert!(page.text(".lab-open").starts_with("crashed once"), "{}", page.text(".lab-open"));
    page.assert_healthy();
    page.js("document.querySelector('#scenes').hidePopover()", &[]);
    let clock = page.text(".clock");
    page.open_scene("No node fits");
    page.go_to("/?again");
    open_picker(&page);
    page.click_css(".lab-open");
    page.wait_until_there();
    page.wait_until("the lab", |page| {
        page.count(".restarts") == 1 && page.text(".restarts") == "1"
    });
    assert_eq!((page.text(".clock"), page.scene()), (clock, "A Pod that just runs".to_owned()));
    open_picker(&page);
    page.click_css(".lab-edit summary");
    page.js(
        "const field = document.querySelector('.lab-edit input');
         field.value = 'another name';
         field.dispatchEvent(new Event('change', { bubbles: true }))",
        &[],
    );
    page.wait_until("the name", |page| page.text(".lab-open").starts_with("another name"));
    page.click("button", "Save this lab");
    page.wait_until("two labs", |page| page.count(".lab-row") == 2);
    page.click("button", "Delete another name");
    page.wait_until("one lab", |page| page.count(".lab-row") == 1);
    assert_eq!(focus(&page), "input", "the focus stays in the list");
    assert!(page.text(".lab-open").starts_with("A Pod that just runs"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_lab_that_cannot_be_kept_is_told_of() {
    let page = Page::open("/#/scene/runs");
    page.js(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        &[],
    );
    open_picker(&page);
    page.click("button", "Save this lab");
    page.wait_until("the message", |page| page.text(".toast").starts_with("The lab is not saved"));
    assert_eq!(page.count(".lab-row"), 0);
}

#[test]
fn all_that_is_kept_can_be_removed() {
    let page = saved("mine");
    page.js("document.querySelector('#scenes').hidePopover()", &[]);
    page.click("radio", "dark");
    page.js("localStorage.setItem('of-another-page', '1')", &[]);
    assert!(keeps(&page).as_array().is_some_and(|keys| keys.len() >= 4), "{}", keeps(&page));
    page.click("button", "Help");
    page.wait_until("the keys", |page| page.count("dialog[open]") == 1);
    page.click_css("dialog .clear-data summary");
    page.assert_healthy();
    page.click("button", "Remove everything");
    page.wait_until("the message", |page| {
        page.text(".toast").starts_with("Podlab removed everything")
    });
    assert_eq!(page.count("dialog[open]"), 0);
    page.js("dispatchEvent(new Event('pagehide'))", &[]);
    assert_eq!(keeps(&page), json!([]));
    assert_eq!(page.js("return localStorage.getItem('of-another-page')", &[]), "1");
    page.go_to("/?again");
    assert_eq!((page.count(".kept"), page.count(".lab-row"), page.count(".scene-seen")), (0, 0, 0));
}
