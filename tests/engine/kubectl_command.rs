//! Lines for kubectl: what they do and what they print. The words are those of recorded terminals where there are any.

use crate::common::wait;
use podlab::api::container::EnvVar;
use podlab::api::{ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file::{Source, read_all};
use podlab::kubectl::command::Printed;
use podlab::kubectl::rollout;
use podlab::rules::release::Release;
use podlab::sim::Sim;

const SET: &str = "
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: 'app:v1'}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";

/// A cluster in which `web` has its three Pods.
pub(crate) fn cluster(release: Release) -> Sim {
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).unwrap();
    for object in read(SET, &ReadOptions { release, ..ReadOptions::default() }).unwrap() {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
    sim.run_until(SimTime::from_seconds(60));
    sim
}

pub(crate) fn typed(sim: &mut Sim, line: &str) -> Printed {
    sim.kubectl(&Text::Static("default"), line)
}

/// What a line prints that succeeds.
pub(crate) fn out(sim: &mut Sim, line: &str) -> String {
    let printed = typed(sim, line);
    assert!(!printed.failed && printed.err.is_empty(), "{line}: {printed:?}");
    printed.out
}

/// What a line complains of.
pub(crate) fn err(sim: &mut Sim, line: &str) -> String {
    let before = sim.fingerprint();
    let printed = typed(sim, line);
    assert!(printed.failed && printed.out.is_empty(), "{line}: {printed:?}");
    assert_eq!(sim.fingerprint(), before, "{line} changed something");
    printed.err.trim_end().to_owned()
}

fn pods(sim: &Sim) -> Vec<String> {
    let mut names: Vec<String> =
        sim.world().pods().map(|(_, pod)| pod.metadata.name.to_string()).collect();
    names.sort();
    names
}

#[test]
fn scale_changes_the_number_of_pods() {
    let sim = &mut cluster(Release::V1_28);
    assert_eq!(out(sim, "kubectl scale sts/web --replicas=5"), "statefulset.apps/web scaled\n");
    wait(sim, 30);
    assert_eq!(pods(sim), ["web-0", "web-1", "web-2", "web-3", "web-4"]);
    assert_eq!(
        out(sim, "scale sts web --replicas 1 --current-replicas=5"),
        "statefulset.apps/web scaled\n"
    );
    wait(sim, 60);
    assert_eq!(pods(sim), ["web-0"]);
    let required = "error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0";
    for (line, words) in [
        ("kubectl scale sts/web", required),
        ("kubectl scale sts/web --replicas=-1", required),
        (
            "kubectl scale sts/web --replicas=3 --current-replicas=2",
            "error: Expected replicas to be 2, was 1",
        ),
        (
            "kubectl scale sts/nope --replicas=3",
            "Error from server (NotFound): statefulsets.apps \"nope\" not found",
        ),
        (
            "kubectl scale foo/web --replicas=3",
            "error: the server doesn't have a resource type \"foo\"",
        ),
        (
            "kubectl scael sts/web",
            "error: unknown command \"scael\" for \"kubectl\"\n\nDid you mean this?\n\tscale",
        ),
    ] {
        assert_eq!(err(sim, line), words, "{line}");
    }
}

#[test]
fn delete_takes_names_selectors_and_cascades() {
    let sim = &mut cluster(Release::V1_28);
    let printed = out(sim, "kubectl delete pods -l app=web --wait=false");
    assert_eq!(printed, "pod \"web-0\" deleted\npod \"web-1\" deleted\npod \"web-2\" deleted\n");
    wait(sim, 90);
    assert_eq!(pods(sim).len(), 3);
    let printed = typed(sim, "kubectl delete pod web-0 web-9");
    assert_eq!(printed.out, "pod \"web-0\" deleted\n");
    assert_eq!(printed.err, "Error from server (NotFound): pods \"web-9\" not found\n");
    assert_eq!(out(sim, "kubectl delete pod web-9 --ignore-not-found"), "");
    wait(sim, 30);
    assert_eq!(
        err(sim, "kubectl delete pod"),
        "error: resource(s) were provided, but no name was specified"
    );
    let words = "error: invalid cascade value (orphans). Must be \"background\", \"foreground\", or \"orphan\"";
    assert_eq!(err(sim, "kubectl delete sts web --cascade=orphans"), words);
    assert_eq!(
        out(sim, "kubectl delete sts web --cascade=orphan"),
        "statefulset.apps \"web\" deleted\n"
    );
    wait(sim, 60);
    assert_eq!((pods(sim).len(), sim.world().objects.sets.iter().count()), (3, 0));
    let claim = out(sim, "kubectl delete pvc data-web-2");
    assert_eq!(claim, "persistentvolumeclaim \"data-web-2\" deleted\n");
    let nothing = typed(sim, "kubectl delete pods -l app=db");
    assert_eq!((nothing.err.as_str(), nothing.failed), ("No resources found\n", false));
}

