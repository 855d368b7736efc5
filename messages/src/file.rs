//! How message files are written: lines of `key = text`, with places in braces.

/// Returns the keys and texts of a file in their order; nothing if a line is neither an entry nor a comment.
pub fn entries(file: &str) -> Option<Vec<(&str, &str)>> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" = ")).collect()
}

/// Returns the names of a text's places, each once, in the order of the alphabet.
pub fn places(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some((_, name, after)) = next_place(rest) {
        names.push(name);
        rest = after;
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the text before the first place, the name of that place, and the text after it.
pub fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase());
    text.match_indices('{').find_map(|(open, _)| {
        let (name, after) = text[open + 1..].split_once('}')?;
        is_name(name).then_some((&text[..open], name, after))
    })
}
