//! A node of which nothing was ever heard. Rule P-1005.

use crate::common::node_cluster::*;
use podlab::api::Resource;
use podlab::api::status::PodPhase;
use podlab::base::time::SimTime;
use podlab::cluster::command::NodeFault;
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::release::Release;
use podlab::sim::{Sim, node};

/// A cluster whose only node never ran, with a Pod that is to be placed.
fn cluster_without_kubelet(release: Release, how: NodeFault) -> Sim {
    let settings = Settings { release, jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::new(settings);
    let machine = Resource::Node(node("node-1", "4", "8Gi"));
    sim.apply(podlab::cluster::command::Command::Create(Box::new(machine))).unwrap();
    fault(&mut sim, how);
    let image = podlab::cluster::command::Command::Image { image: "app:*".into(), present: true };
    sim.apply(image).unwrap();
    create(&mut sim, &pod("placed", "", "").replace("nodeName: node-1, ", ""));
    create(&mut sim, &pod("bound", "", ""));
    sim
}

#[test]
fn after_a_minute_its_conditions_are_unknown() {
    for release in Release::ALL {
        let mut sim = cluster_without_kubelet(release, NodeFault::PowerOff);
        at(&mut sim, 59);
        assert_eq!(taints(&sim), ["not-ready:NoSchedule"], "{release:?}");
        assert_eq!(condition(&sim, "Ready").0, "", "{release:?}: nobody has said anything");
        let row = sim.get_nodes(false);
        assert!(row.lines().nth(1).is_some_and(|row| row.contains(" Unknown ")), "{row}");
        let text = sim.describe_node("node-1").unwrap();
        assert!(text.contains("HolderIdentity:  <unset>"), "{text}");
        at(&mut sim, 66);
        let words = ("NodeStatusNeverUpdated", "Kubelet never posted node status.");
        for kind in ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"] {
            assert_eq!(condition(&sim, kind), three("Unknown", words.0, words.1), "{release:?}");
        }
        assert_eq!(taints(&sim)[0], "unreachable:NoSchedule", "{release:?}");
        let row = sim.get_nodes(false);
        assert!(row.contains(" NotReady "), "{row}");
        // It was not ready before, so no Event says that it is not.
        assert_eq!(event_messages(&sim, "NodeNotReady"), [""; 0]);
        assert_eq!(
            (phase(&sim, "placed"), phase(&sim, "bound")),
            (PodPhase::Pending, PodPhase::Pending)
        );
        let (_, placed) = sim.pod("default", "placed").unwrap();
        assert!(placed.spec.node_name.is_empty(), "{release:?}: nothing is placed there");
    }
}

#[test]
fn its_first_start_makes_it_ready() {
    for release in Release::ALL {
        for (start, is_known_as_lost) in [(20, false), (100, true)] {
            let mut sim = cluster_without_kubelet(release, NodeFault::PowerOff);
            at(&mut sim, start);
            fault(&mut sim, NodeFault::PowerOn);
            at(&mut sim, start + 40);
            let row = sim.get_nodes(false);
            assert!(row.contains(" Ready "), "{release:?}: {row}");
            assert_eq!(taints(&sim), [""; 0], "{release:?}");
            assert_eq!(event_messages(&sim, "Rebooted"), [""; 0], "it did not restart");
            assert_eq!(
                !event_messages(&sim, "NodeReady").is_empty(),
                is_known_as_lost,
                "{release:?}"
            );
            assert_eq!(
                (phase(&sim, "placed"), phase(&sim, "bound")),
                (PodPhase::Running, PodPhase::Running)
            );
            // From now on it is a node like others.
            fault(&mut sim, NodeFault::PowerOff);
            at(&mut sim, start + 110);
            assert_eq!(condition(&sim, "Ready").1, "NodeStatusUnknown", "{release:?}");
        }
    }
}

#[test]
fn one_whose_network_never_was_there_is_the_same() {
    for release in Release::ALL {
        let mut sim = cluster_without_kubelet(release, NodeFault::CutOff);
        at(&mut sim, 30);
        // What happens to it meanwhile does not change when its time is over.
        fault(&mut sim, NodeFault::PowerOff);
        at(&mut sim, 59);
        assert_eq!(condition(&sim, "Ready").0, "");
        at(&mut sim, 66);
        assert_eq!(condition(&sim, "Ready").1, "NodeStatusNeverUpdated", "{release:?}");
        fault(&mut sim, NodeFault::PowerOn);
        at(&mut sim, 100);
        assert_eq!(condition(&sim, "Ready").0, "True", "{release:?}");
    }
}

#[test]
fn a_node_that_is_added_later_may_never_run_either() {
    for release in Release::ALL {
        let mut sim = cluster(release, 1, &[]);
        sim.run_until(SimTime(40_250));
        let machine = Resource::Node(node("late", "4", "8Gi"));
        sim.apply(podlab::cluster::command::Command::Create(Box::new(machine))).unwrap();
        let fault = NodeFault::PowerOff;
        let command = podlab::cluster::command::Command::DisturbNode { node: "late".into(), fault };
        sim.apply(command).unwrap();
        at(&mut sim, 100);
        let reason = |sim: &Sim| {
            let late = sim.world().nodes().nth(1).unwrap();
            late.status.conditions.first().map(|condition| condition.reason.to_string())
        };
        assert_eq!(reason(&sim), None);
        at(&mut sim, 106);
        assert_eq!(reason(&sim).as_deref(), Some("NodeStatusNeverUpdated"), "{release:?}");
        assert_eq!(taints(&sim), [""; 0], "the other one is well");
    }
}

#[test]
fn the_nodes_a_run_begins_with_have_posted_before() {
    for release in Release::ALL {
        let settings = Settings { release, jitter: Jitter::Zero, ..Settings::default() };
        let mut sim = Sim::with_nodes(settings, 1);
        fault(&mut sim, NodeFault::CutOff);
        assert_eq!(taints(&sim), [""; 0], "{release:?}");
        at(&mut sim, 70);
        assert_eq!(condition(&sim, "Ready").1, "NodeStatusUnknown", "{release:?}");
    }
}
