//! The style sheet of figures, made from the page's.
//!
//! A figure lives in the shadow tree of an element in somebody else's page. What the page says of its root is said of the
//! figure's; what depends on the width of the window depends on the figure's; lengths do not depend on the size of letters that
//! the page around has chosen for itself; and every token can be set from outside, as `--podlab-` and its name.

use std::fs;

use crate::{Outcome, paths};

/// What stands for the page's root: the outermost element of the figure.
const ROOT: &str = ".podlab";
/// CSS pixels of a `rem` in a condition, which no page can change.
const REM: f64 = 16.0;

/// The style sheets of what a figure shows only once somebody does something, or where its author wants panels.
const MORE: [&str; 5] = ["answers.css", "cells.css", "panels.css", "dialog.css", "versus.css"];

/// The style sheets of what only the page has.
const PAGE: [&str; 2] = ["page.css", "picker.css"];

/// The style sheet as a JavaScript module, and another one of what comes later.
pub fn modules() -> Outcome<(String, String)> {
    let page = fs::read_to_string(paths::root().join("index.html"))
        .map_err(|error| format!("index.html cannot be read: {error}"))?;
    let (mut first, mut more) = (String::new(), String::new());
    // The last one is what only figures need.
    for name in sheets(&page).filter(|name| !PAGE.contains(name)).chain(["figure.css"]) {
        let file = paths::root().join("styles").join(name);
        let text = fs::read_to_string(&file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        let css = if MORE.contains(&name) { &mut more } else { &mut first };
        css.push_str(&of_figure(&text));
    }
    if first.is_empty() || more.is_empty() {
        return Err("index.html does not name the style sheets that figures need".to_owned());
    }
    let module = |css: &str| format!("export default {};\n", literal(css));
    Ok((module(&first), module(&more)))
}

/// A text as JavaScript writes it.
pub fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    format!("`{text}`")
}

/// The style sheets of the page, in its order.
fn sheets(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"styles/").skip(1).filter_map(|rest| rest.split('"').next())
}

/// A sheet of the page as figures need it.
fn of_figure(css: &str) -> String {
    let css = without_comments(css);
    let mut out = String::new();
    let mut rest = css.as_str();
    while let Some(at) = rest.find(['{', '}', ';']) {
        let (text, sign) = (&rest[..at], &rest[at..=at]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match sign {
            "{" if text.starts_with('@') => out.push_str(&condition(&text)),
            "{" => out.push_str(&selector(&text)),
            _ => out.push_str(&lengths(&declaration(&text))),
        }
        out.push_str(sign);
        rest = &rest[at + 1..];
    }
    out
}

fn without_comments(css: &str) -> String {
    let mut out = String::new();
    let mut rest = css;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    out + rest
}

fn selector(text: &str) -> String {
    let text = text.replace(":root", ROOT);
    let parts = text.split(',').map(|part| match part.trim() {
        "html" | "body" => ROOT.to_owned(),
        theme if theme.starts_with("[data-theme") => [ROOT, theme].concat(),
        part => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(",")
}

/// What asks for a width of the window asks for one of the figure.
fn condition(text: &str) -> String {
    let pixels = with_rem(text, |number| format!("{}px", number * REM));
    let is_width = |part: &str| part.starts_with("(min-width") || part.starts_with("(max-width");
    match pixels.strip_prefix("@media ") {
        Some(query) if query.split(" and ").all(|part| is_width(part.trim())) => {
            ["@container podlab ", query].concat()
        }
        _ => pixels,
    }
}

/// A token takes what is said from outside, if anything is.
fn declaration(text: &str) -> String {
    match text.split_once(':') {
        Some((name, value)) if name.starts_with("--") => {
            let is_token = !name.ends_with("-of");
            let value = value.trim();
            if is_token {
                format!("{name}:var(--podlab-{},{value})", &name[2..])
            } else {
                format!("{name}:{value}")
            }
        }
        Some((name, value)) => format!("{name}:{}", value.trim()),
        None => text.to_owned(),
    }
}

fn lengths(text: &str) -> String {
    with_rem(text, |number| format!("calc(var(--rem)*{number})"))
}

/// The text with every `rem` replaced.
fn with_rem(text: &str, replace: impl Fn(f64) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("rem") {
        let before = &rest[..at];
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
        let mut start = before.trim_end_matches(is_number).len();
        let number = before[start..].parse::<f64>().ok();
        let ends = !rest[at + 3..].starts_with(|letter: char| letter.is_ascii_alphanumeric());
        let Some(mut number) = number.filter(|_| ends) else {
            out.push_str(&rest[..at + 3]);
            rest = &rest[at + 3..];
            continue;
        };
        if before[..start].ends_with('-') && !before[..start].ends_with("--") {
            start -= 1;
            number = -number;
        }
        out.push_str(&before[..start]);
        out.push_str(&replace(number));
        rest = &rest[at + 3..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{of_figure, sheets};

    #[test]
    fn the_root_is_the_figure() {
        let css = of_figure(
            ":root:not([data-theme=light]) { --ink: #000; --ink-of: red } body, html { color: var(--ink) }",
        );
        assert_eq!(
            css,
            ".podlab:not([data-theme=light]){--ink:var(--podlab-ink,#000);--ink-of:red}.podlab,.podlab{color:var(--ink)}"
        );
    }

    #[test]
    fn lengths_belong_to_the_figure() {
        let css = of_figure(".a { margin: -1.5rem 2rem; font: .875rem/1.4 x } /* 1rem */");
        assert_eq!(
            css.trim(),
            ".a{margin:calc(var(--rem)*-1.5) calc(var(--rem)*2);font:calc(var(--rem)*0.875)/1.4 x}"
        );
    }

    #[test]
    fn widths_are_those_of_the_figure_and_other_conditions_stay() {
        let css = of_figure(
            "@media (min-width: 48rem) and (max-width: 63.99rem) { a { b: c } } @media (min-width: 75rem) and (min-height: 64rem) { a { b: c } } @media print { a { b: c } }",
        );
        assert_eq!(
            css,
            "@container podlab (min-width: 768px) and (max-width: 1023.84px){a{b:c}}@media (min-width: 1200px) and (min-height: 1024px){a{b:c}}@media print{a{b:c}}"
        );
    }

    #[test]
    fn the_sheets_keep_the_order_of_the_page() {
        let page = "<link href=\"styles/b.css\"><link href=\"styles/a.css\">";
        assert_eq!(sheets(page).collect::<Vec<_>>(), ["b.css", "a.css"]);
    }
}
