//! Reads a tree into a type that has `Deserialize`. A mistake has the place of the value that is wrong.

use super::node::{Entry, Node, Span, Value};
use super::schema::{meant, nearest};
use super::{Code, Diagnostic};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

/// Reads a tree.
///
/// # Errors
///
/// Returns the first mistake, with its place and its path.
pub(crate) fn from_node<T: DeserializeOwned>(node: &Node) -> Result<T, Diagnostic> {
    T::deserialize(Reader(node)).map_err(|error| error.within("", node.span).diagnostic())
}

/// A mistake. It gets its place on the way out of the tree.
#[derive(Debug)]
struct Error {
    code: Code,
    message: String,
    guess: Option<String>,
    span: Option<Span>,
    path: String,
}

impl Error {
    fn new(code: Code, message: String) -> Error {
        Error { code, message, guess: None, span: None, path: String::new() }
    }

    /// Adds the key or index under which the value stands, and its place unless a place inside it is known.
    fn within(mut self, key: &str, span: Span) -> Error {
        self.span.get_or_insert(span);
        let has_dot = !key.is_empty() && !self.path.is_empty() && !self.path.starts_with('[');
        let dot = if has_dot { "." } else { "" };
        self.path = format!("{key}{dot}{}", self.path);
        self
    }

    fn diagnostic(self) -> Diagnostic {
        let span = self.span.unwrap_or_default();
        Diagnostic::new(self.code, span, self.message).at(self.path).guess(self.guess.as_deref())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error::new(Code::Invalid, message.to_string())
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Error {
        let mut error = Error::new(Code::UnknownField, format!("unknown field \"{field}\""));
        error.guess = meant(field, expected).map(str::to_owned);
        error
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> Error {
        let message = format!("it must be one of {}", expected.join(", "));
        let mut error = Error::new(Code::WrongType, message);
        error.guess = nearest(word, expected).map(str::to_owned);
        error
    }

    fn missing_field(field: &'static str) -> Error {
        Error::new(Code::Invalid, format!("the field \"{field}\" is missing"))
    }
}

/// A tree that is being read.
struct Reader<'a>(&'a Node);

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Int(number) => visitor.visit_i64(*number),
            Value::Float(number) => {
                let number = number.to_string().parse().map_err(de::Error::custom)?;
                visitor.visit_f64(number)
            }
            Value::Text(text) => visitor.visit_str(text),
            Value::List(elements) => visitor.visit_seq(Elements { elements, next: 0 }),
            Value::Map(entries) => visitor.visit_map(Entries { entries, next: 0 }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match (&self.0.value, self.0.entries()) {
            (Value::Text(text), _) => visitor.visit_enum(text.as_str().into_deserializer()),
            (_, [entry]) => visitor.visit_enum(Variant(entry)),
            _ => Err(Error::new(Code::WrongType, "it must be a word".to_owned())),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Elements<'a> {
    elements: &'a [Node],
    next: usize,
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(node) = self.elements.get(self.next) else { return Ok(None) };
        let key = format!("[{}]", self.next);
        self.next += 1;
        seed.deserialize(Reader(node)).map(Some).map_err(|error| error.within(&key, node.span))
    }
}

struct Entries<'a> {
    entries: &'a [Entry],
    next: usize,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some(entry) = self.entries.get(self.next) else { return Ok(None) };
        let key: StrDeserializer<'_, Error> = entry.key.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|error| error.within(&entry.key, entry.span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(entry) = self.entries.get(self.next) else {
            return Err(de::Error::custom("there is no value"));
        };
        self.next += 1;
        let read = seed.deserialize(Reader(&entry.node));
        read.map_err(|error| error.within(&entry.key, entry.node.span))
    }
}

/// A variant with data: a map with its name as the only key.
struct Variant<'a>(&'a Entry);

impl<'a, 'de> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Data<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Data<'a>), Error> {
        let name: StrDeserializer<'_, Error> = self.0.key.as_str().into_deserializer();
        let variant = seed.deserialize(name);
        let variant = variant.map_err(|error| error.within(&self.0.key, self.0.span))?;
        Ok((variant, Data(self.0)))
    }
}

/// The data of a variant.
struct Data<'a>(&'a Entry);

impl<'de> VariantAccess<'de> for Data<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.newtype_variant_seed(std::marker::PhantomData)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let Entry { key, node, .. } = self.0;
        seed.deserialize(Reader(node)).map_err(|error| error.within(key, node.span))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.newtype_variant_seed(Visited(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.newtype_variant_seed(Visited(visitor))
    }
}

/// A visitor that takes any value.
struct Visited<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Visited<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::Text;
    use crate::manifest::yaml;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    struct Shelf {
        books: Vec<Book>,
        #[serde(default)]
        height: Option<u32>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Book {
        Atlas,
        Novel { title: Text, pages: u16 },
    }

    fn read(text: &str) -> Result<Shelf, String> {
        let node = yaml::parse(text).expect("it is YAML").remove(0);
        from_node(&node).map_err(|diagnostic| diagnostic.to_string())
    }

    #[test]
    fn a_tree_is_read_into_structs_lists_and_enums() {
        let books = vec![Book::Atlas, Book::Novel { title: "It".into(), pages: 12 }];
        let shelf = Shelf { books, height: None };
        assert_eq!(read("books: [atlas, {novel: {title: It, pages: 12}}]\nheight:"), Ok(shelf));
    }

    #[test]
    fn a_mistake_has_its_place_and_a_guess() {
        for (text, mistake) in [
            (
                "books: []\nheigth: 3",
                "2:1: heigth: unknown field \"heigth\"\nhelp: did you mean \"height\"?",
            ),
            (
                "books:\n- atlas\n- {novel: {title: It, pages: -1}}",
                "3:30: books[1].novel.pages: invalid value: integer `-1`, expected u16",
            ),
            (
                "books: [altas]",
                "1:9: books[0]: it must be one of atlas, novel\nhelp: did you mean \"atlas\"?",
            ),
            ("height: 3", "1:1: the field \"books\" is missing"),
            (
                "books: [{novel: {title: It}}]",
                "1:17: books[0].novel: the field \"pages\" is missing",
            ),
            ("books: 3", "1:8: books: invalid type: integer `3`, expected a sequence"),
        ] {
            assert_eq!(read(text).unwrap_err(), mistake, "{text}");
        }
    }
}
