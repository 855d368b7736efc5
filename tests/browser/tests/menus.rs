//! The menus of the things on the stage: what can be done to a container, a Pod, a node, a gate, a workload.

use podlab_browser_tests::Page;
use serde_json::json;

/// How many changes something may take.
const PRESSES: usize = 60;

/// Whether the menu is open that is called this.
fn is_open(page: &Page, name: &str) -> bool {
    page.has("dialog", name)
}

/// Asks for the menu of what the selector matches, as the other button of the mouse and the menu key do.
fn ask_for_menu(page: &Page, css: &str) {
    let script = "const element = document.querySelector(arguments[0]), { left, top } = element.getBoundingClientRect();
        return element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left + 4, clientY: top + 4 }))";
    let is_browsers = page.js(script, &[json!(css)]);
    assert_eq!(is_browsers, json!(false), "the browser's own menu must not open over {css}");
}

/// The text of what has the focus.
fn focused(page: &Page) -> String {
    let text = page.js("return document.activeElement.textContent.trim()", &[]);
    text.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_container_is_ended_from_its_menu_and_the_focus_comes_back() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.click_css(".container-name .thing");
    page.wait_until("the menu", |page| is_open(page, "Actions for app"));
    assert_eq!(focused(&page), "Exit 0", "the keyboard goes on in the menu");
    page.assert_healthy();
    page.press("Escape");
    page.wait_until("no menu", |page| page.count(".menu") == 0);
    assert_eq!(focused(&page), "app");
    page.press("Enter");
    page.wait_until("the menu", |page| is_open(page, "Actions for app"));
    page.press("Tab");
    assert_eq!(focused(&page), "Exit 1");
    page.press("Enter");
    page.wait_until("no menu", |page| page.count(".menu") == 0);
    assert_eq!(focused(&page), "app", "an act closes the menu and gives the focus back");
    page.step_until(PRESSES, "a restart", |page| page.text(".restarts") == "1");
    page.assert_healthy();
}

#[test]
fn a_switch_leaves_the_menu_open_and_has_a_group_of_its_own() {
    let page = Page::open("/#/scene/liveness?at=5s");
    page.wait_for_text("#phase", "Running");
    page.wait_until("the controls", |page| page.count("[name=probe-liveness-liveness]") > 0);
    ask_for_menu(&page, ".container-card");
    page.wait_until("the menu", |page| page.count(".menu [name=menu-probe-liveness-liveness]") > 0);
    page.click_css(".menu .is-failed [name=menu-probe-liveness-liveness]");
    page.wait_until("the same in the panel", |page| {
        page.count(".controls .is-failed [name=probe-liveness-liveness]:checked") == 1
            && page.count(".menu .is-failed [name=menu-probe-liveness-liveness]:checked") == 1
    });
    page.assert_healthy();
    page.press("Escape");
    page.wait_until("no menu", |page| page.count(".menu") == 0);
}

#[test]
fn a_pod_of_a_set_and_its_node_have_their_own_menus() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    ask_for_menu(&page, ".lane[data-pod=web-1] .lane-pod");
    page.wait_until("the menu of the Pod", |page| is_open(page, "Actions for web-1"));
    assert_eq!(page.text("#pod-name"), "web-1", "its Pod comes on the stage");
    page.assert_healthy();
    page.click_css(".menu .act");
    page.wait_until("the deletion", |page| page.lane("web-1").status == "Terminating");
    assert_eq!(page.count(".menu"), 0);
    page.click("button", "Undo");
    page.wait_until("no deletion", |page| page.lane("web-1").status == "Running");

    let node = page.text("#node-state .thing");
    page.click_css("#node-state .thing");
    page.wait_until("the menu of the node", |page| is_open(page, &format!("Actions for {node}")));
    page.assert_healthy();
    page.click("button", "Cordon");
    page.wait_until("a cordoned node", |page| page.text("#node-state").contains("cordoned"));

    page.click_css("#set-name .thing");
    page.wait_until("the menu of the set", |page| is_open(page, "Actions for web"));
    page.assert_healthy();
    page.click_css(".menu [aria-label='More replicas']");
    page.wait_until("a fourth Pod", |page| page.count(".lane") == 4);
    assert_eq!(page.count(".menu"), 1, "a number may be changed further");
}

