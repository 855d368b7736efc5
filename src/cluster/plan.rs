//! What containers do: scripts for the parts that the rules of Kubernetes do not decide.

use crate::base::text::Text;
use crate::cluster::cause::Cause;
use crate::cluster::pressure::EvictionSignal;

/// What containers that match a pattern do. Where two rules set the same thing, the later one applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuntimeRule {
    /// Pattern of Pod names; `*` matches anything.
    pub pod: Text,
    /// Pattern of container names; `*` matches anything.
    pub container: Text,
    /// One step for each start; the last repeats.
    pub plan: Option<Vec<Run>>,
    /// The reaction to the stop signal.
    pub stop: Option<Stop>,
    /// The signals that `stop` is for. The program ignores other signals; it reacts to all when the list is empty.
    /// Used only together with `stop`. Rule P-807.
    pub signals: Vec<Text>,
    /// Answers to commands run in the container, by command line.
    pub exec: Vec<(Text, Exec)>,
    /// The answers of its probes and hooks that a learner sets, whatever their handler.
    pub answers: Vec<(Check, Option<Answer>)>,
    /// How much it uses of its machine while it runs. Rule P-1021.
    pub usage: Vec<(EvictionSignal, i64)>,
    /// How many bytes are in the Pod's `emptyDir` volumes, by name of the volume, whatever the container. Rule P-120.
    pub volume_usage: Vec<(Text, i64)>,
    /// The error with which the runtime refuses to create the container; an empty text ends the error.
    pub create_error: Option<Text>,
    /// The error with which the runtime fails to start the process; an empty text ends the error.
    pub start_error: Option<Text>,
    /// The error with which the runtime fails to create the sandbox; an empty text ends the error.
    pub sandbox_error: Option<Text>,
}

impl RuntimeRule {
    /// Returns whether the rule says how much of anything is used.
    pub(crate) fn has_usage(&self) -> bool {
        !self.usage.is_empty() || !self.volume_usage.is_empty()
    }
}

/// One life of a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Milliseconds until the program ends by itself; `None` if it never does.
    pub run: Option<u64>,
    /// The exit code.
    pub exit: i32,
    /// The reason that the runtime reports; derived from the code when empty.
    pub reason: Text,
    /// The termination message it writes. Rule P-315.
    pub message: Text,
    /// What it prints before it ends. Rule P-315.
    pub log: Text,
}

/// The reaction of a program to the stop signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Milliseconds until the program ends; `None` if it ignores the signal. Rule P-807.
    pub after: Option<u64>,
    /// The exit code.
    pub code: i32,
}

impl Default for Stop {
    fn default() -> Self {
        Stop { after: Some(500), code: 0 }
    }
}

/// The answer to a command that is run in a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exec {
    /// Its exit code.
    pub code: i32,
    /// What it prints.
    pub out: Text,
    /// Milliseconds it takes.
    pub delay: u64,
    /// The error when the runtime cannot run the command at all.
    pub error: Text,
    /// The command exits with 0 from so many milliseconds after the container's start.
    pub ok_after: Option<u64>,
    /// The command exits with 1 from so many milliseconds after the container's start.
    pub fail_after: Option<u64>,
}

/// What a server in a container, or a port, answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Server {
    /// Nothing listens.
    Refused,
    /// It accepts connections, and every HTTP request gets the same answer.
    Answers(Response),
}

impl Server {
    /// Returns a server that answers at once with a status code, by HTTP and HTTPS.
    pub const fn code(code: i64) -> Server {
        Server::Answers(Response::of(code))
    }
}

/// The answer of an HTTP server, whatever the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Its status code.
    pub code: i64,
    /// Milliseconds until the answer comes.
    pub delay: u64,
    /// The URL that a redirect leads to; empty when the answer has none. Used only with the status codes that redirect. Rule P-604.
    pub location: Text,
    /// Whether the server understands TLS. Without it, a client that begins with TLS gets an answer that is not TLS. Rule P-708.
    pub has_tls: bool,
}

impl Response {
    /// Returns an answer with a status code that comes at once, by HTTP and HTTPS.
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
    /// All probes and hooks.
    pub(crate) const ALL: [Check; 5] =
        [Check::Liveness, Check::Readiness, Check::Startup, Check::PostStart, Check::PreStop];

    /// Its name in a script: `liveness`, `readiness`, `startup`, `postStart` or `preStop`.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Check::Liveness => "liveness",
            Check::Readiness => "readiness",
            Check::Startup => "startup",
            Check::PostStart => "postStart",
            Check::PreStop => "preStop",
        }
    }
}

/// The result of a probe or hook, as a learner sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It succeeds.
    Success,
    /// It fails.
    Failure,
    /// It does not answer in time.
    Timeout,
    /// It cannot be run.
    Error,
    /// It takes so many milliseconds and then succeeds.
    Slow(u64),
}

