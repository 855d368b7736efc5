//! Links: what they restore, where the way back leads, and what comes of those that mean harm.

use podlab::files::run_file::RunFile;
use podlab::manifest::emit::json;
use podlab::manifest::yaml;
use podlab_browser_tests::Page;
use podlab_browser_tests::texts::with_each_text;
use podlab_link::{LinkTarget, Packed, Permalink, View, read_run};
use serde_json::json;

const PRESSES: usize = 60;
const SET: &str = "Three Pods, one by one";
const FIRST: &str = "A Pod that just runs";

/// Opens a path as a first visit does: nothing is kept, and the page is loaded again.
fn open_afresh(page: &Page, path: &str) {
    page.go_to("/fixtures/empty.html");
    // The page keeps its run when it is left.
    page.js("localStorage.clear()", &[]);
    page.go_to(path);
    wait_until_open(page);
}

/// Waits until a link is open, or told to be wrong.
fn wait_until_open(page: &Page) {
    page.wait_until("the lab", |page| page.count(".scene-button, .comparison-title") == 1);
    page.wait_until_there();
}

/// Opens the dialog, and gives the address that it offers, without the origin.
fn shared(page: &Page, button: &str) -> String {
    page.click("button", button);
    page.wait_until("the link", |page| page.count("#share-text:not([aria-busy])") == 1);
    let address = field(page);
    let (_, path) = address.split_once("/#/").expect("an address with a link");
    format!("/#/{path}")
}

fn field(page: &Page) -> String {
    let text = page.js("return document.getElementById('share-text').value", &[]);
    text.as_str().unwrap_or_default().to_owned()
}

/// What is seen of a run: its moment, its stage, the answers, the branches, what is selected.
fn seen(page: &Page) -> serde_json::Value {
    page.wait_until_foretold();
    page.js(
        "const text = (css) => [...document.querySelectorAll(css)].map((part) => part.textContent);
         return [document.documentElement.lang, text('.clock'), text('.scene-title'), text('#stage'), text('.lane'),
           text('[role=tab][aria-selected=true]'), text('#panel'), text('[popovertarget=branches]'), text('.branch'),
           document.querySelectorAll('.fork').length, document.querySelector('input[name=release]:checked + span').textContent,
           document.querySelector('input[name=window]:checked + span')?.textContent ?? '']",
        &[],
    )
}

fn run_of(path: &str) -> RunFile {
    let link = Permalink::parse(path.trim_start_matches('/')).expect("a link");
    let LinkTarget::Run(packed) = link.target else { panic!("{path} is no run") };
    let bytes = miniz_oxide::inflate::decompress_to_vec(&packed.bytes).expect("it was packed");
    read_run(&packed.text(bytes).expect("it is whole")).expect("it is right").0
}

/// The link to a text, as it is or packed.
fn link_to(text: &str, is_packed: bool) -> String {
    let packed = if is_packed {
        Packed::deflated(text, miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9))
    } else {
        Packed::plain(text)
    };
    format!("/{}", Permalink { target: LinkTarget::Run(packed), view: View::default() }.fragment())
}

/// Makes two branches: on the first a container ends at 40 s, on the second a Pod is deleted at 20 s, and it is 33 s there.
fn branched(page: &Page) {
    page.step_until(PRESSES, "two Pods", |page| page.are_ready(2));
    page.seek(40);
    page.click_css("[data-pod=web-1] .lane-pod");
    page.click("button", "Exit 1");
    page.seek(20);
    page.click("button", "Delete");
    page.wait_until("a second branch", |page| page.count("[popovertarget=branches]") == 1);
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
    page.seek(33);
}

