//! `podlab completions`: a script that completes command lines in a shell.

use clap::Command;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  podlab completions bash > ~/.local/share/bash-completion/completions/podlab
  podlab completions zsh > \"${fpath[1]}/_podlab\"
  podlab completions fish > ~/.config/fish/completions/podlab.fish
  podlab completions elvish >> ~/.config/elvish/rc.elv
  podlab completions powershell >> $PROFILE";

/// Prints the script that completes podlab's commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell that reads the script
    pub shell: Shell,
}

/// Returns the script that completes a command's lines in a shell.
pub fn script(args: &Args, mut command: Command) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "podlab", &mut script);
    script
}
