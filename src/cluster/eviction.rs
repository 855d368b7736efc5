//! The kubelets' settings for evictions: `evictionSoft` and the settings that belong to it. Rules P-1021, K-29.

use crate::api::quantity::Quantity;
use crate::base::duration;
use crate::base::text::Text;
use crate::cluster::pressure::{EvictionSignal, hard, in_words, part, whole};
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::wrong::{Complaint, Wanted, Wrong};
use serde::{Deserialize, Serialize};

/// The fields of a kubelet's configuration. Scenarios use the same names.
pub(crate) const FIELDS: [&str; 4] =
    ["evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim", MAX_GRACE];
const MAX_GRACE: &str = "evictionMaxPodGracePeriod";

/// An amount of something that a machine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// An absolute amount.
    Amount(Quantity),
    /// A percentage of what the machine has.
    Percent(i64),
}

impl Limit {
    fn parse(text: &str) -> Option<Limit> {
        match text.strip_suffix('%') {
            Some(number) => {
                let percent = number.parse().ok().filter(|percent| (1..100).contains(percent));
                percent.map(Limit::Percent)
            }
            None => Quantity::parse(text).filter(|amount| amount.milli > 0).map(Limit::Amount),
        }
    }

    fn written(&self) -> String {
        match self {
            Limit::Amount(amount) => amount.text.to_string(),
            Limit::Percent(percent) => format!("{percent}%"),
        }
    }

    /// Returns the amount for a machine with this capacity, and the same as messages print it.
    fn of(&self, signal: EvictionSignal, capacity: i64) -> (i64, String) {
        match self {
            Limit::Amount(amount) => (whole(amount), amount.canonical()),
            Limit::Percent(percent) => {
                let amount = part(capacity, *percent);
                (amount, in_words(signal, amount))
            }
        }
    }
}

/// The eviction settings of all kubelets; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Node", into = "Node")]
pub struct Eviction {
    soft: [Option<Limit>; 3],
    /// The grace periods, in milliseconds.
    grace: [Option<u64>; 3],
    reclaim: [Option<Limit>; 3],
    /// The most seconds that a Pod has to end when a soft threshold evicts it, from `evictionMaxPodGracePeriod`.
    pub max_pod_grace: i64,
}

impl TryFrom<Node> for Eviction {
    type Error = String;

    fn try_from(node: Node) -> Result<Eviction, String> {
        if !matches!(node.value, Value::Map(_)) {
            return Err(format!("expected a map, found a {}", node.type_name()));
        }
        let mut eviction = Eviction::default();
        for entry in node.entries() {
            if !FIELDS.contains(&entry.key.as_str()) {
                return Err(format!("unknown field \"{}\"", entry.key));
            }
            let read = eviction.read(&entry.key, &entry.node);
            read.map_err(|wrong| format!("{}: {}", wrong.path, wrong.message))?;
        }
        Ok(eviction)
    }
}

impl From<Eviction> for Node {
    fn from(eviction: Eviction) -> Node {
        Node::map(eviction.write().into_iter().map(|(key, node)| (key.into(), node)))
    }
}

/// A threshold on a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The kubelet acts when less than this is left.
    pub amount: i64,
    /// The same as messages print it.
    pub words: String,
    /// For how many milliseconds the threshold has to be crossed before Pods are evicted; 0 for a hard threshold.
    pub grace: u64,
}

/// A setting that cannot be read.
pub struct WrongSetting {
    /// The place in the file.
    pub span: Span,
    /// The field.
    pub path: String,
    /// What is wrong with it.
    pub message: Complaint,
}

/// Returns the kubelet's name of a signal.
const fn name_of(signal: EvictionSignal) -> &'static str {
    match signal {
        EvictionSignal::Memory => "memory.available",
        EvictionSignal::Disk => "nodefs.available",
        EvictionSignal::Pids => "pid.available",
    }
}

impl Eviction {
    /// Returns the thresholds of a signal on a machine with this capacity, the hard one first.
    pub fn thresholds(
        &self,
        signal: EvictionSignal,
        capacity: i64,
    ) -> impl Iterator<Item = Threshold> + use<> {
        let (amount, words) = hard(signal, capacity);
        let soft = self.soft[signal as usize].as_ref().map(|limit| {
            let (amount, words) = limit.of(signal, capacity);
            Threshold { amount, words, grace: self.grace[signal as usize].unwrap_or(0) }
        });
        [Threshold { amount, words, grace: 0 }].into_iter().chain(soft)
    }

