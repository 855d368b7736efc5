//! The dialog that shares what is shown.

use podlab_browser_tests::{ColorScheme, Page};
use podlab_link::qr;
use serde_json::json;

fn field(page: &Page) -> String {
    let text = page.js("return document.getElementById('share-text').value", &[]);
    text.as_str().unwrap_or_default().to_owned()
}

/// The page with a scene at 40 s, and the dialog open.
fn open(title: &str) -> Page {
    let page = Page::open_lab(title);
    page.seek(40);
    page.click("button", "Share");
    page.wait_until("the link", |page| page.count("#share-text:not([aria-busy])") == 1);
    page
}

/// The address of the page.
fn origin(page: &Page) -> String {
    page.js("return location.origin + '/'", &[]).as_str().unwrap_or_default().to_owned()
}

#[test]
fn every_form_says_the_same_moment() {
    let page = open("A container that crashes");
    let origin = origin(&page);
    let link = format!("{origin}#/scene/crash-loop?at=40s");
    let forms = [
        ("Link", link.clone()),
        ("QR code", link.clone()),
        (
            "iframe",
            format!(
                "<iframe src=\"{origin}embed.html#/scene/crash-loop?at=40s\" title=\"Podlab: A container that crashes\""
            ),
        ),
        ("Element", "\n<pod-lab scene=\"crash-loop\" start-at=\"40s\"></pod-lab>".to_owned()),
        ("Markdown", format!("[Podlab: A container that crashes]({link})")),
        ("Fenced block", "```podlab scene=crash-loop start-at=40s\n```\n".to_owned()),
    ];
    for (form, text) in forms {
        page.click("radio", form);
        page.wait_until(form, |page| field(page).contains(&text));
        assert!(page.has("textbox", form));
        assert!(page.has("figure", "What it looks like there"));
        page.assert_healthy();
    }
    page.click("radio", "at the beginning");
    page.wait_until("the beginning", |page| {
        field(page) == "```podlab scene=crash-loop start-at=0s\n```\n"
    });
    page.click("switch", "Play at once");
    page.wait_until("the speed", |page| {
        field(page) == "```podlab scene=crash-loop start-at=0s autoplay\n```\n"
    });
    page.click("radio", "Link");
    // Without a moment the link would lead to where the scene opens.
    page.wait_until("the link", |page| {
        field(page) == format!("{origin}#/scene/crash-loop?at=0s&play=1")
    });
}

#[test]
fn the_code_is_that_of_the_link_dark_on_light() {
    let page = open("A container that crashes");
    page.click("radio", "QR code");
    page.wait_until("the code", |page| page.count(".share-code path") == 1);
    let code = qr::code(&field(&page)).expect("there is room");
    assert_eq!(page.attribute(".share-code path", "d"), Some(code.path));
    assert!(page.has("img", "QR code of the link"));
    page.press("Escape");
    page.go_dark();
    page.click("button", "Share");
    let colors = "const code = document.querySelector('.share-code');
        return [getComputedStyle(code).backgroundColor, getComputedStyle(code.querySelector('path')).fill]";
    page.wait_until("the code", |page| page.count(".share-code path") == 1);
    assert_eq!(page.js(colors, &[]), json!(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]));
    page.assert_healthy();
}

#[test]
fn what_is_copied_is_said() {
    let page = open("A container that crashes");
    page.js(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })",
        &[],
    );
    page.click("button", "Copy");
    page.wait_for_text(".dialog-foot [role=status]", "Copied.");
    assert_eq!(page.js("return window.copied", &[]), json!(field(&page)));
    page.click("radio", "Markdown");
    page.wait_until("another form", |page| {
        !page.text(".dialog-foot [role=status]").contains("Copied")
    });
    page.js("navigator.clipboard.writeText = async () => { throw new Error('no') }; document.execCommand = () => false", &[]);
    page.click("button", "Copy");
    page.wait_until("what to do instead", |page| {
        page.text(".dialog-foot [role=status]").contains("Ctrl+C")
    });
    let selected = "const field = document.getElementById('share-text'); return field.value.slice(field.selectionStart, field.selectionEnd)";
    assert_eq!(page.js(selected, &[]), json!(field(&page)));
    page.press("Escape");
    page.wait_until("the page", |page| page.count("dialog[open]") == 0);
    let focus = "return document.activeElement.textContent.trim()";
    assert_eq!(page.js(focus, &[]), "Share", "the focus is where it was");
}

#[test]
fn what_was_done_goes_along_and_a_long_run_is_better_a_file() {
    let page = Page::open_lab("A Pod that just runs");
    page.seek(20);
    page.click("button", "Exit 1");
    page.click("button", "Share");
    page.wait_until("the run", |page| field(page).contains("#/run/v1."));
    page.click("radio", "Element");
    page.wait_until("the run itself", |page| {
        field(page).contains("<script type=\"application/yaml\">\n{\"format\":\"podlab-run\",")
    });
    page.press("Escape");
    // What does not repeat cannot be packed.
    let mut seed = 7_u64;
    let noise: String = (0..17_000)
        .map(|_| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            char::from(b'a' + (seed >> 33) as u8 % 26)
        })
        .collect();
    for (length, why) in [(17_000, "more than 16384 characters"), (14_000, "of more than 8192")] {
        let noise = &noise[..length];
        page.paste(&format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: long-{length}, annotations: {{noise: {noise}}}}}\nspec: {{containers: [{{name: app, image: nginx}}]}}\n"
        ));
        page.click("button", "Run this Pod");
        page.wait_until("the Pod", |page| page.text("#pod-name") == format!("long-{length}"));
        page.click("button", "Share");
        page.wait_until(why, |page| {
            page.count("dialog[open] .absence") == 1
                && page.text("dialog[open] .absence").contains(why)
        });
        if length > 14_000 {
            page.press("Escape");
        }
    }
    assert!(page.has("button", "Save the run to a file"));
    assert!(page.attribute("dialog[open] .is-primary", "disabled").is_some());
    page.assert_healthy();
    assert!(!page.address().contains("#/"), "the address says nothing wrong: {}", page.address());
}

#[test]
fn it_fits_every_screen_in_every_language() {
    let page = Page::open("/");
    for code in ["en", "id", "ko"] {
        page.set_size(1440, 900);
        page.go_to("/fixtures/empty.html");
        page.go_to(&format!("/#/scene/sts-ordered?at=40s&lang={code}"));
        page.wait_until(code, |page| page.js("return document.documentElement.lang", &[]) == code);
        page.click_css(".topbar .button:has([href='#i-share'])");
        page.wait_until("the link", |page| page.count("#share-text:not([aria-busy])") == 1);
        for (width, height) in [(1440, 900), (768, 1024), (390, 844)] {
            page.set_size(width, height);
            for form in [1, 2, 0] {
                page.js(
                    "document.getElementsByName('share-form')[arguments[0]].click()",
                    &[json!(form)],
                );
                page.assert_fits();
                let cut = page.js(
                    "return [...document.querySelectorAll('dialog[open] :is(button, label span, p)')]
                       .filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1
                         && getComputedStyle(part).display !== 'inline').map((part) => part.textContent)",
                    &[],
                );
                assert_eq!(cut, json!([]), "{code} {width} {form}");
            }
            page.assert_healthy();
        }
    }
    if page.browser().name() == "chromium" {
        page.set_color_scheme(ColorScheme::Dark);
        page.assert_healthy();
    }
}
