//! Lines for kubectl: what a person types there, what is answered, and what becomes of it.

use podlab_browser_tests::Page;

const LINE: &str = "#console-line";

/// Types a line and runs it.
fn run(page: &Page, line: &str) {
    page.type_into("textbox", "A command for kubectl", line);
    page.press("Enter");
}

/// The page, paused, with the line in focus.
fn open(scene: &str) -> Page {
    let page = Page::open_lab(scene);
    page.press("k");
    page.wait_until("the line", |page| focus(page) == "console-line");
    page
}

/// The id of the element that has the focus.
fn focus(page: &Page) -> String {
    page.js("return document.activeElement?.id ?? ''", &[]).as_str().unwrap_or_default().to_owned()
}

/// What stands in the line.
fn line(page: &Page) -> String {
    let value = page.js("return document.querySelector(arguments[0]).value", &[LINE.into()]);
    value.as_str().unwrap_or_default().to_owned()
}

/// The last answer.
fn answer(page: &Page) -> String {
    page.text(".console-entry:last-child")
}

#[test]
fn a_line_that_reads_is_answered_and_one_that_changes_is_an_act() {
    let page = open("Three Pods, one by one");
    assert!(page.text(".console-hint").contains("Tab completes"));
    page.step_until(60, "three ready Pods", |page| page.are_ready(3));
    run(&page, "get pods -o name");
    page.wait_until("the Pods", |page| answer(page).ends_with("pod/web-0\npod/web-1\npod/web-2"));
    assert!(answer(&page).contains("$ kubectl get pods -o name"));
    assert!(page.is_off("Undo"), "nothing was done");

    run(&page, "kubectl scale sts/web --replicas=1");
    page.wait_until("the answer", |page| answer(page).ends_with("statefulset.apps/web scaled"));
    assert!(!page.is_off("Undo"));
    page.click("button", "Undo");
    page.wait_until("it is taken back", |page| page.is_off("Undo"));
    assert_eq!(page.count(".console-entry"), 2, "the list stays");

    run(&page, "get nonsense");
    page.wait_until("the complaint", |page| page.count(".console-out.warn") == 1);
    assert!(answer(&page).ends_with("error: the server doesn't have a resource type \"nonsense\""));
    run(&page, "clear");
    page.wait_until("an empty list", |page| page.count(".console-entry") == 0);
    page.assert_healthy();
}

#[test]
fn a_line_with_another_image_says_that_every_image_is_pulled() {
    let page = open("A Pod that just runs");
    page.step_until(60, "a ready Pod", |page| page.text("#ready") == "1/1");
    run(&page, "set image pod/demo app=nginx:nope");
    page.wait_until("the answer", |page| answer(page).contains("pod/demo image updated"));
    assert!(
        answer(&page).contains("Podlab pulls nginx:nope whether it exists or not."),
        "{}",
        answer(&page)
    );
    run(&page, "label pod demo tier=web");
    page.wait_until("the other answer", |page| answer(page).contains("pod/demo labeled"));
    assert!(!answer(&page).contains("Podlab pulls"), "{}", answer(&page));
}

