//! Affinity and topology spread constraints: what the API server refuses, and what the scheduler does. Rules P-902, K-31.

use crate::common::node_cluster::*;
use podlab::api::{ObjectRef, ReadOptions, read};
use podlab::apiserver::request::Server;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::manifest::yaml;
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

fn manifest(name: &str, labels: &str, spec: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, labels: {{{labels}}}}}, \
         spec: {{{spec}, containers: [{{name: app, image: 'app:v1'}}]}}}}"
    )
}

/// What the API server finds wrong with the spec of a Pod that has the label `app: web`.
fn refused(release: Release, spec: &str) -> Vec<String> {
    let text = manifest("web", "app: web", spec);
    let node = yaml::parse(&text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}")).remove(0);
    let server = Server { release, ..Server::default() };
    match server.create(node) {
        Ok(_) => Vec::new(),
        Err(error) => error.causes.iter().map(ToString::to_string).collect(),
    }
}

fn check(spec: &str, wrong: &[&str]) {
    for release in Release::ALL {
        assert_eq!(refused(release, spec), wrong, "{release:?} {spec}");
    }
}

fn node_affinity(required: &str, preferred: &str) -> String {
    format!("affinity: {{nodeAffinity: {{{REQUIRED}: {required}, {PREFERRED}: {preferred}}}}}")
}

fn pod_affinity(required: &str) -> String {
    format!("affinity: {{podAffinity: {{{REQUIRED}: [{required}]}}}}")
}

fn pod_anti_affinity(required: &str) -> String {
    format!("affinity: {{podAntiAffinity: {{{REQUIRED}: [{required}]}}}}")
}

fn spread(constraint: &str) -> String {
    format!("topologySpreadConstraints: [{constraint}]")
}

/// A constraint about zones with more in it.
fn zones_with(more: &str) -> String {
    spread(&format!(
        "{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {{matchLabels: {{app: web}}}}, {more}}}"
    ))
}

const EMPTY_KEY: [&str; 2] = [
    "Invalid value: \"\": name part must be non-empty",
    "Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
];

#[test]
fn a_spread_constraint_needs_a_skew_a_key_and_what_happens_otherwise() {
    check(
        &spread("{}"),
        &[
            "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
            "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
            "spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"",
        ],
    );
    check(
        &spread("{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Never}"),
        &[
            "spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"Never\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"",
        ],
    );
}

#[test]
fn two_spread_constraints_must_differ_in_key_or_action() {
    let one = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}";
    let anyway = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}";
    check(&spread(&format!("{one}, {anyway}")), &[]);
    check(
        &spread(&format!("{one}, {anyway}, {one}")),
        &[
            "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{zone, DoNotSchedule}\"",
        ],
    );
}

#[test]
fn fields_of_spread_constraints_are_checked_from_the_release_that_has_them() {
    let zone = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, minDomains: 0}";
    let policies = "nodeAffinityPolicy: Maybe, nodeTaintsPolicy: ''";
    for release in Release::ALL {
        let domains = refused(release, &spread(zone));
        let policies = refused(release, &zones_with(policies));
        let keys = refused(release, &zones_with("matchLabelKeys: [app, 'a b']"));
        if !release.has(Feature::MinDomainsInPodTopologySpread) {
            assert!(domains.is_empty() && policies.is_empty() && keys.is_empty(), "{release:?}");
            continue;
        }
        assert_eq!(
            domains,
            [
                "spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: must be greater than zero",
                "spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
            ]
        );
        assert_eq!(
            policies,
            [
                "spec.topologySpreadConstraints[0].nodeAffinityPolicy: Unsupported value: \"Maybe\": supported values: \"Honor\", \"Ignore\"",
                "spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: \"\": supported values: \"Honor\", \"Ignore\"",
            ]
        );
        let both = "Invalid value: \"app\": exists in both matchLabelKeys and labelSelector";
        let bad = "spec.topologySpreadConstraints[0].matchLabelKeys[1]: Invalid value: \"a b\": name part must consist of";
        let merges = release.has(Feature::MatchLabelKeysInPodTopologySpreadSelectorMerge);
        let (first, second) = if merges { (&keys[1], &keys[0]) } else { (&keys[0], &keys[1]) };
        let path = if merges { "[0]" } else { ".matchLabelKeys[0]" };
        assert_eq!(*first, format!("spec.topologySpreadConstraints[0]{path}: {both}"));
        assert!(second.starts_with(bad), "{second}");
        let alone = spread(
            "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, matchLabelKeys: [app]}",
        );
        assert_eq!(
            refused(release, &alone),
            [
                "spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"
            ]
        );
    }
}

