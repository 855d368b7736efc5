//! How states look.

use crate::common::{pod, scene};
use podlab::api::reason::PodStatusKind;
use podlab::api::status::PodPhase;
use podlab::kubelet::probe::ProbeKind;
use podlab::timeline::story::{Row, Segment, Sight};
use podlab_stage::Lab;
use podlab_stage::pods::PodSummary;
use podlab_stage::tone::{self, Tone};
use podlab_stage::view::Stage;

/// The word under STATUS, its look, and the look of the Pod.
fn status(lab: &Lab) -> (String, Tone, Tone) {
    let summary = PodSummary::of(lab, Stage::of(lab).unwrap().pod);
    (summary.row.status, tone::of_status(summary.row.status_kind), summary.tone)
}

/// Asserts the word under STATUS and its look.
fn assert_status(lab: &Lab, word: &str, look: Tone) {
    let (status, tone, _) = status(lab);
    assert_eq!((status.as_str(), tone), (word, look));
}

fn segments(lab: &Lab, row: &Row) -> Vec<Tone> {
    let segments = lab.story().segments(row).iter();
    segments.map(|segment: &Segment| tone::of_segment(segment)).collect()
}

const APP: &str = "{containers: [{name: app, image: \"app:v1\"}]}";
const ONCE: &str = "{restartPolicy: Never, containers: [{name: app, image: \"app:v1\"}]}";
const WITH_INIT: &str = "{initContainers: [{name: first, image: \"app:v1\"}], containers: [{name: app, image: \"app:v1\"}]}";

#[test]
fn a_pod_that_waits_to_run_looks_waiting() {
    assert_status(&scene("unschedulable", 10), "Pending", Tone::Waiting);
    assert_status(&scene("image-slow", 3), "ContainerCreating", Tone::Waiting);
    assert_status(&scene("init", 2), "Init:0/3", Tone::Waiting);
}

#[test]
fn a_running_pod_looks_ready_and_its_word_running() {
    let lab = pod("", APP, 10);
    assert_eq!(status(&lab), ("Running".to_owned(), Tone::Running, Tone::Ready));
}

#[test]
fn a_running_pod_that_is_not_ready_looks_running() {
    let (word, _, tone) = status(&scene("readiness", 32));
    assert_eq!((word.as_str(), tone), ("Running", Tone::Running));
}

#[test]
fn exit_codes_decide_how_an_end_looks() {
    let end = |code: i32| {
        let plan =
            format!("{{t: 0, do: runtime-rule, container: app, plan: [{{run: 2, exit: {code}}}]}}");
        pod(&plan, ONCE, 20)
    };
    assert_eq!(status(&end(0)), ("Completed".to_owned(), Tone::Done, Tone::Done));
    assert_eq!(status(&end(3)), ("Error".to_owned(), Tone::Failed, Tone::Failed));
}

#[test]
fn a_back_off_looks_waiting_and_the_crash_before_it_failed() {
    let crash = "{t: 0, do: runtime-rule, container: app, plan: [{run: 1, exit: 1}]}";
    let mut lab = pod(crash, APP, 2);
    let mut seen = Vec::new();
    for seconds in 3..120 {
        crate::common::go_to(&mut lab, seconds);
        let (word, tone, _) = status(&lab);
        if !seen.contains(&(word.clone(), tone)) {
            seen.push((word, tone));
        }
    }
    assert!(seen.contains(&("Error".to_owned(), Tone::Failed)), "{seen:?}");
    assert!(seen.contains(&("CrashLoopBackOff".to_owned(), Tone::Waiting)), "{seen:?}");
}

#[test]
fn an_image_that_cannot_be_pulled_looks_failed_then_waiting() {
    assert_status(&scene("image-missing", 4), "ErrImagePull", Tone::Failed);
    let mut lab = scene("image-missing", 4);
    let words: Vec<(String, Tone)> = (5..60)
        .map(|seconds| {
            crate::common::go_to(&mut lab, seconds);
            let (word, tone, _) = status(&lab);
            (word, tone)
        })
        .collect();
    assert!(words.contains(&("ImagePullBackOff".to_owned(), Tone::Waiting)));
}

