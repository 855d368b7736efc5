//! Builds the text of `kubectl describe`: lines of cells that are indented, and aligned at the end.

pub(crate) use crate::apiserver::printed::scalar;
use crate::apiserver::table::elastic;
use crate::base::text::Text;
use std::collections::BTreeMap;

/// The lines so far, with tabs between cells.
#[derive(Default)]
pub(crate) struct Sheet {
    text: String,
}

impl Sheet {
    /// Writes a line of cells, indented by two spaces a level.
    pub(crate) fn row(&mut self, level: usize, cells: &[&str]) {
        self.text.extend(std::iter::repeat_n("  ", level));
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.text.push('\t');
            }
            self.text.push_str(cell);
        }
        self.text.push('\n');
    }

    /// Writes a label and its value, unless the value is empty.
    pub(crate) fn row_if_set(&mut self, level: usize, label: &str, value: &str) {
        if !value.is_empty() {
            self.row(level, &[label, value]);
        }
    }

    /// Returns the text with its tabs.
    pub(crate) fn raw(self) -> String {
        self.text
    }

    /// Returns the aligned text.
    pub(crate) fn text(&self) -> String {
        elastic(&self.text)
    }
}

/// Returns `true` or `false`.
pub(crate) fn yes_no(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

/// Writes a map as `key=value`, one pair on a line, sorted by key.
pub(super) fn pairs(sheet: &mut Sheet, label: &str, map: &BTreeMap<Text, Text>) {
    let lines = map.iter().map(|(key, value)| format!("{key}={value}"));
    column(sheet, label, &lines.collect::<Vec<_>>());
}

/// Writes lines below each other in the second column. The first one is beside the label.
pub(super) fn column(sheet: &mut Sheet, label: &str, lines: &[String]) {
    if lines.is_empty() {
        sheet.row(0, &[label, "<none>"]);
    }
    for (index, line) in lines.iter().enumerate() {
        sheet.row(0, &[if index == 0 { label } else { "" }, line]);
    }
}

/// Writes the annotations except kubectl's own. Long ones get lines of their own and are cut off.
pub(super) fn annotations(sheet: &mut Sheet, map: &BTreeMap<Text, Text>) {
    column(sheet, "Annotations:", &lines_of(map));
}

pub(super) fn lines_of(map: &BTreeMap<Text, Text>) -> Vec<String> {
    /// The longest annotation that is printed beside its key, in bytes.
    const LONGEST: usize = 140;
    let mut lines = Vec::new();
    for (key, value) in map {
        if key == "kubectl.kubernetes.io/last-applied-configuration" {
            continue;
        }
        let value = value.strip_suffix('\n').unwrap_or(value);
        if value.len() + key.len() + 2 > LONGEST || value.contains('\n') {
            lines.push(format!("{key}:"));
            for line in value.split('\n') {
                lines.push(format!("  {}", shortened(line, LONGEST - 2)));
            }
        } else {
            lines.push(format!("{key}: {value}"));
        }
    }
    lines
}

fn shortened(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let end = (0..=longest).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}...", &text[..end])
}
