//! Deletions that come at an awkward moment.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::{Cadence, Settings};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;

fn play(cadence: Cadence, head: &str, spec: &str) -> Player {
    let pod = format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n{spec}");
    let text = format!("apiVersion: podlab/v1\nkind: Scenario\n{head}\n---\n{pod}");
    let scenario = read(&text, &ReadOptions::default()).expect("the text is a scenario");
    scenario.play(Settings { cadence, ..scenario.settings() })
}

#[test]
fn a_pod_whose_condition_is_set_at_its_deletion_still_ends() {
    let head = "actions:\n- {t: 60, do: delete, object: pod/p}\n\
        - {t: 60, do: set-condition, pod: p, type: example.com/ready, status: 'True'}";
    let spec = "  terminationGracePeriodSeconds: 1\n  containers: [{name: app, image: 'shop:1'}]\n";
    let mut player = play(Cadence::Real, head, spec);
    player.run_until(SimTime::from_seconds(90));
    assert!(player.sim.pod("default", "p").is_none());
}

/// 1.20 forgets the worker of a Pod that is gone; it starts nothing for it, and no storm of events follows.
#[test]
fn nothing_is_started_for_a_pod_that_was_removed_at_once() {
    let head = "kubernetes: '1.20'\nactions:\n- {do: runtime-rule, container: deaf, stop: {after: -1}}\n\
        - {t: 1, do: runtime-rule, createError: broken}\n- {t: 60, do: delete, object: pod/p}";
    let spec = "  terminationGracePeriodSeconds: 0\n  containers:\n  - {name: deaf, image: 'shop:1'}\n  \
        - {name: app, image: 'shop:1', imagePullPolicy: Always}\n";
    for cadence in [Cadence::Real, Cadence::Didactic] {
        let mut player = play(cadence, head, spec);
        player.run_until(SimTime::from_seconds(60));
        assert!(player.sim.pod("default", "p").is_none());
        let before = player.sim.events_handled();
        assert!(
            player.sim.run_until_limited(SimTime::from_seconds(600), 100),
            "events without end"
        );
        assert!(player.sim.events_handled() > before);
        let told = player.sim.events().last().expect("something was told");
        assert_eq!(told.reason.as_str(), "Killing");
    }
}

/// The scheduler binds the Pod, and it is deleted before its node has heard of it.
#[test]
fn a_pod_that_is_deleted_before_its_node_hears_of_it_ends() {
    for release in ["'1.20'", "'1.28'", "current"] {
        let head = format!("kubernetes: {release}");
        let spec = "  containers: [{name: app, image: 'shop:1'}]\n";
        let mut player = play(Cadence::Real, &head, spec);
        let sim = &mut player.sim;
        if sim.pod("default", "p").is_none() {
            player.run_until(SimTime::ZERO);
        }
        let sim = &mut player.sim;
        while sim.pod("default", "p").is_some_and(|(_, pod)| pod.spec.node_name.is_empty()) {
            assert!(sim.step().is_some(), "the Pod is never bound");
        }
        assert!(!sim.events().iter().any(|event| event.reason.as_str() == "Started"));
        let (namespace, name) = ("default", "p");
        sim.apply(Command::delete_pod(namespace, name, None)).unwrap();
        sim.run_until(sim.now() + 120_000);
        assert!(sim.pod("default", "p").is_none(), "{release}: the Pod stays for ever");
    }
}