/// The variables of the containers of `web`, as `name=value`, those with a source with a question mark.
fn environment(sim: &Sim) -> Vec<String> {
    let set =
        sim.world().objects.sets.named(&"default".into(), &"web".into()).expect("the set is there");
    let spec = &set.spec.template.spec;
    let containers = spec.init_containers.iter().chain(&spec.containers);
    let text = |var: &EnvVar| {
        let value = if var.value_from.is_some() { "?" } else { var.value.as_str() };
        format!("{}={value}", var.name)
    };
    containers
        .map(|c| format!("{}: {}", c.name, c.env.iter().map(text).collect::<Vec<_>>().join(" ")))
        .collect()
}

#[test]
fn set_env_sets_variables_and_takes_them_away() {
    let sim = &mut cluster(Release::V1_28);
    let updated = "statefulset.apps/web env updated\n";
    assert_eq!(out(sim, "kubectl set env sts/web A=1 B='two words' C="), updated);
    assert_eq!(environment(sim), ["app: A=1 B=two words C="]);
    // What is there keeps its place, and what is new comes last.
    assert_eq!(out(sim, "kubectl set env statefulset web D=4=4 B=2 A- B=5 NONE-"), updated);
    assert_eq!(environment(sim), ["app: B=2 C= D=4=4"]);
    assert_eq!(out(sim, "kubectl set env sts/web B=2 NONE-"), "");
    wait(sim, 120);
    let (_, pod) = sim.pod("default", "web-0").expect("it was created again");
    assert_eq!(pod.spec.containers[0].env[0].value, "2");
    let kept = "error: 'B' already has a value (2), and --overwrite is false";
    // What it has already may be said again.
    assert_eq!(out(sim, "kubectl set env sts/web B=2 --overwrite=false"), "");
    for (line, words) in [
        ("kubectl set env sts/web B=3 --overwrite=false", kept),
        (
            "kubectl set env sts/web A=1 A-",
            "error: can not both modify and remove the same environment variable in the same command",
        ),
        ("kubectl set env sts/web", "error: at least one environment variable must be provided"),
        (
            "kubectl set env A=1 sts/web",
            "error: all resources must be specified before environment changes: A=1 sts/web",
        ),
        ("kubectl set env sts/web -", "error: `-` reads from a file, which Podlab does not"),
        (
            "kubectl set env pvc/data-web-0 A=1",
            "error: persistentvolumeclaims \"data-web-0\" has no containers",
        ),
        (
            "kubectl set env sts/nope A=1",
            "Error from server (NotFound): statefulsets.apps \"nope\" not found",
        ),
        (
            "kubectl set evn sts/web A=1",
            "error: unknown command \"evn\" for \"kubectl set\"\n\nDid you mean this?\n\tenv",
        ),
    ] {
        assert_eq!(err(sim, line), words, "{line}");
    }
    assert!(
        err(sim, "kubectl set env pod/web-0 A=1").contains("pod updates may not change fields")
    );
    let other = typed(sim, "kubectl set env sts/web A=1 -c web");
    let warning = "warning: StatefulSet/web does not have any containers matching \"web\"\n";
    assert_eq!((other.err.as_str(), other.out.as_str(), other.failed), (warning, "", false));
}

