//! Time as people use it: any moment can be gone to, an act in the past begins a branch, undo and redo.

use podlab::api::pod::Pod;
use podlab::api::{ObjectRef, ReadOptions, read};
use podlab::base::rng::Rng;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::command::Command;
use podlab::cluster::world::{PodId, Settings};
use podlab::sim::Sim;
use podlab::timeline::history::{History, PlannedAct};
use podlab::timeline::story::{Row, Segment};
use std::rc::Rc;

const MANIFEST: &str = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [
    {name: app, image: nginx, livenessProbe: {httpGet: {port: 80}, periodSeconds: 3}}]}}";

fn history() -> History {
    let pod = read(MANIFEST, &ReadOptions::default()).unwrap().remove(0);
    let create = PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]);
    let start = Sim::with_nodes(Settings::default(), 1);
    History::new(start, "default".into(), "demo".into(), vec![create]).unwrap()
}

fn at(second: u64) -> SimTime {
    SimTime::from_seconds(second)
}

fn exit(code: i32) -> Vec<Command> {
    let (namespace, pod, container) = ("default".into(), "demo".into(), "app".into());
    vec![Command::Exit { namespace, pod, container, code, reason: Text::default() }]
}

/// Everything that can be seen of a history at its present moment.
#[derive(Clone, Debug, PartialEq)]
struct Sight {
    fingerprint: u64,
    rows: Vec<(Row, Vec<Segment>)>,
    changes: Vec<Change>,
    lines: Vec<(SimTime, String)>,
    last: Option<(PodId, Rc<Pod>)>,
}

fn seen(history: &History) -> Sight {
    let story = history.story();
    Sight {
        fingerprint: history.sim().fingerprint(),
        rows: story.rows().map(|row| (row.clone(), story.segments(row).to_vec())).collect(),
        changes: story.changes().to_vec(),
        lines: story.watch_lines(Some("demo")),
        last: story.last("demo").cloned(),
    }
}

/// Compares part by part, so that what differs is told in few words.
fn assert_same(a: &Sight, b: &Sight, when: &str) {
    assert_eq!(a.fingerprint, b.fingerprint, "{when}");
    assert_eq!(a.changes.len(), b.changes.len(), "{when}");
    for (a, b) in a.rows.iter().zip(&b.rows) {
        let differs = a.1.iter().zip(&b.1).find(|(a, b)| a != b);
        assert!(a == b, "{when}: {:?}, {:?}: {differs:#?}", a.0, b.0);
    }
    assert_eq!(a.lines, b.lines, "{when}");
    assert_eq!(a.last, b.last, "{when}");
    assert!(a == b, "{when}");
}

#[test]
fn going_away_and_back_is_never_having_left() {
    let (mut straight, mut scrubbed) = (history(), history());
    for (second, code) in [(20, 1), (300, 0), (700, 1)] {
        for history in [&mut straight, &mut scrubbed] {
            history.run_until(at(second), u64::MAX);
            history.act(exit(code)).unwrap();
        }
    }
    straight.run_until(at(4000), u64::MAX);
    scrubbed.run_until(at(4000), u64::MAX);
    let end = seen(&straight);
    let mut rng = Rng::new(7);
    for _ in 0..60 {
        let moment = SimTime(rng.below(4_000_000));
        assert!(scrubbed.seek(moment, u64::MAX));
        assert_eq!(scrubbed.now(), moment);
        let mut fresh = history();
        fresh.seek(SimTime::ZERO, u64::MAX);
        let told = scrubbed.story().changes();
        assert!(told.iter().all(|change| change.time <= moment));
        let straight_told = straight.story().changes();
        assert_eq!(told, &straight_told[..told.len()]);
        assert!(straight_told.get(told.len()).is_none_or(|next| next.time > moment));
    }
    scrubbed.seek(at(4000), u64::MAX);
    assert_eq!(seen(&scrubbed), end);
    assert_eq!(scrubbed.branches().len(), 1);
}