#[test]
fn what_an_init_container_does_colours_the_pod() {
    let crash = "{t: 0, do: runtime-rule, container: first, plan: [{run: 1, exit: 1}]}";
    assert_status(&pod(crash, WITH_INIT, 3), "Init:Error", Tone::Failed);
    let broken = WITH_INIT.replacen("image:", "imagePullPolicy: Never, image:", 1);
    assert_status(&pod("", &broken, 5), "Init:ErrImageNeverPull", Tone::Failed);
}

#[test]
fn a_pod_that_is_being_deleted_looks_as_if_it_runs() {
    let lab = scene("graceful", 20);
    assert_status(&lab, "Terminating", Tone::Running);
}

#[test]
fn a_pod_that_the_kubelet_refused_looks_failed() {
    let spec = "{nodeName: node-1, nodeSelector: {disk: fast}, containers: [{name: app, image: \"app:v1\"}]}";
    let lab = pod("", spec, 5);
    assert_eq!(status(&lab), ("NodeAffinity".to_owned(), Tone::Failed, Tone::Failed));
}

#[test]
fn each_kind_of_status_and_each_phase_has_its_look() {
    let phases = [
        (PodPhase::Pending, Tone::Waiting),
        (PodPhase::Running, Tone::Running),
        (PodPhase::Succeeded, Tone::Done),
        (PodPhase::Failed, Tone::Failed),
        (PodPhase::Unknown, Tone::Unknown),
    ];
    for (phase, tone) in phases {
        assert_eq!(tone::of_phase(phase), tone);
        assert_eq!(tone::of_status(PodStatusKind::of_phase(phase)), tone);
    }
}

#[test]
fn a_container_without_a_status_waits() {
    assert_eq!(tone::of_container(None), Tone::Waiting);
}

#[test]
fn the_row_of_the_status_has_the_looks_of_its_words() {
    let lab = scene("crash-loop", 8);
    assert_eq!(
        segments(&lab, &Row::Status),
        [Tone::Waiting, Tone::Waiting, Tone::Running, Tone::Failed, Tone::Running, Tone::Failed]
    );
}

#[test]
fn the_row_of_a_container_tells_ready_from_running() {
    let lab = scene("startup", 60);
    let tones = segments(&lab, &Row::Container("app".into()));
    assert_eq!(tones, [Tone::Waiting, Tone::Running, Tone::Ready]);
}

#[test]
fn rows_of_conditions_and_probes_have_two_looks() {
    let lab = scene("readiness", 40);
    let ready = segments(&lab, &Row::Condition("Ready".into()));
    assert_eq!(ready, [Tone::False, Tone::Ready, Tone::False]);
    let probe = segments(&lab, &Row::Probe("web".into(), ProbeKind::Readiness));
    assert_eq!(probe.last(), Some(&Tone::Failed));
}

#[test]
fn a_service_without_ready_pods_looks_false() {
    let lab = scene("readiness", 40);
    let endpoints = segments(&lab, &Row::Endpoints("web".into()));
    assert_eq!(endpoints.last(), Some(&Tone::False));
    assert!(endpoints.contains(&Tone::Ready));
}

#[test]
fn the_kind_of_a_status_is_part_of_its_change() {
    let lab = scene("crash-loop", 8);
    let last = lab.story().segments(&Row::Status).last().unwrap();
    assert_eq!(last.value, Sight::Status(PodStatusKind::Failed, "Error".into()));
}

#[test]
fn classes_and_icons_tell_looks_apart() {
    let all = [
        Tone::Waiting,
        Tone::Running,
        Tone::Ready,
        Tone::Done,
        Tone::Failed,
        Tone::Unknown,
        Tone::Idle,
        Tone::False,
    ];
    let mut classes: Vec<_> = all.iter().map(|tone| tone.class()).collect();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes.len(), all.len());
    assert_eq!(Tone::Idle.icon(), Tone::False.icon());
}
