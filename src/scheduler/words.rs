//! Formats why a Pod cannot be placed, in the scheduler's words. Rule P-902.

use super::affinity;
use super::preemption::Preemption;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// Formats why no node fits, in the scheduler's words. Rule P-902.
pub(super) fn words(
    reasons: &BTreeMap<String, usize>,
    nodes: usize,
    preemption: &Preemption,
    release: Release,
) -> String {
    let mut counted: Vec<String> =
        reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
    counted.sort();
    let listed = counted.join(", ");
    let mut text = match nodes {
        0 => "no nodes available to schedule pods".to_owned(),
        _ => format!("0/{nodes} nodes are available: {listed}."),
    };
    if !release.has(Feature::PreemptionInMessage) || nodes == 0 {
        return text;
    }
    let tail = if release.has(Feature::PreemptionMessageEndsOnce) { "." } else { ".." };
    let no_help = |others: usize| format!("{others} Preemption is not helpful for scheduling");
    match preemption {
        Preemption::Never => {
            text.push_str(" preemption: not eligible due to preemptionPolicy=Never.");
            text.push_str(&tail[1..]);
        }
        Preemption::Victims(..) => {}
        Preemption::NotEligible => {
            text.push_str(
                " preemption: not eligible due to a terminating pod on the nominated node.",
            );
            text.push_str(&tail[1..]);
        }
        Preemption::NoHelp => {
            text.push_str(&format!(
                " preemption: 0/{nodes} nodes are available: {}{tail}",
                no_help(nodes)
            ));
        }
        Preemption::NoVictims(short) => {
            let mut parts = vec![format!("{short} No preemption victims found for incoming pod")];
            if *short < nodes {
                parts.push(no_help(nodes - short));
            }
            let parts = parts.join(", ");
            text.push_str(&format!(" preemption: 0/{nodes} nodes are available: {parts}{tail}"));
        }
    }
    text
}

/// Returns why affinity between Pods keeps a Pod from a node, in the scheduler's words.
pub(super) fn clash_words(clash: &affinity::Clash, release: Release) -> Vec<String> {
    let words = match clash {
        affinity::Clash::Affinity => "node(s) didn't match pod affinity rules",
        affinity::Clash::Own => "node(s) didn't match pod anti-affinity rules",
        affinity::Clash::Existing => "node(s) didn't satisfy existing pods anti-affinity rules",
    };
    let head = (!release.has(Feature::AntiAffinityMessageHasOneReason))
        .then_some("node(s) didn't match pod affinity/anti-affinity");
    head.into_iter().chain([words]).map(str::to_owned).collect()
}

/// Returns why the Pod's claims keep it from every node, in the scheduler's words. Rules P-902, V-11.
pub(super) fn claim_words(reason: &str, nodes: usize, release: Release) -> String {
    if nodes == 0 {
        return "no nodes available to schedule pods".to_owned();
    }
    let is_unbound = reason.starts_with("pod has");
    match (release.has(Feature::PreemptionInMessage), is_unbound) {
        (false, true) => format!("0/{nodes} nodes are available: {nodes} {reason}."),
        (false, false) => reason.to_owned(),
        (true, _) => {
            let tail = if release.has(Feature::PreemptionMessageEndsOnce) { "." } else { ".." };
            format!(
                "0/{nodes} nodes are available: {reason}. preemption: 0/{nodes} nodes are available: {nodes} Preemption is not helpful for scheduling{tail}"
            )
        }
    }
}
