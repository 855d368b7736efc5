//! Runs side by side, and runs as files.

use podlab_browser_tests::Page;

const PRESSES: usize = 60;
const CRASH: &str = "A container that crashes";

/// Waits until the columns have come as far as they are to be.
fn wait_for_columns(page: &Page, names: &[&str]) {
    page.wait_until("the columns", |page| columns(page) == names);
    page.wait_until_there();
}

/// The titles of the columns.
fn columns(page: &Page) -> Vec<String> {
    texts(page, ".comparison-column-head h2")
}

fn texts(page: &Page, css: &str) -> Vec<String> {
    let seen = page.js(
        "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())",
        &[css.into()],
    );
    let seen = seen.as_array().cloned().unwrap_or_default();
    seen.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}

/// What every column says its STATUS is.
fn statuses(page: &Page) -> Vec<String> {
    texts(page, ".comparison-column .chip")
}

/// Keeps what is saved as a file, and gives its text.
fn saved(page: &Page) -> String {
    page.js(
        "window.saved = null;
         const made = URL.createObjectURL;
         URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text }); return made(blob) };
         HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download };",
        &[],
    );
    page.click("button", "Save");
    page.wait_until("the file", |page| page.js("return window.saved", &[]).is_string());
    page.js("return window.saved", &[]).as_str().unwrap_or_default().to_owned()
}

#[test]
fn back_before_a_crash_the_other_policy_and_why_it_went_otherwise() {
    let page = Page::open_lab(CRASH);
    page.step_until(PRESSES, "a crash loop", |page| page.text("#status") == "CrashLoopBackOff");
    page.seek(2);
    assert_eq!(page.text("#status"), "Running");
    page.js("document.querySelector('[name=policy]').scrollIntoView({ block: 'center' })", &[]);
    page.click("radio", "Never");
    page.click("button", "Replace the Pod");
    page.wait_until("a second branch", |page| page.count("[popovertarget=branches]") == 1);
    page.click("button", "Pause");
    page.step_until(PRESSES, "the end of it", |page| page.text("#status") == "Error");
    let (clock, name) = (page.text(".clock"), page.text(".capsule-name"));
    page.click_css("[popovertarget=branches]");
    page.wait_until("the list", |page| page.count("#branches:popover-open") == 1);
    page.type_into("textbox", "Name of Branch 1", "Always");
    page.type_into("textbox", "Name of Replace demo", "Never");
    page.click("button", "Compare branches");
    wait_for_columns(&page, &["Always", "Never"]);
    let focus = page.js("return document.activeElement.id", &[]);
    assert_eq!(focus, "comparison-title");
    assert!(
        page.text(".comparison-parting").contains("0:00:03"),
        "{}",
        page.text(".comparison-parting")
    );
    page.assert_healthy();

    // Where RESTARTS begins to differ one column has crashed and begun again.
    let parts = texts(&page, ".comparison-part");
    assert!(parts[0].contains("STATUS"), "STATUS comes before what it is made of: {parts:?}");
    let restarts = parts.iter().position(|part| part.contains("RESTARTS app"));
    let restarts = restarts.unwrap_or_else(|| panic!("{parts:?}")) + 1;
    let cells = texts(&page, &format!(".comparison-table tbody tr:nth-child({restarts}) td"));
    assert_eq!(cells[..2], ["1", "0"]);
    page.click_css(&format!(".comparison-table tbody tr:nth-child({restarts}) button"));
    page.wait_until_there();
    page.wait_until("both sides", |page| page.count(".comparison-side") == 2);
    let why = page.text(".comparison-why");
    for part in ["Always", "Never", "restarted", "0:00:04"] {
        assert!(why.contains(part), "{part}: {why}");
    }
    assert!(page.count(".comparison-why .rule") > 0 && page.count(".comparison-why .is-act") == 1);

    // The phase of the other one ends, and the chain leads to the person's own act.
    page.seek(120);
    page.js(
        "const rows = [...document.querySelectorAll('.comparison-column')][1];
         [...rows.querySelectorAll('.seg')].find((seg) => seg.querySelector('.band')?.textContent.trim() === 'Error').dispatchEvent(new Event('click', { bubbles: true }))",
        &[],
    );
    page.wait_until("the reason", |page| page.text(".comparison-side").contains("Never"));
    assert!(page.text(".comparison-why").contains("You"), "{}", page.text(".comparison-why"));

    page.press("Escape");
    page.wait_until("the lab", |page| page.count(".lab") == 1);
    assert_eq!(page.js("return document.activeElement.id", &[]), "compare");
    assert_eq!((page.text(".clock"), page.text(".capsule-name")), (clock, name));
    assert_eq!(page.text("#status"), "Error");
}

