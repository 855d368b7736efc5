//! Why something happened, and what does not happen yet.

use crate::common::{go_to, play, pod, replica_set, scene, set};
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::command::Command;
use podlab::cluster::fact::Fact;
use podlab::questions::explanation::Step;
use podlab_stage::set_spec::{self, SetField};
use podlab_stage::words::plain;
use podlab_stage::{Lab, why};

/// The last change of this sort of the Pod on the stage.
fn last(lab: &Lab, is_it: impl Fn(&Fact) -> bool) -> &Change {
    let mut changes = lab.story().changes().iter().rev();
    changes.find(|change| is_it(&change.fact)).expect("it changed")
}

fn is_status(fact: &Fact) -> bool {
    matches!(fact, Fact::Status { .. })
}

fn is_deletion(fact: &Fact) -> bool {
    matches!(fact, Fact::Deletion { .. })
}

fn is_phase(fact: &Fact) -> bool {
    matches!(fact, Fact::Phase { .. })
}

/// All that waits.
fn all(lab: &Lab) -> Vec<why::Waiting> {
    why::not_yet(lab, usize::MAX).0
}

#[test]
fn of_many_waits_some_are_told_and_the_others_counted() {
    let lab = scene("sts-ordered", 2);
    let count = all(&lab).len();
    let (told, more) = why::not_yet(&lab, 1);
    assert_eq!((told.len(), more), (1, count - 1));
    assert_eq!(why::not_yet(&lab, count).1, 0);
}

#[test]
fn a_run_at_rest_waits_for_nothing_but_its_probes() {
    let waits = all(&scene("sts-ordered", 30));
    assert!(waits.iter().all(|wait| !wait.words.contains("StatefulSet")), "{waits:?}");
}

#[test]
fn the_workload_waits_first_and_pods_are_named() {
    let waits = all(&scene("sts-ordered", 2));
    assert_eq!(
        waits[0].words,
        "*web-0* must be Running and Ready before the StatefulSet continues."
    );
    assert!(waits.len() > 1);
    assert!(waits[1..].iter().all(|wait| wait.words.starts_with("*web-0*: ")), "{waits:?}");
}

#[test]
fn a_pod_alone_needs_no_name() {
    let waits = all(&scene("crash-loop", 8));
    assert_eq!(waits.len(), 1);
    assert!(!waits[0].words.starts_with('*'), "{waits:?}");
}

/// When a step of an answer happened.
fn time(step: &Step<'_>) -> SimTime {
    match step {
        Step::Once(change) => change.time,
        Step::Again { changes, .. } => changes[0].time,
    }
}

/// The short answer to why the last change of this sort happened.
fn conclusion(lab: &Lab, is_it: impl Fn(&Fact) -> bool) -> String {
    let change = last(lab, is_it);
    plain(&why::conclusion(lab, change, &why::explanation(lab, change)))
}

#[test]
fn a_crash_loop_is_explained_by_how_the_program_ends_and_how_often() {
    let lab = scene("crash-loop", 70);
    let why = conclusion(&lab, is_status);
    assert_eq!(
        why,
        "STATUS is CrashLoopBackOff because app exited with 1 for the fourth time; the kubelet waits \
         40 s."
    );
    let earlier = lab.story().changes().iter().find(|change| is_status(&change.fact)).unwrap();
    let why = why::conclusion(&lab, earlier, &why::explanation(&lab, earlier));
    assert!(!why.contains("waits"), "the back-off is not about what was before: {why}");
    let change = last(&lab, is_status);
    let why = why::explanation(&lab, change);
    let folded: Vec<_> =
        why.steps.iter().filter(|step| matches!(step, Step::Again { .. })).collect();
    let [Step::Again { times: 3, changes }] = folded[..] else { panic!("{folded:#?}") };
    assert!(changes.len() > 5 && why.steps.len() < 12, "{why:#?}");
    let lines = why::look_closer(change, &why);
    assert_eq!(lines, ["kubectl logs demo -c app --previous", "kubectl describe pod demo"]);
}

#[test]
fn what_set_an_ending_off_is_told_with_it() {
    let evicted = conclusion(&scene("node-pressure", 60), is_status);
    assert!(evicted.starts_with("STATUS is Error because app exited with 143."), "{evicted}");
    assert!(evicted.contains("Root cause: Resource usage outside of Pods"), "{evicted}");
    let gone = conclusion(&scene("graceful", 60), |fact| matches!(fact, Fact::Removed));
    assert!(gone.contains("Root cause: The Pod is Terminating."), "{gone}");
    let lost = conclusion(&scene("node-lost", 400), is_deletion);
    let said = "The Pod is Terminating because node-1 is cut off from the API server.";
    assert_eq!(lost, said);
}

#[test]
fn a_pod_is_ready_because_its_probe_succeeded() {
    let why = conclusion(
        &scene("sts-ordered", 40),
        |fact| matches!(fact, Fact::Condition { kind, .. } if **kind == *"Ready"),
    );
    assert_eq!(why, "web-2: Ready is True because the readiness probe of nginx succeeded.");
}

