//! The commands of shell text, and how they follow each other.

use super::words::{Token, Word};
use std::iter::Peekable;
use std::vec::IntoIter;

/// The most loops and groups inside each other.
const DEPTH: u32 = 8;

/// Commands, one after the other.
pub(super) type List = Vec<Chain>;

/// Commands with `&&` and `||` between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    /// The first command.
    pub first: Item,
    /// The others, each with whether it stands behind `&&`.
    pub rest: Vec<(bool, Item)>,
}

/// A command, and whether a `!` stands before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    /// Whether its result is turned round.
    pub is_negated: bool,
    /// The command.
    pub command: Command,
}

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// A program or a command of the shell.
    Simple(Simple),
    /// `while` and `until`.
    Loop {
        /// Whether it is `until`.
        is_until: bool,
        /// What is asked before each round.
        condition: List,
        /// A round.
        body: List,
    },
    /// `for NAME in WORD…`.
    For {
        /// The variable.
        name: String,
        /// Its values.
        words: Vec<Word>,
        /// A round.
        body: List,
    },
    /// `{ …; }`.
    Group(List),
}

/// A program with its arguments, and where its output goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Simple {
    /// The name and the arguments.
    pub words: Vec<Word>,
    /// Where what it prints and its errors go.
    pub outputs: Vec<Output>,
}

/// Where output goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Output {
    /// 1 for what the program prints, 2 for its errors, 3 for both.
    pub from: u8,
    /// Whether what the file holds stays.
    pub is_appended: bool,
    /// The file.
    pub file: Word,
}

struct Parser {
    tokens: Peekable<IntoIter<Token>>,
    depth: u32,
}

/// Returns the commands of a text; `None` if it has a form that Podlab does not know.
pub(super) fn parse(tokens: Vec<Token>) -> Option<List> {
    let mut parser = Parser { tokens: tokens.into_iter().peekable(), depth: 0 };
    let list = parser.list(&[])?;
    parser.tokens.next().is_none().then_some(list)
}

/// Words that are part of forms of the shell, where a command could stand.
const OTHER_FORMS: [&str; 12] =
    ["if", "then", "else", "elif", "fi", "case", "esac", "function", "select", "time", "[[", "in"];

impl Parser {
    /// Reads commands up to one of these words, which stays.
    fn list(&mut self, ends: &[&str]) -> Option<List> {
        let mut list = Vec::new();
        loop {
            while self.tokens.next_if_eq(&Token::End).is_some() {}
            match self.tokens.peek() {
                None => return ends.is_empty().then_some(list),
                Some(token) if plain(token).is_some_and(|word| ends.contains(&word)) => {
                    return (!list.is_empty()).then_some(list);
                }
                Some(_) => list.push(self.chain()?),
            }
            match self.tokens.peek() {
                None | Some(Token::End) => {}
                Some(_) => return None,
            }
        }
    }

    fn chain(&mut self) -> Option<Chain> {
        let first = self.item()?;
        let mut rest = Vec::new();
        loop {
            let is_and = match self.tokens.peek() {
                Some(Token::And) => true,
                Some(Token::Or) => false,
                Some(Token::Word(_) | Token::End | Token::Into { .. }) | None => {
                    return Some(Chain { first, rest });
                }
            };
            self.tokens.next();
            while self.tokens.next_if_eq(&Token::End).is_some() {}
            rest.push((is_and, self.item()?));
        }
    }

    fn item(&mut self) -> Option<Item> {
        let mut is_negated = false;
        while self.takes("!") {
            is_negated = !is_negated;
        }
        Some(Item { is_negated, command: self.command()? })
    }

    fn command(&mut self) -> Option<Command> {
        let word = self.tokens.peek().and_then(plain).map(str::to_owned);
        match word.as_deref() {
            Some(word @ ("while" | "until")) => {
                self.tokens.next();
                let condition = self.nested(&["do"])?;
                let body = self.body()?;
                Some(Command::Loop { is_until: word == "until", condition, body })
            }
            Some("for") => {
                self.tokens.next();
                self.for_loop()
            }
            Some("{") => {
                self.tokens.next();
                let list = self.nested(&["}"])?;
                self.takes("}").then_some(Command::Group(list))
            }
            Some(word) if OTHER_FORMS.contains(&word) => None,
            _ => self.simple().map(Command::Simple),
        }
    }

    fn for_loop(&mut self) -> Option<Command> {
        let Token::Word(name) = self.tokens.next()? else { return None };
        let name = name.plain()?.to_owned();
        let mut words = Vec::new();
        if !self.takes("in") {
            return None;
        }
        while let Some(Token::Word(word)) =
            self.tokens.next_if(|token| matches!(token, Token::Word(_)))
        {
            words.push(word);
        }
        self.tokens.next_if_eq(&Token::End)?;
        while self.tokens.next_if_eq(&Token::End).is_some() {}
        Some(Command::For { name, words, body: self.body()? })
    }

    fn body(&mut self) -> Option<List> {
        if !self.takes("do") {
            return None;
        }
        let body = self.nested(&["done"])?;
        self.takes("done").then_some(body)
    }

    fn nested(&mut self, ends: &[&str]) -> Option<List> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let list = self.list(ends);
        self.depth -= 1;
        list
    }

    fn simple(&mut self) -> Option<Simple> {
        let mut simple = Simple::default();
        loop {
            match self.tokens.peek() {
                Some(Token::Word(_)) => {
                    let Some(Token::Word(word)) = self.tokens.next() else { return None };
                    simple.words.push(word);
                }
                Some(Token::Into { .. }) => {
                    let Some(Token::Into { from, is_appended }) = self.tokens.next() else {
                        return None;
                    };
                    let Some(Token::Word(file)) = self.tokens.next() else { return None };
                    simple.outputs.push(Output { from, is_appended, file });
                }
                Some(Token::End | Token::And | Token::Or) | None => break,
            }
        }
        (!simple.words.is_empty() || !simple.outputs.is_empty()).then_some(simple)
    }

    fn takes(&mut self, word: &str) -> bool {
        self.tokens.next_if(|token| plain(token) == Some(word)).is_some()
    }
}

fn plain(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => word.plain(),
        Token::End | Token::And | Token::Or | Token::Into { .. } => None,
    }
}
