//! The page in one file opens from a disk, without a server and without a request.

use std::fs;
use std::path::PathBuf;

use podlab_browser_tests::Page;
use serde_json::json;
use xtask::paths;

pub fn open() -> Page {
    let page = Page::open_from_disk(&paths::dist().join("podlab.html"));
    page.wait_for_program();
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    page
}

/// Where the first scene opens.
const OPENS: &str = "0:00:02.0";

/// Presses what takes the first scene on, and waits until it is there.
fn go_on(page: &Page) {
    page.wait_for_text(".clock", OPENS);
    page.click("button", "Next event");
    page.wait_until("the next event", |page| page.text(".clock").as_str() > OPENS);
}

/// A copy of the file, in a folder of that name, that runs a script before its own.
fn with_script(name: &str, script: &str) -> PathBuf {
    let html = fs::read_to_string(paths::dist().join("podlab.html")).expect("the page is built");
    // Before the policy of the page holds.
    let html = html.replacen("<meta", &format!("<script>{script}</script><meta"), 1);
    let folder = paths::target().join("from-disk").join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("podlab.html");
    fs::write(&file, html).expect("a file can be written");
    file
}

pub fn assert_quiet(page: &Page) {
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    let requests = page.js(
        "return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !/^(data|blob):/.test(name))",
        &[],
    );
    assert_eq!(requests, json!([]), "the page needs nothing but itself");
}

#[test]
fn it_is_drawn_and_answers_a_press() {
    let page = open();
    assert_eq!(page.js("return location.protocol", &[]), json!("file:"));
    assert_eq!(page.text("#pod-name"), "demo");
    go_on(&page);
    page.open_scene("Three Pods, one by one");
    page.step_until(60, "three Pods", |page| page.are_ready(3));
    let workers =
        "return 'serviceWorker' in navigator ? navigator.serviceWorker?.controller === null : true";
    assert_eq!(page.js(workers, &[]), json!(true), "a file has no service worker");
    assert_quiet(&page);
}

#[test]
fn a_press_before_the_program_is_there_is_done() {
    let page = Page::open("/fixtures/sandbox.html");
    let is_pressed = page.js(
        "const frame = document.createElement('iframe');
         frame.src = '/podlab.html';
         Object.assign(frame, { width: 1200, height: 800, title: 'Podlab' });
         document.body.replaceChildren(frame);
         return new Promise((done) => {
             const look = () => {
                 // Firefox shows a script of the driver only what the browser itself put there.
                 const inside = frame.contentWindow.wrappedJSObject ?? frame.contentWindow;
                 if (!inside.keepPresses) return void setTimeout(look);
                 const { body } = inside.document;
                 const isEarly = body.querySelector('#still-name') !== null;
                 const buttons = [...body.querySelectorAll('.transport button')];
                 buttons.find((button) => button.textContent.includes('Next event')).click();
                 done(isEarly && body.querySelector('.toast')?.textContent === 'Starting…');
             };
             look();
         })",
        &[],
    );
    assert_eq!(is_pressed, true, "the press is taken before the program is there");
    page.enter_frame("iframe");
    page.wait_for_program();
    page.wait_until("the next event", |page| page.text(".clock").as_str() > OPENS);
    page.leave_frame();
}

/// Lets the program come when a test says so, and notes in each frame which Pod of the still is seen.
const LATE: &str = "
    const { compile } = WebAssembly;
    const isHere = new Promise((come) => (window.letProgramCome = come));
    WebAssembly.compile = (bytes) => isHere.then(() => compile(bytes));
    window.podsSeen = [];
    (function look() {
        const isSeen = document.querySelector('.capsule')?.checkVisibility({ visibilityProperty: true });
        if (isSeen && document.querySelector('#still-name')) podsSeen.push(document.querySelector('#pod-name').textContent);
        requestAnimationFrame(look);
    })();";

/// Opens the file again with what follows its name; it shows its still.
fn go_to_late(page: &Page, rest: &str) {
    page.go_to_still(&format!("/podlab.html{rest}"));
    // The driver may come back before the document is read; the program comes only when the test says so.
    page.wait_until("the still", Page::shows_still);
    page.wait_for_paint();
}

fn let_program_come(page: &Page) {
    page.js("window.letProgramCome()", &[]);
    page.wait_for_program();
}

