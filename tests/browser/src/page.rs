//! The page as a test sees it.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use xtask::browsers::Browser;
use xtask::paths;
use xtask::server::{self, Site};

use crate::driver::Driver;
use crate::session::{Element, Session};

/// How often a wait looks again, and for how long in all: 20 seconds.
const PAUSE: Duration = Duration::from_millis(50);
const ATTEMPTS: u32 = 400;

/// One browser at a time: two at once make a small machine slow and its tests unsteady.
static TURN: Mutex<()> = Mutex::new(());

/// The page in a browser of its own, with a fresh profile. The browser is closed when this value goes.
pub struct Page {
    browser: Browser,
    origin: String,
    session: Session,
    // Dropped after `drop` has ended the session.
    _driver: Driver,
    _turn: MutexGuard<'static, ()>,
}

/// What a person has set their system to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// Something that axe-core finds wrong.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule's name in axe-core.
    pub rule: String,
    /// `minor`, `moderate`, `serious` or `critical`.
    pub impact: String,
    /// What is wrong, in a sentence.
    pub help: String,
    /// CSS selectors of the elements.
    pub elements: Vec<String>,
}

impl Violation {
    /// Whether somebody is likely to be shut out.
    pub fn is_serious(&self) -> bool {
        matches!(self.impact.as_str(), "serious" | "critical")
    }
}

impl Page {
    /// Opens a path in the browser that `PODLAB_BROWSER` names, Chromium if it names none.
    ///
    /// `/` and `/some/folder/` are the built page, `/pkg/` the npm package, `/fixtures/` the pages of `fixtures/`.
    pub fn open(path: &str) -> Self {
        let name =
            env::var("PODLAB_BROWSER").unwrap_or_else(|_| Browser::Chromium.name().to_owned());
        let browser = Browser::named(&name)
            .unwrap_or_else(|| panic!("PODLAB_BROWSER={name} is no browser we know"));
        Self::open_in(browser, path)
    }

    /// Opens a path in that browser.
    pub fn open_in(browser: Browser, path: &str) -> Self {
        assert!(
            paths::dist().join("index.html").is_file(),
            "dist/ is empty; build it with: cargo xtask build"
        );
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let address = server::serve_in_background(site()).expect("a port is free");
        let driver = Driver::start(browser).unwrap_or_else(|error| panic!("{error}"));
        let session = driver
            .start_session(browser)
            .unwrap_or_else(|error| panic!("{error}"));
        let origin = format!("http://{address}");
        let page = Self {
            browser,
            origin,
            session,
            _driver: driver,
            _turn: turn,
        };
        page.set_size(1440, 900);
        page.go_to(path);
        page
    }

    /// The browser it runs in.
    pub fn browser(&self) -> Browser {
        self.browser
    }

    /// Opens another path, or the same again.
    pub fn go_to(&self, path: &str) {
        self.ask(
            self.session
                .post("url", &json!({ "url": format!("{}{path}", self.origin) })),
        );
    }

    /// The address after the origin: path, query and fragment.
    pub fn address(&self) -> String {
        let url = self.ask(self.session.get("url"));
        url.as_str()
            .unwrap_or_default()
            .replacen(&self.origin, "", 1)
    }

    /// The document's title.
    pub fn title(&self) -> String {
        self.ask(self.session.get("title"))
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Clicks the element with this role and accessible name, for example `("button", "Step")`.
    pub fn click(&self, role: &str, name: &str) {
        let element = self.by_role(role, name);
        self.ask(self.session.click(&element));
    }

    /// Clicks the first element that the selector matches.
    pub fn click_css(&self, css: &str) {
        let element = self.by_css(css);
        self.ask(self.session.click(&element));
    }

    /// Types into the field with this role and accessible name.
    pub fn type_into(&self, role: &str, name: &str, text: &str) {
        let element = self.by_role(role, name);
        self.ask(self.session.send_keys(&element, text));
    }

    /// The visible text of the first element that the selector matches.
    pub fn text(&self, css: &str) -> String {
        let element = self.by_css(css);
        self.ask(self.session.text(&element))
    }

    /// The value of an attribute of the first element that the selector matches.
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let element = self.by_css(css);
        let value = self.js(
            "return arguments[0].getAttribute(arguments[1])",
            &[element.as_value().clone(), json!(name)],
        );
        value.as_str().map(str::to_owned)
    }

    /// How many elements the selector matches now, also inside open shadow roots.
    pub fn count(&self, css: &str) -> usize {
        self.look("css", css, "").0.len()
    }

    /// Whether there is a visible element with this role and accessible name now.
    pub fn has(&self, role: &str, name: &str) -> bool {
        !self.look("role", role, name).0.is_empty()
    }

