//! The first half of a container's start: back-off, then its image. Rules P-316, P-317, P-322, K-30.

use super::backoff::{self, Attempt, BackoffConfig, go_duration};
use super::runtime::InstanceState;
use super::worker::{
    Blocked, ContainerIndex, FailedStep, PodWorker, PullBackoff, RestartBackoff, StartFailure, Step,
};
use super::{Context, Pull};
use crate::api::container::{Container, PullPolicy};
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::api::reason::WaitingReason;
use crate::base::text::Text;
use crate::cluster::event::SimEvent;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// Returns name and UID of a Pod as messages print them: `demo_default(uid)`.
pub(crate) fn pod_in_words(pod: &Pod) -> String {
    let metadata = &pod.metadata;
    format!("{}_{}({})", metadata.name, metadata.namespace, metadata.uid)
}

/// Records what a start failed at, with the reason and message that the container's status will show. Rule P-306.
pub(crate) fn fail(
    worker: &mut PodWorker,
    name: &Text,
    step: FailedStep,
    reason: WaitingReason,
    message: impl Into<Text>,
    place: ContainerIndex,
) {
    let (reason, message) = (reason.as_str().into(), message.into());
    let Some(task) = &mut worker.task else { return };
    task.failed = true;
    task.results.push((name.clone(), Some(StartFailure { reason, message, step })));
    // A regular init container that fails ends the sync. Other containers do not hold each other up. Rule P-318.
    let regular =
        matches!(place, ContainerIndex::Init(_)) && !place.of(&worker.pod.spec).is_sidecar();
    if regular {
        task.steps.clear();
    }
}

/// Records the Event with which a kubelet reports why a container does not start. Rule P-306.
pub(crate) fn report_failure(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    place: ContainerIndex,
    why: &str,
) {
    let message = format!("Error: {why}").into();
    cx.record_event(worker, Some(place), EventType::Warning, "Failed", message);
}

/// Reports an image that the kubelet cannot look at, so that its container does not start. Rule P-305.
fn refuse_image(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    place: ContainerIndex,
    container: &Container,
    reason: WaitingReason,
    message: String,
) {
    let told = message.clone().into();
    cx.record_event(worker, Some(place), EventType::Warning, "InspectFailed", told);
    report_failure(cx, worker, place, reason.as_str());
    fail(worker, &container.name, FailedStep::Start, reason, message, place);
}

/// Begins the start of a container if its back-off allows it: the image comes first. Rules P-318, P-403, P-408, P-412.
///
/// The back-off counts from the newest end that the kubelet has seen. If a probe killed the container in the same sync,
/// that is the end before this one.
pub(crate) fn start(cx: &mut Context<'_>, worker: &mut PodWorker, place: ContainerIndex) {
    let pod = Rc::clone(&worker.pod);
    let container = place.of(&pod.spec);
    let (now, release) = (cx.world.now, cx.world.release());
    let exited = |i: &&super::runtime::Instance| {
        i.container == container.name && i.state == InstanceState::Exited
    };
    let finished = worker.cache.instances.iter().rev().find(exited).map(|i| i.finished);
    let config = BackoffConfig::of_restarts(&cx.world.settings);
    let backoff = backoff_of(worker, container);
    match backoff::attempt(&mut backoff.entry, config, finished, now) {
        Attempt::Refused { window, .. } => {
            let told =
                backoff.told.get_or_insert_with(|| refusal(&pod, container, window, release));
            let (event, status) = told.clone();
            cx.record_event(worker, Some(place), EventType::Warning, "BackOff", event);
            let step = FailedStep::RestartBackoff;
            fail(worker, &container.name, step, WaitingReason::CrashLoopBackOff, status, place);
        }
        Attempt::Start => {
            backoff.told = None;
            ensure_image(cx, worker, place, container);
        }
    }
}

fn backoff_of<'a>(worker: &'a mut PodWorker, container: &Container) -> &'a mut RestartBackoff {
    let index = match worker.backoffs.iter().position(|known| known.is_of(container)) {
        Some(index) => index,
        None => {
            let (container, image) = (container.name.clone(), container.image.clone());
            worker.backoffs.push(RestartBackoff { container, image, entry: None, told: None });
            worker.backoffs.len() - 1
        }
    };
    &mut worker.backoffs[index]
}

