//! After one visit the page opens without a network, and a new version comes when the person wants it.

use std::fs;
use std::path::Path;

use podlab_browser_tests::Page;
use podlab_browser_tests::folder::{copy_of_the_page, edit};
use serde_json::{Value, json};
use xtask::files::names_below;
use xtask::paths;
use xtask::publish::offline::{FILES, WORKER, is_kept};

pub fn open(folder: &Path, path: &str) -> Page {
    Page::open_served(Page::chosen_browser(), folder, path, |site| site.withheld.clear())
}

/// How many files are kept in how many caches.
fn kept(page: &Page) -> (u64, u64) {
    let counts = page.js(
        "return caches.keys().then(async (names) => {
           let files = 0;
           for (const name of names) files += (await (await caches.open(name)).keys()).length;
           return [names.length, files];
         })",
        &[],
    );
    (counts[0].as_u64().unwrap_or(0), counts[1].as_u64().unwrap_or(0))
}

/// Waits until the page is governed by a worker that has all files.
pub fn wait_until_kept(page: &Page) {
    let files = names_below(&paths::dist()).expect("the page is built");
    let files = files.iter().filter(|name| is_kept(name)).count() as u64;
    page.wait_until("all files are kept", |page| {
        let is_governed = "return navigator.serviceWorker.controller !== null";
        kept(page) == (1, files) && is_settled(page) && page.js(is_governed, &[]) == json!(true)
    });
}

/// Whether no worker is on its way to become the one that governs the page, and that one answers. The page is not asked for the
/// worker's state: WebKitGTK at times shows "activating" there for as long as one looks, though the worker is activated. Only a
/// worker that is activated answers.
fn is_settled(page: &Page) -> bool {
    let state = page.js(
        "return navigator.serviceWorker.getRegistration().then(async (found) => {
           if (found.installing || found.waiting) return 'on its way';
           if (found.active !== navigator.serviceWorker.controller) return 'of another page';
           const late = new Promise((go) => setTimeout(go, 5000, 'no answer'));
           return Promise.race([fetch('./').then(({ ok }) => ok), late]);
         })",
        &[],
    );
    // Seen when the test fails.
    println!("the worker: {state}");
    state == json!(true)
}

/// Loads the page again, from the address where it is now, and waits until the program has drawn it.
fn reload(page: &Page) {
    page.js("window.isOld = true; location.reload()", &[]);
    page.wait_until("another page", |page| {
        page.js("return window.isOld ?? null", &[]) == Value::Null
    });
    page.wait_for_program();
}

fn assert_works(page: &Page) {
    page.wait_for_program();
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    // It may run already: a page that comes from the browser's cache is not watched.
    page.wait_until("a change", |page| {
        page.advance();
        page.text("#ready") == "1/1"
    });
    page.speak("한국어", "ko");
    page.wait_until("Korean", |page| page.has("button", "왜?"));
    page.speak("English", "en");
    page.wait_until("English", |page| page.has("button", "Why?"));
}

#[test]
fn after_one_visit_the_page_works_without_a_network() {
    for path in ["/", "/some/folder/"] {
        let page = open(&paths::dist(), path);
        // The test does not touch it.
        wait_until_kept(&page);
        page.cut_off();
        page.go_to(path);
        assert_works(&page);
        page.go_to(&format!("{path}index.html?from=a#link"));
        assert_works(&page);
        let shown = page.js(
            "return [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0)",
            &[],
        );
        assert_eq!(shown, json!(true), "it has its styles");
        assert_eq!(
            page.js(
                "return navigator.serviceWorker.controller.scriptURL.endsWith(arguments[0])",
                &[format!("{path}sw.js").into()]
            ),
            json!(true)
        );
    }
}

#[test]
fn the_first_visit_itself_goes_on_without_a_network() {
    let page = open(&paths::dist(), "/");
    wait_until_kept(&page);
    page.cut_off();
    assert_works(&page);
}

#[test]
fn a_server_without_the_worker_is_no_trouble() {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    page.wait_until("the attempt", |page| {
        page.asked_for().iter().any(|name| name.ends_with(WORKER))
    });
    page.js("return new Promise((done) => setTimeout(done, 500))", &[]);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    assert_eq!(page.count(".toast.update"), 0);
}

/// It was not asked for, so the page says nothing.
fn assert_works_with_a_network(page: &Page) {
    page.wait_until("the end of the attempt", |page| {
        let found =
            "return navigator.serviceWorker.getRegistration().then((found) => found === undefined)";
        page.js(found, &[]) == json!(true) && kept(page) == (0, 0)
    });
    assert_works(page);
    assert_eq!(page.count(".toast.update"), 0);
    page.go_to("/#/scene/crash-loop");
    page.wait_until("another scene", |page| page.scene() == "A container that crashes");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_browser_that_wants_no_worker_is_no_trouble() {
    let page = Page::open_served(Page::chosen_browser(), &paths::dist(), "/", |site| {
        site.withheld.clear();
        let refuse = "ServiceWorkerContainer.prototype.register = () => {
             window.isRefused = true;
             return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
         };";
        site.script = site.script.take().map(|script| script + refuse);
    });
    page.wait_until("the attempt", |page| {
        page.js("return window.isRefused ?? false", &[]) == json!(true)
    });
    assert_works_with_a_network(&page);
}

