//! Objects of kinds that Podlab does not run: they are kept like all others, and nothing acts on them. Rule C-7.

mod manifests;

use crate::common::{NAMESPACE, act, create, try_create, wait};
use manifests::MANIFESTS;
use podlab::api::meta::Propagation;
use podlab::api::{
    KeptKind, KeptObject, ObjectRef, ReadOptions, Resource, ResourceKind, read, write,
};
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::change::Change;
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file;
use podlab::kubectl::get::Get;
use podlab::manifest::{Code, Severity, emit, yaml};
use podlab::rules::Rule;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::History;
use std::rc::Rc;

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: app}\nspec: {containers: [{name: app, image: app:v1}]}\n";
const INGRESS: &str = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {rules: [{host: a}]}\n";

fn cluster() -> Sim {
    Sim::with_nodes(Settings::default(), 1)
}

fn kind(word: &str) -> ResourceKind {
    ResourceKind::read(word).expect("a kind")
}

fn object(word: &str, name: &'static str) -> ObjectRef {
    ObjectRef::new(kind(word), NAMESPACE, name)
}

/// The only object of its kind that is kept in a cluster.
fn kept(sim: &Sim) -> &Rc<KeptObject> {
    let mut all = sim.world().objects.kept.iter();
    let (_, found) = all.next().expect("an object is kept");
    assert!(all.next().is_none());
    found
}

fn facts(changes: &[Change]) -> Vec<&Fact> {
    changes.iter().filter(|change| change.object.kind() == "Ingress").map(|c| &c.fact).collect()
}

fn patch(text: &str) -> podlab::manifest::node::Node {
    yaml::parse(text).expect("a patch").remove(0)
}

#[test]
fn a_manifest_of_any_kind_is_read_stored_printed_and_deleted() {
    for (word, text) in MANIFESTS {
        let file = format!("{text}\n---\n{POD}");
        let scenario = scenario_file::read(&file, &ReadOptions::default())
            .unwrap_or_else(|found| panic!("{text}: {found:?}"));
        let mut player = scenario.play(scenario.settings());
        assert_eq!(player.take_refusals().len(), 0, "{text}");
        player.run_until(SimTime::from_seconds(30));
        let sim = &mut player.sim;
        assert!(
            sim.pod("default", "app")
                .is_some_and(|(_, pod)| pod.status.phase().as_str() == "Running")
        );
        let object = Rc::clone(kept(sim));
        let metadata = &object.metadata;
        assert!(!metadata.uid.is_empty() && !metadata.resource_version.is_empty(), "{text}");
        assert_eq!(metadata.creation_timestamp, Some(Timestamp::of(SimTime::ZERO)));
        assert_eq!(metadata.generation, i64::from(object.field("spec").is_some()), "{text}");
        let namespace = if object.kind.is_namespaced() { "default" } else { "" };
        assert_eq!(metadata.namespace, namespace, "{text}");
        let get = Get { wide: false, now: Timestamp::of(sim.now()), release: Release::Current };
        let name = metadata.name.as_str();
        let width = name.len().max(4) + 3;
        let printed = format!("{:width$}AGE\n{name:width$}30s\n", "NAME");
        assert_eq!(get.objects([&object]), printed, "{text}");
        let tree = write(&Resource::Kept((*object).clone()));
        let given = yaml::parse(text).expect("it is YAML").remove(0);
        for entry in given.entries().iter().filter(|entry| entry.key != *"metadata") {
            assert_eq!(tree.get(&entry.key), Some(&entry.node), "{text}");
        }
        let again = read(&emit::yaml(&tree), &ReadOptions::default()).expect("what was printed");
        assert_eq!(again, [Resource::Kept((*object).clone())], "{text}");
        let line = format!("delete {word} {}", metadata.name);
        let printed = sim.kubectl(&NAMESPACE, &line);
        assert!(printed.out.contains(" deleted") && !printed.failed, "{line}: {}", printed.err);
        // The objects in a namespace go five seconds after its deletion, and it goes with the last of them.
        sim.run_until(sim.now() + 6000);
        assert_eq!(sim.world().objects.kept.iter().count(), 0, "{text}");
    }
}

