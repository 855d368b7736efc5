//! HTTP servers that answer late, or send their clients elsewhere: what probes and hooks make of them. Rules P-604, P-708.

use podlab::api::ReadOptions;
use podlab::api::status::ContainerStatus;
use podlab::base::time::SimTime;
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::Feature;
use podlab::rules::release::Release;

/// Plays a Pod with one container, `more` fields of it given, until a moment.
fn play(actions: &str, more: &str, release: Release, second: u64) -> Player {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: servers}}\nnodes: 1\nactions:\n\
         - {{t: 0, do: image, image: 'app:*', present: true}}\n{actions}\n---\n\
         {{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{terminationGracePeriodSeconds: 10, \
         containers: [{{name: app, image: 'app:1', {more}}}]}}}}\n"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(&text, &options).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let settings = Settings { release, jitter: Jitter::Zero, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(second));
    player
}

fn app(player: &Player) -> &ContainerStatus {
    let (_, pod) = player.sim.pod("default", "demo").expect("the Pod is there");
    &pod.status.containers()[0]
}

/// Reason and message of the Events with that reason, with addresses cut.
fn event_messages(player: &Player, reason: &str) -> Vec<String> {
    let events = player.sim.events();
    let found = events.iter().filter(|event| event.reason == *reason);
    let words = found.map(|event| {
        let pod = player.sim.pod("default", "demo");
        let ip = pod.map(|(_, pod)| pod.status.pod_ip.to_string()).unwrap_or_default();
        if ip.is_empty() { event.message.to_string() } else { event.message.replace(&ip, "IP") }
    });
    words.collect()
}

const READINESS: &str =
    "readinessProbe: {httpGet: {port: 80, path: /ready}, periodSeconds: 5, timeoutSeconds: 2}";
const LIVENESS: &str = "livenessProbe: {httpGet: {port: 80, path: /live}, periodSeconds: 5, failureThreshold: 2, timeoutSeconds: 1}";

#[test]
fn a_probe_does_not_wait_longer_than_its_timeout() {
    let late = "- {t: 20, do: http-endpoint, answer: 200, delay: 2500ms}\n\
                - {t: 60, do: http-endpoint, answer: 200, delay: 1500ms}";
    let failure = "Readiness probe failed: Get \"http://IP:80/ready\": context deadline exceeded \
                   (Client.Timeout exceeded while awaiting headers)";
    for release in Release::ALL {
        assert!(app(&play(late, READINESS, release, 19)).ready, "{release:?}");
        let slow = play(late, READINESS, release, 59);
        assert!(!app(&slow).ready, "{release:?}");
        assert_eq!(event_messages(&slow, "Unhealthy"), [failure], "{release:?}");
        let healed = play(late, READINESS, release, 90);
        assert!(app(&healed).ready && app(&healed).restart_count == 0, "{release:?}");
    }
}

#[test]
fn redirects_without_end_fail_a_probe() {
    let loops = "- {t: 10, do: http-endpoint, answer: 307, location: /login}";
    for release in Release::ALL {
        let run = play(loops, LIVENESS, release, 40);
        assert!(app(&run).restart_count > 0, "{release:?}");
        let failure = "Liveness probe failed: Get \"/login\": stopped after 10 redirects";
        assert_eq!(event_messages(&run, "Unhealthy"), [failure], "{release:?}");
        assert!(event_messages(&run, "ProbeWarning").is_empty(), "{release:?}");
    }
}

/// Each answer is in time, but ten of them together are not.
#[test]
fn a_chain_of_redirects_has_the_time_of_one_check() {
    let loops = "- {t: 0, do: http-endpoint, location: /login, delay: 200ms}";
    let run = play(loops, READINESS, Release::V1_28, 20);
    let told = event_messages(&run, "Unhealthy");
    assert_eq!(told, ["Readiness probe failed: Get \"/login\": stopped after 10 redirects"]);
    let loops = loops.replace("200ms", "201ms");
    let run = play(&loops, READINESS, Release::V1_28, 20);
    assert!(self::event_messages(&run, "Unhealthy")[0].contains("context deadline exceeded"));
}

