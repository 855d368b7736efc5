//! What containers do: scripts for the world outside Kubernetes' rules.

use crate::base::text::Text;
use crate::cluster::pressure::EvictionSignal;

/// What containers matching a pattern do. A later rule overrides an earlier one where both say something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Pattern of Pod names; `*` matches anything.
    pub pod: Text,
    /// Pattern of container names; `*` matches anything.
    pub container: Text,
    /// One step for each start; the last repeats.
    pub plan: Option<Vec<Run>>,
    /// Reaction to the stop signal.
    pub stop: Option<Stop>,
    /// The signals it reacts to so, ignoring others; all when empty. Counts with a `stop` only. Rule P-807.
    pub signals: Vec<Text>,
    /// Answers to commands run in the container, by command line.
    pub exec: Vec<(Text, Exec)>,
    /// Answers of its probes and hooks, whatever their handler, as a learner sets them.
    pub answers: Vec<(Check, Option<Answer>)>,
    /// What it uses of its machine while it runs. Rule P-1021.
    pub usage: Vec<(EvictionSignal, i64)>,
    /// Bytes that lie in the Pod's `emptyDir` volumes, by their names, whatever the container. Rule P-120.
    pub volume_usage: Vec<(Text, i64)>,
    /// The runtime refuses to create the container; empty for "no more".
    pub create_error: Option<Text>,
    /// The runtime cannot start the process; empty for "no more".
    pub start_error: Option<Text>,
    /// The runtime cannot make the sandbox; empty for "no more".
    pub sandbox_error: Option<Text>,
}

impl Rule {
    /// Whether it says how much of something is used.
    pub fn tells_usage(&self) -> bool {
        !self.usage.is_empty() || !self.volume_usage.is_empty()
    }
}

/// One life of a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Milliseconds until the program ends by itself; never when none.
    pub run: Option<u64>,
    /// The code it ends with.
    pub exit: i32,
    /// The reason the runtime tells; made from the code when empty.
    pub reason: Text,
    /// The termination message it writes. Rule P-315.
    pub message: Text,
    /// What it prints before its end. Rule P-315.
    pub log: Text,
}

/// Reaction to the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Milliseconds until the program ends; it ignores the signal when none. Rule P-807.
    pub after: Option<u64>,
    /// The code it ends with.
    pub code: i32,
}

impl Default for Stop {
    fn default() -> Self {
        Stop { after: Some(500), code: 0 }
    }
}

/// Answer to a command run in a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exec {
    /// Its exit code.
    pub code: i32,
    /// What it prints.
    pub out: Text,
    /// Milliseconds it takes.
    pub delay: u64,
    /// The runtime cannot run it at all.
    pub error: Text,
    /// Milliseconds after the container's start from which it exits 0.
    pub ok_after: Option<u64>,
    /// Milliseconds after the container's start from which it exits 1.
    pub fail_after: Option<u64>,
}

/// What a server in the container, or the port, answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Server {
    /// Nothing listens.
    Refused,
    /// Connections open, and every HTTP request gets the same answer.
    Answers(Response),
}

impl Server {
    /// A server that answers at once with a status code, by HTTP and HTTPS.
    pub const fn code(code: i64) -> Server {
        Server::Answers(Response::of(code))
    }
}

/// What an HTTP server answers, whatever the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Its status code.
    pub code: i64,
    /// Milliseconds until it comes.
    pub delay: u64,
    /// Where it sends the client; empty when it says nothing of it. Counts with the codes that redirect. Rule P-604.
    pub location: Text,
    /// Whether the server knows TLS. Who begins with TLS otherwise gets an answer that is none. Rule P-708.
    pub has_tls: bool,
}

impl Response {
    /// A status code at once, by HTTP and HTTPS.
    pub const fn of(code: i64) -> Response {
        Response { code, delay: 0, location: Text::Static(""), has_tls: true }
    }
}

