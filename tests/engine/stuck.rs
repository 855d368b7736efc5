//! What is stuck, and what helps.

use crate::common::{NAMESPACE, act, at, create, scene, scenes, wait};
use podlab::api::{ReadOptions, Resource, ResourceKind};
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::plan::Run;
use podlab::cluster::world::Settings;
use podlab::controller::stateful_set::outlook::{Need, SyncStage};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::questions::stuck::{Bounds, Findings, Goal, Horizon, Search, Stuck, Verdict};
use podlab::questions::waits::WaitKind;
use podlab::sim::Sim;
use proptest::prelude::*;

fn look(sim: &Sim) -> Vec<Stuck> {
    let before = sim.fingerprint();
    let mut search = Search::new(sim, Bounds::default());
    while search.work(1000) {}
    assert!(search.is_done());
    assert_eq!(sim.fingerprint(), before, "a search changes nothing");
    search.stuck().to_vec()
}

fn play(text: &str) -> Player {
    let scenario = read(text, &ReadOptions::default()).expect("the text is right");
    scenario.play(scenario.settings())
}

fn scene_at(name: &str, seconds: u64) -> Sim {
    let mut player = play(&scene(name));
    player.run_until(SimTime::from_seconds(seconds));
    player.sim
}

/// Returns what is stuck about an object.
fn of<'a>(stuck: &'a [Stuck], kind: ResourceKind, name: &str) -> &'a Stuck {
    let is_it = |s: &&Stuck| s.wait.object.kind == kind && s.wait.object.name == *name;
    stuck.iter().find(is_it).unwrap_or_else(|| panic!("{name} is not stuck: {stuck:#?}"))
}

fn cluster(text: &str) -> Sim {
    let mut sim = Sim::with_nodes(Settings::default(), 2);
    create(&mut sim, text);
    at(&mut sim, 30);
    sim
}

fn pod(fields: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{{fields} \
         containers: [{{name: app, image: nginx}}]}}}}"
    )
}

/// Returns the first remedy of the only thing that is stuck.
fn only_remedy(sim: &Sim) -> Vec<Command> {
    let found = look(sim);
    let [stuck] = found.as_slice() else { panic!("one thing is stuck, not {found:#?}") };
    stuck.remedies.first().cloned().unwrap_or_else(|| panic!("nothing helps {stuck:#?}"))
}

#[test]
fn a_rollout_that_was_undone_needs_the_broken_pod_deleted() {
    let found = look(&scene_at("sts-broken-rollout", 99));
    let set = of(&found, ResourceKind::StatefulSet, "web");
    assert_eq!((set.goal, set.horizon), (Goal::Complete, Horizon::Ever));
    let delete = Command::delete_pod(NAMESPACE, "web-2", None);
    assert!(set.remedies.contains(&vec![delete]), "{:#?}", set.remedies);
    let undo = |commands: &Vec<Command>| matches!(commands[0], Command::RolloutUndo { .. });
    assert!(!set.remedies.iter().any(undo), "undone it is already: {:#?}", set.remedies);

    let earlier = look(&scene_at("sts-broken-rollout", 59));
    let set = of(&earlier, ResourceKind::StatefulSet, "web");
    let both = |commands: &Vec<Command>| {
        matches!(commands.as_slice(), [Command::RolloutUndo { .. }, Command::Delete { .. }])
    };
    assert!(set.remedies.iter().any(both), "undo alone does not help: {:#?}", set.remedies);
}

#[test]
fn a_rollout_of_a_deployment_that_is_stuck_is_undone_in_one_step() {
    let found = look(&scene_at("deploy-stuck", 100));
    let deployment = of(&found, ResourceKind::Deployment, "web");
    let undo =
        |commands: &Vec<Command>| matches!(commands.as_slice(), [Command::RolloutUndo { .. }]);
    assert!(deployment.remedies.iter().any(undo), "{:#?}", deployment.remedies);
}