#[test]
fn a_redirect_to_another_host_passes_a_probe_with_a_warning() {
    let elsewhere = "- {t: 0, do: http-endpoint, location: 'http://example.com/login'}";
    for release in Release::ALL {
        let run = play(elsewhere, READINESS, release, 20);
        assert!(app(&run).ready, "{release:?}");
        assert!(event_messages(&run, "Unhealthy").is_empty(), "{release:?}");
        let told = event_messages(&run, "ProbeWarning");
        let words = "Readiness probe warning: Probe terminated redirects, Response body: ";
        assert_eq!(told.len(), 1, "{release:?}");
        assert_eq!(told[0].starts_with(words), release.has(Feature::ProbeRedirectEvent));
    }
}

/// A hook's client sets no limit of time, and any answer is good.
#[test]
fn a_hook_waits_for_a_late_server() {
    let late = "- {t: 0, do: http-endpoint, answer: 500, delay: 12}";
    let hook = "lifecycle: {postStart: {httpGet: {port: 80}}}";
    for release in Release::ALL {
        assert!(app(&play(late, hook, release, 11)).state.running().is_none(), "{release:?}");
        let after = play(late, hook, release, 15);
        assert!(app(&after).ready && app(&after).restart_count == 0, "{release:?}");
        assert!(event_messages(&after, "FailedPostStartHook").is_empty(), "{release:?}");
    }
}

#[test]
fn redirects_without_end_fail_a_hook() {
    let hook = "lifecycle: {postStart: {httpGet: {port: 80, path: /start}}}";
    for release in Release::ALL {
        let loops = "- {t: 0, do: http-endpoint, location: /start}";
        let run = play(loops, hook, release, 5);
        let failed = event_messages(&run, "FailedPostStartHook");
        assert_eq!(failed.len(), 1, "{release:?}");
        let error = "failed - error: Get \"/start\": stopped after 10 redirects, message: \"\"";
        assert_eq!(failed[0].contains(error), !release.has(Feature::HookEventsHideOutput));
        let elsewhere = "- {t: 0, do: http-endpoint, location: 'https://example.com'}";
        assert!(
            event_messages(&play(elsewhere, hook, release, 5), "FailedPostStartHook").is_empty()
        );
    }
}

/// The hook uses up the grace period. A server in the container goes with it, another one answers some time.
#[test]
fn a_late_server_keeps_a_pod_that_is_deleted_for_its_grace_period() {
    let actions = "- {t: 0, do: http-endpoint, delay: 30}\n- {t: 20, do: delete, object: pod/demo}";
    for release in Release::ALL {
        for (host, fails) in [("", true), ("host: 10.9.9.9, ", false)] {
            let hook =
                format!("lifecycle: {{preStop: {{httpGet: {{{host}port: 80, path: /stop}}}}}}");
            let stops = play(actions, &hook, release, 29);
            assert!(app(&stops).state.running().is_some(), "{release:?}");
            let gone = play(actions, &hook, release, 50);
            assert!(gone.sim.pod("default", "demo").is_none(), "{release:?}");
            let told = event_messages(&gone, "FailedPreStopHook");
            assert_eq!(told.len(), usize::from(fails), "{release:?} {told:?}");
            let eof = told.first().is_some_and(|told| told.contains(":80/stop\": EOF"));
            assert_eq!(eof, fails && !release.has(Feature::HookEventsHideOutput), "{told:?}");
        }
    }
}

/// The Event of the second try comes with its answer, once.
#[test]
fn a_late_server_without_tls_is_asked_again_once() {
    let plain = "- {t: 0, do: http-endpoint, scheme: HTTP, delay: 3}\n- {t: 20, do: delete, object: pod/demo}";
    let get = "httpGet: {scheme: HTTPS, port: 8443}";
    for hook in ["postStart", "preStop"] {
        let more = format!("lifecycle: {{{hook}: {{{get}}}}}");
        let second = if hook == "postStart" { 2 } else { 22 };
        assert!(
            event_messages(&play(plain, &more, Release::Current, second), "LifecycleHTTPFallback")
                .is_empty()
        );
        let after = play(plain, &more, Release::Current, 60);
        let events = after.sim.events();
        let fallback = events.iter().filter(|event| event.reason == "LifecycleHTTPFallback");
        assert_eq!(fallback.map(|event| event.count).collect::<Vec<_>>(), [1], "{hook}");
    }
}

