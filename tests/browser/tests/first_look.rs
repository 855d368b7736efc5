//! The first ten seconds: the page runs, says what it is and what to press, and asks for one thing after the other.

use podlab_browser_tests::Page;

/// The page as most people see it; other tests look at scenes that stand still.
const RUNNING: &str = "/?running";

fn step(page: &Page) -> String {
    page.text(".first-step")
}

fn clock_moves(page: &Page) {
    let clock = page.text(".clock");
    page.wait_until("time passes", |page| page.text(".clock") != clock);
}

#[test]
fn the_page_opens_on_a_pod_that_runs_and_leads_a_first_visitor() {
    let page = Page::open(RUNNING);
    assert_eq!(page.scene(), "A Pod that just runs");
    clock_moves(&page);
    assert!(page.has("button", "Pause"));
    assert!(page.text(".first-purpose").starts_with("Podlab simulates a Kubernetes cluster"));
    assert!(step(&page).starts_with("Step 1 of 4."), "{}", step(&page));
    page.wait_until("a ready Pod", |page| page.text("#ready") == "1/1");
    page.assert_healthy();
    page.click_css(".first-acts .is-primary");
    page.wait_until("the second step", |page| step(page).starts_with("Step 2 of 4."));
    page.wait_until("a restart", |page| page.text(".restarts") == "1");
    page.click_css(".first-acts .is-primary");
    page.wait_until("the answer", |page| page.count(".chain-step") > 1);
    assert_eq!(page.text(".why-conclusion"), "app was restarted because app exited with 1.");
    assert_eq!(page.text(".chain-step.is-act p"), "You made app exit with code 1.");
    page.wait_until("the third step", |page| step(page).starts_with("Step 3 of 4."));
    page.click_css(".first-acts .is-primary");
    page.wait_until("the last step", |page| step(page).starts_with("Step 4 of 4."));
    page.wait_until("no restart: the exit is undone", |page| page.text(".restarts") == "0");
    page.click("button", "Choose a scene");
    page.wait_until("the scenes", |page| page.count("#scenes:popover-open") == 1);
    page.js("document.querySelector('#scenes').hidePopover()", &[]);
    page.click("button", "Done");
    page.wait_until("no step", |page| page.count(".first-steps") == 0);
    page.go_to("/?running&again");
    clock_moves(&page);
    assert_eq!(page.count(".first-steps"), 0, "a visitor is led once");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_happens_next_is_told_while_time_passes() {
    let page = Page::open("/?running#/scene/crash-loop");
    page.wait_until("the forecast", |page| page.count(".next li") > 1);
    assert!(page.has("button", "Pause"));
    let first = page.text(".next li");
    clock_moves(&page);
    page.wait_until("what comes then", |page| page.text(".next li") != first);
    assert!(page.has("button", "Pause"));
    page.click("radio", "3600×");
    page.wait_for_text(".next ~ .quiet", "Pause to see what happens next.");
}

#[test]
fn the_control_that_is_asked_for_does_the_same_as_the_button_of_the_step() {
    let page = Page::open("/");
    page.step_until(9, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click_css(".is-exit-1");
    page.wait_until("the second step", |page| step(page).starts_with("Step 2 of 4."));
    page.click_css(".say .button");
    page.wait_until("the third step", |page| step(page).starts_with("Step 3 of 4."));
    page.click("button", "Undo");
    page.wait_until("the last step", |page| step(page).starts_with("Step 4 of 4."));
}

#[test]
fn who_skips_the_first_steps_never_sees_them_again_and_other_scenes_have_none() {
    let page = Page::open("/");
    page.open_scene("A container that crashes");
    assert_eq!(page.count(".first-steps"), 0);
    page.go_to("/?again");
    assert_eq!(page.count(".first-steps"), 1);
    page.click("button", "Skip");
    page.wait_until("no step", |page| page.count(".first-steps") == 0);
    page.go_to("/?once-more");
    page.step_until(9, "a ready Pod", |page| page.text("#ready") == "1/1");
    assert_eq!(page.count(".first-steps"), 0);
}

#[test]
fn a_scene_by_link_runs_at_once_unless_it_names_a_moment_or_less_motion_is_wanted() {
    let page = Page::open("/?running#/scene/crash-loop");
    page.wait_until("the scene", |page| page.scene() == "A container that crashes");
    clock_moves(&page);
    page.go_to("/?running&again#/scene/crash-loop?at=20s");
    page.wait_until_there();
    assert!(page.has("button", "Play"));
    page.go_to("/#/scene/crash-loop");
    page.wait_until_there();
    assert!(page.has("button", "Play"));
    assert!(page.text(".clock").starts_with("0:00:33"), "{}", page.text(".clock"));
}
