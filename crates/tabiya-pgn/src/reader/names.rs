// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the tag names that most files use with one multiplication.
//!
//! Otherwise every byte of a name is checked twice: whether it may stand in a name, and whether the name is UTF-8. A
//! site's game has about 17 tags.

use super::scan::word_to_space;

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

/// Each name at its [`index`].
static TABLE: [Known; 128] = {
    let mut table = [Known { name: "", words: (0, 0) }; 128];
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

/// Found by trying: no two of the names share a place.
const fn index((first, last): (u64, u64)) -> usize {
    ((first ^ last).wrapping_mul(0x40FF_C976_FA33_930D) >> 57) as usize
}

const fn words(name: &[u8]) -> (u64, u64) {
    let mut words = [0, 0];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    (words[0], words[1])
}

/// The name with which a text begins, if a space follows it and most files use it.
#[inline]
pub(super) fn known_name(text: &[u8]) -> Option<&'static str> {
    let word = u128::from_le_bytes(*text.first_chunk()?);
    let (first, last) = (word as u64, (word >> 64) as u64);
    let words = match word_to_space(first) {
        Some((first, _)) => (first, 0),
        None => (first, word_to_space(last).map_or(0, |(last, _)| last)),
    };
    let known = &TABLE[index(words)];
    (known.words == words && text.get(known.name.len()) == Some(&b' ')).then_some(known.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_nothing_else() {
        for name in NAMES {
            let found = |text: String| known_name(text.as_bytes());
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
}
