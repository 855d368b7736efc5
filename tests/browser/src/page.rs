//! The page as a test sees it.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use xtask::browsers::Browser;
use xtask::paths;
use xtask::publish::offline::WORKER;
use xtask::server::{self, Site};
use xtask::sites;

use crate::driver::Recording;
use crate::session::Session;
use crate::turn::Turn;

/// The page in a browser that no other test uses meanwhile, with nothing stored from earlier.
pub struct Page {
    browser: Browser,
    origin: String,
    is_cut_off: Arc<AtomicBool>,
    asked: Arc<Mutex<Vec<String>>>,
    turn: Turn,
}

/// What a person has set their system to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl Page {
    /// Opens a path in the browser that `PODLAB_BROWSER` names, Chromium if it names none.
    ///
    /// `/` and `/some/folder/` are the built page, `/pkg/` the npm package, `/fixtures/` the pages of `fixtures/`.
    pub fn open(path: &str) -> Self {
        Self::open_in(Self::chosen_browser(), path)
    }

    /// Opens a path of an example of a documentation site, in the browser that `PODLAB_BROWSER` names.
    pub fn open_site(name: &str, path: &str) -> Self {
        let folder = sites::built(name);
        assert!(
            folder.join("podlab/podlab.js").is_file() || folder.join("_static/podlab").is_dir(),
            "{} is no built site; build it with: cargo xtask sites {name}",
            folder.display()
        );
        // What a site allows itself is its own affair.
        Self::open_served(Self::chosen_browser(), &folder, path, |site| {
            site.unrestricted = vec!["/"];
        })
    }

    /// Opens a path in that browser.
    pub fn open_in(browser: Browser, path: &str) -> Self {
        Self::open_folder(browser, &paths::dist(), path)
    }

    /// Opens a path of the page that is built into a folder.
    pub fn open_folder(browser: Browser, folder: &Path, path: &str) -> Self {
        Self::open_served(browser, folder, path, |_| {})
    }

    /// The same, from a server that is set up as the test wants.
    pub fn open_served(
        browser: Browser,
        folder: &Path,
        path: &str,
        set_up: impl FnOnce(&mut Site),
    ) -> Self {
        let page = Self::serve(browser, folder, Recording::Console, set_up);
        page.go_to(path);
        page
    }

    /// Opens a path of the built page in a Chromium that traces what it does from then on; [`Page::end_trace`] returns that.
    pub fn open_traced(path: &str) -> Self {
        let page = Self::serve(Browser::Chromium, &paths::dist(), Recording::Trace, |_| {});
        page.go_to(path);
        page
    }

    /// Opens a path of the page in that folder without waiting for the program: the page shows its still until that is there.
    pub fn open_before_program(folder: &Path, path: &str, set_up: impl FnOnce(&mut Site)) -> Self {
        let page = Self::serve(Self::chosen_browser(), folder, Recording::Console, set_up);
        page.go_to_still(path);
        page
    }

    fn serve(
        browser: Browser,
        folder: &Path,
        recording: Recording,
        set_up: impl FnOnce(&mut Site),
    ) -> Self {
        assert!(
            folder.join("index.html").is_file(),
            "{} is empty; build the page with: cargo xtask build",
            folder.display()
        );
        let turn = Turn::take(browser, recording);
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let mut site = site(folder, &is_cut_off);
        set_up(&mut site);
        let asked = Arc::clone(&site.asked);
        let address = server::serve_in_background(site).expect("a port is free");
        let origin = format!("http://{address}");
        let page = Self { browser, origin, is_cut_off, asked, turn };
        page.set_size(1440, 900);
        page
    }

    /// Opens a file of a folder without any server, as a double click does, and watches it for errors.
    pub fn open_from_disk(file: &Path) -> Self {
        let html = fs::read_to_string(file).unwrap_or_else(|error| {
            panic!("{}: {error}; build the page with: cargo xtask build", file.display())
        });
        // What watches has to stand in the file, before the policy of the page holds.
        let watched = html.replacen("<meta", &format!("<script>{WATCH}</script><meta"), 1);
        let browser = Self::chosen_browser();
        let turn = Turn::take(browser, Recording::Console);
        // Each test has its own copy: two tests run at the same time.
        let folder = paths::target().join("from-disk").join(test_name());
        let name = file.file_name().expect("a file has a name");
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(name), watched))
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let origin = format!("file://{}", folder.display());
        let page =
            Self { browser, origin, is_cut_off: Arc::default(), asked: Arc::default(), turn };
        page.set_size(1440, 900);
        page.go_to_still(&format!("/{}", name.to_string_lossy()));
        page
    }

    /// The browser that `PODLAB_BROWSER` names, Chromium if it names none.
    pub fn chosen_browser() -> Browser {
        let name =
            env::var("PODLAB_BROWSER").unwrap_or_else(|_| Browser::Chromium.name().to_owned());
        Browser::named(&name)
            .unwrap_or_else(|| panic!("PODLAB_BROWSER={name} is no browser we know"))
    }

    /// The browser it runs in.
    pub fn browser(&self) -> Browser {
        self.browser
    }

    /// Opens another path, or the same again, and waits for the program if it is Podlab's page.
    pub fn go_to(&self, path: &str) {
        self.navigate_to(path);
        self.wait_for_program();
    }

    /// Opens another path and waits until its still is drawn.
    ///
    /// Chromium's driver takes the end of a page that was still loading for the end of the next one, and returns while that is read.
    pub fn go_to_still(&self, path: &str) {
        self.navigate_to(path);
        self.wait_for_paint();
    }

    /// Waits until the program has drawn the page; until then what is seen is its still.
    pub fn wait_for_program(&self) {
        let is_there = "return document.readyState !== 'loading' && document.getElementById('still-name') === null";
        self.wait_until("the program", |page| page.js(is_there, &[]) == true);
    }

    /// Waits for the first paint. Browsers drop the keys and clicks that they get earlier.
    pub fn wait_for_paint(&self) {
        let is_painted = "return performance.getEntriesByName('first-contentful-paint').length > 0";
        self.wait_until("the first paint", |page| page.js(is_painted, &[]) == true);
    }

    /// Whether the program is not there yet.
    pub fn shows_still(&self) -> bool {
        self.js("return document.getElementById('still-name') !== null", &[]) == true
    }

    /// Opens another path, or the same again.
    ///
    /// Firefox's driver does not wait for another page whose fragment is that of the page before.
    pub fn navigate_to(&self, path: &str) {
        let url = format!("{}{path}", self.origin);
        let marks = "const whole = ({ origin, pathname, search }) => origin + pathname + search;
             return (window.isLeft = whole(new URL(arguments[0])) !== whole(location))";
        let leaves = self.js(marks, &[url.as_str().into()]) == true;
        self.ask(self.session().post("url", &json!({ "url": url })));
        if leaves {
            let is_there =
                || self.session().script("return !window.isLeft", &[]) == Ok(true.into());
            self.wait_until("the other page", |_| is_there());
        }
    }

    /// The address after the origin: path, query and fragment.
    pub fn address(&self) -> String {
        let url = self.ask(self.session().get("url"));
        url.as_str().unwrap_or_default().replacen(&self.origin, "", 1)
    }

    /// The document's title.
    pub fn title(&self) -> String {
        self.ask(self.session().get("title")).as_str().unwrap_or_default().to_owned()
    }

    /// Runs the body of a JavaScript function and returns its result; write the page's globals as `window.name`.
    pub fn js(&self, body: &str, arguments: &[Value]) -> Value {
        self.ask(self.session().script(body, arguments))
    }

    /// Runs the body of an asynchronous JavaScript function and returns what it promises; what it is given is `args`, and an
    /// error is returned as text that begins with `error: `.
    pub fn promise(&self, body: &str, arguments: &[Value]) -> Value {
        let script = format!(
            "const args = [...arguments], done = args.pop();
             (async () => {{ {body} }})()
               .then((value) => done(value ?? null), (error) => done('error: ' + (error?.message ?? error)));"
        );
        self.ask(self.session().script_with_callback(&script, arguments))
    }

    /// Makes what is seen of the page this large, in CSS pixels.
    pub fn set_size(&self, width: u32, height: u32) {
        let known = &self.turn.running().size;
        if known.replace(Some((width, height))) == Some((width, height)) {
            return;
        }
        if self.browser == Browser::Chromium {
            // A window has a least width; a phone's screen is smaller.
            let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            self.ask(self.session().devtools("Emulation.setDeviceMetricsOverride", &size));
            return;
        }
        let frame = self.js("return [outerWidth - innerWidth, outerHeight - innerHeight]", &[]);
        let border = |side: usize| u32::try_from(frame[side].as_i64().unwrap_or(0)).unwrap_or(0);
        let size = json!({ "width": width + border(0), "height": height + border(1) });
        self.ask(self.session().post("window/rect", &size));
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
        self.ask(self.session().devtools("Emulation.setEmulatedMedia", &media));
    }

    /// Shows the page as it is printed; Chromium only.
    pub fn show_print(&self) {
        let media = json!({ "media": "print" });
        self.ask(self.session().devtools("Emulation.setEmulatedMedia", &media));
    }

    /// Makes the browser one of a device that is touched, for pages that are opened from now on; Chromium only.
    pub fn touch(&self) {
        let touch = json!({ "enabled": true });
        self.ask(self.session().devtools("Emulation.setTouchEmulationEnabled", &touch));
    }

    /// The paths that the server was asked for, in order, with their queries.
    pub fn asked_for(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on the server gives no answer, as if the network were gone.
    pub fn cut_off(&self) {
        self.is_cut_off.store(true, Ordering::Relaxed);
    }

    /// From now on the server answers again.
    pub fn reconnect(&self) {
        self.is_cut_off.store(false, Ordering::Relaxed);
    }

    /// Makes the browser's processor so many times slower, and its network carry so many bits a second; Chromium only.
    pub fn slow_down(&self, processor: f64, bits: f64, latency_ms: f64) {
        let network = json!({
            "offline": false, "latency": latency_ms, "downloadThroughput": bits / 8.0, "uploadThroughput": bits / 8.0,
        });
        self.ask(self.session().devtools("Network.enable", &json!({})));
        self.ask(self.session().devtools("Network.emulateNetworkConditions", &network));
        let rate = json!({ "rate": processor });
        self.ask(self.session().devtools("Emulation.setCPUThrottlingRate", &rate));
    }

    /// Makes the browser forget all it has kept of the page, so that the next visit is a first one; Chromium only.
    pub fn forget_visits(&self) {
        self.ask(self.session().devtools("Network.clearBrowserCache", &json!({})));
        let of_page = json!({ "origin": self.origin, "storageTypes": "all" });
        self.ask(self.session().devtools("Storage.clearDataForOrigin", &of_page));
    }

    /// Lets every page that is opened from now on run this before its own scripts; Chromium only.
    pub fn run_first(&self, script: &str) {
        let script = json!({ "source": script });
        self.ask(self.session().devtools("Page.addScriptToEvaluateOnNewDocument", &script));
    }

    /// Goes into the frame that the selector matches; [`Self::leave_frame`] comes back.
    pub fn enter_frame(&self, css: &str) {
        let frame = self.by_css(css);
        self.ask(self.session().post("frame", &json!({ "id": frame.as_value() })));
    }

    /// Comes back to the outermost page.
    pub fn leave_frame(&self) {
        self.ask(self.session().post("frame", &json!({ "id": null })));
    }

    /// Saves what is seen as a PNG file.
    pub fn screenshot(&self, file: &Path) {
        let image = self.ask(self.session().get("screenshot"));
        save(file, &image);
    }

    /// Saves the whole page, however long, as a PNG file; Chromium only.
    pub fn screenshot_of_all(&self, file: &Path) {
        let request = json!({ "format": "png", "captureBeyondViewport": true });
        let image = self.ask(self.session().devtools("Page.captureScreenshot", &request));
        save(file, &image["data"]);
    }

    /// Prints the page on A4 and returns the PDF file; only the pages of those numbers if any are given. WebKit's driver does not print.
    pub fn print(&self, numbers: &[usize]) -> Vec<u8> {
        let size = json!({ "width": 21.0, "height": 29.7 });
        let request = json!({ "page": size, "pageRanges": numbers });
        let printed = self.ask(self.session().post("print", &request));
        STANDARD.decode(printed.as_str().unwrap_or_default()).expect("it is base64")
    }

    pub(crate) fn session(&self) -> &Session {
        &self.turn.running().session
    }

    /// The lines that the driver and its browser wrote.
    pub(crate) fn output(&self) -> Vec<String> {
        self.turn.running().driver.output()
    }

    /// The answer, or a panic that names the browser.
    pub(crate) fn ask<T>(&self, answer: Result<T, String>) -> T {
        answer.unwrap_or_else(|error| panic!("{}: {error}", self.browser.name()))
    }
}

