// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the tag `Variant` of a PGN calls each variant. Many names are read, one is written.

use alloc::string::String;

use super::Variant;

/// What the tag calls chess by its usual rules, in small letters without spaces and signs, and without the word
/// "chess". Some names say how the first position was found (the wilds of ICS servers that have the usual rules, set
/// positions, odds), some the speed.
const STANDARD: [&str; 63] = [
    "",
    "324",
    "unknown",
    "none",
    "standard",
    "normal",
    "regular",
    "classic",
    "classical",
    "orthodox",
    "ortho",
    "western",
    "international",
    "fide",
    "ultrabullet",
    "bullet",
    "blitz",
    "lightning",
    "rapid",
    "armageddon",
    "correspondence",
    "daily",
    "untimed",
    "fromposition",
    "setposition",
    "setupposition",
    "customposition",
    "position",
    "thematic",
    "odds",
    "handicap",
    "setup",
    "playfromposition",
    "endgame",
    "endgames",
    "pawnodds",
    "knightodds",
    "bishopodds",
    "rookodds",
    "queenodds",
    "nocastle",
    "nocastling",
    "shuffle",
    "wild0",
    "wild1",
    "wild2",
    "wild3",
    "wild4",
    "wild5",
    "wild6",
    "wild7",
    "wild8",
    "wild8a",
    "wild10",
    "wild11",
    "wild12",
    "wild13",
    "wild14",
    "wild15",
    "wild18",
    "wild19",
    "wild20",
    "wild21",
];

/// What it calls Chess960, in the same form. A number of the position may follow, and "double" before it means that each
/// side has a position of its own.
const CHESS960: [&str; 15] = [
    "960",
    "960dfrc",
    "9lx",
    "960fischerrandom",
    "960standard",
    "dfrc",
    "fischer",
    "fischerandom",
    "fischerrandom",
    "fischerrandom960",
    "freestyle",
    "frc",
    "shuffle960",
    "standard960",
    "wildfr",
];

impl Variant {
    /// The name in the tag `Variant` of a PGN, and for people.
    #[must_use]
    pub const fn pgn_name(self) -> &'static str {
        match self {
            Variant::Standard => "Standard",
            Variant::Chess960 => "Chess960",
        }
    }

    /// The variant that the tag `Variant` of a PGN names, in any of the forms that programs and sites write. `None` if
    /// it is none of ours.
    #[must_use]
    #[inline(never)]
    pub fn from_pgn(name: &str) -> Option<Variant> {
        let word: String =
            name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
        let name = word.replace("chess", "");
        if STANDARD.contains(&name.as_str()) {
            return Some(Variant::Standard);
        }
        is_chess960(&name).then_some(Variant::Chess960)
    }
}

fn is_chess960(name: &str) -> bool {
    // Wild 22 of ICS servers is Chess960, too.
    if name == "wild22" {
        return true;
    }
    let name = name.strip_prefix("double").or(name.strip_suffix("double")).unwrap_or(name);
    let is_number = |rest: &str| rest.len() <= 3 && rest.bytes().all(|byte| byte.is_ascii_digit());
    CHESS960.iter().any(|known| name.strip_prefix(known).is_some_and(is_number))
}
