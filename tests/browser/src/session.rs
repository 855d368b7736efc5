//! The WebDriver protocol: one HTTP request to the driver for each command.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

/// The key under which WebDriver hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Milliseconds a script may take; less than the driver has to answer.
const SCRIPT_MS: u32 = 110_000;
/// Ends a script before its first statement if Yew goes on drawing in another task of the browser, as it does with a drawing of more
/// than 16 ms. `watch.js` counts the tasks.
const UNLESS_DRAWING: &str = "if (window.podlabTasks?.size > 0) return 'podlab: drawing';\n";
/// What such a script returns.
const DRAWING: &str = "podlab: drawing";
/// Lets the page run the tasks that wait: at most one for each of six levels of components.
const DRAWN: &str = "return (async () => {
    for (let level = 0; level < 6; level++) await new Promise((go) => setTimeout(go));
})()";

/// An element of the page, valid until the page changes.
#[derive(Clone, Debug)]
pub struct Element(Value);

impl Element {
    /// The element in a script's result, if there is one.
    pub fn from_value(value: &Value) -> Option<Self> {
        value.get(ELEMENT).is_some().then(|| Self(value.clone()))
    }

    /// The element as an argument of a script.
    pub fn as_value(&self) -> &Value {
        &self.0
    }

    fn id(&self) -> &str {
        self.0[ELEMENT].as_str().unwrap_or_default()
    }
}

/// A browser under remote control.
pub struct Session {
    agent: Agent,
    url: String,
}

/// An HTTP client that talks to this machine only.
pub fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        // A browser that has not answered by then never will.
        .timeout_global(Some(Duration::from_mins(2)))
        .build()
        .into()
}

impl Session {
    /// Starts a browser with a fresh profile.
    pub fn start(driver: &str, capabilities: &Value) -> Result<Self, String> {
        let agent = agent();
        let request = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let answer = post(&agent, &format!("{driver}/session"), &request)?;
        let id = answer["sessionId"].as_str().ok_or_else(|| format!("no session in {answer}"))?;
        let session = Self { url: format!("{driver}/session/{id}"), agent };
        // A browser without its compilers, on a machine with other work, needs more than the usual half minute.
        session.post("timeouts", &json!({ "script": SCRIPT_MS }))?;
        Ok(session)
    }

    /// Sends a command with arguments.
    pub fn post(&self, command: &str, arguments: &Value) -> Result<Value, String> {
        post(&self.agent, &format!("{}/{command}", self.url), arguments)
    }

    /// Asks for something.
    pub fn get(&self, command: &str) -> Result<Value, String> {
        read(self.agent.get(format!("{}/{command}", self.url)).call())
    }

    /// Takes something back.
    pub fn delete(&self, command: &str) -> Result<Value, String> {
        read(self.agent.delete(format!("{}/{command}", self.url)).call())
    }

    /// Closes the browser.
    pub fn end(&self) -> Result<Value, String> {
        read(self.agent.delete(&self.url).call())
    }

    /// Runs the body of a function in the page, once everything is drawn that was asked for, and returns its result.
    pub fn script(&self, body: &str, arguments: &[Value]) -> Result<Value, String> {
        let unless_drawing = format!("{UNLESS_DRAWING}{body}");
        let answer =
            self.post("execute/sync", &json!({ "script": unless_drawing, "args": arguments }))?;
        if answer != DRAWING {
            return Ok(answer);
        }
        // A page that goes away has nothing more to draw.
        let _ = self.post("execute/sync", &json!({ "script": DRAWN, "args": [] }));
        self.post("execute/sync", &json!({ "script": body, "args": arguments }))
    }

    /// Runs the body of a function whose last argument is the callback that takes its result.
    pub fn script_with_callback(&self, body: &str, arguments: &[Value]) -> Result<Value, String> {
        self.post("execute/async", &json!({ "script": body, "args": arguments }))
    }

    /// Sends a command of the Chrome DevTools protocol; Chromium only.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Clicks the element where a person would.
    pub fn click(&self, element: &Element) -> Result<Value, String> {
        self.post(&format!("element/{}/click", element.id()), &json!({}))
    }

    /// Types into the element.
    pub fn send_keys(&self, element: &Element, text: &str) -> Result<Value, String> {
        self.post(&format!("element/{}/value", element.id()), &json!({ "text": text }))
    }
}

fn post(agent: &Agent, url: &str, body: &Value) -> Result<Value, String> {
    read(agent.post(url).send_json(body))
}

/// The `value` of the answer, or the error it names.
fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, String> {
    let mut response =
        answer.map_err(|error| format!("the browser's driver does not answer: {error}"))?;
    let mut body: Value = response
        .body_mut()
        .with_config()
        .limit(256 * 1024 * 1024)
        .read_json()
        .map_err(|error| format!("the browser's driver answers nonsense: {error}"))?;
    let value = body["value"].take();
    if response.status().is_success() {
        return Ok(value);
    }
    let (kind, message) = (value["error"].as_str(), value["message"].as_str());
    Err(format!("{}: {}", kind.unwrap_or("error"), message.unwrap_or_default()))
}
