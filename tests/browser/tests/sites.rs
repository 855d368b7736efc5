//! The examples of documentation sites: figures live in each as they do anywhere, and follow what the site does around them.

use std::fs;

use podlab_browser_tests::Page;
use serde_json::{Value, json};

/// Opens a page of an example and waits until its first figure is alive.
fn open(site: &str, path: &str) -> Page {
    let page = Page::open_site(site, path);
    wait_for_figure(&page);
    page
}

/// How many figures are alive.
fn alive(page: &Page) -> u64 {
    let count = page.js(
        "return [...document.querySelectorAll('pod-lab')]
           .filter((figure) => figure.shadowRoot?.querySelector('.figure .stage')).length",
        &[],
    );
    count.as_u64().unwrap_or(0)
}

fn wait_for_figure(page: &Page) {
    page.wait_until("a figure", |page| alive(page) > 0);
}

/// What the first figure says to a question in JavaScript, in which it is called `figure`.
fn ask(page: &Page, question: &str) -> Value {
    page.js(&format!("const figure = document.querySelector('pod-lab'); return {question}"), &[])
}

/// Presses play in the first figure and waits until time passes, then stops it.
fn assert_alive(page: &Page) {
    page.click_css(".figure .play");
    page.wait_until("time to pass", |page| {
        ask(page, "figure.playing && figure.currentTime > 0") == json!(true)
    });
    page.click_css(".figure .play");
    page.wait_until("time to stand still", |page| ask(page, "figure.playing") == json!(false));
}

/// The colours of the first figure.
fn colors(page: &Page) -> String {
    let theme = ask(page, "figure.shadowRoot.querySelector('.podlab').dataset.theme");
    theme.as_str().unwrap_or_default().to_owned()
}

/// Whether the first figure shows a text.
fn shows(page: &Page, text: &str) -> bool {
    ask(page, "figure?.shadowRoot?.querySelector('.podlab')?.innerText ?? ''")
        .as_str()
        .is_some_and(|shown| shown.contains(text))
}

/// Does what changes the page's colours, and asserts that the figure changes with them.
fn assert_follows_colors(page: &Page, change: impl Fn(&Page)) {
    let before = colors(page);
    change(page);
    page.wait_until("the other colours", |page| colors(page) != before);
    let is_dark = page.js(
        "const of = (element) => getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
         const ground = [document.body, document.documentElement].map(of).find(([, , , opacity = 1]) => opacity > 0);
         return ground[0] + ground[1] + ground[2] < 384",
        &[],
    );
    assert_eq!(colors(page), if is_dark == json!(true) { "dark" } else { "light" });
}

fn assert_quiet(page: &Page) {
    assert!(page.console_errors().is_empty(), "{:#?}", page.console_errors());
    assert!(page.foreign_requests().is_empty(), "{:#?}", page.foreign_requests());
}

/// Follows a link to another page of the site, whose figure shows a Pod or a set of that name, and comes back.
fn go_and_come_back(page: &Page, link: &str, name: &str, is_same_document: bool) {
    let here = page.address();
    page.js("window.stayed = true", &[]);
    page.click_css(link);
    page.wait_until("the other page", |page| page.address() != here);
    page.wait_until("its figure", |page| alive(page) == 1 && shows(page, name));
    assert_eq!(page.js("return window.stayed ?? false", &[]), json!(is_same_document));
    assert_alive(page);
    page.js("history.back()", &[]);
    page.wait_until("the first page", |page| page.address() == here);
    page.wait_until("its figure again", |page| alive(page) == 1 && !shows(page, name));
    assert_alive(page);
}

