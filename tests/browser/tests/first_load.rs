//! The page, and a figure in somebody else's, opens with the first part of the program, and the rest comes when a person does
//! something.

use podlab_browser_tests::Page;

/// How many files of the rest were asked for.
fn fetched(page: &Page) -> u64 {
    let count = page.js(
        "return performance.getEntriesByType('resource').filter((file) => /podlab[-_]rest/.test(file.name)).length",
        &[],
    );
    count.as_u64().expect("a count")
}

fn open() -> Page {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.text("#pod-name") == "liveness-exec");
    page
}

#[test]
fn the_page_is_drawn_without_the_rest() {
    let page = open();
    // What it shows was looked ahead for while it was built.
    page.wait_until("what happens next", |page| page.count(".next li") > 2);
    page.set_size(390, 844);
    page.js("return new Promise((done) => setTimeout(done, 500))", &[]);
    assert_eq!(fetched(&page), 0, "renew the list with: cargo xtask first-load");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_press_on_a_symbol_is_not_lost_either() {
    let page = open();
    // The symbol, not the button around it, is what the pointer meets.
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_key_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open();
    page.press("Space");
    page.wait_until("time passes", |page| page.has("button", "Pause"));
    assert!(fetched(&page) > 0);
}

#[test]
fn what_calls_for_the_rest_at_once_gets_it() {
    let page = open();
    // No person did this, so nothing was fetched before.
    page.js(
        "[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Next change').click()",
        &[],
    );
    page.wait_until("the first change", |page| page.text(".say").contains("node"));
    assert!(fetched(&page) > 0);
}

#[test]
fn without_a_connection_a_press_says_what_is_wrong() {
    let page = open();
    page.cut_off();
    page.click("button", "Next change");
    page.wait_until("a message", |page| {
        page.count(".toast[role=alert]") == 1
            && page.text(".toast[role=alert]").contains("could not load the rest")
    });
    assert_eq!(page.text("#pod-name"), "liveness-exec");
    // The language that was chosen is known before it is fetched.
    page.js(
        "localStorage.setItem('podlab-language', 'id'); document.querySelector('.toast[role=alert]').remove()",
        &[],
    );
    page.click("button", "Next change");
    page.wait_until("a message in Indonesian", |page| {
        page.count(".toast[role=alert][lang=id]") == 1
            && page.text(".toast[role=alert]").contains("tidak dapat memuat")
    });
}

/// Opens a page with one figure that has these attributes.
fn open_figure(attributes: &str) -> Page {
    let page = Page::open("/fixtures/many.html");
    page.js(
        "document.querySelector('main').innerHTML = `<pod-lab poster ${arguments[0]}></pod-lab>`",
        &[attributes.into()],
    );
    page.wait_until("the figure", |page| page.live_figures() == 1);
    page.js("return new Promise((done) => setTimeout(done, 300))", &[]);
    page
}

#[test]
fn a_figure_of_a_scene_is_drawn_without_the_rest() {
    for (figure, pod) in [
        ("scene=crash-loop", "demo"),
        ("scene=sts-rolling controls=full", "web-0"),
        ("controls=none", "liveness-exec"),
    ] {
        let page = open_figure(figure);
        assert_eq!(page.in_figure("pod-lab", ".capsule-name"), pod, "{figure}");
        let asked = page.js(
            "const figure = document.querySelector('pod-lab'); return [figure.currentTime, figure.playing]",
            &[],
        );
        assert_eq!(asked, serde_json::json!([0, false]), "{figure}");
        // Out of sight, out of the page and back, and away.
        page.js(
            "const figure = document.querySelector('pod-lab');
             const away = document.createElement('div');
             away.style.blockSize = '3000px';
             figure.before(away);
             return new Promise((done) => setTimeout(done, 300)).then(() => away.remove())",
            &[],
        );
        assert_eq!(fetched(&page), 0, "{figure}: renew the list with: cargo xtask first-load");
        assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    }
}

#[test]
fn what_a_figure_opens_with_is_what_the_whole_program_opens_it_with() {
    let page = open_figure("scene=sts-web-0-fails");
    let drawn = "const figure = document.querySelector('pod-lab').shadowRoot;
                 return figure.querySelector('.stage').innerHTML.replace(/<!--.*?-->/g, '')";
    let prepared = page.js(drawn, &[]);
    assert_eq!(fetched(&page), 0);
    drop(page);
    let whole = open_figure("scene=sts-web-0-fails release=current").js(drawn, &[]);
    assert_eq!(prepared, whole);
}

#[test]
fn a_press_on_a_figure_is_not_lost_while_the_rest_is_on_its_way() {
    let page = open_figure("scene=crash-loop");
    assert_eq!(fetched(&page), 0);
    page.click("button", "Next change");
    page.wait_until("the first change", |page| page.in_figure("pod-lab", ".say").contains("node"));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_a_script_asks_of_a_figure_waits_for_the_rest() {
    let page = open_figure("scene=crash-loop");
    let told = page.promise(
        "const figure = document.querySelector('pod-lab');
         await figure.seek(60);
         const lines = await figure.export('txt');
         await figure.reset();
         return [lines.includes('CrashLoopBackOff'), figure.currentTime]",
        &[],
    );
    assert_eq!(told, serde_json::json!([true, 0]));
    assert!(fetched(&page) > 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn without_a_connection_a_figure_says_what_is_wrong() {
    let page = open_figure("scene=crash-loop");
    page.cut_off();
    let told = page.promise(
        "const figure = document.querySelector('pod-lab');
         return figure.step().then(() => 'done', (error) => String(error))",
        &[],
    );
    assert_ne!(told, serde_json::json!("done"));
    assert_eq!(page.in_figure("pod-lab", ".capsule-name"), "demo");
}
