//! Builds the text of `kubectl describe`: lines of cells that are indented, and aligned at the end.

pub(crate) use crate::apiserver::printed::scalar;
use crate::apiserver::table::elastic;

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
