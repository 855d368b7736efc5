//! The dialog in which a manifest is pasted, with what is wrong with it.

use super::modal::{self, Modal};
use super::parts::{icon, press};
use crate::act::Act;
use crate::app::EditorMessage;
use crate::editor::{Draft, moved, suggestion};
use crate::files;
use crate::language::use_language;
use crate::words;
use podlab::manifest::{Code, Diagnostic, Severity, render};
use podlab_messages::text;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

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
    // Where the caret is to stand once the text is drawn with a change.
    let caret = use_mut_ref(|| None::<(u32, u32)>);
    let fix = {
        let (on, draft, area, caret) =
            (on.clone(), Rc::clone(draft), area.clone(), Rc::clone(&caret));
        Callback::from(move |problem: usize| {
            let change = draft.problems.get(problem).and_then(|problem| problem.fix.as_ref());
            if let Some((fix, (from, to))) = change.zip(selection(&area)) {
                let moved = |place| moved(place, fix, &draft.text);
                caret.replace(Some((moved(from), moved(to))));
            }
            on.emit(Act::Editor(EditorMessage::Correct(problem)));
        })
    };
    {
        let (area, caret) = (area.clone(), Rc::clone(&caret));
        use_effect_with(draft.text.clone(), move |_| {
            let area = area.cast::<HtmlTextAreaElement>();
            if let Some((area, (from, to))) = area.zip(caret.take()) {
                // The text area is in the document, so it has a selection.
                let _ = area.set_selection_range(from, to);
                // The button of the last mistake goes with it, and its focus.
                let document = area.owner_document();
                let focused = document.and_then(|document| document.active_element());
                if focused.is_none_or(|focused| focused.tag_name() == "BODY") {
                    let _ = area.focus();
                }
            }
        });
    }
    html! {
        <Modal {is_open} title_id="editor-title" on_close={close}>
            if is_open {
                { content(on, draft, &area, &fix) }
            }
        </Modal>
    }
}

/// The selection of a text area, from and to.
fn selection(area: &NodeRef) -> Option<(u32, u32)> {
    let area = area.cast::<HtmlTextAreaElement>()?;
    let from = area.selection_start().ok()??;
    let to = area.selection_end().ok()??;
    Some((from, to))
}

fn content(on: &Callback<Act>, draft: &Rc<Draft>, area: &NodeRef, fix: &Callback<usize>) -> Html {
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
    let onkeydown = {
        let (draft, fix, area) = (Rc::clone(draft), fix.clone(), area.clone());
        Callback::from(move |event: KeyboardEvent| {
            if (event.ctrl_key() || event.meta_key()) && event.key() == "." {
                event.prevent_default();
                let before = selection(&area).map_or(0, |(from, _)| from as usize);
                let units = draft.text.encode_utf16().take(before);
                let line = 1 + units.filter(|unit| *unit == u16::from(b'\n')).count() as u32;
                if let Some(problem) = draft.fixable_at(line) {
                    fix.emit(problem);
                }
            }
        })
    };
    let invalid = draft.has_mistakes() || draft.refusal.is_some();
    let is_fixable = draft.problems.iter().any(|problem| problem.fix.is_some());
    html! {
        <>
            { modal::head(on, "editor-title", text::editor_title()) }
            <div class="dialog-body is-editor">
                <div class="editor">
                    <ol class="editor-lines" aria-hidden="true">
                        { for (1..=lines).map(|line| html! {
                            <li class={wrong(line)}>{ line }</li>
                        }) }
                    </ol>
                    <textarea
                        ref={area}
                        autofocus=true
                        aria-label={text::editor_area()}
                        aria-invalid={if invalid { "true" } else { "false" }}
                        aria-describedby="editor-problems"
                        aria-keyshortcuts={is_fixable.then_some("Control+.")}
                        placeholder={PLACEHOLDER}
                        spellcheck="false"
                        autocapitalize="off"
                        wrap="off"
                        rows={lines.to_string()}
                        value={draft.text.clone()}
                        {oninput}
                        {onkeydown}
                    />
                </div>
                <div id="editor-problems" role="alert">
                    { for draft.problems.iter().enumerate().map(|(index, problem)| {
                        diagnostic(on, fix, &draft.text, index, problem)
                    }) }
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
                <span class="quiet">
                    { if is_fixable { text::editor_keys() } else { text::editor_about() } }
                </span>
                <label class="button">
                    { text::editor_open() }
                    <input
                        class="visually-hidden"
                        type="file"
                        accept=".yaml,.yml,.json"
                        onchange={open(on)}
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
                    { if draft.is_run() { text::editor_open_run() } else { text::editor_run() } }
                </button>
            </footer>
        </>
    }
}

/// What choosing a file does.
fn open(on: &Callback<Act>) -> Callback<Event> {
    let dropped = on.reform(|text| Act::Editor(EditorMessage::Drop(text)));
    Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            files::read(file, dropped.clone());
        }
        // So that the same file can be chosen again.
        input.set_value("");
    })
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
    fix: &Callback<usize>,
    text: &str,
    index: usize,
    problem: &Diagnostic,
) -> Html {
    let (line, column) = (problem.span.line.to_string(), problem.span.column.to_string());
    let place =
        if problem.span.line > 0 { text::editor_place(&column, &line) } else { String::new() };
    let path = if problem.path.is_empty() { String::new() } else { format!(": {}", problem.path) };
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
            { help(fix, index, problem) }
            if problem.code == Code::PodTemplate {
                <p>
                    <button
                        class="button is-small"
                        type="button"
                        onclick={press(on, Act::Editor(EditorMessage::RunTemplates))}
                    >
                        { text::editor_template() }
                    </button>
                </p>
            }
        </section>
    }
}

/// What to do about a problem, with the button that does it.
fn help(fix: &Callback<usize>, index: usize, problem: &Diagnostic) -> Html {
    let help = problem.help.as_ref().map(|help| sentence(&words::wrong(help)) + ".");
    if problem.fix.is_none() {
        return html! { if let Some(help) = help { <p>{ help }</p> } };
    }
    let onclick = fix.reform(move |_: MouseEvent| index);
    if let Some(meant) = suggestion(problem) {
        return html! {
            <p>
                { text::editor_meant() }
                { " " }
                <button class="button is-small" type="button" {onclick}>
                    <code>{ meant.to_string() }</code>
                </button>
                { " ?" }
            </p>
        };
    }
    let name = text::editor_fix_line(problem.span.line);
    html! {
        <p>
            { help }
            { " " }
            <button class="button is-small" type="button" aria-label={name} {onclick}>
                { text::editor_fix() }
            </button>
        </p>
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => [first.to_ascii_uppercase()].into_iter().chain(letters).collect(),
        None => String::new(),
    }
}