/// Keys in a figure are the figure's: nothing of the site hears them.
fn assert_keeps_keys(page: &Page, keys: &[&str]) {
    page.js(
        "window.heard = []; document.addEventListener('keydown', ({ key }) => heard.push(key));
         document.querySelector('pod-lab').shadowRoot.querySelector('.play').focus()",
        &[],
    );
    let (here, before) = (page.address(), ask(page, "figure.currentTime"));
    for key in keys {
        page.press(key);
    }
    page.press("ArrowRight");
    page.wait_until("the figure to go on", |page| ask(page, "figure.currentTime") != before);
    assert_eq!(page.js("return heard", &[]), json!([]));
    assert_eq!(page.address(), here);
    assert_eq!(ask(page, "document.activeElement === figure"), json!(true));
}

#[test]
fn plain_html() {
    let page = open("html", "/");
    assert_alive(&page);
    assert_follows_colors(&page, |page| {
        page.js("document.body.style.backgroundColor = '#101214'", &[]);
    });
    let still = page.js(
        "const still = document.querySelector('pod-lab img'); still.loading = 'eager';
         return [still.complete, still.naturalWidth]",
        &[],
    );
    assert_eq!(still, json!([true, 960]));
    page.js("document.querySelectorAll('pod-lab')[1].scrollIntoView()", &[]);
    page.wait_until("the second figure", |page| alive(page) == 2);
    assert_quiet(&page);
}

#[test]
fn hugo() {
    let page = open("hugo", "/liveness/");
    assert_alive(&page);
    assert_follows_colors(&page, |page| page.click("button", "Light or dark"));
    go_and_come_back(&page, "nav a[href='/init-containers/']", "migrate", false);
    assert_quiet(&page);
    page.go_to("/init-containers/");
    wait_for_figure(&page);
    // What stood between the tags, to the letter.
    let manifest = page.promise("return document.querySelector('pod-lab').export('yaml')", &[]);
    let manifest = manifest.as_str().unwrap_or_default();
    for text in ["what you see is <b>text</b> &", "'quotes' too", "> /work/config || exit 1"] {
        assert!(manifest.contains(text), "{text}: {manifest}");
    }
    assert_quiet(&page);
}

/// Makes the address of the test's server that of the site: instant navigation follows links to pages of the site map alone,
/// which names them with the address that the site is published at.
fn publish_here(page: &Page) {
    let origin = page.js("return location.origin", &[]);
    let file = xtask::sites::built("mkdocs").join("sitemap.xml");
    let map = fs::read_to_string(&file).expect("the site has a map");
    let mut parts = map.split("<loc>");
    let mut here = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let path = part.splitn(4, '/').nth(3).expect("an address has a path");
        here.push_str(&format!("<loc>{}/{path}", origin.as_str().unwrap_or_default()));
    }
    fs::write(&file, here).expect("the map can be written");
    page.go_to("/");
    wait_for_figure(page);
}

#[test]
fn mkdocs_material_with_instant_navigation() {
    let page = open("mkdocs", "/");
    publish_here(&page);
    assert_alive(&page);
    assert_keeps_keys(&page, &["s", "n", "/"]);
    assert_follows_colors(&page, |page| {
        page.click_css(".md-header__option label:not([hidden])");
    });
    go_and_come_back(&page, "article a[href$='end/']", "Your Pod", true);
    page.click_css("article a[href$='end/']");
    page.wait_until("the block in a list", |page| {
        page.count("li pod-lab") == 1 && shows(page, "Your Pod")
    });
    assert!(page.text("article").contains("```podlab scene=readiness"));
    assert_quiet(&page);
}

#[test]
fn vitepress() {
    let page = open("vitepress", "/");
    assert_alive(&page);
    assert_keeps_keys(&page, &["/"]);
    assert_follows_colors(&page, |page| page.click_css(".VPNavBar .VPSwitchAppearance"));
    go_and_come_back(&page, ".VPSidebar a[href^='/partition']", "db-0", true);
    assert_quiet(&page);
}

