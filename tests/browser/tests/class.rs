//! A class that works through a lesson: its link, the codes of its learners, and the teacher's table of them.

use podlab_browser_tests::{Page, Violation};
use podlab_link::qr;
use serde_json::{Value, json};
use xtask::paths;

use crate::{offline, one_file};

/// How many learners there are. Every second one gives the wrong answer.
const LEARNERS: usize = 30;

/// Opens the dialog for teachers in the open lesson, and types the word of the class.
fn open_class(page: &Page, word: &str) {
    page.click("button", "For a class");
    page.wait_until("the dialog", |page| page.count("dialog[open] .class") == 1);
    page.type_into("textbox", "Word of the class", word);
}

#[test]
fn the_note_for_teachers_is_folded_in_the_presenter_and_in_the_dialog_of_a_class() {
    const NOTE: &str = "Ask before the last question";
    let page = Page::open("/#/lesson/three-restart-policies");
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert_eq!(page.count(".lesson .lesson-teacher"), 0, "learners do not see it");
    let shown = |page: &Page| page.count(".lesson .lesson-teacher[open]");
    page.click("button", "For a class");
    page.wait_until("the dialog", |page| page.count("dialog[open] .class") == 1);
    assert_eq!(page.count(".class .lesson-teacher[open]"), 0);
    page.click_css(".class .lesson-teacher summary");
    page.wait_until("the note", |page| page.text(".class").contains(NOTE));
    page.assert_healthy();
    page.press("Escape");
    page.wait_until("no dialog", |page| page.count("dialog[open]") == 0);
    page.js("document.activeElement?.blur()", &[]);
    page.press("p");
    page.wait_until("the presenter", |page| {
        page.count(".is-presented .lesson .lesson-teacher") == 1
    });
    assert_eq!(shown(&page), 0, "a room does not see it first");
    page.click_css(".lesson .lesson-teacher summary");
    page.wait_until("the note", |page| page.text(".lesson").contains(NOTE));
    page.assert_healthy();
}

/// The fragment of the link to the lesson that a class gets.
fn link_for(page: &Page, word: &str) -> String {
    open_class(page, word);
    page.wait_until("the link", |page| page.count(".class-link a") == 1);
    let address = page.text(".class-link a");
    address[address.find('#').expect("it has a fragment")..].to_owned()
}

/// Answers the first question as each of the learners, and returns their codes. Each has a browser of their own.
fn answer_as_learners(page: &Page) -> Vec<String> {
    let mut codes = Vec::new();
    for learner in 0..LEARNERS {
        page.js("localStorage['podlab-learner'] = arguments[0]", &[json!(learner)]);
        if learner > 0 {
            page.click("button", "Start again");
        }
        let open = ".lesson-question .act:not([aria-disabled])";
        page.wait_until("the question", |page| page.count(open) == 3);
        let before = page.text(".lesson-class b");
        page.click("button", if learner % 2 == 0 { "Running" } else { "Failed" });
        page.wait_until("the code", |page| page.text(".lesson-class b") != before);
        codes.push(page.text(".lesson-class b"));
    }
    codes
}

/// Pastes the codes and one that is none into the open dialog, and asserts that they are counted.
fn tally(page: &Page, codes: &[String]) {
    let lines: Vec<String> = codes.iter().map(|code| format!("learner: {code}")).collect();
    let pasted = format!("{}\n0000-0000-0000", lines.join("\n"));
    let paste = "const area = document.querySelector('.class textarea');
        area.value = arguments[0];
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));";
    page.js(paste, &[json!(pasted)]);
    page.wait_until("the learners", |page| {
        page.text(".class").contains("Learners: 30. Finished: 0.")
    });
    let counts = "return [...document.querySelectorAll('.class-table')].map((table) =>
        [...table.querySelectorAll('.class-count')].map((count) => Number(count.textContent)))";
    let tables = page.js(counts, &[]);
    assert_eq!(tables[0], json!([30, 0, 0, 0]), "all of them are at the first step");
    assert_eq!(tables[1], json!([15, 15, 0]));
    assert!(
        page.text(".class").contains("Not a code of this class and this lesson: 0000-0000-0000")
    );
    page.catch_files();
    page.click("button", "Save as a table (CSV)");
    page.wait_until("the file", |page| page.js("return window.saved ?? null", &[]) != Value::Null);
    let saved = page.js("return window.saved.split('\\r\\n').length", &[]);
    assert_eq!(saved, 32, "a head, thirty lines, and the end");
}

#[test]
fn the_codes_of_a_class_are_counted_without_a_network() {
    let page = offline::open(&paths::dist(), "/#/lesson/phase-and-status");
    offline::wait_until_kept(&page);
    let link = link_for(&page, "Otter 7");
    let (lesson, asks) = link.split_once('?').expect("it has what it asks for");
    assert_eq!(lesson, "#/lesson/phase-and-status");
    assert!(asks.split('&').any(|part| part == "class=Otter%207"), "{link}");
    page.assert_healthy();

    page.go_to(&format!("/?learner{link}"));
    let codes = answer_as_learners(&page);
    assert!(page.text(".lesson-class").starts_with("Class Otter 7. Your code: "));
    page.click("button", "QR code of your code");
    let drawn = page.attribute(".lesson-class .share-code path", "d");
    let code = qr::code(&page.text(".lesson-class b")).expect("it has room");
    assert_eq!(drawn.as_deref(), Some(code.path.as_str()));
    page.assert_healthy();

    page.cut_off();
    let is_cut_off = "return fetch('/not-kept').then(() => false, () => true)";
    assert_eq!(page.js(is_cut_off, &[]), true, "there is still a network");
    page.go_to("/?teacher#/lesson/phase-and-status");
    open_class(&page, "otter 7");
    tally(&page, &codes);
    // A page that comes from the browser's cache is not watched for errors.
    page.wait_until("the end of what moves", |page| !page.is_moving());
    let wrong: Vec<Violation> = page.axe().into_iter().filter(Violation::is_serious).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_codes_of_a_class_are_counted_by_the_page_in_one_file() {
    let page = one_file::open();
    // All files have one storage.
    page.js("localStorage.clear()", &[]);
    page.go_to("/podlab.html?first#/lesson/phase-and-status");
    let link = link_for(&page, "Otter 7");
    // A learner has a copy of the file elsewhere, and the link on paper.
    assert_eq!(page.text(".class-link a"), link, "it does not name the place of the file");
    page.go_to("/podlab.html?learner");
    page.click("button", "Paste YAML");
    page.type_into("textbox", "Pod manifest", &link);
    page.click("button", "Open this link");
    page.wait_until("the lesson", |page| page.count(".lesson") == 1);
    assert!(page.address().ends_with(&link), "{}", page.address());
    let codes = answer_as_learners(&page);
    one_file::assert_quiet(&page);
    page.go_to("/podlab.html?teacher#/lesson/phase-and-status");
    open_class(&page, "otter 7");
    tally(&page, &codes);
    one_file::assert_quiet(&page);
    page.js("localStorage.clear()", &[]);
}