    /// Waits until the first element that the selector matches has this visible text.
    pub fn wait_for_text(&self, css: &str, text: &str) {
        let mut seen = String::new();
        let found = poll(|| {
            // The element may be replaced between finding and reading it.
            let (elements, _) = self.look("css", css, "");
            seen = elements
                .first()
                .and_then(|element| self.session.text(element).ok())
                .unwrap_or_default();
            (seen == text).then_some(())
        });
        assert!(
            found.is_some(),
            "{css} never reads {text:?}; it reads {seen:?}"
        );
    }

    /// Waits until the condition holds; `what` says in words what is waited for.
    pub fn wait_until(&self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        assert!(
            poll(|| holds(self).then_some(())).is_some(),
            "waited in vain: {what}"
        );
    }

    /// Presses a key, alone or with others held, for example `ArrowRight`, `Enter`, `j` or `Control+z`.
    pub fn press(&self, keys: &str) {
        let keys: Vec<String> = keys.split('+').map(key_code).collect();
        let event = |kind: &str, key: &String| json!({ "type": kind, "value": key });
        let mut actions: Vec<Value> = keys.iter().map(|key| event("keyDown", key)).collect();
        actions.extend(keys.iter().rev().map(|key| event("keyUp", key)));
        let sources =
            json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.ask(self.session.post("actions", &sources));
    }

    /// Runs the body of a JavaScript function and returns its result.
    pub fn js(&self, body: &str, arguments: &[Value]) -> Value {
        self.ask(self.session.script(body, arguments))
    }

    /// Makes what is seen of the page this large, in CSS pixels.
    pub fn set_size(&self, width: u32, height: u32) {
        if self.browser == Browser::Chromium {
            // A window has a least width; a phone's screen is smaller.
            let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            self.ask(
                self.session
                    .devtools("Emulation.setDeviceMetricsOverride", &size),
            );
            return;
        }
        let frame = self.js(
            "return [outerWidth - innerWidth, outerHeight - innerHeight]",
            &[],
        );
        let border = |side: usize| u32::try_from(frame[side].as_i64().unwrap_or(0)).unwrap_or(0);
        let size = json!({ "width": width + border(0), "height": height + border(1) });
        self.ask(self.session.post("window/rect", &size));
    }

    /// Sets what the page is told about the system's colours; Chromium only.
    pub fn set_color_scheme(&self, scheme: ColorScheme) {
        let value = match scheme {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
        };
        self.set_media("prefers-color-scheme", value);
    }

    /// Sets a media feature, for example `("prefers-reduced-motion", "reduce")`; Chromium only, and one at a time.
    pub fn set_media(&self, feature: &str, value: &str) {
        let media = json!({ "features": [{ "name": feature, "value": value }] });
        self.ask(self.session.devtools("Emulation.setEmulatedMedia", &media));
    }

    /// Goes into the frame that the selector matches; [`Self::leave_frame`] comes back.
    pub fn enter_frame(&self, css: &str) {
        let frame = self.by_css(css);
        self.ask(
            self.session
                .post("frame", &json!({ "id": frame.as_value() })),
        );
    }

    /// Comes back to the outermost page.
    pub fn leave_frame(&self) {
        self.ask(self.session.post("frame", &json!({ "id": null })));
    }

    /// Saves what is seen as a PNG file.
    pub fn screenshot(&self, file: &Path) {
        let image = self.ask(self.session.get("screenshot"));
        save(file, &image);
    }

    /// Saves the whole page, however long, as a PNG file; Chromium only.
    pub fn screenshot_of_all(&self, file: &Path) {
        let request = json!({ "format": "png", "captureBeyondViewport": true });
        let image = self.ask(self.session.devtools("Page.captureScreenshot", &request));
        save(file, &image["data"]);
    }

    /// What went wrong in the page since it was opened: errors, unhandled rejections, `console.error`, failed loads.
    pub fn console_errors(&self) -> Vec<String> {
        strings(&self.js(
            "return window.podlabErrors ?? ['the page is not watched']",
            &[],
        ))
    }

