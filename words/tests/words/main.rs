//! What is said, in every language.

mod page_sentences;
mod sentences;
