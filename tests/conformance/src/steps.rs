//! Steps: what was seen, one value after the other, and how two rows of steps are matched.
use serde_json::Value;

/// A value that was to be seen from `at` on for `lasted` seconds.
#[derive(Clone, Debug)]
pub struct Step {
    /// Seconds since the start of the run.
    pub at: f64,
    /// What was seen.
    pub value: Value,
    /// Seconds until the next step; infinite for the last one.
    pub lasted: f64,
}

/// Entries closer together than this, in seconds, are one step: the last value counts.
const SAME_MOMENT: f64 = 0.05;

/// Steps of the values in time order; equal neighbours are one step.
#[must_use]
pub fn steps(seen: Vec<(f64, Value)>) -> Vec<Step> {
    let mut merged: Vec<(f64, Value)> = Vec::new();
    for (at, value) in seen {
        match merged.last_mut() {
            Some(last) if same(&last.1, &value) => {}
            Some(last) if at - last.0 < SAME_MOMENT => {
                last.1 = value;
                let n = merged.len();
                if n > 1 && same(&merged[n - 2].1, &merged[n - 1].1) {
                    merged.pop();
                }
            }
            _ => merged.push((at, value)),
        }
    }
    let ends: Vec<f64> = merged.iter().skip(1).map(|(at, _)| *at).chain([f64::INFINITY]).collect();
    merged
        .into_iter()
        .zip(ends)
        .map(|((at, value), end)| Step { at, value, lasted: end - at })
        .collect()
}

/// Equality of JSON values in which 1 and 1.0 are the same number.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || x.as_f64() == y.as_f64(),
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
        }
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(k, v)| y.get(k).is_some_and(|w| same(v, w)))
        }
        _ => a == b,
    }
}

/// Matches two rows of steps in order; only steps shorter than `short` seconds may stay unmatched.
///
/// Answers the matched pairs of indices, or nothing if the rows differ. The search goes depth first and tries to
/// match before it leaves a step out, so the pairs are the same in every implementation of the rule.
#[must_use]
pub fn align(a: &[Step], b: &[Step], short: f64) -> Option<Vec<(usize, usize)>> {
    let columns = b.len() + 1;
    let mut came_from: Vec<Option<(usize, usize)>> = vec![None; (a.len() + 1) * columns];
    let mut seen = vec![false; came_from.len()];
    seen[0] = true;
    let mut stack = vec![(0, 0)];
    while let Some((i, j)) = stack.pop() {
        if i == a.len() && j == b.len() {
            return Some(matched(&came_from, columns, (i, j)));
        }
        let skip_a = (i < a.len() && a[i].lasted < short).then_some((i + 1, j));
        let skip_b = (j < b.len() && b[j].lasted < short).then_some((i, j + 1));
        let both = (i < a.len() && j < b.len() && same(&a[i].value, &b[j].value))
            .then_some((i + 1, j + 1));
        for next in [skip_a, skip_b, both].into_iter().flatten() {
            let cell = next.0 * columns + next.1;
            if !seen[cell] {
                seen[cell] = true;
                came_from[cell] = Some((i, j));
                stack.push(next);
            }
        }
    }
    None
}

/// The pairs on the way that ended at `end`, first pair first.
fn matched(
    came_from: &[Option<(usize, usize)>],
    columns: usize,
    end: (usize, usize),
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut at = end;
    while let Some(before) = came_from[at.0 * columns + at.1] {
        if at.0 > before.0 && at.1 > before.1 {
            pairs.push(before);
        }
        at = before;
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(seen: &[(f64, &str)]) -> Vec<Step> {
        steps(seen.iter().map(|(t, v)| (*t, json!(v))).collect())
    }

    #[test]
    fn entries_of_one_moment_are_one_step_with_the_last_value() {
        let row = row(&[(0.0, "a"), (1.0, "b"), (1.0, "a"), (2.0, "c")]);
        let seen: Vec<_> = row.iter().map(|s| (s.at, s.value.clone())).collect();
        assert_eq!(seen, [(0.0, json!("a")), (2.0, json!("c"))]);
    }

    #[test]
    fn a_short_step_may_be_missing_and_a_long_one_may_not() {
        let short = row(&[(0.0, "a"), (5.0, "b"), (6.0, "c")]);
        let long = row(&[(0.0, "a"), (5.0, "b"), (8.0, "c")]);
        let without = row(&[(0.0, "a"), (6.0, "c")]);
        assert_eq!(align(&short, &without, 2.0), Some(vec![(0, 0), (2, 1)]));
        assert_eq!(align(&long, &without, 2.0), None);
    }

    #[test]
    fn the_last_step_always_counts() {
        let ended = row(&[(0.0, "a"), (5.0, "b")]);
        let running = row(&[(0.0, "a")]);
        assert_eq!(align(&ended, &running, 2.0), None);
    }

    #[test]
    fn whole_numbers_are_equal_however_they_are_written() {
        assert!(same(&json!({"n": [1, null]}), &json!({"n": [1.0, null]})));
        assert!(!same(&json!({"n": 1}), &json!({"n": 2})));
    }
}
