//! Finds out which functions of the program run until the page, or a figure in somebody else's page, has been drawn, and which when
//! somebody first does something there, and writes them to `web/first-load.txt`, `web/first-figure.txt` and the like for acts.
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

/// Whether a figure shows a StatefulSet: its time takes the part for acts.
const SET: &str = "return document.querySelector('pod-lab').shadowRoot.querySelector('.transport').dataset.soon === '2'";

/// The scenes in whose figures all is pressed, and time passes on a slow computer.
const TRIED: [&str; 4] = ["liveness", "init", "graceful", "sts-ordered"];

/// How many times slower than this computer the slow one is.
const SLOW: f64 = 8.0;
/// The network as it is.
const UNLIMITED: f64 = -8.0;

/// Lets time pass, with as many changes as the first argument says, if the second says so; otherwise presses what is marked as needing
/// no more than the part for acts.
const ACT: &str = "
const [changes, isTime] = arguments;
const root = document.querySelector('pod-lab')?.shadowRoot ?? document;
const wait = (time) => new Promise((done) => setTimeout(done, time));
const named = (name) => [...root.querySelectorAll('.transport button')].find((each) =>
  (each.getAttribute('aria-label') ?? each.textContent).trim() === name);
const arrive = async () => {
  for (let turn = 0; turn < 200 && root.querySelector('.clock[aria-busy]'); turn += 1) await wait(20);
};
const press = async (name) => { named(name)?.click(); await wait(40); };
const go = async (count) => { for (let turn = 0; turn < count; turn += 1) await press('Next change'); };
const controls = () => [...root.querySelectorAll('[data-soon] :is(button, input)')].filter((each) => each.checkVisibility());
const to = (time) => {
  const scrub = root.querySelector('.transport input[type=range]');
  scrub.value = time;
  for (const kind of ['input', 'change']) scrub.dispatchEvent(new Event(kind, { bubbles: true }));
};
// Where every look at the clock takes longer than a frame, each way takes several frames, and what is pressed meanwhile waits.
const beSlow = async () => {
  const now = performance.now.bind(performance);
  let more = 0;
  performance.now = () => now() + (more += 20);
  const middle = Number(root.querySelector('.transport input[type=range]').max) / 2;
  for (const time of [middle, 2]) {
    to(time);
    await wait(60);
    await arrive();
  }
  for (const names of [['Next change'], ['Next event'], ['Previous change'], ['Next change', 'Next change', 'Play'], ['Pause', 'Previous event']]) {
    for (const name of names) await press(name);
    await arrive();
  }
  await press('Pause');
  await arrive();
  // The moments of the computer are in order again.
  const end = performance.now();
  performance.now = () => Math.max(end, now());
};
const pass = async () => {
  await go(changes);
  await press('Play');
  await wait(1000);
  const speed = root.querySelector('.speed select');
  speed.selectedIndex = 2;
  speed.dispatchEvent(new Event('change', { bubbles: true }));
  await wait(1000);
  await press('Pause');
  for (const name of ['Next event', 'Previous change', 'Previous event', 'Next change']) await press(name);
  const { max } = root.querySelector('.transport input[type=range]');
  for (const time of [Number(max) / 2, max, Number(max) / 2]) {
    to(time);
    await wait(300);
  }
  await beSlow();
  // Out of sight a figure rests.
  const figure = document.querySelector('pod-lab');
  if (!figure) return;
  const away = document.createElement('div');
  away.style.blockSize = '3000px';
  figure.before(away);
  await wait(300);
  away.remove();
  await wait(300);
};
const act = async () => {
  const count = controls().length;
  for (let index = 0; index < count; index += 1) {
    const control = controls()[index];
    if (!control || control.disabled || control.closest('.transport')) continue;
    if (control.type === 'number' || control.type === 'text') continue;
    control.focus();
    control.click();
    await wait(40);
    root.querySelector('dialog[open]')?.close();
    await go(3);
  }
  for (const name of ['Undo', 'Redo']) {
    const all = [...root.querySelectorAll('[data-soon] button')];
    all.find((each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name)?.click();
    await wait(200);
  }
};
return isTime ? pass() : act();";

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
        .and_then(|page| Ok((page.write(&parts::PAGE)?, of_figures()?)))
        .and_then(|(page, figures)| Ok((page, figures.write(&parts::FIGURES)?)));
    match found {
        Ok((page, figures)) => {
            println!("For the page {page} were needed; for figures {figures}.");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The names of the functions that ran: until all had been drawn, when time passed, and with what else was done.
#[derive(Default)]
struct Ran([BTreeSet<String>; 3]);

impl Ran {
    /// Writes the lists, and says how long they are.
    fn write(&self, lists: &parts::Lists) -> Result<String, String> {
        if self.0[0].is_empty() {
            return Err("no function ran: did the page open?".to_owned());
        }
        let [drawn, time, acts] = lists.write(&self.0)?;
        Ok(format!("{drawn} functions to draw it, {time} to let time pass, {acts} for acts"))
    }
}

fn of_page() -> Result<Ran, String> {
    let folder = paths::target().join("parts/marked");
    let names = parts::mark(&folder)?;
    let page = Page::open_served(Browser::Chromium, &folder, "/", |site| {
        // What finds it out stands in the page.
        site.unrestricted = vec!["/"];
    });
    let mut ran = Ran::default();
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
            take_marks(&page, &names, &mut ran.0[0])?;
        }
    }
    page.set_color_scheme(ColorScheme::Light);
    let quick = SIZES.map(|size| (1.0, size));
    for (slowness, (width, height)) in quick.into_iter().chain([(SLOW, SIZES[0])]) {
        page.slow_down(slowness, UNLIMITED, 0.0);
        page.set_size(width, height);
        page.go_to("/");
        page.wait_until("the Pod", |page| page.count("#pod-name") == 1);
        page.press("Shift+ArrowRight");
        page.next_change();
        page.js(ACT, &[10.into(), true.into()]);
        take_marks(&page, &names, &mut ran.0[1])?;
        page.js(ACT, &[10.into(), false.into()]);
        take_marks(&page, &names, &mut ran.0[2])?;
    }
    Ok(ran)
}

fn of_figures() -> Result<Ran, String> {
    let folder = paths::target().join("parts/marked-figures");
    let names = package::mark(&folder)?;
    fs::write(folder.join("index.html"), FIGURE).map_err(|error| error.to_string())?;
    let page = Page::open_served(Browser::Chromium, &folder, "/", |site| {
        site.unrestricted = vec!["/"];
    });
    let mut ran = Ran::default();
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
        take_marks(&page, &names, &mut ran.0[0])?;
        if figure.contains("controls=") {
            continue;
        }
        let is_tried = TRIED.iter().any(|scene| figure == format!("scene='{scene}'"));
        page.slow_down(if is_tried { SLOW } else { 1.0 }, UNLIMITED, 0.0);
        page.next_change();
        page.js(ACT, &[12.into(), true.into()]);
        page.slow_down(1.0, UNLIMITED, 0.0);
        let has_set = page.js(SET, &[]) == true;
        if !is_tried {
            page.js("document.querySelector('pod-lab').dispose()", &[]);
        }
        take_marks(&page, &names, &mut ran.0[if has_set { 2 } else { 1 }])?;
        if is_tried {
            page.js(ACT, &[12.into(), false.into()]);
            take_marks(&page, &names, &mut ran.0[2])?;
        }
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
