//! The keys of the sentences, in the order of `locales/en.txt`.

include!(concat!(env!("OUT_DIR"), "/keys.rs"));