#[test]
fn set_env_is_about_all_containers_or_some() {
    let sim = &mut cluster(Release::Current);
    let patch = "{spec: {template: {spec: {initContainers: [{name: setup, image: 'app:v1'}], containers: [{name: log, image: 'app:v1', \
                 env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}, {name: Z, value: z}]}]}}}}";
    out(sim, &format!("kubectl patch sts/web -p \"{patch}\""));
    out(sim, "kubectl set env sts/web -c 'l*' A=1");
    assert_eq!(environment(sim), ["setup: ", "log: A=1 Z=z", "app: "]);
    out(sim, "kubectl set env sts --all B=2");
    assert_eq!(environment(sim), ["setup: B=2", "log: A=1 Z=z B=2", "app: B=2"]);
    out(sim, "kubectl set env sts/web --containers=app B-");
    assert_eq!(environment(sim), ["setup: B=2", "log: A=1 Z=z B=2", "app: "]);
}

#[test]
fn a_forced_deletion_warns_and_takes_the_object_at_once() {
    for (release, words) in [
        (Release::V1_20, "warning: Immediate deletion does not wait"),
        (Release::V1_28, "Warning: Immediate deletion does not wait"),
    ] {
        let sim = &mut cluster(release);
        let printed = typed(sim, "kubectl delete pod web-1 --grace-period=0 --force");
        assert_eq!(printed.out, "pod \"web-1\" force deleted\n");
        assert!(printed.err.starts_with(words), "{}", printed.err);
        assert_eq!(pods(sim), ["web-0", "web-2"]);
        // Zero alone is one second of grace. Rule KC-25.
        out(sim, "kubectl delete pod web-2 --grace-period=0");
        assert_eq!(pods(sim), ["web-0", "web-2"]);
        let both = "error: --force and --grace-period greater than 0 cannot be specified together";
        assert_eq!(err(sim, "kubectl delete pod web-0 --force --grace-period=5"), both);
    }
    let sim = &mut cluster(Release::Current);
    assert_eq!(
        out(sim, "kubectl delete pod web-0"),
        "pod \"web-0\" deleted from default namespace\n"
    );
}

#[test]
fn rollouts_are_undone_and_restarted_as_recorded() {
    let sim = &mut cluster(Release::V1_28);
    assert_eq!(err(sim, "kubectl rollout undo sts/web"), "error: no last revision to roll back to");
    let updated = "statefulset.apps/web image updated\n";
    for version in ["v2", "v3"] {
        assert_eq!(out(sim, &format!("kubectl set image sts/web app=app:{version}")), updated);
        wait(sim, 60);
    }
    assert_eq!(out(sim, "kubectl set image sts/web app=app:v3"), "");
    let history = "statefulset.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n3         <none>\n\n";
    assert_eq!(out(sim, "kubectl rollout history sts/web"), history);
    let undone = "statefulset.apps/web rolled back\n";
    assert_eq!(out(sim, "kubectl rollout undo sts/web --to-revision=1"), undone);
    wait(sim, 60);
    let history = "statefulset.apps/web \nREVISION  CHANGE-CAUSE\n2         <none>\n3         <none>\n4         <none>\n\n";
    assert_eq!(out(sim, "kubectl rollout history sts/web"), history);
    for (line, words) in [
        (
            "kubectl rollout undo sts/web --to-revision=9",
            "error: unable to find specified revision 9 in history",
        ),
        (
            "kubectl rollout pause sts/web",
            "error: statefulsets.apps \"web\" pausing is not supported",
        ),
    ] {
        assert_eq!(err(sim, line), words);
    }
    // A kind without a name means every set.
    assert_eq!(out(sim, "kubectl rollout history sts"), history);
    let revision = out(sim, "kubectl rollout history sts/web --revision=3");
    assert!(revision.starts_with("statefulset.apps/web with revision #3\nPod Template:\n"));
    assert!(revision.contains("app:v3"), "{revision}");
    assert_eq!(out(sim, "kubectl rollout history sts/web --revision=0"), history);
    for (revision, words) in [
        ("7", "error: unable to find the specified revision"),
        ("-1", "error: revision must be a positive integer: -1"),
    ] {
        let line = format!("kubectl rollout history sts/web --revision={revision}");
        assert_eq!(err(sim, &line), words);
    }
    let skipped =
        "statefulset.apps/web skipped rollback (current template already matches revision 4)\n";
    assert_eq!(out(sim, "kubectl rollout undo sts/web --to-revision=4"), skipped);
    assert_eq!(out(sim, "kubectl rollout restart sts/web"), "statefulset.apps/web restarted\n");
    assert!(err(sim, "kubectl rollout restart sts/web").contains("within the past second"));
}

