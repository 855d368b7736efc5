//! Gives acts that were recorded at the same tenth of a second their turns.
//!
//! A recorded script sent one request after the other and told their times to a tenth of a second. Between two requests of the same
//! tenth some milliseconds passed, in which the components of the cluster acted on the first one. What the script did to
//! programs, registries and servers took no time. A line for kubectl has the time at which it was over: the script went on only
//! then, so that it comes before what else was recorded at that time.

use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::sim::scenario::{Act, Action};

/// Milliseconds that a request took. The eleven requests of one recorded script came within two tenths of a second.
const REQUEST: u64 = 20;

/// Milliseconds that one recorded time stands for.
const TENTH: u64 = 100;

/// Puts each act behind the requests that were recorded at the same time before it, and before the acts of the next recorded time and the
/// end of the recording.
pub(super) fn in_turn(mut actions: Vec<Action>, end: SimTime) -> Vec<Action> {
    let mut rest = actions.as_mut_slice();
    while let Some(time) = rest.first().map(|action| action.time) {
        let same = rest.iter().take_while(|action| action.time == time).count();
        let (group, later) = rest.split_at_mut(same);
        let next = later.first().map_or(end, |next| next.time);
        let room = next.since(time).min(TENTH);
        spread(group, room);
        rest = later;
    }
    actions
}

/// Spreads acts of one recorded time over less than `room` milliseconds.
fn spread(group: &mut [Action], room: u64) {
    let requests = group.iter().filter(|action| is_request(&action.act)).count() as u64;
    let each = REQUEST.min(room / (requests + 1));
    group.sort_by_key(|action| !matches!(action.act, Act::Command(Command::Kubectl { .. })));
    let mut passed = 0;
    for action in group {
        action.time = SimTime(action.time.0 + passed);
        if is_request(&action.act) {
            passed += each;
        }
    }
}

/// Whether the script asked the API server for it.
fn is_request(act: &Act) -> bool {
    match act {
        Act::Create(_) => true,
        Act::PutManifest { .. } | Act::Note(_) => false,
        Act::Command(command) => match command {
            Command::Create(_)
            | Command::Patch { .. }
            | Command::Delete { .. }
            | Command::Scale { .. }
            | Command::RolloutUndo { .. }
            | Command::RolloutRestart { .. }
            | Command::RolloutPause { .. }
            | Command::Kubectl { .. }
            | Command::CreateSubresource { .. }
            | Command::Cordon { .. }
            | Command::TaintNode { .. }
            | Command::DrainNode { .. } => true,
            Command::PutManifest { .. }
            | Command::RemoveManifest { .. }
            | Command::DisturbNode { .. }
            | Command::ShutDownNode { .. }
            | Command::ConsumeNodeResource { .. }
            | Command::Plan(_)
            | Command::Registry(..)
            | Command::HttpServer(_)
            | Command::TcpServer(_)
            | Command::Exit { .. }
            | Command::ChildOom { .. }
            | Command::KillSandbox { .. }
            | Command::StopSignal { .. }
            | Command::Image { .. } => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(time: u64) -> Action {
        Action { time: SimTime(time), act: Act::Create("Pod/p".into()) }
    }

    fn server(time: u64) -> Action {
        Action { time: SimTime(time), act: Act::Command(Command::HttpServer(None)) }
    }

    fn times(actions: Vec<Action>) -> Vec<u64> {
        in_turn(actions, SimTime(60_000)).iter().map(|action| action.time.0).collect()
    }

    #[test]
    fn requests_of_the_same_tenth_come_one_after_the_other() {
        let acts = vec![server(0), request(0), request(0), request(100), server(100), server(200)];
        assert_eq!(times(acts), [0, 0, 20, 100, 120, 200]);
    }

    #[test]
    fn all_of_them_come_before_the_next_recorded_time() {
        let mut acts: Vec<Action> = (0..9).map(|_| request(4300)).collect();
        acts.push(request(4400));
        let times = times(acts);
        assert!(times.is_sorted_by(|a, b| a < b), "{times:?}");
        assert_eq!(times[9], 4400);
        assert_eq!(self::times(vec![request(5), request(5), request(7)]), [5, 5, 7]);
    }

    #[test]
    fn a_line_for_kubectl_was_over_at_its_time() {
        let line = Command::Kubectl { namespace: "ns".into(), line: "kubectl cordon a".into() };
        let kubectl = Action { time: SimTime(4000), act: Act::Command(line) };
        let acts = in_turn(vec![request(4000), kubectl.clone()], SimTime(60_000));
        assert_eq!(acts, [kubectl, request(4020)]);
    }

    #[test]
    fn acts_that_are_not_in_order_stay_as_they_are() {
        assert_eq!(times(vec![request(300), request(100), request(100)]), [300, 100, 120]);
        assert!(times(Vec::new()).is_empty());
    }
}
