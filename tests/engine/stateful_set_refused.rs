//! Bad input about StatefulSets: the API server's own words, and nothing changed.

use podlab::api::{ObjectRef, ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::manifest::yaml;
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};
use podlab::sim::Sim;

/// A set with the given fields in place of the usual ones.
fn manifest(spec: &str) -> String {
    let fields = [
        ("serviceName", "serviceName: web"),
        ("selector", "selector: {matchLabels: {app: web}}"),
        (
            "template",
            "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'app:v1'}]}}",
        ),
    ];
    let kept = fields.iter().filter(|(name, _)| !spec.contains(&format!("{name}:")));
    let kept: Vec<&str> = kept.map(|(_, text)| *text).collect();
    let comma = if spec.is_empty() { "" } else { ", " };
    format!(
        "{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web}}, spec: {{{}{comma}{spec}}}}}",
        kept.join(", ")
    )
}

fn empty(release: Release) -> Sim {
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).unwrap();
    sim
}

/// What is printed when a set is created.
fn created(sim: &mut Sim, spec: &str) -> String {
    let release = sim.settings().release;
    let options = ReadOptions { release, ..ReadOptions::default() };
    let read = match read(&manifest(spec), &options) {
        Ok(read) => read,
        // A word that may not stand there is found when the file is read.
        Err(found) => return format!("{INVALID}{}: {}", found[0].path, found[0].message),
    };
    let command = Command::Create(Box::new(read.into_iter().next().unwrap()));
    match sim.apply(command) {
        Ok(()) => "created".to_owned(),
        Err(error) => error.kubectl(""),
    }
}

fn patched(sim: &mut Sim, patch: &str) -> String {
    let patch = yaml::parse(patch).unwrap().remove(0);
    let (namespace, name) = (Text::Static("default"), Text::Static("web"));
    match sim.apply(Command::patch(ObjectRef::stateful_set(namespace, name), patch)) {
        Ok(()) => "patched".to_owned(),
        Err(error) => error.kubectl(""),
    }
}

const INVALID: &str = "The StatefulSet \"web\" is invalid: ";

#[test]
fn a_bad_set_is_refused_in_the_servers_words() {
    for release in Release::ALL {
        for (spec, words) in [
            (
                "selector: {matchLabels: {app: db}}",
                "spec.template.metadata.labels: Invalid value: map[string]string{\"app\":\"web\"}: `selector` does not match template `labels`",
            ),
            (
                "replicas: -1",
                "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
            ),
            (
                "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: -1}}",
                "spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0",
            ),
            (
                "podManagementPolicy: Serial",
                "spec.podManagementPolicy: Invalid value: \"Serial\": must be 'OrderedReady' or 'Parallel'",
            ),
        ] {
            let mut sim = empty(release);
            let before = sim.fingerprint();
            let said = created(&mut sim, spec);
            assert_eq!(said, [INVALID, words].concat(), "{release:?}: {spec}");
            assert_eq!(sim.fingerprint(), before, "{release:?}: {spec}");
        }
    }
}

#[test]
fn annotations_of_a_template_are_checked_as_those_of_a_pod() {
    const KEY: &str = "container.apparmor.security.beta.kubernetes.io/";
    let template = |annotation: &str| {
        format!(
            "template: {{metadata: {{labels: {{app: web}}, annotations: {{{annotation}}}}}, spec: {{containers: [{{name: app, image: 'app:v1'}}]}}}}"
        )
    };
    for release in Release::ALL {
        for (annotation, place, words) in [
            (format!("{KEY}db: unconfined"), "db", "\"db\": container not found"),
            (
                format!("{KEY}app: default"),
                "app",
                "\"default\": invalid AppArmor profile name: \"default\"",
            ),
        ] {
            let mut sim = empty(release);
            let said = created(&mut sim, &template(&annotation));
            let field = format!("spec.template.annotations[{KEY}{place}]");
            assert_eq!(said, format!("{INVALID}{field}: Invalid value: {words}"), "{release:?}");
            // A set that is there does not get such a template either.
            assert_eq!(
                created(&mut sim, &template(&format!("{KEY}app: runtime/default"))),
                "created"
            );
            let patch = format!("{{spec: {{{}}}}}", template(&annotation));
            let said = patched(&mut sim, &patch);
            assert_eq!(said, format!("{INVALID}{field}: Invalid value: {words}"), "{release:?}");
        }
        let said = created(&mut empty(release), &template("a/b/c: d"));
        let words = "spec.template.annotations: Invalid value: \"a/b/c\": ";
        assert!(said.starts_with(&[INVALID, words].concat()), "{said}");
    }
}

