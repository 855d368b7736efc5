//! The one browser that the tests of a program use, one after the other.
//!
//! Two at once would make a small machine slow and its tests unsteady, and a browser for each test would cost more time
//! than the tests. Each test has a server on a port of its own, so that it shares no storage, cache or service worker
//! with another. The last one closes the browser.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::json;
use xtask::browsers::Browser;

use crate::driver::Driver;
use crate::session::Session;

static SHARED: Mutex<Option<Running>> = Mutex::new(None);

/// How many tests have a turn or wait for one.
static INTERESTED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Whether this thread has a turn: it would wait for itself if it took another.
    static HAS_TURN: Cell<bool> = const { Cell::new(false) };
}

/// The right to use the browser, as long as this value lives.
pub struct Turn(MutexGuard<'static, Option<Running>>);

/// A browser that runs.
struct Running {
    browser: Browser,
    session: Session,
    // Dropped after `drop` has closed the browser.
    _driver: Driver,
}

impl Turn {
    /// Waits for the browser, and starts it if it does not run. Panics if this thread has a turn already.
    pub fn take(browser: Browser) -> Self {
        assert!(
            !HAS_TURN.get(),
            "a page is open already: a test has one page at a time; go to another address in it, or drop it first"
        );
        INTERESTED.fetch_add(1, Ordering::SeqCst);
        let mut turn = Self(SHARED.lock().unwrap_or_else(PoisonError::into_inner));
        HAS_TURN.set(true);
        let shared = &mut *turn.0;
        if shared
            .as_ref()
            .is_none_or(|running| running.browser != browser || running.reset().is_err())
        {
            // The old one is closed before the new one starts.
            drop(shared.take());
            *shared = Some(Running::start(browser).unwrap_or_else(|error| panic!("{error}")));
        }
        turn
    }

    /// The browser.
    pub fn session(&self) -> &Session {
        &self.0.as_ref().expect("the browser runs during a turn").session
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HAS_TURN.set(false);
        let is_last = INTERESTED.fetch_sub(1, Ordering::SeqCst) == 1;
        // After a failure the next test starts from a clean slate.
        if is_last || thread::panicking() {
            drop(self.0.take());
        }
    }
}

impl Running {
    fn start(browser: Browser) -> Result<Self, String> {
        let driver = Driver::start(browser)?;
        let session = driver.start_session(browser)?;
        Ok(Self { browser, session, _driver: driver })
    }

    /// Takes back what a test may have set.
    fn reset(&self) -> Result<(), String> {
        self.session.post("frame", &json!({ "id": null }))?;
        self.session.delete("actions")?;
        self.session.delete("cookie")?;
        if self.browser == Browser::Chromium {
            self.session.devtools("Emulation.setEmulatedMedia", &json!({ "features": [] }))?;
        }
        self.session.post("url", &json!({ "url": "about:blank" }))?;
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Err(error) = self.session.end() {
            eprintln!("{} did not close: {error}", self.browser.name());
        }
    }
}