/// What the browser sees: the page at the root and, to show that it works anywhere, in a folder of another site; the
/// npm package and the test pages beside it. Without its service worker, which would answer when a test says that nobody does;
/// tests of the time without a network ask for it.
fn site(page: &Path, is_cut_off: &Arc<AtomicBool>) -> Site {
    Site {
        folders: vec![
            ("/fixtures/", paths::root().join("tests/browser/fixtures")),
            ("/pkg/", paths::root().join("pkg")),
            ("/some/folder/", page.to_path_buf()),
            ("/", page.to_path_buf()),
        ],
        script: Some(WATCH.to_owned()),
        is_cut_off: Arc::clone(is_cut_off),
        policies: figure_policies(),
        unrestricted: vec!["/fixtures/", "/pkg/", "/podlab.html"],
        withheld: vec![WORKER],
        ..Site::default()
    }
}

/// What pages with figures are allowed: what is documented that figures need, and a style sheet of their own.
fn figure_policies() -> Vec<(&'static str, String)> {
    let own = figure_policy("'self'");
    // The scripts that hold everything fetch nothing.
    let whole = own.replace("connect-src 'self'; ", "");
    vec![
        ("/fixtures/element.html", own.clone()),
        ("/fixtures/many.html", own),
        ("/fixtures/classic.html", whole.clone()),
        ("/fixtures/inline.html", whole),
    ]
}

/// The policy of a page with figures whose package lies at a place, which a policy names.
pub fn figure_policy(package: &str) -> String {
    format!(
        "default-src 'none'; script-src {package} 'wasm-unsafe-eval'; connect-src {package}; img-src {package}; style-src 'self'"
    )
}

/// Notes what goes wrong in a page.
const WATCH: &str = include_str!("watch.js");

impl Drop for Page {
    fn drop(&mut self) {
        if thread::panicking() {
            let file = paths::target().join("browser-failures").join(format!(
                "{}-{}.png",
                test_name(),
                self.browser.name()
            ));
            if let Ok(image) = self.session().get("screenshot") {
                save(&file, &image);
                eprintln!("What the page looked like: {}", file.display());
            }
        }
    }
}

/// The name of the test that runs, as a file's name.
fn test_name() -> String {
    thread::current().name().unwrap_or("test").replace("::", "-")
}

fn save(file: &Path, image: &Value) {
    let image = STANDARD.decode(image.as_str().unwrap_or_default()).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("."));
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| fs::write(file, image)) {
        eprintln!("{} cannot be written: {error}", file.display());
    }
}
