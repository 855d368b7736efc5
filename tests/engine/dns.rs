//! What names of Services and Pods resolve to, and why others do not. Rules S-07, E-20 to E-25.

use podlab::api::ReadOptions;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::dns::{Cache, Reason, Record, candidates, resolve};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::Rule;

/// A headless Service and a set of three in a namespace, whose Pods are ready five seconds after they start; a Service
/// with an address, and one of another name.
fn objects(namespace: &str, publish: bool) -> String {
    format!(
        "
apiVersion: v1
kind: Service
metadata: {{name: nginx, namespace: {namespace}}}
spec:
  clusterIP: None
  publishNotReadyAddresses: {publish}
  selector: {{app: nginx}}
  ports: [{{name: web, port: 80, targetPort: http}}]
---
apiVersion: v1
kind: Service
metadata: {{name: front, namespace: {namespace}}}
spec: {{selector: {{app: nginx}}, ports: [{{name: web, port: 8080}}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web, namespace: {namespace}}}
spec:
  serviceName: nginx
  replicas: 3
  selector: {{matchLabels: {{app: nginx}}}}
  template:
    metadata: {{labels: {{app: nginx}}}}
    spec:
      containers:
      - name: nginx
        image: app:v1
        ports: [{{name: http, containerPort: 8000}}]
        readinessProbe: {{exec: {{command: [ready]}}, initialDelaySeconds: 5, periodSeconds: 1}}
"
    )
}

fn play(domain: &str, objects: &str, seconds: u64) -> Player {
    let header = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: dns}}\njitter: zero\nclusterDomain: {domain}\n---"
    );
    let namespace = "\napiVersion: v1\nkind: Namespace\nmetadata: {name: foo}\n---";
    let scenario = read(&(header + namespace + objects), &ReadOptions::default());
    let scenario = scenario.expect("a scenario");
    let mut player = scenario.play(scenario.settings());
    assert!(player.take_refusals().is_empty());
    player.run_until(SimTime::from_seconds(seconds));
    player
}

fn addresses(player: &Player, name: &str, from: &str) -> Vec<String> {
    let answer = resolve(player.sim.world(), name, from);
    let address = |record: &Record| match record {
        Record::Address(address, _) => address.to_string(),
        other => panic!("{other}"),
    };
    answer.records.iter().map(address).collect()
}

fn why(player: &Player, name: &str, from: &str) -> Reason {
    let answer = resolve(player.sim.world(), name, from);
    assert!(!answer.resolves(), "{name} resolves");
    answer.reason
}

fn ip(player: &Player, namespace: &str, pod: &str) -> String {
    player.sim.pod(namespace, pod).expect("the Pod").1.status.pod_ip.to_string()
}

/// The table of the documentation, row by row. Rule S-07.
#[test]
fn every_name_of_the_table_resolves() {
    for (domain, namespace) in
        [("cluster.local", "default"), ("cluster.local", "foo"), ("kube.local", "foo")]
    {
        let player = play(domain, &objects(namespace, false), 120);
        let pods: Vec<String> =
            (0..3).map(|i| ip(&player, namespace, &format!("web-{i}"))).collect();
        let set = format!("nginx.{namespace}.svc.{domain}");
        assert_eq!(addresses(&player, &set, "default"), pods);
        for (ordinal, address) in pods.iter().enumerate() {
            let full = format!("web-{ordinal}.{set}");
            for (name, from) in [
                (full.clone(), "elsewhere"),
                (format!("{full}."), "elsewhere"),
                (format!("web-{ordinal}.nginx.{namespace}.svc"), "elsewhere"),
                (format!("web-{ordinal}.nginx.{namespace}"), "elsewhere"),
                (format!("web-{ordinal}.nginx"), namespace),
            ] {
                assert_eq!(
                    addresses(&player, &name, from),
                    [address.as_str()],
                    "{name} from {from}"
                );
            }
        }
        let other = if domain == "kube.local" { "cluster.local" } else { "kube.local" };
        let reason = why(&player, &format!("web-0.nginx.{namespace}.svc.{other}"), "default");
        assert_eq!(reason, Reason::NoClusterName(domain.into()));
    }
}