    /// The addresses outside its own origin that the page fetched something from.
    pub fn foreign_requests(&self) -> Vec<String> {
        strings(&self.js(
            "return performance.getEntriesByType('resource').map((entry) => entry.name)
               .filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))",
            &[],
        ))
    }

    /// What axe-core finds wrong in the page as it is now.
    pub fn axe(&self) -> Vec<Violation> {
        let file = paths::node_modules().join("axe-core/axe.min.js");
        let axe = fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!(
                "{} is missing; `cargo xtask test` installs it",
                file.display()
            )
        });
        let script = format!(
            "{axe};
            const done = arguments[arguments.length - 1];
            window.axe.run(document, {{ resultTypes: ['violations'] }})
              .then((results) => done(results.violations), (error) => done(String(error)));"
        );
        let violations = self.ask(self.session.script_with_callback(&script, &[]));
        let list = violations
            .as_array()
            .unwrap_or_else(|| panic!("axe-core fails: {violations}"));
        list.iter().map(violation).collect()
    }

    /// Asserts that nothing went wrong, nothing was fetched from elsewhere, and nobody is shut out.
    pub fn assert_healthy(&self) {
        let errors = self.console_errors();
        assert!(errors.is_empty(), "the page reports errors: {errors:#?}");
        let foreign = self.foreign_requests();
        assert!(
            foreign.is_empty(),
            "the page fetches from elsewhere: {foreign:#?}"
        );
        let violations: Vec<Violation> = self
            .axe()
            .into_iter()
            .filter(Violation::is_serious)
            .collect();
        assert!(violations.is_empty(), "axe-core finds: {violations:#?}");
    }

    fn by_role(&self, role: &str, name: &str) -> Element {
        let mut seen = Vec::new();
        poll(|| {
            let (found, names) = self.look("role", role, name);
            seen = names;
            found.into_iter().next()
        })
        .unwrap_or_else(|| panic!("there is no {role} named {name:?}; there are {seen:?}"))
    }

    fn by_css(&self, css: &str) -> Element {
        poll(|| self.look("css", css, "").0.into_iter().next())
            .unwrap_or_else(|| panic!("nothing matches {css}"))
    }

    /// The elements that match now, and the names of those of the same role.
    fn look(&self, by: &str, what: &str, name: &str) -> (Vec<Element>, Vec<String>) {
        let result = self.js(
            include_str!("find.js"),
            &[json!(by), json!(what), json!(name)],
        );
        let found = result["found"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Element::from_value)
            .collect();
        (found, strings(&result["seen"]))
    }

    /// The answer, or a panic that names the browser.
    fn ask<T>(&self, answer: Result<T, String>) -> T {
        answer.unwrap_or_else(|error| panic!("{}: {error}", self.browser.name()))
    }
}

/// What the browser sees: the page at the root and, to show that it works anywhere, in a folder of another site; the
/// npm package and the test pages beside it.
fn site() -> Site {
    Site {
        folders: vec![
            ("/fixtures/", paths::root().join("tests/browser/fixtures")),
            ("/pkg/", paths::root().join("pkg")),
            ("/some/folder/", paths::dist()),
            ("/", paths::dist()),
        ],
        script: Some(include_str!("watch.js").to_owned()),
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if thread::panicking() {
            let test = thread::current()
                .name()
                .unwrap_or("test")
                .replace("::", "-");
            let file = paths::target()
                .join("browser-failures")
                .join(format!("{test}-{}.png", self.browser.name()));
            if let Ok(image) = self.session.get("screenshot") {
                save(&file, &image);
                eprintln!("What the page looked like: {}", file.display());
            }
        }
        if let Err(error) = self.session.end() {
            eprintln!("{} did not close: {error}", self.browser.name());
        }
    }
}

/// Tries until there is a result, or gives up.
fn poll<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    for _ in 0..ATTEMPTS {
        if let Some(result) = attempt() {
            return Some(result);
        }
        thread::sleep(PAUSE);
    }
    None
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

fn violation(value: &Value) -> Violation {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let nodes = value["nodes"].as_array().into_iter().flatten();
    Violation {
        rule: text("id"),
        impact: text("impact"),
        help: text("help"),
        elements: nodes.map(|node| node["target"].to_string()).collect(),
    }
}

fn save(file: &Path, image: &Value) {
    let image = STANDARD
        .decode(image.as_str().unwrap_or_default())
        .unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("."));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(file, image)) {
        eprintln!("{} cannot be written: {error}", file.display());
    }
}

/// WebDriver's code for a key that has no character.
fn key_code(name: &str) -> String {
    let code = match name {
        "Backspace" => '\u{E003}',
        "Tab" => '\u{E004}',
        "Enter" => '\u{E007}',
        "Shift" => '\u{E008}',
        "Control" => '\u{E009}',
        "Alt" => '\u{E00A}',
        "Escape" => '\u{E00C}',
        "Space" => ' ',
        "PageUp" => '\u{E00E}',
        "PageDown" => '\u{E00F}',
        "End" => '\u{E010}',
        "Home" => '\u{E011}',
        "ArrowLeft" => '\u{E012}',
        "ArrowUp" => '\u{E013}',
        "ArrowRight" => '\u{E014}',
        "ArrowDown" => '\u{E015}',
        "Delete" => '\u{E017}',
        "Meta" => '\u{E03D}',
        "Plus" => '+',
        _ => {
            assert!(name.chars().count() == 1, "{name:?} is no key we know");
            return name.to_owned();
        }
    };
    code.to_string()
}
