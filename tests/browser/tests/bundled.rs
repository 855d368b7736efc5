//! Projects that bundle the package as the documentation says; the tests of the package have built them (`pkg/tests/fresh/`).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use podlab_browser_tests::Page;
use serde_json::json;
use xtask::package;
use xtask::server::Site;

/// What a bundler made of a project.
fn built(project: &str) -> PathBuf {
    let folder = package::fresh().join(project).join("dist");
    assert!(folder.is_dir(), "build it with: cargo xtask test --only package");
    folder
}

fn open(project: &str, path: &str, set_up: impl FnOnce(&mut Site)) -> Page {
    Page::open_served(Page::chosen_browser(), &built(project), path, |site| {
        site.unrestricted = vec!["/"];
        // The hash in a file's name may end like the name of the service worker.
        site.withheld.clear();
        set_up(site);
    })
}

#[test]
fn figures_and_the_engine_live_in_what_bundlers_make() {
    // Where a project has no copy of the pictures, there is a button instead.
    for (project, path, has_engine, has_pictures) in [
        ("vite", "/", true, false),
        ("esbuild", "/", true, true),
        ("esbuild", "/whole.html", false, false),
    ] {
        let page = open(project, path, |_| {});
        page.wait_until(project, |page| page.live_figures() == 1);
        page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") == "왜?");
        if has_engine {
            page.wait_until("the engine", |page| {
                page.attribute("body", "data-seconds").as_deref() == Some("5")
            });
        }
        if has_pictures {
            let is_picture = |path: &String| path.starts_with("/podlab/posters/ko/runs-");
            assert_eq!(page.asked_for().iter().filter(|path| is_picture(path)).count(), 1);
            assert_well(&page, project);
        }
        assert!(page.foreign_requests().is_empty(), "{project}: {:#?}", page.foreign_requests());
    }
}

/// Notes the requests that a page waits for.
const NOTE_WAITING: &str = "
    window.waitedFor = [];
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, address, isAsync = true, ...rest) {
        if (!isAsync) waitedFor.push(String(address));
        return open.call(this, method, address, isAsync, ...rest);
    };";

/// Nothing stands in the console, and whatever the page asked for was there.
fn assert_well(page: &Page, project: &str) {
    assert!(page.console_errors().is_empty(), "{:#?}", page.console_errors());
    assert_eq!(page.js("return window.podlabWarnings", &[]), json!([]));
    let host = page.js("return location.host", &[]);
    let own = |message: &String| message.contains(host.as_str().unwrap_or_default());
    let console: Vec<String> = page.console().into_iter().filter(own).collect();
    assert!(console.is_empty(), "{console:#?}");
    assert!(page.foreign_requests().is_empty(), "{:#?}", page.foreign_requests());
    let is_lost = |path: &String| {
        let name = path.split('?').next().unwrap_or_default().trim_start_matches('/');
        name != "podlab-site-script.js" && !built(project).join(name).exists()
    };
    let lost: Vec<String> = page.asked_for().into_iter().filter(is_lost).collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn a_project_with_vite_says_where_its_copy_of_the_package_is() {
    let is_here = Arc::new(AtomicBool::new(false));
    let page = open("vite", "/folder.html", |site| {
        site.late.push("_bg.wasm");
        site.is_open = Arc::clone(&is_here);
    });
    // The still has the language and the colours of its figure.
    let still = "const still = document.querySelector(arguments[0]).shadowRoot.querySelector('.poster img');
                 return still?.naturalWidth > 0 ? new URL(still.src).pathname : null";
    page.wait_until("a dark still in Korean", |page| {
        page.js(still, &["#dark".into()]) == "/podlab/dist/posters/ko/crash-loop-dark.svg"
    });
    page.wait_until("a still", |page| {
        let address = page.js(still, &["#many".into()]);
        let address = address.as_str().unwrap_or_default();
        address.starts_with("/podlab/dist/posters/en/sts-rolling-")
    });
    is_here.store(true, Ordering::Relaxed);
    page.wait_until("the figures", |page| page.live_figures() == 2);
    page.wait_until("Korean", |page| page.in_figure("#dark", ".say .button") == "왜?");
    let theme =
        "return document.querySelector('#dark').shadowRoot.querySelector('.podlab').dataset.theme";
    assert_eq!(page.js(theme, &[]), "dark");
    assert_well(&page, "vite");
}

#[test]
fn a_bundled_figure_has_the_panels_that_are_asked_for() {
    let page = open("vite", "/folder.html", |site| {
        site.script = site.script.take().map(|script| script + NOTE_WAITING);
    });
    page.wait_until("the figures", |page| page.live_figures() == 2);
    page.promise("await document.querySelector('#many').seek(60)", &[]);
    let ask = |question: &str, number: usize| {
        let inside = "const { shadowRoot } = document.querySelector('#many');
                      const tabs = [...shadowRoot.querySelectorAll('[role=tab]')];";
        page.js(&format!("{inside} {question}"), &[number.into()])
    };
    assert_eq!(
        ask("return [shadowRoot.querySelectorAll('.tracks').length, tabs.length]", 0),
        json!([1, 10])
    );
    for number in 0..10 {
        ask("tabs[arguments[0]].click()", number);
        page.wait_until("the tab", |_| {
            ask("return tabs[arguments[0]].ariaSelected", number) == "true"
        });
        let panel =
            ask("return shadowRoot.querySelector('[role=tabpanel]').textContent.trim()", number);
        assert_ne!(panel, "", "panel {number}");
    }
    assert_eq!(page.js("return window.waitedFor", &[]), json!([]));
    assert_well(&page, "vite");
}
