//! The two browsers that the tests of a run use, each for one test after the other.
//!
//! A browser for each test would cost more time than the tests. Two at once keep two processors busy: while one page waits
//! for its driver, the other works. Each test has a server on a port of its own, so that it shares no storage, cache or
//! service worker with another. The browsers end with the process, see [`Driver`].

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::json;
use xtask::browsers::Browser;

use crate::driver::{Driver, Recording};
use crate::session::Session;

/// How many browsers run at the same time; further tests wait for their turn.
const BROWSERS: usize = 2;

static POOL: Mutex<Pool> = Mutex::new(Pool { taken: 0, idle: Vec::new() });
static RETURNED: Condvar = Condvar::new();

thread_local! {
    /// Whether this thread has a turn: it would wait for itself if it took another.
    static HAS_TURN: Cell<bool> = const { Cell::new(false) };
}

/// The browsers of this process.
struct Pool {
    /// How many tests have a turn.
    taken: usize,
    /// Those that run and that no test uses.
    idle: Vec<Running>,
}

/// The right to use a browser, as long as this value lives.
pub struct Turn(Option<Running>);

/// A browser that runs.
pub struct Running {
    browser: Browser,
    recording: Recording,
    /// The session in it.
    pub session: Session,
    /// What is seen of the page, in CSS pixels, when it is known.
    pub size: Cell<Option<(u32, u32)>>,
    /// Ends after `drop` has closed the browser.
    pub driver: Driver,
}

impl Turn {
    /// Waits for a browser, and starts it if none runs. Panics if this thread has a turn already.
    pub fn take(browser: Browser, recording: Recording) -> Self {
        assert!(
            !HAS_TURN.get(),
            "a page is open already: a test has one page at a time; go to another address in it, or drop it first"
        );
        let is_full = |pool: &mut Pool| pool.taken == BROWSERS;
        let pool = RETURNED.wait_while(pool(), is_full).unwrap_or_else(PoisonError::into_inner);
        // From here on a panic gives the turn back.
        let (mut turn, idle) = Self::begin(pool);
        // A browser gives its trace once.
        let can_be_shared = recording == Recording::Console;
        let fits = |running: &Running| running.browser == browser && running.recording == recording;
        turn.0 = idle.filter(|running| can_be_shared && fits(running) && running.reset().is_ok());
        if turn.0.is_none() {
            let running = Running::start(browser, recording);
            turn.0 = Some(running.unwrap_or_else(|error| panic!("{error}")));
        }
        turn
    }

    /// The browser.
    pub fn running(&self) -> &Running {
        self.0.as_ref().expect("the browser runs during a turn")
    }

    fn begin(mut pool: MutexGuard<'_, Pool>) -> (Self, Option<Running>) {
        pool.taken += 1;
        HAS_TURN.set(true);
        (Self(None), pool.idle.pop())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HAS_TURN.set(false);
        // After a failure the next test starts with a fresh browser.
        let running = self.0.take().filter(|_| !thread::panicking());
        let mut pool = pool();
        pool.taken -= 1;
        pool.idle.extend(running);
        RETURNED.notify_one();
    }
}

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    fn start(browser: Browser, recording: Recording) -> Result<Self, String> {
        let driver = Driver::start(browser)?;
        let session = driver.start_session(browser, recording)?;
        Ok(Self { browser, recording, session, size: Cell::default(), driver })
    }

    /// Takes back what a test may have set.
    fn reset(&self) -> Result<(), String> {
        self.session.post("frame", &json!({ "id": null }))?;
        self.session.delete("actions")?;
        self.session.delete("cookie")?;
        if self.browser == Browser::Chromium {
            self.session.devtools("Emulation.setEmulatedMedia", &json!({ "features": [] }))?;
            let no_touch = json!({ "enabled": false });
            self.session.devtools("Emulation.setTouchEmulationEnabled", &no_touch)?;
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
