//! The claims of a page: the lines of a ```` ```podlab-expect ```` block.
//!
//! Each line is `key: value`. `scene`, `release` and `seed` name the run; without `scene` it is the run of the
//! ```` ```podlab ```` block before. `at` sets the moment and `pod` the Pod of the lines that follow. All other keys are claims.

use crate::embed::{Mistake, moment};
use podlab::base::time::SimTime;
use podlab::manifest::schema::nearest;
use podlab::rules::release::Release;

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A column or field of the Pod has that value.
    Pod(Fact, String),
    /// Whether the API has the Pod.
    Exists(bool),
    /// The condition of that type has that status, and perhaps that reason.
    Condition(String, String, Option<String>),
    /// That container is in that state, and perhaps for that reason.
    Container(String, String, Option<String>),
    /// The container has that many restarts.
    Restarts(String, u64),
    /// The container ended last with that exit code.
    ExitCode(String, i64),
    /// The Pods of the namespace, by name.
    Pods(Vec<String>),
    /// A count of the StatefulSet's status, or its replicas.
    Count(&'static str, i64),
}

impl Claim {
    /// Whether the claim is about one Pod.
    pub fn is_of_pod(&self) -> bool {
        !matches!(self, Claim::Pods(_) | Claim::Count(..))
    }
}

/// A single word that a Pod has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The phase.
    Phase,
    /// The STATUS column.
    Status,
    /// The READY column.
    Ready,
    /// The count of the RESTARTS column.
    Restarts,
    /// The node.
    Node,
    /// `status.reason`.
    Reason,
}

/// A claim with its place, its moment and its Pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its line in the page, from 1.
    pub line: usize,
    /// The text before the colon.
    pub key: String,
    /// What is claimed.
    pub claim: Claim,
    /// The moment; none is the end of the run.
    pub at: Option<SimTime>,
    /// The Pod; none is the first one.
    pub pod: Option<String>,
}

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The scene, when it names one.
    pub scene: Option<String>,
    /// The release, when it names one.
    pub release: Option<Release>,
    /// The seed, when it names one.
    pub seed: Option<u64>,
    /// What it claims.
    pub claims: Vec<Expected>,
}

/// The keys, and those that a name follows.
const KEYS: [&str; 18] = [
    "scene",
    "release",
    "seed",
    "at",
    "pod",
    "phase",
    "status",
    "ready",
    "restarts",
    "node",
    "reason",
    "exists",
    "pods",
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
];
const KEYS_OF_NAMES: [&str; 4] = ["condition", "container", "restarts", "exit code"];
const PHASES: [&str; 5] = ["Pending", "Running", "Succeeded", "Failed", "Unknown"];
const STATUSES: [&str; 3] = ["True", "False", "Unknown"];
const STATES: [&str; 3] = ["waiting", "running", "terminated"];

impl Block {
    /// Reads a block; `first` is the number of its first line.
    ///
    /// # Errors
    /// What is wrong, each with its line.
    pub fn read(body: &str, first: usize) -> Result<Block, Vec<Mistake>> {
        let mut block = Block::default();
        let mut mistakes = Vec::new();
        let (mut at, mut pod) = (None, None);
        for (index, text) in body.lines().enumerate() {
            let line = first + index;
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let read = text.split_once(':').ok_or_else(|| "it must be KEY: VALUE".to_owned());
            let read = read.and_then(|(key, value)| {
                let (key, value) = (key.trim(), unquoted(value.trim()));
                if value.is_empty() {
                    return Err(format!("{key} has no value"));
                }
                match key {
                    "at" => at = moment(value).map_err(|why| format!("at: {value}: {why}"))?,
                    "pod" => pod = Some(value.to_owned()),
                    "scene" | "release" | "seed" if !block.claims.is_empty() => {
                        return Err(format!("{key} must stand before all claims"));
                    }
                    "scene" => block.scene = Some(scene(value)?),
                    "release" => {
                        let known = Release::ALL.map(Release::as_str);
                        let read = Release::parse(value);
                        block.release = Some(read.ok_or_else(|| not_one_of(value, &known))?);
                    }
                    "seed" => {
                        let told = |_| format!("seed: {value}: it must be a whole number from 0");
                        block.seed = Some(value.parse().map_err(told)?);
                    }
                    _ => {
                        let claim = claim(key, value)?;
                        let (key, pod) = (key.to_owned(), pod.clone());
                        block.claims.push(Expected { line, key, claim, at, pod });
                    }
                }
                Ok(())
            });
            mistakes.extend(read.err().map(|why| (line, why)));
        }
        if mistakes.is_empty() && block.claims.is_empty() {
            mistakes.push((first.saturating_sub(1), "the block claims nothing".to_owned()));
        }
        if mistakes.is_empty() { Ok(block) } else { Err(mistakes) }
    }
}