#[test]
fn the_words_of_recorded_scripts_say_the_same() {
    let same = [
        ("answer: [code, 503]", "answer: 503"),
        ("answer: [delay, 3]", "delay: 3s"),
        ("answer: [redirect, /login]", "location: /login"),
        ("answer: [redirect, /login]", "answer: 302, location: /login"),
        ("answer: [redirect-loop]", "location: /"),
        ("answer: redirect-loop", "location: /"),
        ("answer: {code: 200, delay: 3}", "answer: 200, delay: 3s"),
        ("answer: [code, 503, 1]", "answer: 503, delay: 1s"),
        ("answer: timeout", "delay: 1h"),
        ("answer: [timeout]", "delay: 1h"),
        ("answer: slow", "delay: 5s"),
        ("answer: [slow, 3]", "delay: 3s"),
        ("answer: refused", "answer: connection refused"),
    ];
    for (recorded, written) in same {
        let end = |words: &str| {
            let actions = format!("- {{t: 10, do: http-endpoint, {words}}}");
            let run = play(&actions, READINESS, Release::V1_28, 30);
            (app(&run).ready, event_messages(&run, "Unhealthy"))
        };
        assert_eq!(end(recorded), end(written), "{recorded}");
        assert!(!end(recorded).0, "{recorded}");
    }
}

/// The kubelet asks from the node, by the node's DNS.
#[test]
fn a_probe_with_a_host_of_its_own_does_not_ask_the_pod() {
    let refused = "dial tcp 127.0.0.1:80: connect: connection refused";
    let late = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
    for (host, what) in [
        ("127.0.0.1", Some(refused)),
        ("localhost", Some("connection refused")),
        ("10.9.9.9", Some(late)),
        ("web", Some("dial tcp: lookup web: no such host")),
        ("web.default.svc", Some("no such host")),
        ("example.com", None),
    ] {
        for release in Release::ALL {
            let probe = format!("readinessProbe: {{httpGet: {{host: {host}, port: 80}}}}");
            let run = play("", &probe, release, 30);
            assert_eq!(app(&run).ready, what.is_none(), "{host} {release:?}");
            let told = event_messages(&run, "Unhealthy");
            assert_eq!(told.is_empty(), what.is_none(), "{host} {told:?}");
            assert!(told.iter().all(|told| told.contains(what.unwrap_or(""))), "{host} {told:?}");
        }
    }
}

#[test]
fn a_tcp_probe_with_a_host_of_its_own_does_not_ask_the_pod() {
    let port = "readinessProbe: {tcpSocket: {port: 80";
    let ready =
        |more: &str| app(&play("", &format!("{port}{more}}}}}"), Release::Current, 30)).ready;
    assert!(ready(""));
    assert!(!ready(", host: 127.0.0.1"));
    assert!(!ready(", host: db"));
    let ports = "ports: [{containerPort: 80}]}], hostNetwork: true, initContainers: [{name: none, image: 'app:1', command: ['true']";
    let in_node = format!("{port}, host: 127.0.0.1}}}}, {ports}");
    assert!(
        app(&play("", &in_node, Release::Current, 30)).ready,
        "the Pod is in the node's network"
    );
}

