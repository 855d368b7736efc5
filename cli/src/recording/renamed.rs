//! Names a recorder replaced, in the documents of runs.

use crate::json::Fault;
use serde_json::Value;

/// The field `renamed` of a document: the name a Pod has in the recording, and the one it had in the cluster. A recorder
/// that numbers generated names takes the name of a set's Pod for one when the Pod was without its set for a while.
#[derive(Debug, Default)]
pub struct Renamed(Vec<(String, String)>);

impl Renamed {
    /// Reads the field; it may be missing.
    ///
    /// # Errors
    /// What is wrong when it is no map of names.
    pub fn read(field: &Value) -> Result<Renamed, Fault> {
        if field.is_null() {
            return Ok(Renamed::default());
        }
        let names = field.as_object().into_iter().flatten();
        let names = names.map(|(name, real)| Some((name.clone(), real.as_str()?.to_owned())));
        let names: Option<Vec<_>> = names.collect();
        names
            .filter(|_| field.is_object())
            .map(Renamed)
            .ok_or_else(|| Fault::new("renamed", "must be a map of names"))
    }

    /// An action as the cluster got it.
    pub fn read_in(&self, action: &Value) -> Value {
        self.0.iter().fold(action.clone(), |action, (name, real)| replaced(action, name, real))
    }

    /// A trace as the recorder writes it.
    pub fn written(&self, trace: Value) -> Value {
        self.0.iter().fold(trace, |trace, (name, real)| replaced(trace, real, name))
    }
}

/// The value with `from` replaced by `to` wherever it stands as a word of its own, or as a whole key.
fn replaced(value: Value, from: &str, to: &str) -> Value {
    match value {
        Value::String(text) if text.contains(from) => {
            Value::String(words_replaced(&text, from, to))
        }
        Value::Array(list) => list.into_iter().map(|item| replaced(item, from, to)).collect(),
        Value::Object(map) => {
            let named = |key: String| if key == from { to.to_owned() } else { key };
            map.into_iter().map(|(key, item)| (named(key), replaced(item, from, to))).collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

fn words_replaced(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
        let is_word = !joins(before.chars().next_back()) && !joins(after.chars().next());
        out.extend([before, if is_word { to } else { from }]);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_whole_names_are_replaced() {
        let renamed = Renamed::read(&json!({"web-p1": "web-1"})).unwrap();
        let action = json!({"object": "pod/web-p1", "body": {"note": "web-p10 my-web-p1 web-p1."}});
        let read = json!({"object": "pod/web-1", "body": {"note": "web-p10 my-web-p1 web-1."}});
        assert_eq!(renamed.read_in(&action), read);
        assert_eq!(renamed.written(read), action);
        let told = json!({"endpoints": {"web-1": {"ready": true}, "web-10": {}}});
        let written = json!({"endpoints": {"web-p1": {"ready": true}, "web-10": {}}});
        assert_eq!(renamed.written(told), written);
        assert!(Renamed::read(&json!([])).is_err() && Renamed::read(&json!({"a": 1})).is_err());
    }
}