#[test]
fn node_affinity_needs_terms_that_can_hold() {
    check(
        &node_affinity("{nodeSelectorTerms: []}", "[]"),
        &[&format!(
            "spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms: Required value: must have at least one node selector term"
        )],
    );
    check(&node_affinity("{nodeSelectorTerms: [{}]}", "[]"), &[]);
    let term = "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}, {key: b, operator: Exists, values: [x]}, \
                {key: c, operator: Gt, values: []}, {key: d, operator: Near}, {key: e}], \
                matchFields: [{key: metadata.name, operator: In, values: [a, b]}, {key: spec.nodeName, operator: Exists}]}]}";
    let path = format!("spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[0]");
    check(
        &node_affinity(term, "[]"),
        &[
            &format!(
                "{path}.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"
            ),
            &format!(
                "{path}.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            ),
            &format!(
                "{path}.matchExpressions[2].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'"
            ),
            &format!(
                "{path}.matchExpressions[3].operator: Invalid value: \"Near\": not a valid selector operator"
            ),
            &format!(
                "{path}.matchExpressions[4].operator: Invalid value: \"\": not a valid selector operator"
            ),
            &format!(
                "{path}.matchFields[0].values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
            ),
            &format!(
                "{path}.matchFields[1].operator: Invalid value: \"Exists\": not a valid selector operator"
            ),
            &format!(
                "{path}.matchFields[1].key: Invalid value: \"spec.nodeName\": not a valid field selector key"
            ),
        ],
    );
}

#[test]
fn weights_are_from_1_to_100() {
    let preference = "preference: {matchExpressions: [{key: a, operator: Exists}]}";
    let preferred = format!(
        "[{{weight: 0, {preference}}}, {{weight: 100, {preference}}}, {{weight: 101, {preference}}}]"
    );
    let path = format!("spec.affinity.nodeAffinity.{PREFERRED}");
    check(
        &node_affinity("null", &preferred),
        &[
            &format!("{path}[0].weight: Invalid value: 0: must be in the range 1-100"),
            &format!("{path}[2].weight: Invalid value: 101: must be in the range 1-100"),
        ],
    );
    let spec = format!(
        "affinity: {{podAntiAffinity: {{{PREFERRED}: [{{podAffinityTerm: {{topologyKey: zone}}}}]}}}}"
    );
    let path = format!("spec.affinity.podAntiAffinity.{PREFERRED}[0].weight");
    check(&spec, &[&format!("{path}: Invalid value: 0: must be in the range 1-100")]);
}

#[test]
fn a_term_about_pods_needs_a_topology_key() {
    let path = format!("spec.affinity.podAffinity.{REQUIRED}[0]");
    check(
        &pod_affinity("{}"),
        &[
            &format!("{path}.topologyKey: Required value: can not be empty"),
            &format!("{path}.topologyKey: {}", EMPTY_KEY[0]),
            &format!("{path}.topologyKey: {}", EMPTY_KEY[1]),
        ],
    );
    let words = refused(Release::Current, &pod_affinity("{topologyKey: zone, namespaces: [A]}"));
    assert!(words[0].starts_with(&format!("{path}.namespace: Invalid value: \"A\"")), "{words:?}");
}

#[test]
fn the_selector_of_a_term_about_pods_is_checked() {
    let expressions = "[{key: app, operator: In}, {key: tier, operator: Some, values: [a b]}]";
    let spec = pod_affinity(&format!(
        "{{topologyKey: zone, labelSelector: {{matchExpressions: {expressions}}}}}"
    ));
    for release in Release::ALL {
        let named = release.has(Feature::PodAffinityNamespaceSelector);
        let field = if named { "labelSelector" } else { "matchExpressions" };
        let path = format!("spec.affinity.podAffinity.{REQUIRED}[0].{field}.matchExpressions");
        let found = refused(release, &spec);
        let values = "must be specified when `operator` is 'In' or 'NotIn'";
        assert_eq!(found[0], format!("{path}[0].values: Required value: {values}"));
        let operator = "Invalid value: \"Some\": not a valid selector operator";
        assert_eq!(found[1], format!("{path}[1].operator: {operator}"));
        let is_checked = release.has(Feature::SelectorValuesAreLabels);
        assert_eq!(found.len(), if is_checked { 3 } else { 2 }, "{found:?}");
        if is_checked {
            let start = format!("{path}[1].values[0]: Invalid value: \"a b\": a valid label must");
            assert!(found[2].starts_with(&start), "{found:?}");
        }
    }
}

#[test]
fn keys_of_labels_in_pod_affinity_are_checked_and_added_to_the_selector() {
    let keys = |keys: &str| {
        pod_affinity(&format!(
            "{{topologyKey: zone, labelSelector: {{matchLabels: {{tier: web}}}}, {keys}}}"
        ))
    };
    let path = format!("spec.affinity.podAffinity.{REQUIRED}[0]");
    for release in Release::ALL {
        let has_keys = release.has(Feature::MatchLabelKeysInPodAffinity);
        let both = refused(release, &keys("matchLabelKeys: [app], mismatchLabelKeys: [app]"));
        let alone = refused(release, &pod_affinity("{topologyKey: zone, matchLabelKeys: [app]}"));
        let again = refused(
            release,
            &pod_affinity(
                "{topologyKey: zone, labelSelector: {matchLabels: {app: web}}, matchLabelKeys: [app]}",
            ),
        );
        if !has_keys {
            assert!(both.is_empty() && alone.is_empty() && again.is_empty(), "{release:?}");
            continue;
        }
        let words = "\"app\": exists in both matchLabelKeys and mismatchLabelKeys";
        assert!(both.contains(&format!("{path}.matchLabelKeys[0]: Invalid value: {words}")));
        let words = "must not be specified when labelSelector is not set";
        assert_eq!(alone, [format!("{path}.matchLabelKeys: Forbidden: {words}")]);
        let words = "\"app\": exists in both matchLabelKeys and labelSelector";
        assert_eq!(again, [format!("{path}[0]: Invalid value: {words}")]);

        let mut sim = zones(release);
        create(
            &mut sim,
            &manifest(
                "web",
                "app: web, version: v2",
                &keys("matchLabelKeys: [app, none], mismatchLabelKeys: [version]"),
            ),
        );
        let (_, pod) = sim.pod("default", "web").expect("it is there");
        let affinity =
            pod.spec.affinity.as_ref().and_then(|affinity| affinity.pod_affinity.as_ref());
        let selector = affinity.unwrap().required[0].label_selector.clone().unwrap();
        let added: Vec<String> = selector
            .match_expressions
            .iter()
            .map(|r| format!("{} {} {}", r.key, r.operator.unwrap().as_str(), r.values.join(",")))
            .collect();
        assert_eq!(added, ["app In web", "version NotIn v2"]);
    }
}

#[test]
fn a_misspelt_field_of_affinity_is_reported_with_a_guess() {
    for (spec, name, guess) in [
        (pod_affinity("{topologyKeys: zone}"), "topologyKeys", "topologyKey"),
        (zones_with("maxSkews: 1"), "maxSkews", "maxSkew"),
        (node_affinity("{nodeSelectorTerm: []}", "[]"), "nodeSelectorTerm", "nodeSelectorTerms"),
    ] {
        let found = read(&manifest("web", "app: web", &spec), &ReadOptions::default()).unwrap_err();
        assert_eq!(found[0].message.to_string(), format!("unknown field \"{name}\""));
        assert!(found[0].to_string().contains(guess), "{}", found[0]);
    }
}

#[test]
fn the_affinity_of_a_volume_names_nodes() {
    let volume = |affinity: &str| {
        let text = format!(
            "{{apiVersion: v1, kind: PersistentVolume, metadata: {{name: disk}}, spec: {{accessModes: [ReadWriteOnce], \
             capacity: {{storage: 1Gi}}, local: {{path: /disk}}, nodeAffinity: {affinity}}}}}"
        );
        let node = yaml::parse(&text).unwrap().remove(0);
        let answer = Server::default().create(node);
        answer.map_or_else(
            |error| error.causes.iter().map(ToString::to_string).collect(),
            |_| Vec::new(),
        )
    };
    let words =
        "spec.nodeAffinity.required: Required value: must specify required node constraints";
    assert_eq!(volume("{}"), [words]);
    let words = "spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term";
    assert_eq!(volume("{required: {}}"), [words]);
}

/// Three nodes, of which the first two are in zone a and the third is in zone b. The fourth is in none.
fn zones(release: Release) -> Sim {
    let mut sim = cluster(release, 4, &[]);
    for (node, zone) in [("node-1", "a"), ("node-2", "a"), ("node-3", "b")] {
        let label = Command::label_node(node, "zone", Some(zone.into()));
        sim.apply(label).expect("it is there");
    }
    sim
}

fn node_of(sim: &Sim, namespace: &str, name: &str) -> String {
    sim.pod(namespace, name).expect("it is there").1.spec.node_name.to_string()
}

fn wait(sim: &mut Sim, seconds: u64) {
    let now = sim.now().0 / 1000;
    at(sim, now + seconds);
}

fn label_pod(sim: &mut Sim, name: &'static str, labels: &str) {
    let object = ObjectRef::pod(NAMESPACE, Text::Static(name));
    let patch = yaml::parse(&format!("{{metadata: {{labels: {{{labels}}}}}}}")).unwrap().remove(0);
    sim.apply(Command::patch(object, patch)).unwrap_or_else(|error| panic!("{}", error.message));
}

const NEAR_CACHE: &str = "{topologyKey: zone, labelSelector: {matchLabels: {app: cache}}}";

#[test]
fn a_placed_pod_that_gets_the_label_wakes_those_that_must_be_near_it() {
    for release in Release::ALL {
        let mut sim = zones(release);
        create(&mut sim, &manifest("db", "app: db", "nodeSelector: {zone: b}"));
        create(&mut sim, &manifest("web", "app: web", &pod_affinity(NEAR_CACHE)));
        wait(&mut sim, 5);
        assert_eq!(node_of(&sim, "default", "web"), "", "{release:?}");
        label_pod(&mut sim, "db", "app: cache");
        wait(&mut sim, 10);
        assert_eq!(node_of(&sim, "default", "web"), "node-3", "{release:?}");
    }
}

/// Older schedulers look only for Pods that must be near the changed one. The others wait for the next round.
#[test]
fn a_placed_pod_that_loses_the_label_wakes_those_that_must_be_away_from_it() {
    let away = "{topologyKey: zone, labelSelector: {matchLabels: {app: cache}}}";
    for release in Release::ALL {
        let mut sim = zones(release);
        create(&mut sim, &manifest("cache", "app: cache", "nodeSelector: {zone: b}"));
        let spec = format!("nodeSelector: {{zone: b}}, {}", pod_anti_affinity(away));
        create(&mut sim, &manifest("web", "app: web", &spec));
        wait(&mut sim, 5);
        assert_eq!(node_of(&sim, "default", "web"), "", "{release:?}");
        label_pod(&mut sim, "cache", "app: db");
        wait(&mut sim, 10);
        let is_woken = release.has(Feature::SchedulerQueueingHints);
        assert_eq!(node_of(&sim, "default", "web") == "node-3", is_woken, "{release:?}");
        wait(&mut sim, if release.has(Feature::UnschedulableForFiveMinutes) { 300 } else { 90 });
        assert_eq!(node_of(&sim, "default", "web"), "node-3", "{release:?}");
    }
}

#[test]
fn a_placed_pod_with_other_labels_wakes_those_whose_spread_it_concerns() {
    let mut sim = zones(Release::Current);
    for name in ["a", "b"] {
        create(&mut sim, &manifest(name, "app: web", "nodeSelector: {zone: a}"));
    }
    create(
        &mut sim,
        &manifest(
            "c",
            "app: web",
            &format!("nodeSelector: {{zone: a}}, {}", zones_with("nodeAffinityPolicy: Ignore")),
        ),
    );
    wait(&mut sim, 5);
    assert_eq!(node_of(&sim, "default", "c"), "");
    label_pod(&mut sim, "a", "app: db");
    wait(&mut sim, 5);
    assert_eq!(node_of(&sim, "default", "c"), "", "one more than in zone b already");
    label_pod(&mut sim, "b", "app: db");
    wait(&mut sim, 5);
    assert_ne!(node_of(&sim, "default", "c"), "");
}

#[test]
fn a_waiting_pod_with_other_labels_is_tried_again() {
    for release in Release::ALL {
        let mut sim = zones(release);
        create(
            &mut sim,
            &manifest(
                "guard",
                "app: guard",
                &format!(
                    "nodeSelector: {{zone: b}}, {}",
                    pod_anti_affinity(
                        "{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}"
                    )
                ),
            ),
        );
        wait(&mut sim, 5);
        create(
            &mut sim,
            &manifest(
                "web",
                "app: web",
                &format!(
                    "nodeSelector: {{zone: b}}, {}",
                    pod_affinity("{topologyKey: zone, labelSelector: {matchLabels: {app: guard}}}")
                ),
            ),
        );
        wait(&mut sim, 5);
        assert_eq!(node_of(&sim, "default", "web"), "", "{release:?}");
        label_pod(&mut sim, "web", "app: api");
        wait(&mut sim, 10);
        assert_eq!(node_of(&sim, "default", "web"), "node-3", "{release:?}");
    }
}

#[test]
fn a_namespace_selector_selects_by_the_labels_of_namespaces() {
    let term = |selector: &str| {
        pod_affinity(&format!(
            "{{topologyKey: zone, labelSelector: {{matchLabels: {{app: cache}}}}, namespaceSelector: {selector}}}"
        ))
    };
    for release in [Release::V1_28, Release::Current] {
        let mut sim = zones(release);
        create(
            &mut sim,
            "{apiVersion: v1, kind: Namespace, metadata: {name: data, labels: {team: blue}}}",
        );
        let cache = manifest("cache", "app: cache", "nodeSelector: {zone: b}");
        create(&mut sim, &cache.replace("name: cache,", "name: cache, namespace: data,"));
        wait(&mut sim, 5);
        for (name, selector, fits) in [
            ("own", "null", false),
            ("every", "{}", true),
            ("team", "{matchLabels: {team: blue}}", true),
            ("other", "{matchLabels: {team: red}}", false),
            ("named", "{matchLabels: {kubernetes.io/metadata.name: data}}", true),
        ] {
            create(&mut sim, &manifest(name, "app: web", &term(selector)));
            wait(&mut sim, 5);
            let is_placed = node_of(&sim, "default", name) == "node-3";
            assert_eq!(is_placed, fits, "{name} {release:?}");
        }
        let printed = sim.kubectl(&NAMESPACE, "get namespace data -o yaml").out;
        assert!(printed.contains("kubernetes.io/metadata.name: data"), "{printed}");
    }
}

#[test]
fn running_pods_prefer_the_new_one_near_them_or_away_from_them() {
    let term = |part: &str| {
        format!(
            "nodeSelector: {{zone: b}}, affinity: {{{part}: {{{PREFERRED}: [{{weight: 50, podAffinityTerm: {{topologyKey: zone, labelSelector: {{matchLabels: {{app: web}}}}}}}}]}}}}"
        )
    };
    for release in Release::ALL {
        for (part, near) in [("podAffinity", true), ("podAntiAffinity", false)] {
            let mut sim = zones(release);
            create(&mut sim, &manifest("first", "app: first", &term(part)));
            wait(&mut sim, 5);
            create(&mut sim, &manifest("web", "app: web", "nodeSelector: null"));
            wait(&mut sim, 5);
            assert_eq!(node_of(&sim, "default", "web") == "node-3", near, "{part} {release:?}");
        }
    }
}

/// Pods of another group do not make a node worse than one with Pods of its own group. Older schedulers leave out nodes
/// without a zone, and then only the emptiest node counts.
#[test]
fn the_pods_of_a_workload_are_spread_over_hosts_by_default() {
    for release in Release::ALL {
        for has_zones in [false, true] {
            let mut sim = cluster(release, 2, &[]);
            for node in ["node-1", "node-2"].into_iter().filter(|_| has_zones) {
                let zone = Some("a".into());
                sim.apply(Command::label_node(node, "topology.kubernetes.io/zone", zone))
                    .expect("it is there");
            }
            for name in ["one", "two", "three"] {
                create(&mut sim, &manifest(name, "app: other", "nodeName: node-1"));
            }
            create(
                &mut sim,
                "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {replicas: 2, serviceName: web, \
                 podManagementPolicy: Parallel, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, \
                 spec: {containers: [{name: app, image: 'app:v1'}]}}}}",
            );
            wait(&mut sim, 10);
            let nodes = ["web-0", "web-1"].map(|name| node_of(&sim, "default", name));
            let is_spread = has_zones || release.has(Feature::DefaultSpreadWithoutZones);
            assert_eq!(nodes[0] != nodes[1], is_spread, "{release:?} {has_zones} {nodes:?}");
        }
    }
}

#[test]
fn a_node_with_a_taint_that_only_asks_is_the_last_choice() {
    let mut sim = cluster(Release::Current, 2, &[]);
    let taint =
        yaml::parse("{spec: {taints: [{key: old, effect: PreferNoSchedule}]}}").unwrap().remove(0);
    let node = ObjectRef::new(podlab::api::ResourceKind::Node, Text::default(), "node-1");
    sim.apply(Command::patch(node, taint)).unwrap_or_else(|error| panic!("{}", error.message));
    for name in ["a", "b"] {
        create(&mut sim, &manifest(name, "app: web", "nodeSelector: null"));
        wait(&mut sim, 5);
        assert_eq!(node_of(&sim, "default", name), "node-2");
    }
}
