//! The words and signs of shell text.

use std::iter::Peekable;
use std::str::Chars;

/// Variables and their values.
pub(super) type Variables = Vec<(String, String)>;

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text, and whether it was quoted.
    Text(String, bool),
    /// The value of a variable.
    Variable(String),
    /// What a command prints, as it is written between the brackets.
    Output(String),
}

/// A word, which can be put together of several parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(pub Vec<Piece>);

impl Word {
    /// Returns the word when nothing of it is quoted or has to be replaced.
    pub(super) fn plain(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Piece::Text(text, false)] => Some(text),
            _ => None,
        }
    }

    fn push(&mut self, letter: char, is_quoted: bool) {
        match self.0.last_mut() {
            Some(Piece::Text(text, quoted)) if *quoted == is_quoted => text.push(letter),
            _ => self.0.push(Piece::Text(letter.to_string(), is_quoted)),
        }
    }
}

/// A word or a sign of shell text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word.
    Word(Word),
    /// `;` or the end of a line.
    End,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `>`, `>>` or `&>`, with the number of what goes into the file that follows.
    Into {
        /// 1 for what a command prints, 2 for its errors, 3 for both.
        from: u8,
        /// Whether what the file holds stays.
        is_appended: bool,
    },
}

type Letters<'a> = Peekable<Chars<'a>>;

/// Returns the words and signs of a text; `None` if it has others.
pub(super) fn read(text: &str) -> Option<Vec<Token>> {
    let mut letters = text.chars().peekable();
    let mut tokens = Vec::new();
    let mut word: Option<Word> = None;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('\n') => {}
                next => word.get_or_insert_default().push(next.unwrap_or('\\'), true),
            },
            '\'' => single_quoted(&mut letters, word.get_or_insert_default())?,
            '"' => double_quoted(&mut letters, word.get_or_insert_default())?,
            '$' => dollar(&mut letters, word.get_or_insert_default(), false)?,
            '`' => {
                word.get_or_insert_default().0.push(Piece::Output(until_backtick(&mut letters)?));
            }
            '#' if word.is_none() => while letters.next_if(|next| *next != '\n').is_some() {},
            ' ' | '\t' | '\r' => tokens.extend(word.take().map(Token::Word)),
            '>' => redirect(&mut letters, &mut tokens, word.take())?,
            ';' | '\n' | '&' | '|' => {
                tokens.extend(word.take().map(Token::Word));
                tokens.push(sign(letter, &mut letters)?);
            }
            '<' | '(' | ')' => return None,
            _ => word.get_or_insert_default().push(letter, false),
        }
    }
    tokens.extend(word.map(Token::Word));
    Some(tokens)
}

fn sign(letter: char, letters: &mut Letters<'_>) -> Option<Token> {
    match letter {
        '&' if letters.next_if_eq(&'&').is_some() => Some(Token::And),
        '&' => {
            letters.next_if_eq(&'>')?;
            let is_appended = letters.next_if_eq(&'>').is_some();
            Some(Token::Into { from: 3, is_appended })
        }
        '|' => letters.next_if_eq(&'|').map(|_| Token::Or),
        // `;;` is part of a `case`.
        ';' if letters.peek() == Some(&';') => None,
        _ => Some(Token::End),
    }
}

fn redirect(letters: &mut Letters<'_>, tokens: &mut Vec<Token>, word: Option<Word>) -> Option<()> {
    let number = word.as_ref().and_then(Word::plain);
    let from = match number {
        Some("1") => 1,
        Some("2") => 2,
        _ => {
            tokens.extend(word.map(Token::Word));
            1
        }
    };
    let is_appended = letters.next_if_eq(&'>').is_some();
    if letters.next_if_eq(&'&').is_none() {
        letters.next_if_eq(&'|');
        tokens.push(Token::Into { from, is_appended });
        return Some(());
    }
    // Errors and what is printed stand in the same log.
    letters.next_if(|next| matches!(next, '1' | '2')).map(|_| ())
}

fn single_quoted(letters: &mut Letters<'_>, word: &mut Word) -> Option<()> {
    if letters.peek() == Some(&'\'') {
        word.0.push(Piece::Text(String::new(), true));
    }
    loop {
        match letters.next()? {
            '\'' => return Some(()),
            letter => word.push(letter, true),
        }
    }
}

fn double_quoted(letters: &mut Letters<'_>, word: &mut Word) -> Option<()> {
    if letters.peek() == Some(&'"') {
        word.0.push(Piece::Text(String::new(), true));
    }
    loop {
        match letters.next()? {
            '"' => return Some(()),
            '\\' => match letters.next()? {
                '\n' => {}
                escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped, true),
                other => {
                    word.push('\\', true);
                    word.push(other, true);
                }
            },
            '$' => dollar(letters, word, true)?,
            '`' => word.0.push(Piece::Output(until_backtick(letters)?)),
            letter => word.push(letter, true),
        }
    }
}

fn until_backtick(letters: &mut Letters<'_>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()? {
            '`' => return Some(text),
            letter => text.push(letter),
        }
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Reads what follows a `$`.
fn dollar(letters: &mut Letters<'_>, word: &mut Word, is_quoted: bool) -> Option<()> {
    match letters.peek() {
        Some('(') => {
            letters.next();
            word.0.push(Piece::Output(until_bracket(letters)?));
        }
        Some('{') => {
            letters.next();
            let mut name = String::new();
            loop {
                match letters.next()? {
                    '}' => break,
                    letter => name.push(letter),
                }
            }
            word.0.push(Piece::Variable(name));
        }
        Some(first) if is_of_name(*first) => {
            let mut name = String::new();
            while let Some(letter) = letters.next_if(|next| is_of_name(*next)) {
                name.push(letter);
            }
            word.0.push(Piece::Variable(name));
        }
        Some('$' | '?' | '!' | '@' | '*' | '#' | '-') => {
            word.0.push(Piece::Variable(letters.next()?.to_string()));
        }
        _ => word.push('$', is_quoted),
    }
    Some(())
}

/// Reads up to the bracket that closes one that was read before. Pairs of brackets between the two belong to the text.
fn until_bracket(letters: &mut Letters<'_>) -> Option<String> {
    let mut text = String::new();
    let mut open = 1_u32;
    loop {
        let letter = letters.next()?;
        open = match letter {
            '(' => open.saturating_add(1),
            ')' => open - 1,
            _ => open,
        };
        if open == 0 {
            return Some(text);
        }
        text.push(letter);
    }
}

/// Returns a word of a command with the variables that Kubernetes replaces in it: `$(NAME)`, and `$$` for one `$`.
/// Models kubernetes third_party/forked/golang/expansion/expand.go Expand.
pub(super) fn expand(word: &str, variables: &Variables) -> String {
    let mut all = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find('$') {
        all.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let named = after.strip_prefix('(').and_then(|inner| inner.split_once(')'));
        let value = named.and_then(|(name, after)| {
            let known = variables.iter().rev().find(|(known, _)| known == name)?;
            Some((known.1.as_str(), after))
        });
        match value {
            Some((value, after)) => {
                all.push_str(value);
                rest = after;
            }
            None => {
                all.push('$');
                rest = after.strip_prefix('$').unwrap_or(after);
            }
        }
        if all.len() > super::MOST {
            break;
        }
    }
    all + rest
}
