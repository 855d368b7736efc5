//! What kubectl says about itself: its commands and their flags.

use super::asked::Asked;
use super::verbs::{FILES, OTHERS, VERBS, Verb, named};
use super::words::{self, Flag, Takes};

/// Returns what `kubectl help` prints of the commands that Podlab knows.
pub(super) fn all() -> String {
    let mut text = String::from(
        "kubectl controls the Kubernetes cluster manager.\n\n Find more information at: \
         https://kubernetes.io/docs/reference/kubectl/\n",
    );
    let mut group = "";
    for verb in &VERBS {
        if verb.group != group {
            group = verb.group;
            text.extend(["\n", group, ":\n"]);
        }
        text.push_str(&format!("  {:<15} {}\n", verb.name, verb.does));
    }
    text.push_str("\nUsage:\n  kubectl [flags] [options]\n\n");
    text.push_str("Podlab does not know the other commands of kubectl yet.\n");
    text
}

/// Prints the help of the command that the words name, or of all.
///
/// # Errors
///
/// Returns a complaint about a command that Podlab does not know.
pub(super) fn about(words: &[String], asked: &mut Asked) -> Result<(), String> {
    let Some(name) = words.iter().find(|word| !word.starts_with('-')) else {
        asked.out.push_str(&all());
        return Ok(());
    };
    let verb = named(name).ok_or_else(|| unknown(name))?;
    asked.out.push_str(&of(verb));
    Ok(())
}

fn of(verb: &Verb) -> String {
    let Verb { name, does, usage, flags, .. } = verb;
    let mut text = format!("{does}.\n");
    if !flags.is_empty() {
        text.extend(["\nOptions:\n", &flags.iter().map(option).collect::<String>()]);
    }
    let usage = [*name, *usage, "[options]"].into_iter().filter(|word| !word.is_empty());
    text.push_str(&format!("\nUsage:\n  kubectl {}\n", usage.collect::<Vec<_>>().join(" ")));
    text
}

fn option((long, short, takes): &Flag) -> String {
    let short = if *short == ' ' { "    ".to_owned() } else { format!("-{short}, ") };
    let value = match takes {
        Takes::Value => "=",
        Takes::Nothing => "",
    };
    format!("    {short}--{long}{value}\n")
}

/// Returns the complaint about a command that Podlab does not know.
pub(super) fn unknown(verb: &str) -> String {
    let known: Vec<&'static str> = VERBS.iter().map(|verb| verb.name).collect();
    if FILES.contains(&verb) {
        return words::needs_files(verb);
    }
    if verb == "edit" {
        return "error: kubectl edit needs an editor, which Podlab does not have: use kubectl patch or kubectl set".into();
    }
    if OTHERS.contains(&verb) {
        return format!(
            "error: Podlab does not know kubectl {verb} yet; it knows {}",
            known.join(", ")
        );
    }
    words::unknown(verb, "kubectl", &known)
}
