//! The time machine: what waits, what comes, and the other ways a run went.

use podlab_browser_tests::Page;

/// How many changes something may take.
const PRESSES: usize = 400;

/// The waits with their rules, as they are read.
fn waits(page: &Page) -> Vec<(String, String)> {
    let seen = page.js(
        "return [...document.querySelectorAll('.wait')].map((w) => [w.dataset.rule, w.querySelector('p').textContent])",
        &[],
    );
    let rows = seen.as_array().cloned().unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    rows.iter().map(|row| (text(&row[0]), text(&row[1]))).collect()
}

/// Lets time pass until something waits for that reason, and gives the waits.
fn wait_until_waiting(page: &Page, text: &str) -> Vec<(String, String)> {
    page.step_until(PRESSES, text, |page| waits(page).iter().any(|(_, said)| said.contains(text)));
    waits(page)
}

#[test]
fn a_backoff_says_when_the_container_starts_again() {
    let page = Page::open_lab("A container that crashes");
    let text = "The kubelet restarts app at 0:00:";
    let waits = wait_until_waiting(&page, text);
    let back_off = waits.iter().find(|(rule, _)| rule == "P-408").expect(text);
    assert!(back_off.1.contains("at the earliest, 10 s after it terminated"), "{waits:?}");
}

#[test]
fn a_chain_leads_by_rules_and_lines_of_the_manifest_down_to_the_act() {
    let page = Page::open_lab("A container that crashes");
    let text = "The kubelet restarts app at ";
    for second in [20, 60, 200, 600] {
        page.seek(second);
    }
    wait_until_waiting(&page, text);
    page.click("button", "Why?");
    page.wait_until("why", |page| page.count(".chain-step") > 1);
    let conclusion = page.text(".why-conclusion");
    for part in [" because app exited with 1 for the ", " time; the kubelet waits "] {
        assert!(conclusion.contains(part), "{conclusion}");
    }
    assert!(page.text(".closer").contains("kubectl logs demo -c app --previous"));
    assert!(page.text(".chain-step").contains("P-"), "{}", page.text(".chain-step"));
    assert!(page.text(".chain-step").contains("Kubernetes 1.28"));
    assert!(page.text(".chain-line").contains("spec.restartPolicy: Always"));
    assert!(
        page.attribute(".chain-step a", "href")
            .is_some_and(|a| a.starts_with("https://kubernetes.io/docs/"))
    );
    // What is far back is there when somebody wants it.
    page.click_css(".chain-more summary");
    let last = page.js(
        "const steps = [...document.querySelectorAll('.chain-step')].filter((s) => s.checkVisibility());
         return [steps.length, steps.at(-1).classList.contains('is-act')]",
        &[],
    );
    assert!(last[0].as_u64() > Some(12) && last[1] == true, "{last}");
    page.assert_healthy();
}

#[test]
fn a_set_says_which_pod_it_waits_for_and_when_that_is_looked_at() {
    let page = Page::open_lab("Three Pods, one by one");
    let waits =
        wait_until_waiting(&page, "must be Running and Ready before the StatefulSet continues.");
    let of_set = waits.iter().find(|(rule, _)| rule == "S-30");
    assert!(of_set.is_some_and(|(_, text)| text.starts_with("web-0 must")), "{waits:?}");
    let mut of_pod = waits.iter().filter(|(_, text)| text.starts_with("web-0: "));
    assert!(of_pod.any(|(_, text)| text.contains("Next check: 0:00:")), "{waits:?}");
    page.assert_healthy();
}