#[test]
fn policies_stand_side_by_side_on_one_clock() {
    let page = Page::open_lab(CRASH);
    page.click("button", "Compare");
    wait_for_columns(&page, &["Always", "OnFailure", "Never"]);
    page.wait_for_text(".comparison-parting", "The first difference is at 0:00:04.");
    page.wait_for_text(
        ".comparison-verdict",
        "Always and OnFailure restart app. Never does not: the Pod is Running.",
    );
    // Every column marks the rows that differ.
    let marks = page.js(
        "return [...document.querySelectorAll('.comparison-column')].map((c) => c.querySelectorAll('.part-line').length)",
        &[],
    );
    let marks: Vec<u64> =
        marks.as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).collect();
    assert!(marks[0] >= 3 && marks.iter().all(|count| *count == marks[0]), "{marks:?}");
    page.seek(2);
    assert_eq!(statuses(&page), ["Running", "Running", "Running"]);
    assert_eq!(page.count(".fact.is-apart"), 0);
    page.seek(10);
    assert_eq!(statuses(&page)[2], "Error");
    assert!(page.count(".fact.is-apart") > 0);
    page.press("ArrowRight");
    page.wait_until("the next event", |page| !page.text(".clock").starts_with("0:00:10.0"));
    page.click("button", "Next change");
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    page.click("button", "Pause");

    page.js(
        "const input = document.querySelector('.comparison-field .input');
         input.value = 'Always, Sometimes';
         input.dispatchEvent(new Event('change', { bubbles: true }))",
        &[],
    );
    page.wait_until("the refusal", |page| page.text(".comparison-verdict").contains("Sometimes"));
    assert_eq!(page.count(".comparison-column"), 0);
    page.choose("What varies", "Kubernetes release");
    wait_for_columns(&page, &["1.20", "1.28", "1.36"]);
    page.choose("What varies", "restartPolicy");
    wait_for_columns(&page, &["Always", "OnFailure", "Never"]);
    page.seek(60);
    page.click("button", "Open in the lab: Never");
    page.wait_until("the lab", |page| page.count(".lab") == 1);
    assert_eq!(page.scene(), "A container that crashes, Never");
    assert_eq!((page.text(".clock"), page.text("#status")), ("0:01:00.0".into(), "Error".into()));
}

