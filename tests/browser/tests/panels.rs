//! The panels about DNS, storage and revisions: what a person asks, sees and does there.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 400;

/// Whether the Pods of so many lanes are ready.
fn ready(page: &Page, count: usize) -> bool {
    page.count(".lane-pod[data-ready='1/1']") == count
}

/// Types another name and asks for it.
fn ask(page: &Page, name: &str) {
    page.click_css("#dns-name");
    page.press("Control+a");
    page.type_into("textbox", "Name", name);
    page.press("Enter");
}

/// The text of an element without the words before it that only screen readers read.
fn value(page: &Page, css: &str) -> String {
    // What stands before it says whether it was or is.
    let text = page
        .js("return document.querySelector(arguments[0])?.lastChild.textContent", &[css.into()]);
    text.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_name_resolves_once_its_pod_is_ready_and_the_panel_says_why_not_before() {
    let page = Page::open_lab("Claims outlive Pods");
    page.step_until(PRESSES, "the first Pod", |page| {
        page.count(".lane-pod[data-status='ContainerCreating']") == 1
    });
    page.click("button", "Resolve web-0.nginx.default.svc.cluster.local");
    page.wait_until("the DNS panel", |page| page.count(".dns-answer") == 1);
    assert!(page.text(".dns-outcome").contains("does not resolve"));
    assert_eq!(page.text(".dns-why"), "Pod web-0 has no IP address yet.");
    assert_eq!(page.text(".dns-answer .rule"), "E-01");
    page.click("button", "Resolve web-2.nginx.default.svc.cluster.local");
    page.wait_for_text(
        ".dns-why",
        "Pod web-2 does not exist now: StatefulSet web creates it later.",
    );

    page.step_until(PRESSES, "three ready Pods", |page| ready(page, 3));
    page.click("button", "Resolve web-0.nginx.default.svc.cluster.local");
    page.wait_until("an address", |page| page.text(".dns-outcome").contains("resolves"));
    assert_eq!(page.count(".dns-records li"), 1);
    ask(&page, "nginx");
    page.wait_until("three addresses", |page| page.count(".dns-records li") == 3);
    for pod in ["web-0", "web-1", "web-2"] {
        assert!(page.text(".dns-records").contains(pod));
    }
    page.choose("Asked by a Pod in namespace", "another");
    page.wait_until("no Service", |page| page.text(".dns-why").contains("no Service"));
    assert_eq!(
        page.text(".dns-why"),
        "Namespace another is empty, so there is no Service nginx. There is one in namespace default: ask for nginx.default."
    );
    ask(&page, "nginx.default");
    page.wait_until("three addresses", |page| page.count(".dns-records li") == 3);
    page.assert_healthy();
}

#[test]
fn a_pod_that_is_not_ready_has_no_name_and_what_was_heard_is_remembered() {
    let page = Page::open_lab("web-0 fails before web-2 exists");
    page.step_until(PRESSES, "a ready web-0", |page| {
        page.count("[data-pod='web-0'] [data-ready='1/1']") == 1
    });
    page.click("button", "Resolve web-0.nginx.default.svc.cluster.local");
    page.wait_until("an address", |page| page.count(".dns-records li") == 1);
    assert_eq!(page.count(".dns-remembered"), 0);
    page.step_until(PRESSES, "web-0 is not ready", |page| {
        page.count("[data-pod='web-0'] [data-ready='0/1']") == 1
            && page.text(".dns-outcome").contains("does not resolve")
    });
    assert_eq!(
        page.text(".dns-why"),
        "Pod web-0 is not ready, and the Service does not publish not-ready addresses."
    );
    assert_eq!(page.text(".dns-answer .rule"), "E-22");
    page.assert_healthy();
}

#[test]
fn a_claim_in_use_is_protected_until_its_pod_is_gone() {
    let page = Page::open_lab("Claims outlive Pods");
    page.click("tab", "Storage");
    page.step_until(PRESSES, "three ready Pods", |page| ready(page, 3));
    assert_eq!(page.count("[data-claim]"), 3);
    let claim = "[data-claim='www-web-2']";
    assert!(page.text(claim).contains("Bound") && page.text(claim).contains("Used by web-2."));
    assert!(page.text(claim).contains("It has no owner"));
    page.js(
        "document.querySelector(\"[data-claim='www-web-2'] button\").scrollIntoView({ block: 'center' })",
        &[],
    );
    page.click("button", "Delete claim www-web-2");
    page.wait_until("the protection", |page| page.text(claim).contains("Terminating"));
    let words = "Protected: kubernetes.io/pvc-protection keeps it until web-2 is removed.";
    assert!(page.text(claim).contains(words), "{}", page.text(claim));
    // The scene scales to 1: the old claim goes with its last Pod.
    let uid = |page: &Page| {
        let text = page.text(claim);
        text.split("Volume ").nth(1).unwrap_or_default().to_owned()
    };
    let before = uid(&page);
    page.step_until(PRESSES, "the claim is gone", |page| page.count(claim) == 0);
    assert_eq!(page.count("[data-claim='www-web-1']"), 1, "the other claims stay");
    page.step_until(PRESSES, "the end of web-1", |page| page.lane("web-1").status.is_empty());
    for _ in 0..2 {
        page.click("button", "More replicas");
    }
    page.step_until(PRESSES, "a new claim", |page| {
        page.count(claim) == 1 && page.text(claim).contains("Bound")
    });
    assert_ne!(uid(&page), before);
    page.assert_healthy();
}

#[test]
fn a_claim_asks_for_more_and_grows_only_if_its_class_lets_it() {
    let page = Page::open_lab("Claims outlive Pods");
    page.click("tab", "Storage");
    page.step_until(PRESSES, "three ready Pods", |page| ready(page, 3));
    let claim = "[data-claim='www-web-0']";
    page.click("button", "Request 2Gi for claim www-web-0");
    page.wait_until("the refusal", |page| {
        page.count(".toast") == 1 && page.text(".toast").contains("must support resize")
    });
    assert!(page.text(claim).contains("1Gi"), "{}", page.text(claim));
    page.paste(
        "apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], storageClassName: disks, resources: {requests: {storage: 2Gi}}}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: disks}
provisioner: csi.example.com
allowVolumeExpansion: true
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: app, image: app:v1}], volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]}",
    );
    page.click("button", "Run this Pod");
    page.click("tab", "Storage");
    let claim = "[data-claim='data']";
    page.step_until(PRESSES, "a running Pod", |page| page.text(claim).contains("Used by p."));
    page.click("button", "Request 4Gi for claim data");
    page.wait_until("the wait", |page| page.text(claim).contains("Its capacity is 2Gi"));
    page.step_until(PRESSES, "four", |page| !page.text(claim).contains("Its capacity is 2Gi"));
    assert!(page.text(claim).contains("4Gi"), "{}", page.text(claim));
    page.assert_healthy();
}

