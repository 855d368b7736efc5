//! The page needs no more than its Content-Security-Policy allows, asks nobody else for anything, and says true checksums.

use std::fs;

use podlab_browser_tests::Page;
use podlab_browser_tests::folder::copy_of_the_page;
use serde_json::json;
use xtask::files::{is_kind, names_below};
use xtask::publish::{INTEGRITY, POLICY};
use xtask::{checksum, paths};

#[test]
fn the_policy_is_as_narrow_as_it_is_said_to_be() {
    let directives: Vec<&str> = POLICY.split(';').map(str::trim).collect();
    for directive in [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "connect-src 'self'",
    ] {
        assert!(directives.contains(&directive), "{directive} is not in {POLICY}");
    }
    assert!(!POLICY.contains("http") && !POLICY.contains('*'), "{POLICY}");
    assert!(!POLICY.contains("frame-ancestors"), "others may show the page");
}

#[test]
fn the_server_and_the_page_say_the_policy() {
    let page = Page::open("/");
    let sent = page.js(
        "return fetch('./').then((answer) => answer.headers.get('Content-Security-Policy'))",
        &[],
    );
    assert_eq!(sent, json!(POLICY));
    let own = "return document.querySelector('meta[http-equiv=Content-Security-Policy]').content";
    assert_eq!(page.js(own, &[]), json!(POLICY));
}

#[test]
fn what_the_policy_forbids_is_stopped_and_noted() {
    let page = Page::open("/");
    page.js("document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }))", &[]);
    page.wait_until("a note", |page| {
        page.console_errors()
            .iter()
            .any(|error| error.contains("content security policy style-src"))
    });
}

/// Everything that draws in a way of its own.
#[test]
fn nothing_that_the_page_does_is_forbidden() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(60, "three Pods", |page| page.are_ready(3));
    for title in ["Compare", "Help"] {
        page.click("button", title);
        // The first may only stop what is on its way.
        page.wait_until("the lab", |page| {
            page.press("Escape");
            page.has("button", "Paste YAML") && page.count("dialog[open]") == 0
        });
    }
    page.paste("apiVersion: v1\nkind: Pod\nmetadata: {name: demo}\nspec: {containers: [{name: a, image: b}]}");
    page.click("button", "Run this Pod");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "demo");
    page.speak("한국어", "ko");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    assert!(page.foreign_requests().is_empty(), "{:?}", page.foreign_requests());
}

#[test]
fn nothing_is_fetched_twice() {
    let page = Page::open("/");
    let names = page.asked_for();
    let own: Vec<&String> = names.iter().filter(|name| name.contains('-')).collect();
    for name in &own {
        let count = own.iter().filter(|other| *other == name).count();
        assert_eq!(count, 1, "{name} in {names:#?}");
    }
    assert!(own.len() >= 4, "{names:#?}");
}

#[test]
fn the_checksums_are_right() {
    let dist = paths::dist();
    let list = fs::read_to_string(dist.join(INTEGRITY)).expect("the page is built");
    let list: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&list).expect("it is JSON");
    let files = names_below(&dist).expect("the page is built");
    let files: Vec<&String> = files.iter().filter(|name| *name != INTEGRITY).collect();
    assert_eq!(list.keys().collect::<Vec<_>>(), files, "every file has its checksum");
    for name in files {
        let body = fs::read(dist.join(name)).expect(name);
        assert_eq!(list[name], json!(checksum::integrity(&body)), "{name}");
    }
    // What the page is shown with says them too, and a browser would not take another.
    let html = fs::read_to_string(dist.join("index.html")).expect("the page is built");
    let is_script =
        |name: &str| ["still-", "presses-", "start-"].iter().any(|each| name.starts_with(each));
    let has = |name: &&String| is_kind(name, "css") || is_script(name);
    let own: Vec<&String> = files_of(&list).into_iter().filter(has).collect();
    assert!(own.len() >= 3, "{own:?}");
    for name in own.into_iter().filter(|name| !name.contains('/')) {
        let tag = html.split('<').find(|tag| tag.contains(name.as_str())).expect(name);
        assert!(tag.contains(list[name].as_str().expect("a text")), "{tag}");
    }
}

/// The files of a list of checksums.
fn files_of(list: &serde_json::Map<String, serde_json::Value>) -> Vec<&String> {
    list.keys().collect()
}

#[test]
fn a_script_that_was_tampered_with_does_not_run() {
    let folder = copy_of_the_page("tampered");
    let is_script = |name: &&String| name.starts_with("start-") && is_kind(name, "js");
    let names = names_below(&folder).expect("it was copied");
    let script = folder.join(names.iter().find(is_script).expect("the page has a script"));
    let text = fs::read_to_string(&script).expect("it is text");
    fs::write(&script, text + "window.isTampered = true;").expect("it can be written");
    let page = Page::open_before_program(&folder, "/", |_| {});
    page.wait_until("a complaint", |page| !page.console_errors().is_empty());
    assert_eq!(page.js("return window.isTampered === undefined", &[]), json!(true));
    assert!(page.shows_still());
}
