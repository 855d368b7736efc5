//! What `html!` of `podlab-markup` writes to: elements are opened, filled and closed one after the other. Yew gets the
//! same nodes as from its own macro, and the Wasm a call where that one writes out the whole element.

use crate::sentences::Sentence;
use podlab::text::Text;
use std::rc::Rc;
use yew::html::IntoPropValue;
use yew::virtual_dom::listeners::{Listener, Listeners};
use yew::virtual_dom::{AttributeOrProperty, Attributes, Key, VList, VNode, VTag, VText};
use yew::{AttrValue, NodeRef};

/// What components import.
pub mod prelude {
    pub(crate) use super::classes;
    pub use podlab_markup::html;
    pub use yew::prelude::*;
}

/// An element, or a list without one, that is open.
#[derive(Default)]
struct Open {
    /// Empty for a list.
    name: &'static str,
    /// How many nodes stand before those in it.
    before: usize,
    fixed: &'static [(&'static str, AttributeOrProperty)],
    keys: &'static [&'static str],
    values: Vec<Option<AttributeOrProperty>>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    key: Option<Key>,
    reference: NodeRef,
    value: Option<AttrValue>,
    checked: Option<bool>,
}

/// Nodes being put together.
#[derive(Default)]
pub struct Tree {
    /// The nodes of what is open, the outermost first.
    nodes: Vec<VNode>,
    open: Vec<Open>,
}

impl Tree {
    /// Nothing yet.
    #[inline(never)]
    pub fn new() -> Tree {
        Tree::default()
    }