#[test]
fn what_came_directly_from_an_act_is_explained_by_it() {
    let lab = scene("runs", 5);
    let created = lab.story().changes().iter().find(|change| change.fact == Fact::Created).unwrap();
    let why = why::conclusion(&lab, created, &why::explanation(&lab, created));
    assert_eq!(Some(why), why::root(&lab, created).map(|(_, act)| act));
}

#[test]
fn a_chain_leads_back_from_the_change() {
    let lab = scene("crash-loop", 8);
    let change = last(&lab, is_status);
    let why = why::explanation(&lab, change);
    assert_eq!(why.first().map(|first| first.number), Some(change.number));
    let times: Vec<SimTime> = why.steps.iter().map(time).collect();
    assert!(times.len() > 2 && times.is_sorted_by(|later, earlier| later >= earlier), "{times:?}");
    let (time, words) = why::root(&lab, change).unwrap();
    assert_eq!(time, SimTime::ZERO, "{words}");
}

#[test]
fn the_act_of_a_scene_is_the_root() {
    let lab = scene("graceful", 16);
    let (time, words) = why::root(&lab, last(&lab, is_deletion)).unwrap();
    assert_eq!(time, SimTime::from_seconds(15));
    assert!(words.contains("demo"), "{words}");
}

#[test]
fn what_a_person_does_is_told_as_theirs() {
    let scenes = scene("graceful", 16);
    let (_, of_scene) = why::root(&scenes, last(&scenes, is_deletion)).unwrap();
    let mut lab = scene("crash-loop", 15);
    let (_, delete) = scenes.sim().commands().last().unwrap();
    lab.history.act(vec![delete.clone()]).unwrap();
    let (_, of_person) = why::root(&lab, last(&lab, is_deletion)).unwrap();
    assert_ne!(of_person, of_scene);
    assert!(of_person.contains("You"), "{of_person}");
}

#[test]
fn among_several_pods_a_sentence_says_which_one() {
    let lab = replica_set("", 2, "", 20);
    let change = lab.story().changes().iter().find(|change| is_phase(&change.fact));
    let change = change.expect("a Pod began");
    let name = change.object.name();
    assert!(plain(&why::change_sentence(&lab, change)).contains(name));
    let lab = scene("crash-loop", 8);
    assert!(!why::change_sentence(&lab, last(&lab, is_phase)).contains("demo"));
}

/// What the last change of this sort is told as after a person did something to the set.
fn told_after(lab: &mut Lab, commands: Vec<Command>, is_it: impl Fn(&Fact) -> bool) -> String {
    lab.history.act(commands).unwrap();
    let lab = &*lab;
    plain(&why::change_sentence(lab, last(lab, is_it)))
}

#[test]
fn a_change_of_a_spec_is_told_as_what_the_person_did() {
    let is_spec = |fact: &Fact| *fact == Fact::Spec;
    let is_number = |fact: &Fact| matches!(fact, Fact::Field { field: "replicas", .. });
    let mut lab = set("", "replicas: 2", 20);
    let partition = set_spec::set(&lab, SetField::Partition, "1").into_iter().collect();
    assert_eq!(told_after(&mut lab, partition, is_spec), "You set partition to 1.");
    let start = set_spec::set(&lab, SetField::Start, "5").into_iter().collect();
    assert_eq!(told_after(&mut lab, start, is_spec), "You set ordinals.start to 5.");
    let strategy = set_spec::set(&lab, SetField::Strategy, "OnDelete").into_iter().collect();
    let told = told_after(&mut lab, strategy, is_spec);
    assert_eq!(told, "You set updateStrategy.type to OnDelete.");
    let (_, image) = set_spec::set_image(&lab, false).unwrap();
    let told = told_after(&mut lab, image, is_spec);
    assert_eq!(told, "You changed the image of app to app:v2.");
    let scale = set_spec::set(&lab, SetField::Replicas, "3").into_iter().collect();
    assert_eq!(told_after(&mut lab, scale, is_number), "You scaled the StatefulSet web to 3.");
    let spec = last(&lab, is_spec);
    let (_, act) = why::root(&lab, spec).unwrap();
    assert_eq!(why::change_sentence(&lab, spec), act, "the act is not told a second time");
}

#[test]
fn an_undo_gives_the_old_revision_the_next_number_and_says_so() {
    let mut lab = set("", "replicas: 1", 20);
    let (_, image) = set_spec::set_image(&lab, false).unwrap();
    lab.history.act(image).unwrap();
    go_to(&mut lab, 40);
    let object = lab.scene.workload.clone().unwrap();
    lab.history.act(vec![Command::RolloutUndo { object, to_revision: None }]).unwrap();
    go_to(&mut lab, 60);
    let change = last(&lab, |fact| matches!(fact, Fact::RevisionNumber { .. }));
    assert!(lab.story().is_visible(change));
    let told = plain(&why::change_sentence(&lab, change));
    assert!(told.ends_with("gets the next number: rev 1 becomes rev 3."), "{told}");
}

