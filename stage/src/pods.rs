//! A Pod in short, as lanes, cells and levels show it.

use crate::back_off;
use crate::ghost;
use crate::lab::Lab;
use crate::tone::{self, Tone};
use podlab::api::pod::Pod;
use podlab::apiserver::columns::{PodRow, pod_row};
use podlab::base::time::Timestamp;
use podlab_messages::text;

/// A Pod in short.
#[derive(Clone, Debug, PartialEq)]
pub struct PodSummary {
    /// What kubectl prints of it.
    pub row: PodRow,
    /// How it looks.
    pub tone: Tone,
    /// Whether it is being deleted.
    pub is_ending: bool,
    /// Its ready containers, and whether it is ready.
    pub ready: String,
    /// The node, or that it has none.
    pub node: String,
    /// What its containers do on their node, while the API says something else.
    pub ghost: Option<String>,
    /// How far the back-off of a container is, whatever STATUS says.
    pub back_off: Option<String>,
}

impl PodSummary {
    /// Returns a Pod in short at the present moment of a run.
    pub fn of(lab: &Lab, pod: &Pod) -> PodSummary {
        let row = pod_row(pod, Timestamp::of(lab.now()), lab.sim().settings().release);
        let tone = tone::of_pod(pod, row.status_kind);
        let ready = if tone == Tone::Ready {
            text::lane_ready(&row.ready)
        } else {
            text::lane_not_ready(&row.ready)
        };
        let node = &pod.spec.node_name;
        let node = if node.is_empty() { text::lane_no_node() } else { node.as_str() }.to_owned();
        let is_ending = pod.metadata.deletion_timestamp.is_some();
        let back_off = back_off::of_pod_in_words(lab, pod);
        let ghost = ghost::of_pod_in_words(lab, pod);
        PodSummary { row, tone, is_ending, ready, node, ghost, back_off }
    }

    /// Returns what stands in its last line: how far its back-off is, or else its node.
    pub fn last_line(&self) -> &str {
        self.back_off.as_ref().unwrap_or(&self.node)
    }

    /// Returns the symbol that stands beside its STATUS.
    pub const fn icon(&self) -> &'static str {
        if self.is_ending { tone::ENDING } else { self.tone.icon() }
    }
}
