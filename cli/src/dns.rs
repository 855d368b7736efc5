//! `podlab dns`: asks the cluster's DNS for a name at a moment of a run.

use crate::arguments::Files;
use crate::failure::Failure;
use crate::files::{Texts, USUAL};
use crate::progress::run_to;
use crate::terminal::Printed;
use crate::values;
use podlab::base::time::SimTime;
use podlab::dns::resolve;
use std::fmt::Write;

const HELP: &str = "\
The exit code is 1 when the name does not resolve.

Examples:
  podlab dns web-0.nginx sts-claims --at 20s
  podlab dns nginx.default.svc.cluster.local web.yaml --from other";

/// Asks the cluster's DNS for a name, and tells why it does not resolve
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The name, such as web-0.nginx; a dot at its end leaves out the search path
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    files: Files,
    /// When the Pod asks, such as 90s [default: the end of the scenario, or 10m]
    #[arg(long, value_name = "TIME", value_parser = values::moment, allow_hyphen_values = true)]
    at: Option<SimTime>,
    /// Namespace of the Pod that asks
    #[arg(long, value_name = "NAMESPACE", default_value = "default")]
    from: String,
}

/// Returns what the program prints, and whether the name resolves.
///
/// # Errors
/// What is wrong with the files.
pub fn answer(args: &Args) -> Result<(Printed, bool), Failure> {
    let texts = Texts::read(&args.files)?;
    let scenario = texts.scenario(None)?;
    let at = args.at.or(scenario.until).unwrap_or(USUAL);
    let (mut player, _) = texts.begin(&scenario, scenario.settings())?;
    run_to(&mut player, at);
    let answer = resolve(player.sim.world(), &args.name, &args.from);
    let mut text = String::new();
    for tried in &answer.tried {
        let found = answer.resolves() && *tried == answer.name;
        let _ = writeln!(text, "{tried}: {}", if found { "found" } else { "NXDOMAIN" });
    }
    for record in &answer.records {
        let _ = writeln!(text, "{record}");
    }
    let why = podlab_messages::reason(&answer.reason);
    let _ = writeln!(text, "{why} ({})", answer.reason.rule());
    Ok((Printed::Text(text), answer.resolves()))
}
