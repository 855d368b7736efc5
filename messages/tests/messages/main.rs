//! What is said, in every language.

mod files;
mod glossary;
mod sentences;
