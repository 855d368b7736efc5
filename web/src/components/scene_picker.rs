//! The list of scenes, with the example states and the visitor's own labs, and what narrows it down.

mod card;
mod filter;
mod matrix;
mod moves;
mod my_labs;

use super::parts::{icon, press};
use crate::act::{Act, RunMessage};
use crate::language::use_language;
use crate::scenes::Card;
use crate::state::NamedLab;
use filter::{Filter, Shelf};
use my_labs::MyLabs;
use podlab::base::text::Text;
use podlab_lessons::Level;
use podlab_messages::text;
use std::collections::BTreeSet;
use std::rc::Rc;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// What the list of scenes needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ScenePickerProps {
    /// The scenes.
    pub cards: Rc<Vec<Card>>,
    /// The name of the scene that runs.
    pub scene: Text,
    /// The title of what runs, in the page's language.
    pub title: String,
    /// The names of the scenes that were opened before.
    pub opened: Rc<BTreeSet<String>>,
    /// The labs that the visitor saved.
    pub labs: Rc<Vec<Rc<NamedLab>>>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The list, which the button in the top bar opens.
#[component]
pub fn ScenePicker(props: &ScenePickerProps) -> Html {
    use_language();
    let (root, field) = (use_node_ref(), use_node_ref());
    let filter = use_state(Filter::default);
    let set = {
        let filter = filter.clone();
        Callback::from(move |next: Filter| filter.set(next))
    };
    let ontoggle = follow_opening(&root, &field, &filter, &set);
    let onkeydown = {
        let (root, field) = (root.clone(), field.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let (Some(root), Some(field)) = (root.cast::<Element>(), field.cast::<HtmlElement>())
            {
                moves::follow(&event, &root, &field);
            }
        })
    };
    html! {
        <div class="scenes" id="scenes" popover="" aria-label={text::scenes_title()} ref={root} {ontoggle} {onkeydown}>
            { filters(props, &filter, &set, &field) }
            { found(props, &filter, &set, &field) }
        </div>
    }
}

/// Gives the focus to the field for words when the list is opened, and forgets the words when it is closed.
fn follow_opening(
    root: &NodeRef,
    field: &NodeRef,
    filter: &UseStateHandle<Filter>,
    set: &Callback<Filter>,
) -> Callback<Event> {
    let (root, field) = (root.clone(), field.clone());
    let (filter, set) = (filter.clone(), set.clone());
    Callback::from(move |_| {
        let Some(root) = root.cast::<Element>() else { return };
        match root.matches(":popover-open") {
            Ok(true) => {
                root.set_scroll_top(0);
                focus(&field);
            }
            _ => set.emit(Filter { words: String::new(), ..(*filter).clone() }),
        }
    })
}

fn focus(field: &NodeRef) {
    if let Some(field) = field.cast::<HtmlElement>() {
        // It is shown, so it takes the focus.
        let _ = field.focus();
    }
}

/// The groups of scenes, in order, each with its scenes and their places among all.
fn groups(cards: &[Card]) -> Vec<Vec<(usize, &Card)>> {
    let mut groups: Vec<Vec<(usize, &Card)>> = Vec::new();
    for (index, card) in cards.iter().enumerate() {
        match groups.last_mut().filter(|group| group[0].1.group == card.group) {
            Some(group) => group.push((index, card)),
            None => groups.push(vec![(index, card)]),
        }
    }
    groups
}

/// What narrows the list down: words, a level, a group.
fn filters(
    props: &ScenePickerProps,
    filter: &Filter,
    set: &Callback<Filter>,
    field: &NodeRef,
) -> Html {
    let oninput = {
        let (filter, set) = (filter.clone(), set.clone());
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            set.emit(filter.with_words(input.value()));
        })
    };
    let levels = [None].into_iter().chain(Level::ALL.map(Some));
    let levels = levels.map(|level| {
        let label = level.map_or_else(text::scenes_level_all, filter::level_word);
        (label.to_owned(), filter.level == level, Filter { level, ..filter.clone() })
    });
    let names: Vec<&Text> = groups(&props.cards).iter().map(|group| &group[0].1.group).collect();
    let mut shelves = vec![Shelf::All];
    shelves.extend(names.iter().take(1).map(|name| Shelf::Group((*name).clone())));
    shelves.push(Shelf::Examples);
    shelves.extend(names.iter().skip(1).map(|name| Shelf::Group((*name).clone())));
    shelves.push(Shelf::Mine);
    let shelves = shelves.into_iter().map(|shelf| {
        let is_chosen = filter.shelf == shelf;
        (shelf.word().to_owned(), is_chosen, Filter { shelf, ..filter.clone() })
    });
    html! {
        <div class="scenes-filters">
            <label class="scenes-search">
                <span class="visually-hidden">{ text::scenes_search() }</span>
                { icon("#i-resolve") }
                <input
                    class="input"
                    ref={field.clone()}
                    type="text"
                    role="searchbox"
                    inputmode="search"
                    autocomplete="off"
                    maxlength="60"
                    placeholder={text::scenes_search_hint()}
                    value={filter.words.clone()}
                    {oninput}
                />
            </label>
            { chips("scenes-levels", "level", text::scenes_level(), levels.collect(), set) }
            { chips("scenes-shelves", "shelf", text::scenes_groups(), shelves.collect(), set) }
        </div>
    }
}

