//! The example states of the Pod lifecycle page: seven cases under three restart policies.

use crate::level::Level;

/// The restart policies, in the order of the columns.
pub const POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

/// A case of the page.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its name in links, which stays.
    pub name: &'static str,
    /// What happens.
    pub title: &'static str,
    /// The containers, each with what its program does in its first life.
    pub plans: &'static [(&'static str, &'static str)],
    /// What happens to the node, as actions.
    faults: &'static str,
    /// How much it asks of its reader.
    pub level: Level,
    /// Seconds that are shown.
    until: u32,
}

/// Where nothing happens to the node.
const CASE: Case =
    Case { name: "", title: "", plans: &[], faults: "", level: Level::Beginner, until: 120 };

/// The cases, in the order of the page.
pub const CASES: [Case; 7] = [
    Case {
        name: "exits-0",
        title: "One container exits 0",
        plans: &[("app", "run: 10, exit: 0")],
        ..CASE
    },
    Case {
        name: "exits-1",
        title: "One container exits 1",
        plans: &[("app", "run: 10, exit: 1")],
        ..CASE
    },
    Case {
        name: "first-exits-1",
        title: "First of two exits 1",
        level: Level::Intermediate,
        plans: &[("first", "run: 10, exit: 1"), ("second", "run: -1")],
        ..CASE
    },
    Case {
        name: "second-exits-1",
        title: "First is down, second exits 1",
        level: Level::Intermediate,
        plans: &[("first", "run: 5, exit: 1"), ("second", "run: 12, exit: 1")],
        ..CASE
    },
    Case {
        name: "out-of-memory",
        title: "Out of memory",
        plans: &[("app", "run: 10, exit: 137, reason: OOMKilled")],
        ..CASE
    },
    Case {
        name: "disk-dies",
        title: "The node's disk fails",
        plans: &[("app", "run: -1")],
        faults: "- {t: 10, do: node-disk-failed, node: node-1}\n- {t: 80, do: delete, object: node/node-1}\n",
        level: Level::Advanced,
        until: 150,
    },
    Case {
        name: "node-cut-off",
        title: "The node is cut off",
        plans: &[("app", "run: -1")],
        faults: "- {t: 10, do: node-network-cut, node: node-1}\n",
        level: Level::Advanced,
        until: 420,
    },
];

/// The scenario of a case under a policy. In the program's first life the plan is followed; later lives run on.
pub fn text(case: usize, policy: usize) -> String {
    let id = name(case, policy);
    let (Case { title, plans, faults, until, .. }, policy) = (CASES[case], POLICIES[policy]);
    // A lost node is one of several, or none would count as lost.
    let nodes = if faults.is_empty() { 1 } else { 3 };
    let mut text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: {id}}}\n\
         title: {title}, {policy}\nnodes: {nodes}\nuntil: {until}\nactions:\n"
    );
    for (container, plan) in plans {
        text.push_str(&format!(
            "- {{t: 0, do: runtime-rule, container: {container}, plan: [{{{plan}}}, {{run: -1}}]}}\n"
        ));
    }
    text.push_str(faults);
    text.push_str(&format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: demo\nspec:\n  restartPolicy: {policy}\n  containers:\n"
    ));
    for (container, _) in plans {
        text.push_str(&format!("  - name: {container}\n    image: example.com/{container}:1\n"));
    }
    text
}

/// The cells: case and policy.
pub fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..CASES.len()).flat_map(|case| (0..POLICIES.len()).map(move |policy| (case, policy)))
}

/// The name of a cell, such as `example-0-Always`.
pub fn name(case: usize, policy: usize) -> String {
    format!("example-{case}-{}", POLICIES[policy])
}

/// The cell of that name, or of the name it has in links: `example/exits-0/Always`.
pub fn named(wanted: &str) -> Option<(usize, usize)> {
    cells().find(|(case, policy)| {
        let link = ["example", CASES[*case].name, POLICIES[*policy]];
        name(*case, *policy) == wanted || wanted.split('/').eq(link)
    })
}
