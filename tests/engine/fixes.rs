//! What puts mistakes in a manifest right.

use podlab::api::{ReadOptions, read};
use podlab::files::scenario_file;
use podlab::manifest::{Diagnostic, Severity};
use std::path::Path;

fn mistakes(text: &str) -> Vec<Diagnostic> {
    let read = scenario_file::read(text, &ReadOptions::default());
    read.err().unwrap_or_default()
}

/// Puts everything right that has a fix, one mistake after the other, as a person does who presses every button.
fn all_fixed(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..50 {
        let found = mistakes(&text);
        let Some(fix) = found.iter().find_map(|mistake| mistake.fix.clone()) else { break };
        let fixed = fix.apply(&text);
        assert_ne!(fixed, text, "{found:#?}");
        text = fixed;
    }
    text
}

fn pod(container: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  containers:\n{container}")
}

/// A Pod that is right.
const RIGHT: &str = "  - name: app\n    image: nginx\n    ports:\n    - containerPort: 80\n";

#[test]
fn one_press_puts_a_mistake_right() {
    for (wrong, told) in [
        (
            "  - name: app\n    imagee: nginx\n    ports:\n    - containerPort: 80\n",
            "unknown field \"imagee\"",
        ),
        (
            "  - name: app\n    img: nginx\n    ports:\n    - containerPort: 80\n",
            "unknown field \"img\"",
        ),
        (
            "  - name: app\n    \"imgae\": nginx\n    ports:\n    - containerPort: 80\n",
            "unknown field \"imgae\"",
        ),
        (
            "  - name: app\n    image: nginx\n    ports:\n    - containerPort: \"80\"\n",
            "expected an integer, found the string \"80\"",
        ),
        (
            "  - name: app\n    image: nginx\n    ports:\n      containerPort: 80\n",
            "expected a list, found a map",
        ),
        (
            "  - name: app\n    image: nginx\n    ports: {containerPort: 80}\n",
            "expected a list, found a map",
        ),
        (
            "    name: app\n    image: nginx\n    ports:\n    - containerPort: 80\n",
            "expected a list, found a map",
        ),
        (
            "  - name: app\n   image: nginx\n    ports:\n    - containerPort: 80\n",
            "the indentation of this line does not fit the lines above it",
        ),
        (
            "  - name: app\n   image: nginx\n   ports:\n   - containerPort: 80\n",
            "the indentation of this line does not fit the lines above it",
        ),
        (
            "  - name: app\n      image: nginx\n      ports:\n      - containerPort: 80\n",
            "the indentation of this line does not fit the lines above it",
        ),
        (
            "  - name: app\n    image: nginx\n    ports:\n   - containerPort: 80\n",
            "the indentation of this line does not fit the lines above it",
        ),
        (
            "  -name: app\n    image: nginx\n    ports:\n    - containerPort: 80\n",
            "a space is missing after the dash",
        ),
        (
            "  - name:app\n    image: nginx\n    ports:\n    - containerPort: 80\n",
            "a space is missing after the colon",
        ),
        (
            "  - name: app\n    image nginx\n    ports:\n    - containerPort: 80\n",
            "a colon is missing after the key",
        ),
        (
            "  - name: \"app\n    image: nginx\n    ports:\n    - containerPort: 80\n",
            "the quotation mark is not closed",
        ),
        (
            "\t- name: app\n\t  image: nginx\n\t  ports:\n\t  - containerPort: 80\n",
            "tabs disallowed within this context (block indentation)",
        ),
    ] {
        let text = pod(wrong);
        let found = mistakes(&text);
        assert_eq!(&*found[0].message, told, "{wrong}");
        let fixed = all_fixed(&text);
        let options = ReadOptions::default();
        let same = read(&fixed, &options).unwrap_or_else(|found| panic!("{fixed}\n{found:#?}"));
        assert_eq!(same, read(&pod(RIGHT), &options).expect("it is right"), "{fixed}");
    }
}

#[test]
fn a_value_gets_its_quotation_marks_and_its_version() {
    let env = |value: &str| {
        pod(&format!(
            "  - name: app\n    image: nginx\n    env: [{{name: A, value: {value}}}, {{name: B}}]\n"
        ))
    };
    for value in ["5", "1.5", "yes", "true", "0644"] {
        assert_eq!(all_fixed(&env(value)), env(&format!("\"{value}\"")));
    }
    for (wrong, right) in [
        (
            "apiVersion: v1\nkind: Deployment\nmetadata: {name: a}\n",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n",
        ),
        (
            "kind: Ingress\nmetadata: {name: a}\n",
            "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}\n",
        ),
        (
            "{\"kind\": \"Job\", \"metadata\": {\"name\": \"a\"}}",
            "{\"apiVersion\": \"batch/v1\", \"kind\": \"Job\", \"metadata\": {\"name\": \"a\"}}",
        ),
        (
            "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}, \"dat\": {}}",
            "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"a\"}, \"data\": {}}",
        ),
        (
            "apiVersion: v1\nkind: pod\nmetadata: {name: a}\nspec: {containers: [{name: b, image: c, imagePullPolicy: ifnotpresent}]}\n",
            "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: b, image: c, imagePullPolicy: IfNotPresent}]}\n",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  note: remember: quote # me\n",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  note: \"remember: quote\" # me\n",
        ),
        (
            "\u{feff}apiVersion: v2\nkind: ConfigMap\nmetadata: {name: a}\n",
            "\u{feff}apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
        ),
        (
            "apiVersion: apps/v2\r\nkind: DaemonSet\r\nmetadata:\r\n  name: a\r\n",
            "apiVersion: apps/v1\r\nkind: DaemonSet\r\nmetadata:\r\n  name: a\r\n",
        ),
    ] {
        assert_eq!(all_fixed(wrong), right);
        assert_eq!(mistakes(right), []);
    }
}

#[test]
fn the_indentation_says_in_which_column_the_line_begins() {
    let found =
        mistakes("apiVersion: v1\nkind: Pod\nmetadata:\n    name: demo\n  labels:\n    app: x\n");
    assert_eq!(
        found[0].to_string(),
        "5:3: the indentation of this line does not fit the lines above it\nhelp: begin it in column 5, below \"name\" of line 4"
    );
    let fix = found[0].fix.clone().expect("a fix");
    assert_eq!((fix.from.line, fix.to.line, &*fix.text), (5, 6, "    labels:\n      app: x"));
}

#[test]
fn what_is_not_plain_has_no_fix() {
    for text in [
        "apiVersion: v1\nkind: Pod\nkind: Pod\n",
        "apiVersion: v1\nkind: Pod\nspec: {xyz: 1}\n",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  - b\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: {a: b\n",
    ] {
        let found = mistakes(text);
        assert!(found.iter().all(|mistake| mistake.fix.is_none()), "{found:#?}");
    }
}

/// Every fix of a bad manifest leaves fewer mistakes, or a first mistake that comes later.
#[test]
fn every_fix_that_is_offered_helps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manifests/bad");
    let mut fixes = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|end| end == "out") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        for mistake in mistakes(&text) {
            assert_eq!(mistake.severity(), Severity::Error);
            let Some(fix) = &mistake.fix else { continue };
            let left = mistakes(&fix.apply(&text));
            let is_left = |other: &Diagnostic| {
                (&other.path, &other.message) == (&mistake.path, &mistake.message)
                    && other.span == mistake.span
            };
            assert!(!left.iter().any(is_left), "{}: {mistake}\n{left:#?}", path.display());
            fixes += 1;
        }
    }
    assert!(fixes > 10, "{fixes}");
}
