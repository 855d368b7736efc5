//! kubectl command lines as a person types them: a line of text becomes commands, with kubectl's own answers and error
//! messages.
//! Sections 10.2 to 10.6 of the rule book for controllers.

mod api_resources;
mod asked;
mod change;
mod cluster;
mod complete;
mod create;
mod delete;
mod describe;
mod env;
mod get;
mod help;
mod kinds;
mod logs;
mod made;
mod nodes;
mod rollout;
mod set;
mod shown;
mod verbs;
mod words;

pub use asked::Asked;
pub use cluster::View;
pub use complete::{Candidate, Completion, complete};

use crate::base::text::Text;
use cluster::Cluster;

/// What a terminal shows after a line was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Whether the exit code is 1 and not 0.
    pub failed: bool,
}

/// Returns what a line typed at a terminal asks for, in the present state of a cluster, and changes nothing.
///
/// The line may begin with the word `kubectl`.
///
/// ```
/// use podlab::kubectl::command::command;
/// use podlab::{Settings, Sim};
///
/// let sim = Sim::with_nodes(Settings::default(), 1);
/// let asked = command(&sim, &"default".into(), "kubectl cordon node-1");
/// assert_eq!((asked.commands.len(), asked.failed), (1, false));
/// let asked = command(&sim, &"default".into(), "kubectl delete pod web");
/// assert_eq!(asked.err, "Error from server (NotFound): pods \"web\" not found\n");
/// let asked = command(&sim, &"default".into(), "kubectl get node node-1 -o name");
/// assert_eq!((asked.commands.len(), asked.out.as_str()), (0, "node/node-1\n"));
/// ```
pub fn command(view: &dyn View, namespace: &Text, line: &str) -> Asked {
    let mut asked = Asked::default();
    let read = words::split(line).and_then(|words| {
        dispatch(&Cluster::of(view, namespace), &without_kubectl(words), &mut asked)
    });
    if let Err(complaint) = read {
        asked.complain(&complaint);
    }
    asked
}

/// Returns the words after `kubectl`. A namespace that stands before the command is put behind it.
fn without_kubectl(mut words: Vec<String>) -> Vec<String> {
    if words.first().is_some_and(|first| first == "kubectl") {
        words.remove(0);
    }
    let first = words.first().map(String::as_str);
    let flags = match first {
        Some("-n" | "--namespace") => 2,
        Some(word) if word.starts_with("-n") || word.starts_with("--namespace=") => 1,
        Some(_) | None => 0,
    };
    if flags < words.len() {
        words.rotate_left(flags);
    }
    words
}

fn dispatch(cluster: &Cluster<'_>, words: &[String], asked: &mut Asked) -> Result<(), String> {
    let Some((verb, rest)) = words.split_first() else {
        asked.out.push_str(&help::all());
        return Ok(());
    };
    if verb == "help" || verb == "--help" || verb == "-h" {
        return help::about(rest, asked);
    }
    let Some(known) = verbs::named(verb) else { return Err(help::unknown(verb)) };
    // What follows `--` is a program's.
    let mut own = rest.iter().take_while(|word| *word != "--");
    if own.any(|word| word == "--help" || word == "-h") {
        return help::about(words, asked);
    }
    (known.carry_out)(cluster, rest, asked)
}
