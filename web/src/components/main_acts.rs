//! The few acts that matter most for what is on the stage. They are shown while the controls are folded.

use super::faults::{self, Exit, Targets};
use super::parts::Toggle;
use super::run::Run;
use super::set_controls;
use crate::views::Target;
use podlab::api::container::Container;
use podlab::cluster::plan::Answer;
use podlab_messages::text;
use podlab_stage::spec;
use podlab_stage::view::Stage;
use yew::prelude::*;

/// The acts: how the program of the Pod exits, its probe, its deletion; of a workload also how many Pods it has, and a new image.
pub fn view(run: Run<'_>) -> Html {
    let template = run.lab.manifest();
    let spec = match (Stage::of(run.lab), &template) {
        (Some(stage), _) => Some(&stage.pod.spec),
        (None, Some(template)) => Some(&template.spec),
        (None, None) => None,
    };
    let targets = run.lab.targets(Target::Pod);
    let container = spec.and_then(|spec| {
        let runs =
            |container: &&Container| !faults::running(run, &targets, &container.name).is_empty();
        spec.containers.iter().find(runs).or_else(|| spec.containers.first())
    });
    html! {
        <div class="main-acts" role="group" aria-label={text::pane_main_acts()}>
            { set_controls::main_acts(run) }
            if let Some(container) = container {
                { of_container(run, &targets, container) }
                { faults::delete_button(run, &targets) }
            }
        </div>
    }
}

/// The exits of a container, or of one with a probe an exit and what its last probe finds.
fn of_container(run: Run<'_>, targets: &Targets<'_>, container: &Container) -> Html {
    let running = faults::running(run, targets, &container.name);
    let exit = |exit: Exit<'_>| faults::exit_button(run, &running, &container.name, exit);
    let has_workload = run.lab.scene.workload.is_some();
    html! {
        <>
            { exit(Exit::error()) }
            { match probe(run, container) {
                _ if has_workload => Html::default(),
                Some(probe) => probe,
                None => exit(Exit::success()),
            } }
        </>
    }
}

/// The switch that lets the last probe of a container fail; none without a probe.
fn probe(run: Run<'_>, container: &Container) -> Option<Html> {
    let mut probes = faults::PROBES.into_iter().rev();
    let (kind, check) = probes.find(|(kind, _)| spec::probe(container, *kind).is_some())?;
    let checked = run.lab.present_answer(container, kind, check) == Answer::Failure;
    let next = if checked { Answer::Success } else { Answer::Failure };
    let act = faults::answer(run, Target::Pod, &container.name, check, next);
    let word = text::pane_probe_fails(kind.as_str().to_ascii_lowercase());
    Some(html! {
        <Toggle {checked} is_fault=true term={faults::term_of(kind)} {act} on={run.on.clone()}>{ word }</Toggle>
    })
}
