//! Programs that end as the commands of their containers say. See `podlab::cluster::program`.

use podlab::api::ReadOptions;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerStatus, PodPhase};
use podlab::apiserver::columns::pod_status;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::world::{Jitter, Programs, Settings};
use podlab::files::player::Player;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::read;
use podlab::kubelet::program::{Source, source};
use podlab::sim::Sim;
use podlab::timeline::history::History;

/// Plays documents on one node, without chance.
fn play(actions: &str, documents: &str) -> Player {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: programs}}\nnodes: 1\nactions:\n\
         - {{t: 0, do: image, image: '*', present: true}}\n{actions}\n---\n{documents}\n"
    );
    let scenario = read(&text, &ReadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    scenario.play(Settings { jitter: Jitter::Zero, ..scenario.settings() })
}

/// Plays a Pod with this spec.
fn demo(actions: &str, spec: &str, seconds: u64) -> Player {
    demo_among(&[], actions, spec, seconds)
}

/// Plays a Pod with this spec, among other objects.
fn demo_among(others: &[&str], actions: &str, spec: &str, seconds: u64) -> Player {
    let pod = demo_pod(spec);
    let documents: Vec<&str> =
        std::iter::once(pod.as_str()).chain(others.iter().copied()).collect();
    let mut player = play(actions, &documents.join("\n---\n"));
    player.run_until(SimTime::from_seconds(seconds));
    player
}

fn demo_pod(spec: &str) -> String {
    format!("{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{{spec}}}}}")
}

fn pod(player: &Player) -> &Pod {
    player.sim.pod("default", "demo").expect("the Pod is there").1
}

fn status(player: &Player) -> String {
    pod_status(pod(player), player.sim.settings().release).to_string()
}

fn container<'a>(player: &'a Player, name: &str) -> &'a ContainerStatus {
    let status = &pod(player).status;
    let mut all = status.containers().iter().chain(status.init_containers());
    all.find(|status| status.name == *name).expect("a status")
}

fn ended(player: &Player, name: &str) -> (i32, String) {
    let ended = container(player, name).state.terminated().expect("it has ended");
    (ended.exit_code.0, ended.message.to_string())
}

fn app(command: &str) -> String {
    format!("containers: [{{name: app, image: app:1, command: {command}}}]")
}

#[test]
fn an_init_container_that_is_true_lets_the_app_start() {
    let spec = "initContainers: [{name: setup, image: app:1, command: ['true']}], containers: [{name: app, image: app:1}]";
    let player = demo("", spec, 20);
    assert_eq!(ended(&player, "setup").0, 0);
    assert_eq!(status(&player), "Running");
}

#[test]
fn a_program_exits_with_the_code_of_its_command() {
    let spec = app("[sh, -c, sleep 5; exit 3]") + ", restartPolicy: Never";
    assert_eq!(status(&demo("", &spec, 4)), "Running");
    let player = demo("", &spec, 20);
    assert_eq!((ended(&player, "app").0, status(&player).as_str()), (3, "Error"));
    assert_eq!(pod(&player).status.phase(), PodPhase::Failed);

    let spec = app("[sh, -c, 'echo done && sleep 2']") + ", restartPolicy: Never";
    assert_eq!(status(&demo("", &spec, 20)), "Completed");

    let player = demo("", &app("[sh, -c, exit 3]"), 120);
    assert!(backs_off(&player));
    assert!(container(&player, "app").restart_count >= 3);
}

fn backs_off(player: &Player) -> bool {
    player.sim.events().iter().any(|event| event.reason == "BackOff")
}

