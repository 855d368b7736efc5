//! What a StatefulSet waits for and does next, in sentences.

use crate::common::{findings, scene, set};
use podlab::base::time::SimTime;
use podlab::questions::stuck::{Bounds, Findings};
use podlab_stage::Lab;
use podlab_stage::lanes::{Gate, SetStage};
use podlab_stage::set_words::LaneWords;
use podlab_stage::tone::Tone;

fn intention(lab: &Lab) -> String {
    let findings = findings(lab);
    SetStage::of(lab).unwrap().knowing(&findings).intention()
}

/// What stands in each lane.
fn words(lab: &Lab) -> Vec<LaneWords> {
    let stage = SetStage::of(lab).unwrap();
    stage.lanes.iter().map(|lane| stage.lane_words(lane)).collect()
}

fn plain(text: &str) -> LaneWords {
    LaneWords::Plain(text.to_owned())
}

#[test]
fn at_first_the_controller_creates_the_first_pod() {
    assert_eq!(intention(&set("", "replicas: 2", 0)), "Next: create *web-0* now.");
}

#[test]
fn before_the_first_pod_exists_the_next_one_waits_for_it() {
    let words = words(&set("", "replicas: 2", 0));
    assert_eq!(words, [plain(""), LaneWords::Waiting("waits: web-0 does not exist".to_owned())]);
}

#[test]
fn the_next_pod_is_created_when_the_one_before_is_ready() {
    let lab = scene("sts-ordered", 2);
    assert_eq!(intention(&lab), "Next: create *web-1* as soon as *web-0* is Ready.");
}

#[test]
fn a_set_at_rest_has_nothing_to_do() {
    let lab = scene("sts-ordered", 30);
    assert_eq!(intention(&lab), "Nothing to do: the Pods match the spec.");
    assert_eq!(words(&lab), [plain(""), plain(""), plain("")]);
}

#[test]
fn with_min_ready_seconds_a_ready_pod_holds_others_up_until_it_is_available() {
    let lab = set("", "replicas: 2, minReadySeconds: 10", 4);
    assert_eq!(intention(&lab), "Next: create *web-1* as soon as *web-0* is available.");
    let [holding, waiting] = &words(&lab)[..] else { panic!("two lanes") };
    let LaneWords::Holding(reason) = holding else { panic!("{holding:?}") };
    assert!(reason.starts_with("is Ready, becomes available in "), "{reason}");
    assert_eq!(*waiting, LaneWords::Waiting(format!("waits: web-0 {reason}")));
}

#[test]
fn a_pod_that_makes_way_for_its_successor_is_created_again() {
    let lab = scene("sts-canary", 26);
    assert_eq!(intention(&lab), "Next: create *web-2* again as soon as the old one is removed.");
    let LaneWords::Holding(reason) = &words(&lab)[2] else { panic!("web-2 is awaited") };
    assert_eq!(reason, "is Terminating, at most 10 s left");
}

#[test]
fn pods_below_the_partition_stay_at_their_revision() {
    let words = words(&scene("sts-canary", 40));
    assert_eq!(words[..2], [plain("stays at its revision"), plain("stays at its revision")]);
    assert_eq!(words[2], plain(""));
}

#[test]
fn a_broken_update_says_what_it_waits_for() {
    let lab = scene("sts-broken-rollout", 40);
    let awaited = "web-2 is Pending, STATUS ErrImagePull";
    assert_eq!(words(&lab)[0], LaneWords::Waiting(format!("waits: {awaited}")));
    let stage = SetStage::of(&lab).unwrap();
    let gate = stage.gate(1).unwrap();
    assert!(matches!(gate, Gate::ShutDown(_)));
    assert_eq!(stage.gate_words(gate), format!("Gate closed: {awaited}"));
    assert_eq!(stage.gate_words(Gate::Open), "Gate open");
}

