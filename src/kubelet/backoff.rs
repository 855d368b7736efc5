//! Back-off: how long the kubelet waits before it starts a container or pulls an image again. Rules P-403, P-317.

use crate::base::time::SimTime;
use crate::cluster::world::Settings;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::fmt::Write;

/// The durations of a back-off, in milliseconds. Rules K-8, K-9, P-414.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackoffConfig {
    /// The first window.
    pub initial: u64,
    /// The longest window.
    pub max: u64,
    /// An entry is forgotten when more than this time lies between its last update and the event in question. Rule P-407.
    pub reset_after: u64,
}

impl BackoffConfig {
    /// Returns the default of every release: 10 s, doubling to 300 s.
    pub(crate) const fn of(release: Release) -> BackoffConfig {
        BackoffConfig::with(10_000, 300_000, release)
    }

    /// Returns the back-off for restarts of containers, from the cluster's gates and its kubelets' configuration. The
    /// configuration takes precedence over the gate. Rule P-414.
    pub(crate) fn of_restarts(settings: &Settings) -> BackoffConfig {
        let release = settings.release;
        let reduced = settings.has(Feature::ReduceDefaultCrashLoopBackOffDecay);
        let usual = BackoffConfig::of(release);
        let usual = BackoffConfig { initial: if reduced { 1000 } else { usual.initial }, ..usual };
        match settings
            .max_container_restart_period
            .filter(|_| release.has(Feature::KubeletCrashLoopBackOffMax))
        {
            Some(max) => usual.capped(max),
            None if reduced => usual.capped(60_000),
            None => usual,
        }
    }

    /// Returns a back-off with this first and this longest window. It resets after twice the longest window up to 1.32,
    /// and after 600 s since then.
    pub const fn with(initial: u64, max: u64, release: Release) -> BackoffConfig {
        let reset_after = if release.has(Feature::BackOffResetAfter600Seconds) {
            600_000
        } else {
            max.saturating_mul(2)
        };
        BackoffConfig { initial, max, reset_after }
    }

    /// Caps the window as the node's `maxContainerRestartPeriod` does. Rule P-414.
    #[must_use]
    pub(crate) fn capped(self, max: u64) -> BackoffConfig {
        BackoffConfig { initial: self.initial.min(max), max, ..self }
    }
}

/// The allowed values of `maxContainerRestartPeriod`, for messages.
pub const RESTART_PERIOD: &str = "a duration from 1s to 300s";

/// Returns whether `maxContainerRestartPeriod` may be this many milliseconds. Rule P-414.
pub fn is_restart_period(milliseconds: u64) -> bool {
    (1000..=300_000).contains(&milliseconds)
}

/// What the kubelet remembers for one key: a Pod, a container and its definition, or a Pod and an image. Rule P-403.
/// Models kubernetes client-go util/flowcontrol backoffEntry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackoffEntry {
    /// Length of the window, in milliseconds.
    pub delay: u64,
    /// When the window was set.
    pub last_update: SimTime,
}

/// The answer to an attempt to start a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Start it now.
    Start,
    /// Wait: CrashLoopBackOff. Rule P-408.
    Refused {
        /// Length of the window, in milliseconds; the message prints it.
        window: u64,
        /// When the window ends.
        until: SimTime,
    },
}

/// Decides whether a container that is due at `now` may start; `finished` is when the newest known instance ended.
/// Rules P-403 to P-406, P-409.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff.
pub fn attempt(
    entry: &mut Option<BackoffEntry>,
    config: BackoffConfig,
    finished: Option<SimTime>,
    now: SimTime,
) -> Attempt {
    let Some(finished) = finished else { return Attempt::Start };
    if let Some(known) = live(*entry, config, finished)
        && now.since(finished) < known.delay
    {
        return Attempt::Refused { window: known.delay, until: finished + known.delay };
    }
    *entry = Some(next(*entry, config, finished, now));
    Attempt::Start
}