#[test]
fn a_seek_shows_what_a_run_to_that_moment_shows() {
    let mut scrubbed = history();
    scrubbed.run_until(at(20), u64::MAX);
    scrubbed.act(exit(1)).unwrap();
    scrubbed.run_until(at(3000), u64::MAX);
    for second in [1500, 10, 2999, 25, 21, 1, 3000, 900] {
        scrubbed.seek(at(second), u64::MAX);
        let mut straight = history();
        if second >= 20 {
            straight.run_until(at(20), u64::MAX);
            straight.act(exit(1)).unwrap();
        }
        straight.run_until(at(second), u64::MAX);
        assert_eq!(seen(&scrubbed), seen(&straight), "second {second}");
    }
}

#[test]
fn an_act_in_the_past_begins_a_branch_and_leaves_its_parent_untouched() {
    let mut history = history();
    history.run_until(at(50), u64::MAX);
    history.act(exit(1)).unwrap();
    history.run_until(at(900), u64::MAX);
    let parent = seen(&history);
    history.seek(at(30), u64::MAX);
    history.act(exit(0)).unwrap();
    assert_eq!(history.plan().len(), 2);
    assert_eq!((history.branches().len(), history.branch().parent), (2, Some(0)));
    assert_eq!((history.branch().fork, history.branch().forked_at), (1, at(30)));
    history.run_until(at(400), u64::MAX);
    let child = seen(&history);
    assert_ne!(child.fingerprint, parent.fingerprint);
    history.rename(1, "calm".into());
    for _ in 0..3 {
        assert!(history.switch(0, u64::MAX));
        assert_eq!((history.now(), seen(&history)), (at(900), parent.clone()));
        assert!(history.switch(1, u64::MAX));
        assert_eq!((history.now(), seen(&history)), (at(400), child.clone()));
    }
    assert_eq!(history.branch().name, "calm");
    assert!(!history.delete(1), "the present branch stays");
    assert!(history.delete(0) && !history.delete(0));
    assert_eq!((history.branches().len(), history.branch().parent), (1, None));
    history.seek(at(35), u64::MAX);
    history.seek(at(400), u64::MAX);
    assert_eq!(seen(&history), child);
}

#[test]
fn a_future_without_acts_stays_too() {
    let mut history = history();
    history.run_until(at(100), u64::MAX);
    let calm = seen(&history);
    history.seek(at(40), u64::MAX);
    history.act(exit(1)).unwrap();
    assert_eq!(history.branches().len(), 2);
    assert!(history.switch(0, u64::MAX));
    assert_eq!(seen(&history), calm);
}

#[test]
fn undo_and_redo_are_branches() {
    let mut history = history();
    let mut before = Vec::new();
    let mut after = Vec::new();
    for (second, code) in [(20, 1), (200, 0), (500, 1)] {
        history.run_until(at(second), u64::MAX);
        before.push(seen(&history));
        history.act(exit(code)).unwrap();
        after.push(seen(&history));
    }
    history.run_until(at(800), u64::MAX);
    let end = seen(&history);
    assert!(history.redo().is_none());
    for step in (0..3).rev() {
        assert_eq!(history.undo().unwrap().commands, exit(i32::from(step != 1)));
        assert_eq!(seen(&history), before[step], "undo {step}");
        assert_eq!(history.branches().len(), 2, "taking back more needs no more branches");
    }
    assert!(history.undo().is_none());
    for (step, after) in after.iter().enumerate() {
        assert_eq!(history.redo().unwrap().time, [at(20), at(200), at(500)][step]);
        assert_eq!(&seen(&history), after, "redo {step}");
    }
    assert!(history.redo().is_none());
    assert_eq!(history.branches().len(), 1, "nothing is left of what was done again");
    history.run_until(at(800), u64::MAX);
    assert_eq!(seen(&history), end);
}

#[test]
fn acting_after_an_undo_keeps_what_was_taken_back() {
    let mut history = history();
    history.run_until(at(20), u64::MAX);
    history.act(exit(1)).unwrap();
    history.run_until(at(300), u64::MAX);
    let first = seen(&history);
    history.undo().unwrap();
    assert!(history.next_undone().is_some());
    history.act(exit(0)).unwrap();
    assert!(history.next_undone().is_none() && history.redo().is_none());
    history.run_until(at(300), u64::MAX);
    let second = seen(&history);
    assert!(history.switch(0, u64::MAX));
    assert_eq!(seen(&history), first);
    assert!(history.switch(1, u64::MAX));
    assert_eq!(seen(&history), second);
}

