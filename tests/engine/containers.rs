//! What becomes of containers whose node, image or programs are not as usual: known answers of the rule book.

use podlab::api::ReadOptions;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerStatus, PodPhase};
use podlab::apiserver::columns::pod_status;
use podlab::base::time::SimTime;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::Feature;
use podlab::rules::release::Release;

/// Plays a scenario of one node and one Pod until a moment, without chance.
fn play(header: &str, actions: &str, pod: &str, release: Release, second: u64) -> Player {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: containers}}\nnodes: 1\n{header}actions:\n\
         - {{t: 0, do: image, image: 'app:*', present: true}}\n{actions}\n---\n\
         {{apiVersion: v1, kind: Pod, {pod}}}\n"
    );
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(&text, &options).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let settings = Settings { release, jitter: Jitter::Zero, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(second));
    player
}

fn demo(player: &Player) -> &Pod {
    player.sim.pod("default", "demo").expect("the Pod is there").1
}

fn app(player: &Player) -> &ContainerStatus {
    let mut all = demo(player).status.containers().iter();
    all.find(|status| status.name == "app").expect("a status")
}

/// Reason and message of the container that waits.
fn waiting(player: &Player) -> (String, String) {
    let state = app(player).state.waiting().expect("it waits");
    (state.reason.to_string(), state.message.to_string())
}

/// Type, reason, message and count of the Pod's Events.
fn events(player: &Player) -> Vec<String> {
    let events = player.sim.events();
    let mine = events.iter().filter(|event| event.about == "Pod/demo");
    let words = |e: &podlab::api::core::Event| {
        format!("{} {}: {} x{}", e.kind, e.reason, e.message, e.count)
    };
    mine.map(words).collect()
}

const APP: &str = "metadata: {name: demo}, spec: {containers: [{name: app, image: 'app:1'}]}";

#[test]
fn a_runtime_that_fails_to_look_at_an_image_starts_nothing_and_is_asked_again() {
    let actions = "- {t: 0, do: registry, image: 'app:1', inspectError: broken pipe}\n\
                   - {t: 45, do: registry, image: 'app:1'}";
    let message = "Failed to inspect image \"app:1\": rpc error: code = Unknown desc = broken pipe";
    for release in Release::ALL {
        let run = play("", actions, APP, release, 44);
        assert_eq!(waiting(&run), ("ImageInspectError".to_owned(), message.to_owned()));
        assert_eq!(demo(&run).status.phase(), PodPhase::Pending);
        let told = events(&run);
        let (failed, error) = (told[1].rsplit_once(" x"), told[2].rsplit_once(" x"));
        let (failed, error) = (failed.expect("a count"), error.expect("a count"));
        assert_eq!(failed.0, format!("Warning InspectFailed: {message}"));
        assert_eq!(error, ("Warning Failed: Error: ImageInspectError", failed.1));
        // Asked again every ten seconds and a bit, without a back-off. Rule K-4.
        let before = events(&play("", actions, APP, release, 24));
        let count = |event: &str| event.rsplit(' ').next().unwrap()[1..].parse::<u32>().unwrap();
        assert_eq!(count(&told[1]) - count(&before[1]), 2, "{release:?}");
        let healed = play("", actions, APP, release, 60);
        assert!(app(&healed).state.running().is_some(), "{release:?}");
        assert!(!events(&healed).iter().any(|event| event.contains("Pulling")));
    }
}

#[test]
fn an_image_that_is_pulled_anyway_is_not_looked_at_from_1_32_on() {
    let actions = "- {t: 0, do: registry, image: 'app:1', inspectError: broken pipe}";
    let always = APP.replace("image:", "imagePullPolicy: Always, image:");
    for release in Release::ALL {
        let run = play("", actions, &always, release, 20);
        assert_eq!(
            app(&run).state.running().is_some(),
            release.has(Feature::ImagePullSkipsLook),
            "{release:?}"
        );
    }
}

