//! What the project's own commands are made of.
//!
//! `cargo xtask …` is the program in `main.rs`; the browser tests use [`server`], [`paths`] and [`tools`] from here, so
//! that a test sees the very files, tools and MIME types that a person sees.

#![allow(
    clippy::missing_errors_doc,
    reason = "each error is the sentence that the command ends with"
)]

pub mod browsers;
pub mod checksum;
pub mod debian;
mod deflate;
pub mod dist;
pub mod files;
pub mod package;
pub mod page;
pub mod paths;
pub mod publish;
pub mod server;
pub mod shell;
pub mod sites;
pub mod size;
pub mod steps;
pub mod suite;
pub mod tools;

/// What every command returns: the error is a sentence for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;
