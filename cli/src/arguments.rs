//! Reading command lines: files and options, with help and "did you mean".

use podlab::manifest::schema::nearest;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::PathBuf;

/// A subcommand of the program.
#[derive(Debug)]
pub struct Subcommand {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What stands after its name and options, such as `FILE…`; empty when nothing may stand there.
    pub operands: &'static str,
    /// Its options.
    pub options: &'static [Flag],
    /// Text at the end of its help, with its line feed.
    pub notes: &'static str,
}

/// An option of a subcommand.
#[derive(Debug)]
pub struct Flag {
    /// Its name with both dashes.
    pub name: &'static str,
    /// What stands after it, such as `DIR`; nothing for a switch.
    pub value: Option<&'static str>,
    /// What it does.
    pub about: &'static str,
}

/// What a command line says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Whether help was asked for; then the rest does not count.
    pub wants_help: bool,
    /// The files, `-` among them.
    pub files: Vec<PathBuf>,
    options: Vec<Given>,
}

/// An option that stands there.
#[derive(Debug, PartialEq, Eq)]
struct Given {
    name: &'static str,
    /// The name as it was written.
    written: String,
    value: OsString,
}

/// The short form of an option.
fn short(name: &str) -> Option<&'static str> {
    (name == "--output").then_some("-o")
}

/// The option that is also called so.
fn other_name(name: &str) -> Option<&'static str> {
    match name {
        "--release" => Some("--kubernetes"),
        "--lang" => Some("--language"),
        _ => None,
    }
}

impl Arguments {
    /// The value of an option; the last one when it stands there more than once.
    pub fn value(&self, name: &str) -> Option<&OsStr> {
        self.given(name).map(|given| given.value.as_os_str())
    }

    fn given(&self, name: &str) -> Option<&Given> {
        self.options.iter().rev().find(|given| given.name == name)
    }

    /// An option as it was written, which may be by another name.
    pub fn written<'a>(&'a self, name: &'a str) -> &'a str {
        self.given(name).map_or(name, |given| &given.written)
    }

    /// The value of an option as text, in which anything that is not UTF-8 is replaced.
    pub fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(|value| value.to_string_lossy().into_owned())
    }

    /// Whether a switch stands there.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }
}

