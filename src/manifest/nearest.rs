//! Guesses which known name a misspelt word stands for.

/// Returns the known name that is nearest to a misspelt one, when it is near enough to be meant.
///
/// In a short word two letters may be missing, when it is an abbreviation of one known name only.
///
/// ```
/// use podlab::manifest::schema::nearest;
///
/// let fields = ["image", "imagePullPolicy", "name"];
/// assert_eq!(nearest("imgae", &fields), Some("image"));
/// assert_eq!(nearest("img", &fields), Some("image"));
/// assert_eq!(nearest("volume", &fields), None);
/// ```
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let bound = 1 + name.chars().count() / 4;
    let name = name.to_ascii_lowercase();
    let scored = known.iter().map(|k| (distance(&name, &k.to_ascii_lowercase()), *k));
    let best = scored.filter(|(d, _)| *d <= bound).min().map(|(_, k)| k);
    best.or_else(|| abbreviated(&name, known))
}

/// Returns the only known name that a short word abbreviates by two letters.
fn abbreviated<'a>(short: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_short = (2..=4).contains(&short.chars().count());
    let is_meant = |name: &&&str| {
        let mut letters = name.chars().map(|letter| letter.to_ascii_lowercase());
        name.chars().count() == short.chars().count() + 2
            && short.chars().all(|letter| letters.any(|other| other == letter))
    };
    let mut meant = known.iter().filter(is_meant);
    let first = meant.next().filter(|_| is_short)?;
    meant.next().is_none().then_some(*first)
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
