//! The commands that read, write and remove files.

use super::ran::Ran;
use crate::base::text::Text;
use crate::cluster::plan::matches;
use crate::cluster::program::End;
use crate::cluster::program::reading::Reading;
use crate::cluster::program::values::Value;

/// Returns the arguments that are not options.
fn paths(arguments: &[Value]) -> Option<Vec<&str>> {
    let paths = arguments.iter().filter(|argument| !argument.text.starts_with('-'));
    paths.map(Value::known).collect()
}

/// `tail -f` of a file that is there never ends.
pub(super) fn follow(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
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

pub(super) fn touch(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
    let mut ran = Ran::default();
    for path in paths(arguments)? {
        match reading.folders.write(path)? {
            Ok(()) => reading.write(path, "", true)?,
            Err(refusal) => {
                ran.error.push_str(&format!("touch: {path}: {}\n", refusal.as_str()));
                reading.status = 1;
            }
        }
    }
    Some(ran)
}

pub(super) fn make_folders(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
    let mut ran = Ran::default();
    let (options, paths): (Vec<&Value>, Vec<&Value>) =
        arguments.iter().partition(|argument| argument.text.starts_with('-'));
    let with_parents = options.iter().any(|option| option.text.contains('p'));
    // A folder whose path is not known is taken to be made.
    for path in paths.into_iter().filter_map(Value::known) {
        if let Err(refusal) = reading.folders.make(path, with_parents)? {
            let why = refusal.as_str();
            ran.error.push_str(&format!("mkdir: can't create directory '{path}': {why}\n"));
            reading.status = 1;
        }
    }
    Some(ran)
}

pub(super) fn remove(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
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
                || (argument.is_pattern && matches(path, known))
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

/// Returns what a file holds, and notes that the program depends on it.
fn read<'a>(reading: &'a mut Reading<'_>, path: &str) -> Option<&'a Option<Text>> {
    let (path, file) = reading.files.get_key_value(path)?;
    reading.read.insert(path.clone());
    Some(file)
}

pub(super) fn test(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    let words: Vec<&str> = arguments.iter().map(Value::known).collect::<Option<_>>()?;
    let (is_negated, words) = match words.as_slice() {
        ["!", words @ ..] => (true, words),
        words => (false, words),
    };
    let is_true = match words {
        ["-f" | "-e" | "-r", path] => exists(reading, path)?,
        ["-s", path] => exists(reading, path)? && !read(reading, path)?.as_ref()?.is_empty(),
        ["-n", text] => !text.is_empty(),
        ["-z", text] => text.is_empty(),
        [one, "=" | "==", other] => one == other,
        [one, "!=", other] => one != other,
        _ => return None,
    };
    reading.status = i32::from(is_true == is_negated);
    Some(())
}

pub(super) fn cat(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
    let mut ran = Ran::default();
    if arguments.is_empty() || arguments.iter().any(|argument| argument.text == "-") {
        if reading.has_input {
            reading.ended = Some(End::Forever);
        }
        return Some(ran);
    }
    for path in paths(arguments)? {
        match (path, read(reading, path)) {
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

pub(super) fn list(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<Ran> {
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
