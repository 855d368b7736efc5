//! Putting lists in order. Each use of the standard library's sorts adds kilobytes to the Wasm; here all uses share
//! one merge of indices.

/// Sorts a list and keeps the order of equals; `comes_first(a, b)` tells whether `a` belongs before `b`.
pub fn order<T>(items: &mut [T], mut comes_first: impl FnMut(&T, &T) -> bool) {
    let mut places = merged(items.len(), &mut |a, b| comes_first(&items[a], &items[b]));
    for start in 0..places.len() {
        let mut place = start;
        loop {
            let source = std::mem::replace(&mut places[place], place);
            if source == start {
                break;
            }
            items.swap(place, source);
            place = source;
        }
    }
}

/// The numbers from 0 to `length` - 1 in order, by merging ever longer runs.
fn merged(length: usize, comes_first: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut from: Vec<usize> = (0..length).collect();
    let mut run = 1;
    while run < length {
        let mut to = Vec::with_capacity(length);
        for pair in from.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([first, later @ ..], [second, rest @ ..]) = (left, right) {
                if comes_first(*second, *first) {
                    to.push(*second);
                    right = rest;
                } else {
                    to.push(*first);
                    left = later;
                }
            }
            to.extend_from_slice(left);
            to.extend_from_slice(right);
        }
        from = to;
        run *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn lists_come_out_as_a_stable_sort_leaves_them() {
        let mut rng = crate::rng::Rng::new(3);
        for length in 0..60 {
            let list: Vec<(u64, usize)> = (0..length).map(|i| (rng.below(7), i)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            order(&mut ours, |a, b| a.0 < b.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
        }
    }
}
