//! What the program of a container does, read from its command.
//!
//! Podlab runs no programs. It reads those commands of which it is plain what they do: a few commands that every image
//! has, and shell text that puts them in a sequence. Any other program runs until it is told to end.

mod commands;
mod folders;
mod images;
mod loops;
mod output;
mod reading;
mod servers;
mod shell;
mod syntax;
mod values;
mod words;

use crate::api::container::Container;
use crate::base::text::Text;
use folders::Folders;
use reading::Reading;
use std::collections::BTreeMap;
use words::Variables;

/// The most bytes of a command that are read, and the most bytes that it may print or write.
const MOST: usize = 16 * 1024;

/// What a program does: its steps, one after the other, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The steps.
    pub steps: Vec<Step>,
    /// What follows the last step.
    pub end: End,
    /// The steps of one more round of the loop that never ends.
    pub again: Vec<Step>,
}

/// A step of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It sleeps for so many milliseconds.
    Sleep(u64),
    /// It prints a text.
    Print(Text),
    /// It writes a file.
    Write {
        /// The path.
        path: Text,
        /// What it writes.
        text: Text,
        /// Whether what the file holds stays.
        is_appended: bool,
    },
    /// It removes a file.
    Remove(Text),
    /// It looks again and again, until all these servers are there.
    Await {
        /// The servers.
        servers: Vec<Server>,
        /// Milliseconds between two looks.
        every: u64,
    },
}

/// A server that a program waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Server {
    /// Its name resolves.
    Named(Text),
    /// It accepts connections.
    Accepting {
        /// Its name.
        host: Text,
        /// Its TCP port.
        port: u16,
    },
}

impl Step {
    /// Returns the servers that the program waits for in this step.
    pub fn servers(&self) -> &[Server] {
        match self {
            Step::Await { servers, .. } => servers,
            Step::Sleep(_) | Step::Print(_) | Step::Write { .. } | Step::Remove(_) => &[],
        }
    }
}

impl Server {
    /// Returns the name of the server, as the program asks for it.
    pub fn host(&self) -> &Text {
        match self {
            Server::Named(host) | Server::Accepting { host, .. } => host,
        }
    }
}

/// What follows the last step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exits with this code.
    Exit(i32),
    /// It runs until it is killed.
    Forever,
}

/// The files of a container that its program makes or removes, and what they hold; `None` while there is no such file.
pub type Files = BTreeMap<Text, Option<Text>>;

impl Program {
    /// Returns what the program of a container in this namespace does, or `None` when Podlab does not know it.
    ///
    /// ```
    /// use podlab::api::container::Container;
    /// use podlab::cluster::program::{End, Program, Step};
    ///
    /// let command = ["sh", "-c", "sleep 30; exit 3"].map(Into::into).to_vec();
    /// let container = Container { command, ..Container::default() };
    /// let program = Program::of(&container, "default").unwrap();
    /// assert_eq!((program.steps, program.end), (vec![Step::Sleep(30_000)], End::Exit(3)));
    /// ```
    pub fn of(container: &Container, namespace: &str) -> Option<Program> {
        let env = Reading::environment(container);
        let CommandLine::Given(line) = command_line(container, &env)? else {
            return images::program(container);
        };
        let mut reading = Reading::new(namespace, env, Files::new(), Folders::of(container));
        reading.has_input = container.stdin || container.tty;
        reading.program(&line)
    }

    /// Returns the first word of a container's command when no image has a program of that name: a whole line of shell text in one
    /// word, or a command that only a shell knows.
    ///
    /// ```
    /// use podlab::api::container::Container;
    /// use podlab::cluster::program::Program;
    ///
    /// let container = Container { command: vec!["exit 1".into()], ..Container::default() };
    /// assert_eq!(Program::missing(&container).as_deref(), Some("exit 1"));
    /// ```
    pub fn missing(container: &Container) -> Option<String> {
        let CommandLine::Given(line) = command_line(container, &Reading::environment(container))?
        else {
            return None;
        };
        let first = line.into_iter().next()?;
        let is_missing = first.is_empty()
            || first.contains(char::is_whitespace)
            || commands::is_of_shell_alone(&first);
        is_missing.then_some(first)
    }

    /// Returns what a command does that is run in a container of this namespace, whose program has made and removed `files`.
    ///
    /// `None` is that Podlab does not know it, or that it does not end by itself.
    pub fn answer(
        command: &[Text],
        container: &Container,
        namespace: &str,
        files: Files,
    ) -> Option<Ended> {
        let line: Vec<String> = command.iter().map(ToString::to_string).collect();
        let env = Reading::environment(container);
        let folders = Folders::later(container);
        let program = Reading::new(namespace, env, files, folders).program(&line)?;
        let mut delay: u64 = 0;
        for step in &program.steps {
            match step {
                Step::Sleep(time) => delay = delay.saturating_add(*time),
                Step::Await { .. } => return None,
                Step::Print(_) | Step::Write { .. } | Step::Remove(_) => {}
            }
        }
        match program.end {
            End::Exit(code) => Some(Ended { code, delay, out: program.printed(usize::MAX) }),
            End::Forever => None,
        }
    }

    /// Returns what the program has printed when so many of its steps are done.
    pub fn printed(&self, done: usize) -> Text {
        let mut all = String::new();
        for step in self.steps.iter().take(done) {
            if let Step::Print(text) = step {
                all.push_str(text);
            }
        }
        all.into()
    }

    /// Returns the files that the program makes or removes, as they are when so many of its steps are done.
    pub fn files(&self, done: usize) -> Files {
        let mut files = Files::new();
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                Step::Write { path, .. } | Step::Remove(path) if index >= done => {
                    files.entry(path.clone()).or_default();
                }
                Step::Write { path, text, is_appended } => {
                    write(&mut files, path, text, *is_appended);
                }
                Step::Remove(path) => {
                    files.insert(path.clone(), None);
                }
                Step::Sleep(_) | Step::Print(_) | Step::Await { .. } => {}
            }
        }
        files
    }
}

/// The command line of a container.
enum CommandLine {
    /// The words that the manifest gives.
    Given(Vec<String>),
    /// The image's own.
    OfImage,
}

/// Returns the command line of a container; `None` when it is the image's own with other arguments.
fn command_line(container: &Container, env: &Variables) -> Option<CommandLine> {
    let expand = |list: &[Text]| list.iter().map(|word| words::expand(word, env)).collect();
    let mut line: Vec<String> = expand(&container.command);
    let arguments: Vec<String> = expand(&container.args);
    if line.is_empty() {
        if arguments.is_empty() {
            return Some(CommandLine::OfImage);
        }
        let starts_them = images::has_no_entrypoint(&container.image)
            || arguments.first().is_some_and(|first| commands::is_shell(first));
        if !starts_them {
            return None;
        }
    }
    line.extend(arguments);
    Some(CommandLine::Given(line))
}

/// How a command ended that was run in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code.
    pub code: i32,
    /// Milliseconds it took.
    pub delay: u64,
    /// What it printed.
    pub out: Text,
}

fn write(files: &mut Files, path: &Text, text: &Text, is_appended: bool) {
    let before = files.get(path).cloned().flatten().filter(|_| is_appended).unwrap_or_default();
    files.insert(path.clone(), Some(format!("{before}{text}").into()));
}

#[cfg(test)]
mod tests;
