//! What is put in place of a mistake by one press.

use podlab::files::scenario_file;
use podlab::manifest::{Code, Diagnostic, Fix};
use podlab::{ReadOptions, read};

fn mistakes(text: &str) -> Vec<Diagnostic> {
    read(text, &ReadOptions::default()).expect_err(text)
}

/// A manifest with mistakes of many kinds, and the one that was meant.
const WRONG: &str = "apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {tier: 1, live: yes} # both
spec:
  restartPolcy: Always
  hostNetwork: 'false'
  containers:
  - name: app
    img: nginx
    imagePullPolicy: \"always\"
    tty: \"yes\" # on
    ports: [{containerPort: \"80\"}]
    env: [{name: LEVEL, value: 007}]
    livenessProbe: {exec: {command: [ls]}, periodSecond: 5}
";
const RIGHT: &str = "apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {tier: \"1\", live: \"yes\"} # both
spec:
  restartPolicy: Always
  hostNetwork: false
  containers:
  - name: app
    image: nginx
    imagePullPolicy: \"Always\"
    tty: yes # on
    ports: [{containerPort: 80}]
    env: [{name: LEVEL, value: \"007\"}]
    livenessProbe: {exec: {command: [ls]}, periodSeconds: 5}
";

#[test]
fn mistakes_are_told_in_the_order_of_the_lines() {
    let text =
        WRONG.replace("  name: web", "  name: web\n  deletionGracePeriodSeconds: 9999999999");
    let lines: Vec<u32> = mistakes(&text).iter().map(|mistake| mistake.span.line).collect();
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn every_mistake_is_put_right_and_the_rest_stays_to_the_letter() {
    let mut text = WRONG.to_owned();
    while let Err(found) = read(&text, &ReadOptions::default()) {
        let fix = Fix::of(&found[0], &text).unwrap_or_else(|| panic!("{}", found[0]));
        text = fix.applied(&text);
    }
    assert_eq!(text, RIGHT);
}

#[test]
fn a_wrong_version_and_a_wrong_key_at_the_top_are_put_right() {
    for (wrong, right) in [
        ("apiVersion: \"v1\"\nkind: StatefulSet", "apiVersion: \"apps/v1\"\nkind: StatefulSet"),
        ("apiversion: v1\nkind: Pod", "apiVersion: v1\nkind: Pod"),
        ("apiVersion: v1\nkind: pod", "apiVersion: v1\nkind: Pod"),
    ] {
        let fix = Fix::of(&mistakes(wrong)[0], wrong).expect(wrong);
        assert_eq!(fix.applied(wrong), right);
    }
}

#[test]
fn nothing_is_put_in_place_where_it_is_not_certain() {
    let pod = |field: &str| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec:\n  containers:\n  - name: app\n    {field}\n"
        )
    };
    for field in ["tty: \"80\"", "tty: \"y\\u0065s\"", "image: [a]", "tty: !!str yes", "i: nginx"] {
        let text = pod(field);
        assert_eq!(Fix::of(&mistakes(&text)[0], &text), None, "{field}");
    }
    let text = pod("ports: [{containerPort: \"yes\"}]");
    assert_eq!(mistakes(&text)[0].help, None);
}

/// What is said of a text that is not YAML.
fn refused(text: &str) -> String {
    mistakes(text)[0].to_string()
}

#[test]
fn a_line_that_is_indented_as_no_other_is_told_with_the_others() {
    let head = "apiVersion: v1\nkind: Pod\n";
    for (text, told) in [
        (
            "metadata:\n  name: web\n   labels: {}\n",
            "5:4: line 5 is indented by 3, the line above it by 2 spaces",
        ),
        (
            "spec:\n  containers:\n    - name: app\n      image: nginx\n   restartPolicy: Never\n",
            "7:4: line 7 is indented by 3, the lines above it by 2 or 4 spaces",
        ),
        (
            "spec:\n  containers:\n  - name: app\n   image: nginx\n",
            "6:4: line 6 is indented by 3, the lines above it by 2 or 4 spaces",
        ),
    ] {
        assert_eq!(refused(&format!("{head}{text}")), told);
    }
    // The indentation fits, or it cannot be told.
    for text in ["metadata:\n  name: a: b\n", "spec:\n- a\nb\n"] {
        let told = refused(&format!("{head}{text}"));
        assert!(!told.contains("indented") && told.contains("the YAML is wrong here"), "{told}");
    }
    let inside = refused(&format!("{head}spec: {{\n a: [1\n  b: 2\n}}\n"));
    assert!(!inside.contains("indented"), "{inside}");
}

#[test]
fn an_object_in_a_namespace_that_no_document_before_it_defines_is_refused() {
    let scenario = |text: &str| scenario_file::read(text, &ReadOptions::default());
    let pod = |name: &str| {
        format!(
            "# {name}\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, namespace: shop}}, spec: {{containers: [{{name: app, image: a}}]}}}}\n"
        )
    };
    let namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: \"shop\"}}\n";
    let first = "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}\n";
    let text = format!("{first}---\n{}---\n{}", pod("a"), pod("b"));
    let found = scenario(&text).expect_err("the namespace is missing");
    let [mistake] = &found[..] else { panic!("each namespace is told once: {found:?}") };
    assert_eq!(mistake.code, Code::NoNamespace);
    assert_eq!((mistake.span.line, mistake.path.as_str()), (4, "metadata.namespace"));
    assert_eq!(&*mistake.message, "namespaces \"shop\" not found");
    let help = mistake.help.as_deref();
    assert_eq!(help, Some("define the Namespace \"shop\" before this object"));

    let fixed = Fix::of(mistake, &text).expect("it has a fix").applied(&text);
    let (above, below) = text.split_at(first.len() + "---\n".len());
    assert_eq!(fixed, format!("{above}{namespace}---\n{below}"));
    assert!(scenario(&fixed).is_ok(), "{fixed}");
    // A second Namespace would be refused.
    let found = scenario(&format!("{text}---\n{namespace}")).expect_err("it comes too late");
    assert!(found.len() == 1 && found[0].help.is_none(), "{found:?}");
    let number = text.replace("shop", "\"2024\"");
    let found = scenario(&number).expect_err("the namespace is missing");
    let fixed = Fix::of(&found[0], &number).expect("it has a fix").applied(&number);
    assert!(scenario(&fixed).is_ok(), "{fixed}");
}
