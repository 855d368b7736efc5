//! What is pasted into other pages so that they show a run, and how it is made safe there.

use crate::{Permalink, Place, View, read_run};
use std::fmt::Write;

/// The page that stands in other pages as a frame, beside the page itself.
const FRAME: &str = "embed.html";
/// The script of the element `pod-lab`, beside the page; a plain one, which any page may load.
const SCRIPT: &str = "embed/podlab.classic.js";
/// Height of a frame in CSS pixels until it says its own.
const HEIGHT: u32 = 480;

/// What is to be shown elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared<'a> {
    /// The address of the folder in which the page is; it ends in a slash.
    pub base: &'a str,
    /// The address of the page, without its fragment.
    pub page: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// Where the link leads.
    pub link: &'a Permalink,
    /// The run in one line, where the link holds one.
    pub run: &'a str,
}

impl Shared<'_> {
    /// The address.
    pub fn address(&self) -> String {
        format!("{}{}", self.page, self.link.fragment())
    }

    /// A frame, for pages that take HTML.
    pub fn frame(&self) -> String {
        let source = format!("{}{FRAME}{}", self.base, self.link.fragment());
        format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"{HEIGHT}\" loading=\"lazy\" sandbox=\"allow-scripts\"></iframe>",
            attribute(&source),
            attribute(&format!("Podlab: {}", self.title)),
        )
    }

    /// The element `pod-lab` and its script, for pages that load scripts.
    pub fn element(&self) -> String {
        let script = attribute(&format!("{}{SCRIPT}", self.base));
        let mut text = format!("<script src=\"{script}\"></script>\n<pod-lab");
        for (name, value) in self.options() {
            match value.as_str() {
                "" => text.extend([" ", name]),
                value => text.extend([" ", name, "=\"", &attribute(value), "\""]),
            }
        }
        if self.is_run() {
            // Within a script nothing but its end tag means anything.
            let run = self.run.replace('<', "\\u003c");
            let _ =
                write!(text, ">\n<script type=\"application/yaml\">\n{run}\n</script>\n</pod-lab>");
        } else {
            text.push_str("></pod-lab>");
        }
        text
    }

    /// A link for texts in Markdown.
    pub fn markdown(&self) -> String {
        let mut title = String::new();
        for letter in self.title.chars() {
            // What Markdown, or HTML in it, takes for its own.
            if letter.is_ascii_punctuation()
                && !matches!(letter, ',' | '.' | ':' | ';' | '/' | '\'')
            {
                title.push('\\');
            }
            title.push(if letter.is_control() { ' ' } else { letter });
        }
        format!("[Podlab: {title}]({})", self.address())
    }

    /// A fenced block, for documentation sites that draw it.
    pub fn block(&self) -> String {
        let body = if self.is_run() { format!("{}\n", self.run) } else { String::new() };
        // Longer than any fence within.
        let mut ticks = 3;
        for run in body.split(|c| c != '`') {
            ticks = ticks.max(run.len() + 1);
        }
        let fence = "`".repeat(ticks);
        let mut head = String::new();
        for (name, value) in self.options() {
            head.extend([" ", name]);
            if !value.is_empty() {
                head.extend(["=", &value]);
            }
        }
        format!("{fence}podlab{head}\n{body}{fence}\n")
    }

    fn is_run(&self) -> bool {
        matches!(self.link.place, Place::Run(_))
    }

    /// The options of the element, or of a fenced block, by their names.
    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = Vec::new();
        match &self.link.place {
            Place::Scene(name) => options.push(("scene", name.clone())),
            Place::Example(case, policy) => {
                options.push(("scene", format!("example/{case}/{policy}")));
            }
            Place::Run(_) => {}
        }
        // A run has in it what is shown beside it; its moment and its release are its own.
        let of_run = read_run(self.run).map(|(_, view)| View { at: None, release: None, ..view });
        let of_run = of_run.ok().filter(|_| self.is_run());
        let view = of_run.as_ref().unwrap_or(&self.link.view);
        if let Some(at) = view.at {
            options.push(("start-at", crate::view::moment(at)));
        }
        if let Some(release) = view.release {
            options.push(("release", release.as_str().to_owned()));
        }
        if let Some(language) = view.language {
            options.push(("lang", language.code().to_owned()));
        }
        if let Some(panel) = &view.panel {
            options.push(("panels", format!("tracks,{panel}")));
        }
        if let Some(speed) = view.play {
            options.push(("autoplay", String::new()));
            // As fast as possible, and faster than anything else.
            match speed {
                1 => {}
                u32::MAX => options.push(("speed", "max".to_owned())),
                speed => options.push(("speed", speed.to_string())),
            }
        }
        options
    }
}

/// A text as it stands, in one line, between the quotation marks of an attribute.
pub fn attribute(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