#[test]
fn rollout_status_tells_what_it_waits_for() {
    let sim = &mut cluster(Release::V1_28);
    let done = "partitioned roll out complete: 3 new pods have been updated...\n";
    assert_eq!(out(sim, "kubectl rollout status sts/web"), done);
    out(sim, "kubectl set image sts/web app=app:v2");
    let mut seen: Vec<String> = Vec::new();
    let end = sim.now() + 60_000;
    loop {
        let set = sim.world().objects.sets.iter().next().unwrap().1.clone();
        let (line, over) = rollout::status(&set).unwrap();
        if seen.last() != Some(&line) {
            seen.push(line);
        }
        if over && seen.len() > 1 || sim.now() > end {
            break;
        }
        sim.step();
    }
    let waiting = "Waiting for 1 pods to be ready...";
    let progress = |n| {
        format!(
            "Waiting for partitioned roll out to finish: {n} out of 3 new pods have been updated..."
        )
    };
    let wanted = [
        "Waiting for statefulset spec update to be observed...".to_owned(),
        progress(0),
        waiting.to_owned(),
        progress(1),
        waiting.to_owned(),
        progress(2),
        waiting.to_owned(),
        done.trim_end().to_owned(),
    ];
    assert_eq!(seen, wanted);
    out(
        sim,
        r#"kubectl patch sts web -p '{"spec":{"updateStrategy":{"type":"OnDelete","rollingUpdate":null}}}'"#,
    );
    let refused = "error: rollout status is only available for RollingUpdate strategy type";
    assert_eq!(err(sim, "kubectl rollout status sts/web"), refused);
}

#[test]
fn labels_annotations_and_patches_change_objects() {
    let sim = &mut cluster(Release::V1_28);
    assert_eq!(out(sim, "kubectl label pod web-0 tier=db"), "pod/web-0 labeled\n");
    assert_eq!(out(sim, "kubectl label pod web-0 tier=db"), "pod/web-0 not labeled\n");
    let taken = "error: 'tier' already has a value (db), and --overwrite is false";
    assert_eq!(err(sim, "kubectl label pod web-0 tier=cache"), taken);
    assert_eq!(out(sim, "kubectl label pod web-0 tier=cache --overwrite"), "pod/web-0 labeled\n");
    assert_eq!(out(sim, "kubectl label po/web-0 tier-"), "pod/web-0 unlabeled\n");
    let missing = out(sim, "kubectl label pod web-0 tier-");
    assert_eq!(missing, "label \"tier\" not found.\npod/web-0 not labeled\n");
    assert_eq!(out(sim, "kubectl annotate sts web note='a b'"), "statefulset.apps/web annotated\n");
    let set = sim.world().objects.sets.iter().next().unwrap().1.clone();
    assert_eq!(set.metadata.annotations.get("note").unwrap().as_str(), "a b");
    let patch = r#"kubectl patch sts web -p '{"spec":{"replicas":3}}'"#;
    assert_eq!(out(sim, patch), "statefulset.apps/web patched (no change)\n");
    let immutable = err(sim, r#"kubectl patch sts web -p '{"spec":{"serviceName":"other"}}'"#);
    assert!(
        immutable.starts_with("The StatefulSet \"web\" is invalid: spec: Forbidden: updates to"),
        "{immutable}"
    );
    let node = sim.world().nodes().next().unwrap().metadata.name.clone();
    assert_eq!(out(sim, &format!("kubectl cordon {node}")), format!("node/{node} cordoned\n"));
    assert_eq!(
        out(sim, &format!("kubectl cordon {node}")),
        format!("node/{node} already cordoned\n")
    );
    assert_eq!(
        out(sim, &format!("kubectl uncordon node/{node}")),
        format!("node/{node} uncordoned\n")
    );
}

#[test]
fn a_scenario_types_lines_for_kubectl() {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions:\n\
         - {{t: 0, do: image, image: 'app:*'}}\n\
         - {{t: 30, do: kubectl, cmd: 'kubectl scale sts/web --replicas=1'}}\n\
         - {{t: 40, do: kubectl, cmd: 'kubectl scale sts/nope --replicas=1'}}\n\
         - {{t: 41, do: kubectl, cmd: 'kubectl scale sts/web'}}\n---{SET}"
    );
    let source = Source { file: None, text: &text };
    let scenario = read_all(&[source], None, Release::V1_28).unwrap();
    let mut player = scenario.play(scenario.settings());
    player.run_until(SimTime::from_seconds(90));
    assert_eq!(pods(&player.sim), ["web-0"]);
    let refused: Vec<String> =
        player.take_refusals().iter().map(|refusal| refusal.error.kubectl("")).collect();
    let wanted = [
        "Error from server (NotFound): statefulsets.apps \"nope\" not found",
        "error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0",
    ];
    assert_eq!(refused, wanted);
}