const PROFILE: &str = "container.apparmor.security.beta.kubernetes.io/app: runtime/default";

/// The Pod with an annotation.
fn annotated(annotation: &str) -> String {
    APP.replace("name: demo", &format!("name: demo, annotations: {{{annotation}}}"))
}

#[test]
fn a_pod_with_a_profile_is_blocked_on_a_node_without_app_armor_and_refused_from_1_31_on() {
    let actions = "- {t: 0, do: node-apparmor-off, node: node-1}\n\
                   - {t: 95, do: node-apparmor-on, node: node-1}";
    let message = "Cannot enforce AppArmor: AppArmor is not enabled on the host";
    for release in Release::ALL {
        let run = play("", actions, &annotated(PROFILE), release, 90);
        let status = &demo(&run).status;
        assert_eq!(status.reason, "AppArmor");
        let healed = play("", actions, &annotated(PROFILE), release, 120);
        if release.has(Feature::AppArmorProfileIsAdmitted) {
            assert_eq!(status.message, ["Pod was rejected: ", message].concat().as_str());
            assert_eq!(status.phase(), PodPhase::Failed);
            assert_eq!(events(&run)[1], format!("Warning AppArmor: {message} x1"));
            assert_eq!(demo(&healed).status.phase(), PodPhase::Failed);
            continue;
        }
        assert_eq!((status.phase(), status.message.as_str()), (PodPhase::Pending, message));
        assert_eq!(waiting(&run), ("Blocked".to_owned(), String::new()), "{release:?}");
        assert_eq!(pod_status(demo(&run), release), "Blocked");
        // Nothing is told and nothing started, not even a sandbox.
        assert_eq!(events(&run).len(), 1);
        assert_eq!(status.pod_ip, "");
        // It is looked at again every ten seconds and a bit. Rule K-4.
        assert_eq!(demo(&healed).status.phase(), PodPhase::Running, "{release:?}");
    }
}

#[test]
fn only_pods_that_ask_for_a_profile_need_app_armor() {
    let off = "- {t: 0, do: node-apparmor-off, node: node-1}";
    let field = |kind: &str, of: &str| {
        let context = format!("securityContext: {{appArmorProfile: {{type: {kind}}}}}, ");
        APP.replace(of, &[&context, of].concat())
    };
    for release in Release::ALL {
        let phase = |pod: &str| demo(&play("", off, pod, release, 30)).status.phase();
        assert_eq!(phase(APP), PodPhase::Running);
        assert_eq!(
            phase(&annotated(&PROFILE.replace("runtime/default", "unconfined"))),
            PodPhase::Running
        );
        if release.has(Feature::AppArmorFields) {
            assert_eq!(phase(&field("Unconfined", "image:")), PodPhase::Running);
            assert_eq!(phase(&field("RuntimeDefault", "image:")), PodPhase::Failed);
            assert_eq!(phase(&field("RuntimeDefault", "containers:")), PodPhase::Failed);
        }
        // What runs already is left alone.
        let late = off.replace("t: 0", "t: 20");
        let run = play("", &late, &annotated(PROFILE), release, 120);
        assert_eq!(demo(&run).status.phase(), PodPhase::Running, "{release:?}");
    }
}

/// What the API server says to a Pod it does not take.
fn refusal(header: &str, pod: &str, release: Release) -> String {
    let mut run = play(header, "", pod, release, 1);
    let refusal = run.take_refusals().pop().expect("it is refused");
    refusal.error.message.to_string()
}

