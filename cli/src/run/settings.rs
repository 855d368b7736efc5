//! The options that change the settings of the cluster and its kubelets.

use crate::arguments::ClusterOptions;
use crate::failure::Failure;
use podlab::cluster::world::Settings;
use podlab::manifest::node::Node;

/// Whether one of the options is given.
pub fn is_any_given(options: &ClusterOptions) -> bool {
    options.cadence.is_some()
        || options.max_container_restart_period.is_some()
        || !options.feature_gates.is_empty()
        || evictions(options).iter().any(|(.., text)| text.is_some())
}

/// Changes the settings of a scenario as the options say.
///
/// # Errors
/// What is wrong with an option.
pub fn configure(options: &ClusterOptions, settings: &mut Settings) -> Result<(), Failure> {
    settings.cadence = options.cadence.unwrap_or(settings.cadence);
    if let Some(period) = options.max_container_restart_period {
        settings.max_container_restart_period = Some(period);
    }
    for (option, field, text) in evictions(options) {
        let Some(text) = text else { continue };
        let read = settings.eviction.read(field, &node(text));
        read.map_err(|wrong| Failure::Usage(format!("{option} {text}: {}", wrong.message)))?;
    }
    if let Some(message) = settings.eviction.complaint() {
        return Err(Failure::Usage(format!("--eviction-soft: {message}")));
    }
    for (name, is_on) in &options.feature_gates {
        if let Some(gate) = settings.gates.named(name) {
            *gate = *is_on;
        }
    }
    Ok(())
}

/// The options about evictions: name, the field of a scenario with the same meaning, value.
fn evictions(options: &ClusterOptions) -> [(&'static str, &'static str, Option<&str>); 4] {
    let ClusterOptions {
        eviction_soft,
        eviction_soft_grace_period,
        eviction_max_pod_grace_period,
        eviction_minimum_reclaim,
        ..
    } = options;
    [
        ("--eviction-soft", "evictionSoft", eviction_soft.as_deref()),
        (
            "--eviction-soft-grace-period",
            "evictionSoftGracePeriod",
            eviction_soft_grace_period.as_deref(),
        ),
        (
            "--eviction-max-pod-grace-period",
            "evictionMaxPodGracePeriod",
            eviction_max_pod_grace_period.as_deref(),
        ),
        (
            "--eviction-minimum-reclaim",
            "evictionMinimumReclaim",
            eviction_minimum_reclaim.as_deref(),
        ),
    ]
}

/// The value of an option as the field of a scenario takes it: a number, or a map from signals to values.
fn node(text: &str) -> Node {
    match text.parse::<i64>() {
        Ok(number) => Node::int(number),
        Err(_) => Node::map(text.split(',').map(|part| {
            let (signal, value) = part.split_once(['<', '=']).unwrap_or((part, ""));
            (signal.to_owned().into(), Node::text(value.to_owned()))
        })),
    }
}
