//! Edits of what a Deployment is to be, as commands.

use podlab::api::ObjectRef;
use podlab::api::deployment::{DeploymentSpec, DeploymentStrategyType};
use podlab::api::probe::IntOrString;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::manifest::node::{Node, Value};

/// Something of a Deployment's spec that the page lets people set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeploymentField {
    /// `strategy.type`
    Strategy,
    /// `strategy.rollingUpdate.maxSurge`
    MaxSurge,
    /// `strategy.rollingUpdate.maxUnavailable`
    MaxUnavailable,
    /// `minReadySeconds`
    MinReady,
    /// `progressDeadlineSeconds`
    ProgressDeadline,
    /// `revisionHistoryLimit`
    HistoryLimit,
}

impl DeploymentField {
    /// The present value.
    pub fn value(self, spec: &DeploymentSpec) -> String {
        let rolling = spec.strategy.rolling_update.as_ref();
        let bound = |bound: Option<&IntOrString>| match bound {
            None => "25%".to_owned(),
            Some(IntOrString::Int(number)) => number.to_string(),
            Some(IntOrString::String(text)) => text.to_string(),
        };
        match self {
            DeploymentField::Strategy => spec.strategy().as_str().to_owned(),
            DeploymentField::MaxSurge => bound(rolling.and_then(|r| r.max_surge.as_ref())),
            DeploymentField::MaxUnavailable => {
                bound(rolling.and_then(|r| r.max_unavailable.as_ref()))
            }
            DeploymentField::MinReady => spec.min_ready_seconds.to_string(),
            DeploymentField::ProgressDeadline => {
                spec.progress_deadline_seconds.unwrap_or(600).to_string()
            }
            DeploymentField::HistoryLimit => spec.revision_history_limit.unwrap_or(10).to_string(),
        }
    }
}

/// The command that sets a field; none when the value is no number where one is needed. What is not allowed the API server says.
pub fn set(deployment: ObjectRef, field: DeploymentField, value: &str) -> Option<Command> {
    let value = value.trim();
    let number = || value.parse::<i64>().ok().map(Node::int);
    let bound = || number().unwrap_or_else(|| Node::text(value.to_owned()));
    let spec = match field {
        DeploymentField::Strategy => strategy(value),
        DeploymentField::MaxSurge => rolling("maxSurge", bound()),
        DeploymentField::MaxUnavailable => rolling("maxUnavailable", bound()),
        DeploymentField::MinReady => one("minReadySeconds", number()?),
        DeploymentField::ProgressDeadline => one("progressDeadlineSeconds", number()?),
        DeploymentField::HistoryLimit => one("revisionHistoryLimit", number()?),
    };
    Some(Command::patch(deployment, one("spec", spec)))
}

fn one(key: &'static str, node: Node) -> Node {
    Node::map([(Text::Static(key), node)])
}

fn rolling(key: &'static str, bound: Node) -> Node {
    one("strategy", one("rollingUpdate", one(key, bound)))
}

/// The strategy of that name. `Recreate` has no bounds.
fn strategy(kind: &str) -> Node {
    let mut fields = vec![(Text::Static("type"), Node::text(kind.to_owned()))];
    if kind == DeploymentStrategyType::Recreate.as_str() {
        fields.push((Text::Static("rollingUpdate"), Node::from(Value::Null)));
    }
    one("strategy", Node::map(fields))
}
