//! Maps and sets in the order of their keys. The standard library's trees add kilobytes to the Wasm for each pair of
//! types; here the keys stand sorted in one list and the values in another, and finding, adding and copying share code.

mod set;

pub use set::Set;

use std::borrow::Borrow;
use std::fmt;
use std::iter::Zip;
use std::slice;
use std::vec;

/// Values by their keys, in the order of the keys. Finding takes O(log n); adding and removing move what comes after.
#[derive(Clone, PartialEq, Eq)]
pub struct Map<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
}

/// Where a key stands, or where it would.
fn place<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> Result<usize, usize> {
    let (mut from, mut to) = (0, keys.len());
    while from < to {
        let middle = usize::midpoint(from, to);
        match keys[middle].borrow().cmp(key) {
            std::cmp::Ordering::Less => from = middle + 1,
            std::cmp::Ordering::Equal => return Ok(middle),
            std::cmp::Ordering::Greater => to = middle,
        }
    }
    Err(from)
}

impl<K, V> Map<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Map { keys: Vec::new(), values: Vec::new() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }

    /// The keys, in order.
    pub fn keys(&self) -> slice::Iter<'_, K> {
        self.keys.iter()
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> slice::Iter<'_, V> {
        self.values.iter()
    }

    /// The values to change, in the order of their keys.
    pub fn values_mut(&mut self) -> slice::IterMut<'_, V> {
        self.values.iter_mut()
    }

    /// The entries, in the order of the keys.
    pub fn iter(&self) -> Zip<slice::Iter<'_, K>, slice::Iter<'_, V>> {
        self.keys.iter().zip(&self.values)
    }

    /// The entries, with values to change, in the order of the keys.
    pub fn iter_mut(&mut self) -> Zip<slice::Iter<'_, K>, slice::IterMut<'_, V>> {
        self.keys.iter().zip(&mut self.values)
    }
}

impl<K: Ord, V> Map<K, V> {
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        place(&self.keys, key).ok().map(|at| &self.values[at])
    }

    /// The value of a key, to change.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        place(&self.keys, key).ok().map(|at| &mut self.values[at])
    }

    /// Whether the key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        place(&self.keys, key).is_ok()
    }

    /// The entries from a key on, in the order of the keys.
    pub fn starting_at<Q: Ord + ?Sized>(
        &self,
        key: &Q,
    ) -> Zip<slice::Iter<'_, K>, slice::Iter<'_, V>>
    where
        K: Borrow<Q>,
    {
        let (Ok(at) | Err(at)) = place(&self.keys, key);
        self.keys[at..].iter().zip(&self.values[at..])
    }

    /// Gives a key a value. What it had before comes back.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match place(&self.keys, &key) {
            Ok(at) => Some(std::mem::replace(&mut self.values[at], value)),
            Err(at) => {
                self.keys.insert(at, key);
                self.values.insert(at, value);
                None
            }
        }
    }

    /// The value of a key, which gets what `make` gives if it has none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match place(&self.keys, &key) {
            Ok(at) => at,
            Err(at) => {
                self.keys.insert(at, key);
                self.values.insert(at, make());
                at
            }
        };
        &mut self.values[at]
    }

    /// The value of a key, which gets the default if it has none.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Takes a key and its value out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = place(&self.keys, key).ok()?;
        self.keys.remove(at);
        Some(self.values.remove(at))
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Map::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<'a, K, V> IntoIterator for &'a mut Map<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = Zip<slice::Iter<'a, K>, slice::IterMut<'a, V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Zip<slice::Iter<'a, K>, slice::Iter<'a, V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = Zip<vec::IntoIter<K>, vec::IntoIter<V>>;
    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, Set};
    use crate::rng::Rng;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn a_map_holds_what_the_standard_one_holds() {
        let mut rng = Rng::new(5);
        let (mut ours, mut theirs) = (Map::new(), BTreeMap::new());
        for step in 0..2000 {
            let key = rng.below(60);
            match rng.below(4) {
                0 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                1 => {
                    *ours.or_default(key) += step;
                    *theirs.entry(key).or_default() += step;
                }
                2 => assert_eq!(ours.insert(key, step), theirs.insert(key, step)),
                _ => assert!(ours.starting_at(&key).eq(theirs.range(key..))),
            }
            assert_eq!(ours.get(&key), theirs.get(&key));
            assert!(ours.iter().eq(theirs.iter()), "after step {step}");
        }
        assert!(ours.into_iter().eq(theirs));
    }

    #[test]
    fn a_set_holds_what_the_standard_one_holds() {
        let mut rng = Rng::new(7);
        let (mut ours, mut theirs) = (Set::new(), BTreeSet::new());
        for _ in 0..2000 {
            let item = rng.below(40);
            match rng.below(3) {
                0 => assert_eq!(ours.remove(&item), theirs.remove(&item)),
                1 => assert_eq!(ours.insert(item), theirs.insert(item)),
                _ => assert_eq!(ours.contains(&item), theirs.contains(&item)),
            }
            assert!(ours.iter().eq(theirs.iter()));
        }
    }
}