#[test]
fn the_name_of_a_service_has_to_be_one_in_newer_releases() {
    for release in Release::ALL {
        let said = created(&mut empty(release), "serviceName: Not_A_Name");
        if release.has(Feature::StatefulSetServiceNameIsDnsLabel) {
            let words =
                "spec.serviceName: Invalid value: \"Not_A_Name\": a lowercase RFC 1123 label must";
            assert!(said.starts_with(&[INVALID, words].concat()), "{said}");
        } else {
            assert_eq!(said, "created");
        }
    }
}

#[test]
fn a_number_that_is_too_long_is_refused() {
    let mut sim = empty(Release::Current);
    assert_eq!(created(&mut sim, "replicas: 1"), "created");
    let before = sim.fingerprint();
    for (patch, field) in [
        ("ordinals: {start: 9223372036854775807}", "StatefulSetOrdinals.spec.ordinals.start"),
        (
            "updateStrategy: {rollingUpdate: {partition: 9223372036854775807}}",
            "RollingUpdateStatefulSetStrategy.spec.updateStrategy.rollingUpdate.partition",
        ),
    ] {
        let said = patched(&mut sim, &format!("{{spec: {{{patch}}}}}"));
        let words = "cannot unmarshal number 9223372036854775807 into Go struct field";
        assert!(said.ends_with(&format!("{words} {field} of type int32")), "{said}");
        assert_eq!(sim.fingerprint(), before);
    }
}

#[test]
fn a_release_does_not_know_what_came_to_sets_later() {
    let fields = [
        ("ordinals: {start: 4}", "spec.ordinals"),
        ("minReadySeconds: 9", "spec.minReadySeconds"),
        (
            "persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}",
            "spec.persistentVolumeClaimRetentionPolicy",
        ),
        (
            "updateStrategy: {rollingUpdate: {maxUnavailable: 2}}",
            "spec.updateStrategy.rollingUpdate.maxUnavailable",
        ),
    ];
    for (spec, path) in fields {
        let field = path.rsplit('.').next().unwrap();
        let words = format!("{INVALID}{path}: unknown field \"{field}\"");
        assert_eq!(created(&mut empty(Release::V1_20), spec), words);
        assert_eq!(created(&mut empty(Release::V1_28), spec), "created", "{spec}");
        // A patch is not checked before it is sent; the server drops what it does not know.
        let mut sim = empty(Release::V1_20);
        assert_eq!(created(&mut sim, "replicas: 1"), "created");
        let before = sim.fingerprint();
        assert_eq!(patched(&mut sim, &format!("{{spec: {{{spec}}}}}")), "patched");
        sim.take_changes();
        assert_eq!(sim.fingerprint(), before, "{spec}");
    }
    let claims = "volumeClaimTemplates: [{metadata: {name: www}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]";
    let mut sim = empty(Release::V1_20);
    assert_eq!(created(&mut sim, claims), "created");
    sim.run_until(SimTime::from_seconds(60));
    let (_, claim) = sim.world().objects.claims.iter().next().unwrap();
    assert!(!claim.spec.resources.requests.is_empty());
}

/// A server of a release with or without the gate `MaxUnavailableStatefulSet`.
fn gated(release: Release, is_on: bool) -> Sim {
    let gates = if is_on {
        Gates::default().with(Feature::MaxUnavailableStatefulSet)
    } else {
        Gates::default()
    };
    Sim::with_nodes(Settings { release, gates, ..Settings::default() }, 3)
}

/// What is stored as `maxUnavailable`.
fn max_unavailable(sim: &Sim) -> Option<String> {
    let (_, set) = sim.world().objects.sets.iter().next().expect("the set");
    let rolling = set.spec.update_strategy.rolling_update.as_ref()?;
    Some(rolling.max_unavailable.as_ref()?.to_string())
}

