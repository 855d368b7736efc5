//! Figures in pages that allow little, and whose figures come from elsewhere.

use std::fs;
use std::sync::{Arc, Mutex};

use podlab_browser_tests::{Browser, Page, figure_policy};
use serde_json::{Map, Value, json};
use xtask::files::{is_kind, names_below};
use xtask::publish::INTEGRITY;
use xtask::server::{self, Site};
use xtask::{checksum, package, paths};

/// Whether the page's policy stops what it is to stop, as it would be of no worth otherwise.
fn assert_bound(page: &Page, directive: &str) {
    page.js("fetch('https://podlab.example/').catch(() => {})", &[]);
    page.wait_until("the policy", |page| {
        page.console_errors().iter().any(|error| error.contains(directive))
    });
}

#[test]
fn the_documentation_says_the_policy_of_these_tests() {
    let text = fs::read_to_string(paths::root().join("docs/EMBEDDING.md")).expect("it is text");
    assert!(text.contains(&format!("\n{}\n", figure_policy("'self'"))));
    // Nothing but what is said there.
    assert!(!figure_policy("'self'").contains("unsafe-inline"));
}

#[test]
fn nothing_that_a_figure_does_is_forbidden() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let told = page.promise(
        "const figure = document.querySelector('#scene');
         figure.controls = 'full';
         figure.panels = 'tracks why events watch describe yaml explore';
         await figure.seek(60);
         for (const tab of figure.shadowRoot.querySelectorAll('[role=tab]')) {
           tab.click();
           await new Promise((go) => setTimeout(go, 200));
         }
         figure.quiz = true;
         await figure.play();
         figure.lang = 'id';
         figure.src = '../fixtures/element.css';
         const refused = await figure.pause().catch((error) => String(error));
         figure.removeAttribute('src');
         figure.scene = 'sts-ordered';
         await figure.seek(30);
         return [typeof refused, figure.currentTime]",
        &[],
    );
    assert_eq!(told, json!(["string", 30]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    assert!(page.foreign_requests().is_empty(), "{:?}", page.foreign_requests());
    assert_bound(&page, "connect-src");
}

#[test]
fn a_script_that_holds_everything_fetches_nothing() {
    for (path, figures) in [("/fixtures/classic.html", 2), ("/fixtures/inline.html", 1)] {
        let page = Page::open_figures(path, figures);
        page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") == "왜?");
        let told = page.promise(
            "const figure = document.querySelector('pod-lab');
             figure.panels = 'tracks why events';
             figure.lang = 'id';
             await figure.seek(20);
             return figure.currentTime",
            &[],
        );
        assert_eq!(told, 20, "{path}");
        let asked = page.asked_for();
        let mut of_package = asked.iter().filter(|name| name.starts_with("/pkg/"));
        let is_known = |name: &String| is_kind(name, "svg") || name.contains("/podlab.");
        assert!(of_package.all(is_known), "{asked:#?}");
        assert!(page.console_errors().is_empty(), "{path}: {:?}", page.console_errors());
        // There is no `connect-src`, so that what is said of everything holds.
        assert_bound(&page, "connect-src");
    }
}

/// Serves the package from an origin of its own. Gives the origin and what it was asked for.
fn package_elsewhere(is_for_all_origins: bool) -> (String, Arc<Mutex<Vec<String>>>) {
    let site = Site {
        folders: vec![("/cdn/", package::dist())],
        unrestricted: vec!["/"],
        is_for_all_origins,
        ..Site::default()
    };
    let asked = Arc::clone(&site.asked);
    let address = server::serve_in_background(site).expect("a port is free");
    (format!("http://{address}"), asked)
}

/// Where everything on the page is.
fn places(page: &Page) -> Value {
    page.js(
        "return [...document.querySelectorAll('h1, p, pod-lab')].map((each) => {
           const { x, y, width, height } = each.getBoundingClientRect();
           return [x, y + scrollY, width, height];
         })",
        &[],
    )
}

