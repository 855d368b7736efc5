//! Workloads whose Pods have no order: ReplicaSets.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 300;

/// The ReplicaSet of the documentation.
const FRONTEND: &str = "apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: frontend
  labels:
    app: guestbook
    tier: frontend
spec:
  replicas: 3
  selector:
    matchLabels:
      tier: frontend
  template:
    metadata:
      labels:
        tier: frontend
    spec:
      containers:
      - name: php-redis
        image: us-docker.pkg.dev/google-samples/containers/gke/gb-frontend:v5
";

/// The page with a pasted manifest, and time standing still.
fn paste(text: &str) -> Page {
    let page = Page::open_lab("A Pod that just runs");
    page.paste(text);
    page.click("button", "Run this Pod");
    page.wait_until("the workload", |page| page.count("dialog[open]") == 0);
    page.click("button", "Pause");
    page
}

/// The names of the Pods of the level at an index that are Running and Ready.
fn ready(page: &Page, level: usize) -> Vec<String> {
    let found = page.js(
        "const level = document.querySelectorAll('.level')[arguments[0]];
         const pods = level ? [...level.querySelectorAll('.level-pod')] : [];
         const ready = (pod) => pod.querySelector('.lane-pod').dataset.ready === '1/1' && !pod.querySelector('.is-ending');
         return pods.filter(ready).map((pod) => pod.dataset.pod);",
        &[level.into()],
    );
    let names = found.as_array().expect("a list");
    names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_replica_set_replaces_scales_leaves_and_adopts_its_pods() {
    let page = paste(FRONTEND);
    page.step_until(PRESSES, "three Pods", |page| ready(page, 0).len() == 3);
    assert_eq!(page.text("#set-name"), "frontend");
    page.step_until(PRESSES, "the status", |page| page.text("[data-count=ready] dd") == "3");
    assert!(page.text(".answer-now").contains("$ kubectl get rs frontend"));
    let first = ready(&page, 0);
    assert_eq!(page.text("#pod-name"), first[0], "the first Pod is on the stage");

    page.click("button", "Delete");
    page.step_until(PRESSES, "another Pod", |page| {
        let now = ready(page, 0);
        now.len() == 3 && !now.contains(&first[0])
    });
    page.step_until(PRESSES, "the end of the first one", |page| {
        page.text(".capsule").contains("This Pod is not recreated")
    });

    page.click("button", "More replicas");
    page.wait_for_text(".done", "$ kubectl scale rs frontend --replicas=4");
    page.step_until(PRESSES, "four Pods", |page| ready(page, 0).len() == 4);
    let four = ready(&page, 0);

    page.click("button", "orphan");
    page.wait_for_text(".done", "$ kubectl delete rs frontend --cascade=orphan");
    page.step_until(PRESSES, "Pods without a controller", |page| {
        page.text("#intention").contains("no controller manages them") && ready(page, 1) == four
    });
    page.click("button", "Create the ReplicaSet again");
    page.click("button", "Pause");
    page.step_until(PRESSES, "the Pods adopted", |page| ready(page, 0) == four);
    assert_eq!(page.count(".level"), 1, "every Pod has a controller");
    page.assert_healthy();
}

#[test]
fn very_many_pods_of_a_replica_set_are_cells() {
    let page = paste(&FRONTEND.replace("replicas: 3", "replicas: 30"));
    page.seek(60);
    assert_eq!(page.count(".cells .cell.is-ready"), 30);
    page.click_css(".cells li:nth-child(7) .cell");
    page.wait_until("the Pod", |page| {
        page.js("return document.querySelector('.cells li:nth-child(7) .cell').getAttribute('aria-pressed')", &[]) == "true"
    });
    let name = page.text("#pod-name");
    assert!(name.starts_with("frontend-"), "{name}");
}

/// The numbers of the places in the drawing of a rollout's bounds: available, not available yet, free.
fn extent(page: &Page) -> [usize; 3] {
    [".is-ready", ".is-waiting", ".is-idle"]
        .map(|state| page.count(&format!(".extent-cell{state}")))
}

#[test]
fn a_rollout_stays_between_its_bounds_is_paused_resumed_and_undone() {
    let page = Page::open_lab("Rolling update of a Deployment");
    page.step_until(PRESSES, "four Pods", |page| page.text("[data-count=available] dd") == "4");
    assert_eq!(page.text("#set-name"), "web");
    assert_eq!(extent(&page), [4, 0, 1], "a fifth Pod may come");
    let old = page.text(".level [class=mono]");

    page.step_until(PRESSES, "two levels", |page| page.count(".level[data-set]") == 2);
    assert_ne!(
        page.text(".level [class=mono]"),
        old,
        "the new ReplicaSet stands above the old one"
    );
    assert!(page.text("#intention").contains("of 4 Pods have the new template"));
    page.step_until(PRESSES, "the new template", |page| {
        page.text("#intention").contains("Nothing to do")
    });
    assert_eq!(page.count(".level[data-set]"), 1);

    page.click("button", "Rollout pause");
    page.wait_for_text(".done", "$ kubectl rollout pause deploy/web");
    page.wait_until("the pause", |page| {
        page.text("#intention").starts_with("The rollout is paused")
    });
    assert!(page.is_off("Rollout undo"), "a paused Deployment is not rolled back");
    page.click("button", "Rollout resume");
    page.wait_for_text(".done", "$ kubectl rollout resume deploy/web");
    page.click("button", "Rollout undo");
    page.wait_for_text(".done", "$ kubectl rollout undo deploy/web");
    page.step_until(PRESSES, "the old ReplicaSet again", |page| {
        page.count(".level[data-set]") == 1
            && page.text(".level [class=mono]") == old
            && page.text("#intention").contains("Nothing to do")
    });
    page.assert_healthy();
}

#[test]
fn a_stuck_rollout_says_so_and_keeps_its_old_pods() {
    let page = Page::open_lab("A rollout that gets stuck");
    page.seek(60);
    page.seek(100);
    page.wait_until("the deadline", |page| {
        page.text("#intention").contains("made no progress for 60 s")
    });
    assert_eq!(page.text("[data-count=available] dd"), "3");
    page.click("tab", "describe");
    page.wait_until("the condition", |page| {
        page.text("#panel").contains("ProgressDeadlineExceeded")
    });
    page.assert_healthy();
}

#[test]
fn the_same_crash_costs_a_stateful_set_a_pod_and_a_deployment_none() {
    let page = Page::open_lab("The same crash in a Deployment and in a StatefulSet");
    page.seek(60);
    assert_eq!(page.text("[data-count=ready] dd"), "2", "of the StatefulSet");
    assert!(page.text("[data-other=web] .level-name").contains("3/3 ready"));
    page.assert_healthy();
}
