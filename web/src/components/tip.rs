//! A definition beside the word that it explains: it shows and goes.

use super::subject::Subject;
use crate::act::Act;
use crate::language::use_language;
use crate::popover::{self, Anchor};
use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use podlab_messages::text;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, Node};
use yew::prelude::*;

/// Milliseconds after which the definition shows under a pointer that rests, and shows no more when it has left; and of a long press.
const REST: u32 = 400;
const LEAVE: u32 = 250;
const LONG: u32 = 550;

/// Why a definition shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    /// It does not show.
    No,
    /// By the pointer or the focus.
    Hinted,
    /// By a long press, which does nothing else.
    Held,
    /// By a press.
    Pressed,
}

/// A definition that shows and goes.
pub struct Tip {
    /// Whether it shows, and why.
    pub shown: UseStateHandle<Shown>,
    /// The word that it explains.
    pub place: NodeRef,
    /// What waits to show it, or to let it go.
    timer: Rc<RefCell<Option<Timeout>>>,
}

/// A definition for a component; it does not show at first.
#[hook]
pub fn use_tip() -> Tip {
    Tip { shown: use_state_eq(|| Shown::No), place: use_node_ref(), timer: use_mut_ref(|| None) }
}

impl Tip {
    /// Whether it shows.
    pub fn is_open(&self) -> bool {
        *self.shown != Shown::No
    }

    /// Shows it or lets it go after a while.
    fn later(&self, delay: u32, shown: Shown) -> impl Fn() + 'static {
        let (setter, timer) = (self.shown.setter(), self.timer.clone());
        move || {
            let setter = setter.clone();
            *timer.borrow_mut() = Some(Timeout::new(delay, move || setter.set(shown)));
        }
    }

    /// Shows it or lets it go at once.
    fn now(&self) -> impl Fn(Shown) + 'static {
        let (setter, timer) = (self.shown.setter(), self.timer.clone());
        move |shown| {
            timer.borrow_mut().take();
            setter.set(shown);
        }
    }

    /// What lets it go.
    pub fn shut(&self) -> Callback<()> {
        let set = self.now();
        Callback::from(move |()| set(Shown::No))
    }

    /// The pointer comes. Where only a part has the definition, it must be over that.
    pub fn rest(&self) -> Callback<PointerEvent> {
        let (show, place, timer) =
            (self.later(REST, Shown::Hinted), self.place.clone(), self.timer.clone());
        let is_open = self.is_open();
        Callback::from(move |event: PointerEvent| {
            let over = event.target().and_then(|target| target.dyn_into::<Node>().ok());
            let is_over = anchor(&place).is_some_and(|anchor| anchor.contains(over.as_ref()));
            if event.pointer_type() == "touch" {
                return;
            }
            if is_over && !is_open {
                show();
            } else {
                timer.borrow_mut().take();
            }
        })
    }

    /// The pointer leaves.
    pub fn leave(&self) -> Callback<PointerEvent> {
        let hide = self.later(LEAVE, Shown::No);
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                hide();
            }
        })
    }

    /// A finger waits for the definition; any other press does what it does, and the definition is in its way.
    pub fn hold(&self) -> Callback<PointerEvent> {
        let (show, set) = (self.later(LONG, Shown::Held), self.now());
        Callback::from(move |event: PointerEvent| {
            let inside = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            if inside.is_some_and(|element| element.closest(".tip").ok().flatten().is_some()) {
                return;
            }
            set(Shown::No);
            if event.pointer_type() == "touch" {
                show();
            }
        })
    }

    /// The finger lets go.
    pub fn release(&self) -> Callback<PointerEvent> {
        let (timer, is_open) = (self.timer.clone(), self.is_open());
        Callback::from(move |_| {
            if !is_open {
                timer.borrow_mut().take();
            }
        })
    }

    /// The focus comes by keyboard.
    pub fn focus(&self) -> Callback<FocusEvent> {
        let (set, is_open) = (self.now(), self.is_open());
        Callback::from(move |event: FocusEvent| {
            let on = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            if !is_open && on.is_some_and(|on| on.matches(":focus-visible").unwrap_or(false)) {
                set(Shown::Hinted);
            }
        })
    }

    /// The focus leaves.
    pub fn blur(&self) -> Callback<FocusEvent> {
        let (set, place) = (self.now(), self.place.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            if !place.get().is_some_and(|place| to.is_some() && place.contains(to.as_ref())) {
                set(Shown::No);
            }
        })
    }

    /// A press shows it, or lets it go.
    pub fn press(&self) -> Callback<MouseEvent> {
        let (set, shown) = (self.now(), *self.shown);
        Callback::from(move |_| {
            set(match shown {
                Shown::Pressed => Shown::No,
                Shown::No | Shown::Hinted | Shown::Held => Shown::Pressed,
            });
        })
    }
}

/// What the definition shows at.
fn anchor(place: &NodeRef) -> Option<Element> {
    let place = place.cast::<Element>()?;
    place.query_selector(".has-about").ok().flatten().or_else(|| place.first_element_child())
}

