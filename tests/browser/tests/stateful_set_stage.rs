//! The stage of a StatefulSet: its lanes by keyboard and pointer, when it is gone, and with very many Pods.

use podlab_browser_tests::{Page, set_of};

/// How many changes something may take.
const PRESSES: usize = 500;

/// Whether the element is there and cannot be used.
fn is_disabled(page: &Page, css: &str) -> bool {
    let script = "return document.querySelector(arguments[0])?.matches(':disabled') ?? null";
    page.js(script, &[css.into()]).as_bool().unwrap_or_else(|| panic!("nothing matches {css}"))
}

#[test]
fn a_set_that_is_gone_has_no_gates_and_nothing_to_scale() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "More partition");
    page.wait_until("the partition", |page| page.count(".partition.is-set") == 1);
    assert_eq!(page.count(".lanes .gate"), 2);
    let controls = [
        "[aria-label='More replicas']",
        "#set-replicas",
        "[aria-label='More partition']",
        "[name=set-strategy]",
        "[aria-labelledby=do-set] .act",
    ];
    for control in controls {
        assert!(!is_disabled(&page, control), "{control}");
    }
    page.click("button", "orphan");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    assert!(page.are_ready(3), "{:#?}", page.lanes());
    assert!(page.lanes().iter().all(|lane| lane.wait == "has no owner now"));
    assert!(page.lanes().iter().all(|lane| lane.claim.contains("Bound")));
    assert_eq!((page.count(".lanes .gate"), page.count(".partition")), (0, 0));
    assert_eq!(
        page.text(".partition-note"),
        "The StatefulSet was deleted: no gates, and no partition."
    );
    for control in controls {
        assert!(is_disabled(&page, control), "{control}");
    }
    assert_eq!(page.js("return document.getElementById('set-replicas').value", &[]), "–");
    assert!(
        page.text("#set-absence").contains("nothing to scale"),
        "{}",
        page.text("#set-absence")
    );
    page.assert_healthy();
    page.click_css(".absence .button");
    page.click("button", "Pause");
    page.step_until(PRESSES, "a set with its Pods", |page| {
        page.count("[data-count=ready]") == 1 && page.text("[data-count=ready] dd") == "3"
    });
    assert_eq!(page.count(".lanes .gate"), 2);
    assert_eq!(page.js("return document.getElementById('set-replicas').value", &[]), "3");
    assert!(!is_disabled(&page, "#set-replicas"));
}

#[test]
fn a_set_that_goes_after_its_pods_says_so_and_takes_no_more_orders() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.click("button", "foreground");
    page.wait_for_text(
        "#set-absence",
        "It is being deleted. Its controller does nothing more, whatever its spec says.",
    );
    assert!(is_disabled(&page, "#set-replicas"));
    assert_eq!(page.count(".lanes .gate"), 0);
    assert!(
        page.lanes().iter().all(|lane| lane.wait == "deleted before the set"),
        "{:#?}",
        page.lanes()
    );
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    page.step_until(PRESSES, "no Pods", |page| {
        page.lanes().iter().all(|lane| lane.status.is_empty())
    });
    assert!(page.text(".capsule").contains("it is not recreated"), "{}", page.text(".capsule"));
    assert!(page.text("#intention").ends_with("Its claims remain."), "{}", page.text("#intention"));
}

/// A set of sixteen Pods, one after the other.
fn many() -> Page {
    let page = Page::open_lab("Three Pods at once");
    page.paste(&format!("{}{CLAIM}", set_of(16)));
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| page.count(".cell") == 16);
    page.click("button", "Pause");
    page.seek(0);
    page
}

/// What a cell says.
fn cell(page: &Page, pod: &str) -> String {
    let ordinal = pod.rsplit('-').next().unwrap_or_default();
    let css = format!("[data-ordinal='{ordinal}']");
    page.attribute(&css, "aria-label").unwrap_or_default()
}

