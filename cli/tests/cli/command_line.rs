//! The command line itself: help, completions and manual pages of every command.

use crate::common::{assert_refused, podlab};
use clap::CommandFactory;
use podlab_cli::commands::Cli;
use std::path::Path;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let program = Cli::command();
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(|command| command.get_name().to_owned()).collect()
}

#[test]
fn the_tree_of_commands_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn help_tells_of_every_command_and_option_with_examples() {
    let overview = podlab(&["--help"]);
    assert_eq!((overview.code, overview.stderr.as_str()), (Some(0), ""));
    assert_eq!(podlab(&["help"]).stdout, overview.stdout);
    let mut program = Cli::command();
    program.build();
    assert!(commands().len() >= 14);
    for name in commands() {
        let row = format!("\n  {name} ");
        assert!(overview.stdout.contains(&row), "{name}\n{}", overview.stdout);
        for arguments in [[name.as_str(), "--help"], [&name, "-h"], ["help", &name]] {
            let ran = podlab(&arguments);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
            assert!(ran.stdout.contains(&format!("Usage: podlab {name}")), "{}", ran.stdout);
            assert!(ran.stdout.contains("\nExamples:\n  "), "{name}\n{}", ran.stdout);
            let command = program.find_subcommand(&name).expect("it is a command");
            for option in command.get_arguments().filter_map(clap::Arg::get_long) {
                assert!(ran.stdout.contains(&format!("--{option}")), "{name} {option}");
            }
        }
    }
}

#[test]
fn every_example_of_the_help_is_a_command_line() {
    let mut tried = 0;
    for name in commands() {
        let help = podlab(&[name.as_str(), "--help"]).stdout;
        let (_, examples) = help.split_once("\nExamples:\n").expect("there are examples");
        for line in examples.lines().filter_map(|line| line.trim().strip_prefix("podlab ")) {
            // What stands behind the command line explains it, or is for the shell.
            let line = line.split("   ").next().unwrap_or_default();
            let end = [" > ", " >> ", " | "].iter().filter_map(|end| line.find(end)).min();
            let line = &line[..end.unwrap_or(line.len())];
            let words = words(line);
            let words = std::iter::once("podlab".to_owned()).chain(words);
            let read = Cli::command().try_get_matches_from(words);
            assert!(read.is_ok(), "{line:?}: {}", read.unwrap_err());
            tried += 1;
        }
    }
    assert!(tried >= 25, "{tried}");
}

/// The words of a command line as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ' ' => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest_one() {
    for (arguments, nearest) in [
        (&["compar", "a"][..], "'compare'"),
        (&["render", "runs", "--fromat", "svg"], "'--format'"),
        (&["explore", "runs", "--stps", "3"], "'--steps'"),
        (&["completions", "fsh"], "'fish'"),
        (&["compare", "runs", "--langage", "ko"], "'--language'"),
    ] {
        let ran = podlab(arguments);
        assert_refused(&ran, nearest);
        let tip = ran.stderr.lines().find(|line| line.trim_start().starts_with("tip: "));
        assert!(tip.is_some_and(|tip| tip.contains(nearest)), "{}", ran.stderr);
    }
    let nothing = podlab::<&str>(&[]);
    assert_refused(&nothing, "no command");
    assert!(nothing.stderr.contains("\nUsage: podlab <COMMAND>\n"), "{}", nothing.stderr);
}

#[test]
fn completions_of_every_shell_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = podlab(&["completions", shell]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{shell}");
        for name in commands() {
            assert!(ran.stdout.contains(&name), "{shell} {name}");
        }
        let long = ["--max-container-restart-period", "-l max-container-restart-period"];
        assert!(long.iter().any(|option| ran.stdout.contains(option)), "{shell}");
        // The scripts for the other shells complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(ran.stdout.contains("didactic"), "{shell}");
        }
    }
}

/// The requests of a page in the language of `man`.
const REQUESTS: [&str; 9] = [".ie", ".el", ".TH", ".SH", ".TP", ".IP", ".br", ".RS", ".RE"];

/// Asserts that a page is one that `man` shows: a title, its sections in order, and only requests that `man` has.
fn assert_is_page(page: &str, title: &str) {
    let mut lines = page.lines().skip_while(|line| !line.starts_with(".TH"));
    let first = lines.next().unwrap_or_default();
    assert!(first.starts_with(&format!(".TH {title} 1 ")), "{title}: {first}");
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(sections[..3], ["NAME", "SYNOPSIS", "DESCRIPTION"], "{title}");
    for line in page.lines().filter(|line| line.starts_with('.')) {
        let request = line.split(' ').next().unwrap_or_default();
        assert!(REQUESTS.contains(&request), "{line}");
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let page = podlab(&["man"]);
    assert_eq!((page.code, page.stderr.as_str()), (Some(0), ""));
    assert_is_page(&page.stdout, "podlab");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man1");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("there is a folder");
    let path = folder.to_string_lossy().into_owned();
    let ran = podlab(&["man", &path]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is written");
    assert_eq!(read("podlab.1"), page.stdout);
    for name in commands() {
        assert!(page.stdout.contains(&format!("podlab\\-{name}(1)")), "{name}");
        let page = read(&format!("podlab-{name}.1"));
        assert_is_page(&page, &format!("podlab-{name}"));
        assert!(page.contains("Examples:"), "{page}");
    }
    let nowhere = format!("{path}/none");
    let ran = podlab(&["man", &nowhere]);
    assert_refused(&ran, "no folder");
    assert_eq!(ran.stderr, format!("{nowhere}: there is no such folder\n"));
}

#[test]
fn the_last_of_two_equal_options_counts() {
    let of = |more: &[&str]| podlab(&[&["run", "crash-loop", "-o", "json"], more].concat()).stdout;
    assert_eq!(of(&["--until", "1m", "--until=5s", "--lang", "id"]), of(&["--until", "5s"]));
}