/// A probe or hook of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// The liveness probe.
    Liveness,
    /// The readiness probe.
    Readiness,
    /// The startup probe.
    Startup,
    /// The postStart hook.
    PostStart,
    /// The preStop hook.
    PreStop,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 5] =
        [Check::Liveness, Check::Readiness, Check::Startup, Check::PostStart, Check::PreStop];

    /// Its name in a script: `liveness`, `readiness`, `startup`, `postStart` or `preStop`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Check::Liveness => "liveness",
            Check::Readiness => "readiness",
            Check::Startup => "startup",
            Check::PostStart => "postStart",
            Check::PreStop => "preStop",
        }
    }
}

/// How a probe or hook ends, as a learner sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It succeeds.
    Success,
    /// It fails.
    Failure,
    /// It does not answer in time.
    Timeout,
    /// It cannot be run at all.
    Error,
    /// It takes that many milliseconds and then succeeds.
    Slow(u64),
}

/// What a registry does when asked for an image, and what becomes of a look at the image on the node before that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// The error; empty when the pull succeeds.
    pub error: Text,
    /// Milliseconds it takes.
    pub delay: u64,
    /// How the runtime fails to look whether the image is there; empty when it does not. Rule P-305.
    pub inspect_error: Text,
}

/// All scripts of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plans {
    /// The rules, oldest first.
    pub rules: Vec<Rule>,
    /// What registries do, by image.
    pub images: Vec<(Text, Registry)>,
    /// The signals images ask to be stopped by, by image. Rule P-807.
    pub stop_signals: Vec<(Text, Text)>,
    /// Answer of HTTP servers; a server answers 200 unless told otherwise.
    pub http: Option<Server>,
    /// Answer of TCP ports; they open unless told otherwise.
    pub tcp: Option<Server>,
}

/// Milliseconds a pull takes when no registry rule says otherwise.
pub const PULL: u64 = 300;

