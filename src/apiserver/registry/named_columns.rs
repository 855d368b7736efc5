//! The columns of the kinds that the world keeps by name. Rules KC-01, KC-07. Models kubernetes pkg/printers/internalversion/printers.go.

use crate::api::core::{ConfigMap, PriorityClass, Secret};
use crate::api::storage::{ReclaimPolicy, StorageClass, VolumeBindingMode};
use crate::apiserver::printed::{Printed, age_of};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::rules::Feature;
use crate::rules::release::Release;

impl Printed for ConfigMap {
    fn columns(_: Release) -> &'static str {
        "NAME,DATA,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let count = self.data.len() + self.binary_data.len();
        vec![self.metadata.name.to_string(), count.to_string(), age_of(&self.metadata, now)]
    }
}

impl Printed for Secret {
    fn columns(_: Release) -> &'static str {
        "NAME,TYPE,DATA,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        vec![
            self.metadata.name.to_string(),
            self.kind.to_string(),
            self.data.len().to_string(),
            age_of(&self.metadata, now),
        ]
    }
}

impl Printed for PriorityClass {
    fn columns(release: Release) -> &'static str {
        if release.has(Feature::GetShowsPreemptionPolicy) {
            "NAME,VALUE,GLOBAL-DEFAULT,AGE,PREEMPTIONPOLICY"
        } else {
            "NAME,VALUE,GLOBAL-DEFAULT,AGE"
        }
    }

    fn cells(&self, now: Timestamp, release: Release) -> Vec<String> {
        let mut cells = vec![
            self.metadata.name.to_string(),
            self.value.to_string(),
            self.global_default.to_string(),
            age_of(&self.metadata, now),
        ];
        if release.has(Feature::GetShowsPreemptionPolicy) {
            cells.push(self.preemption_policy.as_ref().map_or(String::new(), Text::to_string));
        }
        cells
    }
}

impl Printed for StorageClass {
    fn columns(_: Release) -> &'static str {
        "NAME,PROVISIONER,RECLAIMPOLICY,VOLUMEBINDINGMODE,ALLOWVOLUMEEXPANSION,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let mark = if self.is_default() { " (default)" } else { "" };
        vec![
            format!("{}{mark}", self.metadata.name),
            self.provisioner.to_string(),
            self.reclaim_policy.unwrap_or(ReclaimPolicy::Delete).as_str().to_owned(),
            self.volume_binding_mode.unwrap_or(VolumeBindingMode::Immediate).as_str().to_owned(),
            self.allow_volume_expansion.unwrap_or(false).to_string(),
            age_of(&self.metadata, now),
        ]
    }
}