#[test]
fn a_rollout_that_was_undone_is_stuck_until_its_broken_pod_is_deleted() {
    let lab = scene("sts-broken-rollout", 80);
    let findings = findings(&lab);
    let stage = SetStage::of(&lab).unwrap().knowing(&findings);
    assert_eq!(
        stage.intention(),
        "Stuck: *web-2* must be Ready before it can be replaced, and it cannot become Ready by itself."
    );
    let (_, stuck) = stage.stuck().expect("it waits for web-2");
    assert_eq!(podlab_messages::remedy(&stuck.remedies[0]), "Delete the Pod *web-2*");
    let LaneWords::Stuck(words) = stage.lane_words(&stage.lanes[2]) else { panic!("it is stuck") };
    assert!(words.starts_with("stuck: is Pending, STATUS "), "{words}");
    let gate = stage.gate(2).expect("it stands before web-2");
    assert!(stage.gate_words(gate).starts_with("Gate stuck: web-2 is Pending, STATUS "));
}

#[test]
fn a_broken_update_keeps_the_next_pod_from_being_replaced() {
    assert_eq!(
        intention(&scene("sts-broken-rollout", 40)),
        "Stuck: *web-2* must be Ready before *web-1* can be replaced, and it cannot become Ready by itself."
    );
}

#[test]
fn nothing_is_promised_before_it_is_known_what_is_stuck() {
    let lab = scene("sts-broken-rollout", 40);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.intention(), "Waiting: web-2 is Pending, STATUS ErrImagePull.");
    assert!(stage.stuck().is_none());
    let lab = scene("sts-ordered", 2);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.intention(), "Waiting: web-0 is Pending, STATUS ContainerCreating.");
}

#[test]
fn a_search_that_ends_too_early_says_until_when_it_knows() {
    let lab = scene("sts-broken-rollout", 80);
    let bounds = Bounds { span: 30_000, ..Bounds::default() };
    let findings = Findings::of(lab.sim(), bounds);
    let said = SetStage::of(&lab).unwrap().knowing(&findings).intention();
    assert_eq!(
        said,
        "Stuck: *web-2* must be Running and Ready before the StatefulSet continues. \
         It does not continue by itself before 0:01:50; Podlab did not simulate further."
    );
}

#[test]
fn a_probe_that_failed_is_named_as_the_reason() {
    let lab = scene("sts-web-0-fails", 40);
    let LaneWords::Holding(reason) = &words(&lab)[0] else { panic!("web-0 is awaited") };
    assert!(reason.starts_with("is Running, but not Ready"), "{reason}");
}

#[test]
fn pods_that_were_orphaned_have_no_owner() {
    let lab =
        set("{t: 20, do: delete, object: sts/web, propagationPolicy: Orphan}", "replicas: 2", 25);
    assert_eq!(intention(&lab), "The StatefulSet was deleted. Its Pods have no owner now.");
    assert_eq!(words(&lab), [plain("has no owner now"), plain("has no owner now")]);
}

#[test]
fn pods_that_are_garbage_go_with_the_set() {
    let lab = scene("sts-delete", 30);
    assert!(intention(&lab).contains("The garbage collector deletes its Pods"));
    assert_eq!(words(&lab)[0], plain("deleted with the set"));
}

#[test]
fn pods_go_before_a_set_that_is_deleted_in_the_foreground() {
    let delete = "{t: 20, do: delete, object: sts/web, propagationPolicy: Foreground}";
    let lab = set(delete, "replicas: 2", 20);
    assert_eq!(
        intention(&lab),
        "The StatefulSet is being deleted. Its controller does nothing more."
    );
    assert_eq!(words(&lab)[0], plain("deleted before the set"));
    assert_eq!(
        intention(&set(delete, "replicas: 2", 60)),
        "The StatefulSet and its Pods were deleted."
    );
}

#[test]
fn claims_stay_when_the_set_and_its_pods_are_gone() {
    let lab = scene("sts-delete", 60);
    assert_eq!(intention(&lab), "The StatefulSet and its Pods were deleted. Its claims remain.");
    assert_eq!(words(&lab)[0], plain("its claim remains"));
}

