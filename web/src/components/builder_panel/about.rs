//! What is said of the whole lesson.

use super::fields::{area, button, change, line, lines, select};
use crate::act::{Act, BuilderMessage};
use crate::builder::{BuilderView, DraftChange, Field};
use podlab::files::lesson_file::{Chapter, Form};
use podlab_messages::{Language, Sentence, short, text};
use web_sys::HtmlInputElement;
use yew::prelude::*;

const LEVELS: [(&str, Sentence); 3] = [
    ("beginner", text::scenes_level_beginner),
    ("intermediate", text::scenes_level_intermediate),
    ("advanced", text::scenes_level_advanced),
];
const FORMS: [Sentence; 3] =
    [text::builder_form_lesson, text::course_form_trap, text::course_form_challenge];

/// Everything that is about the whole lesson.
pub fn about(view: &BuilderView, on: &Callback<Act>) -> Html {
    let send = |to: fn(usize) -> DraftChange| {
        let change = change(on);
        move |chosen: usize| change.emit(to(chosen))
    };
    let level = LEVELS.iter().position(|(level, _)| view.level == *level).unwrap_or_default();
    let chapter = Chapter::ALL.iter().position(|c| *c == view.chapter).unwrap_or_default();
    let form = Form::ALL.iter().position(|form| *form == view.form).unwrap_or_default();
    let language = Language::ALL.iter().position(|l| *l == view.language).unwrap_or_default();
    let languages = Language::ALL.iter().map(|language| match language {
        Language::English => text::builder_language_all().to_owned(),
        Language::Indonesian | Language::Korean => language.name().to_owned(),
    });
    let minutes = {
        let change = change(on);
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(minutes) = value.parse() {
                change.emit(DraftChange::Minutes(minutes));
            }
        })
    };
    html! {
        <details>
            <summary>{ text::builder_about() }</summary>
            { select(text::builder_language(), languages, language, send(|l| DraftChange::Language(Language::ALL[l]))) }
            { lines(view, on, Field::Title, text::builder_title) }
            { lines(view, on, Field::Objective, text::builder_objective) }
            { lines(view, on, Field::Debrief, text::builder_debrief) }
            { area(view, on, Field::Misconception, text::builder_misconception, true) }
            { area(view, on, Field::Teacher, text::builder_teacher, true) }
            <div class="builder-row">
                { select(text::builder_chapter(), Chapter::ALL.map(|c| podlab_messages::chapter(c).to_owned()), chapter, send(|c| DraftChange::Chapter(Chapter::ALL[c]))) }
                { select(text::builder_level(), LEVELS.map(|(_, words)| words().to_owned()), level, send(|l| DraftChange::Level(LEVELS[l].0))) }
                { select(text::builder_form(), FORMS.map(|words| words().to_owned()), form, send(|f| DraftChange::Form(Form::ALL[f]))) }
                <label class="builder-field">
                    <span class="label">{ text::builder_minutes() }</span>
                    <input class="input" type="number" min="1" max="240" value={view.minutes.to_string()} onchange={minutes} />
                </label>
            </div>
            { line(view, on, Field::Rules, text::builder_rules) }
            { line(view, on, Field::Links, text::builder_links) }
            { line(view, on, Field::Name, text::builder_name) }
            if let Some(opens) = view.opens {
                <p>{ text::builder_begins(short(opens.0)) }</p>
            }
            { button("button is-small", BuilderMessage::BeginHere, text::builder_begin_here(), on) }
        </details>
    }
}
