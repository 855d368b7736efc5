//! Every scene, from its first moment.

use podlab_browser_tests::Page;

#[test]
fn every_scene_opens_without_a_fault() {
    let page = Page::open("/");
    let titles = page.js(
        "return [...document.querySelectorAll('.scenes li .scene')].map((scene) => scene.firstChild.data)",
        &[],
    );
    let titles: Vec<String> = titles
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|title| title.as_str().map(str::to_owned))
        .collect();
    assert!(titles.len() > 10, "{titles:?}");
    for title in &titles {
        page.open_scene(title);
        page.click("button", "Next change");
        page.click("button", "Next event");
    }
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
