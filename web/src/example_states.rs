//! The example states of the Pod lifecycle page: seven cases under three restart policies, every one a run.

use crate::sentences::{Sentence, sentence};

/// The restart policies, in the order of the columns.
pub const POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

/// A case of the page.
pub struct Case {
    /// Its name in links, which stays.
    pub name: &'static str,
    /// What happens.
    pub title: Sentence,
    /// What one sees in the end under each policy: the class of the state and its words.
    pub ends: [(&'static str, &'static str); 3],
    /// What the containers do; none as long as Podlab cannot run the case.
    pub plans: Option<&'static [(&'static str, &'static str)]>,
}

/// What one sees of a container that was restarted.
pub const AGAIN: (&str, &str) = ("is-running", "Running, restarted");
const STAYS: (&str, &str) = ("is-running", "Running");
const SUCCEEDED: (&str, &str) = ("is-done", "Succeeded");
const FAILED: (&str, &str) = ("is-failed", "Failed");

/// The cases, in the order of the page.
pub const CASES: [Case; 7] = [
    Case {
        name: "exits-0",
        title: sentence!("case.exits-0"),
        ends: [AGAIN, SUCCEEDED, SUCCEEDED],
        plans: Some(&[("app", "run: 10, exit: 0")]),
    },
    Case {
        name: "exits-1",
        title: sentence!("case.exits-1"),
        ends: [AGAIN, AGAIN, FAILED],
        plans: Some(&[("app", "run: 10, exit: 1")]),
    },
    Case {
        name: "first-exits-1",
        title: sentence!("case.first"),
        ends: [AGAIN, AGAIN, STAYS],
        plans: Some(&[("first", "run: 10, exit: 1"), ("second", "run: -1")]),
    },
    Case {
        name: "second-exits-1",
        title: sentence!("case.second"),
        ends: [AGAIN, AGAIN, FAILED],
        plans: Some(&[("first", "run: 5, exit: 1"), ("second", "run: 12, exit: 1")]),
    },
    Case {
        name: "out-of-memory",
        title: sentence!("case.memory"),
        ends: [AGAIN, AGAIN, FAILED],
        plans: Some(&[("app", "run: 10, exit: 137, reason: OOMKilled")]),
    },
    Case { name: "disk-dies", title: sentence!("case.disk"), ends: [FAILED; 3], plans: None },
    Case { name: "node-cut-off", title: sentence!("case.cut-off"), ends: [FAILED; 3], plans: None },
];

/// The scenario of a case under a policy. In the program's first life the plan is followed; later lives run on.
pub fn text(case: usize, policy: usize) -> String {
    let (case_number, case, policy) = (case, &CASES[case], POLICIES[policy]);
    let plans = case.plans.unwrap_or_default();
    let mut text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: example-{case_number}-{policy}}}\n\
         title: {}, {policy}\nnodes: 1\nuntil: 120\nactions:\n",
        case.title.english()
    );
    for (container, plan) in plans {
        text.push_str(&format!(
            "- {{t: 0, do: runtime-rule, container: {container}, plan: [{{{plan}}}, {{run: -1}}]}}\n"
        ));
    }
    text.push_str(&format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  restartPolicy: {policy}\n  containers:\n"
    ));
    for (container, _) in plans {
        text.push_str(&format!("  - name: {container}\n    image: example.com/{container}:1\n"));
    }
    text
}