/// Returns the messages of the event and of the status while a container waits this many milliseconds. Rule P-408.
fn refusal(pod: &Pod, container: &Container, window: u64, release: Release) -> (Text, Text) {
    let (name, pod) = (&container.name, pod_in_words(pod));
    let event = if release.has(Feature::BackOffEventNamesContainer) {
        Text::of(format_args!("Back-off restarting failed container {name} in pod {pod}"))
    } else {
        "Back-off restarting failed container".into()
    };
    let window = go_duration(window);
    let status = format_args!("back-off {window} restarting failed container={name} pod={pod}");
    (event, Text::of(status))
}

/// Gets the image of a container, or fails the start. Models kubernetes pkg/kubelet/images/image_manager.go EnsureImageExists.
fn ensure_image(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    place: ContainerIndex,
    container: &Container,
) {
    let release = cx.world.release();
    let image = &container.image;
    let name = &container.name;
    if let Some(problem) = invalid_reference(image, release) {
        let message = format!("Failed to apply default image tag \"{image}\": {problem}");
        return refuse_image(
            cx,
            worker,
            place,
            container,
            WaitingReason::InvalidImageName,
            message,
        );
    }
    let policy = container.image_pull_policy.unwrap_or_else(|| default_policy(image));
    if is_looked_for(policy, release) {
        let error = cx.world.scripts.registry(image).inspect_error;
        if !error.is_empty() {
            let message = format!(
                "Failed to inspect image \"{image}\": rpc error: code = Unknown desc = {error}"
            );
            let reason = WaitingReason::ImageInspectError;
            return refuse_image(cx, worker, place, container, reason, message);
        }
    }
    let present = is_present(cx, image);
    let pull = match policy {
        PullPolicy::Always => true,
        PullPolicy::IfNotPresent => !present,
        PullPolicy::Never => false,
    };
    if !pull {
        if present {
            let says_more = release.has(Feature::PresentImageIsAccessible);
            let end = if says_more { " and can be accessed by the pod" } else { "" };
            let message =
                format_args!("Container image \"{image}\" already present on machine{end}");
            cx.record_event(worker, Some(place), EventType::Normal, "Pulled", Text::of(message));
            start_with_image(worker, place);
        } else {
            let message =
                format!("Container image \"{image}\" is not present with pull policy of Never");
            cx.record_event(
                worker,
                Some(place),
                EventType::Warning,
                "ErrImageNeverPull",
                message.clone().into(),
            );
            report_failure(cx, worker, place, WaitingReason::ErrImageNeverPull.as_str());
            fail(worker, name, FailedStep::Start, WaitingReason::ErrImageNeverPull, message, place);
        }
        return;
    }
    let known = worker.pull_backoffs.iter().find(|known| known.image == *image);
    let last_error = known.map(|known| known.error.clone()).unwrap_or_default();
    if backoff::pull_refused(
        known.and_then(|known| known.entry),
        BackoffConfig::of(release),
        cx.world.now,
    )
    .is_some()
    {
        let mut message = format!("Back-off pulling image \"{image}\"");
        cx.record_event(worker, Some(place), EventType::Normal, "BackOff", message.clone().into());
        report_failure(cx, worker, place, WaitingReason::ImagePullBackOff.as_str());
        if release.has(Feature::ImagePullBackOffHasCause) {
            message = format!("{message}: ErrImagePull: {last_error}");
        }
        fail(worker, name, FailedStep::Pull, WaitingReason::ImagePullBackOff, message, place);
        return;
    }
    let message = format!("Pulling image \"{image}\"").into();
    cx.record_event(worker, Some(place), EventType::Normal, "Pulling", message);
    let asked = cx.world.now;
    cx.node.pulls.push_back(Pull {
        pod: worker.id,
        image: image.clone(),
        asked,
        begun: asked,
        error: Text::default(),
    });
    if let Some(task) = &mut worker.task {
        task.blocked = Blocked::Pull(place);
    }
    if cx.node.pulls.len() == 1 {
        begin_next(cx);
    }
}

