//! How the programs of Pods are set to go, and which Pods a fault concerns.

use crate::lab::Lab;
use crate::views::Target;
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::api::probe::Probe;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::cluster::plan::{Answer, Check, Registry, Response, RuntimeRule, Server};
use podlab::cluster::world::PodId;
use podlab::kubelet::network::hosts::{self, Host};
use podlab::kubelet::network::http::{self, Ended, Redirects};
use podlab::kubelet::probe::ProbeKind;
use podlab::kubelet::runtime::InstanceState;
use podlab::kubelet::{process, program};
use podlab_stage::spec;
use std::rc::Rc;

impl Lab {
    /// Whether the program of a Pod's container runs.
    pub fn runs(&self, pod: PodId, container: &str) -> bool {
        let worker = self.sim().worker(pod);
        let newest = worker.and_then(|worker| worker.runtime.newest(container));
        newest.is_some_and(|instance| instance.state == InstanceState::Running)
    }

    /// How a probe or hook is set to answer; none means as the program itself does.
    pub fn answer(&self, container: &str, check: Check) -> Option<Answer> {
        self.sim().world().scripts.answer(self.pod_name(), container, check)
    }

    /// Whether a container's process cannot be started.
    pub fn fails_to_start(&self, container: &Container) -> bool {
        let world = self.sim().world();
        let error = match self.last_pod() {
            Some((_, pod)) => program::start_error(world, pod, container),
            None => world.scripts.start_error(self.pod_name(), &container.name),
        };
        error.is_some_and(|error| !error.is_empty())
    }

    /// How a probe would answer now: as it is set, or else as the program does by itself.
    pub fn present_answer(&self, container: &Container, kind: ProbeKind, check: Check) -> Answer {
        if let Some(answer) = self.answer(&container.name, check) {
            return if let Answer::Slow(_) = answer { Answer::Timeout } else { answer };
        }
        let scripts = &self.sim().world().scripts;
        let Some(probe) = spec::probe(container, kind) else { return Answer::Success };
        if let Some(exec) = &probe.exec {
            let worker = self.last_pod().and_then(|(id, _)| self.sim().worker(*id));
            let instance = worker.and_then(|w| w.runtime.newest(&container.name));
            let exec = match worker.zip(instance) {
                Some((worker, instance)) => {
                    process::exec(self.sim().world(), worker, instance, &exec.command)
                }
                None => {
                    let line = exec.command.join(" ");
                    scripts.exec(self.pod_name(), &container.name, &line).unwrap_or_default()
                }
            };
            let age = instance.map_or(0, |i| self.now().since(i.started));
            let fails = exec.fail_after.is_some_and(|after| age >= after)
                || exec.ok_after.is_some_and(|after| age < after)
                || (exec.code != 0 && exec.ok_after.is_none());
            return match () {
                () if !exec.error.is_empty() => Answer::Error,
                () if exec.delay > probe.timeout_seconds() * 1000 => Answer::Timeout,
                () if fails => Answer::Failure,
                () => Answer::Success,
            };
        }
        if let Some(answer) = self.answer_elsewhere(probe) {
            return answer;
        }
        let limit = probe.timeout_seconds() * 1000;
        match (&probe.http_get, &scripts.http.what, &scripts.tcp.what) {
            (Some(http), Some(server), _) => {
                match http::ask(server, http, &http.host, Redirects::ToSameHost) {
                    (took, _) if took > limit => Answer::Timeout,
                    (_, Ended::Code(200..400)) => Answer::Success,
                    (
                        _,
                        Ended::Code(_)
                        | Ended::Refused
                        | Ended::WithoutTls
                        | Ended::TooManyRedirects(_),
                    ) => Answer::Failure,
                }
            }
            (None, _, Some(Server::Refused)) => Answer::Failure,
            (None, _, Some(Server::Answers(Response { code: 400.., .. })))
                if probe.grpc.is_some() =>
            {
                Answer::Failure
            }
            (Some(_), None, _) | (None, _, Some(Server::Answers(_)) | None) => Answer::Success,
        }
    }

    /// How a probe ends whose host does not answer; `None` when the answer of a server decides.
    fn answer_elsewhere(&self, probe: &Probe) -> Option<Answer> {
        let world = self.sim().world();
        let (_, pod) = self.last_pod()?;
        let scripts = &world.scripts;
        let planned = if probe.http_get.is_some() { &scripts.http } else { &scripts.tcp };
        let planned = &planned.what;
        match hosts::behind(world, pod, &pod.status.pod_ip, hosts::named(probe)) {
            Host::Silent if planned.is_none() => Some(Answer::Timeout),
            Host::Refuses | Host::Unknown if planned.is_none() => Some(Answer::Failure),
            Host::Pod | Host::Other | Host::Refuses | Host::Silent | Host::Unknown => None,
        }
    }

    /// What the registry does for an image.
    pub fn registry(&self, image: &str) -> Registry {
        self.sim().world().scripts.registry(image)
    }

    /// The Pods that an act concerns, as the API has them: all of the workload, or the one on the stage.
    pub fn targets(&self, target: Target) -> Vec<(PodId, &Rc<Pod>)> {
        if target == Target::Pod || self.scene.workload.is_none() {
            return self.pod().into_iter().collect();
        }
        let is_member = |(_, pod): &(PodId, &Rc<Pod>)| {
            pod.metadata.namespace == self.scene.namespace
                && self.story().is_member(&pod.metadata.name)
        };
        self.sim().world().pods().filter(is_member).collect()
    }

    /// The command that adds a rule about a container, of the Pod on the stage or of every Pod of the workload.
    pub fn rule(&self, target: Target, container: &Text, rule: RuntimeRule) -> Command {
        let pod = match self.scene.workload.as_ref().filter(|_| target == Target::Set) {
            Some(workload) => format!("{}-*", workload.name).into(),
            None => self.pod_name().clone(),
        };
        let container = container.clone();
        Command::Plan(RuntimeRule { pod, container, ..rule })
    }
}