/// Rules S-70, A-14 to A-16.
#[test]
fn the_gate_decides_whether_max_unavailable_is_looked_at() {
    for release in [Release::V1_28, Release::Current] {
        for (value, printed, words) in [
            ("0", "intstr.IntOrString{Type:0, IntVal:0, StrVal:\"\"}", "cannot be 0"),
            ("0%", "intstr.IntOrString{Type:1, IntVal:0, StrVal:\"0%\"}", "cannot be 0"),
            (
                "150%",
                "intstr.IntOrString{Type:1, IntVal:0, StrVal:\"150%\"}",
                "must not be greater than 100%",
            ),
            (
                "abc",
                "intstr.IntOrString{Type:1, IntVal:0, StrVal:\"abc\"}",
                "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
            ),
            ("-1", "-1", "must be greater than or equal to 0"),
        ] {
            let printed = match (release, value) {
                (Release::V1_28, _) => printed.to_owned(),
                (_, "0" | "-1") => value.to_owned(),
                _ => format!("\"{value}\""),
            };
            let spec = format!("updateStrategy: {{rollingUpdate: {{maxUnavailable: {value}}}}}");
            let path = "spec.updateStrategy.rollingUpdate.maxUnavailable";
            let refused = format!("{INVALID}{path}: Invalid value: {printed}: {words}");
            assert_eq!(created(&mut gated(release, true), &spec), refused, "{release:?}");
            let mut sim = gated(release, true);
            assert_eq!(created(&mut sim, "replicas: 1"), "created");
            assert_eq!(patched(&mut sim, &format!("{{spec: {{{spec}}}}}")), refused);
            // Without the gate it is dropped before anybody looks at it.
            let mut sim = gated(release, false);
            assert_eq!(created(&mut sim, &spec), "created", "{release:?} {value}");
            assert_eq!(max_unavailable(&sim), None);
        }
    }
}

/// Rule S-06.
#[test]
fn max_unavailable_is_filled_in_where_the_gate_is_on_and_dropped_where_it_is_off() {
    let strategies = [
        ("replicas: 1", Some("1")),
        ("updateStrategy: {rollingUpdate: {}}", Some("1")),
        ("updateStrategy: {rollingUpdate: {partition: 2}}", Some("1")),
        ("updateStrategy: {type: RollingUpdate}", None),
        ("updateStrategy: {type: OnDelete}", None),
        ("updateStrategy: {rollingUpdate: {maxUnavailable: 50%}}", Some("50%")),
    ];
    for release in Release::ALL {
        for (spec, on) in strategies {
            if release == Release::V1_20 && spec.contains("maxUnavailable") {
                continue;
            }
            let mut sim = gated(release, true);
            assert_eq!(created(&mut sim, spec), "created", "{spec}");
            let on = on.filter(|_| release != Release::V1_20).map(str::to_owned);
            assert_eq!(max_unavailable(&sim), on, "{release:?} {spec}");
            let mut sim = gated(release, false);
            assert_eq!(created(&mut sim, spec), "created", "{spec}");
            assert_eq!(max_unavailable(&sim), None, "{release:?} {spec}");
        }
        let patch = "{spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 3}}}}";
        for is_on in [false, true] {
            let mut sim = gated(release, is_on);
            assert_eq!(created(&mut sim, "replicas: 1"), "created");
            assert_eq!(patched(&mut sim, patch), "patched");
            let kept = is_on && release != Release::V1_20;
            assert_eq!(max_unavailable(&sim), kept.then(|| "3".to_owned()), "{release:?}");
        }
    }
}

#[test]
fn too_many_pods_are_refused_with_the_limit() {
    let mut sim = empty(Release::Current);
    let before = sim.fingerprint();
    let words = "Podlab simulates at most 5000 Pods; with 1000000000 replicas of StatefulSet web there would be 1000000000";
    assert_eq!(created(&mut sim, "replicas: 1000000000"), words);
    assert_eq!(sim.fingerprint(), before);
    assert_eq!(created(&mut sim, "replicas: 3"), "created");
    sim.run_until(SimTime::from_seconds(60));
    let before = sim.fingerprint();
    let words = "Podlab simulates at most 5000 Pods; with 5001 replicas of StatefulSet web there would be 5001";
    assert_eq!(patched(&mut sim, "{spec: {replicas: 5001}}"), words);
    assert_eq!(sim.fingerprint(), before);
    assert_eq!(patched(&mut sim, "{spec: {replicas: 5000}}"), "patched");
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: 'app:v1'}]}}";
    let pod = read(pod, &ReadOptions::default()).unwrap().remove(0);
    let refused = sim.apply(Command::Create(Box::new(pod))).unwrap_err();
    let words = "Podlab simulates at most 5000 Pods; with Pod p there would be 5001";
    assert_eq!(refused.kubectl(""), words);
    // What is asked for less may always be.
    assert_eq!(patched(&mut sim, "{spec: {replicas: 4999}}"), "patched");
}