/// Returns whether the kubelet asks the runtime for the image before it pulls it. From 1.32 on it does not ask when it
/// pulls the image in any case. Rule P-305.
/// Models kubernetes pkg/kubelet/images/image_manager.go imagePullPrecheck.
pub fn is_looked_for(policy: PullPolicy, release: Release) -> bool {
    policy != PullPolicy::Always || !release.has(Feature::ImagePullSkipsLook)
}

fn is_present(cx: &Context<'_>, image: &str) -> bool {
    cx.node.images.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => image.starts_with(start),
        None => *known == *image,
    })
}

/// Starts the pull that is first in the queue. Rule K-30.
pub(crate) fn begin_next(cx: &mut Context<'_>) {
    let now = cx.world.now;
    let Some(pull) = cx.node.pulls.front_mut() else { return };
    let registry = cx.world.scripts.registry(&pull.image);
    pull.begun = now;
    pull.error = registry.error;
    cx.world.schedule(registry.delay, SimEvent::PullEnded { node: cx.node.id });
}

fn registry_error(error: &str) -> String {
    let code = if error.contains("not found") { "NotFound" } else { "Unknown" };
    format!("rpc error: code = {code} desc = {error}")
}

/// Lets the next step of the sync start a container, whose image is on the node.
fn start_with_image(worker: &mut PodWorker, place: ContainerIndex) {
    if let Some(task) = &mut worker.task {
        task.steps.push_front(Step::StartWithImage(place));
    }
}

/// Handles the end of a pull. Returns whether the sync that waited for it goes on. Rules P-316, P-317.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn pulled(cx: &mut Context<'_>, worker: &mut PodWorker, pull: &Pull) -> bool {
    let Some(task) = &mut worker.task else { return false };
    let Blocked::Pull(place) = task.blocked else { return false };
    task.blocked = Blocked::No;
    let (now, release) = (cx.world.now, cx.world.release());
    let pod = Rc::clone(&worker.pod);
    let name = &place.of(&pod.spec).name;
    let image = &pull.image;
    if pull.error.is_empty() {
        let (took, waited) =
            (go_duration(now.since(pull.begun)), go_duration(now.since(pull.asked)));
        let message = if release.has(Feature::PulledEventHasSize) {
            let size = size(image);
            format!(
                "Successfully pulled image \"{image}\" in {took} ({waited} including waiting). Image size: {size} bytes."
            )
        } else if release.has(Feature::PulledEventHasWait) {
            format!("Successfully pulled image \"{image}\" in {took} ({waited} including waiting)")
        } else {
            format!("Successfully pulled image \"{image}\" in {took}")
        };
        cx.record_event(worker, Some(place), EventType::Normal, "Pulled", message.into());
        start_with_image(worker, place);
    } else {
        let (reason, error) = classified(&pull.error, image, release);
        let message = format!("Failed to pull image \"{image}\": {error}");
        cx.record_event(worker, Some(place), EventType::Warning, "Failed", message.into());
        report_failure(cx, worker, place, reason.as_str());
        if !worker.pull_backoffs.iter().any(|known| known.image == *image) {
            let (image, error) = (image.clone(), Text::default());
            worker.pull_backoffs.push(PullBackoff { image, entry: None, error });
        }
        if let Some(known) = worker.pull_backoffs.iter_mut().find(|known| known.image == *image) {
            backoff::pull_failed(&mut known.entry, BackoffConfig::of(release), now);
            known.error = error.clone().into();
        }
        fail(worker, name, FailedStep::Pull, reason, error, place);
    }
    true
}

/// Returns the reason and message of a failed pull. From 1.28 on the first word of a runtime's error can name one of
/// two kinds. Rule P-305.
/// Models kubernetes pkg/kubelet/images/image_manager.go evalCRIPullErr.
fn classified(error: &str, image: &str, release: Release) -> (WaitingReason, String) {
    for (kind, what) in [
        (WaitingReason::RegistryUnavailable, "the registry is unavailable"),
        (WaitingReason::SignatureValidationFailed, "the signature validation failed"),
    ] {
        if let Some(detail) =
            error.strip_prefix(kind.as_str()).filter(|_| release.has(Feature::PullErrorsHaveKinds))
        {
            let detail = detail.trim_start_matches([':', ' ']);
            return (kind, format!("image pull failed for {image} because {what}: {detail}"));
        }
    }
    (WaitingReason::ErrImagePull, registry_error(error))
}

