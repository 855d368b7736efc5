//! Finding elements, reading them and waiting for them.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Page;
use crate::session::Element;

/// How often a wait looks again, and for how long in all: 20 seconds.
const PAUSE: Duration = Duration::from_millis(50);
const ATTEMPTS: u32 = 400;

impl Page {
    /// The visible text of the first element that the selector matches.
    pub fn text(&self, css: &str) -> String {
        let element = self.by_css(css);
        self.ask(self.session().text(&element))
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
                .and_then(|element| self.session().text(element).ok())
                .unwrap_or_default();
            (seen == text).then_some(())
        });
        assert!(
            found.is_some(),
            "{css} never reads {text:?}; it reads {seen:?}; the console says {:?}",
            self.console_errors()
        );
    }

    /// Waits until the condition holds; `what` says in words what is waited for.
    pub fn wait_until(&self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        assert!(
            poll(|| holds(self).then_some(())).is_some(),
            "waited in vain: {what}; the console says {:?}",
            self.console_errors()
        );
    }

    pub(crate) fn by_role(&self, role: &str, name: &str) -> Element {
        let mut seen = Vec::new();
        poll(|| {
            let (found, names) = self.look("role", role, name);
            seen = names;
            found.into_iter().next()
        })
        .unwrap_or_else(|| {
            let errors = self.console_errors();
            panic!(
                "there is no {role} named {name:?}; there are {seen:?}; the console says {errors:?}"
            )
        })
    }

    pub(crate) fn by_css(&self, css: &str) -> Element {
        poll(|| self.look("css", css, "").0.into_iter().next())
            .unwrap_or_else(|| panic!("nothing matches {css}"))
    }

    /// The elements that match now, and the names of those of the same role.
    fn look(&self, by: &str, what: &str, name: &str) -> (Vec<Element>, Vec<String>) {
        let script = include_str!("find.js");
        let arguments = [json!(by), json!(what), json!(name)];
        // WebKit's driver now and then cannot read its own answer; looking again does no harm.
        let result = match self.try_js(script, &arguments) {
            Err(error) if error.contains("Could not parse script result") => {
                self.js(script, &arguments)
            }
            result => self.ask(result),
        };
        let found = result["found"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Element::from_value)
            .collect();
        (found, strings(&result["seen"]))
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

/// The texts in a list.
pub(crate) fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