#[test]
fn a_second_object_of_the_same_name_is_refused_and_one_of_another_kind_or_namespace_is_not() {
    let mut sim = cluster();
    create(&mut sim, INGRESS);
    let refused = try_create(&mut sim, INGRESS).unwrap_err();
    assert_eq!(refused, "ingresses.networking.k8s.io \"web\" already exists");
    create(&mut sim, &INGRESS.replace("name: web", "name: web, namespace: other"));
    create(
        &mut sim,
        "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: web}}",
    );
    create(&mut sim, "{apiVersion: example.com/v1, kind: Ingress, metadata: {name: web}}");
    let other_version = "{apiVersion: example.com/v2, kind: Ingress, metadata: {name: web}}";
    let refused = try_create(&mut sim, other_version).unwrap_err();
    assert_eq!(refused, "ingresses.example.com \"web\" already exists");
    assert_eq!(sim.world().objects.kept.iter().count(), 4);
}

#[test]
fn metadata_is_checked_as_that_of_other_kinds() {
    let mut sim = cluster();
    let refused = |sim: &mut Sim, text: &str| try_create(sim, text).unwrap_err();
    assert_eq!(
        refused(&mut sim, &INGRESS.replace("name: web", "name: Web_1")).split(':').next(),
        Some("Ingress.networking.k8s.io \"Web_1\" is invalid")
    );
    assert!(
        refused(&mut sim, &INGRESS.replace("{name: web}", "{labels: {a: b}}"))
            .contains("name or generateName is required")
    );
    let role = "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: a/b}}";
    assert!(refused(&mut sim, role).contains("may not contain '/'"), "{}", refused(&mut sim, role));
    assert_eq!(
        refused(&mut sim, "{apiVersion: v1, kind: Namespace, metadata: {name: x, labls: {}}}"),
        "unknown field \"labls\""
    );
}

#[test]
fn what_the_api_does_not_have_is_refused_as_kubectl_refuses_it() {
    let options = |release| ReadOptions { release, file: None };
    for (release, version, kind, told) in [
        (
            Release::Current,
            "apps/v9",
            "DaemonSet",
            "1:14: apiVersion: no matches for kind \"DaemonSet\" in version \"apps/v9\"\nhelp: a DaemonSet has \"apiVersion: apps/v1\"",
        ),
        (
            Release::Current,
            "networking.k8s.io/v1",
            "Ingres",
            "1:42: kind: no matches for kind \"Ingres\" in version \"networking.k8s.io/v1\"\nhelp: did you mean \"Ingress\"?",
        ),
        (
            Release::Current,
            "batch/v1beta1",
            "CronJob",
            "1:14: apiVersion: no matches for kind \"CronJob\" in version \"batch/v1beta1\"\nhelp: a CronJob has \"apiVersion: batch/v1\"",
        ),
        (
            Release::V1_20,
            "batch/v1",
            "CronJob",
            "1:14: apiVersion: no matches for kind \"CronJob\" in version \"batch/v1\"\nhelp: a CronJob has \"apiVersion: batch/v1beta1\"",
        ),
        (
            Release::Current,
            "policy/v1beta1",
            "PodSecurityPolicy",
            "1:14: apiVersion: no matches for kind \"PodSecurityPolicy\" in version \"policy/v1beta1\"",
        ),
        (
            Release::Current,
            "app/v1",
            "Deployment",
            "1:14: apiVersion: no matches for kind \"Deployment\" in version \"app/v1\"\nhelp: a Deployment has \"apiVersion: apps/v1\"",
        ),
        (
            Release::Current,
            "widgets/v1",
            "Widget",
            "1:32: kind: no matches for kind \"Widget\" in version \"widgets/v1\"",
        ),
        (
            Release::Current,
            "example.com",
            "Widget",
            "1:33: kind: no matches for kind \"Widget\" in version \"example.com\"",
        ),
        (
            Release::Current,
            "example.com/v1",
            "Wid get",
            "1:36: kind: no matches for kind \"Wid get\" in version \"example.com/v1\"",
        ),
    ] {
        let text = format!("{{apiVersion: {version}, kind: {kind}, metadata: {{name: x}}}}");
        let found = read(&text, &options(release)).expect_err(&text);
        assert_eq!(found[0].to_string(), told);
    }
    let old = "{apiVersion: extensions/v1beta1, kind: Ingress, metadata: {name: x}}";
    assert!(read(old, &options(Release::V1_20)).is_ok());
    assert!(read(old, &options(Release::V1_28)).is_err());
}

