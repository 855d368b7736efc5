//! What holds for every manifest: reading never panics, and what is written is read back.

use podlab::api::container::{Container, EnvVar, RestartPolicy};
use podlab::api::pod::{Pod, Toleration, TolerationOperator};
use podlab::api::probe::{IntOrString, Probe, TcpSocketAction};
use podlab::api::quantity::Quantity;
use podlab::api::{ReadOptions, Resource, read, write};
use podlab::apiserver::patch::{merge_patch, strategic_merge_patch};
use podlab::apiserver::request::Server;
use podlab::base::text::Text;
use podlab::manifest::node::Node;
use podlab::manifest::{emit, render, yaml};
use proptest::prelude::*;

/// Texts that are hard to print: quotes, spaces, line breaks, words YAML takes for something else.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,20}",
        "[a-z:#'\" \n\t-]{0,30}",
        "\\PC{0,10}",
        "(yes|no|null|~|0x1F|0644|1e3|\\.nan|<<|---|- a|a: b|12:30:45|2020-01-01|)",
        "([a-z]{1,9} ){8,20}[a-z]{0,3}",
        "( {0,2}[a-z]{0,3} {0,1}\n){1,4}",
    ]
}

/// Keys without characters no key has in YAML.
fn key() -> impl Strategy<Value = String> {
    text().prop_filter("a key", |key| key.len() < 100)
}

fn container() -> impl Strategy<Value = Container> {
    let env = prop::collection::vec((text(), text()), 0..3);
    (text(), text(), prop::collection::vec(text(), 0..4), env, any::<bool>(), 0..4_000_000_i64)
        .prop_map(|(name, image, args, env, is_sidecar, number)| Container {
            name: name.into(),
            image: image.into(),
            args: args.into_iter().map(Text::from).collect(),
            env: env
                .into_iter()
                .map(|(name, value)| EnvVar {
                    name: name.into(),
                    value: value.into(),
                    value_from: None,
                })
                .collect(),
            restart_policy: is_sidecar.then_some(RestartPolicy::Always),
            liveness_probe: (number % 2 == 0).then(|| Probe {
                period_seconds: Some(number),
                tcp_socket: Some(TcpSocketAction {
                    host: Text::default(),
                    port: if number % 4 == 0 {
                        IntOrString::Int(number)
                    } else {
                        IntOrString::String("http".into())
                    },
                }),
                ..Probe::default()
            }),
            resources: podlab::api::container::ResourceRequirements {
                limits: [(Text::Static("cpu"), Quantity::parse(&format!("{number}m")).unwrap())]
                    .into(),
                ..Default::default()
            },
            ..Container::default()
        })
}

fn pod() -> impl Strategy<Value = Pod> {
    let labels = prop::collection::btree_map(key(), text(), 0..4);
    let containers = prop::collection::vec(container(), 0..4);
    (labels, containers, any::<bool>(), -5..100_i64).prop_map(|(labels, containers, on, number)| {
        let mut pod = Pod::default();
        pod.metadata.name = "p".into();
        pod.metadata.labels =
            labels.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
        pod.spec.containers = containers;
        pod.spec.host_network = on;
        pod.spec.termination_grace_period_seconds = on.then_some(number);
        pod.spec.tolerations = vec![Toleration {
            operator: Some(TolerationOperator::Exists),
            toleration_seconds: Some(number),
            ..Toleration::default()
        }];
        pod
    })
}

const GOOD: &str = include_str!("../manifests/good/yaml_1_1.yaml");

/// A good manifest with some of its pieces cut out, doubled or exchanged.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (0..GOOD.len(), 0..12_usize, "[ -~\n\t]{0,4}|\\PC|[\\[\\]{}&*:!|>'\"-]{1,3}");
    prop::collection::vec(edit, 1..6).prop_map(|edits| {
        let mut text: Vec<char> = GOOD.chars().collect();
        for (at, length, insert) in edits {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, insert.chars());
        }
        text.into_iter().collect()
    })
}

/// Reads, shows what is wrong, and takes what is right through the server.
fn exercise(text: &str) {
    for json in [false, true] {
        let text = if json { format!("{{{text}") } else { text.to_owned() };
        match read(&text, &ReadOptions::default()) {
            Ok(resources) => {
                for resource in resources {
                    let node = write(&resource);
                    let printed = emit::yaml(&node);
                    assert_eq!(read(&printed, &ReadOptions::default()), Ok(vec![resource]));
                    let _ = Server::default().create(node);
                }
            }
            Err(found) => {
                assert!(!found.is_empty());
                for diagnostic in &found {
                    assert!(!render(diagnostic, &text).is_empty());
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn reading_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn reading_what_looks_like_yaml_never_panics(text in "[a-c:&*!|>'\"{}\\[\\],#%@\n\t -]{0,80}") {
        exercise(&text);
    }

    #[test]
    fn reading_a_damaged_manifest_never_panics(text in mutated()) {
        exercise(&text);
    }

    #[test]
    fn what_is_written_is_read_back(pod in pod()) {
        let resource = Resource::Pod(pod);
        let node = write(&resource);
        for printed in [emit::yaml(&node), emit::json(&node), emit::json_pretty(&node, 4)] {
            prop_assert_eq!(
                read(&printed, &ReadOptions::default()),
                Ok(vec![resource.clone()]),
                "{}", printed
            );
        }
        // The server may refuse it, but it always answers.
        let _ = Server::default().create(node);
    }

    #[test]
    fn any_string_survives_yaml(text in text()) {
        let node = Node::map([(Text::Static("k"), Node::text(text))]);
        let printed = emit::yaml(&node);
        prop_assert_eq!(yaml::parse(&printed), Ok(vec![node]), "{}", printed);
    }

    #[test]
    fn an_empty_patch_changes_nothing(pod in pod()) {
        let node = write(&Resource::Pod(pod));
        prop_assert_eq!(&merge_patch(&node, &Node::map([])), &node);
        prop_assert_eq!(&strategic_merge_patch(&node, &Node::map([])), &node);
        // JSON's merge patch of an object with itself is the object.
        prop_assert_eq!(&merge_patch(&node, &node), &node);
    }
}
