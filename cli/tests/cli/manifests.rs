//! Manifests as people have them: folders, other encodings, control characters, and files in which no Pod is.

use crate::common::{assert_refused, podlab, podlab_with, scratch};
use std::fs;
use std::path::Path;

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: app\n    image: nginx\n";

/// A folder with files, beside the other scratch files.
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder is made");
    for (file, text) in files {
        fs::write(path.join(file), text).expect("the file is written");
    }
    path.to_string_lossy().into_owned()
}

#[test]
fn a_folder_stands_for_the_manifests_in_it() {
    let other = POD.replace("name: p", "name: q");
    let files = [("b.yaml", POD), ("a.yml", &other), ("notes.txt", "not a manifest: {")];
    let path = folder("manifests", &files);
    let ran = podlab(&["run", &path, "--until", "5s"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.contains(" p ") && ran.stdout.contains(" q "), "{}", ran.stdout);
    for named in [["run", "-f", &path], ["run", "--filename", &path]] {
        let named = podlab(&[&named[..], &["--until", "5s"]].concat());
        assert_eq!(named.stdout, ran.stdout);
    }
    let wrong = folder("wrong", &[("a.yaml", POD), ("b.yaml", "kind: Pod\n")]);
    let ran = podlab(&["run", &wrong]);
    assert_refused(&ran, "a file of the folder");
    assert!(ran.stderr.starts_with(&format!("{wrong}/b.yaml:1:1: apiVersion not set")));
    let empty = folder("empty", &[("notes.txt", "")]);
    let ran = podlab(&["run", &empty]);
    assert_refused(&ran, "nothing in it");
    let told = format!("{empty}: no .yaml, .yml or .json file is in the folder\n");
    assert_eq!(ran.stderr, told);
}

#[test]
fn texts_in_utf_16_are_read() {
    let expected = podlab_with(&["run", "-", "--until", "5s"], POD.as_bytes()).stdout;
    let units: Vec<u16> = format!("\u{feff}{POD}").encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [&little, &big] {
        let ran = podlab_with(&["run", "-", "--until", "5s"], bytes);
        assert_eq!((ran.code, &ran.stdout), (Some(0), &expected), "{}", ran.stderr);
    }
    let ran = podlab_with(&["run", "-"], &little[..little.len() - 1]);
    assert_refused(&ran, "half a character");
    assert_eq!(ran.stderr, "<stdin>: the text is not UTF-16\n");
    let ran = podlab_with(&["run", "-"], b"# caf\xe9\n");
    assert_eq!(ran.stderr, "<stdin>:1:6: the text is not UTF-8 (byte 0xE9)\n");
}

/// Texts of manifests come from other people; what is an order for a terminal in them is printed as kubectl prints it.
#[test]
fn control_characters_do_not_reach_the_terminal() {
    let image = POD.replace("image: nginx", "image: \"\\e]0;pwn\\a\\e[2Jx\"");
    let key = POD.replace("name: app", "\"na\\e[31mme\": app");
    let kind = POD.replace("kind: Pod", "kind: \"Po\\u009b31md\"");
    for text in [&image, &key, &kind] {
        for format in ["table", "wide", "events", "describe", "yaml", "json"] {
            let ran = podlab_with(&["run", "-", "--until", "20s", "-o", format], text.as_bytes());
            let printed = ran.stdout + &ran.stderr;
            let is_order = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
            assert!(!printed.contains(is_order), "{format}\n{printed:?}");
        }
        let question = ["run", "-", "--why", "p", "--until", "20s"];
        let ran = podlab_with(&question, text.as_bytes());
        assert!(!(ran.stdout + &ran.stderr).contains('\u{1b}'));
    }
    let ran = podlab_with(&["run", "-", "-o", "events", "--until", "1s"], image.as_bytes());
    assert!(ran.stdout.contains("\"^[]0;pwn^G^[[2Jx\""), "{}", ran.stdout);
}

#[test]
fn a_run_without_pods_says_so() {
    let service =
        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]}}";
    let told = "No Pod was created. With -o events the run prints what the controllers report.\n";
    for format in ["table", "wide", "describe", "yaml"] {
        let ran = podlab_with(&["run", "-", "-o", format], service.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), told), "{format}");
    }
    let ran = podlab_with(&["run", "-", "-o", "events"], service.as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_template_of_a_job_can_be_run() {
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\nspec: {backoffLimit: 2, template: {spec: {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}";
    let ran = podlab_with(&["run", "-"], job.as_bytes());
    let told = "up to its backoffLimit (2)\nNo Pod was created. With -o events the run prints what the controllers report.\nWith --template the run also has a Pod of each template.\n";
    assert!(ran.stderr.ends_with(told), "{}", ran.stderr);
    let ran = podlab_with(&["run", "-", "--template", "-o", "yaml"], job.as_bytes());
    assert!(ran.stdout.contains("\n    name: pi-0\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n    restartPolicy: Never\n"), "{}", ran.stdout);
    assert!(!ran.stderr.contains("No Pod"), "{}", ran.stderr);
}

#[test]
fn warnings_of_the_server_are_printed_as_kubectl_prints_them() {
    let text = POD.replace("image: nginx", "image: nginx\n    resources: {limits: {memory: 128m}}");
    let ran = podlab_with(&["run", "-", "--until", "5s"], text.as_bytes());
    let warning = "Warning: spec.containers[0].resources.limits[memory]: fractional byte value \"128m\" is invalid, must be an integer\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), warning));
}

#[test]
fn a_mistake_in_one_of_two_equal_objects_is_told_with_its_own_place() {
    let ran = podlab_with(&["run", "-"], format!("{POD}---\n{POD}").as_bytes());
    assert_refused(&ran, "the same Pod twice");
    let told = "<stdin>:13:3: pods \"p\" already exists\n";
    assert!(ran.stderr.starts_with(told), "{}", ran.stderr);
    let wrong = POD.replace("image: nginx", "image: nginx\n    imagePullPolicy: always");
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", POD.replace('\n', "\n  "));
    let ran = podlab_with(&["run", "-"], format!("{list}\n---\n{wrong}").as_bytes());
    let line = list.lines().count() + 10;
    assert!(ran.stderr.starts_with(&format!("<stdin>:{line}:22: ")), "{}", ran.stderr);
}

#[test]
fn pods_are_printed_wide_and_in_yaml() {
    let ran = podlab_with(&["run", "-", "--until", "5s", "-o", "wide"], POD.as_bytes());
    let header = ran.stdout.lines().next().unwrap_or_default();
    assert!(header.ends_with("IP       NODE     NOMINATED NODE   READINESS GATES"), "{header}");
    let ran = podlab_with(&["run", "-", "--until", "5s", "-o", "yaml"], POD.as_bytes());
    assert!(ran.stdout.starts_with("apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n"));
    assert!(ran.stdout.contains("\n    phase: Running\n"), "{}", ran.stdout);
}

#[test]
fn why_finds_a_pod_in_another_namespace() {
    let of =
        |namespace: &str| POD.replace("  name: p", &format!("  name: p\n  namespace: {namespace}"));
    let names = "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}";
    let text = format!("{names}\n---\n{}---\n{}", of("shop"), of("default"));
    let text = format!("{text}---\n{}", POD.replace("name: p", "name: q"));
    let ask = |question: &str| {
        podlab_with(&["run", "-", "--until", "5s", "--why", question], text.as_bytes())
    };
    for question in ["shop/p", "shop/p/phase", "pod/shop/p", "pod/shop/p/phase", "p", "p/phase"] {
        let ran = ask(question);
        assert_eq!(ran.code, Some(0), "{question}\n{}", ran.stderr);
        assert!(ran.stdout.contains("Running"), "{question}\n{}", ran.stdout);
    }
    let ran = ask("shop/q");
    assert_refused(&ran, "no such Pod there");
    assert!(ran.stderr.contains("there was no Pod shop"), "{}", ran.stderr);
    let ran = ask("pod/nowhere/p/phase");
    assert!(ran.stderr.contains("there was no Pod p in the namespace nowhere"), "{}", ran.stderr);
}

#[test]
fn a_question_about_what_does_not_exist_is_refused() {
    let file = scratch("subjects.yaml", POD);
    for (question, told) in [
        ("pod/nope gone", "--can: there is no Pod nope"),
        ("pod/p container nope running", "--can: the Pod p has no container nope; it has app"),
        ("statefulset/web pods > 3", "--can: there is no StatefulSet web"),
        ("pod/p before pod/o", "--can: there is no Pod o"),
    ] {
        let ran = podlab(&["explore", &file, "--can", question]);
        assert_refused(&ran, question);
        assert!(ran.stderr.starts_with(&format!("error: {told}")), "{}", ran.stderr);
    }
    // A set can get Pods that it does not have yet.
    let ran = podlab(&["explore", "sts-ordered", "--can", "pod/web-7 gone", "--steps", "1"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

#[test]
fn an_answer_is_an_exit_code_and_a_document() {
    let file = scratch("answers.yaml", POD);
    let ask = |question: &str| {
        podlab(&["explore", &file, "--can", question, "--steps", "2", "-o", "json"])
    };
    let yes = ask("pod/p gone");
    let read: serde_json::Value = serde_json::from_str(&yes.stdout).expect("it is JSON");
    assert_eq!((yes.code, &read["answer"]), (Some(0), &"yes".into()));
    assert_eq!(read["steps"].as_array().map(Vec::len), Some(1));
    let no = ask("pod/p twice");
    let read: serde_json::Value = serde_json::from_str(&no.stdout).expect("it is JSON");
    assert_eq!(
        (no.code, &read["answer"], &read["depth"]),
        (Some(1), &"notWithin".into(), &2.into())
    );
}