#[test]
fn an_act_that_is_taken_back_soon_leaves_no_branch() {
    let mut history = history();
    history.run_until(at(20), u64::MAX);
    for code in [0, 1, 2] {
        history.act(exit(code)).unwrap();
        history.run_until(at(25), u64::MAX);
        history.undo().unwrap();
        assert_eq!(history.now(), at(20));
        assert_eq!(history.told_branches().count(), 1, "nobody asked for a branch");
        assert!(history.next_undone().is_some(), "what was taken back can be done again");
    }
    history.act(exit(1)).unwrap();
    let branch = history.branch();
    assert_eq!((history.branches().len(), branch.id, branch.parent), (1, 0, None));
    assert_eq!(history.plan().len(), 2);
    history.run_until(at(300), u64::MAX);
    let end = seen(&history);
    history.seek(at(10), u64::MAX);
    history.seek(at(300), u64::MAX);
    assert_eq!(seen(&history), end);
    let mut straight = self::history();
    straight.run_until(at(20), u64::MAX);
    straight.act(exit(1)).unwrap();
    straight.run_until(at(300), u64::MAX);
    assert_eq!(seen(&straight), end);
}

#[test]
fn what_began_before_the_act_that_is_taken_back_stays_where_it_was() {
    let mut history = history();
    history.run_until(at(50), u64::MAX);
    history.act(exit(1)).unwrap();
    history.run_until(at(100), u64::MAX);
    history.seek(at(30), u64::MAX);
    history.act(exit(0)).unwrap();
    history.run_until(at(60), u64::MAX);
    let child = seen(&history);
    history.switch(0, u64::MAX);
    history.act(exit(2)).unwrap();
    history.undo().unwrap();
    history.act(exit(3)).unwrap();
    assert_eq!(history.branches().len(), 2);
    assert_eq!((history.branch().id, history.branch().parent), (0, None));
    assert!(history.switch(1, u64::MAX));
    assert_eq!((seen(&history), history.branch().parent), (child, Some(0)));
}

#[test]
fn an_act_that_is_taken_back_late_or_has_a_name_leaves_its_branch() {
    for (second, name) in [(40, ""), (21, "kept")] {
        let mut history = history();
        history.run_until(at(20), u64::MAX);
        history.act(exit(1)).unwrap();
        history.run_until(at(second), u64::MAX);
        history.rename(0, name.into());
        history.undo().unwrap();
        assert_eq!(history.told_branches().count(), 2);
        history.act(exit(0)).unwrap();
        assert_eq!(history.branches().len(), 2);
    }
}

#[test]
fn a_slice_of_a_switch_goes_on_with_seek() {
    let mut history = history();
    history.run_until(at(5000), u64::MAX);
    let parent = seen(&history);
    history.seek(at(10), u64::MAX);
    history.act(exit(1)).unwrap();
    history.run_until(at(20), u64::MAX);
    let again = history.replay(Sim::with_nodes(Settings::default(), 1)).unwrap();
    assert_eq!(again.branches().len(), 2);
    for mut history in [history, again] {
        let mut reached = history.switch(0, 10);
        while !reached {
            reached = history.seek(history.branch().left_at, 100);
        }
        assert_eq!(seen(&history), parent);
    }
}

#[test]
fn undo_redo_and_a_search_for_a_change_can_go_in_slices() {
    let mut whole = history();
    for second in [40, 90, 200] {
        whole.run_until(at(second), u64::MAX);
        whole.act(exit(1)).unwrap();
    }
    whole.run_until(at(3000), u64::MAX);
    let mut sliced = whole.clone();
    let go_on = |history: &mut History, time| while !history.run_until(time, 3) {};
    for _ in 0..3 {
        let (a, b) = (whole.undo().unwrap(), sliced.begin_undo().unwrap());
        assert_eq!(a, b);
        go_on(&mut sliced, b.time);
        assert_same(&seen(&sliced), &seen(&whole), "after an undo");
    }
    for _ in 0..3 {
        let (a, b) = (whole.redo().unwrap(), sliced.begin_redo().unwrap());
        assert_eq!(a, b);
        go_on(&mut sliced, b.time);
        assert_same(&seen(&sliced), &seen(&whole), "after a redo");
    }
    let branches = |history: &History| history.branches().to_vec();
    assert_eq!(branches(&whole), branches(&sliced));
    assert!(whole.step_to_change(u64::MAX));
    let found = loop {
        if let Some(found) = sliced.look_for_change(2) {
            break found;
        }
    };
    assert!(found);
    assert_same(&seen(&sliced), &seen(&whole), "after a change");
}