    /// Opens an element whose attributes never change.
    #[inline(never)]
    pub fn open(
        &mut self,
        name: &'static str,
        fixed: &'static [(&'static str, AttributeOrProperty)],
    ) {
        let before = self.nodes.len();
        self.open.push(Open { name, before, fixed, ..Open::default() });
    }

    /// Opens an element; the values of its attributes follow one by one.
    #[inline(never)]
    pub fn open_with(&mut self, name: &'static str, keys: &'static [&'static str]) {
        self.open(name, &[]);
        self.last().keys = keys;
    }

    /// Opens a list.
    #[inline(never)]
    pub fn begin(&mut self) {
        self.open("", &[]);
    }

    fn last(&mut self) -> &mut Open {
        if self.open.is_empty() {
            self.begin();
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// The next attribute.
    #[inline(never)]
    pub fn set(&mut self, value: Option<AttrValue>) {
        self.last().values.push(value.map(AttributeOrProperty::Attribute));
    }

    /// The next attribute, which never changes.
    #[inline(never)]
    pub fn fixed(&mut self, value: &'static str) {
        self.set(Some(AttrValue::Static(value)));
    }

    /// The next attribute, which has no value.
    #[inline(never)]
    pub fn flag(&mut self, name: &'static str, holds: bool) {
        self.set(holds.then_some(AttrValue::Static(name)));
    }

    /// Listens to an event.
    #[inline(never)]
    pub fn listen(&mut self, listener: Option<Rc<dyn Listener>>) {
        self.last().listeners.push(listener);
    }

    /// By what the element is known among its neighbours.
    #[inline(never)]
    pub fn key(&mut self, key: Key) {
        self.last().key = Some(key);
    }

    /// Where the element of the page is put when it is there.
    #[inline(never)]
    pub fn reference(&mut self, reference: NodeRef) {
        self.last().reference = reference;
    }

    /// What is written in a field.
    #[inline(never)]
    pub fn value(&mut self, value: Option<AttrValue>) {
        self.last().value = value;
    }

    /// Whether a box is ticked.
    #[inline(never)]
    pub fn checked(&mut self, checked: bool) {
        self.last().checked = Some(checked);
    }

    /// Adds a text of the program.
    #[inline(never)]
    pub fn text(&mut self, text: &'static str) {
        self.nodes.push(VText::new(AttrValue::Static(text)).into());
    }

    /// Adds a sentence of the page.
    #[inline(never)]
    pub fn say(&mut self, sentence: Sentence) {
        self.text(sentence.say());
    }

    /// The next attribute, which is a sentence of the page.
    #[inline(never)]
    pub fn said(&mut self, sentence: Sentence) {
        self.fixed(sentence.say());
    }

    /// Adds what a value shows.
    pub fn add(&mut self, child: impl Child) {
        child.add_to(&mut self.nodes);
    }

    /// Adds what each value shows.
    pub fn add_all<C: Child>(&mut self, children: impl IntoIterator<Item = C>) {
        for child in children {
            self.add(child);
        }
    }

    /// Closes the element. Its one child stands for itself.
    #[inline(never)]
    pub fn close_single(&mut self) {
        self.close_as(true);
    }

    /// Closes the element. Its children are a list, however many there are at the moment.
    #[inline(never)]
    pub fn close(&mut self) {
        self.close_as(false);
    }

    /// Closes the list.
    #[inline(never)]
    pub fn end(&mut self) {
        self.close_as(false);
    }

    fn close_as(&mut self, is_single: bool) {
        let Some(open) = self.open.pop() else { return };
        let children = gathered(self.nodes.split_off(open.before), is_single);
        if open.name.is_empty() {
            self.nodes.push(children);
            return;
        }
        let attributes = if open.keys.is_empty() {
            Attributes::Static(open.fixed)
        } else {
            Attributes::Dynamic { keys: open.keys, values: open.values.into() }
        };
        let listeners = if open.listeners.is_empty() {
            Listeners::None
        } else {
            Listeners::Pending(open.listeners.into())
        };
        let (reference, key) = (open.reference, open.key);
        self.nodes.push(VNode::from(match open.name {
            "input" => {
                VTag::__new_input(open.value, open.checked, reference, key, attributes, listeners)
            }
            "textarea" => {
                VTag::__new_textarea(open.value, None, reference, key, attributes, listeners)
            }
            name => {
                let name = AttrValue::Static(name);
                VTag::__new_other(name, reference, key, attributes, listeners, children)
            }
        }));
    }

    /// What was put together.
    #[inline(never)]
    pub fn finish(self, is_single: bool) -> VNode {
        gathered(self.nodes, is_single)
    }
}

fn gathered(mut nodes: Vec<VNode>, is_single: bool) -> VNode {
    if is_single && nodes.len() == 1 {
        return nodes.pop().unwrap_or_default();
    }
    if nodes.is_empty() {
        return VNode::default();
    }
    VNode::from(VList::with_children(nodes, None))
}

/// An attribute's value; none leaves it out.
pub fn attribute(value: impl IntoPropValue<Option<AttrValue>>) -> Option<AttrValue> {
    value.into_prop_value()
}

/// What can stand in an element.
pub trait Child {
    /// Adds the nodes that show it.
    fn add_to(self, nodes: &mut Vec<VNode>);
}

impl Child for VNode {
    fn add_to(self, nodes: &mut Vec<VNode>) {
        nodes.push(self);
    }
}

impl Child for AttrValue {
    #[inline(never)]
    fn add_to(self, nodes: &mut Vec<VNode>) {
        nodes.push(VText::new(self).into());
    }
}

impl Child for &str {
    #[inline(never)]
    fn add_to(self, nodes: &mut Vec<VNode>) {
        AttrValue::from(self.to_owned()).add_to(nodes);
    }
}

macro_rules! children {
    ($($type:ty: $value:ident => $child:expr;)*) => {
        $(impl Child for $type {
            fn add_to(self, nodes: &mut Vec<VNode>) {
                let $value = self;
                $child.add_to(nodes);
            }
        })*
    };
}

children! {
    String: text => AttrValue::from(text);
    &String: text => text.as_str();
    &AttrValue: text => text.clone();
    Text: text => text.as_str();
    &Text: text => text.as_str();
    &VNode: node => node.clone();
    i64: number => number.to_string();
    usize: number => number.to_string();
}

impl<C: Child> Child for Option<C> {
    fn add_to(self, nodes: &mut Vec<VNode>) {
        if let Some(child) = self {
            child.add_to(nodes);
        }
    }
}

impl Child for Vec<VNode> {
    fn add_to(mut self, nodes: &mut Vec<VNode>) {
        nodes.append(&mut self);
    }
}

/// A class, or none.
pub trait Class {
    /// Its name.
    fn name(self) -> Option<&'static str>;
}

impl Class for &'static str {
    fn name(self) -> Option<&'static str> {
        Some(self)
    }
}

impl Class for Option<&'static str> {
    fn name(self) -> Option<&'static str> {
        self
    }
}

/// Classes side by side.
#[inline(never)]
pub fn joined(classes: &[Option<&'static str>]) -> Option<AttrValue> {
    let mut all = String::new();
    for class in classes.iter().flatten().filter(|class| !class.is_empty()) {
        if !all.is_empty() {
            all.push(' ');
        }
        all.push_str(class);
    }
    if all.is_empty() { None } else { Some(all.into()) }
}

/// The classes of an element, those that are not there left out.
macro_rules! classes {
    ($($class:expr),* $(,)?) => {
        $crate::markup::joined(&[$($crate::markup::Class::name($class)),*])
    };
}

pub(crate) use classes;
