//! Takes pictures of the built page on a desk, a tablet and a phone, in light and dark.
//!
//! `cargo run -p podlab-browser-tests --bin screenshots -- PATH FOLDER [--all] [--scene TITLE] [--steps COUNT] [--press CSS]
//! [--language CODE]`

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, ColorScheme, Page};

const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

const USAGE: &str = "screenshots PATH FOLDER [--all] [--scene TITLE] [--steps COUNT] [--press CSS] [--language CODE]

  --all            the whole page, not only what is seen without scrolling
  --scene TITLE    opens the scene of that title first, with time standing still
  --steps COUNT    then goes on by so many changes
  --press CSS      then presses that
  --language CODE  chooses a language before all that: id or ko";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let value = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1).map(String::as_str)
    };
    let (Some(path), Some(folder)) = (words.first(), words.get(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let all = words.iter().any(|word| word == "--all");
    let (scene, steps) = (value("--scene"), value("--steps"));
    let steps: usize = steps.and_then(|count| count.parse().ok()).unwrap_or(0);
    let page = Page::open_in(Browser::Chromium, path);
    if let Some(code) = value("--language") {
        let preferences = serde_json::json!({ "version": 1, "language": code }).to_string();
        page.js("localStorage.setItem('podlab-preferences', arguments[0])", &[preferences.into()]);
    }
    for (scheme, name) in [(ColorScheme::Light, "light"), (ColorScheme::Dark, "dark")] {
        for (width, height) in SIZES {
            page.set_size(width, height);
            page.set_color_scheme(scheme);
            // Only another fragment would not load the page again.
            page.go_to("/fixtures/empty.html?first-visit");
            page.go_to(path);
            if let Some(title) = scene {
                open(&page, title, steps);
            }
            if let Some(css) = value("--press") {
                page.click_css(css);
            }
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

/// Opens a scene and lets so many changes happen.
fn open(page: &Page, title: &str, steps: usize) {
    page.wait_until("the scenes", |page| page.count(".scene") > 0);
    page.js(
        "[...document.querySelectorAll('.scene')].find((scene) => scene.textContent.startsWith(arguments[0])).click()",
        &[title.into()],
    );
    page.click("button", "Pause");
    for _ in 0..steps {
        page.js("document.querySelector('[title=\"Next visible change\"]').click()", &[]);
    }
}
