//! Text in columns: the padding of `kubectl get` and the elastic columns of `kubectl describe`.

/// Pads cells as `kubectl get` does: three spaces between columns, and at least six characters a column. Rule P-1201.
///
/// It remembers the widths, so that the lines of a watch stay under the header.
/// Models kubernetes cli-runtime pkg/printers/tabwriter.go GetNewTabWriter.
#[derive(Clone, Debug, Default)]
pub struct Table {
    widths: Vec<usize>,
}

impl Table {
    /// Returns the text of some rows, each with a line feed at its end. The last cell of a row is not padded.
    pub fn print(&mut self, rows: &[Vec<String>]) -> String {
        for row in rows {
            for (column, cell) in row.iter().rev().skip(1).rev().enumerate() {
                let width = (cell.chars().count() + 3).max(6);
                match self.widths.get_mut(column) {
                    Some(known) => *known = width.max(*known),
                    None => self.widths.push(width),
                }
            }
        }
        let mut text = String::new();
        for row in rows {
            for (column, cell) in row.iter().enumerate() {
                text.push_str(cell);
                if column + 1 < row.len() {
                    pad(&mut text, cell, self.widths[column]);
                }
            }
            text.push('\n');
        }
        text
    }
}

/// Replaces the tabs of a text by spaces, so that cells of adjacent lines are aligned, with two spaces between columns.
///
/// A column ends at the first line that does not have it.
/// Models Go text/tabwriter with minwidth 0 and padding 2.
pub(crate) fn elastic(text: &str) -> String {
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    let mut layout = Layout { lines, widths: Vec::new(), text: String::new() };
    layout.format(0, layout.lines.len());
    layout.text
}

struct Layout<'a> {
    lines: Vec<Vec<&'a str>>,
    widths: Vec<usize>,
    text: String,
}

impl Layout<'_> {
    /// Writes the lines from `from` up to but not including `to`. The widths of the columns to the left are known.
    fn format(&mut self, mut from: usize, to: usize) {
        let column = self.widths.len();
        let has_column = |line: &Vec<&str>| column + 1 < line.len();
        let mut at = from;
        while at < to {
            if !has_column(&self.lines[at]) {
                at += 1;
                continue;
            }
            self.write(from, at);
            let block = self.lines[at..to].iter().take_while(|line| has_column(line)).count();
            let cells = self.lines[at..at + block].iter().map(|line| line[column].chars().count());
            let width = cells.max().unwrap_or(0) + 2;
            self.widths.push(width);
            self.format(at, at + block);
            self.widths.pop();
            at += block;
            from = at;
        }
        self.write(from, to);
    }

    fn write(&mut self, from: usize, to: usize) {
        for line in &self.lines[from..to] {
            for (column, cell) in line.iter().enumerate() {
                self.text.push_str(cell);
                if let Some(width) = self.widths.get(column) {
                    pad(&mut self.text, cell, *width);
                }
            }
            self.text.push('\n');
        }
    }
}

fn pad(text: &mut String, cell: &str, width: usize) {
    text.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_end_where_a_line_does_not_have_them() {
        let text = "Name:\tp\nIPs:\n  IP:\tip-1\nControlled By:\tSet/web\n  Type\tStatus\n";
        let lines = [
            "Name:  p",
            "IPs:",
            "  IP:           ip-1",
            "Controlled By:  Set/web",
            "  Type          Status",
        ];
        assert_eq!(elastic(text), lines.join("\n") + "\n");
    }

    #[test]
    fn a_watch_keeps_its_widths() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let mut table = Table::default();
        assert_eq!(table.print(&[row(["NAME", "READY", "AGE"])]), "NAME   READY   AGE\n");
        assert_eq!(table.print(&[row(["web-0", "1/1", "5s"])]), "web-0   1/1     5s\n");
        assert_eq!(table.print(&[row(["a", "1/1", "5s"])]), "a       1/1     5s\n");
    }
}
