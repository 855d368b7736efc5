//! The page for iframes, in a sandbox that gives it no origin.

use podlab_browser_tests::{Browser, Page};
use podlab_link::Packed;
use serde_json::{Value, json};

fn heard(page: &Page, kind: &str) -> Vec<Value> {
    let messages = page.js(
        "return window.heard.filter((message) => message.type === arguments[0])",
        &[kind.into()],
    );
    messages.as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
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
    // The page draws itself again meanwhile.
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
    // What cannot be opened is said, and what is there then is a fresh lab.
    let damaged = "This link is damaged";
    let whole = fragment;
    for (fragment, says) in [
        ("/run/v1.00000000.AAAA", damaged),
        ("/run/v1.zzz", damaged),
        ("/run/v1", damaged),
        ("/run/v1.0.%3Cimg%20src=x%3E", damaged),
        (&whole[..whole.len() * 2 / 3], damaged),
        ("/run/v9.x.y", "another version"),
        ("/scene/nothing", "nothing"),
        ("/scene/<img src=x onerror=alert(1)>", "img"),
    ] {
        open(&page, fragment);
        page.wait_until(fragment, |page| {
            let told = heard(page, "error");
            told.first().is_some_and(|m| text(&m["detail"]["message"]).contains(says))
                && heard(page, "ready").iter().any(|m| m["detail"]["now"] == 0)
        });
        page.enter_frame("iframe");
        let shown = page.js(
            "const [message, figure] = ['[role=alert]', 'pod-lab'].map((css) => document.querySelector(css));
             const { top, bottom, height } = message.getBoundingClientRect();
             return [message.textContent.length > 20, top === 0 && height > 20 && bottom <= figure.getBoundingClientRect().top,
                     document.images.length, figure.shadowRoot.querySelectorAll('.transport').length]",
            &[],
        );
        assert_eq!(shown, json!([true, true, 0, 1]), "{fragment}");
        page.leave_frame();
    }
}