    /// Returns how much more than the threshold the kubelet frees once it evicts Pods.
    pub(crate) fn minimum_reclaim(&self, signal: EvictionSignal, capacity: i64) -> i64 {
        self.reclaim[signal as usize].as_ref().map_or(0, |limit| limit.of(signal, capacity).0)
    }

    /// Reads the setting with the name of a field of the kubelet's configuration.
    ///
    /// # Errors
    ///
    /// Returns [`WrongSetting`] when the field, or an entry of it, has no valid value.
    pub fn read(&mut self, field: &str, node: &Node) -> Result<(), WrongSetting> {
        let wrong = |node: &Node, path: &str, wanted: Wanted| WrongSetting {
            span: node.span,
            path: path.to_owned(),
            message: Wrong::MustBe { wanted }.into(),
        };
        if field == MAX_GRACE {
            let seconds =
                node.as_int().filter(|seconds| (0..=i64::from(i32::MAX)).contains(seconds));
            let expected = Wanted::Words { words: "a whole number of seconds from 0" };
            self.max_pod_grace = seconds.ok_or_else(|| wrong(node, field, expected))?;
            return Ok(());
        }
        if node.entries().is_empty() && !node.is_null() {
            return Err(wrong(
                node,
                field,
                Wanted::Words { words: "a map such as {memory.available: 500Mi}" },
            ));
        }
        for entry in node.entries() {
            let path = format!("{field}.{}", entry.key);
            let known =
                EvictionSignal::ALL.into_iter().find(|signal| *entry.key == *name_of(*signal));
            let Some(index) = known.map(|signal| signal as usize) else {
                let signals = Wanted::Or {
                    some: "memory.available, nodefs.available",
                    other: "pid.available",
                };
                return Err(wrong(&entry.node, &path, signals));
            };
            let text = crate::api::quantity::written(&entry.node).unwrap_or_default();
            if field == FIELDS[1] {
                let expected = Wanted::Words { words: "a duration such as 90s" };
                let time = duration::parse(&text).filter(|time| *time > 0);
                self.grace[index] = Some(time.ok_or_else(|| wrong(&entry.node, &path, expected))?);
                continue;
            }
            let expected =
                Wanted::Or { some: "an amount such as 500Mi", other: "a percentage such as 15%" };
            let limit = Limit::parse(&text).ok_or_else(|| wrong(&entry.node, &path, expected))?;
            let limits = if field == FIELDS[0] { &mut self.soft } else { &mut self.reclaim };
            limits[index] = Some(limit);
        }
        Ok(())
    }

    /// Returns why a kubelet would not start with these settings, if it would not.
    pub fn complaint(&self) -> Option<String> {
        let is_it = |signal: &EvictionSignal| {
            self.soft[*signal as usize].is_some() && self.grace[*signal as usize].is_none()
        };
        let signal = EvictionSignal::ALL.into_iter().find(is_it)?;
        let words = "grace period must be specified for the soft eviction threshold ";
        Some(format!("{words}{}", name_of(signal)))
    }

    /// Returns the fields that differ from the defaults.
    pub fn write(&self) -> Vec<(&'static str, Node)> {
        let map = |text: &dyn Fn(usize) -> Option<String>| {
            let entry = |signal: EvictionSignal| {
                Some((Text::Static(name_of(signal)), Node::text(text(signal as usize)?)))
            };
            Node::map(EvictionSignal::ALL.into_iter().filter_map(entry))
        };
        let limits =
            |limits: &[Option<Limit>; 3]| map(&|index| limits[index].as_ref().map(Limit::written));
        let grace = |index: usize| self.grace[index].map(|time| format!("{time}ms"));
        let fields = [
            (FIELDS[0], limits(&self.soft)),
            (FIELDS[1], map(&grace)),
            (FIELDS[2], limits(&self.reclaim)),
        ];
        let mut told: Vec<(&'static str, Node)> =
            fields.into_iter().filter(|(_, node)| !node.entries().is_empty()).collect();
        if self.max_pod_grace != 0 {
            told.push((MAX_GRACE, Node::int(self.max_pod_grace)));
        }
        told
    }
}
