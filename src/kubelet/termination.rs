//! The termination message of a container: the file that it wrote, or the end of its log. Rules P-315, K-17.
//! Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go getTerminationMessage and pkg/kubelet/status/status_manager.go
//! normalizeStatus.

use super::worker::ContainerIndex;
use crate::api::container::TerminationMessagePolicy;
use crate::api::pod::PodSpec;
use crate::base::text::Text;

/// The most bytes that are read from the file; the last bytes count.
const FILE: usize = 4096;
/// The most bytes of all messages of a Pod; each container has an equal share.
const POD: usize = 12 * 1024;
/// The most bytes and lines that are read from the log.
const LOG: usize = 2048;
const LINES: usize = 80;

/// Returns the message of a container that ended with this exit code, wrote `written` to its file and printed `log` at the end.
pub(crate) fn message(spec: &PodSpec, name: &str, code: i32, written: &Text, log: &Text) -> Text {
    let place = ContainerIndex::find(spec, name);
    let policy = place.and_then(|place| place.of(spec).termination_message_policy);
    let falls_back = policy == Some(TerminationMessagePolicy::FallbackToLogsOnError) && code != 0;
    let left = if written.is_empty() && falls_back { last_lines(log) } else { last(written, FILE) };
    let containers = spec.containers.len() + spec.init_containers.len();
    let most = POD / containers.max(1);
    if left.len() == written.len() && left.len() <= most {
        return written.clone();
    }
    let end = (0..=most.min(left.len())).rev().find(|at| left.is_char_boundary(*at));
    left[..end.unwrap_or(0)].to_owned().into()
}

/// Returns the last bytes of a text, without cutting a character.
fn last(text: &str, most: usize) -> &str {
    let from = text.len().saturating_sub(most);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at));
    &text[from.unwrap_or(text.len())..]
}

fn last_lines(log: &str) -> &str {
    let tail = last(log, LOG);
    let body = tail.strip_suffix('\n').unwrap_or(tail);
    match body.rmatch_indices('\n').nth(LINES - 1) {
        Some((at, _)) => &tail[at + 1..],
        None => tail,
    }
}