#[test]
fn a_crash_loop_goes_round_in_circles() {
    let found = look(&scene_at("crash-loop", 100));
    let demo = of(&found, ResourceKind::Pod, "demo");
    assert_eq!((demo.goal, demo.horizon), (Goal::KeepsRunning, Horizon::Ever));
    let Some([Command::Plan(rule)]) = demo.remedies.first().map(Vec::as_slice) else {
        panic!("another program helps: {:#?}", demo.remedies)
    };
    assert_eq!(rule.plan.as_deref(), Some(&[Run::default()][..]));
}

#[test]
fn a_container_that_cannot_start_is_helped_in_its_back_off_too() {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions:\n- {{t: 20s, do: runtime-rule, container: app, startError: no such file}}\n\
         - {{t: 21s, do: container-exit, pod: demo, container: app, code: 1}}\n---\n{}",
        pod("")
    );
    let mut player = play(&text);
    player.run_until(SimTime::from_seconds(60));
    let remedy = only_remedy(&player.sim);
    let [Command::Plan(rule)] = remedy.as_slice() else { panic!("it starts: {remedy:?}") };
    assert_eq!(rule.start_error.as_deref(), Some(""));
    let mut sim = player.sim;
    act(&mut sim, remedy[0].clone());
    wait(&mut sim, 300);
    assert_eq!(look(&sim), []);
}

#[test]
fn a_program_that_ends_twice_and_then_runs_is_not_stuck() {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions:\n- {{t: 0, do: runtime-rule, container: app, \
         plan: [{{run: 2, exit: 1}}, {{run: 2, exit: 1}}, {{}}]}}\n---\n{}",
        pod("")
    );
    let mut player = play(&text);
    for second in 1..60 {
        player.run_until(SimTime::from_seconds(second));
        assert_eq!(look(&player.sim), [], "at {second} s");
    }
}

#[test]
fn what_goes_on_by_itself_is_not_stuck() {
    for name in
        ["runs", "init", "startup", "sidecar", "sts-ordered", "sts-rolling", "deploy-rolling"]
    {
        for seconds in [1, 5, 12, 26, 34, 47] {
            assert_eq!(look(&scene_at(name, seconds)), [], "{name} at {seconds} s");
        }
    }
}

#[test]
fn a_pod_that_fits_nowhere_is_helped_by_a_node_or_a_label() {
    let sim = cluster(&pod("nodeSelector: {disk: ssd},"));
    let label = Command::label_node("node-1", "disk", Some("ssd".into()));
    assert_eq!(only_remedy(&sim), [label]);

    let mut sim = Sim::with_nodes(Settings::default(), 1);
    act(&mut sim, Command::Cordon { node: "node-1".into(), unschedulable: true });
    create(&mut sim, &pod(""));
    wait(&mut sim, 5);
    assert_eq!(
        only_remedy(&sim),
        [Command::Cordon { node: "node-1".into(), unschedulable: false }]
    );

    let large = "{apiVersion: v1, kind: Pod, metadata: {name: big}, spec: {containers: [{name: app, image: nginx, \
        resources: {requests: {cpu: 100}}}]}}";
    let found = look(&cluster(large));
    assert_eq!(
        of(&found, ResourceKind::Pod, "big").remedies,
        [] as [Vec<Command>; 0],
        "no node is large enough"
    );
}

#[test]
fn configuration_that_is_missing_is_created() {
    let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {volumes: [{name: all, projected: {sources: \
        [{secret: {name: token}}, {configMap: {name: settings, items: [{key: a, path: a}]}}]}}], \
        containers: [{name: app, image: nginx, env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: b}}}]}]}}";
    let sim = cluster(text);
    let remedy = only_remedy(&sim);
    let [Command::Create(secret), Command::Create(map)] = remedy.as_slice() else {
        panic!("two objects are missing: {remedy:?}")
    };
    let Resource::ConfigMap(map) = &**map else { panic!("a ConfigMap is missing") };
    assert_eq!((secret.kind(), &*secret.metadata().name), ("Secret", "token"));
    assert_eq!(map.data.keys().map(|key| &**key).collect::<Vec<_>>(), ["a", "b"]);
    let mut sim = sim;
    for command in remedy {
        act(&mut sim, command);
    }
    wait(&mut sim, 300);
    assert_eq!(look(&sim), []);
}

