//! The subcommands, as `--help` tells them.

use crate::arguments::{Flag, Subcommand};

/// `podlab run`.
pub const RUN: Subcommand = Subcommand {
    name: "run",
    about: "Runs manifests and scenarios in simulated time and prints what a watch would show.",
    operands: "FILE…",
    options: &[
        Flag {
            name: "--until",
            value: Some("TIME"),
            about: "simulated time to run, such as 90s or 1h30m; the scenario's, or 10m",
        },
        Flag {
            name: "--seed",
            value: Some("N"),
            about: "seed of all chance; the scenario's, or 1",
        },
        Flag {
            name: "--kubernetes",
            value: Some("RELEASE"),
            about: "1.20, 1.28 or current; the scenario's, or current",
        },
        Flag {
            name: "--output",
            value: Some("FORMAT"),
            about: "table (kubectl get pods -w), events (kubectl get events -w), describe or json",
        },
    ],
    notes: "\nSeveral files are one run; `-` is standard input.\n",
};

/// `podlab replay`.
pub const REPLAY: Subcommand = Subcommand {
    name: "replay",
    about: "Replays recorded runs and writes them with the trace of the simulated run.",
    operands: "FILE…",
    options: &[Flag {
        name: "--out",
        value: Some("DIR"),
        about: "write files of the same names into this folder, not to standard output",
    }],
    notes: "\nStandard output gets one JSON document a line. `-` is standard input.\n",
};

/// `podlab vectors`.
pub const VECTORS: Subcommand = Subcommand {
    name: "vectors",
    about: "Runs test vectors and tells which ones the engine does not meet.",
    operands: "FILE…",
    options: &[Flag { name: "--json", value: None, about: "print every result as JSON" }],
    notes: "",
};

/// `podlab bench`.
pub const BENCH: Subcommand = Subcommand {
    name: "bench",
    about: "Measures how many events the engine handles in a second.",
    operands: "",
    options: &[],
    notes: "",
};

/// All of them.
pub const ALL: [&Subcommand; 4] = [&RUN, &REPLAY, &VECTORS, &BENCH];

/// The text of `podlab --help`.
pub fn help() -> String {
    let mut text = "Kubernetes Pods in simulated time.\n\nusage: podlab COMMAND …\n\n".to_owned();
    for command in ALL {
        text.push_str(&format!("  {:8}  {}\n", command.name, command.about));
    }
    text.push_str("\npodlab COMMAND --help tells more.\n");
    text
}
