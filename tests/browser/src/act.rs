//! What a person does to the page: click, type, press, choose, drag.

use serde_json::{Value, json};

use crate::session::Element;
use crate::{Browser, Page};

impl Page {
    /// Clicks the element with this role and accessible name, for example `("button", "Step")`.
    pub fn click(&self, role: &str, name: &str) {
        self.click_found(|| self.by_role(role, name));
    }

    /// Clicks the first element that the selector matches.
    pub fn click_css(&self, css: &str) {
        self.click_found(|| self.by_css(css));
    }

    /// WebKit's driver does not bring what is half behind the edge of a column into sight, as a person would; and it takes a symbol
    /// of a button in a shadow tree for something that lies over the button. Then the pointer goes there as soon as nothing does.
    ///
    /// When the page replaces the element before the click, this finds the element again and clicks it.
    fn click_found(&self, find: impl Fn() -> Element) {
        let hidden = |error: &String| error.contains("element not interactable");
        let is_old = |error: &String| error.contains("stale element reference");
        let mut element = find();
        let mut answer = self.session().click(&element);
        if answer.as_ref().is_err_and(is_old) {
            element = find();
            answer = self.session().click(&element);
        }
        if self.browser() != Browser::WebKit {
            self.ask(answer);
            return;
        }
        let mut place = Value::Null;
        if answer.as_ref().is_err_and(hidden) {
            place = self.free_place(&element);
            if place.is_null() {
                self.js(
                    "arguments[0].scrollIntoView({ block: 'center' })",
                    &[element.as_value().clone()],
                );
                answer = self.session().click(&element);
            }
        }
        let is_refused = |error: &String| error.contains("element click intercepted");
        if answer.as_ref().is_err_and(is_refused) {
            self.wait_until("nothing to lie over what is clicked", |page| {
                place = page.free_place(&element);
                !place.is_null()
            });
        }
        if place.is_null() {
            self.ask(answer);
            return;
        }
        let sources = json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [
                { "type": "pointerMove", "duration": 0, "origin": "viewport", "x": place[0], "y": place[1] },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ],
        }] });
        self.ask(self.session().post("actions", &sources));
    }

    /// Returns the middle of an element in the window, if nothing lies over it there. Else brings the
    /// element to the middle of the window for the next time and returns null.
    fn free_place(&self, element: &Element) -> Value {
        self.js(
            "const [element] = arguments, { left, top, width, height } = element.getBoundingClientRect();
             const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
             if (element.contains(element.getRootNode().elementFromPoint(x, y))) return [x, y];
             element.scrollIntoView({ block: 'center', behavior: 'instant' });
             return null",
            &[element.as_value().clone()],
        )
    }

    /// Types into the field with this role and accessible name.
    pub fn type_into(&self, role: &str, name: &str, text: &str) {
        let element = self.by_role(role, name);
        self.ask(self.session().send_keys(&element, text));
    }

    /// Chooses the option with this text in the list with this accessible name.
    pub fn choose(&self, name: &str, option: &str) {
        let list = self.by_role("combobox", name);
        let is_there = self.js(
            "const [list, wanted] = arguments;
             const option = [...list.options].find((option) => option.text.trim() === wanted);
             if (!option) return false;
             list.value = option.value;
             for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
             return true;",
            &[list.as_value().clone(), json!(option)],
        );
        assert_eq!(is_there, json!(true), "the list {name:?} has no option {option:?}");
    }

    /// Drags the first element that the selector matches, by so many CSS pixels to the right and down.
    pub fn drag(&self, css: &str, right: i32, down: i32) {
        let origin = self.by_css(css);
        let to = |origin: &Value, x: i32, y: i32| json!({ "type": "pointerMove", "duration": 100, "origin": origin, "x": x, "y": y });
        let here = json!("pointer");
        let actions = json!([
            to(origin.as_value(), 0, 0),
            { "type": "pointerDown", "button": 0 },
            to(&here, right / 2, down / 2),
            to(&here, right - right / 2, down - down / 2),
            { "type": "pointerUp", "button": 0 },
        ]);
        let sources = json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions,
        }] });
        self.ask(self.session().post("actions", &sources));
    }

    /// Presses whatever is at a point of the window, in CSS pixels.
    pub fn press_at(&self, x: f64, y: f64) {
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round() },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let sources = json!({ "actions": [{
            "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions,
        }] });
        self.ask(self.session().post("actions", &sources));
    }

    /// Types a text, letter by letter, into what has the focus.
    pub fn type_text(&self, text: &str) {
        let event = |kind: &str, letter: char| json!({ "type": kind, "value": letter });
        let actions: Vec<Value> = text
            .chars()
            .flat_map(|letter| [event("keyDown", letter), event("keyUp", letter)])
            .collect();
        let sources =
            json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.ask(self.session().post("actions", &sources));
    }

    /// Presses a key, alone or with others held, for example `ArrowRight`, `Enter`, `j` or `Control+z`.
    pub fn press(&self, keys: &str) {
        self.press_times(keys, 1);
    }

    /// Presses a key so many times, as [`Self::press`] does, with one command to the driver.
    pub fn press_times(&self, keys: &str, times: usize) {
        let keys: Vec<String> = keys.split('+').map(key_code).collect();
        let event = |kind: &str, key: &String| json!({ "type": kind, "value": key });
        let down = keys.iter().map(|key| event("keyDown", key));
        let up = keys.iter().rev().map(|key| event("keyUp", key));
        let once: Vec<Value> = down.chain(up).collect();
        let actions = vec![once; times].concat();
        let sources =
            json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.ask(self.session().post("actions", &sources));
    }
}

/// WebDriver's code for a key that has no character.
fn key_code(name: &str) -> String {
    let code = match name {
        "Backspace" => '\u{E003}',
        "Tab" => '\u{E004}',
        "Enter" => '\u{E007}',
        "Shift" => '\u{E008}',
        "Control" => '\u{E009}',
        "Alt" => '\u{E00A}',
        "Escape" => '\u{E00C}',
        "Space" => ' ',
        "PageUp" => '\u{E00E}',
        "PageDown" => '\u{E00F}',
        "End" => '\u{E010}',
        "Home" => '\u{E011}',
        "ArrowLeft" => '\u{E012}',
        "ArrowUp" => '\u{E013}',
        "ArrowRight" => '\u{E014}',
        "ArrowDown" => '\u{E015}',
        "Delete" => '\u{E017}',
        "F2" => '\u{E032}',
        "Meta" => '\u{E03D}',
        "Plus" => '+',
        _ => {
            assert!(name.chars().count() == 1, "{name:?} is no key we know");
            return name.to_owned();
        }
    };
    code.to_string()
}
