//! Guesses which known name a misspelt word stands for.

/// Returns the known name that is nearest to a misspelt one, when it is near enough to be meant.
///
/// ```
/// use podlab::manifest::schema::nearest;
///
/// let fields = ["image", "imagePullPolicy", "name"];
/// assert_eq!(nearest("imgae", &fields), Some("image"));
/// assert_eq!(nearest("volume", &fields), None);
/// ```
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let bound = 1 + name.chars().count() / 4;
    let scored =
        known.iter().map(|k| (distance(&name.to_ascii_lowercase(), &k.to_ascii_lowercase()), *k));
    scored.filter(|(d, _)| *d <= bound).min().map(|(_, k)| k)
}

/// Returns the known name that a name of a field stands for: the nearest one, or the only one that it abbreviates.
///
/// ```
/// use podlab::manifest::schema::meant;
///
/// let fields = ["image", "imagePullPolicy", "name"];
/// assert_eq!(meant("imgae", &fields), Some("image"));
/// assert_eq!(meant("img", &fields), Some("image"));
/// assert_eq!(meant("i", &fields), None);
/// ```
pub fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    nearest(name, known).or_else(|| {
        let mut long = known.iter().filter(|known| abbreviates(name, known));
        long.next().filter(|_| long.next().is_none()).copied()
    })
}

/// Returns whether a word begins as a longer one and leaves out letters of it, but keeps a third of them.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut rest = long.chars().map(|c| c.to_ascii_lowercase());
    let mut letters = short.chars().map(|c| c.to_ascii_lowercase());
    letters.next() == rest.next()
        && 3 * short.len() >= long.len()
        && letters.all(|letter| rest.any(|other| other == letter))
}

/// Returns how many letters must be added, dropped, changed or swapped to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().collect());
    let mut before = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let earlier: &Vec<usize> = &before;
                best = best.min(earlier[j - 2] + 1);
            }
            row.push(best);
        }
        before = last;
        last = row;
    }
    last[b.len()]
}