#[test]
fn a_link_shows_its_name_and_never_the_first_scene() {
    let page = Page::open_from_disk(&with_script("late", LATE));
    go_to_late(&page, "?scene#/scene/crash-loop");
    assert_eq!(page.text("#still-name"), "crash-loop");
    assert_eq!(page.js("return window.podsSeen", &[]), json!([]));
    let_program_come(&page);
    page.wait_until("the scene", |page| page.scene() == "A container that crashes");
    let is_seen =
        "return document.querySelector('.capsule').checkVisibility({ visibilityProperty: true })";
    assert_eq!(page.js(is_seen, &[]), true);
    assert_eq!(page.js("return window.podsSeen", &[]), json!([]));
    go_to_late(&page, "?run#/run/1.AAAA");
    assert_eq!(page.text("#still-name"), "A run from a link");
    assert_eq!(page.js("return window.podsSeen", &[]), json!([]));
    go_to_late(&page, "?first");
    assert_eq!(page.text("#still-name"), "");
    page.wait_until("the first scene", |page| page.js("return window.podsSeen[0]", &[]) == "demo");
    assert_quiet(&page);
}

#[test]
fn what_was_chosen_at_the_last_visit_holds_before_the_program_is_there() {
    let page = Page::open_from_disk(&with_script("chosen", LATE));
    let_program_come(&page);
    page.click("radio", "dark");
    let theme = |page: &Page| page.attribute("html", "data-theme");
    page.wait_until("the dark colours", |page| theme(page).as_deref() == Some("dark"));
    page.speak("한국어", "ko");
    let is_kept = |page: &Page| {
        let kept = page.js("return localStorage['podlab-preferences'] ?? ''", &[]).to_string();
        ["dark", "ko"].iter().all(|choice| kept.contains(choice))
    };
    page.wait_until("both to be kept", is_kept);
    // A new document can be in another process, which hears of the storage a little later.
    go_to_late(&page, "?between");
    page.wait_until("another document to hear of both", is_kept);
    go_to_late(&page, "?again#/run/1.AAAA");
    assert_eq!(theme(&page).as_deref(), Some("dark"));
    assert_eq!(page.text("#still-name"), "링크에 담긴 실행");
    assert_eq!(page.attribute("#still-name", "lang").as_deref(), Some("ko"));
    page.press("Space");
    page.wait_for_text(".toast[role=status]", "시작하는 중…");
    assert_quiet(&page);
    // All files have one storage.
    page.js("localStorage.clear()", &[]);
}

#[test]
fn the_still_is_folded_as_the_program_draws_it() {
    let folded = "return document.querySelector('.lab').className";
    for (width, height) in [(1440, 900), (390, 844)] {
        let page = Page::open_from_disk(&with_script("folded", LATE));
        page.set_size(width, height);
        // All files have one storage.
        page.js("localStorage.clear()", &[]);
        go_to_late(&page, "?first-visit");
        let before = page.js(folded, &[]);
        assert!(before.as_str().is_some_and(|lab| lab.contains("has-few")), "{before}");
        let_program_come(&page);
        assert_eq!(page.js(folded, &[]), before, "at {width}");
    }
}

#[test]
fn it_speaks_all_its_languages() {
    let page = open();
    for (language, code, why) in
        [("한국어", "ko", "왜?"), ("Bahasa Indonesia", "id", "Mengapa?"), ("English", "en", "Why?")]
    {
        page.speak(language, code);
        page.wait_until(why, |page| page.has("button", why));
    }
    assert_quiet(&page);
}

#[test]
fn it_holds_the_lessons() {
    let page = open();
    page.click("button", "Lessons");
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click_css(".course-lesson");
    page.wait_until("a lesson", |page| page.count(".lesson") == 1);
    assert_quiet(&page);
}

#[test]
fn its_name_begins_it_anew_instead_of_showing_a_folder() {
    let page = open();
    go_on(&page);
    let address = page.address();
    page.click_css(".wordmark");
    page.wait_for_program();
    page.wait_for_text(".clock", OPENS);
    assert_eq!(page.address(), address);
}

#[test]
fn an_old_browser_is_told_what_it_lacks() {
    // As in a browser that cannot inflate.
    let page = Page::open_from_disk(&with_script("old", "delete self.DecompressionStream"));
    page.wait_until("a message", |page| {
        page.count("[role=alert]") == 1 && page.text("[role=alert]").contains("Firefox 113")
    });
    assert_quiet(&page);
}