#[test]
fn a_warning_tells_what_has_no_effect_and_what_creates_no_pods() {
    let job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\n";
    let list = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: example.com/v1, kind: Policy, metadata: {name: a}}\n";
    let text = format!("{INGRESS}---\n{POD}---\n{job}---\n{list}");
    let options = ReadOptions { file: Some("web.yaml".into()), ..ReadOptions::default() };
    let scenario = scenario_file::read(&text, &options).expect("a scenario");
    let told: Vec<String> = scenario.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "web.yaml:2:7: warning: Podlab does not run Ingresses: this one is kept and listed, and has no effect",
            "web.yaml:12:7: warning: Podlab does not run Jobs: this one is kept and listed, and Podlab does not create its Pods\nhelp: a Job creates Pods until its completions (1) are reached, and new ones for those that failed, up to its backoffLimit (6)",
            "web.yaml:18:38: warning: Podlab does not run Policies: this one is kept and listed, and has no effect",
        ]
    );
    for warning in &scenario.warnings {
        assert_eq!((warning.code, warning.severity()), (Code::NotRun, Severity::Warning));
    }
}

#[test]
fn a_patch_changes_the_fields_and_the_generation_but_not_the_status() {
    let mut sim = cluster();
    create(&mut sim, INGRESS);
    sim.take_changes();
    act(&mut sim, Command::patch(object("ing", "web"), patch("metadata: {labels: {a: b}}")));
    let version = kept(&sim).metadata.resource_version.clone();
    assert_eq!((kept(&sim).metadata.generation, facts(&sim.take_changes()).len()), (1, 0));
    let body = "{spec: {rules: [{host: b}]}, status: {loadBalancer: {ingress: []}}}";
    act(&mut sim, Command::patch(object("ing", "web"), patch(body)));
    let changes = sim.take_changes();
    assert_eq!(facts(&changes), [&Fact::Spec]);
    assert_eq!(changes[0].rule, Rule::C7);
    let ingress = kept(&sim);
    assert_eq!((ingress.metadata.generation, ingress.field("status")), (2, None));
    assert_ne!(ingress.metadata.resource_version, version);
    let printed = sim.kubectl(&NAMESPACE, "annotate ingress web note=kept");
    assert_eq!(printed.out, "ingress.networking.k8s.io/web annotated\n");
    let printed =
        sim.kubectl(&NAMESPACE, "patch ing web --type merge -p '{\"spec\":{\"tls\":[]}}'");
    assert_eq!(printed.out, "ingress.networking.k8s.io/web patched\n");
    assert_eq!(kept(&sim).metadata.annotations["note"], "kept");
    let printed = sim.kubectl(&NAMESPACE, "scale ing web --replicas 2");
    assert!(printed.failed, "{}", printed.out);
}

#[test]
fn finalizers_hold_an_object_that_is_deleted() {
    let mut sim = cluster();
    create(&mut sim, &INGRESS.replace("name: web", "name: web, finalizers: [example.com/hold]"));
    sim.take_changes();
    act(&mut sim, Command::delete(object("ing", "web")));
    assert!(kept(&sim).metadata.deletion_timestamp.is_some());
    assert_eq!(kept(&sim).metadata.generation, 2);
    act(&mut sim, Command::patch(object("ing", "web"), patch("metadata: {finalizers: null}")));
    assert!(sim.world().objects.kept.iter().next().is_none());
    let changes = sim.take_changes();
    assert_eq!(facts(&changes), [&Fact::Deletion { old: None, new: Some(0) }, &Fact::Removed]);
    let refused = sim.apply(Command::delete(object("ing", "web"))).unwrap_err();
    assert_eq!(refused.message, "ingresses.networking.k8s.io \"web\" not found");
}

