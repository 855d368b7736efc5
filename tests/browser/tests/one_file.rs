//! The page in one file opens from a disk, without a server and without a request.

use podlab_browser_tests::Page;
use serde_json::json;
use xtask::paths;

fn open() -> Page {
    let page = Page::open_from_disk(&paths::dist().join("podlab.html"));
    page.wait_for_program();
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    page
}

fn assert_quiet(page: &Page) {
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
    assert_eq!(page.text("#pod-name"), "liveness-exec");
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
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
                 buttons.find((button) => button.textContent.includes('Next change')).click();
                 done(isEarly && body.querySelector('.toast')?.textContent === 'Starting…');
             };
             look();
         })",
        &[],
    );
    assert_eq!(is_pressed, true, "the press is taken before the program is there");
    page.enter_frame("iframe");
    page.wait_for_program();
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    page.leave_frame();
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
fn its_name_begins_it_anew_instead_of_showing_a_folder() {
    let page = open();
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    let address = page.address();
    page.click_css(".wordmark");
    page.wait_for_program();
    page.wait_until("the beginning", |page| {
        page.count(".say") == 1 && !page.text(".say").contains("node")
    });
    assert_eq!(page.address(), address);
}

#[test]
fn an_old_browser_is_told_what_it_lacks() {
    let file = paths::dist().join("podlab.html");
    let html = std::fs::read_to_string(&file).expect("the page is built");
    // As in a browser that cannot inflate.
    let old = html.replacen("<meta", "<script>delete self.DecompressionStream</script><meta", 1);
    let folder = paths::target().join("from-disk/old");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("old.html");
    std::fs::write(&file, old).expect("a file can be written");
    let page = Page::open_from_disk(&file);
    page.wait_until("a message", |page| {
        page.count("[role=alert]") == 1 && page.text("[role=alert]").contains("Firefox 113")
    });
    assert_quiet(&page);
}
