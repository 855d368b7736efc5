//! axe-core finds nothing in any view, in each language, in light and dark colours, and at each size.

use podlab_browser_tests::{Browser, Page};
use serde_json::{Value, json};

/// A view: its address after the `#`, and the key and the script that open it there.
struct View {
    name: &'static str,
    address: &'static str,
    key: &'static str,
    opens: &'static str,
    /// What is there once it is open.
    shows: &'static str,
}

const fn view(
    name: &'static str,
    address: &'static str,
    opens: &'static str,
    shows: &'static str,
) -> View {
    View { name, address, key: "", opens, shows }
}

const CRASH: &str = "/scene/crash-loop?at=60s";
const ORDERED: &str = "/scene/sts-ordered?at=30s";
const LESSON: &str = "/lesson/phase-and-status";

const VIEWS: [View; 28] = [
    view("a Pod", CRASH, "", ".capsule"),
    view("why", CRASH, "await press('.say .button')", ".why-conclusion, .chain-step"),
    view("a set", ORDERED, "", ".lane"),
    view("what is stuck", "/scene/sts-broken-rollout", "", ".stuck, .stuck-line, .lane"),
    view("a Deployment", "/scene/deploy-rolling", "", ".stage"),
    view("a node", "/scene/node-lost", "", ".stage"),
    view("events", "/scene/crash-loop?at=60s&panel=events", "", "#panel"),
    view("watch", "/scene/crash-loop?at=60s&panel=watch", "", "#panel"),
    view("describe", "/scene/crash-loop?at=60s&panel=describe", "", "#panel"),
    view("yaml", "/scene/crash-loop?at=60s&panel=yaml", "", "#panel"),
    view("explorer", "/scene/crash-loop?at=60s&panel=explore", "", "#panel"),
    view("DNS", "/scene/sts-ordered?at=30s&panel=dns", "", "#panel"),
    view("storage", "/scene/sts-claims?at=60s&panel=storage", "", "#panel"),
    view("revisions", "/scene/sts-canary?at=60s&panel=revisions", "", "#panel"),
    View { key: "k", ..view("kubectl", CRASH, "", "#console-line") },
    view(
        "a comparison",
        "/scene/crash-loop?at=60s&compare=restartPolicy&values=Always,Never",
        "",
        ".comparison",
    ),
    view("the menu of a Pod", CRASH, "await press('.capsule .thing')", ".menu:popover-open"),
    view("the scenes", CRASH, "await press('[popovertarget=scenes]')", "#scenes:popover-open"),
    view("the course", "/lessons", "", "dialog[open] .course-lesson"),
    View {
        key: "?",
        ..view(
            "the glossary",
            CRASH,
            "await press('dialog[open] .dialog-foot .button')",
            "dialog[open] #glossary-search",
        )
    },
    View { key: "?", ..view("the keys", CRASH, "", "dialog[open] .sound") },
    view(
        "sharing",
        CRASH,
        "await press('.topbar .button:has([href=\"#i-share\"])')",
        "dialog[open] .share-figure",
    ),
    view(
        "pasting",
        CRASH,
        "await press('.topbar .button:has([href=\"#i-paste\"])')",
        "dialog[open] .editor",
    ),
    view("a lesson", LESSON, "", ".lesson .quiz-answers"),
    view(
        "a class",
        LESSON,
        "await shown('.lesson .button.is-plain'); [...document.querySelectorAll('.lesson .button.is-plain')].at(-1).click()",
        "dialog[open] textarea",
    ),
    view(
        "the certificate",
        "/lessons",
        "await press('.course-kept ~ .course-kept > button:nth-of-type(2)')",
        "dialog[open] .certificate",
    ),
    view("making a lesson", "/lessons", "await press('.course-kept > button')", ".builder"),
    view("a presentation", "/scene/crash-loop?at=60s&present=yes", "", ".is-presented"),
];

const LANGUAGES: [&str; 3] = ["en", "id", "ko"];
const THEMES: [&str; 2] = ["light", "dark"];
const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

/// Opens a view as one sees it in that language, in those colours and at that size, and returns what axe-core finds.
fn found(
    page: &Page,
    view: &View,
    language: &str,
    theme: &str,
    (width, height): (u32, u32),
) -> Vec<String> {
    let name = format!("{} in {language}, {theme}, {width} px", view.name);
    page.js(
        "localStorage.clear();
         localStorage.setItem('podlab-preferences', JSON.stringify({ version: 1, theme: arguments[0], language: arguments[1], firstStep: 'done' }));
         localStorage.setItem('podlab-lessons', JSON.stringify({ version: 1, lessons: { 'phase-and-status': { fewest: 1 } } }))",
        &[theme.into(), language.into()],
    );
    page.set_size(width, height);
    // Only another fragment would not load the page again.
    page.go_to(&format!("/?{name}#{}", view.address));
    page.wait_until(&name, |page| {
        page.js(
            "return document.documentElement.lang === arguments[0] && !document.querySelector('.is-link')",
            &[language.into()],
        ) == true
    });
    page.wait_for_paint();
    if !view.key.is_empty() {
        page.js("document.activeElement?.blur()", &[]);
        page.press(view.key);
    }
    let shown = page.promise(
        &format!(
            "const shown = async (css) => {{
               const end = performance.now() + 20000;
               while (!document.querySelector(css)) {{
                 if (performance.now() > end) throw new Error(`${{css}} never comes`);
                 await new Promise((done) => setTimeout(done, 20));
               }}
             }};
             const press = async (css) => {{ await shown(css); document.querySelector(css).click(); }};
              {};
             await shown(args[0])",
            view.opens
        ),
        &[json!(view.shows)],
    );
    assert_eq!(shown, Value::Null, "{name}");
    page.wait_until("the end of what moves", |page| !page.is_moving());
    let violations = page.axe().into_iter();
    violations.map(|it| format!("{name}: {} ({}): {:?}", it.rule, it.help, it.elements)).collect()
}

/// Each view once, in another language, in other colours and at another size than the view before, and than in the other engines.
#[test]
fn axe_finds_nothing_in_any_view() {
    let page = Page::open("/");
    let turn = match page.browser() {
        Browser::Chromium => 0,
        Browser::Firefox => 1,
        Browser::WebKit => 2,
    };
    let mut wrong = Vec::new();
    for (index, view) in VIEWS.iter().enumerate() {
        let (language, theme) = (LANGUAGES[(index + turn) % 3], THEMES[(index + turn) % 2]);
        wrong.extend(found(&page, view, language, theme, SIZES[(index / 2 + turn) % 3]));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// `cargo test -p podlab-browser-tests everyone:: -- --ignored` runs it.
#[test]
#[ignore = "it takes ten minutes"]
fn axe_finds_nothing_in_any_view_language_colours_and_size() {
    let page = Page::open("/");
    let mut wrong = Vec::new();
    for view in &VIEWS {
        for language in LANGUAGES {
            for theme in THEMES {
                for size in SIZES {
                    wrong.extend(found(&page, view, language, theme, size));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
