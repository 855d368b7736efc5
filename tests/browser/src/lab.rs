//! What tests of the lab do again and again: open a scene, go through time, read the lanes.

use serde_json::Value;

use crate::Page;
use crate::find::strings;

/// A lane of a StatefulSet as it is seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// The name of the Pod that belongs there.
    pub pod: String,
    /// What kubectl prints; empty without a Pod.
    pub status: String,
    /// How many containers are ready of how many, for example `1/1`.
    pub ready: String,
    /// The badge of its revision.
    pub revision: String,
    /// What it says that it waits for.
    pub wait: String,
    /// The classes of the gate before it.
    pub gate: String,
    /// Its first claim and the state of it.
    pub claim: String,
}

impl Page {
    /// Opens the page with the scene of that title, standing still at its beginning.
    ///
    /// Follows a link that names the moment. A scene that is chosen in the picker runs until the test presses *Pause*, and how far it
    /// came by then differs from run to run.
    pub fn open_lab(title: &str) -> Self {
        let scene =
            podlab_lessons::SCENES.iter().find(|scene| scene.text("title", "en") == Some(title));
        let name = scene.unwrap_or_else(|| panic!("no scene has the title {title:?}")).name;
        let page = Self::open(&format!("/#/scene/{name}?at=0s"));
        page.wait_until(title, |page| page.scene() == title);
        page.wait_until_there();
        page
    }

    /// Opens the scene of that title and stops time.
    pub fn open_scene(&self, title: &str) {
        self.wait_until("the page", |page| page.count(".scene-button") == 1);
        self.click_css(".scene-button");
        self.wait_until("the scenes", |page| page.count("#scenes:popover-open") == 1);
        self.js(
            "[...document.querySelectorAll('.scenes li .scene')].find((scene) => scene.firstChild.data === arguments[0]).click()",
            &[title.into()],
        );
        self.wait_until(title, |page| page.scene() == title);
        if self.has("button", "Pause") {
            self.click("button", "Pause");
        }
    }

    /// The title of the scene that is open. Where it is cut short, WebKit's driver gives no text for it.
    pub fn scene(&self) -> String {
        let title =
            self.js("return document.querySelector('.scene-title')?.textContent ?? ''", &[]);
        title.as_str().unwrap_or_default().to_owned()
    }

    /// Opens the menu of the bar, where the bar is too narrow for all of it.
    pub fn open_bar(&self) {
        let is_narrow = "return document.querySelector('#more')?.checkVisibility() ?? false";
        if self.js(is_narrow, &[]) == true {
            self.click_css("#more");
            self.wait_until("the menu", |page| page.count(".bar-more:popover-open") == 1);
        }
    }

    /// Pastes a text into the editor, all at once.
    pub fn paste(&self, text: &str) {
        self.open_bar();
        self.click("button", "Paste YAML");
        self.wait_until("the editor", |page| page.has("textbox", "Pod manifest"));
        self.js(
            "const area = document.querySelector('textarea');
             area.value = arguments[0];
             area.dispatchEvent(new InputEvent('input', { bubbles: true }));",
            &[text.into()],
        );
    }

    /// Keeps the text of what the page saves in `window.saved`, and lets nothing be downloaded.
    pub fn catch_files(&self) {
        let script = "URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return 'data:,'; };
             const click = HTMLAnchorElement.prototype.click;
             HTMLAnchorElement.prototype.click = function () { if (!this.hasAttribute('download')) click.call(this); };";
        self.js(script, &[]);
    }

    /// Goes to a second by the line of time, and waits until it is there: a far way takes several frames. The line grows with what it has
    /// shown, so what lies beyond its end takes several presses, too.
    pub fn seek(&self, second: u64) {
        let mut end = 0;
        loop {
            let length = self.js(
                "const range = document.querySelector('.scrub input');
                 const length = Number(range.max);
                 range.value = arguments[0];
                 range.dispatchEvent(new InputEvent('input', { bubbles: true }));
                 range.dispatchEvent(new Event('change', { bubbles: true }));
                 return length",
                &[second.into()],
            );
            let length = length.as_u64().unwrap_or(0);
            self.wait_until_there();
            if length >= second {
                break;
            }
            assert!(length > end, "the line of time ends at {length} s");
            end = length;
        }
    }