impl Plans {
    fn rules_for<'a>(&'a self, pod: &'a str, container: &'a str) -> impl Iterator<Item = &'a Rule> {
        let newest_first = self.rules.iter().rev();
        newest_first.filter(move |r| matches(&r.pod, pod) && matches(&r.container, container))
    }

    /// What the start number `attempt` (from 0) of a container does.
    pub fn run(&self, pod: &str, container: &str, attempt: u32) -> Run {
        let plan = self.rules_for(pod, container).find_map(|rule| rule.plan.as_ref());
        let step = plan.and_then(|p| p.get(attempt as usize).or_else(|| p.last()));
        step.cloned().unwrap_or_default()
    }

    /// What a container uses of its machine, when a script says it.
    pub fn usage(&self, pod: &str, container: &str, signal: EvictionSignal) -> Option<i64> {
        let found = |rule: &Rule| rule.usage.iter().rev().find(|(s, _)| *s == signal).map(|u| u.1);
        self.rules_for(pod, container).find_map(found)
    }

    /// Whether a script says what any container uses.
    pub fn tell_usage(&self) -> bool {
        self.rules.iter().any(Rule::tells_usage)
    }

    /// Bytes that lie in a volume of a Pod; none, unless a script says otherwise.
    pub fn volume_usage(&self, pod: &str, volume: &str) -> i64 {
        let newest_first = self.rules.iter().rev().filter(|rule| matches(&rule.pod, pod));
        let mut told = newest_first.flat_map(|rule| rule.volume_usage.iter().rev());
        told.find(|(name, _)| *name == *volume).map_or(0, |(_, amount)| *amount)
    }

    /// How a container reacts to the stop signal.
    pub fn stop(&self, pod: &str, container: &str) -> Stop {
        self.rules_for(pod, container).find_map(|rule| rule.stop).unwrap_or_default()
    }

    /// How a container reacts to a signal that is to stop it. The first process of a container ignores signals that it does not
    /// know, and nobody can know SIGSTOP. Rule P-807.
    pub fn stop_by(&self, pod: &str, container: &str, signal: &str) -> Stop {
        let Some(rule) = self.rules_for(pod, container).find(|rule| rule.stop.is_some()) else {
            return Stop { after: Stop::default().after.filter(|_| signal != "SIGSTOP"), code: 0 };
        };
        let is_known = rule.signals.is_empty() || rule.signals.iter().any(|s| s == signal);
        let stop = rule.stop.unwrap_or_default();
        Stop { after: stop.after.filter(|_| is_known && signal != "SIGSTOP"), ..stop }
    }

    /// The signal an image asks to be stopped by, if a script says one. Rule P-807.
    pub fn stop_signal(&self, image: &str) -> Option<&Text> {
        let found = self.stop_signals.iter().rev().find(|(pattern, _)| matches(pattern, image));
        found.map(|(_, signal)| signal)
    }

    /// The answer to a command line; success without output unless told otherwise.
    pub fn exec(&self, pod: &str, container: &str, command: &str) -> Exec {
        let found =
            |rule: &Rule| rule.exec.iter().find(|(c, _)| c == command).map(|(_, e)| e.clone());
        self.rules_for(pod, container).find_map(found).unwrap_or_default()
    }

    /// The answer a learner set for a probe or hook.
    pub fn answer(&self, pod: &str, container: &str, check: Check) -> Option<Answer> {
        let found = |rule: &Rule| rule.answers.iter().rev().find(|(c, _)| *c == check).map(|a| a.1);
        self.rules_for(pod, container).find_map(found).flatten()
    }

    /// The runtime's refusal to create the container, if any.
    pub fn create_error(&self, pod: &str, container: &str) -> Option<Text> {
        let found = self.rules_for(pod, container).find_map(|rule| rule.create_error.clone());
        found.filter(|error| !error.is_empty())
    }

    /// The runtime's failure to start the process, if any.
    pub fn start_error(&self, pod: &str, container: &str) -> Option<Text> {
        let found = self.rules_for(pod, container).find_map(|rule| rule.start_error.clone());
        found.filter(|error| !error.is_empty())
    }

    /// The runtime's failure to make the sandbox, if any.
    pub fn sandbox_error(&self, pod: &str) -> Option<Text> {
        let mut newest_first = self.rules.iter().rev().filter(|r| matches(&r.pod, pod));
        let found = newest_first.find_map(|rule| rule.sandbox_error.clone());
        found.filter(|error| !error.is_empty())
    }

    /// What the registry does when asked for an image.
    pub fn registry(&self, image: &str) -> Registry {
        let found = self.images.iter().rev().find(|(pattern, _)| matches(pattern, image));
        let usual = Registry { delay: PULL, ..Registry::default() };
        found.map_or(usual, |(_, registry)| registry.clone())
    }
}

/// Whether a name fits a pattern in which `*` stands for anything.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    if pattern == "*" || pattern == name {
        return true;
    }
    let Some((start, rest)) = pattern.split_once('*') else { return false };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The first place where a part fits leaves the most for the parts behind it.
    for part in middle.split('*') {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_globs_do() {
        assert!(matches("*", "web-0") && matches("web-*", "web-0") && matches("p", "p"));
        assert!(matches("a*b*c", "a-b-b-c") && !matches("a*b*c", "a-c") && !matches("a*a", "a"));
        assert!(matches("*é*", "café-1") && !matches("*a*b*", "ba"));
        assert!(!matches(&"*a".repeat(1000), &"a".repeat(999)));
        assert!(!matches("web-*", "db-0") && !matches("p", "pp") && matches("*-0", "web-0"));
    }

    #[test]
    fn later_rules_override_earlier_ones_where_they_say_something() {
        let any = |plan, stop| Rule {
            pod: "*".into(),
            container: "*".into(),
            plan,
            stop,
            ..Rule::default()
        };
        let ends = Run { run: Some(3000), exit: 1, ..Run::default() };
        let ignores = Stop { after: None, code: 0 };
        let rules = vec![any(Some(vec![ends.clone()]), None), any(None, Some(ignores))];
        let plans = Plans { rules, ..Plans::default() };
        assert_eq!(plans.run("p", "app", 5), ends);
        assert_eq!(plans.stop("p", "app"), ignores);
    }
}
