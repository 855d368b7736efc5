//! The page for iframes, in a sandbox that gives it no origin.

use podlab_browser_tests::Page;
use podlab_link::Packed;
use serde_json::{Value, json};

fn heard(page: &Page, kind: &str) -> Vec<Value> {
    let messages = page.js(
        "return window.heard.filter((message) => message.type === arguments[0])",
        &[kind.into()],
    );
    messages.as_array().cloned().unwrap_or_default()
}

fn say(page: &Page, message: &Value) {
    page.js("window.say(arguments[0])", std::slice::from_ref(message));
}

#[test]
fn a_frame_without_an_origin_is_alive_and_talks() {
    let page = Page::open("/fixtures/embedding.html");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    let first = &heard(&page, "ready")[0];
    assert_eq!((&first["podlab"], &first["origin"]), (&json!(1), &json!("null")));
    page.wait_until("its height", |page| !heard(page, "height").is_empty());
    assert!(
        heard(&page, "height")[0]["detail"]["height"].as_u64().is_some_and(|height| height > 200)
    );
    say(&page, &json!({ "podlab": 1, "type": "seek", "value": 60 }));
    page.wait_until("what happened until then", |page| {
        heard(page, "change").iter().any(|message| message["detail"]["now"] == 60_000)
    });
    say(&page, &json!({ "podlab": 1, "type": "run", "value": "kubectl delete pod demo --force" }));
    page.wait_until("what kubectl prints", |page| !heard(page, "printed").is_empty());
    say(&page, &json!({ "podlab": 1, "type": "export", "value": "txt" }));
    page.wait_until("the lines", |page| {
        heard(page, "exported").iter().any(|message| {
            message["detail"]["text"].as_str().is_some_and(|text| text.contains("CrashLoopBackOff"))
        })
    });
    // What is shown can go on in the page.
    say(&page, &json!({ "podlab": 1, "type": "open" }));
    page.wait_until("the address of the page", |page| !heard(page, "opened").is_empty());
    let address =
        heard(&page, "opened")[0]["detail"]["address"].as_str().unwrap_or_default().to_owned();
    page.enter_frame("iframe");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    page.leave_frame();
    let path = address.split_once("//").and_then(|(_, rest)| Some(rest.split_once('/')?.1));
    page.go_to(&format!("/{}", path.expect("an address")));
    // The page draws itself anew meanwhile.
    page.wait_until("the run in the page", |page| {
        let shown = page.js(
            "return ['.clock', '.capsule-where'].map((css) => document.querySelector(css)?.textContent ?? '')",
            &[],
        );
        shown[0].as_str().is_some_and(|clock| clock.starts_with("0:01:00"))
            && shown[1] == "no longer in the API"
    });
}

#[test]
fn a_frame_opens_links() {
    let page = Page::open("/fixtures/embedding.html");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    say(&page, &json!({ "podlab": 1, "type": "seek", "value": 30 }));
    page.wait_until("half a minute", |page| {
        heard(page, "change").iter().any(|message| message["detail"]["now"] == 30_000)
    });
    say(&page, &json!({ "podlab": 1, "type": "open" }));
    page.wait_until("the address of the page", |page| !heard(page, "opened").is_empty());
    let address =
        heard(&page, "opened")[0]["detail"]["address"].as_str().unwrap_or_default().to_owned();
    let fragment = address.split_once('#').map_or("", |(_, fragment)| fragment);
    let open = |page: &Page, fragment: &str| {
        page.js(
            "window.heard.length = 0;
             const old = document.querySelector('iframe');
             const frame = old.cloneNode();
             frame.src = '../embed.html#' + arguments[0];
             old.replaceWith(frame);",
            &[fragment.into()],
        );
    };
    for (fragment, now) in [
        (fragment, 30_000),
        ("/scene/liveness?at=45s&panel=events", 45_000),
        ("/example/exits-1/Never", 0),
    ] {
        open(&page, fragment);
        page.wait_until(fragment, |page| {
            let is_there = |kind: &str| heard(page, kind).iter().any(|m| m["detail"]["now"] == now);
            is_there("ready") || is_there("change")
        });
    }
    open(&page, "/scene/runs?at=5s&pod=demo");
    page.wait_until("what a frame does not show", |page| {
        let told = heard(page, "error");
        told.iter()
            .any(|m| m["detail"]["message"].as_str().is_some_and(|text| text.ends_with(": pod")))
            && heard(page, "ready").iter().any(|m| m["detail"]["now"] == 5000)
    });
    for fragment in ["/run/v1.00000000.AAAA", "/run/v9.x.y", "/scene/nothing", "/run/v1.zzz"] {
        open(&page, fragment);
        page.wait_until(fragment, |page| !heard(page, "error").is_empty());
    }
}

#[test]
fn hostile_messages_come_to_nothing() {
    let page = Page::open("/fixtures/embedding.html");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    page.js(
        "const evil = '<img src=x onerror=\"parent.postMessage({type: 1}, 1)\">';
         window.heard.length = 0;
         for (const message of [
           null, 1, 'play', [], {}, { podlab: 2, type: 'play' }, { podlab: 1, type: '__proto__' }, { podlab: 1, type: 'constructor' },
           { podlab: 1, type: evil }, { podlab: 1, type: 'seek', value: Infinity }, { podlab: 1, type: 'seek', value: { valueOf: 1 } },
           { podlab: 1, type: 'theme', value: evil }, { podlab: 1, type: 'run', value: evil }, { podlab: 1, type: 'run', value: 'x'.repeat(1e6) },
           JSON.parse('{\"podlab\": 1, \"type\": \"play\", \"__proto__\": {\"polluted\": 1}}'),
           JSON.parse('{\"podlab\": 1, \"type\": \"seek\", \"value\": {\"__proto__\": {\"polluted\": 1}}}'),
         ]) window.say(message);
         window.say({ podlab: 1, type: 'pause' });
         window.say({ podlab: 1, type: 'export', value: 'txt' })",
        &[],
    );
    page.wait_until("an answer to what is allowed", |page| !heard(page, "exported").is_empty());
    assert!(!heard(&page, "error").is_empty());
    page.enter_frame("iframe");
    let state = page.js(
        "const root = document.querySelector('pod-lab').shadowRoot;
         return [({}).polluted ?? null, root.querySelectorAll('img').length, document.querySelectorAll('img').length,
                 document.querySelector('pod-lab').getAttribute('theme')]",
        &[],
    );
    assert_eq!(state, json!([null, 0, 0, null]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_frame_shows_what_a_run_says_of_what_is_around_it() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let run = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.seek(20);
         return figure.export('run')",
        &[],
    );
    drop(page);
    let mut run: Value = serde_json::from_str(run.as_str().expect("a run")).expect("JSON");
    run["view"] = json!("lang=ko&panel=events");
    let packed = Packed::plain(&run.to_string());
    let page = Page::open(&format!("/embed.html#/run/{}", packed.write()));
    page.wait_until("the run", |page| {
        page.in_figure("pod-lab", ".clock").starts_with("0:00:20")
            && page.in_figure("pod-lab", "[role=tab][aria-selected=true]") == "Events"
            && page.js("return document.documentElement.lang", &[]) == "ko"
    });
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
