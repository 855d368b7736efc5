//! What is said, in every language.

mod files;
mod glossary;
mod scenes;
mod sentences;
