//! Measures a first visit to the page, and to a page with a figure, on slow devices: Chromium with a slower processor and network,
//! and a server that compresses.
//!
//! `cargo xtask bench --page` runs it. It prints the middle of several visits and asserts nothing about them.
//!
//! - *picture*: a picture of the stage is visible, drawn by the still or by the program.
//! - *ready*: the program has drawn the stage.
//! - *pressed*: "Next change" is pressed for the first time, as soon as the picture is there. Until there is an answer it is
//!   pressed again and again, as people do.
//! - *answered*: the stage shows the change.
//! - *longest task*: how long the browser could not answer at all.

use std::env;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use podlab_browser_tests::{Browser, Page};
use serde_json::Value;
use xtask::paths;

/// A device and its network.
struct Profile {
    name: &'static str,
    /// How many times slower the processor is.
    processor: f64,
    /// Bits a second that the network carries.
    bits: f64,
    /// Milliseconds until an answer begins.
    latency: f64,
}

const PROFILES: [Profile; 2] = [
    Profile { name: "slow", processor: 4.0, bits: 1_600_000.0, latency: 150.0 },
    Profile { name: "fast", processor: 2.0, bits: 10_000_000.0, latency: 40.0 },
];

/// The page, and a page with a figure.
const PLACES: [(&str, &str); 2] = [("the page", "/"), ("a figure", "/fixtures/figure.html")];

/// Visits for each row, unless an argument says otherwise.
const VISITS: usize = 5;

/// How long a person waits before pressing again.
const PATIENCE: Duration = Duration::from_millis(250);

/// No limit, for `Page::slow_down`.
const UNLIMITED: f64 = -8.0;

/// Where the button for the next change is, and what the stage says.
const BUTTON: &str = "
    const root = document.querySelector('pod-lab')?.shadowRoot ?? document;
    const buttons = [...root.querySelectorAll('.transport button')];
    const box = buttons.find((each) => each.textContent.trim() === 'Next change').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, root.querySelector('.say').textContent]";

/// Notes in the page when something happens, and what the program's stage says from when on. What stands there before there is a
/// program is a still.
const NOTE: &str = "
    const noted = { longest: 0, said: [] };
    window.noted = noted;
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    addEventListener('pointerdown', () => { noted.pressed ??= performance.now(); }, true);
    let isThere = false;
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const instantiate = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await instantiate.apply(WebAssembly, given);
            isThere = true;
            return made;
        };
    }
    const isSeen = (image) => image.complete && image.naturalWidth > 0 && image.getBoundingClientRect().height > 100;
    let still;
    const look = () => {
        const now = performance.now();
        const root = document.querySelector('pod-lab')?.shadowRoot ?? document;
        const say = root.querySelector('.say');
        const said = say?.textContent;
        if (said || [...root.querySelectorAll('img')].some(isSeen)) noted.picture ??= now;
        if (!isThere) still = say;
        else if (said && say !== still && said !== noted.said.at(-1)?.[1]) noted.said.push([now, said]);
        requestAnimationFrame(look);
    };
    look();";

fn main() {
    let mut checkout = paths::root();
    let mut visits = VISITS;
    let mut arguments = env::args().skip(1);
    while let (Some(option), Some(value)) = (arguments.next(), arguments.next()) {
        match option.as_str() {
            "--of" => checkout = PathBuf::from(value),
            "--visits" => visits = value.parse().expect("--visits takes a number"),
            _ => panic!("{option} is not known"),
        }
    }
    let package = checkout.join("pkg");
    let page = Page::open_served(Browser::Chromium, &checkout.join("dist"), "/", |site| {
        site.folders.insert(0, ("/pkg/", package));
        site.compressed = Some(Arc::default());
    });
    page.run_first(NOTE);
    println!("A first visit in Chromium, the middle of {visits}, in milliseconds:");
    println!(
        "{:<26}{:>9}{:>9}{:>9}{:>10}{:>14}",
        "", "picture", "ready", "pressed", "answered", "longest task"
    );
    for profile in &PROFILES {
        println!(
            "{}: {} Mb/s, {} ms away, processor {} times slower",
            profile.name,
            profile.bits / 1e6,
            profile.latency,
            profile.processor
        );
        for (name, path) in PLACES {
            println!("  {name:<24}{}", measure(&page, profile, path, visits));
        }
    }
}

/// A row of the table: the middle of each column.
fn measure(page: &Page, profile: &Profile, path: &str, visits: usize) -> String {
    // The first visit lets the server compress what it sends, and tells where the button is.
    page.slow_down(1.0, UNLIMITED, 0.0);
    page.go_to(path);
    page.wait_until("the stage", |page| {
        let root = "document.querySelector('pod-lab')?.shadowRoot ?? document";
        page.js(&format!("return !!({root}).querySelector('.say')?.textContent"), &[]) == true
    });
    let button = page.js(BUTTON, &[]);
    let place = (button[0].as_f64().unwrap_or_default(), button[1].as_f64().unwrap_or_default());
    page.slow_down(profile.processor, profile.bits, profile.latency);
    let visits: Vec<Value> = (0..visits).map(|_| visit(page, path, place, &button[2])).collect();
    let columns = ["picture", "ready", "pressed", "answered", "longest"];
    let [picture, ready, pressed, answered, longest] = columns.map(|name| {
        let mut times: Vec<f64> = visits.iter().filter_map(|visit| visit[name].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    format!("{picture:>9.0}{ready:>9.0}{pressed:>9.0}{answered:>10.0}{longest:>14.0}")
}

/// Opens the page as if for the first time, and presses there as soon as there is a picture. Gives what was noted. `opening` is what
/// the stage says before anything is pressed.
fn visit(page: &Page, path: &str, (x, y): (f64, f64), opening: &Value) -> Value {
    page.go_to("/fixtures/empty.html");
    page.forget_visits();
    page.go_to(path);
    page.wait_until("a picture", |page| page.js("return window.noted.picture > 0", &[]) == true);
    let opening = [opening.clone()];
    page.wait_until("an answer", |page| {
        page.press_at(x, y);
        thread::sleep(PATIENCE);
        page.js(
            "const [ready] = window.noted.said;
             const answer = window.noted.said.find(([, text]) => text !== arguments[0]);
             window.noted.ready = ready?.[0];
             window.noted.answered = answer?.[0];
             return answer !== undefined",
            &opening,
        ) == true
    });
    page.js("return window.noted", &[])
}