#[test]
fn a_missing_pod_comes_back_only_if_its_set_wants_it() {
    let lab = scene("sts-scale-down", 90);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.fate("web-0"), "Its controller creates it.");
    assert_eq!(stage.fate("web-4"), "The spec of the StatefulSet does not request it now.");
    assert_eq!(stage.fate("web-17"), "The spec of the StatefulSet does not request it now.");
    let gone = scene("sts-delete", 60);
    let fate = SetStage::of(&gone).unwrap().fate("web-0");
    assert_eq!(fate, "Its StatefulSet is deleted or being deleted, so it is not recreated.");
}

#[test]
fn a_missing_pod_waits_for_the_one_before_it() {
    let lab = scene("sts-ordered", 2);
    let fate = SetStage::of(&lab).unwrap().fate("web-1");
    assert_eq!(fate, "Waiting: web-0 is Pending, STATUS ContainerCreating.");
}

#[test]
fn a_revision_says_whether_it_is_the_newest() {
    let lab = scene("sts-canary", 40);
    let stage = SetStage::of(&lab).unwrap();
    let words = |index: usize| stage.revision_words(&stage.lanes[index]).unwrap();
    assert_eq!((words(0).text.as_str(), words(0).is_newest), ("rev 1", false));
    assert_eq!((words(2).text.as_str(), words(2).is_newest), ("rev 2", true));
    assert!(
        words(0).title.ends_with(", not the newest") && words(2).title.ends_with(", the newest")
    );
}

#[test]
fn a_revision_that_is_gone_has_no_number() {
    let lab = scene("sts-delete", 34);
    let stage = SetStage::of(&lab).unwrap();
    let words = stage.revision_words(&stage.lanes[0]).expect("the Pod is still there");
    assert_eq!((words.number, words.text.as_str(), words.is_newest), (None, "rev ?", false));
    let absent = scene("sts-ordered", 0);
    let absent = SetStage::of(&absent).unwrap();
    assert!(absent.revision_words(&absent.lanes[0]).is_none());
}

#[test]
fn the_claim_of_a_lane_without_a_pod_is_kept() {
    let lab = scene("sts-scale-down", 90);
    let stage = SetStage::of(&lab).unwrap();
    let [kept, used] = [4, 0].map(|index: usize| &stage.lanes[index]);
    assert_eq!(used.claim_words(used.claims[0]), (Tone::Done, "Bound".to_owned()));
    assert_eq!(kept.claim_words(kept.claims[0]), (Tone::Done, "Bound, retained".to_owned()));
    assert_eq!(stage.worst_claim(kept), Some((Tone::Done, "claim retained".to_owned())));
}

#[test]
fn only_sets_with_templates_of_claims_speak_of_claims() {
    let lab = scene("sts-ordered", 0);
    let stage = SetStage::of(&lab).unwrap();
    let expected = Some((Tone::Idle, "no claim".to_owned()));
    assert_eq!(stage.worst_claim(&stage.lanes[0]), expected, "it is created with its Pod");
    let lab = set("", "replicas: 1", 20);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.worst_claim(&stage.lanes[0]), None);
}

#[test]
fn a_claim_that_is_being_bound_is_no_alarm() {
    let text = podlab_lessons::find("sts-ordered").expect("there is such a scene");
    let mut lab = crate::common::play(&text, 0);
    let mut waited = 0;
    for tenth in 1..20 {
        lab.history.run_until(SimTime(tenth * 100), u64::MAX);
        let told = format!("{:?}", words(&lab));
        assert!(!told.contains("no node fits"), "at {tenth}00 ms: {told}");
        let is_awaited = told.contains("its claim *www-web-0* is not bound yet");
        let is_bound = told.contains("its claim is bound, and the scheduler tries again in ");
        waited += usize::from(is_awaited || is_bound);
    }
    assert!(waited > 5, "{waited}");
}