#[test]
fn a_browser_without_room_keeps_nothing_and_works() {
    let folder = copy_of_the_page("no-room");
    let full = "let count = 0;
         const { put } = Cache.prototype;
         Cache.prototype.put = function (...file) {
           count += 1;
           return count < 5 ? put.apply(this, file) : Promise.reject(new DOMException('', 'QuotaExceededError'));
         };
         const VERSION";
    edit(&folder.join(FILES), "const VERSION", full);
    let page = open(&folder, "/");
    // The fifth file of the list is a lesson, and the page itself asks for none.
    page.wait_until("the attempt", |page| {
        page.asked_for().iter().any(|name| name.starts_with("/lessons/"))
    });
    assert_works_with_a_network(&page);
}

#[test]
fn a_frame_keeps_nothing() {
    let page = open(&paths::dist(), "/fixtures/frame.html");
    page.enter_frame("iframe");
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    // Longer than the page waits when it is no guest.
    page.js("return new Promise((done) => setTimeout(done, 4000))", &[]);
    page.leave_frame();
    let asked = page.asked_for();
    assert!(asked.contains(&"/".to_owned()), "{asked:#?}");
    let background = |name: &&String| name.contains("offline.js") || name.ends_with(WORKER);
    assert_eq!(asked.iter().find(background), None);
}

#[test]
fn a_new_version_comes_when_it_is_wanted() {
    let folder = copy_of_the_page("updated");
    let page = open(&folder, "/");
    wait_until_kept(&page);
    // Somebody else's cache on the same site.
    page.js("return caches.open('of somebody else').then(() => true)", &[]);
    release(&folder, "Podlab, the second");
    page.go_to("/");
    page.wait_until("the notice", |page| page.count(".toast.update") == 1);
    assert!(page.title().ends_with("Podlab"), "the page that is shown stays as it is");
    page.wait_until("its words", |page| page.text(".toast.update").contains("new version"));
    // It speaks with the page, and the old version still has its files.
    page.speak("한국어", "ko");
    page.wait_until("its words", |page| page.text(".toast.update").contains("새 버전"));
    page.assert_healthy();
    page.click("button", "새로 고침");
    page.wait_until("the new version", |page| page.title().ends_with("Podlab, the second"));
    page.wait_until("one version", |page| kept(page).0 == 2);
    let names = page.js("return caches.keys()", &[]);
    assert!(names.to_string().contains("of somebody else"), "{names}");
    page.wait_for_program();
    assert_eq!(page.count(".toast.update"), 0);
    page.cut_off();
    page.go_to("/");
    page.wait_until("the new version", |page| page.title().ends_with("Podlab, the second"));
    page.click_css(".controls button");
}

/// WebKit does so at times.
#[test]
fn a_new_version_comes_although_its_worker_seems_to_be_activating_for_ever() {
    let folder = copy_of_the_page("seems-activating");
    let page = open(&folder, "/");
    wait_until_kept(&page);
    release(&folder, "Podlab, the second");
    page.go_to("/");
    page.wait_until("the notice", |page| page.count(".toast.update") == 1);
    page.js(
        "const { get } = Object.getOwnPropertyDescriptor(ServiceWorker.prototype, 'state');
         Object.defineProperty(ServiceWorker.prototype, 'state', {
           get() {
             const state = get.call(this);
             return state === 'activated' ? 'activating' : state;
           },
         })",
        &[],
    );
    page.click("button", "Reload");
    page.wait_until("the new version", |page| page.title().ends_with("Podlab, the second"));
    assert_works(&page);
}

#[test]
fn the_files_of_a_version_stay_while_another_window_shows_it() {
    let folder = copy_of_the_page("shown");
    let page = open(&folder, "/");
    wait_until_kept(&page);
    page.js(
        "const frame = document.createElement('iframe');
         frame.src = './?guest';
         document.body.append(frame);
         return new Promise((done) => { frame.onload = () => done(true); });",
        &[],
    );
    release(&folder, "Podlab, the second");
    let update = "return navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)";
    page.js(update, &[]);
    page.wait_until("the notice", |page| page.count(".toast.update") == 1);
    page.click("button", "Reload");
    page.wait_until("the new version", |page| page.title().ends_with("Podlab, the second"));
    page.wait_until("the new worker", is_settled);
    assert_eq!(kept(&page).0, 2, "the guest's files are gone");
    page.cut_off();
    page.go_to("/");
    assert_works(&page);
}

#[test]
fn the_notice_can_be_closed() {
    let folder = copy_of_the_page("closed");
    let page = open(&folder, "/");
    wait_until_kept(&page);
    release(&folder, "Podlab, the second");
    page.go_to("/");
    page.wait_until("the notice", |page| page.count(".toast.update") == 1);
    page.click("button", "Close");
    let notices = "return document.querySelectorAll('.toast.update').length";
    page.wait_until("it is gone", |page| page.js(notices, &[]) == json!(0));
    assert_works(&page);
    assert!(page.title().ends_with("Podlab"));
}

