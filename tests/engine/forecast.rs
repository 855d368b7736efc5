//! What a forecast says comes true, and what a state waits for at its end is told, in every scene.

use crate::common;
use podlab::api::ObjectRef;
use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::command::Command;
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::questions::forecast::{Bounds, Forecast, Outlook};
use podlab::questions::waits::{Wait, WaitKind, waits};
use podlab::sim::Sim;
use podlab::sim::fingerprint::{Depth, shape};

/// The scenes, each as it is before anything has happened, with its end.
fn scenes(jitter: Jitter) -> Vec<(String, Player, SimTime)> {
    let scene = |(_, text): (String, String)| {
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let player = scenario.play(Settings { jitter, ..scenario.settings() });
        (scenario.name.to_string(), player, scenario.until.expect("the scene ends"))
    };
    common::scenes().into_iter().map(scene).collect()
}

/// A scene after all its actions, at its end.
fn at_the_end(jitter: Jitter) -> Vec<(String, Sim)> {
    let end = |(name, mut player, until): (String, Player, SimTime)| {
        player.run_until(until);
        player.sim.take_changes();
        (name, player.sim)
    };
    scenes(jitter).into_iter().map(end).collect()
}

fn look(sim: &Sim, bounds: Bounds) -> Forecast {
    let mut forecast = Forecast::new(sim, bounds);
    // A slice of any size leads to the same.
    while forecast.look(37) {}
    forecast
}

fn news(sim: &mut Sim) -> Vec<Change> {
    sim.take_changes().into_iter().filter(Change::is_news).collect()
}

#[test]
fn what_is_foretold_happens() {
    let (mut told, mut settled) = (0, 0);
    for (name, mut sim) in at_the_end(Jitter::Seeded) {
        let before = sim.fingerprint();
        let forecast = look(&sim, Bounds::default());
        assert_eq!(sim.fingerprint(), before, "{name}: looking ahead changes nothing");
        let mut happened = Vec::new();
        let end = forecast.looked_until();
        while happened.len() <= forecast.coming().len()
            && sim.next_event_time().is_some_and(|next| next <= end)
        {
            sim.step();
            happened.extend(news(&mut sim));
        }
        let length = forecast.coming().len();
        assert_eq!(forecast.coming(), &happened[..length.min(happened.len())], "{name}");
        told += length;
        match forecast.outlook() {
            Outlook::More => assert!(happened.len() > length, "{name}"),
            Outlook::NothingEver => {
                settled += 1;
                sim.run_until(sim.now() + 3 * 24 * 3_600_000);
                assert_eq!(news(&mut sim), [], "{name}: something happened after all");
            }
            Outlook::NothingUntil(until) => {
                sim.run_until(until);
                assert_eq!(news(&mut sim), [], "{name}");
            }
            Outlook::Unknown => panic!("{name}: the look never ended"),
        }
        println!("{name}: {length} changes, then {:?}", forecast.outlook());
    }
    assert!(told > 40 && settled > 4, "{told} changes, {settled} scenes that settle");
}

#[test]
fn a_forecast_keeps_to_its_bounds() {
    for (name, sim) in at_the_end(Jitter::Seeded) {
        let short = Bounds { changes: 2, span: 20_000, events: 1000, objects: Vec::new() };
        let forecast = look(&sim, short);
        let last = sim.now() + 20_000;
        assert!(forecast.coming().len() <= 2 && forecast.looked_until() <= last, "{name}");
        let none = look(
            &sim,
            Bounds { objects: vec![ObjectRef::pod("default", "nobody")], ..Bounds::default() },
        );
        let others =
            |change: &Change| !matches!(change.fact, podlab::cluster::fact::Fact::Endpoints { .. });
        assert!(!none.coming().iter().any(others), "{name}");
    }
}

#[test]
fn a_pod_that_runs_well_waits_for_nothing_and_a_crashing_one_for_its_back_off() {
    let all = scenes(Jitter::Zero);
    let told = |wanted: &str, is_it: fn(&WaitKind) -> bool| {
        let (_, player, until) = all.iter().find(|(name, ..)| name == wanted).expect(wanted);
        let mut player = player.clone();
        let seconds = 1..until.seconds();
        let mut found = seconds.map(|second| {
            player.run_until(SimTime::from_seconds(second));
            waits(&player.sim)
        });
        assert!(found.any(|waits| waits.iter().any(|wait| is_it(&wait.kind))), "{wanted}");
    };
    told("crash-loop", |kind| matches!(kind, WaitKind::Restart { window: 20_000, .. }));
    told("image-missing", |kind| matches!(kind, WaitKind::PullBackoff { window: 10_000, .. }));
    told("image-slow", |kind| matches!(kind, WaitKind::Pulling { .. }));
    told("unschedulable", |kind| matches!(kind, WaitKind::Unschedulable(_)));
    told("readiness-gate", |kind| matches!(kind, WaitKind::ReadinessGate(_)));
    told("startup", |kind| matches!(kind, WaitKind::Startup(probing) if probing.failures > 0));
    told("readiness", |kind| matches!(kind, WaitKind::Readiness(_)));
    told("init", |kind| matches!(kind, WaitKind::InitContainer(_)));
    told("sidecar", |kind| matches!(kind, WaitKind::Sidecar(_)));
    told("pre-stop", |kind| matches!(kind, WaitKind::PreStop { .. }));
    told("ignores-sigterm", |kind| matches!(kind, WaitKind::Grace { .. }));
    let well = at_the_end(Jitter::Zero).into_iter().find(|(name, _)| name == "runs");
    assert_eq!(waits(&well.expect("runs").1), []);
}

#[test]
fn a_container_that_is_started_at_the_next_look_waits_no_longer_than_is_foretold() {
    let all = scenes(Jitter::Zero);
    let (_, player, _) = all.iter().find(|(name, ..)| name == "runs").expect("runs");
    for tenth in 30..140 {
        let mut sim = player.clone();
        sim.run_until(SimTime(tenth * 100));
        let mut sim = sim.sim;
        let (namespace, pod, container) = ("default".into(), "demo".into(), "app".into());
        sim.apply(Command::Exit { namespace, pod, container, code: 1, reason: "".into() }).unwrap();
        sim.take_changes();
        let restart = |wait: &Wait| matches!(wait.kind, WaitKind::Restart { is_over: true, .. });
        let wait = waits(&sim).into_iter().find(restart).expect("the container is to start again");
        let until = wait.until.expect("the kubelet looks again");
        let foretold = look(&sim, Bounds::default()).coming().last().expect("it runs again").time;
        assert!(until <= foretold, "at {tenth} tenths: {until:?} is after {foretold:?}");
    }
}

#[test]
fn the_shape_of_a_state_leaves_the_clock_out() {
    for (name, mut sim) in at_the_end(Jitter::Zero) {
        let twin = sim.clone();
        assert_eq!(shape(&sim, Depth::Exact), shape(&twin, Depth::Exact), "{name}");
        if name == "runs" {
            // Whole turns of everything that repeats, longer than any back-off is remembered.
            let first = {
                sim.run_until(SimTime::from_seconds(6000));
                shape(&sim, Depth::Settled)
            };
            sim.run_until(SimTime::from_seconds(12_000));
            assert_eq!(shape(&sim, Depth::Settled), first);
            assert_ne!(sim.fingerprint(), twin.fingerprint());
        }
    }
}
