// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the tag names that most files use with one multiplication.
//!
//! Otherwise every byte of a name is checked twice: whether it may stand in a name, and whether the name is UTF-8. A
//! site's game has about 17 tags.

use super::scan::{is_sign, word_to_space};

/// The tag with which a game begins as the standard has it.
pub(super) const FIRST_TAG: &str = "Event";

const NAMES: [&str; 35] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "UTCDate",
    "UTCTime",
    "WhiteElo",
    "BlackElo",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "ECO",
    "Opening",
    "Variation",
    "TimeControl",
    "Termination",
    "Variant",
    "FEN",
    "SetUp",
    "Annotator",
    "PlyCount",
    "EventDate",
    "EventType",
    "SourceDate",
    "Source",
    "Time",
    "GameId",
];

/// A name, and its bytes as two words that begin with the lowest byte.
#[derive(Clone, Copy)]
struct Known {
    name: &'static str,
    words: (u64, u64),
}

/// The number of places for names. Each name has one of its own.
pub(super) const PLACES: usize = 128;

/// Each name at its [`index`].
static TABLE: [Known; PLACES] = {
    let mut table = [Known { name: "", words: (0, 0) }; PLACES];
    let mut i = 0;
    while i < NAMES.len() {
        let name = NAMES[i];
        let words = words(name.as_bytes());
        let known = &mut table[index(words)];
        assert!(known.name.is_empty(), "two names share a place: find another factor");
        *known = Known { name, words };
        i += 1;
    }
    table
};

/// The same for small and capital letters. The factor was found by trying: no two of the names share a place.
const fn index((first, last): (u64, u64)) -> usize {
    const CASE: u64 = 0x2020_2020_2020_2020;
    (((first ^ last) & !CASE).wrapping_mul(0x244C_AF9C_4DAB_B481) >> 57) as usize
}

/// The words of a name of at most 16 bytes.
const fn words(name: &[u8]) -> (u64, u64) {
    let mut words = [0, 0];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    (words[0], words[1])
}

/// The name with which a text begins, if a space follows it and most files use it, and its place.
#[inline]
pub(super) fn known_name(text: &[u8]) -> Option<(&'static str, usize)> {
    let word = u128::from_le_bytes(*text.first_chunk()?);
    let (first, last) = (word as u64, (word >> 64) as u64);
    let words = match word_to_space(first) {
        Some((first, _)) => (first, 0),
        None => (first, word_to_space(last).map_or(0, |(last, _)| last)),
    };
    let place = index(words);
    let known = &TABLE[place];
    (known.words == words && text.get(known.name.len()) == Some(&b' ')).then_some((known.name, place))
}

/// A name without the signs behind it that other formats write before a value: `Fen:` and `Fen=`.
pub(super) fn without_sign(name: &[u8]) -> &[u8] {
    let signs = name.iter().rev().take_while(|byte| is_sign(**byte)).count();
    if signs < name.len() { &name[..name.len() - signs] } else { name }
}

/// The name as most files write it, if it differs from that at most in the case of its letters and a sign behind it, and
/// its place.
pub(super) fn known_in_any_case(name: &[u8]) -> Option<(&'static str, usize)> {
    let name = without_sign(name);
    if name.len() > 16 {
        return None;
    }
    let place = index(words(name));
    let known = &TABLE[place];
    (!name.is_empty() && known.name.as_bytes().eq_ignore_ascii_case(name)).then_some((known.name, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_nothing_else() {
        for name in NAMES {
            let found = |text: String| known_name(text.as_bytes()).map(|(name, _)| name);
            assert_eq!(found(format!("{name} \"a value of some length\"")), Some(name));
            for other in
                [format!("{name}\"a value of some length\""), format!("{name}s \"a value of some length\"")]
            {
                assert_ne!(found(other), Some(name));
            }
            assert_eq!(found(format!("{} \"a value of some length\"", &name[1..])), None);
            assert_eq!(found(format!("{name}\u{1}\"a value of some length\"")), None);
        }
        assert_eq!(known_name(b" \"a value without a name\""), None);
        assert_eq!(known_name(b"Event \"short\""), None);
    }

    #[test]
    fn names_are_known_in_any_case_and_each_has_its_place() {
        let mut places = std::collections::BTreeSet::new();
        for name in NAMES {
            for written in [name.to_owned(), name.to_lowercase(), name.to_uppercase()] {
                let (known, place) = known_in_any_case(written.as_bytes()).unwrap();
                assert_eq!(known, name);
                places.insert(place);
            }
        }
        assert_eq!(places.len(), NAMES.len());
        for other in ["", "Even", "Events", "Wh te", "A name that is longer than all of them"] {
            assert_eq!(known_in_any_case(other.as_bytes()), None, "{other}");
        }
    }
}
