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
        "pg_isready" | "psql" => options(arguments, ["-p", "--port"], 5432),
        "redis-cli" => options(arguments, ["-p", "--port"], 6379),
        "mysqladmin" | "mysql" => options(arguments, ["-P", "--port"], 3306),
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

/// Returns a server that accepts connections on a port, which is given as text.
fn accepting(host: &str, port: &str) -> Option<Server> {
    let port = port.parse().ok().filter(|port| *port > 0)?;
    Some(Server::Accepting { host: text(host), port })
}

/// `nc -z HOST PORT`, with other options. With `-u` it sends to a UDP port, which does not accept connections.
fn connected(arguments: &[&str]) -> Option<Server> {
    let mut arguments = arguments.iter();
    let mut hosts = Vec::new();
    let mut only_asks = false;
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix('-') {
            Some(letters) if letters.contains('u') => return None,
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
        [host, port] if only_asks => accepting(host, port),
        _ => None,
    }
}

/// `-h HOST -p PORT`, in the forms that an option can have. Without a port it is the usual one.
fn options(arguments: &[&str], port: [&str; 2], usual: u16) -> Option<Server> {
    let host = option(arguments, ["-h", "--host"])?;
    match option(arguments, port) {
        Some(port) => accepting(host, port),
        None => Some(Server::Accepting { host: text(host), port: usual }),
    }
}

/// Returns the value of an option: `-h HOST`, `-hHOST`, `--host HOST` or `--host=HOST`.
fn option<'a>(arguments: &[&'a str], [short, long]: [&str; 2]) -> Option<&'a str> {
    arguments.iter().enumerate().find_map(|(place, argument)| {
        let given = match argument.strip_prefix(long) {
            Some(given) => given.strip_prefix('=').or(given.is_empty().then_some(""))?,
            None => argument.strip_prefix(short).filter(|_| *argument != "-help")?,
        };
        if given.is_empty() { arguments.get(place + 1).copied() } else { Some(given) }
    })
}

/// `http://HOST:PORT/PATH`. Without a port it is the one of the scheme.
fn url(arguments: &[&str]) -> Option<Server> {
    let is_url = |argument: &&&str| argument.starts_with("http");
    let (scheme, rest) = arguments.iter().find(is_url)?.split_once("://")?;
    let usual = match scheme {
        "http" => "80",
        "https" => "443",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?;
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, usual));
    accepting(host, port)
}