#[test]
fn a_write_outside_the_volumes_of_a_container_fails_as_in_its_image() {
    let spec = |more: &str| {
        format!(
            "restartPolicy: Never, volumes: [{{name: data, emptyDir: {{}}}}], containers: [{{name: app, image: 'busybox:1.37', \
             terminationMessagePolicy: FallbackToLogsOnError, command: [sh, -c, 'echo x > /data/x'], {more}}}]"
        )
    };
    let ended = |more: &str| ended(&demo("", &spec(more), 20), "app");
    let refused = |why: &str| (1, format!("sh: can't create /data/x: {why}\n"));
    assert_eq!(ended(""), refused("nonexistent directory"));
    assert_eq!(ended("volumeMounts: [{name: data, mountPath: /data}]").0, 0);
    let read_only = "volumeMounts: [{name: data, mountPath: /data, readOnly: true}]";
    assert_eq!(ended(read_only), refused("Read-only file system"));
    let root = "workingDir: /data, securityContext: {readOnlyRootFilesystem: true}";
    assert_eq!(ended(root), refused("Read-only file system"));
}

#[test]
fn a_command_that_is_no_program_cannot_be_started() {
    let waiting = |command: &str| {
        let player = demo("", &app(command), 4);
        let state = &container(&player, "app").state;
        let waiting = state.waiting().expect("it waits");
        (waiting.reason.to_string(), waiting.message.to_string())
    };
    let (reason, message) = waiting("['exit 1']");
    assert_eq!(reason, "RunContainerError");
    assert_eq!(
        message,
        "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: \
         unable to start container process: exec: \"exit 1\": executable file not found in $PATH: unknown"
    );
    let (_, message) = waiting("[/bin/sh -c x]");
    assert!(
        message.contains("exec: \"/bin/sh -c x\": stat /bin/sh -c x: no such file or directory")
    );

    let spec = app("[exit, '1']") + ", restartPolicy: Never";
    let player = demo("", &spec, 20);
    let ended = container(&player, "app").state.terminated().expect("it has ended").clone();
    assert_eq!((ended.exit_code.0, ended.reason.as_str()), (128, "StartError"));
    assert!(ended.message.contains("executable file not found"), "{}", ended.message);
    assert_eq!(pod(&player).status.phase(), PodPhase::Failed);

    for rule in ["startError: ''", "plan: [{}]"] {
        let rule = format!("- {{t: 0, do: runtime-rule, container: app, {rule}}}");
        assert_eq!(status(&demo(&rule, &app("[exit 1]"), 20)), "Running", "{rule}");
    }
}

#[test]
fn a_script_says_more_than_a_command() {
    let rule = "- {t: 0, do: runtime-rule, container: app, plan: [{run: 5, exit: 7}]}";
    let spec = app("[sh, -c, exit 3]") + ", restartPolicy: Never";
    assert_eq!(ended(&demo(rule, &spec, 20), "app").0, 7);
}

#[test]
fn a_program_that_is_not_known_runs_until_it_is_told_to_end() {
    let delete = "- {t: 100, do: delete, object: pod/demo}";
    let player = demo(delete, &app("[my-server, --port, '80']"), 99);
    assert_eq!(status(&player), "Running");
    let mut player = demo(delete, &app("[my-server]"), 99);
    player.run_until(SimTime::from_seconds(105));
    assert!(player.sim.pod("default", "demo").is_none());
}

/// When the Pod's object is gone after it was deleted at 100 seconds.
fn gone_after(spec: &str) -> u64 {
    let mut player = demo("- {t: 100, do: delete, object: pod/demo}", spec, 100);
    (100..200)
        .find(|second| {
            player.run_until(SimTime::from_seconds(*second));
            player.sim.pod("default", "demo").is_none()
        })
        .expect("the Pod goes")
        - 100
}

#[test]
fn a_shell_ignores_the_stop_signal_as_the_first_process() {
    assert!(gone_after(&app("[sleep, 1d]")) >= 30);
    assert!(gone_after(&(app("[sleep, 1d]") + ", shareProcessNamespace: true")) < 5);
    assert!(gone_after(&app("[my-server]")) < 5);
}

