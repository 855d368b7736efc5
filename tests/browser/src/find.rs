//! Finding elements, reading them and waiting for them.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Page;
use crate::session::Element;

/// How long a wait lasts at most. A page that does not come is wrong, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long a wait lasts within the page, which may go meanwhile.
const IN_PAGE: Duration = Duration::from_secs(2);

/// What to look for.
#[derive(Clone, Copy)]
enum Sought<'a> {
    /// An element that the selector matches.
    Css(&'a str),
    /// The first element that the selector matches, with this visible text if one is given.
    Text(&'a str, Option<&'a str>),
    /// A visible element with this role and accessible name.
    Role(&'a str, &'a str),
}

/// What was seen.
#[derive(Default)]
struct Sight {
    first: Option<Element>,
    count: usize,
    /// The names of those of the same role, or the text of the first element.
    seen: Vec<String>,
}

impl Page {
    /// The visible text of the first element that the selector matches.
    pub fn text(&self, css: &str) -> String {
        let Ok(sight) = self.wait_for(Sought::Text(css, None)) else {
            panic!("nothing matches {css}");
        };
        sight.seen.into_iter().next().unwrap_or_default()
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
        self.see(Sought::Css(css)).count
    }

    /// Whether there is a visible element with this role and accessible name now.
    pub fn has(&self, role: &str, name: &str) -> bool {
        self.see(Sought::Role(role, name)).count > 0
    }

    /// Whether the button of that name does nothing now.
    pub fn is_off(&self, name: &str) -> bool {
        let script =
            "const named = (each) => (each.ariaLabel ?? each.textContent.trim()) === arguments[0];
                      const button = [...document.querySelectorAll('button')].find(named);
                      return button.disabled || button.ariaDisabled === 'true';";
        self.js(script, &[name.into()]) == true
    }

    /// Waits until the first element that the selector matches has this visible text.
    pub fn wait_for_text(&self, css: &str, text: &str) {
        if let Err(sight) = self.wait_for(Sought::Text(css, Some(text))) {
            panic!(
                "{css} never reads {text:?}; it reads {:?}; the console says {:?}",
                sight.seen,
                self.console_errors()
            );
        }
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
        match self.wait_for(Sought::Role(role, name)) {
            Ok(Sight { first: Some(element), .. }) => element,
            Ok(sight) | Err(sight) => panic!(
                "there is no {role} named {name:?}; there are {:?}; the console says {:?}",
                sight.seen,
                self.console_errors()
            ),
        }
    }

    pub(crate) fn by_css(&self, css: &str) -> Element {
        match self.wait_for(Sought::Css(css)) {
            Ok(Sight { first: Some(element), .. }) => element,
            Ok(_) | Err(_) => panic!("nothing matches {css}"),
        }
    }

    /// Waits for what is sought; the error is what was seen instead.
    fn wait_for(&self, sought: Sought) -> Result<Sight, Sight> {
        let mut last = Sight::default();
        let found = poll(|| {
            let sight = self.look(sought, IN_PAGE).unwrap_or_default();
            if sight.first.is_some() {
                return Some(sight);
            }
            last = sight;
            None
        });
        found.ok_or(last)
    }

    /// What is there now.
    fn see(&self, sought: Sought) -> Sight {
        let mut error = String::new();
        let sight = poll(|| self.look(sought, Duration::ZERO).map_err(|cause| error = cause).ok());
        sight.unwrap_or_else(|| panic!("{}: {error}", self.browser().name()))
    }

    /// Looks, for so long at most. A driver fails to look while one page goes and the next comes; WebKit's also fails now and then to
    /// read its own answer. As looking changes nothing, callers look again.
    fn look(&self, sought: Sought, patience: Duration) -> Result<Sight, String> {
        let (by, what, wanted) = match sought {
            Sought::Css(css) => ("css", css, None),
            Sought::Text(css, text) => ("text", css, text),
            Sought::Role(role, name) => ("role", role, Some(name)),
        };
        let patience = json!(patience.as_millis() as u64);
        let arguments = [json!(by), json!(what), json!(wanted), patience];
        let sight = self.session().script(include_str!("find.js"), &arguments)?;
        let count = sight["count"].as_u64().ok_or_else(|| format!("nothing is seen: {sight}"))?;
        Ok(Sight {
            first: Element::from_value(&sight["first"]),
            count: count as usize,
            seen: strings(&sight["seen"]),
        })
    }
}

/// Tries until there is a result, or gives up.
fn poll<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(4);
    loop {
        let result = attempt();
        if result.is_some() || start.elapsed() > PATIENCE {
            return result;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(64));
    }
}

/// The texts in a list.
pub(crate) fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