/// A row of choices, of which one holds.
fn chips(
    class: &'static str,
    name: &'static str,
    legend: &'static str,
    choices: Vec<(String, bool, Filter)>,
    set: &Callback<Filter>,
) -> Html {
    html! {
        <fieldset class={classes!("segmented", class)}>
            <legend class="visually-hidden">{ legend }</legend>
            <div class="segmented-row">
                { for choices.into_iter().map(|(label, is_chosen, filter)| html! {
                    <label>
                        <input type="radio" {name} checked={is_chosen} onchange={set.reform(move |_| filter.clone())} />
                        <span>{ label }</span>
                    </label>
                }) }
            </div>
        </fieldset>
    }
}

/// What is found, and how much.
fn found(
    props: &ScenePickerProps,
    filter: &Filter,
    set: &Callback<Filter>,
    field: &NodeRef,
) -> Html {
    let groups = groups(&props.cards).into_iter().map(|group| {
        let takes = |(_, card): &(usize, &Card)| filter.takes_card(card);
        group.into_iter().filter(takes).collect::<Vec<_>>()
    });
    let groups: Vec<Vec<(usize, &Card)>> = groups.filter(|group| !group.is_empty()).collect();
    let rows = filter.rows();
    let labs: Vec<Rc<NamedLab>> =
        props.labs.iter().filter(|lab| filter.takes_lab(lab)).cloned().collect();
    let count = groups.iter().map(Vec::len).sum::<usize>() + rows.len() + labs.len();
    let clear = {
        let (set, field) = (set.clone(), field.clone());
        Callback::from(move |_: MouseEvent| {
            set.emit(Filter::default());
            focus(&field);
        })
    };
    let shows_mine = filter.shows_mine() || !labs.is_empty();
    let told = match count {
        0 if shows_mine => String::new(),
        0 => text::scenes_found_none().to_owned(),
        count => text::scenes_found(count.to_string()),
    };
    let first = groups.first().filter(|group| group[0].1.group == props.cards[0].group);
    let others = &groups[usize::from(first.is_some())..];
    html! {
        <>
            <p class="scenes-count label">
                <span role="status">{ told }</span>
                if *filter != Filter::default() {
                    <button class="button is-small" type="button" onclick={clear}>{ text::scenes_clear() }</button>
                }
            </p>
            <div class={classes!("scenes-groups", (*filter == Filter::default()).then_some("is-all"))}>
                { for first.map(|group| section(props, group)) }
                if !rows.is_empty() {
                    { matrix::view(&rows, &props.opened, &props.on) }
                }
                { for others.iter().map(|group| section(props, group)) }
                if shows_mine {
                    <MyLabs {labs} cards={Rc::clone(&props.cards)} title={props.title.clone()} can_save={filter.shows_mine()} on={props.on.clone()} />
                }
            </div>
        </>
    }
}

fn section(props: &ScenePickerProps, group: &[(usize, &Card)]) -> Html {
    html! {
        <section class="scenes-group">
            <h2 class="heading">{ podlab_messages::scene_group(&group[0].1.group) }</h2>
            <ul>
                { for group.iter().map(|(index, card)| {
                    let is_current = card.name == props.scene;
                    let is_seen = props.opened.contains(&*card.name);
                    let open = press(&props.on, Act::Run(RunMessage::OpenScene(*index)));
                    card::view(card, is_current, is_seen, open)
                }) }
            </ul>
        </section>
    }
}