#[test]
fn the_termination_message_is_what_the_program_wrote_or_printed() {
    let never = ", restartPolicy: Never";
    let spec = app("[sh, -c, sleep 1 && echo Sleep expired > /dev/termination-log]") + never;
    assert_eq!(ended(&demo("", &spec, 20), "app"), (0, "Sleep expired\n".to_owned()));
    let spec = "containers: [{name: app, image: app:1, command: [sh, -c, 'echo one; sleep 1; echo two >&2; exit 1; echo three'], terminationMessagePolicy: FallbackToLogsOnError}]".to_owned() + never;
    assert_eq!(ended(&demo("", &spec, 20), "app"), (1, "one\ntwo\n".to_owned()));
}

/// The example of the task "Configure Liveness, Readiness and Startup Probes".
const LIVENESS: &str = "containers: [{name: liveness, image: 'registry.k8s.io/busybox:1.27.2', \
    args: [/bin/sh, -c, touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600], \
    livenessProbe: {exec: {command: [cat, /tmp/healthy]}, initialDelaySeconds: 5, periodSeconds: 5}}]";

fn killed_by_probe(player: &Player) -> bool {
    player
        .sim
        .events()
        .iter()
        .any(|event| event.reason == "Killing" && event.message.contains("failed liveness probe"))
}

#[test]
fn the_liveness_example_is_healthy_for_thirty_seconds() {
    let player = demo("", LIVENESS, 30);
    assert!(!player.sim.events().iter().any(|event| event.reason == "Unhealthy"));
    let player = demo("", LIVENESS, 60);
    let unhealthy = player.sim.events();
    let unhealthy = unhealthy.iter().find(|event| event.reason == "Unhealthy").expect("it fails");
    assert!(unhealthy.message.contains("cat: can't open '/tmp/healthy'"), "{}", unhealthy.message);
    assert!(killed_by_probe(&player));
    let player = demo("", LIVENESS, 120);
    assert_eq!(container(&player, "liveness").restart_count, 1);
    let rule =
        "- {t: 0, do: runtime-rule, container: liveness, exec: {cat /tmp/healthy: {code: 0}}}";
    assert!(!killed_by_probe(&demo(rule, LIVENESS, 120)), "a script's answer wins");
}

#[test]
fn commands_of_probes_and_hooks_are_read_too() {
    let probe = |command: &str| {
        format!(
            "containers: [{{name: app, image: app:1, readinessProbe: {{exec: {{command: {command}}}}}}}]"
        )
    };
    let ready = |command: &str| container(&demo("", &probe(command), 30), "app").ready;
    assert!(ready("['true']") && ready("[my-check]") && !ready("['false']"));
    assert!(!ready("[sleep, '5']"), "it takes longer than its timeout");
    let hook = "containers: [{name: app, image: app:1, lifecycle: {preStop: {exec: {command: [sh, -c, sleep 12]}}}}]";
    assert!((12..16).contains(&gone_after(hook)));
}

/// The example of the page "Init Containers".
const SERVICES: &str = "initContainers: [\
    {name: init-myservice, image: 'busybox:1.28', command: [sh, -c, 'until nslookup myservice.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do echo waiting for myservice; sleep 2; done']}, \
    {name: init-mydb, image: 'busybox:1.28', command: [sh, -c, 'until nslookup mydb.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do echo waiting for mydb; sleep 2; done']}], \
    containers: [{name: app, image: 'busybox:1.28', command: [sh, -c, 'echo The app is running! && sleep 3600']}]";

const MYSERVICE: &str =
    "{apiVersion: v1, kind: Service, metadata: {name: myservice}, spec: {ports: [{port: 80}]}}";
const MYDB: &str =
    "{apiVersion: v1, kind: Service, metadata: {name: mydb}, spec: {ports: [{port: 80}]}}";

