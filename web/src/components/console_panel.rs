//! Lines for kubectl: what was typed and answered, and the line to type the next.

use super::parts::{press, rich};
use crate::act::{Act, ConsoleMessage};
use crate::console::{Completed, Console, Entry, completed, taken};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::words::clock;
use podlab_messages::text;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// The most words that are offered at once.
const OFFERED: usize = 40;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct ConsolePanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// The lines and their answers.
    pub console: Handle<Console>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The panel.
#[component]
pub fn ConsolePanel(ConsolePanelProps { lab, console, on }: &ConsolePanelProps) -> Html {
    use_language();
    let log = use_node_ref();
    let last = console.read().entries().last().map(|entry| entry.number);
    {
        let log = log.clone();
        use_effect_with(last, move |_| {
            if let Some(log) = log.cast::<Element>() {
                show_last(&log);
            }
        });
    }
    html! {
        <div class="console">
            <div
                class="terminal console-log"
                role="log"
                tabindex="0"
                aria-label={text::console_title()}
                ref={log.clone()}
            >
                if last.is_none() {
                    <p class="quiet console-hint">{ text::console_hint() }</p>
                }
                { for console.read().entries().iter().map(|one| entry(one, on)) }
            </div>
            <ConsoleLine lab={lab.clone()} console={console.clone()} {log} on={on.clone()} />
        </div>
    }
}

/// Scrolls to the end; not past the beginning of the last entry, which may be higher than the list.
fn show_last(log: &Element) {
    let Some(last) = log.last_element_child() else { return };
    let above = last.get_bounding_client_rect().top() - log.get_bounding_client_rect().top();
    let top = log.scroll_top() + above as i32;
    log.set_scroll_top(top.min(log.scroll_height() - log.client_height()));
    log.set_scroll_left(0);
}

/// Scrolls to the end of a list that became lower, if its end was in sight before.
fn keep_end(log: &Element) {
    /// The most that offered words take of the list, in CSS pixels.
    const TAKEN: i32 = 120;
    let end = log.scroll_height() - log.client_height();
    if end - log.scroll_top() <= TAKEN {
        log.set_scroll_top(end);
    }
}

fn entry(entry: &Entry, on: &Callback<Act>) -> Html {
    let time = clock(entry.time);
    let out = entry.out.trim_end_matches('\n').to_owned();
    let err = entry.err.trim_end_matches('\n').to_owned();
    html! {
        <div class={classes!("console-entry", entry.is_of_act.then_some("is-of-act"))} key={entry.number}>
            <p class="console-said">
                <span class="console-time">
                    <span aria-hidden="true">{ time.clone() }</span>
                    <span class="visually-hidden">{ text::console_at(time) }</span>
                </span>
                if entry.is_of_act {
                    <span class="console-you">{ text::console_you() }{ ":" }</span>
                }
                <b lang="en">{ if entry.is_of_act { String::new() } else { "$ ".to_owned() } }{ entry.line.clone() }</b>
                if entry.is_of_act {
                    { copy_button(&entry.line, on) }
                }
            </p>
            if !out.is_empty() {
                <pre lang="en" class="console-out">{ out }</pre>
            }
            if !err.is_empty() {
                <pre lang="en" class={classes!("console-out", entry.failed.then_some("warn"))}>{ err }</pre>
            }
            if let Some(image) = &entry.image {
                <p class="quiet console-hint">{ rich(&text::console_image(image)) }</p>
            }
            if entry.is_output_unknown {
                <p class="quiet console-hint">{ text::console_no_output() }</p>
            }
        </div>
    }
}

/// The button that copies a line for kubectl.
fn copy_button(line: &str, on: &Callback<Act>) -> Html {
    html! {
        <button
            class="button is-small"
            type="button"
            aria-label={format!("{}: {line}", text::console_copy())}
            onclick={press(on, Act::Console(ConsoleMessage::Copy(line.to_owned())))}
        >
            { text::share_copy() }
        </button>
    }
}

/// A line for kubectl, with the button that copies it.
pub fn line_to_copy(line: &str, on: &Callback<Act>) -> Html {
    html! {
        <span class="line-to-copy">
            <code lang="en">{ line.to_owned() }</code>
            { copy_button(line, on) }
        </span>
    }
}

/// What the line holds and offers.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    text: String,
    /// The words that it can go on with.
    offers: Vec<String>,
    /// How many of the lines that were typed it is back.
    back: usize,
    /// Whether Tab leaves it.
    lets_go: bool,
    /// Where the caret is to be put, in UTF-16 units.
    caret: Option<u32>,
}

impl Line {
    fn of(text: String) -> Line {
        Line { text, ..Line::default() }
    }

    /// The line with something else before the caret, and what it offers.
    fn with(before: String, after: &str, offers: Vec<String>) -> Line {
        let caret = Some(before.encode_utf16().count() as u32);
        Line { text: before + after, offers, caret, ..Line::default() }
    }
}

/// What the line needs.
#[derive(PartialEq, Properties)]
struct ConsoleLineProps {
    /// The run.
    lab: Handle<Lab>,
    /// The lines and their answers.
    console: Handle<Console>,
    /// The list above it, which becomes lower when words are offered.
    log: NodeRef,
    /// Where acts go.
    on: Callback<Act>,
}

