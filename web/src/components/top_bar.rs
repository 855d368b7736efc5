//! The bar at the top: the scene, the release, pasting, the colours, help.

use super::parts::{Choice, Look, icon, press, segmented};
use super::scene_picker;
use crate::act::Act;
use crate::app::App;
use crate::markup::prelude::*;
use crate::theme::Theme;
use crate::versus::Deed;
use podlab::release::Release;

/// The bar.
pub fn view(app: &App) -> Html {
    let scene = &app.lab.scene;
    let release = |release: Release| {
        let chosen = app.settings.release == release;
        Choice::new(release.as_str(), chosen, Act::Release(release))
    };
    html! {
        <header class="topbar">
            <h1 class="visually-hidden">{ "Podlab: the life of a Pod" }</h1>
            <a class="wordmark" href="./">
                <svg viewBox="0 0 24 16" aria-hidden="true">
                    <rect x="1" y="1" width="22" height="14" rx="7" />
                    <circle cx="8" cy="8" r="3" />
                </svg>
                <span class="wide-only">{ "Podlab" }</span>
            </a>
            <button class="button scene-button" type="button" popovertarget="scenes">
                <span class="quiet wide-only">{ scene.group.to_string() }</span>
                <span class="scene-title">{ scene.title.to_string() }</span>
                { icon("#i-down") }
            </button>
            { scene_picker::view(app) }
            <div class="release">
                { segmented(
                    &app.on,
                    "release",
                    "Kubernetes release",
                    Look::Quiet,
                    Release::ALL.into_iter().map(release).collect(),
                ) }
            </div>
            <button
                class="button"
                id="compare"
                type="button"
                onclick={press(&app.on, Act::Versus(Deed::Open { branches: false }))}
            >
                { icon("#i-compare") }
                <span class="wide-only">{ "Compare" }</span>
            </button>
            <button class="button" type="button" onclick={press(&app.on, Act::OpenEditor)}>
                { icon("#i-paste") }
                <span class="wide-only">{ "Paste YAML" }</span>
            </button>
            <button
                class="button"
                type="button"
                title="Save the run to a file"
                onclick={press(&app.on, Act::Save)}
            >
                { icon("#i-save") }
                <span class="wide-only">{ "Save" }</span>
            </button>
            { themes(app) }
            <button
                class="icon-button is-plain"
                type="button"
                aria-label="Help"
                onclick={press(&app.on, Act::Help)}
            >
                <b>{ "?" }</b>
            </button>
        </header>
    }
}

fn themes(app: &App) -> Html {
    let theme = |theme: Theme| {
        let on = app.on.clone();
        let onchange = Callback::from(move |_: Event| on.emit(Act::Theme(theme)));
        html! {
            <label title={theme.as_str()}>
                <input
                    type="radio"
                    name="theme"
                    aria-label={theme.as_str()}
                    checked={app.theme == theme}
                    {onchange}
                />
                <span>{ icon(theme.icon()) }</span>
            </label>
        }
    };
    html! {
        <fieldset class="segmented theme">
            <legend class="visually-hidden">{ "Theme" }</legend>
            <div class="segmented-row">{ for Theme::ALL.into_iter().map(theme) }</div>
        </fieldset>
    }
}