    /// Waits until the page is at the moment it was sent to. That it is on its way is drawn in the next frame.
    pub fn wait_until_there(&self) {
        self.js("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))", &[]);
        self.wait_until("the moment", |page| page.count(".clock[aria-busy]") == 0);
    }

    /// Waits until the page knows what comes next and what is stuck.
    pub fn wait_until_foretold(&self) {
        let busy = ".why-not[aria-busy], .stuck-line[aria-busy]";
        self.wait_until("what comes next", |page| page.count(busy) == 0);
    }

    /// Makes every look at the clock cost 20 ms until the page is loaded again, so that nothing is done within a frame.
    pub fn be_slow(&self) {
        self.js(
            "const now = performance.now.bind(performance);
             let more = 0;
             performance.now = () => now() + (more += 20);",
            &[],
        );
    }

    /// Lets the next change happen and waits until it is there, in one script: tests take hundreds of such steps.
    pub fn advance(&self) {
        let is_there = self.js(
            "return (async () => {
               const button = [...document.querySelectorAll('.transport .moves button')]
                 .find((button) => button.textContent.trim() === 'Next change');
               if (!button || button.disabled || button.ariaDisabled === 'true') return false;
               button.click();
               // That the page is on its way is drawn in the next frame.
               await new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));
               for (let pause = 4; document.querySelector('.clock[aria-busy]'); pause = Math.min(pause * 2, 64)) {
                 await new Promise((go) => setTimeout(go, pause));
               }
               return true;
             })()",
            &[],
        );
        assert_eq!(is_there, true, "there is no button Next change");
    }

    /// Lets the next change happen. What is pressed before it has happened stands in line.
    pub fn next_change(&self) {
        self.click("button", "Next change");
    }

    /// Lets time pass, by that many changes at most, until the condition holds.
    pub fn step_until(&self, presses: usize, what: &str, holds: impl Fn(&Self) -> bool) {
        for _ in 0..presses {
            if holds(self) {
                return;
            }
            self.advance();
        }
        let shown = |css: &str| if self.count(css) == 0 { String::new() } else { self.text(css) };
        panic!(
            "never came: {what}; it is {} {} at {}: {:#?}; the console says {:?}",
            shown("#phase"),
            shown("#status"),
            shown(".clock"),
            self.lanes(),
            self.console_errors()
        );
    }

    /// The lanes from the lowest ordinal on.
    pub fn lanes(&self) -> Vec<Lane> {
        let seen = self.js(
            "return [...document.querySelectorAll('.lane')].map((lane) => {
               const text = (css) => lane.querySelector(css)?.textContent ?? '';
               const pod = lane.querySelector('.lane-pod');
               return [lane.dataset.pod, pod.dataset.status ?? '', pod.dataset.ready ?? '', text('.revision'),
                 text('.lane-wait'), lane.querySelector('.gate')?.className ?? '', text('.claim-name') + ' ' + text('.claim-state')];
             })",
            &[],
        );
        seen.as_array().into_iter().flatten().map(lane).collect()
    }

    /// The lane of that Pod; one that says nothing if there is none.
    pub fn lane(&self, pod: &str) -> Lane {
        self.lanes().into_iter().find(|lane| lane.pod == pod).unwrap_or_default()
    }

    /// Whether so many Pods of the lanes, no more and no fewer, are Running and Ready.
    pub fn are_ready(&self, count: usize) -> bool {
        let lanes = self.lanes();
        lanes.iter().filter(|lane| lane.ready == "1/1" && lane.status == "Running").count() == count
    }

    /// The names of so many lanes in the order in which something becomes true of them, within that many changes.
    pub fn order(
        &self,
        presses: usize,
        count: usize,
        is_so: impl Fn(&Lane) -> bool,
    ) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for _ in 0..presses {
            for lane in self.lanes().into_iter().filter(|lane| is_so(lane)) {
                if !found.contains(&lane.pod) {
                    found.push(lane.pod);
                }
            }
            if found.len() == count {
                return found;
            }
            self.advance();
        }
        panic!("only {found:?} at {}", self.text(".clock"));
    }

    /// Chooses the dark colours and waits until they are there.
    pub fn go_dark(&self) {
        self.open_bar();
        self.click("radio", "dark");
        if self.count(".bar-more:popover-open") == 1 {
            self.press("Escape");
        }
        self.wait_until("the dark", |page| {
            page.js("return getComputedStyle(document.documentElement).backgroundColor", &[])
                == "rgb(22, 26, 33)"
                && page.js("return document.getAnimations().length", &[]) == 0
        });
    }

    /// Makes the page as narrow as a phone. Firefox does not make its window narrower than 500 pixels.
    pub fn go_narrow(&self) {
        self.set_size(390, 844);
        self.wait_until("a narrow page", |page| {
            page.js("return innerWidth", &[]).as_u64().is_some_and(|width| width <= 500)
        });
    }

    /// Lets the page speak a language, and waits for it.
    pub fn speak(&self, language: &str, code: &str) {
        self.choose_language(language);
        self.wait_for_language(code);
    }

    /// Visits the page again, and begins to answer the one question that comes back.
    pub fn answer_what_comes_back(&self) {
        self.go_to("/?again");
        self.click("button", "Lessons");
        self.wait_until("the question", |page| {
            page.text(".course").contains("Questions that come back today: 1.")
        });
        self.click("button", "Answer them");
    }

    /// Chooses a language, with what a keyboard sets off.
    pub fn choose_language(&self, language: &str) {
        self.wait_until("the languages", |page| page.count("#language") == 1);
        let is_there = self.js(
            "const list = document.getElementById('language');
             const option = [...list.options].find((option) => option.text.trim() === arguments[0]);
             if (!option) return false;
             list.focus();
             list.value = option.value;
             list.dispatchEvent(new Event('change', { bubbles: true }));
             return true;",
            &[language.into()],
        );
        assert_eq!(is_there, true, "the page does not speak {language}");
    }

    /// Waits until the page speaks the language of that code.
    pub fn wait_for_language(&self, code: &str) {
        self.wait_until(code, |page| page.js("return document.documentElement.lang", &[]) == code);
    }

    /// Asserts that nothing lies beside the page.
    pub fn assert_fits(&self) {
        let beside = "const { scrollWidth, clientWidth } = document.documentElement;
            if (scrollWidth <= clientWidth) return [];
            return [...document.querySelectorAll('body *')]
              .filter((each) => each.getBoundingClientRect().right > clientWidth)
              .map((each) => `${each.tagName} ${each.getAttribute('class')} ${each.getBoundingClientRect().right}`)";
        let beside = strings(&self.js(beside, &[]));
        assert!(beside.is_empty(), "the page scrolls sideways for {beside:#?}");
    }
}

/// The manifest of the StatefulSet web with so many Pods in order, and of its Service. It ends within its only container.
pub fn set_of(replicas: usize) -> String {
    format!(
        "apiVersion: v1
kind: Service
metadata: {{name: nginx}}
spec: {{clusterIP: None, selector: {{app: nginx}}, ports: [{{port: 80}}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web}}
spec:
  serviceName: nginx
  replicas: {replicas}
  selector:
    matchLabels: {{app: nginx}}
  template:
    metadata:
      labels: {{app: nginx}}
    spec:
      containers:
      - name: app
        image: registry.k8s.io/nginx-slim:v1
"
    )
}

fn lane(row: &Value) -> Lane {
    let text = |index: usize| row[index].as_str().unwrap_or_default().trim().to_owned();
    Lane {
        pod: text(0),
        status: text(1),
        ready: text(2),
        revision: text(3),
        wait: text(4),
        gate: text(5),
        claim: text(6),
    }
}
