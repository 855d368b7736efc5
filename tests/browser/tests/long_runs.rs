//! A run of 100,000 events: whatever is done to it, the page goes on drawing and answering meanwhile.

use podlab::benchmarks::Scrubbing;
use podlab_browser_tests::Page;
use serde_json::Value;

/// How many seconds of simulated time the clock says.
fn seconds(page: &Page) -> u64 {
    let clock = page.js("return document.querySelector('.clock').textContent", &[]);
    seconds_of(clock.as_str().unwrap_or_default())
}

fn seconds_of(clock: &str) -> u64 {
    let clock = clock.split('.').next().unwrap_or_default();
    clock.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().unwrap_or_default())
}

/// The page with the run at its end, and time standing still.
fn open_long_run() -> (Page, u64) {
    let end = Scrubbing::new().end().seconds();
    let page = Page::open("/");
    page.paste(Scrubbing::SCENARIO);
    page.click("button", "Run this Pod");
    page.wait_until("the run", |page| page.count("dialog[open]") == 0);
    // The line of time is not that long yet, and the highest speed stops where the same comes again.
    page.js("document.querySelector('.scrub input').max = arguments[0]", &[end.into()]);
    page.seek(end);
    let end = seconds(&page);
    (page, end)
}

/// What is seen in the frames from an act until the page is where that leads.
struct Seen {
    /// How many frames were drawn before it was there.
    frames: usize,
    /// What the clock said in them, without what it said twice.
    clocks: Vec<String>,
    /// In how many of them it was said where the way leads, with a way out.
    ways: usize,
}

/// Does something by a script, and as soon as the page is on its way, `meanwhile`, and counts the frames until it is there.
fn watch(page: &Page, act: &str, meanwhile: &str) -> Seen {
    let script = format!(
        "let [frames, ways] = [0, 0];
        const frame = async () => {{
            await new Promise((go) => requestAnimationFrame(go));
            frames++;
        }};
        return (async () => {{
            const clock = () => document.querySelector('.clock');
            const clocks = [];
            {act};
            // Where there is more to do than goes into a frame, it is drawn a little later.
            for (let more = 0; more < 100 && !clock().hasAttribute('aria-busy'); more++) await new Promise((go) => setTimeout(go));
            if (clock().hasAttribute('aria-busy')) {{ {meanwhile} }}
            while (clock().hasAttribute('aria-busy')) {{
                if (document.querySelector('.seeking progress') && document.querySelector('.seeking button')) ways++;
                if (clocks.at(-1) !== clock().textContent) clocks.push(clock().textContent);
                await frame();
            }}
            return [frames, clocks, ways];
        }})()"
    );
    let seen = page.promise(&script, &[]);
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let clocks = seen[1].as_array().cloned().unwrap_or_default();
    let clocks = clocks.iter().map(|clock| clock.as_str().unwrap_or_default().to_owned()).collect();
    Seen { frames: number(&seen[0]), clocks, ways: number(&seen[2]) }
}

const OLD_RELEASE: &str = "[...document.querySelectorAll('[name=release]')].find((r) => r.parentElement.textContent.includes('1.20')).click()";

fn release(page: &Page) -> String {
    let chosen = page.js(
        "return document.querySelector('[name=release]:checked').parentElement.textContent.trim()",
        &[],
    );
    chosen.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_same_run_under_another_release_is_made_frame_by_frame() {
    let (page, end) = open_long_run();
    let tab = "
        [...document.querySelectorAll('[role=tab]')].find((t) => t.textContent.includes('Events')).click();
        const chosen = () => document.querySelector('[role=tab][aria-selected=true]').textContent;
        for (let more = 0; more < 5 && chosen() !== 'Events'; more++) await frame();
        window.answered = clock().hasAttribute('aria-busy') && chosen()";
    let seen = watch(&page, OLD_RELEASE, tab);
    assert!(seen.frames > 2, "{} frames", seen.frames);
    // How often it is drawn depends on how long a drawing takes.
    let is_between = |clock: &String| (1..end).contains(&seconds_of(clock));
    assert!(seen.clocks.iter().any(is_between), "a moment between is drawn: {:?}", seen.clocks);
    assert!(seen.ways > 2, "where it goes to is said");
    assert_eq!(page.js("return window.answered", &[]), "Events", "another tab opens on the way");
    assert_eq!((release(&page).as_str(), seconds(&page)), ("1.20", end));
    page.assert_healthy();
}

#[test]
fn on_the_way_it_can_be_stopped_and_what_is_done_then_happens_at_its_end() {
    let (page, end) = open_long_run();
    let key = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))";
    let seen = watch(&page, OLD_RELEASE, key);
    assert!(seen.frames > 0 && seconds(&page) < end, "it stays where it was stopped");
    assert_eq!(release(&page), "1.20");

    // Forward again, and meanwhile the Pod is deleted: there, not here.
    let delete = "[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Delete').click();
        window.deletedAt = clock().textContent";
    let forward = format!(
        "const range = document.querySelector('.scrub input');
         range.value = {end};
         range.dispatchEvent(new InputEvent('input', {{ bubbles: true }}))"
    );
    watch(&page, &forward, delete);
    let deleted = page.js("return window.deletedAt", &[]);
    let deleted = seconds_of(deleted.as_str().expect("it was on its way"));
    assert!(deleted < end, "it was on its way at {deleted} s");
    assert_eq!(seconds(&page), end);
    assert_eq!(page.text("#status"), "Terminating");
    page.click("button", "Undo");
    page.wait_until_there();
    assert_eq!(seconds(&page), end, "that was the moment");
    assert_ne!(page.text("#status"), "Terminating");
    page.assert_healthy();
}

#[test]
fn a_step_back_in_a_long_run_leads_to_the_event_before() {
    let (page, end) = open_long_run();
    for _ in 0..3 {
        page.press("ArrowLeft");
        page.wait_until_there();
    }
    assert!((end - 10..=end).contains(&seconds(&page)));
    page.click("button", "Previous change");
    page.wait_until_there();
    let before = seconds(&page);
    assert!(before < end && before + 600 > end, "{before} of {end}");
    page.press("Shift+ArrowRight");
    page.wait_until_there();
    assert!(seconds(&page) > before);
    page.assert_healthy();
}

#[test]
fn variants_of_a_long_run_are_played_frame_by_frame_too() {
    let (page, _) = open_long_run();
    let compare = "document.querySelector('#compare').click()";
    let seen = watch(&page, compare, "");
    assert!(seen.frames > 2, "{} frames", seen.frames);
    assert!(seen.ways > 2);
    assert!(page.count(".comparison-column") >= 2);
    page.assert_healthy();
}

#[test]
fn at_3600_times_real_time_a_day_passes_in_seconds() {
    let page = Page::open_lab("A Pod that just runs");
    page.click("radio", "3600×");
    page.click("button", "Play");
    page.wait_until("a day", |page| {
        let clock = page.text(".clock");
        clock.split(':').next().and_then(|hours| hours.parse::<u32>().ok()) > Some(24)
    });
    page.click("button", "Pause");
    page.assert_healthy();
}
