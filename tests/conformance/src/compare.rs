//! The comparison of two runs of one scenario, facet by facet.
//!
//! Real components race. So a step that lasted less than `short` seconds may be missing on the other side, every
//! longer step may not; acts closer together than that have no order; an Event of a racy reason that happened once
//! may be missing. Steps may come 3 s or 15 % earlier or later, whichever is more; 10 s while a container backs off,
//! because its re-queues are jittered; 15 s where a Pod is removed, because housekeeping removes it.
use crate::run::{EventKey, Rows, Run};
use crate::steps::{Step, align};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Steps shorter than this, in seconds, may be missing on the other side.
pub const SHORT: f64 = 2.0;

/// One aspect of a run that is judged by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Facet {
    /// Pods created, deleted and removed: the same acts in the same order.
    Order,
    /// What `kubectl get pods` showed of each Pod, step by step.
    Rows,
    /// State, reason, exit code and restarts of each container, step by step.
    Containers,
    /// Status and reason of each Pod condition, step by step.
    Conditions,
    /// The Events, by what they are about, their reason and text.
    Events,
    /// The Pods ready and not ready behind each Service, step by step.
    Endpoints,
    /// The status of each controller, step by step.
    Controllers,
    /// When each step of the rows came, measured from the step before.
    Timing,
}

impl Facet {
    /// Every facet, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Order,
        Self::Rows,
        Self::Containers,
        Self::Conditions,
        Self::Events,
        Self::Endpoints,
        Self::Controllers,
        Self::Timing,
    ];

    /// The name of the facet in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Rows => "rows",
            Self::Containers => "containers",
            Self::Conditions => "conditions",
            Self::Events => "events",
            Self::Endpoints => "endpoints",
            Self::Controllers => "controllers",
            Self::Timing => "timing",
        }
    }

    /// The facet of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|facet| facet.name() == name)
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// For each facet nothing, or the first difference.
pub type Verdict = BTreeMap<Facet, Option<String>>;

/// Reasons of Events that may be missing if they happened once.
const RACY: [&str; 10] = [
    "Unhealthy",
    "BackOff",
    "FailedMount",
    "FailedScheduling",
    "FailedToUpdateEndpoint",
    "FailedToUpdateEndpointSlices",
    "NodeNotReady",
    "FailedCreatePodSandBox",
    "FailedKillPod",
    "FailedPreStopHook",
];

/// A STATUS that holds one of these belongs to a container that is tried again every 10 to 15 s.
const BACKING_OFF: [&str; 5] = ["BackOff", "Error", "Completed", "OOMKilled", "ErrImagePull"];

/// Compares a simulated run with the recorded one. A run that cannot be read differs in every facet.
#[must_use]
pub fn compare(real: &Value, sim: &Value, short: f64) -> Verdict {
    match (Run::read(real), Run::read(sim)) {
        (Ok(real), Ok(sim)) if !comparable(&differing_events(&real, &sim)) => {
            unusable("an Event has no type or no reason")
        }
        (Ok(real), Ok(sim)) => Facet::ALL
            .into_iter()
            .map(|facet| (facet, first_difference(facet, &real, &sim, short)))
            .collect(),
        (Err(why), _) | (_, Err(why)) => unusable(&why),
    }
}

/// The verdict on a run that cannot be compared, with the reason in every facet.
#[must_use]
pub fn unusable(why: &str) -> Verdict {
    let why = format!("no usable run: {why}");
    Facet::ALL.into_iter().map(|facet| (facet, Some(why.clone()))).collect()
}

/// The first difference of EndpointSlices, which only some recordings hold and which are no facet of their own.
#[must_use]
pub fn endpoint_slices(real: &Value, sim: &Value, short: f64) -> Option<String> {
    match (Run::read(real), Run::read(sim)) {
        (Ok(real), Ok(sim)) => step_by_step(&real.endpoint_slices(), &sim.endpoint_slices(), short),
        (Err(why), _) | (_, Err(why)) => Some(why),
    }
}

fn first_difference(facet: Facet, real: &Run, sim: &Run, short: f64) -> Option<String> {
    match facet {
        Facet::Order => order(real, sim, short),
        Facet::Rows => step_by_step(&real.rows(), &sim.rows(), short),
        Facet::Containers => step_by_step(&real.containers(), &sim.containers(), short),
        Facet::Conditions => step_by_step(&real.conditions(), &sim.conditions(), short),
        Facet::Events => events(real, sim),
        Facet::Endpoints => step_by_step(&real.endpoints(), &sim.endpoints(), short),
        Facet::Controllers => step_by_step(&real.controllers(), &sim.controllers(), short),
        Facet::Timing => timing(&real.rows(), &sim.rows(), short),
    }
}

/// Compares the sets of rows that bear the same name.
fn step_by_step(real: &Rows, sim: &Rows, short: f64) -> Option<String> {
    let names: BTreeSet<&String> = real.keys().chain(sim.keys()).collect();
    for name in names {
        let a: &[Vec<Step>] = real.get(name).map_or(&[], Vec::as_slice);
        let mut b: Vec<&Vec<Step>> = sim.get(name).into_iter().flatten().collect();
        let lasting = |row: &&Vec<Step>| row.iter().any(|step| step.lasted >= short);
        if a.len() != b.len()
            && a.iter().filter(lasting).count() != b.iter().filter(|row| lasting(row)).count()
        {
            return Some(format!("{name}: {} in the real run, {} simulated", a.len(), b.len()));
        }
        for row in a {
            let Some(hit) = b.iter().position(|other| align(row, other, short).is_some()) else {
                let other = b.first().map_or("none left".to_owned(), |other| shown(other));
                return Some(format!(
                    "{name}\n      real      {}\n      simulated {other}",
                    shown(row)
                ));
            };
            b.remove(hit);
        }
    }
    None
}

