//! The page opens and is fit to be used.

use podlab_browser_tests::Page;

#[test]
fn the_page_opens_and_nobody_is_shut_out() {
    let page = Page::open("/");
    assert!(page.title().contains("Podlab"), "the title is {:?}", page.title());
    page.wait_until("a heading", |page| page.count("h1") == 1);
    page.assert_healthy();
}

#[test]
fn the_page_works_in_a_folder_of_another_site() {
    let page = Page::open("/some/folder/");
    page.wait_until("a heading", |page| page.count("h1") == 1);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