/// Returns the size of an image. Simplified: it depends only on the image's name.
pub(crate) fn size(image: &str) -> u64 {
    let sum =
        image.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    20_000_000 + sum % 160_000_000
}

/// Returns the pull policy of a container that names none. Rule P-322.
pub fn default_policy(image: &str) -> PullPolicy {
    let last = image.rsplit('/').next().unwrap_or(image);
    match name_and_tag(last) {
        (_, Some("latest")) => PullPolicy::Always,
        (_, None) if !last.contains('@') => PullPolicy::Always,
        _ => PullPolicy::IfNotPresent,
    }
}

/// Splits the last part of an image reference, without its digest, into name and tag.
fn name_and_tag(last: &str) -> (&str, Option<&str>) {
    let last = last.split_once('@').map_or(last, |(before, _)| before);
    match last.split_once(':') {
        Some((name, tag)) => (name, Some(tag)),
        None => (last, None),
    }
}

/// Returns what is wrong with an image reference, if anything. Rule P-305.
fn invalid_reference(image: &str, release: Release) -> Option<String> {
    let last = image.rsplit('/').next().unwrap_or(image);
    let (name, tag) = name_and_tag(last);
    let tag = tag.unwrap_or_default();
    let path = &image[..image.len() - last.len()];
    let (host, middle) = match path.split_once('/') {
        Some((first, rest)) if first.contains(['.', ':']) || first == "localhost" => (first, rest),
        _ => ("", path),
    };
    // Every start runs this, so it allocates nothing until it finds an error.
    let whole = || middle.bytes().chain(name.bytes());
    let part = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' | b'/');
    let ends = |c: Option<u8>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let tag_ok = tag.len() <= 128
        && tag.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'-'))
        && !tag.starts_with(['.', '-']);
    let good = whole().all(part) && ends(whole().next()) && ends(whole().next_back());
    if good && tag_ok && !image.contains("::") && !last.ends_with(':') {
        return None;
    }
    let whole = format!("{middle}{name}");
    let lower = whole.chars().any(|c| c.is_ascii_uppercase());
    let reason = if !lower {
        "invalid reference format".to_owned()
    } else if release.has(Feature::ImageNameRefused) && !release.has(Feature::ImageNameRefusedShort)
    {
        let repository =
            if middle.is_empty() && host.is_empty() { format!("library/{name}") } else { whole };
        format!("invalid reference format: repository name ({repository}) must be lowercase")
    } else {
        "invalid reference format: repository name must be lowercase".to_owned()
    };
    let word = if release.has(Feature::ImageNameRefused) { "name" } else { "reference" };
    Some(format!("couldn't parse image {word} \"{image}\": {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pull_policy_follows_the_tag() {
        assert_eq!(default_policy("nginx"), PullPolicy::Always);
        assert_eq!(default_policy("nginx:latest"), PullPolicy::Always);
        assert_eq!(default_policy("registry:5000/nginx"), PullPolicy::Always);
        assert_eq!(default_policy("nginx:1.25"), PullPolicy::IfNotPresent);
        assert_eq!(default_policy("nginx@sha256:0123"), PullPolicy::IfNotPresent);
        assert_eq!(default_policy("nginx:1.25@sha256:0123"), PullPolicy::IfNotPresent);
        assert_eq!(default_policy("nginx:latest@sha256:0123"), PullPolicy::Always);
    }

    #[test]
    fn image_references_are_checked_as_the_kubelet_does() {
        for good in [
            "nginx",
            "nginx:1.25",
            "registry.k8s.io/pause:3.9",
            "localhost:5000/a/b:v1",
            "a@sha256:00",
            "registry.k8s.io/pause:3.9@sha256:00",
        ] {
            assert_eq!(invalid_reference(good, Release::V1_28), None, "{good}");
        }
        for bad in ["Bad Image::", "NGINX", "nginx:", "nginx::1", "a b"] {
            assert!(invalid_reference(bad, Release::V1_28).is_some(), "{bad}");
        }
    }
}