/// Returns the back-off window that refuses a pull attempt at `now`, if there is one: ImagePullBackOff. Rules P-317, K-10.
/// Models kubernetes pkg/kubelet/images/image_manager.go EnsureImageExists.
pub(crate) fn pull_refused(
    entry: Option<BackoffEntry>,
    config: BackoffConfig,
    now: SimTime,
) -> Option<BackoffEntry> {
    live(entry, config, now).filter(|known| now.since(known.last_update) < known.delay)
}

/// Records that a pull failed at `now`. Rule P-317.
pub(crate) fn pull_failed(entry: &mut Option<BackoffEntry>, config: BackoffConfig, now: SimTime) {
    *entry = Some(next(*entry, config, now, now));
}

/// Returns the entry, or none if it is old enough to be forgotten. Rule P-407.
pub(crate) fn live(
    entry: Option<BackoffEntry>,
    config: BackoffConfig,
    event: SimTime,
) -> Option<BackoffEntry> {
    entry.filter(|known| event.since(known.last_update) <= config.reset_after)
}

fn next(
    entry: Option<BackoffEntry>,
    config: BackoffConfig,
    event: SimTime,
    now: SimTime,
) -> BackoffEntry {
    let delay = match live(entry, config, event) {
        Some(known) => known.delay.saturating_mul(2).min(config.max),
        None => config.initial,
    };
    BackoffEntry { delay, last_update: now }
}

/// Formats a duration as Go prints it: `10s`, `1m20s`, `5m0s`, `1.5s`, `300ms`. Rule P-408.
pub(crate) fn go_duration(milliseconds: u64) -> String {
    let mut text = String::new();
    let (seconds, fraction) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let written = match milliseconds {
        0 => write!(text, "0s"),
        1..1000 => write!(text, "{milliseconds}ms"),
        1000..60_000 => write!(text, "{seconds}"),
        60_000..3_600_000 => write!(text, "{minutes}m{seconds}"),
        _ => write!(text, "{hours}h{minutes}m{seconds}"),
    };
    written.expect("a String takes everything");
    if milliseconds >= 1000 {
        if fraction > 0 {
            write!(text, ".{fraction:03}").expect("a String takes everything");
            text.truncate(text.trim_end_matches('0').len());
        }
        text.push('s');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_print_as_go_prints_them() {
        let cases = [
            (0, "0s"),
            (300, "300ms"),
            (1500, "1.5s"),
            (10_000, "10s"),
            (80_000, "1m20s"),
            (300_000, "5m0s"),
            (3_600_000, "1h0m0s"),
            (3_661_050, "1h1m1.05s"),
        ];
        for (milliseconds, text) in cases {
            assert_eq!(go_duration(milliseconds), text);
        }
    }

    #[test]
    fn a_pull_backs_off_from_its_failure() {
        let config = BackoffConfig::of(Release::V1_28);
        let mut entry = None;
        assert_eq!(pull_refused(entry, config, SimTime::ZERO), None);
        pull_failed(&mut entry, config, SimTime::from_seconds(1));
        assert!(pull_refused(entry, config, SimTime::from_seconds(10)).is_some());
        assert!(pull_refused(entry, config, SimTime::from_seconds(11)).is_none());
        pull_failed(&mut entry, config, SimTime::from_seconds(12));
        assert_eq!(entry.unwrap().delay, 20_000);
    }

    #[test]
    fn gates_and_the_kubelets_configuration_change_restarts() {
        let config = |release, gate, max_container_restart_period| {
            let mut settings =
                Settings { release, max_container_restart_period, ..Settings::default() };
            if gate {
                let decay = Feature::ReduceDefaultCrashLoopBackOffDecay;
                settings.gates = settings.gates.with(decay);
            }
            let BackoffConfig { initial, max, reset_after } = BackoffConfig::of_restarts(&settings);
            (initial / 1000, max / 1000, reset_after / 1000)
        };
        let current = Release::Current;
        assert_eq!(config(current, false, None), (10, 300, 600));
        assert_eq!(config(current, true, None), (1, 60, 600));
        assert_eq!(config(current, false, Some(100_000)), (10, 100, 600));
        assert_eq!(config(current, false, Some(2000)), (2, 2, 600));
        assert_eq!(config(current, true, Some(300_000)), (1, 300, 600));
        assert_eq!(config(Release::V1_28, true, Some(2000)), (10, 300, 600));
    }
}
