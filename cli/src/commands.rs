//! The command line as one tree: the parser, the help, the man pages and the completions come from it.

use crate::{
    bench, check, compare, completions, dns, explore, lesson, link, man, mdbook, pack, render,
    replay, run, scenes, vectors,
};
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

/// The colours of the help and of errors, on a terminal that has them.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  podlab run crash-loop --until 2m           what kubectl get pods -w shows of a scene
  podlab run web.yaml --why web-1            why a Pod of yours is as it is
  podlab render crash-loop --at 60s > a.svg  a picture of a moment
  podlab check page.md lesson.yaml           whether pages are true and lessons right

podlab COMMAND --help tells more about a command.";

/// Runs Kubernetes Pods and StatefulSets in simulated time
#[derive(Debug, Parser)]
#[command(name = "podlab", version, styles = STYLES, max_term_width = 100, after_help = EXAMPLES)]
#[command(args_override_self = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program. Each takes the arguments that its own file declares.
#[derive(Debug, Subcommand)]
#[allow(missing_docs)]
pub enum Command {
    Run(run::Args),
    Render(render::RenderArgs),
    Animate(render::AnimateArgs),
    Check(check::Args),
    Mdbook(mdbook::Args),
    Compare(compare::Args),
    Explore(explore::Args),
    Scenes(scenes::Args),
    Lesson(lesson::Args),
    Pack(pack::Args),
    Dns(dns::Args),
    Link(link::Args),
    Replay(replay::Args),
    Vectors(vectors::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
    /// Prints the version, as --version does
    #[command(hide = true)]
    Version,
}
