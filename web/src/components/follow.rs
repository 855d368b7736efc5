//! Keeps the Pod in sight of which the sentence speaks, or that is waited for.

use crate::lab::Lab;
use podlab::base::text::Text;
use podlab_stage::lanes::SetStage;
use podlab_stage::latest::latest;
use web_sys::Element;
use yew::prelude::*;

/// Keeps the Pod in sight that is waited for, and the Pod of the last change.
pub fn view(lab: &Lab, waited_for: Option<&Text>) -> Html {
    let change = latest(lab.story());
    let changed = change.filter(|change| change.pod.is_some());
    let changed = changed.and_then(|change| Some(change.object.reference()?.name.clone()));
    let pods: Vec<Text> = waited_for.cloned().into_iter().chain(changed).collect();
    html! { <Follow {pods} change={change.map(|change| change.number)} /> }
}

/// Keeps the Pod of the last change in sight, or else the one that the controller of a StatefulSet waits for.
pub fn in_lanes(lab: &Lab, stage: &SetStage<'_>) -> Html {
    let holding = stage.lanes.iter().find(|lane| lane.is_holding);
    view(lab, holding.map(|lane| &lane.name))
}

/// What is kept in sight.
#[derive(Debug, PartialEq, Properties)]
struct FollowProps {
    /// The names of the Pods; the last one counts most.
    pods: Vec<Text>,
    /// The number of the last change: with another one, they are looked for again.
    change: Option<u64>,
}

/// Scrolls the list of lanes or cells and the stage until the Pods are in sight. It draws nothing. It does not scroll the page. It does
/// not scroll while a person looks at something further down on the stage.
#[component]
fn Follow(FollowProps { pods, change }: &FollowProps) -> Html {
    let here = use_node_ref();
    let node = here.clone();
    use_effect_with((pods.clone(), *change), move |(pods, _)| {
        if let Some(here) = node.cast::<Element>() {
            for pod in pods {
                show(&here, pod);
            }
        }
    });
    html! { <span hidden=true ref={here}></span> }
}

fn show(here: &Element, pod: &str) -> Option<()> {
    let list = here.closest(".lanes-box").ok()??;
    let place = list.query_selector(&format!("[data-pod=\"{pod}\"]")).ok()??;
    if let Some(cells) = place.closest(".cells").ok()? {
        reveal(&cells, &place);
    }
    let around = here.closest(".stage, .figure-body").ok()??;
    let around = around.closest(".figure-body").ok()?.unwrap_or(around);
    let (shown, box_of_list) = (around.get_bounding_client_rect(), list.get_bounding_client_rect());
    if box_of_list.bottom() > shown.top() && box_of_list.top() < shown.bottom() {
        reveal(&around, &place);
    }
    Some(())
}

/// Scrolls an element as far as something in it needs. What does not scroll by itself stays as it is.
fn reveal(scrolling: &Element, inner: &Element) {
    if scrolling.scroll_height() <= scrolling.client_height() {
        return;
    }
    let (outside, inside) =
        (scrolling.get_bounding_client_rect(), inner.get_bounding_client_rect());
    let (above, below) = (inside.top() - outside.top(), inside.bottom() - outside.bottom());
    let by = if above < 0.0 { above } else { below.max(0.0).min(above) };
    scrolling.set_scroll_top(scrolling.scroll_top() + by.round() as i32);
}