#[test]
fn profiles_are_checked_as_the_api_server_does() {
    let key = "metadata.annotations[container.apparmor.security.beta.kubernetes.io/";
    for release in Release::ALL {
        let said = refusal("", &annotated(&PROFILE.replace("/app:", "/other:")), release);
        let expected = format!("{key}other]: Invalid value: \"other\": container not found");
        assert!(said.ends_with(&expected), "{said}");
        let said = refusal("", &annotated(&PROFILE.replace("runtime/", "")), release);
        let expected = format!(
            "{key}app]: Invalid value: \"default\": invalid AppArmor profile name: \"default\""
        );
        assert!(said.ends_with(&expected), "{said}");
    }
    for (pod, profile, said) in [
        (APP.to_owned(), "runtime/default", "may not add AppArmor annotations"),
        (annotated(PROFILE), "unconfined", "may not remove or update AppArmor annotations"),
        (annotated(PROFILE), "null", "may not remove or update AppArmor annotations"),
    ] {
        let profile = PROFILE.replace("runtime/default", profile);
        let patch = format!(
            "- {{t: 5, do: patch, object: pod/demo, body: {{metadata: {{annotations: {{{profile}}}}}}}}}"
        );
        let mut run = play("", &patch, &pod, Release::V1_28, 10);
        let refusal = run.take_refusals().pop().expect("it is refused");
        let expected = format!("{key}app]: Forbidden: {said}");
        assert!(refusal.error.message.ends_with(&expected), "{}", refusal.error.message);
    }
    let long = format!("type: Localhost, localhostProfile: {}", "p".repeat(4096));
    for (profile, said) in [
        ("{}", "type: Required value: type is required when appArmorProfile is set"),
        (
            "type: Strict",
            "type: Unsupported value: \"Strict\": supported values: \"Localhost\", \"RuntimeDefault\", \"Unconfined\"",
        ),
        (
            "type: Localhost",
            "localhostProfile: Required value: must be set when AppArmor type is Localhost",
        ),
        (
            "type: Localhost, localhostProfile: ''",
            "localhostProfile: Required value: must be set when AppArmor type is Localhost",
        ),
        (
            "type: Localhost, localhostProfile: ' p'",
            "localhostProfile: Invalid value: \" p\": must not be padded with whitespace",
        ),
        (
            "type: Unconfined, localhostProfile: p",
            "localhostProfile: Invalid value: \"p\": can only be set when AppArmor type is Localhost",
        ),
        (long.as_str(), "localhostProfile: Too long: may not be more than 4095 bytes"),
    ] {
        let profile = profile.trim_matches(['{', '}']);
        let context = format!("securityContext: {{appArmorProfile: {{{profile}}}}}, ");
        for (of, path) in [("image:", "spec.containers[0]."), ("containers:", "spec.")] {
            let answer = refusal("", &APP.replace(of, &[&context, of].concat()), Release::Current);
            let expected = format!("is invalid: {path}securityContext.appArmorProfile.{said}");
            assert!(answer.ends_with(&expected), "{answer}");
        }
    }
}

/// The Pod with an HTTPS hook before its stop.
fn hooked(hook: &str) -> String {
    let get = "httpGet: {scheme: HTTPS, port: 8443, path: /stop}";
    APP.replace("image:", &format!("lifecycle: {{{hook}: {{{get}}}}}, image:"))
}

#[test]
fn a_hook_whose_server_has_no_tls_is_asked_again_by_http() {
    let plain = "- {t: 0, do: http-endpoint, scheme: HTTP, answer: 500}";
    let fallback = "Warning LifecycleHTTPFallback: request to HTTPS lifecycle hook 10.";
    for hook in ["postStart", "preStop"] {
        for release in Release::ALL {
            let actions = format!("{plain}\n- {{t: 20, do: delete, object: pod/demo}}");
            let told = events(&play("", &actions, &hooked(hook), release, 60));
            // Kubelets before 1.26 ask by HTTP from the start.
            let told_of: Vec<&String> = told.iter().filter(|e| e.contains("Fallback")).collect();
            assert_eq!(
                told_of.len(),
                usize::from(release.has(Feature::ConsistentHTTPGetHandlers)),
                "{release:?}: {told:?}"
            );
            assert!(!told.iter().any(|event| event.contains("Hook failed")), "{told:?}");
            let Some(event) = told_of.first() else { continue };
            assert!(event.starts_with(fallback), "{event}");
            assert!(
                event.ends_with(":8443 got HTTP response, retry with HTTP succeeded x1"),
                "{event}"
            );
        }
    }
}

