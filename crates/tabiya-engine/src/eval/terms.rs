// SPDX-License-Identifier: MIT OR Apache-2.0
//! The terms of the evaluation: the place of each in the table of weights, and how they are summed.
//!
//! The evaluation is linear: every feature of a position adds `count × weight` for the side that has it. A
//! [`Sink`] receives the features: the search adds up weights, a tuner records the counts.

/// A middlegame and an endgame value packed into one word, so that one addition adds both.
///
/// The endgame value is in the upper 16 bits. A negative middlegame value borrows one from it;
/// [`middle`](Packed::middle) and [`end`](Packed::end) correct that.
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

/// Receives the features of one side.
pub(crate) trait Sink {
    /// That side has this feature `count` times.
    fn add(&mut self, term: usize, count: i32);
}

/// Adds up the weights.
#[derive(Default)]
pub(crate) struct Sum(pub(crate) Packed);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.0.0 = self.0.0.wrapping_add(super::weights::WEIGHTS[term].wrapping_mul(count));
    }
}

/// Assigns each term its place in the table, one after the other: `NAME: number of weights`.
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
        /// The number of weights in total.
        pub(crate) const COUNT: usize = $start;
    };
}

layout! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL: 5;
    /// By role and square, from White's view.
    SQUARE: 6 * 64;
    /// By the number of useful squares that the piece attacks.
    KNIGHT_MOBILITY: 9;
    BISHOP_MOBILITY: 14;
    ROOK_MOBILITY: 15;
    QUEEN_MOBILITY: 28;
    BISHOP_PAIR: 1;
    /// Own pawns on squares of the bishop's colour.
    BISHOP_BEHIND_PAWNS: 1;
    /// A knight or bishop (in this order) protected by a pawn on a square where no enemy pawn can ever attack
    /// it.
    OUTPOST: 2;
    /// No pawn on the rook's file. The second term: no own pawn, but an enemy pawn.
    ROOK_ON_OPEN_FILE: 1;
    ROOK_ON_HALF_OPEN_FILE: 1;
    /// No own pawn on the neighbouring files. The second weight is for pawns on a half-open file.
    ISOLATED: 2;
    DOUBLED: 1;
    /// No own pawn can ever protect it, and the enemy controls the square in front of it.
    BACKWARD: 1;
    /// Protected by a pawn, by rank.
    PROTECTED: 8;
    /// Next to another pawn, by rank.
    PHALANX: 8;
    /// A passed pawn (no enemy pawn in front of it or on the neighbouring files ahead), by rank.
    PASSED: 8;
    /// A passed pawn with an empty square in front of it, by rank.
    PASSED_FREE: 8;
    /// A passed pawn whose path to promotion the enemy does not attack, by rank.
    PASSED_SAFE: 8;
    /// The distance of the own and of the enemy king from the square in front of a passed pawn, by the pawn's
    /// rank.
    PASSED_OWN_KING: 8;
    PASSED_ENEMY_KING: 8;
    /// An own rook on the file behind a passed pawn.
    PASSED_ROOK_BEHIND: 1;
    /// A pawn attacks a piece, by the victim's role.
    PAWN_THREAT: 6;
    /// A knight or bishop attacks a piece, by the victim's role.
    MINOR_THREAT: 6;
    /// A rook attacks a piece, by the victim's role.
    ROOK_THREAT: 6;
    /// An enemy piece is attacked and not protected.
    HANGING: 1;
    /// A safe pawn push would attack a piece.
    PUSH_THREAT: 1;
    /// The nearest own pawn on the king's file and on the two neighbouring files, by its distance in ranks
    /// (7: none).
    SHELTER: 2 * 8;
    /// The nearest enemy pawn on those files, by its distance in ranks (7: none).
    STORM: 8;
    /// The king's file, or a neighbouring file, has no pawns.
    KING_ON_OPEN_FILE: 1;
    /// The strength of the enemy's attack on the king, from 0 to 31.
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
