//! Finds where the rows of several stories begin to differ.

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::timeline::story::{Row, Segment, Story};

/// A difference that lasts less than this many milliseconds does not count: the kubelet looks at its Pods once a
/// second, and the API's times are whole seconds.
pub(super) const TOLERANCE: u64 = 1000;

/// Where a row begins to differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// When it begins to differ.
    pub from: SimTime,
    /// The Pod that the row belongs to; `None` for a row that belongs to no Pod.
    pub pod: Option<Text>,
    /// The row.
    pub row: Row,
    /// The segment that each run shows at that moment, without its end; `None` where a run shows nothing.
    pub values: Vec<Option<Segment>>,
    /// The number of the change that began the segment, for each run.
    pub changes: Vec<Option<u64>>,
}

impl Difference {
    /// Returns the place of the row among the others when they are read: what says most of a Pod comes first.
    pub const fn rank(&self) -> u8 {
        match self.row {
            Row::Phase => 0,
            Row::Status => 1,
            Row::Container(_) => 2,
            Row::Restarts(_) => 3,
            Row::Condition(_) => 4,
            Row::Probe(..) => 5,
            Row::Endpoints(_) => 6,
            Row::Node(_) => 7,
            Row::Controller => 8,
        }
    }
}

/// The first difference of every row, sorted by time.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    found: Vec<Difference>,
    /// The rows of the differences, in order.
    rows: Vec<(Option<Text>, Row)>,
    until: SimTime,
}

impl Differences {
    /// Returns all differences, the earliest first.
    pub fn all(&self) -> &[Difference] {
        &self.found
    }

    /// Returns all differences with their places in [`Differences::all`], those that say most first.
    pub fn ranked(&self) -> Vec<(usize, &Difference)> {
        let mut ranked: Vec<(usize, &Difference)> = self.found.iter().enumerate().collect();
        ranked.sort_by_key(|(_, difference)| difference.rank());
        ranked
    }

    /// Returns the moment up to which the stories were compared.
    pub fn until(&self) -> SimTime {
        self.until
    }

    /// Returns the difference of a row. `pod` names the Pod that the row belongs to.
    pub fn of(&self, pod: Option<&str>, row: &Row) -> Option<&Difference> {
        self.place(pod, row).ok()?;
        self.found.iter().find(|found| found.row == *row && found.pod.as_deref() == pod)
    }

    /// Finds the place of a row among those that differ, or the place where it would be inserted.
    fn place(&self, pod: Option<&str>, row: &Row) -> Result<usize, usize> {
        self.rows.binary_search_by(|(p, r)| (p.as_deref(), r).cmp(&(pod, row)))
    }

    /// Compares the stories up to a moment that all of them have reached. Differences that were found before stay.
    pub fn look(&mut self, stories: &[&Story], until: SimTime) {
        let looked = self.until;
        self.until = looked.max(until);
        for (index, story) in stories.iter().enumerate() {
            // Look at each row once, even when several stories have it.
            let before = &stories[..index];
            for row in story.common_rows() {
                if before.iter().all(|before| before.segments(row).is_empty()) {
                    self.look_at(stories, None, row, looked, until);
                }
            }
            for pod in story.pods() {
                for row in story.rows_of(pod) {
                    if before.iter().all(|before| before.segments_of(pod, row).is_empty()) {
                        self.look_at(stories, Some(pod), row, looked, until);
                    }
                }
            }
        }
    }

