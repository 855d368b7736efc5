//! Commands that ask whether a server is there, as conditions of loops that wait for it.

use super::Server;
use super::reading::Reading;
use super::syntax::{Command, Item, List};
use super::values::Value;
use crate::base::text::Text;

/// Returns the servers that a loop with this condition waits for; `None` when it asks for something else.
pub(super) fn awaited(
    reading: &Reading<'_>,
    is_until: bool,
    condition: &List,
) -> Option<Vec<Server>> {
    let [chain] = condition.as_slice() else { return None };
    let items: Vec<&Item> =
        std::iter::once(&chain.first).chain(chain.rest.iter().map(|(_, item)| item)).collect();
    let are_all_asked = chain.rest.iter().all(|(is_and, _)| *is_and);
    // `while !` of several commands goes on while one of them answers.
    if !are_all_asked || (!is_until && items.len() > 1) {
        return None;
    }
    items.into_iter().map(|item| server(reading, item, is_until)).collect()
}

fn server(reading: &Reading<'_>, item: &Item, is_until: bool) -> Option<Server> {
    let Command::Simple(simple) = &item.command else { return None };
    if item.is_negated == is_until {
        return None;
    }
    let files = simple.outputs.iter().map(|output| reading.value(&output.file).text);
    if files.into_iter().any(|file| file != "/dev/null") {
        return None;
    }
    let words: Vec<Value> = simple.words.iter().map(|word| reading.value(word)).collect();
    let asked = asked(&words)?;
    (!asked.host().is_empty() && asked.host().len() <= 253).then_some(asked)
}

/// Returns the server that a command asks for.
fn asked(words: &[Value]) -> Option<Server> {
    // Addresses hold signs that are patterns elsewhere.
    let words: Vec<&str> = words
        .iter()
        .map(|word| word.is_known.then_some(word.text.as_str()))
        .collect::<Option<_>>()?;
    let (name, arguments) = words.split_first()?;
    match name.rsplit('/').next()? {
        "nslookup" | "host" => named(arguments),
        "getent" => named(arguments.split_first().filter(|first| first.0.contains("hosts"))?.1),
        "nc" | "ncat" | "netcat" => connected(arguments),
        "pg_isready" | "psql" | "redis-cli" | "mysqladmin" | "mysql" => option(arguments),
        "wget" | "curl" => url(arguments),
        _ => None,
    }
}

fn text(name: &str) -> Text {
    Text::from(name.to_owned())
}

fn named(arguments: &[&str]) -> Option<Server> {
    let host = arguments.iter().find(|argument| !argument.starts_with('-'))?;
    Some(Server::Named(text(host)))
}

/// `nc -z HOST PORT`, with other options.
fn connected(arguments: &[&str]) -> Option<Server> {
    let mut arguments = arguments.iter();
    let mut hosts = Vec::new();
    let mut only_asks = false;
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix('-') {
            Some(letters) => {
                only_asks |= letters.contains(['z', 'w']);
                if letters.ends_with(['w', 'i', 'G']) {
                    arguments.next();
                }
            }
            None => hosts.push(*argument),
        }
    }
    match hosts.as_slice() {
        [host, _port] if only_asks => Some(Server::Accepting(text(host))),
        _ => None,
    }
}

/// `-h HOST`, `-hHOST` or `--host=HOST`.
fn option(arguments: &[&str]) -> Option<Server> {
    let place = arguments.iter().position(|argument| {
        argument.starts_with("--host") || (argument.starts_with("-h") && *argument != "-help")
    })?;
    let given = arguments[place].trim_start_matches("--host").trim_start_matches("-h");
    let host = match given.trim_start_matches('=') {
        "" => arguments.get(place + 1)?,
        host => host,
    };
    Some(Server::Accepting(text(host)))
}

fn url(arguments: &[&str]) -> Option<Server> {
    let rest = arguments.iter().find_map(|argument| {
        argument.strip_prefix("http://").or_else(|| argument.strip_prefix("https://"))
    })?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    Some(Server::Accepting(text(host)))
}
