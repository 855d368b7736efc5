//! Parts of objects at addresses of their own: which command changes which part of an object.

use podlab::api::ObjectRef;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use podlab::sim::scenario::{Act, action, write};
use podlab::{Settings, Sim};
use std::rc::Rc;

const NAMESPACE: Text = Text::Static("default");

fn tree(text: &str) -> Node {
    yaml::parse(text).expect("it is YAML").remove(0)
}

/// Reads an act as a scenario file has it.
fn act(text: &str) -> Command {
    match action(&tree(text), &NAMESPACE).expect("the act is right").act {
        Act::Command(command) => command,
        other => panic!("{other:?} is no command"),
    }
}

fn node(sim: &Sim) -> Rc<podlab::api::core::Node> {
    sim.world().nodes().next().cloned().expect("there is one")
}

#[test]
fn a_plain_patch_of_a_node_changes_labels_and_taints_but_not_its_status() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let before = node(&sim);
    let patch = tree(
        "{metadata: {labels: {disk: ssd}}, spec: {taints: [{key: k, effect: NoSchedule}]},
          status: {capacity: {cpu: 64}, conditions: [{type: Ready, status: Unknown}]}}",
    );
    sim.apply(Command::patch(ObjectRef::node("node-1"), patch)).expect("it is allowed");
    let after = node(&sim);
    assert_eq!(after.metadata.labels.get("disk"), Some(&"ssd".into()));
    assert_eq!(after.spec.taints.len(), 1);
    assert_eq!(after.status, before.status);
}

#[test]
fn a_label_of_a_node_is_a_patch_of_its_metadata() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let named = Command::label_node("node-1", "disk", Some("ssd".into()));
    let patch = tree("{metadata: {labels: {disk: ssd}}}");
    assert_eq!(named, Command::patch(ObjectRef::node("node-1"), patch));
    sim.apply(named).expect("the node is there");
    assert_eq!(node(&sim).metadata.labels.get("disk"), Some(&"ssd".into()));
    let said = |line: &str, sim: &mut Sim| sim.kubectl(&NAMESPACE, line).out;
    assert_eq!(
        said("kubectl label node node-1 disk=hdd --overwrite", &mut sim),
        "node/node-1 labeled\n"
    );
    assert_eq!(said("kubectl label node node-1 disk- zone=a", &mut sim), "node/node-1 labeled\n");
    let labels = &node(&sim).metadata.labels;
    assert_eq!((labels.get("disk"), labels.get("zone")), (None, Some(&"a".into())));
}

#[test]
fn acts_with_a_name_of_their_own_are_written_by_that_name() {
    for text in [
        "{do: evict, namespace: default, pod: web-0}",
        "{do: label-node, node: node-1, label: disk=ssd}",
        "{do: label-node, node: node-1, label: disk-}",
    ] {
        assert_eq!(write(&act(text)), tree(text));
    }
    for text in [
        "{do: patch, object: node/n, body: {metadata: {labels: {a: b, c: d}}}}",
        "{do: patch, object: node/n, body: {metadata: {labels: {a-: b}}}}",
        "{do: patch, object: node/n, body: {metadata: {labels: {a: b}, annotations: {c: d}}}}",
    ] {
        assert_eq!(write(&act(text)), tree(text));
    }
}