/// What the definition must leave free: all of a control that has the focus, which goes on with keys there, and else the part that
/// it shows at.
fn beside(place: &NodeRef) -> Option<Element> {
    let whole = place.cast::<Element>()?.first_element_child();
    whole.filter(|whole| whole.matches(":focus-within").unwrap_or(false)).or_else(|| anchor(place))
}

/// What the box of a definition needs.
#[derive(Debug, PartialEq, Properties)]
pub struct TipBoxProps {
    /// What is explained.
    pub subject: Subject,
    /// Where it stands.
    pub place: NodeRef,
    /// Whether Tab goes to what leads on; none where nothing does.
    #[prop_or_default]
    pub links: Option<bool>,
    /// Whether a long press showed it.
    #[prop_or_default]
    pub is_held: bool,
    /// Lets it go.
    pub shut: Callback<()>,
}

/// A definition, above everything else, where it is seen whole.
#[component]
pub fn TipBox(props: &TipBoxProps) -> Html {
    let TipBoxProps { subject, place, links, is_held, shut } = props;
    use_language();
    let node = use_node_ref();
    let on = use_context::<Callback<Act>>().unwrap_or_default();
    {
        let (node, place, is_held, shut) = (node.clone(), place.clone(), *is_held, shut.clone());
        use_effect_with((), move |()| {
            if let (Some(tip), Some(anchor)) = (node.cast::<HtmlElement>(), beside(&place)) {
                // It is in the document and hidden, so it can be shown.
                let _ = tip.show_popover();
                popover::put(&tip, Anchor::element(&anchor));
            }
            let listeners = listeners(&node, &place, is_held, &shut);
            move || drop(listeners)
        });
    }
    let page = match subject {
        Subject::Term(term) => term.page(),
        Subject::Rule(_) => None,
    };
    let glossary = {
        let (term, shut) = (*subject, shut.clone());
        Callback::from(move |_: MouseEvent| {
            shut.emit(());
            if let Subject::Term(term) = term {
                on.emit(Act::OpenGlossary(Some(term)));
            }
        })
    };
    html! {
        <span ref={node} class="tip" popover="manual" role={links.is_none().then_some("tooltip")} tabindex="-1">
            <b>{ subject.title() }</b>
            <span>{ subject.about() }</span>
            if let Some(is_stop) = *links {
                <span class="tip-links">
                    if let Some(page) = page {
                        <a href={page} target="_blank" rel="noreferrer" tabindex={stop(is_stop)}>{ text::glossary_page() }</a>
                    }
                    <button class="tip-more" type="button" tabindex={stop(is_stop)} onclick={glossary}>{ text::glossary_title() }</button>
                </span>
            }
        </span>
    }
}

/// Escape and a press elsewhere let it go; it stays at its place when something scrolls; and the click that ends a long press is none.
fn listeners(
    tip: &NodeRef,
    place: &NodeRef,
    is_held: bool,
    shut: &Callback<()>,
) -> [EventListener; 5] {
    let is_inside = {
        let place = place.clone();
        move |event: &Event| {
            place.get().is_some_and(|place| event.composed_path().includes(&place, 0))
        }
    };
    let by_key = {
        let (shut, place) = (shut.clone(), place.clone());
        move |event: &Event| {
            if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape") {
                let place = place.cast::<Element>();
                let menu = place.and_then(|place| place.closest("[popover=auto]").ok().flatten());
                // A menu gives the focus to its first control, whose definition shows by that: the same press closes both.
                if menu.is_none() {
                    event.prevent_default();
                    event.stop_immediate_propagation();
                }
                shut.emit(());
            }
        }
    };
    let by_press = {
        let (shut, is_inside) = (shut.clone(), is_inside.clone());
        move |event: &Event| {
            if !is_inside(event) {
                shut.emit(());
            }
        }
    };
    let after_press = move |event: &Event| {
        if is_held && is_inside(event) {
            event.prevent_default();
            event.stop_immediate_propagation();
        }
    };
    let (tip, place) = (tip.clone(), place.clone());
    let by_scroll = move |_: &Event| {
        if let (Some(tip), Some(anchor)) = (tip.cast::<HtmlElement>(), anchor(&place)) {
            popover::put(&tip, Anchor::element(&anchor));
        }
    };
    [
        listen("keydown", by_key),
        listen("pointerdown", by_press),
        listen("click", after_press.clone()),
        listen("contextmenu", after_press),
        listen("scroll", by_scroll),
    ]
}

/// Hears an event before anything else does.
fn listen(kind: &'static str, heard: impl Fn(&Event) + 'static) -> EventListener {
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    EventListener::new_with_options(&window(), kind, options, heard)
}

/// The place of an element in the order of Tab: its own, or none.
pub fn stop(is_stop: bool) -> Option<&'static str> {
    (!is_stop).then_some("-1")
}
