//! `podlab vectors FILE… [--json]`: runs test vectors and tells which ones the engine does not meet.

mod pod;

use podlab::manifest::node::{Node, Value as Tree};
use podlab::release::Release;
use podlab::text::Text;
use podlab_cli::arguments::Arguments;
use podlab_cli::commands::VECTORS;
use podlab_cli::input;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::ExitCode;

/// Runs the files named in the arguments. Exit code 0: all passed, 1: some failed, 2: nothing to run.
pub fn main(arguments: &Arguments) -> ExitCode {
    let as_json = arguments.has("--json");
    let mut reports = Vec::new();
    for file in &arguments.files {
        match read(file) {
            Ok(cases) => reports.extend(cases.iter().map(check)),
            Err(message) => return crate::stop(&VECTORS.complaint(&message)),
        }
    }
    let failed = reports.iter().filter(|report| !report.pass).count();
    if as_json {
        let list: Vec<Value> = reports.iter().map(Report::to_json).collect();
        crate::print(&format!("{}\n", Value::from(list)));
    } else {
        let mut text = String::new();
        for report in reports.iter().filter(|report| !report.pass) {
            text.push_str(&report.line());
        }
        crate::print(&format!("{text}{} passed, {failed} failed\n", reports.len() - failed));
    }
    ExitCode::from(u8::from(failed > 0))
}

/// The cases of a file: a list, or a list under `vectors`.
fn read(file: &Path) -> Result<Vec<Value>, String> {
    let text = input::read(file)?;
    let told = |problem: &str| format!("{}: {problem}", input::name(file));
    let value = serde_json::from_str(&text).map_err(|error| told(&error.to_string()))?;
    let list = match value {
        Value::Array(cases) => Some(cases),
        Value::Object(mut object) => match object.remove("vectors") {
            Some(Value::Array(cases)) => Some(cases),
            _ => None,
        },
        _ => None,
    };
    list.ok_or_else(|| told("neither a list nor an object with a list \"vectors\""))
}

/// What came of one case.
pub struct Report {
    id: String,
    name: String,
    /// Whether the engine gives what the case expects.
    pub pass: bool,
    expect: Value,
    actual: Result<Value, String>,
}

impl Report {
    fn to_json(&self) -> Value {
        json!({"id": self.id, "pass": self.pass, "actual": self.actual.clone().unwrap_or_default()})
    }

    fn line(&self) -> String {
        let actual = match &self.actual {
            Ok(actual) => actual.to_string(),
            Err(problem) => problem.clone(),
        };
        format!("FAIL {} {}: expected {}, got {actual}\n", self.id, self.name, self.expect)
    }
}

/// Runs one case.
pub fn check(case: &Value) -> Report {
    let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
    let expect = case["expect"].clone();
    let actual = run(case);
    let pass = actual.as_ref().is_ok_and(|actual| *actual == expect);
    Report { id: text("id"), name: text("name"), pass, expect, actual }
}

fn run(case: &Value) -> Result<Value, String> {
    let release = match case["kubernetes"].as_str() {
        Some("newer") => Release::Current,
        Some(name) => Release::parse(name).ok_or_else(|| format!("unknown release {name}"))?,
        None => Release::V1_28,
    };
    match case["kind"].as_str() {
        Some("phase") => Ok(pod::phase(case, release)),
        Some("condition") => pod::condition(case, release),
        Some("status-column") => pod::status_column(case, release),
        Some("backoff") => pod::backoff(case, release),
        Some("probe") => pod::probe(case),
        Some(kind) => Err(format!("unknown kind {kind}")),
        None => Err("no kind".to_owned()),
    }
}

/// A JSON value as the engine's tree.
fn tree(value: &Value) -> Node {
    let text = |s: &str| Text::from(s.to_owned());
    match value {
        Value::Null => Tree::Null.into(),
        Value::Bool(flag) => Tree::Bool(*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => Node::int(whole),
            None => Tree::Float(number.as_f64().unwrap_or(f64::MAX)).into(),
        },
        Value::String(string) => Node::text(text(string)),
        Value::Array(elements) => Tree::List(elements.iter().map(tree).collect()).into(),
        Value::Object(entries) => Node::map(entries.iter().map(|(k, v)| (text(k), tree(v)))),
    }
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
