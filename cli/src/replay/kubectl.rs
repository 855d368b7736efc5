//! Acts that a recorded script left to kubectl: they stand among its texts, not among its actions.

use serde_json::{Value, json};

/// The actions that the commands of a run's texts stand for, each with its time.
pub fn actions(document: &Value) -> Vec<Value> {
    let texts = document["texts"].as_array().into_iter().flatten();
    texts
        .filter(|text| text["rc"] == 0)
        .flat_map(|text| {
            let command = text["cmd"].as_str().unwrap_or_default();
            let mut actions = read(command);
            for action in &mut actions {
                action["t"] = text["t"].clone();
            }
            actions
        })
        .collect()
}

/// The actions a command stands for; none for those that only look.
fn read(command: &str) -> Vec<Value> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let flag = |name: &str| {
        words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
    };
    let number = |name: &str| flag(name).and_then(|text| text.parse::<i64>().ok());
    match words.as_slice() {
        ["kubectl", "scale", object, ..] => {
            vec![json!({"do": "scale", "object": object, "replicas": number("--replicas")})]
        }
        ["kubectl", "rollout", "undo", object, ..] => vec![
            json!({"do": "rollout-undo", "object": object, "toRevision": number("--to-revision")}),
        ],
        ["kubectl", "rollout", "restart", object, ..] => {
            vec![json!({"do": "rollout-restart", "object": object})]
        }
        ["kubectl", "delete", "pods" | "pod", "-l", selector, ..] => {
            vec![json!({"do": "delete-selected", "selector": selector})]
        }
        ["kubectl", "delete", kind, name, ..] if !name.starts_with('-') => {
            let mut action = json!({"do": "delete", "object": format!("{kind}/{name}")});
            if let Some(cascade) = flag("--cascade") {
                action["propagationPolicy"] = json!(cascade);
            }
            vec![action]
        }
        _ => Vec::new(),
    }
}
