//! `podlab vectors`: runs test vectors and tells which ones the engine does not meet.

mod deployment;
mod pod;
mod stateful_set;

use crate::failure::Failure;
use crate::json::{Fault, Json};
use crate::terminal::Printed;
use clap::ValueHint;
use podlab::manifest::node::Node;
use podlab::manifest::schema::{Decoder, Field, nearest};
use podlab::rules::release::Release;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const HELP: &str = "\
The exit code is 1 when the engine does not meet a vector.

Examples:
  podlab vectors tests/vectors/pod-status.json";

/// Runs test vectors and tells which ones the engine does not meet
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Files of vectors in JSON; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Print every result as JSON
    #[arg(long)]
    json: bool,
}

/// The kinds of cases without steps.
const KINDS: [&str; 5] = ["phase", "condition", "status-column", "backoff", "probe"];

/// Runs the vectors of all files. Returns what the program prints, and whether all of them passed.
///
/// # Errors
/// What is wrong with a file.
pub fn main(args: &Args) -> Result<(Printed, bool), Failure> {
    let mut reports = Vec::new();
    for file in &args.files {
        reports.extend(cases(file)?.iter().map(check));
    }
    let failed = reports.iter().filter(|report| !report.pass).count();
    let text = if args.json {
        let list: Vec<Value> = reports.iter().map(Report::to_json).collect();
        Printed::Json(format!("{}\n", Value::from(list)))
    } else {
        let failures = reports.iter().filter(|report| !report.pass).map(Report::line);
        let failures: String = failures.collect();
        let passed = reports.len() - failed;
        Printed::Text(format!("{failures}{passed} passed, {failed} failed\n"))
    };
    Ok((text, failed == 0))
}

/// The cases of a file: a list, or a list under `vectors`.
fn cases(file: &Path) -> Result<Vec<Value>, String> {
    let mut json = Json::read(file)?;
    match json.value.take() {
        Value::Array(cases) => Ok(cases),
        Value::Object(mut object) => match object.remove("vectors") {
            Some(Value::Array(cases)) => Ok(cases),
            Some(_) => Err(json.describe(&Fault::new("vectors", "must be a list"))),
            None => Err(json.describe(&Fault::new("vectors", "is missing; it must be a list"))),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(json.describe(&Fault::new("", "must be a list, or a map with a list \"vectors\"")))
        }
    }
}

/// What came of one case.
pub struct Report {
    id: String,
    name: String,
    /// Whether the engine gives what the case expects.
    pub pass: bool,
    expect: Value,
    /// What the engine gives. Of a sequence it has one entry for each step, null for a step that expects nothing or fails.
    actual: Value,
    /// Why the case could not be run to its end.
    problem: Option<String>,
}

impl Report {
    fn to_json(&self) -> Value {
        json!({"id": self.id, "pass": self.pass, "actual": self.actual})
    }

    fn line(&self) -> String {
        let (id, name) = (&self.id, &self.name);
        if let Some(problem) = &self.problem {
            return format!("FAIL {id} {name}: {problem}\n");
        }
        let (expect, actual) = match (&self.expect, &self.actual) {
            (Value::Array(expect), Value::Array(actual)) => {
                // Of a sequence, the first step that differs says enough.
                let differs = expect.iter().zip(actual).find(|(expect, actual)| expect != actual);
                differs.map(|(e, a)| (e.to_string(), a.to_string())).unwrap_or_default()
            }
            (expect, actual) => (expect.to_string(), actual.to_string()),
        };
        format!("FAIL {id} {name}: expected {expect}, got {actual}\n")
    }
}

/// A sequence that was played. Both lists have one entry for each step, null for a step that expects nothing.
#[derive(Debug, Default)]
struct Played {
    expect: Vec<Value>,
    /// A step that fails has null too.
    actual: Vec<Value>,
    /// The first step that failed, and why.
    problem: Option<String>,
}

impl Played {
    /// Returns a sequence that cannot be played at all.
    fn unknown(steps: &[Value], problem: String) -> Played {
        let expect = steps.iter().map(|step| step["expect"].clone()).collect();
        Played { expect, actual: vec![Value::Null; steps.len()], problem: Some(problem) }
    }
}

/// Runs one case.
pub fn check(case: &Value) -> Report {
    let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
    if let Some(steps) = case.get("steps") {
        let steps = steps.as_array().map_or(&[][..], Vec::as_slice);
        let played = match release(case) {
            Ok(release) => stateful_set::run(case, steps, release),
            Err(problem) => Played::unknown(steps, problem),
        };
        let Played { expect, actual, problem } = played;
        let (expect, actual) = (Value::from(expect), Value::from(actual));
        let pass = problem.is_none() && expect == actual;
        return Report { id: text("id"), name: text("rule"), pass, expect, actual, problem };
    }
    let expect = case["expect"].clone();
    let (actual, problem) = match run(case) {
        Ok(actual) => (actual, None),
        Err(problem) => (Value::Null, Some(problem)),
    };
    let pass = problem.is_none() && actual == expect;
    let name = text(if case.get("op").is_some() { "rule" } else { "name" });
    Report { id: text("id"), name, pass, expect, actual, problem }
}

fn release(case: &Value) -> Result<Release, String> {
    match case["kubernetes"].as_str() {
        Some("newer") => Ok(Release::Current),
        Some(name) => Release::parse(name).ok_or_else(|| format!("unknown release {name}")),
        None => Ok(Release::V1_28),
    }
}

fn run(case: &Value) -> Result<Value, String> {
    let release = release(case)?;
    if case.get("op").is_some() {
        return deployment::run(case, release);
    }
    match case["kind"].as_str() {
        Some("phase") => Ok(pod::phase(case, release)),
        Some("condition") => pod::condition(case, release),
        Some("status-column") => pod::status_column(case, release),
        Some("backoff") => pod::backoff(case, release),
        Some("probe") => pod::probe(case),
        Some(kind) => {
            let guess = nearest(kind, &KINDS).map(|guess| format!("; did you mean {guess}?"));
            let known = KINDS.join(", ");
            Err(format!(
                "no vectors of kind {kind:?} are known, only {known}{}",
                guess.unwrap_or_default()
            ))
        }
        None => Err(format!("the field \"kind\" is missing; known are {}", KINDS.join(", "))),
    }
}

/// Reads an object, lenient about what is unknown or wrong in it.
fn read<T: Field + Default>(value: &Value) -> T {
    let mut object = T::default();
    if !value.is_null() {
        let tree = Node::deserialize(value).expect("all JSON is a tree");
        object.decode(&tree, &mut Decoder::default());
    }
    object
}

/// Keeps the entries of `actual` that the case expects; what it does not ask for is not judged.
fn in_shape_of(actual: &Value, expect: &Value) -> Value {
    match (actual, expect) {
        (Value::Object(actual), Value::Object(expect)) => {
            let kept = actual.iter().filter(|(key, _)| expect.contains_key(*key));
            Value::Object(kept.map(|(k, v)| (k.clone(), v.clone())).collect::<Map<_, _>>())
        }
        _ => actual.clone(),
    }
}