fn unquoted(text: &str) -> &str {
    ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text)
}

fn scene(name: &str) -> Result<String, String> {
    if podlab_lessons::find(name).is_some() {
        return Ok(name.to_owned());
    }
    let names = podlab_lessons::names();
    let guess = nearest(name, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let guess = guess.map(|guess| format!("; did you mean \"{guess}\"?")).unwrap_or_default();
    Err(format!("there is no scene \"{name}\"{guess}"))
}

fn not_one_of(value: &str, known: &[&str]) -> String {
    let guess = nearest(value, known).map(|guess| format!("; did you mean \"{guess}\"?"));
    format!("\"{value}\" is none of {}{}", known.join(", "), guess.unwrap_or_default())
}

fn one_of(value: &str, known: &[&str]) -> Result<String, String> {
    let found = known.iter().find(|word| word.eq_ignore_ascii_case(value));
    found.map(|word| (*word).to_owned()).ok_or_else(|| not_one_of(value, known))
}

fn claim(key: &str, value: &str) -> Result<Claim, String> {
    let number = |text: &str| {
        text.parse::<i64>().map_err(|_| format!("{key}: {text}: it must be a whole number"))
    };
    let count = |text: &str| {
        u64::try_from(number(text)?).map_err(|_| format!("{key}: {text}: it must be 0 or more"))
    };
    // A word and its reason: `waiting CrashLoopBackOff`, `False (ContainersNotReady)`.
    let with_reason = |known: &[&str]| {
        let (word, reason) = value.split_once([' ', ',']).unwrap_or((value, ""));
        let reason = reason.trim().trim_start_matches('(').trim_end_matches(')');
        Ok::<_, String>((one_of(word, known)?, Some(reason.to_owned()).filter(|r| !r.is_empty())))
    };
    for before in KEYS_OF_NAMES {
        let Some(name) = key.strip_prefix(before).and_then(|rest| rest.strip_prefix(' ')) else {
            continue;
        };
        let name = name.trim().to_owned();
        return Ok(match before {
            "condition" => {
                let (status, reason) = with_reason(&STATUSES)?;
                Claim::Condition(name, status, reason)
            }
            "container" => {
                let (state, reason) = with_reason(&STATES)?;
                Claim::Container(name, state, reason)
            }
            "restarts" => Claim::Restarts(name, count(value)?),
            _ => Claim::ExitCode(name, number(value)?),
        });
    }
    let fact = |fact| Ok(Claim::Pod(fact, value.to_owned()));
    match key {
        "phase" => Ok(Claim::Pod(Fact::Phase, one_of(value, &PHASES)?)),
        "status" => fact(Fact::Status),
        "ready" => fact(Fact::Ready),
        "restarts" => Ok(Claim::Pod(Fact::Restarts, count(value)?.to_string())),
        "node" => fact(Fact::Node),
        "reason" => fact(Fact::Reason),
        "exists" => Ok(Claim::Exists(one_of(value, &["true", "false"])? == "true")),
        "pods" if value == "none" => Ok(Claim::Pods(Vec::new())),
        "pods" => {
            let names = value.split([' ', ',']).filter(|name| !name.is_empty());
            let mut names: Vec<String> = names.map(str::to_owned).collect();
            names.sort();
            Ok(Claim::Pods(names))
        }
        _ => match KEYS.iter().skip(13).find(|known| **known == key) {
            Some(known) => Ok(Claim::Count(known, number(value)?)),
            None => Err(unknown(key)),
        },
    }
}

fn unknown(key: &str) -> String {
    // Of a key with a name after it, only the key is compared.
    let (word, name) = key.rsplit_once(' ').unwrap_or((key, ""));
    if KEYS_OF_NAMES.contains(&key) {
        return format!("{key} needs a name: {key} NAME");
    }
    if let Some(guess) = nearest(word, &KEYS_OF_NAMES).filter(|_| !name.is_empty()) {
        return format!("unknown key \"{key}\"; did you mean \"{guess} {name}\"?");
    }
    match nearest(key, &KEYS) {
        Some(guess) => format!("unknown key \"{key}\"; did you mean \"{guess}\"?"),
        None => {
            let named = KEYS_OF_NAMES.map(|key| format!("{key} NAME")).join(", ");
            format!("unknown key \"{key}\"; known are {}, {named}", KEYS.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_their_moment_and_pod() {
        let block = Block::read(
            "scene: sts-ordered\n# why\nat: 90s\npods: web-1, web-0\npod: web-1\n\ncondition Ready: false (X)\n\
             container nginx: Waiting ImagePullBackOff\nat: end\nrestarts nginx: 3\nreadyReplicas: 2\n",
            10,
        );
        let block = block.expect("it is right");
        assert_eq!(block.scene.as_deref(), Some("sts-ordered"));
        let read: Vec<_> = block.claims.iter().map(|c| (c.line, c.at, c.pod.as_deref())).collect();
        let at = Some(SimTime::from_seconds(90));
        let pod = Some("web-1");
        assert_eq!(
            read,
            [(13, at, None), (16, at, pod), (17, at, pod), (19, None, pod), (20, None, pod)]
        );
        let pods = Claim::Pods(vec!["web-0".to_owned(), "web-1".to_owned()]);
        let ready = Claim::Condition("Ready".into(), "False".into(), Some("X".into()));
        let reason = Some("ImagePullBackOff".to_owned());
        let waits = Claim::Container("nginx".into(), "waiting".into(), reason);
        let claims: Vec<_> = block.claims.into_iter().map(|c| c.claim).collect();
        let restarts = Claim::Restarts("nginx".into(), 3);
        assert_eq!(claims, [pods, ready, waits, restarts, Claim::Count("readyReplicas", 2)]);
    }

    #[test]
    fn mistakes_are_told_with_their_lines() {
        let cases = [
            ("phse: Running", "unknown key \"phse\"; did you mean \"phase\"?"),
            (
                "phase: Runing",
                "\"Runing\" is none of Pending, Running, Succeeded, Failed, Unknown; did you mean \"Running\"?",
            ),
            (
                "conditon Ready: True",
                "unknown key \"conditon Ready\"; did you mean \"condition Ready\"?",
            ),
            ("condition: True", "condition needs a name: condition NAME"),
            ("restarts: many", "restarts: many: it must be a whole number"),
            ("at: soon", "at: soon: it must be a moment"),
            ("scene: crash-lop", "there is no scene \"crash-lop\"; did you mean \"crash-loop\"?"),
            ("phase Running", "it must be KEY: VALUE"),
            ("phase:", "phase has no value"),
            ("phase: Running\nseed: 3", "seed must stand before all claims"),
            ("at: 3s", "the block claims nothing"),
        ];
        for (body, told) in cases {
            let mistakes = Block::read(body, 5).unwrap_err();
            let (line, why) = &mistakes[0];
            assert!(why.starts_with(told), "{body}: {why}");
            let expected = if told.ends_with("nothing") { 4 } else { 4 + body.lines().count() };
            assert_eq!(*line, expected, "{body}");
        }
    }
}