#[test]
fn a_server_that_speaks_both_or_none_leads_to_no_second_try() {
    for release in Release::ALL {
        for answer in ["200", "connection refused"] {
            let actions = format!("- {{t: 0, do: http-endpoint, answer: {answer}}}");
            let told = events(&play("", &actions, &hooked("postStart"), release, 30));
            assert!(!told.iter().any(|event| event.contains("Fallback")), "{told:?}");
            let failed = told.iter().any(|event| event.contains("FailedPostStartHook"));
            assert_eq!(failed, answer != "200", "{told:?}");
            // What 1.20 says of the failure shows by which scheme it asked.
            assert_eq!(
                told.iter().any(|e| e.contains("Get \"http://")),
                failed && !release.has(Feature::HookEventsHideOutput)
            );
        }
    }
}

#[test]
fn probes_do_not_fall_back_to_http() {
    let plain = "- {t: 0, do: http-endpoint, scheme: HTTP}";
    for (scheme, phase) in [("HTTP", true), ("HTTPS", false)] {
        let probe = format!("readinessProbe: {{httpGet: {{scheme: {scheme}, port: 80}}}}, image:");
        let run = play("", plain, &APP.replace("image:", &probe), Release::Current, 30);
        assert_eq!(app(&run).ready, phase, "{scheme}");
        let told = events(&run);
        let failed = ": http: server gave HTTP response to HTTPS client";
        assert_eq!(told.iter().any(|event| event.contains(failed)), !phase, "{told:?}");
    }
}

#[test]
fn a_probe_of_a_port_that_no_container_port_names_is_an_error() {
    let error = "Readiness probe errored: strconv.Atoi: parsing \"web\": invalid syntax";
    for release in Release::ALL {
        for handler in ["httpGet: {port: web}", "tcpSocket: {port: web}"] {
            let probe = format!("readinessProbe: {{{handler}}}, image:");
            let run = play("", "", &APP.replace("image:", &probe), release, 30);
            assert!(!app(&run).ready, "{release:?} {handler}");
            let told = events(&run);
            let words = error.replace(
                "errored",
                if release.has(Feature::ProbeErrorHasUnknownResult) {
                    "errored and resulted in unknown state"
                } else {
                    "errored"
                },
            );
            assert!(told.iter().any(|event| event.contains(&words)), "{told:?}");
            let named = format!("ports: [{{name: web, containerPort: 80}}], {probe}");
            let run = play("", "", &APP.replace("image:", &named), release, 30);
            assert!(app(&run).ready, "{release:?} {handler}");
        }
    }
}

/// Seconds at which signals were sent to the container, with their names.
fn signals(player: &mut Player) -> Vec<(u64, String)> {
    let changes = player.sim.take_changes();
    let sent = changes.iter().filter_map(|change| match &change.fact {
        Fact::Signal { container, signal, .. } if *container == "app" => {
            Some((change.time.0 / 1000, signal.to_string()))
        }
        _ => None,
    });
    sent.collect()
}

fn sent(all: &[(u64, &str)]) -> Vec<(u64, String)> {
    all.iter().map(|(at, signal)| (*at, (*signal).to_owned())).collect()
}

const GATE: &str = "featureGates: {ContainerStopSignals: true}\n";
/// The Pod with a stop signal of its container's own.
const USR1: &str = "metadata: {name: demo}, spec: {os: {name: linux}, containers: [{name: app, image: 'app:1', lifecycle: {stopSignal: SIGUSR1}}]}";