#[test]
fn claims_gates_finalizers_and_pauses_each_have_their_remedy() {
    let claim = "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], \
        storageClassName: fast, resources: {requests: {storage: 1Gi}}}}";
    let Some(Command::Create(class)) = only_remedy(&cluster(claim)).pop() else {
        panic!("a class")
    };
    assert_eq!((class.kind(), &*class.metadata().name), ("StorageClass", "fast"));

    let mut sim = cluster(&pod("schedulingGates: [{name: quota}],"));
    for command in only_remedy(&sim) {
        act(&mut sim, command);
    }
    wait(&mut sim, 5);
    assert_eq!(look(&sim), []);
    assert!(sim.pod(&NAMESPACE, "demo").is_some_and(|(_, pod)| !pod.spec.node_name.is_empty()));

    let finalizer = "{apiVersion: v1, kind: Pod, metadata: {name: demo, finalizers: [example.com/a]}, spec: {containers: [{name: app, image: nginx}]}}";
    let mut sim = cluster(finalizer);
    act(&mut sim, Command::delete_pod(NAMESPACE, "demo", None));
    wait(&mut sim, 60);
    for command in only_remedy(&sim) {
        act(&mut sim, command);
    }
    wait(&mut sim, 5);
    assert!(sim.pod(&NAMESPACE, "demo").is_none());
}

#[test]
fn an_init_container_that_waits_for_a_service_needs_that_service() {
    let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {initContainers: [{name: wait, image: busybox, \
        command: [sh, -c, 'until nslookup db; do echo waiting; sleep 2; done']}], containers: [{name: app, image: nginx}]}}";
    let mut sim = cluster(text);
    let Some(Command::Create(service)) = only_remedy(&sim).pop() else { panic!("a Service") };
    assert_eq!((service.kind(), &*service.metadata().name), ("Service", "db"));
    act(&mut sim, Command::Create(service));
    wait(&mut sim, 10);
    assert_eq!(look(&sim), []);

    // The next init container waits for another one. Names elsewhere have no Service.
    let second = "{name: cache, image: busybox, command: [sh, -c, 'until nslookup cache.default.svc.cluster.local; do sleep 1; done']}";
    let both = text.replace("done']}]", &format!("done']}}, {second}]"));
    assert_eq!(only_remedy(&cluster(&both)).len(), 2);
    let elsewhere = look(&cluster(&text.replace("nslookup db", "nslookup example.com")));
    let helps =
        |stuck: &Stuck| stuck.remedies.iter().flatten().any(|c| matches!(c, Command::Create(_)));
    assert!(!elsewhere.iter().any(helps), "{elsewhere:#?}");
}

#[test]
fn a_set_with_many_stuck_pods_is_helped_and_a_very_large_cluster_is_left_alone() {
    let text = |replicas: i64| {
        format!(
            "{{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web}}, spec: {{replicas: {replicas}, serviceName: web, \
             podManagementPolicy: Parallel, selector: {{matchLabels: {{a: b}}}}, template: {{metadata: {{labels: {{a: b}}}}, \
             spec: {{containers: [{{name: app, image: busybox, command: [sh, -c, 'exit 1']}}]}}}}}}}}"
        )
    };
    let found = look(&cluster(&text(6)));
    let Some(set) = found.first() else { panic!("the set is stuck") };
    assert_eq!(set.wait.object.kind, ResourceKind::StatefulSet, "workloads come first");
    assert!(!set.remedies.is_empty(), "{set:#?}");
    assert_eq!(look(&cluster(&text(101))), []);
}

#[test]
fn a_set_on_a_lost_node_needs_the_node_or_force() {
    let found = look(&scene_at("sts-node-lost", 239));
    let set = of(&found, ResourceKind::StatefulSet, "web");
    let reconnect = Command::DisturbNode { node: "node-2".into(), fault: NodeFault::Reconnect };
    assert_eq!(
        set.remedies,
        [vec![reconnect], vec![Command::delete_pod(NAMESPACE, "web-1", Some(0))]]
    );
}

