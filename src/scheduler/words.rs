//! Formats why a Pod cannot be placed, in the scheduler's words. Rule P-902.

use super::affinity::Clash;
use super::misfit::Misfit;
use super::preemption::Preemption;
use super::resource_claims::NoDevice;
use super::volume_binding::Blocked;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::refusal::Refusal;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// Formats why no node fits, in the scheduler's words. Rule P-902.
pub(super) fn words(
    reasons: &BTreeMap<String, usize>,
    pod: &Pod,
    nodes: usize,
    preemption: &Preemption,
    release: Release,
) -> Refusal {
    if nodes == 0 {
        return one_part(NO_NODES.into());
    }
    let mut counted: Vec<String> =
        reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
    counted.sort();
    let reasons = format!("0/{nodes} nodes are available: {}", counted.join(", "));
    if !release.has(Feature::PreemptionInMessage) {
        return of_parts(reasons, None, release);
    }
    let result = match preemption {
        Preemption::Victims(..) => None,
        Preemption::Never => {
            Some("preemption: not eligible due to preemptionPolicy=Never".to_owned())
        }
        Preemption::NotEligible => Some(
            "preemption: not eligible due to a terminating pod on the nominated node".to_owned(),
        ),
        Preemption::NoHelp => Some(no_preemption(nodes, 0)),
        Preemption::NoVictims(short) => Some(no_preemption(nodes, *short)),
    };
    let afterwards = result.map(|result| after_filtering(&result, pod, release));
    of_parts(reasons, afterwards, release)
}

/// What the scheduler says where there is no node at all.
const NO_NODES: &str = "no nodes available to schedule pods";

/// Returns a refusal whose message is its reason, without a full stop.
fn one_part(reason: Text) -> Refusal {
    Refusal { message: reason.clone(), reasons: reason, afterwards: None }
}

/// Returns a refusal whose message ends each part with a full stop. Older releases end the last of two parts with two.
fn of_parts(reasons: String, afterwards: Option<String>, release: Release) -> Refusal {
    let stop = if release.has(Feature::PreemptionMessageEndsOnce) { "." } else { ".." };
    let message = match &afterwards {
        Some(afterwards) => format!("{reasons}. {afterwards}{stop}"),
        None => format!("{reasons}."),
    };
    Refusal {
        reasons: reasons.into(),
        afterwards: afterwards.map(Text::from),
        message: message.into(),
    }
}

/// Formats why preemption helps on no node: `short` nodes have no victims, and the others fit whatever ends on them not.
fn no_preemption(nodes: usize, short: usize) -> String {
    let reasons = [
        (short, "No preemption victims found for incoming pod"),
        (nodes - short, "Preemption is not helpful for scheduling"),
    ];
    let counted = reasons.iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = counted.map(|(count, why)| format!("{count} {why}")).collect();
    parts.sort();
    format!("preemption: 0/{nodes} nodes are available: {}", parts.join(", "))
}

/// Formats what the plugins say that the scheduler asks after no node fitted: the one for resource claims, where it is on by
/// default, and preemption.
/// Models kubernetes pkg/scheduler/framework/runtime/framework.go RunPostFilterPlugins.
fn after_filtering(preemption: &str, pod: &Pod, release: Release) -> String {
    let claims = if !release.has(Feature::ClaimsToDeallocateInMessage) {
        ""
    } else if pod.spec.resource_claims.0.is_some() {
        "still not schedulable, "
    } else {
        "no new claims to deallocate, "
    };
    format!("{claims}{preemption}")
}

/// Formats that a resource claim asks for a class of devices that does not exist. Rule P-910.
pub(super) fn class_words(
    none: &NoDevice,
    pod: &Pod,
    nodes: usize,
    release: Release,
) -> Option<Refusal> {
    let NoDevice::NoClass { request, class } = none else { return None };
    let reason = format!("request {request}: device class {class} does not exist");
    let reasons = format!("0/{nodes} nodes are available: {reason}");
    let afterwards = after_filtering(&no_preemption(nodes, 0), pod, release);
    Some(of_parts(reasons, Some(afterwards), release))
}

