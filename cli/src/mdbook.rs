//! `podlab mdbook`: a preprocessor for mdBook, which turns blocks into labs.
//!
//! mdBook first asks `supports RENDERER`, then writes `[context, book]` as JSON to standard input and reads the book back.

use crate::embed::Embed;
use crate::failure::Failure;
use crate::input;
use crate::page::{Fence, Part, parts};
use crate::terminal::Printed;
use clap::Subcommand;
use podlab_figure::{Theme, speak};
use podlab_link::snippets::attribute;
use podlab_messages::Language;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is known of the book.
struct Book {
    /// The folder of its pages.
    source: PathBuf,
    /// Whether the renderer writes HTML.
    is_html: bool,
    /// The language of blocks that name none.
    language: Language,
}

const HELP: &str = "\
mdBook calls it when book.toml says:
  [preprocessor.podlab]
  command = \"podlab mdbook\"

For HTML a block becomes a <pod-lab> element with a still in it, for other renderers a table.

Examples:
  mdbook build                    builds a book with such a book.toml
  podlab mdbook supports html     what mdBook asks first";

/// Turns ```podlab blocks of a book into labs: a preprocessor for mdBook
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    question: Option<Question>,
}

/// What mdBook asks before it gives the book.
#[derive(Debug, Subcommand)]
enum Question {
    /// Tells with its exit code whether a renderer is supported; every one is
    Supports {
        /// Name of the renderer, such as html
        renderer: String,
    },
}

/// Returns what the program prints for mdBook.
///
/// # Errors
/// What is wrong, in lines for people; mdBook shows them and stops.
pub fn answer(args: &Args) -> Result<Printed, Failure> {
    match &args.question {
        // Every renderer gets something: HTML the element, others a table.
        Some(Question::Supports { .. }) => Ok(Printed::Json(String::new())),
        None => Ok(Printed::Json(preprocess(&input::read_file(Path::new("-"))?)?)),
    }
}

/// The book with its blocks replaced, from what mdBook writes.
///
/// # Errors
/// What is wrong, in lines for people.
pub fn preprocess(text: &str) -> Result<String, String> {
    let no_book = |why: &str| format!("<stdin>: this is not what mdBook writes: {why}");
    let mut read: Value =
        serde_json::from_str(text).map_err(|error| no_book(&error.to_string()))?;
    let Some([context, book]) = read.as_array_mut().map(Vec::as_mut_slice) else {
        return Err(no_book("it is no list of a context and a book"));
    };
    let config = |path: &str| context.pointer(path).and_then(Value::as_str);
    let root = config("/root").ok_or_else(|| no_book("the context has no root"))?;
    let language = config("/config/book/language").and_then(Language::parse);
    let about = Book {
        source: Path::new(root).join(config("/config/book/src").unwrap_or("src")),
        is_html: config("/renderer") == Some("html"),
        language: language.unwrap_or_default(),
    };
    // Version 0.5 calls them items.
    let key = ["sections", "items"].into_iter().find(|key| book.get(key).is_some());
    let items = key.and_then(|key| book.get_mut(key)).and_then(Value::as_array_mut);
    let items = items.ok_or_else(|| no_book("the book has no sections"))?;
    let mut mistakes = Vec::new();
    replace_all(items, &about, &mut mistakes);
    if mistakes.is_empty() { Ok(book.to_string()) } else { Err(mistakes.join("\n")) }
}

/// Replaces the blocks of chapters and those below them.
fn replace_all(items: &mut [Value], book: &Book, mistakes: &mut Vec<String>) {
    for item in items {
        // Separators and titles of parts have no text.
        let Some(chapter) = item.get_mut("Chapter") else { continue };
        let path = chapter.get("path").and_then(Value::as_str).map(PathBuf::from);
        let name = chapter.get("name").and_then(Value::as_str).unwrap_or_default();
        let path = path.unwrap_or_else(|| PathBuf::from(name));
        if let Some(content) = chapter.get("content").and_then(Value::as_str) {
            match replace(content, &path, book) {
                Ok(content) => chapter["content"] = content.into(),
                Err(told) => mistakes.extend(told),
            }
        }
        if let Some(items) = chapter.get_mut("sub_items").and_then(Value::as_array_mut) {
            replace_all(items, book, mistakes);
        }
    }
}

