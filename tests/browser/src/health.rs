//! Whether the page is well: no errors, nothing fetched from elsewhere, nobody shut out.

use std::fs;

use serde_json::{Value, json};
use xtask::browsers::Browser;
use xtask::paths;

use crate::Page;
use crate::find::strings;

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
    /// What went wrong in the page since it was opened: errors, unhandled rejections, `console.error`, failed loads.
    pub fn console_errors(&self) -> Vec<String> {
        strings(&self.js("return window.podlabErrors ?? ['the page is not watched']", &[]))
    }

    /// What stands in the browser's console. Chromium hands out all messages, each once; Firefox those of scripts and uncaught errors, of
    /// all tests that it ran; WebKit's driver none, so that the page itself says what its scripts wrote and what went wrong.
    pub fn console(&self) -> Vec<String> {
        match self.browser() {
            Browser::Chromium => {
                let log = self.ask(self.session().post("se/log", &json!({ "type": "browser" })));
                let messages = log.as_array().cloned().unwrap_or_default();
                messages.iter().map(ToString::to_string).collect()
            }
            Browser::Firefox => {
                let begins = ["console.", "JavaScript "];
                let is_message = |line: &String| begins.iter().any(|it| line.starts_with(it));
                self.output().into_iter().filter(is_message).collect()
            }
            Browser::WebKit => {
                let warnings = strings(&self.js("return window.podlabWarnings", &[]));
                self.console_errors().into_iter().chain(warnings).collect()
            }
        }
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
            panic!("{} is missing; `cargo xtask test` installs it", file.display())
        });
        let script = format!(
            "{axe};
            const done = arguments[arguments.length - 1];
            window.axe.run(document, {{ resultTypes: ['violations'] }})
              .then((results) => done(results.violations), (error) => done(String(error)));"
        );
        let violations = self.ask(self.session().script_with_callback(&script, &[]));
        let list = violations.as_array().unwrap_or_else(|| panic!("axe-core fails: {violations}"));
        list.iter().map(violation).collect()
    }

    /// Asserts that nothing went wrong and that the page fetched nothing from elsewhere. In Chromium it also asserts that axe-core finds
    /// nothing. The program makes the same tree in every browser, so the others run axe-core once in each view only, in `everyone`.
    pub fn assert_healthy(&self) {
        let errors = self.console_errors();
        assert!(errors.is_empty(), "the page reports errors: {errors:#?}");
        let foreign = self.foreign_requests();
        assert!(foreign.is_empty(), "the page fetches from elsewhere: {foreign:#?}");
        if self.browser() == Browser::Chromium {
            self.assert_shuts_nobody_out();
        }
    }

    /// Asserts that axe-core finds nothing serious in the page as it is now.
    pub fn assert_shuts_nobody_out(&self) {
        self.wait_until("the end of what moves", |page| !page.is_moving());
        let violations: Vec<Violation> =
            self.axe().into_iter().filter(Violation::is_serious).collect();
        assert!(violations.is_empty(), "axe-core finds: {violations:#?}");
    }

    /// Whether something fades in or moves, in the page or in one of its figures. What fades in has its colours when it is there, and a
    /// document does not list what moves in the shadow trees of its elements.
    pub fn is_moving(&self) -> bool {
        let moves = "const figures = [...document.querySelectorAll('pod-lab')].map((figure) => figure.shadowRoot);
            return [document, ...figures].some((tree) => tree?.getAnimations().some((animation) =>
                animation.playState === 'running' && Number.isFinite(animation.effect.getComputedTiming().endTime)))";
        self.js(moves, &[]) == Value::Bool(true)
    }
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