/// Returns why a node does not fit, in the scheduler's words: one reason, or two in older releases. Rule P-902.
pub(super) fn misfit_words(misfit: &Misfit, release: Release) -> Vec<String> {
    let words = match misfit {
        Misfit::Unschedulable => "node(s) were unschedulable",
        Misfit::NodeName => "node(s) didn't match the requested node name",
        Misfit::Taint { .. } if release.has(Feature::UntoleratedTaintsAreCounted) => {
            "node(s) had untolerated taint(s)"
        }
        Misfit::Taint { key, value } if release.has(Feature::UntoleratedTaintMessage) => {
            return vec![format!("node(s) had untolerated taint {{{key}: {value}}}")];
        }
        Misfit::Taint { key, value } => {
            let taint = format!("{{{key}: {value}}}");
            return vec![format!("node(s) had taint {taint}, that the pod didn't tolerate")];
        }
        Misfit::NodeAffinity if release.has(Feature::NodeAffinityMessageNamesSelector) => {
            "node(s) didn't match Pod's node affinity/selector"
        }
        Misfit::NodeAffinity => "node(s) didn't match Pod's node affinity",
        Misfit::TooManyPods => "Too many pods",
        Misfit::Insufficient(resource) => return vec![format!("Insufficient {resource}")],
        Misfit::Ports => "node(s) didn't have free ports for the requested pod ports",
        Misfit::ClaimForOnePod => {
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode"
        }
        Misfit::VolumeNodeAffinity => "node(s) had volume node affinity conflict",
        Misfit::NoVolume => "node(s) didn't find available persistent volumes to bind",
        Misfit::NoDomain => {
            "node(s) didn't match pod topology spread constraints (missing required label)"
        }
        Misfit::Devices => "cannot allocate all claims",
        Misfit::Uneven => "node(s) didn't match pod topology spread constraints",
        Misfit::PodAffinity(clash) => return clash_words(*clash, release),
    };
    vec![words.to_owned()]
}

/// Returns why affinity between Pods keeps a Pod from a node, in the scheduler's words.
fn clash_words(clash: Clash, release: Release) -> Vec<String> {
    let words = match clash {
        Clash::Affinity => "node(s) didn't match pod affinity rules",
        Clash::Own => "node(s) didn't match pod anti-affinity rules",
        Clash::Existing => "node(s) didn't satisfy existing pods anti-affinity rules",
    };
    let head = (!release.has(Feature::AntiAffinityMessageHasOneReason))
        .then_some("node(s) didn't match pod affinity/anti-affinity");
    head.into_iter().chain([words]).map(str::to_owned).collect()
}

/// Returns why the Pod's claims keep it from every node, in the scheduler's words. Rules P-902, V-11.
pub(super) fn claim_words(blocked: &Blocked, pod: &Pod, nodes: usize, release: Release) -> Refusal {
    if nodes == 0 {
        return one_part(NO_NODES.into());
    }
    let reason = match blocked {
        Blocked::Missing(name) => format!("persistentvolumeclaim \"{name}\" not found"),
        Blocked::Deleted(name) => format!("persistentvolumeclaim \"{name}\" is being deleted"),
        Blocked::Lost { claim, volume } => format!(
            "persistentvolumeclaim \"{claim}\" bound to non-existent persistentvolume \"{volume}\""
        ),
        Blocked::NotCreated(name) => format!(
            "waiting for ephemeral volume controller to create the persistentvolumeclaim \"{name}\""
        ),
        Blocked::OfAnother(message) => message.to_string(),
        Blocked::Unbound => "pod has unbound immediate PersistentVolumeClaims".to_owned(),
    };
    match (release.has(Feature::PreemptionInMessage), blocked) {
        (false, Blocked::Unbound) => {
            of_parts(format!("0/{nodes} nodes are available: {nodes} {reason}"), None, release)
        }
        (
            false,
            Blocked::Missing(_)
            | Blocked::NotCreated(_)
            | Blocked::OfAnother(_)
            | Blocked::Deleted(_)
            | Blocked::Lost { .. },
        ) => one_part(reason.into()),
        (true, _) => {
            let reasons = format!("0/{nodes} nodes are available: {reason}");
            let afterwards = after_filtering(&no_preemption(nodes, 0), pod, release);
            of_parts(reasons, Some(afterwards), release)
        }
    }
}
