//! Lists of names that are cheap to copy: a copy shares every part with the original until one of them changes it.

use crate::base::text::Text;
use std::fmt;
use std::rc::Rc;

/// The most names in one part of a list.
const PART: usize = 64;

/// A list of names in the order in which they were added. A copy costs one counter.
#[derive(Clone, Default)]
pub struct Names {
    parts: Rc<Vec<Rc<Vec<Text>>>>,
}

impl Names {
    /// Returns the names, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Text> {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// Returns how many names the list holds.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a name at the end.
    pub(crate) fn add(&mut self, name: Text) {
        let parts = Rc::make_mut(&mut self.parts);
        match parts.last_mut() {
            Some(last) if last.len() < PART => Rc::make_mut(last).push(name),
            _ => parts.push(Rc::new(vec![name])),
        }
    }

    /// Removes a name, if the list has it.
    pub(crate) fn remove(&mut self, name: &Text) {
        let place = |part: &Rc<Vec<Text>>| part.iter().position(|other| other == name);
        let mut places = self.parts.iter().enumerate();
        let found = places.find_map(|(part, names)| Some((part, place(names)?)));
        let Some((part, place)) = found else { return };
        let parts = Rc::make_mut(&mut self.parts);
        Rc::make_mut(&mut parts[part]).remove(place);
        if parts[part].is_empty() {
            parts.remove(part);
        }
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        let is_shared = Rc::ptr_eq(&self.parts, &other.parts);
        is_shared || (self.len() == other.len() && self.iter().eq(other.iter()))
    }
}

impl Eq for Names {}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::base::rng::Rng;
    use crate::base::text::Text;

    #[test]
    fn names_hold_what_a_list_holds() {
        let mut rng = Rng::new(11);
        let (mut ours, mut theirs) = (Names::default(), Vec::new());
        for step in 0..3000 {
            let name = Text::from(rng.below(200).to_string());
            let before = (ours.clone(), theirs.clone());
            ours.remove(&name);
            theirs.retain(|other| *other != name);
            if step % 3 != 0 {
                ours.add(name.clone());
                theirs.push(name);
            }
            assert!(ours.iter().eq(&theirs));
            assert_eq!((ours.len(), ours.is_empty()), (theirs.len(), theirs.is_empty()));
            assert!(before.0.iter().eq(&before.1), "an older version stays as it was");
        }
    }
}
