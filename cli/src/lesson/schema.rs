//! The JSON Schema of the files of lessons and scenarios, with which an editor completes them and marks mistakes.
//!
//! The words come from the tables that the reader itself uses. What a value means is told in `docs/LESSONS.md` and `docs/EMBEDDING.md`.

use podlab::base::language::Language;
use podlab::files::lesson_file::{Chapter, Form, MOST_VARIANTS};
use podlab::files::scenario_file::LEVELS;
use podlab::rules::Gates;
use podlab::rules::release::Release;
use podlab::sim::scenario::{ACTIONS, fields_of};
use serde_json::{Map, Value, json};

/// The fields that a lesson must have.
const REQUIRED: [&str; 12] = [
    "apiVersion",
    "kind",
    "title",
    "kubernetes",
    "objective",
    "minutes",
    "chapter",
    "rules",
    "par",
    "steps",
    "debrief",
    "metadata",
];

/// Returns the schema. A document that is neither a lesson nor a scenario is a manifest, and may be anything.
pub(super) fn schema() -> Value {
    let is = |kind: &str| {
        json!({
            "required": ["apiVersion", "kind"],
            "properties": { "apiVersion": { "const": "podlab/v1" }, "kind": { "const": kind } },
        })
    };
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Lessons and scenarios of Podlab",
        "type": "object",
        "if": is("Lesson"),
        "then": { "$ref": "#/definitions/lesson" },
        "else": { "if": is("Scenario"), "then": { "$ref": "#/definitions/scenario" } },
        "definitions": {
            "lesson": closed([scenario_fields(), lesson_fields()].concat(), &REQUIRED),
            "scenario": closed(scenario_fields(), &["apiVersion", "kind"]),
            "text": text(),
            "time": told("A length of time, such as 90s or 5m, or a number of seconds.", json!({ "type": ["string", "number"] })),
            "step": closed(step_fields(), &["say"]),
            "prediction": closed(prediction_fields(), &["ask", "after", "choices"]),
            "goal": closed(goal_fields(), &[]),
            "action": action(),
            "work": json!({ "anyOf": [
                closed(vec![("kubectl", told("A line for kubectl.", string()))], &["kubectl"]),
                closed(vec![("wait", told("Time passes.", refer("time")))], &["wait"]),
                refer("action"),
            ] }),
        },
    })
}