#[test]
fn a_gate_says_what_it_waits_for_and_offers_what_opens_it() {
    let page = Page::open("/#/scene/sts-broken-rollout?at=80s");
    page.wait_until("a gate that is stuck", |page| page.count(".gate.is-stuck") == 1);
    page.click_css(".gate.is-stuck");
    page.wait_until("the menu", |page| page.count(".menu") == 1);
    let words = page.text(".menu");
    assert!(words.contains("Gate stuck: web-2"), "{words}");
    page.assert_healthy();
    page.click("button", "Delete web-2");
    page.step_until(PRESSES, "three Pods are ready", |page| page.are_ready(3));
    page.wait_until("an open gate", |page| page.count(".gate.is-stuck") == 0);
    page.assert_healthy();
}

#[test]
fn a_menu_is_seen_whole_on_a_phone_and_a_press_elsewhere_closes_it() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.set_size(390, 844);
    page.click_css(".container-name .thing");
    page.wait_until("the menu", |page| is_open(page, "Actions for app"));
    let is_inside = "const { left, top, right, bottom } = document.querySelector('.menu').getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight";
    assert_eq!(page.js(is_inside, &[]), json!(true));
    page.assert_fits();
    page.assert_healthy();
    page.click("button", "Close");
    page.wait_until("no menu", |page| page.count(".menu") == 0);
    page.click_css("#pod-name .thing");
    page.wait_until("the menu of the Pod", |page| is_open(page, "Actions for demo"));
    page.press_at(5.0, 5.0);
    page.wait_until("no menu", |page| page.count(".menu") == 0);
}

#[test]
fn a_press_on_a_container_opens_its_menu_and_a_press_on_a_word_does_not() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.click_css(".container-card .state-word button");
    page.wait_until("the definition", |page| page.count(".tip") == 1);
    assert_eq!(page.count(".menu"), 0);
    page.press("Escape");
    page.click_css(".ready-mark");
    page.wait_until("the menu", |page| is_open(page, "Actions for app"));
}

#[test]
fn a_figure_has_menus_where_something_may_be_done() {
    let page = Page::open("/embed.html?scene=runs&controls=transport&start-at=30s");
    page.wait_until("the Pod", |page| page.in_figure("pod-lab", "#phase") == "Running");
    assert_eq!(page.count(".thing"), 0);
    drop(page);
    let page = Page::open("/embed.html?scene=runs&controls=faults&start-at=30s");
    page.wait_until("the names that open menus", |page| page.count(".thing") == 3);
    page.click_css(".container-name .thing");
    page.wait_until("the menu", |page| page.count(".menu") == 1);
    page.click("button", "Exit 1");
    page.wait_until("no menu", |page| page.count(".menu") == 0);
    page.wait_until("the sentence", |page| page.in_figure("pod-lab", ".say-text").contains("exit"));
}

#[test]
fn a_menu_does_not_come_back_with_its_thing() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    page.click_css(".lane[data-pod=web-2] .gate");
    page.wait_until("the menu of the gate", |page| page.count(".menu") == 1);
    // A set that is deleted has no gates, and one that is created again has.
    let press = |page: &Page, words: &str| {
        let script = "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === arguments[0]).click()";
        page.js(script, &[json!(words)]);
    };
    press(&page, "orphan");
    page.wait_until("no gate", |page| page.count(".gate") == 0);
    page.wait_until("no menu", |page| page.count(".menu") == 0);
    page.step_until(500, "no set", |page| page.has("button", "Create the StatefulSet again"));
    press(&page, "Create the StatefulSet again");
    page.wait_until("gates", |page| page.count(".lanes .gate") == 2);
    assert_eq!(page.count(".menu"), 0);
    page.assert_healthy();
}

#[test]
fn escape_closes_every_menu_that_a_key_opened_at_once() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_for_text("#phase", "Running");
    for thing in [".container-name .thing", "#pod-name .thing", "#node-state .thing"] {
        page.js("document.querySelector(arguments[0]).focus()", &[json!(thing)]);
        page.press("Enter");
        page.wait_until(thing, |page| page.count(".menu:popover-open") == 1);
        page.press("Escape");
        page.wait_until("no menu", |page| page.count(".menu") == 0);
    }
}
