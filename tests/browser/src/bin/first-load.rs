//! Finds out which functions of the page's program run until the page has been drawn, and writes them to `web/first-load.txt`.
//!
//! `cargo xtask first-load` builds the page and runs this.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, ColorScheme, Page};
use xtask::{parts, paths};

const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

fn main() -> ExitCode {
    match run() {
        Ok(count) => {
            println!("{count} functions are needed for a first look.");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<usize, String> {
    let folder = paths::target().join("parts/marked");
    let names = parts::mark(&folder)?;
    let page = Page::open_served(Browser::Chromium, &folder, "/", |site| {
        // What finds it out stands in the page.
        site.unrestricted = vec!["/"];
    });
    let mut ran = BTreeSet::new();
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        for (width, height) in SIZES {
            page.set_size(width, height);
            page.set_color_scheme(scheme);
            page.go_to("/");
            // Time for the page to draw itself, and to do what it puts off until then.
            thread::sleep(Duration::from_secs(2));
            let marks = page.js(
                "return Object.keys(window.marked).filter((name) => \
                 name.startsWith(arguments[0]) && window.marked[name].value === 1)",
                &[parts::MARK.into()],
            );
            let marks = marks.as_array().ok_or("the page has no marks")?;
            let number = |mark: &str| mark.strip_prefix(parts::MARK)?.parse::<u32>().ok();
            ran.extend(marks.iter().filter_map(|mark| number(mark.as_str()?)));
        }
    }
    let ran: BTreeSet<&str> =
        ran.iter().filter_map(|number| Some(names.get(number)?.as_str())).collect();
    if ran.is_empty() {
        return Err("no function ran: did the page open?".to_owned());
    }
    parts::write_list(&ran)?;
    Ok(ran.len())
}