fn replace(content: &str, path: &Path, book: &Book) -> Result<String, Vec<String>> {
    let file = book.source.join(path);
    let folder = file.parent().unwrap_or(Path::new(""));
    let (mut text, mut done, mut mistakes) = (String::new(), 0, Vec::new());
    for part in parts(content) {
        let Part::Fence(fence) = part else { continue };
        let shown = match fence.language() {
            "podlab" => show(&fence, folder, book),
            // Claims are for `podlab check`.
            "podlab-expect" => Ok(String::new()),
            _ => continue,
        };
        match shown {
            Ok(shown) => {
                text.push_str(&content[done..fence.range.start]);
                text.push_str(&within(&shown, before(content, &fence)));
                done = fence.range.end;
            }
            Err(told) => mistakes.extend(
                told.into_iter().map(|(line, why)| format!("{}:{line}: {why}", path.display())),
            ),
        }
    }
    text.push_str(&content[done..]);
    if mistakes.is_empty() { Ok(text) } else { Err(mistakes) }
}

/// Returns the text before a block in its first line.
fn before<'a>(content: &'a str, fence: &Fence) -> &'a str {
    let line = content[..fence.range.start].rfind('\n').map_or(0, |feed| feed + 1);
    let first = &content[line..];
    &first[..first.find(['`', '~']).unwrap_or(0)]
}

/// Indents a text as the block it replaces, in a list or a quote: quote marks stay, and blanks replace the mark of an item.
fn within(text: &str, before: &str) -> String {
    // Outside of lists and quotes, up to three blanks have no meaning.
    if before.len() <= 3 && before.trim().is_empty() {
        return text.to_owned();
    }
    // The text before the block stays, and ends its line.
    let text = if text.is_empty() && !before.trim().is_empty() { "\n" } else { text };
    let start: String = before.chars().map(|c| if c == '>' { c } else { ' ' }).collect();
    let lines = text.split_inclusive('\n').enumerate().map(|(index, line)| {
        let is_begun = index == 0 && !before.trim().is_empty();
        format!("{}{line}", if is_begun { "" } else { &start })
    });
    lines.collect()
}

/// Returns the text that replaces a block.
fn show(fence: &Fence, folder: &Path, book: &Book) -> Result<String, Vec<crate::embed::Mistake>> {
    let embed = Embed::read(fence)?;
    speak(embed.language().unwrap_or(book.language));
    let figure = match embed.lesson_still() {
        Some(still) => still?,
        None => {
            let mut figure = embed.open(folder)?;
            figure.go_to(embed.moment().unwrap_or_else(|| figure.end()));
            figure
        }
    };
    if !book.is_html {
        return Ok(figure.markdown());
    }
    let still = figure.svg(Theme::Auto);
    Ok(element(&embed, book.language, &still))
}

/// Returns the element of a block, with a still for readers without scripts. Markdown reads every part of it as a block of HTML.
fn element(embed: &Embed, language: Language, still: &str) -> String {
    let mut tag = "<pod-lab".to_owned();
    for (name, value) in embed.attributes() {
        tag.push_str(&format!(" {name}"));
        if !value.is_empty() {
            tag.push_str(&format!("=\"{}\"", attribute(&value)));
        }
    }
    if embed.language().is_none() && language != Language::English {
        tag.push_str(&format!(" lang=\"{}\"", language.code()));
    }
    let mut nested = String::new();
    if let Some(body) = &embed.body {
        let body = body.trim_end();
        if can_be_nested(body) {
            nested = format!("<script type=\"application/yaml\">\n{body}\n</script>\n\n");
        } else {
            tag.push_str(&format!(" manifest=\"{}\"", attribute(body)));
        }
    }
    format!("\n{tag}>\n\n{nested}<div class=\"podlab-still\">\n{still}</div>\n\n</pod-lab>\n\n")
}

/// Whether a text may stand in a script element as it is: nothing in it ends the element, begins a comment in it, or ends the block
/// of HTML for Markdown.
fn can_be_nested(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    !["</", "<!--", "<script"].into_iter().any(|mark| text.contains(mark))
}
