// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that chance decides, from the operating system's randomness.

use tabiya_game::{GameId, PlayerId};
use tabiya_rules::{Position, Variant};

/// Random bytes, fit for secrets.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

pub(crate) fn bits() -> u64 {
    u64::from_le_bytes(bytes())
}

/// True or false, each with probability 1/2.
pub fn coin() -> bool {
    bits() & 1 == 0
}

/// An id that no game has yet: two equal ones are too unlikely to happen, but the store looks.
pub fn game_id() -> GameId {
    GameId::from_bits(bits())
}

/// Somebody who was nobody before.
pub fn player_id() -> PlayerId {
    PlayerId::from_bytes(bytes())
}

/// A starting position of this variant: the only one, or one of many.
pub fn start_of(variant: Variant) -> Position {
    match variant {
        Variant::Standard => Position::start(),
        Variant::Chess960 => Position::chess960((bits() % 960) as u16).expect("there are 960 of them"),
    }
}
