//! The example states of the Pod lifecycle page: seven cases under three restart policies.

/// The restart policies, in the order of the columns.
pub const POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];

/// A case of the page.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What happens.
    pub title: &'static str,
    /// The containers, each with what its program does in its first life; none as long as Podlab cannot run the case.
    pub plans: Option<&'static [(&'static str, &'static str)]>,
}

/// The cases, in the order of the page.
pub const CASES: [Case; 7] = [
    Case { title: "One container exits 0", plans: Some(&[("app", "run: 10, exit: 0")]) },
    Case { title: "One container exits 1", plans: Some(&[("app", "run: 10, exit: 1")]) },
    Case {
        title: "First of two exits 1",
        plans: Some(&[("first", "run: 10, exit: 1"), ("second", "run: -1")]),
    },
    Case {
        title: "First is down, second exits 1",
        plans: Some(&[("first", "run: 5, exit: 1"), ("second", "run: 12, exit: 1")]),
    },
    Case {
        title: "Out of memory",
        plans: Some(&[("app", "run: 10, exit: 137, reason: OOMKilled")]),
    },
    Case { title: "The node's disk dies", plans: None },
    Case { title: "The node is cut off", plans: None },
];

/// The scenario of a case under a policy. In the program's first life the plan is followed; later lives run on.
pub fn text(case: usize, policy: usize) -> String {
    let (name, case, policy) = (name(case, policy), &CASES[case], POLICIES[policy]);
    let plans = case.plans.unwrap_or_default();
    let mut text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: {name}}}\n\
         title: {}, {policy}\nnodes: 1\nuntil: 120\nactions:\n",
        case.title
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

/// The cells that Podlab can run: case and policy.
pub fn cells() -> impl Iterator<Item = (usize, usize)> {
    let runs = (0..CASES.len()).filter(|case| CASES[*case].plans.is_some());
    runs.flat_map(|case| (0..POLICIES.len()).map(move |policy| (case, policy)))
}

/// The name of a cell, such as `example-0-Always`.
pub fn name(case: usize, policy: usize) -> String {
    format!("example-{case}-{}", POLICIES[policy])
}

/// The cell of that name, when Podlab can run it.
pub fn named(wanted: &str) -> Option<(usize, usize)> {
    cells().find(|(case, policy)| name(*case, *policy) == wanted)
}