/// A Job as an owner of a Pod and of a Lease.
fn family(sim: &mut Sim) {
    create(sim, "{apiVersion: batch/v1, kind: Job, metadata: {name: pi}, spec: {}}");
    let uid = kept(sim).metadata.uid.clone();
    let owner = format!(
        "{{apiVersion: batch/v1, kind: Job, name: pi, uid: {uid}, blockOwnerDeletion: true}}"
    );
    create(sim, &POD.replace("{name: app}", &format!("{{name: app, ownerReferences: [{owner}]}}")));
    create(
        sim,
        &format!(
            "{{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {{name: l, ownerReferences: [{owner}]}}}}"
        ),
    );
    wait(sim, 20);
    assert!(sim.pod("default", "app").is_some(), "its owner exists");
    assert_eq!(sim.world().objects.kept.iter().count(), 2);
}

fn delete_job(sim: &mut Sim, propagation: Propagation) {
    let options = DeleteOptions { propagation, ..DeleteOptions::default() };
    act(sim, Command::Delete { object: object("job", "pi"), options });
}

#[test]
fn the_garbage_collector_treats_kept_objects_as_owners_and_as_dependents() {
    let mut sim = cluster();
    family(&mut sim);
    delete_job(&mut sim, Propagation::Background);
    wait(&mut sim, 60);
    assert!(sim.pod("default", "app").is_none());
    assert_eq!(sim.world().objects.kept.iter().count(), 0);

    let mut sim = cluster();
    family(&mut sim);
    delete_job(&mut sim, Propagation::Foreground);
    let names = |sim: &Sim| -> Vec<String> {
        sim.world().objects.kept.iter().map(|(_, o)| o.metadata.name.to_string()).collect()
    };
    assert_eq!(names(&sim), ["pi", "l"], "it waits for what it owns");
    wait(&mut sim, 60);
    assert!(names(&sim).is_empty() && sim.pod("default", "app").is_none());

    let mut sim = cluster();
    family(&mut sim);
    delete_job(&mut sim, Propagation::Orphan);
    wait(&mut sim, 60);
    assert_eq!(names(&sim), ["l"]);
    assert!(kept(&sim).metadata.owner_references.is_empty());
    let (_, pod) = sim.pod("default", "app").expect("it stays");
    assert!(pod.metadata.owner_references.is_empty());
}

#[test]
fn an_object_whose_kept_owner_does_not_exist_is_collected() {
    let mut sim = cluster();
    let owner = "{apiVersion: batch/v1, kind: Job, name: pi, uid: none}";
    create(
        &mut sim,
        &format!(
            "{{apiVersion: v1, kind: Endpoints, metadata: {{name: e, ownerReferences: [{owner}]}}}}"
        ),
    );
    wait(&mut sim, 60);
    assert_eq!(sim.world().objects.kept.iter().count(), 0);
}

#[test]
fn kubectl_lists_prints_and_describes_them() {
    let mut sim = cluster();
    create(&mut sim, INGRESS);
    create(
        &mut sim,
        "{apiVersion: example.com/v1, kind: Widget, metadata: {name: gear, labels: {a: b}}, spec: {size: 3}}",
    );
    wait(&mut sim, 5);
    let mut out = |line: &str| sim.kubectl(&NAMESPACE, line).out;
    for word in ["ing", "Ingress", "ingresses", "ingresses.networking.k8s.io"] {
        assert_eq!(out(&format!("kubectl get {word}")), "NAME   AGE\nweb    5s\n");
    }
    assert_eq!(out("get widgets -l a=b -o name"), "widget.example.com/gear\n");
    assert_eq!(out("get widgets -l a=c"), "");
    let yaml = out("get ing web -o yaml");
    assert!(
        yaml.starts_with("apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n"),
        "{yaml}"
    );
    assert!(out("get ing -o yaml").starts_with("apiVersion: v1\nitems:\n- apiVersion: networking"));
    assert!(out("get widget/gear -o json").contains("\"size\": 3"));
    let told = out("describe widget gear");
    assert!(
        told.starts_with("Name:         gear\nNamespace:    default\nLabels:       a=b\n"),
        "{told}"
    );
    assert!(told.contains("API Version:  example.com/v1\nKind:         Widget\n"), "{told}");
    assert!(told.ends_with("Spec:\n  Size:  3\nEvents:  <none>\n"), "{told}");
    let refused = sim.kubectl(&NAMESPACE, "get ing nope");
    assert_eq!(
        refused.err,
        "Error from server (NotFound): ingresses.networking.k8s.io \"nope\" not found\n"
    );
}