#[test]
#[ignore = "cargo xtask test --sites builds it"]
fn mdbook() {
    let page = open("mdbook", "/end.html");
    assert_alive(&page);
    // mdBook turns the page at an arrow.
    assert_keeps_keys(&page, &["ArrowRight", "s"]);
    // Its list of themes stays open.
    page.click_css("#mdbook-theme-toggle");
    for (theme, colors_of) in [("navy", "dark"), ("rust", "light"), ("ayu", "dark")] {
        page.click_css(&format!("#mdbook-theme-{theme}"));
        page.wait_until(theme, |page| colors(page) == colors_of);
    }
    let still =
        page.js("return document.querySelector('pod-lab .podlab-still svg text').textContent", &[]);
    assert!(still.as_str().is_some_and(|text| !text.is_empty()), "{still}");
    assert_quiet(&page);
    page.go_to("/hook.html");
    wait_for_figure(&page);
    let manifest = page.promise("return document.querySelector('pod-lab').export('yaml')", &[]);
    assert!(
        manifest.as_str().is_some_and(|text| text.contains("</script> is only text")),
        "{manifest}"
    );
    assert_quiet(&page);
}

#[test]
#[ignore = "cargo xtask test --sites builds it"]
fn docusaurus() {
    let page = open("docusaurus", "/");
    assert_alive(&page);
    assert_follows_colors(&page, |page| {
        // From the system's colours to light ones, and to dark ones.
        for _ in 0..2 {
            page.click_css(".navbar button[class*=toggleButton]");
        }
    });
    go_and_come_back(&page, ".theme-doc-sidebar-menu a[href='/liveness']", "Your Pod", true);
    assert_quiet(&page);
}

#[test]
#[ignore = "cargo xtask test --sites builds it"]
fn sphinx() {
    let page = open("sphinx", "/");
    assert_alive(&page);
    page.js("localStorage.theme = 'light'", &[]);
    page.go_to("/");
    wait_for_figure(&page);
    assert_follows_colors(&page, |page| {
        page.js("document.body.dataset.theme = 'dark'", &[]);
    });
    go_and_come_back(&page, ".sidebar-tree a[href='retention.html']", "db-0", false);
    assert_quiet(&page);
}

#[test]
#[ignore = "cargo xtask test --sites builds it"]
fn reveal_slides_start_and_stop_their_figures() {
    let page = Page::open_site("revealjs", "/");
    let plays = |page: &Page, number: usize| {
        page.js(
            "return document.querySelectorAll('pod-lab')[arguments[0]].playing",
            &[json!(number)],
        ) == json!(true)
    };
    page.wait_until("the first slide", |page| page.count(".slides section.present h1") == 1);
    assert_eq!(alive(&page), 0);
    page.press("ArrowRight");
    page.wait_until("the first figure to play", |page| plays(page, 0));
    page.press("ArrowRight");
    page.wait_until("the second figure to play", |page| plays(page, 1));
    assert!(!plays(&page, 0));
    let themes = page.js(
        "return [...document.querySelectorAll('pod-lab')].map((figure) => figure.shadowRoot.querySelector('.podlab').dataset.theme)",
        &[],
    );
    assert_eq!(themes, json!(["light", "dark"]));
    page.press("ArrowLeft");
    page.wait_until("the first figure to go on", |page| plays(page, 0));
    assert!(!plays(&page, 1));
    page.wait_until("the slide to be there", |page| {
        let place = "const { left, right } = document.querySelector('.present pod-lab').getBoundingClientRect();
                     return left >= 0 && right <= innerWidth";
        page.js(place, &[]) == json!(true)
    });
    page.wait_until("its address", |page| page.address() == "/#/1");
    // The keys follow the focus.
    page.click_css(".figure .play");
    page.wait_until("a press to stop it", |page| !plays(page, 0));
    assert_keeps_keys(&page, &["ArrowRight", "b"]);
    page.press("Escape");
    page.press("ArrowRight");
    page.wait_until("the next slide", |page| page.address() == "/#/2");
    assert_quiet(&page);
    // A deck that is opened at a slide plays what is on it, and fetches nothing for the others.
    page.go_to("/?again#/2");
    page.wait_until("the second figure to play", |page| plays(page, 1));
    page.wait_until("it to be drawn", |page| alive(page) == 1);
    assert_quiet(&page);
}