#[test]
fn keys_complete_a_line_recall_earlier_ones_and_leave_it() {
    let page = open("Three Pods, one by one");
    page.step_until(60, "three ready Pods", |page| page.are_ready(3));
    page.type_into("textbox", "A command for kubectl", "desc");
    page.press("Tab");
    page.wait_until("the command", |page| line(page) == "describe ");
    page.type_into("textbox", "A command for kubectl", "pod w");
    page.press("Tab");
    page.wait_until("the common beginning", |page| line(page) == "describe pod web-");
    let offers = "return [...document.querySelectorAll('.console-offers button')].map((one) => one.textContent.trim()).join()";
    assert_eq!(page.js(offers, &[]), "web-0,web-1,web-2");
    page.click_css(".console-offers button:nth-of-type(2)");
    page.wait_until("the name", |page| line(page) == "describe pod web-1 ");
    assert_eq!(focus(&page), "console-line");
    page.press("Enter");
    page.wait_until("the text", |page| answer(page).contains("Start Time:"));
    assert_eq!(line(&page), "");

    run(&page, "get sts");
    page.wait_until("two lines", |page| page.count(".console-entry") == 2);
    page.press("ArrowUp");
    page.wait_until("the last line", |page| line(page) == "get sts");
    page.press("ArrowUp");
    page.wait_until("the first line", |page| line(page) == "describe pod web-1");
    page.press("ArrowDown");
    page.wait_until("the last line", |page| line(page) == "get sts");
    page.press("Escape");
    page.press("Tab");
    assert_ne!(focus(&page), "console-line", "Tab leaves after Escape");
    page.press("k");
    page.press("Control+l");
    page.wait_until("an empty list", |page| page.count(".console-entry") == 0);
    page.press("ArrowDown");
    page.wait_until("an empty line", |page| line(page).is_empty());
    page.press("Tab");
    assert_ne!(focus(&page), "console-line", "an empty line has nothing to complete");
    page.assert_healthy();
}

#[test]
fn an_act_of_the_page_shows_its_line() {
    let page = open("Three Pods, one by one");
    page.step_until(60, "three ready Pods", |page| page.are_ready(3));
    page.click("button", "Delete");
    page.wait_until("the line", |page| answer(page).contains("You:"));
    assert!(answer(&page).contains("kubectl delete pod web-0"), "{}", answer(&page));
    page.click("button", "Copy the command: kubectl delete pod web-0");
    page.wait_for_text(".toast", "The command is copied.");
    page.assert_healthy();
}

#[test]
fn the_list_fits_a_phone_and_scrolls_by_itself() {
    let page = open("Three Pods, one by one");
    page.go_narrow();
    page.step_until(60, "three ready Pods", |page| page.are_ready(3));
    run(&page, "get pods -o wide --show-labels");
    page.wait_until("a wide answer", |page| {
        let wide = "const log = document.querySelector('.console-log'); return log.scrollWidth > log.clientWidth";
        page.count(".console-entry") == 1 && page.js(wide, &[]) == true
    });
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn a_figure_answers_lines_and_refuses_those_that_its_author_does_not_allow() {
    let page = Page::open("/fixtures/many.html");
    let open = |controls: &str| {
        page.js(
            "document.querySelector('main').innerHTML =
               `<pod-lab poster scene=sts-rolling controls=${arguments[0]} panels=console></pod-lab>`",
            &[controls.into()],
        );
        page.wait_until("the figure", |page| page.live_figures() == 1);
        page.promise("await document.querySelector('pod-lab').seek(60)", &[]);
    };
    let answer = |line: &str| {
        page.js(
            "const { shadowRoot } = document.querySelector('pod-lab');
             const input = shadowRoot.querySelector('#console-line');
             input.value = arguments[0];
             input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));",
            &[line.into()],
        );
        page.wait_until("the line is taken", |page| {
            page.js(
                "const input = document.querySelector('pod-lab').shadowRoot.querySelector('#console-line');
                 return input.value",
                &[],
            ) == line
        });
        let last = "const all = document.querySelector('pod-lab').shadowRoot.querySelectorAll('.console-entry');";
        let before = page.js(&format!("{last} return all.length"), &[]);
        page.js(
            "document.querySelector('pod-lab').shadowRoot.querySelector('.console-ask').requestSubmit()",
            &[],
        );
        page.wait_until("the answer", |page| {
            page.js(&format!("{last} return all.length"), &[]) != before
        });
        let text = page.js(&format!("{last} return [...all].at(-1).textContent"), &[]);
        text.as_str().unwrap_or_default().to_owned()
    };
    open("transport");
    assert!(answer("get sts -o name").contains("statefulset.apps/web"));
    assert!(answer("delete pod web-0").contains("error: nothing can be changed in this figure"));
    open("faults");
    assert!(answer("delete pod web-0").contains("pod \"web-0\" deleted"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
