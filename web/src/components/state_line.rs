//! What is on the stage in one line: it stays in sight where the stage does not.

use super::parts::icon;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use podlab::apiserver::columns::pod_row;
use podlab::base::time::Timestamp;
use podlab_messages::text;
use podlab_stage::tone;
use podlab_stage::view::Stage;
use yew::prelude::*;

/// What the line needs.
#[derive(PartialEq, Properties)]
pub struct StateLineProps {
    /// The run.
    pub lab: Handle<Lab>,
}

/// The line: the workload with its ready Pods, and the Pod with its phase, STATUS and READY.
#[component]
pub fn StateLine(StateLineProps { lab }: &StateLineProps) -> Html {
    use_language();
    let lab = lab.read();
    let workload = lab.followed().map(|followed| {
        let ready = followed.workload.ready_replicas();
        let name = followed.workload.metadata().name.to_string();
        html! {
            <>
                <b>{ name }</b>
                <span>{ text::lane_ready(format!("{ready}/{}", followed.workload.replicas())) }</span>
            </>
        }
    });
    let pod = Stage::of(&lab).map(|stage| {
        let name = stage.pod.metadata.name.to_string();
        if !stage.exists {
            return html! { <><b>{ name }</b><span>{ text::pod_gone() }</span></> };
        }
        let row = pod_row(stage.pod, Timestamp::of(stage.now), stage.release);
        let phase = stage.pod.status.phase();
        let (look, status) = (tone::of_phase(phase), tone::of_status(row.status_kind));
        html! {
            <>
                <b>{ name }</b>
                <span class={classes!("badge", look.class())}>{ icon(look.icon()) }{ phase.as_str() }</span>
                <span class={classes!("chip", status.class())}>{ row.status }</span>
                <span class="mono">{ row.ready }</span>
            </>
        }
    });
    html! {
        <p class={classes!("state-line", workload.is_some().then_some("has-workload"))} aria-hidden="true">
            { workload }
            { pod }
        </p>
    }
}
