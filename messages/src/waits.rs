//! Sentences about what something waits for.

use crate::text;
use crate::{clock, short};
use podlab::base::time::SimTime;
use podlab::controller::stateful_set::outlook::Need;
use podlab::questions::waits::{MissingObject, Probing, Seen, Wait, WaitKind};

/// Returns a sentence about what something waits for at the moment `now`.
pub fn wait(wait: &Wait, now: SimTime) -> String {
    let until = wait.until.map(clock).unwrap_or_default();
    // Whether the sentence itself says when the wait is over.
    let mut tells_when = false;
    let said = match &wait.kind {
        WaitKind::Scheduler => text::wait_scheduler().to_owned(),
        WaitKind::Unschedulable(refusal) => text::wait_unschedulable(refusal.sentences()),
        WaitKind::SchedulingGate(gate) => text::wait_scheduling_gate(gate),
        WaitKind::OtherScheduler(name) => text::wait_other_scheduler(name),
        WaitKind::ResourceClaim { kind, name } => text::wait_resource_claim(kind, name),
        WaitKind::Notice => text::wait_notice().to_owned(),
        WaitKind::Sync => text::wait_sync().to_owned(),
        WaitKind::Look(Seen::Started(name)) => text::wait_look_started(name),
        WaitKind::Look(Seen::Ended(name)) => text::wait_look_ended(name),
        WaitKind::Look(Seen::Sandbox) => text::wait_look_sandbox().to_owned(),
        WaitKind::Restart { container, is_over: true, .. } => text::wait_restart_due(container),
        WaitKind::Restart { container, window, is_over: false } => {
            tells_when = true;
            text::wait_restart(container, short(*window), &until)
        }
        WaitKind::PullBackoff { container, is_over: true, .. } => {
            text::wait_pull_backoff_due(container)
        }
        WaitKind::PullBackoff { container, window, is_over: false, .. } => {
            tells_when = true;
            text::wait_pull_backoff(container, short(*window), &until)
        }
        WaitKind::Pulling { container, image, before: 0 } => text::wait_pulling(container, image),
        WaitKind::Pulling { container, image, before } => {
            text::wait_pulling_queued(container, before, image)
        }
        WaitKind::FailedStart { container, reason, missing: None } => {
            text::wait_failed_start(container, reason)
        }
        WaitKind::FailedStart { container, missing: Some(missing), .. } => {
            let MissingObject { kind, name, key } = missing;
            match key {
                Some(key) => text::wait_missing_key(container, key, kind.as_str(), name),
                None => text::wait_missing(container, kind.as_str(), name),
            }
        }
        WaitKind::InitContainer(name) => text::wait_init(name),
        WaitKind::Sidecar(name) => text::wait_sidecar(name),
        WaitKind::PostStart(name) => text::wait_post_start(name),
        WaitKind::Volumes(None) => text::wait_volumes().to_owned(),
        WaitKind::Volumes(Some((volume, MissingObject { kind, name, key }))) => match key {
            Some(key) => text::wait_volume_key(key, kind.as_str(), name, volume),
            None => text::wait_volume(kind.as_str(), name, volume),
        },
        WaitKind::Attachment { volume, node } => text::wait_attachment(node, volume),
        WaitKind::Startup(Probing { container, successes, of, failures, most_failures }) => {
            text::wait_startup(container, failures, most_failures, of, successes)
        }
        WaitKind::Readiness(Probing { container, successes, of, .. }) => {
            text::wait_readiness(container, of, successes)
        }
        WaitKind::ReadinessGate(condition) => text::wait_gate(condition),
        WaitKind::Resize(message) => text::kubelet_wait_resize(message),
        WaitKind::PreStop { container, grace } => {
            text::wait_pre_stop(container, short(grace * 1000))
        }
        WaitKind::Grace { container, .. } => {
            tells_when = true;
            text::wait_grace(container, short(wait.until.map_or(0, |until| until.since(now))))
        }
        WaitKind::LastToStop(name) => text::wait_last_to_stop(name),
        WaitKind::Finalizers(names) => text::wait_finalizers(names.join(", ")),
        WaitKind::StillRuns => text::wait_still_runs().to_owned(),
        WaitKind::Room(pod) => text::kubelet_wait_room(pod),
        WaitKind::NodeUnable { node, network: false } => text::node_wait_no_runtime(node),
        WaitKind::NodeUnable { node, network: true } => text::node_wait_no_network(node),
        WaitKind::NodeGrace { node, since } => {
            tells_when = true;
            text::node_wait_node_grace(node, clock(*since), &until)
        }
        WaitKind::NodeLost { node, since, taint } if wait.until.is_some() => {
            tells_when = true;
            text::node_wait_node_lost(node, clock(*since), taint, &until)
        }
        WaitKind::NodeLost { node, since, .. } => {
            text::node_wait_node_lost_stays(node, clock(*since))
        }
        WaitKind::NodeSilent { node, since } => text::node_wait_node_silent(node, clock(*since)),
        WaitKind::StillRunsOn(node) => text::node_wait_still_runs_on(node),
        WaitKind::NodeReturns(node) => text::node_wait_node_returns(node),
        WaitKind::NodeDeleted(node) => text::node_wait_node_deleted(node),
        WaitKind::Taint { node, taint } => text::node_wait_taint(node, taint),
        WaitKind::Drain(count) => text::node_wait_drain(count),
        WaitKind::FirstConsumer => text::wait_first_consumer().to_owned(),
        WaitKind::Provisioning => text::wait_provisioning().to_owned(),
        WaitKind::NoClass => text::wait_no_class().to_owned(),
        WaitKind::UnknownClass(class) => text::wait_unknown_class(class),
        WaitKind::InUse(pod) => text::wait_in_use(pod),
        WaitKind::Budget { budget, needs, has } => text::wait_budget(budget, has, needs),
        WaitKind::Claim(claim) => text::wait_claim(claim),
        WaitKind::Controller { failures: 0 } => text::wait_controller().to_owned(),
        WaitKind::Controller { failures } => text::wait_controller_failed(failures),
        WaitKind::Set { pod, need, .. } => {
            tells_when = true;
            of_set(pod, need, &until)
        }
        WaitKind::Asleep(pod) => text::wait_asleep(pod),
        WaitKind::Dependents(count) => text::wait_dependents(count),
        WaitKind::Paused => text::wait_rollout_paused().to_owned(),
        WaitKind::NewPods { set, missing, goes_on } => {
            let new = text::wait_rollout_new(missing, set);
            if *goes_on { new + " " + text::wait_rollout_goes_on() } else { new }
        }
        WaitKind::MinReady(pod) => {
            tells_when = true;
            text::wait_set_available(pod, &until)
        }
        WaitKind::OldPods(count) => text::wait_rollout_old(count),
        WaitKind::Deadline => {
            tells_when = true;
            text::wait_rollout_deadline(&until)
        }
    };
    if tells_when || wait.until.is_none() {
        return said;
    }
    text::wait_until(until, said)
}

/// Returns a sentence about the Pod that a StatefulSet waits for.
fn of_set(pod: &str, need: &Need, until: &str) -> String {
    match need {
        Need::Gone => text::wait_set_gone(pod),
        Need::Ready => text::wait_set_ready(pod),
        Need::Available(_) => text::wait_set_available(pod, until),
        Need::Claim(why) if why.is_empty() => text::wait_set_claim_old(pod),
        Need::Claim(why) => text::wait_set_claim(why, pod),
    }
}
