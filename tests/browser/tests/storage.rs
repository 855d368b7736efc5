//! Where the browser keeps nothing, everything works, and the page says so once.

use podlab_browser_tests::Page;
use serde_json::json;

const SAID: &str = "This browser keeps nothing for Podlab.";

fn toast(page: &Page) -> String {
    page.js("return document.querySelector('.toast')?.textContent ?? ''", &[])
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn full_storage_is_told_once_and_nothing_else_happens() {
    let page = Page::open("/");
    page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
    page.js(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        &[],
    );
    page.click("radio", "dark");
    page.wait_until("the message", |page| toast(page).starts_with(SAID));
    assert_eq!(
        page.js("return document.documentElement.dataset.theme", &[]),
        json!("dark"),
        "what was chosen is shown all the same"
    );
    page.click("button", "Exit 1");
    page.wait_until("the change", |page| page.text(".say").contains("exited"));
    assert_eq!(toast(&page), "");
    page.click("radio", "light");
    page.wait_until("light colours", |page| {
        page.js("return document.documentElement.dataset.theme", &[]) == json!("light")
    });
    assert_eq!(toast(&page), "", "once is enough");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn it_is_told_in_the_language_of_the_page() {
    for (language, said) in
        [("한국어", "저장하지 않습니다"), ("Bahasa Indonesia", "tidak menyimpan")]
    {
        let page = Page::open("/");
        page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
        let code = if language == "한국어" { "ko" } else { "id" };
        page.speak(language, code);
        page.js(
            "Storage.prototype.setItem = (key) => { if (key === 'podlab-preferences') throw new DOMException('full', 'QuotaExceededError'); }",
            &[],
        );
        page.js("document.querySelector('.theme input:not(:checked)').click()", &[]);
        page.wait_until("the message", |page| toast(page).contains(said));
    }
}

#[test]
fn a_guest_that_may_keep_nothing_works() {
    let page = Page::open("/fixtures/sandbox.html");
    page.enter_frame("iframe");
    page.wait_for_program();
    let keeps = page.js("try { return localStorage !== null } catch { return false }", &[]);
    assert_eq!(keeps, json!(false), "the frame may keep something");
    page.click("radio", "dark");
    page.wait_until("the message", |page| toast(page).starts_with(SAID));
    page.click("button", "Exit 1");
    page.wait_until("the change", |page| page.text(".say").contains("exited"));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    page.leave_frame();
}
