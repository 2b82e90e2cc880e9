// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whose name a few letters mean: the rules by which the check-in finds entrants.

use tabiya_runtime::clean::folded;

/// How many are found at once.
pub const MOST_FOUND: usize = 20;

/// Those of `all` whose names the letters may mean, at most [`MOST_FOUND`]: first those one of whose names begins so, then those that
/// have them anywhere; each by surname, and equal names in the order of the numbers. No letters find nobody.
pub(crate) fn named<'a, N: Ord, T>(all: impl Iterator<Item = (&'a str, N, T)>, typed: &str) -> Vec<T> {
    let letters = words(&folded(typed));
    if letters.is_empty() {
        return Vec::new();
    }
    let begins = format!(" {letters}");
    let mut found: Vec<(bool, String, N, T)> = all
        .filter_map(|(name, number, one)| {
            let name = folded(name);
            let words = format!(" {}", words(&name));
            words.contains(&letters).then(|| (!words.contains(&begins), by_surname(&name), number, one))
        })
        .collect();
    found.sort_by(|one, other| (one.0, &one.1, &one.2).cmp(&(other.0, &other.1, &other.2)));
    found.into_iter().take(MOST_FOUND).map(|(_, _, _, one)| one).collect()
}

/// The words of a name without what stands between them, so that `berg, a` finds `Berg, Ann`.
fn words(folded: &str) -> String {
    let words: Vec<&str> = folded.split([',', '.', '-', ' ']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// `berg, ann` for `Ann Berg` as well.
pub(crate) fn by_surname(folded: &str) -> String {
    match (folded.contains(','), folded.rsplit_once(' ')) {
        (false, Some((first, last))) => format!("{last}, {first}"),
        _ => folded.to_owned(),
    }
}
