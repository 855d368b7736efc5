//! What a StatefulSet does by itself, and in which order; the order is read off the lanes.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 500;

#[test]
fn ordered_ready_creates_one_pod_after_the_other() {
    let page = Page::open_lab("Three Pods, one by one");
    assert!(page.lanes().iter().skip(1).all(|lane| lane.gate.contains("is-shut")), "none may come");
    assert_eq!(page.lane("web-2").wait, "waits: web-0 does not exist");
    page.step_until(PRESSES, "web-0", |page| !page.lane("web-0").status.is_empty());
    assert!(page.lane("web-1").status.is_empty(), "{:#?}", page.lanes());
    let waiting = page.lane("web-1");
    assert!(waiting.wait.starts_with("waits: web-0 is "), "{waiting:?}");
    assert!(waiting.gate.contains("is-shut"), "{waiting:?}");
    page.wait_for_text("#intention", "Next: create web-1 as soon as web-0 is Ready.");
    let mut created = vec!["web-0".to_owned()];
    while created.len() < 3 {
        page.advance();
        let seen = page.lanes();
        let there = seen.iter().filter(|lane| !lane.status.is_empty()).count();
        if there > created.len() {
            let before = &seen[created.len() - 1];
            assert_eq!(before.ready, "1/1", "{seen:#?}");
            created.push(seen[created.len()].pod.clone());
        }
    }
    page.step_until(PRESSES, "all ready", |page| page.are_ready(3));
    assert!(page.lanes().iter().skip(1).all(|lane| lane.gate.contains("is-open")));
    page.assert_healthy();
}

#[test]
fn parallel_creates_all_pods_at_once() {
    let page = Page::open_lab("Three Pods at once");
    page.step_until(PRESSES, "all Pods", |page| {
        page.lanes().iter().all(|lane| !lane.status.is_empty())
    });
    assert!(page.are_ready(0), "{:#?}", page.lanes());
}

#[test]
fn web_2_waits_when_web_0_fails_although_web_1_is_ready() {
    let page = Page::open_lab("web-0 fails before web-2 exists");
    page.step_until(PRESSES, "a third lane", |page| page.lanes().len() == 3);
    let waiting = page.lane("web-2");
    assert_eq!((waiting.status.as_str(), page.lane("web-1").ready.as_str()), ("", "1/1"));
    assert!(
        waiting.wait.starts_with("waits: web-0 is Running, but not Ready: readiness probe failed"),
        "{waiting:?}"
    );
    page.wait_for_text(
        "#intention",
        "Stuck: web-0 must be Ready before web-2 can be created, and it cannot become Ready by itself.",
    );
    assert!(
        page.text(".why-not")
            .contains("web-0 must be Running and Ready before the StatefulSet continues.")
    );
    // Nothing repairs web-0 but the reader.
    page.click("radio", "Success");
    page.step_until(PRESSES, "web-2", |page| !page.lane("web-2").status.is_empty());
    assert_eq!(page.lane("web-0").ready, "1/1");
    page.step_until(PRESSES, "all ready", |page| page.are_ready(3));
}

#[test]
fn web_1_stays_when_web_0_fails_during_a_scale_down() {
    let page = Page::open_lab("web-0 fails during a scale-down");
    page.step_until(PRESSES, "web-2 ends", |page| page.lane("web-2").status == "Terminating");
    assert!(page.lane("web-2").wait.starts_with("is Terminating"), "{:#?}", page.lanes());
    page.step_until(PRESSES, "no web-2", |page| {
        page.text(".clock").as_str() > "0:00:3" && page.lane("web-2").status.is_empty()
    });
    let (first, second) = (page.lane("web-0"), page.lane("web-1"));
    assert_eq!((first.ready.as_str(), second.status.as_str()), ("0/1", "Running"));
    assert!(second.wait.contains("web-0 is Running, but not Ready"), "{second:?}");
    page.wait_for_text(
        "#intention",
        "Stuck: web-0 must be Ready before web-1 can be deleted, and it cannot become Ready by itself.",
    );
    page.click("radio", "Success");
    page.step_until(PRESSES, "no web-1", |page| page.lane("web-1").status.is_empty());
    assert_eq!(page.lane("web-0").ready, "1/1");
}