#[test]
fn a_package_of_another_origin_lives_in_a_page_that_resets_everything() {
    const PATH: &str = "/fixtures/elsewhere.html";
    let (origin, asked) = package_elsewhere(true);
    // Plain scripts need no permission.
    let (plain, _) = package_elsewhere(false);
    // The page's own origin is for what watches the tests, for its style sheet and its icon.
    let policy = |origin: &str| {
        let policy = figure_policy(origin).replace("script-src ", "script-src 'self' ");
        policy.replace("img-src ", "img-src 'self' ")
    };
    let both = format!("{origin} {plain}");
    let page = Page::open_served(Page::chosen_browser(), &paths::dist(), PATH, |site| {
        site.policies.insert(0, (PATH, policy(&both)));
    });
    for (origin, script) in
        [(&origin, "podlab.js"), (&origin, "podlab.inline.js"), (&plain, "podlab.classic.js")]
    {
        page.go_to(PATH);
        page.wait_until("the page", |page| {
            page.js("return document.readyState", &[]) == "complete"
        });
        let before = places(&page);
        page.js(
            "const script = document.createElement('script');
             script.src = arguments[0];
             if (!/classic/.test(arguments[0])) script.type = 'module';
             document.head.append(script)",
            &[format!("{origin}/cdn/{script}").into()],
        );
        page.wait_until(&format!("the figures of {script}"), |page| page.live_figures() == 2);
        assert_eq!(page.in_figure("#scene", ".figure-title"), "A container that crashes");
        assert_eq!(page.in_figure("#nested", ".capsule-name"), "nested");
        assert_eq!(shifts(&page), json!([]), "{script}");
        let told = page.promise(
            "const figure = document.querySelector('#scene');
             const name = getComputedStyle(figure.shadowRoot.querySelector('.capsule-name'));
             const look = [name.textTransform, name.fontSize];
             figure.lang = 'ko';
             await figure.seek(60);
             const printed = await figure.run('kubectl delete pod demo --force --grace-period=0');
             return [look, figure.currentTime, printed.includes('force deleted')]",
            &[],
        );
        assert_eq!(told, json!([["none", "22px"], 60, true]), "{script}");
        page.wait_until("Korean", |page| page.in_figure("#scene", ".say .button") == "왜?");
        assert_eq!(places(&page), before, "{script}: something has moved");
        assert!(page.console_errors().is_empty(), "{script}: {:?}", page.console_errors());
        let others = page.foreign_requests();
        assert!(others.iter().all(|name| name.starts_with(origin.as_str())), "{others:#?}");
        assert!(
            others.iter().any(|name| name.ends_with("posters/en/crash-loop-light.svg")),
            "{others:#?}"
        );
    }
    let here = page.asked_for();
    assert!(!here.iter().any(|name| name.contains("podlab.") || name.contains("cdn")), "{here:#?}");
    let there = asked.lock().expect("it is whole");
    for part in ["player.js", "podlab_web_bg.wasm", "locales/ko.js"] {
        assert!(there.iter().any(|name| name.contains(part)), "{part} in {there:#?}");
    }
}

/// What has moved on the page since it was opened, and how much, as Chromium counts it.
fn shifts(page: &Page) -> Value {
    if page.browser() != Browser::Chromium {
        return json!([]);
    }
    page.promise(
        "return new Promise((done) => {
           const moved = ({ node, previousRect, currentRect }) => [node?.className ?? node?.nodeName, previousRect, currentRect];
           const observer = new PerformanceObserver((list) =>
             done(list.getEntries().map(({ value, sources }) => [value, ...sources.map(moved)])));
           observer.observe({ type: 'layout-shift', buffered: true });
           setTimeout(() => done([]), 300);
         })",
        &[],
    )
}

/// The checksums that the package says.
fn sums() -> Map<String, Value> {
    let list = fs::read_to_string(package::dist().join(INTEGRITY)).expect("the package is built");
    serde_json::from_str(&list).expect("it is JSON")
}

#[test]
fn the_checksums_of_the_package_are_right() {
    let sums = sums();
    let files = names_below(&package::dist()).expect("the package is built");
    let files: Vec<&String> = files.iter().filter(|name| *name != INTEGRITY).collect();
    assert_eq!(sums.keys().collect::<Vec<_>>(), files, "every file has its checksum");
    for name in files {
        let body = fs::read(package::dist().join(name)).expect(name);
        assert_eq!(sums[name], json!(checksum::integrity(&body)), "{name}");
    }
}

#[test]
fn a_script_with_its_checksum_runs_and_another_does_not() {
    let sums = sums();
    let (origin, _) = package_elsewhere(true);
    let page = Page::open("/fixtures/empty.html");
    let load = |script: &str, sum: &Value| {
        page.promise(
            "const script = Object.assign(document.createElement('script'), { src: args[0], integrity: args[1], crossOrigin: 'anonymous' });
             if (!/classic/.test(args[0])) script.type = 'module';
             document.head.append(script);
             return new Promise((done) => {
               script.onload = () => done(Boolean(customElements.get('pod-lab')));
               script.onerror = () => done('refused');
             })",
            &[format!("{origin}/cdn/{script}").into(), sum.clone()],
        )
    };
    for script in ["podlab.js", "podlab.inline.js", "podlab.classic.js"] {
        page.go_to("/fixtures/empty.html");
        assert_eq!(load(script, &sums["embed.js"]), "refused", "{script}");
        page.go_to("/fixtures/empty.html");
        assert_eq!(load(script, &sums[script]), true, "{script}");
        assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    }
}