impl Subcommand {
    /// Reads what stands after the name of the subcommand.
    ///
    /// # Errors
    /// One line for people.
    pub fn parse(&self, words: &[OsString]) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        let mut only_files = false;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let text = word.to_string_lossy();
            if only_files || !text.starts_with('-') || text == "-" {
                arguments.files.push(PathBuf::from(word));
            } else if text == "--" {
                only_files = true;
            } else if text == "--help" || text == "-h" {
                arguments.wants_help = true;
                return Ok(arguments);
            } else {
                let (name, inline) = match text.split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(OsString::from(value))),
                    None => (text.into_owned(), None),
                };
                let (name, inline) = self.long_form(name, inline);
                let flag = self.flag(&name)?;
                let value = match (flag.value, inline) {
                    (None, None) => OsString::new(),
                    (None, Some(_)) => {
                        return Err(self.complaint(&format!("{} takes no value", flag.name)));
                    }
                    (Some(_), Some(value)) => value,
                    (Some(what), None) => rest.next().cloned().ok_or_else(|| {
                        self.complaint(&format!("{} needs a value: {what}", flag.name))
                    })?,
                };
                arguments.options.push(Given { name: flag.name, written: name, value });
            }
        }
        match (self.operands.is_empty(), arguments.files.first()) {
            (true, Some(file)) => {
                Err(self.complaint(&format!("unexpected argument {}", file.display())))
            }
            // Brackets stand around what may be left out.
            (false, None) if self.operands.starts_with('[') => Ok(arguments),
            (false, None) => {
                Err(format!("{}; podlab {} --help tells more", self.usage(), self.name))
            }
            (true, None) | (false, Some(_)) => Ok(arguments),
        }
    }

    /// `-o json`, `-ojson` and `-o=json` as `--output json`, if there is such an option.
    fn long_form(&self, name: String, inline: Option<OsString>) -> (String, Option<OsString>) {
        let short = |flag: &&Flag| short(flag.name).is_some_and(|short| name.starts_with(short));
        let Some(flag) = self.options.iter().find(short) else { return (name, inline) };
        let rest = &name[2..];
        let inline = if rest.is_empty() { inline } else { Some(OsString::from(rest)) };
        (flag.name.to_owned(), inline)
    }

    fn flag(&self, name: &str) -> Result<&Flag, String> {
        let is_meant = |flag: &&Flag| flag.name == name || other_name(name) == Some(flag.name);
        if let Some(flag) = self.options.iter().find(is_meant) {
            return Ok(flag);
        }
        let names: Vec<&str> =
            self.options.iter().map(|flag| flag.name).chain(["--help"]).collect();
        let guess = nearest(name, &names).map(|guess| format!("; did you mean {guess}?"));
        Err(self.complaint(&format!("unknown option {name}{}", guess.unwrap_or_default())))
    }

    /// What is wrong, in one line.
    pub fn complaint(&self, message: &str) -> String {
        format!("podlab {}: {message}", self.name)
    }

    /// How it is called, in one line.
    pub fn usage(&self) -> String {
        let mut line = format!("usage: podlab {}", self.name);
        if !self.operands.is_empty() {
            line.extend([" ", self.operands]);
        }
        for flag in self.options {
            let value = flag.value.map(|value| format!(" {value}")).unwrap_or_default();
            line.extend([" [", flag.name, &value, "]"]);
        }
        line
    }

    /// The text of `--help`.
    pub fn help(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.about, self.usage());
        let mut rows: Vec<(String, &str)> = Vec::new();
        for flag in self.options {
            let value = flag.value.map(|value| format!(" {value}")).unwrap_or_default();
            let short = short(flag.name).map(|short| format!("{short}, ")).unwrap_or_default();
            rows.push((format!("{short}{}{value}", flag.name), flag.about));
        }
        rows.push(("--help".to_owned(), "print this"));
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
        text.push('\n');
        for (name, about) in rows {
            let _ = writeln!(text, "  {name:width$}  {about}");
        }
        text.push_str(self.notes);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: Subcommand = Subcommand {
        name: "run",
        about: "Runs.",
        operands: "FILE…",
        options: &[
            Flag { name: "--until", value: Some("TIME"), about: "the end" },
            Flag { name: "--json", value: None, about: "as JSON" },
        ],
        notes: "",
    };

    fn parse(words: &[&str]) -> Result<Arguments, String> {
        EXAMPLE.parse(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_stand_anywhere_and_the_last_one_counts() {
        let read =
            parse(&["a", "--until", "1m", "-", "--json", "--until=2m", "--", "--b"]).unwrap();
        assert_eq!(read.files, ["a", "-", "--b"].map(PathBuf::from));
        assert_eq!((read.text("--until").as_deref(), read.has("--json")), (Some("2m"), true));
        assert!(parse(&["--nothing", "-h"]).is_err() && parse(&["-h", "--no"]).unwrap().wants_help);
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let cases: [(&[&str], &str); 5] = [
            (&["--untl", "1m"], "podlab run: unknown option --untl; did you mean --until?"),
            (&["-x"], "podlab run: unknown option -x"),
            (&["a", "--until"], "podlab run: --until needs a value: TIME"),
            (&["--json=yes"], "podlab run: --json takes no value"),
            (
                &["--json"],
                "usage: podlab run FILE… [--until TIME] [--json]; podlab run --help tells more",
            ),
        ];
        for (words, message) in cases {
            assert_eq!(parse(words).unwrap_err(), message);
        }
    }

    #[test]
    fn help_lists_the_options() {
        let help = "Runs.\n\nusage: podlab run FILE… [--until TIME] [--json]\n\n  --until TIME  the end\n  \
                    --json        as JSON\n  --help        print this\n";
        assert_eq!(EXAMPLE.help(), help);
    }
}
