//! What a set is said to wait for and to do next is what its controller waits for and does.

use crate::common;
use podlab::api::ResourceKind;
use podlab::api::{ObjectRef, ReadOptions, Resource};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::fact::{Decision, Fact};
use podlab::cluster::world::Settings;
use podlab::controller::stateful_set::identity::pod_name;
use podlab::controller::stateful_set::outlook::{Action, Need, Outlook, SyncStage};
use podlab::controller::stateful_set::run::outlook;
use podlab::files::scenario_file::{read, script};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::Story;

fn scenes() -> Vec<(String, String)> {
    let mut found = common::scenes();
    found.retain(|(name, _)| name.starts_with("sts-"));
    assert!(found.len() > 10, "{}", found.len());
    found
}

fn open(text: &str, settings: Settings) -> (History, SimTime) {
    let scenario = read(text, &ReadOptions::default()).expect("the scene is right");
    let set = scenario.objects.iter().find_map(|object| match object {
        Resource::StatefulSet(set) => Some(set),
        _ => None,
    });
    let set = set.expect("the scene has a set");
    let mut story = Story::new("default".into(), pod_name(set, set.spec.start()));
    story.follow(ObjectRef::stateful_set("default", set.metadata.name.clone()));
    let start = Sim::with_nodes(settings, 3);
    let history = History::of(start, story, script(&scenario)).expect("nothing is refused");
    (history, scenario.until.expect("the scene has an end"))
}

fn look(history: &History) -> Option<Outlook> {
    let sets = &history.sim().world().objects.sets;
    let set = sets.named(&"default".into(), &"web".into())?;
    Some(outlook(history.sim().world(), set))
}

fn decision(action: Action) -> Decision {
    match action {
        Action::Create => Decision::Create,
        Action::Delete | Action::Replace => Decision::Delete,
    }
}

#[test]
fn the_controller_does_what_was_said_to_be_next() {
    let mut acts = 0;
    for (name, text) in scenes() {
        for release in [Release::V1_28, Release::Current] {
            if release != Release::Current && (name == "sts-retention" || name == "sts-start") {
                continue;
            }
            for seed in 0..3 {
                let settings = Settings { release, seed, ..Settings::default() };
                let (mut history, until) = open(&text, settings);
                while history.now() < until {
                    let before = look(&history);
                    let told = history.story().change_count() as u64;
                    if !history.step() {
                        break;
                    }
                    let mut new = history.story().changes().iter().filter(|c| c.number >= told);
                    let Some(decided) = new.find(|c| {
                        matches!(c.fact, Fact::Decision { .. })
                            && c.object.named(ResourceKind::StatefulSet).is_some()
                    }) else {
                        continue;
                    };
                    let done = &decided.fact;
                    let next = before.as_ref().and_then(|outlook| outlook.next.clone());
                    let (action, pod, after) =
                        next.unwrap_or_else(|| panic!("{name}: {done:?} came out of nothing"));
                    let (decision, kind) = (decision(action), ResourceKind::Pod);
                    let announced = Fact::Decision { decision, kind, name: pod };
                    assert_eq!(*done, announced, "{name} at {:?}", history.now());
                    let late = after.iter().all(|wait| matches!(wait.need, Need::Available(_)));
                    assert!(late, "{name}: {done:?} did not wait for {after:?}");
                    acts += 1;
                }
            }
        }
    }
    assert!(acts > 300, "only {acts} acts were seen");
}

#[test]
fn waits_name_the_pod_that_blocks_and_what_it_lacks() {
    let text = scenes().into_iter().find(|(name, _)| name == "sts-web-0-fails").expect("there").1;
    let (mut history, _) = open(&text, Settings::default());
    history.run_until(SimTime::from_seconds(40), u64::MAX);
    let outlook = look(&history).expect("the set is there");
    let wait = &outlook.waits[0];
    assert_eq!(
        (wait.stage, wait.pod.as_str(), &wait.need),
        (SyncStage::Keep, "web-0", &Need::Ready)
    );
    let (action, pod, after) = outlook.next.expect("web-2 comes next");
    assert_eq!((action, pod.as_str(), after.len()), (Action::Create, "web-2", 1));
    assert_eq!(after[0], *wait);
}