#[test]
fn an_image_says_by_which_signal_its_containers_stop() {
    let stop = "- {t: 0, do: image-stop-signal, image: 'app:*', signal: SIGQUIT}\n\
                - {t: 20, do: delete, object: pod/demo}";
    for release in Release::ALL {
        let mut run = play("", stop, APP, release, 90);
        assert_eq!(signals(&mut run), sent(&[(20, "SIGQUIT")]), "{release:?}");
        // A program that knows other signals only is killed when its time is over.
        let knows = "- {t: 0, do: runtime-rule, stop: {after: 1, signals: [SIGTERM, SIGINT]}}\n";
        let mut run = play("", &[knows, stop].concat(), APP, release, 90);
        assert_eq!(signals(&mut run), sent(&[(20, "SIGQUIT"), (50, "SIGKILL")]), "{release:?}");
        let knows = knows.replace("SIGINT", "SIGQUIT");
        let mut run = play("", &[&knows, stop].concat(), APP, release, 90);
        assert_eq!(signals(&mut run), sent(&[(20, "SIGQUIT")]), "{release:?}");
    }
}

#[test]
fn sigkill_as_stop_signal_ends_a_program_at_once() {
    let stop = "- {t: 0, do: image-stop-signal, image: 'app:1', signal: SIGKILL}\n\
                - {t: 0, do: runtime-rule, stop: {after: -1}}\n\
                - {t: 20, do: patch, object: pod/demo, body: {spec: {containers: [{name: app, image: 'app:2'}]}}}";
    let mut run = play("", stop, APP, Release::V1_28, 40);
    assert_eq!(signals(&mut run), sent(&[(20, "SIGKILL")]));
    let end = app(&run).last_state.terminated().expect("an end").clone();
    assert_eq!((end.exit_code.0, end.reason.as_str()), (137, "Error"));
    assert!(app(&run).state.running().is_some());
}

#[test]
fn a_stop_signal_of_a_container_counts_only_if_that_is_switched_on() {
    let stop = "- {t: 0, do: image-stop-signal, image: 'app:*', signal: SIGQUIT}\n\
                - {t: 20, do: delete, object: pod/demo}";
    let release = Release::Current;
    let shown = |header: &str, pod: &str| {
        let run = play(header, stop, pod, release, 10);
        let kept = demo(&run).spec.containers[0].lifecycle.is_some();
        (kept, app(&run).stop_signal.to_string())
    };
    assert_eq!(shown(GATE, USR1), (true, "SIGUSR1".to_owned()));
    assert_eq!(shown(GATE, APP), (false, "SIGQUIT".to_owned()));
    // The API server drops the field, and what was around it.
    assert_eq!(shown("", USR1), (false, String::new()));
    let of = |header: &str| signals(&mut play(header, stop, USR1, release, 60));
    assert_eq!((of(GATE), of("")), (sent(&[(20, "SIGUSR1")]), sent(&[(20, "SIGQUIT")])));
    let plain = play(GATE, "", APP, release, 10);
    assert_eq!(app(&plain).stop_signal, "SIGTERM");
    // 1.28 knows neither the field nor the gate.
    let mut old = play(GATE, stop, APP, Release::V1_28, 60);
    assert_eq!(signals(&mut old), sent(&[(20, "SIGQUIT")]));
    // A Pod that keeps its signal can still be patched.
    let patch = "- {t: 20, do: patch, object: pod/demo, body: {metadata: {labels: {a: b}}}}";
    let mut run = play(GATE, patch, USR1, release, 30);
    assert!(run.take_refusals().is_empty());
}

#[test]
fn stop_signals_are_checked_as_the_api_server_does() {
    let field = "spec.containers[0].lifecycle.stopSignal";
    let said = refusal(GATE, &USR1.replace("os: {name: linux}, ", ""), Release::Current);
    let detail = "Forbidden: may not be set for containers with empty `spec.os.name`";
    assert!(said.ends_with(&format!("{field}: {detail}")), "{said}");
    let said = refusal(GATE, &USR1.replace("linux", "windows"), Release::Current);
    let detail = "Unsupported value: \"SIGUSR1\": supported values: \"SIGKILL\", \"SIGTERM\"";
    assert!(said.ends_with(&format!("{field}: {detail}")), "{said}");
    let said = refusal(GATE, &USR1.replace("SIGUSR1", "SIGNONE"), Release::Current);
    assert!(said.contains("\"SIGNONE\": supported values: \"SIGABRT\", \"SIGALRM\", "), "{said}");
    assert!(said.ends_with("\"SIGXCPU\", \"SIGXFSZ\""), "{said}");
}

