//! What is stuck is said where the eyes are, with the acts that help.

use podlab_browser_tests::Page;

/// The most changes until something of a few seconds has happened.
const PRESSES: usize = 30;

#[test]
fn a_rollout_that_was_undone_says_that_web_2_must_be_deleted_and_does_it() {
    let page = Page::open("/#/scene/sts-broken-rollout?at=80s");
    page.wait_for_text(
        "#intention",
        "Stuck: web-2 must be Ready before it can be replaced, and it cannot become Ready by itself.",
    );
    assert_eq!(page.count(".stuck-line:not([hidden])"), 0, "it is said once");
    assert_eq!(page.count(".gate.is-stuck"), 1);
    page.assert_healthy();
    page.click("button", "What helps?");
    page.wait_until("the remedies", |page| page.count(".stuck .remedy") > 0);
    assert!(page.text(".stuck").contains("kubectl delete pod web-2"), "{}", page.text(".stuck"));
    page.assert_healthy();
    page.wait_until("the act on the stage", |page| page.count(".intention-acts .is-primary") == 1);
    let first = "return document.querySelector('.intention-acts button').innerText";
    assert_eq!(page.js(first, &[]), "What helps?", "the act that comes later moves no button");
    page.click_css(".intention-acts .is-primary");
    page.step_until(PRESSES, "three Pods are ready", |page| page.are_ready(3));
    page.wait_until("nothing is stuck", |page| page.count(".is-stuck") == 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_rollout_of_a_deployment_that_is_stuck_is_rolled_back_from_the_stage() {
    let page = Page::open("/#/scene/deploy-stuck?at=60s");
    page.wait_for_text(
        "#intention",
        "Stuck: The rollout waits until new Pods are available: 1. This requires manual intervention.",
    );
    page.wait_until("the act on the stage", |page| page.count(".intention-acts .is-primary") == 1);
    page.assert_healthy();
    page.click("button", "Roll back the Deployment web");
    page.wait_for_text(".done", "$ kubectl rollout undo deploy/web");
    page.step_until(PRESSES, "one ReplicaSet", |page| page.count(".level[data-set]") == 1);
    page.wait_until("nothing is stuck", |page| page.count(".is-stuck") == 0);
}

#[test]
fn what_is_stuck_and_what_helps_fits_on_a_phone() {
    let page = Page::open("/#/scene/image-missing?at=60s");
    page.set_size(390, 844);
    page.wait_until("what is stuck", |page| page.count(".stuck-line:not([hidden])") == 1);
    page.assert_fits();
    page.click("button", "What helps?");
    page.wait_until("the answer", |page| page.count(".why-sheet .stuck") == 1);
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn a_pod_that_runs_and_one_that_starts_are_not_stuck() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_until("the forecast", |page| page.text(".answers").contains("Nothing more"));
    page.wait_until_foretold();
    assert_eq!(page.count(".stuck-line:not([hidden]), .stuck"), 0);
}

#[test]
fn what_is_missing_is_named_and_created_with_the_line_of_kubectl() {
    const POD: &str = "apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: proxy, image: nginx}
  - name: app
    image: nginx
    env: [{name: COLOUR, valueFrom: {configMapKeyRef: {name: settings, key: colour}}}]
";
    let page = Page::open("/");
    page.paste(POD);
    page.click("button", "Run this Pod");
    page.wait_until("what is missing", |page| {
        page.count(".stuck-words") == 1
            && page
                .text(".stuck-words")
                .contains("app cannot start: it needs the ConfigMap settings")
    });
    page.click("button", "What helps?");
    page.wait_until("the remedies", |page| page.count(".stuck .remedy") > 0);
    assert!(
        page.text(".stuck").contains("kubectl create configmap settings --from-literal=colour="),
        "{}",
        page.text(".stuck")
    );
    page.assert_healthy();
}
