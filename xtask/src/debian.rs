//! What comes from Debian's packages: browsers, and what some examples are built with.

use crate::shell::{self, command};
use crate::{Outcome, paths};

/// Installs packages, or says how to. `what` is for the person at the terminal, and `without` what else they can do.
pub fn install(what: &str, packages: &[&str], without: &str) -> Outcome {
    let by_hand = format!(
        "apt-get update && apt-get install --yes --no-install-recommends {}",
        packages.join(" ")
    );
    if paths::program("apt-get").is_none() {
        return Err(format!(
            "{what} is needed and cannot be installed from here. On Debian or Ubuntu it is:\n  sudo sh -c '{by_hand}'"
        ));
    }
    if shell::quiet(command("id").arg("-u")).as_deref() == Some("0") {
        return shell::run(
            command("sh").args(["-c", &by_hand]).env("DEBIAN_FRONTEND", "noninteractive"),
        );
    }
    if shell::quiet(command("sudo").args(["--non-interactive", "true"])).is_some() {
        return shell::run(command("sudo").args([
            "env",
            "DEBIAN_FRONTEND=noninteractive",
            "sh",
            "-c",
            &by_hand,
        ]));
    }
    Err(format!("{what} is needed. Install it with:\n  sudo sh -c '{by_hand}'\n{without}"))
}
