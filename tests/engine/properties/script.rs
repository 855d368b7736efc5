//! Random Pods and random scripts, written as scenario files.

use podlab::cluster::world::{Cadence, Jitter, Settings};
use podlab::files::scenario_file::Scenario;
use podlab::rules::Feature;
use podlab::rules::release::Release;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::{self, Write};

/// A Pod, what is done to it, and how the run is made.
#[derive(Clone)]
pub struct Script {
    pub release: Release,
    seed: u64,
    cadence: Cadence,
    jitter: Jitter,
    pod: String,
    actions: Vec<(u32, String)>,
}

impl Script {
    /// The scenario file.
    pub fn text(&self) -> String {
        let jitter = match self.jitter {
            Jitter::Seeded => "seeded",
            Jitter::Middle => "middle",
            Jitter::Zero => "zero",
        };
        let mut text = "apiVersion: podlab/v1\nkind: Scenario\n".to_owned();
        let release = self.release.as_str();
        write!(
            text,
            "kubernetes: '{release}'\nseed: {}\njitter: {jitter}\nuntil: 10m\nactions:\n",
            self.seed
        )
        .unwrap();
        for (tenths, action) in &self.actions {
            writeln!(text, "- {{t: {}.{}, {action}}}", tenths / 10, tenths % 10).unwrap();
        }
        text.push_str("---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n");
        text.push_str(&self.pod);
        text
    }

    /// The settings of the run.
    pub fn settings(&self, scenario: &Scenario) -> Settings {
        Settings { cadence: self.cadence, ..scenario.settings() }
    }
}

/// What a failure prints.
impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cadence {:?}; save this as failing.yaml and replay it with\n  ", self.cadence)?;
        write!(f, "podlab run failing.yaml\n---\n{}---\n", self.text())
    }
}

/// Any script.
pub fn script() -> impl Strategy<Value = Script> {
    let releases = select(Release::ALL.to_vec());
    releases.prop_flat_map(|release| {
        let cadence = prop_oneof![4 => Just(Cadence::Real), 1 => Just(Cadence::Didactic)];
        let jitter = prop_oneof![4 => Just(Jitter::Seeded), 1 => Just(Jitter::Middle), 1 => Just(Jitter::Zero)];
        let actions = prop::collection::vec((0_u32..3000, action()), 0..12);
        (any::<u32>(), cadence, jitter, pod(release), actions).prop_map(
            move |(seed, cadence, jitter, pod, actions)| {
                Script { release, seed: u64::from(seed), cadence, jitter, pod, actions }
            },
        )
    })
}

fn pod(release: Release) -> impl Strategy<Value = String> {
    let policy = select(vec!["Always", "OnFailure", "Never"]);
    let guard =
        ", annotations: {container.apparmor.security.beta.kubernetes.io/c0: runtime/default}";
    let guard = prop_oneof![4 => Just(""), 1 => Just(guard)];
    let gate = prop::bool::weighted(0.1);
    let deadline = option::weighted(0.2, 1_u32..120);
    let grace = prop_oneof![Just(0_u32), 1_u32..40];
    let inits = prop::collection::vec(container(release, true), 0..=2);
    let apps = prop::collection::vec(container(release, false), 1..=3);
    (policy, guard, grace, deadline, gate, inits, apps).prop_map(
        |(policy, guard, grace, deadline, gate, inits, apps)| {
            let mut text = format!(
                "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p, labels: {{app: web}}{guard}}}\nspec:\n"
            );
            write!(text, "  restartPolicy: {policy}\n  terminationGracePeriodSeconds: {grace}\n")
                .unwrap();
            if let Some(seconds) = deadline {
                writeln!(text, "  activeDeadlineSeconds: {seconds}").unwrap();
            }
            if gate {
                text.push_str("  readinessGates: [{conditionType: example.com/ready}]\n");
            }
            for (list, containers, letter) in
                [("initContainers", inits, 'i'), ("containers", apps, 'c')]
            {
                if !containers.is_empty() {
                    writeln!(text, "  {list}:").unwrap();
                }
                for (index, fields) in containers.iter().enumerate() {
                    writeln!(text, "  - {{name: {letter}{index}, {fields}}}").unwrap();
                }
            }
            text
        },
    )
}

fn container(release: Release, init: bool) -> BoxedStrategy<String> {
    let image = select(vec!["'shop:1'", "'shop:2'", "nginx", "'missing:1'"]);
    let image =
        (image, select(vec!["", ", imagePullPolicy: Always", ", imagePullPolicy: IfNotPresent"]));
    let image = image.prop_map(|(image, policy)| format!("image: {image}{policy}"));
    let full = (
        image.clone(),
        option::weighted(0.3, probe("livenessProbe", 1)),
        option::weighted(0.4, probe("readinessProbe", 3)),
        option::weighted(0.2, probe("startupProbe", 1)),
        option::weighted(0.2, hook("postStart")),
        option::weighted(0.2, hook("preStop")),
    )
        .prop_map(|(image, liveness, readiness, startup, start, stop)| {
            let mut fields = vec![image];
            fields.extend([liveness, readiness, startup].into_iter().flatten());
            let hooks: Vec<String> = [start, stop].into_iter().flatten().collect();
            if !hooks.is_empty() {
                fields.push(format!("lifecycle: {{{}}}", hooks.join(", ")));
            }
            fields.join(", ")
        });
    if !init {
        return full.boxed();
    }
    if release.has(Feature::SidecarContainers) {
        let sidecar = full.prop_map(|fields| format!("restartPolicy: Always, {fields}"));
        prop_oneof![image, sidecar].boxed()
    } else {
        image.boxed()
    }
}

