// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who of a list is meant by a few letters: the rules by which the check-in finds entrants.

use super::Member;
use crate::letters::named;

/// So many letters a helper types before names of the list are found.
pub const FEWEST_LETTERS: usize = 3;

/// The members that the letters may mean, in the order of [`letters`](crate::letters).
pub fn found<'a>(list: &'a [Member], typed: &str) -> Vec<&'a Member> {
    found_among(list, typed)
}

/// Whether these are letters enough to look for a name in the list of somebody else: with fewer, a helper would soon have read all of it.
pub fn are_enough(typed: &str) -> bool {
    typed.chars().filter(|one| one.is_alphanumeric()).count() >= FEWEST_LETTERS
}

/// The same of some members of a list: whoever is left out takes no place of others.
pub fn found_among<'a>(list: impl IntoIterator<Item = &'a Member>, typed: &str) -> Vec<&'a Member> {
    named(list.into_iter().map(|member| (member.known.card.name.as_str(), member.number, member)), typed)
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
    fn two_letters_are_not_enough_whatever_stands_between_them() {
        for (typed, enough) in
            [("ber", true), ("b, e r", true), ("be", false), ("b  ,..-", false), ("", false)]
        {
            assert_eq!(are_enough(typed), enough, "{typed:?}");
        }
    }

    #[test]
    fn a_long_list_is_found_in_part() {
        let list: Vec<String> = (0..50).map(|number| format!("Berg {number:02}")).collect();
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        assert_eq!(names(&list, "berg").len(), crate::letters::MOST_FOUND);
    }
}