#[test]
fn the_search_path_is_that_of_the_asking_namespace() {
    let names = candidates("web-0.nginx", "foo", "cluster.local");
    let expected = [
        "web-0.nginx.foo.svc.cluster.local",
        "web-0.nginx.svc.cluster.local",
        "web-0.nginx.cluster.local",
        "web-0.nginx",
    ];
    assert_eq!(names.iter().map(podlab::base::text::Text::as_str).collect::<Vec<_>>(), expected);
    // Five dots are enough to be taken as they are first.
    let full = "web-0.nginx.foo.svc.cluster.local";
    assert_eq!(candidates(full, "foo", "cluster.local")[0], *full);
    assert_eq!(candidates("nginx.", "foo", "cluster.local").len(), 1);
    assert!(candidates(" ", "foo", "cluster.local").is_empty());

    let player = play("cluster.local", &objects("foo", false), 120);
    let reason = why(&player, "nginx", "default");
    let expected = Reason::NoService {
        service: "nginx".into(),
        namespace: "default".into(),
        is_empty: true,
        asked: "nginx".into(),
        elsewhere: vec!["foo".into()],
    };
    assert_eq!((reason.rule(), reason), (Rule::S08, expected));
    // The name is what was meant, not what the search list makes of it first.
    let missing = |service: &'static str, namespace: &'static str, asked: &'static str| {
        let elsewhere: Vec<Text> = if service == "nginx" { vec!["foo".into()] } else { vec![] };
        let (service, namespace, asked) = (service.into(), namespace.into(), asked.into());
        let is_empty = namespace == Text::Static("bar");
        Reason::NoService { service, namespace, is_empty, asked, elsewhere }
    };
    for (name, expected) in [
        ("web-0.nginx.bar", missing("nginx", "bar", "web-0.nginx")),
        ("nginx.bar", missing("nginx", "bar", "nginx")),
        ("db.foo", missing("db", "foo", "db")),
    ] {
        assert_eq!(why(&player, name, "default"), expected, "{name}");
    }
}

#[test]
fn a_pod_has_a_name_only_while_it_is_ready() {
    let mut player = play("cluster.local", &objects("default", false), 3);
    assert_eq!(why(&player, "web-0.nginx", "default"), Reason::NotReady("web-0".into()));
    assert_eq!(why(&player, "nginx", "default"), Reason::NoneReady("nginx".into(), 1));
    let (pod, set) = ("web-2".into(), "web".into());
    assert_eq!(why(&player, "web-2.nginx", "default"), Reason::NotCreated { pod, set });
    let (pod, set) = ("web-3".into(), "web".into());
    let expected = Reason::OutOfRange { pod, set, first: 0, last: 2 };
    assert_eq!(why(&player, "web-3.nginx", "default"), expected);
    assert_eq!(why(&player, "db-0.nginx", "default"), Reason::NoPod("db-0".into()));

    player.run_until(SimTime::from_seconds(120));
    assert_eq!(addresses(&player, "nginx", "default").len(), 3);
    let before = ip(&player, "default", "web-1");
    let delete = Command::delete_pod("default", "web-1", None);
    player.sim.apply(delete).expect("it is deleted");
    assert_eq!(why(&player, "web-1.nginx", "default"), Reason::Terminating("web-1".into()));
    assert_eq!(addresses(&player, "nginx", "default").len(), 2);
    // The same name, another address. Rule E-26.
    player.run_until(SimTime::from_seconds(240));
    let after = addresses(&player, "web-1.nginx", "default");
    assert!(after.len() == 1 && after[0] != before);
}

