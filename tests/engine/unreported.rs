//! What runs on a node while the API says something else.

use crate::common::{act, at, create, scene, scenes};
use podlab::api::ReadOptions;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::fact::StateSummary;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file::read;
use podlab::questions::unreported::{Report, Unreported, of_pod};
use podlab::sim::Sim;

const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";

fn running() -> Sim {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    create(&mut sim, POD);
    at(&mut sim, 30);
    sim
}

fn exit(sim: &mut Sim) {
    let (pod, container) = ("demo".into(), "app".into());
    let namespace = "default".into();
    act(sim, Command::Exit { namespace, pod, container, code: 1, reason: "".into() });
}

#[test]
fn a_program_that_ended_runs_in_the_api_until_the_kubelet_syncs() {
    let mut sim = running();
    assert_eq!(of_pod(&sim, 0), []);
    exit(&mut sim);
    let found = of_pod(&sim, 0);
    let [gap] = found.as_slice() else { panic!("one container differs: {found:#?}") };
    assert_eq!(gap.on_node, StateSummary::Terminated("Error".into()));
    assert_eq!(gap.in_api, Some(StateSummary::Running));
    let Report::At(sync) = gap.report else { panic!("the kubelet syncs: {gap:?}") };
    assert!(sync > sim.now() && sync.since(sim.now()) <= 1000, "within a second: {sync:?}");
    while sim.next_event_time().is_some_and(|next| next < sync) {
        sim.step();
        assert_eq!(of_pod(&sim, 0).len(), 1, "nothing has told the API: {:?}", sim.now());
    }
    while sim.next_event_time().is_some_and(|next| next <= sync) {
        sim.step();
    }
    let after = of_pod(&sim, 0);
    assert!(after.iter().all(|gap| gap.on_node == StateSummary::Running), "{after:#?}");
}

#[test]
fn a_node_that_is_not_heard_reports_nothing() {
    let mut sim = running();
    act(&mut sim, Command::DisturbNode { node: "node-1".into(), fault: NodeFault::CutOff });
    exit(&mut sim);
    at(&mut sim, 40);
    assert_eq!(of_pod(&sim, 0)[0].report, Report::NotHeard);
}

#[test]
fn what_a_sync_is_said_to_report_it_reports() {
    let mut checked = 0;
    for (name, text) in scenes() {
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let mut player = scenario.play(scenario.settings());
        let mut due: Vec<(u32, Text, StateSummary, SimTime)> = Vec::new();
        for tenth in 0..900 {
            player.run_until(SimTime(tenth * 100 + 50));
            let now = player.sim.now();
            for (id, container, state, at) in due.extract_if(.., |(.., at)| *at < now) {
                let same = |gap: &Unreported| {
                    gap.container == container
                        && gap.on_node == state
                        && gap.report == Report::At(at)
                };
                assert!(
                    !of_pod(&player.sim, id).iter().any(same),
                    "{name}: {container} at {now:?}"
                );
            }
            for (id, _) in player.sim.world().pods() {
                for gap in of_pod(&player.sim, id) {
                    if let Report::At(at) = gap.report {
                        assert!(at >= now, "{name}: {gap:?} at {now:?}");
                        checked += 1;
                        due.push((id, gap.container, gap.on_node, at));
                    }
                }
            }
        }
    }
    assert!(checked > 200, "only {checked} differences");
}

#[test]
fn a_container_in_back_off_has_reported_its_end() {
    let scenario = read(&scene("crash-loop"), &ReadOptions::default()).expect("the scene is right");
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(12));
    assert_eq!(of_pod(&player.sim, 0), [], "it waits for its restart");
}
