//! What a change of a probe's result names as its cause: the act that decides the answer, else what the program did to a file that
//! the command asks for, else the start of the program. Rule P-611.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, ProgramEvent};
use podlab::cluster::world::{Jitter, Programs, Settings};
use podlab::files::scenario_file::read;
use podlab::kubelet::probe::Outcome;
use podlab::rules::release::Release;

const READINESS: &str =
    "readinessProbe: {httpGet: {port: 80, path: /ready}, periodSeconds: 5, failureThreshold: 2}";

/// Plays a Pod with one container, `more` fields of it given, until a moment.
fn play(actions: &str, more: &str, release: Release, second: u64) -> Vec<Change> {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: probes}}\nnodes: 1\nactions:\n\
         - {{t: 0, do: image, image: 'app:*', present: true}}\n{actions}\n---\n\
         {{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{terminationGracePeriodSeconds: 1, \
         containers: [{{name: app, image: 'app:1', {more}}}]}}}}\n"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(&text, &options).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let programs = Programs::Read;
    let settings = Settings { release, jitter: Jitter::Zero, programs, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(second));
    player.sim.take_changes()
}

/// The outcome of each check, with the seconds at which its cause happened and what that was.
fn causes(changes: &[Change]) -> Vec<(Outcome, u64, String)> {
    let checks = changes.iter().filter_map(|change| match change.fact {
        Fact::Probe { outcome, .. } => Some((outcome, change.cause)),
        _ => None,
    });
    let named = checks.map(|(outcome, cause)| {
        let Cause::Change(number) = cause else { panic!("{cause:?} is not a change") };
        let cause = &changes[number as usize];
        let what = match &cause.fact {
            Fact::Program { event: ProgramEvent::Started, .. } => "started".to_owned(),
            Fact::Program { event: ProgramEvent::Ended { .. }, .. } => "ended".to_owned(),
            Fact::Program { event: ProgramEvent::FileCreated(path), .. } => {
                format!("created {path}")
            }
            Fact::Program { event: ProgramEvent::FileRemoved(path), .. } => {
                format!("removed {path}")
            }
            fact => format!("{fact:?}"),
        };
        (outcome, cause.time.0 / 1000, what)
    });
    named.collect()
}

/// The seconds and the causes of the checks with that outcome, each once.
fn causes_of(changes: &[Change], wanted: Outcome) -> Vec<(u64, String)> {
    let found = causes(changes).into_iter().filter(|(outcome, ..)| *outcome == wanted);
    let mut found: Vec<_> = found.map(|(_, second, what)| (second, what)).collect();
    found.dedup();
    found
}

#[test]
fn a_probe_that_a_person_makes_fail_names_the_act() {
    let acts = "- {t: 20, do: runtime-rule, container: app, answers: {readiness: failure}}\n\
                - {t: 60, do: runtime-rule, container: app, answers: {readiness: success}}";
    for release in Release::ALL {
        let changes = play(acts, READINESS, release, 90);
        let failures = causes_of(&changes, Outcome::Failure);
        assert_eq!(failures.len(), 1, "{release:?}: {failures:?}");
        assert_eq!(failures[0].0, 20, "{release:?}: {failures:?}");
        let successes = causes_of(&changes, Outcome::Success);
        let seconds: Vec<u64> = successes.iter().map(|(second, _)| *second).collect();
        assert!(seconds[0] < 10 && seconds[1..] == [60], "{release:?}: {successes:?}");
        assert_eq!(successes[0].1, "started", "{release:?}");
    }
}

#[test]
fn a_probe_whose_server_answers_otherwise_names_the_act() {
    let acts =
        "- {t: 20, do: http-endpoint, answer: 500}\n- {t: 60, do: http-endpoint, answer: 200}";
    for release in Release::ALL {
        let changes = play(acts, READINESS, release, 90);
        let seconds = |outcome| {
            let found = causes_of(&changes, outcome);
            found.into_iter().map(|(second, _)| second).collect::<Vec<u64>>()
        };
        assert_eq!(seconds(Outcome::Failure), [20], "{release:?}");
        assert_eq!(seconds(Outcome::Success)[1..], [60], "{release:?}");
    }
}

#[test]
fn a_command_that_looks_at_a_file_names_what_the_program_did_to_it() {
    let fails = "command: [sh, -c, 'touch /tmp/ok; sleep 10; rm /tmp/ok; sleep 1000'], \
                 livenessProbe: {exec: {command: [cat, /tmp/ok]}, periodSeconds: 5}";
    for release in Release::ALL {
        let changes = play("", fails, release, 200);
        let failures = causes_of(&changes, Outcome::Failure);
        assert!(failures.len() > 1, "{release:?}: each start has checks of its own: {failures:?}");
        assert_eq!(failures[0].0, 10, "{release:?}: {failures:?}");
        let removes = |(_, what): &(u64, String)| what == "removed /tmp/ok";
        assert!(failures.iter().all(removes), "{release:?}: {failures:?}");
        let successes = causes_of(&changes, Outcome::Success);
        assert!(successes.len() > 1, "{release:?}: {successes:?}");
        assert!(successes.iter().all(|(_, what)| what == "started"), "{release:?}: {successes:?}");
    }
}

