//! What is printed, as the PDF file that the browser makes of it: worksheets and certificates.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use miniz_oxide::inflate::decompress_to_vec_zlib;
use podlab_browser_tests::{Browser, Page};
use podlab_lessons::LESSONS;
use serde_json::{Value, json};
use xtask::paths;

/// Prints the page, or the page of the paper with that number, and returns what its PDF file says.
fn print(page: &Page, numbers: &[usize]) -> String {
    let pdf = page.print(numbers);
    assert!(pdf.starts_with(b"%PDF-"), "it is no PDF file");
    // Chromium writes pages as they are, Firefox within compressed streams.
    let mut said = String::from_utf8_lossy(&pdf).into_owned();
    for (at, _) in pdf.windows(7).enumerate().filter(|(_, word)| *word == b"stream\n") {
        if let Ok(stream) = decompress_to_vec_zlib(&pdf[at + 7..]) {
            said.push_str(&String::from_utf8_lossy(&stream));
        }
    }
    said
}

/// How many pages of paper a PDF file has.
fn count(pdf: &str) -> usize {
    let after = pdf.split("/Type /Page").skip(1);
    // A node of the tree of pages has the type Pages.
    after.filter(|rest| !rest.starts_with(char::is_alphanumeric)).count()
}

/// Puts a link at the beginning and at the end of each element that the selector matches: a PDF file says on which page a link lies.
fn mark(page: &Page, css: &str) {
    let script = "document.querySelectorAll(arguments[0]).forEach((each, index) => {
        for (const [place, word] of [['afterbegin', 'begins'], ['beforeend', 'ends']]) {
            each.insertAdjacentHTML(place, `<a href='https://podlab.invalid/${index}-${word}.'>${word}</a>`);
        }
    })";
    page.js(script, &[css.into()]);
}

/// Prints page by page. Returns on which one each mark lies.
fn places(page: &Page) -> (usize, BTreeMap<String, usize>) {
    let all = count(&print(page, &[]));
    let mut places = BTreeMap::new();
    for number in 1..=all {
        let pdf = print(page, &[number]);
        assert_eq!(count(&pdf), 1, "page {number} of {all} is printed alone");
        let marks = pdf.split("https://podlab.invalid/").skip(1);
        places.extend(marks.filter_map(|mark| Some((mark.split_once('.')?.0.to_owned(), number))));
    }
    (all, places)
}

/// Writes a worksheet of two lessons as the program does, and opens it.
fn open_worksheet() -> Page {
    let program = paths::target().join("debug/podlab");
    let file = paths::target().join("from-disk/worksheet.html");
    fs::create_dir_all(paths::target().join("from-disk")).expect("a folder can be made");
    let mut write = Command::new(&program);
    write.args(["lesson", "worksheet", "exit-0", "phase-and-status", "--output"]).arg(&file);
    let written = write.status().unwrap_or_else(|error| {
        panic!("{}: {error}; build it with: cargo build --bin podlab", program.display())
    });
    assert!(written.success(), "the program writes no worksheet");
    Page::open_from_disk(&file)
}

#[test]
fn each_sheet_and_each_key_of_a_worksheet_is_printed_on_pages_of_its_own() {
    // WebKit's driver does not know how to print.
    if Page::chosen_browser() == Browser::WebKit {
        return;
    }
    let page = open_worksheet();
    let drawn = "return [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length";
    page.wait_until("all pictures", |page| page.js(drawn, &[]) == json!(6));
    assert_eq!((page.count(".sheet"), page.count(".key")), (2, 2));
    mark(&page, "article");
    let (all, found) = places(&page);
    let at = |article: usize, word: &str| found[&format!("{article}-{word}")];
    assert_eq!((at(0, "begins"), at(3, "ends")), (1, all), "{found:?}");
    for article in 1..4 {
        let before = at(article - 1, "ends");
        assert_eq!(at(article, "begins"), before + 1, "article {article} in {found:?}");
    }
    // The same with so little on each that all of it would fit on one page.
    page.js("document.querySelectorAll('section').forEach((section) => section.remove())", &[]);
    let (all, found) = places(&page);
    assert_eq!(all, 4);
    for (mark, number) in &found {
        assert!(mark.starts_with(&(number - 1).to_string()), "{found:?}");
    }
    assert_eq!(found.len(), 8, "{found:?}");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Opens the certificate of a learner who finished these lessons.
fn open_certificate(page: &Page, lessons: &[&str]) {
    let lessons: BTreeMap<&str, Value> =
        lessons.iter().map(|name| (*name, json!({ "fewest": 1 }))).collect();
    let kept = json!({ "version": 1, "lessons": lessons }).to_string();
    page.js("localStorage['podlab-lessons'] = arguments[0]", &[kept.into()]);
    page.go_to(&format!("/?{}#/lessons", lessons.len()));
    page.wait_until("the list", |page| page.count(".course-lesson") > 60);
    page.click("button", "Certificate");
    page.wait_until("the certificate", |page| page.count(".certificate") == 1);
    page.type_into("textbox", "Your name", "Ada");
    page.wait_until("the name", |page| page.text(".certificate-of") == "Ada");
}

#[test]
fn a_certificate_is_printed_whole() {
    // WebKit's driver does not know how to print.
    if Page::chosen_browser() == Browser::WebKit {
        return;
    }
    let page = Page::open("/");
    open_certificate(&page, &["canary"]);
    mark(&page, ".certificate");
    let (all, found) = places(&page);
    assert_eq!(all, 1, "one lesson takes one page");
    assert_eq!((found["0-begins"], found["0-ends"]), (1, 1));

    let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
    open_certificate(&page, &names);
    assert_eq!(page.count(".certificate li"), LESSONS.len());
    // A list that is longer than the dialog is printed to its last line.
    mark(&page, ".certificate, .certificate li");
    let (all, found) = places(&page);
    assert_eq!(found.len(), 2 * (LESSONS.len() + 1), "{found:?}");
    assert_eq!((found["0-begins"], found["0-ends"]), (1, all), "{found:?}");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