/// What a registry does when a node pulls an image, and what happens when the runtime looks for the image before that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// The error of the pull; empty when the pull succeeds.
    pub error: Text,
    /// Milliseconds it takes.
    pub delay: u64,
    /// The error when the runtime looks whether the image is present; empty when there is none. Rule P-305.
    pub inspect_error: Text,
}

impl Registry {
    /// Returns what the registry answers when the pull fails. The error is that of the container runtime, which writes before the answer
    /// what it was about to do, and a colon: `failed to resolve reference "app:2": app:2: not found`.
    pub fn answer(&self) -> &str {
        self.error.rsplit(": ").next().unwrap_or_default()
    }
}

/// Something that a script says, with what led to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scripted<T> {
    /// What the script says.
    pub what: T,
    /// The act that said it.
    pub cause: Cause,
}

/// All scripts of a simulation, and the answers of servers and registries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContainerScripts {
    /// The rules, oldest first.
    pub rules: Vec<Scripted<RuntimeRule>>,
    /// What registries do, by image.
    pub images: Vec<(Text, Registry)>,
    /// The stop signals of images, by image. Rule P-807.
    pub stop_signals: Vec<(Text, Text)>,
    /// The answer of HTTP servers; `None` is status 200.
    pub http: Scripted<Option<Server>>,
    /// The answer of TCP ports; `None` is that they accept connections.
    pub tcp: Scripted<Option<Server>>,
}

/// How many milliseconds a pull takes when no registry rule says otherwise.
pub const PULL: u64 = 300;

impl ContainerScripts {
    /// Adds a rule, which overrides earlier ones where it says something.
    pub(crate) fn add_rule(&mut self, what: RuntimeRule, cause: Cause) {
        self.rules.push(Scripted { what, cause });
    }

