// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who of a list is meant by a few letters: the rules by which the check-in finds entrants.

use tabiya_runtime::clean::folded;

use super::Member;

/// Members that are found at once.
pub const MOST_FOUND: usize = 20;

/// The members that the letters may mean, at most [`MOST_FOUND`]: first those one of whose names begins so, then those that have them
/// anywhere; each by surname. No letters find nobody.
pub fn found<'a>(list: &'a [Member], typed: &str) -> Vec<&'a Member> {
    named(list.iter().map(|member| (member.known.card.name.as_str(), member.number, member)), typed)
}

/// The same of anything that has a name. Equal names are in the order of the numbers.
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
pub(super) fn by_surname(folded: &str) -> String {
    match (folded.contains(','), folded.rsplit_once(' ')) {
        (false, Some((first, last))) => format!("{last}, {first}"),
        _ => folded.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::MemberCard;
    use super::*;
    use crate::event::Card;

    fn names(list: &[&str], typed: &str) -> Vec<String> {
        let member = |(number, name): (u32, &&str)| Member {
            number,
            version: 1,
            known: MemberCard { card: Card::new(*name, None), ..MemberCard::default() },
        };
        let list: Vec<Member> = (1..).zip(list).map(member).collect();
        found(&list, typed).into_iter().map(|member| member.known.card.name.clone()).collect()
    }

    #[test]
    fn beginnings_come_first_and_accents_and_capitals_do_not_count() {
        let list = ["Öst, Björn", "Lindberg, Eva", "Ann Berg", "Berg-Olsen, Cid", "Müller, Bo", "Olsen, Ann"];
        assert_eq!(names(&list, "ber"), ["Ann Berg", "Berg-Olsen, Cid", "Lindberg, Eva"]);
        assert_eq!(names(&list, "OLS"), ["Berg-Olsen, Cid", "Olsen, Ann"], "also behind a hyphen");
        assert_eq!(names(&list, "ost"), ["Öst, Björn"]);
        assert_eq!(names(&list, " mul"), ["Müller, Bo"]);
        assert_eq!(names(&list, "ann"), ["Ann Berg", "Olsen, Ann"]);
        assert_eq!(names(&list, "olsen, a"), ["Olsen, Ann"]);
        assert_eq!(names(&list, "zzz"), [""; 0]);
        assert_eq!(names(&list, "  "), [""; 0], "nobody reads the whole list by asking for nothing");
    }

    #[test]
    fn a_long_list_is_found_in_part() {
        let list: Vec<String> = (0..50).map(|number| format!("Berg {number:02}")).collect();
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        assert_eq!(names(&list, "berg").len(), MOST_FOUND);
    }
}