#[test]
fn what_happens_next_is_told_with_its_time_and_can_be_gone_to() {
    let page = Page::open_lab("A container that crashes");
    let first = |page: &Page| {
        let found = page.js("return document.querySelector('.next-step')?.innerText ?? ''", &[]);
        found.as_str().unwrap_or_default().to_owned()
    };
    page.wait_until("what comes", |page| page.count(".next-step") == 5);
    assert!(first(&page).contains("0:00:00"), "{}", first(&page));
    wait_until_waiting(&page, "The kubelet restarts app at 0:00:");
    // The container cannot start before its back-off is over, and then the Pod is ready.
    assert_ne!(page.text("#ready"), "2/2");
    let started = "[...document.querySelectorAll('.next-step')].find((step) => /Ready is True/.test(step.textContent))";
    page.wait_until("the coming start", |page| {
        page.js(&format!("return Boolean({started})"), &[]) == true
    });
    let clock = page.js(&format!("return {started}.textContent.slice(0, 7)"), &[]);
    page.js(&format!("{started}.click()"), &[]);
    page.wait_until("that moment", |page| {
        clock.as_str().is_some_and(|clock| page.text(".clock").starts_with(clock))
    });
    assert_eq!(page.text("#ready"), "2/2");
    page.assert_healthy();
}

#[test]
fn a_pod_that_just_runs_says_that_nothing_more_comes() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.step_until(PRESSES, "the end", |page| page.count(".next-step") == 0);
    page.wait_for_text(".next + .quiet", "Nothing more will change by itself.");
}

/// Acts at a moment, so that the Pod crashes, and then before that moment, so that it ends well.
fn two_futures() -> Page {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.seek(20);
    page.wait_until("20 s", |page| page.text(".clock").starts_with("0:00:20"));
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a crash", |page| page.text(".restarts") == "1");
    assert_eq!(page.count("[popovertarget=branches]"), 0, "one future is no choice");
    page.seek(10);
    page.wait_until("10 s", |page| page.text(".clock").starts_with("0:00:10"));
    page.click("button", "Delete");
    page.wait_until("a second branch", |page| page.count("[popovertarget=branches]") == 1);
    page.step_until(PRESSES, "the end of it", |page| page.count("#status") == 0);
    page
}

