//! What is wrong with what a person wrote or asked for.
//!
//! The engine and the program say it in English. This module recognizes those sentences by the English of the message
//! files, whose places stand for any text, and says them in another language. Sentences of Kubernetes itself are in no
//! message file and stay as they are.

use crate::language::fill;
use crate::{file, text};
use std::fmt::Display;

/// The prefix of the keys of whole sentences.
const TEXT: &str = "wrong.text.";
/// The prefix of the keys of texts that can fill their places.
const PART: &str = "wrong.part.";

/// Translates what the engine says is wrong, as far as the sentence is one of Podlab's.
pub fn wrong(english: &str) -> String {
    if let Some(told) = say(TEXT, english) {
        return told;
    }
    // The object or path that the sentence is about may come before it.
    let mut ends = english.match_indices(": ").map(|(end, colon)| end + colon.len());
    let told = ends.find_map(|end| {
        say(TEXT, &english[end..]).map(|told| format!("{}{told}", &english[..end]))
    });
    told.unwrap_or_else(|| english.to_owned())
}

/// Returns the matching sentence with the most letters of its own.
fn say(group: &str, english: &str) -> Option<String> {
    let all = text::KEYS.iter().zip(text::ENGLISH).enumerate();
    let known = all.filter(|(_, (key, _))| key.starts_with(group));
    let fitting =
        known.filter_map(|(place, (_, text))| Some((place, text, values(text, english)?)));
    let own = |values: &[(&str, &str)]| values.iter().map(|(_, value)| value.len()).sum::<usize>();
    let (place, known, values) = fitting.min_by_key(|(_, _, values)| own(values))?;
    let told: Vec<(&str, String)> = values
        .into_iter()
        .map(|(name, value)| (name, say(PART, value).unwrap_or_else(|| value.to_owned())))
        .collect();
    let value = |name: &str| told.iter().find(|(known, _)| *known == name).map(|(_, told)| told);
    let places = file::places(known).into_iter();
    let told: Vec<&dyn Display> =
        places.filter_map(|name| value(name).map(|value| value as &dyn Display)).collect();
    Some(fill(place, known, &told))
}

/// Returns the values of a sentence's places in a text, or `None` when the text is another sentence.
fn values<'a>(sentence: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut values = Vec::new();
    let (start, mut place) = split(sentence);
    let mut rest = text.strip_prefix(start)?;
    while let Some((name, after)) = place {
        let (literal, next) = split(after);
        let end = if next.is_none() {
            rest.ends_with(literal).then(|| rest.len() - literal.len())
        } else {
            rest.find(literal)
        }?;
        values.push((name, &rest[..end]));
        rest = &rest[end + literal.len()..];
        place = next;
    }
    rest.is_empty().then_some(values)
}