#[test]
fn each_remedy_of_each_scene_helps_and_what_is_stuck_stays_so() {
    for (name, text) in scenes() {
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let turn = scenario.turn.as_ref().map(|turn| turn.at);
        let times = scenario.actions.iter().map(|action| action.time).chain(turn);
        let times: Vec<SimTime> = times.collect();
        let mut player = scenario.play(scenario.settings());
        for time in times.into_iter().filter(|time| time.0 > 1000) {
            player.run_until(SimTime(time.0 - 500));
            for stuck in look(&player.sim) {
                let mut alone = player.sim.clone();
                wait(&mut alone, 3600);
                let still = podlab::questions::waits::waits(&alone);
                let is_its =
                    |wait: &podlab::questions::waits::Wait| wait.object == stuck.wait.object;
                assert!(still.iter().any(is_its), "{name}: {stuck:#?} {still:#?}");
                for remedy in &stuck.remedies {
                    let mut sim = player.sim.clone();
                    for command in remedy {
                        act(&mut sim, command.clone());
                    }
                    wait(&mut sim, 3600);
                    let left = look(&sim);
                    let is_left = left
                        .iter()
                        .any(|l| l.wait.object == stuck.wait.object && l.goal == stuck.goal);
                    assert!(!is_left, "{name}: {remedy:?} left {left:#?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_look_in_slices_finds_the_same(slice in 1_u64..500, seconds in 20_u64..150) {
        let sim = scene_at("sts-broken-rollout", seconds);
        let mut sliced = Search::new(&sim, Bounds::default());
        while sliced.work(slice) {}
        prop_assert_eq!(sliced.stuck().to_vec(), look(&sim));
    }
}

#[test]
fn findings_say_of_each_wait_of_a_set_whether_it_ends_by_itself() {
    let set = podlab::api::ObjectRef::stateful_set(NAMESPACE, "web");
    let wait =
        |pod: &'static str, need| WaitKind::Set { stage: SyncStage::Keep, pod: pod.into(), need };
    let broken = Findings::of(&scene_at("sts-broken-rollout", 80), Bounds::default());
    let verdict = broken.verdict(&set, &wait("web-2", Need::Ready));
    assert!(matches!(verdict, Verdict::Stuck(stuck) if stuck.wait.object == set), "{verdict:?}");
    let unknown = Verdict::Unknown;
    assert_eq!(broken.verdict(&set, &wait("web-2", Need::Gone)), unknown, "it does not wait so");
    assert_eq!(broken.verdict(&set, &wait("web-1", Need::Ready)), unknown);

    let healthy = Findings::of(&scene_at("sts-ordered", 2), Bounds::default());
    assert_eq!(healthy.verdict(&set, &wait("web-0", Need::Ready)), Verdict::Ends);
    let few = Bounds { pods: 1, ..Bounds::default() };
    let none = Findings::of(&scene_at("sts-ordered", 3), few);
    assert_eq!(
        none.verdict(&set, &wait("web-1", Need::Ready)),
        unknown,
        "the cluster is too large"
    );
}

#[test]
fn what_is_stuck_is_known_before_what_helps() {
    let mut search = Search::new(&scene_at("sts-broken-rollout", 80), Bounds::default());
    while !search.is_decided() {
        assert_eq!(search.stuck(), []);
        search.work(1);
    }
    assert!(!search.is_done() && search.stuck()[0].remedies.is_empty());
    while search.work(1000) {}
    assert!(!search.stuck()[0].remedies.is_empty());
}

#[test]
fn a_claim_that_is_missing_is_created() {
    let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {volumes: [{name: a, persistentVolumeClaim: \
        {claimName: data}}, {name: b, persistentVolumeClaim: {claimName: logs}}], containers: [{name: app, image: nginx}]}}";
    let mut sim = cluster(text);
    let remedy = only_remedy(&sim);
    let names: Vec<&str> = remedy
        .iter()
        .map(|command| {
            let Command::Create(object) = command else { panic!("{command:?} creates nothing") };
            assert_eq!(object.kind(), "PersistentVolumeClaim");
            &*object.metadata().name
        })
        .collect();
    assert_eq!(names, ["data", "logs"]);
    for command in remedy.clone() {
        act(&mut sim, command);
    }
    wait(&mut sim, 30);
    assert_eq!(look(&sim), []);
}
