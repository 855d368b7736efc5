//! Goes through commands as a shell does, and notes what happens.

use super::commands::{self, Ran};
use super::folders::{Folders, Refusal};
use super::syntax::{self, Chain, Command, Item, List, Output, Simple};
use super::values::Value;
use super::words::{self, Variables};
use super::{End, Files, MOST, Program, Step};
use crate::base::text::Text;
use std::collections::BTreeSet;

/// The most commands that a program carries out, loops unrolled.
pub(super) const COMMANDS: u32 = 1000;

/// A shell while a program is read.
#[derive(Clone)]
pub(super) struct Reading<'a> {
    /// Its namespace.
    pub namespace: &'a str,
    /// The variables of the environment and of loops; later ones count.
    pub variables: Variables,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// The files that are known.
    pub files: Files,
    /// The folders.
    pub folders: Folders,
    /// The files whose contents have decided something.
    pub read: BTreeSet<Text>,
    /// The exit code of the last command.
    pub status: i32,
    /// Set when the program does not go on.
    pub ended: Option<End>,
    /// Whether a command that fails ends the shell.
    pub is_strict: bool,
    /// The name by which the shell was called; `None` outside a shell.
    pub shell: Option<String>,
    /// Whether something can come from the standard input.
    pub has_input: bool,
    /// How many commands may still be carried out.
    pub left: u32,
    /// How many shells are inside each other.
    depth: u32,
    /// How many bytes have been printed and written.
    output: usize,
}

