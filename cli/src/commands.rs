//! The subcommands, as `--help` tells them.

use crate::arguments::{Flag, Subcommand};

/// The seed of a run.
const SEED: Flag =
    Flag { name: "--seed", value: Some("N"), about: "seed of all chance; the scenario's, or 1" };
/// The release of a run.
const KUBERNETES: Flag = Flag {
    name: "--kubernetes",
    value: Some("RELEASE"),
    about: "1.20, 1.28 or current; the scenario's, or current",
};

/// When states show.
const CADENCE: Flag = Flag {
    name: "--cadence",
    value: Some("WHEN"),
    about: "when kubelets show what they know: real, or didactic: at once, for teaching, not as a cluster does; the scenario's, or real",
};
/// How long restarts are held back.
const RESTART_PERIOD: Flag = Flag {
    name: "--max-container-restart-period",
    value: Some("TIME"),
    about: "longest back-off of restarts, 1s to 300s, as kubelets of 1.32 and newer take it; the scenario's",
};
/// What kubelets are told about evictions: soft thresholds.
const EVICTION_SOFT: Flag = Flag {
    name: "--eviction-soft",
    value: Some("SIGNAL<AMOUNT,…"),
    about: "soft eviction thresholds, such as memory.available<500Mi; the scenario's",
};
/// How long they have to be crossed.
const EVICTION_SOFT_GRACE: Flag = Flag {
    name: "--eviction-soft-grace-period",
    value: Some("SIGNAL=TIME,…"),
    about: "how long each of them has to be crossed before Pods go; the scenario's",
};
/// The grace of Pods that go.
const EVICTION_MAX_GRACE: Flag = Flag {
    name: "--eviction-max-pod-grace-period",
    value: Some("SECONDS"),
    about: "most grace of a Pod that goes for that reason; the scenario's, or 0",
};
/// How much is made free.
const EVICTION_RECLAIM: Flag = Flag {
    name: "--eviction-minimum-reclaim",
    value: Some("SIGNAL=AMOUNT,…"),
    about: "how much more than a threshold is to be made free; the scenario's",
};
/// The options about evictions, and the field of a scenario each stands for.
pub const EVICTION: [(&str, &str); 4] = [
    (EVICTION_SOFT.name, "evictionSoft"),
    (EVICTION_SOFT_GRACE.name, "evictionSoftGracePeriod"),
    (EVICTION_MAX_GRACE.name, "evictionMaxPodGracePeriod"),
    (EVICTION_RECLAIM.name, "evictionMinimumReclaim"),
];
/// Gates of the cluster.
const FEATURE_GATES: Flag = Flag {
    name: "--feature-gates",
    value: Some("NAME=BOOL,…"),
    about: "switch ContainerStopSignals, MaxUnavailableStatefulSet, ReduceDefaultCrashLoopBackOffDecay; the scenario's",
};

/// `podlab run`.
pub const RUN: Subcommand = Subcommand {
    name: "run",
    about: "Runs manifests and scenarios in simulated time and prints what a watch would show.",
    operands: "FILE…",
    options: &[
        Flag {
            name: "--until",
            value: Some("TIME"),
            about: "simulated time to run, such as 90s or 1h30m, or never for ten years; the scenario's, or 10m",
        },
        SEED,
        KUBERNETES,
        CADENCE,
        RESTART_PERIOD,
        FEATURE_GATES,
        EVICTION_SOFT,
        EVICTION_SOFT_GRACE,
        EVICTION_MAX_GRACE,
        EVICTION_RECLAIM,
        Flag {
            name: "--output",
            value: Some("FORMAT"),
            about: "table (kubectl get pods -w), events (kubectl get events -w), describe or json",
        },
        Flag {
            name: "--why",
            value: Some("[KIND/]NAME[/SUBJECT]"),
            about: "print why the object is as it is at the end or not there, and what it waits for",
        },
        Flag { name: "--language", value: Some("CODE"), about: "en, id or ko, for --why" },
        Flag {
            name: "--save",
            value: Some("FILE"),
            about: "write the run to a file that runs again and opens on the page",
        },
    ],
    notes: "\nSeveral files are one run; `-` is standard input. A file that --save wrote is a run by itself,\n\
            and so is a link with #/run/ in it.\n\
            A SUBJECT is phase, status, node, deletion, a condition such as Ready, a container, or\n\
            a container with .ready, .restarts, .liveness, .readiness or .startup after its name.\n",
};