#[test]
fn not_ready_addresses_are_published_on_demand() {
    let player = play("cluster.local", &objects("default", true), 3);
    assert_eq!(addresses(&player, "web-0.nginx", "default").len(), 1);
    assert_eq!(addresses(&player, "nginx", "default").len(), 1);
    let reason = resolve(player.sim.world(), "web-0.nginx", "default").reason;
    assert_eq!((reason.rule(), reason), (Rule::E03, Reason::PublishedPod));
}

#[test]
fn a_service_with_an_address_answers_always_but_its_pods_have_no_names() {
    let player = play("cluster.local", &objects("default", false), 0);
    assert_eq!(addresses(&player, "front", "default"), ["10.96.0.12"]);
    assert_eq!(why(&player, "web-0.front", "default"), Reason::NotHeadless("front".into()));
}

#[test]
fn named_ports_have_names() {
    let player = play("cluster.local", &objects("default", false), 120);
    let records = |name: &str| {
        let answer = resolve(player.sim.world(), name, "default");
        answer.records.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let nginx = records("_web._tcp.nginx.default.svc.cluster.local");
    assert_eq!(nginx.len(), 3);
    assert_eq!(nginx[0], "SRV 0 100 8000 web-0.nginx.default.svc.cluster.local");
    assert_eq!(records("_web._tcp.front"), ["SRV 0 100 8080 front.default.svc.cluster.local"]);
    assert_eq!(why(&player, "_web._udp.nginx", "default"), Reason::NoPort("nginx".into()));
    assert_eq!(why(&player, "_db._tcp.nginx", "default"), Reason::NoPort("nginx".into()));
}

/// A Pod by hand; what it lacks of a name is in `extra`.
fn bare(extra: &str, labels: &str) -> String {
    format!(
        "{}---
apiVersion: v1
kind: Pod
metadata: {{name: bare, labels: {labels}}}
spec:
  {extra}
  containers: [{{name: app, image: app:v1}}]
",
        objects("default", false)
    )
}

#[test]
fn what_a_pod_lacks_for_a_name_is_told() {
    let ask = |extra: &str, labels: &str| {
        let player = play("cluster.local", &bare(extra, labels), 30);
        resolve(player.sim.world(), "bare.nginx", "default")
    };
    let named = "hostname: bare\n  subdomain: nginx";
    assert!(ask(named, "{app: nginx}").resolves());
    let pod: podlab::base::text::Text = "bare".into();
    let service: podlab::base::text::Text = "nginx".into();
    let reason = ask("restartPolicy: Always", "{app: nginx}").reason;
    assert_eq!(reason, Reason::OtherHostname { pod: pod.clone(), hostname: "".into() });
    let reason = ask("hostname: bare\n  subdomain: other", "{app: nginx}").reason;
    let subdomain = "other".into();
    assert_eq!(
        reason,
        Reason::OtherSubdomain { pod: pod.clone(), subdomain, service: service.clone() }
    );
    assert_eq!(ask(named, "{app: other}").reason, Reason::NotSelected { pod, service });
}

#[test]
fn what_was_found_is_remembered_for_a_while() {
    let mut player = play("cluster.local", &objects("default", false), 3);
    let mut cache = Cache::default();
    let (first, earlier) = cache.ask(player.sim.world(), "web-0.nginx", "default");
    assert!(!first.resolves() && earlier.is_none());
    player.run_until(SimTime::from_seconds(20));
    assert!(resolve(player.sim.world(), "web-0.nginx", "default").resolves());
    let (stale, earlier) = cache.ask(player.sim.world(), "web-0.nginx", "default");
    assert_eq!((stale, earlier), (first, Some(SimTime::from_seconds(3))));
    player.run_until(SimTime::from_seconds(33));
    let (fresh, earlier) = cache.ask(player.sim.world(), "web-0.nginx", "default");
    assert!(fresh.resolves() && earlier.is_none());
}