/// The line, with its prompt.
#[component]
fn ConsoleLine(ConsoleLineProps { lab, console, log, on }: &ConsoleLineProps) -> Html {
    use_language();
    let line = use_state(|| Line::of(console.read().draft.borrow().clone()));
    let field = use_node_ref();
    console.read().draft.replace(line.text.clone());
    {
        let (field, caret) = (field.clone(), line.caret);
        use_effect_with((*line).clone(), move |_| {
            let input = field.cast::<HtmlInputElement>();
            if let (Some(input), Some(caret)) = (input, caret) {
                // A field that is gone has no caret.
                let _ = input.set_selection_range(caret, caret);
            }
        });
    }
    {
        let log = log.clone();
        use_effect_with(line.offers.clone(), move |_| {
            if let Some(log) = log.cast::<Element>() {
                keep_end(&log);
            }
        });
    }
    {
        let (field, console) = (field.clone(), console.clone());
        use_effect(move || {
            let input = field.cast::<HtmlInputElement>();
            if let Some(input) = input.filter(|_| console.read().wants_focus.take()) {
                let _ = input.focus();
            }
        });
    }
    let typed = {
        let line = line.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            line.set(Line::of(input.value()));
        })
    };
    let run = {
        let (line, on) = (line.clone(), on.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            on.emit(Act::Console(ConsoleMessage::Run(line.text.clone())));
            line.set(Line::default());
        })
    };
    let pressed = {
        let (line, lab, console, on) = (line.clone(), lab.clone(), console.clone(), on.clone());
        Callback::from(move |event: KeyboardEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            if let Some(next) = after_key(&event, &line, &input, &lab, &console, &on) {
                event.prevent_default();
                line.set(next);
            }
        })
    };
    let ask = {
        let (line, lab, field) = (line.clone(), lab.clone(), field.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                let (before, after) = around_caret(&input);
                let Completed { before, offers, .. } = completed(&lab.read(), &before);
                line.set(Line::with(before, &after, offers));
                let _ = input.focus();
            }
        })
    };
    html! {
        <>
            { offers(&line, lab, &field) }
            <form class="console-ask" onsubmit={run}>
                <label class="mono" for="console-line" lang="en">
                    <span aria-hidden="true">{ "$ kubectl" }</span>
                    <span class="visually-hidden">{ text::console_line() }</span>
                </label>
                <input
                    id="console-line"
                    class="input mono"
                    lang="en"
                    value={line.text.clone()}
                    autocomplete="off"
                    autocapitalize="off"
                    autocorrect="off"
                    spellcheck="false"
                    enterkeyhint="go"
                    aria-describedby="console-offers"
                    oninput={typed}
                    onkeydown={pressed}
                    ref={field.clone()}
                />
                <button class="button is-small" type="button" onclick={ask}>{ text::console_complete() }</button>
            </form>
        </>
    }
}

/// What the line is after a key; none for a key that means nothing here.
fn after_key(
    event: &KeyboardEvent,
    line: &Line,
    input: &HtmlInputElement,
    lab: &Handle<Lab>,
    console: &Handle<Console>,
    on: &Callback<Act>,
) -> Option<Line> {
    // The key ends the choice of a letter, such as a Korean one.
    if event.is_composing() {
        return None;
    }
    let is_plain = !event.shift_key() && !event.ctrl_key() && !event.alt_key() && !event.meta_key();
    match event.key().as_str() {
        "Tab" if is_plain && !line.lets_go && !line.text.trim().is_empty() => {
            let (before, after) = around_caret(input);
            let found = completed(&lab.read(), &before);
            found.is_any.then(|| Line::with(found.before, &after, found.offers))
        }
        "Escape" if !line.lets_go => {
            Some(Line { offers: Vec::new(), lets_go: true, caret: None, ..line.clone() })
        }
        "ArrowUp" if is_plain => Some(earlier(line, console, line.back + 1)),
        "ArrowDown" if is_plain => Some(earlier(line, console, line.back.checked_sub(1)?)),
        "l" if event.ctrl_key() && !event.alt_key() && !event.meta_key() => {
            on.emit(Act::Console(ConsoleMessage::Clear));
            Some(line.clone())
        }
        _ => None,
    }
}

/// The line that was typed so many lines ago; the empty line for 0.
fn earlier(line: &Line, console: &Handle<Console>, back: usize) -> Line {
    let console = console.read();
    let typed = console.typed();
    let text = match back {
        0 => String::new(),
        back => match typed.len().checked_sub(back) {
            Some(index) => typed[index].clone(),
            None => return line.clone(),
        },
    };
    Line { back, ..Line::with(text, "", Vec::new()) }
}

/// What stands before the caret, and behind it.
fn around_caret(input: &HtmlInputElement) -> (String, String) {
    let text = input.value();
    let caret = input.selection_start().ok().flatten();
    let caret = caret.map_or(usize::MAX, |caret| caret as usize);
    let mut units = 0;
    let at = text.char_indices().find(|(_, letter)| {
        let is_behind = units >= caret;
        units += letter.len_utf16();
        is_behind
    });
    let (before, after) = text.split_at(at.map_or(text.len(), |(at, _)| at));
    (before.to_owned(), after.to_owned())
}

/// The words that the line can go on with, to press.
fn offers(line: &UseStateHandle<Line>, lab: &Handle<Lab>, field: &NodeRef) -> Html {
    let take = |offer: &String| {
        let (line, lab, field, offer) = (line.clone(), lab.clone(), field.clone(), offer.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                let (before, after) = around_caret(&input);
                line.set(Line::with(taken(&lab.read(), &before, &offer), &after, Vec::new()));
                let _ = input.focus();
            }
        })
    };
    let over = line.offers.len().saturating_sub(OFFERED);
    html! {
        <div class="console-offers" id="console-offers" role="status">
            if !line.offers.is_empty() {
                <span class="visually-hidden">{ text::console_offers() }</span>
            }
            { for line.offers.iter().take(OFFERED).map(|offer| html! {
                <button class="button is-small mono" type="button" tabindex="-1" lang="en" onclick={take(offer)}>{ offer.clone() }</button>
            }) }
            if over > 0 {
                <span class="quiet">{ text::console_more(over) }</span>
            }
        </div>
    }
}