    /// Compares a row that did not differ so far.
    fn look_at(
        &mut self,
        stories: &[&Story],
        pod: Option<&Text>,
        row: &Row,
        looked: SimTime,
        until: SimTime,
    ) {
        let name = pod.map(Text::as_str);
        let Err(place) = self.place(name, row) else { return };
        let lines = stories.iter().map(|story| story.segments_of(name.unwrap_or_default(), row));
        let lines: Vec<&[Segment]> = lines.collect();
        let since = stories.iter().map(|story| story.since()).max().unwrap_or_default();
        // A later difference may not have lasted long enough yet.
        let settled = SimTime(looked.0.saturating_sub(TOLERANCE));
        // Marks are counted, and that needs all of them.
        let shown = match row {
            Row::Probe(..) | Row::Controller if since > SimTime::ZERO => None,
            Row::Probe(..) | Row::Controller => parting_of_marks(&lines, settled, until),
            Row::Phase
            | Row::Status
            | Row::Restarts(_)
            | Row::Condition(_)
            | Row::Container(_)
            | Row::Endpoints(_)
            | Row::Node(_) => parting(&lines, since.max(settled), until),
        };
        let Some((from, shown)) = shown else { return };
        let begun = |segment: &Segment| Segment { to: None, ended: None, ..segment.clone() };
        let changes = shown.iter().zip(&lines).map(|(shown, line)| match shown {
            Some(segment) => Some(segment.change),
            None => line.iter().rfind(|segment| segment.from <= from)?.ended,
        });
        let changes = changes.collect();
        let values = shown.into_iter().map(|shown| shown.map(begun)).collect();
        let (pod, row) = (pod.cloned(), row.clone());
        self.rows.insert(place, (pod.clone(), row.clone()));
        let place = self.found.partition_point(|f| (f.from, &f.pod, &f.row) < (from, &pod, &row));
        self.found.insert(place, Difference { from, pod, row, values, changes });
    }
}

/// When lines begin to differ, and what each of them shows then.
type Parting<'a> = (SimTime, Vec<Option<&'a Segment>>);

fn is_same(a: Option<&Segment>, b: Option<&Segment>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.value == b.value && a.ready == b.ready,
        (None, None) => true,
        _ => false,
    }
}

/// Returns when lines begin to show different things for longer than [`TOLERANCE`].
fn parting<'a>(lines: &[&'a [Segment]], since: SimTime, until: SimTime) -> Option<Parting<'a>> {
    let is_over = |segment: &Segment| segment.to.is_some_and(|to| to <= since);
    let starts = lines.iter().map(|line| line.partition_point(is_over));
    let mut next: Vec<usize> = starts.collect();
    let mut begun: Option<Parting<'a>> = None;
    let mut now = since;
    loop {
        let mut shown = Vec::with_capacity(lines.len());
        let mut turn = SimTime::NEVER;
        for (line, next) in lines.iter().zip(&mut next) {
            while line.get(*next).is_some_and(|s| s.to.is_some_and(|to| to <= now)) {
                *next += 1;
            }
            let segment = line.get(*next);
            shown.push(segment.filter(|segment| segment.from <= now));
            if let Some(segment) = segment {
                let change = if segment.from > now { Some(segment.from) } else { segment.to };
                turn = turn.min(change.unwrap_or(SimTime::NEVER));
            }
        }
        if shown.windows(2).all(|pair| is_same(pair[0], pair[1])) {
            begun = None;
        } else if begun.is_none() {
            begun = Some((now, shown));
        }
        let end = turn.min(until);
        if begun.as_ref().is_some_and(|(begun, _)| *begun + TOLERANCE <= end) {
            return begun;
        }
        if turn > until {
            return None;
        }
        now = turn;
    }
}

/// Returns when one line of marks gets a mark that the others do not have. Up to `settled` all have the same marks.
fn parting_of_marks<'a>(
    lines: &[&'a [Segment]],
    settled: SimTime,
    until: SimTime,
) -> Option<Parting<'a>> {
    let is_same_there = |mark: &Segment| mark.from <= settled;
    let same = lines.iter().map(|line| line.partition_point(is_same_there)).min();
    for index in same.unwrap_or(0).. {
        let marks = lines.iter().filter_map(|line| line.get(index));
        let first =
            marks.map(|mark| mark.from).min().filter(|first| *first + TOLERANCE <= until)?;
        let near = |mark: &&Segment| mark.from <= first + TOLERANCE;
        let shown: Vec<_> = lines.iter().map(|line| line.get(index).filter(near)).collect();
        if shown.windows(2).any(|pair| !is_same(pair[0], pair[1])) {
            return Some((first, shown));
        }
    }
    None
}