/// `podlab explore`.
pub const EXPLORE: Subcommand = Subcommand {
    name: "explore",
    about: "Searches for a run in which something happens, and prints the shortest.",
    operands: "FILE…",
    options: &[
        Flag { name: "--can", value: Some("QUESTION"), about: "what may happen; see below" },
        Flag { name: "--steps", value: Some("N"), about: "most steps of a run; 5" },
        Flag { name: "--states", value: Some("N"), about: "most states to visit; 20000" },
        Flag { name: "--at", value: Some("TIME"), about: "simulated time to run first; 0s" },
        Flag {
            name: "--acts",
            value: Some("KINDS"),
            about: "what may be done: exits,probes,images,deletes,force,sets,nodes; all but nodes",
        },
        KUBERNETES,
        Flag { name: "--language", value: Some("CODE"), about: "en, id or ko" },
        Flag {
            name: "--save",
            value: Some("FILE"),
            about: "write the run that was found to a file",
        },
    ],
    notes: "\nA step is an act, or to let time pass until something visible happens or nothing does any more.\n\
            These questions can be asked:\n  \
            \"pod/NAME phase PHASE\"\n  \
            \"pod/NAME condition TYPE STATUS\"\n  \
            \"pod/NAME container NAME STATE-OR-REASON\"\n  \
            \"pod/NAME restarts > N\"\n  \
            \"pod/NAME gone\"\n  \
            \"pod/NAME twice\" (in the API), \"pod/NAME runs-twice\" (programs)\n  \
            \"pod/NAME before pod/NAME\" (is Ready)\n  \
            \"statefulset/NAME below-partition\"\n  \
            \"statefulset/NAME pods > N\"\n",
};

