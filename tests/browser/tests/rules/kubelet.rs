//! What a kubelet does with Pods beyond the ordinary, as a person sees and does it.

use podlab_browser_tests::Page;

/// Most visible changes until what is waited for.
const PRESSES: usize = 60;

const ASKING: &str = "apiVersion: v1
kind: Pod
metadata: {name: asking}
spec:
  containers:
  - name: app
    image: nginx:1.25
    resources: {requests: {cpu: 500m}}
";

fn status(page: &Page) -> String {
    page.text("#status")
}

#[test]
fn one_exit_restarts_everything() {
    let page = Page::open_lab("RestartAllContainers");
    page.seek(10);
    assert_eq!((status(&page), page.text("#ready")), ("Running".into(), "2/2".into()));
    page.click("button", "Exit 88");
    let restarting = |page: &Page| status(page) == "Init:RestartingAllContainers";
    page.step_until(PRESSES, "the new start", restarting);
    page.assert_healthy();
    page.step_until(PRESSES, "all to run", |page| page.text("#ready") == "2/2");
    page.assert_healthy();
    page.go_narrow();
    page.assert_fits();
}

#[test]
fn a_kubelet_is_restarted_and_back_off_is_configured() {
    let page = Page::open_lab("A container that crashes");
    // The scene opens in a release without this setting.
    page.click("radio", "1.36");
    page.seek(100);
    page.click("button", "Node");
    page.click("button", "Restart kubelet");
    page.wait_until("what happened", |page| {
        page.text(".say-text").contains("restarted") || page.text(".why").contains("restarted")
    });
    page.step_until(PRESSES, "a fresh start", |page| status(page) == "Running");
    page.assert_healthy();
    page.click("radio", "10s");
    page.seek(100);
    page.assert_healthy();
    let waits = page.text(".lab");
    assert!(!waits.contains("40 s after it ended"), "back-off stays at 10 s");
}

#[test]
fn a_static_pod_is_a_matter_of_its_manifest() {
    let page = Page::open_lab("A static Pod");
    page.seek(15);
    assert_eq!((status(&page), page.text("#ready")), ("Running".into(), "1/1".into()));
    page.click("button", "Delete");
    page.step_until(PRESSES, "a new mirror", |page| status(page) == "Pending");
    page.step_until(PRESSES, "what it shows", |page| status(page) == "Running");
    page.assert_healthy();
    page.click("button", "Node");
    page.click("button", "Remove manifest");
    page.step_until(PRESSES, "the end", |page| page.has("button", "Create it again"));
    page.assert_healthy();
    page.click("button", "Add manifest");
    page.step_until(PRESSES, "its return", |page| {
        page.count("#ready") == 1 && page.text("#ready") == "1/1"
    });
    page.assert_healthy();
}

#[test]
fn a_pod_is_resized_in_place() {
    let page = Page::open_lab("A Pod that just runs");
    page.paste(ASKING);
    page.click("button", "Run this Pod");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "asking");
    page.step_until(PRESSES, "a running Pod", |page| page.text("#ready") == "1/1");
    page.js("document.querySelector('#cpu-app').select()", &[]);
    page.type_into("textbox", "requests.cpu", "900m\u{e007}");
    page.step_until(PRESSES, "the resize", |page| {
        page.text(".lab").contains("applied the granted resources to app")
    });
    page.assert_healthy();
    page.go_narrow();
    page.assert_fits();
}