#[test]
fn cells_say_what_lanes_say() {
    let page = many();
    page.step_until(PRESSES, "the first Pod", |page| cell(page, "web-0").contains("Pending"));
    assert!(
        cell(&page, "web-0").contains("the StatefulSet waits for it"),
        "{}",
        cell(&page, "web-0")
    );
    assert_eq!(cell(&page, "web-1"), "web-1: no Pod; no claim");
    let shut = ".cell-place.is-shut:nth-child(2)";
    let words = "Gate closed: web-0 is Pending";
    assert_eq!(page.attribute(shut, "title").as_deref(), Some(words));
    assert_eq!(page.text(&format!("{shut} .visually-hidden")), words);
    page.step_until(PRESSES, "a ready Pod", |page| {
        cell(page, "web-0") == "web-0: Running, ready, rev 1; claim Bound"
    });
    let opened = page.attribute(".cell-place.is-open:nth-child(2)", "title");
    assert_eq!(opened.as_deref(), Some("Gate open"));
    let revision = page.attribute("[data-ordinal='0']", "data-revision");
    assert_eq!(revision.as_deref(), Some("1"));
    // The selected one is a whole lane.
    assert_eq!(page.count(".lane"), 1);
    page.click_css("[data-ordinal='1']");
    page.wait_until("another lane", |page| page.count(".lane[data-pod=web-1]") == 1);
    assert!(page.has("button", "Resolve web-1.nginx.default.svc.cluster.local"));
    page.step_until(PRESSES, "its claim", |page| {
        page.lane("web-1").claim.ends_with("Bound") && page.are_ready(1)
    });
    page.assert_healthy();
}

#[test]
fn the_partition_is_seen_between_cells() {
    let page = many();
    page.step_until(PRESSES, "two Pods", |page| cell(page, "web-1").contains(", ready"));
    page.js("document.querySelector('.partition input').focus()", &[]);
    page.press("ArrowRight");
    page.wait_until("the line", |page| {
        page.count(".cell-place.is-partition [data-ordinal='1']") == 1
    });
    page.click("button", "Image v2");
    page.step_until(PRESSES, "an old Pod", |page| cell(page, "web-1").contains("not the newest"));
    assert!(cell(&page, "web-0").contains("rev 1, not the newest"), "{}", cell(&page, "web-0"));
    page.go_dark();
    page.assert_healthy();
    page.go_narrow();
    page.assert_healthy();
    page.assert_fits();
    page.js("document.querySelector('.acts').scrollIntoView({ block: 'center' })", &[]);
    page.click("button", "orphan");
    page.step_until(PRESSES, "no set", |page| page.has("button", "Create the StatefulSet again"));
    assert_eq!(page.count(".cell-place.is-shut, .cell-place.is-open, .is-partition"), 0);
}

/// What gives each Pod of a set a claim.
const CLAIM: &str = "        volumeMounts: [{name: www, mountPath: /www}]
  volumeClaimTemplates:
  - metadata: {name: www}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";

#[test]
fn the_partition_is_moved_by_keyboard_and_by_pointer() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "three Pods", |page| page.are_ready(3));
    page.js("document.querySelector('.partition input').focus()", &[]);
    page.press("ArrowRight");
    page.press("ArrowRight");
    page.wait_until("the partition at 2", |page| {
        page.text(".done").contains("\"partition\":2")
            && page.text(".partition-note") == "partition 2: web-2 and up are updated"
    });
    page.click("button", "Image v2");
    page.step_until(PRESSES, "a canary", |page| {
        let canary = page.lane("web-2");
        canary.revision == "rev 2" && canary.ready == "1/1"
    });
    page.step_until(PRESSES, "the end of the rollout", |page| {
        page.text("#intention").contains("Nothing to do")
    });
    assert_eq!(page.lane("web-0").revision, "rev 1");
    assert_eq!(page.lane("web-1").wait, "stays at its revision");
    page.drag(".partition input", -150, 0);
    page.wait_until("another partition", |page| {
        !page.text(".partition-note").starts_with("partition 2")
    });
}

#[test]
fn nobody_is_shut_out_of_the_lanes() {
    let page = Page::open_lab("web-0 fails before web-2 exists");
    page.step_until(PRESSES, "a third lane", |page| page.lanes().len() == 3);
    page.assert_healthy();
    page.go_dark();
    page.assert_healthy();
    page.go_narrow();
    page.assert_healthy();
    page.assert_fits();
}
