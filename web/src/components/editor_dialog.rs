//! The dialog in which a manifest is pasted, with what is wrong with it.

use super::modal::{self, Modal};
use super::parts::{icon, press};
use crate::act::Act;
use crate::app::EditorMessage;
use crate::editor::{Draft, Kind, suggestion};
use crate::files;
use crate::language::use_language;
use crate::words;
use podlab::manifest::{Diagnostic, Severity, render};
use podlab_messages::text;
use std::rc::Rc;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Most mistakes that are shown at once.
const SHOWN: usize = 4;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct EditorDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// The text, and what is wrong with it.
    pub draft: Rc<Draft>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog.
#[component]
pub fn EditorDialog(EditorDialogProps { is_open, draft, on }: &EditorDialogProps) -> Html {
    use_language();
    let (is_open, close) = (*is_open, on.reform(|()| Act::Close));
    html! {
        <Modal {is_open} title_id="editor-title" on_close={close}>
            if is_open {
                { content(on, draft) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>, draft: &Draft) -> Html {
    let lines = draft.text.split('\n').count().max(12);
    let wrong = |line: usize| {
        let of_line = draft.problems.iter().filter(|p| p.span.line as usize == line);
        of_line.map(|problem| look(problem.severity()).0).next()
    };
    let oninput = {
        let on = on.clone();
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            on.emit(Act::Editor(EditorMessage::Type(area.value())));
        })
    };
    let invalid = draft.has_mistakes() || draft.refusal.is_some();
    html! {
        <>
            { modal::head(on, "editor-title", text::editor_title()) }
            <div class="dialog-body">
                <div class="editor">
                    <ol class="editor-lines" aria-hidden="true">
                        { for (1..=lines).map(|line| html! {
                            <li class={wrong(line)}>{ line }</li>
                        }) }
                    </ol>
                    <textarea
                        autofocus=true
                        aria-label={text::editor_area()}
                        aria-invalid={if invalid { "true" } else { "false" }}
                        aria-describedby="editor-problems"
                        placeholder={PLACEHOLDER}
                        spellcheck="false"
                        autocapitalize="off"
                        wrap="off"
                        rows={lines.to_string()}
                        value={draft.text.clone()}
                        {oninput}
                    />
                </div>
                <div id="editor-problems" role="alert">
                    { for draft.problems.iter().take(SHOWN).enumerate().map(|(index, problem)| {
                        diagnostic(on, &draft.text, index, problem)
                    }) }
                    if draft.problems.len() > SHOWN {
                        <p class="quiet">
                            { text::editor_more(draft.problems.len() - SHOWN) }
                        </p>
                    }
                    if let Some(refusal) = &draft.refusal {
                        <section class="diagnostic is-failed">
                            { icon("#i-failed") }
                            <h3 class="diagnostic-title">{ text::editor_refused() }</h3>
                            <p class="mono">{ words::wrong(refusal) }</p>
                        </section>
                    }
                </div>
            </div>
            <footer class="dialog-foot">
                <span class="quiet">{ text::editor_about() }</span>
                <label class="button">
                    { text::editor_open() }
                    <input
                        class="visually-hidden"
                        type="file"
                        accept=".yaml,.yml,.json"
                        onchange={files::on_choice(on.reform(|text| Act::Editor(EditorMessage::Drop(text))))}
                    />
                </label>
                <button class="button" type="button" onclick={press(on, Act::Close)}>
                    { text::page_cancel() }
                </button>
                <button
                    class="button is-primary"
                    type="button"
                    disabled={!draft.is_right()}
                    onclick={press(on, Act::Editor(EditorMessage::Run))}
                >
                    { match draft.kind {
                        Kind::Run => text::editor_open_run(),
                        Kind::Lesson => text::editor_open_lesson(),
                        Kind::Presentation => text::editor_open_presentation(),
                        Kind::Manifests => text::editor_run(),
                    } }
                </button>
            </footer>
        </>
    }
}

const PLACEHOLDER: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  containers:\n  - name: app\n    image: nginx:1.25";

/// The class and the icon of a mistake or a warning.
fn look(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("is-failed", "#i-failed"),
        Severity::Warning => ("is-unknown", "#i-info"),
    }
}

fn diagnostic(on: &Callback<Act>, text: &str, index: usize, problem: &Diagnostic) -> Html {
    let place = if problem.span.line > 0 {
        let (line, column) = (problem.span.line.to_string(), problem.span.column.to_string());
        text::editor_place(&column, &line)
    } else {
        String::new()
    };
    let path = if problem.path.is_empty() { String::new() } else { format!(": {}", problem.path) };
    let meant = suggestion(problem).map(str::to_owned);
    let (class, sign) = look(problem.severity());
    // Only the lines of the excerpt: the rest is said above and below it.
    let rendered = render(&Diagnostic { help: None, ..problem.clone() }, text);
    let excerpt = rendered.split_once('\n').map(|(_, excerpt)| excerpt.to_owned());
    html! {
        <section class={classes!("diagnostic", class)}>
            { icon(sign) }
            <h3 class="diagnostic-title">{ sentence(&words::wrong(&problem.message)) }</h3>
            <p>{ place }{ path }</p>
            if let Some(excerpt) = excerpt {
                <pre class="excerpt">{ excerpt }</pre>
            }
            if let Some(meant) = meant {
                <p>
                    { text::editor_meant() }
                    { " " }
                    <button
                        class="button is-small"
                        type="button"
                        onclick={press(on, Act::Editor(EditorMessage::Correct(index)))}
                    >
                        <code>{ meant }</code>
                    </button>
                    { " ?" }
                </p>
            } else if let Some(help) = &problem.help {
                <p>{ sentence(&words::wrong(help)) }{ "." }</p>
            }
        </section>
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => [first.to_ascii_uppercase()].into_iter().chain(letters).collect(),
        None => String::new(),
    }
}
