// SPDX-License-Identifier: MIT OR Apache-2.0
//! Proves that a side can never mate, from which pieces can move at all.
//!
//! Each piece has a set of squares that it might ever reach. At first no piece moves: each is a fixed
//! obstacle. Then each piece that could move or be captured among the remaining obstacles is freed, until
//! nothing changes. The pieces that are still fixed stay for ever: the first move of a game that moves or
//! captures such a piece, or brings another piece to a square outside its set, would be one that the rules
//! below had already allowed. Turns, checks and pins are ignored. That only makes the sets too large, which
//! is safe.
//!
//! Two facts make pawns an obstacle: a pawn does not pass an enemy pawn on its file while both stay on it,
//! and a king never moves to a square that a fixed enemy piece attacks.

use arrayvec::ArrayVec;

use crate::attacks::{attacks, king_attacks, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;

/// Whether it is proven that `color` can't mate, however both sides play. `false` proves nothing.
pub(super) fn cannot_mate(position: &Position, color: Color) -> bool {
    // The sets don't cover castling and en passant.
    if !position.castling_rights().is_empty() || position.legal_en_passant().is_some() {
        return false;
    }
    if a_pawn_is_free(position) {
        return false;
    }
    let mut blockade = Blockade::new(position);
    blockade.settle().is_some() && !blockade.mate_is_possible(color)
}

/// Whether some pawn has no pawn before it on its file and an empty square ahead: the sets would let it
/// promote.
fn a_pawn_is_free(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let enemy_pawns = position.pieces(!color, Role::Pawn);
        position.pieces(color, Role::Pawn).into_iter().any(|pawn| {
            let ahead = Bitboard::file(pawn.file()) & in_front(color, pawn);
            let next = if color == Color::White { ahead.first() } else { ahead.last() };
            !ahead.intersects(enemy_pawns) && next.is_none_or(|next| !position.occupied().contains(next))
        })
    })
}

/// All squares on ranks farther ahead.
fn in_front(color: Color, square: Square) -> Bitboard {
    let shift = 8 * square.rank().index() as u32;
    Bitboard(match color {
        Color::White => (!0xFFu64).wrapping_shl(shift) & if shift == 56 { 0 } else { !0 },
        Color::Black => (1u64 << shift) - 1,
    })
}

/// A piece and the squares that it might ever reach.
struct Reach {
    color: Color,
    role: Role,
    start: Square,
    squares: Bitboard,
    /// Whether an enemy piece might capture it.
    takeable: bool,
    /// Whether it is a pawn that might capture, and so leave its file.
    takes: bool,
}

impl Reach {
    /// Whether it will never leave its square.
    fn is_fixed(&self) -> bool {
        !self.takeable && self.squares == self.start.into()
    }

    /// Whether it is a pawn that will never leave its file.
    fn keeps_file(&self) -> bool {
        self.role == Role::Pawn && !self.takeable && !self.takes
    }
}

/// All pieces with their sets, and the sets of each side that follow from them.
struct Blockade {
    pieces: ArrayVec<Reach, 32>,
    /// The squares of fixed pieces other than kings, by side. Kings are never counted as obstacles.
    fixed: [Bitboard; 2],
    /// The squares that the fixed pieces of each side attack whatever else happens.
    guarded: [Bitboard; 2],
    /// The squares that pieces other than the king might reach, by side.
    present: [Bitboard; 2],
}

/// A pawn might promote. Then the sets prove nothing.
struct Promotion;

impl Blockade {
    fn new(position: &Position) -> Blockade {
        let pieces = position
            .occupied()
            .into_iter()
            .filter_map(|start| position.piece_at(start).map(|piece| (start, piece)))
            .map(|(start, piece)| Reach {
                color: piece.color,
                role: piece.role,
                start,
                squares: start.into(),
                takeable: false,
                takes: false,
            })
            .collect();
        Blockade {
            pieces,
            fixed: [Bitboard::EMPTY; 2],
            guarded: [Bitboard::EMPTY; 2],
            present: [Bitboard::EMPTY; 2],
        }
    }