#[test]
fn two_revisions_are_compared_and_one_is_undone() {
    let page = Page::open_lab("A broken rollout");
    page.click("tab", "Revisions");
    page.step_until(PRESSES, "two revisions", |page| page.count("[data-revision]") == 2);
    assert!(page.text("[data-revision='2']").contains("update"));
    assert!(page.text("[data-revision='1']").contains("current"));
    assert_eq!(page.count(".fields dt"), 1);
    assert_eq!(page.text(".fields dt"), "spec.containers[nginx].image");
    assert!(page.count(".fields .is-old") == 1 && page.count(".fields .is-new") == 1);
    let (old, new) = (value(&page, ".fields .is-old"), value(&page, ".fields .is-new"));
    assert_ne!(old, new);
    page.choose("Compare", "rev 2");
    page.choose("with", "rev 1");
    page.wait_until("the way back", |page| value(page, ".fields .is-new") == old);
    assert_eq!(value(&page, ".fields .is-old"), new);

    page.click("button", "Undo to rev 1");
    page.step_until(PRESSES, "the old revision under a new number", |page| {
        page.count("[data-revision='3']") == 1 && page.count("[data-revision='1']") == 0
    });
    assert!(page.text("[data-revision='3']").contains("update"));
    assert!(page.text(".revisions .terminal").contains("kubectl rollout status sts/web"));
    page.assert_healthy();
}

#[test]
fn the_panels_belong_to_sets_and_work_by_keyboard_on_a_phone() {
    let page = Page::open_lab("Peers that discover each other");
    page.set_size(390, 844);
    page.js("document.getElementById('tab-6').focus()", &[]);
    page.press("ArrowRight");
    page.wait_until("the DNS panel", |page| page.count(".dns-answer") == 1);
    page.step_until(PRESSES, "an address before readiness", |page| {
        page.text(".dns-outcome").contains("resolves") && !page.text(".dns-outcome").contains("not")
    });
    assert!(ready(&page, 0), "no Pod is ready");
    assert_eq!(page.text(".dns-answer .rule"), "E-03");
    page.js("document.querySelector('[role=tab][aria-selected=true]').focus()", &[]);
    page.press("ArrowRight");
    page.wait_until("the storage panel", |page| page.count(".dns-answer") == 0);
    page.press("ArrowRight");
    page.wait_until("the revisions", |page| page.count("[data-revision]") == 1);
    page.assert_healthy();
    page.set_size(1440, 900);
    page.click_css(".scene-button");
    page.js(
        "[...document.querySelectorAll('.scene')].find((scene) => scene.firstChild.data === 'Liveness fails').click()",
        &[],
    );
    page.wait_until("a scene without a set", |page| page.count(".lane") == 0);
    assert!(!page.has("tab", "DNS") && page.has("tab", "YAML"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
