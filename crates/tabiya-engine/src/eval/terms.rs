// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of the evaluation: where each stands in the table of weights, and how they are summed.
//!
//! The evaluation is linear: every feature of a position adds `count × weight` for the side that has it. What to do with
//! a feature is a [`Sink`]'s business: the search sums weights, a tuner writes the counts down.

/// A middlegame and an endgame number in one word, so that one addition adds both.
///
/// The endgame's half sits in the upper 16 bits and borrows from the lower half when that is negative; [`middle`](Packed::middle) and
/// [`end`](Packed::end) undo this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Packed(pub(crate) i32);

impl Packed {
    pub(crate) const fn new(middle: i32, end: i32) -> Packed {
        Packed((end << 16).wrapping_add(middle))
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl std::ops::Add for Packed {
    type Output = Packed;
    fn add(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Packed {
    type Output = Packed;
    fn sub(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

impl std::ops::AddAssign for Packed {
    fn add_assign(&mut self, other: Packed) {
        *self = *self + other;
    }
}

impl std::ops::SubAssign for Packed {
    fn sub_assign(&mut self, other: Packed) {
        *self = *self - other;
    }
}

/// Takes the features of one side.
pub(crate) trait Sink {
    /// That side has this feature so many times.
    fn add(&mut self, term: usize, count: i32);
}

/// Sums the weights.
#[derive(Default)]
pub(crate) struct Sum(pub(crate) Packed);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0.0 = self.0.0.wrapping_add(super::weights::WEIGHTS[term].wrapping_mul(count));
    }
}

/// Lays the terms out one after the other: `NAME: how many numbers`.
macro_rules! layout {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)*) => {
        layout!(@step 0; $($(#[$doc])* $name: $size;)*);
    };
    (@step $start:expr; $(#[$doc:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: usize = $start;
        layout!(@step $start + $size; $($rest)*);
    };
    (@step $start:expr;) => {
        /// How many weights there are.
        pub(crate) const COUNT: usize = $start;
    };
}

layout! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5;
    /// By role and square, White's view.
    SQUARE: 6 * 64;
    /// By how many useful squares the piece attacks.
    KNIGHT_MOBILITY: 9;
    BISHOP_MOBILITY: 14;
    ROOK_MOBILITY: 15;
    QUEEN_MOBILITY: 28;
    BISHOP_PAIR: 1;
    /// Own pawns on the colour of the bishop.
    BISHOP_BEHIND_PAWNS: 1;
    /// Knight, bishop: protected by a pawn where no enemy pawn can ever drive it away.
    OUTPOST: 2;
    /// No pawn on the rook's file; none of its own.
    ROOK_ON_OPEN_FILE: 1;
    ROOK_ON_HALF_OPEN_FILE: 1;
    /// No own pawn on the neighbouring files; the second number on a half-open file.
    ISOLATED: 2;
    DOUBLED: 1;
    /// No own pawn can ever protect it and its stop square is guarded.
    BACKWARD: 1;
    /// Protected by a pawn, by rank.
    PROTECTED: 8;
    /// Beside a pawn, by rank.
    PHALANX: 8;
    /// No enemy pawn ahead of it or beside its way, by rank.
    PASSED: 8;
    /// Nothing stands before it, by rank.
    PASSED_FREE: 8;
    /// Its way to promotion is not attacked, by rank.
    PASSED_SAFE: 8;
    /// Distance of the own and the enemy king from the stop square, by rank of the pawn.
    PASSED_OWN_KING: 8;
    PASSED_ENEMY_KING: 8;
    /// A rook behind it on its file.
    PASSED_ROOK_BEHIND: 1;
    /// A pawn attacks a piece: by the victim's role.
    PAWN_THREAT: 6;
    /// A knight or bishop attacks: by the victim's role.
    MINOR_THREAT: 6;
    /// A rook attacks: by the victim's role.
    ROOK_THREAT: 6;
    /// An enemy piece is attacked and not protected.
    HANGING: 1;
    /// A safe pawn push would attack a piece.
    PUSH_THREAT: 1;
    /// Own pawn nearest to the king on its own file and its two neighbours, by how many ranks ahead (7: none).
    SHELTER: 2 * 8;
    /// Enemy pawn on those files, by how many ranks ahead (7: none).
    STORM: 8;
    /// The king's file, or a neighbour, has no pawn at all.
    KING_ON_OPEN_FILE: 1;
    /// By how much the enemy presses on the king, in steps.
    KING_DANGER: 32;
    /// The right to move.
    TEMPO: 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_halves_do_not_mix() {
        for (middle, end) in [(0, 0), (-1, 0), (0, -1), (-300, 299), (1200, -1300), (-7, -8)] {
            let packed = Packed::new(middle, end);
            assert_eq!((packed.middle(), packed.end()), (middle, end));
            let twice = packed + packed - Packed::new(1, -1);
            assert_eq!((twice.middle(), twice.end()), (2 * middle - 1, 2 * end + 1));
        }
    }
}