impl<'a> Reading<'a> {
    /// Returns a shell in a namespace, with the variables, files and folders that it knows.
    pub(super) fn new(
        namespace: &'a str,
        variables: Variables,
        files: Files,
        folders: Folders,
    ) -> Reading<'a> {
        Reading {
            namespace,
            variables,
            steps: Vec::new(),
            files,
            folders,
            read: BTreeSet::new(),
            status: 0,
            ended: None,
            is_strict: false,
            shell: None,
            has_input: false,
            left: COMMANDS,
            depth: 0,
            output: 0,
        }
    }

    /// Returns what the program of this command line does.
    pub(super) fn program(mut self, line: &[String]) -> Option<Program> {
        let length: usize = line.iter().map(String::len).sum();
        if length > MOST {
            return None;
        }
        let value = |text: &String| Value { text: text.clone(), is_known: true, is_pattern: false };
        let words: Vec<Value> = line.iter().map(value).collect();
        let ran = commands::run(&mut self, &words)?;
        self.print(&ran.out)?;
        self.print(&ran.error)?;
        let end = self.ended.unwrap_or(End::Exit(self.status));
        while end == End::Forever && matches!(self.steps.last(), Some(Step::Sleep(_))) {
            self.steps.pop();
        }
        Some(Program { steps: self.steps, end })
    }

    /// Carries out shell text, in a shell of its own, which is called by this name.
    pub(super) fn script(&mut self, name: &str, text: &str, is_strict: bool) -> Option<()> {
        let list = syntax::parse(words::read(text)?)?;
        let before = (self.is_strict, self.shell.take());
        (self.is_strict, self.shell) = (is_strict, Some(name.to_owned()));
        self.depth += 1;
        if self.depth > 4 {
            return None;
        }
        self.status = 0;
        self.list(&list)?;
        self.depth -= 1;
        (self.is_strict, self.shell) = before;
        if let Some(End::Exit(code)) = self.ended {
            (self.ended, self.status) = (None, code);
        }
        Some(())
    }

    pub(super) fn list(&mut self, list: &List) -> Option<()> {
        for chain in list {
            if self.ended.is_some() {
                return Some(());
            }
            self.chain(chain)?;
        }
        Some(())
    }

    fn chain(&mut self, chain: &Chain) -> Option<()> {
        let mut last = &chain.first;
        let may_end = chain.rest.is_empty();
        self.item(last, may_end)?;
        for (index, (is_and, item)) in chain.rest.iter().enumerate() {
            if self.ended.is_some() {
                return Some(());
            }
            if (self.status == 0) == *is_and {
                last = item;
                self.item(last, index + 1 == chain.rest.len())?;
            }
        }
        let is_last = chain.rest.last().map_or(&chain.first, |(_, item)| item);
        let counts = std::ptr::eq(last, is_last) && !last.is_negated;
        if self.is_strict && self.status != 0 && counts && self.ended.is_none() {
            self.ended = Some(End::Exit(self.status));
        }
        Some(())
    }

    /// Carries out a command. One that is asked whether it succeeds does not end the shell.
    fn item(&mut self, item: &Item, may_end: bool) -> Option<()> {
        let was_strict = self.is_strict;
        let is_asked = !may_end || item.is_negated;
        if let Command::Simple(simple) = &item.command {
            self.simple(simple)?;
        } else {
            self.is_strict = was_strict && !is_asked;
            self.compound(&item.command)?;
            self.is_strict |= was_strict;
        }
        if item.is_negated {
            self.status = i32::from(self.status == 0);
        }
        Some(())
    }

    fn compound(&mut self, command: &Command) -> Option<()> {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Loop { is_until, condition, body } => self.repeat(*is_until, condition, body),
            Command::For { name, words, body } => self.for_each(name, words, body),
            Command::Group(list) => self.list(list),
        }
    }

    fn simple(&mut self, simple: &Simple) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let mut words = Vec::with_capacity(simple.words.len());
        let mut length = 0;
        for word in &simple.words {
            let value = self.value(word);
            length += value.text.len();
            if length > 2 * MOST {
                return None;
            }
            words.push(value);
        }
        if !self.opens(&words, &simple.outputs)? {
            return Some(());
        }
        let ran = if words.is_empty() {
            self.status = 0;
            Ran::default()
        } else {
            commands::run(self, &words)?
        };
        self.put(&ran, &simple.outputs)
    }

    /// Returns whether the files can be written that the output of a command goes to. Otherwise the shell prints an error and
    /// does not carry out the command. A command that is part of the shell then ends it.
    fn opens(&mut self, words: &[Value], outputs: &[Output]) -> Option<bool> {
        for (index, output) in outputs.iter().enumerate() {
            let file = self.value(&output.file);
            let path = file.known()?;
            let Err(refusal) = self.folders.write(path)? else { continue };
            let why = match refusal {
                Refusal::Missing => "nonexistent directory",
                Refusal::ReadOnly | Refusal::Exists => refusal.as_str(),
            };
            let shell = self.shell.as_deref().unwrap_or("sh");
            let error = format!("{shell}: can't create {path}: {why}\n");
            self.put(&Ran { error, ..Ran::default() }, &outputs[..index])?;
            self.status = 1;
            if words.first().is_some_and(|word| commands::is_special(&word.text)) {
                self.ended = Some(End::Exit(1));
            }
            return Some(false);
        }
        Some(true)
    }

    /// Puts what a command printed into the log or into files.
    fn put(&mut self, ran: &Ran, outputs: &[Output]) -> Option<()> {
        let goes = |bit: u8| outputs.iter().rposition(|output| output.from & bit != 0);
        let (printed, errors) = (goes(1), goes(2));
        if printed.is_none() {
            self.print(&ran.out)?;
        }
        if errors.is_none() {
            self.print(&ran.error)?;
        }
        for (index, output) in outputs.iter().enumerate() {
            let mut text = String::new();
            if printed == Some(index) {
                text.push_str(&ran.out);
            }
            if errors == Some(index) {
                text.push_str(&ran.error);
            }
            let file = self.value(&output.file);
            match file.known()? {
                "/dev/null" => {}
                "/dev/stdout" | "/dev/stderr" | "/proc/1/fd/1" | "/proc/1/fd/2"
                | "/proc/self/fd/1" | "/proc/self/fd/2" => self.print(&text)?,
                path => self.write(path, &text, output.is_appended)?,
            }
        }
        Some(())
    }

    fn count(&mut self, text: &str) -> Option<()> {
        self.output += text.len();
        (self.output <= MOST).then_some(())
    }

    /// Notes that the program prints a text.
    pub(super) fn print(&mut self, text: &str) -> Option<()> {
        self.count(text)?;
        match self.steps.last_mut() {
            _ if text.is_empty() => {}
            Some(Step::Print(before)) => *before = format!("{before}{text}").into(),
            _ => self.steps.push(Step::Print(Text::from(text.to_owned()))),
        }
        Some(())
    }

    /// Notes that the program writes a file.
    pub(super) fn write(&mut self, path: &str, text: &str, is_appended: bool) -> Option<()> {
        self.count(text)?;
        self.count(path)?;
        let (path, text) = (Text::from(path.to_owned()), Text::from(text.to_owned()));
        super::write(&mut self.files, &path, &text, is_appended);
        self.steps.push(Step::Write { path, text, is_appended });
        Some(())
    }

    /// Notes that the program removes a file.
    pub(super) fn remove(&mut self, path: &str) {
        let path = Text::from(path.to_owned());
        self.files.insert(path.clone(), None);
        self.steps.push(Step::Remove(path));
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: String) {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value));
    }
}
