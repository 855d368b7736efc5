//! The commands that Podlab knows.

use super::End;
use super::reading::Reading;
use super::values::Value;

/// What a command printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ran {
    /// Its output.
    pub out: String,
    /// Its errors.
    pub error: String,
}

/// What is looked for, whatever is in it, in commands that a container's shell or image brings along.
const FOLDERS: [&str; 7] =
    ["/usr/local/bin/", "/usr/local/sbin/", "/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/", ""];

/// Returns the name of a command without its folder.
fn base(command: &str) -> &str {
    FOLDERS.iter().find_map(|folder| command.strip_prefix(folder)).unwrap_or(command)
}

/// Returns whether a command is a shell.
pub(super) fn is_shell(command: &str) -> bool {
    matches!(base(command), "sh" | "bash" | "ash" | "dash")
}

/// Carries out a command, and sets its exit code. `None` is that Podlab does not know what it does.
pub(super) fn run(reading: &mut Reading<'_>, words: &[Value]) -> Option<Ran> {
    let (first, arguments) = words.split_first()?;
    let name = first.known()?;
    reading.status = 0;
    let is_own = !name.contains('/') && reading.is_shell;
    match base(name) {
        "exit" if is_own => exit(reading, arguments)?,
        "set" if is_own => set(reading, arguments)?,
        "export" if is_own => export(reading, arguments)?,
        ":" | "umask" | "ulimit" if is_own => {}
        "exec" if is_own => {
            let ran = run(reading, arguments)?;
            reading.ended = reading.ended.or(Some(End::Exit(reading.status)));
            return Some(ran);
        }
        "busybox" if !arguments.is_empty() => return run(reading, arguments),
        "sh" | "bash" | "ash" | "dash" => shell(reading, arguments)?,
        "false" => reading.status = 1,
        "sleep" => sleep(reading, arguments)?,
        "tail" => follow(reading, arguments)?,
        "touch" => {
            for path in paths(arguments)? {
                reading.write(path, "", true)?;
            }
        }
        "rm" => remove(reading, arguments)?,
        "test" => test(reading, arguments)?,
        "[" => {
            let (last, arguments) = arguments.split_last()?;
            (last.text == "]").then_some(())?;
            test(reading, arguments)?;
        }
        "true" | "mkdir" | "chmod" | "chown" | "chgrp" | "sysctl" | "sync" => {}
        "cp" | "mv" | "ln" => {
            let is_known = |word: &Value| reading.files.contains_key(word.text.as_str());
            (!arguments.iter().any(is_known)).then_some(())?;
        }
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

/// Returns the arguments that are not options.
fn paths(arguments: &[Value]) -> Option<Vec<&str>> {
    let paths = arguments.iter().filter(|argument| !argument.text.starts_with('-'));
    paths.map(Value::known).collect()
}

fn exit(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let code = match arguments.first() {
        None => 0,
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

fn shell(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
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
                "-e" => reading.script(words.next()?.known()?, true),
                text if text.starts_with('-') => None,
                text => reading.script(text, is_strict),
            };
        }
    }
    // A shell without input ends at once.
    if reading.has_input {
        reading.ended = Some(End::Forever);
    }
    Some(())
}

fn sleep(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    if arguments.is_empty() {
        reading.status = 1;
    }
    let mut all: u64 = 0;
    for argument in arguments {
        match argument.known()? {
            "infinity" | "inf" => {
                reading.ended = Some(End::Forever);
                return Some(());
            }
            time => all = all.saturating_add(duration(time)?),
        }
    }
    if all > 0 {
        reading.steps.push(super::Step::Sleep(all));
    }
    Some(())
}

/// Returns a duration as `sleep` reads it, in milliseconds.
fn duration(text: &str) -> Option<u64> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h', 'd']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |text: &str| text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let thousandths: u64 = format!("{part:0<3}")[..3].parse().ok()?;
    let seconds = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => 1,
    };
    Some((whole * 1000 + thousandths) * seconds)
}

/// `tail -f` of a file that is there never ends.
fn follow(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let follows = |argument: &Value| {
        matches!(argument.text.as_str(), "-f" | "-F" | "--follow" | "-fn" | "-nf" | "-n0f")
    };
    arguments.iter().any(follows).then_some(())?;
    let file = arguments.last()?.known()?;
    let is_there = file == "/dev/null" || matches!(reading.files.get(file), Some(Some(_)));
    is_there.then_some(())?;
    reading.ended = Some(End::Forever);
    Some(())
}

fn remove(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let options = arguments.iter().filter(|argument| argument.text.starts_with('-'));
    let (mut is_forced, mut is_deep) = (false, false);
    for option in options {
        is_forced |= option.text.contains('f');
        is_deep |= option.text.contains(['r', 'R']);
    }
    for argument in arguments.iter().filter(|argument| !argument.text.starts_with('-')) {
        if !argument.is_known || argument.text.contains(['?', '[', '~']) {
            return None;
        }
        let path = argument.text.trim_end_matches('/');
        let inside = format!("{path}/");
        let is_named = |known: &str| {
            known == path
                || (is_deep && known.starts_with(&inside))
                || (argument.is_pattern && crate::cluster::plan::matches(path, known))
        };
        let there = reading.files.iter().filter(|(known, file)| is_named(known) && file.is_some());
        let there: Vec<_> = there.map(|(known, _)| known.clone()).collect();
        if there.is_empty() && !is_forced {
            return None;
        }
        for path in there {
            reading.remove(&path);
        }
    }
    Some(())
}

/// Returns whether a file is there; `None` when Podlab does not know.
fn exists(reading: &Reading<'_>, path: &str) -> Option<bool> {
    match path {
        "/dev/null" => Some(true),
        path => reading.files.get(path).map(Option::is_some),
    }
}

fn test(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let words: Vec<&str> = arguments.iter().map(Value::known).collect::<Option<_>>()?;
    let (is_negated, words) = match words.as_slice() {
        ["!", words @ ..] => (true, words),
        words => (false, words),
    };
    let is_true = match words {
        ["-f" | "-e" | "-r", path] => exists(reading, path)?,
        ["-s", path] => exists(reading, path)? && !reading.files.get(*path)?.as_ref()?.is_empty(),
        ["-n", text] => !text.is_empty(),
        ["-z", text] => text.is_empty(),
        [one, "=" | "==", other] => one == other,
        [one, "!=", other] => one != other,
        _ => return None,
    };
    reading.status = i32::from(is_true == is_negated);
    Some(())
}

fn cat(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
    let mut ran = Ran::default();
    if arguments.is_empty() || arguments.iter().any(|argument| argument.text == "-") {
        if reading.has_input {
            reading.ended = Some(End::Forever);
        }
        return Some(ran);
    }
    for path in paths(arguments)? {
        match (path, reading.files.get(path)) {
            ("/dev/null", _) => {}
            (_, Some(Some(text))) => ran.out.push_str(text),
            (_, Some(None)) => {
                ran.error
                    .push_str(&format!("cat: can't open '{path}': No such file or directory\n"));
                reading.status = 1;
            }
            (_, None) => return None,
        }
    }
    Some(ran)
}

fn list(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
    let mut ran = Ran::default();
    let paths = paths(arguments)?;
    (!paths.is_empty()).then_some(())?;
    for path in paths {
        if exists(reading, path)? {
            ran.out.push_str(&format!("{path}\n"));
        } else {
            ran.error.push_str(&format!("ls: {path}: No such file or directory\n"));
            reading.status = 1;
        }
    }
    Some(ran)
}

fn echo(arguments: &[Value]) -> String {
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

fn printf(arguments: &[Value]) -> Option<String> {
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