    fn scripts_for<'a>(
        &'a self,
        pod: &'a str,
        container: &'a str,
    ) -> impl Iterator<Item = &'a Scripted<RuntimeRule>> {
        let is_for = move |rule: &RuntimeRule| {
            matches(&rule.pod, pod) && matches(&rule.container, container)
        };
        self.rules.iter().rev().filter(move |script| is_for(&script.what))
    }

    fn rules_for<'a>(
        &'a self,
        pod: &'a str,
        container: &'a str,
    ) -> impl Iterator<Item = &'a RuntimeRule> {
        self.scripts_for(pod, container).map(|script| &script.what)
    }

    /// Returns what a container does in its start with the number `attempt`, counted from 0, when a script says it.
    pub(crate) fn scripted_run(&self, pod: &str, container: &str, attempt: u32) -> Option<Run> {
        let plan = self.rules_for(pod, container).find_map(|rule| rule.plan.as_ref())?;
        let step = plan.get(attempt as usize).or_else(|| plan.last());
        Some(step.cloned().unwrap_or_default())
    }

    /// Returns what a container does in its start with the number `attempt`, counted from 0. Without a script it runs
    /// until it is told to end.
    pub(crate) fn run(&self, pod: &str, container: &str, attempt: u32) -> Run {
        self.scripted_run(pod, container, attempt).unwrap_or_default()
    }

    /// Returns from which start on every container does the same as in its start before.
    pub fn most_steps(&self) -> usize {
        let plans = self.rules.iter().filter_map(|rule| rule.what.plan.as_ref());
        plans.map(Vec::len).max().unwrap_or(0)
    }

    /// Returns how much a container uses of its machine, when a script says so.
    pub(crate) fn usage(&self, pod: &str, container: &str, signal: EvictionSignal) -> Option<i64> {
        let found =
            |rule: &RuntimeRule| rule.usage.iter().rev().find(|(s, _)| *s == signal).map(|u| u.1);
        self.rules_for(pod, container).find_map(found)
    }

    /// Returns whether a script says how much any container uses.
    pub(crate) fn has_usage(&self) -> bool {
        self.rules.iter().any(|rule| rule.what.has_usage())
    }

    /// Returns how many bytes are in a volume of a Pod; 0 unless a script says otherwise.
    pub(crate) fn volume_usage(&self, pod: &str, volume: &str) -> i64 {
        let newest_first = self.rules.iter().rev().filter(|rule| matches(&rule.what.pod, pod));
        let mut amounts = newest_first.flat_map(|rule| rule.what.volume_usage.iter().rev());
        amounts.find(|(name, _)| *name == *volume).map_or(0, |(_, amount)| *amount)
    }

    /// Returns whether a script says how a container reacts to the stop signal.
    pub fn has_stop(&self, pod: &str, container: &str) -> bool {
        self.rules_for(pod, container).any(|rule| rule.stop.is_some())
    }

    /// Returns how a container reacts to the stop signal.
    pub fn stop(&self, pod: &str, container: &str) -> Stop {
        self.rules_for(pod, container).find_map(|rule| rule.stop).unwrap_or_default()
    }

    /// Returns how a container reacts to a signal that is sent to stop it.
    ///
    /// The first process of a container ignores signals that it has no handler for, and SIGSTOP cannot have one. Rule P-807.
    pub(crate) fn stop_by(&self, pod: &str, container: &str, signal: &str) -> Stop {
        let Some(rule) = self.rules_for(pod, container).find(|rule| rule.stop.is_some()) else {
            return Stop { after: Stop::default().after.filter(|_| signal != "SIGSTOP"), code: 0 };
        };
        let is_known = rule.signals.is_empty() || rule.signals.iter().any(|s| s == signal);
        let stop = rule.stop.unwrap_or_default();
        Stop { after: stop.after.filter(|_| is_known && signal != "SIGSTOP"), ..stop }
    }

    /// Returns the stop signal of an image, if a script sets one. Rule P-807.
    pub(crate) fn stop_signal(&self, image: &str) -> Option<&Text> {
        let found = self.stop_signals.iter().rev().find(|(pattern, _)| matches(pattern, image));
        found.map(|(_, signal)| signal)
    }

    /// Returns the answer to a command line, when a script says it.
    pub fn exec(&self, pod: &str, container: &str, command: &str) -> Option<Exec> {
        self.scripted_exec(pod, container, command).map(|script| script.what)
    }

    /// Works like [`ContainerScripts::exec`], and says what led to the answer.
    pub(crate) fn scripted_exec(
        &self,
        pod: &str,
        container: &str,
        command: &str,
    ) -> Option<Scripted<Exec>> {
        let found = |script: &Scripted<RuntimeRule>| {
            let (_, exec) = script.what.exec.iter().find(|(line, _)| line == command)?;
            Some(Scripted { what: exec.clone(), cause: script.cause })
        };
        self.scripts_for(pod, container).find_map(found)
    }

    /// Returns the answer that a learner set for a probe or hook.
    pub fn answer(&self, pod: &str, container: &str, check: Check) -> Option<Answer> {
        self.scripted_answer(pod, container, check)?.what
    }

    /// Returns the answer that a learner set for a probe or hook, or that the learner took an earlier one back, with the act.
    pub(crate) fn scripted_answer(
        &self,
        pod: &str,
        container: &str,
        check: Check,
    ) -> Option<Scripted<Option<Answer>>> {
        let found = |script: &Scripted<RuntimeRule>| {
            let (_, answer) = script.what.answers.iter().rev().find(|(of, _)| *of == check)?;
            Some(Scripted { what: *answer, cause: script.cause })
        };
        self.scripts_for(pod, container).find_map(found)
    }

    /// Returns the error with which the runtime refuses to create the container, if any.
    pub(crate) fn create_error(&self, pod: &str, container: &str) -> Option<Text> {
        let found = self.rules_for(pod, container).find_map(|rule| rule.create_error.clone());
        found.filter(|error| !error.is_empty())
    }

    /// Returns the error with which the runtime fails to start the process, if a script says it. An empty text is that the process
    /// starts.
    pub fn start_error(&self, pod: &str, container: &str) -> Option<Text> {
        self.rules_for(pod, container).find_map(|rule| rule.start_error.clone())
    }

    /// Returns the error with which the runtime fails to create the sandbox, if any.
    pub(crate) fn sandbox_error(&self, pod: &str) -> Option<Text> {
        let mut newest_first = self.rules.iter().rev().filter(|rule| matches(&rule.what.pod, pod));
        let found = newest_first.find_map(|rule| rule.what.sandbox_error.clone());
        found.filter(|error| !error.is_empty())
    }

    /// Returns what the registry does when a node pulls an image.
    pub fn registry(&self, image: &str) -> Registry {
        let found = self.images.iter().rev().find(|(pattern, _)| matches(pattern, image));
        let usual = Registry { delay: PULL, ..Registry::default() };
        found.map_or(usual, |(_, registry)| registry.clone())
    }
}

/// Returns whether a name matches a pattern in which `*` stands for any text.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    if pattern == "*" || pattern == name {
        return true;
    }
    let Some((start, rest)) = pattern.split_once('*') else { return false };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The first place where a part matches leaves the most text for the parts after it.
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
    fn what_a_registry_answers_comes_last_in_the_error_of_the_runtime() {
        let answer = |error: &'static str| {
            Registry { error: error.into(), ..Registry::default() }.answer().to_owned()
        };
        assert_eq!(answer("failed to resolve reference \"a:2\": a:2: not found"), "not found");
        assert_eq!((answer("unauthorized"), answer("")), ("unauthorized".into(), String::new()));
    }

    #[test]
    fn later_rules_override_earlier_ones_where_they_say_something() {
        let any = |plan, stop| RuntimeRule {
            pod: "*".into(),
            container: "*".into(),
            plan,
            stop,
            ..RuntimeRule::default()
        };
        let ends = Run { run: Some(3000), exit: 1, ..Run::default() };
        let ignores = Stop { after: None, code: 0 };
        let mut scripts = ContainerScripts::default();
        for rule in [any(Some(vec![ends.clone()]), None), any(None, Some(ignores))] {
            scripts.add_rule(rule, Cause::Start);
        }
        assert_eq!(scripts.run("p", "app", 5), ends);
        assert_eq!(scripts.stop("p", "app"), ignores);
    }
}
