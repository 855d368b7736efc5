//! Takes pictures of the built page on a desk, a tablet and a phone, in light and dark.
//!
//! `cargo run -p podlab-browser-tests --bin screenshots -- PATH FOLDER [--all]`

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, ColorScheme, Page};

const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let (path, folder, all) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [path, folder] => (path, folder, false),
        [path, folder, "--all"] => (path, folder, true),
        _ => {
            eprintln!(
                "screenshots PATH FOLDER [--all]\n\n  --all  the whole page, not only what is seen without scrolling"
            );
            return ExitCode::FAILURE;
        }
    };
    let page = Page::open_in(Browser::Chromium, path);
    for (scheme, name) in [(ColorScheme::Light, "light"), (ColorScheme::Dark, "dark")] {
        for (width, height) in SIZES {
            page.set_size(width, height);
            page.set_color_scheme(scheme);
            page.go_to(path);
            // Time for the page to draw what it moves into place.
            thread::sleep(Duration::from_millis(800));
            let file = Path::new(folder).join(format!("{width}x{height}-{name}.png"));
            if all {
                page.screenshot_of_all(&file);
            } else {
                page.screenshot(&file);
            }
            println!("{}", file.display());
        }
    }
    for error in page.console_errors() {
        println!("The page reports: {error}");
    }
    ExitCode::SUCCESS
}
