//! The fields of a StatefulSet on the page: what can be set, where, and what becomes of it.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 500;

fn names(page: &Page) -> Vec<String> {
    page.lanes().into_iter().map(|lane| lane.pod).collect()
}

/// The value in the field with this label.
fn field(page: &Page, id: &str) -> String {
    let value = page.js("return document.getElementById(arguments[0])?.value", &[id.into()]);
    value.as_str().unwrap_or_default().to_owned()
}

#[test]
fn claims_can_be_made_to_go_with_pods_that_are_scaled_away() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.js(
        "document.querySelector('[name=set-when-scaled]').closest('label').scrollIntoView()",
        &[],
    );
    page.js("document.querySelectorAll('[name=set-when-scaled]')[1].click()", &[]);
    page.wait_until("the patch", |page| {
        page.text(".done").contains(
            "{\"spec\":{\"persistentVolumeClaimRetentionPolicy\":{\"whenScaled\":\"Delete\"}}}",
        )
    });
    page.click("button", "Less replicas");
    page.step_until(PRESSES, "no third lane", |page| names(page) == ["web-0", "web-1"]);
    assert!(page.lanes().iter().all(|lane| lane.claim.ends_with("Bound")), "{:#?}", page.lanes());
    // What stays when the set goes is the other choice.
    page.click("button", "orphan");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    assert!(page.text("#intention").contains("its claims remain"), "{}", page.text("#intention"));
}

#[test]
fn the_first_ordinal_can_be_moved() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "More ordinals.start");
    page.wait_until("the patch", |page| {
        page.text(".done").contains("{\"spec\":{\"ordinals\":{\"start\":1}}}")
    });
    page.step_until(PRESSES, "web-3 and no web-0", |page| {
        page.lane("web-0").status.is_empty() && page.lane("web-3").status == "Running"
    });
    assert!(page.lane("web-0").claim.contains("retained"), "{:?}", page.lane("web-0"));
    page.assert_healthy();
}

#[test]
fn a_release_shows_only_the_fields_it_has() {
    let page = Page::open_lab("Three Pods, one by one");
    assert_eq!(page.count("#set-ordinals\\.start"), 1);
    page.click("radio", "1.20");
    page.wait_until("the older fields", |page| page.count("#set-ordinals\\.start") == 0);
    assert_eq!(page.count("[name=set-when-scaled]"), 0);
    assert_eq!(
        page.text(".newer"),
        "Kubernetes 1.20 does not have minReadySeconds, ordinals and persistentVolumeClaimRetentionPolicy of StatefulSets yet."
    );
}

#[test]
fn a_release_refuses_what_people_have_set_meanwhile() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let clock = page.text(".clock");
    page.click("button", "More minReadySeconds");
    page.wait_until("the patch", |page| page.text(".done").contains("minReadySeconds"));
    page.click("radio", "1.20");
    page.wait_for_text(
        ".toast",
        "Kubernetes 1.20 cannot run this: spec.minReadySeconds came with 1.22.",
    );
    assert_eq!((field(&page, "set-minReadySeconds"), page.text(".clock")), ("5".to_owned(), clock));
    assert!(
        page.js(
            "return document.querySelector('[name=release]:checked').nextSibling.textContent",
            &[]
        ) == "1.36"
    );
    page.click("radio", "1.28");
    page.wait_until("another release", |page| {
        page.js(
            "return document.querySelector('[name=release]:checked').nextSibling.textContent",
            &[],
        ) == "1.28"
    });
    // The run is made again in another release.
    page.wait_until("the patch", |page| field(page, "set-minReadySeconds") == "5");
    page.click("button", "Undo");
    page.wait_until("the default", |page| field(page, "set-minReadySeconds") == "0");
    page.click("radio", "1.20");
    page.wait_until("the older fields", |page| page.count("#set-minReadySeconds") == 0);
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
}

#[test]
fn a_detour_by_on_delete_keeps_the_partition() {
    let page = Page::open_lab("Three Pods, one by one");
    page.click("button", "More partition");
    page.click("button", "More partition");
    page.wait_until("the partition", |page| field(page, "set-partition") == "2");
    page.click("radio", "OnDelete");
    page.wait_until("no partition", |page| page.count("#set-partition") == 0);
    page.click("radio", "RollingUpdate");
    page.wait_until("the partition again", |page| field(page, "set-partition") == "2");
    assert_eq!(page.text(".partition .partition-note"), "partition 2: web-2 and up are updated");
}

#[test]
fn an_image_known_by_its_digest_gets_a_tag() {
    let page = Page::open_lab("Three Pods at once");
    page.paste(&DIGEST.replace("NAME", "web"));
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    page.click("button", "Image v2");
    page.wait_for_text(".done", "$ kubectl set image sts/web app=registry.k8s.io/nginx-slim:v2");
}

#[test]
fn revisions_of_another_set_are_none_to_go_back_to() {
    let page = Page::open_lab("Three Pods at once");
    let both = [DIGEST.replace("NAME", "web"), DIGEST.replace("NAME", "web-x")].join("---\n");
    page.paste(&both);
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    page.step_until(PRESSES, "two Pods", |page| page.are_ready(2));
    assert!(page.is_off("Rollout undo"));
    page.click("button", "Image v2");
    page.step_until(PRESSES, "a way back", |page| !page.is_off("Rollout undo"));
}

#[test]
fn claim_templates_of_one_name_make_one_claim() {
    let page = Page::open_lab("Three Pods at once");
    let template = "  - metadata: {name: www}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n";
    let set = [&DIGEST.replace("NAME", "web"), "  volumeClaimTemplates:\n", template, template];
    page.paste(&set.concat());
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    page.step_until(PRESSES, "two Pods", |page| page.are_ready(2));
    assert_eq!(page.count("[data-pod=web-0] .claim"), 1);
}

/// A set whose image is known by its digest.
const DIGEST: &str = "apiVersion: apps/v1
kind: StatefulSet
metadata: {name: NAME}
spec:
  serviceName: nginx
  replicas: 2
  selector:
    matchLabels: {app: NAME}
  template:
    metadata:
      labels: {app: NAME}
    spec:
      containers:
      - name: app
        image: registry.k8s.io/nginx-slim:1.0@sha256:77efe2cee94a8504a29f7b8e18cd3a910d6c9cc996d9de9e3dcc8906c6db3ff5
";
