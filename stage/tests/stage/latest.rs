//! Which change is told.

use crate::common::set;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab_messages::weight;
use podlab_stage::latest::latest;

#[test]
fn an_act_is_told_and_not_what_another_pod_did_just_before() {
    let mut lab = set("", "replicas: 2", 0);
    // Until the second Pod has done something that matters more than how a container ends.
    let heavy = loop {
        assert!(lab.now() < SimTime::from_seconds(60), "web-1 never does anything that matters");
        lab.history.run_until(lab.now() + 100, u64::MAX);
        let told = latest(lab.story()).expect("something happened");
        let is_second = told.object.reference().is_some_and(|object| object.name == "web-1");
        if is_second && weight(told) > 4 {
            break told.number;
        }
    };
    let exit = Command::Exit {
        namespace: "default".into(),
        pod: "web-0".into(),
        container: "app".into(),
        code: 1,
        reason: "".into(),
    };
    lab.history.act(vec![exit]).expect("it runs");
    let told = latest(lab.story()).expect("something happened");
    assert!(told.number > heavy);
    assert_eq!(told.object.reference().expect("it is an object").name, "web-0");
}

#[test]
fn an_act_of_which_nothing_shows_leaves_what_was_told() {
    let mut lab = set("", "replicas: 1", 20);
    let before = latest(lab.story()).expect("something happened").number;
    lab.history.act(vec![Command::HttpServer(None)]).expect("it is taken");
    let told = latest(lab.story()).map(|change| change.number);
    assert_eq!(told, Some(before));
}
