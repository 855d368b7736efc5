//! The verdict of a comparison: which runs come to the same, and what tells the others apart.

use super::differences::TOLERANCE;
use super::outcome::{End, Newest, Outcome, PodEnd, Restarts, WorkloadEnd};
use crate::api::ResourceKind;
use crate::api::status::PodPhase;
use crate::base::text::Text;
use crate::base::time::SimTime;

/// What runs come to, and what tells them apart.
///
/// ```
/// use podlab::api::status::PodPhase;
/// use podlab::questions::compare::{End, Outcome, PodEnd, Restarts, Told, Verdict};
///
/// let pod = |phase, status: &'static str, count| {
///     let containers = if count > 0 { vec!["app".into()] } else { Vec::new() };
///     let restarts = Restarts { containers, of: 1, count };
///     let end = PodEnd { phase, status: status.into(), ready_since: None, restarts };
///     Outcome { end: End::Pod(end), is_stuck: false }
/// };
/// let always = pod(PodPhase::Running, "Running", 2);
/// let never = pod(PodPhase::Failed, "Error", 0);
/// let verdict = Verdict::of(&[always.clone(), always, never]);
/// let runs: Vec<&[usize]> = verdict.groups.iter().map(|group| &group.runs[..]).collect();
/// assert_eq!(runs, [&[0, 1][..], &[2]]);
/// assert_eq!(verdict.groups[1].told[1], Told::Phase(PodPhase::Failed));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The runs by what they come to, in their order. One group when all come to the same.
    pub groups: Vec<Group>,
}

/// Runs that come to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The places of the runs, ascending.
    pub runs: Vec<usize>,
    /// What tells them from the others, the most important first; what they come to when there are no others.
    pub told: Vec<Told>,
}

/// One thing that is told of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The API has no such object.
    Gone(ResourceKind),
    /// How often containers of the Pod were restarted.
    Restarts(Restarts),
    /// The phase of the Pod.
    Phase(PodPhase),
    /// Something waits that does not come by itself, or nothing does.
    Stuck(bool),
    /// Whether the Pod is Ready.
    Ready(bool),
    /// The word that `kubectl get` prints as STATUS of the Pod.
    Status(Text),
    /// Since when the Pod, or all Pods of the workload, are Ready.
    ReadySince {
        /// The moment.
        time: SimTime,
        /// How many Pods; `None` for a Pod alone.
        pods: Option<i64>,
    },
    /// How many Pods of the workload are Ready.
    Pods {
        /// How many are Ready.
        ready: usize,
        /// How many its spec asks for.
        wanted: i64,
    },
    /// Which Pods of the workload have its newest template.
    Newest {
        /// The Pods.
        pods: Newest,
        /// How many Pods the workload has.
        of: usize,
    },
    /// How many restarts there were in all Pods of the workload together.
    RestartsOfAll(i64),
}

/// What can tell runs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    Existence,
    Restarts,
    Phase,
    Stuck,
    Readiness,
    Newest,
    Status,
    ReadySince,
}

impl Point {
    /// All points, the most important first.
    const ALL: [Point; 8] = [
        Point::Existence,
        Point::Restarts,
        Point::Phase,
        Point::Stuck,
        Point::Readiness,
        Point::Newest,
        Point::Status,
        Point::ReadySince,
    ];

    /// Returns whether the point is told only when no other one tells the runs apart: it follows from the others.
    const fn is_minor(self) -> bool {
        match self {
            Point::Existence
            | Point::Restarts
            | Point::Phase
            | Point::Stuck
            | Point::Readiness
            | Point::Newest => false,
            Point::Status | Point::ReadySince => true,
        }
    }

    /// Returns what is told of a run on this point; `None` where the point says nothing of it.
    fn told(self, outcome: &Outcome) -> Option<Told> {
        if self == Point::Stuck {
            return Some(Told::Stuck(outcome.is_stuck));
        }
        match &outcome.end {
            End::Gone(kind) => (self == Point::Existence).then_some(Told::Gone(*kind)),
            End::Pod(pod) => self.of_pod(pod),
            End::Workload(workload) => self.of_workload(workload),
        }
    }

