//! The sentences of the stage and of the page. They stand in `stage/locales/`, one file for each language, with the same keys in the same order.
//!
//! `say!("key")` and `fill!("key", "place" => value)` look the key up while the program is compiled: a key that `en.txt` does
//! not have is an error there, the program holds no keys, and each English sentence stands beside the code that says it.

use std::cell::Cell;

/// The English sentences, `key = text` in each line.
const ENGLISH: &[u8] = include_bytes!("../locales/en.txt");
/// Where keys and texts stand in them.
const TABLE: &[Entry; count()] = &table();
/// What the keys of a file in another language have to come to.
const KEYS: u32 = {
    let mut sum = SEED;
    let mut entry = 0;
    while entry < TABLE.len() {
        let (mut at, end) = TABLE[entry].key;
        while at < end {
            sum = add(sum, ENGLISH[at]);
            at += 1;
        }
        sum = add(sum, b'\n');
        entry += 1;
    }
    sum
};
const SEED: u32 = 0x811c_9dc5;

/// How many characters before a sentence tell its place, as digits to this base: each is one byte of UTF-8.
const PREFIX: usize = 2;
const DIGITS: usize = 128;

thread_local! {
    /// The sentences of the language that is chosen; English without.
    static CHOSEN: Cell<Option<&'static [&'static str]>> = const { Cell::new(None) };
}

/// Beginning and end of a key and of its text.
#[derive(Clone, Copy)]
struct Entry {
    key: (usize, usize),
    text: (usize, usize),
}

/// A sentence of the page, in whatever language is chosen when it is said: two characters that tell its place, and its English.
/// So it takes no more room in the program than its English alone.
#[derive(Clone, Copy, Debug)]
pub struct Sentence(&'static str);

impl Sentence {
    /// The sentence of [`bytes`].
    pub const fn new(bytes: &'static [u8]) -> Sentence {
        match std::str::from_utf8(bytes) {
            Ok(text) => Sentence(text),
            Err(_) => panic!("en.txt is UTF-8"),
        }
    }

    /// It in English.
    pub fn english(self) -> &'static str {
        &self.0[PREFIX..]
    }

    /// It, as it stands in the file of its language.
    pub fn say(self) -> &'static str {
        let digit = |at: usize| usize::from(self.0.as_bytes()[at]);
        let chosen = CHOSEN.get().and_then(|list| list.get(digit(0) * DIGITS + digit(1)));
        chosen.copied().unwrap_or_else(|| self.english())
    }

    /// It, with the places of these names filled in by these values.
    pub fn fill(self, places: &'static [&'static str], values: &[&str]) -> String {
        podlab_words::fill(self.say(), &|name| {
            let place = places.iter().position(|place| *place == name)?;
            values.get(place).copied()
        })
    }
}

/// The sentences in a file of another language; nothing unless it has the keys of `en.txt` in their order.
pub fn read(file: &str) -> Option<Vec<&str>> {
    let mut texts = Vec::new();
    let mut sum = SEED;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, text) = line.split_once(" = ")?;
        sum = add(key.bytes().fold(sum, add), b'\n');
        texts.push(text);
    }
    (sum == KEYS).then_some(texts)
}

/// Lets everything be said in these sentences; in English without.
pub fn choose(texts: Option<&'static [&'static str]>) {
    CHOSEN.set(texts);
}

/// The place of a key.
pub const fn find(key: &str) -> usize {
    let key = key.as_bytes();
    let mut place = 0;
    while place < TABLE.len() {
        let (start, end) = TABLE[place].key;
        if end - start == key.len() && stands_at(key, start) {
            return place;
        }
        place += 1;
    }
    panic!("stage/locales/en.txt has no such key")
}

/// How many bytes a sentence has in the program.
pub const fn length(place: usize) -> usize {
    PREFIX + TABLE[place].text.1 - TABLE[place].text.0
}

/// The bytes of a sentence in the program.
pub const fn bytes<const LENGTH: usize>(place: usize) -> [u8; LENGTH] {
    assert!(place < DIGITS * DIGITS);
    let mut bytes = [0; LENGTH];
    bytes[0] = (place / DIGITS) as u8;
    bytes[1] = (place % DIGITS) as u8;
    let mut at = PREFIX;
    while at < LENGTH {
        bytes[at] = ENGLISH[TABLE[place].text.0 + at - PREFIX];
        at += 1;
    }
    bytes
}

const fn stands_at(key: &[u8], start: usize) -> bool {
    let mut at = 0;
    while at < key.len() && key[at] == ENGLISH[start + at] {
        at += 1;
    }
    at == key.len()
}

/// A step of the FNV-1a hash.
const fn add(sum: u32, byte: u8) -> u32 {
    (sum ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// The end of the line that begins there.
const fn end_of_line(mut at: usize) -> usize {
    while at < ENGLISH.len() && ENGLISH[at] != b'\n' {
        at += 1;
    }
    at
}

const fn is_entry(start: usize, end: usize) -> bool {
    start < end && ENGLISH[start] != b'#'
}

const fn count() -> usize {
    let (mut count, mut start) = (0, 0);
    while start < ENGLISH.len() {
        let end = end_of_line(start);
        count += is_entry(start, end) as usize;
        start = end + 1;
    }
    count
}

#[allow(clippy::large_stack_arrays, reason = "the compiler makes it; no stack ever holds it")]
const fn table() -> [Entry; count()] {
    let mut table = [Entry { key: (0, 0), text: (0, 0) }; count()];
    let (mut count, mut start) = (0, 0);
    while start < ENGLISH.len() {
        let end = end_of_line(start);
        if is_entry(start, end) {
            let mut sign = start;
            while ENGLISH[sign] != b'=' {
                sign += 1;
            }
            assert!(sign + 2 < end && ENGLISH[sign - 1] == b' ' && ENGLISH[sign + 1] == b' ');
            table[count] = Entry { key: (start, sign - 1), text: (sign + 2, end) };
            count += 1;
        }
        start = end + 1;
    }
    table
}

/// The sentence of a key, to be said later.
#[macro_export]
macro_rules! sentence {
    ($key:literal) => {{
        const PLACE: usize = $crate::sentences::find($key);
        const BYTES: [u8; $crate::sentences::length(PLACE)] = $crate::sentences::bytes(PLACE);
        const SENTENCE: $crate::sentences::Sentence = $crate::sentences::Sentence::new(&BYTES);
        SENTENCE
    }};
}

/// The sentence of a key in the language that is chosen.
#[macro_export]
macro_rules! say {
    ($key:literal) => {
        $crate::sentences::sentence!($key).say()
    };
}

/// The sentence of a key with its places filled in.
#[macro_export]
macro_rules! fill {
    ($key:literal, $($place:literal => $value:expr),+ $(,)?) => {
        $crate::sentences::sentence!($key).fill(&[$($place),+], &[$($value),+])
    };
}

pub use {fill, say, sentence};
