//! What a check of a node asks for.

use super::{lose, posted, reconcile, returned, zones::Nodes};
use crate::api::core::{Node, NodeCondition};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::admission::{NOT_READY, UNREACHABLE};
use crate::apiserver::nodes;
use crate::cluster::machines::Connectivity;
use crate::cluster::world::{NodeId, Settings, World};
use crate::controller::request::{Request, When};
use crate::controller::step::{Follows, Step};

/// Adds a node of a zone with a status of Ready.
fn add(world: &mut World, zone: &'static str, ready: ConditionStatus) -> NodeId {
    let mut node = Node::default();
    node.metadata.name = format!("node-{}", world.nodes().count()).into();
    node.metadata.labels.insert("topology.kubernetes.io/zone".into(), zone.into());
    let condition = NodeCondition { kind: READY.into(), status: ready, ..NodeCondition::default() };
    node.status.conditions.push(condition);
    nodes::put(world, node)
}

/// Returns steps in words, each with what it follows from if that is not the look.
fn words(steps: Vec<Step<Request>>) -> String {
    let taints = |list: Vec<(&str, TaintEffect)>| {
        let word = |(key, effect): &(&str, TaintEffect)| {
            let key = key.rsplit('/').next().unwrap_or_default().to_owned();
            format!("{key}:{}", effect.as_str())
        };
        list.iter().map(word).collect::<Vec<_>>().join("+")
    };
    let word = |step: Step<Request>| {
        let request = match step.request {
            Request::ChangeTaints { node, drop, put } => {
                format!("{node}: -{} +{}", taints(drop), taints(put))
            }
            Request::LoseNode { node, .. } => format!("lose {node}"),
            Request::RecordNodeStatus { reason, .. } => reason.to_owned(),
            Request::HoldZone { until, .. } => format!("hold until {}", until.0),
            Request::LookAgain { at: When::At(at), .. } => format!("look at {}", at.0),
            Request::LookAgain { at: When::Monitor { .. }, .. } => "look".to_owned(),
            other => panic!("{other:?}"),
        };
        match step.follows {
            Follows::Look => request,
            Follows::First => format!("then {request}"),
            Follows::Before => format!("and {request}"),
        }
    };
    steps.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_node_is_lost_tainted_and_taken_back() {
    let (well, down, lost) =
        (ConditionStatus::True, ConditionStatus::False, ConditionStatus::Unknown);
    let cases = [
        (well, Connectivity::Up, ""),
        (
            down,
            Connectivity::Up,
            "hold until 10000, 0: -unreachable:NoExecute+unreachable:NoSchedule +not-ready:NoExecute",
        ),
        (lost, Connectivity::Up, ""),
        (
            well,
            Connectivity::CutOff,
            "lose 0, then NodeNotReady, then 0: - +unreachable:NoSchedule, then look",
        ),
        (down, Connectivity::CutOff, "lose 0, then 0: - +unreachable:NoSchedule, then look"),
        (
            lost,
            Connectivity::Off,
            "hold until 10000, 0: -not-ready:NoExecute+not-ready:NoSchedule +unreachable:NoExecute",
        ),
    ];
    for (ready, connectivity, expected) in cases {
        let mut world = World::new(Settings::default());
        let node = add(&mut world, "a", ready);
        add(&mut world, "a", well);
        world.machines.of(node).connectivity = connectivity;
        assert_eq!(words(reconcile(&world, node)), expected, "{ready:?} {connectivity:?}");
    }
}

#[test]
fn the_second_node_of_a_zone_waits_ten_seconds() {
    let mut world = World::new(Settings::default());
    let node = add(&mut world, "a", ConditionStatus::False);
    add(&mut world, "a", ConditionStatus::True);
    let zone = super::zone(world.node(node).expect("there"));
    world.machines.next_taint.insert(zone, world.now + 7000);
    assert_eq!(words(reconcile(&world, node)), "look at 7000");
}

#[test]
fn no_node_is_tainted_while_all_or_most_of_a_zone_are_not_ready() {
    let (well, down) = (ConditionStatus::True, ConditionStatus::False);
    let cases: [(&[(&str, ConditionStatus)], _); 5] = [
        (&[("a", down)], None),
        (&[("a", down), ("a", well)], Some(10_000)),
        (&[("a", down), ("a", down), ("a", down), ("a", well)], None),
        (&[("a", down), ("a", down), ("a", down), ("b", well)], Some(10_000)),
        (&[("a", down), ("a", down), ("a", well), ("a", well)], Some(10_000)),
    ];
    for (nodes, expected) in cases {
        let mut world = World::new(Settings::default());
        for (zone, ready) in nodes {
            add(&mut world, zone, *ready);
        }
        assert_eq!(Nodes::of(&world, None).between_taints(&":a".into()), expected, "{nodes:?}");
    }
}

/// The last node that is well takes the taints of the others away when it is lost itself.
#[test]
fn a_node_that_is_lost_counts_as_not_ready_already() {
    let mut world = World::new(Settings::default());
    add(&mut world, "a", ConditionStatus::Unknown);
    let last = add(&mut world, "a", ConditionStatus::True);
    let node = world.node(last).expect("there").clone();
    let steps = words(lose(&world, last, &node));
    let halted = "-unreachable:NoExecute+not-ready:NoExecute +";
    assert!(steps.contains(&format!("then 0: {halted}, then 1: {halted}")), "{steps}");
}

#[test]
fn taints_follow_the_conditions_that_a_kubelet_posts() {
    let mut world = World::new(Settings::default());
    let node = add(&mut world, "a", ConditionStatus::False);
    add(&mut world, "a", ConditionStatus::True);
    let steps = words(posted(&world, node));
    assert!(steps.starts_with("0: -memory-pressure:NoSchedule"), "{steps}");
    assert!(steps.ends_with("+not-ready:NoSchedule, look"), "{steps}");
    let mut back = (**world.node(node).expect("there")).clone();
    assert_eq!(returned(node, &back), []);
    for key in [UNREACHABLE, NOT_READY, "mine"] {
        let effect = Some(TaintEffect::NoExecute);
        let taint = crate::api::core::Taint { key: key.into(), effect, ..Default::default() };
        back.spec.taints.push(taint);
    }
    assert_eq!(words(returned(node, &back)), "0: -unreachable:NoExecute+not-ready:NoExecute +");
}
