//! The Pod lab: what a person sees and does there.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 80;

const MANIFEST: &str = "apiVersion: v1
kind: Pod
metadata:
  name: mine
spec:
  restartPolicy: POLICY
  containers:
  - name: app
    image: nginx:1.25
";

/// The page as it opens, with time standing still.
fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    page
}

fn run(page: &Page, text: &str) {
    page.paste(text);
    page.click("button", "Run this Pod");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "mine");
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
}

#[test]
fn exit_1_ends_as_the_restart_policy_says() {
    let page = open();
    for (policy, phase, status, restarts) in [
        ("Always", "Running", "Running", "1"),
        ("OnFailure", "Running", "Running", "1"),
        ("Never", "Failed", "Error", "0"),
    ] {
        run(&page, &MANIFEST.replace("POLICY", policy));
        page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
        page.click("button", "Exit 1");
        page.step_until(PRESSES, "the end of it", |page| {
            page.text(".restarts") == restarts
                && page.text("#phase") == phase
                && page.text("#status") == status
        });
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// What leads to a back-off shows as an error until the kubelet looks at the Pod again; for teaching it need not.
#[test]
fn states_show_at_once_where_somebody_wants_that() {
    const SWITCH: &str = "Update status immediately (teaching mode)";
    let page = Page::open("/#/scene/crash-loop?at=8s");
    page.wait_until("the Pod", |page| {
        page.count("#pod-name") == 1 && page.text("#status") == "Error"
    });
    page.click("switch", SWITCH);
    page.wait_until("what it leads to", |page| page.text("#status") == "CrashLoopBackOff");
    page.click("switch", SWITCH);
    page.wait_until("an error again", |page| page.text("#status") == "Error");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_failing_liveness_probe_kills_at_the_third_failure() {
    let page = Page::open_lab("Liveness fails");
    page.click("tab", "Events");
    page.step_until(PRESSES, "the event Killing", |page| {
        page.count(".event") > 0 && page.text(".events").contains("will be restarted")
    });
    // The file is gone 30 s after the start; the probe looks every 5 s, and three failures in a row count.
    let clock = page.text(".clock");
    assert!(clock.starts_with("0:00:4"), "killed at {clock}");
    assert!(page.text(".events").contains("x3"), "{}", page.text(".events"));
    page.click("button", "Why?");
    page.wait_until("the probe among the causes", |page| {
        page.text(".chain").contains("The liveness probe of liveness failed")
    });
    assert_eq!(page.count(".chain-step.is-act"), 1);
}

#[test]
fn a_wrong_manifest_is_shown_at_its_line_and_nothing_else_changes() {
    let page = open();
    let before = page.text("#pod-name");
    page.paste(&MANIFEST.replace("restartPolicy", "restartpolicy"));
    page.wait_for_text(".editor-lines .is-failed", "6");
    page.wait_for_text(".diagnostic-title", "Unknown field \"restartpolicy\"");
    assert!(page.text(".diagnostic").contains("Line 6, column 3"), "{}", page.text(".diagnostic"));
    page.assert_healthy();
    page.press("Escape");
    page.wait_until("a closed dialog", |page| page.count("dialog[open]") == 0);
    assert_eq!(page.text("#pod-name"), before);
    page.click("button", "Paste YAML");
    page.click("button", "restartPolicy");
    page.wait_until("no mistakes", |page| page.count(".diagnostic") == 1);
    assert!(page.text(".diagnostic").contains("POLICY"), "{}", page.text(".diagnostic"));
}

#[test]
fn an_act_can_be_taken_back() {
    let page = open();
    run(&page, &MANIFEST.replace("POLICY", "Never"));
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    let clock = page.text(".clock");
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a failed Pod", |page| page.text("#phase") == "Failed");
    page.click("button", "Undo");
    page.wait_for_text("#phase", "Running");
    page.wait_for_text(".clock", &clock);
}

#[test]
fn what_cannot_change_in_place_needs_a_new_pod() {
    let page = open();
    run(&page, &MANIFEST.replace("POLICY", "Always"));
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("radio", "Never");
    page.wait_until("the question", |page| page.count("dialog[open]") == 1);
    assert!(page.text("dialog[open]").contains("pod updates may not change fields other than"));
    page.assert_healthy();
    page.click("button", "Keep this Pod");
    page.wait_until("no question", |page| page.count("dialog[open]") == 0);
    page.click("radio", "Never");
    page.click("button", "Replace the Pod");
    page.click("tab", "YAML");
    page.wait_until("the new policy", |page| page.text("#panel").contains("restartPolicy: Never"));
}

#[test]
fn everything_can_be_done_with_the_keyboard() {
    let page = open();
    page.js("document.activeElement.blur()", &[]);
    page.press("Shift+ArrowRight");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.js("document.querySelector('.act').focus()", &[]);
    page.press("Enter");
    page.wait_until("an act to take back", |page| !page.is_off("Undo"));
    page.js("document.querySelector('.track .seg[tabindex=\"0\"]').focus()", &[]);
    page.press("Enter");
    page.wait_for_text(".why-question", "Why is the phase Running?");
    page.press("ArrowLeft");
    page.press("Space");
    page.wait_for_text(".why-question", "Why is the phase Pending?");
    page.js("document.querySelector('[role=tab][tabindex=\"0\"]').focus()", &[]);
    page.press("ArrowRight");
    page.wait_until("the Events", |page| page.count(".events") == 1);
    page.js("document.activeElement.blur()", &[]);
    page.press("u");
    page.wait_until("nothing to take back", |page| page.is_off("Undo"));
    page.press("Space");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
}

#[test]
fn an_example_state_ends_as_its_cell_says() {
    let page = open();
    page.click_css(".scene-button");
    page.click("button", "Out of memory, Never: Failed");
    page.wait_until("the scene", |page| page.scene() == "Out of memory, Never");
    page.click("button", "Pause");
    page.step_until(PRESSES, "a failed Pod", |page| page.text("#phase") == "Failed");
    assert_eq!(page.text("#status"), "OOMKilled");
}

#[test]
fn nobody_is_shut_out_in_the_dark_or_on_a_phone() {
    let page = open();
    page.assert_healthy();
    page.go_dark();
    page.assert_healthy();
    page.go_narrow();
    page.assert_healthy();
    page.assert_fits();
}
