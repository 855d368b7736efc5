//! Texts without what is chance in them.

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The text with every duration (`1.5s`, `20ms`) written as `<d>` and white space as single spaces.
#[must_use]
pub fn without_durations(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let starts_word = i == 0 || !is_word(chars[i - 1]);
        if let Some(end) = duration_end(&chars, i).filter(|_| starts_word) {
            out.push_str("<d>");
            i = end;
        } else {
            out.push(chars[i]);
            i += 1;
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the duration that starts at `start` ends, if one does.
fn duration_end(chars: &[char], start: usize) -> Option<usize> {
    let digits =
        |from: usize| from + chars[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut end = digits(start);
    if end == start {
        return None;
    }
    if chars.get(end) == Some(&'.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    let unit = match (chars.get(end)?, chars.get(end + 1)) {
        ('m', Some('s')) => 2,
        ('s' | 'm' | 'h', _) => 1,
        _ => return None,
    };
    let end = end + unit;
    chars.get(end).is_none_or(|c| !is_word(*c)).then_some(end)
}

/// The text with `to node-x` written as `to <node>`: which node the scheduler takes is chance.
#[must_use]
pub fn without_nodes(text: &str) -> String {
    let mut parts = text.split("to node-");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(is_word);
        out.push_str(if rest.len() < part.len() { "to <node>" } else { "to node-" });
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_not_compared() {
        let pulled = "pulled in 1.5s (20ms including  waiting)\n";
        assert_eq!(without_durations(pulled), "pulled in <d> (<d> including waiting)");
        assert_eq!(
            without_durations("back-off 1m20s of 5x and p1s 10 s"),
            "back-off 1m20s of 5x and p1s 10 s"
        );
        assert_eq!(without_durations("v1.2.3s"), "v1.<d>");
    }

    #[test]
    fn the_node_a_pod_went_to_is_not_compared() {
        assert_eq!(
            without_nodes("assigned ns/p to node-a at to node- x"),
            "assigned ns/p to <node> at to node- x"
        );
    }
}