/// The kubelet resolves the port before it connects to the host, so it sends no request.
#[test]
fn a_hook_on_a_port_name_that_the_container_does_not_have_fails() {
    for host in ["", "host: nowhere, "] {
        let get = format!("httpGet: {{path: /hi, {host}port: admin}}");
        for release in Release::ALL {
            let error = if release.has(Feature::ConsistentHTTPGetHandlers) {
                "strconv.Atoi: parsing \"admin\": invalid syntax"
            } else {
                "couldn't find port: {1 0 admin} in &Container{Name:app,Image:app:1,"
            };
            let words = " lifecycle hook (/hi) for Container \"app\" in Pod \"demo_default(";
            let more = format!(
                "ports: [{{name: web, containerPort: 80}}], lifecycle: {{postStart: {{{get}}}}}"
            );
            let waits = (1..6).find_map(|second| {
                let run = play("", &more, release, second);
                let waiting = app(&run).state.waiting()?.clone();
                waiting.reason.starts_with("PostStartHookError").then_some(waiting)
            });
            let message = waits.expect("the container does not run").message;
            assert!(message.contains(words), "{release:?} {message}");
            assert!(message.contains(&format!("failed - error: {error}")), "{release:?} {message}");
            let run = play("", &more, release, 5);
            let events = event_messages(&run, "FailedPostStartHook");
            assert!(!events.is_empty(), "{release:?}");
            let hides = release.has(Feature::HookEventsHideOutput);
            assert_eq!(events[0] == "PostStartHook failed", hides, "{release:?} {events:?}");
            assert_eq!(events[0].contains(error), !hides, "{release:?} {events:?}");

            let more = format!(
                "ports: [{{name: web, containerPort: 80}}], lifecycle: {{preStop: {{{get}}}}}"
            );
            let run = play("- {t: 20, do: delete, object: pod/demo}", &more, release, 40);
            let events = event_messages(&run, "FailedPreStopHook");
            assert_eq!(events.len(), 1, "{release:?}");
            assert_eq!(events[0].contains(error), !hides, "{release:?} {events:?}");
        }
    }
}

#[test]
fn a_probe_on_a_port_name_that_the_container_does_not_have_asks_no_host() {
    for host in ["", "host: nowhere, "] {
        for kind in ["httpGet", "tcpSocket"] {
            for release in Release::ALL {
                let probe = format!("readinessProbe: {{{kind}: {{{host}port: admin}}}}");
                let run = play("", &probe, release, 30);
                assert!(!app(&run).ready, "{kind} {release:?}");
                let told = event_messages(&run, "Unhealthy");
                let words = told.iter().all(|told| {
                    told.starts_with("Readiness probe errored")
                        && told.ends_with(": strconv.Atoi: parsing \"admin\": invalid syntax")
                });
                assert!(words && !told.is_empty(), "{kind} {release:?} {told:?}");
            }
        }
    }
}

/// The place to which a redirect without a location leads answers well.
#[test]
fn a_redirect_without_a_location_is_followed() {
    let run =
        play("- {t: 10, do: http-endpoint, answer: [redirect]}", READINESS, Release::V1_28, 30);
    assert!(app(&run).ready && event_messages(&run, "Unhealthy").is_empty());
}

#[test]
fn a_tcp_port_that_answers_late_fails_a_probe() {
    let probe = "readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 5, timeoutSeconds: 1}";
    for release in Release::ALL {
        for (answer, is_ready) in [
            ("answer: [delay, 3]", false),
            ("answer: timeout", false),
            ("delay: 3", false),
            ("answer: [delay, 0.5]", true),
            ("answer: {code: 200}", true),
        ] {
            let run = play(&format!("- {{t: 10, do: tcp-endpoint, {answer}}}"), probe, release, 40);
            assert_eq!(app(&run).ready, is_ready, "{answer} {release:?}");
            let told = event_messages(&run, "Unhealthy");
            let timed_out = told.iter().any(|told| told.ends_with("dial tcp IP:80: i/o timeout"));
            assert_eq!(timed_out, !is_ready, "{answer} {told:?}");
        }
    }
}

#[test]
fn a_note_changes_nothing() {
    let plain = play("", READINESS, Release::V1_28, 30);
    let noted = play("- {t: 10, do: note, text: 'it runs well'}", READINESS, Release::V1_28, 30);
    assert_eq!(noted.sim.fingerprint(), plain.sim.fingerprint());
}