    fn of_pod(self, pod: &PodEnd) -> Option<Told> {
        match self {
            Point::Restarts => Some(Told::Restarts(pod.restarts.clone())),
            Point::Phase => Some(Told::Phase(pod.phase)),
            Point::Readiness => Some(Told::Ready(pod.ready_since.is_some())),
            Point::Status => Some(Told::Status(pod.status.clone())),
            Point::ReadySince => pod.ready_since.map(|time| Told::ReadySince { time, pods: None }),
            Point::Existence | Point::Stuck | Point::Newest => None,
        }
    }

    fn of_workload(self, workload: &WorkloadEnd) -> Option<Told> {
        let WorkloadEnd { wanted, ready, pods, ready_since, newest, restarts } = workload;
        match self {
            Point::Restarts => Some(Told::RestartsOfAll(*restarts)),
            Point::Readiness => Some(Told::Pods { ready: *ready, wanted: *wanted }),
            Point::Newest => Some(Told::Newest { pods: newest.clone(), of: *pods }),
            Point::ReadySince => {
                ready_since.map(|time| Told::ReadySince { time, pods: Some(*wanted) })
            }
            Point::Existence | Point::Phase | Point::Stuck | Point::Status => None,
        }
    }
}

/// Returns whether the same is told of two runs. Moments that are less than a second apart are the same.
fn is_same(one: Option<&Told>, other: Option<&Told>) -> bool {
    if let (Some(Told::ReadySince { time: one, .. }), Some(Told::ReadySince { time: other, .. })) =
        (one, other)
    {
        return one.0.abs_diff(other.0) <= TOLERANCE;
    }
    one == other
}

impl Verdict {
    /// Compares what runs come to.
    pub fn of(outcomes: &[Outcome]) -> Verdict {
        let differs = |point: &Point| {
            let told: Vec<Option<Told>> = outcomes.iter().map(|o| point.told(o)).collect();
            told.iter().any(|other| !is_same(told[0].as_ref(), other.as_ref()))
        };
        let points = if outcomes.is_empty() { Vec::new() } else { chosen(&differs) };
        let mut groups: Vec<Group> = Vec::new();
        for (run, outcome) in outcomes.iter().enumerate() {
            let told: Vec<Told> = match &points[..] {
                [] | [Point::Existence] => in_short(outcome),
                points => points.iter().filter_map(|point| point.told(outcome)).collect(),
            };
            let is_like = |group: &&mut Group| {
                group.told.len() == told.len()
                    && group.told.iter().zip(&told).all(|(a, b)| is_same(Some(a), Some(b)))
            };
            match groups.iter_mut().find(is_like) {
                Some(group) => group.runs.push(run),
                None => groups.push(Group { runs: vec![run], told }),
            }
        }
        Verdict { groups }
    }

    /// Returns whether all runs come to the same.
    pub fn is_same(&self) -> bool {
        self.groups.len() <= 1
    }
}

/// Returns the points that are told: the two most important in which runs differ, and with restarts always the phase.
fn chosen(differs: &dyn Fn(&Point) -> bool) -> Vec<Point> {
    let mut found: Vec<Point> = Point::ALL.into_iter().filter(differs).collect();
    if found.iter().any(|point| !point.is_minor()) {
        found.retain(|point| !point.is_minor());
    }
    match found.first() {
        // What is not there has nothing else to compare.
        Some(Point::Existence) => found.truncate(1),
        Some(Point::Restarts) => found = vec![Point::Restarts, Point::Phase],
        Some(
            Point::Phase
            | Point::Stuck
            | Point::Readiness
            | Point::Newest
            | Point::Status
            | Point::ReadySince,
        )
        | None => found.truncate(2),
    }
    found
}

/// Returns what is told of a run beside which there is none of the same sort to compare it with.
fn in_short(outcome: &Outcome) -> Vec<Told> {
    match &outcome.end {
        End::Gone(kind) => vec![Told::Gone(*kind)],
        End::Pod(pod) => {
            let restarts = Told::Restarts(pod.restarts.clone());
            let phase = Told::Phase(pod.phase);
            if pod.restarts.count > 0 { vec![restarts, phase] } else { vec![phase] }
        }
        End::Workload(workload) => {
            vec![Told::Pods { ready: workload.ready, wanted: workload.wanted }]
        }
    }
}