/// `podlab compare`.
pub const COMPARE: Subcommand = Subcommand {
    name: "compare",
    about: "Runs variants of one run on one clock and prints where they begin to differ.",
    operands: "FILE…",
    options: &[
        Flag {
            name: "--vary",
            value: Some("WHAT=A,B,…"),
            about: "what varies, and its two to four values; see below",
        },
        Flag {
            name: "--until",
            value: Some("TIME"),
            about: "simulated time to run; the scenario's, or 10m",
        },
        SEED,
        KUBERNETES,
        Flag { name: "--output", value: Some("FORMAT"), about: "table or json" },
        Flag { name: "--language", value: Some("CODE"), about: "en, id or ko" },
    ],
    notes: "\nWHAT is kubernetes, seed, or the path of a field of the Pods and StatefulSets, such as\n  \
            restartPolicy=Always,OnFailure,Never\n  \
            podManagementPolicy=OrderedReady,Parallel\n  \
            updateStrategy.rollingUpdate.partition=0,1,2\n  \
            containers[app].livenessProbe.failureThreshold=1,3\n\
            What lasts less than a second is no difference. A cell says STATUS, READY and RESTARTS.\n",
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

/// `podlab link`.
pub const LINK: Subcommand = Subcommand {
    name: "link",
    about: "Prints a link that opens manifests, a scenario or a saved run on the page.",
    operands: "FILE…",
    options: &[
        Flag {
            name: "--page",
            value: Some("ADDRESS"),
            about: "the address of the page; without it only what comes after it is printed",
        },
        Flag {
            name: "--at",
            value: Some("TIME"),
            about: "the moment it opens at, such as 90s; that of a saved run, or the beginning",
        },
        SEED,
        KUBERNETES,
        LANGUAGE,
    ],
    notes: "\nThe link holds the run itself: the page needs nothing else. A scene by its name, as it begins, has a short one.\n",
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
    about: "Measures how fast the engine is, and what sets of growing size cost.",
    operands: "",
    options: &[Flag {
        name: "--only",
        value: Some("WORDS"),
        about: "leave out the runs whose names do not contain them",
    }],
    notes: "",
};

/// `podlab dns`.
pub const DNS: Subcommand = Subcommand {
    name: "dns",
    about: "Asks the cluster's DNS for a name, and tells why it does not resolve.",
    operands: "NAME FILE…",
    options: &[
        Flag {
            name: "--at",
            value: Some("TIME"),
            about: "when it asks, such as 90s; the end of the scenario, or 10m",
        },
        Flag {
            name: "--from",
            value: Some("NAMESPACE"),
            about: "the namespace of the Pod that asks; default",
        },
    ],
    notes: "\nThe exit code is 1 when the name does not resolve.\n",
};

/// The language of what is drawn or written.
const LANGUAGE: Flag = Flag { name: "--language", value: Some("CODE"), about: "en, id or ko" };
/// The Pod that is drawn.
const POD: Flag = Flag {
    name: "--pod",
    value: Some("NAME"),
    about: "the Pod to show; the first one, or the whole set",
};
/// Where a picture goes.
const OUTPUT: Flag = Flag {
    name: "--output",
    value: Some("FILE"),
    about: "write to this file, not to standard output",
};

/// `podlab render`.
pub const RENDER: Subcommand = Subcommand {
    name: "render",
    about: "Draws a moment of a run as a picture, a table, a transcript or a document.",
    operands: "SCENE|FILE…",
    options: &[
        Flag {
            name: "--at",
            value: Some("TIME"),
            about: "the moment, such as 90, 90s or 2m30s, or end; the end of the scenario, or 10m",
        },
        Flag { name: "--format", value: Some("FORMAT"), about: "svg, png, md, txt or json; svg" },
        POD,
        SEED,
        KUBERNETES,
        LANGUAGE,
        Flag {
            name: "--theme",
            value: Some("THEME"),
            about: "auto (svg only), light or dark; auto, for png light",
        },
        OUTPUT,
    ],
    notes: "\nA SCENE is the name of a scene, such as crash-loop, or of an example state, such as example-0-Never.\n\
            Words after -o say the format when --format does not: -o figure.png.\n",
};

/// `podlab animate`.
pub const ANIMATE: Subcommand = Subcommand {
    name: "animate",
    about: "Films a run as an SVG that moves, or as a recording of a terminal.",
    operands: "SCENE|FILE…",
    options: &[
        Flag {
            name: "--until",
            value: Some("TIME"),
            about: "the last moment, such as 90s, or end; the end of the scenario, or 10m",
        },
        Flag {
            name: "--format",
            value: Some("FORMAT"),
            about: "svg, or cast (asciicast, version 2, of kubectl get pods -w); svg",
        },
        Flag {
            name: "--speed",
            value: Some("N"),
            about: "simulated seconds in a second; 10, for cast 1",
        },
        POD,
        SEED,
        KUBERNETES,
        LANGUAGE,
        Flag { name: "--theme", value: Some("THEME"), about: "auto, light or dark; auto" },
        OUTPUT,
    ],
    notes: "\nThe SVG shows each visible change for 0.6 to 3 seconds, again and again; it stands still for those\n\
            who asked their system for less motion, and while a pointer is over it.\n",
};

/// `podlab check`.
pub const CHECK: Subcommand = Subcommand {
    name: "check",
    about: "Tells which claims of Markdown pages are not true, with what is.",
    operands: "PAGE.md…",
    options: &[Flag { name: "--format", value: Some("FORMAT"), about: "text or json; text" }],
    notes: "\nA ```podlab-expect block claims things of the ```podlab block before it, or of a scene it names:\n  \
            at: 90s\n  \
            phase: Running\n  \
            status: CrashLoopBackOff\n  \
            restarts: 3\n  \
            condition Ready: False\n  \
            container app: waiting CrashLoopBackOff\n\
            A table with columns Always, OnFailure or Never claims phases of the example states in its rows.\n\
            The exit code is 1 when a claim is wrong, and 2 when a page cannot be read.\n",
};

/// `podlab mdbook`.
pub const MDBOOK: Subcommand = Subcommand {
    name: "mdbook",
    about: "Turns ```podlab blocks of a book into labs; a preprocessor for mdBook.",
    operands: "[supports RENDERER]",
    options: &[],
    notes: "\nmdBook calls it when book.toml says:\n  \
            [preprocessor.podlab]\n  \
            command = \"podlab mdbook\"\n\
            For HTML a block becomes a <pod-lab> element with a still in it, for all else a table.\n",
};

/// All of them.
pub const ALL: [&Subcommand; 12] = [
    &RUN, &RENDER, &ANIMATE, &CHECK, &MDBOOK, &COMPARE, &EXPLORE, &DNS, &LINK, &REPLAY, &VECTORS,
    &BENCH,
];

/// The text of `podlab --help`.
pub fn help() -> String {
    let mut text = "Kubernetes Pods in simulated time.\n\nusage: podlab COMMAND …\n\n".to_owned();
    for command in ALL {
        text.push_str(&format!("  {:8}  {}\n", command.name, command.about));
    }
    text.push_str("\npodlab COMMAND --help tells more, podlab --version which Podlab it is.\n");
    text
}