#[test]
fn init_containers_wait_for_services_and_go_on_when_they_are_there() {
    let actions = "- {t: 60, do: create, object: service/myservice}\n\
                   - {t: 90, do: create, object: service/mydb}";
    let at = |second| status(&demo_among(&[MYSERVICE, MYDB], actions, SERVICES, second));
    assert_eq!([at(59), at(70), at(89)], ["Init:0/2", "Init:1/2", "Init:1/2"]);
    assert_eq!(at(100), "Running");
    let player = demo_among(&[MYSERVICE, MYDB], actions, SERVICES, 100);
    let ended = container(&player, "init-myservice").state.terminated().expect("it has ended");
    let finished = ended.finished_at.expect("a time").0 - Timestamp::EPOCH.0;
    assert!((60..=62).contains(&finished), "{finished}: it looks every two seconds");
    assert_eq!(status(&demo("", SERVICES, 3000)), "Init:0/2");
}

#[test]
fn a_loop_that_connects_waits_for_a_ready_pod() {
    let spec = "initContainers: [{name: wait, image: app:1, command: [sh, -c, until nc -z web 80; do sleep 1; done]}], containers: [{name: app, image: app:1}]";
    let service = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports: [{port: 80}]}}";
    let server = "{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {app: web}}, spec: {containers: [{name: web, image: app:1}]}}";
    let actions =
        "- {t: 10, do: create, object: service/web}\n- {t: 30, do: create, object: pod/web}";
    let at = |second| status(&demo_among(&[service, server], actions, spec, second));
    assert_eq!([at(29), at(40)], ["Init:0/1", "Running"]);
}

/// What becomes of a Pod whose init container waits with this condition, after 40 seconds, among these objects.
fn after_waiting(condition: &str, others: &[&str]) -> String {
    let spec = format!(
        "initContainers: [{{name: wait, image: app:1, command: [sh, -c, 'until {condition}; do sleep 1; done']}}], \
         containers: [{{name: app, image: app:1}}]"
    );
    let mut player = play("", &[&[demo_pod(&spec).as_str()], others].concat().join("\n---\n"));
    player.run_until(SimTime::from_seconds(40));
    status(&player)
}

#[test]
fn a_connection_needs_the_port_of_the_service_and_a_container_that_listens() {
    let service = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, \
        ports: [{name: http, port: 80, targetPort: 8080}, {name: named, port: 81, targetPort: web}, {name: udp, port: 53, protocol: UDP}]}}";
    let server = |container: &str| {
        format!(
            "{{apiVersion: v1, kind: Pod, metadata: {{name: web, labels: {{app: web}}}}, spec: {{containers: [{{name: web, image: app:1, {container}}}]}}}}"
        )
    };
    let (waits, runs) = ("Init:0/1", "Running");
    let table = [
        ("", "nc -z web 80", runs),
        ("", "nc -z web 8080", waits),
        ("", "nc -z web 53", waits),
        ("", "nc -z web 81", waits),
        ("", "wget -q http://web", runs),
        ("", "wget -q http://web:8080", waits),
        ("ports: [{name: web, containerPort: 8080}]", "nc -z web 80 && nc -z web 81", runs),
        ("ports: [{containerPort: 80}]", "nc -z web 80", waits),
        ("ports: [{containerPort: 8080, protocol: UDP}]", "nc -z web 80", waits),
        ("command: [sleep, 1d]", "nc -z web 80", waits),
    ];
    for (container, condition, wanted) in table {
        let found = after_waiting(condition, &[service, &server(container)]);
        assert_eq!(found, wanted, "{container} {condition}");
    }
    let headless = service.replace("spec: {", "spec: {clusterIP: None, ");
    let ports = server("ports: [{containerPort: 8080}]");
    assert_eq!(after_waiting("nc -z web 8080", &[&headless, &ports]), runs);
    assert_eq!(after_waiting("nc -z web 80", &[&headless, &ports]), waits);
}