#[test]
fn a_branched_run_comes_back_as_it_was() {
    let page = Page::open_lab(SET);
    branched(&page);
    page.click("button", "Why?");
    page.click("tab", "Events");
    page.js(
        "const list = document.getElementById('language'); list.selectedIndex = 1;
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        &[],
    );
    page.wait_until("Indonesian", |page| {
        page.js("return document.documentElement.lang", &[]) == "id"
    });
    let path = shared(&page, "Bagikan");
    let before = seen(&page);
    assert!(path.len() < 4000, "{} characters", path.len());
    open_afresh(&page, &path);
    page.wait_until("Indonesian", |page| {
        page.js("return document.documentElement.lang", &[]) == "id"
    });
    page.wait_until("the same", |page| seen(page) == before);
    let again = shared(&page, "Bagikan");
    assert_eq!(again, path, "what was opened is shared as it was");
    let (run, other) = (run_of(&path), run_of(&again));
    assert_eq!(run.branches.len(), 2);
    assert!(run.view.contains("panel=events") && run.view.contains("lang=id"), "{}", run.view);
    let fingerprint = |run: &RunFile| run.history().expect("it begins").sim().fingerprint();
    assert_eq!(fingerprint(&run), fingerprint(&other));
    // A choice that came with a link is not kept.
    page.go_to("/fixtures/empty.html");
    page.go_to("/");
    page.wait_until("the page", |page| page.count(".scene-button") == 1);
    assert_eq!(page.js("return document.documentElement.lang", &[]), "en");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_selected_change_is_selected_again() {
    let page = Page::open_lab("Liveness fails");
    page.step_until(PRESSES, "a restart", |page| page.text(".restarts") == "1");
    page.click("button", "Exit 1");
    page.click("button", "Why?");
    page.wait_until("why", |page| page.count(".chain-step") > 1);
    let path = shared(&page, "Share");
    let before = seen(&page);
    assert!(page.count(".chain-step") > 1, "it tells why");
    assert!(run_of(&path).view.contains("change="), "{}", run_of(&path).view);
    open_afresh(&page, &path);
    page.wait_until("why", |page| page.count(".chain-step") > 1);
    page.wait_until("the same", |page| seen(page) == before);
}

#[test]
fn a_link_to_a_scene_shows_what_it_says() {
    let page =
        Page::open("/#/scene/crash-loop?at=90s&release=1.28&lang=ko&panel=events&window=10m");
    wait_until_open(&page);
    page.wait_until("Korean", |page| page.js("return document.documentElement.lang", &[]) == "ko");
    let state = seen(&page);
    assert_eq!(state[1][0], "0:01:30.0", "{state}");
    assert_eq!(state[10], "1.28");
    assert_eq!(page.attribute("#tab-1", "aria-selected").as_deref(), Some("true"));
    assert_eq!(
        page.count("[aria-label='일시 정지'], [aria-label='Pause']"),
        0,
        "time stands still"
    );
    open_afresh(&page, "/#/scene/sts-ordered?at=40s&pod=web-1&panel=storage&of=pod");
    assert!(page.text(".clock").starts_with("0:00:40"), "{}", page.text(".clock"));
    assert_eq!(page.text("#pod-name"), "web-1");
    assert_eq!(page.attribute("#tab-8", "aria-selected").as_deref(), Some("true"));
    open_afresh(&page, "/#/example/out-of-memory/OnFailure?play=10");
    assert_eq!(page.scene(), "Out of memory, OnFailure");
    assert!(page.has("button", "Pause"), "time passes");
    page.click("button", "Pause");
    open_afresh(&page, "/#/scene/runs?compare=restartPolicy&values=Always,Never&at=7s");
    page.wait_until("both columns", |page| page.count(".comparison-column-head") == 2);
    page.wait_until_there();
    assert!(page.text(".clock").starts_with("0:00:07"), "{}", page.text(".clock"));
    let path = shared(&page, "Share");
    assert_eq!(path, "/#/scene/runs?at=7s&compare=restartPolicy&values=Always,Never");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// What the page says comes next, once it has looked.
fn forecast(page: &Page) -> serde_json::Value {
    page.wait_until_foretold();
    page.js("return document.querySelector('.next')?.parentElement.innerText ?? ''", &[])
}

#[test]
fn every_scene_by_link_shows_its_own_moment_question_and_forecast() {
    let page = Page::open("/");
    page.click("button", "Skip");
    let mut wrong = Vec::new();
    for scene in podlab_lessons::SCENES {
        page.js("location.hash = arguments[0]", &[json!(format!("#/scene/{}", scene.name))]);
        let said = |key: &str| scene.text(key, "en").expect("every scene has its texts");
        page.wait_until(said("title"), |page| page.scene() == said("title"));
        page.wait_until_there();
        assert_eq!(page.text(".scene-question"), said("question"), "{}", scene.name);
        let opens = scene.field("opens").map_or("0", |time| time.trim_end_matches('s'));
        let opens: u64 = opens.parse().expect("the moment is in seconds");
        let clock = format!("0:{:02}:{:02}.0", opens / 60, opens % 60);
        assert_eq!(page.text(".clock"), clock, "{}", scene.name);
        let shown = forecast(&page);
        // Another tab forgets the forecast, so that the page looks again.
        page.click("tab", "Events");
        page.click("tab", "Why");
        let own = forecast(&page);
        if shown != own {
            wrong.push(format!("{}: shown {shown}, but {own} comes", scene.name));
        }
    }
    assert!(wrong.is_empty(), "{} scenes: {wrong:#?}", wrong.len());
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_way_back_leads_to_the_scene_before() {
    let page = Page::open("/");
    let back = |step: i32, title: &str| {
        page.js("history.go(arguments[0])", &[json!(step)]);
        page.wait_until(title, |page| page.scene() == title);
    };
    page.open_scene("A container that crashes");
    assert_eq!(page.address(), "/#/scene/crash-loop");
    page.open_scene(SET);
    assert_eq!(page.address(), "/#/scene/sts-ordered");
    let length = page.js("return history.length", &[]);
    page.step_until(PRESSES, "a Pod", |page| page.are_ready(1));
    page.click("button", "Delete");
    page.click("radio", "1.28");
    page.click("tab", "Events");
    assert_eq!(page.js("return history.length", &[]), length, "what is done is no other page");
    assert_eq!(page.address(), "/#/scene/sts-ordered");
    back(-1, "A container that crashes");
    assert!(page.text(".clock").starts_with("0:00:33"), "{}", page.text(".clock"));
    assert_eq!(seen(&page)[10], "1.28", "each scene and each link says its release");
    back(-1, FIRST);
    assert_eq!(page.address(), "/");
    back(2, SET);
    // A place within the page is no link, and coming back from it opens nothing again.
    page.seek(25);
    page.js("location.hash = 'stage'", &[]);
    back(-1, SET);
    assert!(page.text(".clock").starts_with("0:00:25"), "{}", page.text(".clock"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_is_pasted_stands_in_the_address_and_comes_back() {
    let page = Page::open_lab(SET);
    page.paste("apiVersion: v1\nkind: Pod\nmetadata: {name: mine}\nspec: {containers: [{name: app, image: nginx}]}\n");
    page.click("button", "Run this Pod");
    page.wait_until("the address", |page| page.address().starts_with("/#/run/v1."));
    let path = page.address();
    page.js("history.back()", &[]);
    page.wait_until(SET, |page| page.scene() == SET);
    page.js("history.forward()", &[]);
    page.wait_for_text("#pod-name", "mine");
    open_afresh(&page, &path);
    assert_eq!(page.text("#pod-name"), "mine");
    page.assert_healthy();
}

/// A dialog has an entry in the browser's history while it is open. What is opened from it takes its place, also when the link to that
/// is made at once, as in a browser that cannot pack.
#[test]
fn the_way_back_and_forward_passes_by_no_dialog() {
    let page = Page::open_lab(SET);
    page.js("window.CompressionStream = undefined", &[]);
    page.paste("apiVersion: v1\nkind: Pod\nmetadata: {name: mine}\nspec: {containers: [{name: app, image: nginx}]}\n");
    page.click("button", "Run this Pod");
    page.wait_until("the address", |page| page.address().starts_with("/#/run/v1u."));
    page.js("history.back()", &[]);
    page.wait_until(SET, |page| page.scene() == SET);
    page.js("history.forward()", &[]);
    page.wait_for_text("#pod-name", "mine");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Opens a link that is wrong, gives what is said, and closes that.
fn why_not_opened(page: &Page, path: &str) -> String {
    page.go_to("/#stage");
    page.go_to(path);
    page.wait_until(path, |page| page.count("dialog[open] #link-why") == 1);
    let told = page.text("#link-why p");
    page.press("Escape");
    page.wait_until("the end of the dialog", |page| page.count("dialog[open]") == 0);
    assert_eq!(page.scene(), FIRST, "{told}");
    assert!(page.text(".clock").starts_with("0:00:02"), "{told}");
    told
}

#[test]
fn a_link_that_is_wrong_is_told_and_a_lab_is_there() {
    let page = Page::open("/#/scene/none");
    page.wait_until("what is wrong", |page| page.count("dialog[open] #link-why") == 1);
    page.assert_healthy();
    let run = link_to("{}", true);
    let bomb = [
        "/#/run/v1.00000000.",
        link_to(&" ".repeat(40 << 20), true).rsplit_once('.').expect("dots").1,
    ]
    .concat();
    let long = format!("/#/run/v1u.00000000.{}", "A".repeat(70_000));
    let cases = [
        (
            "/#/scene/%3Cimg%20src=x%20onerror=window.hacked=1%3E",
            "<img src=x onerror=window.hacked=1>",
        ),
        (
            "/#/scene/crash-loop?panel=%3Cimg%20src=x%20onerror=window.hacked=1%3E",
            "panel=<img src=x onerror=window.hacked=1>",
        ),
        ("/#/scene/sts-ordered?pod=%3Cimg%3E", "pod=<img>"),
        ("/#/scene/crash-loop?pod=other-1", "pod=other-1"),
        ("/#/scene/crash-loop?panel=storage", "panel=storage"),
        ("/#/scene/crash-loop?at=tomorrow", "at=tomorrow"),
        ("/#/scene/crash-loop?compare=nothing", "compare=nothing"),
        ("/#/example/disk-died/Always", "disk-died/Always"),
        ("/#/run/v2.00000000.AAAA", "version 2"),
        (&run[..run.len() - 1], "damaged"),
        (&run.replace("v1.", "v1.0"), "damaged"),
        (&run, "is not a run"),
        (&link_to("<b>no</b>", false), "is not a run"),
        (&link_to(&"[".repeat(40_000), false), "recursion"),
        (&bomb, "larger than a link can hold"),
        (&long, "characters"),
    ];
    for (path, part) in cases {
        let told = why_not_opened(&page, path);
        assert!(told.contains(part), "{}: {told}", &path[..path.len().min(80)]);
    }
    assert_eq!(page.js("return window.hacked ?? null", &[]), json!(null));
    assert_eq!(page.count("#stage img, dialog img, img[src=x]"), 0);
    page.js(r#"localStorage.setItem('podlab-preferences', '{"version":1,"language":"ko"}')"#, &[]);
    open_afresh_in_korean(&page);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

fn open_afresh_in_korean(page: &Page) {
    page.go_to("/fixtures/empty.html");
    page.go_to("/#/run/v1.00000000.AAAA");
    page.wait_for_text("#link-title", "이 링크를 열 수 없습니다");
    assert!(page.text("#link-why p").contains("손상"), "{}", page.text("#link-why p"));
}

#[test]
fn markup_in_a_text_of_a_run_stays_text() {
    const MARKUP: &str = "<img src=x onerror=window.hacked=1>";
    let page = Page::open_lab(SET);
    branched(&page);
    let run = RunFile { title: "A title".into(), ..run_of(&shared(&page, "Share")) };
    let tree = yaml::parse(&run.write_compact()).expect("JSON").remove(0);
    let files = with_each_text(&tree, MARKUP);
    assert!(files.len() > 30, "{}", files.len());
    page.press("Escape");
    let (mut opened, mut refused) = (0, 0);
    for hostile in files {
        let hostile = json(&hostile);
        page.go_to("/#stage");
        page.go_to(&link_to(&hostile, true));
        page.wait_until("an answer", |page| {
            page.count("dialog[open] #link-why") == 1
                || page.address().contains("#/run/") && page.count(".scene-button") == 1
        });
        wait_until_open(&page);
        if page.count("dialog[open]") == 1 {
            refused += 1;
            page.press("Escape");
        } else {
            opened += 1;
            // Every panel, and the list of branches, say what they say of it.
            page.js("document.querySelector('[popovertarget=branches]')?.click(); for (const tab of document.querySelectorAll('[role=tab]')) tab.click()", &[]);
        }
        assert_eq!(page.count("img"), 0, "{hostile}");
    }
    assert!(opened > 5 && refused > 10, "{opened} were opened and {refused} refused");
    assert_eq!(page.js("return window.hacked ?? null", &[]), json!(null));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_browser_that_cannot_pack_makes_links_and_opens_them() {
    let page = Page::open_lab("Liveness fails");
    page.seek(20);
    page.click("button", "Exit 1");
    let packed = shared(&page, "Share");
    page.press("Escape");
    let shown = seen(&page);
    page.js("window.CompressionStream = window.DecompressionStream = undefined", &[]);
    let plain = shared(&page, "Share");
    assert!(packed.starts_with("/#/run/v1.") && plain.starts_with("/#/run/v1u."), "{plain}");
    page.press("Escape");
    page.open_scene(FIRST);
    page.go_to(&plain);
    page.wait_until("the same", |page| seen(page) == shown);
    assert!(why_not_opened(&page, &packed).contains("cannot decompress"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_link_that_leads_far_can_be_stopped() {
    let page = Page::open("/#/scene/crash-loop?at=87600h&play=600");
    page.wait_until("the way", |page| {
        page.count(".opening .clock") == 1 && !page.text(".opening .clock").starts_with("0:")
    });
    page.assert_healthy();
    page.press("ArrowRight");
    page.click("button", "Stop");
    page.wait_until("the lab", |page| page.scene() == "A container that crashes");
    page.wait_until_there();
    assert!(page.has("button", "Play"), "time stands still");
    assert!(!page.text(".clock").starts_with("0:"), "{}", page.text(".clock"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