#[test]
fn a_state_with_another_kept_object_has_another_fingerprint() {
    let fingerprint = |texts: &[&str]| {
        let mut sim = cluster();
        for text in texts {
            create(&mut sim, text);
        }
        wait(&mut sim, 5);
        sim.fingerprint()
    };
    let lines = INGRESS.replace("spec: {rules", "\n\nspec:   {rules");
    assert_eq!(fingerprint(&[INGRESS]), fingerprint(&[&lines]), "places in the text do not count");
    assert_ne!(fingerprint(&[INGRESS]), fingerprint(&[]));
    assert_ne!(fingerprint(&[INGRESS]), fingerprint(&[&INGRESS.replace("host: a", "host: b")]));
}

#[test]
fn run_files_and_scenarios_keep_them_and_what_is_done_to_them() {
    let text = "apiVersion: podlab/v1\nkind: Scenario\nactions:\n- {t: 5s, do: patch, object: ingress/web, body: {spec: {rules: []}}}\n- {t: 6s, do: delete, object: Widget.v1.example.com/w}\n- {t: 9s, do: create, object: Job/pi}\n---\n";
    let rest = format!(
        "{INGRESS}---\n{{apiVersion: example.com/v1, kind: Widget, metadata: {{name: w}}}}\n---\n{{apiVersion: batch/v1, kind: Job, metadata: {{name: pi}}}}\n---\n{POD}"
    );
    let scenario = scenario_file::read(&(text.to_owned() + &rest), &ReadOptions::default())
        .expect("a scenario");
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(20));
    assert!(player.take_refusals().is_empty());
    let names = |sim: &Sim| -> Vec<String> {
        sim.world()
            .objects
            .kept
            .iter()
            .map(|(_, object)| format!("{:?} {}", object.kind, object.metadata.generation))
            .collect()
    };
    assert_eq!(names(&player.sim), ["ingresses.networking.k8s.io 2", "jobs.batch 0"]);
    let start = Sim::with_nodes(scenario.settings(), scenario.node_count());
    let script = scenario_file::script(&scenario);
    let mut history = History::new(start, NAMESPACE, "app".into(), script).expect("it begins");
    history.seek(SimTime::from_seconds(20), u64::MAX);
    assert_eq!(history.sim().fingerprint(), player.sim.fingerprint());
    let run = RunFile::of(&history, scenario.node_count());
    let again = RunFile::read(&run.write()).unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(again, run);
    history.seek(SimTime::from_seconds(2), u64::MAX);
    assert_eq!(names(history.sim()).len(), 2, "the Widget is there again");
}

#[test]
fn kinds_have_the_names_that_kubectl_knows() {
    for kind in KeptKind::built_in() {
        let kept = ResourceKind::Kept(kind);
        let singular = kept.singular();
        for word in [kind.as_str(), kind.plural(), &singular] {
            assert_eq!(ResourceKind::read(word), Some(kept), "{word}");
        }
        if !kind.short_name().is_empty() {
            assert_eq!(ResourceKind::read(kind.short_name()), Some(kept));
        }
        assert_eq!(KeptKind::of(kind.as_str(), kind.api_version()), Some(kind));
        let several = kind.several().to_ascii_lowercase();
        assert_eq!(kind.plural().split('.').next(), Some(&*several), "the plural of {kind:?}");
        assert!(Release::ALL.iter().any(|release| kind.preferred(*release).is_some()), "{kind:?}");
    }
    for (custom, several) in [
        ("Gateway", "Gateways"),
        ("Prometheus", "Prometheuses"),
        ("Mesh", "Meshes"),
        ("Policy", "Policies"),
    ] {
        assert_eq!(
            KeptKind::of(custom, "example.com/v1").map(KeptKind::several).as_deref(),
            Some(several)
        );
    }
}