fn shown(row: &[Step]) -> String {
    let steps = row.iter().map(|step| json!([(step.at * 10.0).round() / 10.0, step.value]));
    steps.collect::<Value>().to_string()
}

fn order(real: &Run, sim: &Run, short: f64) -> Option<String> {
    let (real, sim) = (real.acts(), sim.acts());
    let here: BTreeMap<&str, f64> = real.iter().map(|(act, at)| (act.as_str(), *at)).collect();
    let there: BTreeMap<&str, f64> = sim.iter().map(|(act, at)| (act.as_str(), *at)).collect();
    let only = |acts: &[(String, f64)], other: &BTreeMap<&str, f64>, run: &'static str| {
        let missing = acts.iter().filter(|(act, _)| !other.contains_key(act.as_str()));
        missing.map(|(act, at)| (*at, act.clone(), run)).collect::<Vec<_>>()
    };
    let mut missing = only(&real, &there, "real");
    missing.extend(only(&sim, &here, "simulated"));
    missing.sort_by(|x, y| x.0.total_cmp(&y.0));
    if let Some((at, act, run)) = missing.first() {
        let n = missing.len();
        return Some(format!("{act} at {at:.1} s only in the {run} run ({n} such acts)"));
    }
    for (x, x_at) in &real {
        for (y, y_at) in &real {
            let (x_sim, y_sim) = (there[x.as_str()], there[y.as_str()]);
            if y_at - x_at > short && x_sim - y_sim > 0.0 {
                return Some(format!(
                    "real: {x} at {x_at:.1}, {y} at {y_at:.1}; simulated {x_sim:.1}, {y_sim:.1}"
                ));
            }
        }
    }
    None
}

/// Events of one run only, with the run and the highest count.
fn differing_events(real: &Run, sim: &Run) -> BTreeMap<EventKey, (&'static str, f64)> {
    let (real, sim) = (real.events(), sim.events());
    let only = |these: &BTreeMap<EventKey, f64>, those: &BTreeMap<EventKey, f64>, run| {
        let missing = these.iter().filter(|(key, _)| !those.contains_key(*key));
        missing.map(|(key, count)| (key.clone(), (run, *count))).collect::<Vec<_>>()
    };
    let mut differing = only(&real, &sim, "real");
    differing.extend(only(&sim, &real, "simulated"));
    differing.into_iter().collect()
}

/// Whether the Events have an order. A missing type or reason has none among Events that have one; as the reference
/// comparison puts them in order, it rejects such a run as a whole.
fn comparable(events: &BTreeMap<EventKey, (&'static str, f64)>) -> bool {
    let keys: Vec<&EventKey> = events.keys().collect();
    keys.windows(2).all(|pair| {
        let [a, b] = [pair[0], pair[1]];
        let mixed_types = a.0 == b.0 && a.1.is_some() != b.1.is_some();
        let mixed_reasons = (&a.0, &a.1) == (&b.0, &b.1) && a.2.is_some() != b.2.is_some();
        !mixed_types && !mixed_reasons
    })
}

fn events(real: &Run, sim: &Run) -> Option<String> {
    let differing = differing_events(real, sim);
    let excused = |key: &EventKey, count: f64| {
        // A count is a whole number; one time is 1.
        let once = (0.5..1.5).contains(&count);
        once && key.2.as_deref().is_some_and(|reason| RACY.contains(&reason))
    };
    let (key, (run, count)) = differing.iter().find(|(key, (_, count))| !excused(key, *count))?;
    let (about, kind, reason, message) = key;
    let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "none".to_owned());
    let (kind, reason) = (word(kind), word(reason));
    Some(format!("only in the {run} run: {about} | {kind} | {reason} | {message} (x{count})"))
}

fn timing(real: &Rows, sim: &Rows, short: f64) -> Option<String> {
    for (name, rows) in real.iter().filter(|(name, _)| !name.starts_with('<')) {
        let here = &rows[0];
        let pairs = sim.get(name).and_then(|rows| Some((&rows[0], align(here, &rows[0], short)?)));
        let Some((there, pairs)) = pairs else {
            return Some(format!("{name}: rows differ"));
        };
        for pair in pairs.windows(2) {
            let [(i0, j0), (i, j)] = [pair[0], pair[1]];
            let took = here[i].at - here[i0].at;
            let took_there = there[j].at - there[j0].at;
            let backing_off = [i0, i].iter().any(|n| backs_off(&here[*n].value));
            let allowed = if here[i].value == json!(["gone"]) {
                15.0
            } else {
                f64::max(if backing_off { 10.0 } else { 3.0 }, 0.15 * took)
            };
            if (took - took_there).abs() > allowed {
                let value = &here[i].value;
                return Some(format!(
                    "{name}: {value} came after {took:.1} s, simulated after {took_there:.1} s"
                ));
            }
        }
    }
    None
}

fn backs_off(row: &Value) -> bool {
    let status = row[2].as_str().unwrap_or_default();
    BACKING_OFF.iter().any(|word| status.contains(word))
}