#[test]
fn lines_that_need_files_say_so() {
    let sim = &mut cluster(Release::V1_28);
    let files = "error: kubectl apply needs files, which Podlab cannot read: enter the manifest itself, or use kubectl patch";
    assert_eq!(err(sim, "kubectl apply -f web.yaml"), files);
    assert_eq!(err(sim, "kubectl create -f web.yaml"), files.replace("apply", "create"));
    let editor = "error: kubectl edit needs an editor, which Podlab does not have: use kubectl patch or kubectl set";
    assert_eq!(err(sim, "kubectl edit pod web-0"), editor);
}

#[test]
fn the_reclaim_policy_of_a_volume_is_patched_and_the_volume_deleted() {
    let mut sim = cluster(Release::Current);
    let name = {
        let claim = sim.world().objects.claims.named(&"default".into(), &"data-web-0".into());
        claim.unwrap().spec.volume_name.clone()
    };
    let patch = r#"'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'"#;
    let line = format!("kubectl patch pv {name} -p {patch}");
    assert_eq!(out(&mut sim, &line), format!("persistentvolume/{name} patched\n"));
    assert_eq!(out(&mut sim, &line), format!("persistentvolume/{name} patched (no change)\n"));
    let policy = |sim: &Sim| {
        let volume = sim.world().objects.volumes.named(&Text::default(), &name);
        volume.unwrap().spec.persistent_volume_reclaim_policy
    };
    assert_eq!(policy(&sim), Some(podlab::api::storage::ReclaimPolicy::Retain));
    assert_eq!(
        out(&mut sim, &format!("kubectl label persistentvolume/{name} tier=gold")),
        format!("persistentvolume/{name} labeled\n")
    );
    assert_eq!(
        out(&mut sim, &format!("kubectl delete pv {name}")),
        format!("persistentvolume \"{name}\" deleted\n")
    );
    let missing = err(&mut sim, "kubectl delete pv nothing");
    assert_eq!(missing, "Error from server (NotFound): persistentvolumes \"nothing\" not found");
}

#[test]
fn a_json_patch_changes_what_its_operations_name() {
    let mut sim = cluster(Release::V1_28);
    let line = r#"kubectl patch sts web --type=json -p '[{"op": "replace", "path": "/spec/replicas", "value": 2}]'"#;
    assert_eq!(out(&mut sim, line), "statefulset.apps/web patched\n");
    assert_eq!(out(&mut sim, line), "statefulset.apps/web patched (no change)\n");
    wait(&mut sim, 60);
    assert!(sim.pod("default", "web-2").is_none() && sim.pod("default", "web-1").is_some());
    let nowhere =
        r#"kubectl patch sts web --type json -p '[{"op": "remove", "path": "/spec/nothing"}]'"#;
    let refused =
        "The request is invalid: the server rejected our request due to an error in our request";
    assert_eq!(err(&mut sim, nowhere), refused);
    let unknown = err(&mut sim, "kubectl patch sts web --type=yaml -p '{}'");
    assert_eq!(unknown, "error: --type must be one of [json merge strategic], not \"yaml\"");
    let no_list = err(&mut sim, "kubectl patch sts web --type=json -p '{}'");
    assert!(no_list.ends_with("it must be a JSON list of operations"), "{no_list}");
}

#[test]
fn the_scale_of_a_workload_has_a_patch_of_its_own() {
    for release in [Release::V1_28, Release::Current] {
        let mut sim = cluster(release);
        let line = r#"kubectl patch sts web --subresource=scale -p '{"spec": {"replicas": 1, "template": null}}'"#;
        assert_eq!(out(&mut sim, line), "statefulset.apps/web patched\n");
        wait(&mut sim, 90);
        assert!(sim.pod("default", "web-1").is_none() && sim.pod("default", "web-0").is_some());
    }
}

