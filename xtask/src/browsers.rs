//! The browsers the page is tested in, and their drivers.

use std::env;
use std::path::Path;

use crate::{Outcome, debian, paths, tools};

/// A browser the page is tested in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// Chromium, which stands for Chrome and Edge.
    Chromium,
    /// Firefox, its extended support release.
    Firefox,
    /// WebKitGTK's MiniBrowser, which stands for Safari.
    WebKit,
}

/// MiniBrowser is no program in `PATH`; it lies here, by the architecture's name.
const MINI_BROWSER: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
];

impl Browser {
    /// All browsers, in the order in which the suite uses them.
    pub const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    /// The name used in `PODLAB_BROWSER` and in the names of test steps.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// The browser of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|browser| browser.name() == name)
    }

    /// The WebDriver program.
    pub const fn driver(self) -> &'static str {
        match self {
            Self::Chromium => "chromedriver",
            Self::Firefox => "geckodriver",
            Self::WebKit => "WebKitWebDriver",
        }
    }

    /// Debian's packages that bring the browser.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "chromium-driver", "fonts-noto-cjk"],
            Self::Firefox => &["firefox-esr"],
            Self::WebKit => &["webkit2gtk-driver", "xvfb"],
        }
    }

    /// Whether the system has what the packages bring.
    fn is_installed(self) -> bool {
        match self {
            Self::Chromium => has("chromium") && has("chromedriver"),
            Self::Firefox => has("firefox-esr") || has("firefox"),
            Self::WebKit => has("WebKitWebDriver") && has("Xvfb") && mini_browser().is_some(),
        }
    }
}

/// Where WebKitGTK's MiniBrowser lies.
pub fn mini_browser() -> Option<&'static str> {
    MINI_BROWSER.into_iter().find(|file| Path::new(file).is_file())
}

/// Whether the person at the terminal does without this browser, which is not to be had everywhere: its name is in
/// `PODLAB_SKIP_BROWSERS`. Where `CI` is set, none may be skipped.
pub fn is_skipped(browser: Browser) -> Outcome<bool> {
    let names = env::var("PODLAB_SKIP_BROWSERS").unwrap_or_default();
    let is_skipped = names.split(',').any(|name| name.trim() == browser.name());
    if is_skipped && env::var_os("CI").is_some() {
        return Err(format!(
            "PODLAB_SKIP_BROWSERS names {}, but CI skips no browser",
            browser.name()
        ));
    }
    Ok(is_skipped)
}

/// Installs a browser and its driver, or says what to install.
pub fn ensure(browser: Browser) -> Outcome {
    if !browser.is_installed() {
        let without =
            format!("or do without it, outside CI, with PODLAB_SKIP_BROWSERS={}", browser.name());
        debian::install(browser.name(), browser.packages(), &without)?;
        if !browser.is_installed() {
            return Err(format!(
                "{} was installed, but its programs are not where they should be",
                browser.name()
            ));
        }
    }
    match browser {
        Browser::Firefox => tools::ensure_geckodriver(),
        Browser::Chromium | Browser::WebKit => Ok(()),
    }
}

fn has(program: &str) -> bool {
    paths::program(program).is_some()
}
