//! The world field by field, for numbers that stand for its state.
//!
//! Each function names every field, so that a new field does not compile until they name it.

use super::{Settings, World};
use crate::api::core::{ConfigMap, Node, PriorityClass, Secret};
use crate::api::pod::Pod;
use crate::base::digest::Digest;
use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::attachments::Attachments;
use crate::cluster::machines::Machines;
use crate::cluster::plan::ContainerScripts;
use crate::cluster::queue::Queue;
use crate::cluster::tables::ObjectStore;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What of a world decides what happens next.
pub(crate) struct Parts<'a> {
    pub now: SimTime,
    pub settings: &'a Settings,
    pub rng: &'a Rng,
    pub queue: &'a Queue,
    pub scripts: &'a ContainerScripts,
    pub objects: &'a ObjectStore,
    pub attachments: &'a Attachments,
    pub machines: &'a Machines,
    pub first_check: Option<SimTime>,
    pub pods: &'a [Option<Rc<Pod>>],
    pub nodes: &'a [Rc<Node>],
    pub config_maps: &'a BTreeMap<(Text, Text), Rc<ConfigMap>>,
    pub secrets: &'a BTreeMap<(Text, Text), Rc<Secret>>,
    pub priority_classes: &'a BTreeMap<Text, Rc<PriorityClass>>,
}

impl World {
    /// Returns what decides what happens next.
    pub(crate) fn parts(&self) -> Parts<'_> {
        let World {
            now,
            settings,
            rng,
            queue,
            scripts,
            // Events are told, and nothing reads them.
            recorder: _,
            // Set again before each event and each act.
            cause: _,
            objects,
            attachments,
            machines,
            first_check,
            pods,
            // Indexes of `pods`.
            references: _,
            by_name: _,
            loads: _,
            with_pod_affinity: _,
            // Told, as in the conditions of `pods`, and nothing decides by it.
            refusals: _,
            nodes,
            config_maps,
            secrets,
            priority_classes,
            // What became visible is read from outside.
            changes: _,
            watch: _,
            // Empty between two events.
            undelivered: _,
            // Numbers for names.
            change_count: _,
            writes: _,
            uids: _,
            addresses: _,
        } = self;
        Parts {
            now: *now,
            settings,
            rng,
            queue,
            scripts,
            objects,
            attachments,
            machines,
            first_check: *first_check,
            pods,
            nodes,
            config_maps,
            secrets,
            priority_classes,
        }
    }

    /// Adds everything that the world holds.
    pub(crate) fn digest(&self, out: &mut Digest) {
        let World {
            now,
            settings,
            rng,
            queue,
            scripts,
            recorder,
            // Set again before each event and each act.
            cause: _,
            objects,
            attachments,
            machines,
            first_check,
            pods,
            // Names of `pods`, and names of Pods that are gone.
            references: _,
            // Indexes of `pods`.
            by_name: _,
            loads: _,
            with_pod_affinity: _,
            // Told, as in the conditions of `pods`, and nothing decides by it.
            refusals: _,
            nodes,
            config_maps,
            secrets,
            priority_classes,
            // Taken away by who shows them, at any time.
            changes: _,
            watch: _,
            change_count,
            // Empty between two events.
            undelivered: _,
            writes,
            uids,
            addresses,
        } = self;
        out.debug(&(now, settings, rng, scripts, recorder, first_check));
        // The queue's own order depends on how it was filled.
        out.debug(&queue.in_order());
        out.debug(&(objects, attachments, machines));
        out.debug(&(pods, nodes));
        out.debug(&(config_maps, secrets, priority_classes));
        out.debug(&(change_count, writes, uids, addresses));
    }
}
