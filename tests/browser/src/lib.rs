//! Podlab's page in real browsers.
//!
//! A test opens the built page of `dist/` in a browser that stored nothing yet, and acts as a person would:
//!
//! ```no_run
//! use podlab_browser_tests::Page;
//!
//! # fn a_step_is_counted() {
//! let page = Page::open("/");
//! page.click("button", "Step");
//! page.wait_for_text("output", "1");
//! page.press("Tab");
//! page.assert_healthy();
//! # }
//! ```
//!
//! Every method that looks for an element waits for it, and panics with what it saw instead when it does not come. A
//! failing test leaves a picture in `target/browser-failures/`. `PODLAB_BROWSER` chooses the browser (`chromium`,
//! `firefox` or `webkit`); `cargo xtask test --only firefox` sets it and installs what is missing.

#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some variants")]

mod act;
mod driver;
mod figure;
mod find;
pub mod folder;
mod health;
mod lab;
mod page;
mod session;
pub mod still;
pub mod texts;
mod trace;
mod turn;

pub use driver::camera_picture;
pub use health::Violation;
pub use lab::{Lane, set_of};
pub use page::{ColorScheme, Page, figure_policy};
pub use trace::{Frames, Trace};
pub use xtask::browsers::Browser;