#[test]
fn a_child_process_out_of_memory_takes_its_container_along_or_not() {
    let oom = "- {t: 20, do: child-oom, pod: demo, container: app}";
    let (single, old) = ("singleProcessOOMKill: true\n", "cgroupV1: true\n");
    for release in Release::ALL {
        for (header, dies) in [
            ("", release.has(Feature::ContainerOomGroupKill)),
            (
                single,
                release.has(Feature::ContainerOomGroupKill)
                    && !release.has(Feature::SingleProcessOomKill),
            ),
            (old, false),
            ("singleProcessOOMKill: false\n", release.has(Feature::ContainerOomGroupKill)),
        ] {
            let run = play(header, oom, APP, release, 40);
            let status = app(&run);
            assert!(status.state.running().is_some(), "{release:?} {header}");
            assert_eq!(status.restart_count, i64::from(dies), "{release:?} {header}");
            let end = status.last_state.terminated();
            let end = end.map(|end| (end.exit_code.0, end.reason.to_string()));
            assert_eq!(end, dies.then(|| (137, "OOMKilled".to_owned())), "{release:?} {header}");
            // No Event tells of it. Rule P-132.
            assert!(!events(&run).iter().any(|event| event.contains("OOM")), "{release:?}");
        }
    }
}

#[test]
fn a_container_that_survived_ends_with_the_reason_of_its_child() {
    let oom = "- {t: 20, do: child-oom, pod: demo, container: app}\n\
               - {t: 30, do: container-exit, pod: demo, container: app, code: 0}";
    let pod = APP.replace("containers:", "restartPolicy: Never, containers:");
    let run = play("", oom, &pod, Release::V1_20, 40);
    let end = app(&run).state.terminated().expect("it ended");
    assert_eq!((end.exit_code.0, end.reason.as_str()), (0, "OOMKilled"));
    assert_eq!(demo(&run).status.phase(), PodPhase::Succeeded);
    let mut late = play("", &oom.replace("t: 20", "t: 35"), &pod, Release::V1_20, 40);
    let refusal = late.take_refusals().pop().expect("nothing runs any more");
    assert_eq!(refusal.error.message, "container app is not running");
}

/// The message of the ended container of a Pod that is not started again.
fn message_left(plan: &str, more: &str) -> String {
    let actions =
        format!("- {{t: 0, do: runtime-rule, container: app, plan: [{{run: 1, {plan}}}]}}");
    let pod = format!(
        "metadata: {{name: demo}}, spec: {{restartPolicy: Never, containers: [{{name: app, image: 'app:1'{more}}}]}}"
    );
    let player = play("", &actions, &pod, Release::Current, 10);
    app(&player).state.terminated().expect("it ended").message.to_string()
}

#[test]
fn of_a_long_termination_message_the_end_is_kept() {
    let long = format!("{}end", "é".repeat(3000));
    let left = message_left(&format!("exit: 1, message: {long}"), "");
    assert_eq!(left.len(), 4095, "whole letters only");
    assert!(left.ends_with("ééend"));
    assert_eq!(message_left("exit: 1, message: short", ""), "short");
}

#[test]
fn all_containers_of_a_pod_share_what_their_messages_may_hold() {
    let containers: Vec<String> =
        (0..11).map(|i| format!(", {{name: c{i}, image: 'app:1'}}")).collect();
    let long = "x".repeat(4000);
    let more = format!("}}{}", containers.concat());
    let left = message_left(&format!("exit: 1, message: {long}"), more.trim_end_matches('}'));
    assert_eq!(left.len(), 12 * 1024 / 12);
}

