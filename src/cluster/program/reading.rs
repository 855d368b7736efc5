//! What is known and noted while a program is read.

use super::folders::Folders;
use super::words::Variables;
use super::{End, Files, MOST, Step};
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
    /// The steps of one more round of the loop that never ends.
    pub again: Vec<Step>,
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
    pub depth: u32,
    /// How many bytes have been printed and written.
    pub output: usize,
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
            again: Vec::new(),
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

    /// Returns whether a command of this name would be a part of the shell.
    pub(super) fn is_own(&self, name: &str) -> bool {
        !name.contains('/') && self.shell.is_some()
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