#[test]
fn on_the_own_machine_what_is_served_now_is_shown() {
    let folder = copy_of_the_page("own-machine");
    let page = open(&folder, "/");
    page.js("location.hostname = 'localhost'", &[]);
    page.wait_until("the other address", |page| {
        page.js("return location.hostname", &[]) == json!("localhost")
    });
    wait_until_kept(&page);
    release(&folder, "Podlab, the second");
    reload(&page);
    page.wait_until("the new version", |page| page.title().ends_with("Podlab, the second"));
    page.wait_until("the new worker", |page| {
        page.js("return caches.keys()", &[]).to_string().contains("second-") && is_settled(page)
    });
    assert_eq!(page.count(".toast.update"), 0);
    page.cut_off();
    reload(&page);
    page.wait_until("the same", |page| page.title().ends_with("Podlab, the second"));
    assert_works(&page);
}

#[test]
fn a_version_that_is_not_whole_is_not_taken() {
    let folder = copy_of_the_page("torn");
    let page = open(&folder, "/");
    wait_until_kept(&page);
    release(&folder, "Podlab, the second");
    // Another file than the worker was told of, as while somebody uploads a version.
    fs::write(folder.join("locales/ko.txt"), "torn").expect("it can be written");
    page.go_to("/");
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    let attempt = "return navigator.serviceWorker.getRegistration().then((registration) => registration.update().then(
        () => new Promise((done) => {
            const worker = registration.installing ?? registration.waiting;
            if (!worker) return done('none');
            if (worker.state !== 'installing') return done(worker.state);
            worker.addEventListener('statechange', () => done(worker.state));
        }), () => 'failed'))";
    let state = page.js(attempt, &[]);
    assert_ne!(state, json!("installed"));
    assert_eq!(page.count(".toast.update"), 0);
    page.cut_off();
    page.go_to("/");
    assert_works(&page);
    assert!(page.title().ends_with("Podlab"));
}

#[test]
fn the_page_can_be_installed() {
    let page = Page::open("/");
    let icons = page.js(
        "return (async () => {
           const address = document.querySelector('link[rel=manifest]').href;
           const manifest = await (await fetch(address)).json();
           const icons = [];
           for (const icon of manifest.icons) {
             const image = new Image();
             image.src = new URL(icon.src, address);
             await image.decode();
             icons.push([icon.purpose ?? 'any', icon.sizes, image.naturalWidth]);
           }
           const scope = new URL(manifest.scope, address).href === new URL('./', location).href;
           return [manifest.display, scope, manifest.start_url, icons];
         })()",
        &[],
    );
    assert_eq!(icons[0], json!("standalone"));
    assert_eq!((&icons[1], &icons[2]), (&json!(true), &json!("./")));
    for (purpose, sizes) in [("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")] {
        let width: u64 =
            sizes.split('x').next().and_then(|side| side.parse().ok()).expect("a side");
        let found = icons[3].as_array().into_iter().flatten();
        let found = found.filter(|icon| **icon == json!([purpose, sizes, width])).count();
        assert_eq!(found, 1, "{purpose} {sizes} in {icons}");
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Puts another version into the folder: a page of that title.
fn release(folder: &Path, title: &str) {
    edit(&folder.join("index.html"), "<title>Podlab<", &format!("<title>{title}<"));
    edit(&folder.join(FILES), "const VERSION = \"", "const VERSION = \"second-");
}

/// Copies a file that has to be there.
fn copy(from: &Path, to: &Path) {
    let parent = to.parent().expect("it lies in a folder");
    fs::create_dir_all(parent)
        .and_then(|()| fs::copy(from, to))
        .unwrap_or_else(|error| panic!("{}: {error}", from.display()));
}

#[test]
fn a_worker_of_the_kind_before_gives_way() {
    let folder = paths::target().join("pages/old-kind");
    // Of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    let old = paths::root().join("tests/browser/fixtures/old-page");
    for name in ["index.html", "sw.js"] {
        copy(&old.join(name), &folder.join(name));
    }
    copy(&paths::root().join("web/offline.js"), &folder.join("podlab-offline-old.js"));
    let page = open(&folder, "/");
    page.wait_until("the old files are kept", |page| kept(page) == (1, 2) && is_settled(page));
    for name in names_below(&paths::dist()).expect("the page is built") {
        copy(&paths::dist().join(&name), &folder.join(&name));
    }
    page.go_to("/");
    assert_eq!(page.title(), "Podlab, the old");
    page.wait_until("the notice", |page| page.count(".toast.update") == 1);
    page.click("button", "Reload");
    page.wait_until("the new version", |page| page.title().ends_with("Podlab"));
    page.wait_for_program();
    assert_works(&page);
    page.wait_until("one version", |page| kept(page).0 == 1);
    let names = page.js("return caches.keys()", &[]);
    assert!(!names.to_string().contains("old"), "{names}");
}
