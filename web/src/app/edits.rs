//! Changes of what is on the stage: in place where a cluster allows it, otherwise by a new Pod or set.

use super::App;
use crate::dialog::{Dialog, Replacement, SetReplacement};
use podlab::api::meta::Propagation;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::PodManagementPolicy;
use podlab::api::{ObjectRef, Resource};
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::manifest::Complaint;
use podlab::manifest::node::Node;
use podlab::manifest::schema::Field;
use podlab_stage::deployment_spec;
use podlab_stage::set_spec::{self, SetField};
use podlab_stage::spec::{self, Setting};
use podlab_stage::workload::Workload;
use std::rc::Rc;

impl App {
    /// A change of the spec is done in place where a cluster allows it; otherwise a new Pod is offered.
    pub(super) fn set(&mut self, setting: &Setting, value: &str) {
        if let Setting::OfSet(field) = setting {
            return self.set_of_set(*field, value);
        }
        if let Setting::OfDeployment(field) = setting {
            let workload = self.lab.read().scene.workload.clone();
            let command =
                workload.and_then(|workload| deployment_spec::set(workload, *field, value));
            return self.carry_out(command.into_iter().collect());
        }
        let Some(old) = self.lab.read().manifest() else { return };
        let mut new = old.clone();
        if spec::set(&mut new, setting, value).is_none() || new.spec == old.spec {
            return;
        }
        if self.lab.read().scene.workload.is_some() {
            let patch = set_spec::set_template(&self.lab.read(), &new);
            return self.carry_out(patch.into_iter().collect());
        }
        let patch = spec::patch_in_place(&old, &new, self.lab.read().settings().release);
        let mut refusal = None;
        if let Some(patch) = patch.filter(|_| self.lab.read().pod().is_some()) {
            let tried = self.lab.read().sim().clone().apply(patch.clone());
            match tried {
                Ok(()) => return self.carry_out(vec![patch]),
                Err(error) => refusal = Some(error.message),
            }
        }
        let refusal = refusal.unwrap_or_else(|| self.refusal(&new));
        let differences = spec::differences(&old, &new);
        let replacement = Replacement { pod: new, differences, refusal };
        self.dialogs.show(Dialog::Replace(Rc::new(replacement)));
    }

    /// A change of the set is done in place where a cluster allows it; otherwise a new set is offered.
    pub(super) fn set_of_set(&mut self, field: SetField, value: &str) {
        self.controls.partition = None;
        if self.lab.read().set_name().is_none() {
            return self.set_of_workload(field, value);
        }
        let set = self.lab.read().set().cloned();
        let Some(set) = set.filter(|set| field.value(&set.spec) != value) else { return };
        let Some(command) = set_spec::set(&self.lab.read(), field, value) else { return };
        if field != SetField::Policy {
            return self.carry_out(vec![command]);
        }
        let mut new = (*set).clone();
        let old = field.value(&set.spec);
        let policies = [PodManagementPolicy::OrderedReady, PodManagementPolicy::Parallel];
        new.spec.pod_management_policy = policies.into_iter().find(|p| p.as_str() == value);
        let refused = self.lab.read().sim().clone().apply(command).err();
        let refusal = refused.map(|error| error.message).unwrap_or_default();
        let new = SetReplacement { set: new, old, new: value.to_owned(), refusal };
        self.dialogs.show(Dialog::ReplaceSet(Rc::new(new)));
    }

    /// A change of a workload whose Pods have no order. What the API server refuses it says itself.
    fn set_of_workload(&mut self, field: SetField, value: &str) {
        let command = set_spec::set(&self.lab.read(), field, value);
        self.carry_out(command.into_iter().collect());
    }

    pub(super) fn delete_set_first(&mut self, propagation: Propagation) {
        let Some(Dialog::ReplaceSet(new)) = self.dialogs.close() else { return };
        let (namespace, name) =
            (self.lab.read().scene.namespace.clone(), new.set.metadata.name.clone());
        self.carry_out(vec![Command::Delete {
            object: ObjectRef::stateful_set(namespace, name),
            options: DeleteOptions { propagation, ..DeleteOptions::default() },
        }]);
        self.controls.next_set = Some(Rc::new(new.set.clone()));
        self.player.is_playing = true;
    }

    pub(super) fn recreate_set(&mut self) {
        let last = || self.lab.read().followed().map(|followed| followed.workload);
        let next = self.controls.next_set.take().map(Workload::StatefulSet);
        let Some(workload) = next.or_else(last) else { return };
        self.carry_out(vec![Command::Create(Box::new(workload.manifest()))]);
        self.player.is_playing = true;
    }

    /// What the API server says to a Pod with another spec.
    pub(super) fn refusal(&self, new: &Pod) -> Complaint {
        let (namespace, name) = (spec::namespace(new), new.metadata.name.clone());
        let patch = Node::map([("spec".into(), new.spec.encode())]);
        let mut trial = self.lab.read().sim().clone();
        let refused = trial.apply(Command::patch(ObjectRef::pod(namespace, name), patch));
        let message = refused.err().map(|error| error.message).unwrap_or_default();
        // What follows the first line is the difference, which the card shows itself.
        match message.split_once('\n') {
            Some((first, _)) => first.to_owned().into(),
            None => message,
        }
    }

    pub(super) fn replace(&mut self) {
        let Some(Dialog::Replace(replacement)) = self.dialogs.close() else { return };
        let pod = replacement.pod.clone();
        let mut commands = Vec::new();
        if self.lab.read().pod().is_some() {
            let (namespace, name) = (spec::namespace(&pod), pod.metadata.name.clone());
            commands.push(Command::delete_pod(namespace, name, Some(0)));
        }
        commands.push(Command::Create(Box::new(Resource::Pod(pod))));
        self.carry_out(commands);
        self.player.is_playing = true;
    }

    pub(super) fn recreate(&mut self) {
        let command = {
            let lab = self.lab.read();
            let of_machine = || {
                let (node, manifest) = lab.static_manifest()?;
                let (node, manifest) = (node.clone(), Box::new(manifest.clone()));
                Some(Command::PutManifest { node, manifest })
            };
            let of_api = lab.manifest().map(|pod| Command::Create(Box::new(Resource::Pod(pod))));
            of_api.or_else(of_machine)
        };
        if let Some(command) = command {
            self.carry_out(vec![command]);
            self.player.is_playing = true;
        }
    }
}
