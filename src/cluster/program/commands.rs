//! The commands that Podlab knows.

mod files;
mod ran;
mod sleeping;
mod texts;

use super::End;
use super::reading::Reading;
use super::values::Value;
use files::{cat, follow, list, make_folders, remove, test, touch};
pub(super) use ran::Ran;
use sleeping::sleep;
use texts::{echo, printf};

/// The folders in which images have their commands. The empty one stands for a command without a folder.
const FOLDERS: [&str; 7] =
    ["/usr/local/bin/", "/usr/local/sbin/", "/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/", ""];

/// Returns the name of a command without its folder.
pub(super) fn base(command: &str) -> &str {
    FOLDERS.iter().find_map(|folder| command.strip_prefix(folder)).unwrap_or(command)
}

/// Returns whether a command is a shell.
pub(super) fn is_shell(command: &str) -> bool {
    matches!(base(command), "sh" | "bash" | "ash" | "dash")
}

/// Returns whether a word is a command or another word of the shell, of which no image has a program.
pub(super) fn is_of_shell_alone(word: &str) -> bool {
    const WORDS: [&str; 20] = [
        "!", ".", ":", "break", "case", "continue", "eval", "exec", "exit", "export", "for", "if",
        "local", "return", "set", "shift", "source", "trap", "unset", "while",
    ];
    WORDS.contains(&word)
}

/// Returns whether a command is one of those parts of a shell whose errors end it.
pub(super) fn is_special(command: &str) -> bool {
    matches!(command, ":" | "exec" | "exit" | "export" | "set")
}

/// Carries out a command that runs no other, and sets its exit code. `None` is that Podlab does not know what it does.
pub(super) fn run(reading: &mut Reading<'_>, name: &str, arguments: &[Value]) -> Option<Ran> {
    let before = std::mem::take(&mut reading.status);
    let is_own = reading.is_own(name);
    match base(name) {
        "exit" if is_own => exit(reading, before, arguments)?,
        "set" if is_own => set(reading, arguments)?,
        "export" if is_own => export(reading, arguments)?,
        ":" | "umask" | "ulimit" if is_own => {}
        "false" => reading.status = 1,
        "sleep" => sleep(reading, arguments)?,
        "tail" => follow(reading, arguments)?,
        "rm" => remove(reading, arguments)?,
        "test" => test(reading, arguments)?,
        "[" => {
            let (last, arguments) = arguments.split_last()?;
            (last.text == "]").then_some(())?;
            test(reading, arguments)?;
        }
        "true" | "chmod" | "chown" | "chgrp" | "sysctl" | "sync" => {}
        "cp" | "mv" | "ln" => {
            let is_known = |word: &Value| reading.files.contains_key(word.text.as_str());
            (!arguments.iter().any(is_known)).then_some(())?;
        }
        "touch" => return touch(reading, arguments),
        "mkdir" => return make_folders(reading, arguments),
        "cat" => return cat(reading, arguments),
        "ls" | "stat" => return list(reading, arguments),
        "echo" => return Some(Ran { out: echo(arguments), error: String::new() }),
        "printf" => return Some(Ran { out: printf(arguments)?, error: String::new() }),
        // What they print is not computed, as in other words.
        known @ ("date" | "hostname" | "pwd" | "whoami" | "id" | "uname" | "env" | "printenv") => {
            let words: Vec<&str> = std::iter::once(known)
                .chain(arguments.iter().map(|argument| argument.text.as_str()))
                .collect();
            return plain_arguments(known, arguments)
                .map(|()| Ran { out: format!("$({})\n", words.join(" ")), error: String::new() });
        }
        _ => return None,
    }
    Some(Ran::default())
}

/// `env` and `date` can also run or set something.
fn plain_arguments(name: &str, arguments: &[Value]) -> Option<()> {
    (name != "env" || arguments.is_empty()).then_some(())
}

/// Ends the shell with a code, or with the code of the command before.
fn exit(reading: &mut Reading<'_>, before: i32, arguments: &[Value]) -> Option<()> {
    let code = match arguments.first() {
        None => before,
        Some(code) => code.known()?.parse::<i32>().ok()? & 255,
    };
    reading.status = code;
    reading.ended = Some(End::Exit(code));
    Some(())
}

fn set(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let mut names = arguments.iter().map(|argument| argument.text.as_str());
    while let Some(argument) = names.next() {
        let is_on = argument.starts_with('-');
        let letters = argument.strip_prefix(['-', '+'])?;
        for letter in letters.chars() {
            match letter {
                'e' => reading.is_strict = is_on,
                'u' | 'x' | 'v' => {}
                'o' => match names.next()? {
                    "errexit" => reading.is_strict = is_on,
                    "pipefail" | "nounset" | "xtrace" | "verbose" => {}
                    _ => return None,
                },
                _ => return None,
            }
        }
    }
    Some(())
}

fn export(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    for argument in arguments {
        if let Some((name, value)) = argument.known()?.split_once('=') {
            reading.set(name, value.to_owned());
        }
    }
    Some(())
}