#[test]
fn a_configuration_error_names_what_is_missing() {
    let variable = |key: &str| {
        format!(
            "{{containers: [{{name: app, image: nginx, env: [{{name: A, valueFrom: \
             {{configMapKeyRef: {{name: settings, key: {key}}}}}}}]}}]}}"
        )
    };
    let lab = pod("", &variable("color"), 10);
    assert_eq!(
        conclusion(&lab, is_status),
        "STATUS is CreateContainerConfigError because app needs the ConfigMap settings, which does \
         not exist; the kubelet retries."
    );
    let waits = all(&lab);
    assert!(
        waits[0].words.starts_with("*app* cannot start: it needs the ConfigMap *settings*"),
        "{waits:?}"
    );
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions: []\n---\n{{apiVersion: v1, kind: ConfigMap, metadata: \
         {{name: settings}}, data: {{size: L}}}}\n---\n{{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, \
         spec: {}}}\n",
        variable("color")
    );
    let waits = all(&play(&text, 10));
    let said = "it needs the key *color*, which the ConfigMap *settings* does not have.";
    assert!(waits[0].words.contains(said), "{waits:?}");
}

#[test]
fn a_pod_that_runs_and_is_ready_waits_for_nothing() {
    for seconds in 2..20 {
        assert_eq!(all(&scene("runs", seconds)), [], "at {seconds} s");
    }
}

/// The question about the last change of this sort, its answer, and the fields that a person would change.
fn answered(lab: &Lab, is_it: impl Fn(&Fact) -> bool) -> (String, String, Vec<String>) {
    let change = last(lab, is_it);
    let why = why::explanation(lab, change);
    let advice = why::advice(lab, change, &why);
    (
        podlab_messages::question(change),
        plain(&why::conclusion(lab, change, &why)),
        advice.iter().map(|line| line.path.to_string()).collect(),
    )
}

#[test]
fn an_image_that_cannot_be_pulled_is_explained_by_what_the_registry_answers() {
    for seconds in [2, 20] {
        let (_, told, advice) =
            answered(&scene("image-missing", seconds), |fact| matches!(fact, Fact::State { .. }));
        let said = "because the kubelet cannot pull the image nginx:1.255 (the registry answers: not found);";
        assert!(told.contains(said), "{told}");
        assert_eq!(advice, ["spec.containers[app].image"], "at {seconds} s");
    }
    let told = conclusion(&scene("image-missing", 20), is_status);
    assert!(told.contains("cannot pull the image nginx:1.255"), "{told}");
}

#[test]
fn a_pod_without_a_node_is_explained_by_what_the_scheduler_answers() {
    let lab = scene("unschedulable", 12);
    let reason = "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector";
    assert_eq!(
        conclusion(&lab, is_phase),
        format!("The phase is Pending because no node fits: {reason}.")
    );
    assert_eq!(
        conclusion(&lab, is_status),
        format!("STATUS is Pending because no node fits: {reason}.")
    );
}

#[test]
fn where_nothing_failed_nothing_is_to_be_changed() {
    let is_ready = |fact: &Fact| matches!(fact, Fact::Ready { ready: true, .. });
    for (name, seconds) in [("readiness", 15), ("runs", 10), ("sts-budget", 50)] {
        let (_, told, advice) = answered(&scene(name, seconds), is_ready);
        assert_eq!(advice, [] as [String; 0], "{name}: {told}");
    }
}

#[test]
fn of_a_program_that_fails_first_what_it_runs_is_to_be_changed() {
    let (_, _, advice) = answered(&scene("crash-loop", 70), is_status);
    assert!(advice[0].starts_with("spec.containers[app]."), "{advice:?}");
}

#[test]
fn the_question_about_a_volume_names_it() {
    let lab = scene("sts-ordered", 2);
    let (asked, ..) = answered(&lab, |fact| matches!(fact, Fact::VolumePhase { .. }));
    assert!(
        asked.starts_with("Why is the PersistentVolume pvc-") && asked.ends_with(" Bound?"),
        "{asked}"
    );
}

#[test]
fn neighbouring_steps_by_the_same_rule_tell_it_once() {
    let lab = scene("crash-loop", 70);
    let is_end = |fact: &Fact| matches!(fact, Fact::State { .. });
    let changes = lab.story().changes().iter().filter(|change| is_end(&change.fact));
    let mut repeated = 0;
    for change in changes {
        let why = why::explanation(&lab, change);
        let rule = |step: &Step<'_>| match step {
            Step::Once(change) => Some((change.rule, change.object.clone())),
            Step::Again { .. } => None,
        };
        let all: Vec<_> = why.steps.iter().map(rule).collect();
        let told: Vec<_> =
            (0..all.len()).filter(|at| !why.repeats_rule(*at)).map(|at| all[at].clone()).collect();
        assert!(all.iter().all(|rule| told.contains(rule)), "each rule is told");
        let is_twice = |pair: &[Option<_>]| pair[0].is_some() && pair[0] == pair[1];
        assert!(!told.windows(2).any(is_twice), "no rule is told twice in a row: {told:?}");
        repeated += all.len() - told.len();
    }
    assert!(repeated > 0);
}
