//! What is said, in every language.

mod files;
mod sentences;
