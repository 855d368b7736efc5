//! The stage: the workload with its Pods, and the Pod.

use super::run::Run;
use super::{capsule, lanes, set_bar, thing_menu, workload};
use crate::act::Act;
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::scenes::Card;
use crate::stuck::StuckNow;
use crate::things::Menu;
use podlab_stage::lanes::SetStage;
use podlab_stage::levels::Levels;
use std::rc::Rc;
use yew::prelude::*;

/// What the stage needs.
#[derive(PartialEq, Properties)]
pub struct StagePanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// The scenes, the first of which is offered where there is no Pod.
    pub cards: Rc<Vec<Card>>,
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// Where the partition of the set is being moved.
    pub partition: Option<i64>,
    /// The menu that is open.
    pub menu: Option<Menu>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The stage.
#[component]
pub fn StagePanel(props: &StagePanelProps) -> Html {
    use_language();
    let lab = props.lab.read();
    let run = Run::in_panel(&lab, props.controls, &props.on);
    let stuck = props.stuck.read();
    let findings = stuck.findings();
    let set = SetStage::of(&lab).map(|stage| stage.knowing(findings));
    let levels = Levels::of(&lab).map(|stage| stage.knowing(&lab, findings));
    html! {
        <div class={classes!("on-stage", lab.scene.workload.is_some().then_some("has-workload"))}>
            <div class="on-stage-workload">
                if let Some(set) = &set {
                    { set_bar::view(run, set) }
                    { lanes::view(run, set, props.partition) }
                }
                if let Some(stage) = &levels {
                    { workload::view(run, stage) }
                }
                { workload::others(run) }
            </div>
            { capsule::view(run, set.as_ref(), &props.cards[0]) }
            if let Some(menu) = &props.menu {
                { thing_menu::view(run, set.as_ref(), menu) }
            }
        </div>
    }
}