#[test]
fn there_are_never_more_branches_than_can_be_kept() {
    let mut history = history();
    history.run_until(at(50), u64::MAX);
    for number in 0..100_u32 {
        // Each time a little earlier, so that no act is done on the way.
        history.seek(at(10) - 40 * u64::from(number), u64::MAX);
        history.act(exit(number as i32)).unwrap();
        history.run_until(at(12), u64::MAX);
        if number == 3 {
            let id = history.branch().id;
            history.rename(id, "kept".into());
        }
    }
    assert_eq!(history.branches().len(), 64);
    assert!(history.branches().iter().any(|branch| branch.name == "kept"));
}

#[test]
fn random_walks_through_time_lead_where_a_straight_run_leads() {
    for seed in 0..24 {
        let mut rng = Rng::new(seed);
        let mut history = history();
        for _ in 0..40 {
            match rng.below(10) {
                0 | 1 => drop(history.seek(SimTime(rng.below(600_000)), u64::MAX)),
                2 | 3 => drop(history.act(exit(rng.below(3) as i32))),
                4 => drop(history.undo()),
                5 => drop(history.redo()),
                6 => drop(history.step_back()),
                7 => drop(history.step_back_to_change()),
                8 => {
                    let time = history.now() + rng.below(9000);
                    let commands = exit(rng.below(3) as i32);
                    history.follow([PlannedAct { time, commands, by_person: true }]);
                }
                _ => {
                    let branches = history.branches();
                    let id = branches[rng.below(branches.len() as u64) as usize].id;
                    history.switch(id, u64::MAX);
                }
            }
            // What an act brings about at once, and what a step leaves of its moment.
            history.run_until(history.now(), u64::MAX);
            let mut straight = self::history();
            for act in &history.plan()[1..history.done()] {
                straight.run_until(act.time, u64::MAX);
                // What was planned ahead may be refused when its time comes.
                let _ = straight.act(act.commands.clone());
            }
            straight.run_until(history.now(), u64::MAX);
            assert_same(&seen(&history), &seen(&straight), &format!("seed {seed}"));
        }
    }
}

#[test]
fn what_was_forgotten_of_a_long_run_does_not_make_it_run_again() {
    use podlab::manifest::yaml;
    let pod = read(MANIFEST, &ReadOptions::default()).unwrap().remove(0);
    let mut plan = vec![PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))])];
    // Every write prints a line of the watch, of which not all are kept.
    for write in 0..6000_u64 {
        let patch = format!("{{metadata: {{labels: {{write: \"{write}\"}}}}}}");
        let patch = yaml::parse(&patch).unwrap().remove(0);
        let (namespace, name) = ("default", "demo");
        let act = Command::patch(ObjectRef::pod(namespace, name), patch);
        plan.push(PlannedAct::at(SimTime(10_000 + write * 500), vec![act]));
    }
    let start = Sim::with_nodes(Settings::default(), 1);
    let mut history = History::new(start, "default".into(), "demo".into(), plan).unwrap();
    let end = at(3100);
    history.run_until(end, u64::MAX);
    // How many of the oldest lines are kept depends on where one was.
    let latest = |history: &History| {
        let mut sight = seen(history);
        assert!((3000..4100).contains(&sight.lines.len()), "{} lines", sight.lines.len());
        sight.lines.drain(..sight.lines.len() - 2500);
        sight
    };
    let before = latest(&history);
    let leaps = |history: &mut History, to: SimTime| {
        history.seek(to, 0);
        let before = history.sim().events_handled();
        history.run_until(to, u64::MAX);
        let again = history.sim().events_handled() - before;
        assert!(again <= 400, "{again} events were run again up to {}", to.seconds());
    };
    for moment in [5, 400, 2000, 100] {
        history.seek(at(moment), u64::MAX);
        leaps(&mut history, end);
        assert!(latest(&history) == before, "at the end");
        history.seek(at(5), u64::MAX);
        leaps(&mut history, at(1500));
        leaps(&mut history, at(2900));
        leaps(&mut history, end);
        assert!(latest(&history) == before, "in steps");
    }
}
