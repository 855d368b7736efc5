//! From JSON values to the engine's trees.

use podlab::manifest::decimal::Decimal;
use podlab::manifest::node::{Node, Value as Tree};
use podlab::text::Text;
use serde_json::Value;

/// The tree of a JSON value.
pub fn to_tree(value: &Value) -> Node {
    let tree = match value {
        Value::Null => Tree::Null,
        Value::Bool(flag) => Tree::Bool(*flag),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(int), _) => Tree::Int(int),
            (None, Some(beyond)) => Tree::Float(Decimal::of_whole(false, beyond)),
            (None, None) => {
                Tree::Float(Decimal::parse(&number.to_string()).unwrap_or(Decimal::NONE))
            }
        },
        Value::String(text) => Tree::Text(Text::from(text.clone())),
        Value::Array(elements) => Tree::List(elements.iter().map(to_tree).collect()),
        Value::Object(fields) => {
            return Node::map(fields.iter().map(|(k, v)| (Text::from(k.clone()), to_tree(v))));
        }
    };
    tree.into()
}
