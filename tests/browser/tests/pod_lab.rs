//! The Pod lab: what a person sees and does there.

use podlab_browser_tests::Page;
use serde_json::json;

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
fn many_mistakes_leave_the_buttons_in_sight_and_each_is_put_right_by_one_press() {
    let page = open();
    page.set_size(1440, 900);
    page.paste(
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: mine\nspec:\n  restartPolcy: Always\n  containers:\n  - name: app\n    img: nginx\n    ports:\n    - containerPort: \"80\"\n    livenessProbe:\n      exec: {command: [ls]}\n      periodSecond: 5\n",
    );
    page.wait_until("four mistakes", |page| page.count(".diagnostic") == 4);
    let in_sight =
        "const foot = document.querySelector('dialog[open] .dialog-foot').getBoundingClientRect();
        const dialog = document.querySelector('dialog[open]');
        return foot.bottom <= innerHeight && dialog.scrollHeight <= dialog.clientHeight + 1";
    assert_eq!(page.js(in_sight, &[]), true);
    let places =
        "return [...document.querySelectorAll('.place')].map((place) => place.textContent)";
    let told = ["Line 6, column 3", "Line 9, column 5", "Line 11, column 22", "Line 14, column 7"];
    assert_eq!(page.js(places, &[]), json!(told));
    page.click("button", "Line 11, column 22");
    let selected = "const area = document.activeElement;
        return area.value.slice(area.selectionStart, area.selectionEnd)";
    assert_eq!(page.js(selected, &[]), "\"80\"");
    for fix in ["restartPolicy", "image", "80", "periodSeconds"] {
        page.click("button", fix);
    }
    page.wait_until("no mistakes", |page| page.count(".diagnostic") == 0);
    page.wait_until("the release", |page| page.text(".editor-release").contains("Kubernetes 1.36"));
    page.assert_healthy();
    page.click("button", "Run this Pod");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "mine");
}

#[test]
fn the_template_of_a_job_runs_by_one_press() {
    let page = open();
    page.paste(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: pi, image: perl}]\n",
    );
    page.wait_until("what a Job adds", |page| {
        page.text("#editor-problems").contains("backoffLimit")
    });
    page.click("button", "Run its Pod template");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "pi-0");
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

#[test]
fn a_missing_namespace_is_created_by_one_press() {
    let page = open();
    page.paste(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: cart, namespace: shop}\nspec:\n  hostAliases: []\n  containers: [{name: app, image: nginx, volumeMounts: [{name: v, mountPath: /v, subPath: a}]}]\n  volumes: [{name: v, emptyDir: {}}]\n",
    );
    page.wait_until("the refusal", |page| {
        page.text("#editor-problems").contains("amespaces \"shop\" not found")
    });
    page.assert_fits();
    let over = "const body = document.querySelector('dialog[open] .dialog-body'); return body.scrollWidth > body.clientWidth";
    assert_eq!(page.js(over, &[]), false, "the button wraps");
    page.assert_healthy();
    page.click_css("#editor-problems .diagnostic .button");
    page.wait_until("what has no effect", |page| {
        page.text("#editor-problems").contains("field subPath has no effect in Podlab")
    });
    page.click("button", "Run this Pod");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "cart");
}
