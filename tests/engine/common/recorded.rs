//! Reading what the cluster held when kubectl printed a text.

use podlab::api::core::{Event, EventType};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::manifest::node::{Node, Value as Tree};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// An object as the manifest reader takes it.
pub fn tree(value: &Value) -> Node {
    match value {
        Value::Null => Tree::Null.into(),
        Value::Bool(flag) => Tree::Bool(*flag).into(),
        Value::Number(number) => Node::int(number.as_i64().expect("a whole number")),
        Value::String(text) => Node::text(text.clone()),
        Value::Array(elements) => Tree::List(elements.iter().map(tree).collect()).into(),
        Value::Object(entries) => {
            Node::map(entries.iter().map(|(key, value)| (Text::from(key.clone()), tree(value))))
        }
    }
}

/// An Event.
pub fn event(value: &Value) -> Event {
    let text = |key: &str| value[key].as_str().expect("a string").to_owned();
    let time = |key: &str| SimTime::from_seconds(value[key].as_u64().expect("seconds"));
    Event {
        kind: if text("type") == "Warning" { EventType::Warning } else { EventType::Normal },
        reason: text("reason").into(),
        message: text("message").into(),
        from: text("from").leak(),
        count: value["count"].as_i64().expect("a count"),
        first: time("first"),
        last: time("last"),
        ..Event::default()
    }
}

/// Puts `<time>` in the place of dates.
pub fn normalised(text: &str) -> String {
    let line = |line: &str| match line.find(" +0000") {
        Some(end) if end >= 25 => format!("{}<time>{}\n", &line[..end - 25], &line[end + 6..]),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// The fixtures whose names begin so.
pub fn goldens(prefix: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kubectl");
    let entries = std::fs::read_dir(directory).expect("tests/kubectl is there");
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && name.ends_with(".json")
    };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(is_wanted).collect();
    assert!(!paths.is_empty(), "no {prefix}");
    paths.sort();
    paths
}
