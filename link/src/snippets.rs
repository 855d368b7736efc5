//! Texts that people paste into other pages so that those show a run. Everything in them is escaped.

use crate::{LinkTarget, Permalink, View, read_run};
use std::fmt::Write;

/// The page that other pages show in a frame. It lies beside the page itself.
const FRAME: &str = "embed.html";
/// The script of the element `pod-lab`, which lies beside the page. It is a plain script, which any page may load.
const SCRIPT: &str = "embed/podlab.classic.js";
/// The height of a frame in CSS pixels until the frame reports its own.
const HEIGHT: u32 = 480;

/// A run that is shown elsewhere.
///
/// ```
/// use podlab_link::snippets::Shared;
/// use podlab_link::{Permalink, LinkError};
///
/// # fn main() -> Result<(), LinkError> {
/// let link = Permalink::parse("#/scene/crash-loop?at=90s")?;
/// let (base, page) = ("https://example.org/", "https://example.org/index.html");
/// let shared = Shared { base, page, title: "A *crash* loop", link: &link, run: "" };
/// assert_eq!(
///     shared.markdown(),
///     r"[Podlab: A \*crash\* loop](https://example.org/index.html#/scene/crash-loop?at=90s)"
/// );
/// assert_eq!(shared.block(), "```podlab scene=crash-loop start-at=90s\n```\n");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shared<'a> {
    /// The address of the folder that holds the page. It ends in a slash.
    pub base: &'a str,
    /// The address of the page, without its fragment.
    pub page: &'a str,
    /// The title of the run.
    pub title: &'a str,
    /// Where the link leads.
    pub link: &'a Permalink,
    /// The run on one line, when the link holds one.
    pub run: &'a str,
}

impl Shared<'_> {
    /// Returns the address.
    pub fn address(&self) -> String {
        format!("{}{}", self.page, self.link.fragment())
    }

    /// Returns a frame, for pages that accept HTML.
    pub fn frame(&self) -> String {
        let source = format!("{}{FRAME}{}", self.base, self.link.fragment());
        format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"{HEIGHT}\" loading=\"lazy\" sandbox=\"allow-scripts\"></iframe>",
            attribute(&source),
            attribute(&format!("Podlab: {}", self.title)),
        )
    }

    /// Returns the element `pod-lab` and its script, for pages that load scripts.
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
            // Within a script only its end tag has a meaning.
            let run = self.run.replace('<', "\\u003c");
            let _ =
                write!(text, ">\n<script type=\"application/yaml\">\n{run}\n</script>\n</pod-lab>");
        } else {
            text.push_str("></pod-lab>");
        }
        text
    }

    /// Returns a link for a text in Markdown.
    pub fn markdown(&self) -> String {
        let mut title = String::new();
        for letter in self.title.chars() {
            // These characters have a meaning in Markdown, or in HTML within it.
            if letter.is_ascii_punctuation()
                && !matches!(letter, ',' | '.' | ':' | ';' | '/' | '\'')
            {
                title.push('\\');
            }
            title.push(if letter.is_control() { ' ' } else { letter });
        }
        format!("[Podlab: {title}]({})", self.address())
    }

    /// Returns a fenced block, for documentation sites that draw it.
    pub fn block(&self) -> String {
        let body = if self.is_run() { format!("{}\n", self.run) } else { String::new() };
        // The fence is longer than any fence within.
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
        matches!(self.link.target, LinkTarget::Run(_))
    }

    /// Returns the options of the element, or of a fenced block, with their names.
    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = Vec::new();
        match &self.link.target {
            LinkTarget::Scene(name) => options.push(("scene", name.clone())),
            LinkTarget::Example(case, policy) => {
                options.push(("scene", format!("example/{case}/{policy}")));
            }
            LinkTarget::Lesson(name) => options.push(("lesson", name.clone())),
            LinkTarget::Run(_) | LinkTarget::OwnLesson(_) | LinkTarget::Presentation(_) => {}
        }
        // A run holds the view that is shown beside it. Its moment and its release are those of the run.
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
            // `u32::MAX` stands for "as fast as possible".
            match speed {
                1 => {}
                u32::MAX => options.push(("speed", "max".to_owned())),
                speed => options.push(("speed", speed.to_string())),
            }
        }
        options
    }
}

/// Escapes a text for the quotation marks of an attribute, on one line.
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