#[test]
fn the_end_of_the_log_stands_in_for_a_message_when_a_container_fails() {
    let falls_back = ", terminationMessagePolicy: FallbackToLogsOnError";
    assert_eq!(message_left("exit: 1, log: out of luck", falls_back), "out of luck");
    assert_eq!(message_left("exit: 1, log: out of luck", ""), "");
    assert_eq!(message_left("exit: 0, log: all is well", falls_back), "");
    assert_eq!(message_left("exit: 1, message: mine, log: other", falls_back), "mine");
    let lines: String = (1..=100).map(|line| format!("{line}\\n")).collect();
    let left = message_left(&format!("exit: 1, log: \"{lines}\""), falls_back);
    assert_eq!((left.lines().count(), left.lines().next()), (80, Some("21")));
}

#[test]
fn a_probe_keeps_ten_kibibytes_of_what_its_command_prints() {
    let long = "z".repeat(20_000);
    let actions = format!(
        "- {{t: 0, do: runtime-rule, container: app, exec: {{check: {{code: 1, out: {long}}}}}}}"
    );
    let pod = "metadata: {name: demo}, spec: {containers: [{name: app, image: 'app:1', readinessProbe: {exec: {command: [check]}}}]}";
    let player = play("", &actions, pod, Release::Current, 30);
    let all = events(&player);
    let told =
        all.iter().find(|event| event.contains("Readiness probe failed")).expect("it failed");
    assert_eq!(told.matches('z').count(), 10 * 1024);
}

/// Rules K-15, P-607: three attempts at once, one Event.
#[test]
fn a_probe_that_cannot_be_run_is_tried_three_times_before_it_is_told() {
    let pod = "metadata: {name: demo}, spec: {containers: [{name: app, image: 'app:1',
      readinessProbe: {exec: {command: [check]}, periodSeconds: 60, timeoutSeconds: 5}}]}";
    for release in Release::ALL {
        let told_at = |delay: u64| {
            let actions = format!(
                "- {{t: 0, do: runtime-rule, container: app, exec: {{check: {{error: broken, delay: {delay}}}}}}}"
            );
            let is_told = |second: &u64| {
                let player = play("", &actions, pod, release, *second);
                let all = events(&player);
                let mut told = all.iter().filter(|event| event.contains("Readiness probe errored"));
                told.next().is_some_and(|event| event.ends_with("x1"))
            };
            (1..200).find(is_told).expect("it is told")
        };
        assert_eq!(told_at(2) - told_at(0), 6, "{release:?}");
    }
}

/// Rule P-622: a readiness probe that finds its container ended, before the kubelet has looked at it, is an error and no
/// failure. The recorded clusters of 1.20 and 1.28 say so in these words (C-ready-while-terminating, F-sts-canary).
#[test]
fn a_readiness_probe_on_a_container_that_has_exited_tells_an_error() {
    let pod = "metadata: {name: demo}, spec: {restartPolicy: Never, containers: [{name: app, image: 'app:1', \
               readinessProbe: {periodSeconds: 1, exec: {command: [probe, ready]}}}]}";
    let error = "rpc error: code = Unknown desc = failed to exec in container: container is in CONTAINER_EXITED state";
    for (release, words) in [
        (Release::V1_20, "Readiness probe errored: "),
        (Release::V1_28, "Readiness probe errored: "),
        (Release::Current, "Readiness probe errored and resulted in unknown state: "),
    ] {
        let mut told = Vec::new();
        for tenth in 50..60 {
            let rule = format!(
                "- {{t: 0, do: runtime-rule, plan: [{{run: {}.{}, exit: 0}}]}}",
                tenth / 10,
                tenth % 10
            );
            let player = play("", &rule, pod, release, 20);
            let events = events(&player).into_iter().filter(|event| event.contains("probe"));
            told.extend(events);
        }
        assert!(!told.is_empty(), "{release:?}: no probe came between the end and the look");
        let wanted = format!("Warning Unhealthy: {words}{error} x1");
        assert!(told.iter().all(|event| *event == wanted), "{release:?}: {told:?}");
    }
}