#[test]
fn a_sidecar_answers_at_localhost() {
    let spec = |port: u16| {
        format!(
            "initContainers: [{{name: proxy, image: app:1, restartPolicy: Always, ports: [{{containerPort: 15020}}]}}, \
             {{name: wait, image: app:1, command: [sh, -c, 'until curl -s localhost:{port}; do sleep 1; done']}}], \
             containers: [{{name: app, image: app:1}}]"
        )
    };
    let url = |port| spec(port).replace("localhost", "http://localhost");
    assert_eq!(status(&demo("", &url(15020), 40)), "Running");
    assert_eq!(status(&demo("", &url(80), 40)), "Init:1/2");
}

/// What Podlab takes the command of the first init container for.
fn source_of(player: &Player) -> Source {
    let pod = pod(player);
    source(player.sim.world(), pod, &pod.spec.init_containers[0])
}

#[test]
fn a_program_that_waits_for_a_server_elsewhere_is_not_known() {
    let spec = |condition: &str| {
        format!(
            "initContainers: [{{name: wait, image: app:1, command: [sh, -c, 'until {condition}; do sleep 1; done']}}], \
             containers: [{{name: app, image: app:1}}]"
        )
    };
    let other = "{apiVersion: v1, kind: Namespace, metadata: {name: prod}}\n---\n{apiVersion: v1, kind: Service, metadata: {name: db, namespace: prod}, spec: {ports: [{port: 5432}]}}";
    let headless = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {clusterIP: None, selector: {a: b}, ports: [{port: 80}]}}";
    let is_known = |condition: &str| {
        let player = demo_among(&[other, headless], "", &spec(condition), 5);
        matches!(source_of(&player), Source::Command(_))
    };
    for condition in [
        "nslookup db",
        "nslookup db.default",
        "nslookup cache.prod",
        "nslookup web-0.web",
        "nslookup db.later.svc",
        "nslookup db.later.svc.cluster.local.",
        "nc -z localhost 80",
    ] {
        assert!(is_known(condition), "{condition}");
    }
    for condition in [
        "nslookup example.com",
        "curl https://example.com/",
        "nc -z 192.0.2.1 80",
        "nslookup localhost",
        "nslookup kubernetes.default",
        "nslookup kube-dns.kube-system.svc.cluster.local",
        "nslookup db && nslookup example.com",
    ] {
        assert!(!is_known(condition), "{condition}");
    }
}

#[test]
fn only_scripts_count_in_the_recorded_clusters() {
    let text = "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {name: programs}\nnodes: 1\n---\n\
        {apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: app:1, command: ['false']}]}}\n";
    let scenario = read(text, &ReadOptions::default()).unwrap();
    let status_with = |programs| {
        let mut player = scenario.play(Settings { programs, ..scenario.settings() });
        player.run_until(SimTime::from_seconds(20));
        (status(&player) == "Running", backs_off(&player))
    };
    assert_eq!(status_with(Programs::Scripted), (true, false));
    assert_eq!(status_with(Programs::Read), (false, true));
}

#[test]
fn a_run_file_without_the_setting_is_replayed_as_it_was_made() {
    for (programs, is_said) in [(Programs::Read, true), (Programs::Scripted, false)] {
        let start = Sim::with_nodes(Settings { programs, ..Settings::default() }, 1);
        let history = History::new(start, "default".into(), "demo".into(), Vec::new()).unwrap();
        let text = RunFile::of(&history, 1).write();
        assert_eq!(text.contains("\"programs\": \"read\""), is_said, "{text}");
        assert_eq!(RunFile::read(&text).unwrap().settings.programs, programs);
    }
}

#[test]
fn a_learner_can_end_a_program_before_its_command_does() {
    let exit = "- {t: 10, do: container-exit, pod: demo, container: app, code: 5}";
    let spec = app("[sh, -c, echo x > /dev/termination-log; sleep 60]") + ", restartPolicy: Never";
    assert_eq!(ended(&demo(exit, &spec, 20), "app"), (5, "x\n".to_owned()));
    assert_eq!(ended(&demo("", &spec, 70), "app"), (0, "x\n".to_owned()));
}
