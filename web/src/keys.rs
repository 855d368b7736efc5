//! Keys for the whole page or figure, and files dropped anywhere on it.

use crate::act::{
    Act, AnswersMessage, Between, BranchMessage, ComparisonMessage, ConsoleMessage, EditorMessage,
    LessonMessage, PlayerMessage, PresenterMessage,
};
use crate::files;
use crate::mount::Mount;
use gloo::events::{EventListener, EventListenerOptions};
use podlab::files::presentation_file::Shown;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, KeyboardEvent};
use yew::Callback;

/// What listens as long as this value lives.
pub struct Listeners {
    _listeners: [EventListener; 3],
}

impl Listeners {
    /// Listens, and sends what a key or a file means.
    pub fn new(mount: &Mount, on: &Callback<Act>, is_presenting: Rc<Cell<bool>>) -> Listeners {
        let target = mount.hears();
        let listen = |kind: &'static str, act: Box<dyn Fn(&Event)>| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&target, kind, options, act)
        };
        let (pressed, dropped) = (on.clone(), on.clone());
        let is_page = mount.is_page();
        let press = move |event: &Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if let Some(act) = meaning(event, is_page, is_presenting.get()) {
                event.prevent_default();
                pressed.emit(act);
            }
        };
        let drop = move |event: &Event| {
            event.prevent_default();
            let event: &DragEvent = event.unchecked_ref();
            let files = event.data_transfer().and_then(|data| data.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                files::read(file, dropped.reform(|text| Act::Editor(EditorMessage::Drop(text))));
            }
        };
        Listeners {
            _listeners: [
                listen("keydown", Box::new(press)),
                listen("dragover", Box::new(Event::prevent_default)),
                listen("drop", Box::new(drop)),
            ],
        }
    }
}

/// What a key means, unless the element that has the focus needs it itself.
fn meaning(event: &KeyboardEvent, is_page: bool, is_presenting: bool) -> Option<Act> {
    if event.alt_key() || event.default_prevented() {
        return None;
    }
    let focus = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let inside = |selector: &str| focus.closest(selector).ok().flatten().is_some();
    if event.key() == "Escape" && !inside("dialog, [popover]") {
        return Some(Act::Close);
    }
    if inside("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog") {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return match event.key().as_str() {
            "z" if !event.shift_key() => Some(Act::Branch(BranchMessage::Undo)),
            "z" | "Z" | "y" => Some(Act::Branch(BranchMessage::Redo)),
            _ => None,
        };
    }
    if is_presenting && event.shift_key() && event.key() == "PageDown" {
        return Some(Act::Presenter(PresenterMessage::NextMove));
    }
    if is_presenting && let Some(message) = of_presenter(&event.key().to_lowercase()) {
        return Some(Act::Presenter(message));
    }
    let acts_itself = inside("button, summary, a, [role=button], [type=checkbox]");
    let moves_itself = inside("[role=tab], [role=button], [type=radio], pre, [popover]");
    match event.key().as_str() {
        " " if !acts_itself => Some(Act::Player(PlayerMessage::TogglePlaying)),
        "ArrowLeft" | "ArrowRight" if moves_itself => None,
        "ArrowRight" if event.shift_key() => Some(Act::Player(PlayerMessage::NextChange)),
        "ArrowRight" => Some(Act::Player(PlayerMessage::NextEvent)),
        "ArrowLeft" if event.shift_key() => Some(Act::Player(PlayerMessage::BackToChange)),
        "ArrowLeft" => Some(Act::Player(PlayerMessage::BackToEvent)),
        "u" => Some(Act::Branch(BranchMessage::Undo)),
        "U" => Some(Act::Branch(BranchMessage::Redo)),
        "p" if is_page => Some(Act::Presenter(PresenterMessage::Toggle)),
        "+" | "=" => Some(Act::Player(PlayerMessage::Faster)),
        "-" => Some(Act::Player(PlayerMessage::Slower)),
        "w" if is_page => Some(Act::Answers(AnswersMessage::WhyLast)),
        "a" if is_page => Some(Act::GoToActions),
        "c" if is_page => Some(Act::Comparison(ComparisonMessage::Compare(Between::Variants))),
        "l" if is_page => Some(Act::Lesson(LessonMessage::ShowCourse)),
        "s" => Some(Act::Summarize),
        "k" if !is_presenting => Some(Act::Console(ConsoleMessage::Open)),
        "?" => Some(Act::OpenHelp),
        _ => None,
    }
}

/// What a key does while a presenter shows the page. A remote control for slides sends the page keys and the full stop.
fn of_presenter(key: &str) -> Option<PresenterMessage> {
    let message = match key {
        "pagedown" | "n" => PresenterMessage::Forward,
        "pageup" => PresenterMessage::Back,
        "q" => PresenterMessage::Ask,
        "w" => PresenterMessage::Show(Shown::Why),
        "f" => PresenterMessage::Show(Shown::Next),
        "e" => PresenterMessage::Show(Shown::Events),
        "g" => PresenterMessage::Show(Shown::Watch),
        "y" => PresenterMessage::Show(Shown::Describe),
        "b" | "." => PresenterMessage::Blank,
        "c" => PresenterMessage::Code,
        "d" => PresenterMessage::Dark,
        "l" => PresenterMessage::Pointer,
        digit => {
            let number = digit.parse::<usize>().ok().filter(|number| (1..=9).contains(number))?;
            PresenterMessage::Vote(number - 1)
        }
    };
    Some(message)
}