/// A field, and what it may hold.
type Field = (&'static str, Value);

/// An object that has these fields and no other.
fn closed(fields: Vec<Field>, required: &[&str]) -> Value {
    let properties: Map<String, Value> =
        fields.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn refer(definition: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{definition}") })
}

/// What a value may be, with what it means.
fn told(description: &str, schema: Value) -> Value {
    let mut fields = match schema {
        Value::Object(fields) if !fields.contains_key("$ref") => fields,
        // Beside a reference an editor of draft 7 reads nothing.
        of @ (Value::Object(_)
        | Value::Array(_)
        | Value::String(_)
        | Value::Number(_)
        | Value::Bool(_)
        | Value::Null) => Map::from_iter([("allOf".to_owned(), json!([of]))]),
    };
    fields.insert("description".to_owned(), description.into());
    Value::Object(fields)
}

fn string() -> Value {
    json!({ "type": "string" })
}

/// What a placeholder for the value of a variant looks like. A pattern is asked of strings only.
const PLACEHOLDER: &str = r"^\$\{[^}]+\}$";

fn number() -> Value {
    json!({ "type": ["integer", "string"], "minimum": 0, "pattern": PLACEHOLDER })
}

fn flag() -> Value {
    json!({ "type": ["boolean", "string"], "pattern": PLACEHOLDER })
}

/// One of these words, or a placeholder.
fn one_of_or_placeholder(words: &[&str]) -> Value {
    json!({ "anyOf": [one_of(words), { "type": "string", "pattern": PLACEHOLDER }] })
}

fn list(of: &Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// A string, which is English, or a map of languages.
fn text() -> Value {
    let languages = Language::ALL.map(|language| (language.code(), string()));
    told(
        "A string, which is English, or a map of languages.",
        json!({ "anyOf": [string(), closed(languages.to_vec(), &["en"])] }),
    )
}

/// The names of the releases. The newest one has a number, too, which means the same in years to come.
fn releases() -> Vec<&'static str> {
    let numbers = Release::ALL.map(Release::number);
    let names = Release::ALL.map(Release::as_str);
    let names = names.into_iter().filter(|name| !numbers.contains(name));
    numbers.into_iter().chain(names).collect()
}

fn scenario_fields() -> Vec<Field> {
    let gates = Gates::NAMES.iter().map(|name| (*name, flag())).collect();
    let names = vec![("name", string()), ("namespace", string())];
    let turn = vec![("at", refer("time")), ("say", refer("text"))];
    vec![
        ("apiVersion", one_of(&["podlab/v1"])),
        ("kind", one_of(&["Lesson", "Scenario"])),
        ("metadata", closed(names, &["name"])),
        ("title", told("What it is called.", refer("text"))),
        ("summary", told("What it shows.", refer("text"))),
        ("question", told("What the reader is asked.", refer("text"))),
        ("group", told("The group of scenes that it belongs to.", string())),
        ("level", told("How much it asks of the learner.", one_of(&LEVELS))),
        ("kubernetes", told("The release that it is played under.", one_of(&releases()))),
        ("opens", told("The moment at which it opens.", refer("time"))),
        (
            "turn",
            told("The moment at which it hands over to its reader.", closed(turn, &["at", "say"])),
        ),
        ("until", told("The moment at which it ends.", refer("time"))),
        ("seed", told("What its random numbers begin with.", number())),
        ("jitter", told("Whether delays of the kubelet vary as on a real node.", json!({}))),
        (
            "cadence",
            told(
                "Whether the API shows states as late as a real one.",
                one_of(&["real", "didactic"]),
            ),
        ),
        ("nodes", told("How many nodes there are.", number())),
        ("clusterDomain", told("The domain of the cluster's DNS.", string())),
        ("featureGates", told("Feature gates that are switched on or off.", closed(gates, &[]))),
        ("maxContainerRestartPeriod", told("The longest back-off between restarts.", json!({}))),
        ("terminatedPodGCThreshold", told("How many ended Pods are kept.", number())),
        (
            "singleProcessOOMKill",
            told("Whether the kernel kills one process instead of the container.", flag()),
        ),
        ("cgroupV1", told("Whether the nodes use cgroup v1.", flag())),
        ("evictionSoft", told("Soft eviction thresholds of the kubelet.", json!({}))),
        ("evictionSoftGracePeriod", told("How long a soft threshold must hold.", json!({}))),
        ("evictionMinimumReclaim", told("How much an eviction must free.", json!({}))),
        (
            "evictionMaxPodGracePeriod",
            told("The longest grace period of a soft eviction, in seconds.", json!({})),
        ),
        ("actions", told("What happens by itself.", list(&refer("action")))),
    ]
}

fn lesson_fields() -> Vec<Field> {
    vec![
        ("form", told("What sort of piece it is.", json!({ "enum": Form::ALL }))),
        ("variants", variants()),
        ("minutes", told("How long it takes.", number())),
        (
            "chapter",
            told("The chapter of the course that it belongs to.", json!({ "enum": Chapter::ALL })),
        ),
        ("objective", told("What the learner can do afterwards.", refer("text"))),
        (
            "misconception",
            told("What many people believe, and the lesson puts right.", refer("text")),
        ),
        ("rules", told("The ids of the rules that it teaches, such as P-401.", list(&string()))),
        ("links", told("Official pages, below https://kubernetes.io/docs/.", list(&string()))),
        ("teacher", told("A note for teachers.", refer("text"))),
        ("par", told("How many commands the solutions need.", number())),
        ("steps", told("The steps, in order.", list(&refer("step")))),
        ("debrief", told("What was learnt.", refer("text"))),
    ]
}

/// The values for placeholders, a map for each variant.
fn variants() -> Value {
    let value = json!({ "type": ["string", "integer", "boolean"] });
    let variant = json!({ "type": "object", "minProperties": 1, "additionalProperties": value });
    told(
        "Values for placeholders such as ${grace}, a map with the same names for each variant.",
        json!({ "type": "array", "minItems": 2, "maxItems": MOST_VARIANTS, "items": variant }),
    )
}

fn step_fields() -> Vec<Field> {
    vec![
        ("say", told("What the learner is told.", refer("text"))),
        ("predict", told("A question that is asked first.", refer("prediction"))),
        ("goals", told("What is to be reached, all of it.", list(&refer("goal")))),
        ("hints", told("What helps, from the least to the most.", list(&refer("text")))),
        ("solution", told("What reaches the goals.", list(&refer("work")))),
    ]
}

fn prediction_fields() -> Vec<Field> {
    let of_pod = ["phase", "status", "restarts", "node", "why"]
        .map(|word| closed(vec![(word, string())], &[word]));
    let container = closed(vec![("pod", string()), ("container", string())], &["pod", "container"]);
    let restart = closed(vec![("next-restart", container)], &["next-restart"]);
    let others = one_of(&["next-created", "next-deleted", "converges"]);
    let asks = [of_pod.to_vec(), vec![restart, others]].concat();
    let choice = vec![
        (
            "answer",
            told("The answer, as Podlab computes it.", json!({ "type": ["string", "integer"] })),
        ),
        ("label", told("What the learner reads instead of the answer.", refer("text"))),
        ("because", told("Why it is right, or which misconception it comes from.", refer("text"))),
    ];
    vec![
        ("ask", told("What is asked.", json!({ "anyOf": asks }))),
        ("after", told("How far ahead.", refer("time"))),
        (
            "choices",
            told(
                "What can be answered; one choice must be right.",
                list(&closed(choice, &["answer", "because"])),
            ),
        ),
    ]
}

fn goal_fields() -> Vec<Field> {
    let phases = ["Pending", "Running", "Succeeded", "Failed", "Unknown"];
    vec![
        ("pod", told("The Pod that it is about.", string())),
        ("claim", told("The PersistentVolumeClaim that it is about.", string())),
        ("set", told("The StatefulSet that it is about.", string())),
        ("deployment", told("The Deployment that it is about.", string())),
        ("name", told("The DNS name that it is about.", string())),
        ("namespace", told("The namespace of the object.", string())),
        ("container", told("The container that restarts or state are about.", string())),
        ("condition", told("The type of a condition of the Pod.", string())),
        (
            "is",
            told(
                "The status of the condition.",
                json!({ "enum": [true, false, "True", "False", "Unknown"] }),
            ),
        ),
        (
            "state",
            told(
                "The state of the container.",
                one_of_or_placeholder(&["waiting", "running", "terminated"]),
            ),
        ),
        ("reason", told("The reason of the state.", string())),
        ("exists", told("Whether the object exists.", flag())),
        ("phase", told("The phase of the Pod.", one_of_or_placeholder(&phases))),
        ("status", told("What kubectl prints of the Pod under STATUS.", string())),
        (
            "ready",
            told(
                "Whether the Pod is ready, or how many Pods of the workload are; also with least.",
                json!({ "anyOf": [
                    { "type": ["boolean", "integer", "string"], "pattern": PLACEHOLDER },
                    closed(vec![("least", number())], &["least"]),
                ] }),
            ),
        ),
        ("restarts", told("How often the container was restarted at least.", number())),
        ("deleted", told("The deletion of the Pod was requested.", one_of_true())),
        ("node", told("The node of the Pod.", string())),
        ("image", told("The image of the first container.", string())),
        ("replicas", told("How many Pods the workload asks for.", number())),
        ("resolves", told("Whether DNS answers for the name.", flag())),
        ("never", told("A goal that was true at no moment of the step.", refer("goal"))),
        ("always", told("A goal that was true at each moment of the step.", refer("goal"))),
        ("commands", told("How many commands the learner gives in the lesson at most.", number())),
        ("before", told("The moment by which the step must be over.", refer("time"))),
    ]
}

fn one_of_true() -> Value {
    json!({ "enum": [true] })
}

/// An action, with the fields that its word has.
fn action() -> Value {
    let of_word = |word: &&'static str| {
        let own = fields_of(word).iter().map(|name| (*name, json!({})));
        let fields: Vec<Field> = own.chain(common(word)).collect();
        json!({
            "if": { "properties": { "do": { "const": word } } },
            "then": closed(fields, &[]),
        })
    };
    let all: Vec<Value> = ACTIONS.iter().map(of_word).collect();
    json!({
        "type": "object",
        "required": ["do"],
        "properties": { "do": told("What happens.", one_of(ACTIONS)) },
        "allOf": all,
    })
}

/// The fields of every action.
fn common(word: &str) -> [Field; 3] {
    [
        ("t", told("The moment at which it happens.", refer("time"))),
        ("do", json!({ "const": word })),
        ("namespace", told("The namespace of its objects.", string())),
    ]
}
