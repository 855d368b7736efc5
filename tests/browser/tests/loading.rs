//! The page while its program comes, and what it opens with.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use podlab_browser_tests::Page;
use podlab_browser_tests::still::STILL;
use xtask::paths;

/// Where the first scene opens.
const OPENS: &str = "0:00:02.0";

fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "demo");
    page
}

#[test]
fn the_page_opens_with_a_scene_that_stands_still_and_says_what_comes_next() {
    let page = open();
    page.wait_for_text(".clock", OPENS);
    assert!(page.has("button", "Play"));
    page.wait_until("what is foretold", |page| page.text(".answers").contains("Nothing more"));
    page.click("button", "Exit 1");
    page.wait_until("what happens next", |page| page.count(".next li") > 0);
    page.click("button", "Next change");
    page.wait_until("the next change", |page| page.text(".say").contains("Terminated"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_on_a_symbol_is_a_press_on_its_button() {
    let page = open();
    // The symbol, not the button around it, is what the pointer meets.
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    page.press("Space");
    page.wait_until("time stands still", |page| page.has("button", "Play"));
}

/// What is foretold belongs to the scene that is shown, although every scene begins at the same moment with nothing done.
#[test]
fn what_happens_next_is_of_the_scene_that_a_link_opens() {
    let page = Page::open("/#/scene/runs?at=0s");
    page.wait_until("what happens next", |page| page.count(".next li") > 0);
    let of_first = page.text(".next");
    for (link, title) in [
        ("/#/scene/crash-loop", "A container that crashes"),
        ("/#/scene/sts-ordered", "Three Pods, one by one"),
    ] {
        page.go_to("/fixtures/empty.html");
        page.go_to(link);
        page.wait_until("the scene", |page| page.scene() == title);
        page.wait_until("what happens next", |page| page.count(".next li") > 0);
        let told = page.text(".next");
        assert_ne!(told, of_first, "{link}");
    }
}

/// The built page, whose program comes once the switch is on.
fn open_late(path: &str) -> (Page, Arc<AtomicBool>) {
    let is_here = Arc::new(AtomicBool::new(false));
    let page = Page::open_before_program(&paths::dist(), path, |site| {
        site.late.push("_bg.wasm");
        site.is_open = Arc::clone(&is_here);
    });
    (page, is_here)
}

/// Where the parts of the page are, in whole CSS pixels, once the browser has drawn them at the size of its window.
const PLACES: &str = "
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return frame().then(frame).then(() => ['.topbar', '.stage', '.say', '.capsule', '.transport', '.play'].map((css) => {
        const box = document.querySelector(css).getBoundingClientRect();
        return [css, ...[box.x, box.y, box.width, box.height].map(Math.round)];
    }))";

#[test]
fn nothing_moves_when_the_program_takes_over() {
    for (width, height) in [(1440, 900), (768, 1024), (390, 844)] {
        let (page, is_here) = open_late("/?first-visit");
        page.set_size(width, height);
        page.go_to_still("/?first-visit&again");
        assert!(page.shows_still());
        assert_eq!(page.text("#pod-name"), "demo");
        let before = page.js(PLACES, &[]);
        is_here.store(true, Ordering::Relaxed);
        page.wait_for_program();
        assert_eq!(page.js(PLACES, &[]), before, "at {width}");
        assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    }
}

/// What is seen is what the program draws, and words and states are those of the program.
#[test]
fn the_still_is_what_the_program_draws() {
    let page = Page::open("/?first-visit");
    page.wait_until("all that is foretold", |page| page.text(".answers").contains("Nothing more"));
    let drawn = page.js(STILL, &[]);
    let kept = fs::read_to_string(paths::root().join("web/still.html")).expect("it is there");
    let plain = |html: &str| {
        let of_browser = [" selected=\"\"", " checked=\"\""];
        of_browser.iter().fold(html.to_owned(), |html, attribute| html.replace(attribute, ""))
    };
    assert_eq!(
        plain(drawn.as_str().unwrap_or_default()),
        plain(&kept),
        "draw it again with: cargo run -p podlab-browser-tests --bin still"
    );
}

#[test]
fn presses_before_the_program_is_there_are_done_in_order() {
    let page = open();
    page.wait_for_text(".clock", OPENS);
    for _ in 0..2 {
        page.click("button", "Next event");
    }
    let clock = page.text(".clock");
    drop(page);
    let (page, is_here) = open_late("/");
    page.js("document.querySelector('.transport .play').focus()", &[]);
    for _ in 0..2 {
        page.js(
            "[...document.querySelectorAll('.transport button')].find((each) => each.textContent.trim() === 'Next event').click()",
            &[],
        );
    }
    page.wait_until("a word", |page| page.text(".toast[role=status]") == "Starting…");
    assert_eq!(page.count(".transport [aria-busy]"), 1);
    is_here.store(true, Ordering::Relaxed);
    page.wait_for_program();
    page.wait_for_text(".clock", &clock);
    // The focus is where it was.
    let focused = "return document.activeElement.matches('.transport .play')";
    assert_eq!(page.js(focused, &[]), true);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_key_before_the_program_is_there_is_not_lost() {
    let (page, is_here) = open_late("/");
    page.press("Space");
    page.wait_until("a word", |page| page.text(".toast[role=status]") == "Starting…");
    is_here.store(true, Ordering::Relaxed);
    page.wait_until("time passes", |page| page.has("button", "Pause"));
}

#[test]
fn a_link_shows_its_name_until_the_program_is_there() {
    let (page, is_here) = open_late("/#/scene/crash-loop");
    assert_eq!(page.text("#still-name"), "crash-loop");
    let is_seen =
        "return document.querySelector('.capsule').checkVisibility({ visibilityProperty: true })";
    assert_eq!(page.js(is_seen, &[]), false);
    is_here.store(true, Ordering::Relaxed);
    page.wait_until("the scene", |page| page.scene() == "A container that crashes");
    assert_eq!(page.js(is_seen, &[]), true);
    drop(page);
    let (page, _) = open_late("/#/run/1.AAAA");
    assert_eq!(page.text("#still-name"), "A run from a link");
    assert_eq!(page.js(is_seen, &[]), false);
    drop(page);
    let (page, _) = open_late("/#/nonsense");
    assert_eq!(page.text("#still-name"), "");
}

#[test]
fn a_download_that_takes_long_says_so_and_one_that_fails_can_be_tried_again() {
    let (page, is_here) = open_late("/");
    page.wait_until("a word", |page| page.text(".toast[role=status]").contains("is loading"));
    is_here.store(true, Ordering::Relaxed);
    page.wait_for_program();
    drop(page);
    let is_here = Arc::new(AtomicBool::new(false));
    let page = Page::open_before_program(&paths::dist(), "/", |site| {
        site.lost.push("_bg.wasm");
        site.is_open = Arc::clone(&is_here);
    });
    page.wait_until("a word", |page| {
        page.text(".toast[role=alert]").contains("could not be loaded")
    });
    // A press on the still leaves the way out in sight.
    page.click("radio", "dark");
    page.click("button", "Try again");
    page.wait_until("the same", |page| {
        page.text(".toast[role=alert]").contains("could not be loaded")
    });
    is_here.store(true, Ordering::Relaxed);
    page.click("button", "Try again");
    page.wait_for_program();
    page.click("button", "Next event");
    page.wait_until("the next event", |page| page.text(".clock").as_str() > OPENS);
}

#[test]
fn without_webassembly_the_still_and_a_sentence_are_there() {
    let page = Page::open_before_program(&paths::dist(), "/", |site| {
        let without = "delete self.WebAssembly;";
        site.script = site.script.take().map(|script| script + without);
    });
    page.wait_until("a sentence", |page| page.text(".toast").contains("WebAssembly is missing"));
    page.click("button", "Next change");
    assert!(page.text(".toast").contains("WebAssembly is missing"));
    assert_eq!(page.text("#pod-name"), "demo");
    assert_eq!(page.count("noscript"), 1, "and one where there is no script");
}

#[test]
fn when_the_program_stops_the_run_is_offered_and_it_can_start_again() {
    let page = open();
    page.click("button", "Exit 1");
    page.wait_until("the change", |page| page.text(".say").contains("exited"));
    // The program cannot draw any more.
    page.js(
        "URL.createObjectURL = (blob) => { window.saved = blob; return 'blob:'; };
         Node.prototype.insertBefore = Node.prototype.appendChild = CharacterData.prototype.replaceData = () => { throw new Error('no'); };
         document.querySelector('#help, .bar-more > button:last-child').click()",
        &[],
    );
    page.wait_until("what happened", |page| page.text("h1") == "Podlab has stopped");
    let run = page.promise(
        "return document.querySelector('a[download]') && JSON.parse(await window.saved.text())",
        &[],
    );
    assert!(run.is_object(), "{run}");
    page.click("button", "Start again");
    page.wait_until("the page", |page| page.has("button", "Next change"));
}