#[test]
fn management_policies_stand_side_by_side() {
    let page = Page::open_lab("Three Pods, one by one");
    page.click("button", "Compare");
    wait_for_columns(&page, &["OrderedReady", "Parallel"]);
    page.wait_until("a difference", |page| page.count(".comparison-part") > 0);
    assert!(texts(&page, ".comparison-part").iter().any(|part| part.contains("controller")));
    page.seek(2);
    let lanes = texts(&page, ".comparison-lane");
    assert!(lanes.iter().any(|lane| lane.contains("–")), "{lanes:?}");
    let clock = |page: &Page| page.text(".clock");
    let mut before = clock(&page);
    for _ in 0..3 {
        page.advance();
        assert!(clock(&page) > before, "{} after {before}", clock(&page));
        before = clock(&page);
    }
    page.click("button", "Previous change");
    page.wait_until("the change before", |page| clock(page) < before);
    page.assert_healthy();
    page.go_narrow();
    page.assert_fits();
    page.click("button", "Back to the lab");
    page.wait_until("the lab", |page| page.count(".lab") == 1);
    page.go_dark();
    page.open_bar();
    page.click("button", "Compare");
    wait_for_columns(&page, &["OrderedReady", "Parallel"]);
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn a_row_of_the_example_states_is_compared() {
    let page = Page::open_lab(CRASH);
    page.click_css(".scene-button");
    page.click("button", "One container exits 0 compare all three");
    wait_for_columns(&page, &["Always", "OnFailure", "Never"]);
    page.seek(60);
    assert_eq!(statuses(&page), ["Running", "Completed", "Completed"]);
    page.click("button", "Back to the lab");
    page.wait_until("the scene there was", |page| page.count(".lab") == 1 && page.scene() == CRASH);
}

#[test]
fn figures_of_a_probe_stand_side_by_side() {
    let page = Page::open_lab("Liveness fails");
    page.click("button", "Compare");
    page.choose("What varies", "liveness liveness failureThreshold");
    wait_for_columns(&page, &["failureThreshold 1", "failureThreshold 3"]);
    page.wait_until("a difference", |page| page.count(".comparison-part") > 0);
    let parts = texts(&page, ".comparison-part");
    let restarts = parts.iter().find(|part| part.contains("RESTARTS"));
    assert!(restarts.is_some(), "{parts:?}");
    // A mark of what lies ahead is gone to when it is selected.
    page.seek(0);
    page.js(
        "[...document.querySelectorAll('.comparison-column .mark.is-failed')].at(-1).dispatchEvent(new Event('click', { bubbles: true }))",
        &[],
    );
    page.wait_until("the reason", |page| {
        page.text(".comparison-side").contains("failureThreshold 3")
    });
    page.wait_until_there();
    assert!(
        page.text(".comparison-why .why-question").contains("probe"),
        "{}",
        page.text(".comparison-why")
    );
    assert!(!page.text(".clock").starts_with("0:00:0"), "{}", page.text(".clock"));
}

#[test]
fn a_run_is_saved_and_opened_again_with_its_branches() {
    let page = Page::open_lab(CRASH);
    page.seek(30);
    page.seek(2);
    page.click("button", "Delete");
    page.wait_until("a second branch", |page| page.count("[popovertarget=branches]") == 1);
    page.seek(20);
    let seen =
        |page: &Page| (page.text(".clock"), page.text(".say-text"), page.count(".track .seg"));
    let before = seen(&page);
    let text = saved(&page);
    assert!(text.contains("\"format\": \"podlab-run\"") && text.contains("\"version\": 1"));
    assert_eq!(page.js("return window.savedAs", &[]), "podlab-a-container-that-crashes.json");

    page.open_scene("A Pod that just runs");
    for (wrong, said) in [
        (
            text.replace("\"version\": 1", "\"version\": 7"),
            "The run is of version 7; this Podlab reads version 1",
        ),
        (text[..text.len() / 2].to_owned(), "Line"),
        (text.replace("\"current\": 1", "\"current\": 9"), "There is no such branch"),
        ("{\"format\": \"other\"}".to_owned(), "apiVersion"),
    ] {
        page.paste(&wrong);
        page.wait_until(said, |page| page.text("#editor-problems").contains(said));
        assert_eq!(page.scene(), "A Pod that just runs");
        page.click("button", "Cancel");
        page.wait_until("no dialog", |page| page.count("dialog[open]") == 0);
    }

    page.paste(&text);
    page.click("button", "Open this run");
    page.wait_until("the run", |page| page.scene() == CRASH);
    page.wait_until_there();
    assert_eq!(seen(&page), before);
    page.click("button", "2 branches, now on Delete demo");
    page.wait_until("the list", |page| page.count("#branches:popover-open") == 1);
    page.click("button", "Go to Branch 1");
    page.wait_until_there();
    page.wait_for_text(".clock", "0:00:30.0");
    assert_eq!(saved(&page).matches("\"fork\"").count(), 2);
}