#[test]
fn a_query_that_is_too_long_is_told() {
    let manifest = "x".repeat(100_001);
    let page = Page::open(&format!("/embed.html?lang=ko-KR&manifest={manifest}"));
    page.wait_until("a fresh lab", |page| page.in_figure("pod-lab", ".clock").starts_with("0:00"));
    assert!(page.text("[role=alert]").contains("새 실험실"), "{}", page.text("[role=alert]"));
    assert_eq!(page.js("return document.documentElement.lang", &[]), "ko");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Whether a file of the frame's was asked for.
fn was_asked_for(page: &Page, name: &str) -> bool {
    page.asked_for().iter().any(|address| address.contains(name))
}

#[test]
fn a_frame_needs_nothing_but_plain_scripts() {
    let page = Page::open("/embed.html?scene=crash-loop");
    page.wait_until("the figure", |page| page.in_figure("pod-lab", ".clock").starts_with("0:00"));
    for name in ["/podlab.classic.js", "/podlab.classic.player.js"] {
        assert!(was_asked_for(&page, name), "{name}");
    }
    page.click("button", "Next change");
    page.wait_until("a change", |page| page.in_figure("pod-lab", ".say-text").contains("node"));
    assert!(!page.asked_for().iter().any(|address| address.contains(".wasm")));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn every_scene_opens_in_a_frame_and_however_it_is_to_look() {
    let page = Page::open("/embed.html?scene=runs&controls=full&panels=tracks+why");
    let usual = podlab_lessons::SCENES.iter().map(|scene| format!("scene={}", scene.name));
    let unusual = [
        "controls=none",
        "controls=transport",
        "controls=full",
        "panels=",
        "panels=why+dns",
        "readonly",
    ];
    let unusual = unusual.map(|more| format!("scene=sts-ordered&{more}"));
    // Which functions a scene needs does not depend on the browser.
    let most = if page.browser() == Browser::Chromium { usize::MAX } else { 3 };
    for query in usual.take(most).chain(unusual) {
        page.go_to(&format!("/embed.html?{query}"));
        page.wait_until(&query, |page| {
            page.js("return document.querySelector('pod-lab')?.shadowRoot.querySelector('.figure-body') !== null", &[])
                == true
        });
        page.js("return new Promise((done) => setTimeout(done, 50))", &[]);
        assert_eq!(page.count("[role=alert]"), 0, "{query}");
        assert!(page.console_errors().is_empty(), "{query}: {:?}", page.console_errors());
    }
}

#[test]
fn the_page_around_can_do_all_that_a_person_can() {
    let page = Page::open("/fixtures/embedding.html");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    let does = |kind: &str, value: Value| {
        page.js("window.heard.length = 0", &[]);
        say(&page, &json!({ "podlab": 1, "type": kind, "value": value }));
    };
    let in_frame = |script: &str| {
        page.enter_frame("iframe");
        let answer = page.js(script, &[]);
        page.leave_frame();
        answer
    };
    let clock = || {
        let clock = in_frame(
            "return document.querySelector('pod-lab').shadowRoot.querySelector('.clock').textContent",
        );
        text(&clock).to_owned()
    };
    let last = || heard(&page, "change").last().and_then(|m| m["detail"]["now"].as_u64());
    does("theme", json!("dark"));
    let theme = "return document.querySelector('pod-lab').shadowRoot.querySelector('.podlab').dataset.theme";
    page.wait_until("the dark", |_| in_frame(theme) == "dark");
    does("language", json!("ko"));
    let words = "return [document.documentElement.lang, document.querySelector('footer').textContent,
        document.querySelector('pod-lab').shadowRoot.querySelector('.transport').getAttribute('aria-label')]";
    page.wait_until("Korean", |_| {
        let words = in_frame(words);
        words[0] == "ko" && words[1] == "Podlab에서 열기" && words[2] == "시간"
    });
    does("step", Value::Null);
    page.wait_until("an event", |_| last().is_some());
    does("seek", json!(30));
    page.wait_until("half a minute", |_| last() == Some(30_000));
    does("stepBack", Value::Null);
    page.wait_until("an earlier moment", |_| clock().as_str() < "0:00:30");
    does("speed", json!(600));
    does("play", Value::Null);
    page.wait_until("five minutes", |_| last().is_some_and(|now| now > 300_000));
    does("pause", Value::Null);
    does("height", Value::Null);
    page.wait_until("its height", |page| !heard(page, "height").is_empty());
    does("reset", Value::Null);
    page.wait_until("the beginning", |_| clock().starts_with("0:00:00.0"));
    does("language", json!("tlh"));
    page.wait_until("a refusal", |page| !heard(page, "error").is_empty());
    // What is shown goes on in the page, in a language that it speaks.
    does("open", Value::Null);
    page.wait_until("the address of the page", |page| !heard(page, "opened").is_empty());
    assert!(text(&heard(&page, "opened")[0]["detail"]["address"]).ends_with("?lang=ko"));
    page.enter_frame("iframe");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Puts another frame into the page, with that query.
fn show(page: &Page, query: &str) {
    page.js(
        "window.heard.length = 0;
         const old = document.querySelector('iframe');
         const frame = old.cloneNode();
         frame.src = '../embed.html?' + arguments[0];
         old.replaceWith(frame);",
        &[query.into()],
    );
}

#[test]
fn goals_and_predictions_are_told() {
    let page = Page::open("/fixtures/embedding.html");
    show(&page, "scene=crash-loop&goal=status+CrashLoopBackOff&lang=en-GB");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    say(&page, &json!({ "podlab": 1, "type": "seek", "value": 60 }));
    page.wait_until("the goal", |page| !heard(page, "goal").is_empty());
    assert_eq!(heard(&page, "goal")[0]["detail"]["goal"], "status CrashLoopBackOff");
    // An English that the page does not tell from another leads there all the same.
    say(&page, &json!({ "podlab": 1, "type": "open" }));
    page.wait_until("the address of the page", |page| !heard(page, "opened").is_empty());
    assert!(text(&heard(&page, "opened")[0]["detail"]["address"]).ends_with("?lang=en"));
    show(&page, "scene=crash-loop&quiz&speed=10");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    say(&page, &json!({ "podlab": 1, "type": "play" }));
    page.enter_frame("iframe");
    page.wait_until("the question", |page| !page.in_figure("pod-lab", ".quiz").is_empty());
    // WebKit's driver presses beside what is in a frame.
    page.js(
        "const root = document.querySelector('pod-lab').shadowRoot;
         [...root.querySelectorAll('.quiz-answers button')].find((each) => each.textContent === 'ContainerCreating').click()",
        &[],
    );
    page.leave_frame();
    page.wait_until("the prediction", |page| !heard(page, "prediction").is_empty());
    assert_eq!(heard(&page, "prediction")[0]["detail"]["right"], true);
}

#[test]
fn a_frame_talks_with_the_origin_that_its_address_names_only() {
    let page = Page::open("/fixtures/embedding.html");
    page.wait_until("the figure in the frame", |page| !heard(page, "ready").is_empty());
    let own = page.js("return location.origin", &[]);
    show(&page, &format!("scene=crash-loop&origin={}", text(&own)));
    page.wait_until("what is told to this page", |page| !heard(page, "ready").is_empty());
    say(&page, &json!({ "podlab": 1, "type": "seek", "value": 30 }));
    page.wait_until("half a minute", |page| {
        heard(page, "change").iter().any(|message| message["detail"]["now"] == 30_000)
    });
    // Neither to hear nor to be heard is for others, whatever a name that is none.
    for other in ["https://elsewhere.example", "nonsense", "null"] {
        show(&page, &format!("scene=crash-loop&origin={other}"));
        let clock = |page: &Page| {
            page.enter_frame("iframe");
            let clock = page.js(
                "return document.querySelector('pod-lab')?.shadowRoot.querySelector('.clock')?.textContent ?? ''",
                &[],
            );
            page.leave_frame();
            text(&clock).to_owned()
        };
        page.wait_until("the figure", |page| clock(page).starts_with("0:00:00"));
        for kind in ["seek", "open", "export", "nothing"] {
            say(&page, &json!({ "podlab": 1, "type": kind, "value": 30 }));
        }
        page.js("return new Promise((done) => setTimeout(done, 500))", &[]);
        assert!(clock(&page).starts_with("0:00:00"), "{other}");
        assert_eq!(page.js("return window.heard.length", &[]), 0, "{other}");
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