#[test]
fn a_command_names_the_file_that_it_asks_for_and_no_other() {
    let of = |program: &str, command: &str| {
        format!(
            "command: [sh, -c, '{program}; sleep 1000'], readinessProbe: {{exec: {{command: [{command}]}}, periodSeconds: 5}}"
        )
    };
    for release in Release::ALL {
        let other = of("touch /tmp/ok; sleep 10; touch /tmp/other", "cat, /tmp/ok");
        let successes = causes_of(&play("", &other, release, 60), Outcome::Success);
        assert_eq!(successes, [(0, "started".to_owned())], "{release:?}");
        let both = of("touch /tmp/ok; sleep 12; rm /tmp/ok; touch /tmp/zzz", "cat, /tmp/ok");
        let failures = causes_of(&play("", &both, release, 60), Outcome::Failure);
        assert_eq!(failures, [(12, "removed /tmp/ok".to_owned())], "{release:?}");
        let message = of("sleep 10; echo done > /dev/termination-log", "cat, /tmp/ok");
        let changes = play("", &message, release, 60);
        let creates =
            |fact: &Fact| matches!(fact, Fact::Program { event: ProgramEvent::FileCreated(_), .. });
        assert!(!changes.iter().any(|change| creates(&change.fact)), "the kubelet creates it");
    }
}

#[test]
fn a_file_that_is_removed_after_an_answer_was_taken_back_is_the_cause() {
    let acts = "- {t: 5, do: runtime-rule, container: app, answers: {readiness: failure}}\n\
                - {t: 10, do: runtime-rule, container: app, answers: {readiness: null}}";
    let removes = "command: [sh, -c, 'touch /tmp/ok; sleep 30; rm /tmp/ok; sleep 1000'], \
                   readinessProbe: {exec: {command: [cat, /tmp/ok]}, periodSeconds: 5}";
    for release in Release::ALL {
        let failures = causes_of(&play(acts, removes, release, 60), Outcome::Failure);
        let told: Vec<&str> = failures.iter().map(|(_, what)| what.as_str()).collect();
        assert_eq!(told.last(), Some(&"removed /tmp/ok"), "{release:?}: {failures:?}");
    }
}

#[test]
fn a_file_that_a_program_creates_later_makes_a_command_succeed_and_no_request() {
    let of = |handler: &str| {
        format!(
            "command: [sh, -c, 'sleep 10; touch /tmp/ok; sleep 1000'], readinessProbe: {{{handler}, periodSeconds: 5}}"
        )
    };
    for release in Release::ALL {
        let asks = of("exec: {command: [cat, /tmp/ok]}");
        let successes = causes_of(&play("", &asks, release, 60), Outcome::Success);
        assert_eq!(successes, [(10, "created /tmp/ok".to_owned())], "{release:?}");
        let requests = of("httpGet: {port: 80}");
        let successes = causes_of(&play("", &requests, release, 60), Outcome::Success);
        assert_eq!(successes, [(0, "started".to_owned())], "{release:?}");
    }
}

#[test]
fn a_command_that_fails_at_an_age_names_the_start_of_the_container_that_has_it() {
    let acts = "- {t: 0, do: runtime-rule, container: app, exec: {cat /ok: {failAfter: 20}}}";
    let live =
        "livenessProbe: {exec: {command: [cat, /ok]}, periodSeconds: 5, failureThreshold: 1}";
    for release in Release::ALL {
        let failures = causes_of(&play(acts, live, release, 80), Outcome::Failure);
        assert!(failures.len() > 1, "{release:?}: {failures:?}");
        assert!(failures.iter().all(|(_, what)| what == "started"), "{release:?}: {failures:?}");
    }
}

#[test]
fn a_check_that_the_runtime_does_not_answer_names_the_act_that_stopped_the_runtime() {
    let acts = "- {t: 20, do: node-runtime-down, node: node-1}";
    let exec = "livenessProbe: {exec: {command: [cat, /ok]}, periodSeconds: 5}";
    for release in Release::ALL {
        let errors = causes_of(&play(acts, exec, release, 45), Outcome::Error);
        let seconds: Vec<u64> = errors.iter().map(|(second, _)| *second).collect();
        assert_eq!(seconds, [20], "{release:?}: {errors:?}");
    }
}
