//! What the stage says beside STATUS: how far a back-off is, and what runs on the node while the API says something else.

use podlab_browser_tests::Page;

/// The most changes until something of a few seconds has happened.
const PRESSES: usize = 60;

#[test]
fn a_crash_loop_says_that_it_is_in_back_off_while_status_says_error() {
    let page = Page::open("/#/scene/crash-loop?release=current&at=26s");
    page.wait_for_text("#status", "Error");
    page.wait_for_text("[data-container=app] .back-off", "in back-off, 2 of 20 s");
    let note = page.text("[data-container=app] .back-off-note");
    assert!(note.starts_with("From Kubernetes 1.35 on, kubectl prints Error"), "{note}");
    page.assert_fits();
    page.assert_healthy();
    page.click("radio", "1.28");
    page.wait_until("no note", |page| page.count(".back-off-note") == 0);
    page.step_until(PRESSES, "the word", |page| page.text("#status") == "CrashLoopBackOff");
    let words = page.text("[data-container=app] .back-off");
    assert!(words.starts_with("in back-off, ") && words.ends_with(" of 20 s"), "{words}");
}

#[test]
fn the_sentence_about_an_end_names_the_length_of_the_back_off() {
    let page = Page::open_lab("A container that crashes");
    page.step_until(PRESSES, "the second end", |page| {
        page.text(".say-text").contains("The kubelet waits 10 s before the next restart.")
    });
}

#[test]
fn pods_of_a_set_say_how_far_their_back_off_is() {
    let page = Page::open("/#/scene/sts-broken-rollout?at=80s");
    page.wait_until("the lanes", |page| page.count("[data-pod=web-2] .back-off") == 1);
    let words = page.text("[data-pod=web-2] .back-off");
    assert!(words.starts_with("in back-off, ") && words.ends_with(" of 40 s"), "{words}");
    assert_eq!(page.count("[data-pod=web-1] .back-off"), 0);
}

#[test]
fn what_ended_on_the_node_still_runs_in_the_api_and_both_are_drawn() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_for_text("#status", "Running");
    page.click("button", "Exit 1");
    page.wait_until("the ghost", |page| page.count(".ghost .ghost-side") == 2);
    let ghost = page.text(".ghost");
    for words in ["on the node: Terminated", "in the API: Running", "the kubelet syncs in 0."] {
        assert!(ghost.contains(words), "{ghost}");
    }
    page.assert_fits();
    page.assert_healthy();
    page.step_until(PRESSES, "the sync", |page| page.count(".ghost") == 0);
}

#[test]
fn a_pod_of_a_set_has_a_mark_while_node_and_api_differ() {
    let page = Page::open("/#/scene/sts-ordered?at=30s");
    page.wait_until("three Pods", |page| page.are_ready(3));
    page.click("button", "Exit 1");
    page.wait_until("the mark", |page| page.count("[data-pod=web-0] .lane-ghost") == 1);
    let tip = page.js("return document.querySelector('[data-pod=web-0] .lane-ghost').title", &[]);
    let tip = tip.as_str().unwrap_or_default().to_owned();
    assert!(
        tip.contains("on the node: Terminated; in the API: Running; the kubelet syncs in"),
        "{tip}"
    );
    assert_eq!(page.count(".lane-ghost"), 1, "the others are as the API says");
    page.assert_healthy();
}
