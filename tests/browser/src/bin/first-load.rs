//! Finds out which functions of the program run until the page, or a figure in somebody else's page, has been drawn, and writes
//! them to `web/first-load.txt` and `web/first-figure.txt`.
//!
//! `cargo xtask first-load` builds the page and the package and runs this.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, ColorScheme, Page};
use xtask::{package, parts, paths};

const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

/// How many times slower than this computer the slow one is.
const SLOW: f64 = 8.0;
/// The network as it is.
const UNLIMITED: f64 = -8.0;

/// A page with one figure, of the scene in its address, whose program tells what ran.
const FIGURE: &str = "<!doctype html><meta charset='utf-8'><title>A figure</title><script>
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  window.marked = (made.instance ?? made).exports;
  return made;
};
document.write(`<pod-lab poster ${decodeURIComponent(location.search.slice(1))}></pod-lab>`);
</script><script type='module' src='podlab.js'></script>";

fn main() -> ExitCode {
    let found = of_page()
        .and_then(|page| Ok((write(parts::LIST_OF_PAGE, &page)?, of_figures()?)))
        .and_then(|(page, figures)| Ok((page, write(parts::LIST_OF_FIGURES, &figures)?)));
    match found {
        Ok((page, figures)) => {
            println!("{page} functions are needed for a first look, {figures} for a figure.");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the list of those that ran.
fn write(list: &str, ran: &BTreeSet<String>) -> Result<usize, String> {
    if ran.is_empty() {
        return Err("no function ran: did the page open?".to_owned());
    }
    parts::write_list(list, &ran.iter().map(String::as_str).collect())?;
    Ok(ran.len())
}

fn of_page() -> Result<BTreeSet<String>, String> {
    let folder = paths::target().join("parts/marked");
    let names = parts::mark(&folder)?;
    let page = Page::open_served(Browser::Chromium, &folder, "/", |site| {
        // What finds it out stands in the page.
        site.unrestricted = vec!["/"];
    });
    let mut ran = BTreeSet::new();
    let schemes = [ColorScheme::Light, ColorScheme::Dark];
    // A slow computer makes pauses where a quick one makes none.
    for (slowness, scheme) in [1.0, SLOW].into_iter().flat_map(|slow| schemes.map(|s| (slow, s))) {
        for (width, height) in SIZES {
            page.slow_down(slowness, UNLIMITED, 0.0);
            page.set_size(width, height);
            page.set_color_scheme(scheme);
            page.go_to("/");
            // Time for the page to draw itself, and to do what it puts off until then.
            thread::sleep(Duration::from_secs(if slowness > 1.0 { 6 } else { 2 }));
            take_marks(&page, &names, &mut ran)?;
        }
    }
    Ok(ran)
}

fn of_figures() -> Result<BTreeSet<String>, String> {
    let folder = paths::target().join("parts/marked-figures");
    let names = package::mark(&folder)?;
    fs::write(folder.join("index.html"), FIGURE).map_err(|error| error.to_string())?;
    let page = Page::open_served(Browser::Chromium, &folder, "/", |site| {
        site.unrestricted = vec!["/"];
    });
    let mut ran = BTreeSet::new();
    let scenes = podlab_lessons::SCENES.iter().map(|scene| format!("scene='{}'", scene.name));
    // What its author may want around it.
    let others = ["controls='none'", "controls='transport'", "controls='full'", "panels=''"]
        .into_iter()
        .flat_map(|look| [look.to_owned(), format!("scene='sts-ordered' {look}")]);
    for (number, figure) in scenes.chain(others).enumerate() {
        let (width, height) = SIZES[number % SIZES.len()];
        page.set_size(width, height);
        page.go_to(&format!("/?{figure}"));
        page.wait_until(&figure, |page| page.live_figures() == 1);
        // What scripts may ask while nobody has done anything; then a frame is drawn.
        page.js(
            "const figure = document.querySelector('pod-lab'); void [figure.currentTime, figure.playing];
             return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))",
            &[],
        );
        take_marks(&page, &names, &mut ran)?;
    }
    Ok(ran)
}

/// Adds the names of the functions that have run.
fn take_marks(
    page: &Page,
    names: &BTreeMap<u32, String>,
    ran: &mut BTreeSet<String>,
) -> Result<(), String> {
    let marks = page.js(
        "return Object.keys(window.marked).filter((name) => \
         name.startsWith(arguments[0]) && window.marked[name].value === 1)",
        &[parts::MARK.into()],
    );
    let marks = marks.as_array().ok_or("the page has no marks")?;
    let number = |mark: &str| mark.strip_prefix(parts::MARK)?.parse::<u32>().ok();
    let numbers = marks.iter().filter_map(|mark| number(mark.as_str()?));
    ran.extend(numbers.filter_map(|number| names.get(&number).cloned()));
    Ok(())
}