#[test]
fn kubectl_sets_resources_and_selectors() {
    let mut sim = cluster(Release::V1_28);
    let line = "kubectl set resources sts/web --limits=cpu=200m,memory=64Mi --requests=cpu=100m";
    assert_eq!(out(&mut sim, line), "statefulset.apps/web resource requirements updated\n");
    let printed = out(&mut sim, "kubectl get sts web -o yaml");
    assert!(printed.contains("cpu: 200m") && printed.contains("cpu: 100m"), "{printed}");
    let nothing = err(&mut sim, "kubectl set resources sts/web");
    assert!(nothing.starts_with("error: you must specify an update to requests or limits"));
    let missing = err(&mut sim, "kubectl set resources sts/web -c db --limits=cpu=1");
    assert_eq!(missing, "error: unable to find container named db");

    let refused = err(&mut sim, "kubectl expose sts web --port=80");
    assert_eq!(refused, "error: cannot expose a StatefulSet");
    let line = "kubectl expose pod web-0 --name=web --port=80";
    assert_eq!(out(&mut sim, line), "service/web exposed\n");
    let (service, _) = sim.world().services().next().expect("the Service");
    assert_eq!(service.spec.selector.get("app"), Some(&"web".into()));
    let line = "kubectl set selector service web app=db,tier=back";
    assert_eq!(out(&mut sim, line), "service/web selector updated\n");
    let (service, _) = sim.world().services().next().expect("the Service");
    let selector: Vec<String> =
        service.spec.selector.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(selector, ["app=db", "tier=back"]);
    let wrong = err(&mut sim, "kubectl set selector sts web app=db");
    assert_eq!(wrong, "error: setting a selector is only supported for Services");
    let line = "kubectl expose pod web-0 --name=back --selector=app=db --port=80";
    assert_eq!(out(&mut sim, line), "service/back exposed\n");
    let (service, _) = sim.world().services().last().expect("the Service");
    assert_eq!(service.spec.selector.get("app"), Some(&"db".into()));
    let port = err(&mut sim, "kubectl expose pod web-0 --name=other");
    assert_eq!(port, "error: couldn't find port via --port flag or introspection");
}

#[test]
fn an_autoscaler_is_kept_and_has_no_effect() {
    let mut sim = cluster(Release::V1_28);
    let printed = typed(&mut sim, "kubectl autoscale sts web --max=9 --min=5");
    assert_eq!(printed.out, "horizontalpodautoscaler.autoscaling/web autoscaled\n");
    assert!(printed.err.starts_with("warning: Podlab keeps a HorizontalPodAutoscaler"));
    wait(&mut sim, 120);
    assert!(sim.pod("default", "web-3").is_none());
    assert!(out(&mut sim, "kubectl get hpa").contains("web"));
}

#[test]
fn objects_without_controllers_are_changed_and_deleted() {
    let mut sim = cluster(Release::V1_28);
    let objects = "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: red}}\n---\n\
                   {apiVersion: v1, kind: Secret, metadata: {name: password}}\n---\n\
                   {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 7}\n---\n\
                   {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: a.b/c}\n";
    for object in read(objects, &ReadOptions::default()).unwrap() {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
    let again = read(objects, &ReadOptions::default()).unwrap().remove(0);
    let refused = sim.apply(Command::Create(Box::new(again))).unwrap_err();
    assert_eq!(refused.message.to_string(), "configmaps \"settings\" already exists");
    let line = r#"kubectl patch configmap settings -p '{"data": {"color": "blue"}}'"#;
    assert_eq!(out(&mut sim, line), "configmap/settings patched\n");
    assert_eq!(out(&mut sim, line), "configmap/settings patched (no change)\n");
    for (word, name) in
        [("configmap", "settings"), ("secret", "password"), ("pc", "high"), ("sc", "fast")]
    {
        let line = format!("kubectl delete {word} {name}");
        assert!(out(&mut sim, &line).contains(&format!("\"{name}\" deleted")));
        assert!(err(&mut sim, &line).contains("(NotFound)"), "{word}");
    }
}
