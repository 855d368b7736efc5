//! The bar at the top: the scene, the release, pasting, the colours, help.

use super::parts::{Choice, Look, icon, press, segmented};
use super::{scene_picker, share_dialog};
use crate::act::Act;
use crate::app::{App, EditorMessage, PreferencesMessage, RunMessage};
use crate::place::Place;
use crate::scenes;
use crate::sentences::say;
use crate::theme::Theme;
use crate::versus::ComparisonMessage;
use crate::words;
use podlab::release::Release;
use podlab_words::Language;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The bar.
pub fn view(app: &App) -> Html {
    let scene = &app.lab.scene;
    let release = |release: Release| {
        let chosen = app.lab.settings().release == release;
        Choice::new(release.as_str(), chosen, Act::Run(RunMessage::Release(release)))
    };
    html! {
        <header class="topbar">
            <h1 class="visually-hidden">{ say!("page.title") }</h1>
            <a class="wordmark" href="./">
                <svg viewBox="0 0 24 16" aria-hidden="true">
                    <rect x="1" y="1" width="22" height="14" rx="7" />
                    <circle cx="8" cy="8" r="3" />
                </svg>
                <span class="wide-only">{ "Podlab" }</span>
            </a>
            <button class="button scene-button" type="button" popovertarget="scenes">
                <span class="quiet wide-only">{ podlab_words::scene_group(words::messages(), &scene.group) }</span>
                <span class="scene-title">{ scenes::title(&app.cards, scene) }</span>
                { icon("#i-down") }
            </button>
            { scene_picker::view(app) }
            <div class="release">
                { segmented(
                    &app.on,
                    "release",
                    say!("top.release"),
                    Look::Quiet,
                    Release::ALL.into_iter().map(release).collect(),
                ) }
            </div>
            <button
                class="button"
                id="compare"
                type="button"
                onclick={press(&app.on, Act::Comparison(ComparisonMessage::CompareVariants))}
            >
                { icon("#i-compare") }
                <span class="wide-only">{ say!("top.compare") }</span>
            </button>
            <button class="button" type="button" onclick={press(&app.on, Act::Editor(EditorMessage::Open))}>
                { icon("#i-paste") }
                <span class="wide-only">{ say!("top.paste") }</span>
            </button>
            <button
                class="button"
                type="button"
                title={say!("top.save.title")}
                onclick={press(&app.on, Act::Editor(EditorMessage::Save))}
            >
                { icon("#i-save") }
                <span class="wide-only roomy-only">{ say!("top.save") }</span>
            </button>
            { share_dialog::button(app) }
            { languages(app) }
            { themes(app) }
            <button
                class="icon-button is-plain"
                type="button"
                aria-label={say!("top.help")}
                onclick={press(&app.on, Act::OpenHelp)}
            >
                <b>{ "?" }</b>
            </button>
        </header>
    }
}

fn languages(app: &App) -> Html {
    let on = app.on.clone();
    let onchange = Callback::from(move |event: Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        if let Some(language) = Language::ALL.get(list.selected_index() as usize) {
            on.emit(Act::Preferences(PreferencesMessage::Language(*language)));
        }
    });
    let wanted = app.preferences.languages.wanted;
    html! {
        <label class="language" title={say!("language.legend")}>
            { icon("#i-language") }
            <select
                class="select"
                id="language"
                aria-label={say!("language.legend")}
                aria-busy={(wanted != app.preferences.languages.present).then_some("true")}
                {onchange}
            >
                { for Language::ALL.into_iter().map(|language| html! {
                    <option lang={language.code()} selected={language == wanted}>
                        { language.name() }
                    </option>
                }) }
            </select>
        </label>
    }
}

/// Shows a language as the chosen one again, when another was chosen that could not be had. To the page nothing has changed then,
/// so it would not draw the list anew.
pub fn show_language(place: &Place, language: Language) {
    let list = place.query("#language");
    let index = Language::ALL.iter().position(|other| *other == language);
    if let (Some(list), Some(index)) = (list, index) {
        list.unchecked_into::<HtmlSelectElement>().set_selected_index(index as i32);
    }
}

fn themes(app: &App) -> Html {
    let theme = |theme: Theme| {
        let on = app.on.clone();
        let onchange = Callback::from(move |_: Event| {
            on.emit(Act::Preferences(PreferencesMessage::Theme(theme)));
        });
        html! {
            <label title={theme.word()}>
                <input
                    type="radio"
                    name="theme"
                    aria-label={theme.word()}
                    checked={app.preferences.saved.theme == theme}
                    {onchange}
                />
                <span>{ icon(theme.icon()) }</span>
            </label>
        }
    };
    html! {
        <fieldset class="segmented theme">
            <legend class="visually-hidden">{ say!("top.theme") }</legend>
            <div class="segmented-row">{ for Theme::ALL.into_iter().map(theme) }</div>
        </fieldset>
    }
}
