//! Sets in the order of their items.

use super::place;
use std::borrow::Borrow;
use std::fmt;
use std::slice;

/// Different items, in order.
#[derive(Clone, PartialEq, Eq)]
pub struct Set<K> {
    items: Vec<K>,
}

impl<K> Set<K> {
    /// A set without items.
    pub const fn new() -> Self {
        Set { items: Vec::new() }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items, in order.
    pub fn iter(&self) -> slice::Iter<'_, K> {
        self.items.iter()
    }
}

impl<K: Ord> Set<K> {
    /// Whether the item is there.
    pub fn contains<Q: Ord + ?Sized>(&self, item: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        place(&self.items, item).is_ok()
    }

    /// Adds an item. Gives whether it was not there before.
    pub fn insert(&mut self, item: K) -> bool {
        match place(&self.items, &item) {
            Ok(_) => false,
            Err(at) => {
                self.items.insert(at, item);
                true
            }
        }
    }

    /// Takes an item out. Gives whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        place(&self.items, item).is_ok_and(|at| {
            self.items.remove(at);
            true
        })
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Set::new()
    }
}

impl<K: fmt::Debug> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.items).finish()
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(items: I) -> Self {
        let mut set = Set::new();
        set.extend(items);
        set
    }
}

impl<K: Ord> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<'a, K> IntoIterator for &'a Set<K> {
    type Item = &'a K;
    type IntoIter = slice::Iter<'a, K>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
