//! The page in its three languages.

use podlab_browser_tests::Page;
use serde_json::json;

const LANGUAGES: [(&str, &str, &str); 3] =
    [("id", "Bahasa Indonesia", "Mengapa?"), ("ko", "한국어", "왜?"), ("en", "English", "Why?")];

/// Chooses a language by its own name, as a person does who has the focus on the list.
fn clock(page: &Page) -> String {
    page.text(".clock")
}

#[test]
fn a_language_is_chosen_and_kept() {
    let page = Page::open_lab("Liveness fails");
    page.seek(40);
    page.click("button", "Why?");
    page.wait_until("why", |page| page.count(".chain-step") > 1);
    let (time, steps) = (clock(&page), page.count(".chain-step"));
    page.choose_language("한국어");
    page.wait_for_language("ko");
    for css in [".say", ".chain-step", ".chain .label", ".controls", ".scene-title"] {
        page.wait_until(css, |page| is_korean(&page.text(css)));
    }
    assert_eq!((clock(&page), page.count(".chain-step")), (time.clone(), steps));
    let focus = page.js("return document.activeElement.id", &[]);
    assert_eq!(focus, json!("language"), "the focus went elsewhere");
    assert_eq!(page.text("#status"), "Running", "Kubernetes' own words stay");
    page.go_to("/");
    page.wait_for_language("ko");
    page.wait_until("Korean", |page| is_korean(&page.text(".controls")));
    page.choose_language("English");
    page.wait_for_language("en");
    assert!(page.has("button", "Why?"));
    page.go_to("/");
    page.wait_until("English", |page| page.has("button", "Why?"));
    assert_eq!(page.js("return document.documentElement.lang", &[]), json!("en"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

fn is_korean(text: &str) -> bool {
    text.chars().any(|c| ('가'..='힣').contains(&c))
}

#[test]
fn every_language_is_whole_and_fits_a_phone() {
    let page = Page::open_lab("Liveness fails");
    let mut faults = Vec::new();
    for (code, name, why) in LANGUAGES {
        for title in [3, 17] {
            page.js(
                "document.querySelectorAll('.scenes-group .scene')[arguments[0]].click()",
                &[json!(title)],
            );
            page.choose_language(name);
            page.wait_for_language(code);
            page.seek(40);
            page.wait_until(why, |page| page.has("button", why));
            for (width, height) in [(1440, 900), (768, 1024), (390, 844)] {
                page.set_size(width, height);
                let cut = page.js(CUT_OFF, &[]);
                if cut != json!([]) {
                    faults.push(format!("{name}, scene {title}, {width}: {cut}"));
                }
            }
            page.assert_healthy();
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// What has less room than it needs.
const CUT_OFF: &str = "
    const cut = [];
    if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is ' + document.documentElement.scrollWidth);
    for (const region of document.querySelectorAll('.controls-body, .stage, .answers')) {
        const right = region.getBoundingClientRect().left + region.clientLeft + region.clientWidth;
        if (region.scrollWidth <= region.clientWidth) continue;
        const over = [...region.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right + 1);
        cut.push(`${region.className} is too wide: ${over.at(-1)?.className} ${over.at(-1)?.textContent}`);
    }
    const all = 'button, summary, .heading, .label, .tab, .act, .segmented label span, .toggle span, .say-text, .chain-step p, .fact dt, .ending-step *';
    for (const part of document.querySelectorAll(all)) {
        const style = getComputedStyle(part);
        const isSeen = part.checkVisibility() && part.clientWidth > 1 && !part.closest('[popover], dialog, .tabs, .cells');
        if (!isSeen || style.textOverflow === 'ellipsis' || style.display === 'inline') continue;
        if (part.scrollWidth > part.clientWidth + 1) cut.push(`${part.className || part.tagName}: ${part.textContent.trim()}`);
    }
    return cut;
";

#[test]
fn what_is_wrong_is_said_in_the_language_of_the_page() {
    let page = Page::open("/");
    page.speak("한국어", "ko");
    page.wait_until("a title", |page| is_korean(&page.title()));
    page.click("button", "YAML 붙여넣기");
    page.wait_until("the editor", |page| page.count("dialog[open] textarea") == 1);
    let say = |text: &str| {
        page.js(
            "const area = document.querySelector('dialog[open] textarea');
             area.value = arguments[0];
             area.dispatchEvent(new InputEvent('input', { bubbles: true }));",
            &[text.into()],
        );
        page.wait_until("a problem", |page| page.count(".diagnostic-title") > 0);
        page.text(".diagnostic-title")
    };
    for text in [
        "apiVersion: v1\nkind: Pod\nspec: {containers: {name: app}}",
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {containers: [{name: c, image: d}]}",
        "a: \"b",
        "{\"format\": \"podlab-run\", \"version\": 99}",
    ] {
        page.wait_until(text, |_| is_korean(&say(text)));
    }
    // What Kubernetes says itself stays as it is.
    let unknown = "apiVersion: v1\nkind: Pod\nspec: {container: []}";
    page.wait_until(unknown, |_| say(unknown) == "Unknown field \"container\"");
    page.assert_healthy();
}

#[test]
fn a_language_that_cannot_be_fetched_is_told() {
    let page = Page::open_lab("Liveness fails");
    page.cut_off();
    page.choose_language("한국어");
    page.wait_until("the message", |page| {
        page.text(".toast").contains("한국어 could not be loaded")
    });
    assert_eq!(page.js("return document.documentElement.lang", &[]), json!("en"));
    assert!(page.has("button", "Why?"));
    let shown = page.js("return document.getElementById('language').value", &[]);
    assert_eq!(shown, json!("English"));
}
