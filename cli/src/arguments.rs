//! Arguments that several commands take.

use crate::values::{self, CADENCE, LANGUAGE, RELEASE};
use clap::{Args, ValueHint};
use podlab::cluster::world::Cadence;
use podlab::rules::release::Release;
use podlab_messages::Language;
use std::path::PathBuf;

/// The files of a run.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    /// Manifests, a folder of them, a scenario, a saved run, a scene by its name, or a link; `-` is standard input
    ///
    /// Several files make one run, and so do the .yaml, .yml and .json files of a folder. `podlab scenes` lists the scenes: the
    /// lessons of Podlab, such as crash-loop, and the example states, such as example-0-Never. A saved run or a link (with
    /// #/run/ in it) is a run by itself.
    #[arg(value_name = "FILE", required_unless_present = "filename", value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
    /// A file, as kubectl names it; the same as FILE
    #[arg(short = 'f', long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub filename: Vec<PathBuf>,
}

impl Files {
    /// Returns the files, those without an option first.
    pub fn all(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().chain(&self.filename)
    }
}

/// The seed and the release of a run.
#[derive(Clone, Debug, Default, Args)]
pub struct RunOptions {
    /// Seed of all random choices [default: the scenario's, or 1]
    #[arg(long, value_name = "N", value_parser = values::whole, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub kubernetes: ReleaseOption,
}

/// The release of a run.
#[derive(Clone, Debug, Default, Args)]
pub struct ReleaseOption {
    /// Kubernetes release; current is 1.36 [default: the scenario's, or current]
    #[arg(id = "kubernetes", long, visible_alias = "release", value_name = "RELEASE", value_parser = RELEASE)]
    pub release: Option<Release>,
}

/// The language of what is written.
#[derive(Clone, Debug, Default, Args)]
pub struct LanguageOption {
    /// Language of the sentences [default: en]
    #[arg(long, visible_alias = "lang", value_name = "CODE", value_parser = LANGUAGE)]
    pub language: Option<Language>,
}

/// What the cluster and its kubelets are configured with.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Options of the cluster")]
pub struct ClusterOptions {
    /// When kubelets show what they know [default: the scenario's, or real]
    ///
    /// `real` is what a cluster does. `didactic` shows each state at once, for teaching.
    #[arg(long, value_name = "WHEN", value_parser = CADENCE)]
    pub cadence: Option<Cadence>,
    /// Longest back-off of restarts, 1s to 300s [default: the scenario's]
    ///
    /// Kubelets of Kubernetes 1.32 and newer take it.
    #[arg(long, value_name = "TIME", value_parser = values::restart_period)]
    pub max_container_restart_period: Option<u64>,
    /// Feature gates: ContainerStopSignals, MaxUnavailableStatefulSet, ReduceDefaultCrashLoopBackOffDecay
    #[arg(long, value_name = "NAME=BOOL", value_delimiter = ',', value_parser = values::gate)]
    pub feature_gates: Vec<(String, bool)>,
    /// Soft eviction thresholds, such as memory.available<500Mi
    #[arg(long, value_name = "SIGNAL<AMOUNT,…")]
    pub eviction_soft: Option<String>,
    /// How long each soft threshold is crossed before Pods are evicted, such as memory.available=1m30s
    #[arg(long, value_name = "SIGNAL=TIME,…")]
    pub eviction_soft_grace_period: Option<String>,
    /// Longest grace period of a Pod evicted by a soft threshold [default: the scenario's, or 0]
    #[arg(long, value_name = "SECONDS")]
    pub eviction_max_pod_grace_period: Option<String>,
    /// How much more than a threshold an eviction reclaims, such as nodefs.available=1Gi
    #[arg(long, value_name = "SIGNAL=AMOUNT,…")]
    pub eviction_minimum_reclaim: Option<String>,
}