fn probe(name: &'static str, most_successes: u32) -> impl Strategy<Value = String> {
    let handler =
        select(vec!["exec: {command: [check]}", "httpGet: {port: 80}", "tcpSocket: {port: 80}"]);
    (handler, 0_u32..10, 1_u32..12, 1_u32..4, 1..=most_successes, 1_u32..4).prop_map(
        move |(handler, delay, period, timeout, successes, failures)| {
            format!(
                "{name}: {{{handler}, initialDelaySeconds: {delay}, periodSeconds: {period}, \
                 timeoutSeconds: {timeout}, successThreshold: {successes}, failureThreshold: {failures}}}"
            )
        },
    )
}

fn hook(name: &'static str) -> impl Strategy<Value = String> {
    select(vec![
        "exec: {command: [hook]}",
        "httpGet: {port: 80}",
        "httpGet: {port: 443, scheme: HTTPS}",
    ])
    .prop_map(move |handler| format!("{name}: {{{handler}}}"))
}

fn action() -> BoxedStrategy<String> {
    let container = || select(vec!["c0", "c1", "c2", "i0", "i1", "'*'"]);
    let seconds = || {
        prop_oneof![
            Just("-1".to_owned()),
            (0_u32..400).prop_map(|t| format!("{}.{}", t / 10, t % 10))
        ]
    };
    let life = (seconds(), select(vec![0, 1, 137]))
        .prop_map(|(run, exit)| format!("{{run: {run}, exit: {exit}}}"));
    let plan = (container(), prop::collection::vec(life, 1..3)).prop_map(|(container, lives)| {
        format!("do: runtime-rule, container: {container}, plan: [{}]", lives.join(", "))
    });
    let stop = (container(), seconds()).prop_map(|(container, after)| {
        format!("do: runtime-rule, container: {container}, stop: {{after: {after}}}")
    });
    // A postStart hook has no time limit: a Pod whose hook hangs is not gone in time. Rule P-702.
    let probe = (
        select(vec!["liveness", "readiness", "startup"]),
        select(vec!["success", "failure", "timeout", "error", "null", "0.5", "2.5", "30"]),
    );
    let hook = (
        select(vec!["postStart", "preStop"]),
        select(vec!["success", "failure", "error", "null", "0.5", "2.5", "8"]),
    );
    let answers =
        (container(), prop_oneof![probe, hook]).prop_map(|(container, (check, answer))| {
            format!("do: runtime-rule, container: {container}, answers: {{{check}: {answer}}}")
        });
    let errors =
        (select(vec!["createError", "startError", "sandboxError"]), select(vec!["broken", "''"]))
            .prop_map(|(field, error)| format!("do: runtime-rule, {field}: {error}"));
    let exit = (container(), select(vec![0, 1, 3])).prop_map(|(container, code)| {
        format!("do: container-exit, pod: p, container: {container}, code: {code}")
    });
    let delete = option::of(0_u32..20).prop_map(|grace| match grace {
        Some(grace) => format!("do: delete, object: pod/p, gracePeriodSeconds: {grace}"),
        None => "do: delete, object: pod/p".to_owned(),
    });
    let patch = select(vec![
        "{spec: {containers: [{name: c0, image: 'shop:3'}]}}",
        "{spec: {containers: [{name: c0, image: 'missing:2'}]}}",
        "{spec: {activeDeadlineSeconds: 30}}",
        "{metadata: {labels: {app: other}}}",
        "{metadata: {labels: {app: web}}}",
        "{metadata: {finalizers: [example.com/wait]}}",
        "{metadata: {finalizers: null}}",
    ])
    .prop_map(|body| format!("do: patch, object: pod/p, body: {body}"));
    let other = select(vec![
        "do: sandbox-killed, pod: p",
        "do: evict, pod: p",
        "do: create, object: pod/p",
        "do: set-condition, pod: p, type: example.com/ready, status: 'True'",
        "do: set-condition, pod: p, type: example.com/ready, status: 'False'",
        "do: http-endpoint, answer: 'connection refused'",
        "do: http-endpoint, answer: 200",
        "do: http-endpoint, answer: 503",
        "do: http-endpoint, answer: 200, scheme: HTTP",
        "do: http-endpoint, answer: 200, delay: 2",
        "do: http-endpoint, answer: 301, location: /elsewhere, delay: 50ms",
        "do: tcp-endpoint, answer: 'connection refused'",
        "do: registry, image: 'missing:*', error: 'not found', delay: 1",
        "do: registry, image: '*', delay: 8",
        "do: registry, image: 'shop:*', inspectError: broken",
        "do: image-stop-signal, image: '*', signal: SIGKILL",
        "do: image-stop-signal, image: 'shop:*', signal: SIGQUIT",
        "do: child-oom, pod: p, container: c0",
        "do: node-apparmor-off, node: node-1",
        "do: node-apparmor-off, node: node-2",
        "do: node-apparmor-on, node: node-1",
        "do: cordon, node: node-1",
        "do: uncordon, node: node-1",
        "do: node-network-cut, node: node-1",
        "do: node-network-back, node: node-1",
        "do: node-power-off, node: node-1",
        "do: node-power-on, node: node-1",
        "do: node-disk-failed, node: node-2",
        "do: node-crash, node: node-1",
        "do: delete, object: node/node-2",
        "do: drain, node: node-1, force: true",
        "do: taint, node: node-1, taint: 'maint:NoExecute'",
        "do: taint, node: node-1, taint: 'maint-'",
        "do: image, image: 'shop:1', present: true",
        "do: debug, pod: p, container: d0, image: 'shop:1'",
    ])
    .prop_map(str::to_owned);
    prop_oneof![3 => plan, 2 => stop, 3 => answers, 1 => errors, 3 => exit, 2 => delete, 2 => patch, 4 => other].boxed()
}
