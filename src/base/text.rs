//! A shared string that never changes: a constant costs nothing, and a clone costs one counter.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// Appends formatted text to a string, which cannot fail.
pub(crate) fn write_to(out: &mut String, text: fmt::Arguments) {
    let _ = fmt::Write::write_fmt(out, text);
}

/// Letters and digits that do not form words by accident. Kubernetes makes names and hashes of them.
/// Models kubernetes staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go alphanums.
pub(crate) const SAFE_ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";

/// A string that never changes and is cheap to clone.
///
/// ```
/// use podlab::Text;
///
/// let made = Text::from(format!("web-{}", 0));
/// let copy = made.clone();
/// assert_eq!(copy, "web-0");
/// assert!(std::ptr::eq(made.as_str(), copy.as_str()), "both share the same characters");
/// ```
#[derive(Clone)]
pub enum Text {
    /// A string that is part of the program, such as a reason that Kubernetes defines.
    Static(&'static str),
    /// A string made at run time.
    Shared(Rc<str>),
}

impl Text {
    /// Formats a text. Most texts are sentences, so this reserves room for one at once.
    pub(crate) fn of(sentence: fmt::Arguments) -> Text {
        let mut text = String::with_capacity(128);
        write_to(&mut text, sentence);
        text.into()
    }

    /// Returns the characters.
    pub fn as_str(&self) -> &str {
        match self {
            Text::Static(s) => s,
            Text::Shared(s) => s,
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Text::Static("")
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<&'static str> for Text {
    fn from(s: &'static str) -> Self {
        Text::Static(s)
    }
}

impl From<String> for Text {
    fn from(s: String) -> Self {
        if s.is_empty() { Text::Static("") } else { Text::Shared(s.into()) }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Compares two texts. Most of them are copies of each other, or empty, so comparing their addresses first is cheaper.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && (std::ptr::eq(one.as_ptr(), other.as_ptr()) || one.is_empty() || one == other)
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        is_same(self, other)
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        is_same(self, other)
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        is_same(self, other)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        String::deserialize(deserializer).map(Text::from)
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
