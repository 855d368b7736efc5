//! The commands that print their arguments.

use crate::cluster::program::values::Value;

pub(super) fn echo(arguments: &[Value]) -> String {
    let is_option = |word: &Value| matches!(word.text.as_str(), "-n" | "-e" | "-ne" | "-en" | "-E");
    let options = arguments.iter().take_while(|word| is_option(word)).count();
    let (options, words) = arguments.split_at(options);
    let has = |letter: char| options.iter().any(|option| option.text.contains(letter));
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut text = words.join(" ");
    if has('e') {
        text = unescaped(&text);
    }
    if !has('n') {
        text.push('\n');
    }
    text
}

/// Returns a text with the signs that stand for the end of a line and for a tab replaced.
fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

pub(super) fn printf(arguments: &[Value]) -> Option<String> {
    let (format, values) = arguments.split_first()?;
    let mut values = values.iter().map(|value| value.text.as_str());
    let mut all = String::new();
    let text = unescaped(&format.text);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '%' => match letters.next()? {
                's' | 'd' => all.push_str(values.next().unwrap_or("")),
                '%' => all.push('%'),
                _ => return None,
            },
            letter => all.push(letter),
        }
    }
    Some(all)
}
