//! Says what programs of containers do.

use crate::text;
use crate::time::short;
use podlab::cluster::program::{End, Program, Server, Step};

/// The most steps that are said.
const MOST: usize = 6;

/// Returns what a program does: `sleeps 30 s, then exits with 0`.
pub fn program(program: &Program) -> String {
    let mut parts: Vec<String> = program.steps.iter().flat_map(step).collect();
    let is_long = parts.len() > MOST;
    parts.truncate(MOST);
    if !is_long {
        parts.push(match program.end {
            End::Exit(code) => text::program_exits(code),
            End::Forever => text::program_killed().to_owned(),
        });
    }
    let joined = parts.into_iter().reduce(text::program_then);
    let joined = joined.unwrap_or_default();
    if is_long { text::program_more(joined) } else { joined }
}

fn step(step: &Step) -> Vec<String> {
    match step {
        Step::Sleep(time) => vec![text::program_sleeps(exact(*time))],
        Step::Print(_) => vec![text::program_prints().to_owned()],
        Step::Write { path, .. } => vec![text::program_writes(path)],
        Step::Remove(path) => vec![text::program_removes(path)],
        Step::Await { servers, every: _ } => servers
            .iter()
            .map(|server| match server {
                Server::Named(host) => text::program_waits_name(host),
                Server::Accepting { host, port } => text::program_waits_connection(host, port),
            })
            .collect(),
    }
}

/// Returns a length of time with its tenths, when it has any.
fn exact(time: u64) -> String {
    match time % 1000 / 100 {
        0 => short(time),
        tenth => text::time_seconds(format!("{}.{tenth}", time / 1000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, speak};
    use podlab::api::container::Container;

    fn sentence(text: &str) -> String {
        let command = vec!["sh".into(), "-c".into(), text.to_owned().into()];
        let container = Container { command, ..Container::default() };
        program(&Program::of(&container, "default").expect("it is known"))
    }

    #[test]
    fn a_program_is_told_step_by_step() {
        assert_eq!(sentence("sleep 30"), "sleeps 30 s, then exits with 0");
        assert_eq!(sentence("exit 3"), "exits with 3");
        assert_eq!(
            sentence("sleep 0.5; sleep 1"),
            "sleeps 0.5 s, then sleeps 1 s, then exits with 0"
        );
        assert_eq!(
            sentence("touch /a; until nslookup db && nc -z web 80; do sleep 1; done; rm /a"),
            "writes /a, then waits until db resolves, then waits until web accepts connections on port 80, \
             then removes /a, then exits with 0"
        );
        let long = sentence("for i in $(seq 20); do echo $i; sleep 60; done");
        assert!(long.ends_with("then prints text, then sleeps 60 s, and so on"), "{long}");
        speak(Catalog::of(Language::Indonesian));
        assert_eq!(
            sentence("sleep 30"),
            "menunggu 30 dtk (sleep), lalu berhenti dengan exit code 0"
        );
        speak(None);
    }
}
