//! The page, and a figure in somebody else's, opens with the first part of the program, and the rest comes when a person does
//! something.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use podlab_browser_tests::Page;
use xtask::paths;

/// How many of the later parts of the program were asked for.
fn fetched(page: &Page) -> u64 {
    let count = page.js(
        "return performance.getEntriesByType('resource').filter((file) => /podlab[-_](time|acts|rest)/.test(file.name)).length",
        &[],
    );
    count.as_u64().expect("a count")
}

fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "liveness-exec");
    page
}

#[test]
fn the_page_is_drawn_without_the_rest() {
    let page = open();
    // What it shows was looked ahead for while it was built.
    page.wait_until("what happens next", |page| page.count(".next li") > 2);
    page.set_size(390, 844);
    page.js("return new Promise((done) => setTimeout(done, 500))", &[]);
    assert_eq!(fetched(&page), 0, "renew the list with: cargo xtask first-load");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// The page, from a server that has not all of the program.
fn open_without(parts: &[&'static str]) -> Page {
    Page::open_served(Page::chosen_browser(), &paths::dist(), "/", |site| {
        site.withheld.extend(parts);
    })
}

#[test]
fn time_passes_before_acts_can_be_done() {
    let page = open_without(&["podlab-acts-", "podlab-rest-"]);
    page.step_until(20, "a ready Pod: renew the lists with cargo xtask first-load", |page| {
        page.text("#ready") == "1/1"
    });
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    page.click("button", "Pause");
    page.wait_until("it stands still", |page| page.has("button", "Play"));
    // And back.
    page.next_change();
    let now = page.text(".clock");
    page.click("button", "Previous change");
    page.wait_until("an earlier moment", |page| page.text(".clock") != now);
    page.next_change();
    // Also where nothing is done within a frame.
    page.be_slow();
    page.seek(40);
    page.step_until(5, "a later moment", |page| page.text(".clock").as_str() > "0:00:40");
    page.click("button", "Previous change");
    page.wait_until_there();
    page.seek(2);
    page.wait_until("the moment", |page| page.text("#ready") == "1/1");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    // What needs more says that it cannot be had, and does nothing.
    page.click("button", "Exit 1");
    page.wait_until("a message", |page| page.count(".toast[role=alert]") == 1);
    for _ in 0..3 {
        page.next_change();
    }
    assert_eq!((page.text(".restarts"), page.text("#ready")), ("0".to_owned(), "1/1".to_owned()));
}

#[test]
fn acts_are_done_in_order_while_parts_are_on_their_way() {
    let is_open = Arc::new(AtomicBool::new(false));
    let page = Page::open_served(Page::chosen_browser(), &paths::dist(), "/", |site| {
        site.late.push("podlab-acts-");
        site.is_open = Arc::clone(&is_open);
    });
    page.step_until(20, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    page.click("switch", "Ignores SIGTERM");
    page.click("button", "Exit 1");
    page.click("button", "Pause");
    // Nothing overtakes it, not even time.
    let clock = |page: &Page| {
        page.js(
            "return new Promise((done) => setTimeout(() => done(document.querySelector('.clock').textContent), 300))",
            &[],
        )
    };
    let before = clock(&page);
    assert_eq!(clock(&page), before);
    assert!(page.has("button", "Pause"));
    is_open.store(true, Ordering::Relaxed);
    page.wait_until("it stands still", |page| page.has("button", "Play"));
    let ignores = "return [...document.querySelectorAll('.controls .toggle')]
        .find((each) => each.textContent.includes('SIGTERM')).querySelector('input').checked";
    assert_eq!(page.js(ignores, &[]), false);
    page.step_until(20, "a restart", |page| page.text(".restarts") == "1");
    // The last act is the one that was done last.
    page.click("button", "Undo");
    page.wait_until("it is undone", |page| page.text(".restarts") == "0");
    assert_eq!(page.js(ignores, &[]), false);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn acts_at_hand_are_done_before_the_rest_is_here() {
    let page = open_without(&["podlab-rest-"]);
    page.step_until(20, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Exit 1");
    page.step_until(20, "a restart: renew the lists with cargo xtask first-load", |page| {
        page.text(".restarts") == "1"
    });
    page.click("button", "Undo");
    page.wait_until("it is undone", |page| page.text(".restarts") == "0");
}

#[test]
fn time_passes_in_a_figure_before_the_rest_is_here() {
    for (scene, without, text) in [
        ("crash-loop", &["podlab_acts", "podlab_rest"][..], "CrashLoopBackOff"),
        ("sts-ordered", &["podlab_rest"], "web-1"),
    ] {
        let page = Page::open_served(
            Page::chosen_browser(),
            &paths::dist(),
            "/fixtures/many.html",
            |site| {
                site.withheld.extend(without);
            },
        );
        show_figure(&page, &format!("scene={scene}"));
        for _ in 0..20 {
            page.click("button", "Next change");
        }
        let shown = "return document.querySelector('pod-lab').shadowRoot.textContent";
        page.wait_until(&format!("{text}: renew the lists with cargo xtask first-load"), |page| {
            page.js(shown, &[]).as_str().is_some_and(|shown| shown.contains(text))
        });
    }
}

#[test]
fn a_press_on_a_symbol_is_not_lost_either() {
    let page = open();
    // The symbol, not the button around it, is what the pointer meets.
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_key_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.press("Space");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(fetched(&page) > 0);
}

#[test]
fn what_calls_for_the_rest_at_once_gets_it() {
    let page = open();
    // No person did this, so nothing was fetched before.
    page.js(
        "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Next change').click()",
        &[],
    );
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
}

#[test]
fn without_a_connection_a_press_says_what_is_wrong() {
    let page = open();
    page.cut_off();
    page.click("button", "Next change");
    page.wait_until("a message", |page| {
        page.count(".toast[role=alert]") == 1
            && page.text(".toast[role=alert]").contains("could not load the rest")
    });
    assert_eq!(page.text("#pod-name"), "liveness-exec");
    // The language that was chosen is known before it is fetched.
    page.js(
        "localStorage.setItem('podlab-language', 'id'); document.querySelector('.toast[role=alert]').remove()",
        &[],
    );
    page.click("button", "Next change");
    page.wait_until("a message in Indonesian", |page| {
        page.count(".toast[role=alert][lang=id]") == 1
            && page.text(".toast[role=alert]").contains("tidak dapat memuat")
    });
}

/// Opens a page with one figure that has these attributes.
fn open_figure(attributes: &str) -> Page {
    let page = Page::open("/fixtures/many.html");
    show_figure(&page, attributes);
    page
}

fn show_figure(page: &Page, attributes: &str) {
    page.js(
        "document.querySelector('main').innerHTML = `<pod-lab poster ${arguments[0]}></pod-lab>`",
        &[attributes.into()],
    );
    page.wait_until("the figure", |page| page.live_figures() == 1);
    page.js("return new Promise((done) => setTimeout(done, 300))", &[]);
}

#[test]
fn a_figure_of_a_scene_is_drawn_without_the_rest() {
    for (figure, pod) in [
        ("scene=crash-loop", "demo"),
        ("scene=sts-rolling controls=full", "web-0"),
        ("controls=none", "liveness-exec"),
    ] {
        let page = open_figure(figure);
        assert_eq!(page.in_figure("pod-lab", ".capsule-name"), pod, "{figure}");
        let asked = page.js(
            "const figure = document.querySelector('pod-lab'); return [figure.currentTime, figure.playing]",
            &[],
        );
        assert_eq!(asked, serde_json::json!([0, false]), "{figure}");
        // Out of sight, out of the page and back, and away.
        page.js(
            "const figure = document.querySelector('pod-lab');
             const away = document.createElement('div');
             away.style.blockSize = '3000px';
             figure.before(away);
             return new Promise((done) => setTimeout(done, 300)).then(() => away.remove())",
            &[],
        );
        assert_eq!(fetched(&page), 0, "{figure}: renew the list with: cargo xtask first-load");
        assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    }
}

#[test]
fn what_a_figure_opens_with_is_what_the_whole_program_opens_it_with() {
    let page = open_figure("scene=sts-web-0-fails");
    let drawn = "const figure = document.querySelector('pod-lab').shadowRoot;
                 return figure.querySelector('.stage').innerHTML.replace(/<!--.*?-->/g, '')";
    let prepared = page.js(drawn, &[]);
    assert_eq!(fetched(&page), 0);
    drop(page);
    let whole = open_figure("scene=sts-web-0-fails release=current").js(drawn, &[]);
    assert_eq!(prepared, whole);
}

#[test]
fn a_press_on_a_figure_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open_figure("scene=crash-loop");
    assert_eq!(fetched(&page), 0);
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.in_figure("pod-lab", ".say").contains("node"));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_a_script_asks_of_a_figure_waits_for_the_rest() {
    let page = open_figure("scene=crash-loop");
    let told = page.promise(
        "const figure = document.querySelector('pod-lab');
         await figure.seek(60);
         const lines = await figure.export('txt');
         await figure.reset();
         return [lines.includes('CrashLoopBackOff'), figure.currentTime]",
        &[],
    );
    assert_eq!(told, serde_json::json!([true, 0]));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn without_a_connection_a_figure_says_what_is_wrong() {
    let page = open_figure("scene=crash-loop");
    page.cut_off();
    let told = page.promise(
        "const figure = document.querySelector('pod-lab');
         return figure.step().then(() => 'done', (error) => String(error))",
        &[],
    );
    assert_ne!(told, serde_json::json!("done"));
    assert_eq!(page.in_figure("pod-lab", ".capsule-name"), "demo");
}