/// Returns the text before the first place of a sentence, the name of that place, and the text after it.
fn split(sentence: &str) -> (&str, Option<(&str, &str)>) {
    match file::next_place(sentence) {
        Some((before, name, after)) => (before, Some((name, after))),
        None => (sentence, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, speak};
    use podlab::api::{ReadOptions, read};
    use podlab::base::time::SimTime;
    use podlab::cluster::command::{Command, NodeFault};
    use podlab::cluster::world::Settings;
    use podlab::files::run_file::RunFile;
    use podlab::files::scenario_file;
    use podlab::manifest::Diagnostic;
    use podlab::questions::compare::Aspect;
    use podlab::sim::Sim;
    use podlab::timeline::history::Planned;
    use std::fs;
    use std::path::Path;

    /// Sentences that Kubernetes or kubectl says in the same words.
    const KUBERNETES: [&str; 9] = [
        "unknown field",
        "no matches for kind",
        "apiVersion not set",
        "kind not set",
        "[apiVersion not set",
        "Unsupported value",
        "Invalid value",
        "already set in map",
        "did you mean",
    ];

    /// Manifests with mistakes, one for each kind of mistake.
    const MANIFESTS: [&str; 31] = [
        "apiVersion: v1\nkind: Pod\nspec: {containers: [{image: 5}]}",
        "apiVersion: v1\nkind: Pod\nspec: {containers: [{image: true}]}",
        "apiVersion: v1\nkind: Pod\nspec: {containers: {name: app}}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: \"5\"}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: 1.5}",
        "apiVersion: v1\nkind: Pod\nspec: {terminationGracePeriodSeconds: 99999999999}",
        "apiVersion: v1\nkind: Pod\nspec: {hostNetwork: []}",
        "apiVersion: v1\nkind: Pod\nmetadata: {labels: x}",
        "apiVersion: apps/v2\nkind: StatefulSet",
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {}",
        "apiVersion: v1\nKind: Pod",
        "a: 1",
        "- 1",
        "apiVersion: v1\nkind: Pod\nkind: Pod",
        "a: &x [*x]",
        "a: {b: [1, 2",
        "a: b: c",
        "a:\n\tb: 1",
        "a: \"b",
        "a: {{ .Values.x }}",
        "{{ .Values.x }}: 1",
        "a: .inf",
        "a: \u{1}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{\"a\": \"b",
        "{\"a\" 1}",
        "{\"a\": \"\\q\"}",
        "{\"a\":",
        "a: *x",
        "a:\n  - b\n c: 1",
        "a: }",
    ];

    /// Manifests of kinds that Podlab does not run: one with Pods, one without.
    const KEPT: [&str; 2] = [
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}",
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}",
    ];

    const SCENARIOS: [&str; 12] = [
        "apiVersion: podlab/v1\nkind: Scenario\nactions: {}",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [1]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: fly}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: delete}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: delete, object: jobb/a}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{t: x, do: evict, pod: a}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: taint, node: a, taint: \":\"}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: http-endpoint, answer: x}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: runtime-rule, answers: {liveness: maybe}}]",
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{do: create, object: Pod/none}]",
        "apiVersion: podlab/v1\nkind: Scenario\nseed: x",
        "apiVersion: podlab/v2\nkind: Scenario",
    ];

    const RUNS: [&str; 5] = [
        "{\"format\": \"other\"}",
        "{\"format\": \"podlab-run\", \"version\": 99}",
        "{\"format\": \"podlab-run\", \"version\": \"1\"}",
        "{\"format\": \"podlab-run\"}",
        "{\"format\": \"podlab-run\", \"version\": 1}",
    ];

    fn sentences(found: Vec<Diagnostic>) -> impl Iterator<Item = String> {
        found.into_iter().flat_map(|found| {
            let help = found.help.map(|help| help.to_string());
            [found.message.to_string()].into_iter().chain(help)
        })
    }

    #[test]
    fn what_podlab_says_is_wrong_is_said_in_every_language() {
        let options = ReadOptions::default();
        let mut said: Vec<String> = Vec::new();
        for text in MANIFESTS {
            said.extend(sentences(read(text, &options).expect_err(text)));
        }
        for text in KEPT {
            let scenario = scenario_file::read(text, &options).expect(text);
            said.extend(sentences(scenario.warnings));
        }
        for text in SCENARIOS {
            said.extend(sentences(scenario_file::read(text, &options).expect_err(text)));
        }
        for text in RUNS {
            said.extend(sentences(RunFile::read(text).expect_err(text)));
        }
        let pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: b, image: c}]}}";
        let pod = read(pod, &options).unwrap().remove(0);
        let create = Command::Create(Box::new(pod));
        let plan = [Planned::at(SimTime::ZERO, vec![create])];
        let vary = |aspect: &str, values: &[&str]| {
            let variants = Aspect::parse(aspect).variants(values, &Settings::default(), &plan);
            variants.expect_err(aspect).to_string()
        };
        said.push(vary("seed", &["1"]));
        said.push(vary("seed", &["1", "x"]));
        said.push(vary("kubernetes", &["1.20", "1.99"]));
        said.push(vary("restartPolicy", &["Always", "{"]));
        said.push(vary("terminationGracePeriodSeconds", &["1", "x"]));
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        // Each fault comes twice, because a fault that is there already is refused.
        for fault in NodeFault::ALL.into_iter().flat_map(|fault| [fault, fault]) {
            let refused = sim.apply(Command::DisturbNode { node: "node-1".into(), fault }).err();
            said.extend(refused.map(|error| error.message.to_string()));
        }
        assert!(said.len() > 70);
        for language in [Language::Indonesian, Language::Korean] {
            speak(Catalog::of(language));
            let left = said.iter().filter(|text| {
                wrong(text) == **text && !KUBERNETES.iter().any(|own| text.contains(own))
            });
            let left: Vec<&String> = left.collect();
            assert!(left.is_empty(), "not in {}: {left:#?}", language.name());
        }
        speak(None);
        for text in &said {
            assert_eq!(wrong(text), *text);
        }
    }

    #[test]
    fn the_engine_says_what_the_message_files_know() {
        fn sources(folder: &Path, all: &mut String) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    sources(&path, all);
                } else if path.extension().is_some_and(|end| end == "rs") {
                    all.push_str(
                        &fs::read_to_string(&path)
                            .unwrap()
                            .replace("\\\"", "\"")
                            .replace("{other:?}", "\"{other}\""),
                    );
                }
            }
        }
        let mut all = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut all);
        let own = text::KEYS
            .iter()
            .zip(text::ENGLISH)
            .filter(|(key, _)| key.starts_with("wrong.") && !key.starts_with("wrong.text.yaml."));
        for (key, text) in own {
            let mut rest = Some(*text);
            while let Some(sentence) = rest {
                let (literal, place) = split(sentence);
                assert!(all.contains(literal.trim()), "{key}: nobody says {literal:?} any more");
                rest = place.map(|(_, after)| after);
            }
        }
    }

    #[test]
    fn a_sentence_is_known_by_what_stands_between_its_places() {
        assert_eq!(values("a {x} b {y}", "a 1 b 2"), Some(vec![("x", "1"), ("y", "2")]));
        assert_eq!(values("{x} b", "1 b"), Some(vec![("x", "1")]));
        assert_eq!(values("{x} b", "1 c"), None);
        assert_eq!(values("{{ .V }}", "{{ .V }}"), Some(vec![]));
        speak(Catalog::of(Language::Indonesian));
        let told = wrong;
        assert_eq!(
            told("it must be a string or a whole number from 0 to 5"),
            "seharusnya string atau bilangan bulat dari 0 sampai 5"
        );
        assert_eq!(
            told("1.99: this is no release that Podlab knows"),
            "1.99: rilis ini tidak dikenal Podlab"
        );
        assert_eq!(told("pods \"a\" not found"), "pods \"a\" not found");
    }
}