#[test]
fn a_set_shrinks_from_the_top_and_claims_stay() {
    let page = Page::open_lab("From five to one");
    page.step_until(PRESSES, "five Pods", |page| page.are_ready(5));
    let gone = page.order(PRESSES, 4, |lane| lane.status.is_empty());
    assert_eq!(gone, ["web-4", "web-3", "web-2", "web-1"]);
    let kept: Vec<String> = page.lanes().into_iter().map(|lane| lane.claim).collect();
    assert_eq!(kept.len(), 5, "{kept:?}");
    assert!(kept[4].contains("www-web-4 Bound, retained"), "{kept:?}");
}

#[test]
fn an_update_goes_down_from_the_highest_ordinal() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "Image v2");
    page.wait_for_text(".done", "$ kubectl set image sts/web nginx=registry.k8s.io/nginx-slim:v2");
    let updated = page.order(PRESSES, 3, |lane| lane.revision == "rev 2" && lane.ready == "1/1");
    assert_eq!(updated, ["web-2", "web-1", "web-0"]);
    page.step_until(PRESSES, "one revision", |page| {
        page.text("[data-count=currentRevision] dd") == page.text("[data-count=updateRevision] dd")
    });
}

#[test]
fn on_delete_leaves_the_update_to_people() {
    let page = Page::open_lab("OnDelete");
    page.step_until(PRESSES, "a new revision", |page| page.text(".clock").as_str() > "0:00:25");
    page.js("document.querySelector('[data-pod=web-1] .lane-pod').click()", &[]);
    page.wait_for_text("#pod-name", "web-1");
    page.click("button", "Delete");
    page.step_until(PRESSES, "a new web-1", |page| page.lane("web-1").revision == "rev 2");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let revisions: Vec<String> = page.lanes().into_iter().map(|lane| lane.revision).collect();
    assert_eq!(revisions, ["rev 1", "rev 2", "rev 1"]);
    assert!(page.text(".partition-note").starts_with("OnDelete"));
}

#[test]
fn a_deleted_set_takes_its_pods_along_in_no_order() {
    let page = Page::open_lab("Delete the StatefulSet at once");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    page.step_until(PRESSES, "Pods that end", |page| {
        page.lanes().iter().all(|lane| lane.status == "Terminating")
    });
    page.step_until(PRESSES, "no Pods", |page| {
        page.lanes().iter().all(|lane| lane.status.is_empty())
    });
    assert!(page.lanes().iter().all(|lane| lane.claim.ends_with("Bound, retained")));
    assert!(page.text(".answer-now").contains("NotFound"), "{}", page.text(".answer-now"));
    page.click("button", "Create the StatefulSet again");
    page.click("button", "Pause");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
}

#[test]
fn a_deleted_set_leaves_nothing_but_claims() {
    let page = Page::open_lab("Delete the StatefulSet at once");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    assert!(page.text("#intention").contains("The garbage collector deletes its Pods"));
    page.click("tab", "Revisions");
    page.wait_until("their fate", |page| {
        page.text(".answers").contains("and its revisions with it")
    });
}

#[test]
fn scaling_to_0_first_keeps_the_order() {
    let page = Page::open_lab("Scale to 0, then delete");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let gone = page.order(PRESSES, 3, |lane| lane.status.is_empty());
    assert_eq!(gone, ["web-2", "web-1", "web-0"]);
}

#[test]
fn a_claim_can_go_with_its_pod() {
    let page = Page::open_lab("Claims that are deleted with their Pods");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.step_until(PRESSES, "one lane", |page| page.lanes().len() == 1);
    assert_eq!(page.lanes()[0].claim, "www-web-0 Bound");
}

#[test]
fn ordinals_can_begin_elsewhere() {
    let page = Page::open_lab("Ordinals from 5");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    let names: Vec<String> = page.lanes().into_iter().map(|lane| lane.pod).collect();
    assert_eq!(names, ["web-5", "web-6", "web-7"]);
}
