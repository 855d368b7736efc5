//! The dialog in which a manifest is pasted, with what is wrong with it.

use super::modal::{self, Modal};
use super::parts::{icon, press};
use crate::act::{Act, EditorMessage};
use crate::editor::{Draft, Kind};
use crate::language::use_language;
use crate::{files, words};
use podlab::manifest::node::Span;
use podlab::manifest::{Diagnostic, Severity};
use podlab_messages::text;
use std::rc::Rc;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

/// Most mistakes that are shown at once.
const SHOWN: usize = 20;

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
    let area = use_node_ref();
    html! {
        <Modal {is_open} title_id="editor-title" on_close={close}>
            if is_open {
                { content(on, draft, &area) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>, draft: &Draft, area: &NodeRef) -> Html {
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
    let has_problems = !draft.problems.is_empty() || draft.refusal.is_some();
    let invalid = draft.has_mistakes() || draft.refusal.is_some();
    html! {
        <div class="editor-dialog">
            { modal::head(on, "editor-title", text::editor_title()) }
            <div class={classes!("dialog-body", has_problems.then_some("has-problems"))}>
                <div class="editor">
                    <ol class="editor-lines" aria-hidden="true">
                        { for (1..=lines).map(|line| html! {
                            <li class={wrong(line)}>{ line }</li>
                        }) }
                    </ol>
                    <textarea
                        ref={area.clone()}
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
                        diagnostic(on, draft, area, index, problem)
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
                if let Some(release) = draft.release {
                    <span class="editor-release">{ text::editor_release(release.number()) }</span>
                }
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
                        Kind::Link => text::editor_open_link(),
                        Kind::Manifests => text::editor_run(),
                    } }
                </button>
            </footer>
        </div>
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

fn diagnostic(
    on: &Callback<Act>,
    draft: &Draft,
    area: &NodeRef,
    index: usize,
    problem: &Diagnostic,
) -> Html {
    let path = if problem.path.is_empty() { String::new() } else { format!(": {}", problem.path) };
    let (class, sign) = look(problem.severity());
    let help = problem.help.as_ref().map(|help| sentence(&words::wrong(help)));
    html! {
        <section class={classes!("diagnostic", class)}>
            { icon(sign) }
            <h3 class="diagnostic-title">{ sentence(&words::wrong(&problem.message)) }</h3>
            <p>{ place(area, problem.span) }{ path }</p>
            if let Some(fix) = draft.fix(problem) {
                <p>
                    { if fix.is_guess { Some(text::editor_meant().to_owned()) } else { help } }
                    { " " }
                    <button
                        class="button is-small"
                        type="button"
                        onclick={press(on, Act::Editor(EditorMessage::Correct(index)))}
                    >
                        <code>{ fix.meant.lines().next().unwrap_or_default().to_owned() }</code>
                    </button>
                    if fix.is_guess {
                        { " ?" }
                    }
                </p>
            } else if let Some(help) = help {
                <p>{ help }{ "." }</p>
            }
            if draft.with_template(problem).is_some() {
                <p>
                    <button
                        class="button is-small"
                        type="button"
                        onclick={press(on, Act::Editor(EditorMessage::RunTemplate(index)))}
                    >
                        { text::editor_template() }
                    </button>
                </p>
            }
        </section>
    }
}

/// The place of a problem, which leads to its line.
fn place(area: &NodeRef, span: Span) -> Html {
    if span.line == 0 {
        return Html::default();
    }
    let area = area.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(area) = area.cast::<HtmlTextAreaElement>() {
            go_to(&area, span);
        }
    });
    html! {
        <button class="place" type="button" {onclick}>
            { text::editor_place(span.column.to_string(), span.line.to_string()) }
        </button>
    }
}

/// Selects what stands at a place until the end of its line, and brings the line into sight.
fn go_to(area: &HtmlTextAreaElement, span: Span) {
    let value = area.value();
    let Some(offset) = span.offset(&value) else { return };
    let units = |text: &str| text.encode_utf16().count();
    let (before, shown) = value.split_at(offset);
    let start = units(before);
    let end = start + units(shown.split('\n').next().unwrap_or_default());
    // Focus comes first: a browser then scrolls to the field, not to the line.
    let _ = area.focus();
    let _ = area.set_selection_range(start as u32, end as u32);
    let number = format!(".editor-lines > :nth-child({})", span.line);
    let lines = area.parent_element();
    let number: Option<Element> = lines.and_then(|lines| lines.query_selector(&number).ok()?);
    if let Some(number) = number {
        number.scroll_into_view();
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => [first.to_ascii_uppercase()].into_iter().chain(letters).collect(),
        None => String::new(),
    }
}
