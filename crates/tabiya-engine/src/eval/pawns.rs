// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pawn structure: the terms that depend on pawns alone and can therefore be cached by the pawn key.

use tabiya_rules::{Bitboard, Color, Square, pawn_attacks};

use super::terms::{BACKWARD, DOUBLED, ISOLATED, PASSED, PHALANX, PROTECTED, Packed, Sink, Sum};

/// The set shifted one file to each side, without wrapping around the edges of the board.
pub(crate) fn beside(set: u64) -> u64 {
    const A: u64 = 0x0101_0101_0101_0101;
    (set & !(A << 7)) << 1 | (set & !A) >> 1
}

/// All squares that the pawns attack.
pub(crate) fn attacks_of(color: Color, pawns: u64) -> u64 {
    beside(forward(color, pawns))
}

/// The set shifted one step forward.
pub(crate) fn forward(color: Color, set: u64) -> u64 {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// The set and all squares in front of it on its files.
pub(crate) fn fill(color: Color, mut set: u64) -> u64 {
    match color {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// A square's rank from that side's view: 0 is its back rank.
pub(crate) fn rank_seen_by(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index() / 8,
        Color::Black => 7 - square.index() / 8,
    }
}

/// The evaluation of the pawns of both sides.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnStructure {
    /// White's sum minus Black's.
    pub(crate) score: Packed,
    /// Passed pawns, by colour.
    pub(crate) passed: [Bitboard; 2],
}

impl PawnStructure {
    pub(crate) fn new(pawns: [Bitboard; 2]) -> PawnStructure {
        let mut sums = [Sum::default(), Sum::default()];
        let passed = Color::ALL.map(|us| side(us, pawns, &mut sums[us.index()]));
        let [white, black] = sums;
        PawnStructure { score: white.0 - black.0, passed }
    }
}

/// Adds the terms of one side's pawns. Returns its passed pawns.
pub(crate) fn side(us: Color, pawns: [Bitboard; 2], sink: &mut impl Sink) -> Bitboard {
    let them = us.opposite();
    let (ours, theirs) = (pawns[us.index()].0, pawns[them.index()].0);
    let their_attacks = attacks_of(them, theirs);
    let mut passed = Bitboard::EMPTY;
    for square in pawns[us.index()] {
        let rank = rank_seen_by(us, square);
        let own = Bitboard::square(square).0;
        let ahead = fill(us, forward(us, own));
        let file = ahead | own | fill(them, own);
        let neighbours = beside(file) & ours;
        let protectors = pawn_attacks(them, square).0 & ours;
        let phalanx = beside(own) & ours;
        if neighbours == 0 {
            let half_open = ahead & theirs == 0;
            sink.add(ISOLATED + usize::from(half_open), 1);
        } else if protectors == 0 && phalanx == 0 {
            let support = beside(fill(them, own)) & ours;
            if support == 0 && forward(us, own) & their_attacks != 0 {
                sink.add(BACKWARD, 1);
            }
        }
        if ahead & ours != 0 {
            sink.add(DOUBLED, 1);
        }
        if protectors != 0 {
            sink.add(PROTECTED + rank, protectors.count_ones() as i32);
        }
        if phalanx != 0 {
            sink.add(PHALANX + rank, 1);
        }
        if (ahead | beside(ahead)) & theirs == 0 && ahead & ours == 0 {
            sink.add(PASSED + rank, 1);
            passed = passed.with(square);
        }
    }
    passed
}

/// A cache of pawn structures by pawn key. An entry with another key is a miss, so an answer is never wrong.
pub(crate) struct PawnTable {
    slots: Box<[(u64, PawnStructure)]>,
}

/// The number of entries: a power of two.
const SLOTS: usize = 1 << 13;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        // An empty slot has key zero and an empty structure. That is also right for the board without pawns.
        PawnTable { slots: vec![(0, PawnStructure::default()); SLOTS].into_boxed_slice() }
    }

    pub(crate) fn get(&mut self, key: u64, pawns: [Bitboard; 2]) -> PawnStructure {
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.0 != key {
            *slot = (key, PawnStructure::new(pawns));
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Counts(Vec<(usize, i32)>);

    impl Sink for Counts {
        fn add(&mut self, term: usize, count: i32) {
            self.0.push((term, count));
        }
    }

    fn set(names: &[&str]) -> Bitboard {
        names.iter().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn structure_is_read_off_the_board() {
        // White: a2 is isolated, d4 and e4 form a phalanx, c3 protects d4, h5 is passed and doubled with h2.
        // Black: b6.
        let pawns = [set(&["a2", "c3", "d4", "e4", "h2", "h5"]), set(&["b6"])];
        let mut counts = Counts::default();
        let passed = side(Color::White, pawns, &mut counts);
        assert_eq!(passed, set(&["d4", "e4", "h5"]));
        assert!(counts.0.contains(&(ISOLATED, 1)) || counts.0.contains(&(ISOLATED + 1, 1)));
        assert!(counts.0.contains(&(DOUBLED, 1)));
        assert!(counts.0.contains(&(PROTECTED + 3, 1)));
        assert_eq!(counts.0.iter().filter(|c| c.0 == PHALANX + 3).count(), 2);
    }

    #[test]
    fn a_mirrored_structure_scores_the_opposite() {
        let white = set(&["a2", "b3", "c5", "g4"]);
        let black = set(&["a7", "b5", "f6", "h7"]);
        let flip = |set: Bitboard| Bitboard(set.0.swap_bytes());
        let there = PawnStructure::new([white, black]);
        let back = PawnStructure::new([flip(black), flip(white)]);
        assert_eq!(there.score, Packed::default() - back.score);
    }
}
