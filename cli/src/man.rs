//! `podlab man`: the manual pages.

use crate::failure::Failure;
use crate::input;
use clap::{Command, ValueHint};
use clap_mangen::Man;
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  podlab man | man --local-file -            read it now
  podlab man ~/.local/share/man/man1         install podlab(1), podlab-run(1) and the others";

/// Prints the manual page, or writes one page for each command to a folder
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder that gets podlab.1 and a page for each command, such as podlab-run.1; it must exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
}

/// Returns the page of a command, or writes all pages to a folder and returns nothing.
///
/// # Errors
/// One line that names the folder when a page cannot be written.
pub fn pages(args: &Args, command: Command) -> Result<Vec<u8>, Failure> {
    // Each page tells of --help; pages about `podlab help` would repeat it.
    let command = command.disable_help_subcommand(true);
    let mut page = Vec::new();
    let (name, written) = match &args.folder {
        Some(folder) => (input::name(folder), clap_mangen::generate_to(command, folder)),
        None => ("<stdout>".to_owned(), Man::new(command).render(&mut page)),
    };
    written.map_err(|error: io::Error| {
        let problem = if error.kind() == io::ErrorKind::NotFound {
            "there is no such folder".to_owned()
        } else {
            input::describe(&error)
        };
        Failure::Input(format!("{name}: {problem}"))
    })?;
    Ok(page)
}
