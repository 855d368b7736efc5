//! The settings of a simulation.

use crate::base::text::Text;
use crate::cluster::eviction::Eviction;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};
use serde::{Deserialize, Serialize};

/// How random waits are drawn. Rules K-3, K-4, P-410.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Jitter {
    /// From the seed, as in a real cluster.
    #[default]
    Seeded,
    /// The same wait every time, close to the average in the recorded clusters.
    Middle,
    /// The shortest wait every time, for teaching.
    Zero,
}

/// When the kubelet reports what it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cadence {
    /// At its syncs, as a real kubelet does.
    #[default]
    Real,
    /// At once, for teaching; not what a terminal shows.
    Didactic,
}

impl Cadence {
    /// The names in files and options.
    pub const NAMES: [(&str, Cadence); 2] =
        [("real", Cadence::Real), ("didactic", Cadence::Didactic)];

    /// Returns the cadence with this name.
    pub fn named(name: &str) -> Option<Cadence> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, cadence)| *cadence)
    }
}

/// Whether the commands of containers say what their programs do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Programs {
    /// They do, where a script says nothing else: see [`crate::cluster::program`].
    #[default]
    Read,
    /// Only scripts do, as in the recorded clusters. Every other program runs until it is told to end.
    Scripted,
}

impl Programs {
    /// What holds in run files that do not say it: they are older than [`Programs::Read`].
    fn of_old_files() -> Programs {
        Programs::Scripted
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    fn is_of_old_files(&self) -> bool {
        *self == Programs::of_old_files()
    }
}

/// The settings of a simulation. Run files contain them, with the names that scenarios use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Settings {
    /// The Kubernetes release.
    #[serde(rename = "kubernetes")]
    pub release: Release,
    /// The seed of all random numbers.
    #[serde(with = "in_quotes")]
    pub seed: u64,
    /// How random waits are drawn.
    pub jitter: Jitter,
    /// When the kubelet reports what it knows.
    pub cadence: Cadence,
    /// The feature gates that a person has switched.
    #[serde(rename = "featureGates", skip_serializing_if = "is_usual")]
    pub gates: Gates,
    /// The domain in which the names of Services end. Rule S-07.
    pub cluster_domain: Text,
    /// The longest back-off of a container's restarts, in milliseconds, from the kubelets'
    /// `crashLoopBackOff.maxContainerRestartPeriod`: 1 s to 300 s, from 1.32. Rule P-414.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_container_restart_period: Option<u64>,
    /// The offset of the kubelets' status checks in their period of ten seconds, in milliseconds, when it is known and
    /// the same for all nodes. Run files do not contain it. Rule K-7.
    #[serde(skip)]
    pub checks: Option<u64>,
    /// The kubelets' eviction settings. Rule P-1021.
    #[serde(skip_serializing_if = "is_usual")]
    pub eviction: Eviction,
    /// How many Pods that have ended may stay; 0 for no limit. `terminated-pod-gc-threshold`. Rules K-26, P-1023.
    #[serde(rename = "terminatedPodGCThreshold")]
    pub pod_gc_threshold: u32,
    /// What the kernel kills when a container runs out of memory.
    #[serde(skip_serializing_if = "is_usual")]
    pub oom: Oom,
    /// Whether the commands of containers say what their programs do. A run file that does not have it is of the time
    /// before they did.
    #[serde(default = "Programs::of_old_files", skip_serializing_if = "Programs::is_of_old_files")]
    pub programs: Programs,
}

impl Settings {
    /// Returns whether a feature is on in a cluster with these settings.
    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.gates.has(feature, self.release)
    }
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Stores a number as a string, because it may be larger than the integers that every JSON reader can represent.
mod in_quotes {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("the seed must be a whole number in quotes"))
    }
}

/// The settings that decide whether a container ends when one of its processes runs out of memory. Rule P-321.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Oom {
    /// The kubelets' option `singleProcessOOMKill`: only that process is killed. From 1.32.
    #[serde(rename = "singleProcessOOMKill")]
    pub single_process: bool,
    /// Whether the machines use cgroup v1, in which only that process is killed.
    pub cgroup_v1: bool,
}

impl Oom {
    /// Returns whether the kernel kills all processes of a container together.
    pub(crate) fn kills_all(self, release: Release) -> bool {
        release.has(Feature::ContainerOomGroupKill)
            && !self.cgroup_v1
            && !(self.single_process && release.has(Feature::SingleProcessOomKill))
    }
}

/// The default for how many Pods that have ended may stay in a cluster. Rule K-26.
pub(crate) const POD_GC_THRESHOLD: u32 = 12_500;

impl Default for Settings {
    fn default() -> Self {
        let (jitter, cadence) = (Jitter::default(), Cadence::default());
        let gates = Gates::default();
        let cluster_domain = Text::Static("cluster.local");
        let release = Release::Current;
        Settings {
            release,
            seed: 1,
            jitter,
            cadence,
            gates,
            cluster_domain,
            max_container_restart_period: None,
            checks: None,
            eviction: Eviction::default(),
            pod_gc_threshold: POD_GC_THRESHOLD,
            oom: Oom::default(),
            programs: Programs::default(),
        }
    }
}
