//! Goes through commands as a shell does.

use super::commands::{self, Ran};
use super::folders::Refusal;
use super::reading::Reading;
use super::syntax::{self, Chain, Command, Item, List, Output, Simple};
use super::values::Value;
use super::words;
use super::{End, MOST, Program, Step};

impl Reading<'_> {
    /// Returns what the program of this command line does.
    pub(super) fn program(mut self, line: &[String]) -> Option<Program> {
        let length: usize = line.iter().map(String::len).sum();
        if length > MOST {
            return None;
        }
        let value = |text: &String| Value { text: text.clone(), is_known: true, is_pattern: false };
        let words: Vec<Value> = line.iter().map(value).collect();
        let ran = self.run(&words)?;
        self.print(&ran.out)?;
        self.print(&ran.error)?;
        let end = self.ended.unwrap_or(End::Exit(self.status));
        while end == End::Forever && matches!(self.steps.last(), Some(Step::Sleep(_))) {
            self.steps.pop();
        }
        Some(Program { steps: self.steps, end, again: self.again })
    }

    /// Carries out shell text, in a shell of its own, which is called by this name.
    fn script(&mut self, name: &str, text: &str, is_strict: bool) -> Option<()> {
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

    /// Carries out a command, and sets its exit code. `None` is that Podlab does not know what it does.
    fn run(&mut self, words: &[Value]) -> Option<Ran> {
        let (first, arguments) = words.split_first()?;
        let name = first.known()?;
        match commands::base(name) {
            "exec" if self.is_own(name) => {
                self.status = 0;
                let ran = self.run(arguments)?;
                self.ended = self.ended.or(Some(End::Exit(self.status)));
                Some(ran)
            }
            "busybox" if !arguments.is_empty() => {
                self.status = 0;
                self.run(arguments)
            }
            _ if commands::is_shell(name) => {
                self.status = 0;
                self.shell(name, arguments)?;
                Some(Ran::default())
            }
            _ => commands::run(self, name, arguments),
        }
    }

    /// Carries out the text that a command line hands to a shell.
    fn shell(&mut self, name: &str, arguments: &[Value]) -> Option<()> {
        let mut is_strict = false;
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let letters = word.known()?.strip_prefix('-')?;
            let mut has_text = false;
            for letter in letters.chars() {
                match letter {
                    'c' => has_text = true,
                    'e' => is_strict = true,
                    'x' | 'u' | 'l' | 'v' => {}
                    'o' => match words.next()?.known()? {
                        "errexit" => is_strict = true,
                        "pipefail" | "nounset" | "xtrace" => {}
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            if has_text {
                // Options can stand between `-c` and the text.
                let text = words.next()?;
                return match text.known()? {
                    "-e" => self.script(name, words.next()?.known()?, true),
                    text if text.starts_with('-') => None,
                    text => self.script(name, text, is_strict),
                };
            }
        }
        // A shell without input ends at once.
        if self.has_input {
            self.ended = Some(End::Forever);
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
            self.run(&words)?
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
}
