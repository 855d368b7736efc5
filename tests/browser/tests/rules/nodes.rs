//! Nodes that are lost and come back, as a person sees and does it.

use podlab_browser_tests::Page;

/// Most visible changes until a lost node's Pod is where it stays.
const PRESSES: usize = 60;

fn node_state(page: &Page) -> String {
    page.text("#node-state")
}

#[test]
fn a_node_is_cut_off_by_hand_and_comes_back() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    assert_eq!(node_state(&page), "node-1: Ready");
    page.click("button", "Node");
    page.click("button", "Cut network");
    page.wait_until("the node's line", |page| node_state(page) == "node-1: cut off · Ready");
    page.assert_healthy();
    page.click("button", "Reconnect");
    page.wait_until("the return", |page| node_state(page).contains("back, still catching up"));
    page.seek(60);
    assert_eq!(node_state(&page), "node-1: Ready");
    page.assert_healthy();
}

#[test]
fn a_cut_off_pod_stays_terminating_and_says_why() {
    let page = Page::open_lab("The node is cut off");
    page.seek(30);
    assert_eq!(node_state(&page), "node-1: cut off · Ready");
    let waits = page.text(".why-not");
    assert!(waits.contains("node-1 has not reported since"), "{waits}");
    page.seek(80);
    assert!(node_state(&page).contains("Ready Unknown"), "{}", node_state(&page));
    assert!(node_state(&page).contains("unreachable:NoExecute"), "{}", node_state(&page));
    assert_eq!((page.text("#phase"), page.text("#ready")), ("Running".into(), "1/1".into()));
    page.seek(400);
    assert_eq!(page.text("#status"), "Terminating");
    let waits = page.text(".why-not");
    assert!(waits.contains("force deleted"), "{waits}");
    page.assert_healthy();
    page.go_narrow();
    page.assert_healthy();
    page.assert_fits();
}

#[test]
fn a_runtime_that_stops_makes_the_node_say_so_and_the_pod_stays_ready() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Node");
    page.click("button", "Stop runtime");
    page.wait_until("the node's line", |page| {
        node_state(page) == "node-1: no container runtime · Ready"
    });
    page.step_until(PRESSES, "the news", |page| node_state(page).contains("not Ready"));
    let nodes = page.text("[aria-label='kubectl get nodes']");
    assert!(nodes.lines().any(|line| line.starts_with("node-1   NotReady")), "{nodes}");
    assert_eq!((page.text("#phase"), page.text("#ready")), ("Running".into(), "1/1".into()));
    page.click_css(".node-text summary");
    let text = page.text("[aria-label='kubectl describe node']");
    assert!(text.contains("container runtime is down"), "{text}");
    page.assert_healthy();
    page.click("button", "Start runtime");
    page.step_until(PRESSES, "the end of it", |page| node_state(page) == "node-1: Ready");
    page.assert_healthy();
    page.go_narrow();
    page.assert_fits();
}

#[test]
fn memory_that_is_used_up_evicts_the_pod_until_it_is_free_again() {
    let page = Page::open_lab("The node runs out of memory");
    page.seek(10);
    assert_eq!(page.text("#phase"), "Running");
    page.seek(60);
    assert_eq!((page.text("#phase"), page.text("#status")), ("Failed".into(), "Error".into()));
    assert!(node_state(&page).contains("memory-pressure:NoSchedule"), "{}", node_state(&page));
    page.click("tab", "Events");
    let events = page.text("#panel");
    assert!(events.contains("Container app was using 900Mi, request is 0"), "{events}");
    page.click("button", "Node");
    page.click("button", "Free memory");
    assert!(page.has("button", "Use up memory"));
    page.step_until(PRESSES, "the end of it", |page| node_state(page) == "node-1: Ready");
    page.assert_healthy();
}

#[test]
fn a_node_that_shuts_down_gracefully_lets_the_set_go_on() {
    let page = Page::open_lab("A node shuts down gracefully");
    page.seek(44);
    let failed = page.text(".answers");
    assert!(failed.contains("web"), "{failed}");
    page.seek(70);
    page.step_until(PRESSES, "three ready Pods", |page| page.text(".answer-now").contains("3/3"));
    page.assert_healthy();
}

#[test]
fn the_cell_of_a_node_that_is_cut_off_is_a_run() {
    let page = Page::open("/");
    page.wait_until("the page", |page| page.count(".scene-button") == 1);
    page.click_css(".scene-button");
    page.click("button", "The node is cut off, Never: Terminating");
    page.wait_until("the scene", |page| page.scene() == "The node is cut off, Never");
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    page.step_until(PRESSES, "the eviction", |page| page.text("#status") == "Terminating");
    assert_eq!(
        (page.text("#phase"), page.text("#status")),
        ("Running".into(), "Terminating".into())
    );
}

#[test]
fn the_pod_of_a_dead_disk_goes_with_its_node() {
    let page = Page::open("/");
    page.wait_until("the page", |page| page.count(".scene-button") == 1);
    page.click_css(".scene-button");
    page.click("button", "The node's disk fails, Always: Failed, then removed");
    page.wait_until("the scene", |page| page.scene() == "The node's disk fails, Always");
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    let is_dead = |page: &Page| node_state(page) == "node-1: disk failed · Ready";
    page.step_until(PRESSES, "the dead disk", is_dead);
    let is_gone = |page: &Page| page.text(".capsule-where") == "no longer in the API";
    page.step_until(PRESSES, "its end", is_gone);
}

#[test]
fn force_shows_two_of_a_name() {
    let page = Page::open_lab("Two Pods with one name");
    page.js("document.querySelector('[data-pod=web-1] .lane-pod').click()", &[]);
    page.seek(180);
    let said = page.text(".node-line[role=status]");
    assert_eq!(said, "The containers of two Pods named web-1 run at the same time");
    page.click("button", "Node");
    page.js(
        "const select = document.querySelector('[aria-label=\"Which node\"]');
         select.value = 'node-2';
         select.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    page.click("button", "Reconnect");
    page.seek(260);
    assert_eq!(page.count(".node-line[role=status]"), 0);
    page.assert_healthy();
}

#[test]
fn a_node_is_chosen_and_drained() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(PRESSES, "web-1", |page| {
        page.lanes().get(1).is_some_and(|lane| lane.ready == "1/1")
    });
    page.click("button", "Node");
    page.js(
        "const select = document.querySelector('[aria-label=\"Which node\"]');
         select.value = 'node-2';
         select.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    page.click("button", "Drain");
    page.wait_until("the drain", |page| {
        page.lanes().get(1).is_some_and(|lane| lane.status == "Terminating")
    });
    assert!(page.text(".done").contains("drain node-2"), "{}", page.text(".done"));
    page.assert_healthy();
}
