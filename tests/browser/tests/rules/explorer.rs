//! The explorer: questions whose answers are known, searched and played on the page, and what was seen of a scene.

use podlab_browser_tests::Page;

/// The scene at a ready Pod, with the explorer open.
fn open(title: &str) -> Page {
    let page = Page::open_lab(title);
    page.step_until(400, "a ready Pod", |page| page.text("#ready").starts_with("1/"));
    page.click("tab", "Explore");
    page
}

/// Chooses a question and searches until there is an answer. Gives it.
fn ask(page: &Page, question: &str) -> String {
    page.choose("Question", question);
    page.click("button", "Search");
    page.wait_until("an answer", |page| {
        page.count(".explorer-answer [role=status]") == 1 && !outcome(page).contains('…')
    });
    outcome(page)
}

fn outcome(page: &Page) -> String {
    let said = page.js("return document.querySelector('.dns-outcome')?.textContent ?? '…'", &[]);
    said.as_str().unwrap_or_default().to_owned()
}

/// Allows or forbids acts on the way.
fn pick(page: &Page, words: &str) {
    page.js(
        "[...document.querySelectorAll('.picks label')].find((l) => l.textContent === arguments[0]).click()",
        &[words.into()],
    );
}

fn number_of_branches(page: &Page) -> usize {
    page.count(".branch")
}

#[test]
fn a_pod_that_always_restarts_succeeds_only_when_it_is_deleted() {
    let page = open("A Pod that just runs");
    assert_eq!(ask(&page, "Can demo reach phase Succeeded?"), "Yes. Steps needed: 2.");
    assert!(page.text(".explorer-answer").contains("You deleted the Pod demo."));
    page.assert_healthy();
    // Without deletions no order of exits and failures leads there.
    for words in ["delete, evict", "force delete"] {
        pick(&page, words);
    }
    page.js("[...document.querySelectorAll('.explorer .segmented label')][0].click()", &[]);
    let answer = ask(&page, "Can demo reach phase Succeeded?");
    assert!(answer.starts_with("No, not within 3 steps. "), "{answer}");
    assert!(answer.contains(" States visited: "), "{answer}");
}