    /// Frees pieces until nothing changes; `None` if a pawn might promote.
    fn settle(&mut self) -> Option<()> {
        loop {
            self.sum_up();
            let mut changed = false;
            for index in 0..self.pieces.len() {
                changed |= self.free(index).ok()?;
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Computes the sets of each side from those of its pieces.
    fn sum_up(&mut self) {
        self.fixed = [Bitboard::EMPTY; 2];
        self.guarded = [Bitboard::EMPTY; 2];
        self.present = [Bitboard::EMPTY; 2];
        for piece in &self.pieces {
            let side = piece.color.index();
            if piece.role != Role::King {
                self.present[side] |= piece.squares;
            }
            if piece.is_fixed() {
                if piece.role != Role::King {
                    self.fixed[side] |= piece.start.into();
                }
                // Only the squares next to a slider are certain to be attacked.
                self.guarded[side] |= attacks(piece.color, piece.role, piece.start, Bitboard::FULL);
            }
        }
    }

    /// Lets one piece move and capture from all squares that it might reach. Returns whether that added
    /// squares.
    fn free(&mut self, index: usize) -> Result<bool, Promotion> {
        let Reach { color, role, squares, takes, .. } = self.pieces[index];
        let (own, enemy) = (color.index(), (!color).index());
        let mut reached = squares;
        let mut taken = Bitboard::EMPTY;
        if role == Role::Pawn {
            let forward = self.pawn_steps(color, squares, takes)?;
            let capturable =
                squares.into_iter().fold(Bitboard::EMPTY, |set, from| set | pawn_attacks(color, from));
            taken = capturable & self.present[enemy];
            reached |= forward | taken;
        } else {
            let obstacles = self.fixed[0] | self.fixed[1];
            for from in squares {
                let targets = attacks(color, role, from, obstacles) - self.fixed[own];
                let allowed = if role == Role::King { targets - self.guarded[enemy] } else { targets };
                taken |= allowed & self.present[enemy];
                reached |= allowed;
            }
        }
        if role == Role::Pawn && reached.intersects(Bitboard::rank(color.promotion_rank())) {
            return Err(Promotion);
        }
        let mut changed = reached != squares;
        self.pieces[index].squares = reached;
        if role == Role::Pawn && taken.any() && !takes {
            self.pieces[index].takes = true;
            changed = true;
        }
        for piece in &mut self.pieces {
            let hit = piece.color != color && piece.role != Role::King && piece.squares.intersects(taken);
            if hit && !piece.takeable {
                piece.takeable = true;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The squares that a pawn might reach from these squares by moving straight ahead. A pawn that captures
    /// might get behind an enemy pawn.
    fn pawn_steps(&self, color: Color, squares: Bitboard, takes: bool) -> Result<Bitboard, Promotion> {
        let up = if color == Color::White { 1 } else { -1 };
        let mut steps = Bitboard::EMPTY;
        for from in squares {
            let Some(to) = from.offset(0, up) else { return Err(Promotion) };
            let fixed = (self.fixed[0] | self.fixed[1]).contains(to);
            if !fixed && (takes || !self.meets_enemy_pawn(color, to)) {
                steps = steps.with(to);
            }
        }
        Ok(steps)
    }

    /// Whether an enemy pawn that never leaves its file started beyond `to`: it is still there or has come
    /// nearer.
    fn meets_enemy_pawn(&self, color: Color, to: Square) -> bool {
        self.pieces.iter().any(|piece| piece.color != color && piece.keeps_file() && piece.start == to)
    }

    /// Whether a mate by `color` can't be ruled out: there is some square of the other king that a piece
    /// other than the king might attack, and all squares next to it might be occupied by its own side or
    /// attacked.
    fn mate_is_possible(&self, color: Color) -> bool {
        let enemy = !color;
        let obstacles = self.fixed[0] | self.fixed[1];
        let attacked = self
            .pieces
            .iter()
            .filter(|piece| piece.color == color && piece.role != Role::King)
            .flat_map(|piece| piece.squares.into_iter().map(|from| (piece.role, from)))
            .fold(Bitboard::EMPTY, |set, (role, from)| set | attacks(color, role, from, obstacles));
        let kings = |color| {
            self.pieces
                .iter()
                .find(|piece| piece.color == color && piece.role == Role::King)
                .map_or(Bitboard::EMPTY, |king| king.squares)
        };
        let covered = attacked | self.present[enemy.index()];
        (kings(enemy) & attacked).into_iter().any(|king| {
            let open = king_attacks(king) - covered;
            let near = king_attacks(king).with(king);
            (kings(color) - near).into_iter().any(|own| open.is_subset(king_attacks(own)))
        })
    }
}
