//! The example states of the Pod lifecycle page: seven cases under three restart policies, every one a run.

use crate::sentences::{Sentence, say, sentence};

/// The restart policies, in the order of the columns.
pub const POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

/// A case of the page.
pub struct Case {
    /// What happens.
    pub title: Sentence,
    /// What one sees in the end under each policy.
    pub ends: [End; 3],
    /// What the containers do.
    plans: &'static [(&'static str, &'static str)],
    /// What happens to the node, as actions.
    faults: &'static str,
    /// Seconds that are shown.
    until: u32,
}

/// What one sees in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The container runs again.
    Again,
    /// The Pod goes on as it was.
    Stays,
    /// The Pod has ended well.
    Succeeded,
    /// The Pod has ended badly.
    Failed,
    /// The Pod is Failed for a moment, and then its object goes. Rule P-1013.
    Gone,
    /// The Pod is to go, and nobody can confirm that it has. Rule P-1012.
    Leaves,
}

impl End {
    /// The class and the icon of the state.
    pub const fn look(self) -> (&'static str, &'static str) {
        match self {
            End::Again | End::Stays => ("is-running", "#i-running"),
            End::Succeeded => ("is-done", "#i-done"),
            End::Failed | End::Gone => ("is-failed", "#i-failed"),
            End::Leaves => ("is-unknown", "#i-unknown"),
        }
    }

    /// Its words.
    pub fn words(self) -> &'static str {
        match self {
            End::Again => say!("case.again"),
            End::Stays => "Running",
            End::Succeeded => "Succeeded",
            End::Failed => "Failed",
            End::Gone => say!("case.gone"),
            End::Leaves => "Terminating",
        }
    }
}

const CASE: Case = Case {
    title: sentence!("case.exits-0"),
    ends: [End::Stays; 3],
    plans: &[],
    faults: "",
    until: 120,
};

/// The cases, in the order of the page.
pub const CASES: [Case; 7] = [
    Case {
        ends: [End::Again, End::Succeeded, End::Succeeded],
        plans: &[("app", "run: 10, exit: 0")],
        ..CASE
    },
    Case {
        title: sentence!("case.exits-1"),
        ends: [End::Again, End::Again, End::Failed],
        plans: &[("app", "run: 10, exit: 1")],
        ..CASE
    },
    Case {
        title: sentence!("case.first"),
        ends: [End::Again, End::Again, End::Stays],
        plans: &[("first", "run: 10, exit: 1"), ("second", "run: -1")],
        ..CASE
    },
    Case {
        title: sentence!("case.second"),
        ends: [End::Again, End::Again, End::Failed],
        plans: &[("first", "run: 5, exit: 1"), ("second", "run: 12, exit: 1")],
        ..CASE
    },
    Case {
        title: sentence!("case.memory"),
        ends: [End::Again, End::Again, End::Failed],
        plans: &[("app", "run: 10, exit: 137, reason: OOMKilled")],
        ..CASE
    },
    // Whatever the policy: nothing is restarted where nothing runs, or where nobody is heard.
    Case {
        title: sentence!("case.disk"),
        ends: [End::Gone; 3],
        plans: &[("app", "run: -1")],
        faults: "- {t: 10, do: node-disk-failed, node: node-1}\n- {t: 80, do: delete, object: node/node-1}\n",
        until: 150,
    },
    Case {
        title: sentence!("case.cut-off"),
        ends: [End::Leaves; 3],
        plans: &[("app", "run: -1")],
        faults: "- {t: 10, do: node-network-cut, node: node-1}\n",
        until: 420,
    },
];

/// The scenario of a case under a policy. In the program's first life the plan is followed; later lives run on.
pub fn text(case: usize, policy: usize) -> String {
    let (case_number, case, policy) = (case, &CASES[case], POLICIES[policy]);
    let Case { plans, faults, until, .. } = case;
    // A lost node is one of several, or none would count as lost.
    let nodes = if faults.is_empty() { 1 } else { 3 };
    let mut text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: example-{case_number}-{policy}}}\n\
         title: {}, {policy}\nnodes: {nodes}\nuntil: {until}\nactions:\n",
        case.title.english()
    );
    for (container, plan) in *plans {
        text.push_str(&format!(
            "- {{t: 0, do: runtime-rule, container: {container}, plan: [{{{plan}}}, {{run: -1}}]}}\n"
        ));
    }
    text.push_str(faults);
    text.push_str(&format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  restartPolicy: {policy}\n  containers:\n"
    ));
    for (container, _) in *plans {
        text.push_str(&format!("  - name: {container}\n    image: example.com/{container}:1\n"));
    }
    text
}
