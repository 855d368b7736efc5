//! What is said, in every language.

mod sentences;