#[test]
fn the_replicas_of_a_deployment_count_once() {
    let mut sim = empty(Release::Current);
    let mut create = |text: &str| {
        let object = read(text, &ReadOptions::default()).unwrap().remove(0);
        let done = sim.apply(Command::Create(Box::new(object)));
        sim.run_until(sim.now() + 1000);
        done.map_err(|refused| refused.kubectl(""))
    };
    let deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: shop}, spec: {replicas: 4999, selector: {matchLabels: {app: shop}},
        template: {metadata: {labels: {app: shop}}, spec: {containers: [{name: a, image: 'app:v1'}]}}}}";
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: 'app:v1'}]}}";
    assert_eq!(create(deployment), Ok(()));
    assert_eq!(create(pod), Ok(()));
    let words = "Podlab simulates at most 5000 Pods; with Pod q there would be 5001";
    assert_eq!(create(&pod.replace("name: p", "name: q")), Err(words.to_owned()));
}

#[test]
fn what_cannot_change_is_refused_and_stays() {
    for (release, fields) in [
        (Release::V1_20, "'replicas', 'template', and 'updateStrategy'"),
        (
            Release::V1_28,
            "'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'",
        ),
        (
            Release::Current,
            "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'",
        ),
    ] {
        let mut sim = empty(release);
        assert_eq!(created(&mut sim, "replicas: 2"), "created");
        sim.run_until(SimTime::from_seconds(60));
        let before = sim.fingerprint();
        let words = format!(
            "{INVALID}spec: Forbidden: updates to statefulset spec for fields other than {fields} are forbidden"
        );
        for patch in [
            "{spec: {serviceName: other}}",
            "{spec: {podManagementPolicy: Parallel}}",
            "{spec: {volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}",
        ] {
            assert_eq!(patched(&mut sim, patch), words, "{release:?}: {patch}");
        }
        let selector = patched(&mut sim, "{spec: {selector: {matchLabels: {app: db}}}}");
        assert!(
            selector.contains("are forbidden") && selector.contains("`selector` does not match"),
            "{selector}"
        );
        assert_eq!(sim.fingerprint(), before, "{release:?}");
    }
}

/// What is odd but allowed does what the rule book says.
#[test]
fn odd_sets_are_accepted_and_work() {
    let claim = "{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}";
    let twice = format!("replicas: 2, volumeClaimTemplates: [{claim}, {claim}]");
    for release in Release::ALL {
        // No Service is there, which changes nothing (S-08); two templates of one name make one claim; a partition
        // beyond the replicas lets nothing be updated (S-57).
        for (spec, claims) in [
            ("replicas: 2", 0),
            (twice.as_str(), 2),
            (
                "replicas: 2, updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 9}}",
                0,
            ),
        ] {
            let mut sim = empty(release);
            assert_eq!(created(&mut sim, spec), "created", "{release:?}: {spec}");
            sim.run_until(SimTime::from_seconds(60));
            let set = sim.world().objects.sets.iter().next().unwrap().1.clone();
            assert_eq!(set.status.ready_replicas, 2, "{release:?}: {spec}");
            assert_eq!(sim.world().objects.claims.iter().count(), claims, "{release:?}: {spec}");
            let image = "{spec: {template: {spec: {containers: [{name: app, image: 'app:v2'}]}}}}";
            assert_eq!(patched(&mut sim, image), "patched");
            sim.run_until(SimTime::from_seconds(180));
            let set = sim.world().objects.sets.iter().next().unwrap().1.clone();
            let updated = if spec.contains("partition: 9") { 0 } else { 2 };
            assert_eq!(set.status.updated_replicas, updated, "{release:?}: {spec}");
        }
    }
}