#[test]
fn an_act_before_a_crash_leaves_the_crash_on_its_branch() {
    let page = two_futures();
    assert_eq!(page.count(".fork"), 1);
    page.click("button", "2 branches, now on Delete demo");
    page.wait_until("the list", |page| page.count("#branches:popover-open") == 1);
    assert!(page.text(".branches").contains("From Exit 1 app at 0:00:10"));
    page.type_into("textbox", "Name of Exit 1 app", "crash");
    page.click("button", "Go to crash");
    page.wait_until("the crash", |page| {
        page.count("#status") == 1 && page.text(".restarts") == "1"
    });
    assert!(page.text(".clock").starts_with("0:00:2"), "{}", page.text(".clock"));
    page.assert_healthy();
    page.click("button", "Go to Delete demo");
    page.wait_until("no Pod", |page| page.count("#status") == 0);
    page.click("button", "Delete crash");
    page.wait_until("one branch", |page| page.count(".branch") == 1);
    assert_eq!(page.count(".fork"), 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_was_undone_can_be_redone() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.seek(20);
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a crash", |page| page.text(".restarts") == "1");
    page.js("document.activeElement.blur()", &[]);
    page.press("Control+z");
    page.wait_for_text(".restarts", "0");
    page.wait_until("20 s", |page| page.text(".clock").starts_with("0:00:20"));
    page.press("Control+Shift+z");
    page.wait_until("nothing to redo", |page| page.is_off("Redo"));
    page.step_until(PRESSES, "the crash again", |page| page.text(".restarts") == "1");
    page.click("button", "Undo");
    page.wait_for_text(".restarts", "0");
    page.click("button", "Redo");
    page.step_until(PRESSES, "the crash once more", |page| page.text(".restarts") == "1");
}

#[test]
fn starting_over_goes_back_to_the_beginning_and_can_be_undone() {
    let page = Page::open_lab("A Pod that just runs");
    page.click("button", "Start over");
    page.wait_for_text(".toast", "This is the start of the run.");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    page.click("button", "Exit 1");
    page.step_until(PRESSES, "a crash", |page| page.text(".restarts") == "1");
    let clock = page.text(".clock");
    page.click("button", "Start over");
    page.wait_until("the beginning", |page| page.text(".clock").starts_with("0:00:00.0"));
    assert!(page.text(".toast").contains("Undo brings back"), "{}", page.text(".toast"));
    assert_eq!(page.count("[popovertarget=branches]"), 0, "nobody asked for a branch");
    page.click("button", "Undo");
    page.wait_for_text(".restarts", "1");
    assert_eq!(page.text(".clock"), clock);
    page.click("button", "Undo");
    page.wait_for_text(".restarts", "0");
    page.assert_healthy();
}

#[test]
fn next_event_always_moves_something_in_sight_and_says_what() {
    let page = Page::open_lab("Three Pods, one by one");
    let mut told = Vec::new();
    for _ in 0..12 {
        let clock = page.text(".clock");
        page.click("button", "Next event");
        page.wait_until_there();
        if page.text(".clock") == clock {
            assert!(page.count(".toast:not(:empty)") == 1, "nothing is said at {clock}");
            told.push(page.text(".toast"));
        }
    }
    assert!(told.len() > 3, "{told:?}");
    for words in &told {
        assert!(words.starts_with("Event ") && words.contains(" at 0:00:0"), "{words}");
        assert!(!words.contains("nothing that is shown here changed"), "{words}");
    }
    assert!(told.iter().any(|words| words.contains("web-0")), "{told:?}");
    assert_eq!(told.iter().collect::<std::collections::BTreeSet<_>>().len(), told.len());
}

#[test]
fn the_highest_speed_stops_where_nothing_new_comes() {
    for (title, words) in [
        ("A Pod that just runs", "Nothing more will change by itself."),
        ("A container that crashes", "the same events repeat"),
        ("Rolling update", "Nothing more will change by itself."),
    ] {
        let page = Page::open_lab(title);
        page.click("radio", "max");
        page.click("button", "Play");
        page.wait_until(words, |page| {
            page.count(".toast:not(:empty)") == 1 && page.has("button", "Play")
        });
        assert!(page.text(".toast").contains(words), "{title}: {}", page.text(".toast"));
        assert!(page.text(".clock").starts_with("0:"), "{title} raced to {}", page.text(".clock"));
        assert!(
            !page.text(".clock").starts_with("0:00:00.0"),
            "{title} stays at {}",
            page.text(".clock")
        );
    }
}

#[test]
fn acts_that_are_taken_back_at_once_leave_no_branches() {
    let page = Page::open_lab("A Pod that just runs");
    page.step_until(PRESSES, "a ready Pod", |page| page.text("#ready") == "1/1");
    for _ in 0..3 {
        page.click("button", "Exit 1");
        page.wait_until("the exit", |page| page.is_off("Exit 1"));
        page.click("button", "Undo");
        page.wait_until("as before", |page| !page.is_off("Exit 1"));
    }
    page.click("button", "Exit 0");
    page.wait_until("the exit", |page| page.is_off("Exit 0"));
    assert_eq!(page.count("[popovertarget=branches]"), 0);
}

#[test]
fn the_page_is_drawn_once_for_each_tenth_of_a_second() {
    let page = Page::open("/#/scene/crash-loop?at=60s");
    page.wait_until_foretold();
    page.click("button", "Play");
    let seen = page.promise(
        "const clocks = new Set(), places = new Set();
         for (let frame = 0; frame < 120; frame++) {
           await new Promise(requestAnimationFrame);
           clocks.add(document.querySelector('.clock').textContent);
           places.add(document.querySelector('.scrub .knob').getAttribute('cx'));
         }
         return [clocks.size, places.size]",
        &[],
    );
    let count = |index: usize| seen[index].as_u64().unwrap_or_default();
    assert!(count(0) > 2, "time does not pass: {seen}");
    // A frame may lie between the drawing of the clock and that of the line of time.
    assert!(count(1) <= count(0) + 1, "the line of time moves more often than the clock: {seen}");
}
