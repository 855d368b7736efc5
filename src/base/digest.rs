//! A small hash of values that is the same on every machine.

use std::fmt::{self, Debug, Write};

/// A hash of values of fixed widths, so that native programs and Wasm agree.
///
/// Each step takes 64 bits. Lengths count as 64 bits everywhere, texts begin with their length, and variants of enums
/// count by their names. So no value can be mistaken for a part of the next one, and the order of variants does not count.
///
/// ```
/// use podlab::base::digest::Digest;
///
/// let of = |texts: [&str; 2]| {
///     let mut digest = Digest::default();
///     texts.iter().for_each(|text| digest.text(text));
///     digest.value()
/// };
/// assert_ne!(of(["web", "-0"]), of(["web-", "0"]));
/// ```
#[derive(Clone, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    /// Returns the hash of nothing.
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Returns the hash of everything that was added.
    pub const fn value(&self) -> u64 {
        self.0
    }

    /// Adds a number.
    pub const fn number(&mut self, number: u64) {
        /// The golden ratio as an odd number of 64 bits: a step mixes well, and no two numbers have one result.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (self.0 ^ number).wrapping_mul(FACTOR);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Adds a number that can be negative.
    pub const fn signed(&mut self, number: i64) {
        self.number(number.cast_unsigned());
    }

    /// Adds a number of things, or a place in a list.
    pub const fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// Adds a yes or no.
    pub fn flag(&mut self, flag: bool) {
        self.number(u64::from(flag));
    }

    /// Adds a number that may be missing.
    pub fn option(&mut self, number: Option<u64>) {
        self.flag(number.is_some());
        if let Some(number) = number {
            self.number(number);
        }
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        for word in words {
            self.number(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.number(u64::from_le_bytes(last));
    }

    /// Adds everything that the debug output of a value says.
    pub fn debug(&mut self, value: &dyn Debug) {
        let mut output = Output { digest: self, word: [0; 8], length: 0 };
        let written = write!(output, "{value:?}");
        debug_assert!(written.is_ok(), "hashing takes every text");
        output.finish();
    }
}

/// Output that is hashed as one text. The pieces in which it comes depend on the machine.
struct Output<'a> {
    digest: &'a mut Digest,
    /// The bytes that were not hashed yet, in the first places.
    word: [u8; 8],
    /// How many bytes there were.
    length: usize,
}

impl Output<'_> {
    fn finish(self) {
        self.digest.number(u64::from_le_bytes(self.word));
        self.digest.count(self.length);
    }
}

impl Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.word[self.length % 8] = byte;
            self.length += 1;
            if self.length.is_multiple_of(8) {
                self.digest.number(u64::from_le_bytes(self.word));
                self.word = [0; 8];
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;
    use std::fmt;

    fn of(add: impl Fn(&mut Digest)) -> u64 {
        let mut digest = Digest::default();
        add(&mut digest);
        digest.value()
    }

    #[test]
    fn values_do_not_run_into_each_other() {
        let shown = |a: &'static [u32], b: &'static [u32]| {
            of(move |digest| {
                for number in a.iter().chain(b) {
                    digest.debug(number);
                }
            })
        };
        assert_ne!(shown(&[1, 2], &[3]), shown(&[12], &[3]));
        assert_ne!(of(|digest| digest.option(None)), of(|digest| digest.option(Some(0))));
        assert_ne!(of(|digest| digest.signed(-1)), of(|digest| digest.signed(1)));
        assert_ne!(of(|digest| digest.text("")), of(|_| ()));
        assert_ne!(of(|digest| digest.text("a\0")), of(|digest| digest.text("a")));
    }

    /// A value that writes its debug output in pieces.
    struct Pieces(&'static [&'static str]);

    impl fmt::Debug for Pieces {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|piece| f.write_str(piece))
        }
    }

    #[test]
    fn the_pieces_in_which_output_comes_do_not_count() {
        let shown = |pieces| of(move |digest| digest.debug(&Pieces(pieces)));
        let whole = shown(&["a message of \"many\" bytes"]);
        assert_eq!(shown(&["a mess", "age of ", "", "\"many\" bytes"]), whole);
        assert_ne!(shown(&["a message of \"many\" byte"]), whole);
    }

    /// Numbers whose highest bits alone differ do not cancel each other.
    #[test]
    fn high_bits_count_in_what_follows() {
        let of = |numbers: [i64; 2]| {
            of(|digest| {
                for number in numbers {
                    digest.signed(number);
                }
            })
        };
        assert_ne!(of([i64::MIN, i64::MIN]), of([0, 0]));
        assert_ne!(of([1, 2]), of([2, 1]));
    }

    #[test]
    fn the_hash_is_that_of_every_machine() {
        assert_eq!(of(|digest| digest.text("StatefulSet")), 0x51a2_f94c_4da9_1f77);
    }
}
