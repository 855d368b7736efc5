//! The bar at the top: the scene, the release, pasting, the colours, help.

use super::parts::{Choice, Look, Segmented, icon, press, press_in_menu};
use super::scene_picker::ScenePicker;
use super::share_dialog;
use crate::act::{
    Act, Between, ComparisonMessage, EditorMessage, LessonMessage, PreferencesMessage,
    PresenterMessage, RunMessage,
};
use crate::language::use_language;
use crate::scenes::Card;
use crate::state::NamedLab;
use crate::theme::{Contrast, Theme};
use podlab::base::text::Text;
use podlab::rules::release::Release;
use podlab_messages::{Language, text};
use std::collections::BTreeSet;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What the bar needs.
#[derive(Debug, PartialEq, Properties)]
pub struct TopBarProps {
    /// The scenes of the picker.
    pub cards: Rc<Vec<Card>>,
    /// The name of the scene that runs.
    pub scene: Text,
    /// The group it is in.
    pub group: Text,
    /// Its title, in the page's language.
    pub title: String,
    /// The names of the scenes that were opened before.
    pub opened: Rc<BTreeSet<String>>,
    /// The labs that the visitor saved.
    pub labs: Rc<Vec<Rc<NamedLab>>>,
    /// The release.
    pub release: Release,
    /// The language that the page is to speak.
    pub language: Language,
    /// Whether that one is still on its way.
    pub is_fetching: bool,
    /// The colours.
    pub theme: Theme,
    /// How much they differ.
    pub contrast: Contrast,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The bar.
#[component]
pub fn TopBar(props: &TopBarProps) -> Html {
    let TopBarProps { cards, scene, group, title, on, .. } = props;
    use_language();
    let releases = Release::ALL.into_iter().map(|release| {
        let is_chosen = release == props.release;
        Choice::new(release.number(), is_chosen, Act::Run(RunMessage::Release(release)))
    });
    html! {
        <header class="topbar">
            <h1 class="visually-hidden">{ text::page_title() }</h1>
            <a class="wordmark" href="./">
                <svg viewBox="0 0 24 16" aria-hidden="true">
                    <rect x="1" y="1" width="22" height="14" rx="7" />
                    <circle cx="8" cy="8" r="3" />
                </svg>
                <span class="wide-only">{ "Podlab" }</span>
            </a>
            <button class={classes!("button", "scene-button", is_long(group, title).then_some("is-long"))} type="button" popovertarget="scenes">
                <span class="quiet wide-only">{ podlab_messages::scene_group(group) }</span>
                <span class="scene-title">{ title }</span>
                { icon("#i-down") }
            </button>
            <ScenePicker
                cards={Rc::clone(cards)}
                scene={scene.clone()}
                title={title.clone()}
                opened={Rc::clone(&props.opened)}
                labs={Rc::clone(&props.labs)}
                on={on.clone()}
            />
            <button class="button" id="lessons" type="button" title={text::top_lessons_title()} onclick={press(on, Act::Lesson(LessonMessage::ShowCourse))}>
                { icon("#i-lesson") }
                <span class="bar-word">{ text::course_title() }</span>
            </button>
            <button class="button more" id="more" type="button" popovertarget="bar-more">
                { icon("#i-more") }
                <span class="bar-word">{ text::top_more() }</span>
            </button>
            // A menu where the bar is narrow; else its parts stand in the bar.
            <div class="bar-more" id="bar-more" popover="auto">
                <div class="release">
                    <Segmented name="release" legend={text::top_release()} look={Look::Quiet} choices={releases.collect::<Vec<_>>()} on={on.clone()} />
                </div>
                { tool(Some("compare"), "#i-compare", text::top_compare(), text::top_compare_title(), Act::Comparison(ComparisonMessage::Compare(Between::Variants)), on) }
                { tool(None, "#i-paste", text::top_paste(), text::top_paste_title(), Act::Editor(EditorMessage::Open), on) }
                { tool(None, "#i-save", text::top_save(), text::top_save_title(), Act::Editor(EditorMessage::Save), on) }
                { tool(Some("present"), "#i-present", text::present_title(), text::top_present_title(), Act::Presenter(PresenterMessage::Toggle), on) }
                { share_dialog::button(on) }
                { languages(props) }
                { themes(props) }
                <button
                    class="icon-button is-plain contrast"
                    type="button"
                    aria-label={text::contrast_high()}
                    title={text::contrast_high()}
                    aria-pressed={if props.contrast == Contrast::High { "true" } else { "false" }}
                    onclick={press(on, Act::Preferences(PreferencesMessage::Contrast(props.contrast.other())))}
                >
                    { icon("#i-contrast") }
                    <span class="menu-word">{ text::contrast_high() }</span>
                </button>
                <button
                    class="icon-button is-plain"
                    type="button"
                    aria-label={text::top_help()}
                    onclick={press_in_menu(on, Act::OpenHelp)}
                >
                    <b>{ "?" }</b>
                    <span class="menu-word">{ text::top_help() }</span>
                </button>
            </div>
        </header>
    }
}

/// A button of the bar, which closes the menu. `title` says what it does where only the widest pages have room for its word.
fn tool(
    id: Option<&'static str>,
    symbol: &'static str,
    word: &'static str,
    title: &'static str,
    act: Act,
    on: &Callback<Act>,
) -> Html {
    html! {
        <button
            class="button"
            {id}
            type="button"
            {title}
            onclick={press_in_menu(on, act)}
        >
            { icon(symbol) }
            <span class="roomy-only">{ word }</span>
        </button>
    }
}

/// Whether a title and its group need more than the line that the bar has for them.
fn is_long(group: &str, title: &str) -> bool {
    /// Letters that fit; those of Korean are twice as wide.
    const FITS: usize = 30;
    let width = |letter: char| if letter >= '\u{1100}' { 2 } else { 1 };
    let letters = podlab_messages::scene_group(group).chars().chain(title.chars());
    letters.map(width).sum::<usize>() > FITS
}

/// The languages.
fn languages(TopBarProps { language, is_fetching, on, .. }: &TopBarProps) -> Html {
    let on = on.clone();
    let onchange = Callback::from(move |event: Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        if let Some(language) = Language::ALL.get(list.selected_index() as usize) {
            on.emit(Act::Preferences(PreferencesMessage::Language(*language)));
        }
    });
    html! {
        <label class="language" title={text::language_legend()}>
            { icon("#i-language") }
            <select
                class="select"
                id="language"
                aria-label={text::language_legend()}
                aria-busy={is_fetching.then_some("true")}
                {onchange}
            >
                { for Language::ALL.into_iter().map(|other| html! {
                    <option lang={other.code()} selected={other == *language}>
                        { other.name() }
                    </option>
                }) }
            </select>
        </label>
    }
}

/// The switch of the colours.
fn themes(TopBarProps { theme, on, .. }: &TopBarProps) -> Html {
    let choice = |other: Theme| {
        let act = move |_: Event| Act::Preferences(PreferencesMessage::Theme(other));
        html! {
            <label title={other.word()}>
                <input
                    type="radio"
                    name="theme"
                    aria-label={other.word()}
                    checked={other == *theme}
                    onchange={on.reform(act)}
                />
                <span>{ icon(other.icon()) }</span>
            </label>
        }
    };
    html! {
        <fieldset class="segmented theme">
            <legend class="visually-hidden">{ text::top_theme() }</legend>
            <div class="segmented-row">{ for Theme::ALL.into_iter().map(choice) }</div>
        </fieldset>
    }
}