#[test]
fn a_wait_for_availability_ends_when_it_says() {
    let text = scenes().into_iter().find(|(name, _)| name == "sts-ordered").expect("there").1;
    let text = text.replace("replicas: 3", "replicas: 3\n  minReadySeconds: 7");
    let (mut history, until) = open(&text, Settings::default());
    let mut seen = 0;
    let mut promised = None;
    while history.now() < until && history.step() {
        let Some(outlook) = look(&history) else { continue };
        match outlook.waits.first().map(|wait| &wait.need) {
            Some(Need::Available(at)) => {
                assert!(*at >= history.now(), "{at:?} is over at {:?}", history.now());
                promised = Some(*at);
            }
            _ => {
                if let Some(at) = promised.take() {
                    assert!(history.now() >= at);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen >= 3, "{seen}");
}

#[test]
fn a_pod_that_is_selected_later_has_its_whole_past() {
    let text = scenes().into_iter().find(|(name, _)| name == "sts-rolling").expect("there").1;
    let (mut history, until) = open(&text, Settings::default());
    let (mut chosen, _) = open(&text, Settings::default());
    let second: Text = "web-1".into();
    chosen.select(second.clone());
    for time in [until, SimTime::from_seconds(20), SimTime::from_seconds(60), until] {
        history.seek(time, u64::MAX);
        chosen.seek(time, u64::MAX);
        history.select(second.clone());
        let (one, other) = (history.story(), chosen.story());
        assert_eq!(one.last("web-1").map(|(id, _)| *id), other.last("web-1").map(|(id, _)| *id));
        assert_eq!(one.watch_lines(Some("web-1")), other.watch_lines(Some("web-1")));
        let rows: Vec<_> = one.rows().cloned().collect();
        assert!(rows.len() > 5, "{rows:?}");
        assert!(other.rows().eq(rows.iter()));
        for row in &rows {
            assert_eq!(one.segments(row), other.segments(row), "{row:?} at {time:?}");
        }
        history.select("web-0".into());
    }
    let lines = history.story().watch_lines(None);
    for pod in ["web-0", "web-1", "web-2"] {
        assert!(lines.iter().any(|(_, line)| line.starts_with(pod)), "{pod}");
    }
}

#[test]
fn more_pods_than_podlab_can_run_are_refused_and_nothing_changes() {
    let text = scenes().into_iter().find(|(name, _)| name == "sts-ordered").expect("there").1;
    let (mut history, _) = open(&text, Settings::default());
    history.run_until(SimTime::from_seconds(20), u64::MAX);
    let before = history.sim().fingerprint();
    let (namespace, name) = ("default", "web");
    let scale = Command::Scale {
        object: ObjectRef::stateful_set(namespace, name),
        replicas: 1_000_000_000,
    };
    let refusal = history.act(vec![scale]).expect_err("that is too much");
    assert!(refusal.message.contains("at most 5000 Pods"), "{}", refusal.message);
    assert_eq!(history.sim().fingerprint(), before);
    let many = read(&text.replace("replicas: 3", "replicas: 6000"), &ReadOptions::default());
    let start = Sim::with_nodes(Settings::default(), 3);
    let story = Story::new("default".into(), "web-0".into());
    assert!(History::of(start, story, script(&many.expect("it can be read"))).is_err());
}

#[test]
fn an_ordered_set_waits_for_the_pod_that_it_creates() {
    let (ordered, _) = open(&common::scene("sts-ordered"), Settings::default());
    let barrier = look(&ordered).and_then(|outlook| outlook.barrier).expect("web-0 is first");
    assert_eq!((barrier.pod.as_str(), barrier.need), ("web-0", Need::Ready));
    let (parallel, _) = open(&common::scene("sts-parallel"), Settings::default());
    assert_eq!(look(&parallel).and_then(|outlook| outlook.barrier), None);
}
