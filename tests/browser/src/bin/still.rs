//! Writes `web/still.html`: the first scene as the program draws it in English, so that the page shows it before the program is there.
//!
//! `cargo run -p podlab-browser-tests --bin still`, after what the page shows at first has changed; a test of `loading` says when.

use std::fs;
use std::process::ExitCode;

use podlab_browser_tests::still::STILL;
use podlab_browser_tests::{Browser, Page};
use xtask::paths;

fn main() -> ExitCode {
    let page = Page::open_in(Browser::Chromium, "/?first-visit");
    page.wait_until("all that is foretold", |page| page.text(".answers").contains("Nothing more"));
    let html = page.js(STILL, &[]);
    let file = paths::root().join("web/still.html");
    match fs::write(&file, html.as_str().unwrap_or_default()) {
        Ok(()) => {
            println!("web/still.html");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            ExitCode::FAILURE
        }
    }
}
