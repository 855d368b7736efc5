//! Starting a browser's driver, and ending it whatever happens.
//!
//! A shell stands between: it waits for the end of a pipe that this process holds, then ends the driver with all that it started.
//! So nothing is left running, however the tests end.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use xtask::browsers::{self, Browser};
use xtask::paths;

use crate::session::{Session, agent};
use crate::trace::TRACED;

/// A running driver, the display it draws on if it needs one, and the folder of everything they write.
pub struct Driver {
    url: String,
    // Fields are dropped in this order: first the driver, then its display.
    _process: Process,
    _display: Option<Process>,
    folder: PathBuf,
}

/// A process that ends when this value goes, or when this process ends.
struct Process(Child);

/// Starts the words after the first, a folder, as a process group; ends it and removes the folder when there is no more input.
const GUARD: &str = r#"
folder=$1; shift
setsid "$@" </dev/null & group=$!
trap : INT TERM HUP
read -r _
# Asked politely first, a driver takes its browser along.
kill -- -$group 2>/dev/null
(sleep 5; kill -9 -- -$group) 2>/dev/null & late=$!
wait $group
kill $late 2>/dev/null; kill -9 -- -$group 2>/dev/null
# A process of the browser may still write for a moment.
for _ in $(seq 20); do rm -rf "$folder"; [ -e "$folder" ] || break; sleep 0.1; done
"#;

impl Driver {
    /// Starts the driver of the browser and waits until it is ready.
    pub fn start(browser: Browser) -> Result<Self, String> {
        let folder = make_folder()?;
        let (display, number) = match browser {
            Browser::WebKit => {
                let (display, number) = start_display(&folder)?;
                (Some(display), Some(number))
            }
            Browser::Chromium | Browser::Firefox => (None, None),
        };
        let port = free_port()?;
        let log = File::create(folder.join("driver.log")).map_err(|error| error.to_string())?;
        let mut command = guarded(&folder, &program(browser.driver())?);
        command
            .arg(format!("--port={port}"))
            // Profiles are made in here, fresh for each session.
            .env("TMPDIR", &folder)
            .stdout(log.try_clone().map_err(|error| error.to_string())?)
            .stderr(log);
        if let Some(number) = number {
            command
                .env("DISPLAY", number)
                .env("GDK_BACKEND", "x11")
                .env("NO_AT_BRIDGE", "1")
                // Without a graphics card the layers of a page are put together by the processor, which took half of the time.
                .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
                // With its compilers on, WebKitGTK 2.50.6 traps now and then; its interpreter does not. See docs/webkit/README.md.
                .env("JSC_useBBQJIT", "0")
                .env("JSC_useOMGJIT", "0")
                // Only the project's own page is ever opened; the sandbox needs rights that a container lacks.
                .env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1");
        }
        let child = command
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", browser.driver()))?;
        let driver = Self {
            url: format!("http://127.0.0.1:{port}"),
            _process: Process(child),
            _display: display,
            folder,
        };
        driver.wait_until_ready(browser)?;
        Ok(driver)
    }

    /// Starts the browser with a fresh profile.
    pub fn start_session(&self, browser: Browser, recording: Recording) -> Result<Session, String> {
        Session::start(&self.url, &capabilities(browser, recording)?)
            .map_err(|error| format!("{} does not start: {error}\n{}", browser.name(), self.log()))
    }

    fn wait_until_ready(&self, browser: Browser) -> Result<(), String> {
        let agent = agent();
        for _ in 0..300 {
            let status = agent.get(format!("{}/status", self.url)).call();
            if status.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(format!("{} is not ready after 30 seconds\n{}", browser.driver(), self.log()))
    }

    /// The last lines that the driver wrote.
    fn log(&self) -> String {
        let lines = self.output();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// The lines that the driver and its browser wrote.
    pub fn output(&self) -> Vec<String> {
        let text = fs::read(self.folder.join("driver.log")).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of the input is what the guard waits for; it may have ended on its own meanwhile.
        drop(self.0.stdin.take());
        drop(self.0.wait());
    }
}

/// A program under [`GUARD`].
fn guarded(folder: &Path, program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", GUARD, "sh"]).arg(folder).arg(program).stdin(Stdio::piped());
    command
}

fn make_folder() -> Result<PathBuf, String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("podlab-browser-{}-{count}", std::process::id()));
    fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    Ok(folder)
}

/// Starts an X server without a screen, and returns it with its display's name.
fn start_display(folder: &Path) -> Result<(Process, String), String> {
    let mut child = guarded(folder, &program("Xvfb")?)
        .args(["-displayfd", "1", "-screen", "0", "1920x1600x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("Xvfb does not start: {error}"))?;
    let output = child.stdout.take();
    let process = Process(child);
    let mut number = String::new();
    if let Some(output) = output {
        BufReader::new(output).read_line(&mut number).map_err(|error| error.to_string())?;
    }
    let number = number.trim();
    if number.is_empty() {
        Err("Xvfb found no free display".to_owned())
    } else {
        Ok((process, format!(":{number}")))
    }
}

/// What a browser writes down while a page runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// Its console.
    Console,
    /// Its console and a trace; Chromium only.
    Trace,
}

/// The file with the picture that Chromium takes for that of a camera, as YUV4MPEG2. A test that uses the camera writes it.
pub fn camera_picture() -> PathBuf {
    paths::target().join("tmp/camera.y4m")
}

fn capabilities(browser: Browser, recording: Recording) -> Result<Value, String> {
    let mut capabilities = match browser {
        Browser::Chromium => json!({
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": {
                "binary": program("chromium")?,
                "args": [
                    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync",
                    "--disable-dev-shm-usage", "--window-size=1440,900",
                    // The page of a test before is never gone back to; kept, it took a third of the time that the next one needs to load.
                    "--disable-features=BackForwardCache",
                    // A camera that every page may use.
                    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                    format!("--use-file-for-fake-video-capture={}", camera_picture().display()),
                ],
            },
        }),
        Browser::Firefox => json!({
            "moz:firefoxOptions": {
                "binary": program("firefox-esr").or_else(|_| program("firefox"))?,
                "args": ["-headless"],
                "prefs": {
                    "devtools.console.stdout.content": true,
                    // The list of downloads would take the focus from the page, in the tests that follow too.
                    "browser.download.alwaysOpenPanel": false,
                },
            },
        }),
        Browser::WebKit => json!({
            "webkitgtk:browserOptions": {
                "binary": browsers::mini_browser().ok_or("MiniBrowser is not installed")?,
                "args": ["--automation"],
            },
        }),
    };
    if recording == Recording::Trace {
        capabilities["goog:loggingPrefs"]["performance"] = json!("ALL");
        capabilities["goog:chromeOptions"]["perfLoggingPrefs"] = json!({
            "enableNetwork": false, "enablePage": false, "traceCategories": TRACED.join(","),
        });
    }
    Ok(capabilities)
}

fn program(name: &str) -> Result<PathBuf, String> {
    paths::program(name)
        .ok_or_else(|| format!("{name} is not installed; `cargo xtask test` installs it"))
}

fn free_port() -> Result<u16, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| format!("no free port: {error}"))
}