#[test]
fn a_run_that_was_found_is_played_on_a_branch_and_can_be_left_again() {
    let page = open("A Pod that just runs");
    let (clock, status) = (page.text(".clock"), page.text("#status"));
    let answer = ask(&page, "Can demo reach phase Failed?");
    assert!(answer.starts_with("Yes. Steps needed: "), "{answer}");
    assert_eq!(number_of_branches(&page), 1);
    page.click("button", "Play it");
    page.wait_until("the end of the run", |page| page.text(".toast").starts_with("It happened"));
    assert_eq!(number_of_branches(&page), 2);
    let tracks = page.js("return document.querySelector('.tracks').textContent", &[]);
    assert!(tracks.as_str().is_some_and(|text| text.contains("Failed")), "{tracks}");
    page.assert_healthy();
    page.click("button", "Back to the start of the search");
    page.wait_until("the first branch", |page| page.text(".clock") == clock);
    assert_eq!(page.text("#status"), status);
    page.click("button", "Play it again");
    page.wait_until("the end again", |page| page.text(".toast").starts_with("It happened"));
    assert_eq!(number_of_branches(&page), 2, "it is the same branch");
    // What was done there can be taken back as any act.
    page.click("button", "Undo");
    page.wait_until("the act taken back", |page| page.text(".toast").starts_with("Undone"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_next_pod_of_an_ordered_set_never_comes_before_the_one_before_is_ready() {
    let page = Page::open_lab("Three Pods, one by one");
    page.click("tab", "Explore");
    for words in ["images fail", "delete, evict", "force delete", "scale, update"] {
        pick(&page, words);
    }
    page.js("[...document.querySelectorAll('.explorer .segmented label')][0].click()", &[]);
    let answer = ask(&page, "Can web-1 be created before web-0 is Ready?");
    assert!(answer.starts_with("No, not within 3 steps. "), "{answer}");
    page.open_scene("Three Pods at once");
    page.seek(0);
    let answer = ask(&page, "Can web-1 be created before web-0 is Ready?");
    assert!(answer.starts_with("Yes. "), "{answer}");
}

#[test]
fn two_pods_of_one_name_run_while_the_node_of_the_first_is_cut_off() {
    let page = Page::open_lab("Three Pods at once");
    page.step_until(400, "ready Pods", |page| page.are_ready(3));
    let twice = "Can the programs of two Pods named web-0 run at the same time?";
    page.click("tab", "Explore");
    for words in
        ["containers exit", "images fail", "delete, evict", "force delete", "scale, update"]
    {
        pick(&page, words);
    }
    let steps = |place: usize| {
        let press =
            format!("document.querySelectorAll('.explorer .segmented label')[{place}].click()");
        page.js(&press, &[]);
    };
    steps(0);
    let answer = ask(&page, twice);
    assert!(answer.starts_with("No, not within 3 steps. "), "{answer}");
    // A node that is cut off stops nothing by itself; what is deleted by force is created again elsewhere.
    pick(&page, "nodes fail");
    let answer = ask(&page, twice);
    assert!(answer.starts_with("Yes. Steps needed: "), "{answer}");
    assert!(page.text(".explorer-answer").contains("Node"), "{}", page.text(".explorer-answer"));
    page.click("button", "Play it");
    page.wait_until("the end of the run", |page| page.text(".toast").starts_with("It happened"));
    page.assert_healthy();
}

#[test]
fn a_search_shows_how_far_it_is_and_can_be_stopped() {
    let page = Page::open_lab("Three Pods, one by one");
    page.step_until(400, "a ready Pod", |page| page.are_ready(1));
    page.click("tab", "Explore");
    page.choose("Question", "Can two Pods named web-0 exist in the API at the same time?");
    page.js("[...document.querySelectorAll('.explorer .segmented label')].pop().click()", &[]);
    page.click("button", "Search");
    page.wait_until("some states", |page| {
        let text = page.text(".explorer-answer .label:last-of-type");
        let count = text.strip_prefix("States visited: ").and_then(|rest| rest.split('.').next());
        count.and_then(|count| count.parse::<usize>().ok()) > Some(20)
    });
    assert!(page.has("button", "Stop") && !page.has("button", "Search"));
    page.click("button", "Stop");
    page.wait_until("the end", |page| outcome(page) == "Stopped.");
    assert!(page.has("button", "Search"));
    // What is done now begins a run that was not asked about.
    page.next_change();
    page.assert_healthy();
}

#[test]
fn what_was_seen_is_kept_and_what_was_not_can_be_asked_for() {
    let page = open("A Pod that just runs");
    let seen = |page: &Page| -> Vec<String> {
        let seen = page.js(
            "return [...document.querySelectorAll('.sight.is-seen')].map((sight) => sight.firstChild.nextSibling.data)",
            &[],
        );
        serde_json::from_value(seen).unwrap_or_default()
    };
    let now = seen(&page);
    assert!(["Pending", "Running"].iter().all(|word| now.contains(&(*word).to_owned())), "{now:?}");
    assert!(!now.contains(&"Failed".to_owned()), "{now:?}");
    page.wait_until("a hint", |page| page.count("div.coverage-hint") == 1);
    assert!(page.text(".coverage-hint").contains("First step: You "));
    page.click("button", "container OOMKilled, not seen yet: can it happen?");
    page.wait_until("an answer", |page| outcome(page).starts_with("Yes. Steps needed: "));
    page.click("button", "Play it");
    page.wait_until("the end of the run", |page| page.text(".toast").starts_with("It happened"));
    assert!(seen(&page).contains(&"OOMKilled".to_owned()));
    assert!(page.count(".coverage-rules li") > 5);
    // The next visit knows it still, another scene does not.
    page.go_to("/");
    page.open_scene("A Pod that just runs");
    page.click("tab", "Explore");
    page.wait_until("what was seen", |page| seen(page).contains(&"OOMKilled".to_owned()));
    page.open_scene("Liveness fails");
    page.wait_until("another scene", |page| !seen(page).contains(&"OOMKilled".to_owned()));
    page.assert_healthy();
}
